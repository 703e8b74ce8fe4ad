"""Recon by fire: shooting into a hex where somebody may be hidden (base game 11)."""

from __future__ import annotations

from sim.board.cover import own_cover
from sim.board.ground import Ground
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell, Edge
from sim.rules.conflict_of_heroes.combat import cannot_attack, cannot_fire_out, in_the_water
from sim.rules.conflict_of_heroes.units import LIGHT_SMOKE, Counter, Scene, in_close_combat, named
from sim.rules.conflict_of_heroes.zones import can_attack_at_all, field_of_fire, range_of


def conceals(ground: Ground, cell: Cell) -> bool:
    """Say whether somebody can lie hidden in a hex with an enemy next to it: defensive ground, or heavy smoke."""
    return any(cover.defence > 0 and cover.kind != LIGHT_SMOKE for cover in own_cover(ground, cell))


def recon_refusal(position: Scene, unit: Counter, cell: Cell) -> Refusal | None:
    """COH-RECON: say why a counter cannot search a hex by fire; None if it can.

    The hex lies in its fire zone, and nobody is known to be there: at whom one sees, rumour or not, one fires.
    """
    if cell not in position.map:
        return Refusal("recon by fire needs a hex of the map", TABLE_SENSE)
    if not can_attack_at_all(position, unit) or unit.is_rumour:
        return cannot_attack(position, unit)
    if in_close_combat(position, unit):
        return cannot_fire_out(unit)
    if in_the_water(position, unit):
        return Refusal(f"{unit.name} {unit.name:is|are} in the water", "COH-WATER")
    why = _no_search(position, unit, cell)
    return Refusal(why, "COH-RECON") if why else None


def _no_search(position: Scene, unit: Counter, cell: Cell) -> str:
    name = position.name(cell)
    if cell == unit.place:
        return "nobody hides in its own hex" if suspected(position, unit) else "no hex in reach could hide anybody"
    known = [other for other in position.state.units.at(cell) if not other.hidden or other.side == unit.side]
    if known:
        return f"{name} is known to hold {named(known)}"
    if position.map.distance(unit.place, cell) < unit.profile.min_range:
        return f"{name} is nearer than {unit.profile.min_range} hexes"
    return "" if cell in field_of_fire(position, unit) else f"{name} is not in the fire zone of {unit.name}"


def recon_needs(position: Scene, unit: Counter, cell: Cell, dice_caps: int = 0) -> Check:
    """Return what two dice must reach to bring to light whoever hides in a hex: 6 and the defence of its terrain.

    The terrain is the ground of the hex and a wall that the fire crosses into it; works and smoke are none. Shells
    come over walls. Ruling: CAPs on the dice go on this roll, and none on the attack that may follow at once.
    """
    numbers = position.battle.data.numbers
    check = Check("recon").plus(numbers.recon_needs, "recon by fire")
    ground = position.ground.terrain_at(cell).id
    for cover in position.sight(unit.place, cell).cover:
        if cover.kind == ground or (isinstance(cover.place, Edge) and not unit.profile.explosive):
            check = check.plus(cover.defence, cover.reason)
    return check.plus(-dice_caps * numbers.cap_on_dice, "CAPs on the dice")


def suspected(position: Scene, unit: Counter) -> list[Cell]:
    """Return the hexes that are worth searching: at normal range, with room to hide, and nobody known to be there.

    Others may be searched too; but most of a map is empty, and nobody wants to read through all of it.
    """
    reach = range_of(position, unit)
    return [
        cell
        for cell in field_of_fire(position, unit)
        if conceals(position.ground, cell)
        and position.map.distance(unit.place, cell) <= reach
        and recon_refusal(position, unit, cell) is None
    ]
