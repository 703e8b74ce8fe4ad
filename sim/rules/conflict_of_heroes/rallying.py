"""Rallying: shaking off a hit."""

from __future__ import annotations

from sim.board.cover import own_cover
from sim.engine.check import Check
from sim.engine.orders import Refusal
from sim.grid import Cell
from sim.rules.conflict_of_heroes.units import HEAVY_SMOKE, Counter, Scene, in_close_combat, marker_of

BARRIER = "wall or fortification"
"""Either of them counts, and both together no more than one."""


def rally_refusal(position: Scene, unit: Counter) -> Refusal | None:
    """COH-RALLY: say why a counter cannot rally; None if it can."""
    marker = marker_of(position, unit)
    if marker is None:
        return Refusal(f"{unit.name} {unit.name:is|are} not hit", "COH-RALLY")
    if marker.rally is None:
        return Refusal(f"{marker.name} cannot be rallied", "COH-HIT")
    if in_close_combat(position, unit):
        return Refusal("an enemy is in the hex", "COH-RALLY")
    return None


def rally_needs(position: Scene, unit: Counter, dice_caps: int = 0) -> Check:
    """Return what two dice must reach: less in woods, in a building, behind a wall, in smoke, and beside friends.

    CAPs on the dice lower it as they do in an attack (base game 3). Ruling: in a group rally as many go on the dice of
    each counter, and all of them are paid for, because every CAP counts for a single roll.
    """
    marker, numbers = marker_of(position, unit), position.battle.data.numbers
    assert marker is not None and marker.rally is not None
    check = Check("rally").plus(marker.rally, marker.name)
    for reason in sorted(_shelters(position, unit.place)):
        check = check.plus(numbers.rally_cover, reason)
    steady = [
        other
        for other in position.state.units.at(unit.place)
        if other.side == unit.side and other.id != unit.id and not other.hit
    ]
    check = check.plus(numbers.rally_friend * len(steady), f"{len(steady)} unhit beside it")
    return check.plus(-dice_caps * numbers.cap_on_dice, "CAPs on the dice")


def _shelters(position: Scene, cell: Cell) -> set[str]:
    """Return the kinds of shelter in a hex, each of which counts once."""
    found: set[str] = set()
    for cover in own_cover(position.ground, cell):
        found |= {"woods", "building"}.intersection(cover.traits)
        if "works" in cover.traits:
            found.add(BARRIER)
        if cover.kind == HEAVY_SMOKE:
            found.add("heavy smoke")
    edges = (position.ground.edge_at(position.map.grid.edge(cell, side)) for side in position.map.grid.sides)
    if any(edge is not None and edge.defence for edge in edges):
        found.add(BARRIER)
    return found
