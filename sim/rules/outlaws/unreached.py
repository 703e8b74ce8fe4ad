"""Why a character cannot be ordered to a square or against somebody, and which rule says so."""

from __future__ import annotations

from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.common.citing import with_rule
from sim.rules.common.far_ways import no_way
from sim.rules.outlaws.actions import Crawl, Ride, Run, Walk
from sim.rules.outlaws.legality import gait_refusal, refusal
from sim.rules.outlaws.offers import REACHES, Going
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.units import Character
from sim.rules.outlaws.walking import walking

RULES = {
    "too far to run": "OUT-CUP",
    "the way takes": "OUT-CUP",
    "no line of sight": "OUT-FOV",
    "not in the field of view": "OUT-FOV",
    "is a group, and no target": "OUT-T-groups",
    "does not mount again": "OUT-RIDE-1",
    "is prone: Get Up first": "OUT-BRAWL-4",
}
"""Words of refusals, and the rules that they follow."""
FASTEST: tuple[Going, ...] = (Ride, Run, Walk, Crawl)
"""The ways to get about, that which goes furthest first."""


def unreached(position: Scene, ask: Ask, unit: Character, cell: Cell) -> str:
    """Say what the rules say to the whole way there, in the fastest manner that is possible at all."""
    kind = next((kind for kind in FASTEST if gait_refusal(position, unit, kind) is None), Walk)
    if reason := gait_refusal(position, unit, kind):
        return reason
    run = REACHES[kind](position, unit, None)
    if run.cost(cell) is None:
        return _not_entered(position, unit, cell)
    return with_rule(refusal(position, ask, kind(unit.id, run.way(cell)[1:])), RULES)


def _not_entered(position: Scene, unit: Character, cell: Cell) -> str:
    """Say why no way leads to a square: what stands there, or who."""
    others = [other.id for other in position.state.units.at(cell) if other.id != unit.id]
    if others:
        return f"{others[0]} is in {position.name(cell)}"
    return no_way(position, walking(position.battle.data.numbers, unit).mover, cell)
