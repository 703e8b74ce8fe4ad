"""How likely shots, looks, charges, blows and pursuits are to succeed, exactly over the dice.

Everything is told as things stand: a charge is reckoned against an enemy who stands and fights.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sim.engine.check import Check
from sim.engine.dice import AVERAGE_DIE, D6, Throw, at_least
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Intent
from sim.rules.la_petite_guerre import orders as actions
from sim.rules.la_petite_guerre.acquiring import acquire_chance, acquire_check, acquire_needed, at_least_chance, on_die
from sim.rules.la_petite_guerre.courage import charge_check, charge_needs, meets_charge
from sim.rules.la_petite_guerre.gunnery import (
    beaten_zone,
    blast,
    gun_weapon,
    in_danger,
    is_laid_blind,
    is_wedge_blind,
    shell_needed,
    wedge_chance,
    wedge_check,
    wedge_dice,
    wedge_needed,
)
from sim.rules.la_petite_guerre.melee import duel_odds, is_struck_free, melee_check
from sim.rules.la_petite_guerre.scene import Scene, enemies
from sim.rules.la_petite_guerre.shooting import (
    Harm,
    fire_check,
    fire_needed,
    fire_refusal,
    hit_chance,
    is_blind,
    is_second,
    shot_odds,
)
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import charge_ways

HARMS: dict[Harm, str] = {
    "killed": "killed",
    "wounded": "wounded",
    "thrown": "thrown, the horse dead",
    "stunned": "stunned",
    "nothing": "nothing",
}


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed; nothing of what cannot be done, or needs no die."""
    if actions.BOOK.refusal(position, ask, intent):
        return ()
    state = position.state
    match intent:
        case actions.Fire(unit, target):
            man = state.unit(unit)
            return (shot_told(position, man, state.unit(target), second=is_second(position, man)),)
        case actions.FireGun():
            return tuple(_gun_odds(position, intent))
        case actions.Acquire(unit, target) | actions.Assess(unit, target):
            return (_look_odds(position, state.unit(unit), state.unit(target)),)
        case actions.Charge(unit, target, dice):
            return tuple(_charge_odds(position, state.unit(unit), state.unit(target), dice))
        case _:
            return ()


# -- small arms and eyes -----------------------------------------------------------------------------------------


def shot_told(position: Scene, man: Man, target: Man, *, second: bool) -> Odds:
    """Return the odds of a shot: that it hits, and all that may come of it."""
    blind, need = is_blind(position, man, target, second=second), fire_needed(position, man, target, second=second)
    found = shot_odds(position, man, target, second=second)
    return Odds(
        f"a hit on {target.id}",
        man.id,
        target.id,
        hit_chance(position, man, target, second=second),
        Throw(D6, f"to hit {target.id}", man.id, at_least(need)),
        (fire_check(position, man, target, second=second),),
        f"blind: {blind}; a six, and 1-3 for the hit does nothing" if blind else f"{need} or more on a die",
        tuple((text, found[harm]) for harm, text in HARMS.items() if found.get(harm)),
    )


def _look_odds(position: Scene, man: Man, target: Man) -> Odds:
    need = acquire_needed(position, man, target)
    return Odds(
        f"{target.id} is acquired",
        man.id,
        target.id,
        acquire_chance(position, man, target),
        Throw(D6, f"to acquire {target.id}", man.id, at_least(need)),
        (acquire_check(position, man, target),),
        f"{need} or more on a die",
    )


# -- guns --------------------------------------------------------------------------------------------------------


def _gun_odds(position: Scene, order: actions.FireGun) -> Iterator[Odds]:
    """Yield the odds for everybody in danger: who is aimed at, then other enemies, then friends."""
    gun = position.state.unit(order.unit)
    if not order.canister and gun_weapon(position, gun).kind == "field gun":
        yield from _shell_odds(position, order, gun)
        return
    zone = beaten_zone(position, gun, order.cell, canister=order.canister)
    there = [man for man in in_danger(position, zone) if gun.id not in (man.id, man.serves)]
    for man in sorted(there, key=lambda man: (man.cell != order.cell, man.side == gun.side)):
        need, dice = wedge_needed(position, gun, man), wedge_dice(position, gun, man)
        blindly = _blindly(is_wedge_blind(position, gun, man))
        yield Odds(
            f"a hit on {man.id}{', a friend' if man.side == gun.side else ''}",
            gun.id,
            man.id,
            wedge_chance(position, gun, man),
            Throw(D6, f"to hit {man.id}", gun.id, at_least(need, each=True), dice),
            (wedge_check(position, gun, man),),
            f"{dice} {'die' if dice == 1 else 'dice'}, {need} or more on each{blindly}",
            feared=man.side == gun.side,
        )


def _blindly(why: str) -> str:
    """LPG-BLIND: tell why a hit does less."""
    return f"; blind: {why}, and 1-3 for the hit does nothing" if why else ""


def _shell_odds(position: Scene, order: actions.FireGun, gun: Man) -> Iterator[Odds]:
    """Yield the odds for a shell that falls where it is aimed, and for each man near there."""
    again = order.again and gun.laid == position.name(order.cell)
    arrows = position.battle.data.numbers.arrows
    chance = 1 - Fraction(arrows, len(D6.faces)) ** (2 if again else 1)
    yield Odds(
        f"the shell falls on {position.name(order.cell)}",
        gun.id,
        None,
        chance,
        None,
        (),
        f"the scatter die has no arrow on {arrows + 1}-{max(D6.faces)}{', and may be thrown again' if again else ''}",
    )
    blind = is_laid_blind(position, gun, order.cell)
    why = "nobody of the crew has acquired anybody there" if blind else ""
    for man in in_danger(position, blast(position, order.cell)):
        need = shell_needed(position, order.cell, man, blind=blind)
        if need is not None:
            yield Odds(
                f"a hit on {man.id}{', a friend' if man.side == gun.side else ''}, if it falls there",
                gun.id,
                man.id,
                at_least_chance(need),
                Throw(D6, "the burst", gun.id, at_least(need)),
                (),
                f"{need} or more on the die for the burst{_blindly(why)}",
                feared=man.side == gun.side,
            )


# -- charges -----------------------------------------------------------------------------------------------------


def _test_odds(position: Scene, man: Man, check: Check, what: str, *, needs: int, told: tuple[str, str, str]) -> Odds:
    """Return the odds of a charge test; `told` is what comes of 5 or more, of 3 or 4, and of less."""
    numbers = position.battle.data.numbers
    stand, weak = (at_least_chance(number - check.total) for number in (numbers.charge_stand, numbers.charge_weak))
    return Odds(
        what,
        man.id,
        None,
        at_least_chance(needs - check.total),
        Throw(D6, "charge test", man.id, at_least(on_die(needs - check.total))),
        (check,),
        f"{needs} or more in all",
        tuple(zip(told, (stand, weak - stand, 1 - weak), strict=True)),
    )


def _charge_odds(position: Scene, man: Man, target: Man, dice: int) -> Iterator[Odds]:
    """Yield whether he charges at all, whether the enemy stands, whether he gets there, and how the blows go then."""
    numbers = position.battle.data.numbers
    target = meets_charge(position, man, target)
    is_gun = target.profile.kind == "gun"
    check, needs = charge_check(position, man, target, charging=True), charge_needs(position, man, target)
    easy = needs < numbers.charge_stand
    told = ("charges", "charges, for it is easy" if easy else "does not go", "is stunned")
    yield _test_odds(position, man, check, f"{man.id} charges", needs=needs, told=told)
    if is_gun:
        yield _reach_odds(position, man, target, dice)
        return
    stands = charge_check(position, target, man, charging=False)
    told = ("stands", "just stands", "breaks and runs")
    yield _test_odds(position, target, stands, f"{target.id} stands", needs=numbers.charge_weak, told=told)
    yield _reach_odds(position, man, target, dice)
    yield blow_told(position, man, target)


def _reach_odds(position: Scene, man: Man, target: Man, dice: int) -> Odds:
    """LPG-MOVE-1: a charge is a normal move and an inch more; it may end before the enemy."""
    more = position.battle.data.numbers.charge
    rolls = [sum(faces) for faces in product(AVERAGE_DIE.faces, repeat=dice)]
    enough = {roll for roll in set(rolls) if charge_ways(position, man, target, roll + more)}
    need = min(enough, default=None)
    throw = Throw(AVERAGE_DIE, "inches of the charge", man.id, at_least(need) if need is not None else None, dice)
    told = f'{need} or more, and {more}" besides' if need is not None else "too far, whatever is rolled"
    chance = Fraction(sum(roll in enough for roll in rolls), len(rolls))
    return Odds(f"{man.id} gets to {target.id}", man.id, target.id, chance, throw, (), told)


def blow_told(position: Scene, man: Man, target: Man) -> Odds:
    """Return the odds of blows between a man who charges and one who has him before him."""
    mine = melee_check(position, man, target, charging=True)
    theirs = melee_check(position, target, man, charging=False)
    won, equal, lost = duel_odds(mine.total, theirs.total)
    unable = is_struck_free(position, target, man)
    results = (("hits", won), ("nobody is hit", equal + lost)) if unable else (
        ("hits", won), ("nobody is hit", equal), ("is hit", lost)
    )  # fmt: skip
    return Odds(
        f"a blow that hits {target.id}",
        man.id,
        target.id,
        won,
        None,
        (mine, theirs),
        f"a die each{f'; {target.id} cannot reply: {unable}' if unable else ''}",
        results,
    )


# -- threats -----------------------------------------------------------------------------------------------------


def threats(position: Scene, target: Man) -> tuple[Odds, ...]:
    """Return the shots that enemies could fire at a man from where they stand, the worst first."""
    if target.out:
        return ()
    found = [
        shot_told(position, enemy, target, second=False)
        for enemy in enemies(position, target.side)
        if enemy.able and not enemy.hidden and fire_refusal(position, enemy.changed(fired=0), target) is None
    ]
    return tuple(sorted(found, key=lambda each: -each.chance))
