"""What the tables of motivations leave to the eye: who acts, who is nearest, how strong one is, what one may order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.engine.orders import Intent
from sim.rules.ambush_alley.fire import listed_firepower
from sim.rules.ambush_alley.geometry import sees
from sim.rules.ambush_alley.orders import Move
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.scene import insurgents, regulars
from sim.rules.ambush_alley.units import AasState, Pace, Team
from sim.rules.ambush_alley.walking import pace_for
from sim.solo.moves import Going
from sim.solo.plans import Cannot, Plan
from sim.solo.priority import Priority, Shown, least, measure
from sim.solo.situation import Situation
from sim.tabletop.inches import inches_text

Here = Situation[AasState, AasData]
Act = Callable[[Here], "Intent | Cannot | Plan"]


def actor(here: Here) -> Team:
    """Return the unit that is asked, as it is now."""
    unit = here.unit
    assert isinstance(unit, Team)
    return unit


def offender(here: Here) -> Team:
    """Return the unit that gives the occasion: the Regular that moves or fires in sight."""
    assert here.ask.about is not None
    return here.state.unit(here.ask.about)


def ordered(here: Here, intent: Intent) -> Intent | Cannot:
    """Return an order, or why the rules would not take it."""
    reason = here.battle.ruleset.refusal(here.position, here.ask, intent)
    return Cannot(reason) if reason else intent


def moving(here: Here, going: Going | Cannot, pace: Pace | None = None) -> Intent | Cannot:
    """Return the order to go where a search has led, at a speed; without one, Cautious where that is enough."""
    if isinstance(going, Cannot):
        return going
    unit = actor(here)
    return ordered(here, Move(unit.id, going.way, pace or pace_for(here.position, unit, going.cost)))


def power(here: Here) -> int:
    """AAS-R-firepower: return the Firepower of the unit that is asked."""
    return listed_firepower(here.position, actor(here))


# -- who is nearest ----------------------------------------------------------------------------------------------


@measure("inches away")
def inches_away(here: Here, other: Team) -> Shown:
    """By ruler, from unit to unit."""
    map_ = here.position.map
    squared = map_.grid.squared(actor(here).place, other.place)
    return Shown(squared, inches_text(squared, map_.scale.per_cell))


def nearest_of(here: Here, units: Iterable[Team], rule: str, what: str, pool: str) -> Team | None:
    """Return the nearest of some units; who is equally near is thrown for."""
    order: Priority[Team] = Priority(rule, what, least(inches_away))
    return order.choose(here, units, pool)


def friends(here: Here) -> list[Team]:
    """Return the other Insurgents on the table, in roster order."""
    return [unit for unit in insurgents(here.position) if unit.id != here.ask.unit]


def regulars_in_sight(here: Here) -> list[Team]:
    """Return the Regulars that the unit sees, in roster order."""
    return [unit for unit in regulars(here.position) if sees(here.position, actor(here), unit)]


def insurgents_in_sight(here: Here) -> list[Team]:
    """Return the Insurgents that the unit sees, in roster order."""
    return [unit for unit in insurgents(here.position) if sees(here.position, actor(here), unit)]
