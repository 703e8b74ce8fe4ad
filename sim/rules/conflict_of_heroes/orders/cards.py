"""Cards that are actions by themselves or answers, stalling and passing; and all orders in one book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Annotated, NamedTuple

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.notes import Rolled, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.book import OrderBook, present
from sim.play.consequences import Run, consequences
from sim.play.odds import Told, otherwise
from sim.play.order import Choice, Refused
from sim.rules.conflict_of_heroes.answers import REACTIONS, REROLL, luck, most_added
from sim.rules.conflict_of_heroes.combat.losses import recover
from sim.rules.conflict_of_heroes.events import CapsChanged, MinesLaid, ObstaclesCleared
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.ground.moving import has_feature
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, NOTHING, TURN, Action, CohOrder, answering
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke, ReconByFire
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot, stick, sticking
from sim.rules.conflict_of_heroes.orders.rest import DigIn, Hide, Rally
from sim.rules.conflict_of_heroes.units import CohData, CohState, Counter, Play, Scene, friends, in_close_combat

ACTIONS: tuple[type[Action], ...] = (Fire, ReconByFire, Move, Pivot, Rally, DigIn, Hide, LaySmoke)
OBSTACLES = ("wire", "mines")
ALWAYS = (TURN, AI_TURN, *REACTIONS)
Somebody = Annotated[UnitId, Choice("unit")]
WHEN: dict[str, str] = {
    "reroll": "after a roll of one's own that has missed",
    "luck": "after a roll of one's own that has missed",
    "enemy_cost": "before the spent check of an AI",
    "bog_down": "after an AI vehicle has moved",
    "free_action": "any that a Unit can carry out",
    "free_action_spent": "any that a spent Unit can carry out",
    "rally_try": "to rally",
    "extra_hex": "to move on into one hex more",
    "firepower": "to fire",
    "smoke": "smoke in a hex that a Unit sees",
    "hasty_defence": "to dig in",
    "second_turn": "any for which another turn is wanted",
}
"""When cards are played that are no actions by themselves."""


class PlayCard(CohOrder):
    """COH-3.3: play a card that is an action by itself, or an answer to what has just happened."""

    rule, verb, on = "COH-3.3", "card", ALWAYS
    says = "{card_name} is played{by}"
    card: Annotated[str, Choice("card")] = field()
    unit: Somebody = ""
    cell: Annotated[Cell | None, Choice("cell")] = None

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Counter | None) -> Iterator[PlayCard]:
        """Yield the cards that a counter plays; then those that need none, and those that go along with nothing now."""
        for name in dict.fromkeys(position.state.hand) if ask.occasion != AI_TURN else ():
            card = position.battle.data.action_cards[name]
            if unit is None:
                if ask.occasion in REACTIONS or (not _of_unit(card) and not _goes_along(position, ask, card)):
                    yield cls(name)
            elif card.effect == "lay_mines":
                around = (cell for cell in position.map.whole if cell != unit.place)
                near = (cell for cell in around if position.map.distance(unit.place, cell) <= card.value)
                yield from (cls(name, unit.id, cell) for cell in near)
            elif _of_unit(card):
                yield cls(name, unit.id)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """COH-3.3: on an occasion for answers it must be one that counts, and else none."""
        if ask.occasion == AI_TURN:
            yield from super().refusals(position, ask)
            return
        yield self.card_refusal(position)
        card = position.battle.data.action_cards[self.card]
        if ask.occasion == TURN:
            yield from self._as_action(position, card)
            yield self.payment_refusal(position)
            return
        if card.effect not in REACTIONS[ask.occasion]:
            yield f"{card.name} is no answer to that"
        if (card.caps or 0) > position.state.caps:
            yield f"{card.name} takes {card.caps} CAPs"
        missing = ask.number or 0
        if ask.occasion == REROLL and missing > most_added(position, (1,) * 2):
            yield f"{card.name} cannot change the result: the roll falls short by {missing}"

    def _as_action(self, position: Scene, card: ActionCard) -> Iterator[Refused]:
        """COH-3.3: it must be an action by itself, with a Unit or without as it says, and possible there."""
        if any(card.effect in effects for effects in REACTIONS.values()):
            yield f"{card.name} is an answer: {WHEN[card.effect]}"
        if card.effect not in ALONE:
            yield f"{card.name} is played along with an order: {WHEN[card.effect]}"
        if _of_unit(card) is not bool(self.unit):
            yield f"{card.name} needs {'a Unit' if _of_unit(card) else 'no Unit'}"
        if self.unit:
            unit = position.state.unit(self.unit)
            if card.ap and unit.spent:
                yield Refusal(f"{unit.name} {unit.name:is|are} spent", "COH-3.1")
            yield ALONE[card.effect].refusal(position, self, unit, card)

    def act(self, game: Play, ask: Ask) -> None:
        """COH-3.3: do what it says; an answer is acted upon by whoever has asked for it."""
        if ask.occasion not in REACTIONS:
            card = game.battle.data.action_cards[self.card]
            ALONE[card.effect].act(game, self, card)

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        """Tell the chances of a card that has a die of its own.

        None for a roll that is thrown again: what lay there before is not in the position.
        """
        card = position.battle.data.action_cards[self.card]
        if card.effect in CHANCES:
            yield from CHANCES[card.effect](position, ask, self, card)

    def line(self, position: Scene) -> str:
        where = f" in {position.name(self.cell)}" if self.cell is not None else ""
        return f"play {self.card_name(position)}{self.by(position)}{where}"

    def text(self, position: Scene) -> str:
        return self.line(position)

    def by(self, position: Scene) -> str:
        """Name the counter that plays it."""
        return f" with {self.unit}" if self.unit else ""

    def manner(self, position: Scene) -> str:
        return self.card_name(position)


def _of_unit(card: ActionCard) -> bool:
    """Say whether a counter plays a card: whoever pays for it, or whom it helps."""
    return bool(card.ap) or card.effect == "rally_at_once"


def _goes_along(position: Scene, ask: Ask, card: ActionCard) -> bool:
    """Say whether a card can be played with some order now; it is listed by itself where that is possible as well."""
    if card.effect in ALONE:
        return False
    along = (
        order
        for kind in ACTIONS
        if card.effect in kind.cards
        for unit in (*friends(position, ask.side), None)
        for order in kind.candidates(position, ask, unit)
        if order.card == card.id
    )
    return any(BOOK.refusal(position, ask, order) is None for order in along)


class Stall(CohOrder):
    """COH-3.4: spend 1 AP with a fresh Unit, or 1 CAP, and do nothing."""

    rule, verb, on = "COH-3.4", "stall", (TURN, AI_TURN)
    unit: Somebody = ""
    """Empty: a CAP is spent."""

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Counter | None) -> Iterator[Stall]:
        """Yield it for each Unit, and for a CAP."""
        if ask.occasion == TURN:
            yield cls(unit.id if unit else "")

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """COH-3.4: it is the player's."""
        if ask.occasion == AI_TURN:
            yield "AIs do not stall"
        yield from super().refusals(position, ask)

    def full_cost(self, position: Scene) -> Check:
        return Check("cost").plus(position.battle.data.numbers.stall, "stall") if self.unit else NOTHING

    def caps_needed(self, position: Scene) -> int:
        return 0 if self.unit else position.battle.data.numbers.stall

    def act(self, game: Play, ask: Ask) -> None:
        game.note(Said("stalls", rule="COH-3.4"))
        game.happen(Passed(ask.side, self.unit or None, "stalls"))

    def line(self, position: Scene) -> str:
        return super().line(position) if self.unit else "stall with a CAP"

    def sentence(self, position: Scene) -> str:
        name = position.battle.ruleset.name(position, self.unit)
        return f"{name} {name:stalls|stall}" if self.unit else "a CAP is spent to stall"

    def manners(self, position: Scene) -> Iterator[str]:
        if not self.unit:
            yield "by CAPs"


class Pass(CohOrder):
    """COH-3.5: spend nothing and do nothing."""

    rule, verb, says, passes, on = "COH-3.5", "pass", "pass", True, ALWAYS

    def act(self, game: Play, ask: Ask) -> None:
        kept = "lets the roll stand" if ask.occasion == REROLL else "keeps the cards"
        game.happen(Passed(ask.side, None, kept if ask.occasion in REACTIONS else "passes"))

    def text_for(self, position: Scene, ask: Ask) -> str:
        """Say to what has just happened that it shall be so."""
        return "let it be" if ask.occasion in REACTIONS else self.verb


# -- cards that are actions by themselves ---------------------------------------------------------------------


class Alone(NamedTuple):
    """What a card does that is an action by itself, and why a counter cannot play it."""

    act: Callable[[Play, PlayCard, ActionCard], None]
    refusal: Callable[[Scene, PlayCard, Counter, ActionCard], Refused] = lambda position, order, unit, card: None


def _unhit(position: Scene, order: PlayCard, unit: Counter, card: ActionCard) -> Refused:
    return None if unit.hit else f"{unit.name} {unit.name:is|are} not hit"


def _won_caps(game: Play, order: PlayCard, card: ActionCard) -> None:
    whom = order.unit or game.battle.data.player
    game.happen(CapsChanged(game.throw(Throw(die(card.value), card.name, whom), "COH-3.3").total))


def _no_engineer(position: Scene, unit: Counter) -> Refused:
    """Say that a counter has other things to do than dig."""
    busy = unit.hit or in_close_combat(position, unit)
    return f"{unit.name} {unit.name:is|are} hit or in close combat" if busy else None


def _nothing_to_clear(position: Scene, order: PlayCard, unit: Counter, card: ActionCard) -> Refused:
    cleared = None if has_feature(position, unit.place, *OBSTACLES) else "there is nothing to clear"
    return _no_engineer(position, unit) or cleared


def _no_room_for_mines(position: Scene, order: PlayCard, unit: Counter, card: ActionCard) -> Refused:
    cell = order.cell
    if busy := _no_engineer(position, unit):
        return busy
    if cell is None or cell not in position.map:
        return Refusal("mines need a hex of the map", TABLE_SENSE)
    if position.map.distance(unit.place, cell) > card.value:
        return f"{position.name(cell)} is too far away"
    if position.state.units.at(cell):
        return f"{position.name(cell)} is not empty"
    return f"{position.name(cell)} has an obstacle already" if has_feature(position, cell, *OBSTACLES) else None


def _mined(game: Play, order: PlayCard, card: ActionCard) -> None:
    assert order.cell is not None
    game.happen(MinesLaid(order.cell))


ALONE = {
    "rally_at_once": Alone(lambda game, order, card: recover(game, order.unit), _unhit),
    "caps_die": Alone(_won_caps),
    "clear_obstacle": Alone(
        lambda game, order, card: game.happen(ObstaclesCleared(game.state.unit(order.unit).place)), _nothing_to_clear
    ),
    "lay_mines": Alone(_mined, _no_room_for_mines),
    "scout": Alone(lambda game, order, card: None),  # what it does comes afterwards, as along with an action
}
"""COH-3.3: the effects of cards that are actions by themselves."""


# -- cards with a die of their own ----------------------------------------------------------------------------


def _more_caps(position: Scene, ask: Ask, order: PlayCard, card: ActionCard) -> Iterator[Told]:
    def caps(run: Run) -> str:
        rolled = run.thrown(card.name)
        return counted(rolled.total if isinstance(rolled, Rolled) else 0, "CAP")

    who, why = order.unit or position.battle.data.player, "as many as the die shows"
    yield Told("more CAPs", who, throw=card.name, so=otherwise, ends=caps, need=at_least(1), because=why)


def _stuck(position: Scene, ask: Ask, order: PlayCard, card: ActionCard) -> Iterator[Told]:
    if (vehicle := ask.about) is not None and sticking(position):
        player, stuck = position.battle.data.player, lambda game: stick(game, card, vehicle)
        yield Told(f"{vehicle} is stuck", player, vehicle, card.name, whom=vehicle, resolve=stuck)


def _lucky(position: Scene, ask: Ask, order: PlayCard, card: ActionCard) -> Iterator[Told]:
    if ask.number is None:
        return
    whom, good, missing = ask.unit or position.battle.data.player, "the roll is good", ask.number

    def tried(game: Play) -> None:
        if luck(game, card, whom) >= missing:
            game.happen(Passed(ask.side, None, good))

    def is_good(run: Run) -> bool:
        return run.has(Passed)

    found = consequences(position, tried)
    rolls = [run.thrown(card.name) for run in found.runs if is_good(run)]
    lowest = min((roll.total for roll in rolls if isinstance(roll, Rolled)), default=max(D6.faces) + 1)
    spoilt = position.battle.data.numbers.luck_spoilt_at
    why = f"{missing} more are needed; above {spoilt} luck adds {card.value}"
    yield Told(good, whom, throw=card.name, so=is_good, need=at_least(lowest), because=why, found=found)


CHANCES = {"caps_die": _more_caps, "bog_down": _stuck, "luck": _lucky}
"""What is told of the dice of cards, by what the cards do."""


# -- the book -------------------------------------------------------------------------------------------------


def actors(position: Scene, ask: Ask) -> tuple[Counter, ...]:
    """Return who can be given orders: nobody, while a card may answer what has just happened."""
    return () if ask.occasion in REACTIONS else friends(position, ask.side)


BOOK: OrderBook[CohState, CohData] = OrderBook(
    *ACTIONS, PlayCard, Stall, Pass, gates=(answering, present), actors=actors
)
