"""Wounds: chits are drawn out of their pool, into which each goes back; and blows, which need no chit."""

from __future__ import annotations

from typing import Literal

from sim.engine.events import CardTaken, DeckShuffled
from sim.engine.notes import Said
from sim.rules.outlaws.events import ItemDropped, Wounded
from sim.rules.outlaws.figures import HANDS, Hand, WoundChit
from sim.rules.outlaws.state import WOUNDS, Character, Item, OutlawsGame

Hurt = Literal["winded", "knocked down", "knocked out"]
WoundCause = Literal["shot", "stab", "strike"]
LEAST_STAB = "light"
TWO_CHITS, SECOND = 2, "second wound chit"
"""The most that are drawn for one hit."""


def wound(game: OutlawsGame, target: str, chits: int = 1, by: WoundCause = "shot") -> None:
    """Draw one wound chit, or two of which the more severe counts, and let the target suffer it.

    The first stays out of the pool while the second is drawn; then both go back. A stab is never less than light, and a
    strike may knock out but kills nobody.
    """
    known = game.battle.data.chits
    order, chit = list(known), known[game.draw(WOUNDS, "wound", target)]
    if chits > 1:
        game.happen(CardTaken(WOUNDS, chit.id))
        second = known[game.draw(WOUNDS, SECOND, target)]
        chit = max(chit, second, key=lambda each: order.index(each.id))
        game.note(Said(f"the more severe of two chits: {chit.name}"))
        game.happen(DeckShuffled(WOUNDS))
    if by == "stab" and order.index(chit.id) < order.index(LEAST_STAB):
        chit = known[LEAST_STAB]
        game.note(Said(f"a stab is at least {chit.name}", rule="OUT-BRAWL-4"))
    elif by == "strike" and chit.dead:
        chit = next(each for each in known.values() if each.unconscious)
        game.note(Said(f"a blow kills nobody: {chit.name}", rule="OUT-BRAWL-3"))
    _suffer(game, game.state.unit(target), chit)


def _suffer(game: OutlawsGame, unit: Character, chit: WoundChit) -> None:
    """Let a character suffer a wound; one that costs the last action makes it unconscious.

    What the wounded arm holds falls. A weapon for both hands is held by either, and falls with either.
    """
    arm: Hand | None = game.choose(HANDS, "which arm", unit.id) if chit.arm else None
    if chit.prone and unit.prone and not (chit.owed or chit.lost):
        game.note(Said(f"{unit.id} is prone already: the chit does nothing"))
    exhausted = unit.allowance - chit.lost <= 0
    wounded = Wounded(
        unit.id,
        chit.name,
        chit.owed,
        chit.lost,
        prone=chit.prone and not unit.prone,
        arm=arm,
        leg=chit.leg,
        unconscious=not chit.dead and (chit.unconscious or exhausted),
        dead=chit.dead,
    )
    game.happen(wounded)
    weapons = game.battle.data.weapons
    for hand in HANDS if arm is not None else ():
        held: Item | None = getattr(game.state.unit(unit.id), hand)
        if held is not None and (hand == arm or (held.kind in weapons and weapons[held.kind].hands > 1)):
            game.happen(ItemDropped(unit.id, hand))


def blow(game: OutlawsGame, target: str, hurt: Hurt) -> None:
    """Let a character suffer a blow without a chit: an action less next time, knocked down, or knocked out."""
    lies, fells = game.state.unit(target).prone, hurt != "winded"
    if hurt == "knocked down" and lies:
        game.note(Said(f"{target} is prone already: the blow does nothing more"))
    knocked_out = hurt == "knocked out"
    game.happen(Wounded(target, hurt, owed=0 if fells else 1, prone=fells and not lies, unconscious=knocked_out))
