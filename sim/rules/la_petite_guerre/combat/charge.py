"""Charges: declared, tested, driven home, fought, and followed up (LPG-CHARGE, LPG-MELEE, LPG-ROUT, LPG-PURSUE).

A side declares all its charges, then they are resolved one after the other in the order in which they were declared,
each in an activation of its own: the state says which are still to come, and what those whom they are at made of it.

    who charges is tested -> who is charged is tested, once -> the charger runs in -> those in contact fight

Rulings (base_games.md 5.3.14 to 5.3.16): a man who hesitates charges only those who are stunned, prone or face away;
one who is charged and hesitates stands. A charge too short for contact ends where it ends. A man who is already running
is not tested again: he is struck without a reply. Everybody within six inches of a man when he broke may pursue him,
whether in the charge or not; whoever catches him strikes once. Nobody goes after two men in the same turn, and hidden
men stay hidden: their die would give them away.

However many advantages a man has hand to hand, they add one; by the other reading, one each. Equal scores hit nobody.
Of several a man fights the one whom he has come to blows with, and else the one most directly to his front. Every other
who touches him strikes without a reply: both throw, and nobody is hit if the man who cannot reply wins.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Literal

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked, Said
from sim.play.ways import step_price
from sim.rules.la_petite_guerre import events
from sim.rules.la_petite_guerre.combat.fire import harm, on_die, passes
from sim.rules.la_petite_guerre.events import ChargeDeclared, ChargeFailed, Refrained
from sim.rules.la_petite_guerre.ground.moving import chosen, go, inches_rolled, most_dice, run
from sim.rules.la_petite_guerre.ground.sight import faces_away, gunners, in_pit, is_higher, near, sheltered
from sim.rules.la_petite_guerre.ground.ways import charge_ways, closest_ways, mover
from sim.rules.la_petite_guerre.state import LpgGame, LpgPosition, LpgState, Man, is_under_fire, known_enemies, men
from sim.tabletop.inches import within

Resolve = Literal["steady", "hesitant", "fails"]
"""LPG-CHARGE: 5+, 3-4, and less."""
UNFORESEEN = "he runs into an enemy he did not know about"
ANOTHER = "he is fighting somebody else"
"""Why a man does not reply to one of several: not even if the other has just been struck down."""

# -- who dares -----------------------------------------------------------------------------------------------------


def encouragement(position: LpgPosition, man: Man) -> int:
    """LPG-CMD: command points that leaders of his side within four inches have spent on encouraging this turn."""
    length = position.battle.data.numbers.command
    leaders = (each for each in men(position, man.side) if each.encourages and not each.broken)
    return sum(leader.encourages for leader in leaders if near(position, leader, man, length))


def charge_check(position: LpgPosition, man: Man, enemy: Man, *, charging: bool) -> Check:
    """LPG-CHARGE: what is added to the die of a man who charges or is charged.

    Friends who charge within two inches hearten him, unless they have been struck down. Those who were killed or broke
    near him this turn dishearten him.
    """
    data, state, grade = position.battle.data, position.state, man.profile.grade
    parts, length = data.charge_test, data.numbers.charge_friends
    going = [state.unit(id_) for id_ in state.charges.going if charging and id_ != man.id]
    friends = (friend for friend in going if friend.able and friend.side == man.side)
    lost = [(state.units[id_], cell) for id_, cell in state.fallen if id_ in state.units and id_ != man.id]
    near_by = (cell for each, cell in lost if each.side == man.side)
    fallen = sum(within(position, man.place, cell, data.numbers.charge_fallen) for cell in near_by)
    ridden_down = not charging and enemy.mounted and not man.mounted and sheltered(position, man) is None
    check = Check("charge").plus(data.charge_grade[grade], f"{grade} grade", "LPG-CHARGE")
    check = check.plus(parts["encouraged"] * encouragement(position, man), "encouraged", "LPG-CHARGE")
    return check.where(
        "LPG-CHARGE",
        (any(near(position, each, man, length) for each in friends), parts["friends"], "friends charge with him"),
        (is_under_fire(position, man), parts["fire"], "under fire"),
        (man.wounded, parts["wounded"], "wounded"),
        (fallen > 0, parts["fallen"] * fallen, "friends killed or broken"),
        (ridden_down, parts["mounted"], "on foot, charged by riders in the open"),
    )


def charge_needs(position: LpgPosition, man: Man, target: Man) -> int:
    """LPG-CHARGE: what a charger needs in all: less against who is stunned, prone or turned away, and at a gun."""
    numbers, is_gun = position.battle.data.numbers, target.profile.kind == "gun"
    easy = is_gun or target.stunned or target.prone or faces_away(position, target, man)
    return numbers.charge_weak if easy else numbers.charge_stand


def meets_charge(position: LpgPosition, man: Man, target: Man) -> Man:
    """LPG-GUNS: return who meets a charge at somebody: for a gun the nearest able man of its crew who is with it."""
    if target.profile.kind != "gun":
        return target
    squared = position.map.grid.squared
    return min(gunners(position, target), key=lambda each: squared(man.place, each.place), default=target)


def charge_result(position: LpgPosition, total: int) -> Resolve:
    """LPG-CHARGE: what the total comes to."""
    numbers = position.battle.data.numbers
    if total >= numbers.charge_stand:
        return "steady"
    return "hesitant" if total >= numbers.charge_weak else "fails"


# -- the charge ----------------------------------------------------------------------------------------------------


def next_charge(state: LpgState) -> ChargeDeclared | None:
    """Return the next of the charges that were declared; None where nobody is left who could."""
    charges = state.charges
    declared = (ChargeDeclared(unit, target, 1 + (unit in charges.spurred)) for unit, target in charges.to_come)
    return next((charge for charge in declared if state.unit(charge.unit).able), None)


def resolve_charge(game: LpgGame, charge: ChargeDeclared) -> None:
    """LPG-CHARGE: carry out one charge; the man charged is tested once, and breaks even if he is stunned.

    LPG-GUNS: a charge at a gun is turned upon the man of its crew who meets it; at a gun without one it stays.
    """
    man, target = game.state.unit(charge.unit), game.state.unit(charge.target)
    if target.out:
        game.happen(ChargeFailed(man.id, f"{target.id} is gone"))
        return
    meets = meets_charge(game.position, man, target)
    if meets is not target:
        game.note(Said(f"{meets.id} meets the charge for {target.id}", rule="LPG-GUNS", about=(meets.id, target.id)))
        target = meets
    if not _goes(game, man, target):
        return
    known = (*game.state.charges.stood, *game.state.charges.fled)
    if target.profile.kind != "gun" and target.id not in known and not target.broken:
        check = charge_check(game.position, target, man, charging=False)
        stands = _tested(game, target, check, "to stand", game.battle.data.numbers.charge_weak) != "fails"
        game.happen(events.ChargeTested(target.id, charging=False, holds=stands))
        if not stands:
            game.happen(events.Broke(target.id))
            rout(game, target.id)
    if target.id in game.state.charges.fled:
        game.happen(ChargeFailed(man.id, f"{target.id} did not wait for it"))
    elif game.state.unit(man.id).able:
        run_in(game, replace(charge, target=target.id))


def _tested(game: LpgGame, man: Man, check: Check, purpose: str, needs: int) -> Resolve:
    """LPG-CHARGE: throw for a charge, or to stand, with what is needed in all; say how resolute he is."""
    game.note(Checked(check))
    need = at_least(on_die(needs - check.total))
    die = game.throw(Throw(D6, purpose, man.id, need), "LPG-CHARGE").total
    return charge_result(game.position, die + check.total)


def _goes(game: LpgGame, man: Man, target: Man) -> bool:
    """LPG-CHARGE: test who charges; say whether he does."""
    check = charge_check(game.position, man, target, charging=True)
    needs = charge_needs(game.position, man, target)
    result = _tested(game, man, check, "to charge", needs)
    goes = result == "steady"
    if result == "hesitant" and needs < game.battle.data.numbers.charge_stand:
        game.note(Said("he charges, because the enemy cannot meet him", rule="LPG-CHARGE"))
        goes = True
    game.happen(events.ChargeTested(man.id, charging=True, holds=goes))
    if result == "fails":
        game.happen(events.Stunned(man.id))
    elif not goes:
        game.happen(ChargeFailed(man.id, "he thinks better of it"))
    return goes


def run_in(game: LpgGame, charge: ChargeDeclared) -> None:
    """LPG-MOVE-1: roll the distance and go; those who come into contact fight."""
    man, target = game.state.unit(charge.unit), game.state.unit(charge.target)
    # A man who has lost his horse since he declared it runs.
    dice = most_dice(game.position, man) if charge.dice > 1 else 1
    inches = inches_rolled(game, man.id, dice, "inches of the charge") + game.battle.data.numbers.charge
    if why := _falls_short(game, man, target, inches, "charge"):
        game.happen(ChargeFailed(man.id, why))
    elif target.profile.kind == "gun":
        game.happen(events.GunTaken(target.id, man.id))
    else:
        fight(game, man.id, target.id)


def _falls_short(game: LpgGame, man: Man, target: Man, inches: int, gait: Literal["charge", "pursue"]) -> str:
    """Run at a man into contact, or as far as it goes; say why he is not reached, empty if he is."""
    ways = charge_ways(game.position, man, target, inches)
    if not ways:
        if closest := closest_ways(game.position, man, target.place, inches):
            go(game, man.id, chosen(game, closest, f"where he {gait}s to", man.id), gait)
        return f'{inches}" is not enough to reach {target.id}'
    if way := next(iter(ways.values())):
        go(game, man.id, way, gait)
    elif gait == "charge":
        game.happen(events.Turned(man.id, game.battle.map.grid.towards(man.place, target.place)[0]))
    return "" if in_contact(game.position, game.state.unit(man.id), target) else UNFORESEEN


# -- blows ---------------------------------------------------------------------------------------------------------


def fight(game: LpgGame, id_: str, enemy: str) -> None:
    """LPG-MELEE: let a charger fight the man whom he has reached, and everybody strike who touches either of them.

    Ruling 5.3.14: the friends of both who can strike and have not struck this turn do so once, without a reply, unless
    one of them is the man whom the charged fights. Who has yet to charge strikes when he does.
    """
    position, man, target = game.position, game.state.unit(id_), game.state.unit(enemy)
    answered = fought(position, target)
    to_come = [unit for unit, _ in game.state.charges.to_come]
    others = [each.id for each in _idle_beside(position, man) if each.id != enemy]
    friends = [each.id for each in _idle_beside(position, target) if each.id not in (id_, *to_come)]
    _blow(game, id_, enemy, charger=id_, answered=answered in ("", id_))
    blows = [(each, id_, False) for each in others] + [(each, enemy, each == answered) for each in friends]
    for each, struck, answers in blows:
        # Who has been killed, or has broken and is about to run, is struck no more.
        if not (now := game.state.unit(struck)).out and now.broken == position.state.unit(struck).broken:
            _blow(game, each, struck, charger=id_, answered=answers)
    for each in (enemy, id_, *friends, *others):
        if game.state.unit(each).broken:
            rout(game, each)


def _idle_beside(position: LpgPosition, man: Man) -> list[Man]:
    """Return the enemies who touch a man, can strike at him, have no other before them, and have not struck yet."""
    idle = (enemy for enemy in known_enemies(position, man.side) if not enemy.fought)
    there = (enemy for enemy in idle if in_contact(position, enemy, man) and not cannot_reply(position, enemy, man))
    return [enemy for enemy in there if fought(position, enemy) == man.id]


def _blow(game: LpgGame, id_: str, enemy: str, *, charger: str = "", answered: bool = True) -> None:
    """LPG-MELEE: both throw; the lower takes a hit, unless he who struck cannot be struck back at."""
    man, target = game.state.unit(id_), game.state.unit(enemy)
    mine = melee_check(game.position, man, target, charging=id_ == charger)
    theirs = melee_check(game.position, target, man, charging=enemy == charger)
    unable = cannot_reply(game.position, target, man) or ("" if answered else ANOTHER)
    game.note(Checked(mine))
    game.note(Checked(theirs))
    if unable:
        game.note(Said(f"{enemy} cannot reply: {unable}", rule="LPG-MELEE", about=(enemy,)))
    dice = Throw(D6, "hand to hand", id_), Throw(D6, "hand to hand", enemy)
    margin = game.margin(*dice, mine.total - theirs.total, "LPG-MELEE")
    hit = enemy if margin > 0 else id_ if margin < 0 and not unable else ""
    game.happen(events.Struck(id_, enemy, hit))
    if hit:
        struck_down(game, hit)


def struck_down(game: LpgGame, id_: str) -> None:
    """LPG-MELEE-hit: roll for what a hit hand to hand does: whoever would be stunned breaks, and has yet to run."""
    die = game.throw(Throw(D6, "what the hit does", id_), "LPG-MELEE-hit").total
    result = harm(game.position, game.state.unit(id_), die, blind=False)
    game.happen(events.Broke(id_) if result == "stunned" else events.Hit(id_, result))


def handiness(position: LpgPosition, man: Man) -> int:
    """Return what a man's weapon is worth hand to hand."""
    weapon = position.battle.data.weapons.get(man.weapon)
    return max(weapon.melee if weapon else 0, position.battle.data.numbers.bayonet if man.bayonet else 0)


def melee_check(position: LpgPosition, man: Man, enemy: Man, *, charging: bool) -> Check:
    """LPG-MELEE: one is added to the die of a man who has any advantage at all; the reasons are told."""
    told = (
        (enemy.wounded, "the enemy is wounded"),
        (man.mounted and not enemy.mounted, "mounted against foot"),
        (is_higher(position, man, enemy), "from higher ground"),
        (charging, "charging"),
        (handiness(position, man) > handiness(position, enemy), "better weapon"),
    )
    reasons, score = [reason for so, reason in told if so], Check(f"{man.id} hand to hand")
    if position.battle.data.readings.advantages == "each":
        return reduce(lambda check, reason: check.plus(1, reason, "LPG-MELEE-several"), reasons, score)
    return score.plus(1 if reasons else 0, ", ".join(reasons), "LPG-MELEE")


def in_contact(position: LpgPosition, one: Man, other: Man) -> bool:
    """Say whether two men stand side by side, with nothing between them that a man could not step over."""
    if not position.map.grid.adjacent(one.place, other.place):
        return False
    on_foot = mover(position, one.changed(mounted=False))
    return bool(step_price(position.ground, on_foot, one.place, other.place))


def fought(position: LpgPosition, man: Man) -> str:
    """LPG-MELEE: return whom a man fights of the enemies who touch him, by his id; empty for nobody.

    Of those before him: one with whom he has come to blows this turn, and else the one most directly to his front.
    """
    grid = position.map.grid
    ahead = man.place.plus(grid.steps[man.facing])
    touching = (enemy for enemy in known_enemies(position, man.side) if in_contact(position, enemy, man))
    there = [enemy for enemy in touching if not faces_away(position, man, enemy)]
    struck = [enemy for enemy in there if enemy.id in man.fought]
    able = struck or [enemy for enemy in there if not cannot_reply(position, enemy, man)]
    return min(able, key=lambda enemy: grid.squared(ahead, enemy.place)).id if able else ""


def cannot_reply(position: LpgPosition, man: Man, enemy: Man) -> str:
    """LPG-MELEE: say why a man does not strike at an enemy, were there no other; empty if he does."""
    states = {"running": man.broken, "prone": man.prone, "stunned": man.stunned}
    state = next((state for state, is_so in states.items() if is_so), "")
    return state or ("struck from the rear" if faces_away(position, man, enemy) else "")


# -- pursuit -------------------------------------------------------------------------------------------------------


def rout(game: LpgGame, runner: str) -> None:
    """LPG-ROUT, LPG-PURSUE: let a man run who broke, and those after him who were within six inches of him then."""
    man = game.state.unit(runner)
    if man.cell is None:
        return
    length = game.battle.data.numbers.pursue_within
    others = (enemy for enemy in known_enemies(game.position, man.side) if not enemy.pursued)
    there = [enemy.id for enemy in others if near(game.position, enemy, man, length)]
    run(game, runner)
    for id_ in there:
        if game.state.unit(runner).out:
            return
        pursuer = game.state.unit(id_)
        reading = game.battle.data.readings.prone_men
        if pursuer.able and (not pursuer.prone or reading == "pursue"):
            _pursue(game, pursuer, runner)
        elif pursuer.able:
            game.note(Said(f"prone men {reading}", rule="LPG-PURSUE-prone"))
            game.happen(Refrained(pursuer.side, id_, "is lying down and does not pursue"))


def pursuit_check(position: LpgPosition, man: Man) -> Check:
    """LPG-PURSUE, LPG-PURSUE-grade: what is added to the die."""
    parts, keen = position.battle.data.pursuit, position.battle.data.readings.keen_men == "add one"
    check = Check("pursuit").where(
        "LPG-PURSUE",
        (man.mounted, parts["mounted"], "mounted"),
        (man.profile.metis, parts["metis"], "Metis or Indians"),
        (in_pit(position, man), parts["pit"], "in a rifle pit"),
    )
    grade = parts["a_grade"] * (man.profile.grade == "A")
    return check.plus(grade if keen else -grade, "A grade", "LPG-PURSUE-grade")


def _pursue(game: LpgGame, man: Man, runner: str) -> None:
    check, needs = pursuit_check(game.position, man), game.battle.data.numbers.pursue
    if not passes(game, check, needs, "to pursue", man.id, "LPG-PURSUE"):
        game.happen(Refrained(man.side, man.id, "does not pursue"))
        return
    inches = inches_rolled(game, man.id, most_dice(game.position, man), "inches of the pursuit")
    if why := _falls_short(game, man, game.state.unit(runner), inches, "pursue"):
        unforeseen = f": {why}" if why == UNFORESEEN else ""
        game.happen(Refrained(man.side, man.id, f"does not catch {runner}{unforeseen}"))
        return
    reading = game.battle.data.readings.catching
    game.note(Said(f"catching a running man {reading}", rule="LPG-PURSUE-catching"))
    _blow(game, man.id, runner, charger=man.id if reading == "is a charge" else "")
    if not game.state.unit(runner).out:
        run(game, runner)
