"""Order cards, and the part of their deck that a mission uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sim.files import did_you_mean, shown
from sim.rules.conflict_of_heroes.printed_words import Order, OrderMistake

Colour = Literal["blue", "green"]

LONGEST_PART = 400
"""Characters; all numbers of a deck, one by one, fit in."""
_PIECE = re.compile(r"([0-9]+)(?:\s*(?:-|\u2013|\bto\b)\s*([0-9]+))?|[^\s,0-9]+")
"""A number, a range of numbers, or a word."""
_WORDS = ("all", "and", "without")


@dataclass(frozen=True)
class OrderCard:
    """COH-4.5: An order card, from top to bottom."""

    id: str
    """The number in two digits, as decks know the card."""
    number: int
    """Low numbers are harsh, high ones mild."""
    colour: Colour
    """COH-4.1: Blue is a command order; COH-4.2: green is an action order."""
    track: int | None
    """COH-4.3: The mission track advances if this many counters or fewer are in play; None: it never does."""
    advance: int
    """By how many spaces; 0 on a card without the requirement."""
    priority: tuple[Order, ...]
    tactical: tuple[Order, ...]
    remain_fresh: bool
    """COH-3.1.1-symbol: Whoever draws it for a spent check stays fresh."""
    spent_number: int
    hex_number: int
    """COH-HEX: printed on the card, and asked for by no rule that is known here."""

    def spends(self, ap: int) -> bool:
        """COH-3.1.1, COH-3.1.1-symbol: say whether it turns those over who have done something for so many AP."""
        return not self.remain_fresh and ap >= self.spent_number

    @property
    def orders(self) -> tuple[Order, ...]:
        """COH-4.0: All orders from the top, in which they are tried."""
        return self.priority + self.tactical


def card_id(number: int) -> str:
    """Return the id of the card of this number.

    >>> card_id(7)
    '07'
    """
    return f"{number:02}"


def deck_part(cards: Mapping[str, OrderCard], numbers: str | Sequence[int]) -> dict[str, OrderCard]:
    """Return the cards that a mission uses, or raise an `OrderMistake`.

    `numbers` are written as in "15-55, without 55" or "all without 3, 7-9", or listed one by one. A range may span
    numbers of which there are no cards, so that a player's own deck can do without some; a single number may not.
    """
    known = {card.number: id for id, card in cards.items()}
    wanted = _read(numbers, known) if isinstance(numbers, str) else _listed(numbers, known)
    part = {known[number]: cards[known[number]] for number in sorted(known) if number in wanted}
    if not part:
        raise OrderMistake(shown(numbers), "numbers that leave at least one card in the deck")
    return part


def _listed(numbers: Sequence[int], known: Mapping[int, str]) -> set[int]:
    for place, number in enumerate(numbers, start=1):
        if number not in known:
            raise OrderMistake(f"{shown(number)}, number {place} of the list", _a_card_of(known), place=place)
    return set(numbers)


def _read(text: str, known: Mapping[int, str]) -> set[int]:
    """Read the numbers of a part; those behind "without" are taken out of those before it."""
    if len(text) > LONGEST_PART:
        raise OrderMistake(f"a text of {len(text)} characters", f"at most {LONGEST_PART}")
    wanted: set[int] = set()
    unwanted: set[int] | None = None
    for piece in _PIECE.finditer(text):
        word = piece[0].casefold()
        if piece[1]:
            if unwanted is None:
                wanted |= _wanted(piece, known)
            else:
                unwanted |= _unwanted(piece, wanted)
        elif word == "all" and unwanted is None:
            wanted |= set(known)
        elif word == "without" and unwanted is None:
            wanted, unwanted = wanted or set(known), set()
        elif word != "and":
            expected = "a card number, a range as in 15-55" + ("" if unwanted is not None else ', "all" or "without"')
            raise _wrong(piece, expected, did_you_mean(piece[0], _WORDS) if word not in _WORDS else "")
    if unwanted == set():
        raise OrderMistake("the end", 'a card number behind "without"', place=len(text) + 1)
    return wanted - (unwanted or set())


def _wanted(piece: re.Match[str], known: Mapping[int, str]) -> set[int]:
    numbers = _numbers(piece)
    if not any(number in known for number in numbers):
        raise _wrong(piece, _a_card_of(known))
    return set(numbers)


def _unwanted(piece: re.Match[str], wanted: set[int]) -> set[int]:
    numbers = _numbers(piece)
    if not wanted.issuperset(numbers):
        raise _wrong(piece, f'some of the numbers before "without": {_spans(wanted)}')
    return set(numbers)


def _numbers(piece: re.Match[str]) -> range:
    """Return the numbers of a piece; no card has more than two digits, and a range beyond them is cut."""
    first, last = (min(int(digits), 1000) for digits in (piece[1], piece[2] or piece[1]))
    if last < first:
        raise _wrong(piece, "a range from the lower number to the higher", f"did you mean {last}-{first}?")
    return range(first, last + 1)


def _wrong(piece: re.Match[str], expected: str, hint: str = "") -> OrderMistake:
    place = piece.start() + 1
    return OrderMistake(f"{shown(piece[0])} at character {place}", expected, hint, place)


def _a_card_of(known: Iterable[int]) -> str:
    return f"a card of the deck: {_spans(known)}"


def _spans(numbers: Iterable[int]) -> str:
    """Write numbers as ranges.

    >>> _spans([1, 2, 3, 5])
    '1-3, 5'
    """
    return ", ".join(f"{first}-{last}" if last > first else str(first) for first, last in _runs(sorted(numbers)))


def _runs(ordered: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for place, number in enumerate(ordered):
        if place + 1 == len(ordered) or ordered[place + 1] != number + 1:
            yield ordered[start], number
            start = place + 1
