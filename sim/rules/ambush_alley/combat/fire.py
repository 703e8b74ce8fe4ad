"""How strong a unit is, how far its fire counts, why it cannot fire, and the dice of attack and defence.

Attack and defence are dice of Quality; 4 or more counts. Dice that are added are capped first; what is taken off comes
after the cap.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sim.board.cover import Cover, own_cover
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.memo import memo
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.figures import Support
from sim.rules.ambush_alley.state import AasPosition, Team, in_force, quality, with_cards
from sim.tabletop import inches
from sim.tabletop.inches import best_cover, sees, within

RangeBand = Literal["optimum", "double", "far"]


# -- ranges -----------------------------------------------------------------------------------------------------


def weapons(position: AasPosition, unit: Team) -> tuple[Support, ...]:
    """Return the support weapons that a unit can use."""
    if unit.weapon_out:
        return ()
    return tuple(position.battle.data.supports[id_] for id_ in unit.support)


def optimum(position: AasPosition, unit: Team) -> int:
    """AAS-R-support: return the optimum range of a unit in inches: the faces of its Quality die.

    A support weapon doubles it where all of the dice are the weapon's, or by the other reading for the whole unit.
    """
    whole = unit.profile.kind == "vehicle" or position.battle.data.readings.support_range == "whole unit"
    return support_optimum(position, unit) if whole else quality(position, unit)


def support_optimum(position: AasPosition, unit: Team) -> int:
    """AAS-R-support: return the optimum range of a unit's support weapons; without any, that of its men."""
    times = position.battle.data.numbers.support_range if weapons(position, unit) else 1
    return quality(position, unit) * times


def always_optimum(position: AasPosition, unit: Team) -> bool:
    """Say whether every range is optimum for a unit: with a weapon on a vehicle or a mount."""
    return any(weapon.mounted for weapon in weapons(position, unit))


def range_band(position: AasPosition, unit: Team, target: Team) -> RangeBand:
    """AAS-R-optimum: say whether a target is within optimum range, beyond it and up to double, or further."""
    reach = optimum(position, unit)
    if always_optimum(position, unit) or within(position, unit.place, target.place, reach):
        return "optimum"
    return "double" if within(position, unit.place, target.place, 2 * reach) else "far"


# -- how strong (AAS-R-fire) -------------------------------------------------------------------------------------


def fighters(unit: Team) -> int:
    """Return the dice of a unit without its support weapons: one a figure, and one for the leader with them."""
    if unit.profile.kind not in ("team", "leader"):
        return 0
    return unit.figures + (unit.profile.kind == "team" and unit.leader > 0 and unit.figures > 0)


def firepower(unit: Team, supports: Mapping[str, Support]) -> int:
    """Return the dice of figures and support weapons, and one for a leader who is with them."""
    return fighters(unit) + sum(supports[id_].dice for id_ in unit.support if not unit.weapon_out)


def listed_firepower(position: AasPosition, unit: Team) -> int:
    """AAS-R-firepower: return the Firepower that the tables of motivations ask for."""
    data = position.battle.data
    led = unit.profile.kind == "team" and unit.leader and data.readings.listed_firepower == "without leader"
    return firepower(unit, data.supports) - (fighters(unit) - unit.figures if led else 0)


def anti_tank(position: AasPosition, unit: Team) -> int:
    """Return the dice of a unit against vehicles."""
    return sum(weapon.anti_tank for weapon in weapons(position, unit))


def would_harm(position: AasPosition, unit: Team, vehicle: Team) -> bool:
    """AAS-N-1: say whether a unit has a support weapon that would harm a vehicle: any anti-tank die."""
    return vehicle.profile.kind == "vehicle" and anti_tank(position, unit) > 0


# -- whether it can be -------------------------------------------------------------------------------------------


def not_enemies(position: AasPosition, unit: Team, target: Team, rule: str) -> Refusal | None:
    """Say why two units cannot fight each other at all."""
    if not unit.on_table or not target.on_table:
        return Refusal("not on the table", TABLE_SENSE)
    return None if target.id in _enemy_ids(position, unit.side) else Refusal(target.name.does("is not an enemy"), rule)


@memo
def _enemy_ids(position: AasPosition, side: str) -> frozenset[str]:
    return frozenset([enemy.id for enemy in state.enemies(position, side)])


def open_to_fire(position: AasPosition, unit: Team) -> list[Team]:
    """AAS-R-fire: return the enemies that a unit can fire at, in roster order; only those in sight need be judged."""
    if not unit.on_table or unable_to_fire(position, unit) is not None:
        return []
    row = position.lines.field_of_view(unit.place)
    in_sight = [enemy for enemy in state.enemies(position, unit.side) if enemy.cell in row]
    return [enemy for enemy in in_sight if fire_refusal(position, unit, enemy) is None]


def fire_refusal(position: AasPosition, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-fire: say why a unit cannot fire at another; None if it can. Whose turn it is is not asked."""
    refused = not_enemies(position, unit, target, "AAS-R-fire") or unable_to_fire(position, unit)
    small = target.profile.kind != "vehicle" or target.profile.soft_skinned
    if refused is None and not small and not would_harm(position, unit, target):
        refused = Refusal(f"no weapon that would harm {target.id}", "AAS-R-vehicle")
    if refused is None and not sees(position, unit, target):
        refused = Refusal(f"no line of sight to {target.id}", "AAS-R-fire")
    return refused


def unable_to_fire(position: AasPosition, unit: Team) -> Refusal | None:
    """AAS-R-fire: say why a unit fires at nobody; None if it can."""
    data = position.battle.data
    if state.is_shaken(position, unit):
        return Refusal("shaken", "AAS-R-damage")
    if firepower(unit, data.supports) <= 0:
        return Refusal("nothing to fire with", "AAS-R-fire")
    if unit.shots >= data.numbers.shots_a_turn:
        return Refusal(f"it has fired {counted(unit.shots, 'time')} this turn", "AAS-R-fire")
    return None


# -- the dice ----------------------------------------------------------------------------------------------------


def attack_dice(position: AasPosition, unit: Team, target: Team, *, reacting: bool = False) -> Check:
    """Return how many dice a unit throws at a target, part by part; `reacting` names the check accordingly."""
    check, numbers = Check("reaction fire" if reacting else "fire"), position.battle.data.numbers
    if would_harm(position, unit, target):
        for weapon in weapons(position, unit):
            check = check.plus(weapon.anti_tank, f"anti-tank: {weapon.name}")
    else:
        check = _small_arms(position, unit, target, check)
    check = check.plus(min(0, numbers.most_dice - check.total), f"no more than {numbers.most_dice} dice")
    # What comes after the cap.
    if unit.pace == "rapid":
        check = check.plus(numbers.rapid_firer, "moved Rapid")
    check = check.plus(numbers.later_fire * unit.shots, "has fired before this turn")
    if state.is_pinned(position, unit):
        check = check.plus(numbers.pinned_firer, "pinned")
    for card in in_force(position, unit, "firepower dice"):
        check = check.plus(min(0, card.amount), card.name)
    return check.plus(max(0, 1 - check.total), "at least one die")


def _small_arms(position: AasPosition, unit: Team, target: Team, check: Check) -> Check:
    """Add the Firepower, and what range, target and cards give."""
    numbers, leader = position.battle.data.numbers, int(unit.profile.kind == "team" and fighters(unit) > unit.figures)
    check = check.plus(fighters(unit) - leader, "figures").plus(leader, "leader with them")
    for weapon in weapons(position, unit):
        check = check.plus(weapon.dice, weapon.name)
    if near := _in_optimum(position, unit, target):
        check = check.plus(numbers.optimum_dice, f"within optimum range ({near})")
    if target.pace == "rapid":
        check = check.plus(numbers.rapid_target, "target moved Rapid")
    if target.profile.kind != "vehicle" and best_cover(position.lines, unit.place, target.place) is None:
        check = check.plus(numbers.exposed_target, "target exposed")
    for card in in_force(position, unit, "firepower dice"):
        check = check.plus(max(0, card.amount), card.name)
    return check


def _in_optimum(position: AasPosition, unit: Team, target: Team) -> str:
    """AAS-R-support: say by which range a target is within the optimum range of any of the dice; empty for none."""
    if always_optimum(position, unit):
        return "any range, for a mounted weapon"
    if range_band(position, unit, target) == "optimum":
        return f'{optimum(position, unit)}"'
    most = support_optimum(position, unit)
    near = within(position, unit.place, target.place, most)
    return f'{most}" for the {weapons(position, unit)[0].name}' if near else ""


def hit_need(position: AasPosition, unit: Team, target: Team) -> int:
    """Return what an attack die must show: 4, and 6 where small arms fire at a soft-skinned vehicle."""
    numbers = position.battle.data.numbers
    small_arms = target.profile.kind == "vehicle" and not would_harm(position, unit, target)
    return numbers.small_arms_harm if small_arms else numbers.success


def defence_dice(position: AasPosition, unit: Team, target: Team, attack: int) -> Check:
    """AAS-R-defence: how many dice a target throws against so many of a unit's; a vehicle those of its armour."""
    if target.profile.kind == "vehicle":
        hit = facing_hit(position, unit.place, target)
        return Check("armour").plus(target.profile.armour[FACINGS.index(hit)], f"armour at the {hit}")
    return _behind(position, target, attack, best_cover(position.lines, unit.place, target.place))


def shelter(position: AasPosition, unit: Team, attack: int) -> Check:
    """Return the dice that a unit throws against fire from anywhere, part by part."""
    if unit.profile.kind == "vehicle":
        return Check("armour").plus(unit.profile.armour[1], "armour at the sides")
    covers = inches.best_first(position.map, own_cover(position.ground, unit.place))
    return _behind(position, unit, attack, covers[0] if covers else None)


def _behind(position: AasPosition, target: Team, attack: int, cover: Cover | None) -> Check:
    """Return how many dice men behind some cover throw against so many, part by part; cards may take of the cover."""
    basic, reason = max(1, min(target.figures, attack)), "attack dice" if attack < target.figures else "figures"
    check = Check("defence").plus(basic, reason)
    if cover is not None:
        left = position.battle.data.cover[cover.cover]
        check = check.plus(left, f"{cover.cover} cover: {cover.reason}")
        for card in in_force(position, target, "cover lost"):
            lost = min(left, abs(card.amount) or left)
            left -= lost
            check = check.plus(-lost, card.name)
    check = check.plus(target.profile.body_armour, "body armour")
    check = with_cards(check, position, target, "defence dice")
    return check.plus(max(0, 1 - check.total), "at least one die")


def defence_faces(position: AasPosition, target: Team, shooter: Cell | None = None) -> int:
    """Return the faces of the dice that a target throws: its Quality, or a vehicle's armour where it is hit.

    Without a shooter the shots come from nowhere, and hit its sides.
    """
    if target.profile.kind != "vehicle":
        return quality(position, target)
    rear = shooter is not None and facing_hit(position, shooter, target) == "rear"
    return (target.profile.rear_die if rear else 0) or target.profile.armour_die


Facing = Literal["front", "side", "rear"]
FACINGS: tuple[Facing, ...] = ("front", "side", "rear")
"""In the order of the dice of a vehicle's armour."""


def facing_hit(position: AasPosition, shooter_cell: Cell, vehicle: Team) -> Facing:
    """Return which side of a vehicle a line of fire hits."""
    grid, origin, view = position.map.grid, Cell(0, 0), shooter_cell.minus(vehicle.place)
    step = grid.steps[vehicle.facing]
    ahead, away = grid.squared(origin, step), grid.squared(origin, view)
    twice_dot = ahead + away - grid.squared(step, view)
    # The angle is 45 degrees where the square of the cosine is a half.
    steep = twice_dot * twice_dot - 2 * ahead * away
    if steep >= 0 and twice_dot >= 0:
        return "front"
    return "rear" if steep > 0 else "side"


def mobs_in_line(position: AasPosition, unit: Team, target: Team) -> tuple[Team, ...]:
    """Return the mobs in the line of fire, the nearest to the target first, then in roster order.

    Every 1 of the attack dice hits somebody of the first.
    """
    length, squared = position.battle.data.numbers.line_of_fire, position.map.grid.squared
    near = [
        mob for mob in state.mobs(position) if inches.near_line(position, (unit.place, target.place), mob.place, length)
    ]
    return tuple(sorted(near, key=lambda mob: squared(mob.place, target.place)))
