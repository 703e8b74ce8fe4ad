"""What an automated gun does: fire, load, turn, unlimber, and limber again to go along with an advance."""

from __future__ import annotations

from fractions import Fraction

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import ordered
from sim.rules.la_petite_guerre import gunnery
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.ground import in_arc
from sim.rules.la_petite_guerre.orders.fire import Acquire, FireGun
from sim.rules.la_petite_guerre.orders.handling import Limber, Reload
from sim.rules.la_petite_guerre.orders.moves import Face
from sim.rules.la_petite_guerre.plan_choices import (
    Here,
    acquire_chance,
    actor,
    goal_cells,
    known_enemies,
    on_a_die,
    stance_of,
    wait,
    wedge_chance,
)
from sim.rules.la_petite_guerre.plan_steps import roll, vantage
from sim.rules.la_petite_guerre.units import Man
from sim.solo.plans import Cannot, FirstOf, Option, Plan, When
from sim.solo.priority import Priority, Shown, least, measure, most, require
from sim.tabletop.inches import within

EVEN = Fraction(1, 2)


@measure("a target for the gun")
def can_be_laid_on(here: Here, enemy: Man) -> Shown:
    """In range, in sight, to the front."""
    reason = gunnery.fire_gun_refusal(here.position, actor(here), enemy.place, canister=_canister(here, enemy))
    return Shown(reason is None, reason or "yes")


@measure("enemies that it would hit, less friends")
def worth(here: Here, enemy: Man) -> Shown:
    """Chances added up: whoever stands in the beaten zone, or near where a shell would burst."""
    gun = actor(here)
    if gunnery.gun_weapon(here.position, gun).kind == "gatling" or _canister(here, enemy):
        zone = gunnery.beaten_zone(here.position, gun, enemy.place, canister=_canister(here, enemy))
        there = [
            man for man in gunnery.in_danger(here.position, zone) if man.serves != gun.id and man.profile.kind == "man"
        ]
        chances = [wedge_chance(here.position, gun, man) * (1 if man.side != gun.side else -1) for man in there]
    else:
        near = gunnery.in_danger(here.position, gunnery.blast(here.position, enemy.place))
        needs = [
            (man, gunnery.shell_needed(here.position, enemy.place, man)) for man in near if man.profile.kind == "man"
        ]
        hit = [(man, on_a_die(need)) for man, need in needs if need is not None]
        chances = [chance * (1 if man.side != gun.side else -1) for man, chance in hit]
    total = sum(chances, Fraction(0))
    return Shown(total, f"{float(total):.2f}")


@measure("worse for enemies than for friends")
def worth_it(here: Here, enemy: Man) -> bool:
    """No gun is fired into its own men."""
    return bool(worth.of(here, enemy).key > 0)


@measure("inches away")
def away(here: Here, enemy: Man) -> int:
    """By ruler, squared."""
    return here.position.map.grid.squared(actor(here).place, enemy.place)


LAID: Priority[Man] = Priority(
    "HOUSE-SHOOT", "what to lay the gun on", require(can_be_laid_on), require(worth_it), most(worth), least(away)
)
TO_FACE: Priority[Man] = Priority("HOUSE-TURN", "what to turn the gun to", least(away))


def _canister(here: Here, enemy: Man) -> bool:
    """Say whether a field gun fires canister at an enemy: within its range."""
    gun = actor(here)
    if gunnery.gun_weapon(here.position, gun).kind != "field gun":
        return False
    return within(here.position, gun.place, enemy.place, here.battle.data.numbers.canister)


def is_gun(here: Here) -> bool:
    """Say whether a gun is to act."""
    return actor(here).profile.kind == "gun"


def fire_gun(here: Here) -> Intent | Cannot:
    """LPG-GATLING, LPG-SHELL: fire where it does most harm.

    LPG-ACQ: if the crew has not seen what it is to be laid on, it looks for it first, and fires with the second action.
    """
    gun = actor(here)
    target = LAID.choose(here, known_enemies(here), "known enemies")
    if target is None:
        return Cannot("there is nothing worth a shot")
    if not acquires(here.position, gun, target) and gun.left >= here.battle.data.numbers.actions:
        if acquire_chance(here.position, gun, target) >= EVEN:
            here.say(f"the crew looks for {target.id} first", "LPG-ACQ", (target.id,))
            return ordered(here, Acquire(gun.id, target.id))
        here.say(f"it is not likely that the crew sees {target.id}", "LPG-ACQ", (target.id,))
    cell: Cell = target.place
    canister = _canister(here, target)
    again = not canister and gunnery.gun_weapon(here.position, gun).kind == "field gun"
    return ordered(here, FireGun(gun.id, cell, canister, again))


def load_gun(here: Here) -> Intent | Cannot:
    """LPG-WPN: load it."""
    return ordered(here, Reload(actor(here).id))


def _in_range(here: Here) -> list[Man]:
    """Return the enemies in sight whom a gun would reach if it were laid on them."""
    gun, weapon = actor(here), gunnery.gun_weapon(here.position, actor(here))
    return [
        enemy
        for enemy in known_enemies(here)
        if within(here.position, gun.place, enemy.place, weapon.longest)
        and enemy.place in here.position.lines.field_of_view(gun.place)
    ]


def unlimber(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: make it ready, if it is limbered, with an enemy in range, or where it is to stay."""
    gun = actor(here)
    if not gun.limbered:
        return Cannot("it is not limbered")
    if _in_range(here):
        return ordered(here, Limber(gun.id))
    if _goes_on(here) or vantage(here, gun) is not None:
        return Cannot("there is nobody in range yet")
    return ordered(here, Limber(gun.id))


def limber(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: hook it up again where it has nothing to fire at, to bring it to where it has.

    Not where it has fired this turn or the last: enemies step out of cover and back, and it takes a turn each way.
    """
    gun = actor(here)
    if gun.limbered:
        return Cannot("it is limbered")
    if not known_enemies(here):
        return Cannot("there is nobody to bring it nearer to")
    if _in_range(here):
        return Cannot("there are enemies in sight within its range")
    if any(done.what in ("fire gun", "fire canister", "unlimber") for done in (*gun.did, *gun.last)):
        return Cannot("it has just been fired, or made ready: they may show themselves again")
    if not _goes_on(here) and vantage(here, gun) is None:
        return Cannot("there is no place near from which it could fire")
    return ordered(here, Limber(gun.id))


def draw_on(here: Here) -> Intent | Cannot:
    """LPG-MOVE-1: draw a limbered gun on, if that was ordered, or to where it can fire."""
    gun = actor(here)
    if not gun.limbered:
        return Cannot("it is not limbered")
    if not _goes_on(here) and vantage(here, gun) is None:
        return Cannot("it is to stay where it is")
    return roll(here)


def _goes_on(here: Here) -> bool:
    """Say whether a gun's company advances and the gun is not where it is to go."""
    gun = actor(here)
    return stance_of(here, gun) == "advance" and gun.cell not in goal_cells(here, gun)


def turn_gun(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: turn it to the nearest enemy in range, if nobody is before it."""
    gun, there = actor(here), _in_range(here)
    if any(in_arc(here.position, gun, enemy.place) for enemy in there):
        return Cannot("there is an enemy before it")
    target = TO_FACE.choose(here, there, "enemies in range")
    if target is None:
        return Cannot("nobody is in range")
    return ordered(here, Face(gun.id, here.position.map.grid.towards(gun.place, target.place)[0]))


GUN: Plan = When(
    "LPG-SOLO",
    "a gun",
    is_gun,
    FirstOf(
        Option("HOUSE-READY", "unlimber", unlimber),
        Option("HOUSE-POST", "limber to go where it can fire", limber),
        Option("HOUSE-POST", "draw the gun on", draw_on),
        Option("HOUSE-SHOOT", "fire the gun, or look first", fire_gun),
        Option("HOUSE-READY", "load the gun", load_gun),
        Option("HOUSE-TURN", "turn the gun", turn_gun),
        Option("HOUSE-WAIT", "nothing for the gun to do: wait", wait),
    ),
)
