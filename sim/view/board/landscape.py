"""A landscape: the ground to be painted, and all that painters need to know of it, worked out once.

Painters are functions of (surface, landscape, camera). A landscape never changes: when play changes the ground there is
a new one, which takes over the survey of the old one unless the terrain itself is another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.board.ground import Ground
from sim.grid import Cell, Edge, Point
from sim.view.board.camera import Camera
from sim.view.board.ground_styles import OBJECTS, GroundStyle, ground_style
from sim.view.board.layout import Layout, layout
from sim.view.board.plots import DIRECTED, Plots, plots_of
from sim.view.board.survey import Survey, look, surveyed

Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class Landscape:
    """A ground, its survey, and what stands on its sides."""

    ground: Ground
    survey: Survey

    @cached_property
    def layout(self) -> Layout:
        return layout(self.ground.map)

    @cached_property
    def styles(self) -> tuple[GroundStyle, ...]:
        """How each look of the survey is painted."""
        return tuple(ground_style(name, self.ground.map.terrain_set.id) for name in self.survey.looks)

    @cached_property
    def plots(self) -> Plots:
        """Which way furrows and planks run."""
        cells, of_cell = self.ground.map.cells, self.survey.look_of_cell
        textures = {cells[n]: self.styles[of_cell[n]].texture for n in np.flatnonzero(of_cell >= 0)}
        return plots_of(self.ground.map, {cell: name for cell, name in textures.items() if name in DIRECTED})

    def once(self, name: str, make: Callable[[Landscape], Made]) -> Made:
        """Return what a painter derives from this landscape, made when it is first asked for."""
        if name not in self._made:
            self._made[name] = make(self)
        made: Made = self._made[name]
        return made

    @cached_property
    def _made(self) -> dict[str, Any]:
        return {}

    def style_at(self, cell: Cell) -> GroundStyle:
        """Return how the ground of a cell is painted."""
        return self.styles[int(self.survey.look_of_cell[self.ground.map.ordinal(cell)])]

    # -- sides and ways ----------------------------------------------------------------------------------

    @cached_property
    def edges(self) -> dict[Edge, str]:
        """The look of everything that stands on a side now."""
        candidates = {**self.ground.map.edges, **dict(self.ground.changes.edges)}
        kinds = ((edge, self.ground.edge_at(edge)) for edge in candidates)
        return {edge: look(kind) for edge, kind in kinds if kind is not None}

    @cached_property
    def ways(self) -> dict[Edge, str]:
        """The look of every link of a road, trail or railway."""
        kinds = self.ground.map.terrain_set.ways
        return {link: look(kinds[kind]) for link, kind in self.ground.map.ways.items()}

    def edges_in_view(self, camera: Camera) -> list[tuple[Edge, str]]:
        """Return the sides in view that have something on them, with its look."""
        return _in_view(list(self.edges.items()), self._edge_points, camera, 0.7)

    @cached_property
    def _edge_points(self) -> NDArray[np.float64]:
        return self._middles(list(self.edges))

    def _middles(self, edges: list[Edge]) -> NDArray[np.float64]:
        points = [
            middle(self.ground.map.grid.point(edge.first), self.ground.map.grid.point(edge.second)) for edge in edges
        ]
        return np.array(points, dtype=np.float64).reshape(-1, 2)

    def side_points(self, edge: Edge) -> tuple[Point, Point]:
        """Return both ends of a side on the plane."""
        grid = self.ground.map.grid
        return grid.side_points(edge.first, grid.side_steps.index(edge.second.minus(edge.first)))

    # -- features ----------------------------------------------------------------------------------------

    @cached_property
    def features(self) -> dict[Cell, tuple[str, ...]]:
        """The looks of what else is in a cell, objects that fill it first."""
        found: dict[Cell, tuple[str, ...]] = {}
        for n in np.flatnonzero(self.layout.present):
            cell = self.ground.map.cells[n]
            own = look(self.ground.terrain_at(cell))
            filled = (own,) if own in OBJECTS else ()
            looks = (*filled, *(look(kind) for kind in self.ground.features_at(cell)))
            if looks:
                found[cell] = looks
        return found

    def features_in_view(self, camera: Camera, margin: float = 0.7) -> list[tuple[Cell, tuple[str, ...]]]:
        """Return the cells in view that have features, with their looks, in map order."""
        view = camera.view
        near = []
        for cell, looks in self.features.items():
            x, y = self.ground.map.grid.point(cell)
            if view.left - margin < x < view.right + margin and view.top - margin < y < view.bottom + margin:
                near.append((cell, looks))
        return near


def _in_view(
    items: list[tuple[Edge, str]], points: NDArray[np.float64], camera: Camera, margin: float
) -> list[tuple[Edge, str]]:
    left, top, right, bottom = camera.view
    x, y = points[:, 0], points[:, 1]
    near = (x > left - margin) & (x < right + margin) & (y > top - margin) & (y < bottom + margin)
    return [items[n] for n in np.flatnonzero(near)]


def middle(one: Point, other: Point) -> Point:
    """Return the point half-way between two."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def landscape_of(ground: Ground, before: Landscape | None = None) -> Landscape:
    """Set a landscape; the survey of an earlier one over the same terrain is taken over."""
    if before is not None and _same_terrain(before.ground, ground):
        return Landscape(ground, before.survey)
    return Landscape(ground, surveyed(ground))


def _same_terrain(one: Ground, other: Ground) -> bool:
    return one.map is other.map and one.changes.terrain == other.changes.terrain
