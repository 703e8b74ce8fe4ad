"""Where numbers and cards come from: made from a seed, typed in from the table, or written down beforehand.

A source answers requests one at a time. One that cannot answer now, because somebody has to roll a real die first,
raises `Wanted`: the activation is abandoned there and played again from its checkpoint once the answer is known. So
neither rules nor plans have to be written so that they can pause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from hashlib import shake_256
from itertools import combinations_with_replacement, product
from math import factorial, prod
from struct import Struct
from typing import Literal, Protocol, TypeVar

from sim.engine.decks import Deck
from sim.engine.dice import Die, Need, Throw
from sim.engine.frozen import fast_frozen


@fast_frozen
@dataclass(frozen=True)
class DrawCard:
    """A card that is asked for.

    >>> print(DrawCard(Deck("orders", ("1", "2")), "spent check", "rifles-1"))
    a card of the deck "orders" for rifles-1: spent check
    """

    deck: Deck
    purpose: str
    whom: str = ""

    def __str__(self) -> str:
        whom = f" for {self.whom}" if self.whom else ""
        return f'a card of the deck "{self.deck.name}"{whom}: {self.purpose}'


T = TypeVar("T")
Request = Throw | DrawCard


def named_by(request: Request) -> tuple[str, ...]:
    """Return all that a request names: whom it is for, what it may fall on, and whom it is about besides."""
    return (request.whom, *request.options, *request.about) if isinstance(request, Throw) else (request.whom,)


Result = tuple[int, ...] | str
"""The faces of a throw in order, or the id of a card."""


Reads = Literal["faces", "total", "met", "successes"] | tuple[int, ...]
"""What rules learn of a throw: every face, though not which die showed it; their sum; whether that is good enough; how
many are, each by itself; or which of some numbers the sum reaches."""


class Wanted(Exception):
    """Tell that a throw, a card or an order is needed before play can go on."""

    is_owed = False
    """Whether it is an order that must be given: to be done without one is no answer."""

    def __init__(self, request: object) -> None:
        self.request = request
        super().__init__(f"wanted: {request}")


class ChanceRefused(Exception):
    """Tell that a result does not fit what was asked for: the wrong die, a card that is gone, too few, too many."""


class Source(Protocol):
    """Somebody who answers requests. `number` counts the requests of the battle from 0."""

    def result(self, request: Request, number: int) -> Result:
        """Answer a request, or raise `Wanted`."""


def complaint(request: Request, result: Result) -> str | None:
    """Say why a result cannot be the answer to a request; None if it can."""
    if isinstance(request, DrawCard) and isinstance(result, str):
        if result not in request.deck.left:
            return f'card "{result}" is not there ({_listed(request.deck.left)}): {request}'
        return None
    if isinstance(request, Throw) and isinstance(result, tuple):
        if len(result) != request.count:
            return f"{len(result)} {'number' if len(result) == 1 else 'numbers'} for {request}"
        for face in result:
            if type(face) is not int or face not in request.die.faces:
                faces = sorted(set(request.die.faces))
                return f"{face} is no face of the {request.die.name} (it has {faces[0]} to {faces[-1]}): {request}"
        return None
    return f"{_KINDS.get(type(result), str(result))} given, wanted {request}"


_KINDS: dict[type, str] = {tuple: "numbers", str: "a card"}


def _listed(cards: Sequence[str], most: int = 12) -> str:
    kinds = list(dict.fromkeys(cards))
    if not kinds:
        return "it is empty"
    return "left: " + ", ".join(kinds[:most]) + (f" … {len(kinds)} in all" if len(kinds) > most else "")


@dataclass(frozen=True)
class Seeded:
    """Make every number from a seed and the number of the request, and from nothing else.

    So a battle can go on from any checkpoint with the very numbers it would have had, without keeping the inside of a
    generator, and the numbers are the same with every Python.
    """

    seed: int
    new_luck: tuple[tuple[int, int], ...] = ()
    """From which requests on the numbers are made from other seeds: the number of the request, and the seed."""
    before: int = 0
    """How many requests of the battle had been answered where it is taken up."""

    def result(self, request: Request, number: int) -> Result:
        """Answer a request, counted from where the battle is taken up."""
        number += self.before
        stream = _numbers(self._seed_of(number) if self.new_luck else self.seed, number)
        if isinstance(request, DrawCard):
            cards = _cards(request)
            return cards[_below(len(cards), stream)]
        faces = request.die.faces
        return tuple([faces[_below(len(faces), stream)] for _ in range(request.count)])

    def _seed_of(self, number: int) -> int:
        return next((seed for first, seed in reversed(self.new_luck) if number >= first), self.seed)

    def with_new_luck(self, first: int, seed: int) -> Seeded:
        """Return dice that fall the same up to a request, and from there on as another seed has them.

        >>> from sim.engine.dice import D6, Throw
        >>> old, throw = Seeded(1), Throw(D6, "to hit", count=6)
        >>> new = old.with_new_luck(5, seed=2)
        >>> [new.result(throw, n) == old.result(throw, n) for n in (4, 5)]
        [True, False]
        >>> new.result(throw, 5) == Seeded(2).result(throw, 5)
        True
        """
        kept = (each for each in self.new_luck if each[0] < first + self.before)
        return replace(self, new_luck=(*kept, (first + self.before, seed)))


def _cards(request: DrawCard) -> tuple[str, ...]:
    """Return the cards that can be drawn; where there are none, nobody could ever answer."""
    if not request.deck.left:
        raise ChanceRefused(f'the deck "{request.deck.name}" is empty: {request}')
    return request.deck.left


def _numbers(seed: int, number: int) -> Iterator[int]:
    """Yield 32-bit numbers without end."""
    block = 0
    while True:
        yield from _SIXTEEN(shake_256(b"%d/%d/%d" % (seed, number, block)).digest(64))
        block += 1


_SIXTEEN = Struct("<16I").unpack
"""Reads the numbers out of a block, little end first whatever the machine."""


def _below(limit: int, stream: Iterator[int]) -> int:
    """Return a number from 0 up to a limit, each exactly as likely: what lies beyond the last whole round is redone."""
    fair = (1 << 32) // limit * limit
    for number in stream:
        if number < fair:
            return number % limit
    raise AssertionError("the stream has no end")


class Typed:
    """Leave every answer to somebody at a table."""

    def result(self, request: Request, number: int) -> Result:
        """Ask."""
        if isinstance(request, DrawCard):
            _cards(request)
        raise Wanted(request)


class Scripted:
    """Answer from two lists, one of dice and one of cards. Too few, or the wrong die, is an error that says so.

    >>> from sim.engine.dice import D6
    >>> Scripted([4, 2]).result(Throw(D6, "to hit", count=2), 0)
    (4, 2)
    """

    def __init__(self, dice: Iterable[int] = (), cards: Iterable[str] = ()) -> None:
        self._dice, self._cards = tuple(dice), tuple(cards)
        self._used: dict[int, tuple[int, int]] = {}
        """How much of both lists was used before each request: a branch goes on where its own past ends."""
        self._next = (0, 0)

    def result(self, request: Request, number: int) -> Result:
        """Answer with what comes next in the list."""
        dice, cards = self._used.setdefault(number, self._next)
        result: Result
        match request:
            case Throw(count=count):
                result = self._dice[dice : dice + count]
                if len(result) < count:
                    raise ChanceRefused(f"too few dice were given: next is {request}")
                self._next = dice + count, cards
            case DrawCard():
                if cards == len(self._cards):
                    raise ChanceRefused(f"too few cards were given: next is {request}")
                result = self._cards[cards]
                self._next = dice, cards + 1
        if reason := complaint(request, result):
            raise ChanceRefused(reason)
        self._used[number + 1] = self._next
        return result

    def finish(self) -> None:
        """Complain of what nobody asked for."""
        dice, cards = self._next
        for left, what in ((self._dice[dice:], "dice"), (self._cards[cards:], "cards")):
            if left:
                raise ChanceRefused(f"too many {what} were given: nobody asked for {', '.join(map(str, left))}")


def outcomes(request: Request) -> Iterator[tuple[Result, Fraction]]:
    """Yield every possible answer to a request with its probability.

    >>> from sim.engine.dice import AVERAGE_DIE
    >>> [(faces[0], str(chance)) for faces, chance in outcomes(Throw(AVERAGE_DIE, "move"))]
    [(2, '1/6'), (3, '1/3'), (4, '1/3'), (5, '1/6')]
    """
    match request:
        case Throw(die=die, count=count):
            weights = _weights(die.faces)
            whole = len(die.faces) ** count
            for faces in product(weights, repeat=count):
                yield faces, Fraction(prod(weights[face] for face in faces), whole)
        case DrawCard(deck=deck):
            for card, weight in _weights(_cards(request)).items():
                yield card, Fraction(weight, len(deck.left))


def _weights(things: Sequence[T]) -> dict[T, int]:
    return {thing: things.count(thing) for thing in dict.fromkeys(things)}


def told_apart(request: Request, reads: Reads = "faces") -> tuple[tuple[Result, Fraction], ...]:
    """Return an example of each answer that rules can tell from the others by what they learn of it, and its chance.

    >>> from sim.engine.dice import D6, at_least
    >>> throw = Throw(D6, "to hit", need=at_least(8), count=2)
    >>> [(faces, str(chance)) for faces, chance in told_apart(throw, "met")]
    [((1, 1), '7/12'), ((2, 6), '5/12')]
    >>> len(told_apart(throw)), len(told_apart(throw, "total"))
    (21, 11)
    """
    if isinstance(request, DrawCard):
        return tuple(outcomes(request))
    return _classes(request.die, request.count, request.need, reads)


@lru_cache(maxsize=1024)
def _classes(die: Die, count: int, need: Need | None, reads: Reads) -> tuple[tuple[Result, Fraction], ...]:
    weights = _weights(die.faces)
    if need is not None and (reads == "successes" or (reads == "met" and need.each)):
        # One face that is good enough stands for all of them, and one that is not for the rest.
        alike: dict[bool, dict[int, int]] = {}
        for face, weight in weights.items():
            alike.setdefault(need.met_by(face), {})[face] = weight
        weights = {next(iter(each)): sum(each.values()) for each in alike.values()}
    found: dict[object, tuple[Result, int]] = {}
    for faces in combinations_with_replacement(weights, count):
        match reads:
            case tuple():
                key: object = sum(sum(faces) >= number for number in reads)
            case "total":
                key = sum(faces)
            case "met" if need is not None:
                key = any(map(need.met_by, faces)) if need.each else need.met_by(sum(faces))
            case _:
                key = faces
        orders = factorial(count) // prod(factorial(faces.count(face)) for face in set(faces))
        example, ways = found.get(key, (faces, 0))
        found[key] = example, ways + orders * prod(weights[face] for face in faces)
    return tuple((example, Fraction(ways, len(die.faces) ** count)) for example, ways in found.values())
