"""A battle that is played in another process, as far as word of it has come to this one.

The engine plays; the window follows. What travels is what happened and why, never a state: whoever follows applies the
events to the state he has, as a reader of a record does, and comes to the same one. An activation of some frames is
two or three kilobytes, which take half a millisecond to read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.engine.battle import Battle
from sim.engine.chance import DrawCard, Source
from sim.engine.dice import Throw
from sim.engine.events import Event
from sim.engine.game import Answered, Entry, Frame, Ordered
from sim.engine.notes import Note
from sim.engine.orders import Ask
from sim.engine.session import Checkpoint, LogEntry, Session
from sim.engine.state import State

AT_ONCE = 120
"""Entries in one message: what a long battle that is opened again consists of comes over several frames."""


@dataclass(frozen=True)
class FrameSent:
    """A frame on its way: without the state, which follows from the event."""

    number: int
    event: Event[Any]
    why: tuple[Note, ...]


@dataclass(frozen=True)
class CheckpointSent:
    """A checkpoint on its way: its state is that of the frame before it."""

    number: int


EntrySent = FrameSent | CheckpointSent | Answered | Ordered


@dataclass(frozen=True)
class News:
    """What has become of a battle since the last news of it."""

    line: int
    """Which line of the battle is played: another one after an undo or a branch."""
    kept: int
    """So many entries of the log, from its beginning, are as they were."""
    log: tuple[EntrySent, ...]
    """What follows on them."""
    tail: tuple[EntrySent, ...] = ()
    """The part of an activation that waits for somebody."""
    wanted: Ask | Throw | DrawCard | None = None
    why: tuple[Note, ...] = ()
    has_more: bool = False
    """Whether the rest of this news is still to come: nothing is asked before that."""
    is_over: bool = False
    dice: Source | None = None
    """Where its dice come from: others than before after a branch with new luck. None while there is more to come."""


class Sender:
    """Tells what is new of a session, to somebody who was told all before."""

    def __init__(self) -> None:
        self._told: Sequence[LogEntry] = ()

    def news(self, session: Session[Any, Any], line: int) -> Iterator[News]:
        """Yield what is new, in parts that are quickly read."""
        log = session.log
        kept = _common(self._told, log)
        self._told = tuple(log)
        for start in range(kept, max(len(log) - AT_ONCE, kept), AT_ONCE):
            yield News(line, start, tuple(map(_sent, log[start : start + AT_ONCE])), has_more=True)
            kept = start + AT_ONCE
        rest, tail = tuple(map(_sent, log[kept:])), tuple(map(_sent, session.tail))
        yield News(line, kept, rest, tail, session.wanted, session.why, is_over=session.over, dice=session.source)


def _common(told: Sequence[LogEntry], log: Sequence[LogEntry]) -> int:
    """Count the entries that two logs share: lines of one battle hold the same objects up to where they part."""
    for place, (old, new) in enumerate(zip(told, log, strict=False)):
        if old is not new:
            return place
    return min(len(told), len(log))


def _sent(entry: LogEntry) -> EntrySent:
    match entry:
        case Frame(number=number, event=event, why=why):
            return FrameSent(number, event, why)
        case Checkpoint(number=number):
            return CheckpointSent(number)
        case _:
            return entry


class _Elsewhere:
    """The dice of a battle that is played elsewhere: nobody throws them here."""

    def result(self, request: object, number: int) -> Any:
        raise AssertionError("a battle that is only followed throws no dice")


class FollowedSession(Session[Any, Any]):
    """A battle as far as word of it has come. It is looked at like any other; only news makes it go on."""

    def __init__(self, battle: Battle[Any], state: State[Any], players: Mapping[str, str], line: int = 0) -> None:
        source: Source = _Elsewhere()
        super().__init__(battle, state, players, source)
        self.line, self._first = line, state
        self.is_complete = False
        """Whether all that has happened is known here: not while the first news, or the rest of some, is to come."""
        self._is_over = False
        self.dice: Source | None = None
        """Where the dice come from with which it is played elsewhere; None until word of that has come."""

    @property
    def over(self) -> bool:
        """Say whether the battle has ended, and all of it is known."""
        return self._is_over and self.is_complete

    def follow(self, news: News) -> FollowedSession:
        """Take in news; return the battle as it is now: another one if another line is played."""
        if news.line != self.line:
            return self._other_line(news)
        self._take_in(news)
        return self

    def _other_line(self, news: News) -> FollowedSession:
        other = FollowedSession(self.battle, self._first, self.players, news.line)
        other.log = list(self.log[: news.kept])
        other._frames = [entry for entry in other.log if isinstance(entry, Frame)]
        other._take_in(news)
        return other

    def _take_in(self, news: News) -> None:
        if news.kept < len(self.log):
            del self.log[news.kept :]
            self._frames = [entry for entry in self.log if isinstance(entry, Frame)]
        state = self._frames[-1].state if self._frames else self._first
        for sent in news.log:
            entry = _read(sent, state)
            self.log.append(entry)
            if isinstance(entry, Frame):
                self._frames.append(entry)
                state = entry.state
        self.tail = list(_tail(news.tail, state))
        self.wanted, self.why = news.wanted, news.why
        self.is_complete, self._is_over = not news.has_more, news.is_over
        self.dice = news.dice or self.dice

    def await_answer(self) -> None:
        """Take what is asked for as answered: until word comes of what became of that, nobody is asked."""
        self.wanted, self.why = None, ()

    # -- starting the engine again -----------------------------------------------------------------------------

    def told(self) -> tuple[EntrySent, ...]:
        """Return all that is known here, for an engine that is started again."""
        return sent_log(self.entries)


def sent_log(entries: Sequence[LogEntry]) -> tuple[EntrySent, ...]:
    """Return a log as it is sent."""
    return tuple(map(_sent, entries))


def _tail(sent: Sequence[EntrySent], state: State[Any]) -> Iterator[Entry]:
    for each in sent:
        entry = _read(each, state)
        assert not isinstance(entry, Checkpoint)
        if isinstance(entry, Frame):
            state = entry.state
        yield entry


def _read(sent: EntrySent, state: State[Any]) -> LogEntry:
    """Return an entry as it was before it was sent, by the state before it."""
    match sent:
        case FrameSent(number, event, why):
            return Frame(number, event, event.apply(state), why)
        case CheckpointSent(number):
            return Checkpoint(number, state)
        case _:
            return sent


def entries_of(sent: Sequence[EntrySent], first: State[Any]) -> list[LogEntry]:
    """Return a whole log as it was before it was sent, by the first state of the battle."""
    entries: list[LogEntry] = []
    for each in sent:
        entries.append(_read(each, first))
        if isinstance(entry := entries[-1], Frame):
            first = entry.state
    return entries
