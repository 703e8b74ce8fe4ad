"""How likely volleys, charges, blows, tests and responses are to succeed, exactly over the dice.

Everything is told as things stand: a charge is reckoned against a target that stands and fights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sim.engine.chances import long
from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import SOLO
from sim.rules.la_cucaracha import actions
from sim.rules.la_cucaracha.choices import within_grasp
from sim.rules.la_cucaracha.courage import (
    courage_check,
    courage_needed,
    courage_number,
    nerve_odds,
    respond_chance,
    respond_check,
    respond_needed,
)
from sim.rules.la_cucaracha.geometry import nearest
from sim.rules.la_cucaracha.legality import refusal
from sim.rules.la_cucaracha.melee import blow_needed, blows, melee_losses, melee_pierce, round_odds
from sim.rules.la_cucaracha.scene import Scene, enemies
from sim.rules.la_cucaracha.shooting import (
    HIGHEST,
    Spread,
    always_hasty,
    at_least_chance,
    dice_of,
    losses,
    needed,
    on_a_die,
    pierce,
    shot_refusal,
    weapon_of,
)
from sim.rules.la_cucaracha.solo import STYLE_TABLES
from sim.rules.la_cucaracha.units import Troop
from sim.rules.la_cucaracha.walking import charge_ways
from sim.rules.la_cucaracha.words import figures_text
from sim.solo.plans import options

Results = tuple[tuple[str, Fraction], ...]


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed; nothing of what cannot be done, or needs no die."""
    if refusal(position, ask, intent):
        return ()
    state = position.state
    match intent:
        case actions.Shoot(unit, target, hasty, reroll):
            return (volley_odds(position, state.unit(unit), state.unit(target), hasty=hasty, reroll=reroll),)
        case actions.Charge():
            return tuple(_charge_odds(position, intent))
        case actions.FightOn(unit):
            return tuple(_fight_odds(position, state.unit(unit)))
        case actions.Rally(unit):
            return (_rally_odds(position, state.unit(unit)),)
        case actions.Respond():
            return tuple(_response_odds(position, intent))
        case actions.AnotherOrder(unit) if state.unit(unit).profile.style != "fighter":
            return (_test_odds(position, state.unit(unit), "another order"),)
        case _:
            return ()


def _lost(chances: Spread) -> Results:
    return tuple((f"{figures_text(count)} lost", chance) for count, chance in chances.items() if chance)


def _needed(number: int, reason: str, check: Check) -> tuple[Check, ...]:
    """Return what the bare die must show as a sum: what the test asks for, less what is added to the die."""
    total = Check("needed on a die").plus(number, reason)
    for part in check.parts:
        total = total.plus(-part.value, part.reason, part.rule)
    return (total,)


def _courage_parts(position: Scene, unit: Troop) -> tuple[Check, ...]:
    number = courage_number(unit, position.battle.data.numbers)
    return _needed(number, f"courage of {unit.profile.quality} troops", courage_check(position, unit))


# -- volleys -----------------------------------------------------------------------------------------------------


def volley_odds(position: Scene, unit: Troop, target: Troop, *, hasty: bool, reroll: bool = False) -> Odds:
    """Return the odds that a volley costs the target anybody at all."""
    hasty = hasty or always_hasty(position, unit)
    check, dice = needed(position, unit, target, hasty=hasty), dice_of(position, unit)
    need, second = on_a_die(check.total), pierce(position, unit, target)
    chances = losses(position, unit, target, hasty=hasty, reroll=reroll)
    casualty = position.battle.data.numbers.casualty
    again = ", one that misses again" if reroll else ""
    reckoning = f"{_dice_told(position, unit)}, {need} or more on each{clamped(check.total, need)}{again}"
    through = f"; then {second} or more for each hit" if second is not None else ""
    return Odds(
        f"casualties of {target.id}",
        unit.id,
        target.id,
        1 - chances.get(0, Fraction(0)),
        Throw(D10, "to hit", unit.id, at_least(need, each=True), dice),
        (check,),
        f"{reckoning}{through}; a figure falls on {casualty} or more",
        _lost(chances),
    )


def _dice_told(position: Scene, unit: Troop) -> str:
    """Say how many dice are thrown, and why so many."""
    weapon, dice = weapon_of(position, unit), dice_of(position, unit)
    if weapon is None or not weapon.dice:
        return f"{dice} {'die' if dice == 1 else 'dice'} for {figures_text(dice)}"
    return f"{dice} dice of the {weapon.name}" + ("" if dice == weapon.dice else " with one man left")


def clamped(total: int, need: int) -> str:
    """Say why the parts add up to something else than a die is thrown against."""
    if total == need:
        return ""
    return f" (not {total}: a {HIGHEST} always hits)" if total > need else f" (not {total}: a 1 always misses)"


# -- close combat ------------------------------------------------------------------------------------------------


def _charge_odds(position: Scene, intent: actions.Charge) -> Iterator[Odds]:
    """Yield how the first round goes against a target that stands, and whether it does."""
    unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
    there = replace(unit, cell=intent.way[-1] if intent.way else unit.cell, back_foot=intent.back_foot)
    yield round_told(position, there, target, first=True, reroll=intent.reroll)
    if not target.fighting:
        nerve = nerve_odds(position, target)
        yield Odds(
            f"{target.id} keeps its courage",
            target.id,
            target.id,
            nerve.passed,
            Throw(D10, "courage", target.id, at_least(courage_needed(position, target))),
            _courage_parts(position, target),
            "its courage when it is charged",
            (("keeps its courage", nerve.passed), ("is shaken", nerve.shaken), ("breaks", nerve.broken)),
        )


def round_told(position: Scene, unit: Troop, enemy: Troop, *, first: bool, reroll: bool = False) -> Odds:
    """Return the odds of winning a round of close combat; in the first one the unit charges."""
    inflicted = melee_losses(position, unit, enemy, charging=first, first=first, reroll=reroll)
    suffered = melee_losses(position, enemy, unit, first=first, defending=first)
    result = round_odds(inflicted, suffered)
    mine = blow_needed(position, unit, enemy, charging=first, first=first, defending=False)
    theirs = blow_needed(position, enemy, unit, charging=False, first=first, defending=first)
    second = melee_pierce(position, enemy)
    through = f", then {second} or more against armour" if second is not None else ""
    return Odds(
        f"a round won against {enemy.id}",
        unit.id,
        enemy.id,
        result.won,
        Throw(D10, "blows", unit.id, at_least(on_a_die(mine.total), each=True), blows(unit)),
        (mine, theirs),
        f"{blows(unit)} dice against {blows(enemy)}{through}",
        (("won", result.won), ("equal", result.equal), ("lost", result.lost)),
    )


def _fight_odds(position: Scene, unit: Troop) -> Iterator[Odds]:
    for enemy in unit.fighting:
        yield round_told(position, unit, position.state.unit(enemy), first=False)


# -- tests -------------------------------------------------------------------------------------------------------


def _rally_odds(position: Scene, unit: Troop) -> Odds:
    need = courage_needed(position, unit)
    return Odds(
        f"{unit.id} rallies",
        unit.id,
        None,
        at_least_chance(need),
        Throw(D10, "courage", unit.id, at_least(need)),
        _courage_parts(position, unit),
        f"{need} or more on a die",
    )


def _test_odds(position: Scene, unit: Troop, what: str) -> Odds:
    """CUC-HOLD: the odds of the test to respond."""
    need = respond_needed(position, unit)
    again = ", and once more for the drilled" if unit.profile.drilled else ""
    return Odds(
        what,
        unit.id,
        None,
        respond_chance(position, unit),
        Throw(D10, "to respond", unit.id, at_least(need)),
        _needed(position.battle.data.numbers.respond, "test to respond", respond_check(position, unit)),
        f"{need} or more on a die{again}",
    )


def _response_odds(position: Scene, intent: actions.Respond) -> Iterator[Odds]:
    """Yield what comes of a response, the test counted in, and the odds of the test."""
    unit, enemy = position.state.unit(intent.unit), position.state.unit(intent.enemy)
    test = _test_odds(position, unit, f"{unit.id} responds: {intent.how}") if intent.test else None
    if intent.how == "shoot":
        volley = volley_odds(position, unit, enemy, hasty=intent.hasty)
        yield volley if test is None else _tested(volley, test.chance)
    if test is not None:
        yield test


def _tested(volley: Odds, passed: Fraction) -> Odds:
    """Return the odds of a volley that is shot only if a test is passed."""
    results = tuple((name, chance * passed) for name, chance in volley.results)
    return replace(
        volley,
        chance=volley.chance * passed,
        reckoning=f"{long(passed)} to respond; then {volley.reckoning}",
        results=(("no response", 1 - passed), *results),
    )


# -- threats -----------------------------------------------------------------------------------------------------


def threats(position: Scene, target: Troop) -> tuple[Odds, ...]:
    """Return what each enemy could do to a unit from where it stands: shoot, fight on, or charge; the worst first.

    Of an automated one only what its table has, and that only to the nearest.
    """
    if target.cell is None or target.lost:
        return ()
    found = [worst for enemy in enemies(position, target.side) if (worst := _threat(position, enemy, target))]
    return tuple(sorted(found, key=lambda each: -each.chance))


def _threat(position: Scene, enemy: Troop, target: Troop) -> Odds | None:
    if target.id in enemy.fighting:
        return round_told(position, enemy, target, first=False)
    able: list[Odds] = []
    if not enemy.shaken and shot_refusal(position, enemy, target) is None and _would_shoot(position, enemy, target):
        able.append(volley_odds(position, enemy, target, hasty=False))
    if not enemy.shaken and not enemy.fighting and _would_charge(position, enemy, target):
        for cell in list(charge_ways(position, enemy, target))[:1]:
            able.append(round_told(position, replace(enemy, cell=cell), target, first=True))
    return max(able, key=lambda each: each.chance) if able else None


def _would_shoot(position: Scene, enemy: Troop, target: Troop) -> bool:
    """CUC-NEAREST: say whether a unit would shoot at a target that it can: an automated one only at the nearest."""
    if not _is_automated(position, enemy):
        return True
    able = (other for other in enemies(position, enemy.side) if shot_refusal(position, enemy, other) is None)
    return target in nearest(position, enemy, able)


def _would_charge(position: Scene, enemy: Troop, target: Troop) -> bool:
    """CUC-CAT, CUC-NEAREST: an automated unit charges the nearest, and only if its table knows a charge."""
    if not _is_automated(position, enemy):
        return True
    return enemy.profile.style in CHARGING and target in nearest(position, enemy, within_grasp(position, enemy))


def _is_automated(position: Scene, unit: Troop) -> bool:
    return position.battle.side(unit.side).player == SOLO


CHARGING = frozenset(
    style
    for style, table in STYLE_TABLES.items()
    if any("charge the nearest" in option.text for option in options(table))
)
"""The styles whose tables know a charge: crews, vehicles and aircraft do not."""
