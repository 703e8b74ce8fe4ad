"""Fire (base_games.md 3.1, 3.2): who can be fired at, how many dice are thrown, and what is left of them.

Attack and defence are dice of Quality; 4 or more counts. Each success of the defence cancels one of the attack that is
equal or lower, matched as well as can be; every success that is left is a casualty, or a hit on a vehicle.

Rulings:
- Dice that are added are capped first; what is taken off comes after the cap; at least one die is left.
- "Exposed" is a target without cover on this very line of fire.
- The crew of a vehicle serves its weapons and throws no dice of its own; passengers do not fire.
- At a vehicle a unit throws the anti-tank dice of its weapons, to which nothing is added. Without any it can harm
  soft-skinned ones only, with its whole Firepower, and needs a 6 on a die.
- A mob is in the line of fire if it is within two inches of it, not behind the shooter.
- Nobody fires at civilians on purpose, and civilians do not fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from sim.board.cover import Cover
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.rules.ambush_alley.figures import Support
from sim.rules.ambush_alley.geometry import (
    always_optimum,
    cover_of,
    enemies,
    on_table,
    optimum,
    range_band,
    sees,
    support_optimum,
    weapons,
)
from sim.rules.ambush_alley.odds import Spread, spread
from sim.rules.ambush_alley.scene import Scene, in_force, is_pinned, is_shaken, mobs, quality
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.vehicles import armour_dice, facing_hit
from sim.tabletop.inches import exact, within

# -- how strong --------------------------------------------------------------------------------------------------


def firepower(unit: Team, supports: Mapping[str, Support]) -> int:
    """Return the dice of figures and support weapons, and one for a leader who is with them."""
    return fighters(unit) + sum(supports[id_].dice for id_ in unit.support if not unit.weapon_out)


def listed_firepower(position: Scene, unit: Team) -> int:
    """AAS-R-firepower: return the Firepower that the tables of motivations ask for."""
    data = position.battle.data
    led = unit.profile.kind == "team" and unit.leader and data.readings.listed_firepower == "without leader"
    return firepower(unit, data.supports) - (fighters(unit) - unit.figures if led else 0)


def fighters(unit: Team) -> int:
    """Return the dice of a unit without its support weapons: one a figure, and one for the leader with them."""
    match unit.profile.kind:
        case "team":
            return unit.figures + (1 if unit.leader and unit.figures > 0 else 0)
        case "leader":
            return unit.figures
        case _:
            return 0


def anti_tank(position: Scene, unit: Team) -> int:
    """Return the dice of a unit against vehicles."""
    return sum(weapon.anti_tank for weapon in weapons(position, unit))


def would_harm(position: Scene, unit: Team, vehicle: Team) -> bool:
    """AAS-N-1: say whether a unit has a support weapon that would harm a vehicle: any anti-tank die."""
    return vehicle.profile.kind == "vehicle" and anti_tank(position, unit) > 0


# -- whether it can be -------------------------------------------------------------------------------------------


def fire_refusal(position: Scene, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-fire: say why a unit cannot fire at another; None if it can. Whose turn it is is not asked."""
    if not on_table(unit) or not on_table(target):
        return Refusal("not on the table", TABLE_SENSE)
    if not any(enemy.id == target.id for enemy in enemies(position, unit.side)):
        return Refusal(target.name.does("is no enemy"), "AAS-R-fire")
    refused = unable(position, unit)
    if refused is None and not _can_harm(position, unit, target):
        refused = Refusal(f"nothing that would harm {target.id}", "AAS-R-vehicle")
    if refused is None and not sees(position, unit, target):
        refused = Refusal(f"no line of sight to {target.id}", "AAS-R-fire")
    return refused


def unable(position: Scene, unit: Team) -> Refusal | None:
    """AAS-R-fire: say why a unit fires at nobody; None if it can."""
    data = position.battle.data
    if is_shaken(position, unit):
        return Refusal("shaken", "AAS-R-damage")
    if firepower(unit, data.supports) <= 0:
        return Refusal("nothing to fire with", "AAS-R-fire")
    if unit.shots >= data.numbers.shots_a_turn:
        return Refusal(f"it has fired {counted(unit.shots, 'time')} this turn", "AAS-R-fire")
    return None


def _can_harm(position: Scene, unit: Team, target: Team) -> bool:
    return target.profile.kind != "vehicle" or target.profile.soft_skinned or would_harm(position, unit, target)


# -- the dice ----------------------------------------------------------------------------------------------------


def attack_dice(position: Scene, unit: Team, target: Team, *, reacting: bool = False) -> Check:
    """Return how many dice a unit throws at a target, part by part; `reacting` names the check accordingly."""
    check = Check("reaction fire" if reacting else "fire")
    if would_harm(position, unit, target):
        for weapon in weapons(position, unit):
            check = check.plus(weapon.anti_tank, f"anti-tank: {weapon.name}")
    else:
        check = _situation(position, unit, target, _strength(position, unit, check))
    numbers = position.battle.data.numbers
    check = check.plus(min(0, numbers.most_dice - check.total), f"no more than {numbers.most_dice} dice")
    check = _hindrances(position, unit, check)
    return check.plus(max(0, 1 - check.total), "at least one die")


def _strength(position: Scene, unit: Team, check: Check) -> Check:
    """Add the Firepower."""
    leader = 1 if unit.profile.kind == "team" and fighters(unit) > unit.figures else 0
    check = check.plus(fighters(unit) - leader, "figures").plus(leader, "leader with them")
    for weapon in weapons(position, unit):
        check = check.plus(weapon.dice, weapon.name)
    return check


def _situation(position: Scene, unit: Team, target: Team, check: Check) -> Check:
    """Add what range, target and cards give."""
    numbers = position.battle.data.numbers
    if near := _in_optimum(position, unit, target):
        check = check.plus(numbers.optimum_dice, f"within optimum range ({near})")
    if target.pace == "rapid":
        check = check.plus(numbers.rapid_target, "target moved Rapid")
    if target.profile.kind != "vehicle" and cover_of(position, unit.place, target.place) is None:
        check = check.plus(numbers.exposed_target, "target exposed")
    for card in in_force(position, unit, "firepower dice"):
        check = check.plus(max(0, card.amount), card.name)
    return check


def _in_optimum(position: Scene, unit: Team, target: Team) -> str:
    """AAS-R-support: say by which range a target is within the optimum range of any of the dice; empty for none."""
    if always_optimum(position, unit):
        return "any range, for a mounted weapon"
    if range_band(position, unit, target) == "optimum":
        return f'{optimum(position, unit)}"'
    most = support_optimum(position, unit)
    if not within(position, unit.place, target.place, most):
        return ""
    return f'{most}" for the {weapons(position, unit)[0].name}'


def _hindrances(position: Scene, unit: Team, check: Check) -> Check:
    """Take off what comes after the cap."""
    numbers = position.battle.data.numbers
    if unit.pace == "rapid":
        check = check.plus(numbers.rapid_firer, "moved Rapid")
    check = check.plus(numbers.later_fire * unit.shots, "has fired before this turn")
    if is_pinned(position, unit):
        check = check.plus(numbers.pinned_firer, "pinned")
    for card in in_force(position, unit, "firepower dice"):
        check = check.plus(min(0, card.amount), card.name)
    return check


def hit_need(position: Scene, unit: Team, target: Team) -> int:
    """Return what an attack die must show: 4, and 6 where small arms fire at a soft-skinned vehicle."""
    numbers = position.battle.data.numbers
    small_arms = target.profile.kind == "vehicle" and not would_harm(position, unit, target)
    return numbers.small_arms_harm if small_arms else numbers.success


def defence_dice(position: Scene, unit: Team, target: Team, attack: int) -> Check:
    """Return how many dice a target throws against so many of a unit's, part by part; a vehicle those of its armour."""
    if target.profile.kind == "vehicle":
        return armour_dice(position, unit.place, target)
    return defence_behind(position, target, attack, cover_of(position, unit.place, target.place))


def defence_behind(position: Scene, target: Team, attack: int, cover: Cover | None) -> Check:
    """Return how many dice men behind some cover throw against so many, part by part."""
    basic = max(1, min(target.figures, attack))
    reason = "attack dice" if attack < target.figures else "figures"
    check = _cover_dice(position, target, cover, Check("defence").plus(basic, reason))
    check = check.plus(target.profile.body_armour, "body armour")
    for card in in_force(position, target, "defence dice"):
        check = check.plus(card.amount, card.name)
    return check.plus(max(0, 1 - check.total), "at least one die")


def _cover_dice(position: Scene, target: Team, cover: Cover | None, check: Check) -> Check:
    """Add the dice of cover, less what cards take of it."""
    if cover is None:
        return check
    left = position.battle.data.cover[cover.cover]
    check = check.plus(left, f"{cover.cover} cover: {cover.reason}")
    for card in in_force(position, target, "cover lost"):
        lost = min(left, abs(card.amount) or left)
        left -= lost
        check = check.plus(-lost, card.name)
    return check


def defence_faces(position: Scene, target: Team, shooter: Cell | None = None) -> int:
    """Return the faces of the dice that a target throws: its Quality, or a vehicle's armour where it is hit.

    Without a shooter the shots come from nowhere, and hit its sides.
    """
    if target.profile.kind != "vehicle":
        return quality(position, target)
    rear = shooter is not None and facing_hit(position, shooter, target) == "rear"
    return (target.profile.rear_die if rear else 0) or target.profile.armour_die


# -- what comes of it --------------------------------------------------------------------------------------------


def unsaved(attack: Iterable[int], defence: Iterable[int], need: int, success: int) -> int:
    """Return how many attack dice are left: successes that no success of the defence cancels, matched best.

    The highest are cancelled first, each by the highest defence: whoever could cancel the lower of two attacks with a
    die could cancel the higher one only with it or a better one.

    >>> unsaved([8, 5, 3], [6, 4], 4, 4), unsaved([4, 4], [4, 9], 4, 4), unsaved([7, 6, 5], [5, 6], 4, 4)
    (1, 0, 1)
    """
    left = 0
    saves = sorted((face for face in defence if face >= success), reverse=True)
    for face in sorted((face for face in attack if face >= need), reverse=True):
        if saves and saves[0] >= face:
            saves.pop(0)
        else:
            left += 1
    return left


def losses(position: Scene, unit: Team, target: Team, *, reacting: bool = False) -> Spread:
    """Return how likely a target loses each number of figures, exactly; of a vehicle, how likely it is hit so often."""
    attack = attack_dice(position, unit, target, reacting=reacting).total
    defence = defence_dice(position, unit, target, attack).total
    dice = (attack, quality(position, unit)), (defence, defence_faces(position, target, unit.place))
    need, success = hit_need(position, unit, target), position.battle.data.numbers.success
    most = attack if target.profile.kind == "vehicle" else target.figures
    return spread(*dice, need, success, most)


# -- who else is there -------------------------------------------------------------------------------------------


def mobs_in_line(position: Scene, unit: Team, target: Team) -> tuple[Team, ...]:
    """Return the mobs in the line of fire, the nearest to the target first, then in roster order."""
    limit = Fraction(position.battle.data.numbers.line_of_fire) / exact(position.map.scale.per_cell)
    squared = position.map.grid.squared
    near = [mob for mob in mobs(position) if _near_line(position, unit.place, target.place, mob.place, limit * limit)]
    return tuple(sorted(near, key=lambda mob: squared(mob.place, target.place)))


def _near_line(position: Scene, start: Cell, end: Cell, cell: Cell, limit: Fraction) -> bool:
    """Say whether a cell is within a squared distance of the line between two others, and not behind its start."""
    squared = position.map.grid.squared
    whole, gone, left = squared(start, end), squared(start, cell), squared(cell, end)
    ahead = whole + gone - left  # twice the dot product of the way to the end and the way to the cell
    if ahead <= 0:
        return False
    if ahead >= 2 * whole:
        return left <= limit
    return gone - Fraction(ahead * ahead, 4 * whole) <= limit
