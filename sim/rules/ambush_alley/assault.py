"""Close assault (AAS-R-assault, AAS-R-bout): who can be assaulted, by which ways, and what a bout comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.rules.ambush_alley.checks import quality_chance
from sim.rules.ambush_alley.fire import unsaved
from sim.rules.ambush_alley.geometry import enemies, on_table
from sim.rules.ambush_alley.odds import Dice, exchange
from sim.rules.ambush_alley.scene import Scene, quality
from sim.rules.ambush_alley.units import Team
from sim.rules.ambush_alley.walking import (
    allowance,
    contact_refusal,
    fastest,
    held,
    mover,
    pace_name,
    reach,
    way_refusal,
)
from sim.tabletop.inches import NO_WAYS, Way, Ways, inch_text

# -- whether it can be -------------------------------------------------------------------------------------------


def assault_ways(position: Scene, unit: Team, target: Team) -> Ways:
    """Return the cells beside the target in which an assault can end, cheapest first, with the ways there.

    The unit's own cell with an empty way where it stands beside the target already. Nothing where no assault can be.
    """
    if never_assaulted(position, unit, target) is not None:
        return NO_WAYS
    pace = fastest(position, unit)
    steps = position.map.grid.distance(unit.place, target.place) - 1
    if steps * mover(position, unit).step > allowance(position, unit, pace):
        return NO_WAYS
    run, ordinal = reach(position, unit, pace), position.map.ordinal
    beside = position.map.grid.neighbours(target.place)
    ends = sorted(
        ((cost, cell) for cell in beside if (cost := run.cost(cell)) is not None),
        key=lambda end: (end[0], ordinal(end[1])),
    )
    return Ways(run, [cell for _, cell in ends if contact_refusal(position, unit, cell, target) is None])


def assault_refusal(position: Scene, unit: Team, target: Team, way: Way) -> Refusal | None:
    """AAS-R-assault: say why a unit cannot assault another by a way; None if it can. Whose turn it is is not asked."""
    refused = never_assaulted(position, unit, target)
    if refused is None and way:
        refused = way_refusal(position, unit, way, fastest(position, unit))
    if refused is not None:
        return refused
    if not way and not position.map.grid.adjacent(unit.place, target.place):
        pace = fastest(position, unit)
        far = f"no {pace_name(unit, pace)} move of {inch_text(allowance(position, unit, pace))} ends beside {target.id}"
        return Refusal(f"out of reach: {far}", "AAS-R-assault")
    return contact_refusal(position, unit, way[-1] if way else unit.place, target)


def never_assaulted(position: Scene, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-assault: say why no way at all makes an assault; None if some way might."""
    if not on_table(unit) or not on_table(target):
        return Refusal("not on the table", TABLE_SENSE)
    if not any(enemy.id == target.id for enemy in enemies(position, unit.side)):
        return Refusal(target.name.does("is no enemy"), "AAS-R-assault")
    if unit.profile.kind != "team":
        return Refusal(f"a {unit.profile.kind} never assaults", "AAS-R-assault")
    if target.profile.kind == "vehicle":
        return Refusal("nobody assaults a vehicle", "AAS-R-assault")
    return held(position, unit)


# -- the bout -----------------------------------------------------------------------------------------------------


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
