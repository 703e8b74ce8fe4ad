"""Guns: beaten zones of the Gatling and of canister, and bursts of shells (LPG-GUNS, LPG-GATLING, LPG-SHELL).

Rulings (base_games.md 5.3.11, 5.3.12, 5.3.24):
- A beaten zone is a wedge of 11.25 degrees, and never narrower than half an inch to either side of its middle.
- Everybody in it whom the gun has a line of sight to is in danger, friend or foe, guns too, but for the gun itself and
  its crew; each has dice of his own. An enemy whom nobody of the crew has acquired, or who could not be hit even with a
  six, is hit on sixes, as by blind fire; so it is with a shell that is laid on what nobody has acquired.
- A hidden man is hit by a blind six as well, and is discovered by it. There is one die for all of them in a beaten
  zone, in every battle in which somebody began hidden: it is thrown whether or not anybody is there, so that neither a
  die nor a missing one gives him away. Nobody whom the enemy does not know of counts as under fire.
- A shell bursts at the centre of a cell. It goes astray along one of the directions of the grid, by as many cells as
  come nearest to the inches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import own_cover
from sim.board.templates import Circle, Wedge
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell, Point
from sim.memo import memo
from sim.rules.la_petite_guerre.combat.fire import BEST, Aim, aimed, gun_weapon, serve_refusal
from sim.rules.la_petite_guerre.ground.sight import front_refusal, in_hard_cover
from sim.rules.la_petite_guerre.state import LpgPosition, Man
from sim.tabletop.inches import HARD, best_first, inches_text, within

if TYPE_CHECKING:
    import shapely


def fire_gun_refusal(position: LpgPosition, gun: Man, cell: Cell, *, canister: bool) -> Refusal | None:
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
        return Refusal(f"a {weapon.name} does not fire canister", "LPG-GATLING")
    if cell == gun.cell:
        return Refusal("nobody is known to be there", TABLE_SENSE)
    if cell not in position.map:
        return Refusal("that is not a target", TABLE_SENSE)
    if not within(position, gun.place, cell, longest):
        away = inches_text(position.map.grid.squared(gun.place, cell), position.map.scale.per_cell)
        return Refusal(f'too far: {away}, and it reaches {longest}"', "LPG-GATLING" if canister else "LPG-WPN")
    if behind := front_refusal(position, gun, cell, position.name(cell)):
        return behind
    if cell not in position.lines.field_of_view(gun.place):
        return Refusal(f"no line of sight to {position.name(cell)}", "LPG-GUNS")
    return None


# -- the beaten zone ---------------------------------------------------------------------------------------------


def wedge(position: LpgPosition, gun: Man, cell: Cell, *, canister: bool) -> Wedge:
    """LPG-GATLING: return the beaten zone of a gun that is laid on a cell."""
    exact = position.battle.data.exact
    length = position.battle.data.numbers.canister if canister else gun_weapon(position, gun).longest
    return Wedge.about(gun.place, cell, exact.wedge_half_angle, length, exact.wedge_least)


def beaten_zone(position: LpgPosition, gun: Man, cell: Cell, *, canister: bool) -> Area:
    """LPG-GATLING: return the cells of the beaten zone to which the gun has a line of sight."""
    zone = wedge(position, gun, cell, canister=canister)
    return _zone_cells(position.map, zone) & position.lines.field_of_view(gun.place)


@memo
def _zone_cells(battle_map: BattleMap, zone: Wedge) -> Area:
    """Find the cells once: guns seldom move, and every enemy is weighed as a target by everybody whom it would hit."""
    return zone.cells(battle_map)


def in_danger(position: LpgPosition, area: Area, *, hidden: bool = False) -> Iterator[Man]:
    """Yield the men and the guns in an area, of either side, in roster order: those who hide there, or all the others.

    Nobody knows of those who hide.
    """
    return (man for man in position.state.units if not man.out and man.cell in area and man.hidden is hidden)


def wedge_dice(position: LpgPosition, gun: Man, target: Man) -> int:
    """LPG-GATLING: how many dice a target in the beaten zone has against him."""
    for band in position.battle.data.wedge_band:
        if within(position, gun.place, target.place, band.up_to):
            return band.dice
    return position.battle.data.numbers.wedge_far_dice


def swept(position: LpgPosition, gun: Man, target: Man) -> Aim:
    """LPG-GATLING: return how each die is aimed that is thrown against a target in the beaten zone."""
    parts = position.battle.data.wedge
    check = Check("to hit").where(
        "LPG-GATLING",
        (target.prone, parts["prone"], "prone target"),
        (in_hard_cover(position, gun.place, target), parts["cover"], "hard cover"),
        (target.mounted, parts["mounted"], "mounted target"),
    )
    return aimed(position, gun, target, check)


# -- shells ------------------------------------------------------------------------------------------------------


def burst_cell(position: LpgPosition, aimed: Cell, direction: int, inches: int) -> Cell | None:
    """LPG-SHELL: return where a shell bursts that is off by so many inches; None off the table."""
    map_, cell = position.map, aimed
    step = map_.grid.steps[direction]
    length = map_.length(aimed, Cell(aimed.q + step.q, aimed.r + step.r))
    for _ in range(max(1, round(inches / length))):
        cell = Cell(cell.q + step.q, cell.r + step.r)
    return cell if cell in map_ else None


def blast(position: LpgPosition, cell: Cell) -> Area:
    """LPG-SHELL: return the cells that a burst reaches."""
    return Circle(cell, position.battle.data.numbers.burst_two).cells(position.map)


def blast_shapes(position: LpgPosition, cell: Cell) -> tuple[shapely.Polygon, shapely.Polygon]:
    """Return the outlines of the two circles, in cells, for drawing."""
    numbers = position.battle.data.numbers
    near, far = (Circle(cell, inches) for inches in (numbers.burst_one, numbers.burst_two))
    return near.shape(position.map), far.shape(position.map)


def outline(shape: shapely.Polygon) -> tuple[Point, ...]:
    """Return the corners of a shape, for drawing."""
    return tuple((x, y) for x, y, *_ in shape.exterior.coords)


def shell_needed(position: LpgPosition, cell: Cell, target: Man) -> int | None:
    """LPG-SHELL, LPG-BLIND: what the die must show for a burst to hit a man; None if he is out of its reach."""
    needed = burst_needed(position, cell, target)
    return needed if needed is None or needed <= BEST else position.battle.data.numbers.blind_hit


def burst_needed(position: LpgPosition, cell: Cell, target: Man) -> int | None:
    """LPG-SHELL: by how far he is from the burst, and his cover; more than a six is no aimed hit."""
    numbers = position.battle.data.numbers
    for length, needed in ((numbers.burst_one, numbers.shell_one), (numbers.burst_two, numbers.shell_two)):
        if within(position, cell, target.place, length):
            return needed - (numbers.shell_cover if _shielded(position, cell, target) else 0)
    return None


def _shielded(position: LpgPosition, burst: Cell, target: Man) -> bool:
    """Say whether hard cover, or something that cannot be seen through, is between a burst and a man."""
    if burst == target.cell:
        return any(cover.cover == HARD for cover in best_first(position.map, own_cover(position.ground, burst))[:1])
    return target.cell not in position.lines.field_of_view(burst) or in_hard_cover(position, burst, target)
