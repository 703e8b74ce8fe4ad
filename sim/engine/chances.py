"""How a chance is written: short on the map and on buttons, long with the exact fraction in panels.

Only what cannot happen is 0 %, and only what must happen is 100 %, however little is missing.
"""

from __future__ import annotations

from fractions import Fraction

LONGEST = 9
"""Characters of a fraction that fit beside its percentage."""


def short(chance: Fraction | float) -> str:
    """Write a chance in whole percent.

    >>> short(Fraction(5, 18)), short(Fraction(1)), short(Fraction(1, 1296)), short(0.9999)
    ('28 %', '100 %', '<1 %', '>99 %')
    """
    whole = round(100 * chance)
    if whole < 1 and chance > 0:
        return "<1 %"
    return ">99 %" if whole > 99 and chance < 1 else f"{whole} %"


def percent(chance: Fraction | float) -> str:
    """Write a chance in percent to a tenth; one that is whole without a tenth.

    >>> percent(Fraction(5, 18)), percent(Fraction(1, 2)), percent(Fraction(1, 5000)), percent(Fraction(4999, 5000))
    ('27.8 %', '50 %', '<0.1 %', '>99.9 %')
    """
    tenths = round(1000 * chance)
    if tenths < 1 and chance > 0:
        return "<0.1 %"
    if tenths > 999 and chance < 1:
        return ">99.9 %"
    return f"{tenths // 10} %" if 100 * chance == tenths // 10 else f"{tenths / 10:.1f} %"


def long(chance: Fraction) -> str:
    """Write a chance in percent and as the exact fraction, where there is one and it is short enough to be read.

    >>> long(Fraction(5, 12)), long(Fraction(1)), long(Fraction(1, 1296)), long(Fraction(1234567, 12345678))
    ('41.7 %  (5/12)', '100 %', '0.1 %  (1/1296)', '10.0 %')
    """
    fraction = str(chance)
    return percent(chance) if chance.denominator == 1 or len(fraction) > LONGEST else f"{percent(chance)}  ({fraction})"
