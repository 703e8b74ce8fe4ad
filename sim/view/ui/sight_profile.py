"""A line of sight seen from the side, as a panel shows it; and the strokes that the ruler on the map shares with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

import pygame

from sim.board.convention import CONVENTIONS
from sim.board.sight import LinesOfSight, MetOnLine, Sight
from sim.board.sight_table import NOTHING, WALL_TOP
from sim.grid import Across, Between, Point, Through
from sim.view.ui.palette import Colour, theme
from sim.view.ui.strokes import draw_stroke, on_way


@dataclass(frozen=True)
class SightProfile:
    """A line of sight seen from the side: ground, what rises above it, and the line itself."""

    ground: tuple[tuple[float, float, int], ...]
    """From, to (shares of the way), level."""
    risen: tuple[tuple[float, float, int, bool], ...]
    """From, to, top, and whether it is what stops the line."""
    line: tuple[tuple[float, float], ...]
    blocked_at: float | None
    """How far along the way the line is stopped; None where it is clear."""

    @property
    def clear(self) -> bool:
        """Say whether the target is seen."""
        return self.blocked_at is None


def profile(lines: LinesOfSight, sight: Sight) -> SightProfile:
    """Return a line of sight as a drawing from the side, all the way to the target: what hides it may be near or far.

    The figures are those of its certificate, and behind what stops it those that it would meet.
    """
    ground, convention = lines.ground, CONVENTIONS[sight.convention]
    start, end = ground.height_at(sight.viewer), ground.height_at(sight.target)
    low, high = (start + convention.eye, end + convention.eye)
    if convention.heights == "high_ground":
        low = high = max(start, end)
    levels, risen = [], []
    for passed in (*sight.passed, *lines.beyond(sight)):
        enters, leaves = _span(passed)
        if isinstance(passed.met, Through):
            level = ground.height_at(passed.met.cell) if passed.met.cell in ground.map else 0
            levels.append((enters, leaves, level))
        if passed.top > NOTHING:
            risen.append((enters, leaves, passed.top, passed is sight.blocker))
    first = min((enters for enters, _, _ in levels), default=0.5)
    last = max((leaves for _, leaves, _ in levels), default=0.5)
    levels = sorted([(0.0, first, start), *levels, (last, 1.0, end)])
    line = ((0.0, float(low)), (1.0, float(high)))
    blocked_at = share_of_way(sight.blocker) if sight.blocker else None
    return SightProfile(tuple(_without_gaps(levels)), tuple(risen), line, blocked_at)


def _without_gaps(levels: list[tuple[float, float, int]]) -> Iterator[tuple[float, float, int]]:
    """Let each stretch of ground reach to the next: between two banks a line passes over neither."""
    for n, (start, end, level) in enumerate(levels):
        yield start, levels[n + 1][0] if n + 1 < len(levels) else end, level


def _span(passed: MetOnLine) -> tuple[float, float]:
    """Return the part of the way that something takes up; a wall is drawn a little wide."""
    match passed.met:
        case Through(_, enters, leaves) | Between(_, _, enters, leaves) if enters != leaves:
            return float(enters), float(leaves)
    at = share_of_way(passed)
    return max(at - 0.008, 0.0), min(at + 0.008, 1.0)


def paint_profile(surface: pygame.Surface, frame: pygame.Rect, drawn: SightProfile) -> None:
    """Draw a profile into a rectangle."""
    tops = [top for _, _, top, _ in drawn.risen if top < WALL_TOP]
    levels = [level for _, _, level in drawn.ground]
    high = max([*tops, *levels, *(round(y + 0.5) for _, y in drawn.line)]) + 0.6
    low = min(levels) - 0.8

    def place(share: float, height: float) -> Point:
        up = (min(height, high) - low) / (high - low)
        return frame.left + share * frame.width, frame.bottom - up * frame.height

    pygame.draw.rect(surface, theme().chart, frame)
    for start, end, level in drawn.ground:
        _bar(surface, theme().chart_ground, place(start, level), place(end, low))
    for start, end, top, stops in drawn.risen:
        base = max((level for a, b, level in drawn.ground if a <= (start + end) / 2 <= b), default=low)
        if stops:
            _bar(surface, theme().blocked_line, place(start, top), place(end, low))
        elif top > base:
            _bar(surface, theme().chart_growth, place(start, top), place(end, base))
    one, other = (place(share, height) for share, height in drawn.line)
    stop = other if drawn.blocked_at is None else on_way(one, other, drawn.blocked_at)
    width = max(1, frame.height // 40) * theme().weight
    draw_line(surface, theme().clear_line, one, stop, width)
    if drawn.blocked_at is not None:
        draw_dashes(surface, theme().hover, stop, other, width)
        draw_cross(surface, stop, max(3.0, frame.height / 18))
    for point in (one, other):
        pygame.draw.circle(surface, theme().mark, point, max(2, frame.height // 22))
    pygame.draw.rect(surface, theme().panel_edge, frame, 1)


def _bar(surface: pygame.Surface, colour: Colour, top_left: Point, bottom_right: Point) -> None:
    (left, top), (right, bottom) = top_left, bottom_right
    # Both ends are rounded, not the width: else a seam shows between two bars that touch.
    wide, high = max(2, round(right) - round(left)), max(1, round(bottom) - round(top))
    pygame.draw.rect(surface, colour, (round(left), round(top), wide, high))


def share_of_way(passed: MetOnLine) -> float:
    """Return how far along the line something stands, 0 to 1: at its middle."""
    match passed.met:
        case Through(_, enters, leaves):
            return float(enters + leaves) / 2
        case Across(_, at):
            return float(at)
        case Between(_, _, enters, leaves):
            return float(enters + leaves) / 2


def draw_line(surface: pygame.Surface, colour: Colour, start: Point, end: Point, width: float) -> None:
    """Draw a line with a dark border, which shows on any ground."""
    draw_stroke(surface, theme().map_ink, start, end, width + 2.5)
    draw_stroke(surface, colour, start, end, width)


def draw_dashes(surface: pygame.Surface, colour: Colour, start: Point, end: Point, width: float) -> None:
    """Draw a broken line."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    count = max(1, min(round(length / (width * 5)), 400))
    for n in range(count):
        one, other = on_way(start, end, n / count), on_way(start, end, (n + 0.55) / count)
        draw_line(surface, colour, one, other, width)


def draw_cross(surface: pygame.Surface, at: Point, reach: float) -> None:
    """Draw a cross where something stops the line."""
    x, y = at
    for colour, width in ((theme().map_ink, reach * 0.62 + 2.5), (theme().blocked_line, reach * 0.62)):
        draw_stroke(surface, colour, (x - reach, y - reach), (x + reach, y + reach), width)
        draw_stroke(surface, colour, (x - reach, y + reach), (x + reach, y - reach), width)
