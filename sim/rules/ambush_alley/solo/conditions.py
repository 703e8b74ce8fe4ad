"""Who is near, and under which conditions a row of the tables fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from sim.grid import Cell
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.combat.fire import RangeBand, listed_firepower, range_band
from sim.rules.ambush_alley.ground.moves import in_cover
from sim.rules.ambush_alley.state import AasPosition, AasSituation, HotSpot, Team, insurgents, regulars
from sim.solo.measures import Candidate
from sim.solo.priority import Priority, least
from sim.tabletop.inches import least_of, sees, within
from sim.tabletop.measures import inches_away

C = TypeVar("C", bound=Candidate)

# -- who is near -------------------------------------------------------------------------------------------------


def offender(here: AasSituation) -> Team:
    """Return the unit that gives the occasion: the Regular that moves or fires in sight."""
    return here.state.unit(here.ask.about or "")


def nearest_of(here: AasSituation, candidates: Iterable[C], rule: str, what: str, pool: str) -> C | None:
    """Return the nearest of some units, or cells; what is equally near is thrown for."""
    order: Priority[C] = nearest_list(rule, what)
    return order.choose(here, candidates, pool)


def nearest_list(rule: str, what: str) -> Priority[Any]:
    """Return the list that finds the nearest of some units, or cells."""
    return Priority(rule, what, least(inches_away))


def friends(here: AasSituation) -> list[Team]:
    """Return the other Insurgents on the table, in roster order."""
    return [unit for unit in insurgents(here.position) if unit.id != here.ask.unit]


def friendly_units(here: AasSituation) -> list[Team]:
    """AAS-R-friends: return those of them that one flees toward: no leader alone."""
    return [unit for unit in friends(here) if unit.profile.kind != "leader"]


def seen(here: AasSituation, units: Iterable[Team]) -> list[Team]:
    """Return those of some units that the unit sees, in their order."""
    return [unit for unit in units if sees(here.position, here.unit, unit)]


def active_hot_spots(here: AasSituation) -> list[HotSpot]:
    """Return the hot spots that Insurgents still come from."""
    return [spot for spot in here.state.hot_spots if spot.active]


def objective_cells(here: AasSituation) -> list[Cell]:
    """Return the places where there is still something to be done, or to be held."""
    objectives = [each for each in here.battle.data.mission.objectives if not each.is_accomplished(here.state)]
    return list(dict.fromkeys(cell for objective in objectives for cell in objective.cells))


def is_team(unit: Team) -> bool:
    """Say whether somebody is a unit of men, led or not."""
    return unit.profile.kind == "team"


def is_leaderless(unit: Team) -> bool:
    """Say whether a unit waits for a leader."""
    return is_team(unit) and not unit.leader


def is_leader(unit: Team) -> bool:
    """Say whether somebody is a leader, or a unit that has one."""
    return unit.profile.kind == "leader" or (is_team(unit) and unit.leader > 0)


def nearest_combat(position: AasPosition, cell: Cell, length: int) -> tuple[Cell, ...]:
    """AAS-CIV-4: return where the nearest combat was, within so many inches; all places that are equally near.

    Each once, in the order in which they were fought: where somebody fired, and where he was fired at.
    """
    places = dict.fromkeys(place for combat in position.state.combats for place in (combat.by, combat.at))
    near = (place for place in places if within(position, cell, place, length))
    return least_of(near, lambda place: position.map.grid.squared(cell, place))


# -- what the rows depend on -------------------------------------------------------------------------------------

Condition = Callable[[AasSituation], str | None]
"""Says why a row does not fit; None if it does."""


def so(holds: Callable[[AasSituation], object], otherwise: str) -> Condition:
    """Return the condition that something is so, with the reason why the row does not fit if it is not."""
    return lambda here: None if holds(here) else otherwise


covered = so(lambda here: in_cover(here.position, here.unit), "it is not in cover")
uncovered = so(lambda here: not in_cover(here.position, here.unit), "it is in cover")
they_move = so(lambda here: here.ask.number == state.MOVES, "they do not move")
fired_on = so(
    lambda here: here.ask.occasion == state.RETURN_FIRE or here.ask.number == state.FIRED_AT,
    "it is not fired on",
)
"""Fired on by this very unit: before the dice as an interruption, after them as an answer."""
in_their_sight = so(lambda here: seen(here, regulars(here.position)), "no enemy is in sight")


def _bravery(wanted: bool) -> Condition:
    """AAS-R-six: Firepower more than six, with six itself unless that is read otherwise; or less than six."""

    def condition(here: AasSituation) -> str | None:
        own, data = listed_firepower(here.position, here.unit), here.battle.data
        brave = data.numbers.brave + (data.readings.firepower_of_six == "less")
        return None if (own >= brave) is wanted else f"its Firepower is {own}"

    return condition


brave, weak = _bravery(True), _bravery(False)
_BANDS = {"optimum": "within optimum range", "double": "beyond optimum range", "far": "beyond double optimum range"}


def in_band(*bands: RangeBand) -> Condition:
    """AAS-R-optimum: within optimum range; or beyond it and up to double."""

    def condition(here: AasSituation) -> str | None:
        found = range_band(here.position, here.unit, offender(here))
        return None if found in bands else offender(here).name.does(f"is {_BANDS[found]}")

    return condition


def _combat(length: Callable[[AasSituation], int]) -> tuple[Condition, Condition]:
    """Return two conditions: combat within so many inches this turn, and none."""

    def near(here: AasSituation) -> str | None:
        return (
            f'combat within {length(here)}"' if nearest_combat(here.position, here.unit.place, length(here)) else None
        )

    return (lambda here: None if near(here) else f'no combat within {length(here)}"'), near


combat_near, no_combat_near = _combat(lambda here: here.battle.data.numbers.combat_near)
combat_about, no_combat_about = _combat(lambda here: here.battle.data.numbers.combat_far)


def _nobody_seen(units: Callable[[AasSituation], Iterable[Team]]) -> Condition:
    """Return the condition that none of some units is in sight."""

    def condition(here: AasSituation) -> str | None:
        in_sight = seen(here, units(here))
        return f"{', '.join(unit.id for unit in in_sight)} in sight" if in_sight else None

    return condition


out_of_their_sight = _nobody_seen(lambda here: regulars(here.position))
no_insurgents_in_sight = _nobody_seen(lambda here: insurgents(here.position))
no_men_in_sight = _nobody_seen(lambda here: filter(is_leaderless, friends(here)))
"""AAS-L-4, AAS-L-5: no leaderless friendly unit in sight."""


def near_hot_spot(here: AasSituation) -> str | None:
    """AAS-L-5: within 3 inches of a hot spot."""
    length, cell = here.battle.data.numbers.leader_hot_spot, here.unit.place
    near = any(within(here.position, cell, spot.cell, length) for spot in active_hot_spots(here))
    return None if near else f'no hot spot within {length}"'
