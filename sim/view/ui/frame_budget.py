"""How long one tick of the window may take, for pictures (`FrameBudget`) and for longer work (`Job`).

A window must answer before somebody wonders whether it does. After a change of zoom every counter and every shade is
wanted in another size at once, which takes several frames' worth of time; so each frame draws a few of them, and what
there is of another size, scaled, stands in for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Generic

from sim.files.steps import Result, Steps


class FrameBudget:
    """The time for the new parts of one picture. A picture in memory has all there is, a window only a little."""

    def __init__(self, seconds: float = inf, clock: Callable[[], float] = perf_counter) -> None:
        self.is_endless = seconds == inf
        self._clock = clock
        self._until = inf if self.is_endless else clock() + seconds
        self._spent = seconds < 0
        self.left_out = False
        """Whether anything was stood in for, so that another picture must follow."""
        self.is_over = False
        """Whether one thing has taken all the time there is, and that for all else of the picture as well."""

    def has_time(self) -> bool:
        """Say whether there is time for one thing more; if not, something is left out.

        The first thing is always permitted, however little time there is: whoever asks again and again comes to an end.
        Less time than none permits nothing at all.
        """
        if self.is_over or (self._spent and not self.is_endless and self._clock() >= self._until):
            self.left_out = True
            return False
        self._spent = True
        return True

    def end(self) -> None:
        """Permit nothing more; where there is all the time in the world, go on."""
        self.is_over = self.left_out = not self.is_endless


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
