"""Why a unit cannot be ordered to a cell, and which rule says so."""

from __future__ import annotations

from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.ambush_alley.actions import Move
from sim.rules.ambush_alley.legality import refusal
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.walking import fastest, mover, occupied
from sim.rules.common.citing import with_rule
from sim.rules.common.far_ways import far_way, no_way

RULES = {
    "acts now, not": "AAS-SEQ",
    "acted already this turn": "AAS-SEQ",
    "there is a hot spot in": "AAS-HOT",
    "nobody can stand in": "AAS-HOT",
}
"""Words of refusals, and the rules that they follow."""


def unreached(position: Scene, ask: Ask, unit: Team, cell: Cell) -> str:
    """Say what the rules say to the whole way there at the fastest pace; empty if they have nothing against it."""
    if unit.cell is None:
        return with_rule(refusal(position, ask, Move(unit.id, (cell,))), RULES)
    moving = mover(position, unit)
    way = far_way(position, moving, unit.cell, cell, occupied(position, unit))
    if not way:
        return no_way(position, moving, cell)
    return with_rule(refusal(position, ask, Move(unit.id, way, fastest(position, unit))), RULES)
