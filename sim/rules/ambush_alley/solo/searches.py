"""How to get nearer: into range, toward a place or somebody, by the safest way.

Toward somebody or something is by inches for a choice among safe cells, and by the length of the way that is left where
getting there is all that counts: a wall between is no reason to stand before it.
"""

from __future__ import annotations

import numpy as np

from sim.board.paths import UNREACHED, Limits, Reach, safest_ways
from sim.engine.words import counted
from sim.grid import Cell
from sim.memo import memo
from sim.rules.ambush_alley.combat.fire import optimum
from sim.rules.ambush_alley.ground import moves
from sim.rules.ambush_alley.ground.moves import Lines, length_of, watch
from sim.rules.ambush_alley.state import AasPosition, AasSituation, Pace, Team
from sim.solo.measures import length_from
from sim.solo.moves import Goal, Going, as_far_as, towards
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Priority, least, prefer, require
from sim.tabletop.inches import area_within


def _way_left(position: AasPosition, left: Reach, goal: Cell) -> Line[AasSituation, Cell]:
    return least(length_of(left, f"way left to {position.name(goal)}"))


def into_optimum(here: AasSituation, target: Team, rule: str, pace: Pace = "rapid") -> Going | Cannot:
    """Find a cell within optimum range and sight of a target: in cover if there is one, then by the shortest way."""
    position, there = here.position, target.place
    most, row = optimum(position, here.unit), position.lines.field_of_view(there)
    lines: Lines = [
        require(moves.inches_to(position, there, f"within optimum range of {target.id} ({most} inches)", most)),
        require(Measure(f"in sight of {target.id}", lambda _, cell: cell in row)),
        prefer(moves.by_cell("in cover", watch(position, here.unit).sheltered)),
    ]
    return moves.best_end(here, moves.run_at(here, pace), rule, "where to get into range", lines)


def toward(here: AasSituation, goal: Cell, rule: str, pace: Pace = "cautious") -> Going | Cannot:
    """Go as near to a place as a move leads: the least way is left over the ground; by inches where there is none."""
    position, run, left = here.position, moves.run_at(here, pace), moves.leads(here.position, here.unit, goal)
    now = left.cost(here.unit.place)
    if now is None:
        return towards(here, run, Goal(goal, position.name(goal), length_from), rule)
    cells = nearer_cells(run, left, now)
    if not cells:
        return Cannot(f"no cell in reach is nearer to {position.name(goal)}")
    what = f"where to go toward {position.name(goal)}"
    return moves.best_end(
        here, run, rule, what, [_way_left(position, left, goal)], cells, "cells in reach that are nearer"
    )


def nearer_cells(run: Reach, left: Reach, now: int) -> list[Cell]:
    """Return the cells of a move from which less than so much of a way is left."""
    nearer = (run.spent != UNREACHED) & (left.spent != UNREACHED) & (left.spent < now)
    return [run.map.cells[n] for n in np.flatnonzero(nearer)]


def approach(here: AasSituation, goal: Cell, rule: str, pace: Pace) -> Going | Cannot:
    """AAS-W-12: go where one is nearer to a place than before, by inches or by the way left; the least way left."""
    position, left = here.position, moves.leads(here.position, here.unit, goal)
    lines: Lines = [
        moves.nearer_than_now(position, here.unit, goal),
        _way_left(position, left, goal),
        moves.nearest_to(position, goal),
    ]
    return moves.best_end(here, moves.run_at(here, pace), rule, f"where to go toward {position.name(goal)}", lines)


def safe_ways(position: AasPosition, unit: Team) -> Reach:
    """AAS-R-safest: return the ways to everywhere that enter the fewest cells in sight of the enemy, then the shortest.

    A budget is not heeded: the way is chosen whole and then walked as far as the move goes.
    """
    seen, closed = moves.danger(position, unit), moves.occupied(position, unit)
    return _safe_ways(position.ground, moves.mover(position, unit), unit.place, seen, Limits(closed=closed))


_safe_ways = memo(most=256)(safest_ways)


def safest_way(here: AasSituation, goal: Cell, pace: Pace, rule: str) -> Going | Cannot:
    """AAS-R-safest: go by the way that enters the fewest cells in sight of the enemy, then the shortest.

    The way is chosen whole and walked as far as the move goes. To a cell with somebody in it: into cohesion with him.
    """
    position, unit = here.position, here.unit
    ways, name = safe_ways(position, unit), position.name(goal)
    taken_there = goal in moves.occupied(position, unit)
    near = area_within(position, goal, here.battle.data.numbers.cohesion) if taken_there else None
    order: Priority[Cell] = Priority(
        rule,
        f"where the safest way to {name} ends",
        least(
            Measure("cells in sight of the enemy on the way", lambda _, cell: ways.danger(cell) or 0), "AAS-R-safest"
        ),
        least(length_of(ways), "AAS-R-safest"),
    )
    cells = [cell for cell in near or [goal] if cell != unit.cell and ways.cost(cell) is not None]
    end = order.choose(here, cells, f"cells in cohesion with {name}" if near else "ends of a way there")
    if end is None:
        return Cannot(f"there is no way to {name}")
    way, budget = ways.way(end)[1:], moves.allowance(position, unit, moves.possible_pace(here, pace))
    taken, cost = as_far_as(position, moves.mover(position, unit), (unit.place, *way), budget)
    if not taken:
        return Cannot("the first step costs more than the move has")
    told, watched = watch(position, unit).unseen, counted(ways.danger(end) or 0, "cell")
    told_cells = [position.name(cell) + ("" if told(cell).key else f" ({told(cell).text})") for cell in way]
    here.say(
        f"the safest way to {position.name(end)} enters {watched} in sight of the enemy, of {len(way)}: "
        f"{', '.join(told_cells)}; this move goes as far as {position.name(taken[-1])}",
        "AAS-R-safest",
    )
    return Going(taken[-1], taken, cost)
