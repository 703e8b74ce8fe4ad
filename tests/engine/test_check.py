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
    """A part of nothing is left out; a check is a value; of several those are added that are so."""
    check = Check("attack").plus(3, "firepower", "COH-1").plus(-1, "prone")
    assert check.parts == (Part(3, "firepower", "COH-1"), Part(-1, "prone", ""))
    assert Check("attack").plus(0, "in the open") == Check("attack")
    first = Check("attack").plus(1, "aim")
    first.plus(2, "height")
    assert first.total == 1
    check = Check("to hit").where("LPG-FIRE", (True, 1, "short range"), (0, -1, "prone"), ("wall", 0, "hard cover"))
    assert check.parts == (Part(1, "short range", "LPG-FIRE"),)


def test_a_check_reads_as_a_sum() -> None:
    """Name, total, and each part with its sign; nothing where nothing was added."""
    assert str(Check("attack").plus(3, "aim").plus(-2, "smoke")) == "attack 1: +3 aim, -2 smoke"
    assert str(Check("attack")) == "attack 0"
