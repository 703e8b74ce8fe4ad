"""The four tables of motivations, laid out like the printed page: civilians, lone leaders, units without and with one.

AAS-CHECK-5: in each list, from the top, the first entry that fits applies. An entry that cannot be carried out does not
fit (AAS-R-nothing); where nothing fits there is no interruption, and nothing is done at the end of the turn.

The printed order is kept but for three rulings: AAS-CIV-4 is tried before AAS-CIV-3, AAS-L-5 before AAS-L-4, which
would always shadow them, and "within optimum range" before "within double optimum range" (AAS-R-optimum). To the list
of units with a leader AAS-R-gap and AAS-MOT add what it leaves open.

An answer to fire follows the entries that begin with "fired on". For units with a leader AAS-W-8 matters there alone:
at an interruption AAS-W-5 or AAS-W-6 has been taken before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from sim.engine.dice import D6
from sim.engine.orders import Intent
from sim.rules.ambush_alley import activations
from sim.rules.ambush_alley import motivations as do
from sim.rules.ambush_alley.ground import RangeBand, combat_within, in_cover, range_band
from sim.rules.ambush_alley.motivations import Act, actor
from sim.rules.ambush_alley.scene import Here, insurgents, regulars
from sim.rules.ambush_alley.units import Team
from sim.solo.plans import ByScore, Cannot, FirstOf, InTurn, Option, Plan
from sim.tabletop.inches import within

# -- what the rows depend on -------------------------------------------------------------------------------------

Condition = Callable[[Here], "str | None"]
"""Says why a row does not fit; None if it does."""


def on(act: Act, *conditions: Condition) -> Act:
    """Return an act for a row that fits only under some conditions."""

    def conditional(here: Here) -> Intent | Cannot | Plan:
        reason = next((reason for each in conditions if (reason := each(here)) is not None), None)
        return act(here) if reason is None else Cannot(reason)

    return conditional


def _either(fits: Callable[[Here], bool], yes: str, no: str) -> tuple[Condition, Condition]:
    """Return two conditions, that something is so and that it is not, each with the reason of the other."""
    return (lambda here: None if fits(here) else no), (lambda here: yes if fits(here) else None)


covered, uncovered = _either(lambda here: in_cover(here.position, actor(here)), "it is in cover", "it is not in cover")
they_move, _ = _either(lambda here: here.ask.number == activations.MOVES, "", "they do not move")
fired_on, _ = _either(
    lambda here: here.ask.occasion == activations.RETURN_FIRE or here.ask.number == activations.FIRED_AT,
    "",
    "it is not fired on",
)
"""Fired on by this very unit: before the dice as an interruption, after them as an answer."""


def brave(here: Here) -> str | None:
    """AAS-R-six: Firepower more than six, with six itself."""
    own = do.power(here)
    return None if own >= here.battle.data.numbers.brave else f"its Firepower is {own}"


def weak(here: Here) -> str | None:
    """AAS-R-six: Firepower less than six."""
    return f"its Firepower is {do.power(here)}" if brave(here) is None else None


def in_band(*bands: RangeBand) -> Condition:
    """AAS-R-optimum: within optimum range; or beyond it and up to double."""

    def condition(here: Here) -> str | None:
        found = range_band(here.position, actor(here), do.offender(here))
        return None if found in bands else f"{do.offender(here).id} is {_BANDS[found]}"

    return condition


_BANDS = {"optimum": "within optimum range", "double": "beyond optimum range", "far": "beyond double optimum range"}


def _combat(length: Callable[[Here], int]) -> tuple[Condition, Condition]:
    """Return two conditions: combat within so many inches this turn, and none."""

    def none(here: Here) -> str | None:
        near = combat_within(here.position, actor(here).place, length(here))
        return f'combat within {length(here)}"' if near else None

    return (lambda here: f'no combat within {length(here)}"' if none(here) is None else None), none


combat_near, no_combat_near = _combat(lambda here: here.battle.data.numbers.combat_near)
combat_about, no_combat_about = _combat(lambda here: here.battle.data.numbers.combat_far)


def _nobody_seen(units: Callable[[Here], Iterable[Team]]) -> Condition:
    """Return the condition that none of some units is in sight."""

    def condition(here: Here) -> str | None:
        in_sight = do.seen(here, units(here))
        return f"{', '.join(unit.id for unit in in_sight)} in sight" if in_sight else None

    return condition


out_of_their_sight = _nobody_seen(lambda here: regulars(here.position))
in_their_sight, _ = _either(lambda here: bool(out_of_their_sight(here)), "", "no enemy is in sight")
no_insurgents_in_sight = _nobody_seen(lambda here: insurgents(here.position))
no_men_in_sight = _nobody_seen(lambda here: filter(do.is_leaderless, do.friends(here)))
"""AAS-L-4, AAS-L-5: no leaderless friendly unit in sight."""


def near_hot_spot(here: Here) -> str | None:
    """AAS-L-5: within 3 inches of a hot spot."""
    length, cell = here.battle.data.numbers.leader_hot_spot, actor(here).place
    near = any(within(here.position, cell, spot.cell, length) for spot in do.active_hot_spots(here))
    return None if near else f'no hot spot within {length}"'


# -- the tables --------------------------------------------------------------------------------------------------

Table = Mapping[str, Plan]
"""A motivation, by occasion: if Regulars move or fire in sight, and at the end of the turn."""


def by_die(rule: str, table: str, closer: range, firing: range) -> Act:
    """Throw a D6: low scores close in, high ones fire."""
    plan = ByScore(
        rule,
        table,
        D6,
        {
            closer: Option(rule, f"{closer[0]}-{closer[-1]}: into optimum range", do.close_in(rule)),
            firing: Option(rule, f"{firing[0]}+: fire", do.fire),
        },
    )
    return lambda here: plan


# -- Civilians ---------------------------------------------------------------------------------------------------

# fmt: off
CIVILIANS: Table = {
    activations.END_OF_TURN: FirstOf(
        Option("AAS-CIV-1", "Regulars in sight: toward them", do.crowd_to("AAS-CIV-1", insurgent=False)),
        Option("AAS-CIV-2", "no Regulars, but Insurgents in sight: toward them",
               on(do.crowd_to("AAS-CIV-2", insurgent=True), out_of_their_sight)),
        Option("AAS-CIV-4", 'combat within 6": toward it', do.crowd_to_combat("AAS-CIV-4")),
        Option("AAS-CIV-3", "no unit in sight: toward the nearest Regular objective",
               on(do.crowd_to_objective("AAS-CIV-3"), out_of_their_sight, no_insurgents_in_sight)),
    ),
}

# -- Insurgent leaders without a unit ----------------------------------------------------------------------------

LEADERS: Table = {
    activations.INTERRUPT: FirstOf(
        Option("AAS-L-1", "Regulars move in sight: out of their sight, toward friends",
               on(do.flee("AAS-L-1"), they_move)),
        L_2 := Option("AAS-L-2", "fired at: out of sight or into cover, toward friends",
                      on(do.flee_or_hide("AAS-L-2"), fired_on)),
    ),
    activations.RETURN_FIRE: L_2,
    activations.END_OF_TURN: FirstOf(
        Option("AAS-L-3", "full speed by the safest way to the nearest leaderless unit, and join it",
               do.meet("AAS-L-3", "leaderless unit", do.is_leaderless)),
        Option("AAS-L-5", 'within 3" of a hot spot and no such unit in sight: take cover',
               on(do.lie_low("AAS-L-5"), no_men_in_sight, near_hot_spot)),
        Option("AAS-L-4", "no such unit in sight: the same toward a hot spot",
               on(do.to_hot_spot("AAS-L-4"), no_men_in_sight)),
    ),
}

# -- Insurgents without a leader ---------------------------------------------------------------------------------

LEADERLESS: Table = {
    activations.INTERRUPT: FirstOf(
        Option("AAS-N-1", "vehicle, and a support weapon that would harm it: fire at it", do.fire_at_vehicle),
        Option("AAS-N-2", "not in cover, Firepower > 6: into cover",
               on(do.take_cover("AAS-N-2"), uncovered, brave)),
        Option("AAS-N-3", "not in cover, Firepower < 6: out of sight toward the nearest friends",
               on(do.flee("AAS-N-3"), uncovered, weak)),
        Option("AAS-N-5", "within optimum range: fire", on(do.fire, in_band("optimum"))),
        Option("AAS-N-4", "within double optimum range: D6 1-2 move into optimum range, 3+ fire",
               on(by_die("AAS-N-4", "closer, or fire", range(1, 3), range(3, 7)), in_band("double"))),
        N_6 := Option("AAS-N-6", "fired on, Firepower < 6: out of sight",
                      on(do.flee("AAS-N-6", to_friends=False), fired_on, weak)),
        N_7 := Option("AAS-N-7", "fired on, Firepower > 6: fire", on(do.fire, fired_on, brave)),
    ),
    activations.RETURN_FIRE: FirstOf(N_6, N_7),
    activations.END_OF_TURN: FirstOf(
        Option("AAS-N-8", 'combat within 6" and not in cover: take cover out of enemy sight',
               on(do.take_cover("AAS-N-8", sight=False), combat_near, uncovered)),
        Option("AAS-N-9", 'combat within 6", in cover and out of sight: stay',
               on(do.stay, combat_near, covered, out_of_their_sight)),
        Option("AAS-N-10", "friendly leader in sight: top speed, safest way, into cohesion",
               do.meet("AAS-N-10", "friendly leader", do.is_leader)),
        Option("AAS-N-11", "friendly unit in sight: the same",
               do.meet("AAS-N-11", "friendly unit", do.is_leaderless)),
    ),
}

# -- Insurgents with a leader ------------------------------------------------------------------------------------

LED: Table = {
    activations.INTERRUPT: FirstOf(
        Option("AAS-W-1", "vehicle, and a support weapon that would harm it: fire at it", do.fire_at_vehicle),
        Option("AAS-W-2", "not in cover, Firepower > 6: into cover",
               on(do.take_cover("AAS-W-2"), uncovered, brave)),
        Option("AAS-W-3", "not in cover, Firepower < 6: out of sight toward the nearest friends",
               on(do.flee("AAS-W-3"), uncovered, weak)),
        Option("AAS-W-5", "in optimum range: fire", on(do.fire, in_band("optimum"))),
        Option("AAS-W-4", "within double optimum range, Firepower < 6: D6 1-3 move into optimum range, 4+ fire",
               on(by_die("AAS-W-4", "closer, or fire", range(1, 4), range(4, 7)), in_band("double"), weak)),
        Option("AAS-W-6", "not in optimum range, Firepower > 6: fire", on(do.fire, in_band("double", "far"), brave)),
        W_7 := Option("AAS-W-7", "fired on, Firepower < 6: out of sight",
                      on(do.flee("AAS-W-7", to_friends=False), fired_on, weak)),
        W_8 := Option("AAS-W-8", "fired on, Firepower > 6: fire", on(do.fire, fired_on, brave)),
    ),
    activations.RETURN_FIRE: FirstOf(W_7, W_8),
    activations.END_OF_TURN: FirstOf(
        Option("AAS-W-9", 'combat within 6" and not in cover: take cover with sight of the enemy',
               on(do.take_cover("AAS-W-9", sight=True), combat_near, uncovered)),
        Option("AAS-W-10", 'combat within 6", in cover and in sight: stay',
               on(do.stay, combat_near, covered, in_their_sight)),
        Option("AAS-R-gap", 'enemy in sight, no combat within 6", in cover: fire',
               on(do.fire_at_nearest, no_combat_near, in_their_sight, covered)),
        Option("AAS-R-gap", 'enemy in sight, no combat within 6": Cautious speed to cover with sight of the enemy',
               on(do.take_cover("AAS-R-gap", sight=True, pace="cautious"), no_combat_near, in_their_sight, uncovered)),
        Option("AAS-W-11", 'no enemy in sight, no combat within 10": Cautious speed to the nearest objective',
               on(do.to_objective("AAS-W-11"), out_of_their_sight, no_combat_about)),
        Option("AAS-W-12", 'no enemy in sight, combat within 10": Cautious speed toward the nearest enemy',
               on(do.to_enemy("AAS-W-12"), out_of_their_sight, combat_about)),
        Option("AAS-MOT", "nothing else to do, and a friendly unit in sight: top speed, safest way, into cohesion",
               do.meet("AAS-MOT", "friendly unit", do.is_team)),
    ),
}
# fmt: on

TABLES: Mapping[str, Table] = {
    "civilians": CIVILIANS,
    "leaders without a unit": LEADERS,
    "units without a leader": LEADERLESS,
    "units with a leader": LED,
}


def table_of(unit: Team) -> str:
    """AAS-MOT: return the name of the table that a unit follows."""
    match unit.profile.kind:
        case "mob":
            return "civilians"
        case "leader":
            return "leaders without a unit"
        case _:
            return "units with a leader" if unit.leader else "units without a leader"


class ByMotivation:
    """AAS-MOT: who one is says which table one follows, and the occasion which half of it."""

    def __init__(self, occasion: str) -> None:
        self.occasion = occasion

    def orders(self, here: Here) -> Iterator[Intent]:
        """Follow the table of the unit; a mob has one for the end of the turn only."""
        name = table_of(actor(here))
        here.say(f"the table of {name}", "AAS-MOT")
        table = TABLES[name].get(self.occasion)
        return iter(()) if table is None else table.orders(here)

    def parts(self) -> Iterator[Plan]:
        """Yield the tables for the occasion."""
        return (table[self.occasion] for table in TABLES.values() if self.occasion in table)


NOTHING = Option("AAS-R-nothing", "nothing fits: nothing is done", do.stay)

AUTO: dict[str, Plan] = {
    activations.HOT_SPOT: Option("AAS-HOT", "place a hot spot", do.place),
    activations.INTERRUPT: FirstOf(ByMotivation(activations.INTERRUPT), NOTHING),
    activations.RETURN_FIRE: FirstOf(ByMotivation(activations.RETURN_FIRE), NOTHING),
    activations.END_OF_TURN: FirstOf(ByMotivation(activations.END_OF_TURN), NOTHING),
    # The printed rules run Insurgents and civilians, who are never asked these: whoever is stands and waits.
    activations.ACTIVATE: FirstOf(),
    activations.REACTION: NOTHING,
    activations.OVERWATCH: NOTHING,
}
"""What the automated sides do, by occasion."""

BY_NAME: Mapping[str, Plan] = {
    **{f"auto, {name}": InTurn(*table.values()) for name, table in TABLES.items()},
    "auto, nothing fits": NOTHING,
    "auto, hot spots": AUTO[activations.HOT_SPOT],
}
"""Every plan by its name, each row once: an answer to fire follows rows that stand with the interruptions."""
