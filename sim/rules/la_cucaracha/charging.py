"""Charges: declared, feared, answered, and driven home (CUC-REACT, base_games.md 4.2).

    declared -> the target's courage -> its response -> contact -> a round of close combat

A charge comes to nothing if the target breaks or gets away, or if the charger is shaken, broken or shot down.

Rulings (CUC-CHARGE):
- Who is charged while it fights somebody else already is not frightened by that, and has no hands free to respond.
- A charge at somebody who did not wait runs on along its way as far as that is free; enemies on Hold may shoot at it.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from sim.engine.notes import Said
from sim.grid import Cell
from sim.rules.la_cucaracha.courage_tests import move, take_courage_test
from sim.rules.la_cucaracha.events import ChargeDeclared, ChargeFailed, Engaged, PutOnBackFoot
from sim.rules.la_cucaracha.fighting import Stance, fight
from sim.rules.la_cucaracha.responses import react, watch
from sim.rules.la_cucaracha.scene import Play, Reaction
from sim.rules.la_cucaracha.walking import charge_ways, occupied

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
    if game.state.unit(order.target).fighting:
        game.note(Said(f"{order.target} is fighting already", rule="CUC-CHARGE"))
        return True
    if take_courage_test(game, order.target) != "broken":
        return True
    _run_on(game, order, f"{order.target} does not wait for it")
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
    _run_on(game, order, f"{order.target} has evaded")


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
