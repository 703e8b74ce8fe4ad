"""Dice that cancel each other: exact chances, held against every throw there is."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from sim.engine.chance import Scripted
from sim.engine.dice import Throw, at_least, die
from sim.engine.matching import exchange, spread, unsaved
from sim.engine.notes import Said
from tests.picket_positions import field


def left_at_best(attack: tuple[int, ...], defence: tuple[int, ...], need: int = 4) -> int:
    """The fewest attack successes that any way of matching leaves: every order of the defence dice is tried."""
    hits = [face for face in attack if face >= need]
    saves = [face for face in defence if face >= 4]
    wide = saves + [0] * max(0, len(hits) - len(saves))
    return min(sum(save < hit for hit, save in zip(hits, order, strict=False)) for order in permutations(wide))


@pytest.mark.parametrize("need", [4, 6])
@pytest.mark.parametrize("faces", [6, 8])
def test_the_matching_is_the_best_there_is(faces: int, need: int) -> None:
    """Of all throws of three dice against two, and two against three, nothing cancels more."""
    for attack in product(range(1, faces + 1), repeat=2):
        for defence in product(range(3, faces + 1), repeat=3):
            assert unsaved(attack, defence, need) == left_at_best(attack, defence, need)
            assert unsaved(defence, attack, need) == left_at_best(defence, attack, need)


@pytest.mark.parametrize("attack", [(1, 6), (2, 8), (3, 6), (2, 12)])
@pytest.mark.parametrize("defence", [(0, 6), (1, 8), (2, 6), (2, 10)])
@pytest.mark.parametrize("need", [4, 6])
def test_chances_are_those_of_all_throws(attack: tuple[int, int], defence: tuple[int, int], need: int) -> None:
    """Counted throw by throw, for few dice of all kinds."""
    mine = list(product(range(1, attack[1] + 1), repeat=attack[0]))
    theirs = list(product(range(1, defence[1] + 1), repeat=defence[0]))
    counts = Counter(unsaved(one, other, need) for one in mine for other in theirs)
    expected = {left: Fraction(count, len(mine) * len(theirs)) for left, count in counts.items()}
    assert spread(attack, defence, need, 4, attack[0]) == expected


def test_nobody_loses_more_than_there_are() -> None:
    """What would fell more falls upon the last, on either side; one D6 against none is a casualty by half."""
    whole, one = spread((4, 8), (1, 6), 4, 4, 4), spread((4, 8), (1, 6), 4, 4, 1)
    assert one == {0: whole[0], 1: 1 - whole[0]}
    assert spread((1, 6), (0, 6), 4, 4, 4)[1] == Fraction(1, 2)
    found = exchange((3, 8), (3, 8), 4, (1, 2))
    assert sum(found.values()) == 1
    assert max(first for first, _ in found) == 1
    assert max(second for _, second in found) == 2


@pytest.mark.parametrize(("one", "other"), [((1, 6), (1, 8)), ((2, 8), (2, 6)), ((3, 6), (2, 6)), ((1, 12), (3, 6))])
def test_exchanges_are_those_of_all_throws(one: tuple[int, int], other: tuple[int, int]) -> None:
    """In a bout the dice of both are attack and defence at once; counted throw by throw."""
    mine = list(product(range(1, one[1] + 1), repeat=one[0]))
    theirs = list(product(range(1, other[1] + 1), repeat=other[0]))
    counts = Counter((unsaved(second, first), unsaved(first, second)) for first in mine for second in theirs)
    expected = {losses: Fraction(count, len(mine) * len(theirs)) for losses, count in counts.items()}
    assert exchange(one, other, 4, (9, 9)) == expected


def test_many_dice_are_counted_exactly() -> None:
    """Ten dice of twelve faces against ten fall in more ways than a machine's own whole numbers can count."""
    found = exchange((10, 12), (10, 12), 4, (10, 10))
    assert sum(found.values()) == 1
    assert all(found[losses] == found[losses[::-1]] for losses in found)
    # All ten are felled where every die of the others is a success, and higher than the highest of theirs.
    highest = {face: face**10 - (face - 1) ** 10 for face in range(1, 13)}
    ways = sum(count * (12 - max(face, 3)) ** 10 for face, count in highest.items())
    assert found[10, 0] == Fraction(ways, 12**20)


# -- in a game -----------------------------------------------------------------------------------------------------

ATTACK = Throw(die(8), "fire", "ames", at_least(4, each=True), count=2)
DEFENCE = Throw(die(6), "defence", "red-1", at_least(4, each=True), count=1)


@pytest.mark.parametrize(
    ("dice", "expected"), [([8, 5, 6], (2, 1)), ([1, 5, 6], (1, 0)), ([1, 5, 4], (1, 1)), ([1, 3], (0, 0))]
)
def test_defence_is_thrown_against_what_hits(dice: list[int], expected: tuple[int, int]) -> None:
    """Where nothing hits no die is thrown, and nothing is noted of the defence."""
    game = field().game(source=Scripted(dice))
    matched = game.matched(ATTACK, DEFENCE, Said("behind a wall"))
    assert (matched.hits, matched.left) == expected
    assert matched.faces == tuple(dice[:2])
    assert (Said("behind a wall") in game.notebook.unsealed()) is bool(matched.hits)


@pytest.mark.parametrize(
    ("mine", "theirs", "lost"), [([8, 5], [6], (0, 1)), ([6], [6], (0, 0)), ([10, 1, 1], [5, 5, 4], (2, 1))]
)
def test_dice_may_be_attack_and_defence_at_once(mine: list[int], theirs: list[int], lost: tuple[int, int]) -> None:
    """A six cancels the five, and the eight the six; equal dice cancel each other; both may lose."""
    one, other = (
        Throw(die(10), "blows", who, at_least(4, each=True), count=len(dice))
        for who, dice in (("ames", mine), ("red-1", theirs))
    )
    game = field().game(source=Scripted([*mine, *theirs]))
    assert game.exchanged(one, other, Said("theirs")) == lost
