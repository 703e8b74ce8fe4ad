"""What units do when they are charged, and when an enemy moves or shoots before them while they hold.

Rulings (CUC-HOLD, CUC-RESPOND):
- A drilled unit rolls a failed test to respond once more, always.
- Who is charged while it fights somebody else already has no hands free to respond.
- One that does not respond at all fights as it is, but on the Back Foot if its die was a 1 (base_games.md 4.3.5).
- To respond to a charge uses up no card. Units that no die was rolled for respond if they hold or have not acted, and
  once a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least
from sim.engine.events import Passed
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask
from sim.engine.ruleset import SOLO
from sim.play.consequences import Course, happens
from sim.play.odds import Told
from sim.rules.la_cucaracha import events
from sim.rules.la_cucaracha.events import ExtraOrderWon, Responded, Shot
from sim.rules.la_cucaracha.ground.sight import leader_near, shot_refusal
from sim.rules.la_cucaracha.state import CHARGED, HESITANT, HOLD, CucGame, CucPosition, Troop, enemies

# -- the test to respond ---------------------------------------------------------------------------------------------

RESPOND = "to respond"


def respond_check(position: CucPosition, unit: Troop) -> Check:
    """CUC-HOLD: what is added to the die of a test to respond."""
    numbers = position.battle.data.numbers
    return (
        Check("to respond")
        .plus(numbers.respond_leader * leader_near(position, unit), "leader near", "CUC-HOLD")
        .plus(numbers.respond_raw * (unit.profile.quality == "raw"), "raw", "CUC-HOLD")
        .plus(numbers.respond_shaken * unit.shaken, "shaken", "CUC-HOLD")
    )


def respond_needed(position: CucPosition, unit: Troop) -> int:
    """CUC-HOLD: what the bare die of a test to respond must show."""
    return position.battle.data.numbers.respond - respond_check(position, unit).total


def passes_response(game: CucGame, id_: str) -> bool:
    """CUC-HOLD: throw whether a unit responds; a drilled one throws a failed die once more."""
    position, unit = game.position, game.state.unit(id_)
    game.note(Checked(respond_check(position, unit), rule="CUC-HOLD"))
    need = at_least(respond_needed(position, unit))
    passed = game.met(Throw(D10, RESPOND, id_, need), "CUC-HOLD")
    if passed or not unit.profile.drilled:
        return passed
    game.note(Said("drilled: it rolls once more", rule="CUC-HOLD"))
    return game.met(Throw(D10, "to respond, again", id_, need), "CUC-HOLD")


def response_test(position: CucPosition, unit: str, what: str) -> Told:
    """CUC-HOLD: tell how likely the test to respond is passed."""
    again = ", and once more because it is drilled" if position.state.unit(unit).profile.drilled else ""
    because = lambda telling: telling.or_more + again  # noqa: E731
    return Told(what, unit, throw=RESPOND, so=responds, because=because, asks="test to respond", until=happens(Shot))


def responds(run: Course) -> bool:
    """Say whether a test to respond was passed."""
    return run.has(Responded, succeeded=True) or run.has(ExtraOrderWon)


# -- a charge, and Hold ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stance:
    """How a unit comes into a round."""

    unit: str
    charging: bool = False
    defending: bool = False
    """It was charged where it stood."""
    reroll: bool = False
    """CUC-F10: one die that misses is thrown again."""
    idle: bool = False
    """It strikes no blow in this round."""


def no_response(unit: Troop) -> str | None:
    """CUC-RESPOND: say why a unit that no die is rolled for may not respond to a charge any more; None if it may."""
    if unit.responded:
        return unit.name.does("has responded already this turn")
    return unit.name.does("has acted already, without a Hold") if unit.acted and not unit.holding else None


def react(game: CucGame, id_: str, charger: str) -> Stance:
    """CUC-REACT: ask a unit that is charged what it does, let it, and return how it comes into the first round."""
    unit = game.state.unit(id_)
    stands = Stance(id_, defending=True)
    if unit.fighting:
        return stands
    is_solo = game.deciders[unit.side][0] == SOLO
    if is_solo and unit.score is None:
        score = game.throw(Throw(D10, "reaction to a charge", id_), "CUC-REACT").total
        game.happen(events.OrdersRolled(id_, score))
        unit = game.state.unit(id_)
    if not is_solo and (why := no_response(unit)):
        game.note(Said(why, rule="CUC-RESPOND"))
    else:
        order: Any = next(game.orders(Ask(unit.side, CHARGED, id_, charger, number=unit.score)), None)
        answer: Stance | None = order.reaction(game) if order is not None else None
        if answer is not None:
            return answer
    game.happen(Passed(unit.side, id_, "stands"))
    if unit.score in HESITANT:
        game.happen(events.PutOnBackFoot(id_))
    return stands


def watch(game: CucGame, id_: str) -> None:
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
