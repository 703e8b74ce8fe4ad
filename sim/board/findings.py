"""Gather what is wrong in a map or terrain file while reading goes on.

Reading does not stop at the first mistake: what was misread is left out and the rest is looked at as well.
"""

from __future__ import annotations

from collections.abc import Collection

from sim.files import Document, FileMistakes, Mistake, Way
from sim.files.mistakes import KEPT


class Findings:
    """The mistakes found so far in one document.

    Beyond as many as a `FileMistakes` keeps they are only counted: wording one takes its time, because it includes
    the search for the word that was meant.
    """

    def __init__(self, document: Document, earlier: FileMistakes | None = None) -> None:
        self.document = document
        self._mistakes: list[Mistake] = list(earlier.mistakes) if earlier else []
        self._unlisted = earlier.unlisted if earlier else 0

    def add(self, path: Way, found: str, expected: str, hint: str = "", row: int | None = None) -> None:
        """Note a mistake in the value at `path`, or in one row of the text there."""
        if self._has_room():
            self._mistakes.append(self.document.at(path, row).mistake(found, expected, hint))

    def not_among(self, path: Way, word: str, known: Collection[str]) -> None:
        """Note a word at `path` that is none of the known ones."""
        if self._has_room():
            self._mistakes.append(self.document.at(path).not_among(word, known))

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
