"""What plans of La Petite Guerre need: who acts, whom he shoots at, where he goes, and what the rules would take."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from sim.engine.dice import D6, Throw, at_least, margins
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import ordered
from sim.rules.la_petite_guerre.acquiring import acquire_needed, acquires
from sim.rules.la_petite_guerre.figures import Planner
from sim.rules.la_petite_guerre.ground import sees
from sim.rules.la_petite_guerre.gunnery import wedge_dice, wedge_needed
from sim.rules.la_petite_guerre.orders.commands import Wait, in_earshot
from sim.rules.la_petite_guerre.scenario import Company, LpgData
from sim.rules.la_petite_guerre.scene import Scene, enemies
from sim.rules.la_petite_guerre.shooting import fire_needed, fire_refusal, is_second, weapon_of
from sim.rules.la_petite_guerre.units import LpgState, Man, Stance
from sim.solo.plans import Cannot
from sim.solo.priority import Priority, Shown, least, measure, most, prefer, require
from sim.solo.situation import Situation
from sim.tabletop.inches import inches_text, within

Here = Situation[LpgState, LpgData]


def actor(here: Here) -> Man:
    """Return who acts, as he is now."""
    man = here.unit
    assert isinstance(man, Man)
    return man


def planner(here: Here) -> Planner:
    """LPG-SOLO: return the figures that the planner goes by."""
    return here.battle.data.planner


def company_of(here: Here, man: Man) -> Company | None:
    """Return the company that a man belongs to."""
    return here.battle.data.engagement.companies.get(man.company)


def stance_of(here: Here, man: Man) -> Stance:
    """LPG-SOLO: return what his company was ordered to do; a man of no company defends himself."""
    company = company_of(here, man)
    return company.stance if company else "defend"


def known_enemies(here: Here) -> list[Man]:
    """Return the enemies whom his side knows of."""
    return [enemy for enemy in enemies(here.position, here.side) if not enemy.hidden]


def goal_cells(here: Here, man: Man) -> tuple[Cell, ...]:
    """Return the cells that his company goes for; none where it goes for the enemy himself."""
    company = company_of(here, man)
    return company.cells if company else ()


def wait(here: Here) -> Intent | Cannot:
    """Do nothing with what is left."""
    return ordered(here, Wait(actor(here).id))


# -- targets -----------------------------------------------------------------------------------------------------


@measure("open to his fire")
def can_be_fired_at(here: Here, enemy: Man) -> Shown:
    """In range, in sight, to the front, with a loaded weapon."""
    reason = fire_refusal(here.position, actor(here), enemy)
    return Shown(reason is None, reason or "yes")


@measure("acquired")
def acquired(here: Here, enemy: Man) -> bool:
    """LPG-ACQ: whether he has noticed him."""
    return acquires(here.position, actor(here), enemy)


@measure("mounted")
def mounted(here: Here, enemy: Man) -> bool:
    """Riders first (base_games.md 5.2)."""
    return enemy.mounted


@measure("still able to act")
def dangerous(here: Here, enemy: Man) -> bool:
    """Whoever is stunned or runs does no harm for now."""
    return enemy.able


@measure("inches away")
def inches_away(here: Here, enemy: Man) -> Shown:
    """By ruler."""
    map_ = here.position.map
    squared = map_.grid.squared(actor(here).place, enemy.place)
    return Shown(squared, inches_text(squared, map_.scale.per_cell))


@measure("chance to hit")
def chance_to_hit(here: Here, enemy: Man) -> Shown:
    """As the dice stand."""
    man = actor(here)
    chance = hit_chance(here.position, man, enemy, second=is_second(here.position, man))
    return Shown(chance, str(chance))


@measure("in sight")
def in_sight(here: Here, enemy: Man) -> bool:
    """Whether there is a line of sight."""
    return sees(here.position, actor(here), enemy)


@measure("not acquired yet")
def unnoticed(here: Here, enemy: Man) -> bool:
    """LPG-ACQ: whether he has yet to be noticed."""
    return not acquires(here.position, actor(here), enemy)


@measure("worth looking for")
def matters(here: Here, enemy: Man) -> Shown:
    """LPG-SOLO: whether somebody could fire at him then, or after a move: he, whom he leads, or a gun that they serve.

    Men who cannot be reached by anybody are looked for when they have come nearer.
    """
    man = actor(here)
    near = (man, *in_earshot(here.position, man)) if man.profile.command else (man,)
    served = {each.serves for each in near if each.serves} | ({man.id} if man.profile.kind == "gun" else set())
    guns = (here.state.unit(id_) for id_ in served if id_ in here.state.units)
    there = next((each.id for each in (*near, *guns) if _could_fire(here.position, each, enemy)), None)
    return Shown(there is not None, f"for {there}" if there else "nobody could fire at him")


def _could_fire(position: Scene, man: Man, enemy: Man) -> bool:
    """Say whether an enemy is in sight of a man, or of a gun, and within range of it, or a move farther."""
    weapon = position.battle.data.weapons.get(man.weapon or man.profile.weapon)
    if man.out or weapon is None or not weapon.longest or not sees(position, man, enemy):
        return False
    further = position.battle.data.planner.move if man.profile.kind == "man" else 0
    return within(position, man.place, enemy.place, weapon.longest + further)


@measure("chance to acquire")
def chance_to_acquire(here: Here, enemy: Man) -> Shown:
    """As the dice stand."""
    chance = acquire_chance(here.position, actor(here), enemy)
    return Shown(chance, str(chance))


@measure("within range")
def within_range(here: Here, enemy: Man) -> bool:
    """Whether his weapon carries so far."""
    man, weapon = actor(here), weapon_of(here.position, actor(here))
    return weapon is not None and within(here.position, man.place, enemy.place, weapon.longest)


TARGET: Priority[Man] = Priority(
    "HOUSE-SHOOT", "whom to fire at",
    require(can_be_fired_at), require(acquired, "LPG-FIRE"), prefer(dangerous), most(chance_to_hit), prefer(mounted),
    least(inches_away),
)  # fmt: skip
"""Acquired, then the likeliest hit, riders first, the nearest (base_games.md 5.2)."""
BLIND_TARGET: Priority[Man] = Priority(
    "HOUSE-SHOOT", "whom to fire at blind", require(can_be_fired_at), least(inches_away)
)
TO_ACQUIRE: Priority[Man] = Priority(
    "HOUSE-LOOK", "whom to look for", require(in_sight), require(unnoticed), require(matters), prefer(within_range),
    most(chance_to_acquire), least(inches_away),
)  # fmt: skip


def best_shot(here: Here) -> Shown | None:
    """Return the chance to hit whom the list above would name; None for nobody.

    Asked before anybody is named: of two alike a die decides, and none is thrown for a shot that is not fired.
    """
    there = [enemy for enemy in known_enemies(here) if can_be_fired_at.of(here, enemy).key and acquired.of(here, enemy)]
    able = [enemy for enemy in there if dangerous.of(here, enemy)] or there
    return max((chance_to_hit.of(here, enemy) for enemy in able), key=lambda chance: chance.key, default=None)


def best_look(here: Here, among: Iterable[Man]) -> Fraction:
    """Return the chance to acquire whom the list above would name of some enemies; nothing if it names nobody."""
    there = [
        enemy
        for enemy in among
        if in_sight.of(here, enemy) and unnoticed.of(here, enemy) and matters.of(here, enemy).key
    ]
    near = [enemy for enemy in there if within_range.of(here, enemy)] or there
    return max((acquire_chance(here.position, actor(here), enemy) for enemy in near), default=Fraction(0))


def threatened(position: Scene, man: Man, length: int, others: Iterable[Man]) -> list[Man]:
    """Return those of some enemies who are within so many inches of a man."""
    return [enemy for enemy in others if within(position, man.place, enemy.place, length)]


# -- chances -------------------------------------------------------------------------------------------------------


def on_a_die(number: int) -> Fraction:
    """Return how likely a die shows a number or more."""
    return at_least(number).chance(D6)


def acquire_chance(position: Scene, man: Man, target: Man) -> Fraction:
    """LPG-ACQ: how likely a man notices another who is in sight."""
    return on_a_die(acquire_needed(position, man, target))


def hit_chance(position: Scene, man: Man, target: Man, *, second: bool) -> Fraction:
    """LPG-FIRE: how likely a shot hits; a blind one that hits may still do nothing."""
    return on_a_die(fire_needed(position, man, target, second=second))


def wedge_chance(position: Scene, gun: Man, target: Man) -> Fraction:
    """LPG-GATLING: how likely a target in the beaten zone is hit at least once."""
    miss = 1 - on_a_die(wedge_needed(position, gun, target))
    return 1 - miss ** wedge_dice(position, gun, target)


@lru_cache(maxsize=64)
def duel_odds(ahead: int) -> tuple[Fraction, Fraction]:
    """LPG-MELEE: how likely the first of two hits, and the second does, with so much more added to the first die.

    >>> duel_odds(1)
    (Fraction(7, 12), Fraction(5, 18))
    """
    one = Throw(D6, "hand to hand")
    parts = margins(one, one, ahead).items()
    won, lost = ((sum(part for margin, part in parts if sign * margin > 0)) for sign in (1, -1))
    return Fraction(won), Fraction(lost)
