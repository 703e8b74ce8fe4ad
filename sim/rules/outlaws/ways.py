"""The straightest of all cheapest ways.

A search keeps one cheapest way of many, and on open ground that one may weave about. What costs the same may as well
look like somebody who knows where he is going: this walks back from the end, and takes the stand before it that keeps
the facing if the figures of the search say that it lies on a cheapest way too.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.area import Area
from sim.board.movement import BARRED, Mover, step_costs
from sim.board.paths import UNREACHED, Stand, TurningReach
from sim.rules.outlaws.scene import Scene


def straight_way(position: Scene, mover: Mover, reach: TurningReach, end: Stand, last: Area) -> tuple[Stand, ...]:
    """Return every stand of a cheapest way to an end, both ends included; `last` are squares that nobody leaves."""
    way = [end]
    while way[-1] != reach.start:
        before = next(_before(position, mover, reach, way[-1], last), None)
        if before is None:
            return reach.way(end.cell, end.facing)
        way.append(before)
    return tuple(reversed(way))


def _before(position: Scene, mover: Mover, reach: TurningReach, stand: Stand, last: Area) -> Iterator[Stand]:
    """Yield the stands from which a cheapest way comes to a stand: straight ahead first, turns on the spot last."""
    assert mover.turning is not None
    spent, grid = reach.cost(stand.cell, stand.facing), position.map.grid
    assert spent is not None
    count, slots = len(grid.directions), position.map.slots
    table = step_costs(position.map, mover, position.state.changes)

    def off(one: int, other: int) -> int:
        turn = (one - other) % count
        return min(turn, count - turn)

    facings = sorted(range(count), key=lambda facing: (off(facing, stand.facing), facing))
    for direction in facings:
        before = stand.cell.minus(grid.steps[direction])
        if before not in position.map or (before in last and before != reach.start.cell):
            continue
        costs = reach.spent[position.map.ordinal(before)].tolist()
        if not any(UNREACHED < cost < spent for cost in costs):
            continue
        step = int(table.costs[slots.of_cell[position.map.ordinal(before)], direction])
        for facing in facings if step != BARRED else ():
            extra, after = mover.turning.step[off(facing, direction)], mover.turning.after[off(facing, stand.facing)]
            if extra is None or after is None or costs[facing] == UNREACHED:
                continue
            if costs[facing] + extra + after + step == spent:
                yield Stand(before, facing)
    for facing in facings:
        pivot, cost = mover.turning.pivot[off(facing, stand.facing)], reach.cost(stand.cell, facing)
        if pivot and cost is not None and cost + pivot == spent:
            yield Stand(stand.cell, facing)
