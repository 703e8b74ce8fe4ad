"""Counters as vectors, for pages: the painters of the viewer draw with a pen that writes SVG.

What several counters have in common (a card, a mark, a man with a rifle) is written once and used by all, so that a
battle of a thousand different counters stays small. What turns with the facing is a symbol of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pygame
from pygame.typing import ColorLike

from sim.files.markup import Html, element, joined
from sim.grid import Point
from sim.share.moments import CounterLook
from sim.view.board.pen import Pen
from sim.view.counters.bodies import paint_facing
from sim.view.counters.detail import Detail, arrangement
from sim.view.counters.lettering_on import LetteredLine, lines
from sim.view.counters.livery import INK, PAPER
from sim.view.counters.paint_counter import paint_plates, paint_seen, paint_signs, paint_under
from sim.view.counters.portrait import Portrait

SIDE = 400
"""How many units the side of a counter is long: whole numbers are fine enough, and short."""
_TURNING = {"pawn", "horse", "rider", "vehicle", "gun", "aircraft", "boat", "train"}
"""Forms that are seen from above, and turn with the facing."""
_WEDGED = 60
"""The wedge is as large as on a counter of so many pixels."""
_EM = 0.92
"""The letters of a page are as large as those of the viewer at this share of their size."""


@dataclass(frozen=True)
class VectorPen(Pen):
    """Writes what it is told to draw."""

    shapes: list[Html] = field(default_factory=list)

    def polygon(self, colour: ColorLike, points: Iterable[Point], outline: ColorLike | None = None) -> None:
        """Write a shape."""
        way, fill = _way([self.place(point) for point in points]), _hex(colour)
        if outline is not None:
            line = {"stroke": _hex(outline), "stroke_width": self.pixels(0.018)}
            self.shapes.append(element("path", d=way, fill=fill, **line))
        elif self.shapes and _is_shape(self.shapes[-1], joins := f'" fill="{fill}"/>'):
            self.shapes[-1] = Html(self.shapes[-1].removesuffix(joins) + way + joins)
        else:
            self.shapes.append(Html(f'<path d="{way}" fill="{fill}"/>'))

    def disc(self, colour: ColorLike, radius: float, at: Point = (0, 0), outline: ColorLike | None = None) -> None:
        """Write a circle."""
        line = {} if outline is None else {"stroke": _hex(outline), "stroke_width": self.pixels(0.018)}
        self.shapes.append(element("circle", **self._round(radius, at), fill=_hex(colour), **line))

    def ring(self, colour: ColorLike, radius: float, width: float, at: Point = (0, 0)) -> None:
        """Write a circle's line, which lies inside its radius."""
        line = {"stroke": _hex(colour), "stroke_width": self.pixels(width)}
        self.shapes.append(element("circle", **self._round(radius - width / 2, at), fill="none", **line))

    def line(self, colour: ColorLike, start: Point, end: Point, width: float = 0.02) -> None:
        """Write a straight line."""
        (ax, ay), (bx, by) = self.place(start), self.place(end)
        way = f"M{round(ax)} {round(ay)}L{round(bx)} {round(by)}"
        self.shapes.append(element("path", d=way, stroke=_hex(colour), stroke_width=self.pixels(width)))

    def _round(self, radius: float, at: Point) -> dict[str, int]:
        x, y = self.place(at)
        return {"cx": round(x), "cy": round(y), "r": max(1, round(radius * self.scale))}


def _is_shape(drawn: Html, ends: str) -> bool:
    """Say whether it is a shape that another can be added to; a circle of the same colour cannot."""
    return drawn.startswith("<path") and drawn.endswith(ends)


def _way(points: Sequence[Point]) -> str:
    """Return the path around a shape: where it begins, and from each corner to the next, which takes fewer digits."""
    placed = [(round(x), round(y)) for x, y in points]
    steps = [(right - x, down - y) for (x, y), (right, down) in pairwise(placed)]
    text = " ".join(f"{right} {down}" for right, down in steps if right or down)
    return f"M{placed[0][0]} {placed[0][1]}l{text}z".replace(" -", "-")


def _hex(colour: ColorLike) -> str:
    red, green, blue, solid = pygame.Color(colour)
    return f"#{red:02x}{green:02x}{blue:02x}" + ("" if solid == 255 else f"{solid:02x}")


class VectorCounters:
    """The looks of counters, and the symbols of which they are made."""

    def __init__(self) -> None:
        self._symbols: dict[str, str] = {}
        """By what is drawn, the id."""
        self._looks: dict[Portrait, CounterLook] = {}
        self._wedges: dict[tuple[bool, float], str] = {}
        self._surface = pygame.Surface((1, 1))

    def look(self, portrait: Portrait) -> CounterLook:
        """Return the symbols of a counter, whichever way it faces."""
        portrait = replace(portrait, facing=None)
        known = self._looks.get(portrait)
        if known is None:
            known = self._looks[portrait] = self._drawn(portrait)
        return known

    def wedge(self, *, is_round: bool, angle: float) -> str:
        """Return the symbol that shows where a counter faces; it follows the rim, so each angle has its own."""
        known = self._wedges.get((is_round, angle))
        if known is None:
            drawn = self._shapes(lambda pen: paint_facing(pen, angle, (INK, PAPER), is_round=is_round, size=_WEDGED))
            known = self._wedges[is_round, angle] = self._symbol(drawn)
        return known

    def symbols(self) -> Iterator[Html]:
        """Yield every symbol that was used."""
        for drawn, id_ in self._symbols.items():
            yield element("g", Html(drawn), id=id_)

    def _drawn(self, portrait: Portrait) -> CounterLook:
        if "spent" in portrait.marks:
            portrait = replace(portrait, colours=portrait.colours.spent)
        plan = arrangement(portrait, Detail.FIGURES if portrait.round else Detail.LABEL)
        written = lines(portrait, SIDE) if portrait.round else lines(portrait, SIDE, Detail.LABEL)
        wide = max((line.rect[2] for line in written if line.is_label), default=0) / SIDE
        turns = portrait.form in _TURNING
        seen = self._use(lambda pen: paint_seen(pen, portrait, 0.0, plan.picture))
        under = self._use(lambda pen: paint_under(pen, portrait, plan))
        over = (
            self._use(lambda pen: paint_signs(pen, portrait, plan)),
            self._use(lambda pen: paint_plates(pen, portrait, plan, wide)),
            *map(_lettered, written),
        )
        return CounterLook(
            under=self._symbol(under if turns else joined((under, seen))),
            turning=self._symbol(seen) if turns else "",
            pivot=(plan.picture.x * SIDE, plan.picture.y * SIDE),
            over=self._symbol(joined(over)),
            is_round=portrait.round,
        )

    def _use(self, paint: Callable[[Pen], None]) -> Html:
        drawn = self._shapes(paint)
        return element("use", href=f"#{self._symbol(drawn)}") if drawn else Html("")

    def _shapes(self, paint: Callable[[Pen], None]) -> Html:
        pen = VectorPen(self._surface, 0.0, 0.0, SIDE)
        paint(pen)
        return Html("".join(pen.shapes))

    def _symbol(self, drawn: str) -> str:
        return self._symbols.setdefault(drawn, f"c{len(self._symbols)}")


def _lettered(line: LetteredLine) -> Html:
    left, top, wide, high = line.rect
    x, y = left + wide / 2 - SIDE / 2, top + high - SIDE / 2
    below = 0.2 * line.size if set(line.text) & set("gjpqy,;") else 0.0
    place = {"x": round(x), "y": round(y - below), "font_size": round(line.size * _EM), "textLength": wide}
    return element("text", line.text, **place, fill=_hex(line.colour))
