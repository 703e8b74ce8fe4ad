"""Work in small steps, so that whoever waits for it can do something else in between: a window must answer.

No threads: a piece of work is a generator that yields whenever it may be put aside, and returns what it made.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Result = TypeVar("Result")
Steps = Generator[None, None, Result]


def finished(steps: Steps[Result], between: Callable[[], None] | None = None) -> Result:
    """Run a piece of work to its end, with something else done between its steps, and return what it made."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Result = done.value
            return result
        if between is not None:
            between()
