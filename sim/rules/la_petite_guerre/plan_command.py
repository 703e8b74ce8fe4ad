"""What an automated side does besides its men's actions: command points (LPG-CMD) and charges (LPG-CHARGE)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sim.engine.orders import Intent
from sim.play.commander import Again, allowed, at, best, ordered, plan_of, some
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.charging import melee_check
from sim.rules.la_petite_guerre.courage import charge_check, charge_needs, is_under_fire, meets_charge
from sim.rules.la_petite_guerre.ground import charge_ways
from sim.rules.la_petite_guerre.moving import most_dice
from sim.rules.la_petite_guerre.orders.charge import Charge
from sim.rules.la_petite_guerre.orders.commands import (
    Assess,
    Control,
    Encourage,
    HearReport,
    Indicate,
    in_earshot,
    uncontrolled,
)
from sim.rules.la_petite_guerre.plan_moves import has_gun, heard_by_most, roll
from sim.rules.la_petite_guerre.plan_shots import (
    EVEN,
    TO_ACQUIRE,
    Here,
    OfMan,
    acquired,
    actor,
    away,
    duel_odds,
    known_enemies,
    near,
    on_a_die,
    planner,
    stance_of,
)
from sim.rules.la_petite_guerre.scene import men, targets
from sim.rules.la_petite_guerre.units import Man
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Priority, Shown, least, measure, most, require
from sim.tabletop.inches import sees
from sim.tabletop.measures import inches_away


@measure("men near him who could see him and have not")
def in_the_dark(here: Here, enemy: Man) -> Shown:
    """Whom it would help to have the enemy pointed out."""
    able = (man for man in in_earshot(here.position, actor(here)) if sees(here.position, man, enemy))
    blind = [man.id for man in able if not acquires(here.position, man, enemy)]
    return Shown(len(blind), f"{len(blind)} ({', '.join(blind)})" if blind else "0", tuple(blind))


helps = some("news to somebody", in_the_dark)
seen_by_leader = OfMan("acquired by the leader", acquired.of)
TO_INDICATE: Priority[Man] = Priority(
    "HOUSE-LEAD", "whom to point out", require(seen_by_leader), require(helps), most(in_the_dark), least(inches_away)
)
"""He can only point out whom he has seen."""
TO_HEAR_OF: Priority[Man] = Priority(
    "HOUSE-LEAD", "of whom to hear", require(helps), most(in_the_dark), least(inches_away)
)


def go_to_his_men(here: Here) -> Intent | Cannot:
    """LPG-CMD: move up first, if most of his company would not hear him, and a point is left to control it with."""
    leader = actor(here)
    if stance_of(here, leader) == "defend" or leader.hidden:
        return Cannot("he stays where he is")
    if leader.spent or leader.profile.command < 2:
        return Cannot("he has no point to spare")
    if heard_by_most.of(here, leader.place):
        return Cannot("most of his men hear him")
    return roll(here)


def control(here: Here) -> Intent | Cannot:
    """LPG-CMD: control the men near him, if any need it."""
    leader = actor(here)
    loose = [man.id for man in uncontrolled(here.position, leader)]
    if not loose:
        return Cannot("nobody near him needs it")
    here.say(f"without him left to themselves: {', '.join(loose)}", "LPG-CTRL", loose)
    return ordered(here, Control(leader.id))


def _others(here: Here) -> list[Man] | Cannot:
    """Return the known enemies; or say that he needs no further one."""
    there = known_enemies(here)
    seen = any(acquired.of(here, enemy) for enemy in there)
    return Cannot("he has an enemy before his eyes") if seen else there


def hear_report(here: Here) -> Intent | Cannot:
    """LPG-CMD: have an enemy reported whom a man near him has seen, to point him out to the others."""
    leader, there = actor(here), _others(here)
    if isinstance(there, Cannot):
        return there
    told: dict[str, str] = {}
    for man in in_earshot(here.position, leader):
        seen = (enemy for enemy in there if acquires(here.position, man, enemy) and sees(here.position, leader, enemy))
        told = {enemy.id: man.id for enemy in seen} | told
    target = TO_HEAR_OF.choose(here, [enemy for enemy in there if enemy.id in told], "enemies seen")
    if target is None:
        return Cannot("there is nothing to report")
    return ordered(here, HearReport(leader.id, told[target.id], target.id))


indicate = best(TO_INDICATE, known_enemies, "known enemies", at(Indicate), "there is nobody to point out")
"""LPG-CMD: point out an enemy to the men who have not seen him."""
assess = best(TO_ACQUIRE, _others, "known enemies", at(Assess), "there is nobody to look for")
"""LPG-CMD: look out himself, if he has nobody to point out."""


def encourage(here: Here) -> Intent | Cannot:
    """LPG-CMD: encourage the men where blows are to be expected, or who are under fire."""
    hear = in_earshot(here.position, actor(here))
    if not hear:
        return Cannot("there is nobody to hear him")
    if not near(here, planner(here).near) and not any(is_under_fire(here.position, man) for man in hear):
        return Cannot("no enemy is near, and nobody is under fire")
    return ordered(here, Encourage(actor(here).id))


COMMANDING: Plan = Again(
    FirstOf(
        Option("HOUSE-LEAD", "go to his men", go_to_his_men),
        Option("HOUSE-LEAD", "control the troops", control),
        Option("HOUSE-LEAD", "indicate a target", indicate),
        Option("HOUSE-LEAD", "hear a report", hear_report),
        Option("HOUSE-LEAD", "assess the situation", assess),
        Option("HOUSE-LEAD", "encourage the troops", encourage),
    ),
    able=lambda here: here.unit.able and here.unit.spent < here.unit.profile.command,
)
"""LPG-CMD: spend one command point after the other."""


# -- charges -------------------------------------------------------------------------------------------------------


@measure("within reach of a usual charge")
def reached(here: Here, enemy: Man) -> bool:
    """By the average of the dice."""
    man = here.unit
    inches = planner(here).charge_riding if man.mounted else planner(here).charge
    return bool(charge_ways(here.position, man, enemy, inches))


@measure("cannot meet it")
def helpless(here: Here, enemy: Man) -> bool:
    """Stunned, prone, or with his back turned; or a gun that nobody defends."""
    return charge_needs(here.position, here.unit, enemy) < here.battle.data.numbers.charge_stand


@measure("chance to win less chance to lose")
def edge(here: Here, enemy: Man) -> Fraction:
    """LPG-MELEE: of one exchange of blows; who cannot meet it does not strike."""
    mine = melee_check(here.position, here.unit, enemy, charging=True).total
    theirs = melee_check(here.position, enemy, here.unit, charging=False).total
    won, lost = duel_odds(mine - theirs)
    helpless = charge_needs(here.position, here.unit, enemy) < here.battle.data.numbers.charge_stand
    return won if helpless else won - lost


@measure("likely enough")
def likely(here: Here, enemy: Man) -> bool:
    """At least even that he goes, and an edge when he gets there (base_games.md 5.2).

    LPG-CHARGE: he goes with five, or three against who cannot meet it: stunned, prone, or with his back turned; or a
    gun that nobody defends.
    """
    added = charge_check(here.position, here.unit, enemy, charging=True).total
    goes = on_a_die(charge_needs(here.position, here.unit, enemy) - added)
    return bool(goes >= EVEN and edge.of(here, enemy) > 0)


@measure("not enough upon him already")
def uncrowded(here: Here, enemy: Man) -> Shown:
    """Fewer than two, or one at a gun: the first may kill him, or put him to flight, and the others run at nobody."""
    upon = sum(target == enemy.id for _, target in here.state.charges.to_come)
    return Shown(upon < (1 if enemy.profile.kind == "gun" else planner(here).enough), str(upon))


TARGET: Priority[Man] = Priority(
    "HOUSE-STORM", "whom to charge", require(reached), require(likely), require(uncrowded), most(edge), least(away)
)


def _undefended(here: Here) -> list[Man]:
    """LPG-GUNS: return the guns of the enemy that nobody meets a charge for: who reaches one has taken it."""
    guns = (each for each in targets(here.position, here.side) if each.profile.kind == "gun")
    return [gun for gun in guns if meets_charge(here.position, here.unit, gun) is gun]


@plan_of()
def each_charge(here: Here) -> Iterator[Intent]:
    """LPG-CHARGE: declare the charges that are worth it, in the order of the roll.

    Only who advances charges, and nobody who has a gun to serve.
    """
    for man in tuple(men(here.position, here.side)):
        if stance_of(here, man) != "advance" or not man.able or man.prone or man.charged or has_gun(here.position, man):
            continue
        own, dice = here.acting(man.id), most_dice(here.position, man)
        there = (*known_enemies(here), *_undefended(own))
        close = [enemy for enemy in there if allowed(own, Charge(man.id, enemy.id, dice))]
        if close and (target := TARGET.choose(own, close, "enemies within reach")) is not None:
            yield Charge(man.id, target.id, dice)
