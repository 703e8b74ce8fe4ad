"""The nearest (and the furthest) of several cells, in a measure that is named, with ties that are visible.

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
class Found:
    """The nearest or the furthest cells of several: all of them, where they are equally far."""

    measure: str
    cells: tuple[Cell, ...]
    distance: float | None
    """In the measure; None where there is no candidate that can be measured."""

    @property
    def tied(self) -> bool:
        """Say whether a die has to decide."""
        return len(self.cells) > 1


def nearest_in_cells(battle_map: BattleMap, origin: Cell, candidates: Iterable[Cell]) -> Found:
    """Return the candidates fewest cells away."""
    return _nearest("cells", candidates, lambda cell: battle_map.grid.distance(origin, cell))


def nearest_in_length(battle_map: BattleMap, origin: Cell, candidates: Iterable[Cell]) -> Found:
    """Return the candidates nearest by ruler, in the map's unit. Squares of lengths are compared, so ties are exact."""
    found = _nearest(battle_map.scale.unit, candidates, lambda cell: battle_map.grid.squared(origin, cell))
    length = None if found.distance is None else sqrt(found.distance) * battle_map.scale.per_cell
    return Found(found.measure, found.cells, length)


def nearest_in_actions(reach: Reach | TurningReach, candidates: Iterable[Cell]) -> Found:
    """Return the candidates that take the least to get to; those that cannot be reached do not count."""
    return _nearest("actions", candidates, reach.cost)


def furthest_in_cells(battle_map: BattleMap, origin: Cell, candidates: Iterable[Cell]) -> Found:
    """Return the candidates most cells away: where to run to, of all that can be reached."""
    return _found("cells", candidates, lambda cell: battle_map.grid.distance(origin, cell), max)


def _nearest(measure: str, candidates: Iterable[Cell], distance: Callable[[Cell], int | None]) -> Found:
    return _found(measure, candidates, distance, min)


def _found(
    measure: str,
    candidates: Iterable[Cell],
    distance: Callable[[Cell], int | None],
    best: Callable[[Iterable[int]], int],
) -> Found:
    measured = [(value, cell) for cell in candidates if (value := distance(cell)) is not None]
    if not measured:
        return Found(measure, (), None)
    limit = best(value for value, _ in measured)
    return Found(measure, tuple(cell for value, cell in measured if value == limit), limit)
