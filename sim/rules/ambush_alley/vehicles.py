"""Vehicles (base_games.md 3.2): which side is hit, how thick it is there, and what a hit does.

Rulings:
- The front is a right angle about the facing, the rear another one; where the line runs exactly between two of them the
  thicker armour counts: that of the front, and that of the sides.
- Cover does not help a vehicle: what would stop a rocket stops the line.
- The weapon with the heaviest damage counts for all hits of a throw; small arms are light.
- Each passenger of a vehicle that is knocked out is safe on a Quality die of 4 or more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from sim.engine.check import Check
from sim.engine.dice import D6
from sim.grid import Cell
from sim.rules.ambush_alley.checks import at_least_chance
from sim.rules.ambush_alley.geometry import weapons
from sim.rules.ambush_alley.scene import Scene, quality
from sim.rules.ambush_alley.units import Team

Facing = Literal["front", "side", "rear"]
_ARMOUR: Mapping[Facing, int] = {"front": 0, "side": 1, "rear": 2}
KNOCKED_OUT = "knocked out"


def facing_hit(position: Scene, shooter_cell: Cell, vehicle: Team) -> Facing:
    """Return which side of a vehicle a line of fire hits."""
    grid, here = position.map.grid, vehicle.place
    step = grid.steps[vehicle.facing]
    ahead, origin, view = grid.squared(Cell(0, 0), step), Cell(0, 0), shooter_cell.minus(here)
    away = grid.squared(origin, view)
    twice_dot = ahead + away - grid.squared(step, view)
    # The angle is 45 degrees where the square of the cosine is a half.
    steep = twice_dot * twice_dot - 2 * ahead * away
    if steep >= 0 and twice_dot >= 0:
        return "front"
    return "rear" if steep > 0 else "side"


def armour_dice(position: Scene, shooter_cell: Cell, vehicle: Team) -> Check:
    """Return the dice that a vehicle's armour throws against a line of fire; no armour throws none."""
    hit = facing_hit(position, shooter_cell, vehicle)
    return Check("armour").plus(vehicle.profile.armour[_ARMOUR[hit]], f"armour at the {hit}")


def damage_check(position: Scene, unit: Team) -> Check:
    """Return what the weapons of a unit add to the damage die."""
    harmful = [weapon for weapon in weapons(position, unit) if weapon.anti_tank]
    if not harmful:
        return Check("damage")
    worst = max(harmful, key=lambda weapon: weapon.damage)
    return Check("damage").plus(worst.damage, worst.name)


def damage(position: Scene, total: int) -> str:
    """Return what a hit does, by the die and what the weapon adds; more than the table has is its last row."""
    table = position.battle.data.damage
    return table[max(min(table), min(max(table), total))]


def damage_odds(position: Scene, unit: Team) -> Mapping[str, Fraction]:
    """Return how likely one hit by a unit does each thing, in the order of the table."""
    added = damage_check(position, unit).total
    found: dict[str, Fraction] = {}
    for face in D6.faces:
        result = damage(position, face + added)
        found[result] = found.get(result, Fraction(0)) + Fraction(1, len(D6.faces))
    return found


def passenger_chance(position: Scene, passenger: Team) -> Fraction:
    """Return how likely each figure aboard is safe when its vehicle is knocked out."""
    return at_least_chance(quality(position, passenger), position.battle.data.numbers.passenger_safe)
