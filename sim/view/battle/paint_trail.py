"""The trail on the map: what the others did since one's last order, as thin lines in the colours of their sides.

A move is a line with a small arrow head, a shot a dotted one that ends before its target in a star if it hit and in a
ring if it missed. Numbers tell the order. While an order is aimed only hairlines are left: they are not in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

import pygame

from sim.grid import Point
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.shades import LABELLED
from sim.view.counters.paint_counters import counter_size
from sim.view.model.trail import TrailStep
from sim.view.ui.lettering import haloed
from sim.view.ui.palette import Colour, theme
from sim.view.ui.strokes import draw_outline, draw_stroke, on_way


def paint_trail(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    trail: Sequence[TrailStep],
    livery_colour: Callable[[str | None], Colour],
    ui: float,
    *,
    faint: bool,
) -> None:
    """Draw a trail, the latest step on top; a faint one without heads, marks and numbers."""
    grid, width = layout.map.grid, max(1.0, 1.4 * ui) * theme().weight
    size = max(3.6 * ui, min(camera.scale * 0.09, 7 * ui))
    beside = counter_size(camera) / 2 + size
    numbers: list[pygame.Rect] = []
    for number, step in enumerate(trail, 1):
        points, colour = camera.pixels([grid.point(cell) for cell in step.cells]), livery_colour(step.side)
        points[-1] = _aside(points[-1], points[-2], beside)
        _paint_line(surface, points, colour, 1.0 if faint else width, dotted=step.is_shot, edged=not faint)
        if not faint:
            _paint_end(surface, step, points, colour, size)
            if camera.scale >= LABELLED:
                _paint_number(surface, number, _number_place(step, points), ui, numbers)


def _aside(point: Point, before: Point, far: float) -> Point:
    """Return the point beside the counter at the end of a line: what comes of it must not lie beneath."""
    length = max(hypot(point[0] - before[0], point[1] - before[1]), 0.01)
    return on_way(point, before, min(far / length, 0.6))


def _paint_line(
    surface: pygame.Surface, points: Sequence[Point], colour: Colour, width: float, *, dotted: bool, edged: bool
) -> None:
    inks = ((theme().map_ink, width + 1.6), (colour, width)) if edged else ((colour, width),)
    for ink, wide in inks:
        for one, other in pairwise(points):
            count = max(1, min(round(hypot(other[0] - one[0], other[1] - one[1]) / (width * 5)), 200)) if dotted else 1
            share = 0.5 if dotted else 1.0
            for n in range(count):
                draw_stroke(surface, ink, on_way(one, other, n / count), on_way(one, other, (n + share) / count), wide)


def _paint_end(surface: pygame.Surface, step: TrailStep, points: Sequence[Point], colour: Colour, size: float) -> None:
    """Draw the head of a move, or what a shot came to."""
    (ax, ay), (x, y) = points[-2], points[-1]
    angle = atan2(y - ay, x - ax)
    if step.is_shot and step.hit is False:
        pygame.draw.aacircle(surface, theme().map_ink, (x, y), size + 1.5, max(3, round(size * 0.55) + 2))
        pygame.draw.aacircle(surface, colour, (x, y), size, max(1, round(size * 0.4)))
        return
    if step.is_shot and step.hit:
        far = [size * (1.7 if n % 2 == 0 else 0.65) for n in range(8)]
        corners = [(x + far[n] * cos(n * pi / 4 + angle), y + far[n] * sin(n * pi / 4 + angle)) for n in range(8)]
    else:
        turns, reach = (0.0, 2.5, -2.5), size * 1.5
        corners = [(x + reach * cos(angle + turn), y + reach * sin(angle + turn)) for turn in turns]
    pygame.draw.polygon(surface, colour, corners)
    draw_outline(surface, theme().map_ink, corners, 1.4)


def _number_place(step: TrailStep, points: Sequence[Point]) -> Point:
    """Return where a number stands: where a move began, for the unit is gone from there; on the line of a shot."""
    return on_way(points[0], points[-1], 0.5) if step.is_shot else points[0]


def _paint_number(surface: pygame.Surface, number: int, at: Point, ui: float, taken: list[pygame.Rect]) -> None:
    """Write the number of a step where it hides no other: in a crowd some go without."""
    text = haloed(str(number), round(14 * ui), theme().map_ink, theme().map_halo, "bold")
    box = text.get_rect(center=(round(at[0]), round(at[1])))
    if box.inflate(-6, -8).collidelist(taken) < 0:
        surface.blit(text, box)
        taken.append(box)
