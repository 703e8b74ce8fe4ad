"""Work in small steps, so that whoever waits for it can do something else in between: a window must answer.

No threads: a piece of work is a generator that yields whenever it may be put aside, and returns what it made.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

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
