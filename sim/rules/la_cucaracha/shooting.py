"""Shooting (base_games.md 4.2): who can be shot at, how many dice, what each must show, and what comes of it.

A die must reach a number; every modifier of the die is taken off that number here, so that one is left which the bare
die must reach. A 10 always hits and a 1 never does.

Rulings (CUC-SHOOT):
- Nobody shoots into a close combat, or out of one.
- At an aircraft one shoots at short range, unless the weapon is made for it; nothing shelters an aircraft.
- Skirmishing troops are hard to hit on foot, not in the saddle.
- A crew that is down to one man throws half of the dice of its weapon.
- "One missed die may be rolled again" is the die to hit, never the one for armour or for the casualty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sim.board.area import Area
from sim.board.cover import Cover
from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least, at_most
from sim.engine.notes import Checked
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell
from sim.rules.la_cucaracha.courage import after_losses
from sim.rules.la_cucaracha.events import LeaderLost, Shot
from sim.rules.la_cucaracha.figures import Weapon
from sim.rules.la_cucaracha.ground import class_of, covers_of, flies, movement_of, sees, sees_from
from sim.rules.la_cucaracha.scene import Play, Scene, enemies
from sim.rules.la_cucaracha.units import Troop
from sim.tabletop.inches import HARD, area_nearer_than, area_within, inches, nearer_than, within

SHOOT = "CUC-SHOOT"
LOWEST, HIGHEST = 2, 10
"""A 1 never hits and a 10 always does."""


def weapon_of(position: Scene, unit: Troop) -> Weapon | None:
    """Return what a unit shoots with; None for those who only fight hand to hand."""
    return position.battle.data.weapons[unit.profile.weapon] if unit.profile.weapon else None


# -- whether it can be -------------------------------------------------------------------------------------------


def in_range(position: Scene, unit: Troop, target: Troop, cell: Cell | None = None) -> bool:
    """Say whether a target is in range of a unit, or would be from another cell. Sight is not asked."""
    weapon, here = weapon_of(position, unit), cell or unit.cell
    if weapon is None or here is None or target.cell is None:
        return False
    return _range_refusal(position, weapon, here, target) is None


def has_target_from(position: Scene, unit: Troop, cell: Cell) -> bool:
    """Say whether there would be anybody to shoot at from a cell: in range, in sight, and in no close combat.

    Whether the weapon is loaded and deployed is not asked.
    """
    return any(
        in_range(position, unit, enemy, cell) and not enemy.fighting and sees_from(position, unit, cell, enemy)
        for enemy in enemies(position, unit.side)
    )


def shot_area(position: Scene, unit: Troop, target: Troop, still: Cell) -> Area:
    """Return where one of the two could be for the unit to have the target in range and sight; the other stands still.

    Inches and lines of sight are the same both ways, so it is all one which of them that is.
    """
    weapon = weapon_of(position, unit)
    if weapon is None:
        return Area(position.map, 0)
    area = area_within(position, still, longest(position, weapon, target))
    if weapon.least:
        area -= area_nearer_than(position, still, weapon.least)
    above = flies(position, unit) or flies(position, target)
    return area if above else area & position.lines.field_of_view(still)


def longest(position: Scene, weapon: Weapon, target: Troop) -> int:
    """Return how far a weapon carries against a target: at aircraft its short range, unless it is made for them."""
    return weapon.short if flies(position, target) and not weapon.anti_aircraft else weapon.long


def shot_refusal(position: Scene, unit: Troop, target: Troop) -> Refusal | None:
    """Say why a unit cannot shoot at another; None if it can. Whose turn it is is not asked."""
    if unit.cell is None or not unit.on_table or not target.on_table:
        return Refusal("not on the table", TABLE_SENSE)
    if target.side == unit.side:
        return Refusal(f"{target.name} {target.name:is a friend|are friends}", SHOOT)
    weapon = weapon_of(position, unit)
    unready = arms_refusal(position, unit)
    if weapon is None or unready is not None:
        return unready
    if unit.fighting:
        return Refusal("in close combat", SHOOT)
    if target.fighting:
        return Refusal(target.name.does("is in close combat: nobody shoots into it"), SHOOT)
    refused = _range_refusal(position, weapon, unit.cell, target)
    if refused is None and not sees(position, unit, target):
        return Refusal(f"no line of sight to {target.id}", SHOOT)
    return refused


def arms_refusal(position: Scene, unit: Troop) -> Refusal | None:
    """Say why a unit cannot shoot at anybody for want of a weapon, a load or a mounting; None if it can."""
    if weapon_of(position, unit) is None:
        return Refusal(unit.name.does("has nothing to shoot with"), SHOOT)
    if not unit.loaded:
        return Refusal("not loaded: it has to be reloaded first", "CUC-RELOAD")
    return None if unit.ready else Refusal("not deployed", "CUC-DEPLOY")


def _range_refusal(position: Scene, weapon: Weapon, here: Cell, target: Troop) -> Refusal | None:
    there, most = target.place, longest(position, weapon, target)
    if not within(position, here, there, most):
        far = f"too far: {inches(position, here, there):.1f} inches, and the {weapon.name} carries {most}"
        return Refusal(far, SHOOT)
    if weapon.least and nearer_than(position, here, there, weapon.least):
        near = f"too near: {inches(position, here, there):.1f} inches, and the {weapon.name} needs {weapon.least}"
        return Refusal(near, SHOOT)
    return None


def always_hasty(position: Scene, unit: Troop) -> bool:
    """Say whether a shot would be hasty in any case: what is loaded shot by shot, with two cards running."""
    weapon = weapon_of(position, unit)
    return weapon is not None and weapon.reload == "single" and not unit.rested


# -- what the dice must show -------------------------------------------------------------------------------------


def dice_of(position: Scene, unit: Troop) -> int:
    """Return how many dice a unit throws: one a figure, or those of its weapon."""
    weapon = weapon_of(position, unit)
    if weapon is None:
        return 0
    if not weapon.dice:
        return unit.figures
    alone = unit.profile.style == "crew" and unit.figures == 1
    return -(-weapon.dice // 2) if alone else weapon.dice


def needed(position: Scene, unit: Troop, target: Troop, *, hasty: bool) -> Check:
    """Return what one die must reach to hit, part by part; `on_a_die` bounds it."""
    weapon, numbers = weapon_of(position, unit), position.battle.data.numbers
    if weapon is None:
        raise ValueError(f"{unit.id} has nothing to shoot with")
    near = within(position, unit.place, target.place, weapon.short)
    check = (
        Check("needed on a die")
        .plus(numbers.hit_short if near else numbers.hit_long, "short range" if near else "long range")
        .plus(-numbers.hasty * hasty, "hasty")
        .plus(-numbers.marksmen * unit.profile.marksmen, "marksmen")
        .plus(-numbers.shaken * unit.shaken, "shaken")
        .plus(-numbers.large_target * movement_of(position, target).large, "large target")
    )
    if target.profile.skirmisher and class_of(position, target).id == "foot":
        check = check.plus(-numbers.skirmishing_target, "skirmishing target")
    if flies(position, target):
        return check if weapon.anti_aircraft else check.plus(-numbers.aircraft_target, "aircraft")
    return sheltered(position, check, covers_of(position, unit.place, target.place, above=flies(position, unit)))


def sheltered(position: Scene, check: Check, covers: Sequence[Cover]) -> Check:
    """Add the best of some cover: no more counts."""
    numbers = position.battle.data.numbers
    for cover in covers[:1]:
        worth = numbers.hard_cover if cover.cover == HARD else numbers.soft_cover
        check = check.plus(-worth, f"{cover.cover} cover: {cover.reason}")
    return check


def on_a_die(number: int) -> int:
    """Return the number that a die is thrown against: a 1 always misses and a 10 always hits.

    >>> on_a_die(12), on_a_die(0), on_a_die(7)
    (10, 2, 7)
    """
    return min(HIGHEST, max(LOWEST, number))


def pierce(position: Scene, unit: Troop, target: Troop) -> int | None:
    """Return what a second die must show for a hit to count, against aircraft and armour; None where none is thrown."""
    weapon, numbers = weapon_of(position, unit), position.battle.data.numbers
    if flies(position, target):
        return numbers.aircraft_pierced
    if not target.profile.armoured:
        return None
    return numbers.armour_guns if weapon is not None and weapon.gun else numbers.armour_small_arms


@dataclass(frozen=True)
class Dice:
    """What is thrown by one unit at another."""

    unit: str
    target: str
    purpose: str
    count: int
    need: int
    second: int | None
    """What a second die for each hit must show, against armour and aircraft; None where none is thrown."""
    casualty: int
    rule: str
    """By which they are thrown."""
    reroll: bool = False


@dataclass(frozen=True)
class Effect:
    """What came of the dice."""

    hits: int
    losses: int


def thrown(game: Play, dice: Dice) -> Effect:
    """Throw to hit, one missed die once more where that is allowed, then for armour, then for casualties."""
    first, fallen = _throw(dice, dice.purpose, dice.count, dice.need), _throw(dice, "casualties", 0, dice.casualty)
    further = [fallen] if dice.second is None else [_throw(dice, "through the armour", 0, dice.second), fallen]
    if not dice.count:
        return Effect(0, 0)
    if dice.reroll:
        hits = game.successes(first, dice.rule)
        if hits < dice.count:
            hits += game.successes(_throw(dice, "one missed die again", 1, dice.need), dice.rule)
        lost = 0
        if hits:
            *_, lost = game.chain(replace(further[0], count=hits), *further[1:], rule=dice.rule)
    else:
        hits, *_, lost = game.chain(first, *further, rule=dice.rule)
    return Effect(hits, min(lost, game.state.unit(dice.target).figures))


def _throw(dice: Dice, purpose: str, count: int, need: int) -> Throw:
    return Throw(D10, purpose, dice.unit, at_least(need, each=True), count)


def shoot(game: Play, id_: str, target: str, *, hasty: bool, reroll: bool = False) -> None:
    """Shoot a volley, with all that follows from it: casualties, the leader's fate, courage."""
    position, unit, enemy = game.position, game.state.unit(id_), game.state.unit(target)
    hasty = hasty or always_hasty(position, unit)
    check = needed(position, unit, enemy, hasty=hasty)
    game.note(Checked(check, rule=SHOOT))
    casualty, second = game.battle.data.numbers.casualty, pierce(position, unit, enemy)
    count, need = dice_of(position, unit), on_a_die(check.total)
    dice = Dice(id_, target, "to hit", count, need, second, casualty, SHOOT, reroll)
    effect = thrown(game, dice)
    weapon = weapon_of(position, unit)
    facing = game.battle.map.grid.towards(unit.place, enemy.place)[0]
    empties = weapon is not None and weapon.reload == "slow"
    game.happen(Shot(id_, target, effect.hits, effect.losses, facing, empties))
    if effect.losses:
        leader_dice(game, target, effect.losses)
        after_losses(game, target)


def leader_dice(game: Play, id_: str, losses: int) -> None:
    """Throw whether the leader is among the fallen; with a unit that is lost he is lost as well."""
    unit = game.state.unit(id_)
    if not unit.leader:
        return
    if unit.lost:
        game.happen(LeaderLost(id_))
        return
    falls = at_most(game.battle.data.numbers.leader_falls, each=True)
    if game.met(Throw(D10, "the leader falls", id_, falls, losses), "CUC-COURAGE"):
        game.happen(LeaderLost(id_))
