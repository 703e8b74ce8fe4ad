"""Orders for hands and pockets: draw, stow, drop, reload, pick up (OUT-HANDS, OUT-WEAPON)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Self

from sim.engine.orders import Ask, Refusal
from sim.play.order import Choice, Refused
from sim.rules.outlaws.combat.brawls import in_brawl, is_to_strike_with, within_grasp
from sim.rules.outlaws.events import ItemDrawn, ItemDropped, ItemPickedUp, ItemStowed, Reloaded
from sim.rules.outlaws.figures import HANDS, LOOT, OBJECT, Hand
from sim.rules.outlaws.orders.base import OutlawsOrder
from sim.rules.outlaws.state import (
    Character,
    Item,
    OutlawsGame,
    OutlawsPosition,
    free_hand,
    hand_refusal,
    kind_of,
    named,
)

RULE = "OUT-HANDS"


class Draw(OutlawsOrder):
    """Take a carried item into a hand."""

    rule, verb, becomes, takes = RULE, "draw", ItemDrawn, lambda numbers: numbers.draw
    in_brawl, prepares = True, True
    typed, says = "{unit} draw {item} {which}", "{unit} {unit:draws|draw} {what} with the {hand} hand"

    item: str
    hand: Hand = "right"

    @classmethod
    def choices(cls, position: OutlawsPosition, ask: Ask, unit: Character) -> Iterator[Self]:
        """Yield what is carried, for either hand; what takes both needs none."""
        kinds = {item.id: kind_of(position, item) for item in unit.carried if item.kind != LOOT}
        hands = {item: HANDS if kind.hands == 1 else HANDS[:1] for item, kind in kinds.items()}
        yield from [cls(unit.id, item, hand) for item in hands for hand in hands[item]] or [cls(unit.id, "")]

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS: it must be carried, and there must be a hand for it."""
        found = next((each for each in unit.carried if each.id == self.item), None)
        if found is None:
            yield f"{unit.id} does not carry {self.item or 'anything to draw'}"
        elif found.kind == LOOT:
            yield "the loot is carried, not held"
        else:
            yield hand_refusal(position, unit, found, self.hand)

    def which(self, position: OutlawsPosition) -> str:
        """Name the hand, where it can be either."""
        carried = position.state.unit(self.unit).carried
        either = any(item.id == self.item and kind_of(position, item).hands == 1 for item in carried)
        return self.hand if either else ""

    def manner(self, position: OutlawsPosition) -> str:
        return f"{self.what(position)}, {self.hand} hand"


class LetGo(OutlawsOrder):
    """Have a hand free of what it holds."""

    rule, in_brawl, prepares = RULE, True, True

    hand: Annotated[Hand, Choice("", lambda position, ask, unit: unit.full_hands, none=HANDS[0])]

    def held(self, position: OutlawsPosition) -> Any:
        """Return what is in the hand; None where it is nothing."""
        return getattr(position.state.unit(self.unit), self.hand)

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        if not unit.held:
            yield f"{unit.id} has nothing in either hand"
        if self.held(position) is None:
            yield f"{unit.id} has nothing in the {self.hand} hand"

    def it(self, position: OutlawsPosition) -> str:
        """Return the id of what is held; nothing where it is nothing."""
        return getattr(self.held(position), "id", "")

    def what(self, position: OutlawsPosition) -> str:
        held = self.held(position)
        return named(position, held) if held else f"what is in the {self.hand} hand"

    def manner(self, position: OutlawsPosition) -> str:
        return self.what(position) if self.held(position) else f"{self.hand} hand"


class Stow(LetGo):
    """Put what a hand holds away."""

    verb, becomes, takes = "stow", ItemStowed, lambda numbers: numbers.stow
    typed, says = "{unit} stow {it}", "{unit} {unit:stows|stow} {what}"

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS: a chair leg goes into no pocket."""
        yield from super().hindrances(position, unit)
        held = self.held(position)
        if held is not None and held.kind == OBJECT:
            yield f"{named(position, held)} cannot be put away"


class Drop(LetGo):
    """Let go of what a hand holds; it costs nothing."""

    verb, becomes = "drop", ItemDropped
    typed, says = "{unit} drop {it}", "{unit} {unit:drops|drop} {what}"


class Reload(OutlawsOrder):
    """Put rounds into a weapon that is held."""

    rule, verb, key, prepares, takes = "OUT-WEAPON", "reload", "R", True, lambda numbers: 1
    typed, says = "{unit} reload {item}", "{unit} {unit:reloads|reload} {what}"

    item: str

    @classmethod
    def choices(cls, position: OutlawsPosition, ask: Ask, unit: Character) -> Iterator[Self]:
        items = [item.id for item in unit.held if kind_of(position, item).reload]
        return (cls(unit.id, item) for item in items or [""])

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-WEAPON: it must be held, there must be room in it, and rounds."""
        held = unit.holding(self.item)
        if held is None:
            yield f"{unit.id} does not hold {self.item or 'anything to reload'}"
            return
        kind = kind_of(position, held)
        if not kind.reload:
            yield f"{named(position, held)} takes no rounds"
        if held.loaded >= kind.capacity:
            yield f"{named(position, held)} is full"
        if not held.can_be_loaded(kind):
            yield f"nothing is left to reload {named(position, held)} with"

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        """Put in the rounds of one action; a magazine is opened when there are no loose rounds."""
        held = game.state.unit(self.unit).holding(self.item)
        assert held is not None
        kind = kind_of(game.position, held)
        if not held.loose:
            held = replace(held, reloads=held.reloads - 1, loose=kind.capacity)
        rounds = min(kind.reload, kind.capacity - held.loaded, held.loose)
        held = replace(held, loaded=held.loaded + rounds, loose=held.loose - rounds)
        game.happen(Reloaded(self.unit, held, spent=self.price(game.position)))

    manner = OutlawsOrder.what


class PickUp(OutlawsOrder):
    """Pick up an object that is printed in the square, or an item that lies there."""

    rule, verb, in_brawl, prepares, takes = RULE, "pick up", True, True, lambda numbers: numbers.pick_up
    typed, says = "{unit} pick up {it}", "{unit} {unit:picks|pick} up what is there"

    def it(self, position: OutlawsPosition) -> str:
        """Return the id of what would be picked up; nothing where there is nothing."""
        return getattr(to_pick_up(position, position.state.unit(self.unit)), "id", "")

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS: on foot, with something there, and a hand for it; the loot needs none."""
        item = to_pick_up(position, unit)
        if unit.mounted:
            yield Refusal(f"{unit.id} is mounted", "OUT-GAIT")
        if item is None:
            yield "there is nothing to pick up in the square"
        elif item.kind != LOOT and free_hand(position, unit, item) is None:
            yield f"{unit.id} has no hand free for {named(position, item)}"

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        unit = game.state.unit(self.unit)
        item = to_pick_up(game.position, unit)
        assert item is not None
        hand = None if item.kind == LOOT else free_hand(game.position, unit, item)
        printed = all(item.id != lying.id for _, lying in game.state.lying)
        game.happen(ItemPickedUp(unit.id, item, hand, printed, spent=self.price(game.position)))


def to_pick_up(position: OutlawsPosition, unit: Character) -> Item | None:
    """OUT-BRAWL-2: what a character would pick up: what lies in the square, the loot first, else a printed object.

    In a brawl it is something to strike with, lying or printed, before anything else: nobody bends down for a purse
    while he is being hit with a chair. What there is a hand for comes before what takes both.
    """
    fighting = in_brawl(position, unit)

    def worse(item: Item) -> tuple[bool, bool, bool]:
        useless, loot = fighting and not is_to_strike_with(position, item), item.kind == LOOT
        return useless, not loot and free_hand(position, unit, item) is None, not loot

    return min(within_grasp(position, unit), key=worse, default=None)


ORDERS = (Draw, Stow, Drop, Reload, PickUp)
