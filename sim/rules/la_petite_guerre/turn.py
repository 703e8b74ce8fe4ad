"""The sequence of play: six steps, each taken by one side and then by the other (LPG-SEQ).

With the tests of men who are left to themselves (LPG-CTRL), what those do who repeat their last move (LPG-REPEAT), and
the morale of companies (LPG-MORALE). Every kind of action is repeated, by guns too, whose crews have lost their heads.
It is done again to the same effect, the same way or at the same target. What the rules would not take as an order is
left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.engine.events import BattleEnded, TurnBegan
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask
from sim.play.book import one_by_one
from sim.rules.la_petite_guerre import events
from sim.rules.la_petite_guerre.combat.charge import encouragement, next_charge, resolve_charge, rout
from sim.rules.la_petite_guerre.combat.fire import is_served, passes, sightings
from sim.rules.la_petite_guerre.events import ControlTested, Refrained, StepBegan
from sim.rules.la_petite_guerre.figures import Grade
from sim.rules.la_petite_guerre.ground.moving import away, inches_rolled, is_chased, leads, most_dice, run
from sim.rules.la_petite_guerre.ground.sight import gun_of, gunners, sheltered
from sim.rules.la_petite_guerre.orders import BOOK, DOING
from sim.rules.la_petite_guerre.orders.commands import NO_FURTHER_CHARGE, GoFirst
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE
from sim.rules.la_petite_guerre.scenario import bring_on, outcome
from sim.rules.la_petite_guerre.state import Man, Phase, Play, Scene, guns, is_under_fire

STEPS: tuple[Phase, ...] = ("command", "control", "actions", "charges", "morale", "end")
"""LPG-SEQ, after the dice for the first move."""
MOST_TIES = 40
"""Throws for the first move before the scenario's first side has it: with honest dice that never happens."""


def play(game: Play) -> None:
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


def _next_step(game: Play) -> None:
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


def _first_move(game: Play) -> None:
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


def _command(game: Play) -> None:
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


def _give_actions(game: Play) -> None:
    """LPG-ACT-1, LPG-WOUND: two actions, one for the wounded, none for who is out of control; guns have their own."""
    side = game.state.side
    there = [man for man in game.state.units if man.side == side and not man.out]
    given = {man.id: _actions_of(game, man) for man in there}
    for gun in there:
        if gun.profile.kind == "gun" and given[gun.id]:
            # Who serves a gun that can act does nothing else.
            given |= dict.fromkeys((man.id for man in _serving(game, gun)), 0)
    game.happen(events.ActionsGiven(tuple(given), tuple(given.values()), sightings(game.position)))


def _actions_of(game: Play, man: Man) -> int:
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


def _serving(game: Play, gun: Man) -> list[Man]:
    """Return the men of the crew who are with their gun and do as they are told, or what they did, if it does."""
    ready = ("free", "repeats") if gun.control == "repeats" else ("free",)
    return [man for man in gunners(game.position, gun) if man.control in ready]


def _actions(game: Play) -> None:
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


def _one_man(game: Play, side: str) -> bool:
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


def repeat(game: Play, id_: str) -> None:
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
        game.happen(Refrained(game.state.unit(id_).side, id_, "has nothing that he can repeat"))


# -- charges -----------------------------------------------------------------------------------------------------


def declare_charges(game: Play, side: str) -> None:
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


# -- control: men who are left to themselves -----------------------------------------------------------------------


def control_check(position: Scene, man: Man) -> Check:
    """LPG-CTRL: what is added to the die of a man whom no leader controls."""
    data, grade, cover = position.battle.data, man.profile.grade, sheltered(position, man)
    check = Check("control").plus(data.control_grade[grade], f"{grade} grade", "LPG-CTRL")
    return check.plus(data.numbers.control_cover, f"in cover: {cover.reason}", "LPG-CTRL") if cover else check


def control_result(position: Scene, man: Man, die: int) -> Literal["free", "repeats", "breaks", "stunned"]:
    """LPG-CTRL: what the die comes to."""
    numbers, total = position.battle.data.numbers, die + control_check(position, man).total
    if total >= numbers.control_free:
        return "free"
    if total >= numbers.control_repeat:
        return "repeats"
    return "breaks" if is_under_fire(position, man) else "stunned"


def take_control_tests(game: Play, side: str) -> None:
    """LPG-CTRL: test every man of a side whom no leader has reached; leaders and guns look after themselves.

    A gun repeats what it did if too few of its crew do as they are told, and enough of them repeat.
    """
    # Whoever leads a file comes before those who follow him.
    for man in sorted(game.state.units, key=lambda man: len(leads(game.state, man))):
        now = game.state.unit(man.id)
        if man.side != side or now.out or now.profile.kind == "gun" or now.control:
            continue
        if now.profile.command and not now.broken:
            game.happen(events.Controlled((now.id,)))
        elif now.broken and is_chased(game.position, now):
            run(game, now.id)
            if game.state.unit(now.id).cell is not None:
                game.happen(ControlTested(now.id, "nothing"))
        elif (lead := lead_of(game, now)) is not None and lead.control and lead.able and not now.broken:
            game.note(Said(f"in single file behind {lead.id}", rule="LPG-CTRL", about=(lead.id,)))
            game.happen(ControlTested(now.id, lead.control))
        else:
            _test_control(game, now)
    for gun in tuple(guns(game.position, side)):
        there = gunners(game.position, gun)
        free = [man for man in there if man.control == "free"]
        ready = [man for man in there if man.control in ("free", "repeats")]
        if not is_served(game.position, free) and is_served(game.position, ready):
            game.note(Said(f"{len(free)} of its crew under control", rule="LPG-CTRL"))
            game.happen(ControlTested(gun.id, "repeats" if gun.last else "nothing"))


def lead_of(game: Play, man: Man) -> Man | None:
    """Return the man at the head of a file; None for who follows nobody, or has been left behind with a gap before."""
    file = [man, *leads(game.state, man)]
    adjacent = game.battle.map.grid.adjacent
    closed_up = all(not lead.out and adjacent(lead.place, each.place) for each, lead in pairwise(file))
    return file[-1] if len(file) > 1 and closed_up else None


def _test_control(game: Play, man: Man) -> None:
    game.note(Checked(control_check(game.position, man)))
    # Whoever is with a gun that did something last turn repeats that he serves it.
    can_repeat = not man.broken and (man.last or ((gun := gun_of(game.position, man)) and gun.last))
    match control_result(game.position, man, game.throw(Throw(D6, "control", man.id), "LPG-CTRL").total):
        case "free":
            game.happen(ControlTested(man.id, "free"))
        case "repeats" if can_repeat:
            game.happen(ControlTested(man.id, "repeats"))
        case "repeats":
            game.note(Said("he did nothing that he could repeat", rule="LPG-CTRL"))
            game.happen(ControlTested(man.id, "nothing"))
        case "breaks" if man.broken:
            game.note(Said("he has not come to himself yet", rule="LPG-ROUT"))
            game.happen(ControlTested(man.id, "nothing"))
        case "breaks":
            game.happen(events.Broke(man.id))
            # The sheet lets opponents pursue whoever breaks, and names no step in which it would be otherwise.
            rout(game, man.id)
        case "stunned":
            game.happen(events.Stunned(man.id))


# -- the morale of companies ---------------------------------------------------------------------------------------


def morale_check(position: Scene, company: str) -> Check:
    """LPG-MORALE: what is added to the die of a company: its able men, its grade, encouragement.

    The grade is the one that most of its men have; of several the worst.
    """
    own = [man for man in position.state.units if man.company == company and man.profile.kind == "man"]
    able = [man for man in own if man.able]
    held, grades = [man.profile.grade for man in able or own], tuple[Grade, ...](("C", "B", "A"))
    grade = max(grades, key=held.count)
    check = Check("morale").plus(len(able), "able men", "LPG-MORALE")
    check = check.plus(position.battle.data.morale_grade[grade], f"{grade} grade", "LPG-MORALE")
    return check.plus(max((encouragement(position, man) for man in able), default=0), "encouraged", "LPG-MORALE")


def take_morale_tests(game: Play, side: str) -> None:
    """LPG-MORALE: test every company of a side of which somebody was killed or broke this turn."""
    units, needs = game.state.units, game.battle.data.numbers.morale
    hit = {units[id_].company for id_, _ in game.state.fallen if id_ in units and units[id_].side == side}
    for company in dict.fromkeys(man.company for man in units if man.company in hit):
        there = (man for man in game.state.units if man.company == company and man.profile.kind == "man")
        own = [man for man in there if not man.out]
        if not company or company in game.state.tested or not any(man.able for man in own):
            continue
        check, purpose = morale_check(game.position, company), game.battle.data.engagement.mention(company)
        # For the side, whose luck it is.
        holds = passes(game, check, needs, f"morale of {purpose}", side, "LPG-MORALE", [man.id for man in own])
        game.happen(events.MoraleTested(company, holds))
        for man in () if holds else own:
            if man.able:
                dice = most_dice(game.position, man)
                away(game, man.id, inches_rolled(game, man.id, dice, "inches to retire"), "retire")
