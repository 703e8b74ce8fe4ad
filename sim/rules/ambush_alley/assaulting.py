"""Close assault: to close, to stand, the bout, and the loser's morale (base_games.md 3.2).

Rulings:
- Insurgents may interrupt the run as any other move, be it only the last inch. An attacker who fails to close stays
  where he is, and is in sight there (AAS-R-active).
- A defender who fails to stand pulls back, if he is an Insurgent; a Regular is pinned, and the bout takes place.
- Whoever loses more figures tests his morale, with a penalty; nobody else does.
"""

from __future__ import annotations

from sim.engine.dice import Throw, at_least
from sim.engine.events import Passed
from sim.engine.notes import Checked
from sim.rules.ambush_alley.actions import Assault
from sim.rules.ambush_alley.advancing import advance
from sim.rules.ambush_alley.assault import assault_dice, bout
from sim.rules.ambush_alley.checks import quality_die
from sim.rules.ambush_alley.harm import AssaultTested, Fought
from sim.rules.ambush_alley.interruptions import Late, carry_out_late, meet_actor
from sim.rules.ambush_alley.morale import Play, after_casualties, give_way, passes_quality
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.walking import assault_refusal, fastest


def assault(game: Play, order: Assault) -> None:
    """Carry out a close assault from the decision to close to the morale of the loser."""
    closes = passes_quality(game, order.unit, "to close")
    game.happen(AssaultTested(order.unit, order.target, "close", closes))
    if not closes:
        late: Late = []
        meet_actor(game, order.unit, late)
        carry_out_late(game, order.unit, late)
        return
    advance(game, order.unit, order.way, fastest(game.position, game.state.unit(order.unit)))
    unit, enemy = game.state.unit(order.unit), game.state.unit(order.target)
    if reason := assault_refusal(game.position, unit, enemy, ()):
        game.happen(Passed(unit.side, order.unit, f"does not come to close quarters: {reason}"))
        return
    stands = passes_quality(game, order.target, "to stand")
    game.happen(AssaultTested(order.target, order.unit, "stand", stands))
    if not stands:
        give_way(game, order.target)
        if game.state.unit(order.target).cell != enemy.cell:
            return
    _fight(game, order.unit, order.target)


def _fight(game: Play, id_: str, target: str) -> None:
    unit, enemy = game.state.unit(id_), game.state.unit(target)
    losses = bout(_blows(game, unit), _blows(game, enemy), game.battle.data.numbers.success)
    mine, theirs = min(losses.attacker, unit.figures), min(losses.defender, enemy.figures)
    regulars = game.battle.data.mission.regulars
    game.happen(
        Fought(id_, target, mine, theirs, unit.side == regulars, enemy.side == regulars, unit.place, enemy.place)
    )
    if mine != theirs:
        after_casualties(game, id_ if mine > theirs else target, -game.battle.data.numbers.assault_morale)


def _blows(game: Play, unit: Team) -> tuple[int, ...]:
    check = assault_dice(game.position, unit)
    game.note(Checked(check))
    need = at_least(game.battle.data.numbers.success, each=True)
    return game.throw(Throw(quality_die(game.position, unit), "close assault", unit.id, need, check.total)).faces
