"""What a character has to shoot with: which weapon is loaded, which could wound, which is in a hand."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.frozen import quickly_made
from sim.rules.outlaws.acting import Here, actor, foe
from sim.rules.outlaws.figures import WeaponKind
from sim.rules.outlaws.hands import favoured, free_hand, hand_of, has_rounds_for
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.shooting import could_wound
from sim.rules.outlaws.units import Character, Item
from sim.solo.priority import Shown, measure


@quickly_made
@dataclass(frozen=True)
class Arm:
    """A weapon that a character has, in the hand or on the belt."""

    item: Item
    kind: WeaponKind
    held: bool

    @property
    def subject(self) -> str:
        """What notes call it."""
        return self.item.id

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
        return self.fires and has_rounds_for(self.kind, self.item)

    @property
    def empty(self) -> bool:
        """OUT-AMMO-1, OUT-ARROW: say whether it is out of ammo; a bow is not, as long as there are arrows to ready."""
        return self.fires and not self.item.loaded and not (self.kind.cls == "bow" and self.reloadable)

    @property
    def of_use(self) -> bool:
        """Say whether it can be shot with now, or as soon as an arrow is on the string."""
        return self.ready or (self.fires and not self.empty)


def arms(position: Scene, unit: Character) -> list[Arm]:
    """Return the weapons of a character, those in the hands first."""
    weapons, held = position.battle.data.weapons, {item.id for item in unit.held}
    return [
        Arm(item, kind, item.id in held)
        for item in unit.items
        if (kind := weapons.get(item.kind)) is not None and (kind.shots or kind.thrown)
    ]


def unlike(found: list[Arm]) -> list[Arm]:
    """Return weapons of which no two are alike: to roll between two equal lances would decide nothing."""
    first: dict[tuple[object, ...], Arm] = {}
    for arm in found:
        item = arm.item
        first.setdefault((arm.held, item.kind, item.loaded, item.reloads, item.loose), arm)
    return list(first.values())


def in_hand(position: Scene, unit: Character) -> list[Arm]:
    """Return the weapons in a character's hands."""
    return [arm for arm in arms(position, unit) if arm.held]


def useful(position: Scene, unit: Character, target: Character) -> list[Arm]:
    """OUT-SHOOT-2: return the weapons with which a standard Shoot could wound the target, loaded, drawn or not."""
    return [arm for arm in arms(position, unit) if arm.of_use and wounds_from_here(position, unit, target, arm)]


def wounds_from_here(position: Scene, unit: Character, target: Character, arm: Arm) -> bool:
    """OUT-SHOOT-2: say whether a weapon could wound the target, in the hand that holds it or that would draw it.

    OUT-SHOOT-8: what takes more actions than its owner will ever have again wounds nobody, so that it is not drawn
    only to be dropped.
    """
    if min((shot.actions for shot in arm.kind.shots.values()), default=0) > unit.allowance:
        return False
    if not arm.held:  # for a weapon that it draws it puts away the others that it holds
        away = [hand for other in in_hand(position, unit) if (hand := hand_of(unit, other.item.id))]
        unit = unit.changed(**dict.fromkeys(away))
        unit = unit.changed(**{free_hand(position, unit, arm.item) or favoured(position, unit)[0]: arm.item})
    return could_wound(position, unit, target, arm.item)


@measure("loaded")
def loaded(here: Here, arm: Arm) -> Shown:
    """OUT-SHOOT-2."""
    return Shown(arm.of_use, f"{arm.item.loaded} in it" if arm.fires else "it is thrown")


@measure("fired, not thrown")
def fired(here: Here, arm: Arm) -> bool:
    """OUT-THROW: nobody throws his knife away while a gun or a bow will do."""
    return arm.fires


@measure("could wound the target with a standard Shoot")
def wounding(here: Here, arm: Arm) -> bool:
    """OUT-SHOOT-2."""
    return wounds_from_here(here.position, actor(here), foe(here), arm)


@measure("not in a hand yet, and there is a hand for it")
def drawable(here: Here, arm: Arm) -> Shown:
    """OUT-SHOOT-2."""
    if arm.held:
        return Shown(False, "held")
    hand = free_hand(here.position, actor(here), arm.item)
    return Shown(hand is not None, f"the {hand} hand" if hand else "no hand is free")


@measure("in the better hand")
def in_better_hand(here: Here, arm: Arm) -> bool:
    """A shot with the other one is harder."""
    return hand_of(actor(here), arm.item.id) == favoured(here.position, actor(here))[0]
