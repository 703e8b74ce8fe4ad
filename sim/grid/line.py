"""What a straight line between two cell centres meets, in order, exactly.

Everything else about sight is built on this: which cells the line passes through, which sides it crosses, and
where it merely grazes, passing through a corner or running along a side, with cells to its left and right.

    through a corner of squares    along a side of hexes      through a corner of hexes
           left | next               here  \\ left  /  next          left, or   \\  here
           -----+-----                  ----======----               the cell    >----
           here | right              here  / right \\  next          entered    /  right

Where a line grazes, neither side alone is "in the way": the rule that reads this decides what both together do.
The list for b to a is that for a to b backwards, left and right exchanged; turning or mirroring the board turns
or mirrors the list. No float is involved.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from sim.grid.base import Grid, cross
from sim.grid.cell import Cell, Edge


class Through(NamedTuple):
    """The line passes through the inside of a cell, between two points of its way (0 = start, 1 = end)."""

    cell: Cell
    enters: Fraction
    leaves: Fraction

    def moved(self, step: Cell) -> Through:
        return Through(self.cell.plus(step), self.enters, self.leaves)


class Across(NamedTuple):
    """The line crosses a side, away from the side's ends."""

    edge: Edge
    at: Fraction

    def moved(self, step: Cell) -> Across:
        return Across(self.edge.moved(step), self.at)


class Bank(NamedTuple):
    """What touches a grazing line on one hand: at most one cell, and sides with the point of contact."""

    cell: Cell | None
    edges: tuple[tuple[Edge, Fraction], ...]

    def moved(self, step: Cell) -> Bank:
        edges = tuple((edge.moved(step), at) for edge, at in self.edges)
        return Bank(None if self.cell is None else self.cell.plus(step), edges)


class Between(NamedTuple):
    """The line passes between two banks: through a corner (enters = leaves) or along a side."""

    left: Bank
    right: Bank
    enters: Fraction
    leaves: Fraction
    along: Edge | None = None

    def moved(self, step: Cell) -> Between:
        along = None if self.along is None else self.along.moved(step)
        return Between(self.left.moved(step), self.right.moved(step), self.enters, self.leaves, along)


Met = Through | Across | Between


def trace(grid: Grid, start: Cell, end: Cell) -> Iterator[Met]:
    """Yield what the line meets between its two end cells, in order; the end cells themselves are left out.

    >>> from sim.grid import SquareGrid
    >>> [type(met).__name__ for met in trace(SquareGrid(), Cell(0, 0), Cell(2, 1))]
    ['Across', 'Through', 'Across', 'Through', 'Across']
    """
    return (met.moved(start) for met in trace_from_origin(grid, end.minus(start)))


@lru_cache(maxsize=2**12)
def trace_from_origin(grid: Grid, view: Cell) -> tuple[Met, ...]:
    """Return the line from cell (0, 0) to `view`. A line is a property of the offset between its ends, so it is
    traced once and moved to where it is asked for."""
    return tuple(_Tracer(grid, Cell(0, 0), view).walk()) if view != (0, 0) else ()


@lru_cache(maxsize=2**14)
def trace_end(grid: Grid, view: Cell, count: int) -> tuple[Met, ...]:
    """Return the last so many things that the line from cell (0, 0) to `view` meets, in order.

    The same as the end of `trace_from_origin`, and much sooner there on a long line: it is traced from its end.

    >>> from sim.grid import SquareGrid
    >>> trace_end(SquareGrid(), Cell(9, 4), 2) == trace_from_origin(SquareGrid(), Cell(9, 4))[-2:]
    True
    """
    if view == (0, 0):
        return ()
    back = islice(_Tracer(grid, Cell(0, 0), Cell(0, 0).minus(view)).walk(), count)
    return tuple(_reversed(met).moved(view) for met in back)[::-1]


def _reversed(met: Met) -> Met:
    """Return what a line meets as the line the other way meets it."""
    match met:
        case Through(cell, enters, leaves):
            return Through(cell, 1 - leaves, 1 - enters)
        case Across(edge, at):
            return Across(edge, 1 - at)
        case Between(left, right, enters, leaves, along):
            return Between(_bank_reversed(right), _bank_reversed(left), 1 - leaves, 1 - enters, along)


def _bank_reversed(bank: Bank) -> Bank:
    return Bank(bank.cell, tuple((edge, 1 - at) for edge, at in reversed(bank.edges)))


class _Tracer:
    """Walks from cell to cell along one line.

    What depends on the bearing alone is worked out once: on which hand of the line each corner of a cell would lie if
    the line ran through the cell's centre, and how steeply each side is crossed.
    """

    def __init__(self, grid: Grid, start: Cell, end: Cell) -> None:
        self.grid, self.start, self.end = grid, start, end
        self.view = end.minus(start)
        self.count = len(grid.side_steps)
        self.vectors = [corner.minus(grid.corners[k - 1]) for k, corner in enumerate(grid.corners)]
        self.hands = [cross(self.view, corner) for corner in grid.corners]
        self.slants = [cross(self.view, vector) for vector in self.vectors]
        self.forward = self._forward_sides()

    def _forward_sides(self) -> tuple[int, ...]:
        """The sides through which a line of this bearing can leave a cell, from its left to its right."""
        ahead = [slant > 0 for slant in self.slants]
        first = next(k for k in range(self.count) if ahead[k] and not ahead[k - 1])
        return tuple((first + k) % self.count for k in range(sum(ahead)))

    def walk(self) -> Iterator[Met]:
        cell, entered = self.start, Fraction(0)
        while cell != self.end:
            side, through_corner = self._way_out(cell)
            leaves = self._crossing(cell, side)
            if cell != self.start:
                yield Through(cell, entered, leaves)
            if through_corner:
                met, cell = self._graze(cell, side, leaves)
                yield met
                entered = met.leaves
            else:
                following = cell.plus(self.grid.side_steps[side])
                yield Across(Edge.between(cell, following), leaves)
                cell, entered = following, leaves

    def _way_out(self, cell: Cell) -> tuple[int, bool]:
        """Return the side by which the line leaves, and whether it does so by that side's last corner.

        Corners left of the line give a negative cross product, corners right of it a positive one; among the
        forward sides, the way out is where the sign changes.
        """
        off_line = self.grid.scale * cross(self.view, cell.minus(self.start))
        for side in self.forward:
            if off_line + self.hands[side] >= 0:
                return side, off_line + self.hands[side] == 0
        raise AssertionError("a line always leaves the cell it is in")

    def _crossing(self, cell: Cell, side: int) -> Fraction:
        """Return how far along the line it meets a side's straight line, as a fraction of the whole.

        The general formula is cross(corner - start, side) / cross(end - start, side); with centres on multiples
        of the scale and the cross product of neighbouring corners equal to the scale, it shortens to this.
        """
        return Fraction(cross(cell.minus(self.start), self.vectors[side]) + 1, self.slants[side])

    def _graze(self, cell: Cell, side: int, at: Fraction) -> tuple[Between, Cell]:
        """Pass the corner that ends `side`, and return what lies on both hands and the next cell."""
        steps = self.grid.side_steps
        left, right = cell.plus(steps[side]), cell.plus(steps[(side + 1) % self.count])
        beyond = left.plus(steps[(side + 1) % self.count])
        if self.grid.cells_at_corner == 4:
            return self._gap(cell, left, right, beyond, at, at), beyond
        bend = self.hands[side]
        if bend == 0:
            leaves = self._crossing(beyond, (side + 3) % self.count)
            return self._gap(cell, left, right, beyond, at, leaves, Edge.between(left, right)), beyond
        if bend > 0:  # the side that leads away from the corner lies on the right: on into the left cell
            return Between(_wall(cell, left, at), _bank(right, cell, left, at, at), at, at), left
        return Between(_bank(left, cell, right, at, at), _wall(cell, right, at), at, at), right

    @staticmethod
    def _gap(
        cell: Cell, left: Cell, right: Cell, beyond: Cell, enters: Fraction, leaves: Fraction, along: Edge | None = None
    ) -> Between:
        left_bank, right_bank = (_bank(hand, cell, beyond, enters, leaves) for hand in (left, right))
        return Between(left_bank, right_bank, enters, leaves, along)


def _bank(hand: Cell, before: Cell, after: Cell, enters: Fraction, leaves: Fraction) -> Bank:
    """A cell on one hand, with its sides to the cells that the line leaves and enters."""
    return Bank(hand, ((Edge.between(before, hand), enters), (Edge.between(hand, after), leaves)))


def _wall(before: Cell, after: Cell, at: Fraction) -> Bank:
    """No cell on this hand, only the end of the side between the cells that the line leaves and enters."""
    return Bank(None, ((Edge.between(before, after), at),))
