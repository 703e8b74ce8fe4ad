"""The nearest of several cells, in a measure that is named, with ties that are visible.

Rulebooks mean three things by "nearest": fewest cells, fewest inches, fewest actions to get there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt

from sim.board.battlemap import BattleMap
from sim.board.paths import Reach, TurningReach
from sim.grid import Cell


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest cells of several: all of them, where they are equally near."""

    measure: str
    cells: tuple[Cell, ...]
    distance: float | None
    """In the measure; None where there is no candidate that can be measured."""

    @property
    def tied(self) -> bool:
        """Say whether a die has to decide."""
        return len(self.cells) > 1


def nearest_in_cells(battle_map: BattleMap, origin: Cell, candidates: Iterable[Cell]) -> Nearest:
    """Return the candidates fewest cells away."""
    return _nearest("cells", candidates, lambda cell: battle_map.grid.distance(origin, cell))


def nearest_in_length(battle_map: BattleMap, origin: Cell, candidates: Iterable[Cell]) -> Nearest:
    """Return the candidates nearest by ruler, in the map's unit. Squares of lengths are compared, so ties are exact."""
    found = _nearest(battle_map.scale.unit, candidates, lambda cell: battle_map.grid.squared(origin, cell))
    length = None if found.distance is None else sqrt(found.distance) * battle_map.scale.per_cell
    return Nearest(found.measure, found.cells, length)


def nearest_in_actions(reach: Reach | TurningReach, candidates: Iterable[Cell]) -> Nearest:
    """Return the candidates that take the least to get to; those that cannot be reached do not count."""
    return _nearest("actions", candidates, reach.cost)


def _nearest(measure: str, candidates: Iterable[Cell], distance: Callable[[Cell], int | None]) -> Nearest:
    measured = [(value, cell) for cell in candidates if (value := distance(cell)) is not None]
    if not measured:
        return Nearest(measure, (), None)
    least = min(value for value, _ in measured)
    return Nearest(measure, tuple(cell for value, cell in measured if value == least), least)
