"""The candidates of one choice on the map: who was chosen, who was left, and who was ruled out by which line.

Colour is never the only sign::

    chosen          thick outline, a star
    kept            solid outline
    lost the roll   solid outline, a die
    removed         dashed outline, a cross and the number of the line that removed it

The figure beside the sign is what was measured at the last line that the candidate reached. Labels keep their size
when the map is small; those that would cover a better one are left out then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Literal

import numpy as np
import pygame

from sim.engine.insight import Ranked, UnitAnswer
from sim.engine.notes import Selection, Subject
from sim.grid import Cell, Grid, Point
from sim.solo.explain import value_text
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.shades import LABELLED, corner_pixels, stamp_outline
from sim.view.ui.lettering import lettered, shortened, width_of
from sim.view.ui.palette import Colour, Tint, keeps_pictures, theme
from sim.view.ui.strokes import draw_outline, draw_stroke, on_way

Fate = Literal["chosen", "kept", "removed", "lost the roll"]
Where = Callable[[Subject], Cell | None]
"""Returns where a candidate is: a unit's cell, or a cell itself; None of what has no place, as a direction."""

_RANK: dict[Fate, int] = {"chosen": 0, "kept": 1, "lost the roll": 2, "removed": 3}
"""Whose label and outline lie on top, and who speaks for a cell with several candidates."""
_IN_A_CELL = 3
"""Labels of one cell at most; the rest are counted."""
_FIGURE = re.compile(r"[-+−]?\d+(?:[./]\d+)?")
_MEASURED = re.compile(r'\d+(?:\.\d+)?"? ')
"""How the words of an answer begin that measures: "3 hexes away"."""
_NUMBERED = 9
"""Up to which place cells have numbers: a hundred of them would hide the map."""
_TELLING = 7
"""Fewer letters of a word than this tell nothing."""


@dataclass(frozen=True)
class Candidate:
    """One candidate, and what became of it."""

    subject: Subject
    cell: Cell | None
    value: str
    """What was measured at the last line it reached; empty if there was none."""
    fate: Fate
    line: int | None = None
    """Of one that was removed, the number of the line that did it, as in the panel; of one that was kept its place."""

    @property
    def label(self) -> str:
        """The value in short: a figure or a word, without the reasons behind it.

        >>> Candidate("mg-1", None, "2 (rifles-3)", "kept").label, Candidate("mg-1", None, "no: spent", "kept").label
        ('2', 'no')
        """
        short = self.value
        for mark in (":", ";", "(", ","):
            short = short.partition(mark)[0]
        return short.strip() or self.value


Candidates = tuple[Candidate, ...]
"""All candidates of one choice, in the order in which they stood for it."""


def candidates_of(note: Selection, where: Where, step: int | None = None) -> Candidates:
    """Return what became of every candidate of a choice; with a step, as things stood after that line."""
    if step is not None and not 0 <= step < len(note.steps):
        raise IndexError(f"{note.what}: there is no line {step}; it has {len(note.steps)}")
    steps = note.steps if step is None else note.steps[: step + 1]
    values = [""] * len(note.candidates)
    removed: dict[int, int] = {}
    left: tuple[int, ...] = tuple(range(len(note.candidates)))
    for number, line in enumerate(steps, 1):
        for n, value in zip(left, line.values, strict=True):
            values[n] = value_text(value)
            if n not in line.kept:
                removed[n] = number
        left = line.kept
    return tuple(
        Candidate(subject, where(subject), values[n], _fate(note, n, n in removed, step), removed.get(n))
        for n, subject in enumerate(note.candidates)
    )


def weighed(answer: UnitAnswer, where: Where) -> Candidates:
    """Return whom an answer weighs: those first in place with a star, the others with their place, or crossed out."""
    return tuple(_placed(each, where(each.subject)) for each in answer.ranked)


def _placed(each: Ranked, cell: Cell | None) -> Candidate:
    """Return one of those whom an answer weighs. Of many cells only figures are written; the panel says the rest."""
    is_unit = isinstance(each.subject, str)
    told = each.text if each.passes and (is_unit or _MEASURED.match(each.text)) else ""
    fate: Fate = "removed" if not each.passes else "chosen" if each.place == 1 else "kept"
    numbered = fate == "kept" and (is_unit or (not told and each.place <= _NUMBERED))
    return Candidate(each.subject, cell, told, fate, each.place if numbered else None)


def _fate(note: Selection, n: int, removed: bool, step: int | None) -> Fate:
    if removed:
        return "removed"
    if step is not None:
        return "kept"
    return "chosen" if note.chosen == n else "lost the roll"


# -- drawing ----------------------------------------------------------------------------------------------


def paint_candidates(
    surface: pygame.Surface, layout: Layout, camera: Camera, candidates: Candidates, ui: float
) -> None:
    """Draw the candidates of a choice over the map and its counters."""
    by_cell: dict[Cell, list[Candidate]] = {}
    for candidate in sorted(candidates, key=lambda candidate: _RANK[candidate.fate]):
        if candidate.cell is not None and candidate.cell in layout.map:
            by_cell.setdefault(candidate.cell, []).append(candidate)
    shown = {*layout.cells_in_view(camera)}
    cells = [(cell, stack) for cell, stack in by_cell.items() if cell in shown]
    for cell, stack in reversed(cells):
        _paint_cell(surface, layout, camera, cell, stack[0].fate)
    if camera.scale >= LABELLED:
        _paint_labels(surface, layout, camera, cells, ui)


def _tint(fate: Fate) -> Tint:
    match fate:
        case "chosen":
            return theme().chosen
        case "removed":
            return theme().removed
        case _:
            return theme().candidate


def _paint_cell(surface: pygame.Surface, layout: Layout, camera: Camera, cell: Cell, fate: Fate) -> None:
    picture = _stamp(layout.map.grid, camera.scale, fate, theme().weight)
    (place,) = corner_pixels(layout, camera, np.array([layout.map.ordinal(cell)]), picture.get_size())
    surface.blit(picture, place)


@lru_cache(maxsize=64)
def _stamp(grid: Grid, scale: float, fate: Fate, weight: float) -> pygame.Surface:
    """Return the picture of a cell with a little of its colour and its outline, drawn large and shrunk.

    The outline lies inside the cell, so that neighbours keep one each.
    """
    large = 4 if scale < 48 else 2
    size, corners = stamp_outline(grid, scale * large, large)
    red, green, blue, opacity = _tint(fate)
    picture = pygame.Surface(size, pygame.SRCALPHA, 32)
    picture.fill((*theme().map_ink, 0))
    pygame.draw.polygon(picture, (red, green, blue, opacity // 2), corners)
    width = min(max(scale / 24, 1.2), 5.0) * weight * (2.0 if fate == "chosen" else 1.0) * large
    shape = _inset(corners, width / 2 + large)
    draw = _draw_dashes if fate == "removed" else draw_outline
    draw(picture, theme().map_ink, shape, width + 2.4 * large)
    draw(picture, (red, green, blue), shape, width)
    return pygame.transform.smoothscale(picture, (size[0] // large, size[1] // large))


keeps_pictures(_stamp.cache_clear)


def _inset(shape: Sequence[Point], by: float) -> list[Point]:
    """Return a shape drawn together towards its middle, so that neighbours do not draw over each other."""
    x, y = sum(point[0] for point in shape) / len(shape), sum(point[1] for point in shape) / len(shape)
    reach = max(hypot(shape[0][0] - x, shape[0][1] - y), 1.0)
    share = max(1 - by * 1.2 / reach, 0.5)
    return [(x + (px - x) * share, y + (py - y) * share) for px, py in shape]


def _draw_dashes(surface: pygame.Surface, colour: Colour, shape: Sequence[Point], width: float) -> None:
    """Draw a broken line around a shape: gaps at its corners and within its sides."""
    for n, end in enumerate(shape):
        start = shape[n - 1]
        for one, other in ((0.1, 0.38), (0.62, 0.9)):
            draw_stroke(surface, colour, on_way(start, end, one), on_way(start, end, other), width)


# -- labels -----------------------------------------------------------------------------------------------


def _paint_labels(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    cells: Sequence[tuple[Cell, Sequence[Candidate]]],
    ui: float,
) -> None:
    """Write labels at the foot of cells, the best first, inside the window, and none over another."""
    window, taken = pygame.Rect(0, 0, camera.width, camera.height), list[pygame.Rect]()
    size = label_height(camera, ui)
    for cell, stack in cells:
        x, y = camera.pixel(layout.map.grid.point(cell))
        foot = y + camera.scale * 0.47
        for picture in _labels_of(stack, size, camera.scale):
            box = picture.get_rect(midbottom=(round(x), round(foot))).clamp(window)
            if box.collidelist(taken) >= 0:
                break
            surface.blit(picture, box)
            taken.append(box)
            foot = box.top - 1


def label_height(camera: Camera, ui: float) -> int:
    """Return the height of letters: a part of the cell, and never too small to be read or larger than need be."""
    return round(min(max(camera.scale * 0.2, 11.0 * ui), 19.0 * ui))


def _labels_of(stack: Sequence[Candidate], size: int, room: float) -> Iterator[pygame.Surface]:
    """Yield the labels of one cell, from the foot up."""
    for candidate in stack[:_IN_A_CELL]:
        bare = candidate.line is None and not candidate.value
        if bare and (candidate.fate == "kept" or (candidate.fate == "removed" and room < 2.5 * size)):
            continue  # a card that says no more than the outline would hide what stands there
        yield _label(candidate.fate, candidate.line, candidate.label, size, round(max(room * 1.1, size * 3)))
    if len(stack) > _IN_A_CELL:
        yield _card([], f"+{len(stack) - _IN_A_CELL}", size)


@lru_cache(maxsize=1024)
def _label(fate: Fate, line: int | None, text: str, size: int, room: int) -> pygame.Surface:
    """Return a small card: the sign of a fate, of the removed the number of the line, and the value."""
    signs = [_sign(fate, size)] if fate != "kept" else []
    if line is not None:
        signs.append(lettered(str(line), size, theme().map_halo, "bold"))
    used = sum(sign.get_width() + size // 2 for sign in signs) + size
    return _card(signs, fitting(text, size, room - used), size)


keeps_pictures(_label.cache_clear)


def fitting(text: str, size: int, room: int) -> str:
    """Return as much of a label as there is room for: all of it, its figure, several letters of it, or nothing."""
    figure = _FIGURE.match(text)
    for form in (text, figure.group() if figure else ""):
        if form and width_of(form, size, "bold") <= max(room, size):
            return form
    cut = shortened(text, size, max(room, size), "bold")
    return cut if len(cut) > _TELLING and not figure else ""


def _card(signs: Sequence[pygame.Surface], text: str, size: int) -> pygame.Surface:
    """Return a card whose left part is dark, with the signs, and whose right part is light, with the text."""
    gap, pad, high, ink = max(1, size // 6), max(3, size // 3), round(size * 1.3), theme().map_ink
    words = [lettered(text, size, ink, "bold")] if text or not signs else []
    dark = sum(sign.get_width() + gap for sign in signs) - gap + 2 * pad if signs else 0
    light = words[0].get_width() + 2 * pad if words else 0
    card = pygame.Surface((dark + light, high), pygame.SRCALPHA, 32)
    pygame.draw.rect(card, ink, card.get_rect(), border_radius=size // 3)
    if words:
        inner = pygame.Rect(max(dark, 1), 1, light - (1 if dark else 2), high - 2)
        left = 0 if dark else size // 3
        corners = {"border_top_left_radius": left, "border_bottom_left_radius": left}
        pygame.draw.rect(card, theme().map_halo, inner, border_radius=size // 3, **corners)
        card.blit(words[0], words[0].get_rect(center=inner.center))
    x = pad
    for sign in signs:
        card.blit(sign, sign.get_rect(midleft=(x, high // 2)))
        x += sign.get_width() + gap
    return card


def _sign(fate: Fate, size: int) -> pygame.Surface:
    """Return a star, a cross or a die, drawn large and shrunk."""
    large, ink = size * 4, theme().map_halo
    picture = pygame.Surface((large, large), pygame.SRCALPHA, 32)
    picture.fill((*ink, 0))
    middle, reach = large / 2, large * 0.46
    match fate:
        case "chosen":
            turns = [(pi * n / 5 - pi / 2, reach if n % 2 == 0 else reach * 0.42) for n in range(10)]
            pygame.draw.polygon(picture, ink, [(middle + cos(t) * r, middle + sin(t) * r) for t, r in turns])
        case "removed":
            reach *= 0.72
            for down in (-reach, reach):
                ends = (middle - reach, middle - down), (middle + reach, middle + down)
                pygame.draw.line(picture, ink, *ends, large // 7)
        case _:
            box = pygame.Rect(0, 0, round(large * 0.72), round(large * 0.72))
            box.center = (large // 2, large // 2)
            pygame.draw.rect(picture, ink, box, large // 12, large // 9)
            for dx, dy in ((-1, -1), (0, 0), (1, 1)):
                pygame.draw.circle(picture, ink, (middle + dx * large * 0.18, middle + dy * large * 0.18), large * 0.07)
    return pygame.transform.smoothscale(picture, (size, size))
