"""Close assault (AAS-R-assault, AAS-R-bout): who can be assaulted, by which ways, and what a bout comes to."""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.rules.ambush_alley.ground import (
    allowance,
    contact_refusal,
    enemies,
    fastest,
    held,
    mover,
    on_table,
    pace_name,
    reach,
    way_refusal,
)
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team
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


def assault_dice(position: Scene, unit: Team) -> Check:
    """Return how many dice a unit throws in a close assault; no more than any throw has."""
    check = Check("close assault").plus(unit.figures, "figures")
    if unit.leader and unit.profile.kind == "team":
        check = check.plus(1, "leader with them")
    most = position.battle.data.numbers.most_dice
    return check.plus(min(0, most - check.total), f"no more than {most} dice")
