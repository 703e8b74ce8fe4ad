"""The weapons that a character has: in the hand or on the belt, loaded or empty, and whether anything is left."""

from __future__ import annotations

from typing import NamedTuple

from sim.rules.outlaws.figures import Hand, WeaponKind
from sim.rules.outlaws.state import Character, Item, OutlawsPosition


class OwnedWeapon(NamedTuple):
    """A weapon that a character has, in the hand or on the belt."""

    item: Item
    kind: WeaponKind
    hand: Hand | None
    """The one that holds it."""

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.item.id

    @property
    def held(self) -> bool:
        """Say whether it is in a hand."""
        return self.hand is not None

    @property
    def fires(self) -> bool:
        """Say whether it takes rounds: a gun or a bow."""
        return bool(self.kind.shots)

    @property
    def ready(self) -> bool:
        """OUT-THROW: say whether it could be fired or thrown as it is."""
        return self.item.loaded > 0 if self.fires else self.kind.thrown > 0

    @property
    def reloadable(self) -> bool:
        """Say whether there are rounds to put into it."""
        return self.fires and self.item.can_be_loaded(self.kind)

    @property
    def empty(self) -> bool:
        """OUT-AMMO-1, OUT-ARROW: say whether it is out of ammo; a bow is not, as long as there are arrows to ready."""
        return self.fires and not self.item.loaded and not (self.kind.cls == "bow" and self.reloadable)

    @property
    def of_use(self) -> bool:
        """Say whether it can be shot with now, or as soon as an arrow is on the string."""
        return self.ready or (self.fires and not self.empty)


def weapons_of(position: OutlawsPosition, unit: Character) -> list[OwnedWeapon]:
    """Return the weapons of a character, those in the hands first."""
    weapons, hands = position.battle.data.weapons, {getattr(unit, hand).id: hand for hand in unit.full_hands}
    return [
        OwnedWeapon(item, kind, hands.get(item.id))
        for item in unit.items
        if (kind := weapons.get(item.kind)) is not None and (kind.shots or kind.thrown)
    ]


def distinct(found: list[OwnedWeapon]) -> list[OwnedWeapon]:
    """Return weapons of which no two are alike: to roll between two equal lances would decide nothing."""
    first: dict[tuple[object, ...], OwnedWeapon] = {}
    for weapon in found:
        item = weapon.item
        first.setdefault((weapon.held, item.kind, item.loaded, item.reloads, item.loose), weapon)
    return list(first.values())


def in_hand(position: OutlawsPosition, unit: Character) -> list[OwnedWeapon]:
    """Return the weapons in a character's hands."""
    return [weapon for weapon in weapons_of(position, unit) if weapon.held]


# -- out of ammo (OUT-AMMO-*) ---------------------------------------------------------------------------------------

HAND_TO_HAND = ("knife", "tomahawk", "lance")
"""OUT-AMMO-2: whoever has one of these is armed without rounds, and goes on rolling; only the unarmed lie down."""


def out_of_ammo(position: OutlawsPosition, unit: Character) -> bool:
    """OUT-AMMO-1: say whether a character has weapons that take rounds, and all of them are empty."""
    guns = [weapon for weapon in weapons_of(position, unit) if weapon.fires]
    return bool(guns) and all(weapon.empty for weapon in guns)


def nothing_left(position: OutlawsPosition, unit: Character) -> bool:
    """OUT-AMMO-2: say whether all weapons are empty, without reloads, and there is no blade to fall back on."""
    armed = any(weapon.reloadable or weapon.kind.cls in HAND_TO_HAND for weapon in weapons_of(position, unit))
    return out_of_ammo(position, unit) and not armed
