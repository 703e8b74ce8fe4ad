"""Wounds: chits drawn out of their pool, into which each goes back, and what they do (base_games 2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sim.engine.events import CardTaken, DeckShuffled
from sim.engine.notes import Said
from sim.rules.outlaws.events import ItemDropped, Wounded
from sim.rules.outlaws.figures import WoundChit
from sim.rules.outlaws.scene import Play
from sim.rules.outlaws.units import HANDS, WOUNDS, Character, Hand

Hurt = Literal["winded", "knocked down", "knocked out"]


By = Literal["shot", "stab", "strike"]
LEAST_STAB = "light"
TWO_CHITS, SECOND = 2, "second wound chit"
"""The most that are drawn for one hit."""


def wound(game: Play, target: str, chits: int = 1, by: By = "shot") -> None:
    """Draw one wound chit, or two of which the more severe counts, and let the target suffer it."""
    drawn, known = _drawn(game, target, chits), game.battle.data.chits
    chit = counts_as(known, drawn, by)
    if chit is not drawn and by == "stab":
        game.note(Said(f"a stab is at least {chit.name}", rule="OUT-BRAWL-4"))
    elif chit is not drawn:
        game.note(Said(f"a blow kills nobody: {chit.name}", rule="OUT-BRAWL-3"))
    suffer(game, target, chit)


def counts_as(known: Mapping[str, WoundChit], chit: WoundChit, by: By) -> WoundChit:
    """Return as what a chit counts: a stab is never less than light, and a strike may knock out but kills nobody."""
    order = list(known)
    if by == "stab" and order.index(chit.id) < order.index(LEAST_STAB):
        return known[LEAST_STAB]
    if by == "strike" and chit.dead:
        return next(each for each in known.values() if each.unconscious)
    return chit


def _drawn(game: Play, target: str, chits: int) -> WoundChit:
    """Draw chits. The first stays out of the pool while the second is drawn; then both go back."""
    known = game.battle.data.chits
    first = known[game.draw(WOUNDS, "wound", target)]
    if chits == 1:
        return first
    game.happen(CardTaken(WOUNDS, first.id))
    second = known[game.draw(WOUNDS, SECOND, target)]
    worse = max(first, second, key=lambda chit: list(known).index(chit.id))
    game.note(Said(f"the more severe of two chits: {worse.name}"))
    game.happen(DeckShuffled(WOUNDS))
    return worse


def suffer(game: Play, target: str, chit: WoundChit) -> None:
    """Let a character suffer a wound; one that costs the last action makes it unconscious."""
    unit = game.state.unit(target)
    arm: Hand | None = game.choose(HANDS, "which arm", target) if chit.arm else None
    if chit.prone and unit.prone and not (chit.owed or chit.lost):
        game.note(Said(f"{target} is prone already: the chit does nothing"))
    game.happen(effect(unit, chit, arm))
    if arm is not None:
        _let_go(game, target, arm)


def effect(unit: Character, chit: WoundChit, arm: Hand | None = None) -> Wounded:
    """Return what a chit does to a character."""
    exhausted = unit.allowance - chit.lost <= 0
    return Wounded(
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


def _let_go(game: Play, target: str, arm: Hand) -> None:
    """Drop what the wounded arm holds. A weapon for both hands is held by either, and falls with either."""
    unit, weapons = game.state.unit(target), game.battle.data.weapons
    for hand in HANDS:
        held = getattr(unit, hand)
        if held is None:
            continue
        kind = weapons.get(held.kind)
        if hand == arm or (kind is not None and kind.hands > 1):
            game.happen(ItemDropped(target, hand))


def blow(game: Play, target: str, hurt: Hurt) -> None:
    """Let a character suffer a blow without a chit."""
    done = hurt_by(game.state.unit(target), hurt)
    if hurt == "knocked down" and not done.prone:
        game.note(Said(f"{target} is prone already: the blow does nothing more"))
    game.happen(done)


def hurt_by(unit: Character, hurt: Hurt) -> Wounded:
    """Return what a blow without a chit does: an action less next time, knocked down, or knocked out."""
    if hurt == "winded":
        return Wounded(unit.id, hurt, owed=1)
    return Wounded(unit.id, hurt, prone=not unit.prone, unconscious=hurt == "knocked out")
