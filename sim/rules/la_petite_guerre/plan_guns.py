"""What an automated gun does: fire, load, turn, unlimber, and limber again to go along with an advance."""

from __future__ import annotations

from fractions import Fraction

from sim.engine.orders import Intent
from sim.play.commander import hundredths, ordered, possible
from sim.rules.la_petite_guerre import gunnery
from sim.rules.la_petite_guerre.acquiring import acquires
from sim.rules.la_petite_guerre.orders.fire import Acquire, FireGun
from sim.rules.la_petite_guerre.orders.handling import Limber
from sim.rules.la_petite_guerre.plan_moves import roll, vantage
from sim.rules.la_petite_guerre.plan_shots import (
    EVEN,
    Here,
    OfMan,
    acquire_chance,
    actor,
    away,
    goal_cells,
    known_enemies,
    near,
    on_a_die,
    reload,
    stance_of,
    turn,
    wait,
    wedge_chance,
)
from sim.rules.la_petite_guerre.units import Man
from sim.solo.plans import Cannot, FirstOf, Option, Plan, When
from sim.solo.priority import Priority, Shown, least, measure, most, require
from sim.tabletop.inches import within


def _canister(here: Here, enemy: Man) -> bool:
    """Say whether a field gun fires canister at an enemy: within its range."""
    gun, length = actor(here), here.battle.data.numbers.canister
    field_gun = gunnery.gun_weapon(here.position, gun).kind == "field gun"
    return field_gun and within(here.position, gun.place, enemy.place, length)


def _not_laid_on(here: Here, enemy: Man) -> str | None:
    return gunnery.fire_gun_refusal(here.position, actor(here), enemy.place, canister=_canister(here, enemy))


@measure("enemies that it would hit, less friends")
def worth(here: Here, enemy: Man) -> Shown:
    """Chances added up: whoever stands in the beaten zone, or near where a shell would burst."""
    gun, position, canister = actor(here), here.position, _canister(here, enemy)
    if canister or gunnery.gun_weapon(position, gun).kind == "gatling":
        there = gunnery.in_danger(position, gunnery.beaten_zone(position, gun, enemy.place, canister=canister))
        men = (man for man in there if man.serves != gun.id and man.profile.kind == "man")
        chances = [(man, wedge_chance(position, gun, man)) for man in men]
    else:
        there = gunnery.in_danger(position, gunnery.blast(position, enemy.place))
        needs = [(man, gunnery.shell_needed(position, enemy.place, man)) for man in there if man.profile.kind == "man"]
        chances = [(man, on_a_die(need)) for man, need in needs if need is not None]
    return hundredths(sum((chance if man.side != gun.side else -chance for man, chance in chances), Fraction(0)))


LAID: Priority[Man] = Priority(
    "HOUSE-SHOOT",
    "what to lay the gun on",
    require(possible("a target for the gun", _not_laid_on)),
    require(OfMan("worse for enemies than for friends", lambda here, enemy: bool(worth.of(here, enemy).key > 0))),
    most(worth),
    least(away),
)
"""No gun is fired into its own men."""
TO_FACE: Priority[Man] = Priority("HOUSE-TURN", "what to turn the gun to", least(away))


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
    canister = _canister(here, target)
    again = not canister and gunnery.gun_weapon(here.position, gun).kind == "field gun"
    return ordered(here, FireGun(gun.id, target.place, canister, again))


def _in_range(here: Here) -> list[Man]:
    """Return the enemies in sight whom a gun would reach if it were laid on them."""
    seen = here.position.lines.field_of_view(actor(here).place)
    there = near(here, gunnery.gun_weapon(here.position, actor(here)).longest)
    return [enemy for enemy in there if enemy.place in seen]


def _goes_on(here: Here) -> bool:
    """Say whether a gun is to be brought elsewhere: with its company, which advances, or to where it can fire."""
    gun = actor(here)
    with_others = stance_of(here, gun) == "advance" and gun.cell not in goal_cells(here, gun)
    return with_others or vantage(here, gun) is not None


def unlimber(here: Here) -> Intent | Cannot:
    """LPG-ACT-1: make it ready, if it is limbered, with an enemy in range, or where it is to stay."""
    if not actor(here).limbered:
        return Cannot("it is not limbered")
    if not _in_range(here) and _goes_on(here):
        return Cannot("there is nobody in range yet")
    return ordered(here, Limber(actor(here).id))


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
    if not _goes_on(here):
        return Cannot("there is no place near from which it could fire")
    return ordered(here, Limber(gun.id))


def draw_on(here: Here) -> Intent | Cannot:
    """LPG-MOVE-1: draw a limbered gun on, if that was ordered, or to where it can fire."""
    if not actor(here).limbered:
        return Cannot("it is not limbered")
    return roll(here) if _goes_on(here) else Cannot("it is to stay where it is")


GUN: Plan = When(
    "LPG-SOLO",
    "a gun",
    lambda here: here.unit.profile.kind == "gun",
    FirstOf(
        Option("HOUSE-READY", "unlimber", unlimber),
        Option("HOUSE-POST", "limber to go where it can fire", limber),
        Option("HOUSE-POST", "draw the gun on", draw_on),
        Option("HOUSE-SHOOT", "fire the gun, or look first", fire_gun),
        Option("HOUSE-READY", "load the gun", reload),
        Option("HOUSE-TURN", "turn the gun", lambda here: turn(here, _in_range(here), TO_FACE, "it")),
        Option("HOUSE-WAIT", "nothing for the gun to do: wait", wait),
    ),
)
