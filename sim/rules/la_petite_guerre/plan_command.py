"""What an automated side does besides its men's actions: command points (LPG-CMD) and charges (LPG-CHARGE)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sim.engine.orders import Intent
from sim.play.commander import ordered
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.charging import melee_check
from sim.rules.la_petite_guerre.courage import charge_check, charge_needs, is_under_fire, meets_charge
from sim.rules.la_petite_guerre.ground import charge_ways, sees
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
from sim.rules.la_petite_guerre.plan_choices import (
    TO_ACQUIRE,
    Here,
    actor,
    duel_odds,
    inches_away,
    known_enemies,
    on_a_die,
    planner,
    stance_of,
    threatened,
)
from sim.rules.la_petite_guerre.plan_moves import would_hear
from sim.rules.la_petite_guerre.plan_steps import company_men, has_gun, roll
from sim.rules.la_petite_guerre.scene import men, targets
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


# -- charges -------------------------------------------------------------------------------------------------------


EVEN = Fraction(1, 2)


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


@measure("chance that the charge is made")
def nerve(here: Here, enemy: Man) -> Shown:
    """LPG-CHARGE: five, or three against who cannot meet it."""
    added = charge_check(here.position, here.unit, enemy, charging=True).total
    needed = charge_needs(here.position, here.unit, enemy)
    chance = on_a_die(needed - added)
    return Shown(chance, str(chance))


@measure("chance to win less chance to lose")
def edge(here: Here, enemy: Man) -> Shown:
    """LPG-MELEE: of one exchange of blows."""
    mine = melee_check(here.position, here.unit, enemy, charging=True).total
    theirs = melee_check(here.position, enemy, here.unit, charging=False).total
    won, lost = duel_odds(mine - theirs)
    value = won - (Fraction(0) if helpless.of(here, enemy) else lost)
    return Shown(value, str(value))


@measure("likely enough")
def likely(here: Here, enemy: Man) -> bool:
    """At least even that he goes, and an edge when he gets there (base_games.md 5.2)."""
    return bool(nerve.of(here, enemy).key >= EVEN and edge.of(here, enemy).key > 0)


@measure("not enough upon him already")
def uncrowded(here: Here, enemy: Man) -> Shown:
    """Fewer than two, or one at a gun: the first may kill him, or put him to flight, and the others run at nobody."""
    upon = sum(target == enemy.id for _, target in here.state.charges.to_come)
    return Shown(upon < (1 if enemy.profile.kind == "gun" else planner(here).enough), str(upon))


@measure("inches away")
def away(here: Here, enemy: Man) -> int:
    """By ruler, squared."""
    return here.position.map.grid.squared(here.unit.place, enemy.place)


TARGET: Priority[Man] = Priority(
    "HOUSE-STORM", "whom to charge", require(reached), require(likely), require(uncrowded), most(edge), least(away)
)


def _undefended(here: Here) -> list[Man]:
    """LPG-GUNS: return the guns of the enemy that nobody meets a charge for: who reaches one has taken it."""
    guns = (each for each in targets(here.position, here.side) if each.profile.kind == "gun")
    return [gun for gun in guns if meets_charge(here.position, here.unit, gun) is gun]


class EachCharge:
    """LPG-CHARGE: go through the men of the side who may charge, in the order of the roll."""

    def orders(self, here: Here) -> Iterator[Intent]:
        """Declare the charges that are worth it; only who advances charges, and nobody who has a gun to serve."""
        for man in tuple(men(here.position, here.side)):
            own = here.acting(man.id)
            if stance_of(here, man) != "advance" or not man.able or man.prone or man.charged:
                continue
            if has_gun(here.position, man):
                continue
            near = [enemy for enemy in (*known_enemies(here), *_undefended(own)) if self._allowed(own, man, enemy)]
            if near and (target := TARGET.choose(own, near, "enemies within reach")) is not None:
                yield Charge(man.id, target.id, most_dice(here.position, man))

    @staticmethod
    def _allowed(here: Here, man: Man, enemy: Man) -> bool:
        return (
            here.battle.ruleset.refusal(
                here.position, here.ask, Charge(man.id, enemy.id, most_dice(here.position, man))
            )
            is None
        )

    def parts(self) -> Iterator[Plan]:
        """Nothing further is decided here."""
        return iter(())


CHARGING: Plan = EachCharge()
