"""Where a mover can get to, at what cost, by which way: reach, shortest ways and safest ways.

All searches run over the step costs of `movement.py`. Among ways of equal cost the one kept is fixed for a map, so that
the same question always gets the same way; rules that care about ties ask for costs, which have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.flat_index import CLOSED, LAST
from sim.board.ground import Changes, Ground
from sim.board.movement import BARRED, Mover, StepTable, Turning, step_cost, step_costs
from sim.grid import Cell
from sim.memo import memo

if TYPE_CHECKING:
    import networkx

UNREACHED = -1


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds a search besides the ground: a budget, cells that are closed, cells in which movement ends."""

    budget: int | None = None
    """The most that may be spent; None for no limit."""
    closed: Area | None = None
    """May not be entered: other units, cells a rule forbids."""
    last: Area | None = None
    """May be entered but not left again: an enemy's square, the edge of a zone."""
    passing: Area | None = None
    """May be entered and left, but nobody stops there: others whom an aircraft flies over."""
    one_step: bool = False
    """A first step is always within the budget: troops are never held fast by what a move is too short for."""

    @property
    def most(self) -> int:
        """The budget as the kernels take it."""
        if self.budget is None:
            return -1
        if self.budget < 0:
            raise ValueError(f"a budget of {self.budget} is less than nothing")
        return self.budget


ANYWHERE = Limits()


@dataclass(frozen=True, eq=False)
class Reach:
    """The answer of a search from one cell: cost and way for every cell that it reached."""

    map: BattleMap
    start: Cell
    _spent: NDArray[np.int32]
    """Cost by slot."""
    _came: NDArray[np.int8]
    """The direction of the last step into each slot."""
    _exposed: NDArray[np.int32] | None = None
    """Danger met on the way by slot, where the safest way was asked for."""

    @cached_property
    def spent(self) -> NDArray[np.int32]:
        """Cost in map order; UNREACHED elsewhere."""
        return self._spent[self.map.slots.of_cell]

    def cost(self, cell: Cell) -> int | None:
        """Return what it costs to get to a cell; None where it was not reached."""
        if cell not in self.map:
            return None
        spent = int(self._spent[self.map.slots.of_cell[self.map.ordinal(cell)]])
        return None if spent == UNREACHED else spent

    def danger(self, cell: Cell) -> int | None:
        """Return how many cells of danger the way to a cell enters; None where no safest way was asked or found."""
        if self._exposed is None or self.cost(cell) is None:
            return None
        return int(self._exposed[self.map.slots.of_cell[self.map.ordinal(cell)]])

    @cached_property
    def area(self) -> Area:
        """All cells that were reached, the start included (even where it is closed to others)."""
        return Area.where(self.map, self.spent != UNREACHED)

    def within(self, budget: int) -> Area:
        """Return the cells that cost no more than a budget."""
        return Area.where(self.map, (self.spent != UNREACHED) & (self.spent <= budget))

    def way(self, end: Cell) -> tuple[Cell, ...]:
        """Return the cells from the start to an end, both included; empty where it was not reached."""
        if self.cost(end) is None:
            return ()
        return tuple(reversed(tuple(self._back(end))))

    def before(self, cell: Cell) -> Cell:
        """Return the cell from which the way comes to another that was reached, and is not the start."""
        direction = int(self._came[self.map.slots.of_cell[self.map.ordinal(cell)]])
        return cell.minus(self.map.grid.steps[direction])

    def steps(self) -> list[tuple[int, int, int]]:
        """Return the last step to every cell that was reached, the start left out, cheapest first.

        The cell and the one before it by their places in map order, and the cost from the start. Whoever goes by this
        list has always been to the cell before.
        """
        slots = self.map.slots
        places = np.flatnonzero(self.spent != UNREACHED)
        places = places[places != self.map.ordinal(self.start)]
        places = places[np.argsort(self.spent[places], kind="stable")]
        ends = slots.of_cell[places]
        before = slots.to_cell[ends - slots.step_jumps[self._came[ends]]]
        return list(zip(places.tolist(), before.tolist(), self.spent[places].tolist(), strict=True))

    def _back(self, cell: Cell) -> Iterator[Cell]:
        yield cell
        while cell != self.start:
            cell = self.before(cell)
            yield cell


def reach(ground: Ground, mover: Mover, start: Cell, limits: Limits = ANYWHERE) -> Reach:
    """Search from a cell over the whole map, or as far as a budget goes. Facing does not count here.

    Only this search heeds `passing` and `one_step`.
    """
    from sim.board import kernels, path_kernels  # here, so that nothing else pays for numba

    map_, table = ground.map, step_costs(ground.map, mover, ground.changes)
    kernels.compile_for(len(map_.terrain))
    spent = np.full(map_.slots.count, UNREACHED, dtype=np.int32)
    came = np.empty(map_.slots.count, dtype=np.int8)
    gates = _gates(map_, limits)
    slot = map_.slots.of_cell[map_.ordinal(start)]
    path_kernels.reach(table.costs, table.dearest, map_.slots.step_jumps, gates, slot, limits.most, spent, came)
    if limits.one_step:
        for direction in np.flatnonzero(table.costs[slot] != BARRED):
            end = slot + map_.slots.step_jumps[direction]
            if spent[end] == UNREACHED and gates[end] != CLOSED:
                spent[end], came[end] = table.costs[slot, direction], direction
    if limits.passing:
        stops = map_.slots.of_cell[limits.passing.mask()]
        spent[stops[stops != slot]] = UNREACHED
    return Reach(map_, start, spent, came)


def ways_to(ground: Ground, mover: Mover, goal: Cell) -> Reach:
    """Search backwards from a cell: what it costs to get there from every other. A `way` is told from the goal.

    Not what `reach` from that cell says: a step is paid for where it leads to, and uphill is dearer than down.
    """
    from sim.board import kernels, path_kernels  # here, so that nothing else pays for numba

    map_, table = ground.map, _steps_back(ground.map, mover, ground.changes)
    kernels.compile_for(len(map_.terrain))
    spent = np.full(map_.slots.count, UNREACHED, dtype=np.int32)
    came = np.empty(map_.slots.count, dtype=np.int8)
    slot = map_.slots.of_cell[map_.ordinal(goal)]
    jumps, gates = map_.slots.step_jumps, _gates(map_, ANYWHERE)
    path_kernels.reach(table.costs, table.dearest, jumps, gates, slot, ANYWHERE.most, spent, came)
    return Reach(map_, goal, spent, came)


@memo(most=64)
def _steps_back(battle_map: BattleMap, mover: Mover, changes: Changes) -> StepTable:
    """Return what every step of a map costs, laid down where it leads to, as the step from there back."""
    table, jumps = step_costs(battle_map, mover, changes), battle_map.slots.step_jumps
    back = np.full_like(table.costs, BARRED)
    for direction, jump in enumerate(jumps):
        (opposite,) = np.flatnonzero(jumps == -jump)
        back[:, opposite] = np.roll(table.costs[:, direction], jump)
    back.setflags(write=False)
    return StepTable(back, table.dearest)


def safest_ways(ground: Ground, mover: Mover, start: Cell, danger: Area, limits: Limits = ANYWHERE) -> Reach:
    """Search for the ways that enter the fewest cells of danger, and among those the cheapest.

    A budget is not heeded: choose the way whole, then walk it as far as the move goes.
    """
    from sim.board import kernels, path_kernels  # here, so that nothing else pays for numba

    map_, table = ground.map, step_costs(ground.map, mover, ground.changes)
    kernels.compile_for(len(map_.terrain))
    spent = np.full(map_.slots.count, UNREACHED, dtype=np.int32)
    exposed = np.zeros(map_.slots.count, dtype=np.int32)
    risk = np.zeros(map_.slots.count, dtype=np.int32)
    risk[map_.slots.of_cell] = danger.mask()
    came = np.empty(map_.slots.count, dtype=np.int8)
    slot = int(map_.slots.of_cell[map_.ordinal(start)])
    path_kernels.safest(table.costs, map_.slots.step_jumps, _gates(map_, limits), risk, slot, exposed, spent, came)
    return Reach(map_, start, spent, came, exposed)


def _gates(map_: BattleMap, limits: Limits) -> NDArray[np.uint8]:
    gates = np.zeros(map_.slots.count, dtype=np.uint8)
    for value, area in ((LAST, limits.last), (CLOSED, limits.closed)):
        if area:
            gates[map_.slots.of_cell[area.mask()]] = value
    return gates


# -- with a facing --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stand:
    """A cell and the direction one faces there."""

    cell: Cell
    facing: int


@dataclass(frozen=True, eq=False)
class TurningReach:
    """The answer of a search in which facing counts: cost and way for every cell and facing."""

    map: BattleMap
    start: Stand
    _found: NDArray[np.int32]
    """The places that were reached: slot times directions plus facing."""
    _tolls: NDArray[np.int32]
    """What each of them costs."""
    _before: NDArray[np.int32]
    """The place from which the way comes to each."""

    @cached_property
    def _by_place(self) -> NDArray[np.int32]:
        costs = np.full(self.map.slots.count * len(self.map.grid.directions), UNREACHED, dtype=np.int32)
        costs[self._found] = self._tolls
        return costs.reshape(self.map.slots.count, -1)

    @cached_property
    def _came(self) -> dict[int, int]:
        return dict(zip(self._found.tolist(), self._before.tolist(), strict=True))

    @cached_property
    def spent(self) -> NDArray[np.int32]:
        """Cost by cell in map order and facing; UNREACHED elsewhere."""
        return self._by_place[self.map.slots.of_cell]

    def cost(self, cell: Cell, facing: int | None = None) -> int | None:
        """Return what it costs to get to a cell, with a facing or with whichever is cheapest."""
        if cell not in self.map:
            return None
        costs = self._costs(cell)
        if facing is not None:
            return None if costs[facing] == UNREACHED else int(costs[facing])
        reached = costs[costs != UNREACHED]
        return int(reached.min()) if len(reached) else None

    def _costs(self, cell: Cell) -> NDArray[np.int32]:
        costs: NDArray[np.int32] = self._by_place[self.map.slots.of_cell[self.map.ordinal(cell)]]
        return costs

    @cached_property
    def area(self) -> Area:
        """All cells that were reached in any facing."""
        reached = np.zeros(len(self.map.terrain), dtype=np.bool_)
        reached[self.map.slots.to_cell[self._found // len(self.map.grid.directions)]] = True
        return Area.where(self.map, reached)

    def facings(self, cell: Cell) -> tuple[int, ...]:
        """Return the facings in which a cell was reached."""
        return tuple(int(facing) for facing in np.flatnonzero(self._costs(cell) != UNREACHED))

    def way(self, cell: Cell, facing: int | None = None) -> tuple[Stand, ...]:
        """Return every stand on the way, turns on the spot included; empty where the end was not reached."""
        cost = self.cost(cell, facing)
        if cost is None:
            return ()
        if facing is None:
            facing = next(f for f in self.facings(cell) if self._costs(cell)[f] == cost)
        return tuple(reversed(tuple(self._back(Stand(cell, facing)))))

    def _back(self, stand: Stand) -> Iterator[Stand]:
        slots, directions = self.map.slots, len(self.map.grid.directions)
        yield stand
        while stand != self.start:
            place = int(slots.of_cell[self.map.ordinal(stand.cell)]) * directions + stand.facing
            before = divmod(self._came[place], directions)
            stand = Stand(Cell(*slots.places[slots.to_cell[before[0]]].tolist()), before[1])
            yield stand


def reach_turning(ground: Ground, mover: Mover, start: Stand, limits: Limits = ANYWHERE) -> TurningReach:
    """Search from a stand, counting turns and steps off the facing as the mover's `turning` says."""
    from sim.board import kernels, path_kernels  # here, so that nothing else pays for numba

    if mover.turning is None:
        raise ValueError("this mover has no facing: use reach")
    map_, table = ground.map, step_costs(ground.map, mover, ground.changes)
    kernels.compile_for(len(map_.terrain))
    directions = len(map_.grid.directions)
    if not 0 <= start.facing < directions:
        raise ValueError(f"facing {start.facing} is none of the {directions} directions of this grid")
    rows = _turning_rows(mover.turning, directions)
    ring = max(table.dearest + int(rows[0].max()) + int(rows[2].max()), int(rows[1].max())) + 1
    # Taken away while it is in use: another thread that searches meanwhile makes one for itself.
    slates = _slates(map_, ring)
    bucket, spent, came, found = slate = slates.pop() if slates else _slate(map_.slots.count * directions, ring)
    slot = map_.slots.of_cell[map_.ordinal(start.cell)]
    count = path_kernels.reach_turning(
        table.costs,
        map_.slots.step_jumps,
        _gates(map_, limits),
        rows,
        slot,
        start.facing,
        limits.most,
        bucket,
        spent,
        came,
        found,
    )
    places = found[:count].copy()
    answer = TurningReach(map_, start, places, spent[places], came[places])
    spent[places] = UNREACHED
    slates.append(slate)
    return answer


_Slate = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
"""What a search with a facing writes on: its buckets, costs, places before, and what it has found."""


@memo(most=8)
def _slates(map_: BattleMap, ring: int) -> list[_Slate]:
    """Return the clean slates of a map, for searches in which so many costs can be waiting."""
    return []


def _slate(places: int, ring: int) -> _Slate:
    bucket, spent = np.empty((ring, places), dtype=np.int32), np.full(places, UNREACHED, dtype=np.int32)
    return bucket, spent, np.empty_like(spent), np.empty_like(spent)


@cache
def _turning_rows(turning: Turning, directions: int) -> NDArray[np.int16]:
    """Spread figures by "how far off" over all directions clockwise: left and right cost the same."""
    rows = (turning.step, turning.pivot, turning.after)
    if any(len(row) != directions // 2 + 1 for row in rows):
        raise ValueError(f"on a grid of {directions} directions, turning needs {directions // 2 + 1} figures a row")
    wide = [[row[min(turn, directions - turn)] for turn in range(directions)] for row in rows]
    return np.array([[BARRED if cost is None else cost for cost in row] for row in wide], dtype=np.int16)


# -- as a graph -----------------------------------------------------------------------------------------------


def movement_graph(ground: Ground, mover: Mover) -> networkx.DiGraph[Cell]:
    """Return the map as a graph of steps weighted by cost, for whatever graph algorithms can answer."""
    import networkx  # here, because it is slow to import and rarely needed

    graph: networkx.DiGraph[Cell] = networkx.DiGraph()
    graph.add_nodes_from(ground.map.whole)
    for start in ground.map.whole:
        for end in ground.map.grid.neighbours(start):
            step = step_cost(ground, mover, start, end)
            if step:
                graph.add_edge(start, end, weight=step.cost)
    return graph


def choke_points(ground: Ground, mover: Mover) -> tuple[Cell, ...]:
    """Return the cells without which the map falls into parts for this mover, in map order."""
    import networkx  # here, because it is slow to import and rarely needed

    cut = set(networkx.articulation_points(movement_graph(ground, mover).to_undirected(reciprocal=True)))
    return tuple(cell for cell in ground.map.whole if cell in cut)


def alternative_ways(ground: Ground, mover: Mover, start: Cell, end: Cell, count: int) -> tuple[tuple[Cell, ...], ...]:
    """Return up to `count` ways between two cells without loops, cheapest first."""
    import networkx  # here, because it is slow to import and rarely needed

    graph = movement_graph(ground, mover)
    if not networkx.has_path(graph, start, end):
        return ()
    return tuple(tuple(way) for way in islice(networkx.shortest_simple_paths(graph, start, end, "weight"), count))
