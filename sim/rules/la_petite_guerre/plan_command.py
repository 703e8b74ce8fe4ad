"""What an automated leader does with his command points (LPG-CMD)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import Intent
from sim.play.commander import ordered
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.courage import is_under_fire
from sim.rules.la_petite_guerre.geometry import sees
from sim.rules.la_petite_guerre.orders.commands import (
    Assess,
    Control,
    Encourage,
    HearReport,
    Indicate,
    in_earshot,
    uncontrolled,
)
from sim.rules.la_petite_guerre.plan_choices import (
    TO_ACQUIRE,
    Here,
    actor,
    inches_away,
    known_enemies,
    planner,
    stance_of,
    threatened,
)
from sim.rules.la_petite_guerre.plan_moves import would_hear
from sim.rules.la_petite_guerre.plan_steps import company_men, roll
from sim.rules.la_petite_guerre.units import Man
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Priority, Shown, least, measure, most, require

MOST_POINTS = 9
"""More command points than any leader has."""


@measure("men near him who could see him and have not")
def in_the_dark(here: Here, enemy: Man) -> Shown:
    """Whom it would help to have the enemy pointed out."""
    blind = [
        man.id
        for man in in_earshot(here.position, actor(here))
        if sees(here.position, man, enemy) and not acquires(here.position, man, enemy)
    ]
    return Shown(len(blind), f"{len(blind)} ({', '.join(blind)})" if blind else "0", tuple(blind))


@measure("acquired by the leader")
def seen_by_leader(here: Here, enemy: Man) -> bool:
    """He can only point out whom he has seen."""
    return acquires(here.position, actor(here), enemy)


@measure("news to somebody")
def helps(here: Here, enemy: Man) -> bool:
    """At least one man."""
    return bool(in_the_dark.of(here, enemy).key)


TO_INDICATE: Priority[Man] = Priority(
    "HOUSE-LEAD", "whom to point out", require(seen_by_leader), require(helps), most(in_the_dark), least(inches_away)
)
TO_HEAR_OF: Priority[Man] = Priority(
    "HOUSE-LEAD", "of whom to hear", require(helps), most(in_the_dark), least(inches_away)
)


def go_to_his_men(here: Here) -> Intent | Cannot:
    """LPG-CMD: move up first, if most of his company would not hear him, and a point is left to control it with."""
    leader = actor(here)
    own = company_men(here, leader)
    if stance_of(here, leader) == "defend" or leader.hidden:
        return Cannot("he stays where he is")
    if leader.spent or leader.profile.command < 2:
        return Cannot("he has no point to spare")
    if 2 * would_hear.of(here, leader.place) >= len(own):
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


def hear_report(here: Here) -> Intent | Cannot:
    """LPG-CMD: have an enemy reported whom a man near him has seen, to point him out to the others."""
    leader = actor(here)
    if any(acquires(here.position, leader, enemy) for enemy in known_enemies(here)):
        return Cannot("he has an enemy before his eyes")
    told: dict[str, str] = {}
    for man in in_earshot(here.position, leader):
        for enemy in known_enemies(here):
            if enemy.id not in told and acquires(here.position, man, enemy) and sees(here.position, leader, enemy):
                told[enemy.id] = man.id
    target = TO_HEAR_OF.choose(here, [enemy for enemy in known_enemies(here) if enemy.id in told], "enemies seen")
    if target is None:
        return Cannot("there is nothing to report")
    return ordered(here, HearReport(leader.id, told[target.id], target.id))


def indicate(here: Here) -> Intent | Cannot:
    """LPG-CMD: point out an enemy to the men who have not seen him."""
    target = TO_INDICATE.choose(here, known_enemies(here), "known enemies")
    return ordered(here, Indicate(actor(here).id, target.id)) if target else Cannot("there is nobody to point out")


def assess(here: Here) -> Intent | Cannot:
    """LPG-CMD: look out himself, if he has nobody to point out."""
    if any(acquires(here.position, actor(here), enemy) for enemy in known_enemies(here)):
        return Cannot("he has an enemy before his eyes")
    target = TO_ACQUIRE.choose(here, known_enemies(here), "known enemies")
    return ordered(here, Assess(actor(here).id, target.id)) if target else Cannot("there is nobody to look for")


def encourage(here: Here) -> Intent | Cannot:
    """LPG-CMD: encourage the men where blows are to be expected, or who are under fire."""
    leader = actor(here)
    hear = in_earshot(here.position, leader)
    if not hear:
        return Cannot("there is nobody to hear him")
    near = threatened(here.position, leader, planner(here).near, known_enemies(here))
    if not near and not any(is_under_fire(here.position, man) for man in hear):
        return Cannot("no enemy is near, and nobody is under fire")
    return ordered(here, Encourage(leader.id))


_POINT = FirstOf(
    Option("HOUSE-LEAD", "go to his men", go_to_his_men),
    Option("HOUSE-LEAD", "control the troops", control),
    Option("HOUSE-LEAD", "indicate a target", indicate),
    Option("HOUSE-LEAD", "hear a report", hear_report),
    Option("HOUSE-LEAD", "assess the situation", assess),
    Option("HOUSE-LEAD", "encourage the troops", encourage),
)


class EachPoint:
    """LPG-CMD: spend one command point after the other."""

    def orders(self, here: Here) -> Iterator[Intent]:
        """Work down the list for every point."""
        for _ in range(MOST_POINTS):
            leader = actor(here)
            if not leader.able or leader.spent >= leader.profile.command:
                return
            given = False
            for intent in _POINT.orders(here):
                given = True
                yield intent
            if not given:
                return

    def parts(self) -> Iterator[Plan]:
        """Yield the list."""
        yield _POINT


COMMANDING: Plan = EachPoint()
