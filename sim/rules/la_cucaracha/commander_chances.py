"""The chances that the commander weighs, in closed form: it weighs hundreds of volleys where a player looks at one.

They are no rules: what the dice must show is asked of those, and a test compares each with what comes of the order.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from sim.engine.dice import D10, at_least
from sim.rules.la_cucaracha.courage import nerve, respond_needed
from sim.rules.la_cucaracha.melee import blow_needed, blows, melee_pierce
from sim.rules.la_cucaracha.scene import Scene
from sim.rules.la_cucaracha.shooting import dice_of, needed, on_a_die, pierce
from sim.rules.la_cucaracha.units import Troop

Spread = Mapping[int, Fraction]
"""How likely each number of figures is lost, from none upwards."""


class RoundOdds(NamedTuple):
    """How likely the first of two loses fewer figures than the other, as many, or more."""

    won: Fraction
    equal: Fraction
    lost: Fraction


class NerveOdds(NamedTuple):
    """How likely each result of a courage test is."""

    passed: Fraction
    shaken: Fraction
    broken: Fraction


@lru_cache(maxsize=1 << 12)
def spread(dice: int, needs: tuple[int, ...], most: int) -> Spread:
    """Return the chances of each number of losses: so many dice, each thrown for one need after the other.

    No more than `most` figures can be lost.
    """
    chance, found = Fraction(1), dict[int, Fraction]()
    for need in needs:
        chance *= at_least(need).chance(D10)
    for count in range(dice + 1):
        if share := comb(dice, count) * chance**count * (1 - chance) ** (dice - count):
            found[min(count, most)] = found.get(min(count, most), Fraction(0)) + share
    return found


def mean(chances: Spread) -> Fraction:
    """Return how many figures are lost on average."""
    return sum((count * chance for count, chance in chances.items()), Fraction(0))


def mean_losses(position: Scene, unit: Troop, target: Troop, *, hasty: bool) -> Fraction:
    """CUC-SHOOT: how many figures a target loses to a volley on average, if no die is rolled again."""
    need = on_a_die(needed(position, unit, target, hasty=hasty).total)
    second, casualty = pierce(position, unit, target) or 1, position.battle.data.numbers.casualty
    return _mean(dice_of(position, unit), (need, second, casualty), target.figures)


@lru_cache(maxsize=1 << 12)
def _mean(dice: int, needs: tuple[int, ...], most: int) -> Fraction:
    return mean(spread(dice, needs, most))


def melee_losses(
    position: Scene,
    unit: Troop,
    enemy: Troop,
    *,
    charging: bool = False,
    first: bool = False,
    defending: bool = False,
) -> Spread:
    """CUC-MELEE: how likely an enemy loses each number of figures to a unit in one round."""
    check = blow_needed(position, unit, enemy, charging=charging, first=first, defending=defending)
    needs = on_a_die(check.total), melee_pierce(position, enemy) or 1, position.battle.data.numbers.melee_casualty
    return spread(blows(unit), needs, enemy.figures)


def round_odds(inflicted: Spread, suffered: Spread) -> RoundOdds:
    """Return how likely a round is won, equal or lost: more figures inflicted than suffered wins it.

    >>> half = Fraction(1, 2)
    >>> round_odds({0: half, 1: half}, {0: Fraction(1)})
    RoundOdds(won=Fraction(1, 2), equal=Fraction(1, 2), lost=Fraction(0, 1))
    """
    won = equal = Fraction(0)
    for struck, chance in inflicted.items():
        for taken, other in suffered.items():
            if struck > taken:
                won += chance * other
            elif struck == taken:
                equal += chance * other
    return RoundOdds(won, equal, 1 - won - equal)


def nerve_odds(position: Scene, unit: Troop, minus: int = 0) -> NerveOdds:
    """CUC-COURAGE: how likely each result of a courage test is."""
    results = [nerve(position, unit, face, minus) for face in D10.faces]
    passed, shaken, broken = (Fraction(results.count(each), len(results)) for each in ("passed", "shaken", "broken"))
    return NerveOdds(passed, shaken, broken)


def respond_chance(position: Scene, unit: Troop) -> Fraction:
    """CUC-HOLD: how likely a unit passes a test to respond, with the second die of drilled troops."""
    chance = at_least(respond_needed(position, unit)).chance(D10)
    return 1 - (1 - chance) ** 2 if unit.profile.drilled else chance
