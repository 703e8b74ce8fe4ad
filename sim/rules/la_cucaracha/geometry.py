"""Inches, sight and cover: what rules, overlays and plans all ask of two cells.

Rulings:
- Inches are measured from centre to centre and compared as squares of whole numbers: a range ends exactly where it
  ends, and ties are ties.
- No unit has an arc: figures turn freely.
- Aircraft fly above everything that stands on a table: they see and are seen everywhere. What a target stands in
  shelters it from an aircraft, what stands before it does not; nothing shelters an aircraft.
- Cover is the best single thing (CUC-DEAD and base_games.md 4.2 know soft and hard): two hedges are no wall.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import Cover, cover_along, own_cover
from sim.board.sight import LinesOfSight
from sim.board.terrain import MovementClass
from sim.grid import Cell, trace_from_origin
from sim.rules.la_cucaracha.data import Movement
from sim.rules.la_cucaracha.scene import Scene, friends
from sim.rules.la_cucaracha.units import Troop

HARD = "hard"
BOAT = "boat"
"""The movement class of gunboats."""

# -- who somebody is ---------------------------------------------------------------------------------------------


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


def inches(position: Scene, one: Cell, other: Cell) -> float:
    """Return the distance between two cells, for show; rules ask `within`."""
    return position.map.length(one, other)


def within(position: Scene, one: Cell, other: Cell, length: int) -> bool:
    """Say whether two cells are no further apart than so many inches."""
    return position.map.grid.squared(one, other) <= squared_limit(position.map.scale.per_cell, length)


def nearer_than(position: Scene, one: Cell, other: Cell, length: int) -> bool:
    """Say whether two cells are nearer to each other than so many inches, which is less than `within`."""
    scale = _exact(position.map.scale.per_cell)
    return position.map.grid.squared(one, other) * scale * scale < length * length


@lru_cache(maxsize=1024)
def squared_limit(per_cell: float, length: int) -> int:
    """Return the greatest squared distance in cells that is within so many inches."""
    scale = _exact(per_cell)
    return int(Fraction(length * length) / (scale * scale))


@lru_cache(maxsize=64)
def _exact(per_cell: float) -> Fraction:
    """Return the scale as a map file writes it: 1.3 is thirteen tenths and not the nearest binary number."""
    return Fraction(repr(per_cell))


def area_within(position: Scene, cell: Cell, length: int) -> Area:
    """Return the cells within so many inches of one, itself included, sight or not."""
    return _area_within(position.map, cell, squared_limit(position.map.scale.per_cell, length))


@lru_cache(maxsize=1 << 10)
def _area_within(battle_map: BattleMap, cell: Cell, limit: int) -> Area:
    return Area.where(battle_map, battle_map.squared_lengths(cell) <= limit) & battle_map.whole


def nearest(position: Scene, unit: Troop, others: Iterable[Troop]) -> tuple[Troop, ...]:
    """CUC-NEAREST: those of some units that are nearest by inches; all of them where a die has to decide."""
    here, squared = unit.place, position.map.grid.squared
    least, found = -1, []
    for other in others:
        if other.cell is None or other.lost:
            continue
        away = squared(here, other.cell)
        if least < 0 or away < least:
            least, found = away, [other]
        elif away == least:
            found.append(other)
    return tuple(found)


def leader_near(position: Scene, unit: Troop) -> bool:
    """Say whether a leader of its side is with a unit or near enough to it."""
    if unit.cell is None:
        return False
    distance = position.battle.data.numbers.leader_distance
    return any(
        friend.leader and within(position, unit.cell, friend.place, distance)
        for friend in friends(position, unit.side)
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
    return target.cell in position.lines.field_of_view(cell)


def cover_of(position: Scene, shooter_cell: Cell, target_cell: Cell, *, above: bool = False) -> Cover | None:
    """Return the best single cover of one cell from another; None where there is none, or no line of sight.

    With `above`: from an aircraft over that cell.
    """
    covers = covers_of(position, shooter_cell, target_cell, above=above)
    return covers[0] if covers else None


def covers_of(
    position: Scene, shooter_cell: Cell, target_cell: Cell, *, above: bool = False
) -> tuple[Cover, ...]:
    """Return everything that shelters one cell from another, the best first."""
    if above:
        return _from_above(position.lines, target_cell)
    if target_cell not in position.lines.field_of_view(shooter_cell):
        return ()
    return _covers(position.lines, shooter_cell, target_cell)


@lru_cache(maxsize=1 << 14)
def _covers(lines: LinesOfSight, shooter: Cell, target: Cell) -> tuple[Cover, ...]:
    # The board judges by the last two things that a line meets; a whole certificate would cost a hundred times more.
    trace = trace_from_origin(lines.ground.map.grid, target.minus(shooter))[-2:]
    met = tuple(each.moved(shooter) for each in trace)
    return _sorted(lines.ground.map, cover_along(lines.ground, lines.convention, met, target))


@lru_cache(maxsize=1 << 12)
def _from_above(lines: LinesOfSight, target: Cell) -> tuple[Cover, ...]:
    return _sorted(lines.ground.map, own_cover(lines.ground, target))


def _sorted(battle_map: BattleMap, covers: tuple[Cover, ...]) -> tuple[Cover, ...]:
    """Put the best first, by its class and never by side, so that a mirrored table gives the same."""
    classes = battle_map.terrain_set.cover_classes
    counts = [cover for cover in covers if classes.index(cover.cover)]
    return tuple(sorted(counts, key=lambda cover: (-classes.index(cover.cover), -cover.defence, cover.kind)))


def in_hard_cover(position: Scene, unit: Troop, enemy: Troop) -> bool:
    """CUC-DEAD: say whether a unit has hard cover from an enemy that sees it."""
    if unit.cell is None or enemy.cell is None or flies(position, unit):
        return False
    cover = cover_of(position, enemy.cell, unit.cell, above=flies(position, enemy))
    return cover is not None and cover.cover == HARD
