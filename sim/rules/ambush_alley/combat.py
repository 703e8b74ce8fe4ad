"""Quality checks, morale and first aid; fire, vehicles and strikes; close assault: the dice, and what comes of them.

What is added to a die never changes what it shows: a bare 1 of a Regular draws a card whatever is added. To pull back
is to move: cards that last until a unit moves are over.

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
from sim.engine.events import Passed
from sim.engine.game import Matched
from sim.engine.notes import Checked, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.rules.ambush_alley import events, ground, state
from sim.rules.ambush_alley.events import Damaged, Struck
from sim.rules.ambush_alley.figures import Card, Support
from sim.rules.ambush_alley.searches import pull_back
from sim.rules.ambush_alley.state import Pace, Play, Scene, Team, in_force, quality, quality_die, with_cards
from sim.solo.moves import Going
from sim.solo.situation import Situation
from sim.tabletop import inches
from sim.tabletop.inches import Way, Ways, best_cover, sees, within

# -- checks ------------------------------------------------------------------------------------------------------


def noted(game: Play, check: Check) -> int:
    """Write down what is added to a die, if anything is; return how much."""
    if check.parts:
        game.note(Checked(check))
    return check.total


def passes_quality(game: Play, id_: str, purpose: str, rule: str = "") -> bool:
    """AAS-CHECK-3: throw a Quality check. Nothing is added to it; cards change the die itself."""
    need = at_least(game.battle.data.numbers.success)
    return game.met(Throw(state.check_die(game.position, game.state.unit(id_)), purpose, id_, need), rule)


def reaction_check(position: Scene, unit: Team) -> Check:
    """Return what is added to a unit's die in a reaction test: the casualty penalty, and cards."""
    check = Check("reaction").plus(position.battle.data.numbers.penalty * unit.penalty, "wounded with it")
    return with_cards(check, position, unit, "reaction")


# -- morale ------------------------------------------------------------------------------------------------------

MORALE = "AAS-R-morale"


def takes_morale(unit: Team) -> bool:
    """Say whether a unit tests its morale after losses."""
    return unit.profile.kind in ("team", "leader")


def at_half_strength(unit: Team) -> bool:
    """Say whether half of a unit or fewer can still fight, of those who came."""
    return 2 * unit.figures <= (unit.strength or unit.profile.figures)


def morale_check(position: Scene, unit: Team, minus: int = 0) -> Check:
    """Return what is added to the die of a morale test; `minus` is taken off it, for who lost a close assault."""
    half = position.battle.data.numbers.half_strength * at_half_strength(unit)
    check = Check("morale").plus(half, "half strength or less")
    return with_cards(check, position, unit, "morale").plus(-minus, "lost the close assault")


def after_casualties(game: Play, id_: str, minus: int = 0) -> None:
    """Test the morale of a unit that has lost somebody, if anybody is left to be tested; who fails suffers it."""
    unit = game.state.unit(id_)
    if not unit.on_table or not takes_morale(unit):
        return
    need = at_least(game.battle.data.numbers.success - noted(game, morale_check(game.position, unit, minus)))
    passed = game.met(Throw(die(unit.profile.morale), "morale", id_, need), MORALE)
    game.happen(events.MoraleTested(id_, passed))
    if not passed:
        give_way(game, id_)


def give_way(game: Play, id_: str) -> None:
    """Let a unit suffer a failed test: Regulars are pinned, Insurgents pull back and do nothing more this turn.

    Back is out of sight at the best pace, if one can get there; who is, and not at close quarters, stays.
    """
    unit, position = game.state.unit(id_), game.position
    if unit.side == game.battle.data.mission.regulars:
        game.happen(events.Pinned(id_, max(1, game.state.turn) + 1))
        return
    threatened = ground.seen_by_enemies(position, unit) or ground.in_contact(position, unit)
    if threatened and ground.held(position, unit) is None:
        going = pull_back(Situation(game, Ask(unit.side, state.END_OF_TURN, id_)), MORALE)
        if isinstance(going, Going):
            take_steps(game, id_, going.way, ground.fastest(position, unit), pulled_back=True)
        else:
            game.note(Said(going.reason, rule=MORALE))
    game.happen(events.Barred(id_))


def take_steps(game: Play, id_: str, way: Way, pace: Pace, *, pulled_back: bool = False) -> None:
    """Move a unit some steps, and drop the cards that last until it moves."""
    before = (game.state.unit(id_).place, *way)[-2]
    game.happen(events.Moved(id_, way, game.battle.map.grid.towards(before, way[-1])[0], pace, pulled_back))
    drop_cards(game, id_)


def drop_cards(game: Play, id_: str) -> None:
    """Drop the cards that last until a unit moves, now that it has."""
    for card in game.state.unit(id_).marks:
        if game.battle.data.card(card).lasts == "until it moves":
            game.happen(events.CardLifted(card, id_))


# -- first aid ---------------------------------------------------------------------------------------------------


def aid_check(position: Scene, unit: Team) -> Check:
    """Return what is added to the first-aid dice of a unit: cards, and a medic who is with it or in cohesion."""
    numbers, here = position.battle.data.numbers, unit.cell
    medics = [other.place for other in state.regulars(position) if other.profile.medic]
    near = here is not None and any(within(position, here, medic, numbers.cohesion) for medic in medics)
    check = Check("first aid").plus(numbers.medic * (near or (unit.profile.medic and unit.figures > 0)), "medic")
    return with_cards(check, position, unit, "extra aid")


def give_first_aid(game: Play) -> None:
    """Treat every Regular who is down, in roster order."""
    for unit in list(game.state.units.of(game.battle.data.mission.regulars)):
        for _ in range(unit.downed):
            _treat(game, unit.id)


def _treat(game: Play, id_: str) -> None:
    table, turn = game.battle.data.first_aid, game.state.turn
    added = noted(game, aid_check(game.position, game.state.unit(id_)))
    total = game.throw(Throw(D6, "first aid", id_)).total + added
    result = table[max(min(table), min(max(table), total))]
    game.happen(events.Treated(id_, result))
    unit = game.state.unit(id_)
    if unit.figures <= 0 or unit.only_reacts >= turn or result not in ("serious", "dead"):
        return
    if result == "dead" and passes_quality(game, id_, "to go on after a death"):
        game.happen(Passed(unit.side, id_, "goes on all the same"))
    else:
        game.happen(events.OnlyReacts(id_, turn))


# -- how strong (AAS-R-fire) -------------------------------------------------------------------------------------


def fighters(unit: Team) -> int:
    """Return the dice of a unit without its support weapons: one a figure, and one for the leader with them."""
    if unit.profile.kind not in ("team", "leader"):
        return 0
    return unit.figures + (unit.profile.kind == "team" and unit.leader > 0 and unit.figures > 0)


def firepower(unit: Team, supports: Mapping[str, Support]) -> int:
    """Return the dice of figures and support weapons, and one for a leader who is with them."""
    return fighters(unit) + sum(supports[id_].dice for id_ in unit.support if not unit.weapon_out)


def listed_firepower(position: Scene, unit: Team) -> int:
    """AAS-R-firepower: return the Firepower that the tables of motivations ask for."""
    data = position.battle.data
    led = unit.profile.kind == "team" and unit.leader and data.readings.listed_firepower == "without leader"
    return firepower(unit, data.supports) - (fighters(unit) - unit.figures if led else 0)


def anti_tank(position: Scene, unit: Team) -> int:
    """Return the dice of a unit against vehicles."""
    return sum(weapon.anti_tank for weapon in ground.weapons(position, unit))


def would_harm(position: Scene, unit: Team, vehicle: Team) -> bool:
    """AAS-N-1: say whether a unit has a support weapon that would harm a vehicle: any anti-tank die."""
    return vehicle.profile.kind == "vehicle" and anti_tank(position, unit) > 0


# -- whether it can be -------------------------------------------------------------------------------------------


def _no_enemy(position: Scene, unit: Team, target: Team, rule: str) -> Refusal | None:
    """Say why two units cannot fight each other at all."""
    if not unit.on_table or not target.on_table:
        return Refusal("not on the table", TABLE_SENSE)
    known = any(enemy.id == target.id for enemy in state.enemies(position, unit.side))
    return None if known else Refusal(target.name.does("is no enemy"), rule)


def fire_refusal(position: Scene, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-fire: say why a unit cannot fire at another; None if it can. Whose turn it is is not asked."""
    refused = _no_enemy(position, unit, target, "AAS-R-fire") or unable(position, unit)
    small = target.profile.kind != "vehicle" or target.profile.soft_skinned
    if refused is None and not small and not would_harm(position, unit, target):
        refused = Refusal(f"nothing that would harm {target.id}", "AAS-R-vehicle")
    if refused is None and not sees(position, unit, target):
        refused = Refusal(f"no line of sight to {target.id}", "AAS-R-fire")
    return refused


def unable(position: Scene, unit: Team) -> Refusal | None:
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


def attack_dice(position: Scene, unit: Team, target: Team, *, reacting: bool = False) -> Check:
    """Return how many dice a unit throws at a target, part by part; `reacting` names the check accordingly."""
    check, numbers = Check("reaction fire" if reacting else "fire"), position.battle.data.numbers
    if would_harm(position, unit, target):
        for weapon in ground.weapons(position, unit):
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


def _small_arms(position: Scene, unit: Team, target: Team, check: Check) -> Check:
    """Add the Firepower, and what range, target and cards give."""
    numbers, leader = position.battle.data.numbers, int(unit.profile.kind == "team" and fighters(unit) > unit.figures)
    check = check.plus(fighters(unit) - leader, "figures").plus(leader, "leader with them")
    for weapon in ground.weapons(position, unit):
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


def _in_optimum(position: Scene, unit: Team, target: Team) -> str:
    """AAS-R-support: say by which range a target is within the optimum range of any of the dice; empty for none."""
    if ground.always_optimum(position, unit):
        return "any range, for a mounted weapon"
    if ground.range_band(position, unit, target) == "optimum":
        return f'{ground.optimum(position, unit)}"'
    most = ground.support_optimum(position, unit)
    near = within(position, unit.place, target.place, most)
    return f'{most}" for the {ground.weapons(position, unit)[0].name}' if near else ""


def hit_need(position: Scene, unit: Team, target: Team) -> int:
    """Return what an attack die must show: 4, and 6 where small arms fire at a soft-skinned vehicle."""
    numbers = position.battle.data.numbers
    small_arms = target.profile.kind == "vehicle" and not would_harm(position, unit, target)
    return numbers.small_arms_harm if small_arms else numbers.success


def defence_dice(position: Scene, unit: Team, target: Team, attack: int) -> Check:
    """AAS-R-defence: how many dice a target throws against so many of a unit's; a vehicle those of its armour."""
    if target.profile.kind == "vehicle":
        hit = facing_hit(position, unit.place, target)
        return Check("armour").plus(target.profile.armour[FACINGS.index(hit)], f"armour at the {hit}")
    return _behind(position, target, attack, best_cover(position.lines, unit.place, target.place))


def shelter(position: Scene, unit: Team, attack: int) -> Check:
    """Return the dice that a unit throws against fire from anywhere, part by part."""
    if unit.profile.kind == "vehicle":
        return Check("armour").plus(unit.profile.armour[1], "armour at the sides")
    covers = inches.best_first(position.map, own_cover(position.ground, unit.place))
    return _behind(position, unit, attack, covers[0] if covers else None)


def _behind(position: Scene, target: Team, attack: int, cover: Cover | None) -> Check:
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


def defence_faces(position: Scene, target: Team, shooter: Cell | None = None) -> int:
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


def facing_hit(position: Scene, shooter_cell: Cell, vehicle: Team) -> Facing:
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


# -- fire --------------------------------------------------------------------------------------------------------


def shoot(game: Play, id_: str, target: str, *, reacting: bool = False) -> None:
    """Fire once, with all that follows from it but an answer: casualties or damage, people who are hit, morale."""
    position, unit, enemy = game.position, game.state.unit(id_), game.state.unit(target)
    crowd, added = mobs_in_line(position, unit, enemy), damage_check(position, unit)
    hits, left, faces = _thrown(game, unit, enemy, reacting)
    is_vehicle = enemy.profile.kind == "vehicle"
    downed = enemy.side == game.battle.data.mission.regulars
    losses = 0 if is_vehicle else min(left, enemy.figures)
    # Men turn to what they fire at; a vehicle keeps its facing, on which its armour hangs.
    turns = unit.profile.kind != "vehicle" and unit.cell != enemy.cell
    facing = game.battle.map.grid.towards(unit.place, enemy.place)[0] if turns else unit.facing
    game.happen(events.Fired(id_, target, hits, losses, downed, unit.place, enemy.place, facing, reacting))
    if crowd and (strays := faces.count(game.battle.data.numbers.stray)):
        mob = game.state.unit(crowd[0].id)
        text = f"is in the line of fire: {'a 1' if strays == 1 else f'{strays} ones'} among the dice"
        game.note(Said(mob.name.does(text), rule="AAS-CIV-5"))
        _hit_mob(game, Struck(mob.id, min(strays, mob.figures), False, "in the line of fire"), unit.side)
    if is_vehicle and left:
        _damage(game, target, left, added)
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


def mobs_in_line(position: Scene, unit: Team, target: Team) -> tuple[Team, ...]:
    """Return the mobs in the line of fire, the nearest to the target first, then in roster order.

    Every 1 of the attack dice hits somebody of the first.
    """
    length, squared = position.battle.data.numbers.line_of_fire, position.map.grid.squared
    near = [
        mob for mob in state.mobs(position) if inches.near_line(position, (unit.place, target.place), mob.place, length)
    ]
    return tuple(sorted(near, key=lambda mob: squared(mob.place, target.place)))


def _hit_mob(game: Play, struck: Struck, by: str) -> None:
    """AAS-CIV-5: let people be hit; by Regulars that raises the insurgency, by Insurgents it lowers it, once a turn."""
    game.happen(struck)
    rises = by == game.battle.data.mission.regulars
    if struck.casualties and not (game.state.raised if rises else game.state.lowered):
        game.note(Said("people have been hit", rule="AAS-CIV-5"))
        game.happen(events.LevelChanged(1 if rises else -1, civilians=True))


def strike_unit(game: Play, id_: str, card: Card, faces: int) -> None:
    """AAS-R-strike: let the dice of a card fall on a unit from off the table, with all that follows."""
    data, unit, dice = game.battle.data, game.state.unit(id_), max(1, card.amount)
    need, check = at_least(data.numbers.success, each=True), shelter(game.position, unit, dice)
    defence = Throw(die(max(1, defence_faces(game.position, unit))), check.name, id_, need, check.total)
    left = game.matched(Throw(die(faces), card.name, id_, need, dice), defence, Checked(check)).left
    losses = 0 if unit.profile.kind == "vehicle" else min(left, unit.figures)
    struck = Struck(id_, losses, unit.side == data.mission.regulars, card.name, unit.place)
    if unit.profile.kind == "mob":
        _hit_mob(game, struck, data.mission.regulars if card.id in data.assets else data.mission.insurgents)
        return
    game.happen(struck)
    if unit.profile.kind == "vehicle":
        _damage(game, id_, left, Check("damage").plus(data.numbers.strike_damage, card.name))
    elif losses:
        after_casualties(game, id_)


# -- damage (AAS-R-damage) ---------------------------------------------------------------------------------------


def damage_check(position: Scene, unit: Team) -> Check:
    """Return what the weapons of a unit add to the damage die."""
    harmful = [weapon for weapon in ground.weapons(position, unit) if weapon.anti_tank]
    worst = max(harmful, key=lambda weapon: weapon.damage, default=None)
    return Check("damage").plus(worst.damage, worst.name) if worst else Check("damage")


def damage(position: Scene, total: int) -> str:
    """Return what a hit does, by the die and what the weapon adds; more than the table has is its last row."""
    table = position.battle.data.damage
    return table[max(min(table), min(max(table), total))]


def _damage(game: Play, id_: str, hits: int, check: Check) -> None:
    """Roll for every hit on a vehicle; `check` is what the weapon adds."""
    for _ in range(hits):
        added = noted(game, check)
        result = damage(game.position, game.throw(Throw(D6, "damage", id_)).total + added)
        place = game.state.unit(id_).place
        game.happen(Damaged(id_, result, max(1, game.state.turn) + 1 if result == "shaken" else 0))
        if result == "knocked out":
            _bail_out(game, id_, place)
            return


def _bail_out(game: Play, vehicle: str, place: Cell) -> None:
    """Let the passengers of a vehicle that is knocked out save themselves, or not."""
    for unit in [unit for unit in game.state.units if unit.aboard == vehicle]:
        lost = 0
        if unit.figures:
            need = at_least(game.battle.data.numbers.passenger_safe, each=True)
            throw = Throw(quality_die(game.position, unit), "to get out", unit.id, need, unit.figures)
            lost = unit.figures - game.successes(throw)
        free = ground.nearest_room(game.position, unit, place, beside=True)
        names = [game.position.name(cell) for cell in free]
        game.happen(events.Disembarked(unit.id, game.choose(free, "where they get out", unit.id, names)))
        if lost:
            downed = unit.side == game.battle.data.mission.regulars
            game.happen(Struck(unit.id, lost, downed, f"in the wreck of {vehicle}"))
            after_casualties(game, unit.id)


# -- close assault (AAS-R-assault, AAS-R-bout) -------------------------------------------------------------------


def assault_ways(position: Scene, unit: Team, target: Team) -> Ways:
    """Return the cells beside the target in which an assault can end, cheapest first, with the ways there.

    The unit's own cell with an empty way where it stands beside the target already. Nothing where no assault can be.
    """
    if _never_assaulted(position, unit, target) is not None:
        return inches.NO_WAYS
    moving, pace = ground.mover(position, unit), ground.fastest(position, unit)
    most = ground.allowance(position, unit, pace)
    return inches.contact_ways(position, moving, unit.place, target, most, lambda: ground.reach(position, unit, pace))


def assault_refusal(position: Scene, unit: Team, target: Team, way: Way) -> Refusal | None:
    """AAS-R-assault: say why a unit cannot assault another by a way; None if it can. Whose turn it is is not asked."""
    refused, pace = _never_assaulted(position, unit, target), ground.fastest(position, unit)
    if refused is None and way:
        refused = ground.way_refusal(position, unit, way, pace)
    if refused is not None:
        return refused
    if not way and not position.map.grid.adjacent(unit.place, target.place):
        move, most = unit.at_pace(pace).name, inches.inch_text(ground.allowance(position, unit, pace))
        return Refusal(f"out of reach: no {move} move of {most} ends beside {target.id}", "AAS-R-assault")
    return ground.contact_refusal(position, unit, way[-1] if way else unit.place, target)


def _never_assaulted(position: Scene, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-assault: say why no way at all makes an assault; None if some way might."""
    if refused := _no_enemy(position, unit, target, "AAS-R-assault"):
        return refused
    if unit.profile.kind != "team":
        return Refusal(f"a {unit.profile.kind} never assaults", "AAS-R-assault")
    if target.profile.kind == "vehicle":
        return Refusal("nobody assaults a vehicle", "AAS-R-assault")
    return ground.held(position, unit)


def assault_dice(position: Scene, unit: Team) -> Check:
    """Return how many dice a unit throws in a close assault; no more than any throw has."""
    check = Check("close assault").plus(unit.figures, "figures")
    if unit.leader and unit.profile.kind == "team":
        check = check.plus(1, "leader with them")
    most = position.battle.data.numbers.most_dice
    return check.plus(min(0, most - check.total), f"no more than {most} dice")
