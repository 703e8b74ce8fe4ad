"""What an automated leader does with his command points (LPG-CMD)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import Intent
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.actions import Assess, Control, Encourage, Indicate
from sim.rules.la_petite_guerre.choices import (
    TO_ACQUIRE,
    Here,
    actor,
    inches_away,
    known_enemies,
    ordered,
    stance_of,
    threatened,
)
from sim.rules.la_petite_guerre.command import in_earshot
from sim.rules.la_petite_guerre.geometry import sees
from sim.rules.la_petite_guerre.units import Man
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Priority, Shown, least, measure, most, require

NEAR = 6
"""Inches at which a charge is in the air."""
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
    return Shown(len(blind), f"{len(blind)} ({', '.join(blind)})" if blind else "0")


@measure("acquired by the leader")
def seen_by_leader(here: Here, enemy: Man) -> bool:
    """He can only point out whom he has seen."""
    return acquires(here.position, actor(here), enemy)


@measure("helps somebody")
def helps(here: Here, enemy: Man) -> bool:
    """At least one man."""
    return bool(in_the_dark.of(here, enemy).key)


TO_INDICATE: Priority[Man] = Priority(
    "LPG-CMD", "whom to point out", require(seen_by_leader), require(helps), most(in_the_dark), least(inches_away)
)


def control(here: Here) -> Intent | Cannot:
    """LPG-CMD: control the men near him, if any need it."""
    leader = actor(here)
    loose = [man.id for man in in_earshot(here.position, leader) if man.control != "free"]
    if not loose:
        return Cannot("nobody near him needs it")
    here.say(f"without him left to themselves: {', '.join(loose)}", "LPG-CTRL")
    return ordered(here, Control(leader.id))


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
    """LPG-CMD: encourage the men where blows are to be expected, or when some have fallen."""
    leader = actor(here)
    near = threatened(here.position, leader, NEAR, known_enemies(here))
    if not near and stance_of(here, leader) != "advance":
        return Cannot("no enemy is near")
    if not in_earshot(here.position, leader):
        return Cannot("there is nobody to hear him")
    return ordered(here, Encourage(leader.id))


_POINT = FirstOf(
    Option("LPG-CMD", "control the troops", control),
    Option("LPG-CMD", "indicate a target", indicate),
    Option("LPG-CMD", "assess the situation", assess),
    Option("LPG-CMD", "encourage the troops", encourage),
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
