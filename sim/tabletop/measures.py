"""Measures of games in inches, ready for priority lists: how far away, how far to go, to which of several goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.engine.insight import Scene
from sim.grid import Cell
from sim.solo.measures import Candidate, Here, cell_of
from sim.solo.priority import Measured, at_a_look
from sim.tabletop.inches import inches_text, squared_from


def half_inches(halves: int) -> Measured:
    """Show the length of a way, which is reckoned in half inches."""
    return Measured(halves, f'{halves / 2:g}"')


def inches_from(here: Here, cell: Cell, *others: Cell) -> Measured:
    """Show how far it is by ruler to the nearest of some cells; nothing is far where there are none."""
    map_ = here.position.map
    squared = min(squared_from(map_, cell, others), default=0)
    return Measured(squared, inches_text(squared, map_.scale.per_cell))


@at_a_look("inches away")
def inches_away(here: Here) -> Callable[[Candidate], Measured]:
    """By ruler from whoever acts to a unit, or a cell."""
    own, squared, per_cell = here.unit.place, here.position.map.grid.squared, here.position.map.scale.per_cell
    return lambda other: Measured(away := squared(own, cell_of(other)), inches_text(away, per_cell))


def nearest_goal(position: Scene, cells: Iterable[Cell], way: Callable[[Cell], int | None]) -> tuple[int, Cell] | None:
    """Return the way to the nearest of some goals, and which it is; None where no way leads to any."""
    ordinal = position.map.ordinal
    found = [(halves, ordinal(cell), cell) for cell in cells if (halves := way(cell)) is not None]
    if not found:
        return None
    halves, _, cell = min(found)
    return halves, cell
