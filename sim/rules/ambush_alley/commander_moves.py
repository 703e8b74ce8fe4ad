"""Where the player's stand-in sends its units, and what it reckons with: shots, who sees what, errands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from sim.board.paths import Reach
from sim.board.sight import LinesOfSight
from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.tally import Exit
from sim.rules.ambush_alley.activations import is_able
from sim.rules.ambush_alley.assault import assault_ways
from sim.rules.ambush_alley.commander_chances import assault_odds, losses, mean
from sim.rules.ambush_alley.fire import fire_refusal, mobs_in_line
from sim.rules.ambush_alley.ground import allowance, in_cover, leads, rapid_refusal, reach, watch
from sim.rules.ambush_alley.motivations import Here, actor, moving, ordered
from sim.rules.ambush_alley.orders.fighting import Assault
from sim.rules.ambush_alley.orders.moving import Disembark, Embark, Move
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import Scene, insurgents, mobs, regulars
from sim.rules.ambush_alley.searches import into_cover, nearer_cells
from sim.rules.ambush_alley.units import Pace, Team
from sim.rules.ambush_alley.victory import accomplished
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, prefer, require
from sim.tabletop.inches import within

VALUABLE = 2
"""Points for leaving the table that make a unit one that the others escort."""
ESCORT, GUNS = 6, 10
"""Inches from who is escorted, and from a place that men search, that are near enough."""


# -- shots -------------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Shot:
    """Fire of a unit at an enemy that is possible now."""

    unit: Team
    target: Team
    kills: Fraction
    """How many it is likely to hit."""
    mobs: int
    """Crowds in the line of fire."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.target.id


def shots(position: Scene, unit: Team) -> Iterator[Shot]:
    """Yield what a unit could fire at, in roster order."""
    for enemy in insurgents(position):
        if unit.cell is not None and fire_refusal(position, unit, enemy) is None:
            yield shot(position, unit, enemy)


def shot(position: Scene, unit: Team, enemy: Team, *, reacting: bool = False) -> Shot:
    """Reckon what fire at an enemy is worth."""
    kills = mean(losses(position, unit, enemy, reacting=reacting))
    return Shot(unit, enemy, kills, len(mobs_in_line(position, unit, enemy)))


# -- who sees ----------------------------------------------------------------------------------------------------


def watchers(position: Scene) -> list[int]:
    """Return, by the ordinal of every cell, how many Insurgents see it."""
    return _watchers(position.lines, tuple(enemy.place for enemy in insurgents(position)))


@lru_cache(maxsize=64)
def _watchers(lines: LinesOfSight, cells: tuple[Cell, ...]) -> list[int]:
    counts = np.zeros(len(lines.ground.map.cells), dtype=np.int64)
    for cell in cells:
        counts += lines.field_of_view(cell).mask()
    return [int(count) for count in counts]


def is_seen(position: Scene, cell: Cell) -> bool:
    """Say whether some Insurgent sees a cell."""
    return watchers(position)[position.map.ordinal(cell)] > 0


# -- where one is wanted -----------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Errand:
    """A unit and where it is wanted."""

    unit: Team
    cells: tuple[Cell, ...]
    goal: Cell
    """The nearest of the cells by the way there."""
    way: int
    """Half inches that are left to go."""
    rank: int
    """What comes first: a lower number does."""
    what: str

    @property
    def subject(self) -> str:
        """What notes call it."""
        return f"{self.unit.id}: {self.what}"


def turns_left(here: Here) -> int:
    """Return how many turns are left, this one included; many where there is no last one."""
    last = here.battle.turns
    return 99 if last is None else max(1, last - here.state.turn + 1)


def exits_for(here: Here, unit: Team) -> list[Exit]:
    """Return the exits over which a unit is rewarded for leaving."""
    return [
        each
        for each in here.battle.data.mission.exits
        if each.side == unit.side and each.points > 0 and (not each.units or unit.id in each.units)
    ]


def is_valuable(here: Here, unit: Team) -> bool:
    """Say whether the others have to see a unit off the table."""
    return any(each.points >= VALUABLE for each in exits_for(here, unit))


def errand_to(here: Here, unit: Team, cells: tuple[Cell, ...], rank: int, what: str) -> Errand | None:
    """Return the errand to the nearest of some cells; None where there is no way, or the unit is there."""
    if unit.cell is None or unit.cell in cells:
        return None
    costs = ((leads(here.position, unit, cell).cost(unit.place), cell) for cell in cells)
    found = [(cost, here.position.map.ordinal(cell), cell) for cost, cell in costs if cost is not None]
    if not found:
        return None
    way, _, goal = min(found)
    return Errand(unit, cells, goal, way, rank, what)


def undone(here: Here) -> list[Task]:
    """Return the places where there is something to be done."""
    objectives = here.battle.data.mission.objectives
    return [each for each in objectives if each.kind != "hold" and not accomplished(here.position, each)]


def to_hold(here: Here) -> list[Task]:
    """Return the places that count at the end."""
    return [each for each in here.battle.data.mission.objectives if each.kind == "hold"]


def guards(here: Here, unit: Team) -> bool:
    """Say whether a unit holds a place that no other Regular holds."""
    return any(
        unit.cell in each.cells
        and not any(other.id != unit.id and other.cell in each.cells for other in regulars(here.position))
        for each in to_hold(here)
    )


def errands(here: Here, unit: Team) -> Iterator[Errand]:
    """Yield where a unit is wanted; nothing for one that cannot move, or guards a place."""
    if unit.cell is None or not allowance(here.position, unit, "cautious"):
        return
    for found in (*_away(here, unit), *_to_do(here, unit)):
        if found is not None:
            yield found
    if not is_valuable(here, unit) and not guards(here, unit):
        for found in (*_company(here, unit), *_posts(here, unit), *_hot_spots(here, unit)):
            if found is not None:
                yield found


def _away(here: Here, unit: Team) -> Iterator[Errand | None]:
    """The way out: at once for who is valuable; for the others when nothing else is to be done, or it is time."""
    exits = exits_for(here, unit)
    if not exits:
        return
    cells = tuple(cell for each in exits for cell in each.cells)
    if is_valuable(here, unit):
        yield errand_to(here, unit, cells, 0, "to the exit")
        return
    found = errand_to(here, unit, cells, 5, "to the exit")
    if found is None or guards(here, unit):
        return
    others = (each for each in here.state.units.of(here.side) if is_able(each) and each.id != unit.id)
    waiting = undone(here) or any(is_valuable(here, other) for other in others)
    if not waiting:
        yield found
    elif found.way >= allowance(here.position, unit, "cautious") * (turns_left(here) - 1):
        yield errand_to(here, unit, cells, 1, "to the exit in time")


def _to_do(here: Here, unit: Team) -> Iterator[Errand | None]:
    """Places to search and to reach; vehicles search nothing, but their guns are welcome there."""
    for objective in undone(here):
        if unit.profile.kind == "vehicle" and objective.kind != "reach":
            if not any(within(here.position, unit.place, cell, GUNS) for cell in objective.cells):
                yield errand_to(here, unit, objective.cells, 4, f"with guns to {objective.title}")
        elif not guards(here, unit) and not _enough_others(here, unit, objective):
            yield errand_to(here, unit, objective.cells, 2, f"to {objective.title}")


def _enough_others(here: Here, unit: Team, objective: Task) -> bool:
    """Say whether two others on foot are nearer to a place."""
    cell, squared = objective.cells[0], here.position.map.grid.squared
    near = squared(unit.place, cell)
    others = [each for each in regulars(here.position) if each.profile.kind == "team" and each.id != unit.id]
    return sum(squared(each.place, cell) < near for each in others) >= 2


def _company(here: Here, unit: Team) -> Iterator[Errand | None]:
    """Who is to be escorted: go with them."""
    for other in regulars(here.position):
        if is_valuable(here, other) and not within(here.position, unit.place, other.place, ESCORT):
            yield errand_to(here, unit, (other.place,), 3, f"to {other.id}")


def _posts(here: Here, unit: Team) -> Iterator[Errand | None]:
    """Places to hold that no Regular holds."""
    for objective in to_hold(here):
        if not any(other.cell in objective.cells for other in regulars(here.position)):
            yield errand_to(here, unit, objective.cells, 4, f"to hold {objective.title}")


def _hot_spots(here: Here, unit: Team) -> Iterator[Errand]:
    """Hot spots that a single move puts out of action, with no Insurgent near."""
    if unit.profile.kind == "vehicle":
        return
    numbers, position = here.battle.data.numbers, here.position
    for spot in here.state.hot_spots:
        clear = not any(
            within(position, spot.cell, enemy.place, numbers.hot_spot_clear + numbers.hot_spot_taken)
            for enemy in insurgents(position)
        )
        if spot.active and clear and not within(position, unit.place, spot.cell, numbers.hot_spot_taken):
            found = errand_to(here, unit, (spot.cell,), 1, f"to the hot spot in {position.name(spot.cell)}")
            if found is not None and found.way <= allowance(position, unit, "cautious"):
                yield found


SURE = 3, 4
"""An assault is made where it is so likely that the enemy runs or loses."""
CROWDED, NEAR = 2, 6
"""Inches from a crowd that are too near, and from a place where men are wanted at which they get out."""

CHOICE: Priority[Errand] = Priority(
    "HOUSE-CLOSER",
    "where it is wanted",
    least(Measure("what comes first", lambda _, each: each.rank)),
    least(Measure("inches to go", lambda _, each: Shown(each.way, f'{each.way / 2:g}"'))),
)


def errand_of(here: Here, unit: Team) -> Errand | None:
    """Return where a unit is wanted most, without a note."""
    return min(errands(here, unit), key=lambda each: (each.rank, each.way), default=None)


# -- on the way --------------------------------------------------------------------------------------------------


def is_late(here: Here, errand: Errand) -> bool:
    """Say whether Cautious moves would hardly bring a unit there in time."""
    cautious = allowance(here.position, errand.unit, "cautious")
    return errand.way * 4 > cautious * 3 * turns_left(here)


def go(here: Here) -> Intent | Cannot:
    """Go where one is wanted, by a bound that ends in cover if it can."""
    unit = actor(here)
    errand = CHOICE.choose(here, errands(here, unit), "errands")
    if errand is None:
        return Cannot("it is wanted nowhere else")
    for pace in _paces(here, errand):
        order = _bound(here, errand, pace)
        if not isinstance(order, Cannot):
            return order
        here.say(order.reason)
    return Cannot(f"no move leads nearer to {here.position.name(errand.goal)}")


def _paces(here: Here, errand: Errand) -> Iterator[Pace]:
    """Yield the paces to try: Rapid for vehicles, for who is late, and where no Insurgent sees the unit."""
    unit = errand.unit
    hurried = unit.profile.kind == "vehicle" or is_late(here, errand)
    if rapid_refusal(here.position, unit) is None and (hurried or not is_seen(here.position, unit.place)):
        yield "rapid"
    yield "cautious"


def _bound(here: Here, errand: Errand, pace: Pace) -> Intent | Cannot:
    unit, position = errand.unit, here.position
    run, left = reach(position, unit, pace), leads(position, unit, errand.goal)
    now = left.cost(unit.place)
    if now is None:
        return Cannot("there is no way")
    cells = nearer_cells(run, left, now)
    order: Priority[Cell] = Priority(
        "HOUSE-CLOSER", f"where to go for {errand.what}", *_lines(here, errand, pace, run, left)
    )
    end = order.choose(here, cells, f"cells in {pace.capitalize()} reach that are nearer")
    if end is None:
        return Cannot(f"no {pace.capitalize()} move")
    return ordered(here, Move(unit.id, run.way(end)[1:], pace))


def _lines(here: Here, errand: Errand, pace: Pace, run: Reach, left: Reach) -> Iterator[Line[Here, Cell]]:
    """Yield what makes a good end of a bound: there, a real step, covered, seen by few, far from crowds."""
    unit, position = errand.unit, here.position
    watching, seen, ordinal = watch(position, unit), watchers(position), position.map.ordinal
    crowds = [mob.place for mob in mobs(position)]
    late, vehicle = is_late(here, errand), unit.profile.kind == "vehicle"
    real = errand.way - allowance(position, unit, pace) // 2

    def halves(reckoned: Reach, cell: Cell) -> Shown:
        cost = reckoned.cost(cell) or 0
        return Shown(cost, f'{cost / 2:g}"')

    if pace == "rapid" and not late and not vehicle:
        yield require(Measure("out of sight", lambda _, cell: watching.unseen(cell)))
    yield prefer(Measure("there", lambda _, cell: cell in errand.cells))
    yield prefer(Measure("a real bound", lambda _, cell: (left.cost(cell) or 0) <= real))
    if late:
        yield least(Measure("way left", lambda _, cell: halves(left, cell)))
    if not vehicle:
        yield prefer(Measure("in cover", lambda _, cell: watching.sheltered(cell)))
    yield least(Measure("Insurgents that see it", lambda _, cell: seen[ordinal(cell)]))
    yield prefer(
        Measure("no crowd near", lambda _, cell: not any(within(position, cell, mob, CROWDED) for mob in crowds))
    )
    yield least(Measure("way left", lambda _, cell: halves(left, cell)))
    yield least(Measure("length of the way", lambda _, cell: halves(run, cell)))


def take_cover(here: Here) -> Intent | Cannot:
    """Get out of the open, where an Insurgent sees the unit and it is wanted where it is."""
    unit, position = actor(here), here.position
    if unit.cell is None or unit.profile.kind == "vehicle" or guards(here, unit):
        return Cannot("it stays where it is")
    if not is_seen(position, unit.place) or in_cover(position, unit):
        return Cannot("it is in cover, or nobody sees it")
    return moving(here, into_cover(here, unit, "HOUSE-COVER", pace="cautious"), "cautious")


# -- assaults ----------------------------------------------------------------------------------------------------


def _sure(here: Here, enemy: Team) -> Shown:
    odds = assault_odds(here.position, actor(here), enemy)
    # Whoever hangs back has lost nothing: what counts is how it goes once they close.
    good = (odds.pulls_back + odds.won) / (1 - odds.hangs_back)
    return Shown(good * SURE[1] >= SURE[0], f"{float(good):.0%}")


EASY: Priority[Team] = Priority(
    "HOUSE-STORM",
    "whom to assault",
    require(Measure("likely to run or to lose", _sure)),
    most(Measure("points", lambda _, enemy: enemy.profile.points)),
    most(Measure("figures", lambda _, enemy: enemy.figures)),
)


def assault(here: Here) -> Intent | Cannot:
    """Assault an enemy in reach who is likely to run or to lose, where no other Insurgent watches."""
    unit, position = actor(here), here.position
    if unit.cell is None or is_valuable(here, unit) or guards(here, unit) or unit.penalty:
        return Cannot("it has something else to do")
    watched = {enemy.id for enemy in insurgents(position) if watchers(position)[position.map.ordinal(enemy.place)] > 1}
    teams = (enemy for enemy in insurgents(position) if enemy.profile.kind == "team" and enemy.id not in watched)
    found = [enemy for enemy in teams if assault_ways(position, unit, enemy)]
    enemy = EASY.choose(here, found, "Insurgents in reach of an assault whom nobody covers")
    if enemy is None:
        return Cannot("no assault is easy")
    ways = assault_ways(position, unit, enemy)
    return ordered(here, Assault(unit.id, enemy.id, ways[ways.cells[0]]))


# -- vehicles ----------------------------------------------------------------------------------------------------


def get_in(here: Here) -> Intent | Cannot:
    """Carry the wounded into a vehicle beside the unit."""
    unit = actor(here)
    if not unit.serious and not unit.downed:
        return Cannot("nobody has to be carried")
    for vehicle in regulars(here.position):
        if vehicle.profile.kind == "vehicle":
            order = ordered(here, Embark(unit.id, vehicle.id))
            if not isinstance(order, Cannot):
                return order
    return Cannot("no vehicle with room is beside it")


def get_out(here: Here) -> Intent | Cannot:
    """Get out where men are wanted, or where the vehicle goes no further."""
    unit, position = actor(here), here.position
    if not unit.aboard:
        return Cannot("it is in no vehicle")
    vehicle = here.state.unit(unit.aboard)
    if vehicle.cell is None or unit.serious:
        return Cannot("it stays aboard")
    held = {other.cell for other in regulars(position) if other.profile.kind == "team"}
    free = [each for each in to_hold(here) if held.isdisjoint(each.cells)]
    places = [cell for each in (*undone(here), *free) for cell in each.cells]
    near = any(within(position, vehicle.cell, cell, NEAR) for cell in places)
    if not near and not vehicle.immobilised:
        return Cannot("it is wanted nowhere near, and the vehicle drives on")
    cells = [cell for cell in position.map.grid.neighbours(vehicle.cell) if cell in position.map]
    able = [cell for cell in cells if not isinstance(ordered(here, Disembark(unit.id, cell)), Cannot)]
    cell = DOOR.choose(here, able, "cells beside the vehicle")
    return Cannot("there is no room beside the vehicle") if cell is None else ordered(here, Disembark(unit.id, cell))


DOOR: Priority[Cell] = Priority(
    "HOUSE-RIDE",
    "where to get out",
    least(
        Measure("Insurgents that see it", lambda here, cell: watchers(here.position)[here.position.map.ordinal(cell)])
    ),
)
