"""Work in small steps, so that a window can answer in between.

No threads: a piece of work is a generator that yields whenever it may be put aside, and returns what it made.
"""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter
from typing import Generic, TypeVar

Result = TypeVar("Result")
Steps = Generator[None, None, Result]


def finished(steps: Steps[Result]) -> Result:
    """Run a piece of work to its end, and return what it made."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Result = done.value
            return result


class Job(Generic[Result]):
    """A piece of work under way: `work` carries it on for a while, `result` is what it made, once it is done."""

    def __init__(self, steps: Steps[Result]) -> None:
        self._steps = steps
        self.result: Result | None = None

    def work(self, until: float) -> bool:
        """Carry on until the clock (`perf_counter`) shows a time, at least one step; say whether it is done."""
        while self.result is None:
            try:
                next(self._steps)
            except StopIteration as done:
                self.result = done.value
            if perf_counter() >= until:
                break
        return self.result is not None
