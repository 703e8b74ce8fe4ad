"""Walk, Run, Crawl and Ride (base game 2.2): where a character can get to with its facing, and what a way costs.

A search says where; `Gait.spends` says what a way costs, stand by stand, or why it cannot be gone. Both count the same
steps, which a test compares.

- Walk: one of the three squares ahead, keeping the facing or turning by 45 degrees; Back Off likewise, to the square
  behind. A Turnaround on the spot leads to any facing.
- Run: one of the three squares ahead, keeping the facing or turning by 45 degrees; never on the spot, never back.
- Crawl: as Walk. Ride: as Walk without backing off; costs count squares, of which an action has `ride_squares`.
- Squares of conscious characters cannot be entered, but an enemy's may as the last one: it starts a brawl, or joins
  one that is on (OUT-SQUARE, OUT-BRAWL-join). Groups' may not, unless the shootout makes them targets. Who is out of
  the fight lies on the ground and bars nobody.
- A window costs its climb on top of the step; that, and what objects and ground cost, the map says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.ground import Ground
from sim.board.movement import BARRED, Mover, Turning, step_cost, step_costs
from sim.board.paths import UNREACHED, Limits, Stand, TurningReach, reach_turning
from sim.engine.orders import Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.memo import memo
from sim.rules.outlaws.figures import GaitName, Numbers
from sim.rules.outlaws.ground.sight import in_arc
from sim.rules.outlaws.state import Character, OutlawsPosition, is_spared

Stands = tuple[Stand, ...]
"""Every stand after the present one, in order."""
RULE = "OUT-GAIT"
NO_WAY = 1 << 30
"""More than any way costs."""


@dataclass(frozen=True)
class Gait:
    """One way to get about: who can, where it leads, and what a way costs in actions."""

    word: GaitName
    refusal: Callable[[OutlawsPosition, Character], Refusal | None]
    """Why a character cannot get about like this at all."""
    mover: Callable[[Numbers, Character], Mover]
    per_action: Callable[[Numbers], int] = lambda numbers: 1
    """How much of the cost of a search an action pays for."""
    takes_all: bool = False
    """Whether it takes all actions, however short the way."""
    opens_doors: bool = False

    def reach(
        self,
        position: OutlawsPosition,
        unit: Character,
        actions: int | None,
        *,
        avoid: Area | None = None,
        far: bool = False,
    ) -> TurningReach:
        """Return where a character gets to with so many actions, None for any number; `actions` counts its costs."""
        numbers = position.battle.data.numbers
        mover = self.far_mover(numbers, unit) if far else self.mover(numbers, unit)
        budget = None if actions is None else max(0, actions) * self.per_action(numbers)
        closed, last = _closed_and_last(position, unit.id, unit.side)
        if avoid is not None:
            closed |= avoid
        start = Stand(unit.place, unit.facing)
        return _reach(position.ground, mover, start, budget, closed.bits, last.bits)

    def far(self, position: OutlawsPosition, unit: Character) -> TurningReach:
        """OUT-DOOR: return the ways to everywhere; a walker goes through closed doors as well, and pays for opening."""
        return self.reach(position, unit, None, far=True)

    def far_mover(self, numbers: Numbers, unit: Character) -> Mover:
        """Return what the far search counts."""
        mover = self.mover(numbers, unit)
        return replace(mover, opening=numbers.door) if self.opens_doors else mover

    def actions(self, position: OutlawsPosition, cost: int) -> int:
        """Return how many actions a cost of a search takes: a part of one counts as a whole."""
        return -(-cost // self.per_action(position.battle.data.numbers))

    def spends(self, position: OutlawsPosition, unit: Character, way: Stands) -> list[int] | Refusal:
        """Return the actions that are spent when each stand of a way is reached, or why it cannot be gone."""
        costs = _costs(position, unit, self.mover(position.battle.data.numbers, unit), way)
        if isinstance(costs, Refusal):
            return costs
        if not self.takes_all:
            return [self.actions(position, cost) for cost in costs]
        left = position.state.actions
        most = left * self.per_action(position.battle.data.numbers)
        if costs[-1] > most:
            makes = f"{counted(left, 'action')} {'makes' if left == 1 else 'make'} {most}"
            return Refusal(f"too far to {self.word}: {counted(costs[-1], 'square')}, and {makes}", "OUT-CUP")
        return [left] * len(way)


def on_foot(unit: Character) -> Refusal | None:
    """OUT-GAIT: say why a character cannot do what only those do who stand on their feet."""
    if unit.mounted:
        return Refusal(f"{unit.id} is mounted", RULE)
    return Refusal(f"{unit.id} is prone", RULE) if unit.prone else None


def _run_refusal(position: OutlawsPosition, unit: Character) -> Refusal | None:
    if unit.leg:
        return Refusal(f"{unit.id} is wounded in the leg", RULE)
    if position.state.fired and unit.id == position.state.actor:
        return Refusal(f"{unit.id} has fired, and cannot run in the same turn", RULE)
    return on_foot(unit)


@cache
def _mover(word: str, step: int, back: int | None, pivot: int | None) -> Mover:
    """Return who goes ahead and may turn by 45 degrees with a step; what `back` and `pivot` cost, None for never."""
    behind = None if back is None else back - step
    turning = Turning((0, 0, None, None, behind), (0, pivot, pivot, pivot, pivot), (0, 0, None, None, None))
    return Mover(word, step, turning=turning)


def _walker(numbers: Numbers, unit: Character) -> Mover:
    walk, back_off = (numbers.leg_walk, numbers.leg_walk) if unit.leg else (numbers.walk, numbers.back_off)
    return _mover("walk", walk, back_off, numbers.turnaround)


WALK = Gait("walk", lambda _, unit: on_foot(unit), _walker, opens_doors=True)
# fmt: off
RUN = Gait(
    "run", _run_refusal,
    lambda numbers, _: _mover("run", 1, None, None), lambda numbers: numbers.run_squares, takes_all=True)
CRAWL = Gait(
    "crawl", lambda _, unit: None if unit.prone else Refusal(f"{unit.id} is not prone", RULE),
    lambda numbers, _: _mover("crawl", numbers.crawl, numbers.crawl, numbers.turnaround))
RIDE = Gait(
    "ride", lambda _, unit: None if unit.mounted else Refusal(f"{unit.id} is not mounted", RULE),
    lambda numbers, _: _mover("ride", 1, None, numbers.turnaround * numbers.ride_squares),
    lambda numbers: numbers.ride_squares)
# fmt: on
FASTEST = (RIDE, RUN, WALK, CRAWL)
"""The ways to get about, that which goes furthest first."""


def gait_of(unit: Character) -> Gait:
    """Return how a character gets about as it is now, step by step."""
    return RIDE if unit.mounted else CRAWL if unit.prone else WALK


# -- where to ----------------------------------------------------------------------------------------------------


def barred(position: OutlawsPosition, unit: Character, cell: Cell) -> Refusal | None:
    """OUT-SQUARE, OUT-BRAWL-join: say who keeps a character out of a square; None if nobody does."""
    there = [other for other in position.state.units.at(cell) if not other.out and other.id != unit.id]
    if not there or _is_open(position, unit.side, there):
        return None
    spared = [other for other in there if is_spared(position, other)]
    if spared or all(other.side == unit.side for other in there):
        return Refusal(f"{position.name(cell)} is taken by {(spared or there)[0].id}", "OUT-SQUARE")
    return Refusal(
        f"{len(there)} are brawling in {position.name(cell)}, and there is no room for more", "OUT-BRAWL-join"
    )


def _is_open(position: OutlawsPosition, side: str, there: Sequence[Character]) -> bool:
    """Say whether a square with conscious characters in it can be entered: there must be an enemy, and room."""
    if len(there) >= position.battle.data.numbers.brawl_room or any(is_spared(position, other) for other in there):
        return False
    return any(other.side != side for other in there)


@memo
def _closed_and_last(position: OutlawsPosition, id_: str, side: str) -> tuple[Area, Area]:
    """Return the squares that a character cannot enter because of others, and those in which its move would end.

    Look once at who stands where: the same is asked of every way of a character.
    """
    taken: dict[Cell, list[Character]] = {}
    for other in position.state.units:
        if other.cell is not None and not other.out and other.id != id_:
            taken.setdefault(other.cell, []).append(other)
    last = [cell for cell, there in taken.items() if _is_open(position, side, there)]
    return Area.of(position.map, (cell for cell in taken if cell not in last)), Area.of(position.map, last)


@memo(most=512)
def _reach(ground: Ground, mover: Mover, start: Stand, budget: int | None, closed: int, last: int) -> TurningReach:
    """Search once for what is asked again while nobody moves."""
    limits = Limits(budget, Area(ground.map, closed), Area(ground.map, last))
    return reach_turning(ground, mover, start, limits)


def actions_to_reach(position: OutlawsPosition, unit: Character, target: Character) -> int | None:
    """OUT-T-suspected: the Walk/Turnaround actions to the square of another, however many; None where no way leads.

    OUT-DOOR: a closed door on the way counts as its opening, one action more, for else nobody would ever suspect
    anybody behind one. Lying down or riding is not counted: it is the same for all targets.
    """
    return None if target.cell is None else WALK.far(position, unit).cost(target.cell)


# -- what it costs -----------------------------------------------------------------------------------------------


def _costs(position: OutlawsPosition, unit: Character, mover: Mover, way: Stands) -> list[int] | Refusal:
    """Add up a way as a search counts it, stand by stand."""
    if not way:
        return Refusal("that leads nowhere", RULE)
    steps = step_costs(position.map, mover, position.state.changes).costs
    closed, last = _closed_and_last(position, unit.id, unit.side)
    costs: list[int] = []
    spent, before = 0, Stand(unit.place, unit.facing)
    for stand in way:
        if stand.cell in closed and stand.cell != unit.cell:
            refused = barred(position, unit, stand.cell)
            return refused or Refusal(f"no way into {position.name(stand.cell)}", RULE)
        if costs and before.cell in last and before.cell != unit.cell:
            return Refusal(f"an enemy is in {position.name(before.cell)}: the move ends there", "OUT-BRAWL-0")
        step = _step(position, mover, steps, before, stand)
        if isinstance(step, str):
            return Refusal(step, RULE)
        spent += step
        costs.append(spent)
        before = stand
    return costs


def _step(position: OutlawsPosition, mover: Mover, steps: NDArray[np.int16], before: Stand, stand: Stand) -> int | str:
    """Return what it costs to get from one stand to the next, or why nothing leads there."""
    map_, turning, off = position.map, mover.turning, _compass(len(position.map.grid.directions))[0][before.facing]
    assert turning is not None
    turned = off[stand.facing]
    if before.cell == stand.cell:
        if not turned:
            return "that leads nowhere"
        pivot = turning.pivot[turned]
        return "no turning on the spot there" if pivot is None else pivot
    step = stand.cell.minus(before.cell)
    if stand.cell not in map_ or step not in map_.grid.steps:
        return f"{position.name(before.cell)} has no such neighbour"
    direction = map_.grid.steps.index(step)
    extra, after = turning.step[off[direction]], turning.after[turned]
    if extra is None:
        return f"{position.name(stand.cell)} is not ahead: turn around first"
    if after is None:
        return "a step turns by 45 degrees at most"
    cost = int(steps[map_.slots.of_cell[map_.ordinal(before.cell)], direction])
    if cost == BARRED:
        barred = step_cost(position.ground, mover, before.cell, stand.cell).barred
        return f"no way into {position.name(stand.cell)}: {barred}"
    return cost + extra + after


@cache
def _compass(count: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return how far each two of so many directions differ, and for each the others in order of that.

    >>> offs, orders = _compass(8)
    >>> offs[0], orders[0]
    ((0, 1, 2, 3, 4, 3, 2, 1), (0, 1, 7, 2, 6, 3, 5, 4))
    """
    offs = tuple(tuple(min((b - a) % count, (a - b) % count) for b in range(count)) for a in range(count))
    return offs, tuple(tuple(sorted(range(count), key=off.__getitem__)) for off in offs)


# -- the straightest of all cheapest ways --------------------------------------------------------------------------


class StraightWays:
    """OUT-WAY: the cheapest ways of a search, walked back from their ends.

    Those to one square in several facings soon run together, so what comes before a stand is looked for once, and what
    is the same for all stands is taken once.
    """

    def __init__(self, position: OutlawsPosition, unit: Character, mover: Mover, reach: TurningReach) -> None:
        assert mover.turning is not None
        self.position, self.map, self.turning, self.reach = position, position.map, mover.turning, reach
        self.last = _closed_and_last(position, unit.id, unit.side)[1]
        self.steps = step_costs(position.map, mover, position.state.changes).costs
        self.offs, self.orders = _compass(len(position.map.grid.directions))
        self.known: dict[Stand, Stand | None] = {}

    def straightest(self, ends: Iterable[Stand]) -> tuple[Stand, ...]:
        """Return the way to one of some ends with the fewest steps backwards, then turns, then steps to the side.

        Nobody walks a street back to front, or weaves about on it.
        """
        return min(map(self._way, ends), key=self._awkward)

    def _way(self, end: Stand) -> tuple[Stand, ...]:
        """Return every stand of a cheapest way to an end, both ends included."""
        way = [end]
        while (stand := way[-1]) != self.reach.start:
            if stand not in self.known:
                self.known[stand] = next(self._before(stand), None)
            before = self.known[stand]
            if before is None:
                return self.reach.way(end.cell, end.facing)
            way.append(before)
        return tuple(reversed(way))

    def _awkward(self, way: tuple[Stand, ...]) -> tuple[int, int, int]:
        steps = [(one, other) for one, other in pairwise(way) if one.cell != other.cell]
        back = sum(not in_arc(self.position, one.cell, one.facing, other.cell) for one, other in steps)
        turns = sum(one.facing != other.facing for one, other in pairwise(way))
        ahead = self.map.grid.steps
        return back, turns, sum(one.cell.plus(ahead[one.facing]) != other.cell for one, other in steps)

    def stands(self, end: Cell) -> set[Stand]:
        """Return every stand that lies on some cheapest way to a square, both ends included."""
        cost = self.reach.cost(end)
        open_ = [Stand(end, facing) for facing in self.reach.facings(end) if self.reach.cost(end, facing) == cost]
        found = set(open_)
        while open_:
            fresh = [before for before in self._before(open_.pop()) if before not in found]
            found.update(fresh)
            open_ += fresh
        return found

    def _before(self, stand: Stand) -> Iterator[Stand]:
        """Yield the stands from which a cheapest way comes to a stand: straight ahead first, turns on the spot last."""
        here = self.reach.spent[self.map.ordinal(stand.cell)].tolist()
        spent, facings, turned = here[stand.facing], self.orders[stand.facing], self.offs[stand.facing]
        turning, steps = self.turning, self.map.grid.steps
        for direction in facings:
            before = stand.cell.minus(steps[direction])
            least, costs, prices = self._costs_at(before)
            if least >= spent or (step := prices[direction]) == BARRED:
                continue
            for facing in facings:
                extra, after = turning.step[self.offs[facing][direction]], turning.after[turned[facing]]
                if extra is None or after is None or costs[facing] == UNREACHED:
                    continue
                if costs[facing] + extra + after + step == spent:
                    yield Stand(before, facing)
        for facing in facings:
            pivot = turning.pivot[turned[facing]]
            if pivot and here[facing] != UNREACHED and here[facing] + pivot == spent:
                yield Stand(stand.cell, facing)

    @memo
    def _costs_at(self, cell: Cell) -> tuple[int, list[int], list[int]]:
        """Return what it costs to come to a square at least, by facing, and what the steps out of it cost.

        More than any way costs where none leads on from it.
        """
        if cell not in self.map or (cell in self.last and cell != self.reach.start.cell):
            return NO_WAY, [], []
        place = self.map.ordinal(cell)
        costs = self.reach.spent[place].tolist()
        least = min((cost for cost in costs if cost != UNREACHED), default=NO_WAY)
        return least, costs, self.steps[self.map.slots.of_cell[place]].tolist()
