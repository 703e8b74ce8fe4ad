"""Hexes: flat-top or pointy-top, odd or even offset in files, axial inside.

      flat-top            pointy-top
         n                 nw   ne
     nw     ne               \\ /         The six steps are the same in both; only their names differ,
       \\   /              w -   - e       because a pointy-top board is a flat-top board turned by 30 degrees.
     sw     se               / \\
         s                 sw   se
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

from sim.grid.base import Grid, Point
from sim.grid.cell import Cell

_STEPS = (Cell(0, -1), Cell(1, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0))
_NAMES = {
    "flat": ("n", "ne", "se", "s", "sw", "nw"),
    "pointy": ("nw", "ne", "e", "se", "sw", "w"),
}
_ROW = sqrt(3) / 2
"""Distance between neighbouring columns (flat) or rows (pointy), neighbours being 1 apart."""


@dataclass(frozen=True)
class HexGrid(Grid):
    """A board of hexes.

    `shifted` says which columns (flat) or rows (pointy) are pushed half a hex down (or right), counting
    from 0: the widespread "odd-q" layout is flat and odd.

    >>> HexGrid().name(HexGrid().at(2, 1))
    'C2'
    >>> HexGrid().distance(HexGrid().cell("A1"), HexGrid().cell("C2"))
    2
    """

    top: Literal["flat", "pointy"] = "flat"
    shifted: Literal["odd", "even"] = "odd"

    kind = "hex"
    scale = 3
    cells_at_corner = 3
    form = (1, 1, 1)
    steps = _STEPS
    side_steps = _STEPS

    @property
    def sides(self) -> tuple[str, ...]:  # type: ignore[override]  # fixed for a grid, but named by its top
        return _NAMES[self.top]

    @property
    def directions(self) -> tuple[str, ...]:  # type: ignore[override]  # one steps and faces across sides
        return _NAMES[self.top]

    def distance(self, one: Cell, other: Cell) -> int:
        q, r = other.q - one.q, other.r - one.r
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def rotated(self, cell: Cell, turns: int) -> Cell:
        q, r = cell
        for _ in range(turns % 6):
            q, r = -r, q + r
        return Cell(q, r)

    def mirrored(self, cell: Cell) -> Cell:
        q, r = cell
        return Cell(-q, q + r) if self.top == "flat" else Cell(-q - r, r)

    def offset(self, cell: Cell) -> tuple[int, int]:
        q, r = cell
        return (q, r + self._push(q)) if self.top == "flat" else (q + self._push(r), r)

    def at(self, column: int, row: int) -> Cell:
        if self.top == "flat":
            return Cell(column, row - self._push(column))
        return Cell(column - self._push(row), row)

    def _push(self, line: int) -> int:
        """How far axial coordinates have slipped against rows by that column (or row)."""
        return line // 2 if self.shifted == "odd" else (line + 1) // 2

    def plane(self, q: float, r: float) -> Point:
        return (_ROW * q, q / 2 + r) if self.top == "flat" else (q + r / 2, _ROW * r)

    def cell_at(self, point: Point) -> Cell:
        x, y = point
        q, r = (x / _ROW, y - x / _ROW / 2) if self.top == "flat" else (x - y / _ROW / 2, y / _ROW)
        return _rounded(q, r)


def _rounded(q: float, r: float) -> Cell:
    """Return the hex around a fractional position: round all three cube axes, mend the worst."""
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        return Cell(-whole_r - whole_s, whole_r)
    if off_r > off_s:
        return Cell(whole_q, -whole_q - whole_s)
    return Cell(whole_q, whole_r)
