"""Where a move ends, once the dice have been thrown: a priority list for each stance (LPG-MOVE-3)."""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.common.inches import covers, inches_text
from sim.rules.la_petite_guerre.actions import Move
from sim.rules.la_petite_guerre.choices import Here, actor, goal_cells, known_enemies, ordered, stance_of
from sim.rules.la_petite_guerre.plan_steps import DELAY, SKIRMISH
from sim.rules.la_petite_guerre.units import Stance
from sim.rules.la_petite_guerre.walking import full_ways
from sim.solo.plans import Cannot, Option
from sim.solo.priority import Priority, Shown, least, measure, most, prefer


@measure("inches from the goal")
def from_goal(here: Here, cell: Cell) -> Shown:
    """From the nearest cell of the company's goal; where it has none, from the nearest enemy."""
    goal = goal_cells(here, actor(here)) or tuple(enemy.place for enemy in known_enemies(here))
    return _nearest(here, cell, goal)


@measure("inches from the nearest enemy")
def from_enemy(here: Here, cell: Cell) -> Shown:
    """By ruler."""
    return _nearest(here, cell, tuple(enemy.place for enemy in known_enemies(here)))


def _nearest(here: Here, cell: Cell, others: tuple[Cell, ...]) -> Shown:
    grid, scale = here.position.map.grid, here.position.map.scale.per_cell
    squared = min((grid.squared(cell, other) for other in others), default=0)
    return Shown(squared, inches_text(squared, scale))


@measure("in cover from who can see it")
def covered(here: Here, cell: Cell) -> bool:
    """Whether every enemy who would see him there sees him in cover."""
    lines = here.position.lines
    seen = lines.field_of_view(cell)
    return all(covers(lines, enemy.place, cell) for enemy in known_enemies(here) if enemy.place in seen)


@measure("far enough from the enemy")
def far_enough(here: Here, cell: Cell) -> bool:
    """As far as the stance asks for."""
    length = DELAY if stance_of(here, actor(here)) == "delay" else SKIRMISH
    squared = from_enemy.of(here, cell).key
    scale = here.position.map.scale.per_cell
    return bool(squared * scale * scale >= length * length) or not known_enemies(here)


LISTS: Mapping[Stance, Priority[Cell]] = {
    "defend": Priority("LPG-SOLO", "where to go back to", most(from_enemy), prefer(covered)),
    "advance": Priority("LPG-SOLO", "where to advance to", least(from_goal), prefer(covered)),
    "skirmish": Priority("LPG-SOLO", "where to skirmish from", prefer(far_enough), prefer(covered), least(from_goal)),
    "delay": Priority("LPG-SOLO", "where to fall back to", prefer(far_enough), prefer(covered), most(from_enemy)),
}
"""The first line decides; an advance uses cover where two ways bring it equally near."""


def where(here: Here) -> Intent | Cannot:
    """LPG-MOVE-3: go all the inches that were rolled, to the best of the cells where that leads."""
    man = actor(here)
    ways = full_ways(here.position, man, here.ask.number or 0)
    end = LISTS[stance_of(here, man)].choose(here, list(ways), "cells that the full distance leads to")
    return ordered(here, Move(man.id, ways[end])) if end is not None else Cannot("there is nowhere to go")


WHERE = Option("LPG-MOVE-3", "go the full distance", where)
