"""A map while it is being read: what has been laid so far, and what cells and sides are called."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap, Scale
from sim.board.findings import Findings
from sim.board.mapfile.model import MapFile
from sim.board.terrain import VOID, TerrainSet
from sim.files import KeyPath, shown
from sim.grid import Cell, Edge, Grid

MOST_NAMED = 300_000
"""How many cells the rectangles and ways of a map may name in all: somewhat more than the largest board has."""


@dataclass(eq=False)
class Draft:
    """The layers of a map in the making. Unlike the map itself it changes, and it holds the mistakes."""

    file: MapFile
    findings: Findings
    grid: Grid
    kinds: TerrainSet
    width: int
    height: int
    terrain: NDArray[np.object_]
    """Terrain ids in map order."""
    heights: NDArray[np.int64]
    edges: dict[Edge, str] = field(default_factory=dict)
    features: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    """By kind, where it is; so that a feature laid over half the map is one stroke."""
    ways: dict[Edge, str] = field(default_factory=dict)
    places: dict[str, tuple[Cell, ...]] = field(default_factory=dict)
    areas: dict[str, tuple[Cell, ...]] = field(default_factory=dict)
    _named: int = 0

    # -- what is not known -------------------------------------------------------------------------------

    @property
    def has_form(self) -> bool:
        """Whether the grid is the file's own and no stand-in: without it no side has its right name."""
        return not any(path[:2] not in (("grid", "unit"), ("grid", "cell")) for path in self._spoilt_in_grid)

    @property
    def has_measure(self) -> bool:
        """Whether figures can be laid: that takes the grid, and what a cell of it measures."""
        return self.has_form and ("grid", "cell") not in self._spoilt_in_grid

    @property
    def has_doubtful_holes(self) -> bool:
        """Whether a shape that could not be laid may have filled what is drawn as a hole."""
        return (bool(self.file.shape) and not self.has_measure) or self.findings.spoils(("shape",))

    @property
    def _spoilt_in_grid(self) -> list[KeyPath]:
        return [path for path in self.findings.spoilt if path[0] == "grid"]

    # -- cells -------------------------------------------------------------------------------------------

    def ordinal(self, cell: Cell) -> int | None:
        """Return a cell's place in map order; None off the board."""
        column, row = self.grid.offset(cell)
        on_board = 0 <= column < self.width and 0 <= row < self.height
        return row * self.width + column if on_board else None

    def has(self, cell: Cell) -> bool:
        """Say whether a cell is part of the map: on the board and no hole."""
        ordinal = self.ordinal(cell)
        return ordinal is not None and self.terrain[ordinal] != VOID

    def has_side(self, edge: Edge) -> bool:
        """Say whether a side is part of the map. The sides of its border are: boards can be joined there."""
        return self.has(edge.first) or self.has(edge.second)

    def lay_feature(self, kind: str, ordinals: NDArray[np.intp]) -> None:
        """Put a feature into cells; twice is as good as once."""
        self.features.setdefault(kind, np.zeros(len(self.terrain), dtype=np.bool_))[ordinals] = True

    # -- names -------------------------------------------------------------------------------------------

    def cell_named(self, name: str, path: KeyPath) -> Cell | None:
        """Return the cell of that name; None, with the mistake noted, where it is none of the map."""
        cell = self.cell_of_board(name, path)
        if cell is None or self.has(cell):
            return cell
        self.findings.add(path, f"{shown(name)}, a hole", "a cell that is part of the map")
        return None

    def cell_of_board(self, name: str, path: KeyPath) -> Cell | None:
        """Return the cell of that name, a hole or not; None, with the mistake noted, off the board."""
        try:
            cell = self.grid.cell(name)
        except ValueError:
            self.findings.add(path, shown(name), 'a cell, as in "C2"')
            return None
        if self.ordinal(cell) is None:
            self.findings.add(path, shown(name), f"a cell of the map, which ends at {self.last_name}")
            return None
        return cell

    def cells_named(self, name: str, path: KeyPath) -> tuple[Cell, ...]:
        """Return one cell, or those of a rectangle such as "B2:F6" in map order, without its holes."""
        if ":" not in name:
            cell = self.cell_named(name, path)
            return () if cell is None else (cell,)
        rectangle = self.rectangle_named(name, path)
        cells = tuple(cell for cell in rectangle if self.has(cell))
        if rectangle and not cells:
            self.findings.add(path, f"{shown(name)}, only holes", "cells that are part of the map")
        return cells

    def rectangle_named(self, name: str, path: KeyPath) -> tuple[Cell, ...]:
        """Return the cells of a rectangle of columns and rows, holes included; empty, and noted, if it is none."""
        first, colon, last = name.partition(":")
        if not colon:
            cell = self.cell_of_board(name, path)
            return () if cell is None else (cell,)
        corners = [self.cell_of_board(corner.strip(), path) for corner in (first, last)]
        if None in corners:
            return ()
        (left, top), (right, bottom) = (self.grid.offset(corner) for corner in corners if corner)
        if left > right or top > bottom:
            self.findings.add(path, shown(name), "the upper left corner before the lower right one")
            return ()
        rows, columns = range(top, bottom + 1), range(left, right + 1)
        if not self.may_name(len(rows) * len(columns), path):
            return ()
        return tuple(self.grid.at(column, row) for row in rows for column in columns)

    def may_name(self, cells: int, path: KeyPath) -> bool:
        """Say whether that many cells more may be named: a short text could name a whole board again and again."""
        within = self._named <= MOST_NAMED
        self._named += cells
        if within and self._named > MOST_NAMED:
            self.findings.add(path, f"more than {MOST_NAMED} cells named in all", "fewer")
        return self._named <= MOST_NAMED

    def edge_named(self, name: str, path: KeyPath) -> Edge | None:
        """Return the side of that name: "C2/se" by its direction, or "C2/D3" by the cell beyond it."""
        first, slash, beyond = name.partition("/")
        if not slash:
            self.findings.add(path, shown(name), 'a side, as in "C2/s"')
            return None
        cell = self.cell_of_board(first, path)
        if cell is None:
            return None
        edge = self._edge_between(cell, beyond, path) if beyond[-1:].isdigit() else self._edge_on(cell, beyond, path)
        if edge and not self.has_side(edge):
            self.findings.add(path, f"{shown(name)}, between holes", "a side that is part of the map")
            return None
        return edge

    def _edge_on(self, cell: Cell, side: str, path: KeyPath) -> Edge | None:
        if side in self.grid.sides:
            return self.grid.edge(cell, side)
        where = "hexes with a flat top" if self.grid.sides[0] == "n" else "hexes with a pointy top"
        known = "squares" if self.grid.kind == "square" else where
        sides = ", ".join(self.grid.sides)
        self.findings.add(path, f"the side {shown(side)}", f"one of {sides}, which are the sides of {known}")
        return None

    def _edge_between(self, cell: Cell, beyond: str, path: KeyPath) -> Edge | None:
        other = self.cell_of_board(beyond, path)
        if other is None:
            return None
        if self.grid.share_side(cell, other):
            return Edge.between(cell, other)
        names = f"{self.grid.name(cell)} and {self.grid.name(other)}"
        self.findings.add(path, f"{names}, which share no side", "two cells that touch along a side")
        return None

    @property
    def last_name(self) -> str:
        """The name of the last cell."""
        return self.grid.name(self.grid.at(self.width - 1, self.height - 1))

    # -- the end -----------------------------------------------------------------------------------------

    def finished(self, name: str) -> BattleMap:
        """Return the map. What shapes have laid off the map is dropped without a word."""
        return BattleMap(
            name,
            self.grid,
            self.width,
            self.height,
            self.kinds,
            tuple(self.terrain.tolist()),
            tuple(self.heights.tolist()),
            {edge: kind for edge, kind in self.edges.items() if self.has_side(edge)},
            self._features_by_cell(),
            {link: kind for link, kind in self.ways.items() if self.has(link.first) and self.has(link.second)},
            self.places,
            Scale(float(self.file.grid.cell), self.file.grid.unit),
            self.file.title,
            self.file.notes,
            self.areas,
        )

    def _features_by_cell(self) -> dict[Cell, tuple[str, ...]]:
        """Turn the layers into a table by cell. Within a cell features come in the order of the terrain set."""
        by_cell: dict[Cell, tuple[str, ...]] = {}
        on_map = self.terrain != VOID
        for kind in self.kinds.features:
            if kind in self.features:
                for ordinal in np.flatnonzero(self.features[kind] & on_map).tolist():
                    cell = self.grid.at(ordinal % self.width, ordinal // self.width)
                    by_cell[cell] = (*by_cell.get(cell, ()), kind)
        return by_cell
