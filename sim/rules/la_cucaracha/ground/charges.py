"""Whether a way can be gone at a pace, and whether a charge gets there.

Ruling (CUC-CONTACT): contact is made from a neighbouring cell out of which the charger could enter the target's. What
stands between may be dear (a hedge to defend) but not barred (a wall, woods before horses).
"""

from __future__ import annotations

from sim.board.area import Area
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.memo import memo
from sim.play.ways import way_cost
from sim.rules.la_cucaracha.ground.moves import (
    CHARGE,
    DEPLOYED,
    PACE,
    PACES,
    allowance,
    anchored,
    charge_reach,
    contact_area,
    mover,
    never_met,
    occupied,
)
from sim.rules.la_cucaracha.state import CucPosition, Pace, Troop, enemies, flies, movement_of
from sim.tabletop import inches
from sim.tabletop.inches import NO_WAYS, CellPath, CellPaths, inch_text

CONTACT = "CUC-CONTACT"


def way_refusal(position: CucPosition, unit: Troop, way: CellPath, pace: Pace) -> Refusal | None:
    """Say why a unit cannot take a way at a pace; None if it can. It does not ask whose turn it is."""
    refused, shut = length_refusal(position, unit, way, pace), contact_area(position, unit)
    if refused is None and (touching := next((cell for cell in way if cell in shut), None)):
        return Refusal(f"{position.name(touching)} is beside an enemy: only a charge comes into contact", CONTACT)
    return refused


def length_refusal(position: CucPosition, unit: Troop, way: CellPath, pace: Pace) -> Refusal | None:
    """Say why a unit cannot take a way at a pace, whether or not it leads into contact; None if it can."""
    if unit.cell is None:
        return Refusal("not on the table", TABLE_SENSE)
    if anchored(unit):
        return Refusal(DEPLOYED, "CUC-DEPLOY")
    if not way or way[-1] == unit.cell:
        return Refusal("that leads nowhere", PACE)
    others = occupied(position, unit)
    if flies(position, unit):  # CUC-AIR: aircraft pass each other, and cannot end in one place
        others &= Area.of(position.map, way[-1:])
    cost = way_cost(position, mover(position, unit, pace), unit.cell, way, others)
    if isinstance(cost, str):
        return Refusal(cost, PACE)
    most = allowance(position, unit, pace)
    if cost > most and (pace == "rapid" or len(way) > 1):
        return Refusal(f"too far: {inch_text(cost)}, and {PACES[pace]} is {inch_text(most)}", PACE)
    return None


def charge_ways(position: CucPosition, unit: Troop, target: Troop) -> CellPaths:
    """Return the cells beside the target in which a charge can end, cheapest first, with the ways there.

    The unit's own cell with an empty way where it stands beside the target already. Nothing where no charge can be.
    """
    if never_charged(position, unit, target) is not None:
        return NO_WAYS
    moving, most = mover(position, unit), allowance(position, unit, "rapid")
    return inches.contact_ways(position, moving, unit.place, target, most, lambda: charge_reach(position, unit))


def near_enough(position: CucPosition, unit: Troop) -> list[Troop]:
    """Return the enemies, in roster order, whom a unit could charge over the best of ground: nobody else need be tried.

    One look at how far a charge runs tells of most units that there is nobody.
    """
    if not movement_of(position, unit).charges or not unit.on_table:
        return []
    steps = allowance(position, unit, "rapid") // mover(position, unit).step + 1
    near, (them, places) = inches.area_of_steps(position.map, unit.place, steps), _ranged_against(position, unit.side)
    return [enemy for enemy in them if enemy.cell in near] if near.bits & places.bits else []


@memo
def _ranged_against(position: CucPosition, side: str) -> tuple[tuple[Troop, ...], Area]:
    them = enemies(position, side)
    return them, Area.of(position.map, [enemy.place for enemy in them])


def charge_refusal(position: CucPosition, unit: Troop, target: Troop, way: CellPath) -> Refusal | None:
    """Say why a unit cannot charge another by a way; None if it can. It does not ask whose turn it is."""
    refused = never_charged(position, unit, target)
    if refused is None and way:
        refused = length_refusal(position, unit, way, "rapid")
    end = way[-1] if way else unit.place
    return refused or inches.contact_refusal(position, mover(position, unit), end, target, CONTACT)


def never_charged(position: CucPosition, unit: Troop, target: Troop) -> Refusal | None:
    """Say why a unit can never charge another, by any way; None if it might."""
    movement = movement_of(position, unit)
    if not unit.on_table or not target.on_table:
        return Refusal("not on the table", TABLE_SENSE)
    if target.side == unit.side:
        return Refusal(f"{target.name} {target.name:is a friend|are friends}", CHARGE)
    if not movement.charges:
        return Refusal(f"{unit.name} never {unit.name:charges|charge}: {movement.name}", CHARGE)
    return never_met(position, target)
