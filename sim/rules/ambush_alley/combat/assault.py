"""Close assault: whether one can be made, from where, and with how many dice.

AAS-R-assault: a team on foot runs at an enemy on foot, at the best pace left to it, to a cell beside him from which a
step leads to him. AAS-R-bout: then each throws a die a figure and one for a leader, without cover, armour or support
weapons. What comes of it is the order's (orders/fighting.py).
"""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.orders import Refusal
from sim.rules.ambush_alley.combat.fire import not_enemies
from sim.rules.ambush_alley.ground import moves
from sim.rules.ambush_alley.state import AasPosition, Team
from sim.tabletop import inches
from sim.tabletop.inches import CellPath, CellPaths


def assault_ways(position: AasPosition, unit: Team, target: Team) -> CellPaths:
    """Return the cells beside the target in which an assault can end, cheapest first, with the ways there.

    The unit's own cell with an empty way where it stands beside the target already. Nothing where no assault can be.
    """
    if _never_assaulted(position, unit, target) is not None:
        return inches.NO_WAYS
    moving, pace = moves.mover(position, unit), moves.fastest(position, unit)
    most = moves.allowance(position, unit, pace)
    return inches.contact_ways(position, moving, unit.place, target, most, lambda: moves.reach(position, unit, pace))


def assault_refusal(position: AasPosition, unit: Team, target: Team, way: CellPath) -> Refusal | None:
    """AAS-R-assault: say why a unit cannot assault another by a way; None if it can. Whose turn it is is not asked."""
    refused, pace = _never_assaulted(position, unit, target), moves.fastest(position, unit)
    if refused is None and way:
        refused = moves.way_refusal(position, unit, way, pace)
    if refused is not None:
        return refused
    if not way and not position.map.grid.adjacent(unit.place, target.place):
        move, most = unit.at_pace(pace).name, inches.inch_text(moves.allowance(position, unit, pace))
        return Refusal(f"out of reach: no {move} move of {most} ends beside {target.id}", "AAS-R-assault")
    return moves.contact_refusal(position, unit, way[-1] if way else unit.place, target)


def _never_assaulted(position: AasPosition, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-assault: say why no way at all makes an assault; None if some way might."""
    if refused := not_enemies(position, unit, target, "AAS-R-assault"):
        return refused
    if unit.profile.kind != "team":
        return Refusal(f"a {unit.profile.kind} never assaults", "AAS-R-assault")
    if target.profile.kind == "vehicle":
        return Refusal("nobody assaults a vehicle", "AAS-R-assault")
    return moves.move_refusal(position, unit)


def assault_dice(position: AasPosition, unit: Team) -> Check:
    """Return how many dice a unit throws in a close assault; no more than any throw has."""
    check = Check("close assault").plus(unit.figures, "figures")
    if unit.leader and unit.profile.kind == "team":
        check = check.plus(1, "leader with them")
    most = position.battle.data.numbers.most_dice
    return check.plus(min(0, most - check.total), f"no more than {most} dice")
