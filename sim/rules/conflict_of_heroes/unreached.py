"""Why a counter cannot be ordered to a hex."""

from __future__ import annotations

from collections.abc import Mapping

from sim.board.movement import Mover, step_cost
from sim.engine.insight import Reached
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.common.far_ways import no_way, not_entered
from sim.rules.conflict_of_heroes.actions import Move, Step
from sim.rules.conflict_of_heroes.legality import refusal
from sim.rules.conflict_of_heroes.moving import cannot_move
from sim.rules.conflict_of_heroes.units import Counter, Scene


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
        return (refusal(position, ask, move) or "") if step else f"no step leads to {name}: {step.barred}"
    hexes = position.map.distance(unit.place, cell)
    if cell in reach:
        return f"{name} is {hexes} hexes away, and one action does not go so far: {reach[cell].text} by moves in a row"
    return f"{name} is {hexes} hexes away: out of reach, even by moves in a row"
