"""A piece of work under way, which a window carries on a little in every tick (see `sim.files.steps`)."""

from __future__ import annotations

from time import perf_counter
from typing import Generic

from sim.files.steps import Result, Steps, finished

__all__ = ["Job", "Result", "Steps", "finished"]


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
