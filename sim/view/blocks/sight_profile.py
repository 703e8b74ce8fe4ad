"""A line of sight seen from the side: what a panel draws of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.board.convention import CONVENTIONS
from sim.board.sight import LinesOfSight, MetOnLine, Sight
from sim.board.sight_table import NOTHING
from sim.grid import Across, Between, Through


@dataclass(frozen=True)
class SightProfile:
    """A line of sight seen from the side: ground, what rises above it, and the line itself."""

    ground: tuple[tuple[float, float, int], ...]
    """From, to (shares of the way), level."""
    risen: tuple[tuple[float, float, int, bool], ...]
    """From, to, top, and whether it is what stops the line."""
    line: tuple[tuple[float, float], ...]
    blocked_at: float | None
    """How far along the way the line is stopped; None where it is clear."""

    @property
    def clear(self) -> bool:
        """Say whether the target is seen."""
        return self.blocked_at is None


def profile(lines: LinesOfSight, sight: Sight) -> SightProfile:
    """Return a line of sight as a drawing from the side, all the way to the target: what hides it may be near or far.

    The figures are those of its certificate, and behind what stops it those that it would meet.
    """
    ground, convention = lines.ground, CONVENTIONS[sight.convention]
    start, end = ground.height_at(sight.viewer), ground.height_at(sight.target)
    low, high = (start + convention.eye, end + convention.eye)
    if convention.heights == "high_ground":
        low = high = max(start, end)
    levels, risen = [], []
    for passed in (*sight.passed, *lines.beyond(sight)):
        enters, leaves = _span(passed)
        if isinstance(passed.met, Through):
            level = ground.height_at(passed.met.cell) if passed.met.cell in ground.map else 0
            levels.append((enters, leaves, level))
        if passed.top > NOTHING:
            risen.append((enters, leaves, passed.top, passed is sight.blocker))
    first = min((enters for enters, _, _ in levels), default=0.5)
    last = max((leaves for _, leaves, _ in levels), default=0.5)
    levels = sorted([(0.0, first, start), *levels, (last, 1.0, end)])
    line = ((0.0, float(low)), (1.0, float(high)))
    blocked_at = share_of_way(sight.blocker) if sight.blocker else None
    return SightProfile(tuple(_without_gaps(levels)), tuple(risen), line, blocked_at)


def _without_gaps(levels: list[tuple[float, float, int]]) -> Iterator[tuple[float, float, int]]:
    """Let each stretch of ground reach to the next: between two banks a line passes over neither."""
    for n, (start, end, level) in enumerate(levels):
        yield start, levels[n + 1][0] if n + 1 < len(levels) else end, level


def _span(passed: MetOnLine) -> tuple[float, float]:
    """Return the part of the way that something takes up; a wall is drawn a little wide."""
    match passed.met:
        case Through(_, enters, leaves) | Between(_, _, enters, leaves) if enters != leaves:
            return float(enters), float(leaves)
    at = share_of_way(passed)
    return max(at - 0.008, 0.0), min(at + 0.008, 1.0)


def share_of_way(passed: MetOnLine) -> float:
    """Return how far along the line something stands, 0 to 1: at its middle."""
    match passed.met:
        case Through(_, enters, leaves):
            return float(enters + leaves) / 2
        case Across(_, at):
            return float(at)
        case Between(_, _, enters, leaves):
            return float(enters + leaves) / 2
