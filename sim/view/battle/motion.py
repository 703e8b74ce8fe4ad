"""Motion: counters slide from where they stood to where they stand now, and nothing waits for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sim.grid import Point
from sim.view.ui.strokes import eased, on_way

SECONDS = 0.28
"""How long a counter slides."""


@dataclass
class Motion:
    """The counters that are on their way, from where, and how far they have come."""

    starts: dict[str, Point] = field(default_factory=dict)
    done: float = 1.0

    def begin(self, before: Mapping[str, Point], after: Mapping[str, Point]) -> None:
        """Let every counter that stands elsewhere now set out from where it stood."""
        self.starts = {unit: before[unit] for unit in before if unit in after and before[unit] != after[unit]}
        self.done = 0.0 if self.starts else 1.0

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self.done = min(self.done + seconds / SECONDS, 1.0)

    def stop(self) -> None:
        """Put every counter where it belongs."""
        self.starts, self.done = {}, 1.0

    @property
    def is_on(self) -> bool:
        """Say whether anything moves."""
        return self.done < 1.0

    def place(self, unit: str, end: Point) -> Point:
        """Return where a counter is drawn now: it starts and stops gently."""
        start = self.starts.get(unit)
        if start is None or not self.is_on:
            return end
        return on_way(start, end, eased(self.done))
