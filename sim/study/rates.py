"""Shares of games with how far they can be trusted."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

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
        if not self.games:
            return 0.0, 1.0
        n, p, z2 = self.games, self.share, Z * Z
        middle, half = p + z2 / (2 * n), Z * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
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
        low, high = self.interval
        return low > 0 or high < 0

    def __str__(self) -> str:
        low, high = self.interval
        told = "can be told from chance" if self.is_told_from_chance else "cannot be told from chance"
        return f"{self.share:+.1%} ({low:+.1%} to {high:+.1%}): {told}"
