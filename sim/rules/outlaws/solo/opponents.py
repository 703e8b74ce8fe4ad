"""Whom an auto goes for: the targets that dice name (OUT-T-*), and the blows at whoever shares its square.

In a brawl there is no die. What is in the hand counts before what lies about, and both before the knife
(OUT-BRAWL-order).
"""

from __future__ import annotations

from collections.abc import Callable

from sim.engine.orders import Intent
from sim.play.commander import Again, ordered, unless
from sim.rules.outlaws.combat.brawls import brawlers, is_knife, is_to_strike_with, knife, striking, within_grasp
from sim.rules.outlaws.figures import WeaponKind
from sim.rules.outlaws.ground.moves import actions_to_reach
from sim.rules.outlaws.ground.sight import could_turn_to_see, ruler, sees
from sim.rules.outlaws.orders.brawling import ArmedBlow, BodyBlow, Stab, Strike
from sim.rules.outlaws.orders.handling import PickUp
from sim.rules.outlaws.solo import acting
from sim.rules.outlaws.solo.acting import OutlawsSituation, against, draw_item, foe, get_up, left
from sim.rules.outlaws.state import Character, enemies, free_hand
from sim.solo.plans import Against, Cannot, FirstOf, InTurn, Option, Plan
from sim.solo.priority import Line, Measure, Measured, Priority, least, measure, prefer, require

# -- brawls -------------------------------------------------------------------------------------------------------


def _with_what_is_held(blow: type[ArmedBlow], none: str) -> Callable[[OutlawsSituation], Intent | Cannot]:
    """OUT-BRAWL-3, OUT-BRAWL-4: return the blow with the first thing in the hands that serves; else `none` says why."""

    @against
    def act(here: OutlawsSituation) -> Intent | Cannot:
        item = next((item for item in here.unit.held if blow.serves(here.position, item)), None)
        return Cannot(none) if item is None else ordered(here, blow(here.unit.id, foe(here).id, item.id))

    return act


strike = _with_what_is_held(Strike, "nothing in hand to strike with")
stab = _with_what_is_held(Stab, "no knife in hand")


@against
def pick_up(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-BRAWL-2: the opponent has something to strike with, and so may this one."""
    if striking(here.position, foe(here)) is None:
        return Cannot(f"{foe(here).id} has nothing to strike with")
    if not any(is_to_strike_with(here.position, item) for item in within_grasp(here.position, here.unit)):
        return Cannot("there are no objects in the square")
    return ordered(here, PickUp(here.unit.id))


@against
def draw_knife(here: OutlawsSituation) -> Intent | Cannot:
    """OUT-KNIFE: take the knife from the belt into a free hand, if a stab can follow it."""
    unit, numbers = here.unit, here.battle.data.numbers
    found = next((item for item in unit.carried if is_knife(here.position, item)), None)
    if knife(here.position, unit) is not None or found is None:
        return Cannot("no knife on the belt" if knife(here.position, unit) is None else "it is in hand")
    if free_hand(here.position, unit, found) is None:
        return Cannot("no hand is free")
    if left(here) < numbers.draw + numbers.brawl + (numbers.get_up if unit.prone else 0):
        return acting.too_few(here, "a stab after that")
    return draw_item(here, found)


get_up_to_stab = unless({"no knife in hand": lambda here: knife(here.position, here.unit) is None}, get_up)
body_blow = against(lambda here: ordered(here, BodyBlow(here.unit.id, foe(here).id)))
OPPONENT: Priority[Character] = Priority("OUT-T-tie", "the opponent in the brawl")


def opponent(here: OutlawsSituation) -> Character | None:
    """OUT-BRAWL-order: return an enemy in the same square; of several one at random. Groups brawl with nobody."""
    there = brawlers(here.position, here.unit)
    return OPPONENT.choose(here, there, "enemies in the square") if left(here) > 0 else None


BLOWS = FirstOf(
    Option("OUT-BRAWL-3", "Strike with Object", strike),
    Option("OUT-BRAWL-2", "Pick up Object", pick_up),
    Option("OUT-KNIFE", "draw the knife", draw_knife),
    Option("OUT-BRAWL-4", "prone with a knife: Get Up", get_up_to_stab),
    Option("OUT-BRAWL-4", "Stab", stab),
    Option("OUT-BRAWL-1", "Body Blow", body_blow),
)
# An opponent is kept until he is out or the actions are: a die for each blow, and for getting up, decides nothing.
BRAWL_PLAN = Again(Against("OUT-BRAWL-1", "whom it brawls with", opponent, Again(BLOWS)))
"""Blow after blow, while actions last."""


FAR = 1 << 20
"""More actions than any way takes: of whom nobody can get to."""

# -- whom an instruction is about: measures -----------------------------------------------------------------------


@measure("seen, or seen by turning")
def in_sight(here: OutlawsSituation, enemy: Character) -> Measured:
    """OUT-T-closest: walls count, facing does not."""
    unit = here.unit
    if sees(here.position, unit, enemy):
        return Measured(True, "seen")
    turned = could_turn_to_see(here.position, unit, enemy)
    return Measured(turned, "seen by turning" if turned else "out of sight")


squares_away: Measure[OutlawsSituation, Character] = Measure(
    "squares away", lambda here, each: ruler(here.unit.place, each.place)
)


@measure("Walk and Turnaround actions away")
def actions_away(here: OutlawsSituation, enemy: Character) -> Measured:
    """OUT-T-suspected: along a real way, whoever stands in it."""
    actions = actions_to_reach(here.position, here.unit, enemy)
    return Measured(FAR, "no way") if actions is None else Measured(actions, str(actions))


def armed(what: str, serves: Callable[[WeaponKind], bool]) -> Measure[OutlawsSituation, Character]:
    """OUT-T-armed, OUT-ARMED: return the measure of the handguns, or the long guns, in somebody's hands."""

    def held(here: OutlawsSituation, enemy: Character) -> Measured:
        weapons = here.battle.data.weapons
        names = [weapons[item.kind].name for item in enemy.held if item.kind in weapons and serves(weapons[item.kind])]
        return Measured(bool(names), ", ".join(names) or "no")

    return Measure(f"holds a {what}", held)


HANDGUN = armed("handgun", lambda kind: kind.cls == "handgun")
LONG_GUN = armed("long gun", lambda kind: kind.is_long)

# -- the selectors: a tie that is left at the end of a list is rolled for (OUT-T-tie) ------------------------------


def closest(rule: str, *wanted: Line[OutlawsSituation, Character]) -> Priority[Character]:
    """Return the list that finds the closest enemy in sight of those who are wanted, else the closest of all."""
    return Priority(rule, "the target", require(in_sight), *wanted, least(squares_away, "OUT-T-closest"))


def suspected(rule: str, *wanted: Line[OutlawsSituation, Character]) -> Priority[Character]:
    """Return the list that finds the enemy with the shortest way of those who are wanted, else of all."""
    return Priority(rule, "the target", *wanted, least(actions_away, "OUT-T-suspected"))


CLOSEST, LEAST_COVER = closest("OUT-T-closest"), closest("OUT-T-cover", prefer(acting.exposed))
CLOSEST_HANDGUN, CLOSEST_LONG_GUN = (closest("OUT-T-armed", prefer(gun)) for gun in (HANDGUN, LONG_GUN))
SUSPECTED = suspected("OUT-T-suspected")
SUSPECTED_HANDGUN, SUSPECTED_LONG_GUN = (suspected("OUT-T-suspected-armed", prefer(gun)) for gun in (HANDGUN, LONG_GUN))


def selector(text: str, choice: Priority[Character]) -> Callable[..., Plan]:
    """Return what makes the plan of a die out of its first word: find the target, then follow the instructions."""

    def find(here: OutlawsSituation) -> Character | None:
        return choice.choose(here, enemies(here.position, here.side), "conscious enemies")

    return lambda *instructions: Against(choice.rule, text, find, InTurn(*instructions))
