"""Pictures that are kept: drawn once for each question, and let go when the theme changes or there are too many."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Question = TypeVar("Question", bound=Hashable)
Picture = TypeVar("Picture")


class Shelves(Generic[Question, Picture]):
    """Pictures by question, as long as there is room for them.

    There are two shelves. What is wanted is put on the new one; when that is half of all there is room for, it becomes
    the old one, and what stood there and was not wanted since is let go. So a question is looked up once, not twice.
    """

    def __init__(self, most: int) -> None:
        self._half = max(most // 2, 1)
        self._new: dict[Question, Picture] = {}
        self._old: dict[Question, Picture] = {}

    def known(self, question: Question) -> Picture | None:
        """Return the picture if it is there."""
        picture = self._new.get(question)
        if picture is None and (picture := self._old.get(question)) is not None:
            self.keep(question, picture)
        return picture

    def keep(self, question: Question, picture: Picture) -> Picture:
        """Put a picture there, and return it."""
        if len(self._new) >= self._half:
            self._old, self._new = self._new, {}
        self._new[question] = picture
        return picture

    def clear(self) -> None:
        """Let go of all of them."""
        self._new, self._old = {}, {}


class PictureCache(Shelves[Question, Picture]):
    """What a function has drawn. Unlike `functools.lru_cache` it can say what is there without drawing it."""

    def __init__(self, draw: Callable[[Question], Picture], most: int) -> None:
        super().__init__(most)
        self._draw = draw

    def __call__(self, question: Question) -> Picture:
        """Return the picture, drawn now if it is not there."""
        known = self.known(question)
        return known if known is not None else self.keep(question, self._draw(question))
