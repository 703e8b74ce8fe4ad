"""Where the player's stand-in sends its units, and what it reckons with: shots, assaults, who sees what, errands.

It weighs hundreds of shots where a player looks at one, so its chances stand in closed form. They are no rules: what is
thrown is asked of those, and a test compares each with what comes of the order.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sim.board.paths import Reach
from sim.board.sight import LinesOfSight
from sim.engine.dice import at_least
from sim.engine.matching import Spread, exchange, spread
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import allowed, best, bout, first_allowed, keeps_alone, mean
from sim.play.tally import Exit
from sim.rules.ambush_alley.activations import is_able
from sim.rules.ambush_alley.assault import assault_dice, assault_ways
from sim.rules.ambush_alley.fire import attack_dice, defence_dice, defence_faces, fire_refusal, hit_need, mobs_in_line
from sim.rules.ambush_alley.ground import allowance, in_cover, leads, rapid_refusal, reach, watch
from sim.rules.ambush_alley.motivations import actor, moving, ordered
from sim.rules.ambush_alley.orders.fighting import Assault
from sim.rules.ambush_alley.orders.moving import Disembark, Embark, Move
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import Here, Scene, check_die, insurgents, mobs, quality, regulars
from sim.rules.ambush_alley.searches import into_cover, length_of, nearer_cells
from sim.rules.ambush_alley.units import Pace, Team
from sim.rules.ambush_alley.victory import accomplished
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, prefer, require
from sim.tabletop.inches import within
from sim.tabletop.measures import half_inches, nearest_goal

VALUABLE = 2
"""Points for leaving the table that make a unit one that the others escort."""
ESCORT, GUNS = 6, 10
"""Inches from who is escorted, and from a place that men search, that are near enough."""
SURE = 3, 4
"""An assault is made where it is so likely that the enemy runs or loses."""
CROWDED, NEAR = 2, 6
"""Inches from a crowd that are too near, and from a place where men are wanted at which they get out."""

# -- chances -----------------------------------------------------------------------------------------------------


def losses(position: Scene, unit: Team, target: Team, *, reacting: bool = False) -> Spread:
    """Return how likely a target loses each number of figures; of a vehicle, how likely it is hit so often."""
    attack = attack_dice(position, unit, target, reacting=reacting).total
    defence = defence_dice(position, unit, target, attack).total
    dice = (attack, quality(position, unit)), (defence, defence_faces(position, target, unit.place))
    need, success = hit_need(position, unit, target), position.battle.data.numbers.success
    return spread(*dice, need, success, attack if target.profile.kind == "vehicle" else target.figures)


def quality_chance(position: Scene, unit: Team) -> Fraction:
    """AAS-CHECK-3: return how likely a unit passes a Quality check."""
    return at_least(position.battle.data.numbers.success).chance(check_die(position, unit))


class AssaultOdds(NamedTuple):
    """How a close assault may go, from the beginning: the attacker hangs back, the defender pulls back, or a bout."""

    hangs_back: Fraction
    pulls_back: Fraction
    won: Fraction
    equal: Fraction
    lost: Fraction


def assault_odds(position: Scene, attacker: Team, defender: Team) -> AssaultOdds:
    """Return how likely each end of a close assault is, if who does not stand pulls back."""
    closes, stands = quality_chance(position, attacker), quality_chance(position, defender)
    one, other = ((assault_dice(position, unit).total, quality(position, unit)) for unit in (attacker, defender))
    lost = exchange(one, other, position.battle.data.numbers.success, (attacker.figures, defender.figures))
    fought = bout((theirs, mine, chance) for (mine, theirs), chance in lost.items())
    return AssaultOdds(1 - closes, closes * (1 - stands), *(closes * stands * chance for chance in fought))


class Shot(NamedTuple):
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


def seeing(position: Scene, cell: Cell) -> int:
    """Return how many Insurgents see a cell."""
    return watchers(position)[position.map.ordinal(cell)]


# -- where one is wanted -----------------------------------------------------------------------------------------


class Errand(NamedTuple):
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
    return [each for each in here.battle.data.mission.exits_of(unit) if each.points > 0]


def is_valuable(here: Here, unit: Team) -> bool:
    """Say whether the others have to see a unit off the table."""
    return any(each.points >= VALUABLE for each in exits_for(here, unit))


def errand_to(here: Here, unit: Team, cells: tuple[Cell, ...], rank: int, what: str) -> Iterator[Errand]:
    """Yield the errand to the nearest of some cells; nothing where there is no way, or the unit is there."""
    position, place = here.position, unit.cell
    if place is None or place in cells:
        return
    if found := nearest_goal(position, cells, lambda cell: leads(position, unit, cell).cost(place)):
        yield Errand(unit, cells, found[1], found[0], rank, what)


def undone(here: Here) -> list[Task]:
    """Return the places where there is something to be done."""
    objectives = here.battle.data.mission.objectives
    return [each for each in objectives if each.kind != "hold" and not accomplished(here.position, each)]


def to_hold(here: Here) -> list[Task]:
    """Return the places that count at the end."""
    return [each for each in here.battle.data.mission.objectives if each.kind == "hold"]


def guards(here: Here, unit: Team) -> bool:
    """Say whether a unit holds a place that no other Regular holds."""
    return keeps_alone(unit, tuple(regulars(here.position)), to_hold(here))


def errands(here: Here, unit: Team) -> Iterator[Errand]:
    """Yield where a unit is wanted; nothing for one that cannot move, or guards a place."""
    if unit.cell is None or not allowance(here.position, unit, "cautious"):
        return
    yield from _away(here, unit)
    yield from _to_do(here, unit)
    if is_valuable(here, unit) or guards(here, unit):
        return
    # Who is to be escorted: go with them.
    for other in regulars(here.position):
        if is_valuable(here, other) and not within(here.position, unit.place, other.place, ESCORT):
            yield from errand_to(here, unit, (other.place,), 3, f"to {other.id}")
    for objective in to_hold(here):
        if not any(other.cell in objective.cells for other in regulars(here.position)):
            yield from errand_to(here, unit, objective.cells, 4, f"to hold {objective.title}")
    yield from _hot_spots(here, unit)


def _away(here: Here, unit: Team) -> Iterator[Errand]:
    """The way out: at once for who is valuable; for the others when nothing else is to be done, or it is time."""
    cells = tuple(cell for each in exits_for(here, unit) for cell in each.cells)
    if is_valuable(here, unit):
        yield from errand_to(here, unit, cells, 0, "to the exit")
        return
    found = next(errand_to(here, unit, cells, 5, "to the exit"), None)
    if found is None or guards(here, unit):
        return
    others = (each for each in here.state.units.of(here.side) if is_able(each) and each.id != unit.id)
    if not undone(here) and not any(is_valuable(here, other) for other in others):
        yield found
    elif found.way >= allowance(here.position, unit, "cautious") * (turns_left(here) - 1):
        yield found._replace(rank=1, what="to the exit in time")


def _to_do(here: Here, unit: Team) -> Iterator[Errand]:
    """Places to search and to reach; vehicles search nothing, but their guns are welcome there."""
    for objective in undone(here):
        if unit.profile.kind == "vehicle" and objective.kind != "reach":
            if not any(within(here.position, unit.place, cell, GUNS) for cell in objective.cells):
                yield from errand_to(here, unit, objective.cells, 4, f"with guns to {objective.title}")
        elif not guards(here, unit) and not _enough_others(here, unit, objective):
            yield from errand_to(here, unit, objective.cells, 2, f"to {objective.title}")


def _enough_others(here: Here, unit: Team, objective: Task) -> bool:
    """Say whether two others on foot are nearer to a place."""
    cell, squared = objective.cells[0], here.position.map.grid.squared
    others = (each for each in regulars(here.position) if each.profile.kind == "team" and each.id != unit.id)
    return sum(squared(each.place, cell) < squared(unit.place, cell) for each in others) >= 2


def _hot_spots(here: Here, unit: Team) -> Iterator[Errand]:
    """Hot spots that a single move puts out of action, with no Insurgent near."""
    numbers, position = here.battle.data.numbers, here.position
    clear = numbers.hot_spot_clear + numbers.hot_spot_taken
    for spot in here.state.hot_spots if unit.profile.kind != "vehicle" else ():
        if not spot.active or within(position, unit.place, spot.cell, numbers.hot_spot_taken):
            continue
        if not any(within(position, spot.cell, enemy.place, clear) for enemy in insurgents(position)):
            found = errand_to(here, unit, (spot.cell,), 1, f"to the hot spot in {position.name(spot.cell)}")
            yield from (each for each in found if each.way <= allowance(position, unit, "cautious"))


CHOICE: Priority[Errand] = Priority(
    "HOUSE-CLOSER",
    "where it is wanted",
    least(Measure("what comes first", lambda _, each: each.rank)),
    least(Measure("inches to go", lambda _, each: half_inches(each.way))),
)


def errand_of(here: Here, unit: Team) -> Errand | None:
    """Return where a unit is wanted most, without a note."""
    return min(errands(here, unit), key=lambda each: (each.rank, each.way), default=None)


# -- on the way --------------------------------------------------------------------------------------------------


def is_late(here: Here, errand: Errand) -> bool:
    """Say whether Cautious moves would hardly bring a unit there in time."""
    cautious = allowance(here.position, errand.unit, "cautious")
    return errand.way * 4 > cautious * 3 * turns_left(here)


def _sent(here: Here, errand: Errand) -> Intent | Cannot:
    """Return the bound with which a unit goes where it is wanted."""
    for pace in _paces(here, errand):
        order = _bound(here, errand, pace)
        if not isinstance(order, Cannot):
            return order
        here.say(order.reason)
    return Cannot(f"no move leads nearer to {here.position.name(errand.goal)}")


go = best(CHOICE, lambda here: errands(here, here.unit), "errands", _sent, "it is wanted nowhere else")
"""Go where one is wanted, by a bound that ends in cover if it can."""


def _paces(here: Here, errand: Errand) -> Iterator[Pace]:
    """Yield the paces to try: Rapid for vehicles, for who is late, and where no Insurgent sees the unit."""
    unit = errand.unit
    hurried = unit.profile.kind == "vehicle" or is_late(here, errand)
    if rapid_refusal(here.position, unit) is None and (hurried or not seeing(here.position, unit.place)):
        yield "rapid"
    yield "cautious"


def _bound(here: Here, errand: Errand, pace: Pace) -> Intent | Cannot:
    unit, position = errand.unit, here.position
    run, left = reach(position, unit, pace), leads(position, unit, errand.goal)
    order: Priority[Cell] = Priority(
        "HOUSE-CLOSER", f"where to go for {errand.what}", *_lines(here, errand, pace, run, left)
    )
    cells = nearer_cells(run, left, errand.way)
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
    real, way_left = errand.way - allowance(position, unit, pace) // 2, length_of(left, "way left")
    if pace == "rapid" and not late and not vehicle:
        yield require(Measure("out of sight", lambda _, cell: watching.unseen(cell)))
    yield prefer(Measure("there", lambda _, cell: cell in errand.cells))
    yield prefer(Measure("a real bound", lambda _, cell: (left.cost(cell) or 0) <= real))
    if late:
        yield least(way_left)
    if not vehicle:
        yield prefer(Measure("in cover", lambda _, cell: watching.sheltered(cell)))
    yield least(Measure("Insurgents that see it", lambda _, cell: seen[ordinal(cell)]))
    yield prefer(
        Measure("no crowd near", lambda _, cell: not any(within(position, cell, mob, CROWDED) for mob in crowds))
    )
    yield least(way_left)
    yield least(length_of(run))


def take_cover(here: Here) -> Intent | Cannot:
    """Get out of the open, where an Insurgent sees the unit and it is wanted where it is."""
    unit, position = actor(here), here.position
    if unit.cell is None or unit.profile.kind == "vehicle" or guards(here, unit):
        return Cannot("it stays where it is")
    if not seeing(position, unit.place) or in_cover(position, unit):
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


def _uncovered(here: Here) -> list[Team] | Cannot:
    """Return the enemies in reach of an assault whom no other Insurgent watches."""
    unit, position = actor(here), here.position
    if unit.cell is None or is_valuable(here, unit) or guards(here, unit) or unit.penalty:
        return Cannot("it has something else to do")
    teams = (enemy for enemy in insurgents(position) if enemy.profile.kind == "team")
    alone = (enemy for enemy in teams if seeing(position, enemy.place) <= 1)
    return [enemy for enemy in alone if assault_ways(position, unit, enemy)]


def _assault(here: Here, enemy: Team) -> Intent:
    ways = assault_ways(here.position, actor(here), enemy)
    return Assault(actor(here).id, enemy.id, ways[ways.cells[0]])


assault = best(EASY, _uncovered, "Insurgents in reach of an assault whom nobody covers", _assault, "no assault is easy")
"""Assault an enemy in reach who is likely to run or to lose."""


# -- vehicles ----------------------------------------------------------------------------------------------------


def get_in(here: Here) -> Intent | Cannot:
    """Carry the wounded into a vehicle beside the unit."""
    unit = actor(here)
    if not unit.serious and not unit.downed:
        return Cannot("nobody has to be carried")
    vehicles = (other for other in regulars(here.position) if other.profile.kind == "vehicle")
    return first_allowed(here, (Embark(unit.id, each.id) for each in vehicles), "no vehicle with room is beside it")


def _doors(here: Here) -> list[Cell] | Cannot:
    """Return the cells beside a vehicle to get out where men are wanted, or where the vehicle goes no further."""
    unit, position = actor(here), here.position
    if not unit.aboard:
        return Cannot("it is in no vehicle")
    vehicle = here.state.unit(unit.aboard)
    if vehicle.cell is None or unit.serious:
        return Cannot("it stays aboard")
    held = {other.cell for other in regulars(position) if other.profile.kind == "team"}
    free = [each for each in to_hold(here) if held.isdisjoint(each.cells)]
    places = [cell for each in (*undone(here), *free) for cell in each.cells]
    if not vehicle.immobilised and not any(within(position, vehicle.cell, cell, NEAR) for cell in places):
        return Cannot("it is wanted nowhere near, and the vehicle drives on")
    cells = [cell for cell in position.map.grid.neighbours(vehicle.cell) if cell in position.map]
    return [cell for cell in cells if allowed(here, Disembark(unit.id, cell))]


get_out = best(
    Priority(
        "HOUSE-RIDE",
        "where to get out",
        least(Measure("Insurgents that see it", lambda here, cell: seeing(here.position, cell))),
    ),
    _doors,
    "cells beside the vehicle",
    lambda here, cell: Disembark(here.unit.id, cell),
    "there is no room beside the vehicle",
)
