r"""What every grid can do: the protocol that the rest of the program sees.

All geometry that decides anything is done in whole numbers. A grid is a lattice: the centre of cell (q, r)
lies at the lattice point (scale * q, scale * r), and every corner of every cell is a lattice point as well.

        corner 5 ---- corner 0            Sides and corners are numbered clockwise. Side k runs from corner
       /     side 0       \               k-1 to corner k, and corner k is where side k meets side k+1. So
    side 5              side 1            the corner vector is step(k) + step(k+1), on hexes (scale 3) as on
     /                      \             squares (scale 2), and one formula serves both.
 corner 4     (q, r)      corner 1
     \                      /             The axes of a hex lattice are not at right angles. That does no harm:
    side 4              side 2            whether a line meets a point, a side or a cell is the same in slanted
       \     side 3       /               axes, and a cross product keeps its sign. Screen points (floats) are
        corner 3 ---- corner 2            for drawing alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from sim.grid.cell import Cell, Edge, column_letters, split_name

Point = tuple[float, float]


def cross(one: Cell, other: Cell) -> int:
    """Return the cross product: positive when `other` lies clockwise of `one` on the screen."""
    return one.q * other.r - one.r * other.q


class Grid(ABC):
    """An endless board of cells. Two grids of the same make are equal and interchangeable."""

    kind: str
    """What map files call it: "hex" or "square"."""
    scale: int
    """Lattice points between the centres of neighbours: the smallest number that makes corners whole."""
    cells_at_corner: int
    """How many cells meet at a corner: three hexes, four squares."""
    form: tuple[int, int, int]
    """The squared length of a step (q, r) is form[0] * q * q + form[1] * q * r + form[2] * r * r."""
    sides: tuple[str, ...]
    """Names of a cell's sides, clockwise: where walls can stand."""
    side_steps: tuple[Cell, ...]
    """The step across each side."""
    directions: tuple[str, ...]
    """Names of the directions one can step or face in, clockwise. On squares they may include diagonals."""
    steps: tuple[Cell, ...]
    """The step in each direction."""

    # -- what differs from grid to grid ------------------------------------------------------------------

    @abstractmethod
    def distance(self, one: Cell, other: Cell) -> int:
        """Count the steps from one cell to the other on open ground."""

    @abstractmethod
    def rotated(self, cell: Cell, turns: int) -> Cell:
        """Turn a cell clockwise about the origin, by 60 degrees a turn on hexes and 90 on squares."""

    @abstractmethod
    def mirrored(self, cell: Cell) -> Cell:
        """Reflect a cell left to right."""

    def flipped(self, cell: Cell) -> Cell:
        """Reflect a cell top to bottom: mirrored, and turned by half."""
        return self.mirrored(cell).times(-1)

    @abstractmethod
    def offset(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row under which files and players know the cell."""

    @abstractmethod
    def at(self, column: int, row: int) -> Cell:
        """Return the cell in that column and row."""

    @abstractmethod
    def plane(self, q: float, r: float) -> Point:
        """Return the point on the plane of lattice coordinates given in cells; neighbours are 1 apart."""

    @abstractmethod
    def cell_at(self, point: Point) -> Cell:
        """Return the cell that covers a point of the plane."""

    # -- the same for all --------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out of a pickle what follows from the make of the grid."""
        return type(self), tuple(getattr(self, each.name) for each in fields(self))  # type: ignore[arg-type]

    @cached_property
    def corners(self) -> tuple[Cell, ...]:
        """Vectors from a centre to its corners, in lattice points."""
        following = self.side_steps[1:] + self.side_steps[:1]
        return tuple(step.plus(after) for step, after in zip(self.side_steps, following, strict=True))

    @cached_property
    def compass(self) -> tuple[Cell, ...]:
        """Twice as many points as sides: side, corner, side, corner, clockwise from side 0."""
        return tuple(point for pair in zip(self.side_steps, self.corners, strict=True) for point in pair)

    @cached_property
    def points_per_direction(self) -> int:
        """How many compass points lie between neighbouring directions."""
        return len(self.compass) // len(self.directions)

    def squared(self, one: Cell, other: Cell) -> int:
        """Return the squared straight distance between centres, neighbours across a side being 1 apart.

        A whole number, so that "nearest in inches" has exact ties and no rounding.
        """
        q, r = other.q - one.q, other.r - one.r
        qq, qr, rr = self.form
        return qq * q * q + qr * q * r + rr * r * r

    def centre(self, cell: Cell) -> Cell:
        """Return the lattice point of a cell's centre."""
        return cell.times(self.scale)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells one step away, clockwise."""
        return tuple(cell.plus(step) for step in self.steps)

    def neighbour(self, cell: Cell, direction: str) -> Cell:
        """Return the cell one step away in a named direction."""
        return cell.plus(self.steps[self.directions.index(direction)])

    def adjacent(self, one: Cell, other: Cell) -> bool:
        """Say whether the two cells are one step apart."""
        return other.minus(one) in self.steps

    def share_side(self, one: Cell, other: Cell) -> bool:
        """Say whether a wall could stand between the two cells."""
        return other.minus(one) in self.side_steps

    def edge(self, cell: Cell, side: str) -> Edge:
        """Return the edge on the named side of a cell."""
        return Edge.between(cell, cell.plus(self.side_steps[self.sides.index(side)]))

    def ring(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        """Return the cells exactly `radius` steps away, in order of r, then q."""
        return tuple(cell for cell in self.disc(centre, radius) if self.distance(centre, cell) == radius)

    def disc(self, centre: Cell, radius: int) -> tuple[Cell, ...]:
        """Return the cells at most `radius` steps away, in order of r, then q."""
        return tuple([centre.plus(step) for step in self._near(radius)])

    @lru_cache(maxsize=32)  # noqa: B019 - there are few grids, and few radii that matter to rules
    def _near(self, radius: int) -> tuple[Cell, ...]:
        """Return the steps that lead no further than a radius."""
        span, here = range(-radius, radius + 1), Cell(0, 0)
        return tuple([step for r in span for q in span if self.distance(here, step := Cell(q, r)) <= radius])

    def turned(self, direction: int, points: int) -> int:
        """Return the direction reached by turning clockwise that many directions."""
        return (direction + points) % len(self.directions)

    def towards(self, origin: Cell, target: Cell) -> tuple[int, ...]:
        """Return the direction that points best at a target; two where it lies exactly between them.

        Ties are the caller's to settle, visibly. For the cell itself every direction is as good.
        """
        return self._pointing(target.minus(origin))

    @lru_cache(maxsize=1 << 14)  # noqa: B019 - there are few grids, and their directions never change
    def _pointing(self, view: Cell) -> tuple[int, ...]:
        scores = [self._alignment(step, view) for step in self.steps]
        best = max(scores)
        return tuple(d for d, score in enumerate(scores) if score == best)

    def _alignment(self, step: Cell, view: Cell) -> Fraction:
        """Rank a step by the cosine of its angle to a view, squared to stay exact, keeping the sign."""
        here = Cell(0, 0)
        length = self.squared(here, step)
        twice_dot = length + self.squared(here, view) - self.squared(step, view)
        return Fraction(twice_dot * abs(twice_dot), length)

    def in_arc(self, origin: Cell, facing: int, target: Cell, spread: int) -> bool:
        """Say whether a target lies within `spread` compass points either side of a facing, limits included.

        A compass point is 30 degrees on hexes and 45 on squares: a hex front of three hexsides is spread 3,
        a forward cone of 90 degrees on squares is spread 1. A cell is in all of its own arcs.
        """
        points = len(self.compass)
        view = target.minus(origin)
        if view == (0, 0) or 2 * spread >= points:
            return True
        ahead = facing * self.points_per_direction
        left, right = self.compass[(ahead - spread) % points], self.compass[(ahead + spread) % points]
        clear_of_left, clear_of_right = cross(left, view) >= 0, cross(view, right) >= 0
        if 4 * spread > points:
            return clear_of_left or clear_of_right
        if spread == 0:
            return cross(left, view) == 0 and self._ahead(left, view)
        return clear_of_left and clear_of_right

    @staticmethod
    def _ahead(ray: Cell, view: Cell) -> bool:
        """Say whether a view along a ray's line lies before the viewer rather than behind."""
        return ray.q * view.q > 0 or ray.r * view.r > 0

    def wedge(self, origin: Cell, facing: int, spread: int, radius: int) -> tuple[Cell, ...]:
        """Return the cells of an arc up to a distance, without the origin."""
        around = self.disc(origin, radius)
        return tuple(cell for cell in around if cell != origin and self.in_arc(origin, facing, cell, spread))

    def flank(self, origin: Cell, facing: int, spread: int, radius: int) -> tuple[Cell, ...]:
        """Return the cells outside an arc up to a distance."""
        around = self.disc(origin, radius)
        return tuple(cell for cell in around if not self.in_arc(origin, facing, cell, spread))

    def line(self, one: Cell, other: Cell) -> tuple[Cell, ...]:
        """Return the cells that the straight line between two centres passes through, both ends included."""
        from sim.grid.line import Through, trace  # here, because the tracer is written in terms of a grid

        if one == other:
            return (one,)
        return one, *(met.cell for met in trace(self, one, other) if isinstance(met, Through)), other

    def name(self, cell: Cell) -> str:
        """Return what players call a cell: column letters and row number."""
        column, row = self.offset(cell)
        return f"{column_letters(column)}{row + 1}"

    def cell(self, name: str) -> Cell:
        """Return the cell of that name; a ValueError says what a name looks like."""
        return self.at(*split_name(name))

    def edge_name(self, edge: Edge) -> str:
        """Return what files call an edge: a cell beside it and that cell's side.

        On the rim of a board one of the two cells lies before the first column or row and has no name.
        """
        cell = edge.first if min(self.offset(edge.first)) >= 0 else edge.second
        side = self.side_steps.index(edge.other(cell).minus(cell))
        return f"{self.name(cell)}/{self.sides[side]}"

    def point(self, cell: Cell) -> Point:
        """Return the centre of a cell on the plane."""
        return self.plane(cell.q, cell.r)

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of a cell on the plane, clockwise; corner k ends side k."""
        return tuple(self._corner_point(cell, corner) for corner in self.corners)

    def side_points(self, cell: Cell, side: int) -> tuple[Point, Point]:
        """Return both ends of a side on the plane."""
        return self._corner_point(cell, self.corners[side - 1]), self._corner_point(cell, self.corners[side])

    def _corner_point(self, cell: Cell, corner: Cell) -> Point:
        return self.plane(cell.q + corner.q / self.scale, cell.r + corner.r / self.scale)

    def rectangle(self, width: int, height: int) -> Iterator[Cell]:
        """Yield the cells of a board in reading order: the order of candidates everywhere."""
        return (self.at(column, row) for row in range(height) for column in range(width))
