"""The list of scenarios: what there is, by system, and what a filter leaves of it.

Only the head of each file is read here, which takes a millisecond; whether the rest is sound, `library.py` finds out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.files import FileLimits, FileMistakes, printable, read_toml
from sim.resources import scenario_name, shipped_scenarios
from sim.scenario.systems import system_title
from sim.view.worker.files import reason

BEHAVIOUR = "behaviour"
"""The folder of the tiny scenarios that each show one thing the automated side does."""
OWN = "Files"
"""The heading of files that are not shipped."""
_LIMITS = FileLimits(size=4 << 20, depth=32, values=200_000, tables=20_000)


@dataclass(frozen=True)
class ShelfEntry:
    """One scenario of the list, as far as its head tells."""

    path: Path
    name: str
    title: str
    system: str = ""
    """The id of its system."""
    difficulty: int | None = None
    is_behaviour: bool = False
    is_own: bool = False
    """Whether somebody named its file, and it is not one that is shipped."""
    broken: str = ""
    """Why it cannot be read, in one line."""

    @property
    def group(self) -> str:
        """The heading that it stands under."""
        if self.is_own:
            return OWN
        return f"{system_words(self.system)}: behaviour" if self.is_behaviour else system_words(self.system)

    def fits(self, words: Iterable[str]) -> bool:
        """Say whether it has all these words in its title, name or system."""
        text = f"{self.title} {self.name} {system_words(self.system)}".casefold()
        return all(word in text for word in words)


@dataclass(frozen=True)
class Group:
    """A heading and what stands under it."""

    title: str
    entries: tuple[ShelfEntry, ...]
    is_behaviour: bool = False


def system_words(system: str) -> str:
    """Return a system as a heading: the title of its game, or its id; the system itself is not imported for a list.

    >>> system_words("conflict_of_heroes"), system_words("chess_of_the_moon")
    ('Conflict of Heroes', 'Chess of the Moon')
    """
    if (title := system_title(system)) is not None:
        return title
    words = system.replace("_", " ").split() or ["unknown", "system"]
    return " ".join(word if word in ("of", "the", "and", "in") and n else word.title() for n, word in enumerate(words))


def shelf(own: Iterable[Path] = (), folder: Path | None = None) -> tuple[ShelfEntry, ...]:
    """Return all shipped scenarios, and the files that somebody has named."""
    try:
        shipped = shipped_scenarios(folder)
    except OSError:
        shipped = ()
    return (*(entry_of(file, own=True) for file in own), *(entry_of(file, folder=folder) for file in shipped))


def entry_of(file: Path, *, own: bool = False, folder: Path | None = None) -> ShelfEntry:
    """Read the head of a scenario file; one that cannot be read is an entry all the same."""
    name = str(file) if own else scenario_name(file, folder)
    is_behaviour = not own and BEHAVIOUR in name.split("/")[:-1]
    title, system = printable(file.stem.replace("_", " ").capitalize(), 100), _folder_system(name, own)
    usual = ShelfEntry(file, name, title, system, None, is_behaviour, own)
    try:
        written = file.stat()
        return replace(usual, **_head(_read(file, written.st_mtime_ns, written.st_size), usual))
    except (FileMistakes, OSError, ValueError) as wrong:
        return replace(usual, broken=reason(wrong))


@lru_cache(maxsize=1024)
def _read(file: Path, time: int, size: int) -> dict[str, Any]:
    """Read what a file says, once for each time that it is written: the list is made again after every battle."""
    said = read_toml(file, _LIMITS).data
    return {key: said[key] for key in ("title", "system", "difficulty") if key in said}


def _folder_system(name: str, own: bool) -> str:
    return "" if own or "/" not in name else name.split("/")[0]


def _head(head: dict[str, Any], usual: ShelfEntry) -> dict[str, Any]:
    """Return what a file says of itself, where that is of the right kind."""
    title, system, difficulty = head.get("title"), head.get("system"), head.get("difficulty")
    is_level = isinstance(difficulty, int) and not isinstance(difficulty, bool) and 1 <= difficulty <= 5
    return {
        "title": printable(title, 100) if isinstance(title, str) and title.strip() else usual.title,
        "system": printable(system, 60) if isinstance(system, str) and system.strip() else usual.system,
        "difficulty": difficulty if is_level else None,
    }


def groups(entries: Iterable[ShelfEntry], filter_: str = "") -> tuple[Group, ...]:
    """Return the list under its headings: files first, then the systems, the tiny ones last."""
    words = filter_.casefold().split()
    found: dict[str, list[ShelfEntry]] = {}
    for entry in entries:
        if entry.fits(words):
            found.setdefault(entry.group, []).append(entry)
    made = [Group(title, tuple(sorted(group, key=_place)), group[0].is_behaviour) for title, group in found.items()]
    return tuple(sorted(made, key=lambda group: (group.title != OWN, group.is_behaviour, group.title)))


def _place(entry: ShelfEntry) -> tuple[int, str]:
    """Return where an entry stands in its group: the easy ones first."""
    return entry.difficulty or 9, entry.title.casefold()


def shown(found: Iterable[Group], folded: frozenset[str]) -> Iterator[ShelfEntry]:
    """Yield the entries that can be seen, from the top down."""
    for group in found:
        if group.title not in folded:
            yield from group.entries
