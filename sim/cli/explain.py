"""`sandtable explain`: the reasons of one frame of a record, and what became of one cell or unit in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from sim.cli.battles import eyes_option, frame_option, record_read
from sim.cli.exits import Refused
from sim.cli.printing import as_json_option, echo_json

if TYPE_CHECKING:
    from sim.engine.battle import Battle
    from sim.engine.game import Frame
    from sim.engine.notes import Note, Subject
    from sim.engine.state import State
    from sim.scenario.records import Record
    from sim.solo.explain import Verdict


@click.command("explain")
@click.argument("name", metavar="RECORD")
@frame_option
@eyes_option
@click.option("--why-not", "other", metavar="CELL|UNIT", help="Say instead why it was not this one.")
@as_json_option
def explain_command(name: str, frame: int, eyes: str | None, other: str | None, as_json: bool) -> None:
    """Give the reasons of one frame of a record.

    With --why-not all choices of that activation up to the frame are asked what became of a cell or a unit.
    """
    from sim.cli.telling import led_to, notes_of, say

    record = record_read(name, eyes)
    if not 0 <= frame < len(record.frames):
        raise Refused(f"there is no frame {frame}; the record has frames 0 to {len(record.frames) - 1}")
    asked = record.frames[frame]
    if other is None:
        if as_json:
            echo_json(frame_data(record, asked))
        else:
            say(frame_lines(record, asked))
        return
    subject = subject_called(record.header.battle, (record.header.state, asked.state), other)
    notes = notes_of(led_to(record.entries, frame))
    if as_json:
        echo_json({"frame": frame, "subject": other, "verdicts": verdicts_data(record.header.battle, notes, subject)})
    else:
        say(verdict_lines(record.header.battle, notes, subject))


def frame_lines(record: Record, frame: Frame) -> Iterator[str]:
    """Yield a frame and its reasons; one that has none points to the nearest before it that has."""
    from sim.cli.telling import Teller
    from sim.solo.explain import ALL

    teller = Teller(record.header.battle)
    yield f"frame {frame.number}, turn {frame.state.turn}: {teller.event(frame.state, frame.event)}"
    yield from teller.reasons(frame.why, "  ", ALL)
    if frame.why:
        return
    earlier = with_reasons(record.frames[: frame.number])
    if earlier is None:
        yield "It has no reasons of its own, nor has any frame before it."
        return
    yield f"It has no reasons of its own; the nearest before it are those of frame {earlier.number}:"
    yield f"  {teller.event(earlier.state, earlier.event)}"
    yield f"  (sandtable explain {record.file} --frame {earlier.number})"


def with_reasons(frames: Sequence[Frame]) -> Frame | None:
    """Return the last frame that has reasons."""
    return next((frame for frame in reversed(frames) if frame.why), None)


def frame_data(record: Record, frame: Frame) -> dict[str, Any]:
    """Return a frame with its reasons as data."""
    from sim.cli.telling import Teller

    earlier = None if frame.why else with_reasons(record.frames[: frame.number])
    data = Teller(record.header.battle).frame_data(record.header.scribe, frame, explain=True)
    return {**data, "nearest_reasons": earlier.number if earlier else None}


# -- why not? -----------------------------------------------------------------------------------------------------


def subject_called(battle: Battle[Any], states: Iterable[State[Any]], text: str) -> Subject:
    """Return the unit or the cell that somebody means, in small or capital letters; units come first."""
    from sim.files import did_you_mean, shown

    units: list[str] = list(dict.fromkeys(unit.id for state in states for unit in state.units))
    for unit in units:
        if unit.casefold() == text.strip().casefold():
            return unit
    try:
        return battle.map.cell(text.strip())
    except ValueError:
        guess = did_you_mean(text, units) or f"the map goes up to {_last_cell(battle)}"
        raise Refused(f"{shown(text)} is neither a cell of the map nor a unit of the battle; {guess}") from None


def _last_cell(battle: Battle[Any]) -> str:
    return battle.map.grid.name(battle.map.grid.at(battle.map.width - 1, battle.map.height - 1))


def verdicts(notes: tuple[Note, ...], subject: Subject) -> tuple[Verdict, ...]:
    """Return what became of a cell or a unit."""
    from sim.solo.explain import why_not

    return why_not(notes, subject)


def verdict_lines(battle: Battle[Any], notes: tuple[Note, ...], subject: Subject) -> Iterator[str]:
    """Yield a sentence for each choice in which such a thing could have been chosen."""
    from sim.cli.telling import Teller
    from sim.solo.explain import verdict_text

    called = Teller(battle).name(subject)
    found = verdicts(notes, subject)
    if not found:
        yield f"{called}: no choice among {'units' if isinstance(subject, str) else 'cells'} was made here"
    for verdict in found:
        yield verdict_text(verdict, called)


def verdicts_data(battle: Battle[Any], notes: tuple[Note, ...], subject: Subject) -> list[dict[str, Any]]:
    """Return the verdicts as data."""
    from dataclasses import asdict

    from sim.cli.telling import Teller
    from sim.solo.explain import verdict_text

    called = Teller(battle).name(subject)
    return [{**asdict(verdict), "text": verdict_text(verdict, called)} for verdict in verdicts(notes, subject)]
