"""Advice: what the commander of a side would order in answer to what a player is asked.

It is the plan that plays the side where no person does, asked for one order, and sees no more than the player may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.engine.chance import Seeded
from sim.engine.game import Game, Start
from sim.engine.notes import Note
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import COMMANDER
from sim.engine.session import Session


@dataclass(frozen=True)
class Advice:
    """What the commander would order, and why."""

    intent: Intent
    why: tuple[Note, ...] = ()


def advised(session: Session[Any, Any]) -> Intent | None:
    """Return what the commander would order now; None where he has no advice, or nobody is asked for an order."""
    advice = advice_of(session)
    return advice.intent if advice is not None else None


def advice_of(session: Session[Any, Any]) -> Advice | None:
    """Return what the commander would order now with his reasons; None where he has no advice.

    Where he would do nothing, the answer is to pass, if the system has such an answer. The dice by which he settles
    ties are his own: those of the battle are not touched.
    """
    ask = session.wanted
    if not isinstance(ask, Ask):
        return None
    intent, why = _first_order(session, ask)
    if intent is None or session.refusal(intent):
        intent = session.ruleset.insight.passing(session.known_to(ask.side), ask)
    return None if intent is None or session.refusal(intent) else Advice(intent, why)


def _first_order(session: Session[Any, Any], ask: Ask) -> tuple[Intent | None, tuple[Note, ...]]:
    try:
        decider = session.ruleset.decider(COMMANDER)
        dice = Seeded(len(session.entries))
        game: Game[Any, Any] = Game(session.battle, Start(session.state), {ask.side: (COMMANDER, decider)}, dice)
        first = next(iter(decider.orders(game, ask)), None)
        return first, tuple(game.notebook.unsealed())
    except LookupError:
        # Nobody else ever plays this side, or ever answers this.
        return None, ()
