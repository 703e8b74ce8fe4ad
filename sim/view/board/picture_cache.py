"""Pictures that are kept: drawn once for each question, and let go when the theme changes or there are too many."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Question = TypeVar("Question", bound=Hashable)
Picture = TypeVar("Picture")


class Shelf(Generic[Question, Picture]):
    """Pictures by question; if there are too many, the one is let go that nobody has asked for the longest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pictures: dict[Question, Picture] = {}

    def known(self, question: Question) -> Picture | None:
        """Return the picture if it is there."""
        picture = self._pictures.pop(question, None)
        if picture is not None:
            self._pictures[question] = picture
        return picture

    def keep(self, question: Question, picture: Picture) -> Picture:
        """Put a picture there, and return it."""
        self._pictures[question] = picture
        if len(self._pictures) > self._most:
            del self._pictures[next(iter(self._pictures))]
        return picture

    def clear(self) -> None:
        """Let go of all of them."""
        self._pictures.clear()


class PictureCache(Shelf[Question, Picture]):
    """What a function has drawn. Unlike `functools.lru_cache` it can say what is there without drawing it."""

    def __init__(self, draw: Callable[[Question], Picture], most: int) -> None:
        super().__init__(most)
        self._draw = draw

    def __call__(self, question: Question) -> Picture:
        """Return the picture, drawn now if it is not there."""
        known = self.known(question)
        return known if known is not None else self.keep(question, self._draw(question))
