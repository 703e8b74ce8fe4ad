"""The chances that the planner weighs, in closed form: it weighs hundreds of shots where a player looks at one.

They are no rules: what the dice must show is asked of those, and a test compares each with what comes of the order.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sim.engine.dice import D6, Throw, at_least, margins
from sim.rules.la_petite_guerre.acquiring import acquire_needed
from sim.rules.la_petite_guerre.gunnery import wedge_dice, wedge_needed
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.shooting import fire_needed
from sim.rules.la_petite_guerre.units import Man


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
