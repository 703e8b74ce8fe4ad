"""Zones: what a facing, a range and the lines of sight make of the map. Flanks, fire zones, threat.

All zones are areas, so that "outside every fire zone" or "in somebody's field of view and in cover" are set operations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.sight import LinesOfSight
from sim.board.templates import within_length
from sim.grid import Cell, Grid
from sim.grid.base import cross
from sim.memo import memo


@dataclass(frozen=True, slots=True)
class Front:
    """Where somebody stands and faces, and how wide: `spread` compass points either side of the facing.

    A compass point is 30 degrees on hexes and 45 on squares. No spread means that all directions are the front.
    """

    cell: Cell
    facing: int
    spread: int | None
    closed: bool = True
    """Whether what lies exactly on its limits is part of it."""


@memo
def arc(battle_map: BattleMap, front: Front) -> Area:
    """Return the cells within a front, its own cell and, if closed, its limits included: `Grid.in_arc` for a map."""
    grid = battle_map.grid
    points = len(grid.compass)
    if front.spread is None or 2 * front.spread >= points:
        return battle_map.whole
    ahead = front.facing * grid.points_per_direction
    left, right = grid.compass[(ahead - front.spread) % points], grid.compass[(ahead + front.spread) % points]
    least = 0 if front.closed else 1
    clear_of_left = _beside(battle_map, left) >= cross(left, front.cell) + least
    clear_of_right = _beside(battle_map, right) <= cross(right, front.cell) - least
    if 4 * front.spread > points:
        inside = clear_of_left | clear_of_right
    elif front.spread == 0:
        view = _coordinates(battle_map) - np.array(front.cell)
        inside = clear_of_left & clear_of_right & ((left.q * view[:, 0] > 0) | (left.r * view[:, 1] > 0))
    else:
        inside = clear_of_left & clear_of_right
    return (Area.where(battle_map, inside) | battle_map.area(front.cell)) & battle_map.whole


@memo
def _beside(battle_map: BattleMap, direction: Cell) -> NDArray[np.int64]:
    """Return how far to the side of a direction every cell lies, in map order: what all fronts that look so share."""
    q, r = _coordinates(battle_map).T
    beside: NDArray[np.int64] = direction.q * r - direction.r * q
    return beside


@memo
def _coordinates(battle_map: BattleMap) -> NDArray[np.int64]:
    """Return q and r of every cell, in map order."""
    return battle_map.slots.places.astype(np.int64)


@lru_cache(maxsize=256)
def _offsets(grid: Grid, radius: int) -> NDArray[np.bool_]:
    """Return a square about a cell: which of its cells are at most so many steps away, by r and then by q."""
    square = np.zeros((2 * radius + 1, 2 * radius + 1), dtype=np.bool_)
    for q, r in grid.disc(Cell(0, 0), radius):
        square[r + radius, q + radius] = True
    return square


@memo
def disc(battle_map: BattleMap, centre: Cell, radius: int) -> Area:
    """Return the cells at most so many steps away. By ruler: `templates.within_length`."""
    if radius < 0:
        return Area(battle_map, 0)
    # The disc of the grid, laid over the map: to step through its cells one by one takes ten times as long.
    radius, (column, row) = min(radius, battle_map.width + battle_map.height), battle_map.grid.offset(centre)
    # No step leads further than into the next row and the next column.
    window = tuple(slice(max(0, middle - radius), max(0, middle + radius + 1)) for middle in (row, column))
    away = _coordinates(battle_map).reshape(battle_map.height, battle_map.width, 2)[window] - np.array(centre)
    near = (np.abs(away) <= radius).all(axis=2)
    inside = np.zeros((battle_map.height, battle_map.width), dtype=np.bool_)
    inside[window][near] = _offsets(battle_map.grid, radius)[away[near, 1] + radius, away[near, 0] + radius]
    return Area.where(battle_map, inside.ravel()) & battle_map.whole


def flank(battle_map: BattleMap, front: Front) -> Area:
    """Return the cells outside a front."""
    return battle_map.whole - arc(battle_map, front)


def field_of_view(lines: LinesOfSight, front: Front) -> Area:
    """Return what can be seen in the front: "can see". Without a spread: what could be seen by turning."""
    return lines.field_of_view(front.cell) & arc(lines.ground.map, front)


def fire_zone(lines: LinesOfSight, front: Front, reach: int, at_least: int = 1) -> Area:
    """Return the cells that can be fired at: in the front, in sight, and neither too near nor too far."""
    map_ = lines.ground.map
    zone = field_of_view(lines, front) & disc(map_, front.cell, reach)
    return zone - disc(map_, front.cell, at_least - 1) if at_least > 0 else zone


def fire_zone_by_ruler(lines: LinesOfSight, front: Front, longest: Fraction) -> Area:
    """Return the cells that can be fired at where ranges are measured in the map's unit, not counted in cells."""
    map_ = lines.ground.map
    return field_of_view(lines, front) & within_length(map_, front.cell, longest) - map_.area(front.cell)


def threat_count(battle_map: BattleMap, zones: Iterable[Area]) -> NDArray[np.int16]:
    """Count for every cell, in map order, the zones that it lies in."""
    count = np.zeros(len(battle_map.terrain), dtype=np.int16)
    for zone in zones:
        count += zone.mask()
    return count


@dataclass(frozen=True, slots=True)
class WayToFlank:
    """How far it is to a flank, and to which of its cells; several are a tie."""

    steps: int
    cells: tuple[Cell, ...]


def flank_cells(lines: LinesOfSight, target: Front, reach: int, at_least: int = 1) -> Area:
    """Return the cells on a target's flank from which it can be fired at, neither too near nor too far."""
    map_ = lines.ground.map
    seen = lines.field_of_view(target.cell) & disc(map_, target.cell, reach) & flank(map_, target)
    return seen - disc(map_, target.cell, at_least - 1)


def way_to_flank(lines: LinesOfSight, start: Cell, target: Front, reach: int, at_least: int = 1) -> WayToFlank | None:
    """Return the fewest steps to a cell on the target's flank from which the target can be fired at.

    None where there is no such cell. A start on the flank is 0 steps away.
    """
    grid = lines.ground.map.grid
    distances = [(grid.distance(start, cell), cell) for cell in flank_cells(lines, target, reach, at_least)]
    if not distances:
        return None
    least = min(distance for distance, _ in distances)
    return WayToFlank(least, tuple(cell for distance, cell in distances if distance == least))
