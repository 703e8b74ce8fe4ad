"""Guns: the beaten zone of the Gatling and of canister, and where a shell bursts (LPG-GATLING, LPG-SHELL).

Rulings (base_games.md 5.3.11, 5.3.12, 5.3.24):
- A beaten zone is a wedge of 11.25 degrees, and never narrower than half an inch to either side of its middle.
- Everybody in it whom the gun has a line of sight to is in danger, friend or foe, guns too, but for the gun itself and
  its crew; each has dice of his own. An enemy whom nobody of the crew has acquired, or who could not be hit even with a
  six, is hit on sixes, as by blind fire; so it is with a shell that is laid on what nobody has acquired.
- Who lies hidden is hit by a blind six as well, and is discovered by that. For all of them in a beaten zone there is
  one die, in every battle in which somebody began hidden: it is thrown whether or not anybody is there, so that no die
  and no missing one tells of him. Nobody counts as under fire of whom the enemy knows nothing.
- A shell bursts at the centre of a cell. It goes astray along one of the directions of the grid, by as many cells as
  come nearest to the inches.
- What a gun takes to load grows by an action for each man of its crew who is out of action: dead, wounded, stunned,
  running or not with the gun. A wounded man can still serve it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import own_cover
from sim.board.templates import Circle, Wedge
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.figures import Weapon
from sim.rules.la_petite_guerre.ground import gunners, in_arc
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.shooting import BEST
from sim.rules.la_petite_guerre.units import Man
from sim.tabletop.inches import HARD, best_first, covers, inches_text, within

if TYPE_CHECKING:
    import shapely


def gun_weapon(position: Scene, gun: Man) -> Weapon:
    """Return what a gun is."""
    return position.battle.data.weapons[gun.profile.weapon]


def load_actions(position: Scene, gun: Man) -> Check:
    """LPG-WPN: how many actions it takes to load a gun: more for each man of the crew who is out of action."""
    missing = max(0, gun.profile.crew - sum(not man.wounded for man in gunners(position, gun)))
    weapon = gun_weapon(position, gun)
    check = Check("actions to load").plus(weapon.load, weapon.name, "LPG-WPN")
    return check.plus(missing, "crew out of action", "LPG-WPN")


def is_served(position: Scene, there: Sequence[Man]) -> bool:
    """Say whether so many men are enough for a gun to do anything."""
    return len(there) >= position.battle.data.numbers.served


def serve_refusal(position: Scene, gun: Man) -> Refusal | None:
    """LPG-GUNS: say why a gun can do nothing at all; None if it is served."""
    if is_served(position, gunners(position, gun)):
        return None
    return Refusal(f"{gun.id} has no crew to serve it", "LPG-GUNS")


def fire_gun_refusal(position: Scene, gun: Man, cell: Cell, *, canister: bool) -> Refusal | None:
    """LPG-GUNS: say why a gun cannot be fired at a cell; None if it can. Its actions are not asked about."""
    weapon = gun_weapon(position, gun)
    longest = position.battle.data.numbers.canister if canister else weapon.longest
    if refused := serve_refusal(position, gun):
        return refused
    if gun.limbered:
        return Refusal(f"{gun.id} is limbered", "LPG-ACT-1")
    if not gun.loaded:
        return Refusal(f"{gun.id} is not loaded", "LPG-WPN")
    if canister and weapon.kind != "field gun":
        return Refusal(f"a {weapon.name} fires no canister", "LPG-GATLING")
    if cell == gun.cell:
        return Refusal("nobody is known to be there", TABLE_SENSE)
    if cell not in position.map:
        return Refusal("that is no target", TABLE_SENSE)
    if not within(position, gun.place, cell, longest):
        away = inches_text(position.map.grid.squared(gun.place, cell), position.map.scale.per_cell)
        return Refusal(f'too far: {away}, and it carries {longest}"', "LPG-GATLING" if canister else "LPG-WPN")
    if not in_arc(position, gun, cell):
        return Refusal(f"{position.name(cell)} is not to the front of {gun.id}", "LPG-FRONT")
    if cell not in position.lines.field_of_view(gun.place):
        return Refusal(f"no line of sight to {position.name(cell)}", "LPG-GUNS")
    return None


# -- the beaten zone ---------------------------------------------------------------------------------------------


def wedge(position: Scene, gun: Man, cell: Cell, *, canister: bool) -> Wedge:
    """LPG-GATLING: return the beaten zone of a gun that is laid on a cell."""
    exact = position.battle.data.exact
    length = position.battle.data.numbers.canister if canister else gun_weapon(position, gun).longest
    return Wedge.about(gun.place, cell, exact.wedge_half_angle, length, exact.wedge_least)


def beaten_zone(position: Scene, gun: Man, cell: Cell, *, canister: bool) -> Area:
    """LPG-GATLING: return the cells of the beaten zone to which the gun has a line of sight."""
    zone = wedge(position, gun, cell, canister=canister)
    return _zone_cells(position.map, zone) & position.lines.field_of_view(gun.place)


@lru_cache(maxsize=512)
def _zone_cells(battle_map: BattleMap, zone: Wedge) -> Area:
    """Find the cells once: guns seldom move, and every enemy is weighed as a target by everybody whom it would hit."""
    return zone.cells(battle_map)


def in_danger(position: Scene, area: Area) -> Iterator[Man]:
    """Yield the men and the guns in an area, of either side, in roster order; of those who hide nobody knows."""
    return (man for man in _men_in(position, area) if not man.hidden)


def in_hiding(position: Scene, area: Area) -> Iterator[Man]:
    """Yield the men who lie hidden in an area, of either side, in roster order."""
    return (man for man in _men_in(position, area) if man.hidden)


def _men_in(position: Scene, area: Area) -> Iterator[Man]:
    return (man for man in position.state.units if not man.out and man.cell in area)


def wedge_dice(position: Scene, gun: Man, target: Man) -> int:
    """LPG-GATLING: how many dice a target in the beaten zone has against him."""
    for band in position.battle.data.wedge_band:
        if within(position, gun.place, target.place, band.up_to):
            return band.dice
    return position.battle.data.numbers.wedge_far_dice


def wedge_check(position: Scene, gun: Man, target: Man) -> Check:
    """LPG-GATLING: what is added to each die."""
    parts, check = position.battle.data.wedge, Check("to hit")
    return check.where(
        "LPG-GATLING",
        (target.prone, parts.prone, "prone target"),
        (_hard(position, gun.place, target), parts.cover, "hard cover"),
        (target.mounted, parts.mounted, "mounted target"),
    )


def is_wedge_blind(position: Scene, gun: Man, target: Man) -> str:
    """LPG-BLIND: say why a target in the beaten zone is hit by sixes only, and less; empty if it is aimed at.

    Friends need not be acquired: everybody knows where they are.
    """
    if target.side != gun.side and not acquires(position, gun, target):
        return f"{target.id} has not been acquired"
    if BEST + wedge_check(position, gun, target).total < position.battle.data.numbers.hit:
        return "he could not be hit even with a six"
    return ""


def wedge_needed(position: Scene, gun: Man, target: Man) -> int:
    """LPG-GATLING, LPG-BLIND: what each bare die must show."""
    numbers = position.battle.data.numbers
    if is_wedge_blind(position, gun, target):
        return numbers.blind_hit
    return numbers.hit - wedge_check(position, gun, target).total


def _hard(position: Scene, origin: Cell, target: Man) -> bool:
    found = covers(position.lines, origin, target.place)
    return bool(found) and found[0].cover == HARD


# -- shells ------------------------------------------------------------------------------------------------------


def burst_cell(position: Scene, aimed: Cell, direction: int, inches: int) -> Cell | None:
    """LPG-SHELL: return where a shell bursts that is off by so many inches; None off the table."""
    map_, cell = position.map, aimed
    step = map_.grid.steps[direction]
    length = map_.length(aimed, Cell(aimed.q + step.q, aimed.r + step.r))
    for _ in range(max(1, round(inches / length))):
        cell = Cell(cell.q + step.q, cell.r + step.r)
    return cell if cell in map_ else None


def blast(position: Scene, cell: Cell) -> Area:
    """LPG-SHELL: return the cells that a burst reaches."""
    return Circle(cell, position.battle.data.numbers.burst_two).cells(position.map)


def blast_shapes(position: Scene, cell: Cell) -> tuple[shapely.Polygon, shapely.Polygon]:
    """Return the outlines of the two circles, in cells, for who draws them."""
    numbers = position.battle.data.numbers
    near, far = (Circle(cell, inches) for inches in (numbers.burst_one, numbers.burst_two))
    return near.shape(position.map), far.shape(position.map)


def is_laid_blind(position: Scene, gun: Man, cell: Cell) -> bool:
    """LPG-BLIND: say whether a shell is fired at what nobody of the crew has acquired."""
    there = (man for man in in_danger(position, position.map.area(cell)) if man.side != gun.side)
    return not any(acquires(position, gun, man) for man in there)


def shell_needed(position: Scene, cell: Cell, target: Man, *, blind: bool = False) -> int | None:
    """LPG-SHELL, LPG-BLIND: what the die must show for a burst to hit a man; None for who is out of its reach."""
    needed = _burst_needed(position, cell, target)
    if needed is None:
        return None
    return position.battle.data.numbers.blind_hit if blind or needed > BEST else needed


def is_shell_blind(position: Scene, cell: Cell, target: Man) -> bool:
    """LPG-BLIND: say whether not even a six would hit a man near a burst: then a six does, but less."""
    needed = _burst_needed(position, cell, target)
    return needed is not None and needed > BEST


def _burst_needed(position: Scene, cell: Cell, target: Man) -> int | None:
    """LPG-SHELL: by how far he is from the burst, and his cover."""
    numbers = position.battle.data.numbers
    if within(position, cell, target.place, numbers.burst_one):
        needed = numbers.shell_one
    elif within(position, cell, target.place, numbers.burst_two):
        needed = numbers.shell_two
    else:
        return None
    return needed - (numbers.shell_cover if _shielded(position, cell, target) else 0)


def _shielded(position: Scene, burst: Cell, target: Man) -> bool:
    """Say whether hard cover, or something that cannot be seen through, is between a burst and a man."""
    if burst == target.cell:
        found = best_first(position.map, own_cover(position.ground, burst))
        return bool(found) and found[0].cover == HARD
    return target.cell not in position.lines.field_of_view(burst) or _hard(position, burst, target)
