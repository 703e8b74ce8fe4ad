"""The table that the sight kernels read, apart from them so that making one imports no numba.

Few arrays rather than many: every array handed to a compiled function costs it some nanoseconds, and a line over
three cells takes no more than that. A slot's figures lie side by side, so that a step reads one line of memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NOTHING = -30_000
"""The top of something that is not there: lower than any height a map may have."""
WALL_TOP = 30_000
"""The top of cells off the map: higher than any line."""

# Columns of a slot.
GROUND = 0
TOP = 1
"""The ground, or what blocks on it if that is there."""
SCREEN = 2
"""The top of what blocks, NOTHING where only the ground is."""
VEIL = 3
"""Hindrance."""
VEIL_TOP = 4
HIGHEST = 5
"""The highest of all that stands in it or on its sides, blocking or not."""
EDGES = 6
"""The top of what blocks on side 0; the other sides follow."""

# Columns of a side.
STEP_Q, STEP_R, CORNER_Q, CORNER_R, VECTOR_Q, VECTOR_R, JUMP = range(7)

# Rules of the convention and the grid, and the lowest ground of the map.
STRAIGHT_LINE, EYE, HINDRANCE_LIMIT, EITHER_HAND, SCALE, CELLS_AT_CORNER, LOWEST = range(7)


class SightTable(NamedTuple):
    """A ground as one sight convention sees it, in slots (see `flat_index.py`)."""

    slots: NDArray[np.int16]
    """One row a slot."""
    sides: NDArray[np.int64]
    """One row a side."""
    rules: NDArray[np.int64]
    crests: NDArray[np.int16]
    """How high the ground rises from a row of cells on, the way each side looks; NOTHING beyond the map."""
