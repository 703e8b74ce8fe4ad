"""What a unit sees, what shelters it, and whom it has in range.

Rulings (CUC-SIGHT):
- Inches are measured from centre to centre and compared as squares of whole numbers: a range ends exactly where it
  ends, and ties are ties.
- No unit has an arc: figures turn freely.
- Aircraft fly above everything that stands on a table: they see and are seen everywhere. What a target stands in
  shelters it from an aircraft, what stands before it does not; nothing shelters an aircraft.
- Cover is the best single thing (base_games.md 4.2 knows soft and hard): two hedges are no wall.

Rulings (CUC-SHOOT):
- Nobody shoots into a close combat, or out of one.
- At an aircraft one shoots at short range, unless the weapon is made for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.area import Area
from sim.board.cover import Cover, own_cover
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell
from sim.memo import memo
from sim.rules.la_cucaracha.figures import Weapon
from sim.rules.la_cucaracha.state import CucPosition, Troop, aircraft, enemies, flies, friends, weapon_of
from sim.tabletop.inches import area_nearer_than, area_within, best_first, covers, inches, nearer_than, within

# -- sight and cover -------------------------------------------------------------------------------------------------


def sees(position: CucPosition, unit: Troop, target: Troop) -> bool:
    """Say whether one unit sees another."""
    if unit.cell is None or target.cell is None:
        return False
    return flies(position, unit) or flies(position, target) or position.lines.sees(unit.cell, target.cell)


def covers_of(
    position: CucPosition, shooter_cell: Cell, target_cell: Cell, *, above: bool = False
) -> tuple[Cover, ...]:
    """Return everything that shelters one cell from another, the best first; nothing without a line of sight.

    With `above`: from an aircraft over that cell.
    """
    if above:
        return best_first(position.map, own_cover(position.ground, target_cell))
    return covers(position.lines, shooter_cell, target_cell)


def leader_near(position: CucPosition, unit: Troop) -> bool:
    """Say whether a leader of its side is with a unit or near enough to it."""
    here, length = unit.cell, position.battle.data.numbers.leader_distance
    return here is not None and any(within(position, here, place, length) for place in _led_from(position, unit.side))


@memo
def _led_from(position: CucPosition, side: str) -> list[Cell]:
    """Return where the leaders of a side are."""
    return [friend.place for friend in friends(position, side) if friend.leader]


# -- range -----------------------------------------------------------------------------------------------------------

SHOOT = "CUC-SHOOT"


def has_target_from(position: CucPosition, unit: Troop, cell: Cell) -> bool:
    """Say whether there would be anybody to shoot at from a cell: in range, in sight, and not in close combat.

    Whether the weapon is loaded and deployed is not asked.
    """
    if cell == unit.cell:
        return any(_in_range(position, unit))
    free = (enemy for enemy in enemies(position, unit.side) if not enemy.fighting)
    return any(cell in shot_area(position, unit, enemy, enemy.place) for enemy in free)


def open_to_shots(position: CucPosition, unit: Troop) -> list[Troop]:
    """Return the enemies that a unit can shoot at, in roster order: those of whom `shot_refusal` has nothing to say."""
    if not unit.on_table or unit.fighting or arms_refusal(position, unit) is not None:
        return []
    found = [(some, area) for some, area in _in_range(position, unit)]
    if len(found) < 2:
        return [enemy for some, area in found for enemy in some if enemy.cell in area]
    ids = {enemy.id for some, area in found for enemy in some if enemy.cell in area}
    return [enemy for enemy in enemies(position, unit.side) if enemy.id in ids]


def _in_range(position: CucPosition, unit: Troop) -> Iterator[tuple[tuple[Troop, ...], Area]]:
    """Yield enemies who are free of close combat, and how far shots carry at such, if they carry to any of them.

    Most units have nobody in range and sight, which one look tells of all at once.
    """
    for some, places in _free(position, unit.side):
        area = shot_area(position, unit, some[0], unit.place)
        if area.bits & places.bits:
            yield some, area


@memo
def _free(position: CucPosition, side: str) -> list[tuple[tuple[Troop, ...], Area]]:
    """Return the enemies of a side who are in no close combat, and where: those on the ground, and aircraft."""
    free, flying = [enemy for enemy in enemies(position, side) if not enemy.fighting], aircraft(position.battle)
    sorts = [tuple([enemy for enemy in free if (enemy.profile.troop in flying) is so]) for so in (False, True)]
    return [(some, Area.of(position.map, [enemy.place for enemy in some])) for some in sorts if some]


def shot_area(position: CucPosition, unit: Troop, target: Troop, still: Cell) -> Area:
    """Return where one of the two could be for the unit to have the target in range and sight; the other stands still.

    Inches and lines of sight are the same both ways, so it is all one which of them that is.
    """
    weapon = weapon_of(position, unit)
    if weapon is None:
        return Area(position.map, 0)
    above = flies(position, unit) or flies(position, target)
    return _shot_area(position, still, longest(position, weapon, target), weapon.least, above)


@memo(of=lambda position, *_: position.lines, by=lambda _, *how: how)
def _shot_area(position: CucPosition, still: Cell, longest: int, least: int, above: bool) -> Area:
    area = area_within(position, still, longest)
    if least:
        area -= area_nearer_than(position, still, least)
    return area if above else area & position.lines.field_of_view(still)


def longest(position: CucPosition, weapon: Weapon, target: Troop) -> int:
    """Return how far a weapon carries against a target: at aircraft its short range, unless it is made for them."""
    return weapon.short if flies(position, target) and not weapon.anti_aircraft else weapon.long


def shot_refusal(position: CucPosition, unit: Troop, target: Troop) -> Refusal | None:
    """Say why a unit cannot shoot at another; None if it can. It does not ask whose turn it is."""
    if unit.cell is None or not unit.on_table or not target.on_table:
        return Refusal("not on the table", TABLE_SENSE)
    if target.side == unit.side:
        return Refusal(f"{target.name} {target.name:is a friend|are friends}", SHOOT)
    weapon, unready = weapon_of(position, unit), arms_refusal(position, unit)
    if weapon is None or unready is not None:
        return unready
    if unit.fighting:
        return Refusal("in close combat", SHOOT)
    if target.fighting:
        return Refusal(target.name.does("is in close combat: nobody shoots into it"), SHOOT)
    here, there, most = unit.cell, target.place, longest(position, weapon, target)
    if not within(position, here, there, most):
        far = f"too far: {inches(position, here, there):.1f} inches, and the {weapon.name} carries {most}"
        return Refusal(far, SHOOT)
    if weapon.least and nearer_than(position, here, there, weapon.least):
        near = f"too near: {inches(position, here, there):.1f} inches, and the {weapon.name} needs {weapon.least}"
        return Refusal(near, SHOOT)
    return None if sees(position, unit, target) else Refusal(f"no line of sight to {target.id}", SHOOT)


def arms_refusal(position: CucPosition, unit: Troop) -> Refusal | None:
    """Say why a unit cannot shoot at anybody for want of a weapon, a load or a mounting; None if it can."""
    if weapon_of(position, unit) is None:
        return Refusal(unit.name.does("has nothing to shoot with"), SHOOT)
    if not unit.loaded:
        return Refusal("not loaded: it has to be reloaded first", "CUC-RELOAD")
    return None if unit.ready else Refusal("not deployed", "CUC-DEPLOY")
