"""Close assault (AAS-R-assault, AAS-R-bout): who can be assaulted, by which ways, and what a bout comes to."""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.rules.ambush_alley import ground
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team
from sim.tabletop.inches import NO_WAYS, Way, Ways, contact_ways, inch_text

# -- whether it can be -------------------------------------------------------------------------------------------


def assault_ways(position: Scene, unit: Team, target: Team) -> Ways:
    """Return the cells beside the target in which an assault can end, cheapest first, with the ways there.

    The unit's own cell with an empty way where it stands beside the target already. Nothing where no assault can be.
    """
    if never_assaulted(position, unit, target) is not None:
        return NO_WAYS
    moving, pace = ground.mover(position, unit), ground.fastest(position, unit)
    most = ground.allowance(position, unit, pace)
    return contact_ways(position, moving, unit.place, target, most, lambda: ground.reach(position, unit, pace))


def assault_refusal(position: Scene, unit: Team, target: Team, way: Way) -> Refusal | None:
    """AAS-R-assault: say why a unit cannot assault another by a way; None if it can. Whose turn it is is not asked."""
    refused = never_assaulted(position, unit, target)
    if refused is None and way:
        refused = ground.way_refusal(position, unit, way, ground.fastest(position, unit))
    if refused is not None:
        return refused
    if not way and not position.map.grid.adjacent(unit.place, target.place):
        pace = ground.fastest(position, unit)
        move, most = ground.pace_name(unit, pace), inch_text(ground.allowance(position, unit, pace))
        return Refusal(f"out of reach: no {move} move of {most} ends beside {target.id}", "AAS-R-assault")
    return ground.contact_refusal(position, unit, way[-1] if way else unit.place, target)


def never_assaulted(position: Scene, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-assault: say why no way at all makes an assault; None if some way might."""
    if not unit.on_table or not target.on_table:
        return Refusal("not on the table", TABLE_SENSE)
    if not any(enemy.id == target.id for enemy in ground.enemies(position, unit.side)):
        return Refusal(target.name.does("is no enemy"), "AAS-R-assault")
    if unit.profile.kind != "team":
        return Refusal(f"a {unit.profile.kind} never assaults", "AAS-R-assault")
    if target.profile.kind == "vehicle":
        return Refusal("nobody assaults a vehicle", "AAS-R-assault")
    return ground.held(position, unit)


# -- the bout -----------------------------------------------------------------------------------------------------


def assault_dice(position: Scene, unit: Team) -> Check:
    """Return how many dice a unit throws in a close assault; no more than any throw has."""
    check = Check("close assault").plus(unit.figures, "figures")
    if unit.leader and unit.profile.kind == "team":
        check = check.plus(1, "leader with them")
    most = position.battle.data.numbers.most_dice
    return check.plus(min(0, most - check.total), f"no more than {most} dice")
