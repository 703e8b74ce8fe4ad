"""Order cards, the part of their deck that a mission uses, and the files in which players write cards themselves.

A file of cards is TOML. One card::

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
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from sim.files import (
    Document,
    FileLocation,
    FileMistakes,
    Mistake,
    TomlDocument,
    did_you_mean,
    read_toml,
    require_version,
    shown,
)
from sim.files.strict import Strict, validated
from sim.play.figures import Fault, Table, way_of
from sim.rules.conflict_of_heroes.solo.grammar import CardOrder, OrderMistake, parse_order

Colour = Literal["blue", "green"]

SHIPPED_ORDERS = Path(__file__).parents[1] / "figures" / "orders.toml"
MOST_CARDS = 99
"""Card numbers have two digits, so that the ids of cards sort as their numbers do."""
MOST_ORDERS = 8
"""How many orders of one sort a card may have."""
LONGEST_PART = 400
"""Characters; all numbers of a deck, one by one, fit in."""
_PIECE = re.compile(r"([0-9]+)(?:\s*(?:-|\u2013|\bto\b)\s*([0-9]+))?|[^\s,0-9]+")
"""A number, a range of numbers, or a word."""
_WORDS = ("all", "and", "without")
AnyPath = str | os.PathLike[str]
_CardNumber = Annotated[int, Field(ge=1, le=MOST_CARDS)]
_Orders = Annotated[tuple[str, ...], Field(max_length=MOST_ORDERS)]


class OrderCard(Table):
    """COH-4.5: an order card, from top to bottom, as it is written in a file."""

    number: _CardNumber
    """Low numbers are harsh, high ones mild."""
    colour: Colour
    """COH-4.1: Blue is a command order; COH-4.2: green is an action order."""
    track: Annotated[int, Field(ge=1, le=99)] | None = field(default=None, kw_only=True)
    """COH-4.3: The mission track advances if this many counters or fewer are in play; None: it never does."""
    spaces: Annotated[Literal[1, 2] | None, Field(alias="advance")] = field(default=None, kw_only=True)
    priority_texts: Annotated[_Orders, Field(alias="priority")] = field(default=(), kw_only=True)
    tactical_texts: Annotated[_Orders, Field(alias="tactical", min_length=1)]
    remain_fresh: bool = field(default=False, kw_only=True)
    """COH-3.1.1-symbol: Whoever draws it for a spent check stays fresh."""
    spent_number: Annotated[int, Field(ge=1, le=10)]
    hex_number: Annotated[int, Field(ge=1, le=6)]
    """COH-HEX: printed on the card, and asked for by no rule that is known here."""

    @property
    def id(self) -> str:
        """The number in two digits, as decks know the card."""
        return f"{self.number:02}"

    @property
    def advance(self) -> int:
        """By how many spaces the mission track advances; 0 on a card without the requirement."""
        return 0 if self.track is None else self.spaces or 1

    @cached_property
    def priority(self) -> tuple[CardOrder, ...]:
        """COH-4.0: The orders that are tried first, from the top."""
        return tuple(map(parse_order, self.priority_texts))

    @cached_property
    def tactical(self) -> tuple[CardOrder, ...]:
        """COH-4.0: The orders that are tried then."""
        return tuple(map(parse_order, self.tactical_texts))

    @cached_property
    def orders(self) -> tuple[CardOrder, ...]:
        """COH-4.0: All orders from the top, in which they are tried."""
        return self.priority + self.tactical

    def spends(self, ap: int) -> bool:
        """COH-3.1.1, COH-3.1.1-symbol: say whether it turns those over who have done something for so many AP."""
        return not self.remain_fresh and ap >= self.spent_number

    def faults(self) -> Iterator[Fault]:
        """COH-4.3: Yield what does not go together on it, and what is wrong with its orders."""
        yield from order_faults(self.colour, {"priority": self.priority_texts, "tactical": self.tactical_texts})
        if self.track is not None and self.colour == "blue":
            yield "track", f"{self.track} on a blue card", "no track", "only green cards advance the mission track"
        if self.spaces is not None and self.track is None:
            yield "advance", f"{self.spaces} without a track", "track, the number of counters, as well", ""


def order_faults(colour: object, said: Mapping[str, Any]) -> Iterator[Fault]:
    """COH-5.0: Yield what is wrong in the words of a card's orders, and orders that nobody could carry out."""
    for sort in ("priority", "tactical"):
        texts = said.get(sort)
        for place, text in enumerate(texts[:MOST_ORDERS] if isinstance(texts, list | tuple) else ()):
            try:
                spent = isinstance(text, str) and "spent" in parse_order(text).who
            except OrderMistake as wrong:
                yield (sort, place), wrong.found, wrong.expected, wrong.hint
                continue
            if spent and colour == "green":
                hint = "only blue cards are for spent AIs as well"
                yield (sort, place), '"Spent" on a green card', "fresh AIs", hint


class OrdersFile(Strict):
    """How order cards are written as a file."""

    format: int
    remove: Annotated[tuple[_CardNumber, ...], Field(max_length=MOST_CARDS)] = ()
    card: Annotated[tuple[OrderCard, ...], Field(max_length=MOST_CARDS)] = ()


# -- the part of the deck that a mission uses ----------------------------------------------------------------------


def deck_part(cards: Mapping[str, OrderCard], text: str) -> dict[str, OrderCard]:
    """Return the cards that a mission uses, or raise an `OrderMistake`.

    Their numbers are written as in "15-55, without 55" or "all without 3, 7-9"; those behind "without" are taken out of
    those before it. A range may span numbers of which there are no cards, so that a player's own deck can do without
    some; a single number may not. No card has more than two digits, and a range beyond them is cut.
    """
    if len(text) > LONGEST_PART:
        raise OrderMistake(f"a text of {len(text)} characters", f"at most {LONGEST_PART}")
    known = {card.number: id for id, card in cards.items()}
    wanted: set[int] = set()
    unwanted: set[int] | None = None
    for piece in _PIECE.finditer(text):
        word = piece[0].casefold()
        if piece[1]:
            first, last = (min(int(digits), 1000) for digits in (piece[1], piece[2] or piece[1]))
            numbers = range(first, last + 1)
            if last < first:
                raise _wrong(piece, "a range from the lower number to the higher", f"did you mean {last}-{first}?")
            if unwanted is None and not any(number in known for number in numbers):
                raise _wrong(piece, f"a card of the deck: {_spans(known)}")
            if unwanted is not None and not wanted.issuperset(numbers):
                raise _wrong(piece, f'some of the numbers before "without": {_spans(wanted)}')
            (wanted if unwanted is None else unwanted).update(numbers)
        elif word == "all" and unwanted is None:
            wanted |= set(known)
        elif word == "without" and unwanted is None:
            wanted, unwanted = wanted or set(known), set()
        elif word != "and":
            expected = "a card number, a range as in 15-55" + ("" if unwanted is not None else ', "all" or "without"')
            raise _wrong(piece, expected, did_you_mean(piece[0], _WORDS) if word not in _WORDS else "")
    if unwanted == set():
        raise OrderMistake("the end", 'a card number behind "without"', place=len(text) + 1)
    left = wanted - (unwanted or set())
    if not (part := {known[number]: cards[known[number]] for number in sorted(known) if number in left}):
        raise OrderMistake(shown(text), "numbers that leave at least one card in the deck")
    return part


def _wrong(piece: re.Match[str], expected: str, hint: str = "") -> OrderMistake:
    place = piece.start() + 1
    return OrderMistake(f"{shown(piece[0])} at character {place}", expected, hint, place)


def _spans(numbers: Iterable[int]) -> str:
    """Write numbers as ranges.

    >>> _spans([1, 2, 3, 5])
    '1-3, 5'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


# -- the files in which cards are written ----------------------------------------------------------------------


def load_orders(path: AnyPath | Sequence[AnyPath] | None = None) -> dict[str, OrderCard]:
    """COH-4.5: Read the order cards of a file, or of several in turn, by their ids; the shipped ones if none is named.

    Raises every mistake of all files.

    >>> [order.text for order in load_orders()["55"].tactical][-1]
    'AI closest to Unit -> Low Risk Move'
    """
    if path is None or isinstance(path, str | os.PathLike):
        path = [SHIPPED_ORDERS if path is None else path]
    return read_orders([read_toml(each) for each in path])


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
        for place, number in enumerate(file.remove):
            if number not in cards:
                expected = "the number of a card in an earlier file" if cards else "nothing, since no file comes before"
                mistakes.append(document.at(("remove", place)).mistake(shown(number), expected))
        kept = {number: card for number, card in cards.items() if number not in file.remove}
        cards = kept | {card.number: card for card in file.card}
    if not cards and not mistakes:
        mistakes.append(
            FileLocation(documents[-1].file if documents else "").mistake("no cards", "at least one [[card]]")
        )
    if mistakes:
        raise FileMistakes(mistakes)
    return {cards[number].id: cards[number] for number in sorted(cards)}


def _mistakes(document: TomlDocument) -> list[Mistake]:
    """Return all that is wrong in one file. A card with a wrong key has its orders looked at all the same."""
    mistakes: list[Mistake] = []
    try:
        validated(OrdersFile, document)
    except FileMistakes as refused:
        mistakes += refused.mistakes
    cards, removed = document.data.get("card"), document.data.get("remove")
    tables = cards[:MOST_CARDS] if isinstance(cards, list) else []
    first: dict[int, int] = {}
    for n, table in enumerate(tables):
        faults: Iterable[Fault] = ()
        try:
            card = validated(OrderCard, Document("", table))
        except FileMistakes:
            if isinstance(table, dict):
                faults = order_faults(table.get("colour"), table)
        else:
            faults = card.faults()
            # Only a further file replaces cards.
            if (before := first.setdefault(card.number, n)) != n:
                line = document.line_of(("card", before, "number"))
                found = f"{card.number}, which is the number of card[{before}] on line {line}"
                mistakes.append(document.at(("card", n, "number")).mistake(found, "a number of its own"))
        mistakes += [document.at(("card", n, *way_of(key))).mistake(*told) for key, *told in faults]
    for place, number in enumerate(removed[:MOST_CARDS] if isinstance(removed, list) else []):
        if isinstance(number, int) and number in first:
            found = f"{number}, which is the number of card[{first[number]}]"
            hint = "a card of the same number replaces the earlier one by itself"
            mistakes.append(document.at(("remove", place)).mistake(found, "only cards of earlier files", hint))
    return mistakes
