"""Put a battle into lines: the log, the reasons, the outcome. Everything that comes out of a file is made printable."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.cli.output import echo
from sim.engine.battle import Battle, Position
from sim.engine.events import Event, Unseen
from sim.engine.game import Frame
from sim.engine.grade import Grade, grade_of, side_to_grade
from sim.engine.notes import Note, Subject
from sim.engine.orders import Ask, Intent
from sim.engine.record import Scribe
from sim.engine.session import Session
from sim.engine.state import Outcome, State
from sim.engine.summary import summary_of
from sim.engine.words import outcome_text, paragraphs
from sim.files import printable
from sim.solo.explain import LISTED, explained

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario

LONGEST = 2000
"""Characters shown of one line; the words of a system are shorter, and those of a stranger not worth more."""
_NARROWEST = 30
"""A terminal with fewer columns is not wrapped for: nothing would be left of a line that is set in."""


def say(lines: str | Iterable[str], to_err: bool = False) -> None:
    """Print lines. A terminal gets them wrapped; a file or a pipe gets them whole, so that they can be searched."""
    stream = sys.stderr if to_err else sys.stdout
    width = shutil.get_terminal_size().columns if stream is not None and stream.isatty() else 0
    for line in [lines] if isinstance(lines, str) else lines:
        for part in wrapped(printable(line, LONGEST), width):
            echo(part, err=to_err)


def wrapped(line: str, width: int) -> list[str]:
    """Break a line at spaces, the rest of it set in further than its beginning; 0 leaves it whole."""
    if width < _NARROWEST or len(line) <= width:
        return [line]
    from textwrap import wrap

    lead = min(len(line) - len(line.lstrip()), width // 2)
    within = " " * (lead + 4)
    # Ids of rules and units are not broken at their hyphens, so that they can be copied whole.
    return wrap(line.strip(), width, initial_indent=" " * lead, subsequent_indent=within, break_on_hyphens=False)


@dataclass(frozen=True, eq=False)
class LogFormatter:
    """Puts the events, orders and reasons of one battle in words."""

    battle: Battle[Any]

    def name(self, subject: Subject) -> str:
        """Return what players call a cell or a unit."""
        return subject if isinstance(subject, str) else self.battle.map.grid.name(subject)

    def event(self, state: State[Any], event: Event[Any]) -> str:
        """Tell an event in a sentence; the state is the one after it."""
        return self.battle.ruleset.event_text(Position(self.battle, state), event)

    def order(self, state: State[Any], intent: Intent) -> str:
        """Put an order in words."""
        return self.battle.ruleset.order_text(Position(self.battle, state), intent)

    def ask(self, ask: Ask) -> str:
        """Say who is asked what, with the name of the side, and of the player where several share it."""
        unit, about = (f" with {ask.unit}" if ask.unit else ""), (f" ({ask.about})" if ask.about else "")
        side = self.battle.side(ask.side)
        who = f"{ask.player}, of {side.mention}" if ask.player else side.name
        return f"{who}: {ask.occasion}{unit}{about}"

    def reasons(self, notes: tuple[Note, ...], lead: str = "", listed: int = LISTED) -> Iterator[str]:
        """Yield what notes say."""
        return (lead + line for line in explained(notes, self.name, listed=listed, under=self.battle.unusual))

    # -- frames ------------------------------------------------------------------------------------------

    def log(self, frames: Iterable[Frame], explain: bool = False, turn: int | None = None) -> Iterator[str]:
        """Yield a line for each frame, with a heading for each turn; `turn` is the one whose heading stands already."""
        for frame in frames:
            if frame.state.turn != turn:
                turn = frame.state.turn
                yield f"Turn {turn}"
            yield f"{frame.number:5}  {self.event(frame.state, frame.event)}"
            if explain:
                yield from self.reasons(frame.why, " " * 9)

    def frame_data(self, scribe: Scribe, frame: Frame, explain: bool = False) -> dict[str, Any]:
        """Return a frame as data."""
        data = {
            "frame": frame.number,
            "turn": frame.state.turn,
            "text": self.event(frame.state, frame.event),
            "event": event_data(scribe, frame.event),
        }
        return {**data, **self.reasons_data(scribe, frame.why)} if explain else data

    def reasons_data(self, scribe: Scribe, notes: tuple[Note, ...]) -> dict[str, Any]:
        """Return reasons as data: in words, and as the notes they were made of."""
        return {"reasons": list(self.reasons(notes)), "notes": scribe.codec.encode(tuple[Note, ...], notes)}

    # -- the end -----------------------------------------------------------------------------------------

    def outcome(self, outcome: Outcome | None) -> str:
        """Say how the battle ended."""
        if outcome is None:
            return "The battle is not over."
        return f"The battle is over: {outcome_text(self.battle, outcome)}."


def ending(scenario: Scenario, session: Session[Any, Any]) -> Iterator[str]:
    """Yield how a battle ended; for whoever has played against printed opponents, with a grade and an epilogue."""
    outcome = session.state.outcome
    yield LogFormatter(session.battle).outcome(outcome)
    if outcome is not None and (grade := grade_for_player(session)) is not None:
        yield f"Grade for {session.battle.side(grade.side).mention}: {grade.name}"
        yield from (f"  {part}" for part in grade.check.parts)
        yield from paragraphs(scenario.epilogue(grade.side, outcome))


def ending_data(scenario: Scenario, session: Session[Any, Any]) -> dict[str, Any]:
    """Return how a battle ended as data: outcome, grade with its parts, and epilogue; None of what there is not."""
    outcome, grade = session.state.outcome, grade_for_player(session)
    told = scenario.epilogue(grade.side, outcome).strip() if grade and outcome else ""
    return {
        "outcome": outcome_data(outcome),
        "grade": grade
        and {
            "side": grade.side,
            "grade": grade.name,
            "parts": [{"value": part.value, "reason": part.reason} for part in grade.check.parts],
        },
        "epilogue": told or None,
    }


def grade_for_player(session: Session[Any, Any]) -> Grade | None:
    """Grade the side that somebody plays against printed opponents; None if it is not over, or there is no such one."""
    side = side_to_grade(session.players)
    return None if side is None or not session.over else grade_of(summary_of(session), side)


def event_data(scribe: Scribe, event: Event[Any]) -> Any:
    """Return an event as data; nothing of one that cannot be seen."""
    return None if isinstance(event, Unseen) else scribe.codec.encode(Event, event)


def outcome_data(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return an outcome as data."""
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "scores": dict(outcome.scores)}


def notes_of(frames: Iterable[Frame]) -> tuple[Note, ...]:
    """Return the notes of several frames, from the first to the last."""
    return tuple(note for frame in frames for note in frame.why)
