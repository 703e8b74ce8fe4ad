r"""Where Tiled draws the cells of a map, in pixels.

Tiled places hexes by three figures: the box of a tile, and the length of the sides that lie along the axis on which it
does not stagger. Hexes drawn in it need not be regular, so corners are not where the lattice of `sim.grid` has them,
but cells, sides and corners are the same ones and are numbered alike.

         flat (staggered along x)                pointy (staggered along y)

          |<- side ->|                                  /  \
           __________                                 /      \
         /            \    -                         |        |   -
       /                \  | tile height             |        |   | side
        \              /   |                         |        |   -
          \__________/     -                          \      /
       |<- tile width ->|                               \  /
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot

from sim.grid import Cell, Grid, HexGrid, Point

_SNAP = 0.3
"""How far from a corner, in lengths of a side, a point may lie and still mean it. Hands are not exact."""


@dataclass(frozen=True)
class PixelLayout:
    """The cells of a board as Tiled draws them."""

    grid: Grid
    tile_width: int
    tile_height: int
    side: int = 0
    """Length of the sides of hexes along x (flat) or along y (pointy)."""

    @cached_property
    def _hexes(self) -> bool:
        return self.grid.kind == "hex"

    @cached_property
    def _flat(self) -> bool:
        """Whether the cells are hexes that lie on a side; those that stand on a corner have none to the north."""
        return self._hexes and "n" in self.grid.sides

    @cached_property
    def _origin(self) -> Point:
        """The centre of the first cell."""
        x, y = self.tile_width / 2, self.tile_height / 2
        match self.grid:
            case HexGrid("flat", "even"):
                return x, 2 * y
            case HexGrid("pointy", "even"):
                return 2 * x, y
            case _:
                return x, y

    @cached_property
    def _pitch(self) -> Point:
        """How far apart columns and rows are."""
        match self.grid:
            case HexGrid("flat", _):
                return (self.tile_width - self.side) // 2 + self.side, self.tile_height
            case HexGrid("pointy", _):
                return self.tile_width, (self.tile_height - self.side) // 2 + self.side
            case _:
                return self.tile_width, self.tile_height

    def pixel(self, q: float, r: float) -> Point:
        """Return where a place of the lattice, in cells, lies: a cell's centre if both are whole."""
        (x, y), (across, down) = self._origin, self._pitch
        if not self._hexes:
            return x + across * q, y + down * r
        return (x + across * q, y + down * (q / 2 + r)) if self._flat else (x + across * (q + r / 2), y + down * r)

    def lattice(self, point: Point) -> Point:
        """Return the place of the lattice, in cells, at a pixel."""
        (x, y), (across, down) = self._origin, self._pitch
        right, below = (point[0] - x) / across, (point[1] - y) / down
        if not self._hexes:
            return right, below
        return (right, below - right / 2) if self._flat else (right - below / 2, below)

    def centre(self, cell: Cell) -> Point:
        """Return the centre of a cell."""
        return self.pixel(cell.q, cell.r)

    def cell_at(self, point: Point) -> Cell:
        """Return the cell around a pixel."""
        return self.grid.cell_at(self.grid.plane(*self.lattice(point)))

    # -- corners -----------------------------------------------------------------------------------------

    @cached_property
    def _corners(self) -> tuple[Point, ...]:
        """From a centre to its corners, numbered as everywhere: corner k ends side k."""
        x, y, half = self.tile_width / 2, self.tile_height / 2, self.side / 2
        if not self._hexes:
            return (x, -y), (x, y), (-x, y), (-x, -y)
        if self._flat:
            return (half, -y), (x, 0), (half, y), (-half, y), (-x, 0), (-half, -y)
        return (0, -y), (x, -half), (x, half), (0, y), (-x, half), (-x, -half)

    def corner(self, corner: Cell) -> Point:
        """Return where a corner of the lattice lies."""
        for k, vector in enumerate(self.grid.corners):
            centre = corner.minus(vector)
            if centre.q % self.grid.scale == 0 and centre.r % self.grid.scale == 0:
                cell = Cell(centre.q // self.grid.scale, centre.r // self.grid.scale)
                (x, y), (across, down) = self.centre(cell), self._corners[k]
                return x + across, y + down
        raise ValueError(f"{corner} is no corner of a cell")

    def corner_at(self, point: Point) -> Cell | None:
        """Return the corner, as a point of the lattice, that a pixel means; None if it is near none."""
        cell = self.cell_at(point)
        x, y = self.centre(cell)
        away = [hypot(point[0] - x - across, point[1] - y - down) for across, down in self._corners]
        nearest = away.index(min(away))
        if away[nearest] > _SNAP * self._shortest_side:
            return None
        return self.grid.centre(cell).plus(self.grid.corners[nearest])

    @cached_property
    def _shortest_side(self) -> float:
        places = [*self._corners, self._corners[0]]
        return min(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places))
