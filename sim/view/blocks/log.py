"""The log of a battle: a line for each event of note with the sign of its side, and one for each turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from sim.engine.game import Frame
from sim.engine.reader import Reader
from sim.engine.session import Session
from sim.engine.words import UNSEEN
from sim.view.blocks.kinds import NO_SIGN, Block, Do, Sign, TextLine
from sim.view.model.model import Model

AT_ONCE = 100
"""The most frames that are told in one picture of the window."""
_UNSEEN = UNSEEN[:1].upper() + UNSEEN[1:]


@dataclass
class _Written:
    """The lines that are written, and what of: frames that are settled are written once."""

    session: Session[Any, Any] | None = None
    reader: Reader | None = None
    lines: list[TextLine] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """Which line tells of each frame."""
    settled: int = 0
    settled_lines: int = 0
    last: Frame | None = None
    frames: int = 0


class Log:
    """The lines of the log; what was told before is kept as it was."""

    def __init__(self, model: Model, sign: Callable[[str], Sign] = lambda side: NO_SIGN) -> None:
        self._model, self._sign = model, sign
        self._shown = self._begun = _Written()
        self.version = 0
        """Goes up whenever something new can be shown."""

    def blocks(self) -> tuple[Block, ...]:
        """Return the log as far as it has been shown and told, with the line of the frame that is shown marked."""
        lines = self._shown.lines[: self.place(self._model.playback.shown - 1) + 1]
        place = self.place(self._model.playback.cursor)
        if place < len(lines):
            lines[place] = replace(lines[place], chosen=True)
        return tuple(lines)

    def place(self, frame: int) -> int:
        """Return which line tells of a frame."""
        lines, places = self._shown.lines, self._shown.places
        return places[frame] if frame < len(places) else len(lines)

    def tells_of(self, frame: int) -> bool:
        """Say whether a frame has been told yet."""
        return frame < len(self._shown.places)

    @property
    def lines(self) -> list[TextLine]:
        """Every line so far."""
        self.go_on(len(self._model.playback.frames))
        return self._shown.lines

    def go_on(self, most: int = AT_ONCE) -> None:
        """Tell what is not told yet, so many frames at most: all at once would take too long.

        At the end of a battle, when everything may be known, what was told before stays until all is told anew.
        """
        playback, reader, log = self._model.playback, self._model.reader, self._begun
        if log.session is not playback.session or log.reader != reader:
            is_seen_through = log.session is playback.session and not reader.sides
            log = self._begun = _Written(playback.session, reader)
            self._shown = self._shown if is_seen_through else log
        if log.last is playback.frames[-1] and log.frames == len(playback.frames):
            return
        del log.lines[log.settled_lines :], log.places[log.settled :]
        settled = min(log.settled + most, playback.settled)
        end = len(playback.frames) if settled == playback.settled else settled
        self._write(log, log.settled, settled)
        log.settled, log.settled_lines = settled, len(log.lines)
        self._write(log, settled, end)
        log.last, log.frames = playback.frames[end - 1], end
        self._shown = log if end == len(playback.frames) else self._shown
        self.version += 1

    def _write(self, log: _Written, first: int, end: int) -> None:
        """Add the lines of some frames. What cannot be seen is told once, however much of it there is in a row.

        An aside has no line: its frame belongs to the line before it.
        """
        frames = self._model.playback.frames
        for n in range(first, end):
            turn = frames[n].state.turn
            if n == 0 or turn != frames[n - 1].state.turn:
                log.lines.append(TextLine(f"Turn {turn}", "accent", bold=True))
            text, depth = self._model.told(n), 0 if self._is_decided(n) else 1
            is_news = text != _UNSEEN or log.lines[-1].text != _UNSEEN
            if is_news and not frames[n].event.aside:
                side = self._model.side_at(n)
                sign = self._sign(side) if side is not None else NO_SIGN
                log.lines.append(TextLine(text, depth=depth, do=Do("jump", (n,)), sign=sign))
            log.places.append(len(log.lines) - 1)

    def _is_decided(self, number: int) -> bool:
        """Say whether an automated side ordered what a frame tells, there or in the aside that opened it."""
        playback = self._model.playback
        if playback.pasts[number].is_decision or number == 0:
            return playback.pasts[number].is_decision
        opening, event = playback.frames[number - 1].event, playback.frames[number].event
        is_opened = opening.aside and playback.pasts[number - 1].is_decision
        return is_opened and getattr(opening, "unit", None) == getattr(event, "unit", "")
