"""What an auto would do to somebody with its next counter: its own plan is asked, and nothing is written a second time.

Whatever comes before the blow or the shot and needs no die (to draw, to get up, to pick up a chair) is carried out, so
that the odds are those of the moment. An auto that would have to take a step first, or to turn, is no threat as it
stands and faces.
"""

from __future__ import annotations

from sim.engine.chance import Seeded
from sim.engine.game import Game, Start
from sim.engine.orders import Ask, Intent
from sim.rules.outlaws.ammo import OUT_OF_AMMO
from sim.rules.outlaws.brawl_plan import BRAWL_PLAN
from sim.rules.outlaws.brawling import brawlers
from sim.rules.outlaws.events import CounterDrawn
from sim.rules.outlaws.geometry import sees
from sim.rules.outlaws.orders.base import ACTION, BRAWL, ours
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.solo import ShootPlus
from sim.rules.outlaws.units import Character
from sim.solo.plans import FirstOf, Plan
from sim.solo.situation import Situation

SHOOTS = FirstOf(OUT_OF_AMMO, ShootPlus)
"""OUT-AMMO-1, OUT-AMMO-2: whoever hides to reload, or has given up, throws no knife."""


def would_do(position: Scene, unit: Character, target: Character) -> tuple[Scene, Intent] | None:
    """Return the blow, the shot or the throw to which an auto's rules lead, and the moment before it; None for none."""
    fighting = brawlers(position, unit)
    if fighting and target not in fighting:
        return None
    if not fighting and not sees(position, unit, target):
        return None
    plan: Plan = BRAWL_PLAN if fighting else SHOOTS
    ask = Ask(unit.side, BRAWL if fighting else ACTION, unit.id)
    state = CounterDrawn(unit.id, max(0, unit.allowance - unit.owed)).apply(position.state)
    for other in fighting:  # which of several it strikes at a die says: here it is this one
        if other.id != target.id:
            state = state.with_unit(other.changed(cell=None))
    game = Game(position.battle, Start(state), {}, Seeded(0))
    for order in map(ours, plan.orders(Situation(game, ask).against(target))):
        if order.attacks:
            return game.position, order.plainly()
        if not order.prepares:
            return None
        order.resolve(game, ask)
    return None
