"""The order deck: 55 cards of Sandtable's own, and files in which players write cards themselves.

A file of cards is TOML; numbers are those of base_games.md, section 1.8. One card::

    [[card]]
    number = 11
    colour = "green"          # blue: a command order, for fresh and spent AIs, without a spent check
    track = 9                 # the mission track advances at 9 counters or fewer; left out: never
    advance = 2               # by that many spaces; left out: 1
    priority = ["Hit AI -> Rally"]
    tactical = ["Highest FP AI closest to Lowest DV Unit -> Fire", "AI closest to Objective -> Move"]
    remain_fresh = true       # left out: false
    spent_number = 5
    hex_number = 3

A further file replaces cards by their numbers, adds others, and takes out those that it lists as `remove = [54, 55]`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from sim.files import FileMistakes, Mistake, Spot, TomlDocument, read_toml, require_version, shown
from sim.files.strict import Strict, validated
from sim.rules.conflict_of_heroes.printed_cards import Colour, OrderCard, card_id, deck_part
from sim.rules.conflict_of_heroes.printed_grammar import parse_order
from sim.rules.conflict_of_heroes.printed_words import (
    Action,
    AiFilter,
    Distance,
    Order,
    OrderMistake,
    Target,
    TargetFilter,
    TargetKind,
    order_text,
)

__all__ = [
    "MOST_CARDS",
    "SHIPPED_ORDERS",
    "Action",
    "AiFilter",
    "CardTable",
    "Colour",
    "Distance",
    "Order",
    "OrderCard",
    "OrderMistake",
    "Target",
    "TargetFilter",
    "TargetKind",
    "card_faults",
    "card_id",
    "deck_part",
    "load_orders",
    "order_text",
    "parse_order",
    "printed_card",
    "read_orders",
    "wrong_order",
]

SHIPPED_ORDERS = Path(__file__).with_name("orders.toml")
MOST_CARDS = 99
"""Card numbers have two digits, so that the ids of cards sort as their numbers do."""
MOST_ORDERS = 8
"""How many orders of one sort a card may have."""

AnyPath = str | os.PathLike[str]

# -- the file -----------------------------------------------------------------------------------------------------

_CardNumber = Annotated[int, Field(ge=1, le=MOST_CARDS)]
_Orders = Annotated[tuple[str, ...], Field(max_length=MOST_ORDERS)]


class CardTable(Strict):
    """How an order card is written in a file."""

    number: _CardNumber
    colour: Colour
    track: Annotated[int, Field(ge=1, le=99)] | None = None
    advance: Literal[1, 2] | None = None
    priority: _Orders = ()
    tactical: Annotated[_Orders, Field(min_length=1)]
    remain_fresh: bool = False
    spent_number: Annotated[int, Field(ge=1, le=10)]
    hex_number: Annotated[int, Field(ge=1, le=6)]


class OrdersFile(Strict):
    """How order cards are written as a file."""

    format: int
    remove: Annotated[tuple[_CardNumber, ...], Field(max_length=MOST_CARDS)] = ()
    card: Annotated[tuple[CardTable, ...], Field(max_length=MOST_CARDS)] = ()


def load_orders(path: AnyPath | Sequence[AnyPath] | None = None) -> dict[str, OrderCard]:
    """COH-4.5: Read the order cards of a file, or of several in turn, by their ids; the shipped ones if none is named.

    Raises every mistake of all files.

    >>> [order.text for order in load_orders()["55"].tactical][-1]
    'AI closest to Unit -> Low Risk Move'
    """
    match path:
        case None:
            paths: list[AnyPath] = [SHIPPED_ORDERS]
        case str() | os.PathLike():
            paths = [path]
        case _:
            paths = list(path)
    return read_orders([read_toml(each) for each in paths])


def read_orders(documents: Sequence[TomlDocument]) -> dict[str, OrderCard]:
    """Read the order cards of several documents, of which later ones replace cards of the same number."""
    mistakes: list[Mistake] = []
    for document in documents:
        require_version(document)
        mistakes += _mistakes(document)
    if mistakes:
        raise FileMistakes(mistakes)
    cards: dict[int, OrderCard] = {}
    for document in documents:
        file = validated(OrdersFile, document)
        mistakes += _needless_removals(file, cards, document)
        kept = {number: card for number, card in cards.items() if number not in file.remove}
        cards = kept | {table.number: printed_card(table) for table in file.card}
    if not cards and not mistakes:
        mistakes.append(Spot(documents[-1].file if documents else "").mistake("no cards", "at least one [[card]]"))
    if mistakes:
        raise FileMistakes(mistakes)
    return {cards[number].id: cards[number] for number in sorted(cards)}


def printed_card(table: CardTable) -> OrderCard:
    """COH-4.5: Return the card that a table describes; its orders must be sound."""
    return OrderCard(
        card_id(table.number),
        table.number,
        table.colour,
        table.track,
        0 if table.track is None else table.advance or 1,
        tuple(map(parse_order, table.priority)),
        tuple(map(parse_order, table.tactical)),
        table.remain_fresh,
        table.spent_number,
        table.hex_number,
    )


# -- what can be wrong --------------------------------------------------------------------------------------------


def _mistakes(document: TomlDocument) -> list[Mistake]:
    """Return all that is wrong in one file. A card with a wrong key has its orders looked at all the same."""
    mistakes: list[Mistake] = []
    try:
        validated(OrdersFile, document)
    except FileMistakes as refused:
        mistakes += refused.mistakes
    cards = document.data.get("card")
    tables = cards[:MOST_CARDS] if isinstance(cards, list) else []
    for n, table in enumerate(tables):
        mistakes += _order_mistakes(n, table, document)
    sound = {n: card for n, table in enumerate(tables) if (card := _sound(table))}
    for n, card in sound.items():
        mistakes += _card_mistakes(n, card, document)
    return [*mistakes, *_doubled_numbers(sound, document), *_removed_and_brought(sound, document)]


def _sound(table: Any) -> CardTable | None:
    with suppress(ValidationError):
        return CardTable.model_validate(table)
    return None


def _order_mistakes(n: int, table: Any, document: TomlDocument) -> Iterator[Mistake]:
    """COH-5.0: Yield what is wrong in the words of a card's orders, and orders that nobody could carry out."""
    for sort in ("priority", "tactical"):
        texts = table.get(sort) if isinstance(table, dict) else None
        for place, text in enumerate(texts[:MOST_ORDERS] if isinstance(texts, list) else []):
            wrong = wrong_order(text, table.get("colour")) if isinstance(text, str) else None
            if wrong:
                yield document.at(("card", n, sort, place)).mistake(wrong.found, wrong.expected, wrong.hint)


def wrong_order(text: str, colour: object) -> OrderMistake | None:
    """Return what is wrong with an order on a card of a colour; None if nothing is."""
    try:
        order = parse_order(text)
    except OrderMistake as wrong:
        return wrong
    if colour == "green" and "spent" in order.who:
        return OrderMistake('"Spent" on a green card', "fresh AIs", "only blue cards are for spent AIs as well")
    return None


def card_faults(card: CardTable) -> Iterator[tuple[str, str, str, str]]:
    """COH-4.3: Yield what does not go together on a card: the key, what was found and expected, and a hint."""
    if card.track is not None and card.colour == "blue":
        hint = "only green cards advance the mission track"
        yield "track", f"{card.track} on a blue card", "no track", hint
    if card.advance is not None and card.track is None:
        yield "advance", f"{card.advance} without a track", "track, the number of counters, as well", ""


def _card_mistakes(n: int, card: CardTable, document: TomlDocument) -> Iterator[Mistake]:
    for key, found, expected, hint in card_faults(card):
        yield document.at(("card", n, key)).mistake(found, expected, hint)


def _doubled_numbers(cards: Mapping[int, CardTable], document: TomlDocument) -> Iterator[Mistake]:
    """Yield the numbers that stand in one file a second time: only a further file replaces cards."""
    first: dict[int, int] = {}
    for n, card in cards.items():
        before = first.setdefault(card.number, n)
        if before != n:
            line = document.line_of(("card", before, "number"))
            found = f"{card.number}, which is the number of card[{before}] on line {line}"
            yield document.at(("card", n, "number")).mistake(found, "a number of its own")


def _removed_and_brought(cards: Mapping[int, CardTable], document: TomlDocument) -> Iterator[Mistake]:
    removed = document.data.get("remove")
    brought = {card.number: n for n, card in cards.items()}
    for place, number in enumerate(removed[:MOST_CARDS] if isinstance(removed, list) else []):
        if isinstance(number, int) and number in brought:
            found = f"{number}, which is the number of card[{brought[number]}]"
            hint = "a card of the same number replaces the earlier one by itself"
            yield document.at(("remove", place)).mistake(found, "only cards of earlier files", hint)


def _needless_removals(file: OrdersFile, cards: Mapping[int, OrderCard], document: TomlDocument) -> Iterator[Mistake]:
    """Yield the cards that are to be taken out and are not there."""
    for place, number in enumerate(file.remove):
        if number not in cards:
            expected = "the number of a card in an earlier file" if cards else "nothing, since no file comes before"
            yield document.at(("remove", place)).mistake(shown(number), expected)
