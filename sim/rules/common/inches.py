"""Inches on a grid: what every game that measures with a ruler asks of two cells.

Lengths are compared as squares of whole numbers and fractions: a range ends exactly where it ends, and ties are ties.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import Cover, cover_along
from sim.board.movement import Mover
from sim.board.sight import LinesOfSight
from sim.grid import Cell, trace_from_origin

HARD = "hard"
"""The class of cover that is worth more than the other."""


def within(battle_map: BattleMap, one: Cell, other: Cell, length: int) -> bool:
    """Say whether two cells are no further apart than so many inches."""
    return battle_map.grid.squared(one, other) <= squared_limit(battle_map.scale.per_cell, length)


def nearer_than(battle_map: BattleMap, one: Cell, other: Cell, length: int) -> bool:
    """Say whether two cells are nearer to each other than so many inches, which is less than `within`."""
    scale = exact(battle_map.scale.per_cell)
    return battle_map.grid.squared(one, other) * scale * scale < length * length


@lru_cache(maxsize=1024)
def squared_limit(per_cell: float, length: int) -> int:
    """Return the greatest squared distance in cells that is within so many inches.

    >>> squared_limit(1, 6), squared_limit(2, 7)
    (36, 12)
    """
    scale = exact(per_cell)
    return int(Fraction(length * length) / (scale * scale))


@lru_cache(maxsize=64)
def exact(per_cell: float) -> Fraction:
    """Return the scale as a map file writes it: 1.3 is thirteen tenths and not the nearest binary number."""
    return Fraction(repr(per_cell))


def area_within(battle_map: BattleMap, cell: Cell, length: int) -> Area:
    """Return the cells within so many inches of one, itself included, sight or not."""
    return _area_within(battle_map, cell, squared_limit(battle_map.scale.per_cell, length))


@lru_cache(maxsize=1 << 12)
def _area_within(battle_map: BattleMap, cell: Cell, limit: int) -> Area:
    return Area.where(battle_map, battle_map.squared_lengths(cell) <= limit) & battle_map.whole


@lru_cache(maxsize=1 << 14)
def inches_text(squared: int, per_cell: float) -> str:
    """Write a squared distance in cells as inches.

    >>> inches_text(2, 1), inches_text(9, 2)
    ('1.4"', '6.0"')
    """
    return f'{squared**0.5 * per_cell:.1f}"'


@lru_cache(maxsize=64)
def half_inch_mover(movement: str, per_cell: float, *, rushes: bool = False) -> Mover:
    """Return how a movement class moves, reckoned in half inches: a side of an inch is two of them, a diagonal three.

    Half inches that do not come out whole are rounded, a half up.
    """
    step, diagonal = (max(1, int(halves * per_cell + 0.5)) for halves in (2, 3))
    return Mover(movement, step, diagonal, rushes=rushes)


def covers(lines: LinesOfSight, viewer: Cell, target: Cell) -> tuple[Cover, ...]:
    """Return everything that shelters one cell from another, the best first; nothing without a line of sight."""
    return _covers(lines, viewer, target) if target in lines.field_of_view(viewer) else ()


@lru_cache(maxsize=1 << 14)
def _covers(lines: LinesOfSight, viewer: Cell, target: Cell) -> tuple[Cover, ...]:
    # The board judges by the last two things that a line meets; a whole certificate would cost a hundred times more.
    trace = trace_from_origin(lines.ground.map.grid, target.minus(viewer))[-2:]
    met = tuple(each.moved(viewer) for each in trace)
    return best_first(lines.ground.map, cover_along(lines.ground, lines.convention, met, target))


def best_first(battle_map: BattleMap, found: tuple[Cover, ...]) -> tuple[Cover, ...]:
    """Put the best cover first: by its class, then by its defence. Two hedges are no wall: only one counts."""
    classes = battle_map.terrain_set.cover_classes
    return tuple(sorted(found, key=lambda cover: (-classes.index(cover.cover), -cover.defence)))
