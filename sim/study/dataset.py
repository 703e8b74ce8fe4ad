"""Every decision of many battles as data: what the side knew, who the candidates were, and what came of it.

A data set is JSON lines. The first line of a battle says what all its decisions share, the last who has won; between
them stands a line for every order. Whoever it was given by is the one who reads: of units that this side does not know
there is nothing in the line, neither in the state nor among candidates, dice or events. The format is explained in the
README of this folder; its version stands in the first line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.engine.battle import Position
from sim.engine.events import Event
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.notes import Note, Rolled, Selection, Tried
from sim.engine.orders import Intent
from sim.engine.reader import Reader
from sim.engine.record import Scribe
from sim.engine.session import Checkpoint, Session
from sim.engine.state import State
from sim.engine.summary import summary_of
from sim.grid import Cell
from sim.study.plan import Arm, session_of

FORMAT = 1
"""The version of the format."""
COLUMNS: dict[str, type] = {
    "scenario": str, "game": int, "decision": int, "turn": int, "side": str, "by": str, "occasion": str, "unit": str,
    "about": str, "state": dict, "options": list, "choices": list, "order": dict, "said": str, "dice": list,
    "events": list, "won": bool,
}  # fmt: skip
"""What the line of a decision has, in this order."""

Json = dict[str, Any]


def battle_lines(arm: Arm, base: int, number: int) -> Iterator[Json]:
    """Play one battle of an arm, and yield its lines."""
    scenario = arm.scenario()
    seed = arm.seed(base, number)
    session = session_of(scenario, arm.players, seed)
    while not session.over:
        session.advance()
    game = {"scenario": arm.name, "game": number}
    readings = session.battle.readings
    head: Json = {"dataset": FORMAT, **game, "system": scenario.ruleset.id, "seed": seed, "players": dict(arm.players)}
    yield {**head, "settings": dict(arm.settings), "readings": dict(readings), "map": scenario.battle.map.digest}
    outcome = summary_of(session).outcome
    assert outcome is not None, "the battle is over"
    for place, decision in enumerate(decisions(session)):
        won = None if outcome.winner is None else outcome.winner == decision["side"]
        yield {**game, "decision": place, **decision, "won": won}
    yield {**game, "winner": outcome.winner, "reason": outcome.reason, "turn": session.state.turn}


def decisions(session: Session[Any, Any]) -> Iterator[Json]:
    """Yield every order of a battle that is over, as the side that gave it may read of it."""
    tellers = {side: _Teller(session, side) for side in session.players}
    state = session.frames[0].state
    told: _Decision | None = None
    for entry in session.entries:
        match entry:
            case Ordered():
                if told is not None:
                    yield tellers[told.order.ask.side].line(told)
                told = _Decision(entry, state)
            case Frame():
                if told is not None and entry.number:
                    told.frames.append((state, entry))
                state = entry.state
            case Answered() if told is not None:
                told.answers.append(entry)
            case Checkpoint() if told is not None:
                yield tellers[told.order.ask.side].line(told)
                told = None


@dataclass
class _Decision:
    """An order, the state in which it was given, and what has come of it."""

    order: Ordered
    state: State[Any]
    frames: list[tuple[State[Any], Frame]] = field(default_factory=list)
    """Each with the state before it."""
    answers: list[Answered] = field(default_factory=list)


class _Teller:
    """Writes decisions of one side."""

    def __init__(self, session: Session[Any, Any], side: str) -> None:
        self._battle = session.battle
        self._reader = Reader(session.battle, (side,))
        self._scribe = Scribe(session.battle)

    def line(self, decision: _Decision) -> Json:
        """Return a decision as data."""
        encode, ask = self._scribe.codec.encode, decision.order.ask
        known = self._reader.known(decision.state)
        hidden = self._reader.hidden(decision.state)
        # What was thought stands with the first event that came of it.
        why = self._reader.notes(decision.frames[0][1].why, hidden) if decision.frames else ()
        frames = [self._reader.frame(before, frame) for before, frame in decision.frames]
        dice = [answer for answer in decision.answers if hidden.isdisjoint((*answer.about, answer.result))]
        about = ask.about if ask.about not in hidden else None
        return {
            "turn": decision.state.turn,
            "side": ask.side,
            "by": decision.order.by,
            "occasion": ask.occasion,
            "unit": ask.unit,
            "about": about,
            "state": encode(self._battle.ruleset.state_type, known),
            "options": list(self._options(why)),
            "choices": list(self._choices(why)),
            "order": encode(Intent, decision.order.intent),
            "said": self._battle.ruleset.order_text(Position(self._battle, known), decision.order.intent),
            "dice": [{"asked": answer.asked, "result": _plain(answer.result)} for answer in dice],
            "events": [encode(Event, frame.event) for frame in frames],
        }

    def _options(self, notes: Sequence[Note]) -> Iterator[Json]:
        """Yield the instructions that were tried, those inside others after them."""
        for note in notes:
            match note:
                case Tried(rule=rule, option=option, taken=taken, reason=reason, notes=inside):
                    yield {"option": option, "rule": rule, "taken": taken, "reason": reason}
                    yield from self._options(inside)

    def _choices(self, notes: Sequence[Note]) -> Iterator[Json]:
        """Yield the choices among candidates: what each line measured of whom, and which line removed whom."""
        for note in notes:
            match note:
                case Tried(notes=inside):
                    yield from self._choices(inside)
                case Selection() if note.candidates:
                    yield self._choice(note)

    def _choice(self, note: Selection) -> Json:
        name = self._name
        candidates: list[Json] = [{"is": name(each), "values": [], "removed_by": None} for each in note.candidates]
        left: Sequence[int] = range(len(candidates))
        for step in note.steps:
            for place, value in zip(left, step.values, strict=True):
                candidates[place]["values"].append(_plain(value))
                if place not in step.kept:
                    candidates[place]["removed_by"] = step.rule
            left = step.kept
        lines = [{"kind": step.kind, "what": step.what, "rule": step.rule} for step in note.steps]
        roll = list(note.roll.faces) if isinstance(note.roll, Rolled) else None
        chosen = None if note.chosen is None else name(note.candidates[note.chosen])
        return {"what": note.what, "lines": lines, "candidates": candidates, "roll": roll, "chosen": chosen}

    def _name(self, subject: Any) -> str:
        return self._battle.map.grid.name(subject) if isinstance(subject, Cell) else str(subject)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; what is no number, text or truth is told in words."""
    match value:
        case bool() | int() | float() | str() | None:
            return value
        case tuple():
            return [_plain(part) for part in value]
    return str(value)
