"""Findings about what can be seen: lines that hang on a corner, and cells that see too much.

A line that grazes, through a corner or along a side, is clear if one hand leaves it free. That is a rule and no doubt
about it; but players at a table lay a thread and argue, so a map with few such lines is a better map.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median

from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS
from sim.board.ground import Ground
from sim.board.lint import Finding
from sim.board.sight import LinesOfSight, lines_of_sight
from sim.grid import Cell

ALL_PAIRS = 60 * 60
"""The most cells of which every line is looked at."""
_SAMPLED_LINES = 4_000_000
"""Lines that are looked at on larger maps."""
_WORST = 5


def sight_findings(battle_map: BattleMap, seed: int) -> Iterator[Finding]:
    """Tell of grazing lines and of cells that dominate, under the sight convention of the map's terrain set."""
    viewers = _viewers(battle_map, Random(seed))
    if len(viewers) < 2:
        return
    convention = CONVENTIONS[battle_map.terrain_set.sight]
    lines = lines_of_sight(battle_map, convention)
    strict = LinesOfSight(Ground(battle_map), replace(convention, grazing="either"))
    if len(viewers) == len(battle_map.whole):
        lines.all_pairs()
        strict.all_pairs()
    yield from _grazes(lines, strict, viewers)
    yield from _dominating(lines, viewers)


def _viewers(battle_map: BattleMap, chance: Random) -> list[Cell]:
    """Return the cells to look from: all of them, or on large maps and without compiled kernels a sample."""
    from sim.board import kernels  # here, so that nothing else pays for numba

    cells = list(battle_map.whole)
    if len(cells) <= (ALL_PAIRS if kernels.COMPILED else ALL_PAIRS // 16):
        return cells
    most = (_SAMPLED_LINES if kernels.COMPILED else _SAMPLED_LINES // 50) // len(cells)
    return sorted(chance.sample(cells, max(2, min(most, len(cells)))))


def _grazes(lines: LinesOfSight, strict: LinesOfSight, viewers: list[Cell]) -> Iterator[Finding]:
    """Count the lines that are clear, and would not be if one hand were enough to block a grazing line."""
    name = lines.ground.map.grid.name
    by_cell = {cell: len(lines.field_of_view(cell) - strict.field_of_view(cell)) for cell in viewers}
    count, looked = sum(by_cell.values()), len(viewers) * (len(lines.ground.map.whole) - 1)
    if not count:
        return
    if len(viewers) == len(lines.ground.map.whole):  # then each line was counted from both of its ends
        count, looked = count // 2, looked // 2
    worst = sorted(viewers, key=lambda cell: -by_cell[cell])[:_WORST]
    names = ", ".join(f"{name(cell)} ({by_cell[cell]})" for cell in worst if by_cell[cell] > 1)
    where = f"; most often from {names}" if names else ""
    share = f"{count} of {looked} lines{_sample(lines.ground.map, viewers)} ({100 * count / looked:.1f} %)"
    yield Finding("note", "map", f"{share} pass a corner or run along a side and are clear on one hand only{where}")


def _sample(battle_map: BattleMap, viewers: list[Cell]) -> str:
    return "" if len(viewers) == len(battle_map.whole) else f" from {len(viewers)} cells sampled"


def _dominating(lines: LinesOfSight, viewers: list[Cell]) -> Iterator[Finding]:
    """Tell of cells that see at least twice what the median cell sees."""
    battle_map = lines.ground.map
    seen = sorted(((len(lines.field_of_view(cell)), cell) for cell in viewers), key=lambda pair: (-pair[0], pair[1]))
    size, middle = len(battle_map.whole), median(count for count, _ in seen)
    for count, cell in seen[:_WORST]:
        if count >= 2 * middle:
            usual = f"from the median cell{_sample(battle_map, viewers)} {100 * middle / size:.0f} %"
            text = f"{100 * count / size:.0f} % of the map is seen from here, {usual}"
            yield Finding("note", battle_map.grid.name(cell), text)
