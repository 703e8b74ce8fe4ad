"""What an automated man sees, shoots at and looks for: all that he does without leaving his place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

from sim.board.area import Area
from sim.engine.dice import D6, Throw, at_least, margins
from sim.engine.orders import Intent
from sim.play.commander import at, best, does, hundredths, ordered, possible, unless
from sim.rules.la_petite_guerre.combat import guns
from sim.rules.la_petite_guerre.combat.fire import (
    acquire_needed,
    acquires,
    fire_refusal,
    gun_weapon,
    is_second,
    shot,
    weapon_of,
)
from sim.rules.la_petite_guerre.ground.sight import in_arc
from sim.rules.la_petite_guerre.ground.ways import seen_within
from sim.rules.la_petite_guerre.orders.commands import Wait, in_earshot
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire
from sim.rules.la_petite_guerre.orders.moves import Face
from sim.rules.la_petite_guerre.orders.order import LieDown, Reload
from sim.rules.la_petite_guerre.solo.situation import (
    LpgSituation,
    OfMan,
    able_near,
    carries,
    known_enemies,
    lies_in_wait,
    near,
    planner,
    seen_of,
)
from sim.rules.la_petite_guerre.state import LpgPosition, Man, is_under_fire
from sim.solo.plans import Cannot, Plan
from sim.solo.priority import Measured, Priority, at_a_look, least, measure, most, prefer, require
from sim.tabletop.inches import sees, within
from sim.tabletop.measures import inches_away

FAIR, EVEN, HARDLY = Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)
"""What a shot must promise to those who could go nearer, what a look must, and what look is as good as none."""

# -- chances -------------------------------------------------------------------------------------------------------


def on_a_die(number: int) -> Fraction:
    """Return how likely a die shows a number or more."""
    return at_least(number).chance(D6)


def acquire_chance(position: LpgPosition, man: Man, target: Man) -> Fraction:
    """LPG-ACQ: how likely a man notices another who is in sight."""
    return on_a_die(acquire_needed(position, man, target))


def hit_chance(position: LpgPosition, man: Man, target: Man) -> Fraction:
    """LPG-FIRE: how likely a shot hits; a blind one that hits may still do nothing."""
    return on_a_die(shot(position, man, target, second=is_second(position, man)).need)


def wedge_chance(position: LpgPosition, gun: Man, target: Man) -> Fraction:
    """LPG-GATLING: how likely a target in the beaten zone is hit at least once."""
    return 1 - (1 - on_a_die(guns.swept(position, gun, target).need)) ** guns.wedge_dice(position, gun, target)


@cache
def duel_odds(ahead: int) -> tuple[Fraction, Fraction]:
    """LPG-MELEE: how likely the first of two hits, and the second does, with so much more added to the first die.

    >>> duel_odds(1)
    (Fraction(7, 12), Fraction(5, 18))
    """
    one = Throw(D6, "hand to hand")
    parts = margins(one, one, ahead).items()
    won, lost = ((sum(part for margin, part in parts if sign * margin > 0)) for sign in (1, -1))
    return Fraction(won), Fraction(lost)


# -- whom to fire at, and whom to look for -------------------------------------------------------------------------


@at_a_look("open to his fire")
def can_be_fired_at(here: LpgSituation) -> Callable[[Man], Measured]:
    """Or why he is not."""
    position, man = here.position, here.unit
    return lambda enemy: Measured(not (reason := fire_refusal(position, man, enemy)), reason or "yes")


acquired = OfMan("acquired", lambda here, enemy: acquires(here.position, here.unit, enemy))
unnoticed = OfMan("still unseen", lambda here, enemy: not acquires(here.position, here.unit, enemy))
in_sight = OfMan("in sight", lambda here, enemy: sees(here.position, here.unit, enemy))
within_range = OfMan(
    "within range",
    lambda here, enemy: within(here.position, here.unit.place, enemy.place, carries(here, here.unit)),
)
chance_to_acquire = OfMan("chance to acquire", lambda here, enemy: acquire_chance(here.position, here.unit, enemy))
chance_to_hit = OfMan("chance to hit", lambda here, enemy: hit_chance(here.position, here.unit, enemy))


@at_a_look("worth looking for")
def matters(here: LpgSituation) -> Callable[[Man], Measured]:
    """LPG-SOLO: whether somebody could fire at him then, or after a move: he, whom he leads, or a gun that they serve.

    Men who cannot be reached by anybody are looked for when they have come nearer.
    """
    man: Man = here.unit
    they = (man, *in_earshot(here.position, man)) if man.profile.command else (man,)
    served = {each.serves for each in they if each.serves} | ({man.id} if man.profile.kind == "gun" else set())
    pieces = (here.state.unit(id_) for id_ in served if id_ in here.state.units)
    zones = [(each.id, _could_fire_into(here.position, each)) for each in (*they, *pieces)]

    def for_whom(enemy: Man) -> Measured:
        there = next((id_ for id_, zone in zones if enemy.cell in zone), None)
        return Measured(there is not None, f"for {there}" if there else "nobody could fire at him")

    return for_whom


def _could_fire_into(position: LpgPosition, man: Man) -> Area:
    """Return the cells in sight of a man, or of a gun, and within range of it, or a move farther."""
    weapon = position.battle.data.weapons.get(man.weapon or man.profile.weapon)
    if man.out or weapon is None or not weapon.longest:
        return Area(position.map, 0)
    further = position.battle.data.planner.move if man.profile.kind == "man" else 0
    return seen_within(position, man.place, weapon.longest + further)


TARGET: Priority[Man] = Priority(
    "HOUSE-SHOOT",
    "whom to fire at",
    require(can_be_fired_at),
    require(acquired, "LPG-FIRE"),
    prefer(OfMan("still able to act", lambda _, enemy: enemy.able)),
    most(chance_to_hit),
    prefer(OfMan("mounted", lambda _, enemy: enemy.mounted)),
    least(inches_away),
)
"""Acquired, no harmless one who is stunned or runs, then the likeliest hit, riders first, the nearest (base_games.md
5.2)."""
BLIND_TARGET: Priority[Man] = Priority(
    "HOUSE-SHOOT", "whom to fire at blind", require(can_be_fired_at), least(inches_away)
)
TO_ACQUIRE: Priority[Man] = Priority(
    "HOUSE-LOOK", "whom to look for", require(in_sight), require(unnoticed), require(matters), prefer(within_range),
    most(chance_to_acquire), least(inches_away),
)  # fmt: skip
TO_FACE: Priority[Man] = Priority("HOUSE-TURN", "whom to face", least(inches_away))


def fires_canister(here: LpgSituation, enemy: Man) -> bool:
    """Say whether a field gun fires canister at an enemy: within its range."""
    gun, length = here.unit, here.battle.data.numbers.canister
    field_gun = gun_weapon(here.position, gun).kind == "field gun"
    return field_gun and within(here.position, gun.place, enemy.place, length)


def _not_laid_on(here: LpgSituation, enemy: Man) -> str | None:
    return guns.fire_gun_refusal(here.position, here.unit, enemy.place, canister=fires_canister(here, enemy))


@measure("enemies it would hit, minus friends")
def worth(here: LpgSituation, enemy: Man) -> Measured:
    """Chances added up: whoever stands in the beaten zone, or near where a shell would burst."""
    gun, position, canister = here.unit, here.position, fires_canister(here, enemy)
    if canister or gun_weapon(position, gun).kind == "gatling":
        there = guns.in_danger(position, guns.beaten_zone(position, gun, enemy.place, canister=canister))
        men = (man for man in there if man.serves != gun.id and man.profile.kind == "man")
        chances = [(man, wedge_chance(position, gun, man)) for man in men]
    else:
        there = guns.in_danger(position, guns.blast(position, enemy.place))
        needs = [(man, guns.shell_needed(position, enemy.place, man)) for man in there if man.profile.kind == "man"]
        chances = [(man, on_a_die(need)) for man, need in needs if need is not None]
    return hundredths(sum((chance if man.side != gun.side else -chance for man, chance in chances), Fraction(0)))


LAID: Priority[Man] = Priority(
    "HOUSE-SHOOT",
    "what to lay the gun on",
    require(possible("a target for the gun", _not_laid_on)),
    require(OfMan("worse for enemies than for friends", lambda here, enemy: bool(worth.of(here, enemy).key > 0))),
    most(worth),
    least(inches_away),
)
"""No gun is fired into its own men."""


def best_shot(here: LpgSituation) -> Fraction | None:
    """Return the chance to hit whom the list above would name; None for nobody.

    Asked before anybody is named: of two alike a die decides, and none is thrown for a shot that is not fired.
    """
    position, man = here.position, here.unit
    close = near(here, carries(here, man))  # Whoever is further away cannot be fired at, whatever else there is.
    there = [enemy for enemy in close if not fire_refusal(position, man, enemy) and acquires(position, man, enemy)]
    able = [enemy for enemy in there if enemy.able] or there
    return max((chance_to_hit.of(here, enemy) for enemy in able), default=None)


def best_look(here: LpgSituation, among: Iterable[Man]) -> Fraction:
    """Return the chance to acquire whom the list above would name of some enemies; nothing if it names nobody."""
    wanted = [measure.each(here) for measure in (in_sight, unnoticed)]
    seen = [enemy for enemy in among if all(of(enemy) for of in wanted)]
    matter = matters.each(here) if seen else None
    there = [enemy for enemy in seen if matter and matter(enemy).key]
    able = [*filter(within_range.each(here), there)] or there
    return max((chance_to_acquire.of(here, enemy) for enemy in able), default=Fraction(0))


# -- fire ----------------------------------------------------------------------------------------------------------

wait, reload = does(Wait), does(Reload)
_fire_at_best = best(TARGET, known_enemies, "known enemies", at(Fire), "he has acquired nobody in range")
acquire = best(TO_ACQUIRE, known_enemies, "known enemies", at(Acquire), "there is nobody to look for")
"""LPG-ACQ: look for the enemy who is likeliest to be seen."""


def fire(here: LpgSituation) -> Intent | Cannot | Plan:
    """LPG-FIRE: fire at the best of the enemies whom he has acquired."""
    chance = best_shot(here)
    if chance is not None and chance < EVEN and lies_in_wait(here):
        return Cannot(f"a chance of {chance} is not worth giving himself away")
    return _fire_at_best(here)


fire_first = unless({"he has fired": lambda here: here.unit.fired}, fire)
"""LPG-FIRE: one shot before he goes: with the second action there is time to get away."""


def fire_well(here: LpgSituation) -> Intent | Cannot | Plan:
    """LPG-FIRE: fire at the best of the enemies whom he has acquired, unless he would do better to go nearer."""
    chance = best_shot(here)
    if chance is not None and chance < FAIR:
        return Cannot(f"a chance of {chance} is not worth a shot while he can go nearer")
    return _fire_at_best(here)


fire_blind = unless(
    {
        "a blind shot is not worth giving himself away": lies_in_wait,
        "he may well spot somebody instead": lambda here: best_look(here, known_enemies(here)) > HARDLY,
    },
    best(BLIND_TARGET, known_enemies, "known enemies", at(Fire), "nobody is in range"),
)
"""LPG-BLIND: fire where the enemy must be, if a look is hardly worth it: seen with a six, or not at all."""

# -- loading, looking out, turning, lying down ---------------------------------------------------------------------


def _in_range(here: LpgSituation, *, longest: bool = True) -> list[Man]:
    """Return the enemies in sight within the range, or the short range, of what he has in his hands."""
    weapon = weapon_of(here.position, here.unit)
    if weapon is None or weapon.kind != "small arm":
        return []
    return seen_of(here, near(here, weapon.longest if longest else weapon.short))


reload_in_range = unless({"no enemy is in range": lambda here: not _in_range(here)}, reload)
"""LPG-ACT-1: load what is empty, with an enemy in sight whom it would reach."""


def acquire_in_range(here: LpgSituation, *, longest: bool = True) -> Intent | Cannot:
    """LPG-ACQ: look for an enemy within range, or short range, before him, if he is likelier than not to see him."""
    man = here.unit
    if not man.loaded or man.fired:
        return Cannot("he has nothing to fire")
    there = [enemy for enemy in _in_range(here, longest=longest) if in_arc(here.position, man, enemy.place)]
    if 0 < best_look(here, there) < EVEN:
        return Cannot("he is unlikely to see anybody")
    target = TO_ACQUIRE.choose(here, there, "enemies in range in front of him")
    return ordered(here, Acquire(man.id, target.id)) if target else Cannot("there is nobody to look for")


def turn(here: LpgSituation, there: list[Man], choice: Priority[Man], whom: str) -> Intent | Cannot:
    """LPG-ACT-1: turn to one of some enemies, if none of them is before who acts."""
    man, grid = here.unit, here.position.map.grid
    if any(in_arc(here.position, man, enemy.place) for enemy in there):
        return Cannot(f"there is already an enemy in front of {whom}")
    target = choice.choose(here, there, "enemies in range")
    if target is None:
        return Cannot("nobody is in range")
    return ordered(here, Face(man.id, grid.towards(man.place, target.place)[0]))


turn_to_target = unless(
    {"he has nothing to fire": lambda here: weapon_of(here.position, here.unit) is None or not here.unit.loaded},
    lambda here: turn(here, _in_range(here), TO_FACE, "him"),
)
"""LPG-ACT-1: turn to an enemy in range whom he sees, if nobody is before him."""
take_cover = unless(
    {
        "nobody shoots at him": lambda here: not is_under_fire(here.position, here.unit),
        "there is time for that once he has fired": lambda here: here.unit.left > 1,
        "an enemy could be upon him": lambda here: able_near(here, planner(here).charged),
    },
    does(LieDown),
)
"""Lie down under fire, after the first shot: it costs no aim, but who lies cannot meet a charge."""
keep_down = unless(
    {
        "he lies hidden": lambda here: here.unit.hidden,
        "nobody could hit him": lambda here: not seen_of(here, able_near(here, planner(here).danger)),
    },
    does(LieDown),
)
"""Lie down where an enemy could hit him and there is nothing else to do; who lies hidden keeps still."""
