"""The chances that the commander weighs, in closed form: it weighs hundreds of shots where a player looks at one.

They are no rules: what is thrown is asked of those, and a test compares each with what comes of the order.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from sim.engine.dice import at_least
from sim.engine.matching import Spread, exchange, spread
from sim.rules.ambush_alley.assault import assault_dice
from sim.rules.ambush_alley.fire import attack_dice, defence_dice, defence_faces, hit_need
from sim.rules.ambush_alley.scene import Scene, check_die, quality
from sim.rules.ambush_alley.units import Team


class AssaultOdds(NamedTuple):
    """How a close assault may go, from the beginning: the attacker hangs back, the defender pulls back, or a bout."""

    hangs_back: Fraction
    pulls_back: Fraction
    won: Fraction
    equal: Fraction
    lost: Fraction


def losses(position: Scene, unit: Team, target: Team, *, reacting: bool = False) -> Spread:
    """Return how likely a target loses each number of figures; of a vehicle, how likely it is hit so often."""
    attack = attack_dice(position, unit, target, reacting=reacting).total
    defence = defence_dice(position, unit, target, attack).total
    dice = (attack, quality(position, unit)), (defence, defence_faces(position, target, unit.place))
    need, success = hit_need(position, unit, target), position.battle.data.numbers.success
    most = attack if target.profile.kind == "vehicle" else target.figures
    return spread(*dice, need, success, most)


def mean(chances: Spread) -> Fraction:
    """Return how many are lost on average."""
    return sum((count * chance for count, chance in chances.items()), Fraction(0))


def quality_chance(position: Scene, unit: Team) -> Fraction:
    """AAS-CHECK-3: return how likely a unit passes a Quality check."""
    return at_least(position.battle.data.numbers.success).chance(check_die(position, unit))


def assault_odds(position: Scene, attacker: Team, defender: Team) -> AssaultOdds:
    """Return how likely each end of a close assault is, if who does not stand pulls back."""
    closes, stands = quality_chance(position, attacker), quality_chance(position, defender)
    one, other = ((assault_dice(position, unit).total, quality(position, unit)) for unit in (attacker, defender))
    success, won, equal = position.battle.data.numbers.success, Fraction(0), Fraction(0)
    for (mine, theirs), chance in exchange(one, other, success, (attacker.figures, defender.figures)).items():
        if theirs > mine:
            won += chance
        elif theirs == mine:
            equal += chance
    both = closes * stands
    return AssaultOdds(1 - closes, closes * (1 - stands), both * won, both * equal, both * (1 - won - equal))
