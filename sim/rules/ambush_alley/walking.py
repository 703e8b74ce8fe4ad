"""Cautious and Rapid (AAS-R-pace): where a unit can get to, by which way, what the way costs, and who is near enough.

Costs are half inches, so that a diagonal of an inch grid is three of them and a side two. A search says where; a price
says what a way costs, part by part, or why it cannot be gone. Both count the same steps, which a test compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover, step_cost
from sim.board.paths import Limits, Reach, safest_ways
from sim.board.paths import reach as search
from sim.board.sight import LinesOfSight
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell
from sim.rules.ambush_alley.geometry import enemies, on_table
from sim.rules.ambush_alley.scene import Scene, in_force, is_pinned
from sim.rules.ambush_alley.units import Pace, Team
from sim.tabletop.inches import Way, half_inch_mover, inch_text, kept_leads, kept_reach, way_price

RULE = "AAS-R-pace"
PACES: Mapping[tuple[bool, Pace], str] = {
    (False, "cautious"): "Cautious",
    (False, "rapid"): "Rapid",
    (True, "cautious"): "Patrol",
    (True, "rapid"): "Cruise",
}


# -- how far -----------------------------------------------------------------------------------------------------


def mover(position: Scene, unit: Team) -> Mover:
    """Return how a unit moves over the ground, in half inches."""
    return half_inch_mover(unit.profile.movement, position.map.scale.per_cell)


def held(position: Scene, unit: Team) -> Refusal | None:
    """AAS-R-pace: say why a unit cannot move at all; None if it can."""
    if unit.cell is None:
        return Refusal("aboard a vehicle", RULE) if unit.aboard else Refusal("not on the table", TABLE_SENSE)
    if unit.immobilised:
        return Refusal("immobilised", RULE)
    return Refusal("pinned", RULE) if is_pinned(position, unit) else None


def rapid_refusal(position: Scene, unit: Team) -> str | None:
    """AAS-R-pace: say why a unit cannot move Rapid; None if it can."""
    if unit.profile.kind == "mob":
        return "a mob does not hurry"
    if unit.penalty:
        return "wounded are with it"
    cards = in_force(position, unit, "no rapid")
    return cards[0].name if cards else None


def fastest(position: Scene, unit: Team) -> Pace:
    """Return the best pace that a unit can move at: its top speed."""
    return "cautious" if rapid_refusal(position, unit) else "rapid"


def allowance(position: Scene, unit: Team, pace: Pace) -> int:
    """Return how many half inches a unit may move at a pace; 0 where it may not move, or not at that pace."""
    if held(position, unit) or (pace == "rapid" and rapid_refusal(position, unit)):
        return 0
    data = position.battle.data
    if unit.profile.kind == "mob":
        return 2 * data.numbers.mob_move
    paces = data.paces[unit.profile.movement]
    return 2 * (paces.rapid if pace == "rapid" else paces.cautious)


def pace_for(position: Scene, unit: Team, cost: int) -> Pace:
    """Return the pace of a move that costs so much: nobody runs further than he must, or faster."""
    return "cautious" if cost <= allowance(position, unit, "cautious") else fastest(position, unit)


def reach(position: Scene, unit: Team, pace: Pace) -> Reach:
    """Return where a unit can move to at a pace, its own cell included. Costs are half inches."""
    budget = allowance(position, unit, pace)
    one_step = pace == "cautious" and budget > 0
    closed = occupied(position, unit).bits
    moving, changes = mover(position, unit), position.state.changes
    return kept_reach(position.map, changes, moving, unit.place, budget, closed, 0, 0, one_step)


def occupied(position: Scene, unit: Team) -> Area:
    """Return the cells in which other units stand."""
    known = position.state.units
    bits = _crowd(position)
    here = known[unit.id].cell if unit.id in known else None
    return Area(position.map, bits if here is None else bits & ~(1 << position.map.ordinal(here)))


@lru_cache(maxsize=64)
def _crowd(position: Scene) -> int:
    """Return the cells with units as bits. Kept, for one moment is asked many times."""
    bits = 0
    for unit in position.state.units:
        if unit.cell is not None and not unit.gone:
            bits |= 1 << position.map.ordinal(unit.cell)
    return bits


# -- what a way costs --------------------------------------------------------------------------------------------


def pace_name(unit: Team, pace: Pace) -> str:
    """Return what the rulebook calls a pace: that of a vehicle has a name of its own."""
    return PACES[unit.profile.kind == "vehicle", pace]


def way_refusal(position: Scene, unit: Team, way: Way, pace: Pace) -> Refusal | None:
    """AAS-R-pace: say why a unit cannot go a way at a pace; None if it can. Whose turn it is is not asked."""
    if refused := held(position, unit):
        return refused
    if pace == "rapid" and (reason := rapid_refusal(position, unit)):
        return Refusal(f"no {pace_name(unit, pace)} move: {reason}", RULE)
    cost = price(position, unit, way)
    if isinstance(cost, str):
        return Refusal(cost, RULE)
    most = allowance(position, unit, pace)
    if cost.total <= most or (pace != "rapid" and len(way) == 1):
        return None
    return Refusal(f"too far: {inch_text(cost.total)}, and a {pace_name(unit, pace)} move is {inch_text(most)}", RULE)


def price(position: Scene, unit: Team, way: Way) -> Check | str:
    """Add up what a way costs in half inches, part by part; a str says why it cannot be gone."""
    if not way or way[-1] == unit.cell:
        return "that leads nowhere"
    return way_price(position, mover(position, unit), unit.place, way, occupied(position, unit))


# -- what is watched ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def seen_from(lines: LinesOfSight, cells: tuple[Cell, ...]) -> Area:
    """Return every cell that is seen from some others."""
    bits = 0
    for cell in cells:
        bits |= lines.field_of_view(cell).bits
    return Area(lines.ground.map, bits)


def danger(position: Scene, unit: Team) -> Area:
    """Return every cell that some enemy of a unit sees."""
    return seen_from(position.lines, tuple(enemy.place for enemy in enemies(position, unit.side)))


def safe_ways(position: Scene, unit: Team) -> Reach:
    """AAS-R-safest: return the ways to everywhere that enter the fewest cells in sight of the enemy, then the shortest.

    A budget is not heeded: the way is chosen whole and then walked as far as the move goes.
    """
    seen, closed = danger(position, unit).bits, occupied(position, unit).bits
    return _safe_ways(position.map, position.state.changes, mover(position, unit), unit.place, seen, closed)


@lru_cache(maxsize=256)
def _safe_ways(battle_map: BattleMap, changes: Changes, moving: Mover, start: Cell, seen: int, closed: int) -> Reach:
    limits = Limits(closed=Area(battle_map, closed))
    return safest_ways(Ground(battle_map, changes), moving, start, Area(battle_map, seen), limits)


def leads(position: Scene, unit: Team, goal: Cell) -> Reach:
    """AAS-R-way: return how far it is over the ground from everywhere to a goal, for such a unit, past anybody else."""
    return kept_leads(position.map, position.state.changes, mover(position, unit), goal)


# -- contact -----------------------------------------------------------------------------------------------------


def contact_refusal(position: Scene, unit: Team, cell: Cell, target: Team) -> Refusal | None:
    """AAS-R-assault: say why a unit in a cell is not in contact with another; None if it is, or would be there."""
    if not position.map.grid.adjacent(cell, target.place):
        return Refusal(f"{position.name(cell)} is not beside {target.id}", "AAS-R-assault")
    step = step_cost(position.ground, mover(position, unit), cell, target.place)
    return (
        None if step else Refusal(f"no way to {target.id} from {position.name(cell)}: {step.barred}", "AAS-R-assault")
    )


def in_contact(position: Scene, unit: Team) -> tuple[Team, ...]:
    """Return the enemies on foot who stand beside a unit and could get at it, in roster order, seen or not."""
    beside = (enemy for enemy in enemies(position, unit.side) if enemy.profile.kind == "team" and on_table(enemy))
    return tuple(enemy for enemy in beside if contact_refusal(position, enemy, enemy.place, unit) is None)


def nearest_room(position: Scene, unit: Team, place: Cell, *, beside: bool = False) -> list[Cell]:
    """Return the free cells that are nearest to a place over the ground for such a unit, in map order.

    Several where they are equally near; none on a table that is full. `beside` leaves out the place itself.
    """
    ways = search(position.ground, mover(position, unit), place)
    costs = {
        cell: ways.cost(cell) or 0
        for cell in ways.area
        if not position.state.units.at(cell) and not (beside and cell == place)
    }
    least = min(costs.values(), default=0)
    return [cell for cell, cost in costs.items() if cost == least]
