"""Why a counter cannot be ordered to a hex or against somebody, and which rule says so."""

from __future__ import annotations

from collections.abc import Mapping

from sim.board.movement import Mover, step_cost
from sim.engine.insight import Reached
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.common.citing import with_rule
from sim.rules.common.far_ways import no_way, not_entered
from sim.rules.conflict_of_heroes.actions import Move, Step
from sim.rules.conflict_of_heroes.legality import refusal
from sim.rules.conflict_of_heroes.moving import cannot_move
from sim.rules.conflict_of_heroes.units import Counter, Scene

RULES = {
    "is spent": "COH-3.1",
    "one action": "COH-3.1",
    "moves in a row": "COH-3.1",
    "hexes away, beyond": "COH-FZ",
    "outside the arc of fire": "COH-FZ",
    "out of sight": "COH-FZ",
}
"""Words of refusals, and the rules that they follow."""


def unreached(position: Scene, ask: Ask, unit: Counter, cell: Cell, reach: Mapping[Cell, Reached]) -> str:
    """Say why one action does not take it there: what bars the hex, or what it costs to go on from hex to hex."""
    moving, name = Mover(unit.profile.movement, unit.profile.move_ap), position.name(cell)
    if reason := cannot_move(position, unit):
        return reason
    if not_entered(position, moving, cell):
        return no_way(position, moving, cell)
    if position.map.grid.adjacent(unit.place, cell):
        step = step_cost(position.ground, moving, unit.place, cell)
        move = Move((Step(unit.id, (cell,), unit.facing),))
        return with_rule(refusal(position, ask, move), RULES) if step else f"no step leads to {name}: {step.barred}"
    hexes = position.map.distance(unit.place, cell)
    if cell in reach:
        far = f"{name} is {hexes} hexes away, and one action does not go so far: {reach[cell].text} by moves in a row"
    else:
        far = f"{name} is {hexes} hexes away: out of reach, even by moves in a row"
    return with_rule(far, RULES)
