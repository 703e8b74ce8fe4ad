"""Wounds, and brawls: who is in one, what is struck with what, and what comes of a blow (base_games 2.2).

Wound chits are drawn out of their pool, into which each goes back.

Both throw a die and add their skill; only who strikes can win by it. A brawl begins when somebody enters an enemy's
square, holds both there, and lasts until one of them is out.
"""

from __future__ import annotations

from typing import Literal

from sim.engine.check import Check
from sim.engine.events import CardTaken, DeckShuffled
from sim.engine.notes import Said
from sim.grid import Cell
from sim.rules.outlaws.combat.hands import kind_of
from sim.rules.outlaws.events import ItemDropped, Wounded
from sim.rules.outlaws.figures import LOOT, OBJECT, WoundChit
from sim.rules.outlaws.scene import Play, Scene
from sim.rules.outlaws.units import HANDS, WOUNDS, Character, Hand, Item

# -- wounds ---------------------------------------------------------------------------------------------------

Hurt = Literal["winded", "knocked down", "knocked out"]


By = Literal["shot", "stab", "strike"]
LEAST_STAB = "light"
TWO_CHITS, SECOND = 2, "second wound chit"
"""The most that are drawn for one hit."""


def wound(game: Play, target: str, chits: int = 1, by: By = "shot") -> None:
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


def _suffer(game: Play, unit: Character, chit: WoundChit) -> None:
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


def blow(game: Play, target: str, hurt: Hurt) -> None:
    """Let a character suffer a blow without a chit: an action less next time, knocked down, or knocked out."""
    lies, fells = game.state.unit(target).prone, hurt != "winded"
    if hurt == "knocked down" and lies:
        game.note(Said(f"{target} is prone already: the blow does nothing more"))
    knocked_out = hurt == "knocked out"
    game.happen(Wounded(target, hurt, owed=0 if fells else 1, prone=fells and not lies, unconscious=knocked_out))


# -- who and with what ----------------------------------------------------------------------------------------


def brawlers(position: Scene, unit: Character) -> tuple[Character, ...]:
    """Return the conscious enemies in a character's square, groups left out: with them it is in a brawl."""
    if unit.cell is None or unit.out:
        return ()
    here = position.state.units.at(unit.cell)
    return tuple(other for other in here if other.side != unit.side and not other.out and not other.profile.group)


def in_brawl(position: Scene, unit: Character) -> bool:
    """Say whether a character is in a brawl."""
    return bool(brawlers(position, unit))


def has_objects(position: Scene, cell: Cell) -> bool:
    """OUT-BRAWL-2: say whether a square has objects printed in it that nobody has picked up yet."""
    return cell in position.battle.data.shootout.objects and cell not in position.state.spent_objects


def within_grasp(position: Scene, unit: Character) -> tuple[Item, ...]:
    """Return what a character could pick up: what lies in the square, and one of its printed objects."""
    lying = tuple(item for cell, item in position.state.lying if cell == unit.cell)
    printed = Item(f"{OBJECT}-{position.name(unit.place)}", OBJECT)
    return (*lying, printed) if has_objects(position, unit.place) else lying


def is_to_strike_with(position: Scene, item: Item) -> bool:
    """OUT-BRAWL-3: say whether something is an object, a rifle or a shotgun."""
    return kind_of(position, item).strikes


def is_knife(position: Scene, item: Item) -> bool:
    """OUT-BRAWL-4: say whether something is a knife."""
    return kind_of(position, item).cls == "knife"


def striking(position: Scene, unit: Character) -> Item | None:
    """OUT-BRAWL-3: return what a character holds to strike with: an object, a rifle or a shotgun."""
    return next((item for item in unit.held if is_to_strike_with(position, item)), None)


def knife(position: Scene, unit: Character) -> Item | None:
    """OUT-BRAWL-4: return the knife that a character holds."""
    return next((item for item in unit.held if is_knife(position, item)), None)


# -- numbers --------------------------------------------------------------------------------------------------


def bare_hands(position: Scene, check: Check, unit: Character, other: Character) -> Check:
    """Take off for bare hands against an object, a rifle or a shotgun."""
    armed = any(item.kind != LOOT for item in unit.held)
    worse = not armed and striking(position, other) is not None
    return check.plus(position.battle.data.numbers.brawl_unarmed if worse else 0, "unarmed against an object")
