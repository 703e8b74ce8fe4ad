"""Brawls: who is in one, what is struck with what, and what comes of a blow (base_games 2.2).

Both throw a die and add their skill; only who strikes can win by it. A brawl begins when somebody enters an enemy's
square, holds both there, and lasts until one of them is out.
"""

from __future__ import annotations

from typing import Literal

from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.engine.notes import Checked, Said
from sim.grid import Cell
from sim.rules.outlaws.events import BlowStruck, ObjectBroke
from sim.rules.outlaws.figures import LOOT, OBJECT
from sim.rules.outlaws.hands import hand_of, item_of, kind_of
from sim.rules.outlaws.scene import Play, Scene
from sim.rules.outlaws.units import Character, Item
from sim.rules.outlaws.wounds import Hurt, blow, wound

Kind = Literal["body blow", "strike", "stab"]


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


def to_strike_with(position: Scene, unit: Character) -> tuple[Item, ...]:
    """OUT-BRAWL-2: return what lies or stands in a character's square to strike with."""
    return tuple(item for item in within_grasp(position, unit) if is_to_strike_with(position, item))


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


def attack(position: Scene, unit: Character, target: Character, kind: Kind) -> Check:
    """Return what the attacker adds to a die."""
    numbers = position.battle.data.numbers
    more = {"strike": numbers.brawl_strike, "stab": numbers.brawl_stab}.get(kind, 0)
    check = Check("attack").plus(unit.profile.brawl, "brawl skill").plus(more, kind)
    return _bare_hands(position, check, unit, target)


def defence(position: Scene, target: Character, unit: Character) -> Check:
    """Return what the defender adds to a die."""
    lying = position.battle.data.numbers.brawl_prone if target.prone else 0
    check = Check("defence").plus(target.profile.brawl, "brawl skill").plus(lying, "prone")
    return _bare_hands(position, check, target, unit)


def _bare_hands(position: Scene, check: Check, unit: Character, other: Character) -> Check:
    """Take off for bare hands against an object, a rifle or a shotgun."""
    armed = any(item.kind != LOOT for item in unit.held)
    worse = not armed and striking(position, other) is not None
    return check.plus(position.battle.data.numbers.brawl_unarmed if worse else 0, "unarmed against an object")


# -- blows ----------------------------------------------------------------------------------------------------


RULES: dict[Kind, str] = {"body blow": "OUT-BRAWL-1", "strike": "OUT-BRAWL-3", "stab": "OUT-BRAWL-4"}


def throws(unit: str, target: str, kind: Kind) -> tuple[Throw, Throw]:
    """Return the die of a blow, and the one that is thrown against it."""
    return Throw(D6, f"{kind} at {target}", unit), Throw(D6, f"against the {kind} of {unit}", target)


def strike(game: Play, unit_id: str, target_id: str, kind: Kind, item_id: str = "", spent: int = 1) -> None:
    """OUT-BRAWL-1, OUT-BRAWL-3, OUT-BRAWL-4: carry out one blow."""
    unit, target = game.state.unit(unit_id), game.state.unit(target_id)
    mine, theirs = attack(game.position, unit, target, kind), defence(game.position, target, unit)
    game.note(Checked(mine, rule=RULES[kind]))
    game.note(Checked(theirs, rule=RULES[kind]))
    dice, ahead, item = throws(unit_id, target_id, kind), mine.total - theirs.total, item_of(unit, item_id)
    if item is None or item.kind != OBJECT:
        margin = game.margin(*dice, ahead, RULES[kind])
        game.happen(BlowStruck(unit_id, target_id, kind, margin, spent=spent))
    else:
        thrown = game.oppose(*dice, ahead, RULES[kind])
        margin = thrown.margin
        game.happen(BlowStruck(unit_id, target_id, kind, margin, spent=spent))
        _may_break(game, unit, item, thrown.one.total)
    if does := landed(game.position, kind, margin):
        _land(game, target_id, does)


def _may_break(game: Play, unit: Character, item: Item, die: int) -> None:
    """OUT-BRAWL-3: break what was struck with on a natural 1: a chair leg does, a rifle never."""
    if die <= game.battle.data.numbers.object_breaks:
        hand = hand_of(unit, item.id)
        assert hand is not None
        game.note(Said(f"a natural {die}", rule="OUT-BRAWL-3"))
        game.happen(ObjectBroke(unit.id, hand))


Landed = Literal["stab", "strike"] | Hurt | None
"""What a blow does: a chit as a stab or a strike draws it, something without one, or nothing."""


def landed(position: Scene, kind: Kind, won_by: int) -> Landed:
    """Say what a blow does that wins by so much."""
    numbers = position.battle.data.numbers
    if won_by <= 0:
        return None
    if kind == "stab":
        return "stab"
    if kind == "strike" and won_by >= numbers.strike_wounds:
        return "strike"
    if kind == "body blow" and won_by >= numbers.blow_stuns:
        return "knocked out"
    return "knocked down" if kind == "body blow" and won_by >= numbers.blow_fells else "winded"


def _land(game: Play, target: str, what: Literal["stab", "strike"] | Hurt) -> None:
    match what:
        case "stab" | "strike":
            wound(game, target, by=what)
        case hurt:
            blow(game, target, hurt)
