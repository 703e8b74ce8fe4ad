"""A line of sight seen from the side, as a panel shows it; and the strokes that the ruler on the map shares with it."""

from __future__ import annotations

from math import hypot

import pygame

from sim.board.sight_table import WALL_TOP
from sim.grid import Point
from sim.view.blocks.sight_profile import SightProfile
from sim.view.ui.palette import Colour, theme
from sim.view.ui.strokes import draw_stroke, on_way


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
