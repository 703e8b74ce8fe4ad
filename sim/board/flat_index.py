"""The flat layout of a map for the kernels.

Kernels keep cells in one line of slots, by axial coordinates and with a border, so that the neighbour in each
direction is always the same number of slots away and walking off the board needs no test: the border blocks.
A hex board leaves two corners of that rectangle unused; they count as off the map like the border.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.grid import Cell, Grid

_BORDER = 2
"""Lines graze cells next to the board; two rows are enough for a step and a corner beyond it."""

OPEN, CLOSED, LAST = 0, 1, 2
"""What a search may do with a slot: enter and leave it, not enter it, enter it but not leave it again."""


@dataclass(frozen=True, eq=False)
class Slots:
    """Where each cell of a map lies in the flat layout."""

    count: int
    stride: int
    of_cell: NDArray[np.int32]
    """Map order to slot."""
    places: NDArray[np.int32]
    """Map order to lattice coordinates."""
    to_cell: NDArray[np.int32]
    """Slot to map order; -1 off the map."""
    side_jumps: NDArray[np.int32]
    """How far the neighbour across each side lies."""
    step_jumps: NDArray[np.int32]
    """How far the neighbour in each direction lies."""

    @classmethod
    def of(cls, grid: Grid, width: int, on_map: NDArray[np.bool_]) -> Slots:
        """Lay out the cells of a map."""
        rows, columns = np.divmod(np.arange(len(on_map), dtype=np.int32), width)
        lattice: Any = grid.at  # which reckons with whole rows as it does with one number
        places = np.stack(lattice(columns, rows), axis=1)
        low, high = places.min(axis=0), places.max(axis=0)
        stride = int(high[0] - low[0]) + 1 + 2 * _BORDER
        count = stride * (int(high[1] - low[1]) + 1 + 2 * _BORDER)
        of_cell = ((places[:, 1] - low[1] + _BORDER) * stride + places[:, 0] - low[0] + _BORDER).astype(np.int32)
        to_cell = np.full(count, -1, dtype=np.int32)
        to_cell[of_cell[on_map]] = np.flatnonzero(on_map)
        jumps = (_jumps(steps, stride) for steps in (grid.side_steps, grid.steps))
        return cls(count, stride, of_cell, places, to_cell, *jumps)


def _jumps(steps: Sequence[Cell], stride: int) -> NDArray[np.int32]:
    return np.array([step.r * stride + step.q for step in steps], dtype=np.int32)
