"""Which markers of a place are drawn: a flag in every cell of a large one would hide what is in it."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.insight import Marker
from sim.grid import Cell, Grid

FEW = 6
"""So many markers that say the same are all drawn."""


def thinned(grid: Grid, markers: Sequence[Marker]) -> list[Marker]:
    """Return the markers to draw: of many that say the same, the one in the middle and those at the corners.

    F . . . F     At a corner the place goes on to both sides in no direction. Of a row along an edge of the map
    . . F . .     the two ends are drawn, and the middle.
    F . . . F
    """
    kinds: dict[tuple[str, str, str | None], list[Cell]] = {}
    for marker in markers:
        kinds.setdefault((marker.kind, marker.text, marker.side), []).append(marker.cell)
    shown = {kind: _shown(grid, cells) for kind, cells in kinds.items()}
    return [marker for marker in markers if marker.cell in shown[marker.kind, marker.text, marker.side]]


def _shown(grid: Grid, cells: list[Cell]) -> set[Cell]:
    there = set(cells)
    if len(there) <= FEW:
        return there
    corners = {cell for cell in there if not _lies_between(grid, cell, there)}
    far = {cell: sum(grid.squared(cell, other) for other in cells) for cell in cells}
    return {min(far, key=far.__getitem__), *corners}


def _lies_between(grid: Grid, cell: Cell, there: set[Cell]) -> bool:
    """Say whether the place goes on to both sides of a cell, in some direction."""
    return any(cell.plus(step) in there and cell.minus(step) in there for step in grid.side_steps)
