"""What the enemies of a character could do to it with a whole counter, without a step or a turn.

Of an auto it is what its rules lead to: its own plan is asked, and whatever comes before the blow or the shot and needs
no die (to draw, to get up, to pick up a chair) is carried out, so that the odds are those of the moment. Of anybody
else it is the best that he could do.
"""

from __future__ import annotations

from fractions import Fraction

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.game import Game, Start
from sim.engine.insight import Odds
from sim.engine.orders import Ask
from sim.rules.outlaws.ammo import OUT_OF_AMMO
from sim.rules.outlaws.brawl_plan import BRAWL_PLAN
from sim.rules.outlaws.brawling import brawlers
from sim.rules.outlaws.events import CounterDrawn
from sim.rules.outlaws.geometry import sees
from sim.rules.outlaws.orders import BOOK
from sim.rules.outlaws.orders.base import ACTION, BRAWL, OutOrder, ours
from sim.rules.outlaws.orders.fighting import ATTACKS, DEAD, UNCONSCIOUS
from sim.rules.outlaws.scene import Scene, others
from sim.rules.outlaws.solo import ShootPlus
from sim.rules.outlaws.units import Character
from sim.solo.plans import FirstOf, Plan
from sim.solo.situation import Situation

SHOOTS = FirstOf(OUT_OF_AMMO, ShootPlus)
"""OUT-AMMO-1, OUT-AMMO-2: whoever hides to reload, or has given up, throws no knife."""


def threats(position: Scene, target: Character) -> tuple[Odds, ...]:
    """Return what each enemy could do to a character, the worst first."""
    if target.cell is None or target.out or target.profile.group:
        return ()
    found = [worst for enemy in others(position, target.side) if (worst := _threat(position, enemy, target))]
    return tuple(sorted(found, key=_severity))


def _severity(told: Odds) -> tuple[Fraction, Fraction]:
    out = sum(share for name, share in told.results if name in (UNCONSCIOUS, DEAD))
    return -told.chance, -Fraction(out)


def _threat(position: Scene, enemy: Character, target: Character) -> Odds | None:
    ask = Ask(enemy.side, BRAWL if target in brawlers(position, enemy) else ACTION, enemy.id)
    if enemy.side in position.battle.data.autos:
        foreseen = would_do(position, enemy, target)
        return next(iter(foreseen[1].odds(foreseen[0], ask)), None) if foreseen else None
    state = position.state.changed(actor=enemy.id, actions=enemy.allowance, ran=False, fired=False)
    scene = Position(position.battle, state)
    # What a hit does takes long to find out: it is asked of those alone that are likeliest to hit.
    hits = [
        (attack.hit_chance(scene, ask), attack)
        for kind in ATTACKS
        for attack in kind.choices(scene, ask, enemy)
        if attack.target == target.id and attack.plainly() == attack and not BOOK.refusal(scene, ask, attack)
    ]
    best = max((chance for chance, _ in hits), default=None)
    return min(
        (told for chance, attack in hits if chance == best for told in attack.odds(scene, ask)),
        key=_severity,
        default=None,
    )


def would_do(position: Scene, unit: Character, target: Character) -> tuple[Scene, OutOrder] | None:
    """Return the blow, the shot or the throw to which an auto's rules lead, and the moment before it; None for none."""
    fighting = brawlers(position, unit)
    if target not in fighting if fighting else not sees(position, unit, target):
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
