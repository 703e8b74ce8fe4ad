"""From where a forecast looks ahead: the checkpoint at which an automated side is to act next.

While a player is asked, the next decision is his own. What can be foreseen then is what comes if he gives the order
that he has in hand, or does nothing: that is tried on another line, which nobody sees, and so is his pass if he is
asked again. What itself takes dice is not tried: that would be peeking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sim.engine.chance import DrawCard, Request, Typed
from sim.engine.dice import Throw
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.orders import Ask, Intent
from sim.engine.reader import Reader
from sim.engine.ruleset import HUMAN
from sim.engine.session import Checkpoint, Session


@dataclass(frozen=True, eq=False)
class LookAhead:
    """A state to look ahead from, and what must be said about it; or no state, and why there is none."""

    start: Any | None
    words: str


def outlook_of(session: Session[Any, Any], frame: int, order: Intent | None = None) -> LookAhead:
    """Return from where to look ahead at the moment of a frame, once an order is given or nothing is done."""
    if all(player == HUMAN for player in session.players.values()):
        return LookAhead(None, "Only people play this battle: there is no AI to forecast.")
    latest = frame >= session.last_frame.number
    if not latest:
        return LookAhead(_checkpoint_before(session, frame), "As it stood before this activation:")
    if session.over:
        return LookAhead(None, "The battle is over.")
    if isinstance(session.wanted, Ask):
        known = session.known_to(session.wanted.side)
        passing = session.ruleset.insight.passing(known, session.wanted)
        return _after(session, order, "this order") if order is not None else _after(session, passing, "a pass")
    return LookAhead(session.checkpoint.state, "As it stands:")


def _checkpoint_before(session: Session[Any, Any], frame: int) -> Any:
    """Return the state at the beginning of the activation that a frame belongs to."""
    state = None
    for entry in session.log:
        if isinstance(entry, Frame) and entry.number == frame and state is not None:
            return state
        if isinstance(entry, Checkpoint):
            state = entry.state
    return state


def _after(session: Session[Any, Any], intent: Intent | None, called: str) -> LookAhead:
    if intent is None:
        return LookAhead(None, "The next decision is yours, and you cannot pass.")
    # With all dice and orders that have led to the question, also those that nothing has come of yet.
    other: Session[Any, Any] = Session.from_log(session.battle, session.players, session.source, session.entries)
    other.advance()
    dice_before = _dice(other)
    words, more = _WORDS[called]
    for _ in range(_MOST_PASSES):
        other.answer(intent)
        if _dice(other) != dice_before or isinstance(other.wanted, Throw | DrawCard):
            return LookAhead(None, f"What follows {called} depends on dice, which are never foretold.")
        if other.over:
            return LookAhead(None, f"{words[:-1]}, the battle is over.")
        if other.wanted is None:
            asked = other.next_wanted()
            if not isinstance(asked, Ask) or other.players[asked.side] != HUMAN:
                break
            other.play_out()
        assert isinstance(other.wanted, Ask)
        again = other.ruleset.insight.passing(other.known_to(other.wanted.side), other.wanted)
        if again is None:
            break
        intent, called, words = again, "a pass", more
    return LookAhead(other.checkpoint.state, words)


_WORDS = {
    "a pass": ("If you pass now:", "If you do nothing more:"),
    "this order": ("If you give this order:", "If you give this order and no other:"),
}
"""What is said of looking ahead from what is done now, and from after the passes that follow it."""
_MOST_PASSES = 60
"""After so many passes in a row there is an automated side in every battle that has one."""


def _dice(session: Session[Any, Any]) -> int:
    return sum(isinstance(entry, Answered) for entry in session.entries)


@dataclass(frozen=True)
class Aftermath:
    """What an order brings by itself: all that comes before anybody else decides, and before any die or card."""

    frames: tuple[Frame, ...]
    """As whoever looks may read them."""
    then: Ask | Request | None
    """What is wanted next, of whomever; None at the end of the battle."""
    ends_turn: bool


def aftermath_of(session: Session[Any, Any], reader: Reader, order: Intent) -> Aftermath:
    """Return what an order brings by itself: nothing is decided for it, and nothing thrown."""
    tried: Session[Any, Any] = Session.from_log(session.battle, session.players, Typed(), session.entries)
    tried.advance()
    before, known = tried.state, len(tried.entries)
    tried.answer(order)
    # The order itself comes first; if somebody else's follows without any die, his is the next decision.
    later = tried.entries[known + 1 :]
    decided = next((entry for entry in later if isinstance(entry, Ordered)), None)
    own = later if decided is None else later[: later.index(decided)]
    frames = [entry for entry in own if isinstance(entry, Frame)]
    wanted = reader.wanted(tried) if decided is None else decided.ask
    if wanted is None and not tried.over:
        onward = Session(session.battle, tried.checkpoint.state, dict.fromkeys(session.players, HUMAN), Typed())
        onward.play_out()
        frames += onward.frames[1:]
        wanted = reader.wanted(onward)
    states = [before, *(frame.state for frame in frames)]
    read = tuple(reader.frame(state, frame) for state, frame in zip(states, frames, strict=False))
    return Aftermath(read, wanted, states[-1].turn != before.turn or states[-1].outcome is not None)
