"""Disputes: one activation of a battle in a file, with what somebody thinks would have been right.

The file is a record that begins at the checkpoint before the moment in question: map, position, dice, readings in
force, reasons. So whatever opens records opens it. Its dice count as typed in, since they fall in the middle of a
battle; whoever plays it again gets the same ones, and sees what the program does now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any

from sim.engine.battle import Position
from sim.engine.chance import ChanceRefused
from sim.engine.events import Began
from sim.engine.game import Answered, Diverged, EndlessLoop, Frame, Ordered, Unresolved
from sim.engine.orders import IllegalIntent
from sim.engine.record import json_line
from sim.engine.session import Checkpoint, LogEntry, Session, activations
from sim.scenario.envelope import Contents, Dispute, Opened, sealed
from sim.scenario.records import Record, inputs


def dispute_text(record: Record, frame: int, expected: str) -> str:
    """Return the text of the file about a frame of a record; a LookupError says which frames there are."""
    last = len(record.frames) - 1
    if not 1 <= frame <= last:
        raise LookupError(f"there is no frame {frame} to dispute; the record has frames 1 to {last}")
    entries, number = _activation(record, frame)
    start = next(entry.state for entry in entries if isinstance(entry, Checkpoint))
    scribe = record.header.scribe
    contents = Contents(dict(record.players), None, start, dispute=Dispute(frame=number, expected=expected))
    header = sealed("record", record.scenario, scribe, contents)
    return "\n".join((json_line(header), *map(scribe.line, entries), ""))


def _activation(record: Record, frame: int) -> tuple[list[LogEntry], int]:
    """Return what a record has of the activation of a frame, up to that, and the number that this has there."""
    found: list[LogEntry] = []
    for entry in record.entries:
        match entry:
            case Checkpoint(state=state):
                found = [Frame(0, Began(), state, ()), Checkpoint(0, state)]
            case Frame(number=number) if found:
                found.append(entry._replace(number=sum(isinstance(each, Frame) for each in found)))
                if number == frame:
                    return found, found[-1].number  # type: ignore[union-attr]
            case _ if found:
                found.append(entry)
    raise LookupError(f"there is no frame {frame}")


def asked_for_decision(record: Record) -> Opened:
    """Return the position of a dispute, with the dice and cards that fell before the first order."""
    before = takewhile(lambda entry: not isinstance(entry, Ordered), record.entries)
    results = [entry.result for entry in before if isinstance(entry, Answered)]
    dice = tuple(face for result in results if not isinstance(result, str) for face in result)
    return replace(record.header, dice=dice, cards=tuple(result for result in results if isinstance(result, str)))


def done_now(record: Record) -> Iterator[str]:
    """Play a dispute again with its dice and the orders of people, and tell what happens, event by event."""
    header = record.header
    session: Session[Any, Any] = Session(header.battle, header.state, header.players, header.source)
    for segment in activations(list(record.entries[2:])):
        session.tail = list(inputs(segment, typed=True))
        try:
            session.advance()
        except (Diverged, EndlessLoop, Unresolved, IllegalIntent, ChanceRefused) as fault:
            yield f"{type(fault).__name__}: {fault}"
    for frame in session.frames[1:]:
        yield header.battle.ruleset.event_text(Position(header.battle, frame.state), frame.event)


def is_met(expected: str, told: list[str]) -> bool:
    """Say whether what was expected is told among other things, in small or capital letters.

    >>> is_met("Maxim fires at Brandt", ["maxim fires at Brandt: a hit"]), is_met("nobody fires", [])
    (True, False)
    """
    return any(expected.casefold() in line.casefold() for line in told)
