"""Why a unit cannot be ordered to a cell or against somebody, and which rule says so."""

from __future__ import annotations

from sim.engine.orders import Ask
from sim.grid import Cell
from sim.play.far_ways import far_way, no_way
from sim.rules.common.citing import with_rule
from sim.rules.la_cucaracha.actions import Advance, Pace
from sim.rules.la_cucaracha.legality import refusal
from sim.rules.la_cucaracha.scene import Scene
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.walking import ONLY_CHARGES, contact_area, mover, occupied

RULES = {
    "acts with this card, not": "CUC-CARD",
    "acted already this turn": "CUC-CARD",
    "moved already with this order": "CUC-CARD",
    "shot already with this card": "CUC-CARD",
    "not on the table": "CUC-CARD",
    "on the table": "CUC-CARD",
    "not a unit of": "CUC-CARD",
    "automated side is to be named": "CUC-NOMINATE",
    "the die for orders stands": "CUC-REROLL",
    "the die was rolled for": "CUC-REROLL",
    "neither drilled nor aggressive": "CUC-REROLL",
    "to close with the enemy": "CUC-REROLL",
    "nobody shoots into it": "CUC-SHOOT",
    "in close combat with": "CUC-OVERRIDE",
    "in no close combat": "CUC-OVERRIDE",
    "in close combat": "CUC-SHOOT",
    "shaken": "CUC-COURAGE",
    "a missed die is rolled again": "CUC-BAND",
    "nobody shoots after": "CUC-SHOOT",
    "only just deployed": "CUC-DEPLOY",
    "shots are hasty": "CUC-SHOOT",
    "another order": "CUC-EXTRA",
    "one further order a card": "CUC-EXTRA",
    "it is loaded": "CUC-RELOAD",
    "not loaded": "CUC-RELOAD",
    "weapon to deploy": "CUC-DEPLOY",
    "weapon to pack up": "CUC-DEPLOY",
    "packed up first": "CUC-DEPLOY",
    "not deployed": "CUC-DEPLOY",
    "deployed already": "CUC-DEPLOY",
    "packed up already": "CUC-DEPLOY",
    "no exit for": "CUC-LEAVE",
    "not at the edge": "CUC-LEAVE",
    "do not hold": "CUC-HOLD",
    "is charged, not": "CUC-REACT",
    "only a response to": "CUC-REACT",
    "a response needs the test": "CUC-HOLD",
    "may respond now, not": "CUC-HOLD",
    "only shots at": "CUC-HOLD",
    "only shoot in haste": "CUC-RESPOND",
    "evade": "CUC-RESPOND",
    "counter-attack": "CUC-RESPOND",
    "nothing to shoot with": "CUC-SHOOT",
    "no line of sight": "CUC-SHOOT",
    "carries": "CUC-SHOOT",
    "too near": "CUC-SHOOT",
    "comes into contact": "CUC-CONTACT",
    "is not beside": "CUC-CONTACT",
    "no way to": "CUC-CONTACT",
    "nobody charges an aircraft": "CUC-AIR",
    "charge": "CUC-CHARGE",
    "friend": "CUC-SHOOT",
    "too far": "CUC-PACE",
    "leads nowhere": "CUC-PACE",
    "another unit is in": "CUC-PACE",
    "no way": "CUC-PACE",
    "is open to it": "CUC-PACE",
}
"""Words of refusals, and the rules that they follow: the first that a refusal contains."""


def unreached(position: Scene, ask: Ask, unit: Troop, cell: Cell) -> str:
    """Say what the rules say to the whole way there; empty if they have nothing against it."""
    moving = mover(position, unit)
    others = occupied(position, unit)
    # A way that keeps clear of the enemy, if there is one: then it is only too long.
    clear = others | contact_area(position, unit)
    way = next((way for closed in (clear, others) if (way := far_way(position, moving, unit.place, cell, closed))), ())
    if not way:
        return with_rule(no_way(position, moving, cell), RULES)
    # Of ground that no Rapid Advance crosses it is said how far an Advance goes.
    paces: tuple[Pace, ...] = ("half",) if unit.shaken else ("rapid", "advance")
    reasons = [refusal(position, ask, Advance(unit.id, way, pace)) for pace in paces]
    plain = (reason for reason in reasons if reason and (reason.startswith("too far") or ONLY_CHARGES in reason))
    return with_rule(next(plain, reasons[-1]), RULES)
