"""Where the player's stand-in sends its units: by bounds, in cover, away from crowds, and in time."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.paths import UNREACHED, Reach
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.ambush_alley.assault import assault_odds
from sim.rules.ambush_alley.choices import Here, actor, ordered
from sim.rules.ambush_alley.orders import Assault, Disembark, Embark, Move
from sim.rules.ambush_alley.orders.moving import seats_for
from sim.rules.ambush_alley.prospects import (
    Errand,
    errands,
    guards,
    is_seen,
    is_valuable,
    to_hold,
    turns_left,
    undone,
    watchers,
)
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.scene import insurgents, mobs, regulars
from sim.rules.ambush_alley.searches import into_cover
from sim.rules.ambush_alley.units import Pace, Team
from sim.rules.ambush_alley.walking import allowance, assault_ways, leads, rapid_refusal, reach
from sim.rules.ambush_alley.watching import in_cover, watch
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Priority, Shown, least, most, prefer, require
from sim.tabletop.inches import within

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
    found = list(errands(here, unit))
    return min(found, key=lambda each: (each.rank, each.way), default=None)


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
    nearer = (run.spent != UNREACHED) & (left.spent != UNREACHED) & (left.spent < now)
    cells = [cell for cell, better in zip(run.map.cells, nearer.tolist(), strict=True) if better]
    order: Priority[Cell] = Priority(
        "HOUSE-CLOSER", f"where to go for {errand.what}", *_lines(here, errand, pace, run, left)
    )
    end = order.choose(here, cells, f"cells in {pace.capitalize()} reach that are nearer")
    return (
        Cannot(f"no {pace.capitalize()} move") if end is None else ordered(here, Move(unit.id, run.way(end)[1:], pace))
    )


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
    going = into_cover(here, unit, "HOUSE-COVER", pace="cautious")
    return going if isinstance(going, Cannot) else ordered(here, Move(unit.id, going.way, "cautious"))


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
    found = [
        enemy
        for enemy in insurgents(position)
        if enemy.profile.kind == "team" and assault_ways(position, unit, enemy) and not _watched(here, enemy)
    ]
    enemy = EASY.choose(here, found, "Insurgents in reach of an assault whom nobody covers")
    if enemy is None:
        return Cannot("no assault is easy")
    ways = assault_ways(position, unit, enemy)
    return ordered(here, Assault(unit.id, enemy.id, ways[ways.cells[0]]))


def _watched(here: Here, enemy: Team) -> bool:
    """Say whether another Insurgent unit sees where an enemy stands."""
    return watchers(here.position)[here.position.map.ordinal(enemy.place)] > 1


# -- vehicles ----------------------------------------------------------------------------------------------------


def get_in(here: Here) -> Intent | Cannot:
    """Carry the wounded into a vehicle beside the unit."""
    unit = actor(here)
    if not unit.serious and not unit.downed:
        return Cannot("nobody has to be carried")
    for vehicle in _carriers(here, unit):
        order = ordered(here, Embark(unit.id, vehicle.id))
        if not isinstance(order, Cannot):
            return order
    return Cannot("no vehicle with room is beside it")


def _carriers(here: Here, unit: Team) -> list[Team]:
    seats = seats_for(unit)
    return [each for each in regulars(here.position) if each.profile.kind == "vehicle" and each.profile.seats >= seats]


def get_out(here: Here) -> Intent | Cannot:
    """Get out where men are wanted, or where the vehicle goes no further."""
    unit, position = actor(here), here.position
    if not unit.aboard:
        return Cannot("it is in no vehicle")
    vehicle = here.state.unit(unit.aboard)
    if vehicle.cell is None or unit.serious:
        return Cannot("it stays aboard")
    places = [cell for each in (*undone(here), *_free(here)) for cell in each.cells]
    near = any(within(position, vehicle.cell, cell, NEAR) for cell in places)
    if not near and not vehicle.immobilised:
        return Cannot("it is wanted nowhere near, and the vehicle drives on")
    cells = [cell for cell in position.map.grid.neighbours(vehicle.cell) if cell in position.map]
    able = [cell for cell in cells if not isinstance(ordered(here, Disembark(unit.id, cell)), Cannot)]
    cell = DOOR.choose(here, able, "cells beside the vehicle")
    return Cannot("there is no room beside the vehicle") if cell is None else ordered(here, Disembark(unit.id, cell))


def _free(here: Here) -> list[Task]:
    """Return the places to hold that no Regular holds."""
    return [
        each
        for each in to_hold(here)
        if not any(other.cell in each.cells and other.profile.kind == "team" for other in regulars(here.position))
    ]


DOOR: Priority[Cell] = Priority(
    "HOUSE-RIDE",
    "where to get out",
    least(
        Measure("Insurgents that see it", lambda here, cell: watchers(here.position)[here.position.map.ordinal(cell)])
    ),
)
