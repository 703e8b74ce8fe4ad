"""Dice: what can be thrown, for what, for whom, and what is needed. Who makes the numbers is in `chance.py`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sim.engine.frozen import fast_frozen


@dataclass(frozen=True)
class Die:
    """A die by its faces; a face that is there twice comes up twice as often."""

    name: str
    faces: tuple[int, ...]


def die(sides: int) -> Die:
    """Return the die with faces 1 to `sides`.

    >>> die(6)
    Die(name='D6', faces=(1, 2, 3, 4, 5, 6))
    """
    if sides < 1:
        raise ValueError(f"there is no die with {sides} faces")
    return _DICE[sides] if sides in _DICE else Die(f"D{sides}", tuple(range(1, sides + 1)))


_DICE = {sides: Die(f"D{sides}", tuple(range(1, sides + 1))) for sides in range(1, 21)}
D6 = die(6)
D8 = die(8)
D10 = die(10)
D12 = die(12)
AVERAGE_DIE = Die("average die", (2, 3, 3, 4, 4, 5))


_IN_A_BOX = (4, 6, 8, 10, 12, 20)
"""The dice that players own, by their sides."""


def by_hand(thrown: Die) -> str:
    """Say how to throw a die that nobody owns; nothing of one that people do.

    >>> [by_hand(die(sides)) for sides in (6, 2, 3, 5, 7)]
    ['', 'a D6, odd is 1 and even is 2', 'a D6 halved, rounding up', 'a D10 halved, rounding up', 'a D8, again on 8']
    >>> by_hand(AVERAGE_DIE), by_hand(die(37))
    ('', 'two D10 as a number of two digits, 00 being 100; again on 38 or more')
    """
    sides = len(thrown.faces)
    if thrown != die(sides) or sides in _IN_A_BOX:
        return ""
    if sides == 1:
        return "no die at all: it is 1"
    if sides == 2:
        return "a D6, odd is 1 and even is 2"
    if 2 * sides in _IN_A_BOX:
        return f"a D{2 * sides} halved, rounding up"
    larger = next((size for size in _IN_A_BOX if size > sides), None)
    if larger is None:
        return f"two D10 as a number of two digits, 00 being 100; again on {sides + 1} or more"
    return f"a D{larger}, again on {sides + 1}{'' if larger == sides + 1 else ' or more'}"


@fast_frozen
@dataclass(frozen=True)
class Need:
    """What a throw must show: a total, or each die for itself, between two limits.

    >>> print(at_least(8), between(1, 2), at_least(4, each=True))
    8+ 1-2 4+ on each die
    """

    low: int | None = None
    high: int | None = None
    each: bool = False
    """Every die is judged by itself, and counted; else the total is."""

    def met_by(self, number: int) -> bool:
        """Say whether a total, or one die, is good enough."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def chance(self, thrown: Die, count: int = 1) -> Fraction:
        """Return exactly how likely it is to be met; where every die is judged by itself, by one of them.

        >>> at_least(8).chance(D6, 2)
        Fraction(5, 12)
        """
        return probability(thrown, count, self)

    def __str__(self) -> str:
        if self.high is None:
            limits = f"{self.low}+"
        elif self.low is None:
            limits = f"{self.high} or less"
        else:
            limits = f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"
        return f"{limits} on each die" if self.each else limits


def at_least(number: int, each: bool = False) -> Need:
    """Return the need for this number or more."""
    return Need(low=number, each=each)


def at_most(number: int, each: bool = False) -> Need:
    """Return the need for this number or less."""
    return Need(high=number, each=each)


def between(low: int, high: int, each: bool = False) -> Need:
    """Return the need for a number from `low` to `high`."""
    return Need(low, high, each)


@fast_frozen
@dataclass(frozen=True)
class Throw:
    """A throw that is asked for: the die, what for, for whom, and what is needed.

    >>> print(Throw(D6, "to hit", "rifles-1", at_least(8), count=2))
    2D6 for rifles-1: to hit, 8+ needed
    """

    die: Die
    purpose: str
    whom: str = ""
    """The id of a unit, or a side."""
    need: Need | None = None
    count: int = 1
    options: tuple[str, ...] = ()
    """What the faces stand for, first face first, where the die picks one of several."""
    about: tuple[str, ...] = ()
    """The units that it is thrown for, besides `whom`: by these it is hidden from who may not know of them."""

    @property
    def dice(self) -> str:
        """What to take into the hand."""
        if self.die.name[:1] == "D" and self.die.name[1:].isdecimal():
            return f"{self.count if self.count > 1 else ''}{self.die.name}"
        return self.die.name if self.count == 1 else f"{self.count} times the {self.die.name}"

    def __str__(self) -> str:
        whom = f" for {self.whom}" if self.whom else ""
        need = f", {self.need} needed" if self.need else ""
        options = "".join(f"; {face} = {name}" for face, name in zip(self.die.faces, self.options, strict=False))
        return f"{self.dice}{whom}: {self.purpose}{need}{options}"


@lru_cache(maxsize=1024)
def totals(thrown: Die, count: int) -> dict[int, int]:
    """Return in how many ways `count` dice make each total.

    >>> totals(D6, 2)[7], sum(totals(D6, 2).values())
    (6, 36)
    """
    ways = Counter({0: 1})
    for _ in range(count):
        longer: Counter[int] = Counter()
        for total, number in ways.items():
            for face in thrown.faces:
                longer[total + face] += number
        ways = longer
    return dict(sorted(ways.items()))


@lru_cache(maxsize=1024)
def probability(thrown: Die, count: int, need: Need) -> Fraction:
    """Return the exact probability that a throw meets its need; of a need for each die, that one die meets it.

    >>> probability(D6, 2, at_least(8))
    Fraction(5, 12)
    """
    ways = totals(thrown, 1 if need.each else count)
    good = sum(number for total, number in ways.items() if need.met_by(total))
    return Fraction(good, sum(ways.values()))


def margins(one: Throw, other: Throw, ahead: int = 0) -> dict[int, Fraction]:
    """Return how likely one throw ends by how much above another, if so much is added to it.

    >>> two = Throw(D6, "a blow"), Throw(D6, "against it")
    >>> margins(*two, ahead=1)[6], sum(part for margin, part in margins(*two).items() if margin > 0)
    (Fraction(1, 36), Fraction(5, 12))
    """
    ways = _ways_apart(one.die, one.count, other.die, other.count)
    whole = sum(ways.values())
    return {margin + ahead: Fraction(number, whole) for margin, number in ways.items()}


def ends_above(one: Throw, other: Throw, ahead: int = 0) -> Fraction:
    """Return how likely one throw is to end above another, if so much is added to it.

    >>> ends_above(Throw(D6, "a blow"), Throw(D6, "against it"))
    Fraction(5, 12)
    """
    ways = _ways_apart(one.die, one.count, other.die, other.count)
    return Fraction(sum(number for margin, number in ways.items() if margin + ahead > 0), sum(ways.values()))


@lru_cache(maxsize=1024)
def _ways_apart(one: Die, ones: int, other: Die, others: int) -> dict[int, int]:
    """Return in how many ways dice end by how much above others."""
    ways: Counter[int] = Counter()
    for mine, number in totals(one, ones).items():
        for theirs, against in totals(other, others).items():
            ways[mine - theirs] += number * against
    return dict(sorted(ways.items()))
