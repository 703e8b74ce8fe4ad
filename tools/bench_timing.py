"""Time contenders against each other, and hold what was measured against its target.

The contenders of a race take turns, round by round, so that whatever else the machine is doing hits all of them; who
goes first changes with every round. One round is run before any is timed, so that caches are warm and kernels are
loaded. Work within this process is timed by the processor time that it took, where the system counts that finely, so
that waiting for a turn on a shared machine does not count as work.

What is printed of each is the median over the rounds; a ratio is the median of the rounds' own ratios, which a noisy
minute moves less than it moves either time. A target that is a time is held against the calmest part of the run: a busy
machine can only lengthen a time, and one lucky round shall not shorten it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import get_clock_info, perf_counter, process_time

CALM = 3
STATISTIC = (
    "ours and peer: median over the rounds; ratio: median of the rounds' ratios; "
    f"calm: least median of {CALM} rounds of ours in a row, which is what a target in seconds is held against"
)
FINE = get_clock_info("process_time").resolution <= 1e-6
CLOCK = process_time if FINE else perf_counter
"""For work within this process."""
WALL_CLOCK = perf_counter
"""For work of others that we wait for."""

Batch = Callable[[], object]
"""What is timed."""


@dataclass(frozen=True)
class Contender:
    """Somebody in a race. `batch` prepares a round, untimed, and returns what is timed: so many `calls` at once."""

    batch: Callable[[], Batch]
    calls: int = 1
    clock: Callable[[], float] = CLOCK


def repeated(call: Callable[[], object], calls: int = 1, clock: Callable[[], float] = CLOCK) -> Contender:
    """Return a contender that needs no preparation and makes the same call again and again."""

    def run() -> None:
        for _ in range(calls):
            call()

    return Contender(lambda: run, calls, clock)


@dataclass(frozen=True)
class Effort:
    """How long to go on: at least `rounds`, and more while `seconds` last, but never more than `most`."""

    rounds: int = 7
    seconds: float = 1.5
    most: int = 60


@dataclass(frozen=True)
class Figures:
    """What one contender took for one call, in seconds, round by round."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The figure that is printed."""
        return median(self.rounds)

    @property
    def calm(self) -> float:
        """The least median of a few rounds in a row: what it takes when little else runs.

        >>> Figures((5.0, 1.0, 4.0, 3.0, 2.0, 9.0)).calm
        3.0
        """
        starts = range(max(1, len(self.rounds) - CALM + 1))
        return min(median(self.rounds[start : start + CALM]) for start in starts)

    def times_faster_than(self, other: Figures) -> float:
        """Return how many times faster this was, as the median over the rounds."""
        return median(theirs / ours for ours, theirs in zip(self.rounds, other.rounds, strict=True))


def race(contenders: Sequence[Contender], effort: Effort) -> list[Figures]:
    """Let contenders take turns and return the figures of each, in their order."""
    laps: list[list[float]] = [[] for _ in contenders]
    for contender in contenders:
        _lap(contender)
    began = perf_counter()
    done = 0
    while done < effort.rounds or (done < effort.most and perf_counter() - began < effort.seconds):
        first = done % len(contenders)
        for n in (*range(first, len(contenders)), *range(first)):
            laps[n].append(_lap(contenders[n]))
        done += 1
    return [Figures(tuple(lap)) for lap in laps]


def _lap(contender: Contender) -> float:
    """Time one round without the garbage collector, which would charge one contender for another's litter."""
    batch = contender.batch()
    gc.disable()
    try:
        began = contender.clock()
        batch()
        return (contender.clock() - began) / contender.calls
    finally:
        gc.enable()


@dataclass(frozen=True)
class Target:
    """What a line should reach: to be so many times faster than its peer, or to take less than so many seconds."""

    times: float = 0.0
    under: float = 0.0

    def __str__(self) -> str:
        if self.times:
            return f"{self.times:g}x"
        return f"< {spoken(self.under)}" if self.under else "-"


NO_TARGET = Target()


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    name: str
    what: str
    ours: Figures
    peer: str = ""
    theirs: Figures | None = None
    target: Target = NO_TARGET

    @property
    def ratio(self) -> float | None:
        """How many times faster than the peer; None where there is none."""
        return None if self.theirs is None else self.ours.times_faster_than(self.theirs)

    @property
    def verdict(self) -> str:
        """Say "met" or "missed"; nothing where there is no target."""
        if self.target.times and self.ratio is not None:
            return "met" if self.ratio >= self.target.times else "missed"
        if self.target.under:
            return "met" if self.ours.calm < self.target.under else "missed"
        return ""


def spoken(seconds: float) -> str:
    """Write a time with the unit that suits it.

    >>> [spoken(seconds) for seconds in (1.5, 0.0123, 0.000045, 0.000000321)]
    ['1.50 s', '12.3 ms', '45.0 us', '0.321 us']
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:#.3g}".rstrip(".") + f" {unit}"
    return f"{seconds / 1e-6:.3f} us"
