"""What has been read of scenarios and their saves: the process beside the window reads, the browser looks it up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.view.browser.shelf import ShelfEntry
from sim.view.worker.files import FileQuestion, FindSave, FoundSave, OpenedFile, OpenFile, ReadScenario, Unreadable
from sim.view.worker.shared import Extension

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario


class Library:
    """What is known so far; what is not is asked for, what is selected first."""

    def __init__(self, worker: Extension, *, reads_ahead: bool = True) -> None:
        self._worker, self._reads_ahead = worker, reads_ahead
        self._read: dict[Path, Scenario] = {}
        self._broken: dict[Path, Unreadable] = {}
        self._saves: dict[Path, tuple[int, FoundSave | None]] = {}
        """By file, when it was written, and what was found in it; None while that is being looked at."""
        self._asked: dict[int, tuple[FileQuestion, Callable[[Any], None]]] = {}
        self._generation = worker.generation
        self._suspect: FileQuestion | None = None
        """What was being read when the worker last failed."""
        self.complaint = ""
        """What was last wrong with the worker, in a sentence."""
        self.version = 0
        """Goes up whenever something more is known."""

    def scenario(self, path: Path) -> Scenario | None:
        """Return a scenario if it has been read."""
        return self._read.get(path)

    def broken(self, entry: ShelfEntry) -> str:
        """Return why an entry cannot be played; empty if it can, or if that is not known yet."""
        return entry.broken or (self._broken[entry.path].reason if entry.path in self._broken else "")

    def mistakes(self, entry: ShelfEntry) -> tuple[str, ...]:
        """Return all that is wrong with an entry that cannot be played, a line each."""
        broken = self.broken(entry)
        found = self._broken.get(entry.path)
        return (found.mistakes if found is not None else ()) or ((broken,) if broken else ())

    def knows(self, entry: ShelfEntry) -> bool:
        """Say whether an entry has been read, or cannot be."""
        return bool(self.broken(entry)) or entry.path in self._read

    def save_of(self, scenario: Scenario) -> FoundSave | None:
        """Return the autosave of a scenario, as far as it is known; it is looked at again if it was written since."""
        from sim.scenario.saves import autosave_file

        file = autosave_file(scenario)
        try:
            written = file.stat().st_mtime_ns
        except OSError:
            return None
        known = self._saves.get(file)
        if known is None or known[0] != written:
            known = self._saves[file] = (written, None)
            self.ask(FindSave(file), lambda found: self._take_save(file, written, found))
        return self._saves[file][1]

    def forget(self) -> None:
        """Forget all: files may have changed."""
        self._read.clear()
        self._broken.clear()
        self.look_again()

    def look_again(self) -> None:
        """Look at saves again: a battle may have been played."""
        self._saves.clear()
        self.version += 1

    # -- reading -----------------------------------------------------------------------------------------

    def work(self, selected: ShelfEntry | None, entries: Sequence[ShelfEntry]) -> None:
        """Take in what has been read, and have more read: what is selected first, then all others one by one."""
        self._take_in()
        if selected is not None and not self.knows(selected):
            self.read(selected.path)
        elif self._reads_ahead and not self._asked:
            for entry in [entry for entry in entries if not self.knows(entry)][:1]:
                self.read(entry.path)

    def read(self, path: Path) -> None:
        """Have a scenario read, unless it is being read already."""
        if not any(question == ReadScenario(path) for question, _ in self._asked.values()):
            self.ask(ReadScenario(path), lambda read: self._take_scenario(path, read))

    def open_file(self, path: Path, then: Callable[[OpenedFile | Unreadable], None]) -> None:
        """Have a file read, whatever it is, and do something with it then."""
        self.ask(OpenFile(path), then)

    def ask(self, question: FileQuestion, then: Callable[[Any], None]) -> None:
        """Have something read from a file, and do something with it then."""
        self._asked[self._worker.ask(question)] = (question, then)
        self._take_in()

    def _take_in(self) -> None:
        if self._worker.generation != self._generation:  # it was started again, and has forgotten what it was asked
            asked, self._asked, self._generation = self._asked, {}, self._worker.generation
            for question, then in asked.values():
                self._asked[self._worker.ask(question)] = (question, then)
        for number, answer in self._worker.answers():
            if number in self._asked:
                _, then = self._asked.pop(number)
                self.version += 1
                then(answer)
        if self._asked and (fault := self._worker.fault):
            self._mend(fault)

    def _mend(self, fault: str) -> None:
        """Start the worker again, and ask again; a file at which it fails twice is one that cannot be read."""
        self.complaint = f"{fault} It was started again."
        self._worker.restart()
        number, (question, then) = next(iter(self._asked.items()))
        if question == self._suspect:
            del self._asked[number]
            then(Unreadable(fault))
        self._suspect = question

    def _take_scenario(self, path: Path, read: Scenario | Unreadable) -> None:
        if isinstance(read, Unreadable):
            self._broken[path] = read
        else:
            self._read[path] = read

    def _take_save(self, file: Path, written: int, found: FoundSave | Unreadable) -> None:
        if isinstance(found, FoundSave):
            self._saves[file] = (written, found)
