"""Brawls: who is in one, and what there is to strike with.

A brawl begins when somebody enters an enemy's square, holds both there, and lasts until one of them is out.
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.grid import Cell
from sim.rules.outlaws.figures import LOOT, OBJECT
from sim.rules.outlaws.state import Character, Item, OutlawsPosition, kind_of


def brawlers(position: OutlawsPosition, unit: Character) -> tuple[Character, ...]:
    """Return the conscious enemies in a character's square, groups left out: with them it is in a brawl."""
    if unit.cell is None or unit.out:
        return ()
    here = position.state.units.at(unit.cell)
    return tuple(other for other in here if other.side != unit.side and not other.out and not other.profile.group)


def in_brawl(position: OutlawsPosition, unit: Character) -> bool:
    """Say whether a character is in a brawl."""
    return bool(brawlers(position, unit))


def has_objects(position: OutlawsPosition, cell: Cell) -> bool:
    """OUT-BRAWL-2: say whether a square has objects printed in it that nobody has picked up yet."""
    return cell in position.battle.data.shootout.objects and cell not in position.state.spent_objects


def within_grasp(position: OutlawsPosition, unit: Character) -> tuple[Item, ...]:
    """Return what a character could pick up: what lies in the square, and one of its printed objects."""
    lying = tuple(item for cell, item in position.state.lying if cell == unit.cell)
    printed = Item(f"{OBJECT}-{position.name(unit.place)}", OBJECT)
    return (*lying, printed) if has_objects(position, unit.place) else lying


def is_to_strike_with(position: OutlawsPosition, item: Item) -> bool:
    """OUT-BRAWL-3: say whether something is an object, a rifle or a shotgun."""
    return kind_of(position, item).strikes


def is_knife(position: OutlawsPosition, item: Item) -> bool:
    """OUT-BRAWL-4: say whether something is a knife."""
    return kind_of(position, item).cls == "knife"


def striking(position: OutlawsPosition, unit: Character) -> Item | None:
    """OUT-BRAWL-3: return what a character holds to strike with: an object, a rifle or a shotgun."""
    return next((item for item in unit.held if is_to_strike_with(position, item)), None)


def knife(position: OutlawsPosition, unit: Character) -> Item | None:
    """OUT-BRAWL-4: return the knife that a character holds."""
    return next((item for item in unit.held if is_knife(position, item)), None)


def bare_hands(position: OutlawsPosition, check: Check, unit: Character, other: Character) -> Check:
    """Take off for bare hands against an object, a rifle or a shotgun."""
    armed = any(item.kind != LOOT for item in unit.held)
    worse = not armed and striking(position, other) is not None
    return check.plus(position.battle.data.numbers.brawl_unarmed if worse else 0, "unarmed against an object")
