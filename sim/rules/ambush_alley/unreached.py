"""Why a unit cannot be ordered to a cell, and which rule says so."""

from __future__ import annotations

from sim.engine.orders import Ask, Intent
from sim.engine.words import cited
from sim.grid import Cell
from sim.play.far_ways import far_way, no_way
from sim.rules.ambush_alley.actions import (
    Assault,
    Disembark,
    Disperse,
    Embark,
    Fire,
    Join,
    Leave,
    Move,
    PlaceHotSpot,
    PlayAsset,
    Search,
    Stay,
    Turn,
    Watch,
)
from sim.rules.ambush_alley.legality import refusal
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.walking import fastest, mover, occupied
from sim.rules.common.citing import rule_of

RULES = {
    "now, not": "AAS-SEQ",
    "acted already this turn": "AAS-SEQ",
    "end of a turn": "AAS-SEQ",
    "its casualties": "AAS-R-aid",
    "can do nothing more": "AAS-R-fail",
    "moved already": "AAS-R-activation",
    "fired already": "AAS-R-activation",
    "for a Regular unit": "AAS-R-activation",
    "be ordered now": "AAS-R-answer",
    " aboard": "AAS-R-aboard",
    "pinned": "AAS-R-morale",
    "immobilised": "AAS-R-vehicle",
    "shaken": "AAS-R-vehicle",
}
"""Words of refusals that are the same for every kind of order, and the rules that they follow."""
KINDS: dict[type[Intent], str] = {
    PlaceHotSpot: "AAS-HOT",
    Move: "AAS-R-pace",
    Fire: "AAS-R-fire",
    Assault: "AAS-R-assault",
    Watch: "AAS-R-watch",
    Disperse: "AAS-R-crowd",
    Search: "AAS-R-search",
    Embark: "AAS-R-aboard",
    Disembark: "AAS-R-aboard",
    Turn: "AAS-R-vehicle",
    PlayAsset: "AAS-R-cards",
    Join: "AAS-R-join",
    Leave: "AAS-R-exit",
    Stay: "AAS-SEQ",
}
"""The rule of each kind of order, which any other refusal of it follows."""


def rule_by(intent: Intent, reason: str) -> str:
    """Return the rule by which an order is refused."""
    return rule_of(reason, RULES) or KINDS.get(type(intent), "")


def unreached(position: Scene, ask: Ask, unit: Team, cell: Cell) -> str:
    """Say what the rules say to the whole way there at the fastest pace; empty if they have nothing against it."""
    if unit.cell is None:
        return _cited(position, ask, Move(unit.id, (cell,)))
    moving = mover(position, unit)
    way = far_way(position, moving, unit.cell, cell, occupied(position, unit))
    if not way:
        return no_way(position, moving, cell)
    return _cited(position, ask, Move(unit.id, way, fastest(position, unit)))


def _cited(position: Scene, ask: Ask, move: Move) -> str:
    reason = refusal(position, ask, move) or ""
    return cited(reason, rule_by(move, reason))
