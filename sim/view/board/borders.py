"""The line around cells that belong together: an objective of several cells, an edge over which somebody leaves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import pygame

from sim.grid import Cell, Grid, Point
from sim.view.board.camera import Camera
from sim.view.ui.palette import Colour, theme
from sim.view.ui.strokes import draw_stroke


def paint_border(
    surface: pygame.Surface, grid: Grid, camera: Camera, cells: frozenset[Cell], colour: Colour, ui: float
) -> None:
    """Draw the line around some cells."""
    strokes = [(camera.pixel(start), camera.pixel(end)) for start, end in border(grid, cells)]
    width = min(max(camera.scale * 0.05, 1.5 * ui), 4 * ui)
    for ink, wide in ((theme().map_ink, width + 2 * ui), (colour, width)):
        for start, end in strokes:
            draw_stroke(surface, ink, start, end, wide)


@lru_cache(maxsize=256)
def border(grid: Grid, cells: frozenset[Cell]) -> tuple[tuple[Point, Point], ...]:
    """Return the line around some cells as straight strokes, each as long as it goes: every frame draws them."""
    ends = {
        (start, _way(start, end)): end
        for cell in sorted(cells)
        for side, step in enumerate(grid.side_steps)
        if cell.plus(step) not in cells
        for start, end in [sorted(_exact(point) for point in grid.side_points(cell, side))]
    }
    gone_on_to = {(end, way) for (_, way), end in ends.items()}
    return tuple((start, _last(ends, start, way)) for start, way in ends if (start, way) not in gone_on_to)


def _last(ends: Mapping[tuple[Point, Point], Point], start: Point, way: Point) -> Point:
    """Return where sides end that go on straight from one another."""
    while (start, way) in ends:
        start = ends[start, way]
    return start


def _way(start: Point, end: Point) -> Point:
    return _exact((end[0] - start[0], end[1] - start[1]))


def _exact(point: Point) -> Point:
    """Make the corner of one cell the same as that of its neighbour."""
    return round(point[0], 6), round(point[1], 6)
