"""Where a map lies on the plane: centres, corners and bounds as arrays, and the cell under any point.

A grid answers for one cell at a time. A picture asks about a million points, so the same linear map from cells to the
plane is written down here once as a matrix. Nothing in it decides anything: rules never read the plane.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.board.terrain import VOID
from sim.grid import Cell, Point
from sim.view.board.camera import Camera, PlaneBox

Floats = NDArray[np.float32] | NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Layout:
    """One map on the plane. Make it with `layout`, which keeps it."""

    map: BattleMap

    @cached_property
    def centres(self) -> NDArray[np.float64]:
        """The centre of every cell of the rectangle, in map order."""
        cells = np.array(self.map.cells, dtype=np.float64).reshape(-1, 2)
        return cells @ self._basis

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """From a centre to each corner, clockwise; corner k ends side k."""
        return np.array(self.map.grid.corners, dtype=np.float64) / self.map.grid.scale @ self._basis

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """Which cells of the rectangle are part of the map."""
        return np.array([kind != VOID for kind in self.map.terrain])

    @cached_property
    def bounds(self) -> PlaneBox:
        """The smallest upright rectangle around all cells that are part of the map."""
        centres = self.centres[self.present] if self.present.any() else self.centres
        low = centres.min(axis=0) + self.corners.min(axis=0)
        high = centres.max(axis=0) + self.corners.max(axis=0)
        return PlaneBox(float(low[0]), float(low[1]), float(high[0]), float(high[1]))

    @cached_property
    def _basis(self) -> NDArray[np.float64]:
        """The steps in q and in r, one a row: the plane is linear in both on every grid."""
        return np.array([self.map.grid.plane(1, 0), self.map.grid.plane(0, 1)], dtype=np.float64)

    @cached_property
    def _table(self) -> tuple[Cell, NDArray[np.int32]]:
        """Map order by q and r, -1 off the map, and the cell at the table's corner."""
        cells = np.array(self.map.cells, dtype=np.int64).reshape(-1, 2)
        low, high = cells.min(axis=0), cells.max(axis=0)
        table = np.full(tuple(high - low + 1), -1, dtype=np.int32)
        places = cells - low
        order = np.where(self.present, np.arange(len(cells)), -1)
        table[places[:, 0], places[:, 1]] = order
        return Cell(int(low[0]), int(low[1])), table

    def ordinals_at(self, x: Floats, y: Floats) -> NDArray[np.int32]:
        """Return which cell covers each point, by map order; -1 off the map.

        A cell is all that lies nearer to its centre than to any other, on hexes as on squares; the nearest centre
        is always one of the four around the point in slanted axes.
        """
        (a, b), (c, d) = np.linalg.inv(self._basis).tolist()
        q, r = x * a + y * c, x * b + y * d
        low_q, low_r = np.floor(q), np.floor(r)
        best = np.full(np.broadcast(x, y).shape, np.inf, dtype=q.dtype)
        best_q, best_r = np.zeros(best.shape, dtype=np.int32), np.zeros(best.shape, dtype=np.int32)
        for step_q, step_r in ((0, 0), (1, 0), (0, 1), (1, 1)):
            near = self._squared(q - low_q - step_q, r - low_r - step_r)
            closer = near < best
            best = np.where(closer, near, best)
            best_q = np.where(closer, low_q + step_q, best_q).astype(np.int32)
            best_r = np.where(closer, low_r + step_r, best_r).astype(np.int32)
        return self._looked_up(best_q, best_r)

    def _squared(self, q: Floats, r: Floats) -> Floats:
        (qx, qy), (rx, ry) = self._basis.tolist()
        along_x, along_y = q * qx + r * rx, q * qy + r * ry
        return np.asarray(along_x * along_x + along_y * along_y)

    def _looked_up(self, q: NDArray[np.int32], r: NDArray[np.int32]) -> NDArray[np.int32]:
        corner, table = self._table
        column, row = q - corner.q, r - corner.r
        inside = (column >= 0) & (column < table.shape[0]) & (row >= 0) & (row < table.shape[1])
        found = table[np.where(inside, column, 0), np.where(inside, row, 0)]
        return np.where(inside, found, -1).astype(np.int32)

    def in_view(self, camera: Camera, margin: float = 0.7) -> NDArray[np.intp]:
        """Return the map order of all cells whose centre lies in the window or within a margin around it."""
        left, top, right, bottom = camera.view
        x, y = self.centres[:, 0], self.centres[:, 1]
        near = (x > left - margin) & (x < right + margin) & (y > top - margin) & (y < bottom + margin)
        return np.flatnonzero(near & self.present)

    def shapes(self, ordinals: NDArray[np.intp], camera: Camera) -> list[list[Point]]:
        """Return the outlines of cells on the screen; corner k ends side k."""
        corners = self.centres[ordinals][:, None, :] + self.corners[None, :, :]
        placed: list[list[Point]] = (corners * camera.scale - (camera.left, camera.top)).tolist()
        return placed

    def cells_in_view(self, camera: Camera, margin: float = 0.7) -> list[Cell]:
        """Return the cells of `in_view`, in map order."""
        cells = self.map.cells
        return [cells[n] for n in self.in_view(camera, margin)]


def laid_out_like(before: Layout, battle_map: BattleMap) -> Layout:
    """Return the layout of a map; of one with the same outline, what is known of where its cells lie is taken over."""
    after = layout(battle_map)
    if battle_map.cells is before.map.cells:  # those of a map that was redrawn with the same holes
        vars(after).update({name: known for name, known in vars(before).items() if name != "map"})
    return after


@lru_cache(maxsize=32)
def layout(battle_map: BattleMap) -> Layout:
    """Return the layout of a map; the same map gets the same object, with what it has worked out."""
    return Layout(battle_map)
