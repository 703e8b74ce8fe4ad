"""Quality checks, reaction tests and morale (base_games.md 3.1, 3.2): which die, what is added, how likely it is.

Rulings:
- The leader who is with a unit lends it his die for checks and reaction tests, if it is better; never for fire.
- Cards change the Quality die by steps of two faces; it stays between a D6 and a D12.
- What is added to a die never changes what it shows: a bare 1 of a Regular draws a card whatever is added.
- Vehicles and mobs take no morale test.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sim.engine.check import Check
from sim.engine.dice import Die, die
from sim.rules.ambush_alley.scene import Scene, check_die, in_force
from sim.rules.ambush_alley.units import Team

# -- Quality checks ----------------------------------------------------------------------------------------------


def quality_check(position: Scene, unit: Team) -> Check:
    """AAS-CHECK-3: return what is added to the die of a Quality check. Nothing is; cards change the die itself."""
    return Check("Quality check")


def passed(position: Scene, total: int) -> bool:
    """Say whether a total is a success: 4 or more."""
    return total >= position.battle.data.numbers.success


def quality_chance(position: Scene, unit: Team) -> Fraction:
    """AAS-CHECK-3: return how likely a unit passes a Quality check."""
    needed = position.battle.data.numbers.success - quality_check(position, unit).total
    return at_least_chance(len(check_die(position, unit).faces), needed)


@lru_cache(maxsize=256)
def at_least_chance(faces: int, number: int) -> Fraction:
    """Return how likely a die shows a number or more.

    >>> at_least_chance(8, 4), at_least_chance(6, 7), at_least_chance(6, 0)
    (Fraction(5, 8), Fraction(0, 1), Fraction(1, 1))
    """
    return Fraction(min(faces, max(0, faces + 1 - number)), faces)


# -- reaction tests ----------------------------------------------------------------------------------------------


def reaction_check(position: Scene, unit: Team) -> Check:
    """Return what is added to a unit's die in a reaction test: the casualty penalty, and cards."""
    check = Check("reaction")
    if unit.penalty:
        check = check.plus(position.battle.data.numbers.penalty, "wounded with it")
    for card in in_force(position, unit, "reaction"):
        check = check.plus(card.amount, card.name)
    return check


def reaction_won(position: Scene, insurgent: int, regular: int) -> bool:
    """Say whether who interrupts is first: his total must be a success, and more than the other's."""
    return passed(position, insurgent) and insurgent > regular


def reaction_chance(position: Scene, interrupting: Team, interrupted: Team) -> Fraction:
    """Return how likely a unit that interrupts is first."""
    dice = [len(check_die(position, unit).faces) for unit in (interrupting, interrupted)]
    added = [reaction_check(position, unit).total for unit in (interrupting, interrupted)]
    return _first_chance(dice[0], dice[1], added[0], added[1], position.battle.data.numbers.success)


@lru_cache(maxsize=1024)
def _first_chance(faces: int, other_faces: int, added: int, other_added: int, success: int) -> Fraction:
    good = sum(
        one + added >= success and one + added > other + other_added
        for one in range(1, faces + 1)
        for other in range(1, other_faces + 1)
    )
    return Fraction(good, faces * other_faces)


# -- morale ------------------------------------------------------------------------------------------------------


def takes_morale(unit: Team) -> bool:
    """Say whether a unit tests its morale after losses."""
    return unit.profile.kind in ("team", "leader")


def at_half_strength(unit: Team) -> bool:
    """Say whether half of a unit or fewer can still fight, of those who came."""
    return 2 * unit.figures <= (unit.strength or unit.profile.figures)


def morale_die(position: Scene, unit: Team) -> Die:
    """Return the die of a morale test."""
    return die(unit.profile.morale)


def morale_check(position: Scene, unit: Team, minus: int = 0) -> Check:
    """Return what is added to the die of a morale test; `minus` is taken off it, for who lost a close assault."""
    check = Check("morale")
    if at_half_strength(unit):
        check = check.plus(position.battle.data.numbers.half_strength, "half strength or less")
    for card in in_force(position, unit, "morale"):
        check = check.plus(card.amount, card.name)
    return check.plus(-minus, "lost the close assault")


def morale_chance(position: Scene, unit: Team, minus: int = 0) -> Fraction:
    """Return how likely a unit passes a morale test."""
    needed = position.battle.data.numbers.success - morale_check(position, unit, minus).total
    return at_least_chance(unit.profile.morale, needed)
