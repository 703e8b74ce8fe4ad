"""Shooting, close combat, charges and courage (base_games.md 4.2): what dice must show, and what comes of them.

A die must reach a number; every modifier of the die is taken off that number here, so that one is left which the bare
die must reach. A 10 always hits, or strikes home, and a 1 never does.

Rulings (CUC-SHOOT):
- Nobody shoots into a close combat, or out of one.
- At an aircraft one shoots at short range, unless the weapon is made for it; nothing shelters an aircraft.
- Skirmishing troops are hard to hit on foot, not in the saddle.
- A crew that is down to one man throws half of the dice of its weapon.
- "One missed die may be rolled again" is the die to hit, never the one for armour or for the casualty.

Rulings (CUC-MELEE):
- Charging, defending an obstacle and being aggressive count in the first round only: later both are at it.
- "Mounted against foot in the open": nothing shelters those on foot, and the riders could have galloped up to them.
- Who was charged defends an obstacle if something stands on the side between that shelters or costs the charger extra,
  if wire or the like lies in its cell, or if its ground is hard cover. Woods are soft, and no obstacle.

Rulings (CUC-COURAGE, CUC-HOLD, CUC-RETIRE):
- A courage test that fails by no more than `shaken_by` leaves a unit shaken; by more it breaks. A unit that is shaken
  already breaks by any failure, and who breaks is shaken as well when it stops running: it has to be rallied.
- A failed try to rally changes nothing: nobody breaks of trying.
- Any test that a unit takes at half strength does for the one that being there asks of it.
- A drilled unit rolls a failed test to respond once more, always.

Charges (CUC-REACT), and responses on Hold (CUC-HOLD):

    declared -> the target's courage -> its response -> contact -> a round of close combat

A charge comes to nothing if the target breaks or gets away, or if the charger is shaken, broken or shot down.

Rulings (CUC-CHARGE, CUC-RESPOND, CUC-FAILED):
- Who is charged while it fights somebody else already is not frightened by that, and has no hands free to respond.
- A charge at somebody who did not wait runs on along its way as far as that is free; enemies on Hold may shoot at it.
- A charged unit shoots at the range at which the charge begins.
- One that fails its test does not respond: who was to fight back strikes no blow in the first round. In the other
  reading it is caught on the Back Foot, and only a fighter whom a 1 made hesitate strikes no blow.
- One that does not respond at all fights as it is, but on the Back Foot if its die was a 1 (base_games.md 4.3.5).
- To respond to a charge uses up no card. Units that no die was rolled for respond if they hold or have not acted, and
  once a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from sim.board.area import Area
from sim.board.cover import Cover
from sim.board.movement import step_cost
from sim.board.terrain import TerrainSet
from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least, at_most
from sim.engine.events import Passed
from sim.engine.notes import Checked, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.ruleset import SOLO
from sim.grid import Cell
from sim.rules.la_cucaracha import events, ground
from sim.rules.la_cucaracha.figures import Weapon
from sim.rules.la_cucaracha.ground import class_of, covers_of, flies, leader_near, movement_of, mover
from sim.rules.la_cucaracha.state import CHARGED, HESITANT, HOLD, Move, Nerve, Play, Scene, Troop, enemies
from sim.tabletop.inches import HARD, Way, Ways, area_nearer_than, area_within, inches, nearer_than, nearest, within

if TYPE_CHECKING:
    from sim.rules.la_cucaracha.orders import Charge

SHOOT, MELEE, COURAGE = "CUC-SHOOT", "CUC-MELEE", "CUC-COURAGE"
LOWEST, HIGHEST = 2, 10
"""A 1 never hits and a 10 always does."""


# -- whether one can shoot -----------------------------------------------------------------------------------------


def weapon_of(position: Scene, unit: Troop) -> Weapon | None:
    """Return what a unit shoots with; None for those who only fight hand to hand."""
    return position.battle.data.weapons[unit.profile.weapon] if unit.profile.weapon else None


def has_target_from(position: Scene, unit: Troop, cell: Cell) -> bool:
    """Say whether there would be anybody to shoot at from a cell: in range, in sight, and in no close combat.

    Whether the weapon is loaded and deployed is not asked.
    """
    free = (enemy for enemy in enemies(position, unit.side) if not enemy.fighting)
    return any(cell in shot_area(position, unit, enemy, enemy.place) for enemy in free)


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
    return None if ground.sees(position, unit, target) else Refusal(f"no line of sight to {target.id}", SHOOT)


def arms_refusal(position: Scene, unit: Troop) -> Refusal | None:
    """Say why a unit cannot shoot at anybody for want of a weapon, a load or a mounting; None if it can."""
    if weapon_of(position, unit) is None:
        return Refusal(unit.name.does("has nothing to shoot with"), SHOOT)
    if not unit.loaded:
        return Refusal("not loaded: it has to be reloaded first", "CUC-RELOAD")
    return None if unit.ready else Refusal("not deployed", "CUC-DEPLOY")


def always_hasty(position: Scene, unit: Troop) -> bool:
    """Say whether a shot would be hasty in any case: what is loaded shot by shot, with two cards running."""
    weapon = weapon_of(position, unit)
    return weapon is not None and weapon.reload == "single" and not unit.rested


# -- what the dice must show -------------------------------------------------------------------------------------


def dice_of(position: Scene, unit: Troop) -> int:
    """Return how many dice a unit throws: one a figure, or those of its weapon."""
    weapon = weapon_of(position, unit)
    if weapon is None or not weapon.dice:
        return 0 if weapon is None else unit.figures
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


def thrown(
    game: Play, target: str, dice: Throw, second: int | None, casualty: int, rule: str, *, reroll: bool
) -> tuple[int, int]:
    """Throw to hit, one missed die once more where that is allowed, then for armour, then for casualties.

    Return the hits, and the figures that the target loses.
    """
    stages = (("through the armour", second), ("casualties", casualty))
    further = [replace(dice, purpose=what, need=at_least(need, each=True)) for what, need in stages if need is not None]
    if not dice.count:
        return 0, 0
    if reroll:
        hits = game.successes(dice, rule)
        if hits < dice.count:
            hits += game.successes(replace(dice, purpose="one missed die again", count=1), rule)
        *_, lost = game.chain(replace(further[0], count=hits), *further[1:], rule=rule) if hits else (0,)
    else:
        hits, *_, lost = game.chain(dice, *further, rule=rule)
    return hits, min(lost, game.state.unit(target).figures)


def shoot(game: Play, id_: str, target: str, *, hasty: bool, reroll: bool = False) -> None:
    """Shoot a volley, with all that follows from it: casualties, the leader's fate, courage."""
    position, unit, enemy = game.position, game.state.unit(id_), game.state.unit(target)
    check = needed(position, unit, enemy, hasty=hasty or always_hasty(position, unit))
    game.note(Checked(check, rule=SHOOT))
    dice = Throw(D10, "to hit", id_, at_least(on_a_die(check.total), each=True), dice_of(position, unit))
    second, casualty = pierce(position, unit, enemy), game.battle.data.numbers.casualty
    hits, losses = thrown(game, target, dice, second, casualty, SHOOT, reroll=reroll)
    weapon, facing = weapon_of(position, unit), game.battle.map.grid.towards(unit.place, enemy.place)[0]
    game.happen(events.Shot(id_, target, hits, losses, facing, weapon is not None and weapon.reload == "slow"))
    if losses:
        leader_dice(game, target, losses)
        if not game.state.unit(target).lost:
            take_courage_test(game, target)


def leader_dice(game: Play, id_: str, losses: int) -> None:
    """Throw whether the leader is among the fallen; with a unit that is lost he is lost as well."""
    unit = game.state.unit(id_)
    falls = at_most(game.battle.data.numbers.leader_falls, each=True)
    if unit.leader and (unit.lost or game.met(Throw(D10, "the leader falls", id_, falls, losses), COURAGE)):
        game.happen(events.LeaderLost(id_))


# -- close combat --------------------------------------------------------------------------------------------------


def blow_needed(
    position: Scene, unit: Troop, enemy: Troop, *, charging: bool = False, first: bool = False, defending: bool = False
) -> Check:
    """Return what one die of a unit must reach against an enemy, part by part; `on_a_die` bounds it.

    `charging` is for who charges or counter-attacks, `first` for the round in which they meet, `defending` for who was
    charged: whether it has anything to defend is looked up here.
    """
    numbers = position.battle.data.numbers
    behind = obstacle(position, unit, enemy) if defending else ""
    return (
        Check("needed on a die")
        .plus(numbers.melee, "close combat")
        .plus(-numbers.melee_charging * (charging and first), "charging")
        .plus(-numbers.melee_mounted * rides_down(position, unit, enemy), "mounted against foot in the open")
        .plus(-numbers.melee_back_foot * unit.back_foot, "on the Back Foot")
        .plus(-numbers.melee_obstacle * bool(behind), f"defending: {behind}")
        .plus(-numbers.melee_aggressive * (unit.profile.aggressive and first), "aggressive")
        .plus(-numbers.shaken * unit.shaken, "shaken")
    )


def rides_down(position: Scene, unit: Troop, enemy: Troop) -> bool:
    """Say whether riders fight people on foot in the open."""
    ridden_at = class_of(position, unit).id == "mounted" and not movement_of(position, enemy).large
    if not ridden_at or covers_of(position, unit.place, enemy.place):
        return False
    galloping = replace(mover(position, unit), rushes=True)
    return bool(step_cost(position.ground, galloping, unit.place, enemy.place))


def obstacle(position: Scene, unit: Troop, enemy: Troop) -> str:
    """Return what a unit defends against an enemy beside it; empty if nothing."""
    for cover in covers_of(position, enemy.place, unit.place):
        if cover.cover == HARD or cover.how != "own":
            return cover.reason
    step = step_cost(position.ground, mover(position, enemy), enemy.place, unit.place)
    standing = _obstacles(position.map.terrain_set)
    return next((reason for cost, reason in step.parts[1:] if cost > 0 and reason in standing), "")


@lru_cache(maxsize=16)
def _obstacles(terrain_set: TerrainSet) -> frozenset[str]:
    """Return the names of what stands on sides and lies in cells: a step has slopes among its parts as well."""
    return frozenset(kind.name for kind in (*terrain_set.edges.values(), *terrain_set.features.values()))


def melee_pierce(position: Scene, enemy: Troop) -> int | None:
    """Return what a second die must show for a blow to count against armour; None where none is thrown."""
    return position.battle.data.numbers.melee_armour if enemy.profile.armoured else None


@dataclass(frozen=True)
class Stance:
    """How a unit comes into a round."""

    unit: str
    charging: bool = False
    defending: bool = False
    """It was charged where it stood."""
    reroll: bool = False
    """CUC-F10: one die that misses is thrown again."""
    idle: bool = False
    """It strikes no blow in this round."""


def fight(game: Play, one: Stance, other: Stance, *, first: bool) -> None:
    """Fight one round between two units; the loser tests its courage, and who is brought to half strength as well."""
    inflicted, suffered = _blows(game, one, other.unit, first), _blows(game, other, one.unit, first)
    game.happen(events.RoundFought(one.unit, other.unit, suffered, inflicted))
    for id_, losses in ((one.unit, suffered), (other.unit, inflicted)):
        if losses:
            leader_dice(game, id_, losses)
    if inflicted != suffered:
        loser, winner = (other.unit, one.unit) if inflicted > suffered else (one.unit, other.unit)
        _tested(game, loser, winner, abs(inflicted - suffered))
    for id_, enemy in ((one.unit, other.unit), (other.unit, one.unit)):
        if at_half_strength(game.state.unit(id_)):
            _tested(game, id_, enemy, 0)


def _blows(game: Play, stance: Stance, enemy: str, first: bool) -> int:
    """Throw the blows of one unit, a die a figure; return the figures that the other loses."""
    position, unit, target = game.position, game.state.unit(stance.unit), game.state.unit(enemy)
    if stance.idle:
        game.note(Said(f"{stance.unit} strikes no blow", rule="CUC-FAILED"))
        return 0
    check = blow_needed(position, unit, target, charging=stance.charging, first=first, defending=stance.defending)
    game.note(Checked(check, rule=MELEE))
    dice = Throw(D10, "blows", unit.id, at_least(on_a_die(check.total), each=True), unit.figures)
    second, casualty = melee_pierce(position, target), game.battle.data.numbers.melee_casualty
    return thrown(game, enemy, dice, second, casualty, MELEE, reroll=stance.reroll)[1]


def _tested(game: Play, id_: str, enemy: str, difference: int) -> None:
    """Test the courage of a unit in close combat: it fights on, falls back shaken half an Advance, or breaks."""
    lost = game.state.unit(id_).lost
    if lost or take_courage_test(game, id_, difference) != "shaken" or not game.state.unit(id_).fighting:
        return
    game.happen(events.BrokeOff(id_))
    unit, winner = game.state.unit(id_), game.state.unit(enemy)
    ways = ground.away_cells(game.position, unit, winner, "half") if winner.cell is not None else None
    if ways:
        move(game, id_, ways[picked(game, id_, ways, "where it falls back to")], "retire")


# -- courage, and the test to respond ------------------------------------------------------------------------------


def courage_number(position: Scene, unit: Troop) -> int:
    """Return what a courage test must reach, by quality."""
    return position.battle.data.courage[unit.profile.quality]


def courage_check(position: Scene, unit: Troop, minus: int = 0) -> Check:
    """Return what is added to the die of a courage test; `minus` is the difference by which a round was lost."""
    numbers = position.battle.data.numbers
    fallen = min(unit.fallen, numbers.most_fallen)
    check = Check("courage").plus(numbers.leader * leader_near(position, unit), "leader near")
    return check.plus(-fallen, "lost this turn").plus(-minus, "worse in close combat")


def courage_needed(position: Scene, unit: Troop, minus: int = 0) -> int:
    """Return what the bare die of a courage test must show."""
    return courage_number(position, unit) - courage_check(position, unit, minus).total


def nerve(position: Scene, unit: Troop, die: int, minus: int = 0) -> Nerve:
    """Return what a die of a courage test comes to."""
    short = courage_needed(position, unit, minus) - die
    if short <= 0:
        return "passed"
    return "broken" if unit.shaken or short > position.battle.data.numbers.shaken_by else "shaken"


def respond_check(position: Scene, unit: Troop) -> Check:
    """CUC-HOLD: what is added to the die of a test to respond."""
    numbers = position.battle.data.numbers
    return (
        Check("to respond")
        .plus(numbers.respond_leader * leader_near(position, unit), "leader near", "CUC-HOLD")
        .plus(numbers.respond_raw * (unit.profile.quality == "raw"), "raw", "CUC-HOLD")
        .plus(numbers.respond_shaken * unit.shaken, "shaken", "CUC-HOLD")
    )


def respond_needed(position: Scene, unit: Troop) -> int:
    """CUC-HOLD: what the bare die of a test to respond must show."""
    return position.battle.data.numbers.respond - respond_check(position, unit).total


def take_courage_test(game: Play, id_: str, minus: int = 0) -> Nerve:
    """Test the courage of a unit, and let it suffer what comes of that."""
    unit = game.state.unit(id_)
    result = courage_thrown(game, unit, minus)
    game.happen(events.CourageTested(id_, result, at_half_strength(unit)))
    if result == "broken":
        break_and_retire(game, id_)
    return result


def at_half_strength(unit: Troop) -> bool:
    """Say whether a unit is at half strength or less and has not been tested for it."""
    return not unit.halved and not unit.lost and 2 * unit.figures <= unit.profile.figures


def courage_thrown(game: Play, unit: Troop, minus: int = 0) -> Nerve:
    """Throw the die of a courage test, of which nothing has come yet."""
    position = game.position
    game.note(Checked(courage_check(position, unit, minus), rule=COURAGE))
    need = at_least(courage_needed(position, unit, minus))
    rolled = game.throw(Throw(D10, "courage", unit.id, need), COURAGE)
    return nerve(position, unit, rolled.total, minus)


def passes_response(game: Play, id_: str) -> bool:
    """CUC-HOLD: throw whether a unit responds; a drilled one throws a failed die once more."""
    position, unit = game.position, game.state.unit(id_)
    game.note(Checked(respond_check(position, unit), rule="CUC-HOLD"))
    need = at_least(respond_needed(position, unit))
    passed = game.met(Throw(D10, "to respond", id_, need), "CUC-HOLD")
    if passed or not unit.profile.drilled:
        return passed
    game.note(Said("drilled: once more", rule="CUC-HOLD"))
    return game.met(Throw(D10, "to respond, again", id_, need), "CUC-HOLD")


# -- running -----------------------------------------------------------------------------------------------------


def break_and_retire(game: Play, id_: str) -> None:
    """Let a broken unit run; crews leave their weapon behind, and whoever breaks twice does not come back."""
    unit = game.state.unit(id_)
    if unit.profile.style == "crew" or unit.broken >= game.battle.data.numbers.breaks:
        why = "the crew abandons its weapon" if unit.profile.style == "crew" else "it breaks for the second time"
        game.note(Said(why, rule="CUC-RETIRE"))
        game.happen(events.Fled(id_))
        return
    if unit.fighting:
        game.happen(events.BrokeOff(id_))
    near = nearest(game.position, unit.place, enemies(game.position, unit.side))
    enemy = game.choose(near, "the nearest enemy", id_, [each.id for each in near]) if near else None  # CUC-NEAREST
    ways = ground.retire_ways(game.position, unit, enemy)
    cell = picked(game, id_, ways, "where it runs") if ways else unit.place
    off = ground.runs_off(game.position, unit, cell, enemy)
    if ways:
        move(game, id_, ways[cell], "retire")
    if off:
        game.note(Said("it runs off the table", rule="CUC-RETIRE"))
        game.happen(events.Fled(id_))


def picked(game: Play, id_: str, ways: Ways, purpose: str) -> Cell:
    """Return one of several cells that are equally good, by a die."""
    return game.choose(ways.cells, purpose, id_, [game.position.name(cell) for cell in ways.cells])


def move(game: Play, id_: str, way: Way, how: Move) -> None:
    """Move a unit along a way."""
    before = (game.state.unit(id_).place, *way)[-2]
    game.happen(events.Moved(id_, way, game.battle.map.grid.towards(before, way[-1])[0], how))


# -- charges, and answers to them ----------------------------------------------------------------------------------


def charge(game: Play, order: Charge) -> None:
    """Carry out a charge from its declaration to the end of the first round."""
    game.happen(events.ChargeDeclared(order.unit, order.target))
    target = game.state.unit(order.target)
    if target.fighting:
        game.note(Said(target.name.does("is fighting already"), rule="CUC-CHARGE"))
    elif take_courage_test(game, order.target) == "broken":
        _run_on(game, order, target.name.does("does not wait for it"))
        return
    stood, answer = target.cell, react(game, order.target, order.unit)
    charger, target = game.state.unit(order.unit), game.state.unit(order.target)
    if charger.cell is None or charger.shaken:
        # It stays where it began.
        game.happen(events.ChargeFailed(order.unit, "it is shot down" if charger.lost else "it will not face the fire"))
    elif target.cell == stood:
        drive_home(game, order, order.way, answer)
    elif target.cell is not None and (ways := ground.charge_ways(game.position, charger, target)):
        game.note(Said("the charge reaches far enough to catch it", rule="CUC-CHARGE"))
        game.happen(events.PutOnBackFoot(order.target))
        drive_home(game, order, ways[ways.cells[0]], Stance(order.target, defending=True))
    else:
        _run_on(game, order, target.name.does("has evaded"))


def _run_on(game: Play, order: Charge, why: str) -> None:
    """Let a charge that meets nobody run on; who ran from it may stand in its way by now."""
    taken = ground.occupied(game.position, game.state.unit(order.unit))
    way = tuple(takewhile(lambda cell: cell not in taken, order.way))
    if way:
        move(game, order.unit, way, "charge")
    game.happen(events.ChargeFailed(order.unit, why))
    if way:
        watch(game, order.unit)


def drive_home(game: Play, order: Charge, way: Way, answer: Stance) -> None:
    """Come to blows, and fight the first round."""
    if way:
        move(game, order.unit, way, "charge")
    game.happen(events.Engaged(order.unit, order.target))
    if order.back_foot:
        game.happen(events.PutOnBackFoot(order.unit))
    fight(game, Stance(order.unit, charging=True, reroll=order.reroll), answer, first=True)


def no_response(unit: Troop) -> str | None:
    """CUC-RESPOND: say why a unit that no die is rolled for may not respond to a charge any more; None if it may."""
    if unit.responded:
        return unit.name.does("has responded already this turn")
    return unit.name.does("has acted already, without a Hold") if unit.acted and not unit.holding else None


def react(game: Play, id_: str, charger: str) -> Stance:
    """CUC-REACT: ask a unit that is charged what it does, let it, and return how it comes into the first round."""
    unit = game.state.unit(id_)
    stands = Stance(id_, defending=True)
    if unit.fighting:
        return stands
    is_solo = game.deciders[unit.side][0] == SOLO
    if is_solo and unit.score is None:
        score = game.throw(Throw(D10, "reaction to a charge", id_), "CUC-REACT").total
        game.happen(events.OrdersRolled(id_, score))
        unit = game.state.unit(id_)
    if not is_solo and (why := no_response(unit)):
        game.note(Said(why, rule="CUC-RESPOND"))
    else:
        order: Any = next(game.orders(Ask(unit.side, CHARGED, id_, charger, number=unit.score)), None)
        answer: Stance | None = order.reaction(game) if order is not None else None
        if answer is not None:
            return answer
    game.happen(Passed(unit.side, id_, "stands"))
    if unit.score in HESITANT:
        game.happen(events.PutOnBackFoot(id_))
    return stands


def watch(game: Play, id_: str) -> None:
    """CUC-HOLD: let enemies on Hold respond to a unit that has moved or shot before them, in roster order.

    CUC-REACT: an automated unit does not: the tables answer charges, and nothing else.
    """
    for holder in tuple(enemies(game.position, game.state.unit(id_).side)):
        now, unit = game.state.unit(holder.id), game.state.unit(id_)
        waits = now.holding and game.deciders[now.side][0] != SOLO
        if unit.cell is None or not waits or shot_refusal(game.position, now, unit) is not None:
            continue
        ask = Ask(now.side, HOLD, now.id, id_)
        order: Any = next(game.orders(ask), None)
        if order is None:
            game.happen(Passed(now.side, now.id, "holds on"))
        else:
            order.resolve(game, ask)
