"""Close assault (base_games.md 3.2): who closes, who stands, and what a bout comes to.

Rulings:
- The attacker needs a Quality check to close, the defender one to stand. Who fails stays behind, or pulls back.
- Each then throws a die a figure, and one for a leader who is with them. The dice are attack and defence at once: a
  success is cancelled by one of the other side's that is as high. Cover, armour and support weapons do not count.
- Whoever loses more figures has lost; equal losses are nobody's victory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from sim.engine.check import Check
from sim.rules.ambush_alley.checks import quality_chance
from sim.rules.ambush_alley.fire import unsaved
from sim.rules.ambush_alley.odds import Dice, exchange
from sim.rules.ambush_alley.scene import Scene, quality
from sim.rules.ambush_alley.units import Team


class Bout(NamedTuple):
    """What both lose in a close assault."""

    attacker: int
    defender: int


class AssaultOdds(NamedTuple):
    """How a close assault may go, from the beginning: the attacker hangs back, the defender pulls back, or a bout."""

    hangs_back: Fraction
    pulls_back: Fraction
    won: Fraction
    equal: Fraction
    lost: Fraction


def assault_dice(position: Scene, unit: Team) -> Check:
    """Return how many dice a unit throws in a close assault; no more than any throw has."""
    check = Check("close assault").plus(unit.figures, "figures")
    if unit.leader and unit.profile.kind == "team":
        check = check.plus(1, "leader with them")
    most = position.battle.data.numbers.most_dice
    return check.plus(min(0, most - check.total), f"no more than {most} dice")


def bout(attack: Sequence[int], defence: Sequence[int], success: int) -> Bout:
    """Return what both lose by the faces that they have thrown.

    >>> bout([8, 5], [6, 2], 4)
    Bout(attacker=0, defender=1)
    """
    return Bout(unsaved(defence, attack, success, success), unsaved(attack, defence, success, success))


def bout_odds(position: Scene, attacker: Team, defender: Team) -> Mapping[tuple[int, int], Fraction]:
    """Return how likely both lose each number of figures in a bout: the attacker's losses, then the defender's."""
    one, other = _dice(position, attacker), _dice(position, defender)
    success = position.battle.data.numbers.success
    return exchange(one, other, success, (attacker.figures, defender.figures))


def _dice(position: Scene, unit: Team) -> Dice:
    return assault_dice(position, unit).total, quality(position, unit)


def assault_odds(position: Scene, attacker: Team, defender: Team) -> AssaultOdds:
    """Return how likely each end of a close assault is."""
    closes, stands = quality_chance(position, attacker), quality_chance(position, defender)
    won = equal = Fraction(0)
    for (mine, theirs), chance in bout_odds(position, attacker, defender).items():
        if theirs > mine:
            won += chance
        elif theirs == mine:
            equal += chance
    both = closes * stands
    return AssaultOdds(1 - closes, closes * (1 - stands), both * won, both * equal, both * (1 - won - equal))
