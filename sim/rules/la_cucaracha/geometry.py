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

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sim.board.cover import Cover, own_cover
from sim.board.sight import LinesOfSight
from sim.board.terrain import MovementClass
from sim.engine.dice import D10
from sim.grid import Cell
from sim.play.setup import barred
from sim.rules.la_cucaracha.figures import Movement
from sim.rules.la_cucaracha.scene import Scene, friends
from sim.rules.la_cucaracha.units import JOKER, Troop
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


# -- inches ------------------------------------------------------------------------------------------------------


def nearest(position: Scene, unit: Troop, others: Iterable[Troop]) -> tuple[Troop, ...]:
    """CUC-NEAREST: those of some units that are nearest by inches; all of them where a die has to decide."""
    return inches.nearest(position, unit.place, (other for other in others if other.on_table))


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


def covers_of(position: Scene, shooter_cell: Cell, target_cell: Cell, *, above: bool = False) -> tuple[Cover, ...]:
    """Return everything that shelters one cell from another, the best first; nothing without a line of sight.

    With `above`: from an aircraft over that cell.
    """
    return _from_above(position.lines, target_cell) if above else covers(position.lines, shooter_cell, target_cell)


@lru_cache(maxsize=1 << 12)
def _from_above(lines: LinesOfSight, target: Cell) -> tuple[Cover, ...]:
    return best_first(lines.ground.map, own_cover(lines.ground, target))


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    state = position.state
    taken: dict[tuple[object, bool], str] = {}
    for unit in state.units:
        yield from _unit_complaints(position, unit)
        if unit.on_table:
            key = (unit.cell, flies(position, unit))
            if key in taken:
                yield f"{unit.id} and {taken[key]} are both in {position.name(unit.cell)}"
            taken[key] = unit.id
    known = {JOKER, *(side.id for side in position.battle.sides)}
    for card in dict.fromkeys(card for deck in state.decks for card in deck.left):
        if card not in known:
            yield f'the deck has a card "{card}", and there is no such side'


def _unit_complaints(position: Scene, unit: Troop) -> Iterator[str]:
    if unit.cell is not None and unit.cell not in position.map:
        yield f"{unit.id} stands off the map"
    elif unit.cell is not None and (ground := barred(position.map, unit.cell, class_of(position, unit).id)):
        yield f"{unit.id} stands in {position.name(unit.cell)}, on {ground}, where it cannot be"
    if unit.figures > unit.profile.figures or unit.figures < 0:
        yield f"{unit.id} has {unit.figures} figures of {unit.profile.figures}"
    if unit.score is not None and unit.score not in D10.faces:
        yield f"the die of {unit.id} shows {unit.score}"
    if unit.fighting and unit.cell is None:
        yield f"{unit.id} is off the map, and fights"
    for enemy in unit.fighting:
        known = position.state.units
        if enemy not in known or known[enemy].side == unit.side or unit.id not in known[enemy].fighting:
            yield f"{unit.id} fights {enemy}, who does not fight it"
        elif (
            unit.cell is not None and (there := known[enemy].cell) and not position.map.grid.adjacent(unit.cell, there)
        ):
            yield f"{unit.id} fights {enemy}, who is not beside it"
