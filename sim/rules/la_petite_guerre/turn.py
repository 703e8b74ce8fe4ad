"""The sequence of play: six steps, each taken by one side and then by the other (LPG-SEQ).

With what those do who repeat their last move (LPG-REPEAT). Every kind of action is repeated, by guns too, whose crews
have lost their heads. It is done again to the same effect, the same way or at the same target. What the rules would not
take as an order is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.engine.dice import D6, Throw
from sim.engine.events import BattleEnded, TurnBegan
from sim.engine.orders import Ask
from sim.play.book import one_by_one
from sim.rules.la_petite_guerre import events
from sim.rules.la_petite_guerre.combat.charge import next_charge, resolve_charge
from sim.rules.la_petite_guerre.combat.fire import is_served, sightings
from sim.rules.la_petite_guerre.combat.morale import take_control_tests, take_morale_tests
from sim.rules.la_petite_guerre.events import Refrained, StepBegan
from sim.rules.la_petite_guerre.ground.sight import gunners
from sim.rules.la_petite_guerre.orders.book import BOOK, DOING
from sim.rules.la_petite_guerre.orders.commands import NO_FURTHER_CHARGE, GoFirst
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE
from sim.rules.la_petite_guerre.scenario import bring_on, outcome
from sim.rules.la_petite_guerre.state import LpgGame, Man, Phase

STEPS: tuple[Phase, ...] = ("command", "control", "actions", "charges", "morale", "end")
"""LPG-SEQ, after the dice for the first move."""
MOST_TIES = 40
"""Throws for the first move before the scenario's first side has it: with honest dice that never happens."""


def play(game: LpgGame) -> None:
    """LPG-SEQ: go on with the step that the state says."""
    state = game.state
    ended = state.phase == "first move" and state.turn > 0
    # The charges of a side are one step: whatever the first of them has settled, all of them are driven home.
    if next_charge(state) is None and (over := outcome(game.position, ended)):
        game.happen(BattleEnded(over))
        return
    match state.phase:
        case "first move":
            _first_move(game)
        case "command":
            _command(game)
        case "control":
            take_control_tests(game, state.side)
            _next_step(game)
        case "actions":
            _actions(game)
        case "charges":
            # LPG-CHARGE: they are declared first, and then resolved one by one; after the last the step is over.
            if charge := next_charge(state):
                resolve_charge(game, charge)
            else:
                declare_charges(game, state.side)
            if next_charge(game.state) is None:
                _next_step(game)
        case "morale":
            take_morale_tests(game, state.side)
            _next_step(game)
        case "end":
            game.happen(events.TurnEnded(sightings(game.position)))


def _next_step(game: LpgGame) -> None:
    """Let the other side take the step, or go on to the next one.

    Command and the control tests of a side are one step: the other side commands after them (base_games.md 5.2).
    """
    state = game.state
    place = state.order.index(state.side)
    if state.phase == "command":
        game.happen(StepBegan("control", state.side))
    elif place + 1 < len(state.order):
        game.happen(StepBegan("command" if state.phase == "control" else state.phase, state.order[place + 1]))
    else:
        following = STEPS[STEPS.index(state.phase) + 1]
        game.happen(StepBegan(following, state.order[0] if following != "end" else ""))
    if game.state.phase == "actions":
        _give_actions(game)


def _first_move(game: LpgGame) -> None:
    """LPG-SEQ: dice for the first move; the higher has the choice."""
    game.happen(TurnBegan(game.state.turn + 1))
    bring_on(game)
    best = sides = [side.id for side in game.battle.sides]
    for _ in range(MOST_TIES):
        dice = {side: game.throw(Throw(D6, "for the first move", side), "LPG-SEQ").total for side in sides}
        best = [side for side in sides if dice[side] == max(dice.values())]
        if len(best) == 1:
            break
    ask = Ask(best[0], FIRST_MOVE)
    BOOK.resolve(game, ask, next(game.orders(ask), GoFirst(best[0])))
    game.happen(StepBegan("command", game.state.order[0]))


def _command(game: LpgGame) -> None:
    """LPG-CMD: let the next leader of the side spend his command points; without one the step is over."""
    side = game.state.side
    leader = next((man for man in game.state.units if man.side == side and man.can_command), None)
    if leader is None:
        _next_step(game)
        return
    game.happen(events.ActorNamed(leader.id))
    ask = Ask(side, COMMAND, leader.id)
    orders: Iterator[Any] = game.orders(ask)
    for order in orders:
        order.resolve(game, ask)
        if order.passes or not game.state.unit(leader.id).can_command:
            break
    if not game.state.unit(leader.id).out:
        game.happen(events.ActorDone(leader.id))


# -- actions -----------------------------------------------------------------------------------------------------


def _give_actions(game: LpgGame) -> None:
    """LPG-ACT-1, LPG-WOUND: two actions, one for the wounded, none for men out of control; guns have their own."""
    side = game.state.side
    there = [man for man in game.state.units if man.side == side and not man.out]
    given = {man.id: _actions_of(game, man) for man in there}
    for gun in there:
        if gun.profile.kind == "gun" and given[gun.id]:
            # Men who serve a gun that can act do nothing else.
            given |= dict.fromkeys((man.id for man in _serving(game, gun)), 0)
    game.happen(events.ActionsGiven(tuple(given), tuple(given.values()), sightings(game.position)))


def _actions_of(game: LpgGame, man: Man) -> int:
    numbers = game.battle.data.numbers
    most = numbers.wounded_actions if man.wounded else numbers.actions
    if man.profile.kind == "gun":
        return numbers.actions if is_served(game.position, _serving(game, man)) else 0
    if man.stunned and not man.broken:
        # LPG-STUN: he can get off his horse, and fall prone.
        return min(man.mounted + (not man.prone), most)
    if man.broken or man.control not in ("free", "repeats"):
        return 0
    # Ruling 5.3.19: the move of a command is not extra to the one action of a wounded man.
    return 0 if man.wounded and any(done.what == "move" for done in man.did) else most


def _serving(game: LpgGame, gun: Man) -> list[Man]:
    """Return the men of the crew who are with their gun and do as they are told, or what they did, if it does."""
    ready = ("free", "repeats") if gun.control == "repeats" else ("free",)
    return [man for man in gunners(game.position, gun) if man.control in ready]


def _actions(game: LpgGame) -> None:
    """LPG-ACT-1: let the next man act: first those who repeat their last move, then whoever the side names."""
    side = game.state.side
    left = [man for man in game.state.units if man.side == side and man.left > 0 and not man.out]
    waiting = [man for man in left if man.control == "repeats" and man.able]
    # The head of a file goes first, and those behind go with him.
    if repeats := next((man for man in waiting if not man.follows), waiting[0] if waiting else None):
        game.happen(events.ActorNamed(repeats.id))
        repeat(game, repeats.id)
        if not game.state.unit(repeats.id).out:
            game.happen(events.ActorDone(repeats.id))
    elif not left:
        _next_step(game)
    elif not _one_man(game, side):
        game.happen(Refrained(side, None, "has nothing more to do"))
        _next_step(game)


def _one_man(game: LpgGame, side: str) -> bool:
    """Let a side name a man by his first order, and give him orders; say whether it named any."""
    named = False
    for ask, order in one_by_one(game, lambda: Ask(side, ACTION, game.state.actor or None)):
        if not order.unit:
            return named
        if not game.state.actor and order.begins:
            game.happen(events.ActorNamed(order.unit))
        named = True
        order.resolve(game, ask)
        man = game.state.unit(order.unit)
        if order.passes or not order.begins or man.out or man.left <= 0:
            break
    if actor := game.state.actor:
        game.happen(StepBegan("actions", side) if game.state.unit(actor).out else events.ActorDone(actor))
    return named


def repeat(game: LpgGame, id_: str) -> None:
    """LPG-REPEAT: let a man repeat his last turn as far as he can; what cannot be repeated is left out."""
    repeated = False
    for done in game.state.unit(id_).last:
        man = game.state.unit(id_)
        if not man.able or not man.left:
            break
        ask, kind = Ask(man.side, ACTION, id_), DOING.get(done.what)
        order = kind.repeating(game.position, man, done) if kind else None
        if order is not None and BOOK.refusal(game.position, ask, order) is None:
            order.repeat(game, ask, done)
            repeated = True
    if not repeated:
        game.happen(Refrained(game.state.unit(id_).side, id_, "has nothing he can repeat"))


# -- charges -----------------------------------------------------------------------------------------------------


def declare_charges(game: LpgGame, side: str) -> None:
    """LPG-CHARGE-order: let a side declare its charges."""
    ask = Ask(side, CHARGES)
    orders: Iterator[Any] = game.orders(ask)
    for order in orders:
        order.resolve(game, ask)
        if order.passes:
            return
    if game.state.charges.to_come:
        # An event keeps the reasons why nobody else charges: the first of the charges has its own.
        game.happen(Refrained(side, None, NO_FURTHER_CHARGE))
