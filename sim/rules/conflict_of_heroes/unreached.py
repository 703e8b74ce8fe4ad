"""Why a counter cannot be ordered to a hex or against somebody, and which rule says so."""

from __future__ import annotations

from collections.abc import Mapping

from sim.board.movement import Mover
from sim.engine.insight import Reached
from sim.engine.orders import Ask, Intent
from sim.engine.words import cited
from sim.grid import Cell
from sim.play.far_ways import no_way, not_entered
from sim.rules.common.citing import rule_of
from sim.rules.conflict_of_heroes.actions import (
    DigIn,
    Fire,
    Hide,
    LaySmoke,
    Move,
    Pass,
    Pivot,
    PlayCard,
    Rally,
    ReconByFire,
    Stall,
    Step,
)
from sim.rules.conflict_of_heroes.legality import refusal
from sim.rules.conflict_of_heroes.moving import cannot_move
from sim.rules.conflict_of_heroes.units import Counter, Scene

RULES = {
    "paid wholly in CAPs": "COH-3.2.2",
    "is spent": "COH-3.1",
    "and there are": "COH-3.2.1",
    "CAPs go on the dice": "COH-3.2.1",
    "than the action costs": "COH-3.2.1",
    "by one action": "COH-3.1",
    "one action does not": "COH-3.1",
    "moves in a row": "COH-3.1",
    "in one action": "COH-3.1",
    "only a card can be played": "COH-3.3",
    "cannot withdraw": "COH-CC-out",
    "support a close combat": "COH-CC-support",
    "in close combat": "COH-CC",
    "an enemy is in the hex": "COH-RALLY",
    "is in the water": "COH-WATER",
    "on water": "COH-WATER",
    "to support it": "COH-GROUP",
    "gives no support": "COH-GROUP",
    "next to each other": "COH-GROUP",
    "hexes away, beyond": "COH-FZ",
    "outside the arc of fire": "COH-FZ",
    "out of sight": "COH-FZ",
    "no step leads": "COH-MOVE",
    "cannot be rallied": "COH-HIT",
    "it is unarmed": "COH-RANGE",
    "cannot attack:": "COH-HIT",
    "has no gun": "COH-HIT",
    "and cannot move or turn": "COH-HIT",
    "and can only rally": "COH-HIT",
}
"""Words of refusals, and the rules that they follow; the first that fits."""
BY_KIND: dict[type[Intent], str] = {
    Move: "COH-MOVE",
    Pivot: "COH-MOVE",
    Fire: "COH-RANGE",
    ReconByFire: "COH-RECON",
    Rally: "COH-RALLY",
    DigIn: "COH-DIG",
    LaySmoke: "COH-SMOKE",
    Hide: "COH-HIDE",
    PlayCard: "COH-3.3",
    Stall: "COH-3.4",
    Pass: "COH-3.5",
}
"""The rules that say what a kind of order takes."""


def rule_for(intent: Intent, reason: str) -> str:
    """Return the rule by which an order is refused: that of its reason, else that of its kind; empty if allowed."""
    return (rule_of(reason, RULES) or BY_KIND.get(type(intent), "COH-3.0")) if reason else ""


def unreached(position: Scene, ask: Ask, unit: Counter, cell: Cell, reach: Mapping[Cell, Reached]) -> str:
    """Say why one action does not take it there: what bars the hex, or what it costs to go on from hex to hex."""
    moving, name = Mover(unit.profile.movement, unit.profile.move_ap), position.name(cell)
    move = Move((Step(unit.id, (cell,), unit.facing),))

    def told(reason: str) -> str:
        return cited(reason, rule_for(move, reason))

    if reason := cannot_move(position, unit):
        return told(reason)
    if not_entered(position, moving, cell):
        return told(no_way(position, moving, cell))
    if position.map.grid.adjacent(unit.place, cell):
        return told(refusal(position, ask, move) or "")
    hexes = position.map.distance(unit.place, cell)
    if cell in reach:
        far = f"{name} is {hexes} hexes away, and one action does not go so far: {reach[cell].text} by moves in a row"
    else:
        far = f"{name} is {hexes} hexes away: out of reach, even by moves in a row"
    return told(far)
