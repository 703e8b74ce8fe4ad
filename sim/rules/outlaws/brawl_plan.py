"""What an auto does in a brawl (OUT-BRAWL-1 to OUT-BRAWL-4)."""

from __future__ import annotations

from sim.engine.orders import Intent
from sim.play.commander import Again
from sim.rules.outlaws import acting
from sim.rules.outlaws.acting import Here, actor, against, draw_item, foe, left, ordered, too_few
from sim.rules.outlaws.brawling import brawlers, is_knife, is_to_strike_with, knife, striking, within_grasp
from sim.rules.outlaws.hands import free_hand
from sim.rules.outlaws.orders.blows import BodyBlow, Stab, Strike
from sim.rules.outlaws.orders.handling import PickUp
from sim.rules.outlaws.units import Character
from sim.solo.plans import Against, Cannot, FirstOf, Option
from sim.solo.priority import Priority


@against
def strike(here: Here) -> Intent | Cannot:
    """OUT-BRAWL-3."""
    item = striking(here.position, actor(here))
    if item is None:
        return Cannot("nothing in hand to strike with")
    return ordered(here, Strike(actor(here).id, foe(here).id, item.id))


@against
def pick_up(here: Here) -> Intent | Cannot:
    """OUT-BRAWL-2: the opponent has something to strike with, and so may this one."""
    if striking(here.position, foe(here)) is None:
        return Cannot(f"{foe(here).id} has nothing to strike with")
    if not any(is_to_strike_with(here.position, item) for item in within_grasp(here.position, actor(here))):
        return Cannot("there are no objects in the square")
    return ordered(here, PickUp(actor(here).id))


@against
def draw_knife(here: Here) -> Intent | Cannot:
    """OUT-KNIFE: take the knife from the belt into a free hand, if a stab can follow it."""
    unit = actor(here)
    if knife(here.position, unit) is not None:
        return Cannot("it is in hand")
    found = next((item for item in unit.carried if is_knife(here.position, item)), None)
    if found is None:
        return Cannot("no knife on the belt")
    numbers = here.battle.data.numbers
    if free_hand(here.position, unit, found) is None:
        return Cannot("no hand is free")
    if left(here) < numbers.draw + numbers.brawl + (numbers.get_up if unit.prone else 0):
        return too_few(here, "a stab after that")
    return draw_item(here, found)


def get_up(here: Here) -> Intent | Cannot:
    """OUT-BRAWL-4: whoever has a knife gets up first."""
    if knife(here.position, actor(here)) is None:
        return Cannot("no knife in hand")
    return acting.get_up(here)


@against
def stab(here: Here) -> Intent | Cannot:
    """OUT-BRAWL-4."""
    item = knife(here.position, actor(here))
    return Cannot("no knife in hand") if item is None else ordered(here, Stab(actor(here).id, foe(here).id, item.id))


@against
def body_blow(here: Here) -> Intent | Cannot:
    """OUT-BRAWL-1."""
    return ordered(here, BodyBlow(actor(here).id, foe(here).id))


OPPONENT: Priority[Character] = Priority("OUT-T-tie", "the opponent in the brawl")


def opponent(here: Here) -> Character | None:
    """OUT-BRAWL-order: return an enemy in the same square; of several one at random. Groups brawl with nobody."""
    unit = actor(here)
    if left(here) < 1:
        return None
    return OPPONENT.choose(here, brawlers(here.position, unit), "enemies in the square")


BLOWS = FirstOf(
    # OUT-BRAWL-order: what is in the hand counts before what lies about, and both before the knife.
    Option("OUT-BRAWL-3", "Strike with Object", strike),
    Option("OUT-BRAWL-2", "Pick up Object", pick_up),
    Option("OUT-KNIFE", "draw the knife", draw_knife),
    Option("OUT-BRAWL-4", "prone with a knife: Get Up", get_up),
    Option("OUT-BRAWL-4", "Stab", stab),
    Option("OUT-BRAWL-1", "Body Blow", body_blow),
)
# An opponent is kept until he is out or the actions are: a die for each blow, and for getting up, decides nothing.
BRAWL_PLAN = Again(Against("OUT-BRAWL-1", "whom it brawls with", opponent, Again(BLOWS)))
"""Blow after blow, while actions last."""
