"""What all orders have in common: who acts, how it is paid for, and the spent check that follows.

An action may be paid for in AP, partly or wholly in CAPs, or with the help of a card (COH-3.1 to COH-3.3). All actions
are offered in all of these ways; `Action.otherwise_paid` makes the ways once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import Annotated, ClassVar, Self

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.insight import Odds
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask, Refusal
from sim.engine.words import counted
from sim.memo import memo
from sim.play.consequences import Course, Outcomes, consequences
from sim.play.odds import Telling, Told, odds_of, otherwise
from sim.play.order import Choice, Order, Refused
from sim.rules.conflict_of_heroes.combat.hiding import recon
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_ACTED, REACTIONS, answered, held
from sim.rules.conflict_of_heroes.events import CapsChanged, CardPlayed, SpentChecked, SwiftGiven
from sim.rules.conflict_of_heroes.figures import ActionCard, Numbers
from sim.rules.conflict_of_heroes.state import ORDERS, CohData, CohGame, CohPosition, CohState, Counter, named

TURN, AI_TURN = "turn", "AI turn"
"""The occasions on which a side is asked for its turn."""
FREE = ("free_action", "free_action_spent", "rally_try", "hasty_defence")
"""Cards that make an action cost nothing."""
FOR_ONE = ("free_action", "free_action_spent", "rally_try", "extra_hex")
"""Cards that no group can use."""
NO_COST = Check("cost")


class CohOrder(Order[CohState, CohData]):
    """An order: what it costs, who can pay that, and what follows it."""

    on: ClassVar[tuple[str, ...]] = (TURN, AI_TURN)
    # Not fields yet: `Action` and `Aimed` make them such, for not every order can be paid for otherwise.
    caps = 0
    """CAPs that pay part of the cost (COH-3.2.1), or all of it (COH-3.2.2)."""
    dice_caps = 0
    """CAPs spent on the dice, each worth one."""
    card = ""
    """The action card that is played along with it, or is the order."""
    fixed: ClassVar[tuple[Callable[[Numbers], int], str]] = (lambda numbers: 0, "")
    """The figure that it costs whoever gives it, and what that is for."""
    urged: ClassVar[str] = "aiming"
    """What CAPs on the dice are spent for, in a word."""

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
        """Yield why the counters cannot do what is ordered, whoever pays for it."""
        return iter(())

    def full_cost(self, position: CohPosition) -> Check:
        """Return what it costs in AP before CAPs and cards; of a group the dearest member counts."""
        figure, why = self.fixed
        return Check("cost").plus(figure(position.battle.data.numbers), why)

    def act(self, game: CohGame, ask: Ask) -> int | None:
        """Do what was ordered, as each kind says; return AP that came on top of the cost, if any did."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is done")

    # -- paying ----------------------------------------------------------------------------------------------

    def played(self, position: CohPosition) -> ActionCard | None:
        """Return the card that is played with it."""
        return position.battle.data.action_cards.get(self.card) if self.card else None

    def by_card(self, position: CohPosition, effect: str) -> int:
        """Return what its card is worth towards something; nothing if it has none that does so."""
        card = self.played(position)
        return card.value if card is not None and card.effect == effect else 0

    def price(self, position: CohPosition) -> Check:
        """COH-3.2.1, COH-3.3: what is left to pay in AP, after CAPs and with the card."""
        card = self.played(position)
        if card is not None and card.effect in FREE:
            return NO_COST
        check = self.full_cost(position)
        if card is not None and card.ap:
            check = check.plus(card.ap, f"card: {card.name}")
        return check.plus(-self.caps, "paid in CAPs")

    def caps_needed(self, position: CohPosition) -> int:
        """Return the CAPs that it takes: towards its cost, on the dice, and for its card."""
        card = self.played(position)
        return self.caps + self.dice_caps * self.rolls + ((card.caps or 0) if card else 0)

    @property
    def rolls(self) -> int:
        """How many rolls CAPs on the dice are paid for."""
        return 1

    def spent(self, position: CohPosition) -> list[Counter]:
        """Return those of its counters that are spent."""
        return [unit for id_ in self.units if (unit := position.state.unit(id_)).spent]

    def payment_refusal(self, position: CohPosition) -> Refusal | None:
        """COH-3.1, COH-3.2.2: say why the player cannot pay for it so."""
        if self.caps < 0 or self.dice_caps < 0:
            return Refusal("CAPs cannot be won back", "COH-3.2.1")
        needed, held_caps = self.caps_needed(position), position.state.caps
        if needed > held_caps:
            return Refusal(f"that takes {counted(needed, 'CAP')}, and you have {held_caps}", "COH-3.2.1")
        left, card = self.price(position).total, self.played(position)
        if left < 0 or (card is not None and card.effect in FREE and self.caps > 0):
            return Refusal("that is more CAPs than the action costs", "COH-3.2.1")
        if left > 0 and (spent := self.spent(position)):
            who = named(spent)
            words = f"{who} {who:is|are} spent: the action would have to be paid wholly in CAPs ({left} more)"
            return Refusal(words, "COH-3.2.2")
        return None

    def card_refusal(self, position: CohPosition) -> Refused:
        """COH-3.3: say that a card is not in the hand; what else it asks, kinds of orders add."""
        if self.card and self.card not in position.state.hand:
            return Refusal(f"you do not hold the card {self.card}", "COH-3.3")
        return None

    def refusals(self, position: CohPosition, ask: Ask) -> Iterator[Refused]:
        """COH-3.0, COH-4.1, COH-4.2: it must be possible; the player pays, and on a green card an AI is fresh."""
        is_ai = ask.occasion == AI_TURN
        if not is_ai:
            yield self.card_refusal(position)
        elif self.caps or self.dice_caps or self.card:
            yield Refusal("AIs have neither CAPs nor cards", "COH-4.0")
        elif is_checked(position, ask) and (who := self.spent(position)):
            yield Refusal(f"{named(who)} {named(who):is|are} spent", "COH-4.2")
        yield from self.hindrances(position)
        if not is_ai:
            yield self.payment_refusal(position)

    def cost(self, position: CohPosition, ask: Ask) -> str:
        ap, caps = self.price(position).total, self.caps_needed(position)
        in_ap = ap or (self.full_cost(position).total and not self.caps)
        return ", ".join([*([f"{ap} AP"] if in_ap else []), *([counted(caps, "CAP")] if caps else [])])

    # -- carrying out ----------------------------------------------------------------------------------------

    def resolve(self, game: CohGame, ask: Ask) -> None:
        """Pay, act, and check whether those who acted are spent."""
        price, caps, card = self.price(game.position).total, self.caps_needed(game.position), self.played(game.position)
        if card is not None:
            game.note(Said(card.text, rule="COH-3.3"))
            game.happen(CardPlayed(card.id))
        if caps:
            game.note(Said(f"{caps} CAPs are spent", rule="COH-3.2.1" if price else "COH-3.2.2"))
            game.happen(CapsChanged(-caps))
        dearer = price + (self.act(game, ask) or 0)
        if card is not None and card.effect in AFTERWARDS:
            AFTERWARDS[card.effect](game, card)
        # COH-3.1.1-caps: what wire asks on top does not make an action that is paid wholly in CAPs another one.
        if price > 0 and dearer > 0 and is_checked(game.position, ask):
            spent_check(game, self.units, dearer, ask.side == game.battle.data.ai)

    def odds(self, position: CohPosition, ask: Ask) -> tuple[Odds, ...]:
        """Return how likely each of its rolls is to succeed, then the spent check that follows.

        Everything is told as things stand, for one roll after the other: what an earlier roll of the same order changes
        for a later one (a friend that has just rallied) is left out, and so are the cards by which the player could
        still change one.
        """
        alone = without_cards(position, self.card)
        return odds_of(alone, ask, self, (*self.foretold(alone, ask), *self._spent(position, ask)))

    def _spent(self, position: CohPosition, ask: Ask) -> Iterator[Told]:
        """COH-3.1.1, COH-3.1.1-group: one check for all who took part and are fresh, of an action that costs AP."""
        acting = [unit for id_ in self.units if (unit := position.state.unit(id_)).fresh]
        price, cards = self.price(position), cards_to_draw(position)
        if not acting or price.total <= 0 or not cards or not is_checked(position, ask):
            return

        def why(telling: Telling) -> str:
            spending = int(len(cards) * telling.chance(_is_spent))
            words = f"{spending} of {len(cards)} order cards {'spends' if spending == 1 else 'spend'} at that"
            return f"{price.total} AP: {words}{self.before_the_check(position)}"

        who, ends = named(acting), {"spent": _is_spent, "fresh": otherwise}
        what, found = f"{who} {who:is|are} spent", _spent_checks(position, tuple(unit.id for unit in acting), price)
        yield Told(what, acting[0].id, so=_is_spent, ends=ends, because=why, feared=True, found=found)

    def before_the_check(self, position: CohPosition) -> str:
        """Say what may happen before the spent check and change it."""
        return ""

    # -- words -----------------------------------------------------------------------------------------------

    def line(self, position: CohPosition) -> str:
        """Return the words that can be typed, but for how it is paid: ids, which are never mistaken."""
        return " ".join((*self.units[:1], self.verb)) + self.together()

    def together(self) -> str:
        """Name those who take part besides the leader; nothing if there are none."""
        return f" with {' and '.join(self.units[1:])}" if self.units[1:] else ""

    def text(self, position: CohPosition) -> str:
        return " ".join((self.line(position), *self.means(position)))

    def means(self, position: CohPosition) -> Iterator[str]:
        """Yield what it is paid and helped with besides AP."""
        if self.dice_caps:
            yield f"{self.urged} with {counted(self.dice_caps, 'CAP')}"
        if self.caps:
            # COH-3.2.2: its counters need not be there any more.
            units = position.state.units
            there = all(id_ in units and units[id_].cell is not None for id_ in self.units)
            wholly = there and self.full_cost(position).total == self.caps
            yield "by CAPs" if wholly else f"paying {counted(self.caps, 'CAP')}"
        if self.card:
            yield f"playing {self.card_name(position)}"

    def card_name(self, position: CohPosition) -> str:
        """Name the card that is played."""
        card = self.played(position)
        return card.name if card else self.card

    def paid(self, position: CohPosition) -> str:
        """Say in a sentence what it is paid with besides AP, and which card is played for it."""
        aimed = f", {counted(self.dice_caps, 'CAP')} on the dice" if self.dice_caps else ""
        caps = f", {counted(self.caps, 'CAP')} paid" if self.caps else ""
        return f"{aimed}{caps}" + (f", playing {self.card_name(position)}" if self.card else "")

    def manner(self, position: CohPosition) -> str:
        """Return what tells it from others like it: with whom, and how it is paid."""
        return ", ".join(self.manners(position))

    def manners(self, position: CohPosition) -> Iterator[str]:
        if self.units[1:]:
            yield self.together().lstrip()
        yield from self.means(position)


class Action(CohOrder):
    """COH-3.1: something that a Unit or an AI does for AP, alone or in a group."""

    cards: ClassVar[tuple[str, ...]] = ("free_action", "free_action_spent", "second_turn", "scout")
    """What cards do that go along with it."""

    caps: int = field(default=0, kw_only=True)
    card: Annotated[str, Choice("card")] = field(default="", kw_only=True)

    @classmethod
    def aims(cls, position: CohPosition, ask: Ask, unit: Counter | None) -> Iterator[Self]:
        """Yield what is worth offering to a counter for AP; what is impossible is listed with the reason."""
        return super().candidates(position, ask, unit)

    @classmethod
    def candidates(cls, position: CohPosition, ask: Ask, unit: Counter | None) -> Iterator[Self]:
        """Yield each action for AP, and to the player in all other ways to pay for it."""
        for order in cls.aims(position, ask, unit):
            yield order
            if ask.occasion == TURN and not order.card:
                yield from order.otherwise_paid(position)

    def otherwise_paid(self, position: CohPosition) -> Iterator[Self]:
        """COH-3.2.1, COH-3.2.2, COH-3.3: the same with CAPs, and with each card that goes along with it."""
        for caps in range(1, min(self.full_cost(position).total, position.state.caps) + 1):
            yield replace(self, caps=caps)
        for card in dict.fromkeys(card.id for card in held(position, *self.cards) if card.effect != "extra_hex"):
            yield replace(self, card=card)

    @property
    def listed_refused(self) -> bool:
        """Only for AP: other ways to pay for it are listed where they are possible."""
        return not (self.caps or self.dice_caps or self.card)

    def card_refusal(self, position: CohPosition) -> Refused:
        """COH-3.3: a card must be in the hand, and go along with the order."""
        card = self.played(position)
        if refused := super().card_refusal(position):
            return refused
        if card is None:
            return None
        if card.effect not in self.cards:
            return Refusal(f"{card.name} does not go with that", "COH-3.3")
        if card.effect == "free_action_spent" and len(self.spent(position)) < len(self.units):
            return Refusal(f"{card.name} is for a spent Unit", "COH-3.3")
        if card.effect in FOR_ONE and len(self.units) > 1:
            return Refusal(f"{card.name} is for one Unit", "COH-3.3")
        return None


class Aimed(Action):
    """An action whose dice CAPs can help."""

    dice_caps: int = field(default=0, kw_only=True)

    def otherwise_paid(self, position: CohPosition) -> Iterator[Self]:
        """COH-3.2.1: with CAPs on the dice, too."""
        yield from super().otherwise_paid(position)
        for aimed in range(1, min(position.battle.data.numbers.caps_on_dice, position.state.caps) + 1):
            yield replace(self, dice_caps=aimed)

    def dice_refusal(self, position: CohPosition) -> Refusal | None:
        """COH-3.2.1: say that too many CAPs go on the dice."""
        most = position.battle.data.numbers.caps_on_dice
        return Refusal(f"at most {most} CAPs go on the dice", "COH-3.2.1") if self.dice_caps > most else None


# -- who may act ----------------------------------------------------------------------------------------------


def answering(position: CohPosition, ask: Ask, order: CohOrder) -> Refusal | None:
    """COH-3.3: say that a card may answer what has just happened, and nothing else can be done."""
    if ask.occasion in REACTIONS and ask.occasion not in order.on:
        return Refusal("only a card can be played now, or nothing done", "COH-3.3")
    return None


# -- what follows ---------------------------------------------------------------------------------------------


def is_checked(position: CohPosition, ask: Ask) -> bool:
    """COH-4.1, COH-4.2: say whether a spent check follows an action, as it does but after a command order."""
    return ask.occasion != AI_TURN or ask.about is None or position.battle.data.orders[ask.about].colour == "green"


def cards_to_draw(position: CohPosition) -> tuple[str, ...]:
    """COH-DECK-1: the order cards of which the next one is drawn; the discards lie open, so that all can be counted."""
    deck = position.state.deck(ORDERS)
    return deck.left or deck.discarded


@memo
def _spent_checks(position: CohPosition, acting: tuple[str, ...], price: Check) -> Outcomes:
    """Return all that may come of a spent check: kept, for it is the same of every way that costs as much."""

    def checked(game: CohGame) -> None:
        game.note(Checked(price))
        spent_check(game, acting, price.total)

    return consequences(position, checked)


def _is_spent(run: Course) -> bool:
    return run.has(SpentChecked, spent=True)


def spent_check(game: CohGame, units: tuple[str, ...], ap: int, of_ai: bool = False) -> None:
    """COH-3.1.1: draw an order card; a cost of at least its number turns everybody over who took part."""
    left = tuple(unit for unit in units if unit in game.state.units and game.state.unit(unit).fresh)
    if not left:
        return
    data = game.battle.data
    if of_ai:
        # COH-3.3: a card that adds AP is asked for where it makes a difference with any order card that is left.
        most = max((card.value for card in held(game.position, *REACTIONS[ENEMY_ACTED])), default=0)
        left_to_draw = [data.orders[card] for card in cards_to_draw(game.position)]
        if most and any(card.spends(ap + most) and not card.spends(ap) for card in left_to_draw):
            confusing = answered(game, Ask(data.player, ENEMY_ACTED, None, left[0]))
            ap += confusing.value if confusing is not None else 0
    drawn = data.orders[game.take(ORDERS, f"spent check, {ap} AP", left[0], "COH-3.1.1")]
    if drawn.remain_fresh:
        game.note(Said("the card has the symbol: they remain fresh", rule="COH-3.1.1-symbol"))
    else:
        words = f"{ap} AP against spent number {drawn.spent_number}"
        game.note(Said(words, rule="COH-3.1.1-group" if len(left) > 1 else "COH-3.1.1"))
    game.happen(SpentChecked(left, drawn.spends(ap)))


AFTERWARDS: dict[str, Callable[[CohGame, ActionCard], None]] = {
    "second_turn": lambda game, card: game.happen(SwiftGiven(1)),
    "scout": lambda game, card: recon(game, game.battle.data.player, card.value),
}
"""COH-3.3: what cards do that are played in addition to an action, after it."""


def without_cards(position: CohPosition, played: str = "") -> CohPosition:
    """Put the player's hand aside, but for the card of an order: whether another is played is up to the player."""
    hand = tuple(card for card in position.state.hand if card == played)
    return Position(position.battle, position.state.changed(hand=hand))


# -- groups ----------------------------------------------------------------------------------------------------


def apart(position: CohPosition, units: Sequence[Counter]) -> Refusal | None:
    """COH-GROUP: say that counters form no group; None if each is in reach of another by hexes next to each other."""
    if len(standing_together(position, units[0], units)) == len(units):
        return None
    return Refusal("a group stands in the same hex or in hexes next to each other", "COH-GROUP")


def groups(position: CohPosition, leader: Counter, able: Sequence[Counter]) -> list[tuple[Counter, ...]]:
    """Return the groups that a counter leads out of those that are able to take part, the leader first in each."""
    if leader not in able:
        return []
    near = [unit for unit in able if unit != leader and _touch(position, unit, leader)]
    found: list[tuple[Counter, ...]] = [(leader, unit) for unit in near]
    for group in ((leader, *near), standing_together(position, leader, able)):
        if len(group) > 1 and group not in found:
            found.append(group)
    return found


def standing_together(position: CohPosition, leader: Counter, able: Sequence[Counter]) -> tuple[Counter, ...]:
    """Return a counter and everybody who is joined to it by hexes next to each other, the nearest first."""
    joined, waiting = [leader], [unit for unit in able if unit != leader]
    while near := [unit for unit in waiting if any(_touch(position, unit, other) for other in joined)]:
        joined += near
        waiting = [unit for unit in waiting if unit not in near]
    return tuple(joined)


def _touch(position: CohPosition, one: Counter, other: Counter) -> bool:
    return position.map.distance(one.place, other.place) <= 1
