"""Records and saves: the log of a battle in a file, to watch, to verify, and to go on with.

A save is the record of a battle that is not over. See `sim.engine.record` for the lines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.crash import crash_file
from sim.engine.chance import ChanceRefused, Seeded
from sim.engine.codec import Unfit
from sim.engine.events import Began
from sim.engine.game import Answered, Diverged, EndlessLoop, Entry, Frame, Ordered, Unresolved
from sim.engine.orders import IllegalIntent
from sim.engine.record import Mark, Scribe, json_line
from sim.engine.ruleset import HUMAN
from sim.engine.session import Checkpoint, LogEntry, Session, activations
from sim.engine.state import State
from sim.files import Document, FileLocation, FileMistakes, decoded, parse_json, printable, read_bytes, write_atomically
from sim.files.document import FileLimits
from sim.files.json_lines import lines_of, parse_line
from sim.scenario.checksums import without_checksum
from sim.scenario.envelope import Contents, Opened, look_over, opened, sealed
from sim.scenario.scenario import Scenario

SIZE_LIMIT = 64 << 20
LINES_LIMIT = 400_000
HEADER_LIMITS = FileLimits(size=8 << 20, depth=32, values=250_000, tables=20_000)
"""The header carries map and scenario along, each of which may have a megabyte or two."""


@dataclass(frozen=True, eq=False)
class Record:
    """A battle as a file tells it. The states are those that its events lead to."""

    file: str
    header: Opened
    entries: tuple[LogEntry, ...]
    lines: tuple[str, ...]
    """The lines after the header: line n of the file is `lines[n - 2]`."""

    @property
    def scenario(self) -> Scenario:
        """The scenario that the record carries along."""
        return self.header.scenario

    @property
    def players(self) -> dict[str, str]:
        """By side, who played it."""
        return self.header.players

    @property
    def seed(self) -> int | None:
        """The seed of the dice; None if they were typed in."""
        return self.header.seed

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Every frame."""
        return tuple(entry for entry in self.entries if isinstance(entry, Frame))

    @property
    def over(self) -> bool:
        """Say whether the battle came to its end."""
        return self.frames[-1].state.outcome is not None

    def session(self) -> Session[Any, Any]:
        """Return the battle as far as it has come, to be played on."""
        return Session.from_log(self.header.battle, self.players, self.header.source, self.entries)


# -- writing --------------------------------------------------------------------------------------------------


class Writer:
    """Turns a session into the text of a record, again and again as it grows.

    Every new line is read back and compared before it counts as written: a file that could not be read again is worse
    than an error now.
    """

    def __init__(self, scenario: Scenario, session: Session[Any, Any], seed: int | None, origin: str = "") -> None:
        first = session.log[0]
        assert isinstance(first, Frame)
        self._scribe = Scribe(scenario.battle)
        before = session.source.before if isinstance(session.source, Seeded) else 0
        self._scenario = scenario
        self._contents = Contents(session.players, seed, first.state, before, origin=origin)
        self._header = json_line(sealed("record", scenario, self._scribe, self._contents))
        self._entries: list[LogEntry] = []
        self._lines: list[str] = []
        self._state = first.state

    def take_over(self, record: Record) -> None:
        """Take for written what was read from a file: whatever could be read need not be tried again."""
        self._entries, self._lines = list(record.entries), list(record.lines)
        self._state = record.frames[-1].state

    def text(self, session: Session[Any, Any]) -> str:
        """Return the record of the session as it is now; only what is new is put into lines."""
        entries = session.entries
        kept = self._unchanged(entries)
        if kept < len(self._entries):
            del self._entries[kept:], self._lines[kept:]
            self._state = next(old.state for old in reversed(self._entries) if isinstance(old, Frame))
        for entry in entries[kept:]:
            line = self._scribe.line(entry)
            self._read_back(entry, line)
            self._state = entry.state if isinstance(entry, Frame) else self._state
            self._entries.append(entry)
            self._lines.append(line)
        luck = session.source.new_luck if isinstance(session.source, Seeded) else ()
        if luck != self._contents.new_luck:
            self._contents = replace(self._contents, new_luck=luck)
            self._header = json_line(sealed("record", self._scenario, self._scribe, self._contents))
        return "\n".join((self._header, *self._lines, ""))

    def _unchanged(self, entries: list[LogEntry]) -> int:
        """Count the entries that have been written already; a branch shares only the first of them."""
        for place, (old, new) in enumerate(zip(self._entries, entries, strict=False)):
            if old is not new:
                return place
        return min(len(self._entries), len(entries))

    def _read_back(self, entry: LogEntry, line: str) -> None:
        again = self._scribe.entry(parse_line(line, "record", 0), self._state)
        wanted = Mark(entry.number, self._scribe.fingerprint(self._state)) if isinstance(entry, Checkpoint) else entry
        if again != wanted:
            raise AssertionError(f"cannot be read back: {line}")


# -- reading --------------------------------------------------------------------------------------------------


def write_record(path: Path, scenario: Scenario, session: Session[Any, Any], seed: int | None) -> None:
    """Write the record of a session as it is now."""
    write_atomically(path, Writer(scenario, session, seed).text(session).encode())


def load_record(path: str | os.PathLike[str]) -> Record:
    """Read a record or a save."""
    file = os.fspath(path)
    return parse_record(decoded(without_checksum(read_bytes(path, SIZE_LIMIT), file), file), file)


def parse_record(text: str, file: str) -> Record:
    """Read the text of a record; what is damaged is named with its line."""
    numbered = list(lines_of(text, file, LINES_LIMIT))
    if not numbered:
        raise FileMistakes([FileLocation(file).mistake("an empty file", "a record")])
    header = opened(parse_json(numbered[0][1], file, HEADER_LIMITS), "record")
    entries = tuple(_entries(header, numbered[1:], file))
    return Record(file, header, entries, tuple(line for _, line in numbered[1:]))


def _entries(header: Opened, numbered: list[tuple[int, str]], file: str) -> Iterator[LogEntry]:
    """Read entry by entry, applying the events to the first state."""
    state, frames, checkpoints = header.state, 0, 0
    last = state
    for line, text in numbered:
        entry = _entry(header, file, line, text, state)
        spot = FileLocation(file, line)
        match entry:
            case Frame():
                if entry.number != frames or (frames == 0) != isinstance(entry.event, Began):
                    raise _damaged(spot, f"frame {entry.number}", f"frame {frames}")
                state, frames = entry.state, frames + 1
            case Mark(number, digest):
                if number != checkpoints or frames == 0:
                    raise _damaged(spot, f"checkpoint {number}", f"checkpoint {checkpoints}")
                if digest != (right := header.scribe.fingerprint(state)):
                    raise _damaged(spot, f"a checkpoint of the state {printable(digest)}", f"one of {right}")
                yield Checkpoint(number, state)
                last, checkpoints = state, checkpoints + 1
                continue
            case _ if checkpoints == 0:
                raise _damaged(spot, "an entry before the first checkpoint", "frame 0 and checkpoint 0 first")
        yield entry
    if checkpoints == 0:
        raise _damaged(FileLocation(file, len(numbered) + 1), "no checkpoint", "at least frame 0 and checkpoint 0")
    if header.dispute is not None and header.dispute.frame >= frames:
        expected = f"a frame of the file, whose last is {frames - 1}"
        raise FileMistakes([FileLocation(file, 1).mistake(f"a dispute of frame {header.dispute.frame}", expected)])
    look_over(Document(f"{file}: the end", {}), header.scenario, last)


def _entry(header: Opened, file: str, line: int, text: str, state: State[Any]) -> Entry | Mark:
    data = parse_line(text, file, line)
    try:
        return header.scribe.entry(data, state)
    except Unfit as wrong:
        mistake = wrong.mistake(Document(file, data))
        raise FileMistakes(
            [FileLocation(file, line, mistake.where).mistake(wrong.found, wrong.expected, wrong.hint)]
        ) from None


def _damaged(spot: FileLocation, found: str, expected: str) -> FileMistakes:
    return FileMistakes([spot.mistake(found, expected, "the file is damaged or was edited")])


# -- verifying ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Departure:
    """The first line at which a battle, played again, goes another way."""

    line: int
    recorded: str
    replayed: str

    def __str__(self) -> str:
        return f"line {self.line}: recorded {printable(self.recorded, 300)}; replayed {printable(self.replayed, 300)}"


def departure(record: Record) -> Departure | None:
    """Play a record's dice and orders again; return where that departs from the record, or None.

    Seeded dice are made anew. Automated sides decide anew. Only what people did is taken from the record. A record that
    breaks off inside an activation, as one that a bug has ended, is compared as far as it goes.
    """
    header, scribe = record.header, record.header.scribe
    session: Session[Any, Any] = Session(header.battle, header.state, header.players, header.source)
    replayed = list(scribe.lines(session.entries))
    done = len(replayed)
    if gone := _difference(record.lines[:done], replayed, 0):
        return gone
    for segment in activations(record.entries[done:]):
        session.tail = list(inputs(segment, typed=record.seed is None))
        gave_up = ""
        try:
            session.advance()
        except (Diverged, EndlessLoop, Unresolved, IllegalIntent, ChanceRefused) as fault:
            gave_up = f"{type(fault).__name__}: {fault}"
        replayed = [*scribe.lines(session.entries[done:]), *([gave_up] if gave_up else [])]
        if gone := _difference(record.lines[done : done + len(segment)], replayed, done):
            return gone
        done += len(segment)
    return None


def inputs(entries: list[LogEntry], typed: bool) -> Iterator[Entry]:
    """Yield what came from outside: the orders of people, and the dice if those were typed in."""
    for entry in entries:
        match entry:
            case Answered() if typed:
                yield entry
            case Ordered(by=by) if by == HUMAN:
                yield entry


def _difference(recorded: Sequence[str], replayed: Sequence[str], done: int) -> Departure | None:
    """Compare lines; a record that breaks off inside an activation is compared as far as it goes."""
    for place, line in enumerate(recorded):
        other = replayed[place] if place < len(replayed) else "nothing more"
        if line != other:
            return Departure(done + place + 2, line, other)
    return None


def kept_after_crash(session: Callable[[], Session[Any, Any]], scenario: Scenario, seed: int | None) -> str:
    """Write the record, and return what to say of it. Whatever fails here must not hide the bug itself."""
    try:
        file = crash_file("-battle.jsonl")
        write_record(file, scenario, session(), seed)
    except Exception as refused:
        return f"the battle could not be kept: {type(refused).__name__}: {refused}"
    return f"the battle up to there is kept; to see the error again: sandtable replay {file} --verify"
