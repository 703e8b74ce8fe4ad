"""Findings about what can be seen: lines that hang on a corner, and cells that see too much.

A line that grazes, through a corner or along a side, is clear if one hand leaves it free. That is a rule and no doubt
about it; but players at a table lay a thread and argue, so a map with few such lines is a better map.

Lines are looked at between all cells of a map, or between some of a large one: on a board of 512 by 512 there are
thirty-four milliard lines, and a few hundred cells drawn by lot tell the same to within a percent or two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS, SightConvention
from sim.board.ground import Ground
from sim.board.lint import Finding, Ordinals
from sim.board.sight import LinesOfSight

ALL_PAIRS = 60 * 60
"""The most cells of which every line is looked at."""
_CELLS_CROSSED = 100_000_000
"""How many cells the lines between the sampled cells of larger maps cross, roughly: it is this that takes the time."""
_PLAIN_CELLS, _PLAIN_CROSSED = ALL_PAIRS // 16, _CELLS_CROSSED // 200
"""The same where the kernels are not compiled."""
_DOMINATES = 0.1
"""The least share of a map that a cell must see to dominate it; in a maze twice the median is next to nothing."""
_WORST = 5


@dataclass(frozen=True, eq=False)
class _Looked:
    """Which of the cells that were looked at see each other."""

    map: BattleMap
    cells: Ordinals
    clear: NDArray[np.bool_]
    """A row and a column for each of the cells; each sees itself."""
    strict: NDArray[np.bool_]
    """The same if one hand were enough to block a grazing line."""

    @property
    def sampled(self) -> str:
        """Words on how much was looked at; none if it was everything."""
        return "" if len(self.cells) == len(self.map.whole) else f" between {len(self.cells)} cells sampled"

    def name(self, n: int) -> str:
        """Return the name of the nth of the cells."""
        return self.map.grid.name(self.map.cells[self.cells[n]])


def sight_findings(battle_map: BattleMap, seed: int) -> Iterator[Finding]:
    """Tell of grazing lines and of cells that dominate, under the sight convention of the map's terrain set."""
    cells = _sample(battle_map, Random(seed))
    if len(cells) < 2:
        return
    convention = CONVENTIONS[battle_map.terrain_set.sight]
    strict = replace(convention, grazing="either")
    seen = (_seen(battle_map, rule, cells) for rule in (convention, strict))
    looked = _Looked(battle_map, cells, *seen)
    yield from _grazes(looked)
    yield from _dominating(looked)


def sight_counts(battle_map: BattleMap, viewers: int) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return for each cell how many of some cells it sees, and to how many its line hangs on a corner; and how many.

    The cells that are looked from lie evenly over the map: in a moment this says of every cell what `sight_findings`
    says of a map.
    """
    cells = np.flatnonzero(battle_map.whole.mask())
    looked = cells[np.unique(np.linspace(0, len(cells) - 1, min(viewers, len(cells))).astype(np.intp))]
    convention = CONVENTIONS[battle_map.terrain_set.sight]
    seen, held = (
        sum(
            (row.astype(np.int64) for row in _rows(battle_map, rule, looked)),
            np.zeros(len(battle_map.terrain), np.int64),
        )
        for rule in (convention, replace(convention, grazing="either"))
    )
    return seen, seen - held, len(looked)


def _sample(battle_map: BattleMap, chance: Random) -> Ordinals:
    """Return the cells to look at: all of them, or on large maps and without compiled kernels a sample."""
    from sim.board import kernels  # here, so that nothing else pays for numba

    kernels.compile_all()  # what is said of a map does not depend on its size
    cells = np.flatnonzero(battle_map.whole.mask())
    most, crossed = (ALL_PAIRS, _CELLS_CROSSED) if kernels.COMPILED else (_PLAIN_CELLS, _PLAIN_CROSSED)
    if len(cells) <= most:
        return cells
    # Two cells drawn by lot are about a third of width and height apart, and a pair of cells has one line.
    apart = max(1, (battle_map.width + battle_map.height) // 3)
    drawn = min(most, max(2, isqrt(2 * crossed // apart)))
    return np.array(sorted(chance.sample(cells.tolist(), drawn)), dtype=np.intp)


def _seen(battle_map: BattleMap, convention: SightConvention, cells: Ordinals) -> NDArray[np.bool_]:
    return np.array([row[cells] for row in _rows(battle_map, convention, cells)])


def _rows(battle_map: BattleMap, convention: SightConvention, cells: Ordinals) -> Iterator[NDArray[np.bool_]]:
    """Yield what is seen from each of some cells."""
    lines = LinesOfSight(Ground(battle_map), convention)
    return (lines.field_of_view(battle_map.cells[n]).mask() for n in cells)


def _grazes(looked: _Looked) -> Iterator[Finding]:
    """Count the lines that are clear, and would not be if one hand were enough to block a grazing line."""
    by_cell = (looked.clear & ~looked.strict).sum(axis=1)
    # Each line was counted from both of its ends.
    count, lines = int(by_cell.sum()) // 2, len(looked.cells) * (len(looked.cells) - 1) // 2
    if not count:
        return
    worst = np.argsort(-by_cell, kind="stable")[:_WORST].tolist()
    names = ", ".join(f"{looked.name(n)} ({by_cell[n]})" for n in worst if by_cell[n] > 1)
    where = f"; most often from {names}" if names else ""
    share = f"{count} of {lines} lines{looked.sampled} ({100 * count / lines:.1f} %)"
    rule = "depend on the corner rule: they pass a corner or run along a side with something blocking on one hand"
    yield Finding("note", "map", f"{share} {rule}{where}")


def _dominating(looked: _Looked) -> Iterator[Finding]:
    """Tell of cells that see a good part of the map, and at least twice what the median cell sees."""
    by_cell = looked.clear.sum(axis=1)
    size, middle = len(looked.cells), float(np.median(by_cell))
    for n in np.argsort(-by_cell, kind="stable")[:_WORST].tolist():
        if by_cell[n] >= max(2 * middle, _DOMINATES * size):
            sampled = f", by the lines{looked.sampled}" if looked.sampled else ""
            usual = f"from the median cell {100 * middle / size:.0f} %{sampled}"
            text = f"{100 * by_cell[n] / size:.0f} % of the map is seen from here, {usual}"
            yield Finding("note", looked.name(n), text)
