"""One counter: drawn large and shrunk, lettered at the size of the screen, and kept.

The picture is larger than the counter by a margin for the wedge that shows the facing, and for the shadow; it is
placed by its middle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import pi

import pygame

from sim.grid import Point
from sim.view.board.pen import SHADE, SHADOW, Pen, shadow_layer
from sim.view.board.picture_cache import PictureCache
from sim.view.counters.bodies import (
    EDGE,
    body_points,
    paint_body,
    paint_border,
    paint_emblem,
    paint_facing,
    shadow_points,
    silhouette_points,
    turned_points,
)
from sim.view.counters.detail import Arrangement, Box, Detail, arrangement, detail
from sim.view.counters.figures import paint_crowd, paint_horse, paint_man, paint_rider
from sim.view.counters.lettering_on import chip_colours, label_box, lines, marks_shown
from sim.view.counters.lines import loop, outlined, oval, rounded
from sim.view.counters.livery import INK, PAPER, Livery
from sim.view.counters.machines import paint_machine
from sim.view.counters.marks import paint_mark, paint_more
from sim.view.counters.portrait import Mark, Portrait, Strength, Tone
from sim.view.counters.symbols import paint_question, paint_size, paint_symbol
from sim.view.ui.palette import Colour, Theme, between, keeps_pictures
from sim.view.ui.palette import theme as theme_in_use

MARGIN = 0.26
"""How far the picture reaches beyond the counter on each side, in counters."""
TURNS = 72
"""In how many angles a counter can be drawn: enough for a turn to look smooth, few enough to keep them all."""
LEAST, MOST = 4, 512
"""The sizes in pixels within which counters are drawn."""
_KEPT = 1600
FALLEN: Mark = "unconscious"
"""The mark that crosses out even the smallest counter: there is nobody left who could do anything."""

InkAndPaper = tuple[Colour, Colour]
"""All that a counter's picture takes from the theme; the rest is its livery's."""
Question = tuple[Portrait, int, int | None, InkAndPaper]
"""A counter, its size in pixels, where it faces, and its colours."""


def counter_picture(
    portrait: Portrait, size_px: float, angle: float | None = None, theme: Theme | None = None
) -> pygame.Surface:
    """Return the picture of a counter whose side is so many pixels long; the same question gets the same picture.

    The angle is where it faces, on the screen: clockwise from the right, in radians. None: it faces nowhere. Without
    a theme it is the one in use.
    """
    return _pictures(question_of(portrait, size_px, angle, theme))


def known_picture(portrait: Portrait, size_px: float, angle: float | None = None) -> pygame.Surface | None:
    """Return the picture of a counter if it was drawn before."""
    return _pictures.known(question_of(portrait, size_px, angle))


def keep_picture(question: Question, picture: pygame.Surface) -> pygame.Surface:
    """Keep a picture that was drawn, and return it; until there are others of the counter, it stands in for them."""
    if len(_latest) >= _KEPT:
        _latest.clear()
    _latest[question[0]] = picture
    return _pictures.keep(question, picture)


def stand_in(portrait: Portrait, size_px: float) -> pygame.Surface:
    """Return what to show until a counter is drawn: its picture of another size or facing, scaled, or a plain card."""
    size = _whole_size(size_px)
    side = size + 2 * margin(size)
    other = _latest.get(portrait)
    if other is not None:
        return pygame.transform.scale(other, (side, side))
    card = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    body, livery = pygame.Rect(margin(size), margin(size), size, size), portrait.colours
    pygame.draw.rect(card, livery.deep, body, border_radius=size // 10)
    rim = max(1, size // 24)
    pygame.draw.rect(card, livery.field, body.inflate(-2 * rim, -2 * rim), border_radius=size // 10)
    return card


def _whole_size(size_px: float) -> int:
    return min(max(round(size_px), LEAST), MOST)


def question_of(portrait: Portrait, size_px: float, angle: float | None, theme: Theme | None = None) -> Question:
    """Return all that the picture of a counter depends on."""
    step = None if angle is None else round(angle / (2 * pi) * TURNS) % TURNS
    used = theme or theme_in_use()
    return portrait, _whole_size(size_px), step, (used.map_ink, used.map_halo)


def margin(size: int) -> int:
    """Return how many pixels the picture of a counter reaches beyond it on each side."""
    return round(size * MARGIN) + 2


def drawn_picture(question: Question) -> pygame.Surface:
    """Draw a counter."""
    portrait, size, step, colours = question
    angle = None if step is None else step * 2 * pi / TURNS
    level = detail(size, is_round=portrait.round)
    if "spent" in portrait.marks or (level == Detail.SHAPE and FALLEN in portrait.marks):
        portrait = replace(portrait, colours=portrait.colours.spent)
    factor = 4 if size < 48 else 3 if size < 100 else 2
    edge = margin(size)
    side = size + 2 * edge
    drawn = pygame.Surface((side * factor, side * factor), pygame.SRCALPHA, 32)
    drawn.fill((*portrait.colours.deep, 0))
    pen = Pen(drawn, side * factor / 2, side * factor / 2, size * factor)
    written, wedge = lines(portrait, size), _Wedge(angle, colours, size)
    if level == Detail.SHAPE:
        _paint_shape(pen, portrait, angle)
        wedge.paint(pen, portrait)
    else:
        wide = max((line.rect[2] for line in written if line.is_label), default=0) / size
        _paint_parts(pen, portrait, wedge, arrangement(portrait, level), wide)
    picture = _shadowed(pygame.transform.smoothscale(drawn, (side, side)), portrait, size, level, angle)
    for line in written:
        line.draw(picture, (edge, edge))
    return picture


_pictures: PictureCache[Question, pygame.Surface] = PictureCache(drawn_picture, _KEPT)
_latest: dict[Portrait, pygame.Surface] = {}
"""The picture of each counter that was drawn last, of whatever size: it stands in for those of others."""
keeps_pictures(_pictures.clear)
keeps_pictures(_latest.clear)


def _shadowed(
    drawn: pygame.Surface, portrait: Portrait, size: int, level: Detail, angle: float | None
) -> pygame.Surface:
    """Return a counter with its shadow under it."""
    if level == Detail.SHAPE:
        points = [(x + 0.05, y + 0.07) for x, y in _outline(portrait, angle)]
    else:
        points = shadow_points(portrait.colours, is_round=portrait.round)
    picture = _shadow(tuple(points), size).copy()
    picture.blit(drawn, (0, 0))
    return picture


@lru_cache(maxsize=64)
def _shadow(points: tuple[Point, ...], size: int) -> pygame.Surface:
    """Return the shadow of an outline; few outlines make all counters."""
    side, factor = size + 2 * margin(size), 2
    layer = shadow_layer((side * factor, side * factor))
    pen = Pen(layer, side * factor / 2, side * factor / 2, size * factor)
    pen.polygon((*SHADOW, min(255, SHADE + 50)), points)
    return pygame.transform.box_blur(pygame.transform.smoothscale(layer, (side, side)), max(1, round(size * 0.02)))


@dataclass(frozen=True)
class _Wedge:
    """Where a counter faces, and what is needed to draw it."""

    angle: float | None
    colours: InkAndPaper
    size: int

    def paint(self, pen: Pen, portrait: Portrait) -> None:
        """Draw it, unless the counter faces nowhere."""
        if self.angle is not None:
            paint_facing(pen, self.angle, self.colours, is_round=portrait.round, size=self.size)


# -- very small ------------------------------------------------------------------------------------------------------


def _outline(portrait: Portrait, angle: float | None) -> list[Point]:
    """Return the outline of a very small counter: the form itself, where it has one."""
    if portrait.form in ("unit", "unknown", "pawn", "mob"):
        return body_points(portrait.colours, is_round=portrait.round)
    return turned_points(silhouette_points(portrait.form), angle or 0.0)


def _paint_shape(pen: Pen, portrait: Portrait, angle: float | None) -> None:
    """Draw what is left of a counter of a dozen pixels: its form, the sign of its side, and whether it can fight."""
    livery = portrait.colours
    if portrait.form == "mob":
        for x, y in ((-0.22, 0.18), (0.24, 0.16), (0.0, -0.2)):
            outlined(pen, livery.field, PAPER, oval(0.5, 0.5, (x, y)), 0.06)
        paint_emblem(pen, livery.emblem, 0.16, livery.ink, livery.field)
        return
    points = _outline(portrait, angle)
    loop(pen, livery.deep, points, 0.16)
    loop(pen, PAPER, points, 0.07)
    pen.polygon(livery.field, [(x * 0.93, y * 0.93) for x, y in points])
    if portrait.form == "unknown":
        paint_emblem(pen.moved(-0.2, 0.12), livery.emblem, 0.2, livery.ink, livery.field)
        paint_question(pen, Box(0.18, -0.02, 0.7, 0.7), livery.ink)
    else:
        paint_emblem(pen, livery.emblem, 0.25 if portrait.form in ("unit", "pawn") else 0.2, livery.ink, livery.field)
    if FALLEN in portrait.marks:
        for ink, wide in ((INK, 0.24), (PAPER, 0.12)):
            for slope in (-1, 1):
                pen.line(ink, (-0.4, -0.4 * slope), (0.4, 0.4 * slope), wide)


# -- with its parts --------------------------------------------------------------------------------------------------


def _paint_parts(pen: Pen, portrait: Portrait, wedge: _Wedge, plan: Arrangement, wide: float) -> None:
    """Draw all of a counter but its text. The wedge lies over marks, which may reach beyond the rim, and under text."""
    paint_under(pen, portrait, plan)
    paint_seen(pen, portrait, wedge.angle or 0.0, plan.picture)
    paint_signs(pen, portrait, plan)
    wedge.paint(pen, portrait)
    paint_plates(pen, portrait, plan, wide)


def paint_under(pen: Pen, portrait: Portrait, plan: Arrangement) -> None:
    """Draw what lies under everything: card or base, its border, and what the picture stands on."""
    livery, is_round = portrait.colours, portrait.round
    paint_body(pen, livery, is_round=is_round)
    width = 0.075 if is_round else 0.05
    paint_border(pen, livery, is_round=is_round, width=width)
    if is_round:
        pen.polygon(livery.deep, body_points(livery, is_round=True, inset=EDGE + width + 0.008))
        pen.polygon(livery.light, body_points(livery, is_round=True, inset=EDGE + width + 0.02))
    elif portrait.form not in ("unit", "unknown"):
        box = plan.picture
        pen.polygon(livery.light, rounded(box.width * 1.06, box.height * 1.06, 0.08, box.middle))


def paint_signs(pen: Pen, portrait: Portrait, plan: Arrangement) -> None:
    """Draw how many are left, and what has befallen them."""
    if portrait.strength is not None and plan.pips is not None:
        _paint_pips(pen, portrait.colours, portrait.strength, plan.pips, is_round=portrait.round)
    for mark, box in reversed(marks_shown(portrait, plan)):
        if mark is None:
            paint_more(pen, box)
        else:
            paint_mark(pen, mark, box)


def paint_plates(pen: Pen, portrait: Portrait, plan: Arrangement, wide: float) -> None:
    """Draw what text stands on; the label is so many counters wide."""
    chips = dict(plan.corners)
    for corner, _, tone in portrait.figures:
        if corner in chips:
            _paint_chip(pen, tone, chips[corner])
    _paint_strip(pen, portrait, plan, wide)


def paint_seen(pen: Pen, portrait: Portrait, angle: float, box: Box) -> None:
    """Draw the symbol, or what is seen from above, which turns with the counter."""
    livery = portrait.colours
    seen = pen.within(box.middle, box.height).turned(angle)
    match portrait.form:
        case "unit":
            paint_symbol(pen, portrait.symbol, box, INK, livery.light)
            paint_size(pen, portrait.size, box, livery.ink)
        case "unknown":
            pen.polygon(livery.light, rounded(box.width, box.height, 0.06, box.middle))
            paint_question(pen, Box(box.x, box.y, box.width * 0.84, box.height * 0.84), INK)
        case "pawn":
            paint_man(seen, portrait)
        case "horse":
            paint_horse(seen, portrait)
        case "rider":
            paint_rider(seen, portrait)
        case "mob":
            paint_crowd(pen.within((box.x, box.y - 0.02), 0.74), portrait.count)
        case _:
            paint_machine(seen, portrait)


def _paint_strip(pen: Pen, portrait: Portrait, plan: Arrangement, wide: float) -> None:
    """Draw what the label stands on, and the emblem of the side beside it."""
    livery, label = portrait.colours, plan.label
    if label is None:
        if plan.corners:
            paint_emblem(pen.moved(-0.36, 0), livery.emblem, 0.075, livery.ink, livery.field)
        else:
            _paint_small_emblem(pen, livery, on_plate=portrait.form != "unit")
        return
    if portrait.round:
        _paint_pill(pen, livery, replace(label_box(portrait, plan), height=label.height), wide)
        return
    paint_emblem(pen.moved(label.x - label.width / 2 + 0.075, label.y), livery.emblem, 0.058, livery.ink, livery.field)


def _paint_pill(pen: Pen, livery: Livery, label: Box, wide: float) -> None:
    """Draw the plate under a label on a round base: no wider than the label, so that it hides as little as it can."""
    left, right = label.x - wide / 2 - 0.135, label.x + wide / 2 + 0.05
    plate = rounded(right - left, label.height, label.height / 2, ((left + right) / 2, label.y))
    outlined(pen, PAPER, livery.deep, plate, 0.014)
    paint_emblem(pen.moved(left + 0.075, label.y), livery.emblem, label.height * 0.25, livery.deep, PAPER)


def _paint_small_emblem(pen: Pen, livery: Livery, *, on_plate: bool) -> None:
    if on_plate:
        plate = pen.moved(-0.34, -0.34)
        plate.disc(livery.deep, 0.165)
        plate.disc(livery.field, 0.145)
        paint_emblem(plate, livery.emblem, 0.088, livery.ink, livery.field)
    else:
        paint_emblem(pen.moved(-0.335, -0.34), livery.emblem, 0.075, livery.ink, livery.field)


def _paint_pips(pen: Pen, livery: Livery, strength: Strength, box: Box, *, is_round: bool) -> None:
    """Draw a pip for each of those there were: a large one for who is left, a faint dot for who is lost."""
    count = max(1, min(strength.full, 12))
    ink, behind = (INK, livery.light) if is_round else (livery.ink, livery.field)
    step = min(box.width / count, 0.085)
    radius = min(step * 0.44, box.height * 0.62)
    for n in range(count):
        at = (box.x + (n - (count - 1) / 2) * step, box.y)
        left = n < strength.now
        pen.disc(ink if left else between(behind, ink, 0.5), radius if left else radius * 0.45, at)


def _paint_chip(pen: Pen, tone: Tone, box: Box) -> None:
    """Draw what a figure stands on: square for fire, a shield for defence; armour has a line inside its rim."""
    colour = chip_colours(tone)[0]
    rim = PAPER if tone != "plain" else INK
    x, y, w, h = box.x, box.y, box.width / 2, box.height / 2
    if tone.endswith("shield"):
        shape = [(x - w, y - h), (x + w, y - h), (x + w, y + h * 0.45), (x, y + h * 1.18), (x - w, y + h * 0.45)]
    else:
        shape = rounded(box.width, box.height, box.height / 2 if tone.startswith("blue") else 0.03, box.middle)
    outlined(pen, colour, rim, shape, 0.011)
    if tone.startswith("blue"):
        inner = [(x + (px - x) * 0.86, y + (py - y) * 0.86) for px, py in shape]
        loop(pen, between(colour, PAPER, 0.55), inner, 0.009)
