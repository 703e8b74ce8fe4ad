"""Scenarios, read one after the other while the window goes on answering.

The modules that read them take a second to import, so that is done in steps as well, after the first picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from sim.files.steps import Steps
from sim.importing import import_steps
from sim.rules import SHIPPED
from sim.view.browser.shelf import ShelfEntry, reason
from sim.view.ui.frame_budget import Job

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario

_MODULES = (
    "numpy",
    "pydantic",
    "shapely",
    "sim.files.strict",
    "sim.board.mapfile",
    "sim.board.sight",
    "sim.engine.ruleset",
    "sim.engine.session",
    "sim.scenario.schema",
    "sim.scenario.systems",
    "sim.scenario.scenario",
    "sim.scenario.saves",
    "sim.view.browser.preview",
)
"""What reading a scenario takes, the lowest first."""
_END = object()
_LATER = (
    "sim.view.counters.paint_counter",
    "sim.view.battle.core",
    "sim.view.battle.paint_battle",
    "sim.view.battle.screen",
)
"""What a battle takes besides, loaded while somebody looks at the list."""


class Library:
    """What has been read so far."""

    def __init__(self) -> None:
        self._modules = chain.from_iterable(map(import_steps, _MODULES))
        self._later = chain(chain.from_iterable(map(import_steps, _LATER)), _kernels())
        self._reading: tuple[Path, Job[Scenario]] | None = None
        self._read: dict[Path, Scenario] = {}
        self._broken: dict[Path, str] = {}
        self.version = 0
        """Goes up whenever something more is known."""

    def scenario(self, path: Path) -> Scenario | None:
        """Return a scenario if it has been read."""
        return self._read.get(path)

    def broken(self, entry: ShelfEntry) -> str:
        """Return why an entry cannot be played; empty if it can, or if that is not known yet."""
        return entry.broken or self._broken.get(entry.path, "")

    def knows(self, entry: ShelfEntry) -> bool:
        """Say whether an entry has been read, or cannot be."""
        return bool(self.broken(entry)) or entry.path in self._read

    def forget(self) -> None:
        """Forget all: files may have changed."""
        self._read.clear()
        self._broken.clear()
        self.version += 1

    def work(self, entries: Sequence[ShelfEntry], seconds: float) -> bool:
        """Read on for about so long, the first entries first; say whether nothing is left to do."""
        until = perf_counter() + seconds
        while perf_counter() < until:
            if not self._step(entries):
                return True
        return False

    def _step(self, entries: Sequence[ShelfEntry]) -> bool:
        if next(self._modules, _END) is not _END:
            return True
        entry = next((entry for entry in entries if not self.knows(entry)), None)
        if entry is not None:
            self._read_on(entry)
        return entry is not None

    def _read_on(self, entry: ShelfEntry) -> None:
        """Read one part of a scenario; whoever looks at another one meanwhile has that read first."""
        if self._reading is None or self._reading[0] != entry.path:
            self._reading = (entry.path, Job(_reading(entry)))
        job = self._reading[1]
        self._take(entry.path, lambda: job.result if job.work(0.0) else None)

    def get_ready(self, seconds: float) -> None:
        """Load for about so long what the first battle will take; whoever starts one then need not wait for it."""
        until = perf_counter() + seconds
        while next(self._later, _END) is not _END and perf_counter() < until:
            pass

    def load(self, path: Path) -> Scenario | None:
        """Read one scenario at once; None, with the reason kept, if it cannot be."""
        from sim.scenario.scenario import load_scenario

        if path not in self._read and path not in self._broken:
            self._take(path, lambda: load_scenario(path))
        return self._read.get(path)

    def reason(self, path: Path) -> str:
        """Return why a file could not be read."""
        return self._broken.get(path, "")

    def _take(self, path: Path, read: Callable[[], Scenario | None]) -> None:
        """Keep a scenario if it has been read, or why it cannot be."""
        try:
            scenario = read()
            if scenario is None:
                return
            self._read[path] = scenario
        except Exception as wrong:  # whatever it is, it must not take the other scenarios with it
            self._broken[path] = reason(wrong)
        self._reading = None
        self.version += 1


def _reading(entry: ShelfEntry) -> Steps[Scenario]:
    """Import the system of a scenario and read it, a little in each step."""
    from sim.scenario.scenario import scenario_steps

    if entry.system in SHIPPED:
        yield from import_steps(f"sim.rules.{entry.system}")
    return (yield from scenario_steps(entry.path))


def _kernels() -> Iterator[None]:
    from sim.board.warm_up import warming

    yield from warming()
