"""Charges: declared, feared, answered, and driven home (CUC-REACT, base_games.md 4.2); responses on Hold (CUC-HOLD).

    declared -> the target's courage -> its response -> contact -> a round of close combat

A charge comes to nothing if the target breaks or gets away, or if the charger is shaken, broken or shot down.

Rulings (CUC-CHARGE, CUC-RESPOND, CUC-FAILED):
- Who is charged while it fights somebody else already is not frightened by that, and has no hands free to respond.
- A charge at somebody who did not wait runs on along its way as far as that is free; enemies on Hold may shoot at it.
- A charged unit shoots at the range at which the charge begins.
- One that fails its test does not respond: who was to fight back strikes no blow in the first round. In the other
  reading it is caught on the Back Foot, and only a fighter whom a 1 made hesitate strikes no blow.
- One that does not respond at all fights as it is, but on the Back Foot if its die was a 1 (base_games.md 4.3.5).
- To respond to a charge uses up no card. Units that no die was rolled for respond if they hold or have not acted, and
  once a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from sim.engine.dice import D10, Throw
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.ruleset import SOLO
from sim.rules.la_cucaracha.combat import Stance, fight, move, shot_refusal, take_courage_test
from sim.rules.la_cucaracha.events import ChargeDeclared, ChargeFailed, Engaged, OrdersRolled, PutOnBackFoot
from sim.rules.la_cucaracha.ground import charge_ways, occupied
from sim.rules.la_cucaracha.state import CHARGED, HESITANT, HOLD, Play, Troop, enemies
from sim.tabletop.inches import Way

if TYPE_CHECKING:
    from sim.rules.la_cucaracha.orders import Charge


@dataclass(frozen=True)
class Reaction:
    """What came of being charged, for the fight that follows."""

    counter_attacks: bool = False
    idle: bool = False
    """It strikes no blow in the first round."""


def charge(game: Play, order: Charge) -> None:
    """Carry out a charge from its declaration to the end of the first round."""
    game.happen(ChargeDeclared(order.unit, order.target))
    target = game.state.unit(order.target)
    if target.fighting:
        game.note(Said(target.name.does("is fighting already"), rule="CUC-CHARGE"))
    elif take_courage_test(game, order.target) == "broken":
        _run_on(game, order, target.name.does("does not wait for it"))
        return
    stood, reaction = target.cell, react(game, order.target, order.unit)
    charger, target = game.state.unit(order.unit), game.state.unit(order.target)
    if charger.cell is None or charger.shaken:
        # It stays where it began.
        game.happen(ChargeFailed(order.unit, "it is shot down" if charger.lost else "it will not face the fire"))
    elif target.cell == stood:
        drive_home(game, order, order.way, reaction)
    elif target.cell is not None and (ways := charge_ways(game.position, charger, target)):
        game.note(Said("the charge reaches far enough to catch it", rule="CUC-CHARGE"))
        game.happen(PutOnBackFoot(order.target))
        drive_home(game, order, ways[ways.cells[0]], Reaction())
    else:
        _run_on(game, order, target.name.does("has evaded"))


def _run_on(game: Play, order: Charge, why: str) -> None:
    """Let a charge that meets nobody run on; who ran from it may stand in its way by now."""
    taken = occupied(game.position, game.state.unit(order.unit))
    way = tuple(takewhile(lambda cell: cell not in taken, order.way))
    if way:
        move(game, order.unit, way, "charge")
    game.happen(ChargeFailed(order.unit, why))
    if way:
        watch(game, order.unit)


def drive_home(game: Play, order: Charge, way: Way, reaction: Reaction) -> None:
    """Come to blows."""
    if way:
        move(game, order.unit, way, "charge")
    game.happen(Engaged(order.unit, order.target))
    if order.back_foot:
        game.happen(PutOnBackFoot(order.unit))
    first_round(game, order, reaction)


def first_round(game: Play, order: Charge, reaction: Reaction) -> None:
    """Fight the round in which a charge comes to blows."""
    charger, counters = Stance(order.unit, charging=True, reroll=order.reroll), reaction.counter_attacks
    answer = Stance(order.target, charging=counters, defending=not counters, idle=reaction.idle)
    fight(game, charger, answer, first=True)


def no_response(unit: Troop) -> str | None:
    """CUC-RESPOND: say why a unit that no die is rolled for may not respond to a charge any more; None if it may."""
    if unit.responded:
        return unit.name.does("has responded already this turn")
    return unit.name.does("has acted already, without a Hold") if unit.acted and not unit.holding else None


def react(game: Play, id_: str, charger: str) -> Reaction:
    """CUC-REACT: ask a unit that is charged what it does, and let it."""
    unit = game.state.unit(id_)
    if unit.fighting:
        return Reaction()
    is_solo = game.deciders[unit.side][0] == SOLO
    if is_solo and unit.score is None:
        score = game.throw(Throw(D10, "reaction to a charge", id_), "CUC-REACT").total
        game.happen(OrdersRolled(id_, score))
        unit = game.state.unit(id_)
    if not is_solo and (why := no_response(unit)):
        game.note(Said(why, rule="CUC-RESPOND"))
    else:
        order: Any = next(game.orders(Ask(unit.side, CHARGED, id_, charger, number=unit.score)), None)
        if order is not None and (reaction := order.reaction(game)):
            answered: Reaction = reaction
            return answered
    game.happen(Passed(unit.side, id_, "stands"))
    if unit.score in HESITANT:
        game.happen(PutOnBackFoot(id_))
    return Reaction()


def watch(game: Play, id_: str) -> None:
    """CUC-HOLD: let enemies on Hold respond to a unit that has moved or shot before them, in roster order.

    CUC-REACT: an automated unit does not: the tables answer charges, and nothing else.
    """
    for holder in tuple(enemies(game.position, game.state.unit(id_).side)):
        now, unit = game.state.unit(holder.id), game.state.unit(id_)
        waits = now.holding and game.deciders[now.side][0] != SOLO
        if unit.cell is None or not waits or shot_refusal(game.position, now, unit) is not None:
            continue
        ask = Ask(now.side, HOLD, now.id, id_)
        order: Any = next(game.orders(ask), None)
        if order is None:
            game.happen(Passed(now.side, now.id, "holds on"))
        else:
            order.resolve(game, ask)
