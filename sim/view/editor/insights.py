"""What the map says while it is drawn: who sees what, how far one gets, what a designer should look at.

Worked out in a process of its own, so that no stroke waits for it; a newer question takes the place of an older one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from sim.board.battlemap import BattleMap
from sim.board.ground import Ground
from sim.board.lint import Finding, quick_findings, unreachable, usual_walker
from sim.board.lint_sight import sight_counts
from sim.grid import Cell
from sim.process import Handler, Meanwhile, Worker

LOOKED_FROM = 360
"""The cells from which the lines of a map are looked at while it is drawn: enough to tell within a few percent, and
done in a blink."""
FAR, STEPS = 24, 6
"""How far a reach is shown, in ordinary steps, and how many of them go into a shade."""


@dataclass(frozen=True)
class MapQuestion:
    """What is to be known of a map."""

    map: BattleMap
    viewer: Cell | None = None
    walker: Cell | None = None
    lint: bool = False


@dataclass(frozen=True)
class MapInsight:
    """What is known of it; the parts are whether each cell is meant, in map order."""

    asked: int
    """The number of the map that it is about."""
    viewer: Cell | None = None
    seen: bytes = b""
    walker: Cell | None = None
    reached: bytes = b""
    """How many shades of steps away each cell lies, counted from 1; 0 where nobody gets."""
    is_linted: bool = False
    closed: bytes = b""
    """Cells that cannot be reached."""
    disputed: bytes = b""
    """Of a hundred lines of a cell, how many hang on a corner."""
    dominating: bytes = b""
    """What share of the map a cell sees, in percent; 0 unless it dominates."""
    findings: tuple[Finding, ...] = ()


def insights() -> Handler:
    """Make what answers in the process."""

    def answered(question: object, newer: Meanwhile) -> Iterator[object]:
        yield insight_of(*cast(tuple[int, MapQuestion], question))

    return answered


def insight_of(number: int, asked: MapQuestion) -> MapInsight:
    """Work it out."""
    from sim.board.convention import CONVENTIONS
    from sim.board.movement import Mover
    from sim.board.paths import reach
    from sim.board.sight import lines_of_sight

    battle_map = asked.map
    parts: dict[str, Any] = {}
    if asked.viewer is not None and asked.viewer in battle_map:
        lines = lines_of_sight(battle_map, CONVENTIONS[battle_map.terrain_set.sight])
        parts |= {"viewer": asked.viewer, "seen": lines.field_of_view(asked.viewer).mask().tobytes()}
    walker = usual_walker(battle_map)
    if asked.walker is not None and asked.walker in battle_map and walker is not None:
        spent = reach(Ground(battle_map), Mover(walker.id), asked.walker).spent
        near = np.where((spent >= 0) & (spent <= FAR), spent // STEPS + 1, 0)
        parts |= {"walker": asked.walker, "reached": near.astype(np.uint8).tobytes()}
    if asked.lint:
        seen, disputed, looked = sight_counts(battle_map, LOOKED_FROM)
        share = seen * 100 // max(looked, 1)
        usual = int(np.median(share[battle_map.whole.mask()]))
        closed = np.zeros(len(battle_map.terrain), dtype=np.uint8)
        closed[unreachable(battle_map)] = 1
        parts |= {
            "is_linted": True,
            "closed": closed.tobytes(),
            "disputed": np.minimum(disputed * 100 // max(looked, 1), 100).astype(np.uint8).tobytes(),
            "dominating": np.where(share >= max(2 * usual, 10), share, 0).astype(np.uint8).tobytes(),
            "findings": quick_findings(battle_map),
        }
    return MapInsight(number, **parts)


class Advisor:
    """Whoever answers, and the newest answer; `make` makes the worker when something is first asked."""

    def __init__(self, make: Callable[[], Worker]) -> None:
        self._make = make
        self._worker: Worker | None = None
        self._asked: tuple[int, Cell | None, Cell | None, bool] | None = None
        self.newest = MapInsight(-1)
        self.trouble = ""

    def ask(self, number: int, asked: MapQuestion) -> None:
        """Have something worked out, unless it has been asked already or the answer to what was is under way."""
        key = (number, asked.viewer, asked.walker, asked.lint)
        if key == self._asked or not (asked.viewer or asked.walker or asked.lint):
            return
        if self._worker is not None and self._worker.is_busy:
            return  # asked again in the next tick: then it is about what is the newest by that time
        self._worker = self._worker or self._make()
        self._asked = key
        self._worker.ask((number, asked))

    def hear(self) -> bool:
        """Take over what has been answered; say whether there was anything."""
        if self._worker is None:
            return False
        answers = self._worker.answers()
        for _, answer in answers:
            if isinstance(answer, MapInsight):
                self.newest = answer
        if fault := self._worker.fault:
            self.trouble, self._asked = fault, None
            self._worker.restart()
        return bool(answers)

    def close(self) -> None:
        """End it."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None
