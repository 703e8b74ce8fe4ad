"""Where there is room: for those who come on, and for those who get out of a wreck."""

from __future__ import annotations

from sim.board.paths import reach
from sim.grid import Cell
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.walking import mover


def nearest_room(position: Scene, unit: Team, place: Cell, *, beside: bool = False) -> list[Cell]:
    """Return the free cells that are nearest to a place over the ground for such a unit, in map order.

    Several where they are equally near; none on a table that is full. `beside` leaves out the place itself.
    """
    ways = reach(position.ground, mover(position, unit), place)
    costs = {
        cell: ways.cost(cell) or 0
        for cell in ways.area
        if not position.state.units.at(cell) and not (beside and cell == place)
    }
    least = min(costs.values(), default=0)
    return [cell for cell, cost in costs.items() if cost == least]
