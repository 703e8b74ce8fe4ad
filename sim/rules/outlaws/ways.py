"""The straightest of all cheapest ways.

A search keeps one cheapest way of many, and on open ground that one may weave about. What costs the same may as well
look like somebody who knows where he is going: this walks back from the end, and takes the stand before it that keeps
the facing if the figures of the search say that it lies on a cheapest way too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sim.board.area import Area
from sim.board.movement import BARRED, Mover, step_costs
from sim.board.paths import UNREACHED, Stand, TurningReach
from sim.grid import Cell
from sim.rules.outlaws.scene import Scene


def straight_ways(
    position: Scene, mover: Mover, reach: TurningReach, ends: Iterable[Stand], last: Area
) -> list[tuple[Stand, ...]]:
    """Return every stand of a cheapest way to each end, both ends included; `last` are squares that nobody leaves."""
    back = _WayBack(position, mover, reach, last)
    return [back.way(end) for end in ends]


def on_the_way(position: Scene, mover: Mover, reach: TurningReach, end: Cell, last: Area) -> set[Stand]:
    """Return every stand that lies on some cheapest way to a square, both ends included."""
    back, cost = _WayBack(position, mover, reach, last), reach.cost(end)
    open_ = [Stand(end, facing) for facing in reach.facings(end) if reach.cost(end, facing) == cost]
    found = set(open_)
    while open_:
        fresh = [before for before in back.before(open_.pop()) if before not in found]
        found.update(fresh)
        open_ += fresh
    return found


class _WayBack:
    """Walks back from the ends of ways. Those to one square in several facings soon run together.

    So what comes before a stand is looked for once, and what is the same for all stands is taken once.
    """

    def __init__(self, position: Scene, mover: Mover, reach: TurningReach, last: Area) -> None:
        assert mover.turning is not None
        self.map, self.turning, self.reach, self.last = position.map, mover.turning, reach, last
        self.steps = step_costs(position.map, mover, position.state.changes).costs
        self.offs, self.orders = _compass(len(position.map.grid.directions))
        self.known: dict[Stand, Stand | None] = {}

    def way(self, end: Stand) -> tuple[Stand, ...]:
        """Return the stands of a cheapest way to an end, in order."""
        way = [end]
        while (stand := way[-1]) != self.reach.start:
            if stand not in self.known:
                self.known[stand] = next(self.before(stand), None)
            before = self.known[stand]
            if before is None:
                return self.reach.way(end.cell, end.facing)
            way.append(before)
        return tuple(reversed(way))

    def before(self, stand: Stand) -> Iterator[Stand]:
        """Yield the stands from which a cheapest way comes to a stand: straight ahead first, turns on the spot last."""
        spent = self.reach.cost(stand.cell, stand.facing)
        assert spent is not None
        facings, turned = self.orders[stand.facing], self.offs[stand.facing]
        turning, slots = self.turning, self.map.slots.of_cell
        for direction in facings:
            before = stand.cell.minus(self.map.grid.steps[direction])
            if before not in self.map or (before in self.last and before != self.reach.start.cell):
                continue
            place = self.map.ordinal(before)
            costs = self.reach.spent[place].tolist()
            if not any(UNREACHED < cost < spent for cost in costs):
                continue
            step = int(self.steps[slots[place], direction])
            for facing in facings if step != BARRED else ():
                extra, after = turning.step[self.offs[facing][direction]], turning.after[turned[facing]]
                if extra is None or after is None or costs[facing] == UNREACHED:
                    continue
                if costs[facing] + extra + after + step == spent:
                    yield Stand(before, facing)
        here = self.reach.spent[self.map.ordinal(stand.cell)].tolist()
        for facing in facings:
            pivot = turning.pivot[turned[facing]]
            if pivot and here[facing] != UNREACHED and here[facing] + pivot == spent:
                yield Stand(stand.cell, facing)


@lru_cache(maxsize=4)
def _compass(count: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return how far each two of so many directions differ, and for each the others in order of that.

    >>> offs, orders = _compass(8)
    >>> offs[0], orders[0]
    ((0, 1, 2, 3, 4, 3, 2, 1), (0, 1, 7, 2, 6, 3, 5, 4))
    """
    offs = tuple(tuple(min((b - a) % count, (a - b) % count) for b in range(count)) for a in range(count))
    return offs, tuple(tuple(sorted(range(count), key=off.__getitem__)) for off in offs)
