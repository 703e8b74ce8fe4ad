"""Moves that every system needs: towards, away, into cover, out of sight, by the safest way.

Each looks at the cells that the system says can be reached, and leaves the trace of its choice. A move that cannot be
made says why; the unit never stays where it is and calls that a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sim.board.area import Area
from sim.board.movement import Mover, step_cost
from sim.board.paths import Limits, Reach, safest_ways
from sim.engine.battle import Position
from sim.engine.units import Unit
from sim.grid import Cell
from sim.solo.measures import Candidate, cells_from, cost_of, sheltered_from, unseen_by
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Measured, Priority, least, most, require
from sim.solo.situation import Situation

Here = Situation[Any, Any]


@dataclass(frozen=True)
class Going:
    """Where a move ends and by which way it gets there, its start left out."""

    end: Cell
    way: tuple[Cell, ...]
    cost: int


@dataclass(frozen=True)
class Goal:
    """What a move is measured from: a cell, what it is called, and whether cells or inches count."""

    cell: Cell
    what: str
    by: Callable[[str, Callable[[Here], Cell]], Measure[Here, Candidate]] = cells_from

    @property
    def measure(self) -> Measure[Here, Candidate]:
        """The measure of a cell's distance from it."""
        return self.by(self.what, lambda _: self.cell)

    def distance(self, situation: Here, cell: Cell) -> Any:
        """Return a distance that can be compared with others."""
        value = self.measure.of(situation, cell)
        return value.key if isinstance(value, Measured) else value


def towards(situation: Here, reach: Reach, goal: Goal, rule: str, *then: Line[Any, Cell]) -> Going | Cannot:
    """Move as near to a goal as possible; impossible where no cell in reach is nearer. `then` comes before the cost."""
    here = goal.distance(situation, reach.start)
    nearer = [cell for cell in _ends(reach) if goal.distance(situation, cell) < here]
    if not nearer:
        return Cannot(f"no cell in reach is nearer to {goal.what}")
    order = Priority(rule, f"where to go towards {goal.what}", least(goal.measure), *then, _cheapest(reach))
    return _going(situation, reach, order, nearer, "cells in reach that are nearer")


def away(situation: Here, reach: Reach, danger: Goal, rule: str, *then: Line[Any, Cell]) -> Going | Cannot:
    """Move as far from something as possible; impossible where no cell in reach is further away."""
    here = danger.distance(situation, reach.start)
    further = [cell for cell in _ends(reach) if danger.distance(situation, cell) > here]
    if not further:
        return Cannot(f"no cell in reach is further from {danger.what}")
    order = Priority(rule, f"where to go away from {danger.what}", most(danger.measure), *then, _cheapest(reach))
    return _going(situation, reach, order, further, "cells in reach that are further away")


def into_cover(
    situation: Here, reach: Reach, enemies: Iterable[Unit], rule: str, *then: Line[Any, Cell]
) -> Going | Cannot:
    """Move to the nearest cell with cover from all enemies that can see it; `then` comes before the cost."""
    enemies = tuple(enemies)
    covered = require(sheltered_from("cover from every enemy in sight", lambda _: enemies))
    order = Priority(rule, "where to take cover", covered, *then, _cheapest(reach))
    return _going(situation, reach, order, _ends(reach), "cells in reach")


def out_of_sight(
    situation: Here, reach: Reach, enemies: Iterable[Unit], rule: str, *then: Line[Any, Cell]
) -> Going | Cannot:
    """Move to the nearest cell that no enemy sees; `then` comes before the cost."""
    enemies = tuple(enemies)
    unseen = require(unseen_by("out of sight of every enemy", lambda _: enemies))
    order = Priority(rule, "where to go out of sight", unseen, *then, _cheapest(reach))
    return _going(situation, reach, order, _ends(reach), "cells in reach")


@dataclass(frozen=True)
class SafeWay:
    """What `safest_way` needs to know: how one moves, what one may spend, and what is dangerous."""

    mover: Mover
    budget: int
    danger: Area
    """Cells that enemies see, or cover with fire."""
    closed: Area | None = None


def safest_way(situation: Here, start: Cell, goal: Cell, safe: SafeWay, rule: str) -> Going | Cannot:
    """Take the way that enters the fewest dangerous cells, then the cheapest, as far along it as the move goes."""
    position = situation.position
    ways = safest_ways(position.ground, safe.mover, start, safe.danger, Limits(closed=safe.closed))
    way = ways.way(goal)
    if len(way) < 2:
        return Cannot(f"there is no way to {position.name(goal)}")
    taken, cost = as_far_as(position, safe.mover, way, safe.budget)
    situation.say(
        f"the safest way to {position.name(goal)} enters {ways.danger(goal)} dangerous cells of {len(way) - 1}: "
        f"{' '.join(map(position.name, way[1:]))}; this move goes as far as {position.name((start, *taken)[-1])}",
        rule,
    )
    return Going(taken[-1], taken, cost) if taken else Cannot("the first step costs more than the move has")


def as_far_as(
    position: Position[Any, Any], mover: Mover, way: tuple[Cell, ...], budget: int
) -> tuple[tuple[Cell, ...], int]:
    """Return the steps of a way, its start included, for which a budget is enough, and what they cost."""
    taken: list[Cell] = []
    spent = 0
    for here, there in pairwise(way):
        cost = step_cost(position.ground, mover, here, there).cost
        if spent + cost > budget:
            break
        spent += cost
        taken.append(there)
    return tuple(taken), spent


def _ends(reach: Reach) -> list[Cell]:
    return [cell for cell in reach.area if cell != reach.start]


def _cheapest(reach: Reach) -> Line[Any, Cell]:
    return least(cost_of(reach))


def _going(situation: Here, reach: Reach, order: Priority[Cell], cells: Iterable[Cell], pool: str) -> Going | Cannot:
    end = order.choose(situation, cells, pool)
    if end is None:
        return Cannot(f"nothing is left of the {pool}")
    cost = reach.cost(end)
    assert cost is not None
    return Going(end, reach.way(end)[1:], cost)
