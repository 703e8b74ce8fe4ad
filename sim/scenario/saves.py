"""Saves: a battle that is put aside, and the autosave that is written at every checkpoint."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Any

from sim.engine.session import Session
from sim.files import FileLocation, FileMistakes, UnsupportedVersion, remove_strays, write_atomically
from sim.resources import user_data_folder, user_logs_folder, user_settings_folder
from sim.scenario.checksums import with_checksum
from sim.scenario.records import Record, Writer, load_record
from sim.scenario.scenario import Scenario

ENDING = ".save.jsonl"
_LINES_OF_NOTHING = 3
"""Header, first frame, first checkpoint: a save with no more lines is that of a battle in which nothing happened."""
_LONGEST_NAME = 100
"""Bytes of the name of a scenario in the name of a save."""
_FEW = 3


def saves_folder() -> Path:
    """Return the folder of the user's saves; it may not exist yet."""
    return user_data_folder() / "saves"


def autosave_file(scenario: Scenario) -> Path:
    """Return where the autosave of a scenario lies: one for each, so that trying another loses nothing.

    Two files of the same name in different folders are two scenarios.
    """
    origin = f"-{scenario.origin}" if scenario.origin else ""
    return saves_folder() / f"{_called(scenario)}{origin}.auto{ENDING}"


def _called(scenario: Scenario) -> str:
    """Return what the saves of a scenario begin with; a long name is cut, for a file system takes only so much."""
    name = scenario.name.replace("/", "-").replace("\\", "-")
    return f"{scenario.ruleset.id}-{name.encode()[:_LONGEST_NAME].decode(errors='ignore')}"


def no_save(file: Path, scenario: Scenario) -> str:
    """Say that there is no save where one should be, and which there are of scenarios of that name.

    One of them may be meant: it was moved since, or its save was made when the name was all that counted.
    """
    called = _called(scenario)
    others = [str(other) for other in saves() if other.name.startswith((f"{called}-", f"{called}."))]
    told = f"; saves of scenarios of that name: {', '.join(others[:_FEW])}" if others else ""
    return f"there is no save to continue: {file}{told}"


def tidy_up() -> None:
    """Remove what saves that were killed have left in the user's folders."""
    for folder in (saves_folder(), user_settings_folder(), user_logs_folder()):
        remove_strays(folder)


def freed_autosave(scenario: Scenario) -> tuple[Path, Path | None]:
    """Return where a new battle of a scenario is saved, and where the save that lay there was put aside, if one did.

    It is kept under the time of its making, with the save before it: that one is all there is of a battle whose save
    is damaged. A sound save of a battle in which nothing happened is not worth keeping.
    """
    file = autosave_file(scenario)
    # Where this fails, saving fails as well, and whoever plays says so.
    with suppress(OSError):
        damaged = ""
        if file.read_bytes().count(b"\n") <= _LINES_OF_NOTHING:
            if _sound(file):
                file.unlink()
                return file, None
            damaged = "-damaged"
        made = datetime.fromtimestamp(file.stat().st_mtime)
        aside = _free(f"{file.name.removesuffix('.auto' + ENDING)}-{made:%Y%m%d-%H%M%S}{damaged}")
        file.replace(aside)
        with suppress(FileNotFoundError):
            previous(file).replace(previous(aside))
        return file, aside
    return file, None


def put_away(file: Path) -> Path:
    """Take a save out of the list, and return where it is kept: nobody is to lose a battle by a wrong click."""
    folder = file.parent / "deleted"
    folder.mkdir(exist_ok=True)
    aside = _free(file.name.removesuffix(ENDING), folder)
    file.replace(aside)
    with suppress(FileNotFoundError):
        previous(file).replace(previous(aside))
    return aside


def _free(name: str, folder: Path | None = None) -> Path:
    """Return a save of this name that does not exist yet: two may have been made within a second."""
    names = chain((name,), (f"{name}-{n}" for n in count(2)))
    files = ((folder or saves_folder()) / f"{name}{ENDING}" for name in names)
    return next(file for file in files if not file.exists())


def previous(path: str | os.PathLike[str]) -> Path:
    """Return where the save before a save is kept."""
    path = Path(path)
    return path.with_name(path.name + ".bak")


class SaveFile:
    """A file in which a battle is saved again and again, each time whole, and the one before it kept."""

    def __init__(self, path: str | os.PathLike[str], scenario: Scenario, session: Session[Any, Any], seed: int | None):
        self.path = Path(path)
        self._writer = Writer(scenario, session, seed, scenario.origin)
        self._is_ours = False

    @classmethod
    def resumed(cls, path: str | os.PathLike[str], record: Record, session: Session[Any, Any]) -> SaveFile:
        """Return the file of a battle that was read from one: what was read is neither written nor read again.

        Of a long battle that would take a second, at the first save after it is continued.
        """
        file = cls(path, record.scenario, session, record.seed)
        file._writer.take_over(record)
        file._is_ours = file.path.resolve() == Path(record.file).resolve()
        return file

    def save(self, session: Session[Any, Any]) -> None:
        """Save the battle as it is now. If that fails the file is as it was."""
        data = self._data(session)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # A damaged file that somebody left here must not take the place of a sound one before it.
        worth_keeping = self._is_ours or _sound(self.path) is not None
        write_atomically(self.path, data, keep_previous=worth_keeping)
        self._is_ours = True

    def copy(self, path: Path, session: Session[Any, Any]) -> None:
        """Write the battle as it is now somewhere else, once."""
        write_atomically(path, self._data(session))

    def _data(self, session: Session[Any, Any]) -> bytes:
        return with_checksum(self._writer.text(session).encode())


class DamagedSave(FileMistakes):
    """A save that cannot be read, and whether the one before it can."""

    def __init__(self, path: Path, wrong: FileMistakes, sound: Path | None) -> None:
        self.path, self.sound = path, sound
        advice = f"the save before it is sound: {sound}" if sound else "there is no sound save before it"
        super().__init__([*wrong.mistakes, FileLocation(str(path)).mistake("", f"this save is damaged; {advice}")])


def load_save(path: str | os.PathLike[str]) -> Record:
    """Read a save; a damaged one is named as such, and the one before it offered."""
    path = Path(path)
    try:
        record = load_record(path)
    except UnsupportedVersion:
        raise
    except FileMistakes as wrong:
        raise DamagedSave(path, wrong, _sound(previous(path))) from None
    return to_go_on(record)


def to_go_on(record: Record) -> Record:
    """Return a record that can be played on; a moment in dispute has the dice of one activation alone."""
    if record.header.dispute is not None:
        hint = "`sandtable play`, `replay --explain`, `decide` and `share` open it"
        raise FileMistakes([FileLocation(str(record.file)).mistake("a moment in dispute", "a save", hint)])
    return record


def _sound(path: Path) -> Path | None:
    try:
        load_record(path)
    except (OSError, FileMistakes):
        return None
    return path


def saves() -> tuple[Path, ...]:
    """Return the user's saves, the latest first."""
    folder = saves_folder()
    found = folder.glob(f"*{ENDING}") if folder.is_dir() else ()
    return tuple(sorted(found, key=lambda file: (-file.stat().st_mtime_ns, file.name)))
