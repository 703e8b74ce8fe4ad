"""Inches, sight and cover: what rules, overlays and plans all ask of two cells.

Rulings (CUC-SIGHT):
- Inches are measured from centre to centre and compared as squares of whole numbers: a range ends exactly where it
  ends, and ties are ties.
- No unit has an arc: figures turn freely.
- Aircraft fly above everything that stands on a table: they see and are seen everywhere. What a target stands in
  shelters it from an aircraft, what stands before it does not; nothing shelters an aircraft.
- Cover is the best single thing (base_games.md 4.2 knows soft and hard): two hedges are no wall.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sim.board.cover import Cover, own_cover
from sim.board.sight import LinesOfSight
from sim.board.terrain import MovementClass
from sim.grid import Cell
from sim.rules.la_cucaracha.figures import Movement
from sim.rules.la_cucaracha.scene import Scene, friends
from sim.rules.la_cucaracha.units import Troop
from sim.tabletop import inches
from sim.tabletop.inches import best_first, covers, within

BOAT = "boat"
"""The movement class of gunboats."""

# -- who somebody is, and where he can be ------------------------------------------------------------------------


def movement_of(position: Scene, unit: Troop) -> Movement:
    """Return how a unit moves, as numbers.toml says."""
    return position.battle.data.movements[unit.profile.troop]


def class_of(position: Scene, unit: Troop) -> MovementClass:
    """Return the movement class of a unit."""
    return position.map.terrain_set.movement[movement_of(position, unit).movement]


def flies(position: Scene, unit: Troop) -> bool:
    """CUC-AIR: say whether a unit is an aircraft."""
    return class_of(position, unit).flies


def on_table(unit: Troop) -> bool:
    """Say whether a unit takes part at the moment."""
    return unit.cell is not None and not unit.lost


# -- inches ------------------------------------------------------------------------------------------------------


def nearest(position: Scene, unit: Troop, others: Iterable[Troop]) -> tuple[Troop, ...]:
    """CUC-NEAREST: those of some units that are nearest by inches; all of them where a die has to decide."""
    return inches.nearest(position, unit.place, filter(on_table, others))


def leader_near(position: Scene, unit: Troop) -> bool:
    """Say whether a leader of its side is with a unit or near enough to it."""
    if unit.cell is None:
        return False
    distance = position.battle.data.numbers.leader_distance
    return any(
        friend.leader and within(position, unit.cell, friend.place, distance) for friend in friends(position, unit.side)
    )


# -- sight and cover ---------------------------------------------------------------------------------------------


def sees(position: Scene, unit: Troop, target: Troop) -> bool:
    """Say whether one unit sees another."""
    if unit.cell is None or target.cell is None:
        return False
    return sees_from(position, unit, unit.cell, target)


def sees_from(position: Scene, unit: Troop, cell: Cell, target: Troop) -> bool:
    """Say whether a unit would see another from some cell."""
    if target.cell is None:
        return False
    if flies(position, unit) or flies(position, target):
        return True
    return position.lines.sees(cell, target.cell)


def cover_of(position: Scene, shooter_cell: Cell, target_cell: Cell, *, above: bool = False) -> Cover | None:
    """Return the best single cover of one cell from another; None where there is none, or no line of sight.

    With `above`: from an aircraft over that cell.
    """
    found = covers_of(position, shooter_cell, target_cell, above=above)
    return found[0] if found else None


def covers_of(position: Scene, shooter_cell: Cell, target_cell: Cell, *, above: bool = False) -> tuple[Cover, ...]:
    """Return everything that shelters one cell from another, the best first."""
    return _from_above(position.lines, target_cell) if above else covers(position.lines, shooter_cell, target_cell)


@lru_cache(maxsize=1 << 12)
def _from_above(lines: LinesOfSight, target: Cell) -> tuple[Cover, ...]:
    return best_first(lines.ground.map, own_cover(lines.ground, target))
