"""What the browser has read for it: the selected scenario first, then all others, whatever befalls who reads."""

from pathlib import Path

import pytest

from sim.view.browser.library import Library
from sim.view.browser.shelf import ShelfEntry, shelf
from sim.view.worker.engine import EngineHandler
from sim.view.worker.shared import Extension, SharedWorker
from tests.picket import SCENARIOS
from tests.view.browser.table import SlowReader, Table


def read_by(reader: SlowReader, *, reads_ahead: bool = True) -> tuple[Library, tuple[ShelfEntry, ...]]:
    """Return a library for three entries, of which the last cannot be read."""
    entries = tuple(entry for entry in shelf((*SCENARIOS, Path("gone.toml"))) if entry.is_own)
    return Library(SharedWorker(reader).extension(), reads_ahead=reads_ahead), (*entries[:2], entries[-1])


def reader() -> SlowReader:
    """Return somebody who reads at once."""
    return SlowReader(lambda: EngineHandler(packs=False))


def test_the_selected_scenario_is_read_first_and_then_all_others_one_by_one() -> None:
    """Whoever goes down the list finds them read; one that cannot be is known for that."""
    library, (one, other, gone) = read_by(reader())
    library.work(other, (one, other, gone))
    assert (library.knows(other), library.knows(one), library.broken(gone) != "") == (True, False, True)
    library.work(other, (one, other, gone))
    assert library.scenario(one.path) is not None
    library, entries = read_by(reader(), reads_ahead=False)
    for _ in range(3):
        library.work(entries[1], entries)
    assert not library.knows(entries[0])


def test_what_was_asked_of_a_reader_that_was_started_again_is_asked_again() -> None:
    """By whomever: the battle that is played beside it may have noticed first. Everybody has his own answers from one
    worker, and one who asks no more takes nothing from the others."""
    slow = reader()
    slow.keeps = True
    shared, entry = SharedWorker(slow), shelf(SCENARIOS)[0]
    library = Library(shared.extension())
    library.work(entry, (entry,))
    Extension(shared).restart()
    slow.keeps = False
    for _ in range(2):
        library.work(entry, (entry,))
    assert library.scenario(entry.path) is not None
    shared = SharedWorker(SlowReader(lambda: lambda question, _: iter((question,))))
    one, other = shared.extension(), shared.extension()
    numbers = one.ask("a"), other.ask("b"), one.ask("c")
    assert other.answers() == [(numbers[1], "b")]
    other.close()
    assert one.answers() == [(numbers[0], "a"), (numbers[2], "c")]


class Dying(SlowReader):
    """Somebody who ends when the first file of the list is to be read, until he was started again so often."""

    lives = 1

    @property
    def fault(self) -> str:  # type: ignore[override]
        """Say that he has ended."""
        self.keeps = self.lives > 0
        return "The engine has ended unexpectedly." if self.keeps else ""

    def restart(self) -> None:
        """Begin anew."""
        super().restart()
        self.lives -= 1


@pytest.mark.parametrize(("lives", "reason"), [(1, ""), (2, "The engine has ended unexpectedly.")])
def test_a_reader_who_ends_is_told_of_and_a_file_at_which_he_ends_twice_cannot_be_read(lives: int, reason: str) -> None:
    """Once may be chance: the file is read after all."""
    table = Table(files=(SCENARIOS[0],))
    table.desk.library = Library(SharedWorker(dying := Dying(lambda: EngineHandler(packs=False))).extension())
    dying.lives, dying.keeps = lives, True
    table.tick()
    assert table.desk.message == "The engine has ended unexpectedly. It was started again."
    table.tick(3)
    assert (table.desk.broken, table.desk.scenario is None) == (reason, bool(reason))
