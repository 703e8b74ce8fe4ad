"""How chances are written."""

from fractions import Fraction

import pytest

from sim.engine.chances import long, percent, short

NEARLY = [Fraction(1, 2000), Fraction(1, 201), Fraction(200, 201), Fraction(1999, 2000), Fraction(10**9 - 1, 10**9)]


@pytest.mark.parametrize("chance", NEARLY)
def test_what_is_neither_never_reads_as_nought_or_certain(chance: Fraction) -> None:
    """In none of the forms, however little is missing."""
    for written in (short(chance), percent(chance), long(chance)):
        assert not written.startswith(("0 %", "0.0", "100"))


def test_the_long_form_gives_the_exact_fraction() -> None:
    """Where it is short enough to be read; what cannot and what must happen needs none; a rounded one shows a tenth."""
    assert long(Fraction(5, 12)) == "41.7 %  (5/12)"
    assert long(Fraction(1, 2)) == "50 %  (1/2)"
    assert long(Fraction(499_999, 1_000_000)) == "50.0 %"
    assert {form(Fraction(0)) for form in (short, percent, long)} == {"0 %"}
    assert {form(Fraction(1)) for form in (short, percent, long)} == {"100 %"}
