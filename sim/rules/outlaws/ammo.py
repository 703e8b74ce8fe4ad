"""Out of ammo: hide and reload, or lie down for good (OUT-AMMO-1, OUT-AMMO-2)."""

from __future__ import annotations

import numpy as np

from sim.board.area import Area
from sim.board.paths import UNREACHED
from sim.engine.orders import Intent
from sim.play.commander import Again
from sim.rules.outlaws.acting import Here, actor, draw_item, get_up, hit_the_dirt, left, ordered, wait
from sim.rules.outlaws.arms import Arm, arms, drawable, unlike
from sim.rules.outlaws.geometry import all_round
from sim.rules.outlaws.hands import hand_of
from sim.rules.outlaws.orders.handling import Reload, Stow
from sim.rules.outlaws.scene import Scene, enemies
from sim.rules.outlaws.squares import Square, along, way_there
from sim.rules.outlaws.units import Character
from sim.rules.outlaws.walking import gait_of
from sim.solo.plans import Cannot, FirstOf, InTurn, Option, When
from sim.solo.priority import Measure, Priority, least, require

HAND_TO_HAND = ("knife", "tomahawk", "lance")
"""OUT-AMMO-2: whoever has one of these is armed without rounds, and goes on rolling; only the unarmed lie down."""


def out_of_ammo(position: Scene, unit: Character) -> bool:
    """OUT-AMMO-1: say whether a character has weapons that take rounds, and all of them are empty."""
    guns = [arm for arm in arms(position, unit) if arm.fires]
    return bool(guns) and all(arm.empty for arm in guns)


def can_reload(here: Here) -> bool:
    """OUT-AMMO-1: say whether all weapons are empty, and there are rounds for one of them."""
    unit, position = actor(here), here.position
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
    unit, seen = actor(here), Area(here.position.map, 0)
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
    choice = Priority("OUT-AMMO-1", "where to reload", require(unseen), least(way_there))
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
    arm = QUICKEST.choose(here, unlike(arms(here.position, actor(here))), "weapons that it has")
    return Cannot("there are no reloads") if arm is None else _load(here, arm)


def reload_one(here: Here) -> Intent | Cannot:
    """OUT-AMMO-1: go on with the weapon that was begun, and with no other: once it is loaded, the auto resumes.

    All were empty before, so that the one with rounds in it is the one.
    """
    begun = next((arm for arm in arms(here.position, actor(here)) if arm.fires and arm.item.loaded), None)
    if begun is None or left(here) < 1:
        return reload(here)
    return _load(here, begun) if begun.reloadable else Cannot(f"{begun.item.id} is loaded")


def _load(here: Here, arm: Arm) -> Intent | Cannot:
    unit = actor(here)
    if arm.held:
        return ordered(here, Reload(unit.id, arm.item.id))
    if drawable.of(here, arm).key:
        return draw_item(here, arm.item)
    full = next((hand for item in unit.held if (hand := hand_of(unit, item.id)) is not None), None)
    return Cannot("no hand is free") if full is None else ordered(here, Stow(unit.id, full))


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
    lambda here: actor(here).done or nothing_left(here.position, actor(here)),
    FirstOf(Option("OUT-AMMO-2", "hit the dirt", hit_the_dirt), Option("OUT-AMMO-2", "do nothing more", wait)),
)
OUT_OF_AMMO = FirstOf(hide_and_reload(), LIE_DOWN)
"""What comes before the die."""
