"""Fire and the answer to it (base_games.md 3.2; AAS-N-6, AAS-N-7, AAS-W-7, AAS-W-8).

Rulings:
- Whoever survives being fired at may answer once, if it has not reacted this turn and is not barred. Who is pinned
  fires back with a die less, as it does at any time.
- Regulars fire back or let it be; Insurgents may also leave the line of sight, as their tables say.
- Nobody answers an answer, overwatch, or the fire of a Regular who was quicker than an interruption.
"""

from __future__ import annotations

from sim.engine.events import Passed
from sim.rules.ambush_alley.actions import RETURN_FIRE, Fire, Move
from sim.rules.ambush_alley.activations import ask_unit, can_still_act
from sim.rules.ambush_alley.events import Reacted
from sim.rules.ambush_alley.fire import fire_refusal
from sim.rules.ambush_alley.geometry import sees
from sim.rules.ambush_alley.morale import Play
from sim.rules.ambush_alley.moving import go
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.shooting import shoot
from sim.rules.ambush_alley.units import Team


def exchange_fire(game: Play, id_: str, target: str) -> None:
    """Fire at somebody, who may answer."""
    shoot(game, id_, target)
    if target in game.state.units and may_answer(game.position, game.state.unit(target), game.state.unit(id_)):
        _answer(game, target, id_)


def may_answer(position: Scene, unit: Team, enemy: Team) -> bool:
    """Say whether a unit that was fired at may answer who fired."""
    if not can_still_act(unit) or unit.reacted:
        return False
    if unit.side == position.battle.data.mission.insurgents:
        return sees(position, unit, enemy) and enemy.figures > 0
    return fire_refusal(position, unit, enemy) is None


def _answer(game: Play, id_: str, enemy: str) -> None:
    ask = ask_unit(game.position, RETURN_FIRE, id_, enemy)
    match next(game.orders(ask), None):
        case Fire():
            game.happen(Reacted(id_, enemy))
            shoot(game, id_, enemy, reacting=True)
        case Move(way=way, pace=pace):
            game.happen(Reacted(id_, enemy))
            go(game, id_, way, pace)
        case _:
            game.happen(Passed(ask.side, id_, "does not answer"))
