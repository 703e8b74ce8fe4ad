"""Dice that cancel each other: how many successes of one throw the successes of another leave, and how likely.

Attack dice that are left after the best matching are as many as the greatest surplus, over all faces, of attack dice
that show at least that face over defence dice that do: an attack can only be cancelled by a defence as high as itself.
So the chance that no more than some number is left is that of a walk from the highest face downwards, dice of both
sides falling in at each face, whose surplus never exceeds that number. All of it is counted in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

Spread = Mapping[int, Fraction]
"""How likely each number of figures is lost, from none upwards."""
Dice = tuple[int, int]
"""How many dice of how many faces."""


def unsaved(attack: Iterable[int], defence: Iterable[int], need: int = 4, success: int = 4) -> int:
    """Return how many attack dice are left: successes that no success of the defence cancels, matched best.

    The highest are cancelled first, each by the highest defence: whoever could cancel the lower of two attacks with a
    die could cancel the higher one only with it or a better one.

    >>> unsaved([8, 5, 3], [6, 4]), unsaved([4, 4], [4, 9]), unsaved([7, 6, 5], [5, 6])
    (1, 0, 1)
    """
    left = 0
    saves = sorted((face for face in defence if face >= success), reverse=True)
    for face in sorted((face for face in attack if face >= need), reverse=True):
        if saves and saves[0] >= face:
            saves.pop(0)
        else:
            left += 1
    return left


@lru_cache(maxsize=1 << 13)
def spread(attack: Dice, defence: Dice, need: int, success: int, most: int) -> Spread:
    """Return the chances of each number of unsaved successes, no more than `most` of which can count."""
    whole = attack[1] ** attack[0] * defence[1] ** defence[0]
    (up_to,) = _ways(attack, defence, need, success, ([attack[0] + defence[0]], range(attack[0] + 1)))
    found: dict[int, Fraction] = {}
    before = 0
    for left, ways in enumerate(up_to):
        if ways > before:
            count = min(left, most)
            found[count] = found.get(count, Fraction(0)) + Fraction(ways - before, whole)
        before = ways
    return found


@lru_cache(maxsize=1 << 10)
def exchange(one: Dice, other: Dice, success: int, most: tuple[int, int]) -> Mapping[tuple[int, int], Fraction]:
    """Return the chances of what both lose where the dice of each are attack and defence at once.

    The keys are the losses of the first and of the second; no more than `most` of each can count.
    """
    whole = one[1] ** one[0] * other[1] ** other[0]
    ways = _ways(one, other, success, success, (range(other[0] + 1), range(one[0] + 1)))
    found: dict[tuple[int, int], Fraction] = {}
    for mine in range(other[0] + 1):
        for theirs in range(one[0] + 1):
            count = ways[mine][theirs]
            count -= ways[mine - 1][theirs] if mine else 0
            count -= ways[mine][theirs - 1] if theirs else 0
            count += ways[mine - 1][theirs - 1] if mine and theirs else 0
            if count:
                key = min(mine, most[0]), min(theirs, most[1])
                found[key] = found.get(key, Fraction(0)) + Fraction(count, whole)
    return found


def _ways(
    attack: Dice, defence: Dice, need: int, success: int, bounds: tuple[Sequence[int], Sequence[int]]
) -> list[list[int]]:
    """Return in how many ways the dice fall so that the surplus of attack dice stays between two bounds throughout.

    `bounds` are how far defence may be ahead, and how far the attack: several of each, for all of which the dice fall
    at once. With different needs only dice that meet their own are counted.
    """
    behind, ahead = (np.array(each)[:, None, None] for each in bounds)
    surplus = np.arange(attack[0] + 1)[:, None] - np.arange(defence[0] + 1)
    kept = (-behind <= surplus)[:, None] & (surplus <= ahead)
    # The dice that are still in the air in the end come down on faces that count for nothing.
    low = min(attack[1], need - 1), min(defence[1], success - 1)
    numbers = _numbers_up_to((attack[1] - low[0] + 1) ** attack[0] * (defence[1] - low[1] + 1) ** defence[0])
    falls: tuple[NDArray[Any], ...] = _falls(attack[0]).astype(numbers).T, _falls(defence[0]).astype(numbers)
    state: NDArray[Any] = np.zeros(kept.shape, dtype=numbers)
    state[:, :, 0, 0] = 1
    for face in range(max(attack[1], defence[1]), min(need, success) - 1, -1):
        if need <= face <= attack[1]:
            state = falls[0] @ state
        if success <= face <= defence[1]:
            state = state @ falls[1]
        state *= kept
    rest = np.array(_powers(low[0], attack[0]), object)[:, None] * np.array(_powers(low[1], defence[0]), object)
    all_ways: list[list[int]] = (state.astype(object) * rest).sum(axis=(2, 3)).tolist()
    return all_ways


def _numbers_up_to(most: int) -> type:
    """Return what holds whole numbers up to one exactly."""
    return np.int64 if most < 1 << 63 else object


def _falls(count: int) -> NDArray[np.int64]:
    """Return in how many ways dice of so many show a face, by how many have shown one before and how many then have."""
    every = range(count + 1)
    return np.array(
        [[comb(count - before, after - before) if after >= before else 0 for after in every] for before in every]
    )


def _powers(base: int, count: int) -> list[int]:
    return [base ** (count - fallen) for fallen in range(count + 1)]
