"""Checks: numbers with their reasons."""

from hypothesis import given
from hypothesis import strategies as st

from sim.engine.check import Check, Part


@given(st.lists(st.integers(-9, 9)))
def test_the_total_is_the_sum_of_the_parts(values: list[int]) -> None:
    """Whatever is added, the total is what the parts add up to."""
    check = Check("attack")
    for value in values:
        check = check.plus(value, "something")
    assert check.total == sum(values) == sum(part.value for part in check.parts)


def test_reasons_are_kept_in_order_with_their_rules() -> None:
    """Every part remembers why, and by which rule."""
    check = Check("attack").plus(3, "firepower", "COH-1").plus(-1, "prone")
    assert check.parts == (Part(3, "firepower", "COH-1"), Part(-1, "prone", ""))


def test_a_part_of_nothing_is_left_out() -> None:
    """Nobody reads "+0 in the open"."""
    assert Check("attack").plus(0, "in the open") == Check("attack")


def test_adding_leaves_the_first_check_alone() -> None:
    """A check is a value."""
    first = Check("attack").plus(1, "aim")
    first.plus(2, "height")
    assert first.total == 1


def test_a_check_reads_as_a_sum() -> None:
    """Name, total, and each part with its sign."""
    assert str(Check("attack").plus(3, "aim").plus(-2, "smoke")) == "attack 1: +3 aim, -2 smoke"


def test_a_check_without_parts_is_a_bare_number() -> None:
    """Nothing was added, and nothing is listed."""
    assert str(Check("attack")) == "attack 0"


def test_of_some_modifiers_those_are_added_that_are_so() -> None:
    """Each with the rule that has them all; one that adds nothing is left out, as everywhere."""
    check = Check("to hit").where("LPG-FIRE", (True, 1, "short range"), (0, -1, "prone"), ("wall", 0, "hard cover"))
    assert check.parts == (Part(1, "short range", "LPG-FIRE"),)
