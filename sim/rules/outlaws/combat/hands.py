"""Hands and pockets (OUT-HANDS): what a character has, what it is called, and which hand can take it."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import Refusal
from sim.rules.outlaws.figures import WeaponKind
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.units import HANDS, Character, Hand, Item


def in_hands(unit: Character, id_: str) -> Item | None:
    """Return an item that a character holds; None if it does not."""
    return next((item for item in unit.held if item.id == id_), None)


def kind_of(position: Scene, item: Item) -> WeaponKind:
    """Return what numbers.toml says of an item."""
    return position.battle.data.weapons[item.kind]


def hand_of(unit: Character, item: str) -> Hand | None:
    """Return the hand that holds an item."""
    return next((hand for hand in HANDS if (held := getattr(unit, hand)) is not None and held.id == item), None)


def favoured(position: Scene, unit: Character) -> tuple[Hand, Hand]:
    """Return a character's hands, the better one first."""
    return HANDS if position.battle.data.shootout.right_handed.get(unit.id, True) else ("left", "right")


def hand_refusal(position: Scene, unit: Character, item: Item, hand: Hand) -> Refusal | None:
    """OUT-HANDS: say why a hand cannot take an item: a long gun or a bow takes both, whichever it is counted to."""
    held: Item | None = getattr(unit, hand)
    if held is not None:
        return Refusal(f"{unit.id} has {named(position, held)} in the {hand} hand", "OUT-HANDS")
    for other in unit.held:
        if kind_of(position, other).hands > 1:
            return Refusal(f"{named(position, other)} takes both hands", "OUT-HANDS")
        if kind_of(position, item).hands > 1:
            both = f"{named(position, item)} takes both hands, and one holds {named(position, other)}"
            return Refusal(both, "OUT-HANDS")
    return None


def free_hand(position: Scene, unit: Character, item: Item) -> Hand | None:
    """Return the hand that can take an item, the better one if both can."""
    return next((hand for hand in favoured(position, unit) if not hand_refusal(position, unit, item, hand)), None)


def has_rounds_for(kind: WeaponKind, item: Item) -> bool:
    """OUT-WEAPON: say whether there is room in a weapon and anything to put into it."""
    return bool(kind.reload) and item.loaded < kind.capacity and bool(item.loose or item.reloads)


def named(position: Scene, item: Item) -> str:
    """Return what an item is called, with its article."""
    name = kind_of(position, item).name
    return name if name.startswith("the ") else f"the {name}"


def thing(position: Scene, unit: str, item: str) -> str:
    """Return what an item of somebody is called, wherever it is now."""
    known, lying = position.state.units, (each for _, each in position.state.lying)
    things = (*(known[unit].items if unit in known else ()), *lying)
    return next((named(position, each) for each in things if each.id == item), item)


def impossible_items(position: Scene, unit: Character) -> Iterator[str]:
    """Yield what is impossible about what a character holds and carries."""
    weapons = position.battle.data.weapons
    if len(unit.held) > 1 and any(weapons[item.kind].hands > 1 for item in unit.held if item.kind in weapons):
        yield f"{unit.id} holds two things, and one of them takes both hands"
    for item in unit.items:
        if item.kind not in weapons:
            yield f'{unit.id} has a "{item.kind}", a weapon nobody defined'
        elif item.loaded > weapons[item.kind].capacity:
            most = f"{weapons[item.kind].capacity} is the most"
            yield f"{unit.id} has {item.loaded} rounds in {named(position, item)}, and {most}"
