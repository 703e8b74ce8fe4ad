"""Shares and means of games with how far they can be trusted."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from statistics import fmean, variance
from typing import NamedTuple, Self

Z = 1.959964
"""How many standard deviations 19 of 20 results lie within."""


class Rate(NamedTuple):
    """A share of games, such as those won, and the interval in which it lies with 95 %."""

    won: int
    games: int

    @property
    def share(self) -> float:
        """The share itself; a half of no games."""
        return self.won / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, which is right for few games and for shares near 0 and 1, too.

        >>> [round(end, 3) for end in Rate(50, 100).interval], [round(end, 3) for end in Rate(0, 10).interval]
        ([0.404, 0.596], [0.0, 0.278])
        """
        return self.wilson(Z)

    def wilson(self, z: float) -> tuple[float, float]:
        """Return the interval of so many standard deviations."""
        if not self.games:
            return 0.0, 1.0
        n, p, z2 = self.games, self.share, z * z
        middle, half = p + z2 / (2 * n), z * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        return max(0.0, (middle - half) / (1 + z2 / n)), min(1.0, (middle + half) / (1 + z2 / n))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.1%} ({low:.1%} to {high:.1%})"


class Difference(NamedTuple):
    """By how much one share differs from another."""

    one: Rate
    other: Rate

    @property
    def share(self) -> float:
        """How much larger the second is."""
        return self.other.share - self.one.share

    @property
    def interval(self) -> tuple[float, float]:
        """Newcombe's interval, made of the two of Wilson.

        >>> [round(end, 3) for end in Difference(Rate(56, 70), Rate(48, 80)).interval]
        [-0.334, -0.052]
        """
        (low1, high1), (low2, high2) = self.one.interval, self.other.interval
        p1, p2 = self.one.share, self.other.share
        below = sqrt((p2 - low2) ** 2 + (high1 - p1) ** 2)
        return self.share - below, self.share + sqrt((high2 - p2) ** 2 + (p1 - low1) ** 2)

    @property
    def is_told_from_chance(self) -> bool:
        """Say whether no difference at all lies outside the interval."""
        return _leaves_out_nothing(self.interval)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:+.1%} ({low:+.1%} to {high:+.1%}): {told(self.is_told_from_chance)}"


class PairedDifference(NamedTuple):
    """By how much a share differs over the same games, played in two ways."""

    games: int
    both: int
    """Games that were won either way."""
    first: int
    """Those that were won in the first way alone."""
    second: int

    @classmethod
    def of(cls, pairs: Iterable[tuple[bool, bool]]) -> PairedDifference:
        """Return the difference of pairs, each of which says who won in the first way, and in the second.

        >>> PairedDifference.of([(True, True), (True, False), (False, False), (True, False)])
        PairedDifference(games=4, both=1, first=2, second=0)
        """
        won = list(pairs)
        return cls(len(won), won.count((True, True)), won.count((True, False)), won.count((False, True)))

    @property
    def one(self) -> Rate:
        """The share in the first way."""
        return Rate(self.both + self.first, self.games)

    @property
    def other(self) -> Rate:
        """The share in the second way."""
        return Rate(self.both + self.second, self.games)

    @property
    def share(self) -> float:
        """How much larger the second is."""
        return (self.second - self.first) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of Bonett and Price, which is right for few games and where hardly any differ.

        >>> [round(end, 3) for end in PairedDifference(100, 50, 20, 5).interval]
        [-0.243, -0.051]
        """
        first, second = (self.first + 1) / (self.games + 2), (self.second + 1) / (self.games + 2)
        middle = second - first
        half = Z * sqrt((first + second - middle * middle) / (self.games + 2))
        return max(-1.0, middle - half), min(1.0, middle + half)

    @property
    def is_told_from_chance(self) -> bool:
        """Say whether no difference at all lies outside the interval."""
        return _leaves_out_nothing(self.interval)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:+.1%} ({low:+.1%} to {high:+.1%}): {told(self.is_told_from_chance)}"


class Average(NamedTuple):
    """The mean of a figure over games, such as their turns, and the interval in which it lies with 95 %."""

    mean: float
    variance: float
    """Of the games themselves; none is known of a single one."""
    games: int
    bounds: tuple[float, float] = (-inf, inf)
    """Between which a figure can be at all, as a share is."""

    @classmethod
    def of(cls, figures: Iterable[float], bounds: tuple[float, float] = (-inf, inf)) -> Average:
        """Return the mean of the figure of every game.

        >>> Average.of([2, 4, 6]).mean, Average.of([]).games
        (4.0, 0)
        """
        of = list(figures)
        return cls(fmean(of) if of else 0.0, variance(of) if len(of) > 1 else inf, len(of), bounds)

    @property
    def interval(self) -> tuple[float, float]:
        """Student's interval: wider for few games, and without end for a single one.

        >>> [round(end, 2) for end in Average.of([2, 4, 6, 4, 4]).interval]
        [2.24, 5.76]
        """
        low, high = _about(self.mean, self.variance / max(self.games, 1), self.games - 1)
        return max(low, self.bounds[0]), min(high, self.bounds[1])


class AverageDifference(NamedTuple):
    """By how much one mean differs from another."""

    one: Average
    other: Average

    @property
    def mean(self) -> float:
        """How much larger the second is."""
        return self.other.mean - self.one.mean

    @property
    def interval(self) -> tuple[float, float]:
        """Welch's interval, which is right for arms that vary by different amounts.

        >>> low, high = AverageDifference(Average(20.0, 4.0, 10), Average(23.0, 9.0, 15)).interval
        >>> round(low, 2), round(high, 2)
        (0.93, 5.07)
        """
        errors = [(each.variance / max(each.games, 1), each.games - 1) for each in self]
        error = sum(own for own, _ in errors)
        spread = sum(own * own / free for own, free in errors if free > 0)
        low, high = _about(self.mean, error, error * error / spread if spread > 0 and error < inf else 1)
        least, most = self.other.bounds[0] - self.one.bounds[1], self.other.bounds[1] - self.one.bounds[0]
        return max(low, least), min(high, most)

    @property
    def is_told_from_chance(self) -> bool:
        """Say whether no difference at all lies outside the interval."""
        return _leaves_out_nothing(self.interval)


class PairedAverageDifference(NamedTuple):
    """By how much a mean differs over the same games, played in two ways."""

    one: Average
    other: Average
    between: Average
    """Of what each game differs by."""

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]], bounds: tuple[float, float] = (-inf, inf)) -> Self:
        """Return the difference of pairs, each of which has the figure in the first way, and in the second.

        >>> PairedAverageDifference.of([(2, 3), (4, 6), (6, 6)]).mean
        1.0
        """
        games = list(pairs)
        first, second = (Average.of((pair[way] for pair in games), bounds) for way in (0, 1))
        least, most = bounds
        return cls(first, second, Average.of((other - one for one, other in games), (least - most, most - least)))

    @property
    def mean(self) -> float:
        """How much larger the second is."""
        return self.between.mean

    @property
    def interval(self) -> tuple[float, float]:
        """Student's interval of what the games differ by."""
        return self.between.interval

    @property
    def is_told_from_chance(self) -> bool:
        """Say whether no difference at all lies outside the interval."""
        return _leaves_out_nothing(self.interval)


def told(is_told_from_chance: bool) -> str:
    """Say whether a difference is more than chance brings about."""
    return "can be told from chance" if is_told_from_chance else "cannot be told from chance"


def _leaves_out_nothing(interval: tuple[float, float]) -> bool:
    low, high = interval
    return low > 0 or high < 0


def _about(mean: float, error: float, free: float) -> tuple[float, float]:
    """Return the interval about a mean of this squared error, with so many degrees of freedom."""
    if not error < inf:
        return -inf, inf
    half = _student(free) * sqrt(error)
    return mean - half, mean + half


def _student(free: float) -> float:
    """Return what `Z` is where the variance is an estimate: the series in 1/free, exact to 1 % from 2 on.

    >>> [round(_student(free), 2) for free in (3, 10, 100)]
    [3.18, 2.23, 1.98]
    """
    z, free = Z, max(free, 1.0)
    series = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + sum(term / free**power for power, term in enumerate((*series, fourth), 1))
