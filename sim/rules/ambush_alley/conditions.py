"""What the rows of the four tables of motivations depend on: cover, Firepower, range, sight, combat near by."""

from __future__ import annotations

from collections.abc import Callable

from sim.engine.orders import Intent
from sim.rules.ambush_alley.activations import FIRED_AT, MOVES, RETURN_FIRE
from sim.rules.ambush_alley.choices import (
    Act,
    Here,
    actor,
    friends,
    insurgents_in_sight,
    offender,
    power,
    regulars_in_sight,
)
from sim.rules.ambush_alley.geometry import RangeBand, combat_within, range_band, sees
from sim.rules.ambush_alley.units import HotSpot, Team
from sim.rules.ambush_alley.watching import in_cover
from sim.solo.plans import Cannot, Plan
from sim.tabletop.inches import within

Condition = Callable[[Here], "str | None"]
"""Says why a row does not fit; None if it does."""


def on(act: Act, *conditions: Condition) -> Act:
    """Return an act for a row that fits only under some conditions."""

    def conditional(here: Here) -> Intent | Cannot | Plan:
        for condition in conditions:
            reason = condition(here)
            if reason is not None:
                return Cannot(reason)
        return act(here)

    return conditional


def covered(here: Here) -> str | None:
    """In cover."""
    return None if in_cover(here.position, actor(here)) else "it is not in cover"


def uncovered(here: Here) -> str | None:
    """Not in cover."""
    return "it is in cover" if in_cover(here.position, actor(here)) else None


def brave(here: Here) -> str | None:
    """AAS-R-six: Firepower more than six, with six itself."""
    own = power(here)
    return None if own >= here.battle.data.numbers.brave else f"its Firepower is {own}"


def weak(here: Here) -> str | None:
    """AAS-R-six: Firepower less than six."""
    own = power(here)
    return None if own < here.battle.data.numbers.brave else f"its Firepower is {own}"


def fired_on(here: Here) -> str | None:
    """Fired on by this very unit: before the dice as an interruption, after them as an answer."""
    fired = here.ask.occasion == RETURN_FIRE or here.ask.number == FIRED_AT
    return None if fired else "it is not fired on"


def they_move(here: Here) -> str | None:
    """The Regulars move."""
    return None if here.ask.number == MOVES else "they do not move"


def in_band(*bands: RangeBand) -> Condition:
    """AAS-R-optimum: within optimum range; or beyond it and up to double."""

    def condition(here: Here) -> str | None:
        unit, other = actor(here), offender(here)
        found = range_band(here.position, unit, other)
        return None if found in bands else f"{other.id} is {_BANDS[found]}"

    return condition


_BANDS = {"optimum": "within optimum range", "double": "beyond optimum range", "far": "beyond double optimum range"}


def combat_near(here: Here) -> str | None:
    """Combat within 6 inches this turn."""
    length = here.battle.data.numbers.combat_near
    return None if combat_within(here.position, actor(here).place, length) else f'no combat within {length}"'


def no_combat_near(here: Here) -> str | None:
    """No combat within 6 inches this turn."""
    length = here.battle.data.numbers.combat_near
    return f'combat within {length}"' if combat_within(here.position, actor(here).place, length) else None


def combat_about(here: Here) -> str | None:
    """Combat within 10 inches this turn."""
    length = here.battle.data.numbers.combat_far
    return None if combat_within(here.position, actor(here).place, length) else f'no combat within {length}"'


def no_combat_about(here: Here) -> str | None:
    """No combat within 10 inches this turn."""
    length = here.battle.data.numbers.combat_far
    return f'combat within {length}"' if combat_within(here.position, actor(here).place, length) else None


def in_their_sight(here: Here) -> str | None:
    """In sight of the enemy."""
    return None if regulars_in_sight(here) else "no enemy is in sight"


def out_of_their_sight(here: Here) -> str | None:
    """Out of the enemy's sight."""
    return _in_sight(regulars_in_sight(here))


def no_insurgents_in_sight(here: Here) -> str | None:
    """AAS-CIV-3: no Insurgents in sight."""
    return _in_sight(insurgents_in_sight(here))


def _in_sight(seen: list[Team]) -> str | None:
    return f"{', '.join(unit.id for unit in seen)} in sight" if seen else None


# -- leaders and their men ---------------------------------------------------------------------------------------


def is_team(unit: Team) -> bool:
    """Say whether somebody is a unit of men, led or not."""
    return unit.profile.kind == "team"


def is_leaderless(unit: Team) -> bool:
    """Say whether a unit waits for a leader."""
    return unit.profile.kind == "team" and not unit.leader


def is_leader(unit: Team) -> bool:
    """Say whether somebody is a leader, or a unit that has one."""
    return unit.profile.kind == "leader" or (unit.profile.kind == "team" and unit.leader > 0)


def active_hot_spots(here: Here) -> list[HotSpot]:
    """Return the hot spots that Insurgents still come from."""
    return [spot for spot in here.state.hot_spots if spot.active]


def near_hot_spot(here: Here) -> str | None:
    """AAS-L-5: within 3 inches of a hot spot."""
    length, cell = here.battle.data.numbers.leader_hot_spot, actor(here).place
    near = any(within(here.position, cell, spot.cell, length) for spot in active_hot_spots(here))
    return None if near else f'no hot spot within {length}"'


def no_men_in_sight(here: Here) -> str | None:
    """AAS-L-4, AAS-L-5: no leaderless friendly unit in sight."""
    return _in_sight([unit for unit in friends(here) if is_leaderless(unit) and sees(here.position, actor(here), unit)])
