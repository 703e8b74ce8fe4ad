"""What the browser opens: new battles, battles that were put aside, and files that somebody names.

A record is read a little in every tick, so that the window answers meanwhile; whatever else is done gives it up.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sim.files import FileMistakes
from sim.view.browser.choices import Choices
from sim.view.browser.shelf import reason
from sim.view.browser.starting import new_battle, old_battle
from sim.view.loading import loading_behind
from sim.view.screen import Screen
from sim.view.settings import ViewSettings
from sim.view.ui.frame_budget import Job
from sim.view.window import Stage

if TYPE_CHECKING:
    from sim.scenario.records import Record
    from sim.scenario.scenario import Scenario


class Say(Protocol):
    """Shows a message."""

    def __call__(self, text: str, *, bad: bool = False) -> None:
        """Show it until something else is done."""


class Opening:
    """Opens screens on a stage. What cannot be opened is said, and there is no screen then."""

    def __init__(self, stage: Stage, say: Say) -> None:
        self._stage, self._say = stage, say
        self._record: tuple[Path, str, Job[Record]] | None = None
        """The record that is being read, with what is said meanwhile."""

    def begun(self, scenario: Scenario, choices: Choices, settings: ViewSettings) -> Screen | None:
        """Return a new battle."""
        return self._opened(lambda: new_battle(self._stage, scenario, choices, settings))

    def resumed(self, record: Record, settings: ViewSettings) -> Screen | None:
        """Return a battle that was put aside."""
        return self._opened(lambda: old_battle(self._stage, record, settings))

    def _opened(self, screen: Callable[[], Screen]) -> Screen | None:
        """Return another screen, unless the system refuses something."""
        try:
            with loading_behind(self._stage):
                return screen()
        except (OSError, ImportError, FileMistakes) as refused:
            self._say(f"The battle cannot be opened: {refused}", bad=True)
        return None

    # -- files -------------------------------------------------------------------------------------------

    def scenario_at(self, text: str) -> Path | None:
        """Return the file of a scenario that somebody names by its path; begin to read a save or a record."""
        from sim.scenario.file_kinds import kind_of

        path = Path(text.strip().strip('"')).expanduser()
        try:
            kind = kind_of(path)
        except (OSError, FileMistakes, ValueError, RuntimeError) as wrong:
            self._say(f"{path} cannot be opened: {reason(wrong)}", bad=True)
            return None
        if kind == "scenario":
            return path
        if kind == "record":
            self._begin_record(path)
        else:
            self._say(f"{path} is a {kind}: open a scenario, a save or a record instead", bad=True)
        return None

    def _begin_record(self, path: Path) -> None:
        from sim.scenario.records import load_steps

        said = f"Reading {path.name} …"
        self._say(said)
        self._record = (path, said, Job(load_steps(path)))

    def read_on(self, message: str, settings: ViewSettings, until: float) -> Screen | None:
        """Go on with the record that was named, and return its battle once it is read.

        It is given up if another message is shown: something else has been done meanwhile.
        """
        if self._record is None:
            return None
        path, said, job = self._record
        if message != said:
            self._record = None
            return None
        try:
            if not job.work(until) or job.result is None:
                return None
        except (OSError, FileMistakes) as wrong:
            self._record = None
            self._say(f"{path} cannot be opened: {reason(wrong)}", bad=True)
            return None
        self._record, record = None, job.result
        self._say("")
        return self.resumed(record, settings)
