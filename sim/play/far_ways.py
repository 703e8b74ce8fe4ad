"""The way to somewhere that is out of reach: what it would take, or why none leads there."""

from __future__ import annotations

from typing import Any

from sim.board.area import Area
from sim.board.movement import Mover, step_cost
from sim.board.paths import Limits, reach
from sim.engine.battle import Position
from sim.grid import Cell

Scene = Position[Any, Any]


def far_way(position: Scene, moving: Mover, start: Cell, cell: Cell, closed: Area) -> tuple[Cell, ...]:
    """Return the cheapest way to a cell, however long; empty if none leads there.

    A cell in which somebody stands is led to all the same: the rules then say that he does.
    """
    others = closed - Area.of(position.map, (cell,))
    run = reach(position.ground, moving, start, Limits(closed=others))
    return run.way(cell)[1:] if run.cost(cell) is not None else ()


def no_way(position: Scene, moving: Mover, cell: Cell) -> str:
    """Say that no way leads to a cell, and what bars it where that is the cell itself."""
    barred = not_entered(position, moving, cell)
    return f"no way leads to {position.name(cell)}{f': {barred}' if barred else ''}"


def not_entered(position: Scene, moving: Mover, cell: Cell) -> str:
    """Say why a cell can be entered from none of its neighbours; empty if it can."""
    beside = [other for other in position.map.grid.neighbours(cell) if other in position.map]
    steps = [step_cost(position.ground, moving, other, cell) for other in beside]
    return "" if any(steps) else next((step.barred for step in steps), "")
