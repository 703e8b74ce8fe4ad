"""Who sees whom (OUT-FOV), and how far apart squares are: what rules, overlays and plans all ask, square by square."""

from __future__ import annotations

from math import isqrt

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.sight import LinesOfSight
from sim.board.zones import Front, field_of_view
from sim.grid import Cell
from sim.memo import memo
from sim.rules.outlaws.state import Character, OutlawsPosition, enemies

SPREAD = 1
"""OUT-FOV: compass points of 45 degrees either side of the facing, which make a cone of 90."""


def ruler(one: Cell, other: Cell) -> int:
    """Return how far apart two squares are for shots and snapshots: by ruler, part squares left off (base game 6)."""
    across, down = other.q - one.q, other.r - one.r
    return isqrt(across * across + down * down)


def in_arc(position: OutlawsPosition, cell: Cell, facing: int, other: Cell) -> bool:
    """OUT-FOV: say whether a square lies in the front arc of whoever stands here and faces so; sight is not asked."""
    return _arcs(position.map, other.q - cell.q, other.r - cell.r)[facing]


@memo
def _arcs(battle_map: BattleMap, q: int, r: int) -> tuple[bool, ...]:
    """Look along a step, which is the same wherever one stands."""
    grid, there = battle_map.grid, Cell(q, r)
    return tuple(grid.in_arc(Cell(0, 0), facing, there, SPREAD) for facing in range(len(grid.directions)))


def fov(position: OutlawsPosition, unit: Character, facing: int | None = None) -> Area:
    """OUT-FOV: the squares in the front arc that there is a line of sight to, the own one always.

    With a facing: what it would be after turning there. Whoever is off the board sees nothing.
    """
    if unit.cell is None:
        return Area(position.map, 0)
    return _fov(position.lines, unit.cell, unit.facing if facing is None else facing)


@memo
def _fov(lines: LinesOfSight, cell: Cell, facing: int) -> Area:
    return field_of_view(lines, Front(cell, facing, SPREAD))


def all_round(position: OutlawsPosition, unit: Character) -> Area:
    """OUT-FOV: the 360 degree FOV, which ignores facing."""
    return Area(position.map, 0) if unit.cell is None else position.lines.field_of_view(unit.cell)


def sees(position: OutlawsPosition, unit: Character, target: Character) -> bool:
    """OUT-FOV: say whether a character has another in its FOV; who is unconscious sees nobody."""
    if unit.cell is None or target.cell is None or not in_arc(position, unit.cell, unit.facing, target.cell):
        return False
    return could_turn_to_see(position, unit, target)


def watchers(position: OutlawsPosition, unit: Character) -> list[Character]:
    """OUT-FOV: return the enemies in whose field of view a character is."""
    return [enemy for enemy in enemies(position, unit.side) if sees(position, enemy, unit)]


def could_turn_to_see(position: OutlawsPosition, unit: Character, target: Character) -> bool:
    """OUT-FOV: "see, or turn to see": a line of sight, whatever the facing."""
    if unit.cell is None or target.cell is None or unit.out:
        return False
    return target.cell in position.lines.field_of_view(unit.cell)


def facings_to_see(position: OutlawsPosition, cell: Cell, other: Cell) -> tuple[int, ...]:
    """Return the facings in which a square lies in the front arc of whoever stands here."""
    return _facings(position.map, other.q - cell.q, other.r - cell.r)


@memo
def _facings(battle_map: BattleMap, q: int, r: int) -> tuple[int, ...]:
    return tuple(facing for facing, ahead in enumerate(_arcs(battle_map, q, r)) if ahead)
