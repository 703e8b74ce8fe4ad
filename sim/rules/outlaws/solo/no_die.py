"""What an auto does without a die: out of ammo it hides and reloads, or gives up (OUT-AMMO-*); in a brawl it strikes.

OUT-BRAWL-order: what is in the hand counts before what lies about, and both before the knife.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sim.board.area import Area
from sim.board.paths import UNREACHED
from sim.engine.orders import Intent
from sim.play.commander import Again, ordered, unless
from sim.rules.outlaws.combat import brawlers, is_knife, is_to_strike_with, knife, striking, within_grasp
from sim.rules.outlaws.ground.geometry import all_round
from sim.rules.outlaws.ground.walking import gait_of
from sim.rules.outlaws.orders.fighting import ArmedBlow, BodyBlow, Stab, Strike
from sim.rules.outlaws.orders.handling import PickUp, Reload, Stow
from sim.rules.outlaws.solo import acting
from sim.rules.outlaws.solo.acting import Arm, Here, Square, against, along, arms, draw_item, foe, get_up, left, too_few
from sim.rules.outlaws.state import Character, Scene, enemies, free_hand
from sim.solo.plans import Against, Cannot, FirstOf, InTurn, Option, When
from sim.solo.priority import Measure, Priority, least, require

HAND_TO_HAND = ("knife", "tomahawk", "lance")
"""OUT-AMMO-2: whoever has one of these is armed without rounds, and goes on rolling; only the unarmed lie down."""


def out_of_ammo(position: Scene, unit: Character) -> bool:
    """OUT-AMMO-1: say whether a character has weapons that take rounds, and all of them are empty."""
    guns = [arm for arm in arms(position, unit) if arm.fires]
    return bool(guns) and all(arm.empty for arm in guns)


def can_reload(here: Here) -> bool:
    """OUT-AMMO-1: say whether all weapons are empty, and there are rounds for one of them."""
    unit, position = here.unit, here.position
    return not unit.done and out_of_ammo(position, unit) and any(arm.reloadable for arm in arms(position, unit))


def nothing_left(position: Scene, unit: Character) -> bool:
    """OUT-AMMO-2: say whether all weapons are empty, without reloads, and there is no blade to fall back on."""
    armed = any(arm.reloadable or arm.kind.cls in HAND_TO_HAND for arm in arms(position, unit))
    return out_of_ammo(position, unit) and not armed


# -- where nobody sees it ------------------------------------------------------------------------------------------


def hide(here: Here) -> Intent | Cannot:
    """OUT-AMMO-1: walk to the nearest square that no enemy sees all round, over several turns if need be.

    A rider rides.
    """
    unit, seen = here.unit, Area(here.position.map, 0)
    for enemy in enemies(here.position, here.side):
        seen |= all_round(here.position, enemy)
    if unit.cell not in seen:
        return Cannot("no enemy sees this square")
    if left(here) < 1:
        return Cannot("no actions are left")
    if not isinstance(up := get_up(here), Cannot):
        return up
    gait = gait_of(unit)
    reach = gait.far(here.position, unit)
    costs = np.where(reach.spent == UNREACHED, np.iinfo(np.int32).max, reach.spent).min(axis=1).tolist()
    ordinal = here.position.map.ordinal
    found = [Square(cell, 0, costs[ordinal(cell)], sees=False, length=costs[ordinal(cell)]) for cell in reach.area]
    unseen: Measure[Here, Square] = Measure("out of the view of all enemies", lambda _, square: square.cell not in seen)
    choice = Priority("OUT-AMMO-1", "where to reload", require(unseen), least(acting.way_there))
    end = choice.choose(here, found, "squares that it can get to")
    return Cannot("there is no such square") if end is None else along(here, gait, end.cell, "OUT-AMMO-1")


# -- reloading -----------------------------------------------------------------------------------------------------


def reload_actions(here: Here, arm: Arm) -> int:
    """Return the actions until a weapon is full, drawing it included."""
    rounds = arm.kind.capacity - arm.item.loaded
    return -(-rounds // max(1, arm.kind.reload)) + (0 if arm.held else here.battle.data.numbers.draw)


QUICKEST: Priority[Arm] = Priority(
    "OUT-AMMO-1",
    "which weapon to reload",
    require(Measure("there are rounds for it", lambda _, arm: arm.reloadable)),
    least(Measure("actions until it is full", reload_actions)),
)


def reload(here: Here) -> Intent | Cannot:
    """OUT-AMMO-1: reload the weapon that takes the fewest actions; take it into a hand first."""
    if left(here) < 1:
        return Cannot("no actions are left")
    arm = QUICKEST.choose(here, acting.unlike(arms(here.position, here.unit)), "weapons that it has")
    return Cannot("there are no reloads") if arm is None else _load(here, arm)


def reload_one(here: Here) -> Intent | Cannot:
    """OUT-AMMO-1: go on with the weapon that was begun, and with no other: once it is loaded, the auto resumes.

    All were empty before, so that the one with rounds in it is the one.
    """
    begun = next((arm for arm in arms(here.position, here.unit) if arm.fires and arm.item.loaded), None)
    if begun is None or left(here) < 1:
        return reload(here)
    return _load(here, begun) if begun.reloadable else Cannot(f"{begun.item.id} is loaded")


def _load(here: Here, arm: Arm) -> Intent | Cannot:
    unit = here.unit
    if arm.held:
        return ordered(here, Reload(unit.id, arm.item.id))
    if acting.drawable.of(here, arm).key:
        return draw_item(here, arm.item)
    return ordered(here, Stow(unit.id, unit.full_hands[0])) if unit.held else Cannot("no hand is free")


def hide_and_reload(whose: str = "") -> When:
    """OUT-AMMO-1; `whose` tells the options of the autos from those of the commander."""
    reloads = InTurn(
        Again(Option("OUT-AMMO-1", f"{whose}walk out of every enemy's view", hide)),
        Again(Option("OUT-AMMO-1", f"{whose}reload the quickest weapon", reload_one)),
    )
    return When("OUT-AMMO-1", "all weapons are empty: no die", can_reload, reloads)


LIE_DOWN = When(
    "OUT-AMMO-2",
    "no rounds at all: nothing more",
    # Who has given up has done so for good, whatever a brawl puts into his hands.
    lambda here: here.unit.done or nothing_left(here.position, here.unit),
    FirstOf(
        Option("OUT-AMMO-2", "hit the dirt", acting.hit_the_dirt), Option("OUT-AMMO-2", "do nothing more", acting.wait)
    ),
)
OUT_OF_AMMO = FirstOf(hide_and_reload(), LIE_DOWN)
"""What comes before the die."""

# -- brawls -------------------------------------------------------------------------------------------------------


def _with_what_is_held(blow: type[ArmedBlow], none: str) -> Callable[[Here], Intent | Cannot]:
    """OUT-BRAWL-3, OUT-BRAWL-4: return the blow with the first thing in the hands that serves; else `none` says why."""

    @against
    def act(here: Here) -> Intent | Cannot:
        item = next((item for item in here.unit.held if blow.serves(here.position, item)), None)
        return Cannot(none) if item is None else ordered(here, blow(here.unit.id, foe(here).id, item.id))

    return act


strike = _with_what_is_held(Strike, "nothing in hand to strike with")
stab = _with_what_is_held(Stab, "no knife in hand")


@against
def pick_up(here: Here) -> Intent | Cannot:
    """OUT-BRAWL-2: the opponent has something to strike with, and so may this one."""
    if striking(here.position, foe(here)) is None:
        return Cannot(f"{foe(here).id} has nothing to strike with")
    if not any(is_to_strike_with(here.position, item) for item in within_grasp(here.position, here.unit)):
        return Cannot("there are no objects in the square")
    return ordered(here, PickUp(here.unit.id))


@against
def draw_knife(here: Here) -> Intent | Cannot:
    """OUT-KNIFE: take the knife from the belt into a free hand, if a stab can follow it."""
    unit, numbers = here.unit, here.battle.data.numbers
    found = next((item for item in unit.carried if is_knife(here.position, item)), None)
    if knife(here.position, unit) is not None or found is None:
        return Cannot("no knife on the belt" if knife(here.position, unit) is None else "it is in hand")
    if free_hand(here.position, unit, found) is None:
        return Cannot("no hand is free")
    if left(here) < numbers.draw + numbers.brawl + (numbers.get_up if unit.prone else 0):
        return too_few(here, "a stab after that")
    return draw_item(here, found)


get_up_to_stab = unless({"no knife in hand": lambda here: knife(here.position, here.unit) is None}, get_up)
body_blow = against(lambda here: ordered(here, BodyBlow(here.unit.id, foe(here).id)))
OPPONENT: Priority[Character] = Priority("OUT-T-tie", "the opponent in the brawl")


def opponent(here: Here) -> Character | None:
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
