"""Where to go: out of sight, into cover, into range, by the safest way, or as near as one gets.

Every search is a priority list over the cells in reach of the unit that is asked, whose trace says of each who would
see it, what would shelter it, how far it is, and which line ruled it out. What cannot be found is said, and nobody
calls staying a move. Toward somebody or something is by inches for a choice among safe cells, and by the length of the
way that is left where getting there is all that counts: a wall between is no reason to stand before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np

from sim.board.paths import UNREACHED, Reach
from sim.engine.words import counted
from sim.grid import Cell
from sim.rules.ambush_alley import ground
from sim.rules.ambush_alley.state import Here, Pace, Scene, Team
from sim.solo.measures import length_from
from sim.solo.moves import Goal, Going, as_far_as, towards
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Priority, Shown, least, prefer, require
from sim.tabletop.inches import area_within, inches_text, squared_limit

Lines = list[Line[Here, Cell]]

# -- measures ----------------------------------------------------------------------------------------------------


def _told(what: str, told: Callable[[Cell], Shown]) -> Measure[Here, Cell]:
    """Make a measure of what a watch says."""
    return Measure(what, lambda _, cell: told(cell))


def _inches(position: Scene, goal: Cell, what: str, within: int | None = None) -> Measure[Here, Cell]:
    """Measure the inches from a place; with a length, whether a cell is no further away than that."""
    squares, ordinal = position.map.squared_lengths(goal).tolist(), position.map.ordinal
    scale = position.map.scale.per_cell
    limit = None if within is None else squared_limit(scale, within)
    return Measure(what, lambda _, cell: _inch_shown(squares[ordinal(cell)], limit, scale))


@lru_cache(maxsize=1 << 14)
def _inch_shown(square: int, limit: int | None, scale: float) -> Shown:
    return Shown(square if limit is None else square <= limit, inches_text(square, scale))


def _from(position: Scene, goal: Cell) -> Line[Here, Cell]:
    return least(_inches(position, goal, f"inches from {position.name(goal)}"))


def length_of(run: Reach, what: str = "length of the way") -> Measure[Here, Cell]:
    """Measure the half inches to a cell, shown as inches."""
    costs, ordinal = run.spent.tolist(), run.map.ordinal
    return Measure(what, lambda _, cell: _length_shown(costs[ordinal(cell)]))


@lru_cache(maxsize=1 << 12)
def _length_shown(cost: int) -> Shown:
    return Shown(1 << 30, "no way") if cost == UNREACHED else Shown(cost, f'{cost / 2:g}"')


def _way_left(position: Scene, left: Reach, goal: Cell) -> Line[Here, Cell]:
    return least(length_of(left, f"way left to {position.name(goal)}"))


def _nearer(position: Scene, unit: Team, goal: Cell) -> Line[Here, Cell]:
    """AAS-W-12: demand that a cell is nearer to a place than a unit is, by inches or by the way left."""
    left, squared, scale = ground.leads(position, unit, goal), position.map.grid.squared, position.map.scale.per_cell
    now, inches = left.cost(unit.place), squared(unit.place, goal)

    def shown(square: int, cost: int | None) -> str:
        return f"{inches_text(square, scale)}, way left {_length_shown(UNREACHED if cost is None else cost).text}"

    def nearer(_: Here, cell: Cell) -> Shown:
        cost, square = left.cost(cell), squared(cell, goal)
        by_way = cost is not None and (now is None or cost < now)
        return Shown(square < inches or by_way, shown(square, cost))

    return require(Measure(f"nearer to {position.name(goal)} than it is ({shown(inches, now)})", nearer))


# -- the common end ----------------------------------------------------------------------------------------------


def _possible(here: Here, pace: Pace) -> Pace:
    """Return a pace, or the Cautious one where the unit may not move Rapid."""
    return "cautious" if pace == "rapid" and ground.rapid_refusal(here.position, here.unit) else pace


def _run(here: Here, pace: Pace) -> Reach:
    return ground.reach(here.position, here.unit, _possible(here, pace))


def _found(
    here: Here, run: Reach, rule: str, what: str, lines: Lines, cells: Iterable[Cell] = (), pool: str = "cells in reach"
) -> Going | Cannot:
    """Choose among cells of a reach, at last by the shortest way."""
    order: Priority[Cell] = Priority(rule, what, *lines, least(length_of(run)))
    end = order.choose(here, cells or [cell for cell in run.area if cell != run.start], pool)
    if end is None:
        return Cannot(f"nothing is left of the {pool}: {what}")
    return Going(end, run.way(end)[1:], run.cost(end) or 0)


# -- searches ----------------------------------------------------------------------------------------------------


def out_of_sight(here: Here, rule: str, toward: Cell | None = None, pace: Pace = "rapid") -> Going | Cannot:
    """Find a cell that no enemy sees: nearest to some friends if there are any, then by the shortest way."""
    lines: Lines = [require(_told("out of sight of every enemy", ground.watch(here.position, here.unit).unseen))]
    if toward is not None:
        lines.append(_from(here.position, toward))
    return _found(here, _run(here, pace), rule, "where to go out of sight", lines)


def into_cover(
    here: Here, rule: str, seen: bool | None = None, pace: Pace = "rapid", toward: Cell | None = None,
    *, approaching: bool = False,
) -> Going | Cannot:  # fmt: skip
    """Find a cell in cover from every enemy that sees it: by the shortest way, or nearest to a place if one is named.

    With `seen`: one from which an enemy is in sight; with False, one that no enemy sees. With `approaching`: one that
    is nearer to the place than the unit is.
    """
    position, watching = here.position, ground.watch(here.position, here.unit)
    lines: Lines = [_nearer(position, here.unit, toward)] if toward is not None and approaching else []
    if seen is not None:
        sight = watching.seen if seen else watching.unseen
        lines.append(require(_told("with sight of an enemy" if seen else "out of sight of every enemy", sight)))
    lines.append(require(_told("in cover", watching.sheltered)))
    if toward is not None:
        lines.append(_from(position, toward))
    return _found(here, _run(here, pace), rule, "where to take cover", lines)


def into_optimum(here: Here, target: Team, rule: str, pace: Pace = "rapid") -> Going | Cannot:
    """Find a cell within optimum range and sight of a target: in cover if there is one, then by the shortest way."""
    position, there = here.position, target.place
    most, row = ground.optimum(position, here.unit), position.lines.field_of_view(there)
    lines: Lines = [
        require(_inches(position, there, f"within optimum range of {target.id} ({most} inches)", most)),
        require(Measure(f"in sight of {target.id}", lambda _, cell: cell in row)),
        prefer(_told("in cover", ground.watch(position, here.unit).sheltered)),
    ]
    return _found(here, _run(here, pace), rule, "where to get into range", lines)


def pull_back(here: Here, rule: str = "") -> Going | Cannot:
    """Find where a unit that has lost heart runs to: out of sight, to cover or a hot spot if it can, the nearest such.

    Whoever is at close quarters goes where those enemies cannot get at him by a step, round a corner or not. Where
    there is no way out of sight, into cover; who is in cover then stays. Near a hot spot in use one feels safe.
    """
    position, unit, watching = here.position, here.unit, ground.watch(here.position, here.unit)
    length = position.battle.data.numbers.leader_hot_spot
    spots = [(spot.id, area_within(position, spot.cell, length)) for spot in position.state.hot_spots if spot.active]

    def out_of_reach(here: Here, cell: Cell) -> bool:
        there = unit.changed(cell=cell)
        return all(ground.contact_refusal(here.position, enemy, enemy.place, there) is not None for enemy in close)

    def refuge(_: Here, cell: Cell) -> Shown:
        near = "" if watching.sheltered(cell).key else next((id_ for id_, area in spots if cell in area), "")
        return Shown(True, f"at hot spot {near}") if near else watching.sheltered(cell)

    lines: Lines = [require(_told("out of sight of every enemy", watching.unseen))]
    if close := ground.in_contact(position, unit):
        lines.append(require(Measure(f"out of reach of {', '.join(enemy.id for enemy in close)}", out_of_reach)))
    lines.append(prefer(Measure("in cover or at a hot spot", refuge)))
    going = _found(here, _run(here, "rapid"), rule, "where to pull back to", lines)
    return going if isinstance(going, Going) or watching.sheltered(unit.place).key else into_cover(here, rule)


def toward(here: Here, goal: Cell, rule: str, pace: Pace = "cautious") -> Going | Cannot:
    """Go as near to a place as a move leads: the least way is left over the ground; by inches where there is none."""
    position, run, left = here.position, _run(here, pace), ground.leads(here.position, here.unit, goal)
    now = left.cost(here.unit.place)
    if now is None:
        return towards(here, run, Goal(goal, position.name(goal), length_from), rule)
    cells = nearer_cells(run, left, now)
    if not cells:
        return Cannot(f"no cell in reach is nearer to {position.name(goal)}")
    what = f"where to go toward {position.name(goal)}"
    return _found(here, run, rule, what, [_way_left(position, left, goal)], cells, "cells in reach that are nearer")


def nearer_cells(run: Reach, left: Reach, now: int) -> list[Cell]:
    """Return the cells of a move from which less than so much of a way is left."""
    nearer = (run.spent != UNREACHED) & (left.spent != UNREACHED) & (left.spent < now)
    return [run.map.cells[n] for n in np.flatnonzero(nearer)]


def approach(here: Here, goal: Cell, rule: str, pace: Pace) -> Going | Cannot:
    """AAS-W-12: go where one is nearer to a place than before, by inches or by the way left; the least way left."""
    position, left = here.position, ground.leads(here.position, here.unit, goal)
    lines: Lines = [_nearer(position, here.unit, goal), _way_left(position, left, goal), _from(position, goal)]
    return _found(here, _run(here, pace), rule, f"where to go toward {position.name(goal)}", lines)


def safest_way(here: Here, goal: Cell, pace: Pace, rule: str) -> Going | Cannot:
    """AAS-R-safest: go by the way that enters the fewest cells in sight of the enemy, then the shortest.

    The way is chosen whole and walked as far as the move goes. To a cell with somebody in it: into cohesion with him.
    """
    position, unit = here.position, here.unit
    ways, name = ground.safe_ways(position, unit), position.name(goal)
    taken_there = goal in ground.occupied(position, unit)
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
    way, budget = ways.way(end)[1:], ground.allowance(position, unit, _possible(here, pace))
    taken, cost = as_far_as(position, ground.mover(position, unit), (unit.place, *way), budget)
    if not taken:
        return Cannot("the first step costs more than the move has")
    told, watched = ground.watch(position, unit).unseen, counted(ways.danger(end) or 0, "cell")
    told_cells = [position.name(cell) + ("" if told(cell).key else f" ({told(cell).text})") for cell in way]
    here.say(
        f"the safest way to {position.name(end)} enters {watched} in sight of the enemy, of {len(way)}: "
        f"{', '.join(told_cells)}; this move goes as far as {position.name(taken[-1])}",
        "AAS-R-safest",
    )
    return Going(taken[-1], taken, cost)
