"""Answers that are kept: what depends on little is asked again and again while a battle goes on."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

from sim.memo import kept_property

P = ParamSpec("P")
T = TypeVar("T")

__all__ = ["Kept", "kept", "kept_property"]


class Kept(Generic[T]):
    """Answers by what they depend on, up to so many; then all are forgotten at once.

    Not `functools.lru_cache`: that would take everything the answer is made from for its key, and a position is another
    one after every event, though most of what is asked of it depends on two counters and the ground between them.

    >>> squares = Kept(most=2)
    >>> [squares.answer(n, lambda: n * n) for n in (2, 3, 2, 4)]
    [4, 9, 4, 16]
    >>> len(squares)
    1
    """

    def __init__(self, most: int = 20_000) -> None:
        self._answers: dict[Hashable, T] = {}
        self._most = most

    def answer(self, key: Hashable, made: Callable[..., T], *of: Any) -> T:
        """Return the answer for a key, made of what is given if it is not known.

        The answer must depend on nothing but the key. Where it is asked for most, `made` is a function and what it is
        made of follows: a closure would have to be made for every question, and nearly all are answered already.
        """
        try:
            return self._answers[key]
        except KeyError:
            if len(self._answers) >= self._most:
                self._answers.clear()
            self._answers[key] = value = made(*of)
            return value

    def known(self, key: Hashable) -> T | None:
        """Return the answer for a key if it is there: whoever makes one in steps cannot have it made by `answer`."""
        return self._answers.get(key)

    def forget(self) -> None:
        """Throw all answers away, as somebody must who measures how long they take."""
        self._answers.clear()

    def __len__(self) -> int:
        return len(self._answers)


def kept(by: Callable[..., Hashable], most: int = 20_000) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the answers of a function; `by` says of what it is given what they depend on, as the key of a `Kept` does.

    >>> @kept(by=lambda place, height: height)
    ... def seen_from(place, height):
    ...     return f"as from {place}"
    >>> seen_from("the hill", 3), seen_from("the tower", 3)
    ('as from the hill', 'as from the hill')
    """

    def keeping(made: Callable[P, T]) -> Callable[P, T]:
        answers: dict[Hashable, T] = {}

        @wraps(made)
        def answer(*of: P.args, **more: P.kwargs) -> T:
            key = by(*of, **more)
            try:
                return answers[key]
            except KeyError:
                if len(answers) >= most:
                    answers.clear()
                answers[key] = value = made(*of, **more)
                return value

        return answer

    return keeping
