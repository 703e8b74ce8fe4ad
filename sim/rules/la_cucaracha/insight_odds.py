"""How likely volleys, charges, blows, tests and responses are to succeed, exactly over the dice.

Everything is told as things stand: a charge is reckoned against a target that stands and fights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sim.engine.chance import Seeded
from sim.engine.chances import long
from sim.engine.check import Check
from sim.engine.dice import D10, Throw, at_least
from sim.engine.game import Game, Start
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Intent
from sim.engine.ruleset import SOLO
from sim.rules.la_cucaracha import actions
from sim.rules.la_cucaracha.choices import Outlook, within_grasp
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
from sim.rules.la_cucaracha.scenario import CucData
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
from sim.rules.la_cucaracha.solo import BANDS, STYLE_TABLES
from sim.rules.la_cucaracha.units import CucState, Troop
from sim.rules.la_cucaracha.walking import charge_ways
from sim.rules.la_cucaracha.words import figures_text
from sim.solo.situation import Situation

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
    target = position.state.unit(intent.target)
    yield _onset_odds(position, intent)
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


def _onset_odds(position: Scene, intent: actions.Charge) -> Odds:
    """Return how the first round goes after a charge."""
    unit, target = position.state.unit(intent.unit), position.state.unit(intent.target)
    there = replace(unit, cell=intent.way[-1] if intent.way else unit.cell, back_foot=intent.back_foot)
    return round_told(position, there, target, first=True, reroll=intent.reroll)


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

    Of an automated one what its table would most likely have it do.
    """
    if target.cell is None or target.lost:
        return ()
    found = [worst for enemy in enemies(position, target.side) if (worst := _threat(position, enemy, target))]
    return tuple(sorted(found, key=lambda each: -each.chance))


def _threat(position: Scene, enemy: Troop, target: Troop) -> Odds | None:
    if target.id in enemy.fighting:
        return round_told(position, enemy, target, first=False)
    if enemy.shaken or enemy.fighting:
        return None
    able: list[Intent] = []
    if shot_refusal(position, enemy, target) is None:
        able.append(actions.Shoot(enemy.id, target.id))
    able += [
        actions.Charge(enemy.id, target.id, way) for way in list(charge_ways(position, enemy, target).values())[:1]
    ]
    if able and position.battle.side(enemy.side).player == SOLO:
        able = _likeliest(position, enemy, target)
    found = [_attack_odds(position, enemy, target, intent) for intent in able]
    return max(found, key=lambda each: each.chance, default=None)


def _attack_odds(position: Scene, enemy: Troop, target: Troop, intent: Intent) -> Odds:
    if isinstance(intent, actions.Charge):
        return _onset_odds(position, intent)
    assert isinstance(intent, actions.Shoot)
    return volley_odds(position, enemy, target, hasty=intent.hasty, reroll=intent.reroll)


def _likeliest(position: Scene, enemy: Troop, target: Troop) -> list[Intent]:
    """Return the shot or the charge at a target that the most dice for orders would have an automated unit begin with.

    The table itself is asked, band by band. Where the nearest are several the die is taken to name the target.
    """
    near = nearest(position, enemy, within_grasp(position, enemy))
    outlook = Outlook(next((each for each in near if each.id == target.id), near[0]))
    for band in sorted(BANDS, key=lambda band: -len(band)):
        intent = _begun(position, enemy.changed(score=band[0]), outlook)
        if isinstance(intent, actions.Shoot | actions.Charge) and _is_at(position, intent, enemy, target):
            return [intent]
    return []


def _begun(position: Scene, unit: Troop, outlook: Outlook) -> Intent | None:
    """Return the first order that its table would give a unit now, were a card turned over for it."""
    fresh = replace(position.state, card=unit.side, actor=unit.id, moved="", shot=False, extra=0)
    game: Game[CucState, CucData] = Game(position.battle, Start(fresh.with_unit(unit)), {}, Seeded(0))
    here = Situation(game, Ask(unit.side, actions.ACTION, unit.id))
    return next(STYLE_TABLES[unit.profile.style].orders(here.against(outlook)), None)


def _is_at(position: Scene, intent: actions.Shoot | actions.Charge, enemy: Troop, target: Troop) -> bool:
    """Say whether an attack is at a target, or at somebody as near in whose place the die could have named it."""
    if isinstance(intent, actions.Charge) or intent.target == target.id:
        return intent.target == target.id
    able = [each for each in enemies(position, enemy.side) if shot_refusal(position, enemy, each) is None]
    return target.id in {each.id for each in nearest(position, enemy, able)}
