"""What was saved of a scenario: when, how far it had come, and whether it can be gone on with.

A save of a long battle takes half a second to read, so it is read in steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from sim.files import FileMistakes
from sim.files.steps import Steps
from sim.view.browser.shelf import reason
from sim.view.ui.frame_budget import Job

if TYPE_CHECKING:
    from sim.scenario.records import Record
    from sim.scenario.scenario import Scenario


@dataclass(frozen=True, eq=False)
class FoundAutosave:
    """An autosave as it was found."""

    path: Path
    made: datetime
    record: Record | None = None
    """The battle; None if it is damaged."""
    damage: str = ""
    """What is wrong with it, in one line."""
    before: FoundAutosave | None = None
    """The save before it, if this one is damaged and that one is sound."""

    @property
    def latest(self) -> Record | None:
        """The battle to go on with; of a damaged save, the one before it."""
        return self.record or (self.before.record if self.before is not None else None)

    @property
    def turn(self) -> int:
        """The turn that was reached."""
        return 0 if self.record is None else self.record.frames[-1].state.turn

    @property
    def over(self) -> bool:
        """Say whether the battle has ended, so that it can only be looked at."""
        return self.record is not None and self.record.over

    @property
    def about(self) -> str:
        """When it was made, and the turn that was reached."""
        turn = "damaged" if self.record is None else f"turn {self.turn}"
        return f"{turn}{', over' if self.over else ''}, {when(self.made)}"


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


class Autosaves:
    """The autosaves that have been looked at; one that was written since is looked at again."""

    def __init__(self) -> None:
        self._jobs: dict[Path, tuple[int, Job[FoundAutosave]]] = {}

    def of(self, scenario: Scenario) -> FoundAutosave | None:
        """Return the autosave of a scenario as far as it is known; None if there is none, or not yet."""
        job = self._job(_file_of(scenario))
        return None if job is None else job.result

    def work(self, scenario: Scenario, seconds: float) -> bool:
        """Read on for about so long; say whether nothing is left to do."""
        job = self._job(_file_of(scenario))
        return job is None or job.work(perf_counter() + seconds)

    def forget(self) -> None:
        """Look again: a battle may have been played since."""
        self._jobs.clear()

    def _job(self, file: Path) -> Job[FoundAutosave] | None:
        try:
            made = file.stat().st_mtime_ns
        except OSError:
            return None
        known = self._jobs.get(file)
        if known is None or known[0] != made:
            known = self._jobs[file] = made, Job(kept_steps(file))
        return known[1]


def _file_of(scenario: Scenario) -> Path:
    from sim.scenario.saves import autosave_file

    return autosave_file(scenario)


def kept_steps(file: Path) -> Steps[FoundAutosave]:
    """Look at a save; of a damaged one, at the one before it."""
    from sim.scenario.saves import previous

    found = yield from _one(file)
    if found.record is not None:
        return found
    before = yield from _one(previous(file))
    return FoundAutosave(found.path, found.made, None, found.damage, before if before.record is not None else None)


def _one(file: Path) -> Steps[FoundAutosave]:
    from sim.scenario.records import load_steps

    made = datetime.fromtimestamp(0)
    try:
        made = datetime.fromtimestamp(file.stat().st_mtime)
        record = yield from load_steps(file)
    except (OSError, FileMistakes, ValueError) as wrong:
        return FoundAutosave(file, made, None, reason(wrong))
    return FoundAutosave(file, made, record)
