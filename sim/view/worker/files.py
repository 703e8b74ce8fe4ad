"""Files that are read beside the window: scenarios, saves and records may take a second."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.files import FileMistakes, printable
from sim.view.worker.following import sent_log

if TYPE_CHECKING:
    from sim.scenario.file_kinds import Kind
    from sim.view.worker.engine import StartBattle


@dataclass(frozen=True)
class Unreadable:
    """Why a file cannot be read, in one line."""

    reason: str
    mistakes: tuple[str, ...] = ()
    """All that is wrong with it, a line each."""

    @classmethod
    def by(cls, wrong: Exception) -> Unreadable:
        """Return what an exception says of a file."""
        if not isinstance(wrong, FileMistakes):
            return cls(reason(wrong))
        more = (f"… and {wrong.unlisted} more",) if wrong.unlisted else ()
        return cls(reason(wrong), (*map(str, wrong.mistakes), *more))


def reason(wrong: Exception) -> str:
    """Say in one line what is wrong with a file."""
    match wrong:
        case FileMistakes():
            first = str(wrong.mistakes[0]) if wrong.mistakes else str(wrong)
            more = len(wrong.mistakes) - 1
            return printable(first, 300) + (f" (and {more} more)" if more > 0 else "")
        case OSError():
            return printable(wrong.strerror or str(wrong), 300)
        case _:
            return printable(f"{type(wrong).__name__}: {wrong}", 300)


@dataclass(frozen=True)
class FileQuestion:
    """Something to be read from a file."""

    path: Path

    def answer(self) -> Any:
        """Return what the file holds, or why it cannot be read: whatever it is, it must not take others with it."""
        try:
            return self.read()
        except Exception as wrong:
            return Unreadable.by(wrong)

    def read(self) -> Any:
        """Read it."""
        raise AssertionError(f"{type(self).__name__} does not say how it is read")


@dataclass(frozen=True)
class ReadScenario(FileQuestion):
    """Read a scenario."""

    def read(self) -> Any:
        from sim.scenario.scenario import load_scenario

        return load_scenario(self.path)


@dataclass(frozen=True)
class ReadBattle(FileQuestion):
    """Read a save or a record, to be resumed or looked at: a `StartBattle` without a place to be saved in."""

    def read(self) -> Any:
        from sim.scenario.records import load_record
        from sim.scenario.saves import to_go_on
        from sim.view.worker.engine import StartBattle

        record = to_go_on(load_record(self.path))
        return StartBattle(
            record.scenario, record.players, record.header.source, record.seed, None, sent_log(record.entries)
        )


@dataclass(frozen=True)
class OpenedFile:
    """What a file is, and what has been read of it: nothing of a scenario, which the list reads by itself."""

    kind: Kind
    content: Any = None


@dataclass(frozen=True)
class OpenFile(FileQuestion):
    """Read a file that somebody offers, whatever it is."""

    def read(self) -> OpenedFile:
        from sim.files import FileLocation
        from sim.scenario.file_kinds import kind_of

        match kind := kind_of(self.path):
            case "scenario":
                return OpenedFile(kind)
            case "record":
                return OpenedFile(kind, ReadBattle(self.path).read())
            case "position":
                return OpenedFile(kind, self._position())
            case "map":
                from sim.resources import maps_folder
                from sim.workshop.map_document import MapDocument

                is_shipped = self.path.resolve().is_relative_to(maps_folder().resolve())
                return OpenedFile(kind, (MapDocument.copied if is_shipped else MapDocument.opened)(self.path))
        raise FileMistakes([FileLocation(str(self.path)).mistake(f"a {kind}", "a scenario, map, record or position")])

    def _position(self) -> StartBattle:
        """Return the battle that stands as a position says, with the dice that would have come up in it."""
        from secrets import randbelow

        from sim.engine.chance import Seeded
        from sim.scenario.positions import load_position
        from sim.view.worker.engine import StartBattle

        found = load_position(self.path)
        seed = randbelow(1_000_000_000) if found.seed is None else found.seed
        dice = Seeded(seed, found.new_luck, found.requests)
        return StartBattle(replace(found.scenario, state=found.state), found.players, dice, seed, None)


@dataclass(frozen=True)
class FoundSave:
    """A save as it was found."""

    path: Path
    made: datetime
    turn: int = 0
    """The turn that was reached."""
    over: bool = False
    """Whether the battle has ended, so that it can only be looked at."""
    damage: str = ""
    """What is wrong with it, in one line."""
    before: FoundSave | None = None
    """The save before it, if this one is damaged and that one is sound."""

    @property
    def latest(self) -> Path | None:
        """The battle to go on with; of a damaged save, the one before it."""
        if not self.damage:
            return self.path
        return self.before.path if self.before is not None else None

    @property
    def about(self) -> str:
        """When it was made, and the turn that was reached."""
        turn = "damaged" if self.damage else f"turn {self.turn}"
        return f"{turn}{', over' if self.over else ''}, {when(self.made)}"


@dataclass(frozen=True)
class FindSave(FileQuestion):
    """Look at a save; of a damaged one, at the one before it."""

    def read(self) -> FoundSave:
        from sim.scenario.saves import previous

        found = self._one(self.path)
        if not found.damage:
            return found
        before = self._one(previous(self.path))
        return FoundSave(found.path, found.made, damage=found.damage, before=None if before.damage else before)

    @staticmethod
    def _one(file: Path) -> FoundSave:
        from sim.scenario.records import load_record

        made = datetime.fromtimestamp(0)
        try:
            made = datetime.fromtimestamp(file.stat().st_mtime)
            record = load_record(file)
        except (OSError, FileMistakes, ValueError) as wrong:
            return FoundSave(file, made, damage=reason(wrong))
        return FoundSave(file, made, record.frames[-1].state.turn, record.over)


def when(made: datetime, now: datetime | None = None) -> str:
    """Say when something was made, as one says it the same day.

    >>> when(datetime(2024, 5, 1, 9, 5), datetime(2024, 5, 1, 20, 0))
    'today 09:05'
    >>> when(datetime(2024, 5, 1, 9, 5), datetime(2024, 5, 9, 20, 0))
    '1 May 2024'
    """
    days = ((now or datetime.now()).date() - made.date()).days
    if days in (0, 1):
        return f"{'yesterday' if days else 'today'} {made:%H:%M}"
    return f"{made.day} {made:%b %Y}"
