"""The lines of a battle as a small tree: where they part, which order or which dice differ, and how each one stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sim.engine.battle import Position
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.insight import Scene
from sim.engine.reader import Reader
from sim.engine.session import Checkpoint, LogEntry, Session
from sim.engine.state import State
from sim.engine.words import outcome_text
from sim.view.blocks.kinds import Block, Button, Do, SmallPrint, TextLine, Title


@dataclass(frozen=True)
class _Way:
    """A line from where the first of them parts, as far as it may be read."""

    number: int | None
    """Its number among the lines that were left; None of the one that is played."""
    last: Frame
    entries: tuple[LogEntry, ...]

    def key(self, place: int) -> object:
        """Return what must be equal for two lines to be the same there: frames are told apart by what happened."""
        entry = self.entries[place] if place < len(self.entries) else None
        return entry.event if isinstance(entry, Frame) else entry


def line_blocks(
    now: Session[Any, Any], shown: int, others: Sequence[Session[Any, Any]], reader: Reader
) -> tuple[Block, ...]:
    """Return the page of all lines; of the one that is played, so many frames have been shown."""
    title, last = Title("Lines of this battle"), now.frames[shown - 1]
    if not others:
        text = "There is only one line so far. Go back and press B to play on from there; this line is kept."
        return title, SmallPrint(text), TextLine(f"You are here: {_standing(last, reader)}", "good", chosen=True)
    logs = [_until(now.entries, last), *(session.entries for session in others)]
    start = max(n for n, entry in enumerate(logs[0][: _shared(logs)]) if isinstance(entry, Frame))
    before = logs[0][start]
    assert isinstance(before, Frame)
    ends = (last, *(session.last_frame for session in others))
    ways = [
        _Way(n - 1 if n else None, end, (before, *_told(log[start + 1 :], before.state, reader)))
        for n, (end, log) in enumerate(zip(ends, logs, strict=True))
    ]
    return title, *_tree(ways, 0, 0, reader)


def _until(entries: Sequence[LogEntry], last: Frame) -> Sequence[LogEntry]:
    """Return a log up to a frame: what was computed beyond gives away what comes."""
    return entries[: next(n for n, entry in enumerate(entries) if entry is last) + 1]


def _shared(logs: Sequence[Sequence[LogEntry]]) -> int:
    """Count the entries that all logs have in common; the first frame of a battle always is."""
    together = zip(*logs, strict=False)
    parted = (n for n, entries in enumerate(together) if any(entry is not entries[0] for entry in entries))
    return next(parted, min(map(len, logs)))


def _told(entries: Sequence[LogEntry], before: State[Any], reader: Reader) -> Iterator[LogEntry]:
    return (entry for entry in reader.entries(entries, before) if not isinstance(entry, Checkpoint))


def _tree(ways: Sequence[_Way], start: int, depth: int, reader: Reader) -> Iterator[Block]:
    """Yield where some lines part that are the same up to a place, and each way on from there."""
    parting = start
    while all(way.key(parting) == ways[0].key(parting) is not None for way in ways):
        parting += 1
    last = next(e for e in reversed(ways[0].entries[:parting]) if isinstance(e, Frame))
    go = Do("jump_and_close", (last.number,)) if any(way.number is None for way in ways) else None
    is_end = all(way.key(parting) is None for way in ways)
    where = "The same up to" if is_end else "They part in"
    yield TextLine(f"{where} turn {last.state.turn}, frame {last.number}", "accent", depth, go, bold=True)
    if is_end:
        yield from (_end(way, depth + 1, reader) for way in ways)
        return
    groups: list[list[_Way]] = []
    for way in ways:
        alike = next((group for group in groups if group[0].key(parting) == way.key(parting)), None)
        if alike is None:
            groups.append([way])
        else:
            alike.append(way)
    for group in groups:
        yield TextLine(_difference(group[0], parting, last.state, reader), depth=depth + 1)
        if len(group) > 1:
            yield from _tree(group, parting, depth + 2, reader)
        else:
            yield _end(group[0], depth + 2, reader)


def _end(way: _Way, depth: int, reader: Reader) -> Block:
    """Say how a line stands, and lead to it."""
    standing, number = _standing(way.last, reader), way.number
    if number is None:
        return TextLine(f"You are here: {standing}", "good", depth, chosen=True)
    return Button(f"Go to this line: {standing}", Do("switch_line", (number,)), str(number + 1) if number < 9 else "")


def _standing(last: Frame, reader: Reader) -> str:
    outcome = last.state.outcome
    end = f"; over, {outcome_text(reader.battle, outcome)}" if outcome is not None else ""
    return f"turn {last.state.turn}, frame {last.number}{end}"


def _difference(way: _Way, place: int, state: State[Any], reader: Reader) -> str:
    """Say what a line has there that others have not: an order, dice, or what happened."""
    entry = way.entries[place] if place < len(way.entries) else None
    battle = reader.battle
    match entry:
        case Ordered(ask=ask, intent=intent):
            known: Scene = Position(battle, reader.known(state))
            return f"{battle.side(ask.side).name}: {battle.ruleset.order_text(known, intent)}"
        case Answered(asked=asked, result=result):
            fell = result if isinstance(result, str) else ", ".join(map(str, result))
            return f"{fell} on {asked}"
        case Frame(event=event, state=after):
            text = battle.ruleset.event_text(Position(battle, after), event)
            return text[:1].upper() + text[1:]
        case _:
            return "Nothing more so far"
