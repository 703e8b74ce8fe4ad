"""Why a unit cannot be ordered to a cell or against somebody, and which rule says so."""

from __future__ import annotations

from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.common.citing import with_rule
from sim.rules.common.far_ways import far_way, no_way
from sim.rules.la_cucaracha.actions import Advance, Pace
from sim.rules.la_cucaracha.legality import refusal
from sim.rules.la_cucaracha.scene import Scene
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.walking import mover, occupied

RULES = {
    "acts with this card, not": "CUC-CARD",
    "acted already this turn": "CUC-CARD",
    "nobody charges an aircraft": "CUC-AIR",
    "another order is to be had": "CUC-EXTRA",
    "one further order a card": "CUC-EXTRA",
    "a response needs the test": "CUC-HOLD",
}
"""Words of refusals, and the rules that they follow."""


def unreached(position: Scene, ask: Ask, unit: Troop, cell: Cell) -> str:
    """Say what the rules say to the whole way there; empty if they have nothing against it."""
    moving = mover(position, unit)
    way = far_way(position, moving, unit.place, cell, occupied(position, unit))
    if not way:
        return no_way(position, moving, cell)
    # Of ground that no Rapid Advance crosses it is said how far an Advance goes.
    paces: tuple[Pace, ...] = ("half",) if unit.shaken else ("rapid", "advance")
    reasons = [refusal(position, ask, Advance(unit.id, way, pace)) for pace in paces]
    far = (reason for reason in reasons if reason is not None and reason.startswith("too far"))
    return next(far, with_rule(reasons[-1], RULES))
