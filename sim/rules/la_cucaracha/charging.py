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

from itertools import takewhile
from typing import TYPE_CHECKING

from sim.engine.dice import D10, Throw
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.ruleset import SOLO
from sim.grid import Cell
from sim.rules.la_cucaracha.courage import move, take_courage_test
from sim.rules.la_cucaracha.events import ChargeDeclared, ChargeFailed, Engaged, OrdersRolled, PutOnBackFoot
from sim.rules.la_cucaracha.ground import charge_ways, occupied
from sim.rules.la_cucaracha.melee import Stance, fight
from sim.rules.la_cucaracha.scene import CHARGED, HOLD, Play, Reaction, enemies, given
from sim.rules.la_cucaracha.shooting import shot_refusal
from sim.rules.la_cucaracha.units import HESITANT, Troop

if TYPE_CHECKING:
    from sim.rules.la_cucaracha.orders import Charge


Way = tuple[Cell, ...]


def charge(game: Play, order: Charge) -> None:
    """Carry out a charge from its declaration to the end of the first round."""
    game.happen(ChargeDeclared(order.unit, order.target))
    stood = game.state.unit(order.target).cell
    if not _is_met(game, order):
        return
    reaction = react(game, order.target, order.unit)
    if _is_beaten_off(game, order.unit):
        return
    if game.state.unit(order.target).cell == stood:
        drive_home(game, order, order.way, reaction)
    else:
        _chase(game, order)


def _is_met(game: Play, order: Charge) -> bool:
    """Test the courage of who is charged; say whether it is still there to be met."""
    target = game.state.unit(order.target)
    if target.fighting:
        game.note(Said(target.name.does("is fighting already"), rule="CUC-CHARGE"))
        return True
    if take_courage_test(game, order.target) != "broken":
        return True
    _run_on(game, order, target.name.does("does not wait for it"))
    return False


def _is_beaten_off(game: Play, id_: str) -> bool:
    """Say whether shots have stopped a charger; it stays where it began."""
    unit = game.state.unit(id_)
    if unit.cell is not None and not unit.shaken:
        return False
    why = "it is shot down" if unit.lost else "it will not face the fire"
    game.happen(ChargeFailed(id_, why))
    return True


def _chase(game: Play, order: Charge) -> None:
    """Go after somebody who has evaded: who is caught fights on the Back Foot."""
    unit, target = game.state.unit(order.unit), game.state.unit(order.target)
    ways = charge_ways(game.position, unit, target) if target.cell is not None else {}
    if ways:
        game.note(Said("the charge reaches far enough to catch it", rule="CUC-CHARGE"))
        game.happen(PutOnBackFoot(order.target))
        drive_home(game, order, ways[next(iter(ways))], Reaction())
        return
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
    charger = Stance(order.unit, charging=True, reroll=order.reroll)
    answer = Stance(
        order.target, charging=reaction.counter_attacks, defending=not reaction.counter_attacks, idle=reaction.idle
    )
    fight(game, charger, answer, first=True)


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
    if unit.score in HESITANT:
        game.happen(PutOnBackFoot(unit.id))
    return Reaction()


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
