"""Quality checks, fire and strikes, and what they cost: casualties, damage, morale, first aid.

What is added to a die never changes what it shows: a bare 1 of a Regular draws a card whatever is added. To pull back
is to move: cards that last until a unit moves are over.

Each success of the defence cancels one of the attack that is equal or lower, matched as well as can be; every success
that is left is a casualty, or a hit on a vehicle. Dice that are judged alike are thrown together.
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.events import Passed
from sim.engine.game import Matched
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.rules.ambush_alley import events, state
from sim.rules.ambush_alley.combat import fire
from sim.rules.ambush_alley.combat.fire import defence_faces, mobs_in_line, shelter
from sim.rules.ambush_alley.events import Damaged, Struck
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.ground import moves
from sim.rules.ambush_alley.state import AasGame, AasPosition, Pace, Team, quality_die, with_cards
from sim.solo.moves import Going
from sim.solo.situation import Situation
from sim.tabletop.inches import CellPath, within

# -- checks ------------------------------------------------------------------------------------------------------


def noted(game: AasGame, check: Check) -> int:
    """Write down what is added to a die, if anything is; return how much."""
    if check.parts:
        game.note(Checked(check))
    return check.total


def passes_quality(game: AasGame, id_: str, purpose: str, rule: str = "") -> bool:
    """AAS-CHECK-3: throw a Quality check. Nothing is added to it; cards change the die itself."""
    need = at_least(game.battle.data.numbers.success)
    return game.met(Throw(state.check_die(game.position, game.state.unit(id_)), purpose, id_, need), rule)


def reaction_check(position: AasPosition, unit: Team) -> Check:
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


def morale_check(position: AasPosition, unit: Team, minus: int = 0) -> Check:
    """Return what is added to the die of a morale test; `minus` is taken off it, for who lost a close assault."""
    half = position.battle.data.numbers.half_strength * at_half_strength(unit)
    check = Check("morale").plus(half, "half strength or less")
    return with_cards(check, position, unit, "morale").plus(-minus, "lost the close assault")


def after_casualties(game: AasGame, id_: str, minus: int = 0) -> None:
    """Test the morale of a unit that has lost somebody, if anybody is left; a failure takes effect at once."""
    unit = game.state.unit(id_)
    if not unit.on_table or not takes_morale(unit):
        return
    need = at_least(game.battle.data.numbers.success - noted(game, morale_check(game.position, unit, minus)))
    passed = game.met(Throw(die(unit.profile.morale), "morale", id_, need), MORALE)
    game.happen(events.MoraleTested(id_, passed))
    if not passed:
        give_way(game, id_)


def give_way(game: AasGame, id_: str) -> None:
    """Let a unit suffer a failed test: Regulars are pinned, Insurgents pull back and do nothing more this turn.

    Back is out of sight at the best pace, if one can get there; who is, and not at close quarters, stays.
    """
    unit, position = game.state.unit(id_), game.position
    if unit.side == game.battle.data.mission.regulars:
        game.happen(events.Pinned(id_, max(1, game.state.turn) + 1))
        return
    threatened = moves.seen_by_enemies(position, unit) or moves.in_contact(position, unit)
    if threatened and moves.move_refusal(position, unit) is None:
        going = moves.pull_back(Situation(game, Ask(unit.side, state.END_OF_TURN, id_)), MORALE)
        if isinstance(going, Going):
            take_steps(game, id_, going.way, moves.fastest(position, unit), pulled_back=True)
        else:
            game.note(Said(going.reason, rule=MORALE))
    game.happen(events.Barred(id_))


def take_steps(game: AasGame, id_: str, way: CellPath, pace: Pace, *, pulled_back: bool = False) -> None:
    """Move a unit some steps, and drop the cards that last until it moves."""
    before = (game.state.unit(id_).place, *way)[-2]
    game.happen(events.Moved(id_, way, game.battle.map.grid.towards(before, way[-1])[0], pace, pulled_back))
    drop_cards(game, id_)


def drop_cards(game: AasGame, id_: str) -> None:
    """Drop the cards that last until a unit moves, now that it has."""
    for card in game.state.unit(id_).marks:
        if game.battle.data.card(card).lasts == "until it moves":
            game.happen(events.CardLifted(card, id_))


# -- first aid ---------------------------------------------------------------------------------------------------


def aid_check(position: AasPosition, unit: Team) -> Check:
    """Return what is added to the first-aid dice of a unit: cards, and a medic who is with it or in cohesion."""
    numbers, here = position.battle.data.numbers, unit.cell
    medics = [other.place for other in state.regulars(position) if other.profile.medic]
    near = here is not None and any(within(position, here, medic, numbers.cohesion) for medic in medics)
    check = Check("first aid").plus(numbers.medic * (near or (unit.profile.medic and unit.figures > 0)), "medic")
    return with_cards(check, position, unit, "extra aid")


def give_first_aid(game: AasGame) -> None:
    """Treat every Regular who is down, in roster order."""
    for unit in list(game.state.units.of(game.battle.data.mission.regulars)):
        for _ in range(unit.downed):
            _treat(game, unit.id)


def _treat(game: AasGame, id_: str) -> None:
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


# -- fire -------------------------------------------------------------------------------------------------------


def shoot(game: AasGame, id_: str, target: str, *, reacting: bool = False) -> None:
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


def _thrown(game: AasGame, unit: Team, enemy: Team, reacting: bool) -> Matched:
    """Throw the attack, and the defence against what hits."""
    position, success = game.position, at_least(game.battle.data.numbers.success, each=True)
    check = fire.attack_dice(position, unit, enemy, reacting=reacting)
    guard = fire.defence_dice(position, unit, enemy, check.total)
    need = at_least(fire.hit_need(position, unit, enemy), each=True)
    attack = Throw(quality_die(position, unit), f"fire at {enemy.id}", unit.id, need, check.total)
    faces = max(1, defence_faces(position, enemy, unit.place))
    game.note(Checked(check))
    return game.matched(attack, Throw(die(faces), guard.name, enemy.id, success, guard.total), Checked(guard))


def _hit_mob(game: AasGame, struck: Struck, by: str) -> None:
    """AAS-CIV-5: let people be hit; by Regulars that raises the insurgency, by Insurgents it lowers it, once a turn."""
    game.happen(struck)
    rises = by == game.battle.data.mission.regulars
    if struck.casualties and not (game.state.raised if rises else game.state.lowered):
        game.note(Said("people have been hit", rule="AAS-CIV-5"))
        game.happen(events.LevelChanged(1 if rises else -1, civilians=True))


def strike_unit(game: AasGame, id_: str, card: Card, faces: int) -> None:
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


def damage_check(position: AasPosition, unit: Team) -> Check:
    """Return what the weapons of a unit add to the damage die."""
    harmful = [weapon for weapon in fire.weapons(position, unit) if weapon.anti_tank]
    worst = max(harmful, key=lambda weapon: weapon.damage, default=None)
    return Check("damage").plus(worst.damage, worst.name) if worst else Check("damage")


def damage(position: AasPosition, total: int) -> str:
    """Return what a hit does, by the die and what the weapon adds; more than the table has is its last row."""
    table = position.battle.data.damage
    return table[max(min(table), min(max(table), total))]


def _damage(game: AasGame, id_: str, hits: int, check: Check) -> None:
    """Roll for every hit on a vehicle; `check` is what the weapon adds."""
    for _ in range(hits):
        added = noted(game, check)
        result = damage(game.position, game.throw(Throw(D6, "damage", id_)).total + added)
        place = game.state.unit(id_).place
        game.happen(Damaged(id_, result, max(1, game.state.turn) + 1 if result == "shaken" else 0))
        if result == "knocked out":
            _bail_out(game, id_, place)
            return


def _bail_out(game: AasGame, vehicle: str, place: Cell) -> None:
    """Let the passengers of a vehicle that is knocked out save themselves, or not."""
    for unit in [unit for unit in game.state.units if unit.aboard == vehicle]:
        lost = 0
        if unit.figures:
            need = at_least(game.battle.data.numbers.passenger_safe, each=True)
            throw = Throw(quality_die(game.position, unit), "to get out", unit.id, need, unit.figures)
            lost = unit.figures - game.successes(throw)
        free = moves.nearest_free_cells(game.position, unit, place, beside=True)
        names = [game.position.name(cell) for cell in free]
        game.happen(events.Disembarked(unit.id, game.choose(free, "where they get out", unit.id, names)))
        if lost:
            downed = unit.side == game.battle.data.mission.regulars
            game.happen(Struck(unit.id, lost, downed, f"in the wreck of {vehicle}"))
            after_casualties(game, unit.id)
