"""Walk, Run, Crawl and Ride (base game 2.2): where a character can get to with its facing, and what a way costs.

A search says where; a price says what a way costs, part by part, or why it cannot be gone. Both count the same steps,
which a test compares. Neither asks for what else an order needs (being prone to crawl is asked by the prices only).

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

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover, Turning, step_cost
from sim.board.paths import Limits, Stand, TurningReach, reach_turning
from sim.engine.check import Check
from sim.engine.words import counted
from sim.grid import Cell
from sim.rules.outlaws.figures import Numbers
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.units import Character

if TYPE_CHECKING:
    from collections.abc import Iterator

Way = tuple[Stand, ...]
"""Every stand after the present one, in order."""


@dataclass(frozen=True)
class Gait:
    """One way to get along: what a search needs, and how its cost becomes actions."""

    word: str
    mover: Mover
    squares: int = 1
    """How much of the cost an action pays for."""

    @property
    def turning(self) -> Turning:
        """What facing means for it."""
        assert self.mover.turning is not None
        return self.mover.turning


@lru_cache(maxsize=64)
def _walk(walk: int, back_off: int, turnaround: int) -> Gait:
    pivot = (0, *[turnaround] * 4)
    turning = Turning((0, 0, None, None, back_off - walk), pivot, (0, 0, None, None, None))
    return Gait("walk", Mover("walk", walk, turning=turning))


@lru_cache(maxsize=64)
def _crawl(crawl: int, turnaround: int) -> Gait:
    turning = Turning((0, 0, None, None, 0), (0, *[turnaround] * 4), (0, 0, None, None, None))
    return Gait("crawl", Mover("crawl", crawl, turning=turning))


@lru_cache(maxsize=64)
def _run(squares: int) -> Gait:
    turning = Turning((0, 0, None, None, None), (0, None, None, None, None), (0, 0, None, None, None))
    return Gait("run", Mover("run", 1, turning=turning), squares)


@lru_cache(maxsize=64)
def _ride(squares: int, turnaround: int) -> Gait:
    turning = Turning((0, 0, None, None, None), (0, *[turnaround * squares] * 4), (0, 0, None, None, None))
    return Gait("ride", Mover("ride", 1, turning=turning), squares)


def walking(numbers: Numbers, unit: Character) -> Gait:
    """Return how a character walks; with a wounded leg every step costs more."""
    walk, back_off = (numbers.leg_walk, numbers.leg_walk) if unit.leg else (numbers.walk, numbers.back_off)
    return _walk(walk, back_off, numbers.turnaround)


def running(numbers: Numbers) -> Gait:
    """Return how everybody runs."""
    return _run(numbers.run_squares)


def crawling(numbers: Numbers) -> Gait:
    """Return how everybody crawls."""
    return _crawl(numbers.crawl, numbers.turnaround)


def riding(numbers: Numbers) -> Gait:
    """Return how everybody rides."""
    return _ride(numbers.ride_squares, numbers.turnaround)


# -- where to ----------------------------------------------------------------------------------------------------


def barred(position: Scene, unit: Character, cell: Cell) -> str | None:
    """OUT-SQUARE, OUT-BRAWL-join: say who keeps a character out of a square; None if nobody does."""
    there = [other for other in position.state.units.at(cell) if not other.out and other.id != unit.id]
    if not there or _is_open(position, unit, there):
        return None
    spared = [other for other in there if _is_spared(position, other)]
    if spared or all(other.side == unit.side for other in there):
        return f"{position.name(cell)} is taken by {(spared or there)[0].id}"
    return f"{len(there)} are brawling in {position.name(cell)}, and no more have room"


def _is_open(position: Scene, unit: Character, there: Sequence[Character]) -> bool:
    """Say whether a square with conscious characters in it can be entered: there must be an enemy, and room."""
    if len(there) >= position.battle.data.numbers.brawl_room or any(_is_spared(position, other) for other in there):
        return False
    return any(other.side != unit.side for other in there)


def _is_spared(position: Scene, other: Character) -> bool:
    """OUT-T-groups: say whether somebody is a group that is no target, with whom nobody brawls."""
    return other.profile.group and other.id not in position.battle.data.shootout.targets_allowed


def closed_and_last(position: Scene, unit: Character) -> tuple[Area, Area]:
    """Return the squares that a character cannot enter because of others, and those in which its move would end."""
    taken: dict[Cell, list[Character]] = {}
    for other in position.state.units:
        if other.cell is not None and not other.out and other.id != unit.id:
            taken.setdefault(other.cell, []).append(other)
    last = [cell for cell, there in taken.items() if _is_open(position, unit, there)]
    return Area.of(position.map, (cell for cell in taken if cell not in last)), Area.of(position.map, last)


def walk_reach(position: Scene, unit: Character, actions: int | None, *, avoid: Area | None = None) -> TurningReach:
    """Return where a character can walk to with so many actions; None for any number. Costs are actions."""
    return _reach(position, unit, walking(position.battle.data.numbers, unit), actions, avoid)


def crawl_reach(position: Scene, unit: Character, actions: int | None, *, avoid: Area | None = None) -> TurningReach:
    """Return where a character can crawl to, lying down as it is. Costs are actions."""
    return _reach(position, unit, crawling(position.battle.data.numbers), actions, avoid)


def ride_reach(position: Scene, unit: Character, actions: int | None, *, avoid: Area | None = None) -> TurningReach:
    """Return where a character can ride to. Costs are squares: `actions_for` makes actions of them."""
    return _reach(position, unit, riding(position.battle.data.numbers), actions, avoid)


def run_reach(position: Scene, unit: Character, actions: int | None, *, avoid: Area | None = None) -> TurningReach:
    """Return where a character can run to. Costs are squares; whatever the way, running takes all actions."""
    return _reach(position, unit, running(position.battle.data.numbers), actions, avoid)


def actions_for(gait: Gait, cost: int) -> int:
    """Return how many actions a cost of a search takes: a part of one counts as a whole."""
    return -(-cost // gait.squares)


def _reach(position: Scene, unit: Character, gait: Gait, actions: int | None, avoid: Area | None) -> TurningReach:
    closed, last = closed_and_last(position, unit)
    if avoid is not None:
        closed |= avoid
    budget = None if actions is None else max(0, actions) * gait.squares
    start = Stand(unit.place, unit.facing)
    return _kept_reach(position.map, position.state.changes, gait.mover, start, budget, closed.bits, last.bits)


@lru_cache(maxsize=512)
def _kept_reach(
    battle_map: BattleMap, changes: Changes, mover: Mover, start: Stand, budget: int | None, closed: int, last: int
) -> TurningReach:
    """Search once for what is asked again while nobody moves."""
    limits = Limits(budget, Area(battle_map, closed), Area(battle_map, last))
    return reach_turning(Ground(battle_map, changes), mover, start, limits)


def forget_ways() -> None:
    """Throw away the searches that are kept, as somebody must who measures how long they take."""
    _kept_reach.cache_clear()


# -- suspected ---------------------------------------------------------------------------------------------------


def actions_to_reach(position: Scene, unit: Character, target: Character) -> int | None:
    """OUT-T-suspected: the Walk/Turnaround actions to the square of another, however many; None where no way leads.

    OUT-DOOR: a closed door on the way counts as its opening, one action more, for else nobody would ever suspect
    anybody behind one. Lying down or riding is not counted: it is the same for all targets.
    """
    return None if target.cell is None else far_reach(position, unit).cost(target.cell)


def far_reach(position: Scene, unit: Character) -> TurningReach:
    """Return the ways on foot to everywhere, through closed doors as well, each of which costs its opening."""
    numbers = position.battle.data.numbers
    mover = replace(walking(numbers, unit).mover, opening=numbers.door)
    closed, last = closed_and_last(position, unit)
    start = Stand(unit.place, unit.facing)
    return _kept_reach(position.map, position.state.changes, mover, start, None, closed.bits, last.bits)


# -- what it costs -----------------------------------------------------------------------------------------------


def walk_price(position: Scene, unit: Character, way: Way) -> Check | str:
    """Return the actions that a walk takes, turns on the spot included, or why it cannot be gone."""
    if unit.mounted:
        return "in the saddle: one rides, or dismounts first"
    if unit.prone:
        return "prone: one crawls, or gets up first"
    return _price(position, unit, walking(position.battle.data.numbers, unit), way)


def crawl_price(position: Scene, unit: Character, way: Way) -> Check | str:
    """Return the actions that crawling a way takes, or why it cannot be gone."""
    if unit.mounted:
        return "in the saddle: nobody crawls there"
    if not unit.prone:
        return "not prone: one hits the dirt first"
    return _price(position, unit, crawling(position.battle.data.numbers), way)


def ride_price(position: Scene, unit: Character, way: Way) -> Check | str:
    """Return the actions that riding a way takes, or why it cannot be ridden."""
    if not unit.mounted:
        return "not in the saddle"
    gait = riding(position.battle.data.numbers)
    price = _price(position, unit, gait, way)
    if isinstance(price, str):
        return price
    return Check("cost").plus(actions_for(gait, price.total), f"ride: {price.total} squares, {gait.squares} an action")


def run_price(position: Scene, unit: Character, way: Way) -> Check | str:
    """Return what running a way takes, which is all actions that are left; or why it cannot be run."""
    if unit.mounted:
        return "in the saddle: one rides, or dismounts first"
    if unit.prone:
        return "prone: one crawls, or gets up first"
    if unit.leg:
        return "a wounded leg: no running"
    actions = position.state.actions if position.state.actor == unit.id else unit.allowance
    if actions < 1:
        return "no action left to run with"
    gait = running(position.battle.data.numbers)
    price = _price(position, unit, gait, way)
    if isinstance(price, str):
        return price
    if price.total > actions * gait.squares:
        most = f"{counted(actions, 'action')} {'makes' if actions == 1 else 'make'} {actions * gait.squares}"
        return f"too far to run: {counted(price.total, 'square')}, and {most}"
    return Check("cost").plus(actions, f"run: all actions, {counted(price.total, 'square')}")


def _price(position: Scene, unit: Character, gait: Gait, way: Way) -> Check | str:
    """Add up a way, stand by stand."""
    if not way:
        return "that leads nowhere"
    if unit.cell is None:
        return "not on the board"
    closed, last = closed_and_last(position, unit)
    parts: dict[str, int] = {}
    before = Stand(unit.cell, unit.facing)
    for n, stand in enumerate(way):
        if stand.cell in closed and stand.cell != unit.cell:
            return barred(position, unit, stand.cell) or f"no way into {position.name(stand.cell)}"
        if n and before.cell in last and before.cell != unit.cell:
            return f"an enemy is in {position.name(before.cell)}: the move ends there"
        for cost, reason in _stand_parts(position, gait, before, stand):
            if cost is None:
                return reason
            parts[reason] = parts.get(reason, 0) + cost
        before = stand
    check = Check("cost")
    for reason, cost in parts.items():
        check = check.plus(cost, reason)
    return check


def _stand_parts(position: Scene, gait: Gait, before: Stand, stand: Stand) -> Iterator[tuple[int | None, str]]:
    """Yield what leads from one stand to the next with its cost; None and the reason where nothing does."""
    turning = gait.turning
    turned = _off(position, before.facing, stand.facing)
    if before.cell == stand.cell:
        cost = turning.pivot[turned]
        if cost is None or not turned:
            yield None, "no turning on the spot there" if turned else "that leads nowhere"
        else:
            yield cost, "turnaround"
        return
    if stand.cell not in position.map or not position.map.grid.adjacent(before.cell, stand.cell):
        yield None, f"{position.name(before.cell)} has no such neighbour"
        return
    direction = position.map.grid.steps.index(stand.cell.minus(before.cell))
    off = _off(position, before.facing, direction)
    extra, after = turning.step[off], turning.after[turned]
    if extra is None:
        yield None, f"{position.name(stand.cell)} is not ahead: turn around first"
        return
    if after is None:
        yield None, "a step turns by 45 degrees at most"
        return
    step = step_cost(position.ground, gait.mover, before.cell, stand.cell)
    if not step:
        yield None, f"no way into {position.name(stand.cell)}: {step.barred}"
        return
    ordinary = gait.mover.step
    yield ordinary + extra + after, "back off" if off == len(turning.step) - 1 else gait.word
    # The first part is the ground's, in which the ordinary step is contained.
    for n, (cost, reason) in enumerate(step.parts):
        more = cost if n else cost - ordinary
        if more:
            yield more, reason


def _off(position: Scene, facing: int, other: int) -> int:
    """Return by how many directions of 45 degrees two facings differ."""
    facings = len(position.map.grid.directions)
    turn = (other - facing) % facings
    return min(turn, facings - turn)
