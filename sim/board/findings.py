"""Gather what is wrong in a map or terrain file while reading goes on.

Reading does not stop at the first mistake: what was misread is left out and the rest is looked at as well.
"""

from __future__ import annotations

from collections.abc import Collection

from sim.files import Document, FileMistakes, KeyPath, Mistake
from sim.files.mistakes import KEPT


class Findings:
    """The mistakes found so far in one document.

    Beyond as many as a `FileMistakes` keeps they are only counted: wording one takes its time, because it includes
    the search for the word that was meant.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.spoilt: set[KeyPath] = set()
        """Values that have been told of and left out, or replaced by a stand-in: no more is said of them."""
        self._mistakes: list[Mistake] = []
        self._unlisted = 0

    def add(self, path: KeyPath, found: str, expected: str, hint: str = "", row: int | None = None) -> None:
        """Note a mistake in the value at `path`, or in one row of the text there."""
        if self._is_news(path) and self._has_room():
            self._mistakes.append(self.document.at(path, row).mistake(found, expected, hint))

    def not_among(self, path: KeyPath, word: str, known: Collection[str]) -> None:
        """Note a word at `path` that is none of the known ones."""
        if self._is_news(path) and self._has_room():
            self._mistakes.append(self.document.at(path).not_among(word, known))

    def take(self, mistakes: FileMistakes) -> None:
        """Take over what somebody else has found in the same document."""
        room = max(0, KEPT - len(self._mistakes))
        self._mistakes += mistakes.mistakes[:room]
        self._unlisted += mistakes.unlisted + len(mistakes.mistakes[room:])

    def spoils(self, path: KeyPath) -> bool:
        """Say whether the value at `path` cannot be relied on: it, or what is around or within it, is spoilt."""
        return any(all(one == other for one, other in zip(spoilt, path, strict=False)) for spoilt in self.spoilt)

    def _is_news(self, path: KeyPath) -> bool:
        return not self.spoilt or not any(path[:length] in self.spoilt for length in range(1, len(path) + 1))

    def _has_room(self) -> bool:
        if len(self._mistakes) < KEPT:
            return True
        self._unlisted += 1
        return False

    def __bool__(self) -> bool:
        return bool(self._mistakes)

    def settle(self) -> None:
        """Raise what was found, if anything was."""
        if self._mistakes:
            raise FileMistakes(self._mistakes, self._unlisted)
