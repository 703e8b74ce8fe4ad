"""The engine's side: the battle that is played, its other lines, its save, and how questions about it are answered.

It knows no window. What changes the battle is a `Command`, and each ends in news of what came of it; what only looks is
a `Question`. Between the two there is no waiting: whatever takes long lets others be answered meanwhile.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from sim.engine.advice import advised
from sim.engine.battle import Position
from sim.engine.chance import ChanceRefused, Result, Seeded
from sim.engine.forecast import Forecast, ForecastRefused, forecast
from sim.engine.game import Frame
from sim.engine.insight import Scene
from sim.engine.notes import Subject
from sim.engine.orders import Ask, IllegalIntent, Intent
from sim.engine.reader import Reader
from sim.engine.ruleset import HUMAN
from sim.engine.session import Session
from sim.engine.state import State
from sim.files import write_atomically
from sim.grid import Cell
from sim.scenario.saves import ENDING, SaveFile
from sim.scenario.scenario import Scenario
from sim.view.model.model import Model
from sim.view.model.playback import Branch, Playback
from sim.view.worker.following import News, Sender
from sim.view.worker.questions import Moment

FORECAST_RUNS = 6_000
"""How many ways are followed at most for a forecast on the screen: more would keep a player waiting too long."""
SAVED_EVERY = 60
"""Entries of the log after which a battle that nobody plays is saved."""
_POSITIONS = 24
"""Moments that are kept with what was asked of them."""

Pause = Callable[[], None]


class Superseded(Exception):
    """Tell that nobody waits for an answer any more: a newer question of its kind has come."""


# -- what the engine tells ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Message:
    """Something to be said to whoever plays."""

    text: str


@dataclass(frozen=True)
class SaveState:
    """Whether the battle can be resumed another day."""

    file: str = ""
    """What the file is called; empty of a battle that is only watched."""
    refusal: str = ""
    """Why it could not be saved the last time."""


@dataclass(frozen=True)
class Lines:
    """The other lines of the battle that are kept."""

    branches: tuple[Branch, ...]


# -- what the engine is told --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """Something that changes the battle."""

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        """Do it, and yield what is to be told of it besides the news."""
        raise AssertionError(f"{type(self).__name__} does not say what it does")


@dataclass(frozen=True)
class PlayOn(Command):
    """Play on."""

    activations: int = 1

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        for _ in range(self.activations):
            is_played = table.session.advance()
            yield from table.news()
            if not is_played:
                return


@dataclass(frozen=True)
class Give(Command):
    """Answer what is asked for; what cannot be the answer leaves everything as it was, and is said."""

    given: Intent | Result

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        try:
            table.session.answer(self.given)
        except IllegalIntent as illegal:
            # Of an automated side it is a bug that ends the battle; of a person, one in the offers.
            if not isinstance(table.session.wanted, Ask):
                raise
            yield Message(f"The rules do not allow that: {illegal.reason}")
        except ChanceRefused:
            assert isinstance(self.given, str | tuple)
            yield Message(table.model.reader.complaint(table.session, self.given))


@dataclass(frozen=True)
class GiveAdvised(Command):
    """Answer what is asked for as the commander would."""

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        intent = advised(table.session)
        if intent is None:
            yield NoAdvice()
        else:
            table.session.answer(intent)


@dataclass(frozen=True)
class NoAdvice:
    """Tell that the commander does not know what to order."""


@dataclass(frozen=True)
class PlayIfAsked(Command):
    """Play on if a person is asked next."""

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        asked = table.session.next_wanted()
        if isinstance(asked, Ask) and table.session.players[asked.side] == HUMAN:
            table.session.advance()
        return iter(())


@dataclass(frozen=True)
class Undo(Command):
    """Take back the last order that a person gave."""

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        if (earlier := table.session.undone()) is not None:
            table.undone.append(table.session)
            table.turn_to(earlier)
            table.session.advance()
        return iter(())


@dataclass(frozen=True)
class Redo(Command):
    """Go back to the line that was left when an order was taken back."""

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        if table.undone:
            table.turn_to(table.undone.pop())
        return iter(())


@dataclass(frozen=True)
class BranchOff(Command):
    """Play on from a frame on a line of its own; the other is kept."""

    frame: int
    left_at: int
    new_luck: int | None = None
    """The seed of the dice from there on; None if they fall as they would have."""

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        before = table.session
        yield from table.keep_line()
        other = before.branch(self.frame)
        if self.new_luck is not None and isinstance(other.source, Seeded):
            other.source = other.source.with_new_luck(other.requests, self.new_luck)
        table.lines.append((before, self.left_at))
        table.turn_to(other)
        yield Lines(table.branches)


@dataclass(frozen=True)
class SwitchTo(Command):
    """Go to another line that is kept; the one that is played now is kept in its stead."""

    number: int
    left_at: int

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        other, _ = table.lines[self.number]
        table.lines[self.number] = (table.session, self.left_at)
        table.turn_to(other)
        yield Lines(table.branches)


@dataclass(frozen=True)
class SaveNow(Command):
    """Save the battle, whether or not anything has happened since the last time."""

    is_loud: bool = False

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        yield from table.save()
        if self.is_loud:
            yield Message(table.saved_text)


@dataclass(frozen=True)
class Close(Command):
    """Save the battle for the last time; one that cannot be saved where it belongs is kept among temporary files."""

    def carry_out(self, table: BattleTable) -> Iterator[object]:
        if table.needs_saving:
            yield from table.save()
        if table.saved.refusal:
            yield Message(table.rescue())


# -- the table ----------------------------------------------------------------------------------------------


class BattleTable:
    """A battle as the engine has it."""

    def __init__(
        self, scenario: Scenario, session: Session[Any, Any], seed: int | None = None, save: SaveFile | None = None
    ) -> None:
        self.scenario, self.session, self.seed = scenario, session, seed
        self.lines: list[tuple[Session[Any, Any], int]] = []
        """The other lines, each with the frame that was shown when it was left."""
        self.undone: list[Session[Any, Any]] = []
        """The lines on which orders were taken back since the last that was given; the latest is the last."""
        self._numbers = count()
        self.line = next(self._numbers)
        self._sender = Sender()
        self._save_file = save
        self.saved = SaveState(save.path.name if save is not None else "")
        self._saved_at = -1
        self._positions: OrderedDict[Moment, Scene] = OrderedDict()
        self._forecast: tuple[State[Any], Forecast | ForecastRefused] | None = None
        self.model = Model(scenario, Playback(session))

    # -- playing -----------------------------------------------------------------------------------------

    def carry_out(self, command: Command) -> Iterator[object]:
        """Carry out a command, and yield what is to be told: what was refused, what happened, whether it is saved.

        What led to a failure must be told before the failure: the bundle that reproduces a bug is made of it.
        """
        if isinstance(command, Give | GiveAdvised | BranchOff | SwitchTo):
            self.undone.clear()
        try:
            yield from command.carry_out(self)
        finally:
            yield from self.news()
        if not isinstance(command, SaveNow | Close):
            yield from self._autosave()

    def news(self) -> Iterator[News]:
        """Yield what has become of the battle since the last time."""
        return self._sender.news(self.session, self.line)

    def turn_to(self, session: Session[Any, Any]) -> None:
        """Play another line from now on."""
        self.session, self.line, self._saved_at = session, next(self._numbers), -1
        self.model = Model(self.scenario, Playback(session))

    @property
    def branches(self) -> tuple[Branch, ...]:
        """What the window is told of the other lines."""
        return tuple(Branch(left_at) for _, left_at in self.lines)

    # -- saving ------------------------------------------------------------------------------------------

    def _autosave(self) -> Iterator[object]:
        """Save if anything has happened since the last time and somebody is to choose, or it is over.

        While only the AI plays it is saved now and then as well. One that fails is tried again when there is something
        new.
        """
        grown = len(self.session.entries) - self._saved_at
        waits = isinstance(self.session.wanted, Ask) or self.session.over
        if self._save_file is not None and grown != 0 and (waits or grown > SAVED_EVERY):
            yield from self.save()

    @property
    def needs_saving(self) -> bool:
        """Say whether anything would be lost if the battle were left now."""
        grown = len(self.session.entries) != self._saved_at
        return bool(self.saved.refusal) or grown or isinstance(self.session.wanted, Ask)

    def save(self) -> Iterator[object]:
        """Save the battle, and yield whether that worked if it is otherwise than before."""
        if self._save_file is None:
            return
        self._saved_at, before = len(self.session.entries), self.saved
        try:
            self._save_file.save(self.session)
            self.saved = replace(self.saved, refusal="")
        except OSError as refused:
            reason = f"could not be saved in {self._save_file.path.parent}: {refused.strerror or refused}"
            self.saved = replace(self.saved, refusal=reason)
            yield Message(f"The battle {reason}")
        if self.saved != before:
            yield self.saved

    @property
    def saved_text(self) -> str:
        """Say where the battle was saved, or that it was not."""
        if self._save_file is None:
            return "This battle is not saved: you are only watching it."
        return f"The battle {self.saved.refusal}" if self.saved.refusal else f"Saved as {self.saved.file}"

    def rescue(self) -> str:
        """Keep a battle that cannot be saved where it belongs among temporary files, and say where."""
        assert self._save_file is not None
        from datetime import datetime

        stamp = f"{datetime.now():%Y%m%d-%H%M%S-%f}"[:-3]
        file = Path(gettempdir(), f"sandtable-{self.scenario.ruleset.id}-{stamp}{ENDING}")
        try:
            self._save_file.copy(file, self.session)
            told = f"it is kept in {file}; `sandtable play {file}` resumes it"
        except OSError as refused:
            told = f"nor in {file}: {refused.strerror or refused}"
        return f"the battle {self.saved.refusal}; {told}"

    def keep_line(self) -> Iterator[object]:
        """Keep the line that is about to be left in a file of its own, beside the save."""
        if self._save_file is None:
            return
        yield from self.save()
        path = self._save_file.path
        name = path.name.removesuffix(ENDING).removesuffix(".auto")
        lines = (path.with_name(f"{name}-line-{n}{ENDING}") for n in count(1))
        try:
            write_atomically(next(line for line in lines if not line.exists()), path.read_bytes())
        except OSError as refused:
            reason = refused.strerror or refused
            yield Message(f"The other line is kept until you leave; it could not be saved: {reason}")

    # -- looking -----------------------------------------------------------------------------------------

    def reader(self, at: Moment) -> Reader:
        """Return who looks at a moment."""
        return Reader(self.session.battle, at.sides)

    def model_of(self, at: Moment) -> Model:
        """Return the battle as whoever looks may see it."""
        return Model(self.scenario, Playback(self.session), self.reader(at))

    def position(self, at: Moment) -> Scene:
        """Return a moment as far as it may be known; one that was asked of lately, with what was worked out of it."""
        known = self._positions.get(at)
        if known is None:
            frame: Frame = self.session.frames[at.frame]
            known = self._positions[at] = Position(self.session.battle, self.reader(at).known(frame.state))
        self._positions.move_to_end(at)
        while len(self._positions) > _POSITIONS:
            self._positions.popitem(last=False)
        return known

    @staticmethod
    def where(position: Scene, subject: Subject | None) -> Cell | None:
        """Return the cell of a unit, or the cell itself; None of a unit that is not on the map."""
        if subject is None or isinstance(subject, Cell):
            return subject
        units = position.state.units
        return units[subject].cell if subject in units else None

    def forecast_from(self, start: State[Any], pause: Pause) -> Forecast:
        """Return what may come from a state, or refuse; the last one asked of is kept, for it is shown in several ways.

        To refuse takes longest: while the dice of one activation are typed in, it is not worked out anew for each.
        """
        if self._forecast is None or self._forecast[0] is not start:
            found: Forecast | ForecastRefused
            try:
                found = forecast(self.session.battle, start, dict(self.session.players), "order", FORECAST_RUNS, pause)
            except ForecastRefused as refused:
                found = refused
            self._forecast = (start, found)
        if isinstance(self._forecast[1], ForecastRefused):
            raise self._forecast[1].with_traceback(None)
        return self._forecast[1]
