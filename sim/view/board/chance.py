"""Chance for the eye alone: where a tree stands, how a plank is tinted.

Not the dice of the game, and not the `random` module: a picture must come out the same whenever and in whatever order
its parts are drawn. So there is no stream of numbers to keep; a number is a function of a place and a purpose.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_MASK = 2**64 - 1
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mixed(*numbers: int) -> int:
    """Return 64 well-mixed bits that depend on all the numbers and their order.

    >>> mixed(1, 2) == mixed(1, 2), mixed(1, 2) == mixed(2, 1)
    (True, False)
    """
    bits = 0
    for number in numbers:
        bits = (bits ^ (number & _MASK)) + _STEP & _MASK
        bits = (bits ^ bits >> 30) * _FIRST & _MASK
        bits = (bits ^ bits >> 27) * _SECOND & _MASK
        bits ^= bits >> 31
    return bits


class PlaceNumbers:
    """A few numbers for one place: the same place and purpose, the same numbers."""

    def __init__(self, *place: int) -> None:
        self._bits = mixed(*place)
        self._drawn = 0

    def share(self) -> float:
        """Return the next number from 0 up to but without 1."""
        self._drawn += 1
        return (mixed(self._bits, self._drawn) >> 11) / 2**53

    def between(self, low: float, high: float) -> float:
        """Return the next number from a range."""
        return low + (high - low) * self.share()

    def below(self, count: int) -> int:
        """Return the next whole number from 0 up to but without `count`."""
        return int(self.share() * count)


def shares(column: NDArray[np.int64], row: NDArray[np.int64], purpose: int) -> NDArray[np.float64]:
    """Return one number from 0 to 1 for each place of a lattice: `PlaceNumbers.share` for many places at once."""
    with np.errstate(over="ignore"):
        bits = np.full(np.broadcast(column, row).shape, mixed(purpose), dtype=np.uint64)
        for part in (column, row):
            bits = (bits ^ part.astype(np.uint64)) + np.uint64(_STEP)
            bits = (bits ^ bits >> np.uint64(30)) * np.uint64(_FIRST)
            bits = (bits ^ bits >> np.uint64(27)) * np.uint64(_SECOND)
            bits ^= bits >> np.uint64(31)
    return np.asarray((bits >> np.uint64(11)).astype(np.float64) / 2**53)
