"""Why a man or a gun cannot be ordered to a cell, and which rule says so."""

from __future__ import annotations

from sim.engine.orders import Ask, Intent
from sim.engine.words import cited
from sim.grid import Cell
from sim.rules.common.far_ways import far_way, no_way
from sim.rules.la_petite_guerre import actions
from sim.rules.la_petite_guerre.legality import refusal
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import mover, occupied

RULES: dict[type[Intent], str] = {
    actions.Control: "LPG-CMD",
    actions.Encourage: "LPG-CMD",
    actions.Indicate: "LPG-CMD",
    actions.HearReport: "LPG-CMD",
    actions.Assess: "LPG-ACQ",
    actions.Acquire: "LPG-ACQ",
    actions.RollMove: "LPG-MOVE-1",
    actions.Move: "LPG-MOVE-3",
    actions.Follow: "LPG-MOVE-3",
    actions.Crawl: "LPG-MOVE-1",
    actions.Fire: "LPG-FIRE",
    actions.Charge: "LPG-CHARGE",
}
"""The rules that say whether an order may be given."""


def unreached(position: Scene, ask: Ask, man: Man, cell: Cell) -> str:
    """Say why he cannot be sent there: how far a move goes is rolled for before anybody chooses where to."""
    if ask.occasion not in (actions.ACTION, actions.COMMAND, actions.MOVING):
        return ""
    if ask.occasion == actions.MOVING or man.prone:
        return _along(position, ask, man, cell)
    rolling = actions.RollMove(man.id)
    refused = refusal(position, ask, rolling)
    reason = refused or "how far he goes is rolled for first: order him to move, then choose where"
    return cited(reason, RULES[actions.RollMove])


def _along(position: Scene, ask: Ask, man: Man, cell: Cell) -> str:
    """Say what the rules say to the whole way there."""
    moving = mover(position, man)
    way = far_way(position, moving, man.place, cell, occupied(position, man))
    if not way:
        return no_way(position, moving, cell)
    going = actions.Crawl(man.id, way) if man.prone else actions.Move(man.id, way)
    return cited(refusal(position, ask, going) or "", RULES[type(going)])
