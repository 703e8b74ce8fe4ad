"""Exact chances of dice against dice: how many successes of one throw the successes of another leave.

Attack dice that are left after the best matching are as many as the greatest surplus, over all faces, of attack dice
that show at least that face over defence dice that do: an attack can only be cancelled by a defence as high as itself.
So the chance that no more than some number is left is that of a walk from the highest face downwards, dice of both
sides falling in at each face, whose surplus never exceeds that number. All of it is counted in whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

Spread = Mapping[int, Fraction]
"""How likely each number of figures is lost, from none upwards."""
Dice = tuple[int, int]
"""How many dice of how many faces."""


@lru_cache(maxsize=1 << 13)
def spread(attack: Dice, defence: Dice, need: int, success: int, most: int) -> Spread:
    """Return the chances of each number of unsaved successes, no more than `most` of which can count."""
    whole = attack[1] ** attack[0] * defence[1] ** defence[0]
    up_to = [_ways(attack, defence, need, success, (attack[0] + defence[0], left)) for left in range(attack[0] + 1)]
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
    ways = [
        [_ways(one, other, success, success, (mine, theirs)) for theirs in range(one[0] + 1)]
        for mine in range(other[0] + 1)
    ]
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


def _ways(attack: Dice, defence: Dice, need: int, success: int, bounds: tuple[int, int]) -> int:
    """Return in how many ways the dice fall so that the surplus of attack dice stays between two bounds throughout.

    `bounds` are how far defence may be ahead, and how far the attack. With different needs only dice that meet their
    own are counted.
    """
    behind, ahead = bounds
    state: dict[Dice, int] = {(0, 0): 1}
    top = max(attack[1], defence[1])
    for face in range(top, min(need, success) - 1, -1):
        if need <= face <= attack[1]:
            state = _fall(state, attack[0], 0)
        if success <= face <= defence[1]:
            state = _fall(state, defence[0], 1)
        state = {at: ways for at, ways in state.items() if -behind <= at[0] - at[1] <= ahead}
    # The dice that are still in the air come down on faces that count for nothing.
    low = min(attack[1], need - 1), min(defence[1], success - 1)
    return sum(ways * low[0] ** (attack[0] - at[0]) * low[1] ** (defence[0] - at[1]) for at, ways in state.items())


def _fall(state: Mapping[Dice, int], count: int, which: int) -> dict[Dice, int]:
    """Let any number of the dice of one side that are still in the air show this face."""
    found: dict[Dice, int] = {}
    for at, ways in state.items():
        left = count - at[which]
        for more in range(left + 1):
            key = (at[0] + more, at[1]) if which == 0 else (at[0], at[1] + more)
            found[key] = found.get(key, 0) + ways * comb(left, more)
    return found


def mean(chances: Spread) -> Fraction:
    """Return how many are lost on average."""
    return sum((count * chance for count, chance in chances.items()), Fraction(0))
