"""What lies on the map in several cells at once: one place, with a border around it and one marker in its middle.

A flag in each of thirty cells would hide the ground and say no more than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from sim.engine.insight import Marker
from sim.grid import Cell, Grid
from sim.view.battle.marks import LiveryColour, marker_box, markers_placed, paint_markers
from sim.view.board.borders import paint_border
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout


@dataclass(frozen=True)
class MarkedPlace:
    """A marker, and all the cells that it speaks of."""

    marker: Marker
    cells: frozenset[Cell]


@lru_cache(maxsize=64)
def places(grid: Grid, markers: tuple[Marker, ...]) -> tuple[MarkedPlace, ...]:
    """Gather markers that say the same in cells that hang together; the marker stands in the middle of them."""
    alike: dict[Marker, list[Cell]] = {}
    for marker in markers:
        alike.setdefault(replace(marker, cell=Cell(0, 0)), []).append(marker.cell)
    return tuple(
        MarkedPlace(replace(marker, cell=_middle(grid, cells)), frozenset(cells))
        for marker, all_cells in alike.items()
        for cells in _hanging_together(grid, all_cells)
    )


def _hanging_together(grid: Grid, cells: list[Cell]) -> list[list[Cell]]:
    """Part cells into those that share sides, in the order given."""
    left, found = dict.fromkeys(cells), []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for cell in part:
            for step in grid.side_steps:
                if (other := cell.plus(step)) in left:
                    part.append(other)
                    del left[other]
        found.append(part)
    return found


def _middle(grid: Grid, cells: list[Cell]) -> Cell:
    return min(cells, key=lambda cell: sum(grid.squared(cell, other) for other in cells))


def paint_places(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    markers: Sequence[Marker],
    livery_colour: LiveryColour,
    ui: float,
) -> None:
    """Draw what lies on the map: a border in the colour of whoever holds it around a place of several cells."""
    found = places(layout.map.grid, tuple(markers))
    for place in found:
        if len(place.cells) > 1:
            paint_border(surface, layout.map.grid, camera, place.cells, livery_colour(place.marker.side), ui)
    paint_markers(surface, layout, camera, [each.marker for each in found], livery_colour, ui)


def place_boxes(layout: Layout, camera: Camera, markers: Sequence[Marker], ui: float) -> list[pygame.Rect]:
    """Return the boxes that the markers of places fill."""
    shown = [place.marker for place in places(layout.map.grid, tuple(markers))]
    return [marker_box(at, camera, ui) for _, at in markers_placed(layout, camera, shown, ui)]
