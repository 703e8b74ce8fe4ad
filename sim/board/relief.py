"""The shape of the ground as sight meets it: how high everything stands, cell by cell and as arrays.

Both the readable `sight` and the kernels read obstacles from here, so that they cannot disagree about what a wood or
a wall is, only (which the tests watch) about how a line is walked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.board.convention import SightConvention
from sim.board.ground import Ground
from sim.board.sight_table import (
    EDGES,
    GROUND,
    HIGHEST,
    NOTHING,
    SCREEN,
    TOP,
    VEIL,
    VEIL_TOP,
    WALL_TOP,
    SightTable,
)
from sim.board.terrain import VOID, CellKind
from sim.grid import Cell, Edge, Grid


@dataclass(frozen=True, slots=True)
class Standing:
    """How high one cell or edge stands in the way of a line."""

    name: str
    """What it is and where: "light woods in C4", "wall between C2 and D2"."""
    top: int
    """Its ground, or what blocks on it."""
    screen: int = NOTHING
    """What blocks on it; NOTHING where only the ground is."""
    veil: int = 0
    """Hindrance."""
    veil_top: int = NOTHING


OFF_MAP = Standing("the edge of the map", WALL_TOP, WALL_TOP)
OPEN_SIDE = Standing("an open side", NOTHING)


class Relief:
    """How everything on a ground stands in the way, each cell and edge worked out once."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._cells: dict[Cell, Standing] = {}
        self._edges: dict[Edge, Standing] = {}

    def cell(self, cell: Cell) -> Standing:
        """Return how a cell stands in the way."""
        if cell not in self._cells:
            self._cells[cell] = self._cell(cell) if cell in self.ground.map else OFF_MAP
        return self._cells[cell]

    def edge(self, edge: Edge) -> Standing:
        """Return how an edge stands in the way: on its higher side; OPEN_SIDE where nothing on it blocks."""
        if edge not in self._edges:
            self._edges[edge] = self._edge(edge)
        return self._edges[edge]

    def _cell(self, cell: Cell) -> Standing:
        level = self.ground.height_at(cell)
        kinds: tuple[CellKind, ...] = (self.ground.terrain_at(cell), *self.ground.features_at(cell))
        screens = [kind for kind in kinds if kind.blocks_sight]
        veils = [kind for kind in kinds if kind.hindrance]
        tallest = max(screens or veils[-1:] or kinds[:1], key=lambda kind: kind.sight_height)
        screen = level + max(kind.sight_height for kind in screens) if screens else NOTHING
        return Standing(
            f"{tallest.name} in {self.ground.map.grid.name(cell)}",
            max(level, screen),
            screen,
            sum(kind.hindrance for kind in veils),
            level + max(kind.sight_height for kind in veils) if veils else NOTHING,
        )

    def _edge(self, edge: Edge) -> Standing:
        kind = self.ground.edge_at(edge)
        if kind is None or not kind.blocks_sight:
            return OPEN_SIDE
        cells = [cell for cell in edge if cell in self.ground.map]
        top = max(self.ground.height_at(cell) for cell in cells) + kind.sight_height
        names = " and ".join(self.ground.map.grid.name(cell) for cell in cells)
        return Standing(f"{kind.name} between {names}", top, top)


def sight_table(ground: Ground, convention: SightConvention) -> SightTable:
    """Lay out a whole ground for the kernels."""
    grid, layout, relief = ground.map.grid, ground.map.slots, Relief(ground)
    slots = np.empty((layout.count, EDGES + len(grid.sides)), dtype=np.int16)
    slots[:] = [NOTHING, WALL_TOP, WALL_TOP, 0, NOTHING, WALL_TOP] + [NOTHING] * len(grid.sides)
    _lay_terrain(ground, slots)
    for cell in {*ground.map.features, *ground.changed_cells}:
        _lay_cell(relief, cell, slots)
    for edge in {**ground.map.edges, **dict(ground.changes.edges)}:
        _lay_edge(relief, edge, slots)
    _lay_highest(slots, layout.of_cell)
    return SightTable(slots, _side_rows(grid, layout.side_jumps), _rules(ground.map, convention), _crests(ground.map))


def changed_table(base: SightTable, ground: Ground) -> SightTable:
    """Lay out a changed ground from the table of its unchanged map: only what changed is read again."""
    slots, relief = base.slots.copy(), Relief(ground)
    for cell in ground.changed_cells:
        _lay_cell(relief, cell, slots)
    for edge, _ in ground.changes.edges:
        _lay_edge(relief, edge, slots)
    map_ = ground.map
    _lay_highest(slots, map_.slots.of_cell[[map_.ordinal(cell) for cell in ground.changed_cells]])
    return base._replace(slots=slots)


def _side_rows(grid: Grid, jumps: NDArray[np.int32]) -> NDArray[np.int64]:
    corners = np.array(grid.corners, dtype=np.int64)
    vectors = corners - np.roll(corners, 1, axis=0)
    return np.column_stack([np.array(grid.side_steps, dtype=np.int64), corners, vectors, jumps])


def _rules(battle_map: BattleMap, convention: SightConvention) -> NDArray[np.int64]:
    grid, lowest = battle_map.grid, battle_map.height_array[battle_map.whole.mask()].min()
    straight, either = convention.heights == "straight_line", convention.grazing == "either"
    figures = (straight, convention.eye, convention.hindrance_limit, either, grid.scale, grid.cells_at_corner, lowest)
    return np.array(figures, dtype=np.int64)


def _crests(battle_map: BattleMap) -> NDArray[np.int16]:
    """Return the highest ground on each row of cells or beyond, counted from the middle of a line of rows.

    Rows run across the way that a side looks, along the step by which the rows of a field of view are walked.
    """
    layout, steps, there = battle_map.slots, battle_map.grid.side_steps, battle_map.whole.mask()
    r, q = np.divmod(layout.of_cell[there], layout.stride)
    middle = layout.stride + layout.count // layout.stride
    crests = np.full((len(steps), 2 * middle), NOTHING, dtype=np.int16)
    for side, highest in enumerate(crests):
        along = steps[(side + len(steps) // 2 - 1) % len(steps)]
        np.maximum.at(highest, middle + q * along.r - r * along.q, battle_map.height_array[there])
        highest[:] = np.maximum.accumulate(highest[::-1])[::-1]
    return crests


def _lay_terrain(ground: Ground, slots: NDArray[np.int16]) -> None:
    """Write the printed terrain of all cells at once, kind by kind."""
    map_ = ground.map
    terrain, of_cell, level = np.array(map_.terrain), map_.slots.of_cell, map_.height_array
    for kind_id in sorted({*map_.terrain} - {VOID}):
        kind, here = map_.terrain_set.terrain[kind_id], terrain == kind_id
        there, levels = of_cell[here], level[here]
        slots[there, GROUND] = levels
        slots[there, TOP] = levels + (kind.sight_height if kind.blocks_sight else 0)
        slots[there, SCREEN] = levels + kind.sight_height if kind.blocks_sight else NOTHING
        slots[there, VEIL] = kind.hindrance
        slots[there, VEIL_TOP] = levels + kind.sight_height if kind.hindrance else NOTHING


def _lay_cell(relief: Relief, cell: Cell, slots: NDArray[np.int16]) -> None:
    map_ = relief.ground.map
    standing, slot = relief.cell(cell), map_.slots.of_cell[map_.ordinal(cell)]
    slots[slot, TOP:HIGHEST] = standing.top, standing.screen, standing.veil, standing.veil_top


def _lay_highest(slots: NDArray[np.int16], where: NDArray[np.int32]) -> None:
    """Write how high anything stands in these slots or on their sides, once all of that is written."""
    highest = np.maximum(slots[where, TOP], slots[where, VEIL_TOP])
    slots[where, HIGHEST] = np.maximum(highest, slots[where, EDGES:].max(axis=1))


def _lay_edge(relief: Relief, edge: Edge, slots: NDArray[np.int16]) -> None:
    """Write an edge into the table, from both of its cells."""
    map_, standing = relief.ground.map, relief.edge(edge)
    for cell in edge:
        if cell in map_:
            side = map_.grid.side_steps.index(edge.other(cell).minus(cell))
            slots[map_.slots.of_cell[map_.ordinal(cell)], EDGES + side] = standing.top
