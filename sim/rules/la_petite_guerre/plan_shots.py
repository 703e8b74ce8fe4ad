"""Shooting, loading, looking out: what an automated man does without leaving his place."""

from __future__ import annotations

from fractions import Fraction

from sim.engine.orders import Intent
from sim.play.commander import ordered
from sim.rules.la_petite_guerre.courage import is_under_fire
from sim.rules.la_petite_guerre.ground import in_arc, sees
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire
from sim.rules.la_petite_guerre.orders.handling import LieDown, Reload
from sim.rules.la_petite_guerre.orders.moves import Face
from sim.rules.la_petite_guerre.plan_choices import (
    BLIND_TARGET,
    TARGET,
    TO_ACQUIRE,
    Here,
    actor,
    best_look,
    best_shot,
    inches_away,
    known_enemies,
    planner,
    threatened,
)
from sim.rules.la_petite_guerre.scene import men
from sim.rules.la_petite_guerre.shooting import weapon_of
from sim.rules.la_petite_guerre.units import Man
from sim.solo.plans import Cannot
from sim.solo.priority import Priority, least
from sim.tabletop.inches import within

FAIR, EVEN, HARDLY = Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)
"""What a shot must promise to those who could go nearer, what a look must, and what look is as good as none."""
TO_FACE: Priority[Man] = Priority("HOUSE-TURN", "whom to face", least(inches_away))


def fire(here: Here) -> Intent | Cannot:
    """LPG-FIRE: fire at the best of the enemies whom he has acquired."""
    chance = best_shot(here)
    if chance is not None and chance.key < EVEN and lies_in_wait(here):
        return Cannot(f"a chance of {chance.text} is not worth giving himself away")
    return _fire_at_best(here)


def _fire_at_best(here: Here) -> Intent | Cannot:
    target = TARGET.choose(here, known_enemies(here), "known enemies")
    return ordered(here, Fire(actor(here).id, target.id)) if target else Cannot("he has acquired nobody in range")


def lies_in_wait(here: Here) -> bool:
    """Say whether a man is hidden, and all of his company with him: one shot tells the enemy where they are.

    With an enemy so near that a move would bring him upon one of them there is nothing left to wait for.
    """
    man = actor(here)
    own = [each for each in men(here.position, man.side) if each.company == man.company]
    if not man.hidden or not all(each.hidden for each in own):
        return False
    found = here.battle.data.numbers.come_upon + planner(here).move
    able = [each for each in known_enemies(here) if each.able]
    return not any(threatened(here.position, each, found, able) for each in own)


def fire_first(here: Here) -> Intent | Cannot:
    """LPG-FIRE: one shot before he goes: with the second action there is time to get away."""
    return Cannot("he has fired") if actor(here).fired else fire(here)


def fire_well(here: Here) -> Intent | Cannot:
    """LPG-FIRE: fire at the best of the enemies whom he has acquired, unless he would do better to go nearer."""
    chance = best_shot(here)
    if chance is not None and chance.key < FAIR:
        return Cannot(f"a chance of {chance.text} is worth no shot while he can go nearer")
    return _fire_at_best(here)


def fire_blind(here: Here) -> Intent | Cannot:
    """LPG-BLIND: fire where the enemy must be, if a look is hardly worth it: seen with a six, or not at all."""
    if lies_in_wait(here):
        return Cannot("a blind shot is not worth giving himself away")
    if best_look(here, known_enemies(here)) > HARDLY:
        return Cannot("he might rather see somebody")
    target = BLIND_TARGET.choose(here, known_enemies(here), "known enemies")
    return ordered(here, Fire(actor(here).id, target.id)) if target else Cannot("nobody is in range")


def reload(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: load what is empty."""
    return ordered(here, Reload(actor(here).id))


def reload_in_range(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: load what is empty, with an enemy in sight whom it would reach."""
    return reload(here) if _in_range(here, longest=True) else Cannot("no enemy is in range")


def acquire_near(here: Here) -> Intent | Cannot:
    """LPG-ACQ: look for an enemy within short range before him, if that is likelier than not to succeed."""
    return _look_among(here, _in_range(here, longest=False))


def acquire_in_range(here: Here) -> Intent | Cannot:
    """LPG-ACQ: look for an enemy within range, if that is likelier than not to succeed."""
    return _look_among(here, _in_range(here, longest=True))


def _in_range(here: Here, *, longest: bool) -> list[Man]:
    """Return the enemies in sight within the range, or the short range, of what he has in his hands."""
    man, weapon = actor(here), weapon_of(here.position, actor(here))
    if weapon is None or weapon.kind != "small arm":
        return []
    length = weapon.longest if longest else weapon.short
    return [
        enemy
        for enemy in known_enemies(here)
        if within(here.position, man.place, enemy.place, length) and sees(here.position, man, enemy)
    ]


def _look_among(here: Here, there: list[Man]) -> Intent | Cannot:
    man = actor(here)
    if not man.loaded or man.fired:
        return Cannot("he has nothing to fire")
    there = [enemy for enemy in there if in_arc(here.position, man, enemy.place)]
    if 0 < best_look(here, there) < EVEN:
        return Cannot("it is not likely that he sees anybody")
    target = TO_ACQUIRE.choose(here, there, "enemies in range before him")
    return ordered(here, Acquire(man.id, target.id)) if target else Cannot("there is nobody to look for")


def acquire(here: Here) -> Intent | Cannot:
    """LPG-ACQ: look for the enemy who is likeliest to be seen."""
    target = TO_ACQUIRE.choose(here, known_enemies(here), "known enemies")
    return ordered(here, Acquire(actor(here).id, target.id)) if target else Cannot("there is nobody to look for")


def turn_to_target(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: turn to an enemy in range whom he sees, if nobody is before him."""
    man, weapon = actor(here), weapon_of(here.position, actor(here))
    if weapon is None or not man.loaded:
        return Cannot("he has nothing to fire")
    there = _in_range(here, longest=True)
    if any(in_arc(here.position, man, enemy.place) for enemy in there):
        return Cannot("there is an enemy before him")
    target = TO_FACE.choose(here, there, "enemies in range")
    if target is None:
        return Cannot("nobody is in range")
    return ordered(here, Face(man.id, here.position.map.grid.towards(man.place, target.place)[0]))


def take_cover(here: Here) -> Intent | Cannot:
    """Lie down under fire, after the first shot: it costs no aim, but who lies cannot meet a charge."""
    man, enemies = actor(here), known_enemies(here)
    if not is_under_fire(here.position, man):
        return Cannot("nobody shoots at him")
    if man.left > 1:
        return Cannot("there is time for that when he has fired")
    if any(enemy.able for enemy in threatened(here.position, man, planner(here).charged, enemies)):
        return Cannot("an enemy could be upon him")
    return ordered(here, LieDown(man.id))


def keep_down(here: Here) -> Intent | Cannot:
    """Lie down where an enemy could hit him and there is nothing else to do; who lies hidden keeps still."""
    man = actor(here)
    if man.hidden:
        return Cannot("he lies hidden")
    near = threatened(here.position, man, planner(here).danger, known_enemies(here))
    if not any(enemy.able and sees(here.position, enemy, man) for enemy in near):
        return Cannot("nobody could hit him")
    return ordered(here, LieDown(man.id))
