"""How much a counter of a size shows, and where on it.

Places are in counters: the middle is (0, 0), a side is 1 long, y runs down.

    a card, large               a card, small               a round base
    +-----------------+         +-----------------+            .-------.
    | label           |         | nw     n     ne |          nw  ,-.   ne
    |nw      n      ne|         |   +---------+   |         |   (   )   |
    | m  +-------+  m |         |   |    X    | m |         m    '-'    m
    |    |   X   |    |         |   +---------+   |         |   label   |
    |    +-------+    |         | sw           se |          sw       se
    |sw  m  ...  m  se|         +-----------------+            '-------'
    +-----------------+

A card that has figures shows them before its name: what it can do is what its owner looks for, and names are to be had
beside all counters (`battle/plates.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from sim.grid import Point
from sim.view.counters.portrait import Corner, Portrait


class Detail(IntEnum):
    """How much is shown; each level shows all that the one before does."""

    SHAPE = 0
    """What it is, whose it is and where it faces."""
    SYMBOL = 1
    """And its symbol, and the most important mark."""
    VALUES = 2
    """And its figures, on a card."""
    LABEL = 3
    """And its name, its strength and all marks."""
    FIGURES = 4
    """And its figures, on a round base, too."""


SYMBOL_SIZE, FIGURE_SIZE = 18, 22
"""From how many pixels on one can tell a symbol on a card, and a man seen from above, who has finer lines."""


def detail(size: float, *, is_round: bool) -> Detail:
    """Return how much a counter of so many pixels shows, on a card or on a round base.

    >>> [detail(size, is_round=False).name for size in (12, 18, 36, 48, 72)]
    ['SHAPE', 'SYMBOL', 'VALUES', 'LABEL', 'FIGURES']
    >>> detail(18, is_round=True).name
    'SHAPE'
    """
    return Detail((size >= (FIGURE_SIZE if is_round else SYMBOL_SIZE)) + (size >= 32) + (size > 40) + (size > 70))


@dataclass(frozen=True)
class Box:
    """An upright rectangle about a point, in counters."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """The point it lies about."""
        return self.x, self.y


@dataclass(frozen=True)
class Arrangement:
    """Where the parts of a counter are."""

    picture: Box
    """The symbol, or what is seen from above."""
    label: Box | None
    marks: tuple[Box, ...]
    """Places for marks, the first for the most important."""
    corners: tuple[tuple[Corner, Box], ...] = ()
    pips: Box | None = None


def arrangement(portrait: Portrait, level: Detail) -> Arrangement:
    """Return where the parts of a counter are."""
    if portrait.round:
        return _ON_BASE[level]
    if portrait.figures and level in _VALUED:
        return _VALUED[level]
    match portrait.form:
        case "unit":
            return _ON_CARD[level]
        case "unknown":
            return _HIDDEN[level]
        case _:
            return _FROM_ABOVE[level]


def _row(y: float, size: float, *places: float) -> tuple[Box, ...]:
    return tuple(Box(x, y, size, size) for x in places)


def _corners(x: float, top: float, bottom: float, size: Point) -> tuple[tuple[Corner, Box], ...]:
    places: tuple[tuple[Corner, float, float], ...] = (
        ("nw", -x, top),
        ("n", 0, top),
        ("ne", x, top),
        ("sw", -x, bottom),
        ("se", x, bottom),
    )
    return tuple((corner, Box(place, y, *size)) for corner, place, y in places)


_WHOLE = Arrangement(Box(0, 0, 0.86, 0.86), None, ())
_MAIN_MARK = _row(0.28, 0.46, 0.30)
_BOTTOM = _row(0.345, 0.235, 0.32, 0.105, -0.11, -0.325)
_UNDER_LABEL = Box(0, -0.165, 0.70, 0.06)
_SIDES = (*_row(0.10, 0.215, 0.355, -0.355), *_row(0.365, 0.19, 0.115, -0.115))

_ON_CARD = (
    _WHOLE,
    *2 * (Arrangement(Box(0, 0.03, 0.72, 0.48), None, _MAIN_MARK),),
    Arrangement(Box(0, 0.075, 0.54, 0.32), Box(0, -0.315, 0.86, 0.20), _BOTTOM, pips=_UNDER_LABEL),
    Arrangement(
        Box(0, 0.095, 0.46, 0.30),
        Box(0, -0.335, 0.86, 0.15),
        _SIDES,
        _corners(0.345, -0.135, 0.345, (0.215, 0.18)),
        Box(0, 0.28, 0.44, 0.05),
    ),
)
_HIDDEN = (
    _WHOLE,
    *2 * (Arrangement(Box(0, 0.0, 0.66, 0.66), None, _MAIN_MARK),),
    Arrangement(Box(0, 0.10, 0.56, 0.56), Box(0, -0.305, 0.86, 0.20), _BOTTOM),
    Arrangement(Box(0, 0.085, 0.56, 0.56), Box(0, -0.335, 0.86, 0.15), _SIDES, _ON_CARD[4].corners),
)
_FROM_ABOVE = (
    _WHOLE,
    *2 * (Arrangement(Box(0, 0.0, 0.74, 0.74), None, _MAIN_MARK),),
    Arrangement(Box(0, 0.12, 0.62, 0.62), Box(0, -0.315, 0.86, 0.20), _BOTTOM, pips=_UNDER_LABEL),
    Arrangement(
        Box(0, 0.10, 0.56, 0.56),
        Box(0, -0.335, 0.86, 0.15),
        _SIDES,
        _corners(0.345, -0.135, 0.345, (0.215, 0.18)),
        Box(0, 0.43, 0.40, 0.05),
    ),
)
_VALUED = {
    Detail.VALUES: Arrangement(
        Box(0.03, 0, 0.54, 0.27),
        None,
        _row(0.0, 0.38, 0.30),
        (
            *_corners(0.325, -0.315, 0.0, (0.295, 0.315))[:3],
            *_corners(0.265, 0.0, 0.315, (0.43, 0.315))[3:],  # a defence has two digits
        ),
    ),
    Detail.LABEL: Arrangement(
        Box(0, 0.115, 0.42, 0.24),
        Box(0, -0.36, 0.88, 0.17),
        _row(0.115, 0.23, 0.345, -0.345) + _row(0.36, 0.20, 0.0),
        _corners(0.325, -0.14, 0.355, (0.285, 0.235)),
        Box(0, 0.44, 0.30, 0.05),
    ),
}
"""Cards with figures that have less room than they would like."""
_ON_BASE = (
    _WHOLE,
    *2 * (Arrangement(Box(0, 0, 0.90, 0.90), None, _MAIN_MARK),),
    Arrangement(Box(0, -0.04, 0.86, 0.86), Box(0, 0.395, 0.90, 0.21), _row(-0.32, 0.25, 0.34, -0.34)
                + _row(0.02, 0.25, 0.40, -0.40)),
    Arrangement(
        Box(0, -0.03, 0.88, 0.88),
        Box(0, 0.405, 0.92, 0.165),
        _row(-0.07, 0.20, 0.40, -0.40) + _row(0.15, 0.20, 0.40, -0.40),
        _corners(0.385, -0.39, 0.40, (0.21, 0.17)),
        Box(0, 0.285, 0.40, 0.05),
    ),
)  # fmt: skip
