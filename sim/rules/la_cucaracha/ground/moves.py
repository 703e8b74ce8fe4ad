"""How far units move, where they get to, and what leads nearer to somebody or away from him.

Costs of ways are half inches. A search says where a unit gets to; a price says what a way costs, part by part, or why
it cannot be gone. Both count the same steps, which a test compares.

Rulings (CUC-PACE, CUC-CONTACT, CUC-RETIRE), with base_games.md 4.2:
- Half an Advance is rounded up to a whole step of the map.
- A Rapid Advance and a charge take no step that costs more than one over open ground: no difficult ground, no hedge, no
  wall; a slope is paid for.
- One step of an Advance, or of half of one, can always be taken where it is not barred: nobody is held fast by what his
  move is too short for.
- One ground unit a cell, and nobody passes another; aircraft pass over everything and do not end over another aircraft
  (CUC-AIR).
- "Away" never comes nearer on the way: nobody evades past the enemy. A unit with its back to the wall stays.
- Who retires runs as far as a Rapid Advance, but difficult ground only halves it: else nobody could break out of woods.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Ground
from sim.board.movement import Mover
from sim.board.paths import UNREACHED, Limits, Reach
from sim.board.paths import reach as search
from sim.engine.orders import Refusal
from sim.grid import Cell
from sim.memo import memo
from sim.play.ways import step_price
from sim.rules.la_cucaracha.state import CucPosition, Pace, Troop, aircraft, class_of, enemies, flies, movement_of
from sim.tabletop import inches
from sim.tabletop.inches import NO_WAYS, CellPaths, half_inch_mover

# -- how far ---------------------------------------------------------------------------------------------------------

PACES: Mapping[Pace, str] = {"half": "half an Advance", "advance": "an Advance", "rapid": "a Rapid Advance"}
DEPLOYED = "deployed: it has to be packed up first"
PACE = "CUC-PACE"


def mover(position: CucPosition, unit: Troop, pace: Pace = "advance") -> Mover:
    """Return how a unit moves, in half inches: a Rapid Advance takes no step that is dearer than over open ground."""
    return half_inch_mover(movement_of(position, unit).movement, position.map.scale.per_cell, rushes=pace == "rapid")


def anchored(unit: Troop) -> bool:
    """Say whether a unit cannot move at all: a crewed weapon that is deployed has to be packed up first."""
    return unit.profile.style == "crew" and unit.deployed


def allowance(position: CucPosition, unit: Troop, pace: Pace) -> int:
    """Return how many half inches a unit may move at a pace; 0 for a crewed weapon that is deployed."""
    if anchored(unit):
        return 0
    movement = movement_of(position, unit)
    if pace == "half":
        step = mover(position, unit).step
        return -(-movement.advance // step) * step
    return 2 * (movement.rapid if pace == "rapid" else movement.advance)


def reach(position: CucPosition, unit: Troop, pace: Pace) -> Reach:
    """Return where a unit can move to at a pace, its own cell included. Costs are half inches."""
    return _reach(position, unit, pace, contact_area(position, unit))


def area_near(position: CucPosition, unit: Troop) -> Area:
    """Return the cells to which a move at any pace could lead over the best of ground, and some more."""
    return inches.area_near(position.ground, mover(position, unit), unit.place, allowance(position, unit, "rapid"))


def charge_reach(position: CucPosition, unit: Troop) -> Reach:
    """Return where a charge can run to: as far as a Rapid Advance, and into contact."""
    return _reach(position, unit, "rapid")


def retreat_reach(position: CucPosition, unit: Troop, enemy: Troop | None = None) -> Reach:
    """Return where a unit can retire to: a Rapid Advance's length, which difficult ground halves.

    With an enemy: without coming nearer to him on the way.
    """
    return _reach(position, unit, "rapid", runs=True, shunned=enemy)


def _reach(
    position: CucPosition,
    unit: Troop,
    pace: Pace,
    shut: Area | None = None,
    runs: bool = False,
    shunned: Troop | None = None,
) -> Reach:
    others, closed = occupied(position, unit), shut or Area(position.map, 0)
    if shunned is not None:
        now = position.map.grid.squared(unit.place, shunned.place)
        closed |= Area.where(position.map, position.map.squared_lengths(shunned.place) < now)
    passing, closed = (others, closed) if flies(position, unit) else (None, closed | others)
    one_step = (runs or pace != "rapid") and not anchored(unit)
    limits = Limits(allowance(position, unit, pace), closed, passing=passing, one_step=one_step)
    return inches.kept_reach(position.ground, mover(position, unit, "advance" if runs else pace), unit.place, limits)


def occupied(position: CucPosition, unit: Troop) -> Area:
    """Return the cells in which a unit cannot end for another of its kind: on the ground, or (CUC-AIR) in the air."""
    taken, shared = _taken(position, flies(position, unit))
    own = position.map.ordinal_if_there(position.state.unit(unit.id).cell)
    return Area(position.map, taken if own is None else taken & ~(1 << own) | shared & 1 << own)


@memo
def _taken(position: CucPosition, flying: bool) -> tuple[int, int]:
    """Return the bits of where anybody is on the ground, or in the air, and of where several are (as put by hand)."""
    taken, shared, place, fliers = 0, 0, position.map.ordinal_if_there, aircraft(position.battle)
    for unit in position.state.units:
        if (unit.profile.troop in fliers) is flying and unit.on_table and (own := place(unit.cell)) is not None:
            shared |= taken & 1 << own
            taken |= 1 << own
    return taken, shared


# -- contact ---------------------------------------------------------------------------------------------------------

CHARGE = "CUC-CHARGE"


def contact_area(position: CucPosition, unit: Troop) -> Area:
    """CUC-CONTACT: return the cells in which a unit would be in contact with an enemy: only a charge leads there."""
    if flies(position, unit) or position.battle.data.readings.contact == "touching":
        return Area(position.map, 0)
    return _contact_area(position, mover(position, unit), unit.side)


@memo
def _contact_area(position: CucPosition, moving: Mover, side: str) -> Area:
    met = [enemy.place for enemy in enemies(position, side) if never_met(position, enemy) is None]
    return reduce(or_, [_beside(position.ground, moving, cell) for cell in met], Area(position.map, 0))


@memo
def _beside(ground: Ground, moving: Mover, there: Cell) -> Area:
    """Return the cells out of which one could enter another."""
    around = [cell for cell in ground.map.grid.neighbours(there) if cell in ground.map]
    return Area.of(ground.map, [cell for cell in around if step_price(ground, moving, cell, there)])


def never_met(position: CucPosition, enemy: Troop) -> Refusal | None:
    """Say why nobody comes into contact with an enemy at all; None for one who can be met."""
    if flies(position, enemy):
        return Refusal("nobody charges an aircraft", "CUC-AIR")
    boat = class_of(position, enemy).id == "boat"
    return Refusal("nobody charges a gunboat on the water", CHARGE) if boat else None


# -- nearer and further ----------------------------------------------------------------------------------------------


def nearer_ways(position: CucPosition, unit: Troop, goal: Cell, pace: Pace) -> CellPaths:
    """CUC-NEARER: return the cells in reach that are nearer to a goal than a unit is."""
    run, left = reach(position, unit, pace), way_left(position, unit, goal)
    now = left[position.map.ordinal(unit.place)]
    return CellPaths(run, Area.where(run.map, (run.spent != UNREACHED) & (left != UNREACHED) & (left < now)))


def way_left(position: CucPosition, unit: Troop, goal: Cell) -> NDArray[np.signedinteger[Any]]:
    """CUC-NEARER: return how far it is from every cell to a goal, in map order; UNREACHED where no way leads on.

    By the way that such troops would go, in half inches: others move on, and are in nobody's way here. Where no way
    leads to the goal itself (a train off its rails) it is to whatever cell in their reach is nearest to it by inches.
    In the reading "inches" it is the square of the distance in cells.
    """
    if position.battle.data.readings.nearer == "inches":
        return position.map.squared_lengths(goal)
    leads = distances_to(position, unit, goal)
    if leads.cost(unit.place) is not None:
        return leads.spent
    return _way_left(position.ground, mover(position, unit), unit.place, goal)


@memo(most=256)
def _way_left(ground: Ground, moving: Mover, start: Cell, goal: Cell) -> NDArray[np.int32]:
    reached, away = search(ground, moving, start).spent != UNREACHED, ground.map.squared_lengths(goal)
    ends = Area.where(ground.map, reached & (away == away[reached].min()))
    # Without a sign UNREACHED is the greatest number there is, and the least cost the one that counts.
    costs = [inches.kept_leads(ground, moving, end).spent.view(np.uint32) for end in ends]
    least: NDArray[np.uint32] = np.min(costs, axis=0)
    return least.view(np.int32)


def distances_to(position: CucPosition, unit: Troop, goal: Cell) -> Reach:
    """Return how far it is over the ground from everywhere to a goal, for such troops; nobody else is in the way."""
    return inches.kept_leads(position.ground, mover(position, unit), goal)


def away_cells(position: CucPosition, unit: Troop, enemy: Troop, pace: Pace) -> CellPaths:
    """Return the cells furthest from an enemy to which a unit can go without coming nearer to him on the way.

    All that are equally far; none where none is further than it is now.
    """
    run, away = _reach(position, unit, pace, shunned=enemy), position.map.squared_lengths(enemy.place)
    return best_ways(run, away > away[position.map.ordinal(unit.place)], -away)


def best_ways(run: Reach, useful: NDArray[np.bool_], figure: NDArray[Any]) -> CellPaths:
    """Return the useful cells in reach where a figure is least."""
    useful = useful & (run.spent != UNREACHED)
    return CellPaths(run, Area.where(run.map, useful & (figure == figure[useful].min()))) if useful.any() else NO_WAYS


# -- off the table ---------------------------------------------------------------------------------------------------


def nearest_edge(position: CucPosition, unit: Troop, enemy: Troop | None) -> tuple[Cell, ...]:
    """Return the nearest cells of the table's edge by inches, of those nearer to the unit than to the enemy.

    All that are equally near, in map order. Without an enemy, or where he is nearer to every edge, all edges count.
    """
    edges, here, map_ = edge_cells(position.map), unit.place, position.map
    away = dict(zip(edges, inches.squared_from(map_, here, edges), strict=True))
    if enemy is not None:
        his = dict(zip(edges, inches.squared_from(map_, enemy.place, edges), strict=True))
        edges = tuple([cell for cell in edges if away[cell] < his[cell]]) or edges
    return inches.least_of(edges, away.__getitem__)


@memo
def edge_cells(battle_map: BattleMap) -> tuple[Cell, ...]:
    """Return the cells along the edge of the table, in map order."""
    return tuple(cell for cell in battle_map.whole if battle_map.is_at_edge(cell))


def retire_ways(position: CucPosition, unit: Troop, enemy: Troop | None) -> CellPaths:
    """Return where a unit that breaks runs to: further from the enemy, and as near as it gets to its nearest edge.

    Where nothing leads nearer to that edge (a train on its rails, a wall) it runs as far from the enemy as it can. All
    cells that are equally good; none where no cell is further from the enemy, or it is at the edge.
    """
    edges = nearest_edge(position, unit, enemy)
    if unit.cell in edges:
        return NO_WAYS
    run, here = retreat_reach(position, unit, enemy), position.map.ordinal(unit.place)
    left = np.min([position.map.squared_lengths(edge) for edge in edges], axis=0)
    if enemy is None:
        return best_ways(run, left < left[here], left)
    gone = position.map.squared_lengths(enemy.place)
    further = gone > gone[here]
    return best_ways(run, further & (left < left[here]), left) or best_ways(run, further, -gone)


def runs_off(position: CucPosition, unit: Troop, cell: Cell, enemy: Troop | None = None) -> bool:
    """Say whether a unit that retires to a cell, from an enemy, runs off the table: at the edge, with a step left."""
    cost = retreat_reach(position, unit, enemy).cost(cell)
    if cost is None or not position.map.is_at_edge(cell):
        return False
    return cost + mover(position, unit).step <= allowance(position, unit, "rapid")
