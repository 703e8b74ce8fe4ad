"""Squares, with four or with eight neighbours.

nw  n  ne
 w  +  e      Walls stand on the four sides. With eight neighbours one also steps and faces diagonally.
sw  s  se
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Literal

from sim.grid.base import Grid, Point
from sim.grid.cell import Cell

_SIDES = ("n", "e", "s", "w")
_SIDE_STEPS = (Cell(0, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 0))
_ALL = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
_ALL_STEPS = tuple(point for k, step in enumerate(_SIDE_STEPS) for point in (step, step.plus(_SIDE_STEPS[(k + 1) % 4])))


@dataclass(frozen=True)
class SquareGrid(Grid):
    """A board of squares.

    >>> SquareGrid(8).distance(Cell(0, 0), Cell(3, 2)), SquareGrid(4).distance(Cell(0, 0), Cell(3, 2))
    (3, 5)
    """

    ways: Literal[4, 8] = 8
    """How many neighbours a square has."""

    kind = "square"
    scale = 2
    cells_at_corner = 4
    form = (1, 0, 1)
    sides = _SIDES
    side_steps = _SIDE_STEPS

    @property
    def directions(self) -> tuple[str, ...]:  # type: ignore[override]  # fixed for a grid, by its neighbours
        return _ALL if self.ways == 8 else _SIDES

    @property
    def steps(self) -> tuple[Cell, ...]:  # type: ignore[override]  # as the directions
        return _ALL_STEPS if self.ways == 8 else _SIDE_STEPS

    def distance(self, one: Cell, other: Cell) -> int:
        across, down = abs(other.q - one.q), abs(other.r - one.r)
        # The greater of the two, in words that mean the same of whole arrays: `BattleMap.distances` asks for such.
        return (across + down + abs(across - down)) // 2 if self.ways == 8 else across + down

    def rotated(self, cell: Cell, turns: int) -> Cell:
        q, r = cell
        for _ in range(turns % 4):
            q, r = -r, q
        return Cell(q, r)

    def mirrored(self, cell: Cell) -> Cell:
        return Cell(-cell.q, cell.r)

    def offset(self, cell: Cell) -> tuple[int, int]:
        return cell.q, cell.r

    def at(self, column: int, row: int) -> Cell:
        return Cell(column, row)

    def plane(self, q: float, r: float) -> Point:
        return float(q), float(r)

    def cell_at(self, point: Point) -> Cell:
        return Cell(floor(point[0] + 0.5), floor(point[1] + 0.5))
