"""The engine's answers for overlays, kept for as long as the position stays the same.

A viewer asks on every frame; the engine works on every change. States are never changed, only replaced, so that the
same state always has the same answers, and whether it is the same one is told by looking at which object it is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.zones import threat_count
from sim.engine.check import Check
from sim.engine.insight import Band, Insight, Odds, Reached, Scene
from sim.engine.units import Unit
from sim.grid import Cell
from sim.view.ui.frame_budget import FrameBudget

Answer = TypeVar("Answer")
_END = object()
_CELLS_AT_ONCE = 12
"""Cells whose cover is worked out between two looks at the clock."""


@dataclass(frozen=True)
class OverlayQuestions:
    """What overlays are going to ask of a position: the rest is answered in no time."""

    fire: str | None = None
    """The side whose fire zones are shown."""
    threat: str | None = None
    """The side against which enemies are counted."""
    cover: bool = False
    reach: str | None = None
    """The unit whose reach is shown."""


class OverlayAnswers:
    """What a system says of positions, each thing asked once."""

    def __init__(self, insight: Insight, kept: int = 24) -> None:
        self.insight = insight
        self._kept = kept
        # The state stays here with its answers: were it let go, another could come to lie where it lay.
        self._known: OrderedDict[int, tuple[Any, dict[Hashable, Any]]] = OrderedDict()
        self._last: dict[Hashable, Any] = {}

    def _answers(self, position: Scene) -> dict[Hashable, Any]:
        """Return what is known of a position."""
        state = position.state
        _, answers = self._known.setdefault(id(state), (state, {}))
        self._known.move_to_end(id(state))
        while len(self._known) > self._kept:
            self._known.popitem(last=False)
        return answers

    def _answer(self, position: Scene, question: Hashable, work: Callable[[], Answer]) -> Answer:
        answers = self._answers(position)
        if question not in answers:
            answers[question] = work()
        answer: Answer = answers[question]
        return answer

    def _settled(self, question: Hashable, answer: Answer) -> Answer:
        """Return the answer of before if this one says the same: what was painted of it can then be kept."""
        before = self._last.get(question)
        if before is not None and before == answer:
            answer = before
        self._last[question] = answer
        return answer

    # -- units -------------------------------------------------------------------------------------------

    def view(self, position: Scene, unit: str, facing: int | None = None) -> Area:
        """Return what a unit on the map sees, as it stands or turned."""
        whole: Unit = position.state.unit(unit)
        return self._answer(position, ("view", unit, facing), lambda: self.insight.view(position, whole, facing))

    def reach(self, position: Scene, unit: str) -> Mapping[Cell, Reached]:
        """Return where a unit can get to; nowhere, if it is not on the map."""
        whole: Unit = position.state.unit(unit)
        if whole.cell is None:
            return {}
        question = ("reach", unit)
        return self._answer(position, question, lambda: self._settled(question, self.insight.reach(position, whole)))

    def bands(self, position: Scene, unit: str) -> tuple[Band, ...]:
        """Return what one unit covers; nothing, if it is not on the map."""
        whole: Unit = position.state.unit(unit)
        if whole.cell is None:
            return ()
        return self._answer(position, ("bands", unit), lambda: self.insight.fire_zone(position, whole))

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what each enemy could do to a unit."""
        return self._answer(position, ("threats", unit), lambda: self.insight.threats(position, unit))

    # -- sides -------------------------------------------------------------------------------------------

    def fire_bands(self, position: Scene, side: str) -> Mapping[str, tuple[Band, ...]]:
        """Return what each unit of a side covers, in roster order."""
        units = self._on_map(position, side)
        return self._answer(position, ("fire", side), lambda: {id_: self.bands(position, id_) for id_ in units})

    def threat(self, position: Scene, against: str) -> NDArray[np.int16]:
        """Return how many enemies of a side cover each cell, in map order: a unit counts once, whatever the band."""
        return self._answer(position, ("threat", against), lambda: self._threat(position, against))

    def _threat(self, position: Scene, against: str) -> NDArray[np.int16]:
        zones = (_union(position, self.bands(position, id_)) for id_ in self._enemies(position, against))
        return threat_count(position.battle.map, zones)

    @staticmethod
    def _on_map(position: Scene, side: str) -> list[str]:
        return [unit.id for unit in position.state.units.of(side) if unit.cell is not None]

    @staticmethod
    def _enemies(position: Scene, side: str) -> list[str]:
        return [unit.id for unit in position.state.units if unit.side != side and unit.cell is not None]

    def coverers(self, position: Scene, against: str, cell: Cell) -> tuple[tuple[str, str], ...]:
        """Return who of the enemies of a side covers a cell, each with the name of the band it lies in."""
        return tuple(
            (enemy, band.name)
            for enemy in self._enemies(position, against)
            for band in self.bands(position, enemy)
            if cell in band.area
        )

    # -- the map -----------------------------------------------------------------------------------------

    def cover(self, position: Scene) -> Mapping[Cell, Check]:
        """Return what every cell gives to a unit in it."""

        def work() -> Mapping[Cell, Check]:
            self._prepare_cover(position, FrameBudget())
            return self._settled("cover", self._checks(position))

        return self._answer(position, "cover", work)

    def _checks(self, position: Scene) -> dict[Cell, Check]:
        """Return what is known so far of what cells give to a unit in them."""
        begun: dict[Cell, Check] = {}
        return self._answer(position, "cover so far", lambda: begun)

    # -- ahead -------------------------------------------------------------------------------------------

    def prepare(self, position: Scene, wanted: OverlayQuestions, budget: FrameBudget) -> bool:
        """Work out what is going to be asked, for as long as is allowed; say whether all of it is there."""
        units = self._on_map(position, wanted.fire) if wanted.fire is not None else []
        units += self._enemies(position, wanted.threat) if wanted.threat is not None else []
        known = self._answers(position)
        if wanted.reach is not None and not self._prepare_reach(position, wanted.reach, budget):
            return False
        for unit in units:
            if ("bands", unit) not in known:
                if not budget.has_time():
                    return False
                self.bands(position, unit)
        return not wanted.cover or self._prepare_cover(position, budget)

    def _prepare_reach(self, position: Scene, unit: str, budget: FrameBudget) -> bool:
        if ("reach", unit) in self._answers(position):
            return True
        whole: Unit = position.state.unit(unit)
        steps = self._answer(position, ("steps", unit), lambda: self.insight.reach_steps(position, whole))
        while budget.has_time():
            if next(steps, _END) is _END:
                self.reach(position, unit)
                return True
        return False

    def _prepare_cover(self, position: Scene, budget: FrameBudget) -> bool:
        checks, cells = self._checks(position), tuple(position.battle.map.whole)
        while len(checks) < len(cells):
            if not budget.has_time():
                return False
            for cell in cells[len(checks) : len(checks) + _CELLS_AT_ONCE]:
                checks[cell] = self.insight.defence(position, cell)
        return True


def _union(position: Scene, bands: tuple[Band, ...]) -> Area:
    bits = 0
    for band in bands:
        bits |= band.area.bits
    return Area(position.battle.map, bits)
