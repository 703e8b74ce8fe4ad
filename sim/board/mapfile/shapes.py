"""Which cells and sides a shape covers: drawings in inches or metres, brought to the cells of a board.

The rules, of which `maps/README.md` tells the same:

- Coordinates count from the left and the upper end of the board's outline, x to the right and y down.
- A cell belongs to a polygon, circle or box if its centre lies inside it or on its boundary.
- A line visits the cells it passes through, in its own order.
- The edge of a polygon, circle or box is made of the sides between cells that belong to it and cells that do not.
- The edge of a line is made of the sides whose two cells it parts: it crosses the straight way from the one centre
  to the other. A line through a centre parts nothing clearly, and is refused.

Distances are kept in cells (neighbours are 1 apart), and what comes within a millionth of a cell counts as touching:
decimal figures of a file such as 0.1 have no exact form here, and a drawing is meant to be read with the eye.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from math import hypot

import numpy as np
from numpy.typing import NDArray

from sim.grid import Cell, Edge, Grid, Point

TOUCH = 1e-6
_NUDGES = ((-TOUCH, -TOUCH), (TOUCH, -TOUCH), (-TOUCH, TOUCH), (TOUCH, TOUCH))
_MARGIN = 2.0
"""How far outside the board lines are still followed: they may run along its border."""

MOST_WORK = 6_000_000
"""How many cells all shapes of a map together may look at. It is what keeps a hostile file from running for hours."""
_STEP_WORK = 100
"""A cell that a line walks through takes as long as that many cells that a figure is laid over; likewise below."""
_SIDE_WORK = 40
_POINTS_A_LOOK = 50
"""How many points of a polygon cost as much as laying another figure."""

Ordinals = NDArray[np.intp]


class ShapeFault(Exception):
    """Tell what is wrong with a shape: what was found and what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(found, expected)
        self.found = found
        self.expected = expected


class TooMuchWork(ShapeFault):
    """Tell that the shapes of a file would take too long."""


class DrawingSheet:
    """A board laid out on the plane, ready to have shapes drawn on it."""

    def __init__(self, grid: Grid, width: int, height: int, per_cell: float) -> None:
        self.grid, self.width, self.height, self.per_cell = grid, width, height, per_cell
        self._work = 0
        # Of these four one reaches furthest left, and one furthest up.
        first = grid.rectangle(min(2, width), min(2, height))
        corners = [point for cell in first for point in grid.outline(cell)]
        self._left, self._top = min(x for x, _ in corners), min(y for _, y in corners)
        # Two rows are enough to know all: every second row lies straight below.
        pair = np.array([self.centre(cell) for cell in grid.rectangle(width, 2)]).reshape(2, width, 2)
        down = np.array(self.centre(grid.at(0, 2))) - pair[0, 0]
        centres = pair[np.arange(height) % 2] + np.arange(height)[:, None, None] // 2 * down
        self._x, self._y = centres[:, :, 0], centres[:, :, 1]
        self._column_ends = self._x.min(axis=0), self._x.max(axis=0)
        self._row_ends = self._y.min(axis=1), self._y.max(axis=1)
        self._right, self._bottom = float(self._x.max()) + _MARGIN, float(self._y.max()) + _MARGIN

    def spend(self, work: int) -> None:
        """Count work, and refuse more than is sensible."""
        self._work += work
        if self._work > MOST_WORK:
            raise TooMuchWork("shapes over more cells than can be worked out", "fewer or smaller shapes")

    def _in_cells(self, points: Sequence[Sequence[float]]) -> list[Point]:
        return [(x / self.per_cell, y / self.per_cell) for x, y in points]

    # -- cells that belong to a figure -------------------------------------------------------------------

    def in_polygon(self, points: Sequence[Sequence[float]]) -> Ordinals:
        """Return the cells of a polygon. An outline that crosses or touches itself has no plain inside."""
        import shapely  # here, because most maps have no polygons and it takes long to load

        polygon = shapely.Polygon(self._in_cells(points))
        if not shapely.is_valid(polygon):
            found = self._crossing(shapely.is_valid_reason(polygon))
            raise ShapeFault(found, "an outline that neither crosses nor touches itself")
        rows, columns = self._window(*polygon.bounds, pains=2 + len(points) // _POINTS_A_LOOK)
        shapely.prepare(polygon)
        x, y = self._x[rows, columns], self._y[rows, columns]
        inside = shapely.intersects_xy(polygon, x, y)
        for across, down in _NUDGES:
            outside = ~inside
            inside[outside] = shapely.intersects_xy(polygon, x[outside] + across, y[outside] + down)
        return self._ordinals(rows, columns, inside)

    def _crossing(self, said: str) -> str:
        """Take the place out of what shapely says, back in the measure of the file."""
        place = said.partition("[")[2].rstrip("]").split()
        if len(place) != 2:
            return "an outline without an inside"
        x, y = (float(figure) * self.per_cell for figure in place)
        return f"an outline that meets itself at {x:.6g}, {y:.6g}"

    def in_circle(self, x: float, y: float, radius: float) -> Ordinals:
        """Return the cells of a circle."""
        x, y, radius = (figure / self.per_cell for figure in (x, y, radius))
        rows, columns = self._window(x - radius, y - radius, x + radius, y + radius)
        away = np.hypot(self._x[rows, columns] - x, self._y[rows, columns] - y)
        return self._ordinals(rows, columns, away <= radius + TOUCH)

    def in_box(self, left: float, top: float, right: float, bottom: float) -> Ordinals:
        """Return the cells of an upright rectangle."""
        if left >= right or top >= bottom:
            raise ShapeFault(f"a box from {left:g}, {top:g} to {right:g}, {bottom:g}", "left, top, right, bottom")
        left, top, right, bottom = (figure / self.per_cell for figure in (left, top, right, bottom))
        rows, columns = self._window(left, top, right, bottom)
        x, y = self._x[rows, columns], self._y[rows, columns]
        inside = (x >= left - TOUCH) & (x <= right + TOUCH) & (y >= top - TOUCH) & (y <= bottom + TOUCH)
        return self._ordinals(rows, columns, inside)

    def _window(self, left: float, top: float, right: float, bottom: float, pains: int = 1) -> tuple[slice, slice]:
        """Return the rows and columns that a figure can reach, so that a small one costs little on a big board."""
        columns = _span(*self._column_ends, left, right)
        rows = _span(*self._row_ends, top, bottom)
        cells = (columns.stop - columns.start) * (rows.stop - rows.start)
        self.spend(cells * pains + self.width + self.height)
        return rows, columns

    def _ordinals(self, rows: slice, columns: slice, inside: NDArray[np.bool_]) -> Ordinals:
        row, column = np.nonzero(inside)
        return np.asarray((row + rows.start) * self.width + column + columns.start, dtype=np.intp)

    # -- sides -------------------------------------------------------------------------------------------

    @cached_property
    def _moves(self) -> NDArray[np.intp]:
        """How far the column and row across each side lie, by whether the own column and row are even or odd."""
        grid = self.grid
        moves = np.zeros((len(grid.sides), 2, 2, 2), dtype=np.intp)
        for side, step in enumerate(grid.side_steps):
            for column, row in product(range(2), range(2)):
                beyond = grid.offset(grid.at(column, row).plus(step))
                moves[side, column, row] = beyond[0] - column, beyond[1] - row
        return moves

    def around(self, ordinals: Ordinals) -> list[Edge]:
        """Return the sides between these cells and all others, those off the board included."""
        rows, columns = np.divmod(ordinals, self.width)
        inside = np.zeros((self.height + 2, self.width + 2), dtype=np.bool_)
        inside[rows + 1, columns + 1] = True
        edges: list[Edge] = []
        for side, step in enumerate(self.grid.side_steps):
            across, down = self._moves[side, columns % 2, rows % 2].T
            border = ordinals[~inside[rows + down + 1, columns + across + 1]].tolist()
            self.spend(_SIDE_WORK * len(border) + len(ordinals) // 4)
            cells = [self.grid.at(n % self.width, n // self.width) for n in border]
            edges += [Edge.between(cell, cell.plus(step)) for cell in cells]
        return edges

    def parted_by(self, points: Sequence[Sequence[float]]) -> list[Edge]:
        """Return the sides whose cells a line parts."""
        edges: dict[Edge, None] = {}
        for start, end in self._segments(points):
            for cell, _ in self._walk(start, end):
                self.spend(_STEP_WORK)
                centre = self.centre(cell)
                if self._on_board(cell) and _distance(centre, start, end) <= TOUCH:
                    raise ShapeFault(
                        f"a line through the centre of {self.grid.name(cell)}",
                        "one that passes beside it; move a point of the line a little",
                    )
                for step, way in zip(self.grid.side_steps, self._step_vectors, strict=True):
                    if _crosses(start, end, centre, way):
                        edges[Edge.between(cell, cell.plus(step))] = None
        return list(edges)

    # -- lines -------------------------------------------------------------------------------------------

    def visited_by(self, points: Sequence[Sequence[float]]) -> list[Cell]:
        """Return the cells that a line passes through, in its order, those beside the board included."""
        cells: list[Cell] = []
        for start, end in self._segments(points):
            for cell, beside in self._walk(start, end):
                if beside is not None:
                    pair = [self.grid.name(hand) for hand in sorted((cell, beside)) if self._on_board(hand)]
                    names = " and ".join([*pair, "the outside"][:2])
                    raise ShapeFault(
                        f"a line along the side between {names}",
                        "one that passes through cells; move a point of the line a little",
                    )
                if not cells or cells[-1] != cell:
                    cells.append(cell)
        return cells

    @cached_property
    def _step_vectors(self) -> list[Point]:
        return [self.grid.plane(step.q, step.r) for step in self.grid.side_steps]

    def centre(self, cell: Cell) -> Point:
        """Return where the centre of a cell lies, in cells from the origin."""
        x, y = self.grid.point(cell)
        return x - self._left, y - self._top

    def _on_board(self, cell: Cell) -> bool:
        column, row = self.grid.offset(cell)
        return 0 <= column < self.width and 0 <= row < self.height

    def _cell_at(self, x: float, y: float) -> Cell:
        return self.grid.cell_at((x + self._left, y + self._top))

    def _segments(self, points: Sequence[Sequence[float]]) -> Iterator[tuple[Point, Point]]:
        """Yield the straight parts of a line, cut off a little outside the board."""
        places = self._in_cells(points)
        for start, end in pairwise(places):
            self.spend(_STEP_WORK)
            part = _clipped(start, end, self._right, self._bottom)
            if part and _length(*part) > TOUCH:
                yield part

    def _walk(self, start: Point, end: Point) -> Iterator[tuple[Cell, Cell | None]]:
        """Yield the cells from one point to another, each with the cell beside it if the way runs along their side.

        A cell is what lies nearer to its centre than to any other: (place - centre) · step <= 1/2 for every step
        across a side. The way leaves it where it first breaks one of these; which cell follows is asked a little
        further on, so that corners need no rule of their own.
        """
        length = _length(start, end)
        ahead = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        gone = 0.0
        while gone < length - TOUCH:
            self.spend(_STEP_WORK)
            nudge = gone + TOUCH / 2
            cell = self._cell_at(start[0] + ahead[0] * nudge, start[1] + ahead[1] * nudge)
            x, y = self.centre(cell)
            leaves, beside = length, None
            for step, (across, down) in zip(self.grid.side_steps, self._step_vectors, strict=True):
                speed = ahead[0] * across + ahead[1] * down
                room = 0.5 - (start[0] - x) * across - (start[1] - y) * down
                if speed > TOUCH:
                    leaves = min(leaves, room / speed)
                elif abs(speed) <= TOUCH and abs(room) <= TOUCH:
                    beside = cell.plus(step)
            yield cell, beside
            gone = max(leaves, gone + TOUCH)


def _span(low: NDArray[np.float64], high: NDArray[np.float64], start: float, end: float) -> slice:
    """Return the columns, or rows, that hold any centre between two coordinates."""
    reached = np.flatnonzero((high >= start - TOUCH) & (low <= end + TOUCH))
    return slice(int(reached[0]), int(reached[-1]) + 1) if len(reached) else slice(0, 0)


def _length(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])


def _clipped(start: Point, end: Point, right: float, bottom: float) -> tuple[Point, Point] | None:
    """Return the part of a straight line on the board and its margin; None if it passes by."""
    enters, leaves = 0.0, 1.0
    for axis, most in ((0, right), (1, bottom)):
        way = end[axis] - start[axis]
        if abs(way) < TOUCH * TOUCH:
            if not -_MARGIN <= start[axis] <= most:
                return None
            continue
        low, high = sorted(((-_MARGIN - start[axis]) / way, (most - start[axis]) / way))
        enters, leaves = max(enters, low), min(leaves, high)
    if enters >= leaves:
        return None
    across, down = end[0] - start[0], end[1] - start[1]
    first, last = ((start[0] + across * at, start[1] + down * at) for at in (enters, leaves))
    return first, last


def _distance(place: Point, start: Point, end: Point) -> float:
    """Return how far a place lies from a straight line between two points."""
    across, down = end[0] - start[0], end[1] - start[1]
    at = ((place[0] - start[0]) * across + (place[1] - start[1]) * down) / (across * across + down * down)
    at = min(1.0, max(0.0, at))
    return hypot(place[0] - start[0] - across * at, place[1] - start[1] - down * at)


def _crosses(start: Point, end: Point, centre: Point, way: Point) -> bool:
    """Say whether a line crosses the way from a centre to the next, or ends on it. Along it is not across it."""
    across, down = end[0] - start[0], end[1] - start[1]
    turn = across * way[1] - down * way[0]
    slack = TOUCH * (abs(across) + abs(down))
    if abs(turn) <= slack:
        return False
    gap_x, gap_y = centre[0] - start[0], centre[1] - start[1]
    on_way = (gap_x * down - gap_y * across) / turn
    if not -TOUCH <= on_way <= 1 + TOUCH:
        return False
    on_line = (gap_x * way[1] - gap_y * way[0]) / turn
    return -TOUCH <= on_line * abs(turn) <= abs(turn) + TOUCH
