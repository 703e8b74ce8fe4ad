"""A cell, an edge between two cells, and the names people write for them.

One kind of cell serves every grid, so that nothing above this layer has to ask what it is looking at.
On hexes `q` and `r` are axial coordinates; on squares they are simply column and row.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_NAME = re.compile(r"([A-Za-z]{1,3})([0-9]{1,4})")
_made = tuple.__new__
"""What making a cell comes to in the end. Cells are added up by the million, and half of that was the way there."""


class Cell(NamedTuple):
    """One hex or one square, by its lattice coordinates.

    >>> Cell(2, 3).plus(Cell(1, -1))
    Cell(q=3, r=2)
    """

    q: int
    r: int

    def plus(self, step: Cell) -> Cell:
        """Return the cell that lies `step` away. (`+` on a tuple would join, not add.)"""
        return _made(Cell, (self.q + step.q, self.r + step.r))

    def minus(self, other: Cell) -> Cell:
        """Return the step that leads from `other` to this cell."""
        return _made(Cell, (self.q - other.q, self.r - other.r))

    def times(self, factor: int) -> Cell:
        """Return this step taken `factor` times."""
        return Cell(self.q * factor, self.r * factor)


class Edge(NamedTuple):
    """The boundary between two adjacent cells, the same whichever side it is named from.

    Make one with `Edge.between`, which puts the two cells in order: an edge is then a plain dictionary key.

    >>> Edge.between(Cell(1, 0), Cell(0, 0)) == Edge.between(Cell(0, 0), Cell(1, 0))
    True
    """

    first: Cell
    second: Cell

    @classmethod
    def between(cls, one: Cell, other: Cell) -> Edge:
        """Return the edge that the two cells share."""
        return _made(cls, (one, other) if one <= other else (other, one))

    def other(self, cell: Cell) -> Cell:
        """Return the cell on the far side, seen from `cell`."""
        return self.second if cell == self.first else self.first

    def moved(self, step: Cell) -> Edge:
        """Return the edge that lies `step` away; the order of its cells stays."""
        return _made(Edge, (self.first.plus(step), self.second.plus(step)))


@cache
def column_letters(column: int) -> str:
    """Write a column number as players do: A to Z, then AA, AB and so on.

    >>> [column_letters(n) for n in (0, 25, 26, 51, 52, 701, 702)]
    ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']
    """
    if column < 0:
        raise ValueError(f"column {column} lies left of the board and has no letters")
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """Read a column's letters back into its number.

    >>> [column_number(text) for text in ("A", "z", "AA", "AAA")]
    [0, 25, 26, 702]
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def split_name(name: str) -> tuple[int, int]:
    """Split a cell's name into column and row, both counted from 0.

    >>> split_name("C2")
    (2, 1)
    """
    found = _NAME.fullmatch(name)
    if not found or not int(found[2]):
        raise ValueError(f'"{name}" is no cell name: expected letters for the column and a row from 1, as in "C2"')
    return column_number(found[1]), int(found[2]) - 1
