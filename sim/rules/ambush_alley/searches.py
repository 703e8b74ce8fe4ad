"""Where to go: out of sight, into cover, into range, by the safest way, or as near as one gets.

Every search is a priority list over the cells in reach, whose trace says of each who would see it, what would shelter
it, how far it is, and which line ruled it out. What cannot be found is said, and nobody calls staying a move. Toward
somebody or something is by inches for a choice among safe cells, and by the length of the way that is left where
getting there is all that counts: a wall between is no reason to stand before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np

from sim.board.paths import UNREACHED, Reach
from sim.engine.words import counted
from sim.grid import Cell
from sim.rules.ambush_alley import ground
from sim.rules.ambush_alley.scene import Here, Scene
from sim.rules.ambush_alley.units import Pace, Team
from sim.solo.measures import length_from
from sim.solo.moves import Goal, Going, as_far_as, towards
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Priority, Shown, least, prefer, require
from sim.tabletop.inches import area_within, inches_text, squared_limit

Lines = list[Line[Here, Cell]]

IN_REACH = "cells in reach"


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


# -- searches ----------------------------------------------------------------------------------------------------


def out_of_sight(here: Here, unit: Team, rule: str, toward: Cell | None = None, pace: Pace = "rapid") -> Going | Cannot:
    """Find a cell that no enemy sees: nearest to some friends if there are any, then by the shortest way."""
    position = here.position
    lines: Lines = [require(_told("out of sight of every enemy", ground.watch(position, unit).unseen))]
    if toward is not None:
        lines.append(_from(position, toward))
    return _found(here, _run(position, unit, pace), rule, "where to go out of sight", lines)


def into_cover(
    here: Here,
    unit: Team,
    rule: str,
    seen: bool | None = None,
    pace: Pace = "rapid",
    toward: Cell | None = None,
    *,
    approaching: bool = False,
) -> Going | Cannot:
    """Find a cell in cover from every enemy that sees it: by the shortest way, or nearest to a place if one is named.

    With `seen`: one from which an enemy is in sight; with False, one that no enemy sees. With `approaching`: one that
    is nearer to the place than the unit is.
    """
    position, watching = here.position, ground.watch(here.position, unit)
    lines: Lines = [require(_nearer(position, unit, toward))] if toward is not None and approaching else []
    if seen is not None:
        sight = watching.seen if seen else watching.unseen
        lines.append(require(_told("with sight of an enemy" if seen else "out of sight of every enemy", sight)))
    lines.append(require(_told("in cover", watching.sheltered)))
    if toward is not None:
        lines.append(_from(position, toward))
    return _found(here, _run(position, unit, pace), rule, "where to take cover", lines)


def into_optimum(here: Here, unit: Team, target: Team, rule: str, pace: Pace = "rapid") -> Going | Cannot:
    """Find a cell within optimum range and sight of a target: in cover if there is one, then by the shortest way."""
    position, there = here.position, target.place
    most, row = ground.optimum(position, unit), position.lines.field_of_view(there)
    lines: Lines = [
        require(_inches(position, there, f"within optimum range of {target.id} ({most} inches)", most)),
        require(Measure(f"in sight of {target.id}", lambda _, cell: cell in row)),
        prefer(_told("in cover", ground.watch(position, unit).sheltered)),
    ]
    return _found(here, _run(position, unit, pace), rule, "where to get into range", lines)


def pull_back(here: Here, unit: Team, rule: str = "") -> Going | Cannot:
    """Find where a unit that has lost heart runs to: out of sight, to cover or a hot spot if it can, the nearest such.

    Whoever is at close quarters goes where those enemies cannot get at him by a step, round a corner or not. Where
    there is no way out of sight, into cover; who is in cover then stays.
    """
    position = here.position
    lines: Lines = [require(_told("out of sight of every enemy", ground.watch(position, unit).unseen))]
    if close := ground.in_contact(position, unit):
        lines.append(require(_out_of_reach(unit, close)))
    lines.append(prefer(_refuge(position, unit)))
    going = _found(here, _run(position, unit, "rapid"), rule, "where to pull back to", lines)
    if isinstance(going, Going) or ground.watch(position, unit).sheltered(unit.place).key:
        return going
    return into_cover(here, unit, rule)


def _out_of_reach(unit: Team, close: tuple[Team, ...]) -> Measure[Here, Cell]:
    """Say whether none of some enemies could get at a unit in a cell by a step."""

    def free(here: Here, cell: Cell) -> bool:
        position = here.position
        return all(
            ground.contact_refusal(position, enemy, enemy.place, unit.changed(cell=cell)) is not None for enemy in close
        )

    return Measure(f"out of reach of {', '.join(enemy.id for enemy in close)}", free)


def _refuge(position: Scene, unit: Team) -> Measure[Here, Cell]:
    """Say whether a cell is in cover, or near a hot spot in use: there one feels safe."""
    sheltered, length = ground.watch(position, unit).sheltered, position.battle.data.numbers.leader_hot_spot
    spots = [(spot.id, area_within(position, spot.cell, length)) for spot in position.state.hot_spots if spot.active]

    def refuge(_: Here, cell: Cell) -> Shown:
        near = "" if sheltered(cell).key else next((id_ for id_, area in spots if cell in area), "")
        return Shown(True, f"at hot spot {near}") if near else sheltered(cell)

    return Measure("in cover or at a hot spot", refuge)


def toward(here: Here, unit: Team, goal: Cell, rule: str, pace: Pace = "cautious") -> Going | Cannot:
    """Go as near to a place as a move leads: the least way is left over the ground; by inches where there is none."""
    position, run, left = here.position, _run(here.position, unit, pace), ground.leads(here.position, unit, goal)
    now = left.cost(unit.place)
    if now is None:
        return towards(here, run, Goal(goal, position.name(goal), length_from), rule)
    cells = nearer_cells(run, left, now)
    if not cells:
        return Cannot(f"no cell in reach is nearer to {position.name(goal)}")
    lines: Lines = [least(length_of(left, f"way left to {position.name(goal)}"))]
    what = f"where to go toward {position.name(goal)}"
    return _found(here, run, rule, what, lines, cells, "cells in reach that are nearer")


def nearer_cells(run: Reach, left: Reach, now: int) -> list[Cell]:
    """Return the cells of a move from which less than so much of a way is left."""
    nearer = (run.spent != UNREACHED) & (left.spent != UNREACHED) & (left.spent < now)
    return [run.map.cells[n] for n in np.flatnonzero(nearer)]


def approach(here: Here, unit: Team, goal: Cell, rule: str, pace: Pace) -> Going | Cannot:
    """AAS-W-12: go where one is nearer to a place than before, by inches or by the way left; the least way left."""
    position, left = here.position, ground.leads(here.position, unit, goal)
    lines: Lines = [
        require(_nearer(position, unit, goal)),
        least(length_of(left, f"way left to {position.name(goal)}")),
        _from(position, goal),
    ]
    return _found(here, _run(position, unit, pace), rule, f"where to go toward {position.name(goal)}", lines)


def _nearer(position: Scene, unit: Team, goal: Cell) -> Measure[Here, Cell]:
    """AAS-W-12: say whether a cell is nearer to a place than a unit is, by inches or by the way left."""
    left, squared, scale = ground.leads(position, unit, goal), position.map.grid.squared, position.map.scale.per_cell
    now, inches = left.cost(unit.place), squared(unit.place, goal)

    def nearer(_: Here, cell: Cell) -> Shown:
        cost, square = left.cost(cell), squared(cell, goal)
        by_way = cost is not None and (now is None or cost < now)
        way = _length_shown(UNREACHED if cost is None else cost).text
        return Shown(square < inches or by_way, f"{inches_text(square, scale)}, way left {way}")

    here = f"{inches_text(inches, scale)}, way left {_length_shown(UNREACHED if now is None else now).text}"
    return Measure(f"nearer to {position.name(goal)} than it is ({here})", nearer)


def safest_way(here: Here, unit: Team, goal: Cell, pace: Pace, rule: str) -> Going | Cannot:
    """AAS-R-safest: go by the way that enters the fewest cells in sight of the enemy, then the shortest.

    The way is chosen whole and walked as far as the move goes. To a cell with somebody in it: into cohesion with him.
    """
    position = here.position
    ways = ground.safe_ways(position, unit)
    end = _end_of_way(here, unit, goal, ways, rule)
    if end is None:
        return Cannot(f"there is no way to {position.name(goal)}")
    way, budget = ways.way(end)[1:], ground.allowance(position, unit, _possible(position, unit, pace))
    taken, cost = as_far_as(position, ground.mover(position, unit), (unit.place, *way), budget)
    if not taken:
        return Cannot("the first step costs more than the move has")
    told = ground.watch(position, unit).unseen
    cells = [position.name(cell) + ("" if told(cell).key else f" ({told(cell).text})") for cell in way]
    seen = counted(ways.danger(end) or 0, "cell")
    here.say(
        f"the safest way to {position.name(end)} enters {seen} in sight of the enemy, of {len(way)}: "
        f"{', '.join(cells)}; this move goes as far as {position.name(taken[-1])}",
        "AAS-R-safest",
    )
    return Going(taken[-1], taken, cost)


def _end_of_way(here: Here, unit: Team, goal: Cell, ways: Reach, rule: str) -> Cell | None:
    """Choose where a safest way is to end: the goal, or one of the cells in cohesion with who stands there."""
    position, cohesion = here.position, here.battle.data.numbers.cohesion
    near = area_within(position, goal, cohesion) if goal in ground.occupied(position, unit) else None
    cells = [cell for cell in near or [goal] if cell != unit.cell and ways.cost(cell) is not None]

    def watched(_: Here, cell: Cell) -> int:
        return ways.danger(cell) or 0

    order: Priority[Cell] = Priority(
        rule,
        f"where the safest way to {position.name(goal)} ends",
        least(Measure("cells in sight of the enemy on the way", watched), "AAS-R-safest"),
        least(length_of(ways), "AAS-R-safest"),
    )
    return order.choose(here, cells, f"cells in cohesion with {position.name(goal)}" if near else "ends of a way there")


# -- the common end ----------------------------------------------------------------------------------------------


def _possible(position: Scene, unit: Team, pace: Pace) -> Pace:
    """Return a pace, or the Cautious one where the unit may not move Rapid."""
    return "cautious" if pace == "rapid" and ground.rapid_refusal(position, unit) else pace


def _run(position: Scene, unit: Team, pace: Pace) -> Reach:
    return ground.reach(position, unit, _possible(position, unit, pace))


def _found(
    here: Here,
    run: Reach,
    rule: str,
    what: str,
    lines: Lines,
    cells: Iterable[Cell] | None = None,
    pool: str = IN_REACH,
) -> Going | Cannot:
    """Choose among cells of a reach, at last by the shortest way."""
    ends = [cell for cell in run.area if cell != run.start] if cells is None else cells
    order: Priority[Cell] = Priority(rule, what, *lines, least(length_of(run)))
    end = order.choose(here, ends, pool)
    if end is None:
        return Cannot(f"nothing is left of the {pool}: {what}")
    cost = run.cost(end)
    assert cost is not None
    return Going(end, run.way(end)[1:], cost)
