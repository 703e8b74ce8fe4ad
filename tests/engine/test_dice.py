"""Dice: what is thrown, what is needed, and how likely that is."""

from fractions import Fraction
from itertools import product

import pytest

from sim.engine.dice import (
    AVERAGE_DIE,
    D6,
    D8,
    D10,
    D12,
    Die,
    Need,
    Throw,
    at_least,
    at_most,
    between,
    die,
    probability,
    totals,
)


def test_a_die_has_the_faces_from_one_up() -> None:
    """A die with n faces shows 1 to n and is called Dn, none is without faces; the average die has 3 and 4 twice."""
    assert [die(sides) for sides in (6, 8, 10, 12)] == [D6, D8, D10, D12]
    for sides in (1, 2, 6, 20, 21, 137):
        assert die(sides) == Die(f"D{sides}", tuple(range(1, sides + 1)))
    for sides in (0, -1):
        with pytest.raises(ValueError, match=f"no die with {sides} faces"):
            die(sides)
    assert AVERAGE_DIE.faces == (2, 3, 3, 4, 4, 5)


@pytest.mark.parametrize(
    ("need", "text", "good"),
    [
        (at_least(4), "4+", {4, 5, 6}),
        (at_most(2), "2 or less", {1, 2}),
        (between(2, 4), "2-4", {2, 3, 4}),
        (between(3, 3), "3", {3}),
        (at_least(4, each=True), "4+ on each die", {4, 5, 6}),
        (at_most(2, each=True), "2 or less on each die", {1, 2}),
        (between(1, 2, each=True), "1-2 on each die", {1, 2}),
    ],
)
def test_a_need_reads_as_it_is_printed(need: Need, text: str, good: set[int]) -> None:
    """As rulebooks write it; both limits are good enough, and nothing beyond them."""
    assert str(need) == text
    assert {face for face in D6.faces if need.met_by(face)} == good
    assert all(Need().met_by(face) for face in D6.faces)


def test_a_throw_tells_all_there_is_to_tell() -> None:
    """The dice, for whom, what for, what is needed, and what each face stands for; a die of its own keeps its name."""
    assert str(Throw(D6, "to hit", "rifles-1", at_least(8), count=2)) == "2D6 for rifles-1: to hit, 8+ needed"
    assert str(Throw(D10, "weather")) == "D10: weather"
    assert str(Throw(die(2), "tie", "red-1", options=("B2", "C3"))) == "D2 for red-1: tie; 1 = B2; 2 = C3"
    assert [Throw(D6, "", count=1).dice, Throw(D6, "", count=3).dice] == ["D6", "3D6"]
    assert [Throw(AVERAGE_DIE, "", count=n).dice for n in (1, 2)] == ["average die", "2 times the average die"]
    assert Throw(Die("Dark die", (1, 2)), "", count=2).dice == "2 times the Dark die"


@pytest.mark.parametrize("thrown", [D6, D10, AVERAGE_DIE, Die("odd", (-1, 0, 0, 7))])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_totals_are_those_of_full_enumeration(thrown: Die, count: int) -> None:
    """Every total is counted as often as the faces make it, and totals come in order."""
    sums = [sum(faces) for faces in product(thrown.faces, repeat=count)]
    assert totals(thrown, count) == {total: sums.count(total) for total in set(sums)}
    assert list(totals(thrown, count)) == sorted(set(sums))


@pytest.mark.parametrize("thrown", [D6, D8, AVERAGE_DIE])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("need", [at_least(7), at_most(5), between(4, 9), at_least(100), at_most(100)])
def test_probability_is_exact(thrown: Die, count: int, need: Need) -> None:
    """A probability equals the share of all throws that meet the need, as a fraction."""
    throws = list(product(thrown.faces, repeat=count))
    good = [faces for faces in throws if need.met_by(sum(faces))]
    assert probability(thrown, count, need) == Fraction(len(good), len(throws))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_need_of_each_die_is_judged_die_by_die(count: int) -> None:
    """Where every die counts for itself, the probability is that of one die, however many are thrown."""
    assert probability(D6, count, at_least(4, each=True)) == Fraction(1, 2)
