"""Scenarios, read one after the other while the window goes on answering.

The modules that read them take half a second to import, so that is done in steps as well, after the first picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from sim.view.browser.shelf import Entry, reason
from sim.view.loading import WindowClosed

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario

_MODULES = (
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
"""What reading a scenario takes, the lowest first: each is one step."""
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
        self._to_import, self._later = list(_MODULES), list(_LATER)
        self._read: dict[Path, Scenario] = {}
        self._broken: dict[Path, str] = {}
        self.version = 0
        """Goes up whenever something more is known."""

    def scenario(self, path: Path) -> Scenario | None:
        """Return a scenario if it has been read."""
        return self._read.get(path)

    def broken(self, entry: Entry) -> str:
        """Return why an entry cannot be played; empty if it can, or if that is not known yet."""
        return entry.broken or self._broken.get(entry.path, "")

    def knows(self, entry: Entry) -> bool:
        """Say whether an entry has been read, or cannot be."""
        return bool(self.broken(entry)) or entry.path in self._read

    def forget(self) -> None:
        """Forget all: files may have changed."""
        self._read.clear()
        self._broken.clear()
        self.version += 1

    def work(self, entries: Sequence[Entry], seconds: float) -> bool:
        """Read on for about so long, the first entries first; say whether nothing is left to do."""
        until = perf_counter() + seconds
        while perf_counter() < until:
            if not self._step(entries):
                return True
        return False

    def _step(self, entries: Sequence[Entry]) -> bool:
        if self._to_import:
            import_module(self._to_import.pop(0))
            return True
        entry = next((entry for entry in entries if not self.knows(entry)), None)
        if entry is not None:
            self._take(entry.path)
        return entry is not None

    def get_ready(self) -> None:
        """Load a part of what the first battle will take; whoever starts one then need not wait for it."""
        if self._later:
            import_module(self._later.pop(0))

    def load(self, path: Path) -> Scenario | None:
        """Read one scenario at once; None, with the reason kept, if it cannot be."""
        if path not in self._read and path not in self._broken:
            self._take(path)
        return self._read.get(path)

    def reason(self, path: Path) -> str:
        """Return why a file could not be read."""
        return self._broken.get(path, "")

    def _take(self, path: Path) -> None:
        from sim.scenario.scenario import load_scenario

        self.version += 1
        try:
            self._read[path] = load_scenario(path)
        except WindowClosed:
            raise
        except Exception as wrong:  # whatever it is, it must not take the other scenarios with it
            self._broken[path] = reason(wrong)
