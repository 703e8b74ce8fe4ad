"""Groups: counters that stand together and act by one action.

A group may be any counters that stand together, and each of its members may go its own way (base game 10); that is more
than anybody can read. Offered are the groups that one counter leads: with one neighbour, with all its neighbours, and
with everybody who stands together with it. Anything else is legal all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.orders import Refusal
from sim.rules.conflict_of_heroes.units import Counter, Scene

Group = tuple[Counter, ...]


def apart(position: Scene, units: Sequence[Counter]) -> Refusal | None:
    """COH-GROUP: say that counters form no group; None if each is in reach of another by hexes next to each other."""
    if len(standing_together(position, units[0], units)) == len(units):
        return None
    return Refusal("a group stands in the same hex or in hexes next to each other", "COH-GROUP")


def groups(position: Scene, leader: Counter, able: Sequence[Counter]) -> list[Group]:
    """Return the groups that a counter leads out of those that are able to take part, the leader first in each."""
    if leader not in able:
        return []
    near = [unit for unit in able if unit != leader and _touch(position, unit, leader)]
    found: list[Group] = [(leader, unit) for unit in near]
    for group in ((leader, *near), standing_together(position, leader, able)):
        if len(group) > 1 and group not in found:
            found.append(group)
    return found


def standing_together(position: Scene, leader: Counter, able: Sequence[Counter]) -> Group:
    """Return a counter and everybody who is joined to it by hexes next to each other, the nearest first."""
    joined, waiting = [leader], [unit for unit in able if unit != leader]
    while near := [unit for unit in waiting if any(_touch(position, unit, other) for other in joined)]:
        joined += near
        waiting = [unit for unit in waiting if unit not in near]
    return tuple(joined)


def _touch(position: Scene, one: Counter, other: Counter) -> bool:
    return position.map.distance(one.place, other.place) <= 1
