"""Responses to the enemy: to a charge (CUC-REACT), and of units on Hold to what he does before them (CUC-HOLD).

Rulings (CUC-RESPOND, CUC-FAILED):
- A charged unit shoots at the range at which the charge begins.
- One that fails its test does not respond: who was to fight back strikes no blow in the first round. In the other
  reading it is caught on the Back Foot, and only a fighter whom a 1 made hesitate strikes no blow.
- One that does not respond at all fights as it is, but on the Back Foot if its die was a 1 (base_games.md 4.3.5).
- To respond to a charge uses up no card. Units that no die was rolled for respond if they hold or have not acted, and
  once a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.engine.dice import D10, Throw
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.ruleset import SOLO
from sim.rules.la_cucaracha.courage_tests import move, passes_response, picked
from sim.rules.la_cucaracha.events import OrdersRolled, PutOnBackFoot, Responded
from sim.rules.la_cucaracha.scene import CHARGED, HOLD, Play, Reaction, enemies, given
from sim.rules.la_cucaracha.shooting import shot_refusal
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.volleys import shoot
from sim.rules.la_cucaracha.walking import away_cells

if TYPE_CHECKING:
    from sim.rules.la_cucaracha.orders import Respond

HESITANT = 1
"""The die of those who hesitate."""


def no_response(unit: Troop) -> str | None:
    """CUC-RESPOND: say why a unit that no die is rolled for may not respond to a charge any more; None if it may."""
    if unit.responded:
        return unit.name.does("has responded already this turn")
    return unit.name.does("has acted already, without a Hold") if unit.acted and not unit.holding else None


def react(game: Play, id_: str, charger: str) -> Reaction:
    """CUC-REACT: ask a unit that is charged what it does, and let it."""
    if game.state.unit(id_).fighting:
        return Reaction()
    side = game.state.unit(id_).side
    is_solo = game.deciders[side][0] == SOLO
    if is_solo and game.state.unit(id_).score is None:
        score = game.throw(Throw(D10, "reaction to a charge", id_), "CUC-REACT").total
        game.happen(OrdersRolled(id_, score))
    unit = game.state.unit(id_)
    if not is_solo and (why := no_response(unit)):
        game.note(Said(why, rule="CUC-RESPOND"))
        return _stands(game, unit)
    ask = Ask(side, CHARGED, id_, charger, number=unit.score)
    order = next(game.orders(ask), None)
    reaction = None if order is None else given(order).reaction(game)
    return reaction or _stands(game, unit)


def _stands(game: Play, unit: Troop) -> Reaction:
    """Let a unit do nothing but fight."""
    game.happen(Passed(unit.side, unit.id, "stands"))
    if unit.score == HESITANT:
        game.happen(PutOnBackFoot(unit.id))
    return Reaction()


def answered(game: Play, intent: Respond) -> Reaction:
    """CUC-REACT: carry out a response to a charge."""
    succeeds = not intent.test or passes_response(game, intent.unit)
    caught = not succeeds and game.battle.data.readings.failed_response == "back_foot"
    if not succeeds:
        game.note(Said("it is caught on the Back Foot" if caught else "it does nothing of it", rule="CUC-FAILED"))
    game.happen(Responded(intent.unit, intent.enemy, intent.how, succeeds))
    unit = game.state.unit(intent.unit)
    if not succeeds:
        if caught:
            game.happen(PutOnBackFoot(intent.unit))
        return Reaction(idle=intent.how == "fight back" and (intent.back_foot or not caught))
    match intent.how:
        case "shoot":
            shoot(game, intent.unit, intent.enemy, hasty=intent.hasty)
        case "evade":
            evade(game, unit, game.state.unit(intent.enemy))
        case "fight back" if intent.back_foot:
            game.happen(PutOnBackFoot(intent.unit))
        case "counter-attack":
            return Reaction(counter_attacks=True)
    return Reaction()


def evade(game: Play, unit: Troop, enemy: Troop) -> None:
    """Move an Advance straight away from an attacker."""
    ways = away_cells(game.position, unit, enemy, "advance")
    if ways:
        move(game, unit.id, ways[picked(game, unit.id, ways, "where it evades to")], "evade")


def watch(game: Play, id_: str) -> None:
    """CUC-HOLD: let enemies on Hold respond to a unit that has moved or shot before them, in roster order."""
    for holder in tuple(enemies(game.position, game.state.unit(id_).side)):
        now, unit = game.state.unit(holder.id), game.state.unit(id_)
        if unit.cell is None or not now.holding or shot_refusal(game.position, now, unit) is not None:
            continue
        if game.deciders[now.side][0] == SOLO:  # CUC-REACT: the tables answer charges, and nothing else.
            continue
        ask = Ask(now.side, HOLD, now.id, id_)
        order = next(game.orders(ask), None)
        if order is None:
            game.happen(Passed(now.side, now.id, "holds on"))
        else:
            given(order).resolve(game, ask)


def answer_hold(game: Play, intent: Respond) -> None:
    """CUC-HOLD: shoot at who has shown himself, if the unit passes the test."""
    succeeds = passes_response(game, intent.unit)
    game.happen(Responded(intent.unit, intent.enemy, intent.how, succeeds))
    if succeeds:
        shoot(game, intent.unit, intent.enemy, hasty=intent.hasty)
