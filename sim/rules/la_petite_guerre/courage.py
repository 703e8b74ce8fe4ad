"""The tests of single men and of companies: control, charge, pursuit, morale; what is added to the die, and chances."""

from __future__ import annotations

from typing import Literal

from sim.engine.check import Check
from sim.rules.la_petite_guerre.acquiring import on_die
from sim.rules.la_petite_guerre.ground import faces_away, gunners, in_pit, near, sheltered
from sim.rules.la_petite_guerre.scene import Scene, enemies, men
from sim.rules.la_petite_guerre.units import Man
from sim.tabletop.inches import within

Control = Literal["free", "repeats", "breaks", "stunned"]
Resolve = Literal["steady", "hesitant", "fails"]
"""LPG-CHARGE: 5+, 3-4, and less."""


def is_under_fire(position: Scene, man: Man) -> bool:
    """Ruling 5.3.8: say whether a man has been shot at this turn or in the last, hit or not."""
    return bool(man.under_fire) and man.under_fire >= position.state.turn - 1


def is_chased(position: Scene, man: Man) -> bool:
    """LPG-ROUT: say whether an enemy whom one knows of, and who does not run himself, is within twelve inches."""
    length = position.battle.data.numbers.rout
    return any(
        not enemy.broken and not enemy.hidden and near(position, man, enemy, length)
        for enemy in enemies(position, man.side)
    )


# -- control -----------------------------------------------------------------------------------------------------


def control_check(position: Scene, man: Man) -> Check:
    """LPG-CTRL: what is added to the die of a man whom no leader controls."""
    data, numbers = position.battle.data, position.battle.data.numbers
    check = Check("control").plus(data.control_grade[man.profile.grade], f"{man.profile.grade} grade", "LPG-CTRL")
    cover = sheltered(position, man)
    return check.plus(numbers.control_cover, f"in cover: {cover.reason}", "LPG-CTRL") if cover else check


def control_result(position: Scene, man: Man, die: int) -> Control:
    """LPG-CTRL: what the die comes to."""
    numbers, total = position.battle.data.numbers, die + control_check(position, man).total
    if total >= numbers.control_free:
        return "free"
    if total >= numbers.control_repeat:
        return "repeats"
    return "breaks" if is_under_fire(position, man) else "stunned"


# -- charges -----------------------------------------------------------------------------------------------------


def encouragement(position: Scene, man: Man) -> int:
    """LPG-CMD: command points that leaders of his side within four inches have spent on encouraging this turn."""
    length = position.battle.data.numbers.command
    return sum(
        leader.encourages
        for leader in men(position, man.side)
        if leader.encourages and not leader.broken and near(position, leader, man, length)
    )


def charge_check(position: Scene, man: Man, enemy: Man, *, charging: bool) -> Check:
    """LPG-CHARGE: what is added to the die of who charges or is charged."""
    data = position.battle.data
    parts = data.charge_test
    check = Check("charge").plus(data.charge_grade[man.profile.grade], f"{man.profile.grade} grade", "LPG-CHARGE")
    check = check.plus(parts.encouraged * encouragement(position, man), "encouraged", "LPG-CHARGE")
    fallen = fallen_near(position, man, data.numbers.charge_fallen)
    ridden_down = not charging and enemy.mounted and not man.mounted and sheltered(position, man) is None
    return check.where(
        "LPG-CHARGE",
        (charging and _has_company(position, man), parts.friends, "friends charge with him"),
        (is_under_fire(position, man), parts.fire, "under fire"),
        (man.wounded, parts.wounded, "wounded"),
        (fallen > 0, parts.fallen * fallen, "friends killed or broken"),
        (ridden_down, parts.mounted, "on foot, charged by riders in the open"),
    )


def _has_company(position: Scene, man: Man) -> bool:
    """LPG-CHARGE: say whether friends charge within two inches of a man; who was struck down charges no more."""
    length = position.battle.data.numbers.charge_friends
    friends = (position.state.unit(id_) for id_ in position.state.charges.going if id_ != man.id)
    return any(friend.able and friend.side == man.side and near(position, friend, man, length) for friend in friends)


def charge_needs(position: Scene, man: Man, target: Man) -> int:
    """LPG-CHARGE: what a charger needs in all: less against who is stunned, prone or turned away, and at a gun."""
    numbers, is_gun = position.battle.data.numbers, target.profile.kind == "gun"
    easy = is_gun or target.stunned or target.prone or faces_away(position, target, man)
    return numbers.charge_weak if easy else numbers.charge_stand


def meets_charge(position: Scene, man: Man, target: Man) -> Man:
    """LPG-GUNS: return who meets a charge at somebody: for a gun the nearest able man of its crew who is with it."""
    if target.profile.kind != "gun":
        return target
    squared = position.map.grid.squared
    return min(gunners(position, target), key=lambda each: squared(man.place, each.place), default=target)


def fallen_near(position: Scene, man: Man, length: int) -> int:
    """Count the friends who were killed or broke this turn within so many inches of a man."""
    units = position.state.units
    return sum(
        units[id_].side == man.side and id_ != man.id and within(position, man.place, cell, length)
        for id_, cell in position.state.fallen
        if id_ in units
    )


def charge_result(position: Scene, total: int) -> Resolve:
    """LPG-CHARGE: what the total comes to."""
    numbers = position.battle.data.numbers
    if total >= numbers.charge_stand:
        return "steady"
    return "hesitant" if total >= numbers.charge_weak else "fails"


# -- pursuit and morale ------------------------------------------------------------------------------------------


def pursuit_check(position: Scene, man: Man) -> Check:
    """LPG-PURSUE: what is added to the die. The rules print both signs for A grade; by the rule sheet it adds one."""
    parts, check = position.battle.data.pursuit, Check("pursuit")
    return check.where(
        "LPG-PURSUE",
        (man.mounted, parts.mounted, "mounted"),
        (man.profile.metis, parts.metis, "Metis or Indians"),
        (in_pit(position, man), parts.pit, "in a rifle pit"),
        (man.profile.grade == "A", parts.a_grade, "A grade"),
    )


def pursuit_needed(position: Scene, man: Man) -> int:
    """LPG-PURSUE: what the bare die must show."""
    return on_die(position.battle.data.numbers.pursue - pursuit_check(position, man).total)


def morale_check(position: Scene, company: str) -> Check:
    """LPG-MORALE: what is added to the die of a company: its able men, its grade, encouragement."""
    own = [man for man in position.state.units if man.company == company and man.profile.kind == "man"]
    able = [man for man in own if man.able]
    check = Check("morale").plus(len(able), "able men", "LPG-MORALE")
    grade = grade_of(able or own)
    check = check.plus(position.battle.data.morale_grade[grade], f"{grade} grade", "LPG-MORALE")
    return check.plus(max((encouragement(position, man) for man in able), default=0), "encouraged", "LPG-MORALE")


def grade_of(own: list[Man]) -> Literal["A", "B", "C"]:
    """Return the grade that most men of a company have; of several the worst."""
    grades: tuple[Literal["C", "B", "A"], ...] = ("C", "B", "A")
    return max(grades, key=lambda grade: (sum(man.profile.grade == grade for man in own), -grades.index(grade)))


def morale_needed(position: Scene, company: str) -> int:
    """LPG-MORALE: what the bare die must show."""
    return on_die(position.battle.data.numbers.morale - morale_check(position, company).total)
