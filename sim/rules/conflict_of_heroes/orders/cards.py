"""Cards, stalling and passing; and all orders in one book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import partial
from typing import Annotated

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.notes import Rolled, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.book import OrderBook, present
from sim.play.consequences import Course, consequences
from sim.play.odds import Told, otherwise
from sim.play.order import Choice, Refused
from sim.rules.conflict_of_heroes.combat import losses, reactions
from sim.rules.conflict_of_heroes.combat.reactions import REACTIONS, REROLL
from sim.rules.conflict_of_heroes.events import CapsChanged, MinesLaid, ObstaclesCleared
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.ground.moves import has_feature
from sim.rules.conflict_of_heroes.orders import base
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, NO_COST, TURN, Action, CohOrder
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke, ReconByFire
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot, stick, sticking
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Hide, Rally
from sim.rules.conflict_of_heroes.state import (
    CohData,
    CohGame,
    CohPosition,
    CohState,
    Counter,
    friends,
    in_close_combat,
)

ACTIONS: tuple[type[Action], ...] = (Fire, ReconByFire, Move, Pivot, Rally, DigIn, Hide, LaySmoke)
OBSTACLES = ("wire", "mines")
ALONE = ("rally_at_once", "caps_die", "clear_obstacle", "lay_mines", "scout")
"""COH-3.3: what cards do that are actions by themselves."""
ALWAYS = (TURN, AI_TURN, *REACTIONS)
Somebody = Annotated[UnitId, Choice("unit")]
WHEN: dict[str, str] = {
    "reroll": "after a roll of yours that has missed",
    "luck": "after a roll of yours that has missed",
    "enemy_cost": "before the spent check of an AI",
    "bog_down": "after an AI vehicle has moved",
    "free_action": "any that a Unit can carry out",
    "free_action_spent": "any that a spent Unit can carry out",
    "rally_try": "to rally",
    "extra_hex": "to move one hex further",
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
    def candidates(cls, position: CohPosition, ask: Ask, unit: Counter | None) -> Iterator[PlayCard]:
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

    def refusals(self, position: CohPosition, ask: Ask) -> Iterator[Refused]:
        """COH-3.3: on an occasion for answers it must be one that counts, and else an action by itself."""
        if ask.occasion == AI_TURN:
            yield from super().refusals(position, ask)
            return
        yield self.card_refusal(position)
        card = position.battle.data.action_cards[self.card]
        if ask.occasion == TURN:
            if any(card.effect in effects for effects in REACTIONS.values()):
                yield f"{card.name} is a reaction, played {WHEN[card.effect]}"
            if card.effect not in ALONE:
                yield f"{card.name} is played along with an order: {WHEN[card.effect]}"
            if _of_unit(card) is not bool(self.unit):
                yield f"{card.name} needs {'a Unit' if _of_unit(card) else 'no Unit'}"
            if self.unit:
                yield from self._by_unit(position, position.state.unit(self.unit), card)
            yield self.payment_refusal(position)
            return
        if card.effect not in REACTIONS[ask.occasion]:
            yield f"{card.name} cannot answer that"
        if (card.caps or 0) > position.state.caps:
            yield f"{card.name} takes {counted(card.caps or 0, 'CAP')}"
        missing = ask.number or 0
        if ask.occasion == REROLL and missing > reactions.most_added(position, (1,) * 2):
            yield f"{card.name} cannot change the result: the roll falls short by {missing}"

    def _by_unit(self, position: CohPosition, unit: Counter, card: ActionCard) -> Iterator[Refused]:
        """COH-3.3: say why a counter cannot play it: whoever is hit, or has an enemy beside it, does not dig."""
        if card.ap and unit.spent:
            yield Refusal(f"{unit.name} {unit.name:is|are} spent", "COH-3.1")
        if card.effect == "rally_at_once" and not unit.hit:
            yield f"{unit.name} {unit.name:is|are} not hit"
        if card.effect not in ("clear_obstacle", "lay_mines"):
            return
        if unit.hit or in_close_combat(position, unit):
            yield f"{unit.name} {unit.name:is|are} hit or in close combat"
        if card.effect == "clear_obstacle":
            yield None if has_feature(position, unit.place, *OBSTACLES) else "there is nothing to clear"
        elif self.cell is None or self.cell not in position.map:
            yield Refusal("mines need a hex of the map", TABLE_SENSE)
        elif position.map.distance(unit.place, self.cell) > card.value:
            yield f"{position.name(self.cell)} is too far away"
        elif position.state.units.at(self.cell):
            yield f"{position.name(self.cell)} is not empty"
        elif has_feature(position, self.cell, *OBSTACLES):
            yield f"{position.name(self.cell)} has an obstacle already"

    def act(self, game: CohGame, ask: Ask) -> None:
        """COH-3.3: do what it says. An answer is acted upon by whoever has asked for it; scouts go afterwards."""
        card = game.battle.data.action_cards[self.card]
        match card.effect if ask.occasion not in REACTIONS else None:
            case "rally_at_once":
                losses.recover(game, self.unit)
            case "caps_die":
                whom = self.unit or game.battle.data.player
                game.happen(CapsChanged(game.throw(Throw(die(card.value), card.name, whom), "COH-3.3").total))
            case "clear_obstacle":
                game.happen(ObstaclesCleared(game.state.unit(self.unit).place))
            case "lay_mines" if self.cell is not None:
                game.happen(MinesLaid(self.cell))

    def foretold(self, position: CohPosition, ask: Ask) -> Iterator[Told]:
        """Tell the chances of a card that has a die of its own.

        None for a roll that is thrown again: what lay there before is not in the position.
        """
        card, player = position.battle.data.action_cards[self.card], position.battle.data.player

        def caps(run: Course) -> str:
            rolled = run.thrown(card.name)
            return counted(rolled.total if isinstance(rolled, Rolled) else 0, "CAP")

        if card.effect == "caps_die":
            who, why = self.unit or player, "as many as the die shows"
            yield Told("more CAPs", who, throw=card.name, so=otherwise, ends=caps, need=at_least(1), because=why)
        elif card.effect == "bog_down" and (vehicle := ask.about) is not None and sticking(position):
            stuck = partial(stick, card=card, vehicle=vehicle)
            yield Told(f"{vehicle} is stuck", player, vehicle, card.name, whom=vehicle, resolve=stuck)
        elif card.effect == "luck" and ask.number is not None:
            yield _lucky(position, ask, ask.number, card)

    def text(self, position: CohPosition) -> str:
        where = f" in {position.name(self.cell)}" if self.cell is not None else ""
        return f"play {self.card_name(position)}{self.by(position)}{where}"

    def by(self, position: CohPosition) -> str:
        """Name the counter that plays it."""
        return f" with {self.unit}" if self.unit else ""

    def manner(self, position: CohPosition) -> str:
        return self.card_name(position)


def _lucky(position: CohPosition, ask: Ask, missing: int, card: ActionCard) -> Told:
    whom, good = ask.unit or position.battle.data.player, "the roll is good"

    def tried(game: CohGame) -> None:
        if reactions.luck(game, card, whom) >= missing:
            game.happen(Passed(ask.side, None, good))

    def is_good(run: Course) -> bool:
        return run.has(Passed)

    found = consequences(position, tried)
    rolls = [run.thrown(card.name) for run in found.runs if is_good(run)]
    lowest = min((roll.total for roll in rolls if isinstance(roll, Rolled)), default=max(D6.faces) + 1)
    spoilt = position.battle.data.numbers.luck_spoilt_at
    why = f"{missing} more are needed; above {spoilt} luck adds {card.value}"
    return Told(good, whom, throw=card.name, so=is_good, need=at_least(lowest), because=why, found=found)


def _of_unit(card: ActionCard) -> bool:
    """Say whether a counter plays a card: whoever pays for it, or whom it helps."""
    return bool(card.ap) or card.effect == "rally_at_once"


def _goes_along(position: CohPosition, ask: Ask, card: ActionCard) -> bool:
    """Say whether a card can be played with some order now; it is listed by itself where that is possible as well."""
    if card.effect in ALONE:
        return False
    return any(
        refused is None
        for kind in ACTIONS
        if card.effect in kind.cards
        for unit in (*friends(position, ask.side), None)
        for _, refused in BOOK.judged(
            position, ask, (each for each in kind.candidates(position, ask, unit) if each.card == card.id)
        )
    )


class Stall(CohOrder):
    """COH-3.4: spend 1 AP with a fresh Unit, or 1 CAP, and do nothing."""

    rule, verb, key, fixed = "COH-3.4", "stall", "Q", (lambda numbers: numbers.stall, "stall")
    unit: Somebody = ""
    """Empty: a CAP is spent."""

    @classmethod
    def candidates(cls, position: CohPosition, ask: Ask, unit: Counter | None) -> Iterator[Stall]:
        if ask.occasion == TURN:
            yield cls(unit.id if unit else "")

    def refusals(self, position: CohPosition, ask: Ask) -> Iterator[Refused]:
        """COH-3.4: it is the player's."""
        if ask.occasion == AI_TURN:
            yield "AIs do not stall"
        yield from super().refusals(position, ask)

    def full_cost(self, position: CohPosition) -> Check:
        return super().full_cost(position) if self.unit else NO_COST

    def caps_needed(self, position: CohPosition) -> int:
        return 0 if self.unit else position.battle.data.numbers.stall

    def act(self, game: CohGame, ask: Ask) -> None:
        game.note(Said("stalls", rule="COH-3.4"))
        game.happen(Passed(ask.side, self.unit or None, "stalls"))

    def line(self, position: CohPosition) -> str:
        return super().line(position) if self.unit else "stall with a CAP"

    def sentence(self, position: CohPosition) -> str:
        name = position.battle.ruleset.name(position, self.unit)
        return f"{name} {name:stalls|stall}" if self.unit else "a CAP is spent to stall"

    def manners(self, position: CohPosition) -> Iterator[str]:
        if not self.unit:
            yield "by CAPs"


class Pass(CohOrder):
    """COH-3.5: spend nothing and do nothing."""

    rule, verb, says, passes, on = "COH-3.5", "pass", "pass", True, ALWAYS

    def act(self, game: CohGame, ask: Ask) -> None:
        kept = "lets the roll stand" if ask.occasion == REROLL else "keeps the cards"
        game.happen(Passed(ask.side, None, kept if ask.occasion in REACTIONS else "passes"))

    def text_for(self, position: CohPosition, ask: Ask) -> str:
        return "let it be" if ask.occasion in REACTIONS else self.verb


# -- the book -------------------------------------------------------------------------------------------------


def actors(position: CohPosition, ask: Ask) -> tuple[Counter, ...]:
    """Return who can be given orders: nobody, while a card may answer what has just happened."""
    return () if ask.occasion in REACTIONS else friends(position, ask.side)


BOOK: OrderBook[CohState, CohData] = OrderBook(
    *ACTIONS, PlayCard, Stall, Pass, gates=(base.answering, present), actors=actors
)
