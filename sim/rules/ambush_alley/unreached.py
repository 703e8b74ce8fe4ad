"""Why a unit cannot be ordered to a cell."""

from __future__ import annotations

from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.ambush_alley.actions import Move
from sim.rules.ambush_alley.legality import refusal
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.walking import fastest, mover, occupied
from sim.rules.common.far_ways import far_way, no_way


def unreached(position: Scene, ask: Ask, unit: Team, cell: Cell) -> str:
    """Say what the rules say to the whole way there at the fastest pace; empty if they have nothing against it."""
    if unit.cell is None:
        return refusal(position, ask, Move(unit.id, (cell,))) or ""
    moving = mover(position, unit)
    way = far_way(position, moving, unit.cell, cell, occupied(position, unit))
    if not way:
        return no_way(position, moving, cell)
    return refusal(position, ask, Move(unit.id, way, fastest(position, unit))) or ""
