"""What tests of commands call: a command run in this process, and what it said."""

from dataclasses import dataclass
from typing import Protocol

from sim.cli.output import ExitCode


@dataclass(frozen=True)
class Said:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What it printed, line by line."""
        return self.out.splitlines()

    def refused(self, code: ExitCode = ExitCode.INVALID_INPUT) -> str:
        """Return what it said on stderr; it must have ended with that code."""
        assert self.code == code
        return self.err


class Command(Protocol):
    """Run `sandtable` with these arguments; `typed` are the lines that somebody types."""

    def __call__(self, *arguments: str, typed: tuple[str, ...] = ()) -> Said:
        """Run it."""
