"""What a step costs and why: the definition that reach, paths and the movement graph share.

`step_cost` is the definition, with its reasons. `step_costs` is the same for every step of a map at once, as an array
for the kernels; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.board.ground import NO_CHANGES, Changes, Ground
from sim.board.step_classes import CellStep, step_classes
from sim.board.terrain import FREE, VOID, MovementClass
from sim.grid import Cell, Edge, Grid
from sim.memo import memo

BARRED = -1
"""The cost of a step that cannot be taken."""


@dataclass(frozen=True, slots=True)
class Turning:
    """What facing means for movement: figures by how many directions off the present facing something lies.

    Index 0 is straight ahead, the last one straight behind; None is not allowed.

    A walker of eight directions that may step into the three squares ahead or back off, turning by one on the way:
    Turning(step=(0, 0, None, None, 0), pivot=(0, 1, 1, 1, 1), after=(0, 0, None, None, None)).
    """

    step: tuple[int | None, ...]
    """Extra cost of a step that far off the facing."""
    pivot: tuple[int | None, ...]
    """Cost of turning that far on the spot."""
    after: tuple[int | None, ...]
    """Extra cost of turning that far as part of a step."""


@dataclass(frozen=True, slots=True)
class Mover:
    """How somebody moves: a movement class, the cost of an ordinary step, and perhaps a facing to mind."""

    movement: str
    step: int = 1
    diagonal: int = 0
    """Cost of an ordinary diagonal step; 0 means like any other."""
    turning: Turning | None = None
    opening: int | None = None
    """Cost of opening what is closed and can be worked: a door on the way. None where it stays closed."""
    rushes: bool = False
    """Takes no step that costs more than one over open ground: a charge, a gallop. Slopes do not count."""

    def ordinary(self, *, diagonal: bool) -> int:
        """Return the cost of an ordinary step."""
        return self.diagonal if diagonal and self.diagonal else self.step


@dataclass(frozen=True, slots=True)
class StepCost:
    """The price of one step with the parts that make it up, or why it cannot be taken."""

    parts: tuple[tuple[int, str], ...]
    barred: str = ""

    @property
    def cost(self) -> int:
        """The whole price; BARRED if the step cannot be taken."""
        return BARRED if self.barred else sum(value for value, _ in self.parts)

    def __bool__(self) -> bool:
        return not self.barred


Part = tuple[int, str]


class _Barred(Exception):
    """Ends the adding up of a step that cannot be taken, with the reason."""


def step_cost(ground: Ground, mover: Mover, start: Cell, end: Cell) -> StepCost:
    """Return what a step between two neighbouring cells costs, and why.

    A way that the mover may use takes the place of the terrain and of what stands on the side between (a bridge, a
    gate), unless play has changed those since; slopes and features in the cell still count. Diagonal steps need a
    free way round the corner.
    """
    if not ground.map.grid.adjacent(start, end):
        raise ValueError(f"{start} and {end} are not neighbours: a step leads to a neighbour")
    if end not in ground.map:
        return StepCost((), "off the map")
    movement = ground.map.terrain_set.movement[mover.movement]
    ordinary = mover.ordinary(diagonal=not ground.map.grid.share_side(start, end))
    if movement.flies:
        return StepCost(((ordinary, "flight"),))
    try:
        parts = [
            *(_way_part(ground, movement, ordinary, start, end) or _open_parts(ground, mover, ordinary, start, end)),
            *_feature_parts(ground, movement, ordinary, end),
        ]
        if mover.rushes:
            _refuse_hindered(parts, ordinary)
        parts += _slope_part(movement, ground.height_at(end) - ground.height_at(start))
    except _Barred as barred:
        return StepCost((), str(barred))
    return StepCost(tuple(parts))


def _way_part(ground: Ground, movement: MovementClass, ordinary: int, start: Cell, end: Cell) -> list[Part]:
    """Return the cost along a way, nothing where there is none to use."""
    link = Edge.between(start, end)
    way = ground.way_at(link)
    cost = way.move.get(movement.id) if way and not ground.overlaid(link, end) else None
    return [(cost.of(ordinary), way.name)] if way and cost else []


def _open_parts(ground: Ground, mover: Mover, ordinary: int, start: Cell, end: Cell) -> list[Part]:
    """Return the cost off the ways: of the terrain, and of what stands on the side."""
    movement = ground.map.terrain_set.movement[mover.movement]
    terrain, edge = ground.terrain_at(end), ground.edge_at(Edge.between(start, end))
    cost = movement.cost_of(terrain)
    if cost is None:
        raise _Barred(f"{movement.name} may not enter {terrain.name}")
    if not ground.map.grid.share_side(start, end):
        return [(cost.of(ordinary), terrain.name), *_corner_parts(ground, movement, ordinary, start, end)]
    crossing = edge.move.get(movement.id, FREE) if edge else FREE
    opening: list[Part] = []
    if edge and crossing is None and edge.becomes and mover.opening is not None:
        opening = [(mover.opening, f"opening: {edge.name}")]
        edge = ground.map.terrain_set.edges[edge.becomes]
        crossing = edge.move.get(movement.id, FREE)
    if edge and crossing is None:
        raise _Barred(f"{movement.name} may not cross {edge.name}")
    extra = [(crossing.of(ordinary) - ordinary, edge.name)] if edge and crossing and crossing != FREE else []
    return [(cost.of(ordinary), terrain.name), *opening, *extra]


def _feature_parts(ground: Ground, movement: MovementClass, ordinary: int, end: Cell) -> Iterator[Part]:
    for feature in ground.features_at(end):
        cost = feature.move.get(movement.id, FREE)
        if cost is None:
            raise _Barred(f"{movement.name} may not enter {feature.name}")
        if cost != FREE:
            yield cost.of(ordinary) - ordinary, feature.name


def _refuse_hindered(parts: list[Part], ordinary: int) -> None:
    """Refuse a step that costs more than over open ground; the first part is the ground's own."""
    hindering = [reason for n, (cost, reason) in enumerate(parts) if cost > (0 if n else ordinary)]
    if hindering:
        raise _Barred(f"too difficult for a rush: {', '.join(hindering)}")


def _slope_part(movement: MovementClass, rise: int) -> list[Part]:
    slope, way = (movement.up, "up") if rise > 0 else (movement.down, "down")
    if abs(rise) >= len(slope):
        raise _Barred(f"too steep: {abs(rise)} {way}")
    return [(slope[abs(rise)], f"{abs(rise)} {way}")] if slope[abs(rise)] else []


def _corner_parts(ground: Ground, movement: MovementClass, ordinary: int, start: Cell, end: Cell) -> list[Part]:
    """Return what a diagonal step pays for the sides on its easier hand; it needs one free hand, or both by its class.

    Else one would get over a fence for nothing by crossing it aslant.
    """
    hands = (Cell(end.q, start.r), Cell(start.q, end.r))
    ways = [_hand_parts(ground, movement, ordinary, start, hand, end) for hand in hands]
    free = [way for way in ways if way is not None]
    if not free or (movement.corners == "both" and len(free) < len(ways)):
        raise _Barred("no way round the corner")
    return min(free, key=lambda way: (sum(cost for cost, _ in way), sorted(way)))


def _hand_parts(
    ground: Ground, movement: MovementClass, ordinary: int, start: Cell, hand: Cell, end: Cell
) -> list[Part] | None:
    """Return what the sides on one hand of a diagonal step cost, None where that hand is not free."""
    if hand not in ground.map or movement.cost_of(ground.terrain_at(hand)) is None:
        return None
    parts: list[Part] = []
    for cell in (start, end):
        edge = ground.edge_at(Edge.between(cell, hand))
        crossing = edge.move.get(movement.id, FREE) if edge else FREE
        if crossing is None:
            return None
        if edge and crossing != FREE:
            parts.append((crossing.of(ordinary) - ordinary, edge.name))
    return parts


# -- the same for all steps at once ---------------------------------------------------------------------------


class StepTable(NamedTuple):
    """The cost of every step of a map."""

    costs: NDArray[np.int16]
    """One row a slot, one column a direction; BARRED where there is no step."""
    dearest: int


DEAREST = 30_000
"""The most that a step may cost, so that it fits into the table."""


def step_costs(battle_map: BattleMap, mover: Mover, changes: Changes = NO_CHANGES) -> StepTable:
    """Return the cost of every step of a map. The same question gets the same table; facing does not count here."""
    return _step_table(battle_map, replace(mover, turning=None) if mover.turning else mover, changes)


@memo(most=64)
def _step_table(battle_map: BattleMap, mover: Mover, changes: Changes) -> StepTable:
    ground = Ground(battle_map, changes)
    movement = battle_map.terrain_set.movement[mover.movement]
    if changes == NO_CHANGES:
        costs = np.full((battle_map.slots.count, len(battle_map.grid.steps)), BARRED, dtype=np.int32)
        enter = _entering(ground, movement)
        for direction in range(len(battle_map.grid.steps)):
            _lay_direction(ground, mover, enter, direction, costs)
        if not movement.flies:
            _lay_alike(ground, mover, costs)
    else:
        costs = _step_table(battle_map, mover, NO_CHANGES).costs.astype(np.int32)
        for start, end in () if movement.flies else _changed_steps(ground):
            slot = battle_map.slots.of_cell[battle_map.ordinal(start)]
            direction = battle_map.grid.steps.index(end.minus(start))
            costs[slot, direction] = step_cost(ground, mover, start, end).cost
    dearest = max(0, int(costs.max()))
    if dearest > DEAREST:
        raise ValueError(f"a step of {dearest} for {mover}: no step may cost more than {DEAREST}")
    table = costs.astype(np.int16)
    table.setflags(write=False)
    return StepTable(table, dearest)


def _entering(ground: Ground, movement: MovementClass) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return factor and extra cost of the printed terrain of every slot; a factor of BARRED may not be entered."""
    map_ = ground.map
    times = np.full(map_.slots.count, BARRED, dtype=np.int32)
    extra = np.zeros(map_.slots.count, dtype=np.int32)
    terrain = np.array(map_.terrain)
    for kind_id in sorted({*map_.terrain} - {VOID}):
        cost = FREE if movement.flies else movement.cost_of(map_.terrain_set.terrain[kind_id])
        here = map_.slots.of_cell[terrain == kind_id]
        if cost is not None:
            times[here], extra[here] = cost.times, cost.extra
    return times, extra


def _lay_direction(
    ground: Ground,
    mover: Mover,
    enter: tuple[NDArray[np.int32], NDArray[np.int32]],
    direction: int,
    costs: NDArray[np.int32],
) -> None:
    """Write the steps of one direction for plain ground: terrain and slope, and no edge, way or feature."""
    map_ = ground.map
    movement = map_.terrain_set.movement[mover.movement]
    times, extra = enter
    start = np.flatnonzero(map_.slots.to_cell >= 0)
    end = start + map_.slots.step_jumps[direction]
    step = map_.grid.steps[direction]
    diagonal = step not in map_.grid.side_steps
    cost = mover.ordinary(diagonal=diagonal) * times[end] + extra[end]
    open_ = times[end] != BARRED
    if mover.rushes:
        open_ &= (times[end] <= 1) & (extra[end] <= 0)
    if not movement.flies:
        heights = np.zeros(map_.slots.count, dtype=np.int32)
        heights[map_.slots.of_cell] = map_.height_array
        slope_cost, climbable = _slopes(movement, heights[end] - heights[start])
        cost, open_ = cost + slope_cost, open_ & climbable
        if diagonal:
            hands = [times[start + step.q] != BARRED, times[start + step.r * map_.slots.stride] != BARRED]
            open_ &= hands[0] & hands[1] if movement.corners == "both" else hands[0] | hands[1]
    costs[start, direction] = np.where(open_, cost, BARRED)


def _slopes(movement: MovementClass, rise: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return cost and possibility of each rise."""
    up, down = np.array(movement.up), np.array(movement.down)
    upward = up[np.clip(rise, 0, len(up) - 1)]
    downward = down[np.clip(-rise, 0, len(down) - 1)]
    return np.where(rise > 0, upward, downward).astype(np.int32), (rise < len(up)) & (-rise < len(down))


def _lay_alike(ground: Ground, mover: Mover, costs: NDArray[np.int32]) -> None:
    """Write the steps that meet an edge, a way or a feature: one of each kind is priced, the others cost as much."""
    alike = step_classes(ground.map)
    prices = np.array([step_cost(ground, mover, *step).cost for step in alike.examples], dtype=np.int32)
    if len(prices):
        costs[alike.slots, alike.directions] = prices[alike.kinds]


def _changed_steps(ground: Ground) -> set[CellStep]:
    """Return the steps that changes may touch."""
    map_, changes = ground.map, ground.changes
    steps = {step for link, _ in changes.ways for step in (link, (link.second, link.first))}
    for cell, _ in (*changes.features, *changes.cleared, *changes.terrain):
        steps |= {(near, cell) for near in map_.grid.neighbours(cell)}
    for cell, _ in changes.terrain:
        steps |= {step for side in map_.grid.side_steps for step in _past_corner(map_.grid, cell.plus(side), cell)}
    for edge, _ in changes.edges:
        steps |= _across(map_.grid, edge)
    return {(start, end) for start, end in steps if start in map_ and end in map_}


def _across(grid: Grid, edge: Edge) -> set[CellStep]:
    """Return the steps across an edge and the diagonal ones past its ends."""
    one, other = edge
    return {(one, other), (other, one)} | _past_corner(grid, one, other) | _past_corner(grid, other, one)


def _past_corner(grid: Grid, cell: Cell, hand: Cell) -> set[CellStep]:
    """Return the diagonal steps, if the grid has any, that start or end in a cell with this neighbour on one hand."""
    if len(grid.steps) == len(grid.sides):
        return set()
    aside = [hand.plus(step) for step in grid.side_steps]
    diagonals = [far for far in aside if grid.adjacent(cell, far) and not grid.share_side(cell, far)]
    return {step for far in diagonals for step in ((cell, far), (far, cell))}
