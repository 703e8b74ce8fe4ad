"""The map of a battle: immutable ground, and the arrays that the rest is computed from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import starmap
from math import sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.flat_index import Slots
from sim.board.terrain import VOID, EdgeKind, FeatureKind, TerrainKind, TerrainSet, WayKind
from sim.grid import Cell, Edge, Grid
from sim.memo import KeepsAnswers, memo

LARGE = 10_000
"""Cells beyond which a map makes an object of a cell when somebody asks for it, and not of all cells at once."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much ground a step across one side covers."""

    per_cell: float = 1.0
    unit: Literal["inch", "metre"] = "inch"


class _Reckoned(dict[Cell, int]):
    """The places of cells in the map order of a large map, each reckoned from column and row when it is asked for."""

    def __init__(self, grid: Grid, width: int, terrain: tuple[str, ...]) -> None:
        self._grid, self._width, self._terrain = grid, width, terrain

    def __missing__(self, cell: object) -> int:
        if isinstance(cell, Cell):
            column, row = self._grid.offset(cell)
            ordinal = row * self._width + column
            if 0 <= column < self._width and 0 <= ordinal < len(self._terrain) and self._terrain[ordinal] != VOID:
                self[cell] = ordinal
                return ordinal
        raise KeyError(cell)


@dataclass(frozen=True, eq=False)
class BattleMap(KeepsAnswers):
    """A board of cells with terrain, heights, edges, features, ways and named places.

    Nothing here changes in play: smoke, doors and rubble are `Changes` (see `ground.py`). Two maps are the same
    only if they are the same object; `digest` tells whether two files describe the same ground.
    """

    name: str
    grid: Grid
    width: int
    height: int
    terrain_set: TerrainSet
    terrain: tuple[str, ...]
    """Terrain ids in map order; VOID where the board has a hole."""
    heights: tuple[int, ...]
    edges: Mapping[Edge, str] = field(default_factory=dict)
    features: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)
    ways: Mapping[Edge, str] = field(default_factory=dict)
    """Roads and rails as links between neighbouring cells (diagonal neighbours included)."""
    places: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    """What is lettered on the map: a village, a bridge."""
    scale: Scale = field(default_factory=Scale)
    title: str = ""
    notes: str = ""
    areas: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    """What scenarios name and nobody would letter on a map: an entry edge, a deployment zone."""

    def redrawn(self, **parts: Any) -> BattleMap:
        """Return the map with other parts; of one with the same outline, what follows from that alone is taken over.

        An editor makes a map of every stroke, and to find the cells of a large one anew takes longer than the stroke.
        """
        drawn = replace(self, **parts)
        outline = ("grid", "width", "height")
        same = all(getattr(self, name) == getattr(drawn, name) for name in outline) and (
            self.terrain is drawn.terrain
            or (VOID not in self.terrain and VOID not in drawn.terrain)
            or [kind == VOID for kind in self.terrain] == [kind == VOID for kind in drawn.terrain]
        )
        if same:
            known = ("cells", "_measured", "slots")
            vars(drawn).update({name: vars(self)[name] for name in known if name in vars(self)})
            if len(self.terrain) <= LARGE and "_ordinals" in vars(self):  # one that reckons knows the terrain as well
                vars(drawn)["_ordinals"] = self._ordinals
        return drawn

    # -- cells -------------------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell of the rectangle in map order (row by row), holes included."""
        return tuple(self.grid.rectangle(self.width, self.height))

    def cells_at(self, ordinals: NDArray[np.intp]) -> Iterator[Cell]:
        """Yield the cells at these places in map order; a large map makes them, rather than a whole board of them."""
        if len(self.terrain) > LARGE and "cells" not in vars(self):
            return starmap(Cell, self.slots.places[ordinals].tolist())
        cells = self.cells
        return (cells[ordinal] for ordinal in ordinals)

    @cached_property
    def _ordinals(self) -> dict[Cell, int]:
        if len(self.terrain) > LARGE:
            return _Reckoned(self.grid, self.width, self.terrain)
        return {cell: n for n, cell in enumerate(self.cells) if self.terrain[n] != VOID}

    def __contains__(self, cell: object) -> bool:
        return cell in self._ordinals or (len(self.terrain) > LARGE and self.ordinal_if_there(cell) is not None)

    def ordinal_if_there(self, cell: object) -> int | None:
        """Return the cell's place in map order; None where it is none of the map's."""
        known: int | None = self._ordinals.get(cell)  # type: ignore[call-overload]
        if known is None and len(self.terrain) > LARGE:
            with suppress(KeyError):
                return self._ordinals[cell]  # type: ignore[index]
        return known

    def ordinal(self, cell: Cell) -> int:
        """Return the cell's place in map order."""
        return self._ordinals[cell]

    @cached_property
    def whole(self) -> Area:
        """All cells that are part of the map."""
        return Area.where(self, np.array([kind != VOID for kind in self.terrain]))

    def area(self, *cells: Cell) -> Area:
        """Return these cells as an area."""
        return Area.of(self, cells)

    def cell(self, name: str) -> Cell:
        """Return the cell of that name; ValueError where the name is none or lies off the map."""
        cell = self.grid.cell(name)
        if cell not in self:
            last = self.grid.name(self.grid.at(self.width - 1, self.height - 1))
            raise ValueError(f'"{name}" is not on the map "{self.name}", which ends at {last}')
        return cell

    # -- what is there -----------------------------------------------------------------------------------

    def terrain_at(self, cell: Cell) -> TerrainKind:
        """Return the ground of a cell."""
        return self.terrain_set.terrain[self.terrain[self.ordinal(cell)]]

    def height_at(self, cell: Cell) -> int:
        """Return the level of a cell's ground."""
        return self.heights[self.ordinal(cell)]

    def features_at(self, cell: Cell) -> tuple[FeatureKind, ...]:
        """Return what else is in a cell."""
        return tuple(self.terrain_set.features[kind] for kind in self.features.get(cell, ()))

    def edge_at(self, edge: Edge) -> EdgeKind | None:
        """Return what stands on an edge."""
        kind = self.edges.get(edge)
        return self.terrain_set.edges[kind] if kind else None

    def way_at(self, link: Edge) -> WayKind | None:
        """Return the road or rail that links two neighbouring cells."""
        kind = self.ways.get(link)
        return self.terrain_set.ways[kind] if kind else None

    def places_at(self, cell: Cell) -> tuple[str, ...]:
        """Return the names of the places that a cell belongs to."""
        return tuple(name for name, cells in self.places.items() if cell in cells)

    def areas_at(self, cell: Cell) -> tuple[str, ...]:
        """Return the names of the areas that a cell belongs to."""
        return tuple(name for name, cells in self.areas.items() if cell in cells)

    # -- measures ----------------------------------------------------------------------------------------

    def distance(self, one: Cell, other: Cell) -> int:
        """Return the distance in cells."""
        return self.grid.distance(one, other)

    def distances(self, ones: Sequence[Cell], others: Sequence[Cell] | NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the distance in cells of each of some cells, by rows, from each of others, by columns.

        The measure is the grid's own, taken of all coordinates at once. `slots.places` are all cells in map order.
        """
        (q, r), (others_q, others_r) = (np.array(cells, dtype=np.int64).reshape(-1, 2).T for cells in (ones, others))
        by_row = Cell(q[:, None], r[:, None])  # type: ignore[arg-type]  # columns of numbers in place of each
        return np.asarray(self.grid.distance(by_row, Cell(others_q, others_r)))  # type: ignore[arg-type]

    @memo
    def nearest(self, cells: tuple[Cell, ...]) -> list[int]:
        """Return how far each cell of the map is from the nearest of some, in map order: from a place, an objective."""
        found: list[int] = self.distances(cells, self.slots.places).min(axis=0).tolist()
        return found

    def is_at_edge(self, cell: Cell) -> bool:
        """Say whether a cell lies at an edge of the map, where one can leave it."""
        column, row = self.grid.offset(cell)
        return column in (0, self.width - 1) or row in (0, self.height - 1)

    def length(self, one: Cell, other: Cell) -> float:
        """Return the straight distance between centres in the map's unit (inches or metres)."""
        return sqrt(self.grid.squared(one, other)) * self.scale.per_cell

    def squared_lengths(self, centre: Cell) -> NDArray[np.int64]:
        """Return the squared distance of every cell from one, in map order, neighbours being 1 apart."""
        (qq, qr, rr), (q, r) = self.grid.form, centre
        columns, rows, squares = self._measured
        # The square of a difference, multiplied out: what every centre has in common is worked out once.
        lengths: NDArray[np.int64] = squares - (2 * qq * q + qr * r) * columns
        lengths -= (2 * rr * r + qr * q) * rows
        lengths += qq * q * q + qr * q * r + rr * r * r
        return lengths

    @cached_property
    def _measured(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Both coordinates of every cell in map order, and its squared distance from the cell (0, 0)."""
        (qq, qr, rr), (q, r) = self.grid.form, np.ascontiguousarray(self.slots.places.T, dtype=np.int64)
        return q, r, qq * q * q + qr * q * r + rr * r * r

    # -- derived -----------------------------------------------------------------------------------------

    @cached_property
    def slots(self) -> Slots:
        """The flat layout in which the kernels keep this map."""
        return Slots.of(self.grid, self.width, np.array([kind != VOID for kind in self.terrain]))

    @cached_property
    def height_array(self) -> NDArray[np.int16]:
        """The heights in map order."""
        return np.array(self.heights, dtype=np.int16)

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything that a rule could read from this map."""
        parts = (
            self.grid,
            (self.width, self.height),
            self._legend(),
            self.terrain,
            self.heights,
            sorted(self.edges.items()),
            sorted(self.features.items()),
            sorted(self.ways.items()),
            sorted(self.places.items()),
            sorted(self.areas.items()),
            self.scale,
        )
        return sha256(repr(parts).encode()).hexdigest()

    def _legend(self) -> list[object]:
        """Return every figure of the terrain set in a fixed order: smoke or an open door may still come into play."""
        legend = self.terrain_set
        parts: list[object] = [legend.id, legend.sight, legend.cover_classes]
        for kinds in (legend.terrain, legend.features, legend.edges, legend.ways):
            parts += [(replace(kinds[key], move={}), sorted(kinds[key].move.items())) for key in sorted(kinds)]
        return [*parts, *(legend.movement[key] for key in sorted(legend.movement))]
