"""Fire (AAS-R-fire, AAS-R-defence, AAS-R-vehicle, AAS-R-damage, AAS-R-strike): who can be fired at, the dice, the harm.

Attack and defence are dice of Quality; 4 or more counts. Each success of the defence cancels one of the attack that is
equal or lower, matched as well as can be; every success that is left is a casualty, or a hit on a vehicle. Dice that
are added are capped first; what is taken off comes after the cap. Dice that are judged alike are thrown together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sim.board.cover import Cover, own_cover
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.game import Matched
from sim.engine.notes import Checked, Said
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.rules.ambush_alley import ground
from sim.rules.ambush_alley.checks import after_casualties, noted
from sim.rules.ambush_alley.events import Damaged, Disembarked, Fired, LevelChanged, Struck
from sim.rules.ambush_alley.figures import Card, Support
from sim.rules.ambush_alley.scene import (
    Play,
    Scene,
    in_force,
    is_pinned,
    is_shaken,
    mobs,
    quality,
    quality_die,
    with_cards,
)
from sim.rules.ambush_alley.units import Team
from sim.tabletop.inches import best_cover, best_first, near_line, sees, within

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
    return sum(weapon.anti_tank for weapon in ground.weapons(position, unit))


def would_harm(position: Scene, unit: Team, vehicle: Team) -> bool:
    """AAS-N-1: say whether a unit has a support weapon that would harm a vehicle: any anti-tank die."""
    return vehicle.profile.kind == "vehicle" and anti_tank(position, unit) > 0


# -- whether it can be -------------------------------------------------------------------------------------------


def fire_refusal(position: Scene, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-fire: say why a unit cannot fire at another; None if it can. Whose turn it is is not asked."""
    if not unit.on_table or not target.on_table:
        return Refusal("not on the table", TABLE_SENSE)
    if not any(enemy.id == target.id for enemy in ground.enemies(position, unit.side)):
        return Refusal(target.name.does("is no enemy"), "AAS-R-fire")
    refused = unable(position, unit)
    small = target.profile.kind != "vehicle" or target.profile.soft_skinned
    if refused is None and not small and not would_harm(position, unit, target):
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


# -- the dice ----------------------------------------------------------------------------------------------------


def attack_dice(position: Scene, unit: Team, target: Team, *, reacting: bool = False) -> Check:
    """Return how many dice a unit throws at a target, part by part; `reacting` names the check accordingly."""
    check = Check("reaction fire" if reacting else "fire")
    if would_harm(position, unit, target):
        for weapon in ground.weapons(position, unit):
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
    for weapon in ground.weapons(position, unit):
        check = check.plus(weapon.dice, weapon.name)
    return check


def _situation(position: Scene, unit: Team, target: Team, check: Check) -> Check:
    """Add what range, target and cards give."""
    numbers = position.battle.data.numbers
    if near := _in_optimum(position, unit, target):
        check = check.plus(numbers.optimum_dice, f"within optimum range ({near})")
    if target.pace == "rapid":
        check = check.plus(numbers.rapid_target, "target moved Rapid")
    if target.profile.kind != "vehicle" and best_cover(position.lines, unit.place, target.place) is None:
        check = check.plus(numbers.exposed_target, "target exposed")
    for card in in_force(position, unit, "firepower dice"):
        check = check.plus(max(0, card.amount), card.name)
    return check


def _in_optimum(position: Scene, unit: Team, target: Team) -> str:
    """AAS-R-support: say by which range a target is within the optimum range of any of the dice; empty for none."""
    if ground.always_optimum(position, unit):
        return "any range, for a mounted weapon"
    if ground.range_band(position, unit, target) == "optimum":
        return f'{ground.optimum(position, unit)}"'
    most = ground.support_optimum(position, unit)
    if not within(position, unit.place, target.place, most):
        return ""
    return f'{most}" for the {ground.weapons(position, unit)[0].name}'


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
        hit = facing_hit(position, unit.place, target)
        return Check("armour").plus(target.profile.armour[_ARMOUR[hit]], f"armour at the {hit}")
    return defence_behind(position, target, attack, best_cover(position.lines, unit.place, target.place))


def defence_behind(position: Scene, target: Team, attack: int, cover: Cover | None) -> Check:
    """Return how many dice men behind some cover throw against so many, part by part."""
    basic = max(1, min(target.figures, attack))
    reason = "attack dice" if attack < target.figures else "figures"
    check = _cover_dice(position, target, cover, Check("defence").plus(basic, reason))
    check = check.plus(target.profile.body_armour, "body armour")
    check = with_cards(check, position, target, "defence dice")
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


# -- who else is there -------------------------------------------------------------------------------------------


def mobs_in_line(position: Scene, unit: Team, target: Team) -> tuple[Team, ...]:
    """Return the mobs in the line of fire, the nearest to the target first, then in roster order."""
    length, squared = position.battle.data.numbers.line_of_fire, position.map.grid.squared
    near = [mob for mob in mobs(position) if near_line(position, (unit.place, target.place), mob.place, length)]
    return tuple(sorted(near, key=lambda mob: squared(mob.place, target.place)))


Facing = Literal["front", "side", "rear"]
_ARMOUR: Mapping[Facing, int] = {"front": 0, "side": 1, "rear": 2}
KNOCKED_OUT = "knocked out"


def facing_hit(position: Scene, shooter_cell: Cell, vehicle: Team) -> Facing:
    """Return which side of a vehicle a line of fire hits."""
    grid, here = position.map.grid, vehicle.place
    step = grid.steps[vehicle.facing]
    ahead, origin, view = grid.squared(Cell(0, 0), step), Cell(0, 0), shooter_cell.minus(here)
    away = grid.squared(origin, view)
    twice_dot = ahead + away - grid.squared(step, view)
    # The angle is 45 degrees where the square of the cosine is a half.
    steep = twice_dot * twice_dot - 2 * ahead * away
    if steep >= 0 and twice_dot >= 0:
        return "front"
    return "rear" if steep > 0 else "side"


def damage_check(position: Scene, unit: Team) -> Check:
    """Return what the weapons of a unit add to the damage die."""
    harmful = [weapon for weapon in ground.weapons(position, unit) if weapon.anti_tank]
    if not harmful:
        return Check("damage")
    worst = max(harmful, key=lambda weapon: weapon.damage)
    return Check("damage").plus(worst.damage, worst.name)


def damage(position: Scene, total: int) -> str:
    """Return what a hit does, by the die and what the weapon adds; more than the table has is its last row."""
    table = position.battle.data.damage
    return table[max(min(table), min(max(table), total))]


def shoot(game: Play, id_: str, target: str, *, reacting: bool = False) -> None:
    """Fire once, with all that follows from it but an answer: casualties or damage, people who are hit, morale."""
    position, unit, enemy = game.position, game.state.unit(id_), game.state.unit(target)
    crowd = mobs_in_line(position, unit, enemy)
    hits, left, faces = _thrown(game, unit, enemy, reacting)
    is_vehicle = enemy.profile.kind == "vehicle"
    downed = enemy.side == game.battle.data.mission.regulars
    losses = 0 if is_vehicle else min(left, enemy.figures)
    # Men turn to what they fire at; a vehicle keeps its facing, on which its armour hangs.
    turns = unit.profile.kind != "vehicle" and unit.cell != enemy.cell
    facing = game.battle.map.grid.towards(unit.place, enemy.place)[0] if turns else unit.facing
    added = damage_check(position, unit)
    game.happen(Fired(id_, target, hits, losses, downed, unit.place, enemy.place, facing, reacting))
    if crowd:
        _hit_crowd(game, id_, crowd, faces.count(game.battle.data.numbers.stray))
    if is_vehicle and left:
        damage_vehicle(game, target, left, added)
    elif losses:
        after_casualties(game, target)


def _thrown(game: Play, unit: Team, enemy: Team, reacting: bool) -> Matched:
    """Throw the attack, and the defence against what hits."""
    position, success = game.position, at_least(game.battle.data.numbers.success, each=True)
    check = attack_dice(position, unit, enemy, reacting=reacting)
    guard = defence_dice(position, unit, enemy, check.total)
    need = at_least(hit_need(position, unit, enemy), each=True)
    attack = Throw(quality_die(position, unit), f"fire at {enemy.id}", unit.id, need, check.total)
    faces = max(1, defence_faces(position, enemy, unit.place))
    game.note(Checked(check))
    return game.matched(attack, Throw(die(faces), guard.name, enemy.id, success, guard.total), Checked(guard))


# -- people who are in the way -----------------------------------------------------------------------------------


def _hit_crowd(game: Play, id_: str, crowd: tuple[Team, ...], strays: int) -> None:
    """Let every 1 of the attack dice hit somebody of the crowd that is nearest to the target."""
    if not strays:
        return
    mob = game.state.unit(crowd[0].id)
    text = f"is in the line of fire: {'a 1' if strays == 1 else f'{strays} ones'} among the dice"
    game.note(Said(mob.name.does(text), rule="AAS-CIV-5"))
    struck = Struck(mob.id, min(strays, mob.figures), False, "in the line of fire")
    hit_mob(game, struck, game.state.unit(id_).side)


def hit_mob(game: Play, struck: Struck, by: str) -> None:
    """AAS-CIV-5: let people be hit; by Regulars that raises the insurgency, by Insurgents it lowers it, once a turn."""
    game.happen(struck)
    if not struck.casualties:
        return
    rises = by == game.battle.data.mission.regulars
    if not (game.state.raised if rises else game.state.lowered):
        game.note(Said("people have been hit", rule="AAS-CIV-5"))
        game.happen(LevelChanged(1 if rises else -1, civilians=True))


def strike_unit(game: Play, id_: str, card: Card, faces: int) -> None:
    """Let the dice of a card fall on a unit from off the table, with all that follows."""
    name, dice = card.name, max(1, card.amount)
    unit, need = game.state.unit(id_), at_least(game.battle.data.numbers.success, each=True)
    check, own = shelter(game.position, unit, dice), die(max(1, defence_faces(game.position, unit)))
    attack, defence = Throw(die(faces), name, id_, need, dice), Throw(own, check.name, id_, need, check.total)
    left = game.matched(attack, defence, Checked(check)).left
    mission = game.battle.data.mission
    losses = 0 if unit.profile.kind == "vehicle" else min(left, unit.figures)
    struck = Struck(id_, losses, unit.side == mission.regulars, name, unit.place)
    if unit.profile.kind == "mob":
        hit_mob(game, struck, mission.regulars if card.id in game.battle.data.assets else mission.insurgents)
        return
    game.happen(struck)
    if unit.profile.kind == "vehicle":
        damage_vehicle(game, id_, left, Check("damage").plus(game.battle.data.numbers.strike_damage, name))
    elif losses:
        after_casualties(game, id_)


def shelter(position: Scene, unit: Team, attack: int) -> Check:
    """Return the dice that a unit throws against fire from anywhere, part by part."""
    if unit.profile.kind == "vehicle":
        return Check("armour").plus(unit.profile.armour[1], "armour at the sides")
    covers = best_first(position.map, own_cover(position.ground, unit.place))
    return defence_behind(position, unit, attack, covers[0] if covers else None)


def damage_vehicle(game: Play, id_: str, hits: int, check: Check) -> None:
    """Roll for every hit on a vehicle; `check` is what the weapon adds."""
    for _ in range(hits):
        added = noted(game, check)
        result = damage(game.position, game.throw(Throw(D6, "damage", id_)).total + added)
        place = game.state.unit(id_).place
        game.happen(Damaged(id_, result, max(1, game.state.turn) + 1 if result == "shaken" else 0))
        if result == KNOCKED_OUT:
            _bail_out(game, id_, place)
            return


def _bail_out(game: Play, vehicle: str, place: Cell) -> None:
    """Let the passengers of a vehicle that is knocked out save themselves, or not."""
    for passenger in [unit.id for unit in game.state.units if unit.aboard == vehicle]:
        unit = game.state.unit(passenger)
        lost = 0
        if unit.figures:
            need = at_least(game.battle.data.numbers.passenger_safe, each=True)
            throw = Throw(quality_die(game.position, unit), "to get out", passenger, need, unit.figures)
            lost = unit.figures - game.successes(throw)
        free = ground.nearest_room(game.position, unit, place, beside=True)
        names = [game.position.name(cell) for cell in free]
        game.happen(Disembarked(passenger, game.choose(free, "where they get out", passenger, names)))
        downed = unit.side == game.battle.data.mission.regulars
        if lost:
            game.happen(Struck(passenger, lost, downed, f"in the wreck of {vehicle}"))
            after_casualties(game, passenger)
