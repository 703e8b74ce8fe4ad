"""LPG-SOLO: the automated side. By stance, under the same command, control and acquisition rules as a player.

    defend     stay, shoot what has been acquired, look out; step back if the enemy comes near in numbers
    advance    go for the goal or the enemy from cover to cover; shoot at short range; charge whoever cannot meet it
    skirmish   shoot and keep six inches away
    delay      shoot, and go back before the enemy comes within range of a charge

A gun is fired, loaded and turned, and limbered again to go along with an advance. The seed has no opponent of its own:
these lists are Sandtable's, and say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from sim.engine.orders import Intent
from sim.play.commander import Again, allowed, at, best, does, ordered, plan_of, some, unless
from sim.rules.la_petite_guerre.combat.charge import charge_check, charge_needs, meets_charge, melee_check
from sim.rules.la_petite_guerre.combat.fire import acquires, gun_weapon
from sim.rules.la_petite_guerre.ground.moving import most_dice
from sim.rules.la_petite_guerre.ground.ways import charge_ways
from sim.rules.la_petite_guerre.orders import commands
from sim.rules.la_petite_guerre.orders.fire import Acquire, FireGun
from sim.rules.la_petite_guerre.orders.moves import Charge, too_far_to_charge
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, MOVING, Limber
from sim.rules.la_petite_guerre.solo import moves, shots
from sim.rules.la_petite_guerre.solo.situation import (
    LpgSituation,
    OfMan,
    has_gun,
    is_there,
    known_enemies,
    near,
    planner,
    seen_of,
    stance_of,
)
from sim.rules.la_petite_guerre.state import Man, Stance, is_under_fire, men, targets
from sim.solo.plans import Cannot, FirstOf, Option, Plan, When
from sim.solo.priority import Measured, Priority, at_a_look, least, measure, most, prefer, require
from sim.tabletop.inches import sees
from sim.tabletop.measures import inches_away


@at_a_look("men nearby who could see him and have not")
def in_the_dark(here: LpgSituation) -> Callable[[Man], Measured]:
    """Who would be helped by having the enemy pointed out."""
    position, hear = here.position, commands.in_earshot(here.position, here.unit)

    def blind(enemy: Man) -> Measured:
        able = (man for man in hear if sees(position, man, enemy))
        blind = [man.id for man in able if not acquires(position, man, enemy)]
        return Measured(len(blind), f"{len(blind)} ({', '.join(blind)})" if blind else "0", tuple(blind))

    return blind


helps = some("news to somebody", in_the_dark)
TO_INDICATE: Priority[Man] = Priority(
    "HOUSE-LEAD", "whom to point out", require(OfMan("acquired by the leader", shots.acquired.of)), require(helps),
    most(in_the_dark), least(inches_away),
)  # fmt: skip
"""He can only point out whom he has seen."""
TO_HEAR_OF: Priority[Man] = Priority(
    "HOUSE-LEAD", "whom to hear about", require(helps), most(in_the_dark), least(inches_away)
)


go_to_his_men = unless(
    {
        "he stays where he is": lambda here: stance_of(here) == "defend" or here.unit.hidden,
        "he has no point to spare": lambda here: here.unit.spent or here.unit.profile.command < 2,
        "most of his men hear him": lambda here: moves.heard_by_most.of(here, here.unit.place),
    },
    moves.roll,
)
"""LPG-CMD: move up first, if most of his company would not hear him, and a point is left to control it with."""


def control(here: LpgSituation) -> Intent | Cannot:
    """LPG-CMD: control the men near him, if any need it."""
    loose = [man.id for man in commands.uncontrolled(here.position, here.unit)]
    if not loose:
        return Cannot("nobody near him needs it")
    here.say(f"left to themselves without him: {', '.join(loose)}", "LPG-CTRL", loose)
    return ordered(here, commands.Control(here.unit.id))


def _others(here: LpgSituation) -> tuple[Man, ...] | Cannot:
    """Return the known enemies; or say that he needs no further one."""
    there = known_enemies(here)
    seen = any(shots.acquired.of(here, enemy) for enemy in there)
    return Cannot("he has already seen an enemy") if seen else there


def hear_report(here: LpgSituation) -> Intent | Cannot:
    """LPG-CMD: have an enemy reported whom a man near him has seen, to point him out to the others."""
    leader, there = here.unit, _others(here)
    if isinstance(there, Cannot):
        return there
    told: dict[str, str] = {}
    for man in commands.in_earshot(here.position, leader):
        seen = (enemy for enemy in there if acquires(here.position, man, enemy) and sees(here.position, leader, enemy))
        told = {enemy.id: man.id for enemy in seen} | told
    target = TO_HEAR_OF.choose(here, [enemy for enemy in there if enemy.id in told], "enemies seen")
    if target is None:
        return Cannot("there is nothing to report")
    return ordered(here, commands.HearReport(leader.id, told[target.id], target.id))


indicate = best(TO_INDICATE, known_enemies, "known enemies", at(commands.Indicate), "there is nobody to point out")
"""LPG-CMD: point out an enemy to the men who have not seen him."""
assess = best(shots.TO_ACQUIRE, _others, "known enemies", at(commands.Assess), "there is nobody to look for")
"""LPG-CMD: look out himself, if he has nobody to point out."""


def encourage(here: LpgSituation) -> Intent | Cannot:
    """LPG-CMD: encourage the men where blows are to be expected, or who are under fire."""
    hear = commands.in_earshot(here.position, here.unit)
    if not hear:
        return Cannot("there is nobody to hear him")
    if not near(here, planner(here).near) and not any(is_under_fire(here.position, man) for man in hear):
        return Cannot("no enemy is near, and nobody is under fire")
    return ordered(here, commands.Encourage(here.unit.id))


COMMANDING: Plan = Again(
    FirstOf(
        Option("HOUSE-LEAD", "go to his men", go_to_his_men),
        Option("HOUSE-LEAD", "control the troops", control),
        Option("HOUSE-LEAD", "indicate a target", indicate),
        Option("HOUSE-LEAD", "hear a report", hear_report),
        Option("HOUSE-LEAD", "assess the situation", assess),
        Option("HOUSE-LEAD", "encourage the troops", encourage),
    ),
    able=lambda here: here.unit.can_command,
)
"""LPG-CMD: spend one command point after the other."""


# -- charges -------------------------------------------------------------------------------------------------------


@measure("within reach of a usual charge")
def reached(here: LpgSituation, enemy: Man) -> bool:
    """By the average of the dice."""
    inches = planner(here).charge_riding if here.unit.mounted else planner(here).charge
    return bool(charge_ways(here.position, here.unit, enemy, inches))


@measure("chance to win minus chance to lose")
def edge(here: LpgSituation, enemy: Man) -> Fraction:
    """LPG-MELEE: in one exchange of blows; a man who cannot meet it does not strike."""
    mine = melee_check(here.position, here.unit, enemy, charging=True).total
    theirs = melee_check(here.position, enemy, here.unit, charging=False).total
    won, lost = shots.duel_odds(mine - theirs)
    helpless = charge_needs(here.position, here.unit, enemy) < here.battle.data.numbers.charge_stand
    return won if helpless else won - lost


@measure("likely enough")
def likely(here: LpgSituation, enemy: Man) -> bool:
    """At least even that he goes, and an edge when he gets there (base_games.md 5.2).

    LPG-CHARGE: he goes with five, or three against who cannot meet it: stunned, prone, or with his back turned; or a
    gun that nobody defends.
    """
    added = charge_check(here.position, here.unit, enemy, charging=True).total
    goes = shots.on_a_die(charge_needs(here.position, here.unit, enemy) - added)
    return bool(goes >= shots.EVEN and edge.of(here, enemy) > 0)


@measure("not charged by enough men already")
def uncrowded(here: LpgSituation, enemy: Man) -> Measured:
    """Fewer than two, or one at a gun: the first may kill him, or put him to flight, and the others run at nobody."""
    upon = sum(target == enemy.id for _, target in here.state.charges.to_come)
    return Measured(upon < (1 if enemy.profile.kind == "gun" else planner(here).enough), str(upon))


TARGET: Priority[Man] = Priority(
    "HOUSE-STORM", "whom to charge", require(reached), require(likely), require(uncrowded), most(edge),
    least(inches_away),
)  # fmt: skip


@plan_of()
def each_charge(here: LpgSituation) -> Iterator[Intent]:
    """LPG-CHARGE: declare the charges that are worth it, in the order of the roster.

    Only who advances charges, and nobody who has a gun to serve.
    """
    for man in men(here.position, here.side):
        unfit = man.prone or man.charged or not man.able or stance_of(here, man) != "advance"
        if unfit or has_gun(here.position, man):
            continue
        own, dice = here.acting(man.id), most_dice(here.position, man)
        # LPG-GUNS: who reaches a gun that nobody meets a charge for has taken it.
        guns = (each for each in targets(here.position, here.side) if each.profile.kind == "gun")
        undefended = (gun for gun in guns if meets_charge(here.position, man, gun) is gun)
        there = (*known_enemies(here), *undefended)
        near = (enemy for enemy in there if not too_far_to_charge(here.position, man, enemy, dice))
        close = [enemy for enemy in near if allowed(own, Charge(man.id, enemy.id, dice))]
        if close and (target := TARGET.choose(own, close, "enemies within reach")) is not None:
            yield Charge(man.id, target.id, dice)


# -- what a man does, by stance -------------------------------------------------------------------------------------

STANCES: Mapping[Stance, Plan] = {
    "defend": FirstOf(
        Option("HOUSE-BACK", "outnumbered at close quarters: one move back", moves.step_back),
        Option("HOUSE-COVER", "under fire: defend lying down", shots.take_cover),
        Option("HOUSE-SHOOT", "defend: fire at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "defend: reload", shots.reload),
        Option("HOUSE-TURN", "defend: turn to face an enemy in range", shots.turn_to_target),
        Option("HOUSE-HOLD", "drive the enemy out of what is to be held", unless(moves.why_to_stay, moves.move)),
        Option("HOUSE-LEAD", "go where the crew of his gun hears him", unless(moves.why_to_stay_apart, moves.move)),
    ),
    "advance": FirstOf(
        Option("HOUSE-SHOOT", "fire at an acquired enemy who is not hard to hit", shots.fire_well),
        Option("HOUSE-STORM", "make ready to charge", moves.ready_to_charge),
        Option("HOUSE-LOOK", "look for an enemy at short range", partial(shots.acquire_in_range, longest=False)),
        Option("HOUSE-READY", "reload, with an enemy in range", shots.reload_in_range),
        Option("HOUSE-RIDE", "dismount to go on, or to stay", moves.dismount),
        Option("HOUSE-RIDE", "mount to advance", moves.mount),
        Option("HOUSE-CLOSER", "go for the goal, or for the enemy", moves.close_in),
        Option("HOUSE-COVER", "under fire at the goal: lie down", shots.take_cover),
        Option("HOUSE-SHOOT", "at the goal: fire at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "at the goal: reload", shots.reload),
        Option("HOUSE-TURN", "at the goal: turn to face an enemy in range", shots.turn_to_target),
    ),
    "skirmish": FirstOf(
        Option("HOUSE-SHOOT", "skirmish: one shot at an acquired enemy", shots.fire_first),
        Option("HOUSE-BACK", "too close to skirmish: move away", moves.keep_away),
        Option("HOUSE-SHOOT", "skirmish: a second shot at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "skirmish: reload", shots.reload),
        Option("HOUSE-RIDE", "dismount to skirmish", moves.dismount),
        Option("HOUSE-TURN", "skirmish: turn to face an enemy in range", shots.turn_to_target),
        Option("HOUSE-LOOK", "skirmish: look for an enemy in range", shots.acquire_in_range),
        Option("HOUSE-RIDE", "mount to skirmish elsewhere", moves.mount),
        Option("HOUSE-POST", "go to where there is something to shoot at", moves.close_in),
    ),
    "delay": FirstOf(
        Option("HOUSE-BACK", "it is time to go: fall back", moves.go_in_time),
        Option("HOUSE-SHOOT", "delay: one shot at an acquired enemy", shots.fire_first),
        Option("HOUSE-BACK", "a charge is near: move away", moves.keep_away),
        Option("HOUSE-SHOOT", "delay: a second shot at an acquired enemy", shots.fire),
        Option("HOUSE-READY", "delay: reload", shots.reload),
        Option("HOUSE-BACK", "the enemy has gone by: fall back", moves.fall_back),
        Option("HOUSE-TURN", "delay: turn to face an enemy in range", shots.turn_to_target),
    ),
}
"""Every line has words of its own, so that a trace tells by which list a man goes."""


@plan_of(*STANCES.values())
def by_stance(here: LpgSituation) -> Iterator[Intent]:
    """LPG-SOLO: follow the list of the stance that a man's company was ordered to take."""
    return STANCES[stance_of(here)].orders(here)


# -- what a gun does ------------------------------------------------------------------------------------------------


TO_FACE: Priority[Man] = Priority("HOUSE-TURN", "what to turn the gun to", least(inches_away))


def fire_gun(here: LpgSituation) -> Intent | Cannot:
    """LPG-GATLING, LPG-SHELL: fire where it does most harm.

    LPG-ACQ: if the crew has not seen what it is to be laid on, it looks for it first, and fires with the second action.
    """
    gun = here.unit
    target = shots.LAID.choose(here, known_enemies(here), "known enemies")
    if target is None:
        return Cannot("there is nothing worth a shot")
    if not acquires(here.position, gun, target) and gun.left >= here.battle.data.numbers.actions:
        if shots.acquire_chance(here.position, gun, target) >= shots.EVEN:
            here.say(f"the crew looks for {target.id} first", "LPG-ACQ", (target.id,))
            return ordered(here, Acquire(gun.id, target.id))
        here.say(f"the crew is unlikely to see {target.id}", "LPG-ACQ", (target.id,))
    canister = shots.fires_canister(here, target)
    again = not canister and gun_weapon(here.position, gun).kind == "field gun"
    return ordered(here, FireGun(gun.id, target.place, canister, again))


def _in_range(here: LpgSituation) -> list[Man]:
    """Return the enemies in sight whom a gun would reach if it were laid on them."""
    return seen_of(here, near(here, gun_weapon(here.position, here.unit).longest))


def _goes_on(here: LpgSituation) -> bool:
    """Say whether a gun is to be brought elsewhere: with its company, which advances, or to where it can fire."""
    with_others = stance_of(here) == "advance" and not is_there(here)
    return with_others or moves.vantage(here, here.unit) is not None


def _just_worked(here: LpgSituation) -> bool:
    done = (*here.unit.did, *here.unit.last)
    return any(each.what in ("fire gun", "fire canister", "unlimber") for each in done)


unlimber = unless(
    {
        "it is not limbered": lambda here: not here.unit.limbered,
        "there is nobody in range yet": lambda here: not _in_range(here) and _goes_on(here),
    },
    does(Limber),
)
"""LPG-ACT-1: make it ready, if it is limbered, with an enemy in range, or where it is to stay."""
limber = unless(
    {
        "it is limbered": lambda here: here.unit.limbered,
        "there is nobody to bring it nearer to": lambda here: not known_enemies(here),
        "there are enemies in sight within its range": _in_range,
        "it has just been fired, or made ready: they may show themselves again": _just_worked,
        "there is no place near from which it could fire": lambda here: not _goes_on(here),
    },
    does(Limber),
)
"""LPG-ACT-1: hook it up again where it has nothing to fire at, to bring it to where it has.

Not where it has fired this turn or the last: enemies step out of cover and back, and it takes a turn each way.
"""
draw_on = unless(
    {
        "it is not limbered": lambda here: not here.unit.limbered,
        "it is to stay where it is": lambda here: not _goes_on(here),
    },
    moves.roll,
)
"""LPG-MOVE-1: draw a limbered gun on, if that was ordered, or to where it can fire."""
GUN: Plan = When(
    "LPG-SOLO",
    "a gun",
    lambda here: here.unit.profile.kind == "gun",
    FirstOf(
        Option("HOUSE-READY", "unlimber", unlimber),
        Option("HOUSE-POST", "limber to go where it can fire", limber),
        Option("HOUSE-POST", "draw the gun on", draw_on),
        Option("HOUSE-SHOOT", "fire the gun, or look first", fire_gun),
        Option("HOUSE-READY", "load the gun", shots.reload),
        Option("HOUSE-TURN", "turn the gun", lambda here: shots.turn(here, _in_range(here), TO_FACE, "it")),
        Option("HOUSE-WAIT", "nothing for the gun to do: wait", shots.wait),
    ),
)

# -- who acts next, and what with -----------------------------------------------------------------------------------

ONE_MAN = FirstOf(
    When(
        "LPG-STUN",
        "he is stunned",
        lambda here: bool(here.unit.stunned),
        Option("LPG-STUN", "fall prone, or off the horse", moves.drop),
    ),
    GUN,
    Option("HOUSE-LEAVE", "leave the table where that was ordered", moves.leave),
    by_stance,
    Option("HOUSE-SHOOT", "fire blind at an enemy who can hardly be seen", shots.fire_blind),
    Option("HOUSE-POST", "step to where he can see the enemy", moves.creep),
    Option("HOUSE-LOOK", "look for the enemy", shots.acquire),
    Option("HOUSE-COVER", "keep down", shots.keep_down),
    Option("HOUSE-WAIT", "none of this can be done: wait", shots.wait),
)
"""What comes before the list of a man's stance, and what is left to him after it."""
NEXT: Priority[Man] = Priority(
    "HOUSE-NEXT",
    "who acts next",
    require(OfMan("able to act", lambda _, man: Measured(man.left > 0 and not man.out, f"{man.left} actions"))),
    prefer(OfMan("not a leader", lambda _, man: not man.profile.command)),
    least(OfMan("place in the roster", lambda here, man: [*here.state.units.ids].index(man.id))),
)
"""Men act in the order of the roster, so that files and guns find their crews where they are.

Leaders act last: by then they know where their men are.
"""
ACTIONS = Again(ONE_MAN, able=lambda here: not here.unit.out and here.unit.left > 0)
"""LPG-ACT-1: a man's list, until his actions are spent."""


@plan_of(ACTIONS)
def each_man(here: LpgSituation) -> Iterator[Intent]:
    """LPG-ACT-1: let the next man of the side act; a man who has begun goes on."""
    ready = [man for man in _own(here) if man.left > 0]
    man = here.unit if here.ask.unit else NEXT.choose(here, ready, "men who can act") if ready else None
    return ACTIONS.orders(here.acting(man.id)) if man else iter(())


def _own(here: LpgSituation) -> list[Man]:
    return [man for man in here.state.units if man.side == here.side and not man.out]


# -- the first move -----------------------------------------------------------------------------------------------


def go_first(here: LpgSituation) -> Intent | Cannot:
    """LPG-SEQ: whoever attacks goes first; a side that waits lets the enemy come."""
    own = _own(here)
    stances = [stance_of(here, man) for man in own]
    attacks = stances.count("advance") * 2 > len(stances)
    here.say(f"{stances.count('advance')} of {len(stances)} advance", "HOUSE-NEXT", [man.id for man in own])
    return ordered(here, commands.GoFirst(here.side, attacks))


PLANS: dict[str, Plan] = {
    FIRST_MOVE: Option("HOUSE-NEXT", "choose who goes first", go_first),
    COMMAND: FirstOf(COMMANDING, Option("HOUSE-WAIT", "no further commands", shots.wait)),
    ACTION: each_man,
    MOVING: Option("LPG-MOVE-3", "go the full distance", moves.where),
    CHARGES: each_charge,
}
"""What an automated side does, by occasion; either side, or both."""
