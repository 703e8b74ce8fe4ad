"""Group actions that are worth offering: who goes along with whom, and where to.

A group may be any counters that stand together, and each of its members may go its own way (base game 10); that is more
than anybody can read. Offered are the groups that one counter leads: with one neighbour, with all its neighbours, and
with everybody who stands together with it. All of them go one hex in the same direction, and keep their facings or turn
the way they go. Anything else is legal all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.grid import Cell
from sim.rules.conflict_of_heroes.actions import Move, Rally, Step
from sim.rules.conflict_of_heroes.moving import barred_hexes, cannot_move, cost_of_step
from sim.rules.conflict_of_heroes.rallying import rally_refusal
from sim.rules.conflict_of_heroes.units import Counter, Scene, friends

Group = tuple[Counter, ...]


def group_moves(position: Scene, leader: Counter) -> Iterator[tuple[Move, str]]:
    """Yield the moves of groups that a counter leads, in words that can be typed."""
    if cannot_move(position, leader):
        return
    able = [unit for unit in friends(position, leader.side) if unit.spent == leader.spent]
    for facing, direction in enumerate(position.map.grid.directions):
        moving = [unit for unit in able if _goes(position, unit, facing)]
        for group in groups(position, leader, moving):
            others = " and ".join(unit.id for unit in group[1:])
            text = f"{leader.id} move {direction} with {others}"
            if any(unit.facing != facing for unit in group):
                yield (
                    Move(tuple(_step(position, unit, facing, unit.facing) for unit in group)),
                    f"{text} facing as before",
                )
            yield Move(tuple(_step(position, unit, facing, facing) for unit in group)), f"{text} facing {direction}"


def group_rallies(position: Scene, leader: Counter) -> Iterator[tuple[Rally, str]]:
    """Yield the group rallies that a counter leads, in words that can be typed."""
    hit = [unit for unit in friends(position, leader.side) if unit.hit and unit.spent == leader.spent]
    able = [unit for unit in hit if rally_refusal(position, unit) is None]
    for group in groups(position, leader, able):
        others = " and ".join(unit.id for unit in group[1:])
        yield Rally(tuple(unit.id for unit in group)), f"{leader.id} rally with {others}"


def groups(position: Scene, leader: Counter, able: list[Counter]) -> list[Group]:
    """Return the groups that a counter leads out of those that are able to take part, the leader first in each."""
    if leader not in able:
        return []
    near = [unit for unit in able if unit != leader and _touch(position, unit, leader)]
    found: list[Group] = [(leader, unit) for unit in near]
    for group in ((leader, *near), standing_together(position, leader, able)):
        if len(group) > 1 and group not in found:
            found.append(group)
    return found


def standing_together(position: Scene, leader: Counter, able: list[Counter]) -> Group:
    """Return a counter and everybody who is joined to it by hexes next to each other, the nearest first."""
    joined, waiting = [leader], [unit for unit in able if unit != leader]
    while near := [unit for unit in waiting if any(_touch(position, unit, other) for other in joined)]:
        joined += near
        waiting = [unit for unit in waiting if unit not in near]
    return tuple(joined)


def _touch(position: Scene, one: Counter, other: Counter) -> bool:
    return position.map.distance(one.place, other.place) <= 1


def _goes(position: Scene, unit: Counter, facing: int) -> bool:
    """Say whether a counter can go one hex in a direction."""
    there = _next(position, unit, facing)
    if there not in position.map or cannot_move(position, unit) or there in barred_hexes(position, unit):
        return False
    return cost_of_step(position, unit, there) is not None


def _next(position: Scene, unit: Counter, facing: int) -> Cell:
    return unit.place.plus(position.map.grid.steps[facing])


def _step(position: Scene, unit: Counter, way: int, facing: int) -> Step:
    return Step(unit.id, (_next(position, unit, way),), facing)
