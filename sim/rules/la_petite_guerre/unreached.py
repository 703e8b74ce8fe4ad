"""Why a man or a gun cannot be ordered to a cell, and which rule says so."""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.orders import Ask, Intent
from sim.engine.words import cited
from sim.grid import Cell
from sim.play.far_ways import far_way, no_way
from sim.rules.common.citing import rule_of
from sim.rules.la_petite_guerre import actions
from sim.rules.la_petite_guerre.legality import refusal
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import mover, occupied

RULES: dict[type[Intent], str] = {
    actions.GoFirst: "LPG-SEQ",
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
    actions.Face: "LPG-ACT-1",
    actions.LieDown: "LPG-ACT-1",
    actions.StandUp: "LPG-ACT-1",
    actions.Mount: "LPG-ACT-1",
    actions.ChangeWeapon: "LPG-ACT-1",
    actions.FixBayonet: "LPG-ACT-1",
    actions.Limber: "LPG-ACT-1",
    actions.Reload: "LPG-WPN",
    actions.Fire: "LPG-FIRE",
    actions.FireGun: "LPG-GUNS",
    actions.Charge: "LPG-CHARGE",
    actions.Leave: "LPG-LEAVE",
    actions.Wait: "LPG-ACT-1",
}
"""The rules that say whether an order may be given."""
REASONS: Mapping[str, str] = {
    "is stunned": "LPG-STUN",
    "out of control": "LPG-CTRL",
    "command points": "LPG-CMD",
    "in no state to command": "LPG-CMD",
    "no actions left": "LPG-ACT-1",
    " runs": "LPG-ROUT",
    "whom he follows": "LPG-MOVE-3",
    "two dice": "LPG-MOVE-1",
    "is prone: he can crawl": "LPG-MOVE-1",
    "two inches": "LPG-MOVE-4",
    "so near to the enemy": "LPG-MOVE-4",
    "the full distance": "LPG-MOVE-3",
    "another unit is in": "LPG-CELL",
    "no way into": "LPG-MOVE-2",
    "he can turn by": "LPG-FRONT",
    "to the front": "LPG-FRONT",
    "has fired already": "LPG-ACT-2",
    "carries": "LPG-WPN",
    "not loaded": "LPG-WPN",
    "in his hands to fire": "LPG-WPN",
    "crew to serve it": "LPG-GUNS",
    "is limbered": "LPG-ACT-1",
    "is not limbered": "LPG-ACT-1",
}
"""Words of reasons for which another rule than that of the order has to be named."""


def rule_for(intent: Intent, reason: str) -> str:
    """Return the rule by which an order is refused for a reason; empty for none, and for one that names its own."""
    if not reason or reason.endswith(")"):
        return ""
    return rule_of(reason, REASONS) or RULES.get(type(intent), "")


def unreached(position: Scene, ask: Ask, man: Man, cell: Cell) -> str:
    """Say why he cannot be sent there: how far a move goes is rolled for before anybody chooses where to."""
    if ask.occasion not in (actions.ACTION, actions.COMMAND, actions.MOVING):
        return ""
    if ask.occasion == actions.MOVING or man.prone:
        return _along(position, ask, man, cell)
    rolling = actions.RollMove(man.id)
    refused = refusal(position, ask, rolling)
    reason = refused or "how far he goes is rolled for first: order him to move, then choose where"
    return cited(reason, rule_for(rolling, reason))


def _along(position: Scene, ask: Ask, man: Man, cell: Cell) -> str:
    """Say what the rules say to the whole way there."""
    moving = mover(position, man)
    way = far_way(position, moving, man.place, cell, occupied(position, man))
    if not way:
        return no_way(position, moving, cell)
    going = actions.Crawl(man.id, way) if man.prone else actions.Move(man.id, way)
    refused = refusal(position, ask, going) or ""
    return cited(refused, rule_for(going, refused))
