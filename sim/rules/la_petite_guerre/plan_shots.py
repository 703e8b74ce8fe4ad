"""Shooting, loading, looking out: what an automated man does without leaving his place."""

from __future__ import annotations

from sim.engine.orders import Intent
from sim.rules.common.inches import within
from sim.rules.la_petite_guerre.actions import Acquire, Face, Fire, LieDown, Reload
from sim.rules.la_petite_guerre.choices import (
    BLIND_TARGET,
    TARGET,
    TO_ACQUIRE,
    Here,
    actor,
    inches_away,
    known_enemies,
    ordered,
)
from sim.rules.la_petite_guerre.geometry import in_arc, sees
from sim.rules.la_petite_guerre.shooting import weapon_of
from sim.rules.la_petite_guerre.units import Man
from sim.solo.plans import Cannot
from sim.solo.priority import Priority, least

TO_FACE: Priority[Man] = Priority("LPG-ACT-1", "whom to face", least(inches_away))


def fire(here: Here) -> Intent | Cannot:
    """LPG-FIRE: fire at the best of the enemies whom he has acquired."""
    target = TARGET.choose(here, known_enemies(here), "known enemies")
    return ordered(here, Fire(actor(here).id, target.id)) if target else Cannot("he has acquired nobody in range")


def fire_blind(here: Here) -> Intent | Cannot:
    """LPG-BLIND: fire where the enemy must be, for want of anything better."""
    target = BLIND_TARGET.choose(here, known_enemies(here), "known enemies")
    return ordered(here, Fire(actor(here).id, target.id)) if target else Cannot("nobody is in range")


def reload(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: load what is empty."""
    return ordered(here, Reload(actor(here).id))


def acquire(here: Here) -> Intent | Cannot:
    """LPG-ACQ: look for the enemy who is likeliest to be seen."""
    target = TO_ACQUIRE.choose(here, known_enemies(here), "known enemies")
    return ordered(here, Acquire(actor(here).id, target.id)) if target else Cannot("there is nobody to look for")


def turn_to_target(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: turn to an enemy in range whom he sees, if nobody is before him."""
    man, weapon = actor(here), weapon_of(here.position, actor(here))
    if weapon is None or not man.loaded:
        return Cannot("he has nothing to fire")
    there = [
        enemy
        for enemy in known_enemies(here)
        if within(here.position.map, man.place, enemy.place, weapon.longest) and sees(here.position, man, enemy)
    ]
    if any(in_arc(here.position, man, enemy.place) for enemy in there):
        return Cannot("there is an enemy before him")
    target = TO_FACE.choose(here, there, "enemies in range")
    if target is None:
        return Cannot("nobody is in range")
    return ordered(here, Face(man.id, here.position.map.grid.towards(man.place, target.place)[0]))


def keep_down(here: Here) -> Intent | Cannot:
    """Lie down where there is an enemy to fear and nothing else to do."""
    if not known_enemies(here):
        return Cannot("there is nobody to fear")
    return ordered(here, LieDown(actor(here).id))
