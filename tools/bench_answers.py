"""How long the window takes to answer, whatever a player does: in each shipped scenario, and in the scenario browser.

One subject is one scenario in one window (`answers-zimovets_ridge-2160`). Each takes minutes, so that none is measured
unless it is asked for by its name.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench_timing import Effort, Figures, Line, Target

from sim.resources import scenario_name, shipped_scenarios

WINDOWS = {"720": "1280x720", "1080": "1920x1080", "2160": "3840x2160"}
ANSWERS = Target(under=50e-3)
BROWSER = "browser"
_PLAYER = Path(__file__).with_name("bench_player.py")

Longest = dict[str, tuple[float, str]]
"""The longest frame of each situation, in seconds, with what was done just before it."""


@dataclass(frozen=True)
class Survey:
    """Everything that a player may do in one scenario, or in the browser, in a window of one size."""

    scenario: str
    window: str

    @property
    def name(self) -> str:
        """What the benchmark calls it."""
        return f"answers-{self.scenario.rpartition('/')[2]}-{self.window}"

    def __call__(self, effort: Effort) -> Iterator[Line]:
        """Have it all done by a player in a Python of his own, again and again."""
        rounds = [self._played() for _ in range(effort.rounds)]
        where = f"{self.scenario}, {WINDOWS[self.window]}"
        for situation in rounds[0]:
            took = [longest[situation] for longest in rounds]
            figures = Figures(tuple(seconds for seconds, _ in took))
            what = f"the longest frame, {situation} ({where}): {min(took)[1]}"
            yield Line(f"{self.name}-{situation}", what, figures, target=ANSWERS)
        whole = Figures(tuple(max(seconds for seconds, _ in longest.values()) for longest in rounds))
        yield Line(self.name, f"the longest frame of all these ({where})", whole, target=ANSWERS)

    def _played(self) -> Longest:
        words = [sys.executable, str(_PLAYER), self.scenario, WINDOWS[self.window]]
        answer = subprocess.run(words, capture_output=True, text=True)
        if answer.returncode != 0:
            raise RuntimeError(f"the player of {self.scenario} ended with {answer.returncode}:\n{answer.stderr}")
        return {name: (seconds, what) for name, (seconds, what) in json.loads(answer.stdout).items()}


def surveys() -> Iterator[Survey]:
    """Return every scenario that is a battle, and the browser, in windows of three sizes."""
    names = (scenario_name(file) for file in shipped_scenarios())
    for scenario in (BROWSER, *(name for name in names if "/behaviour/" not in name)):
        for window in WINDOWS:
            yield Survey(scenario, window)
