"""Cautious and Rapid: where a unit can get to, by which way, what the way costs, and which cells are watched.

Costs are half inches, so that a diagonal of an inch grid is three of them and a side two. A search says where; a price
says what a way costs, part by part, or why it cannot be gone. Both count the same steps, which a test compares.

Rulings:
- Difficult ground halves either pace (base_games.md 3.2 bars none).
- One step of a Cautious move can always be taken where it is not barred: nobody is held fast by what his move is too
  short for.
- One unit a cell, and nobody passes another: a move may be interrupted at every step of it.
- Wounded with a unit, a card, or being a mob forbids a Rapid move. A mob goes its four inches at a Cautious pace.
- Who is pinned, immobilised or aboard a vehicle does not move.
- An assault is run at the best pace that is left to the unit, and ends beside the enemy, where nothing that cannot be
  crossed stands between. Nobody assaults a vehicle or a mob, and vehicles, mobs and lone leaders assault nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover, step_cost
from sim.board.paths import Limits, Reach, safest_ways
from sim.board.sight import LinesOfSight
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell
from sim.rules.ambush_alley.geometry import enemies, on_table
from sim.rules.ambush_alley.scene import Scene, in_force, is_pinned
from sim.rules.ambush_alley.scene import on_table as those_on_table
from sim.rules.ambush_alley.units import Pace, Team
from sim.tabletop.inches import NO_WAYS, Way, Ways, half_inch_mover, inch_text, kept_leads, kept_reach, way_price

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


def way_cost(position: Scene, unit: Team, way: Way) -> Check:
    """Return what a way costs in half inches, part by part; ValueError for one that cannot be gone at all."""
    price = _price(position, unit, way)
    if isinstance(price, str):
        raise ValueError(price)
    return price


def pace_name(unit: Team, pace: Pace) -> str:
    """Return what the rulebook calls a pace: that of a vehicle has a name of its own."""
    return PACES[unit.profile.kind == "vehicle", pace]


def way_refusal(position: Scene, unit: Team, way: Way, pace: Pace) -> Refusal | None:
    """AAS-R-pace: say why a unit cannot go a way at a pace; None if it can. Whose turn it is is not asked."""
    if refused := held(position, unit):
        return refused
    if pace == "rapid" and (reason := rapid_refusal(position, unit)):
        return Refusal(f"no {pace_name(unit, pace)} move: {reason}", RULE)
    price = _price(position, unit, way)
    if isinstance(price, str):
        return Refusal(price, RULE)
    most = allowance(position, unit, pace)
    if price.total <= most or (pace != "rapid" and len(way) == 1):
        return None
    return Refusal(f"too far: {inch_text(price.total)}, and a {pace_name(unit, pace)} move is {inch_text(most)}", RULE)


def _price(position: Scene, unit: Team, way: Way) -> Check | str:
    """Add up a way, step by step."""
    if not way or way[-1] == unit.cell:
        return "that leads nowhere"
    return way_price(position, mover(position, unit), unit.place, way, occupied(position, unit))


# -- what is watched ---------------------------------------------------------------------------------------------


def seen_cells(position: Scene, side: str) -> Area:
    """Return every cell that some unit of a side sees: for Insurgents, where they are in danger."""
    cells = tuple(unit.cell for unit in those_on_table(position, side) if unit.cell is not None)
    return Area(position.map, _seen(position.lines, cells))


@lru_cache(maxsize=256)
def _seen(lines: LinesOfSight, viewers: tuple[Cell, ...]) -> int:
    bits = 0
    for cell in viewers:
        bits |= lines.field_of_view(cell).bits
    return bits


def danger(position: Scene, unit: Team) -> Area:
    """Return every cell that some enemy of a unit sees."""
    cells = tuple(enemy.place for enemy in enemies(position, unit.side))
    return Area(position.map, _seen(position.lines, cells))


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


# -- assaults ----------------------------------------------------------------------------------------------------


def assault_ways(position: Scene, unit: Team, target: Team) -> Ways:
    """Return the cells beside the target in which an assault can end, cheapest first, with the ways there.

    The unit's own cell with an empty way where it stands beside the target already. Nothing where no assault can be.
    """
    if never_assaulted(position, unit, target) is not None:
        return NO_WAYS
    pace = fastest(position, unit)
    steps = position.map.grid.distance(unit.place, target.place) - 1
    if steps * mover(position, unit).step > allowance(position, unit, pace):
        return NO_WAYS
    run, ordinal = reach(position, unit, pace), position.map.ordinal
    beside = position.map.grid.neighbours(target.place)
    ends = sorted(
        ((cost, cell) for cell in beside if (cost := run.cost(cell)) is not None),
        key=lambda end: (end[0], ordinal(end[1])),
    )
    return Ways(run, [cell for _, cell in ends if contact_refusal(position, unit, cell, target) is None])


def assault_refusal(position: Scene, unit: Team, target: Team, way: Way) -> Refusal | None:
    """AAS-R-assault: say why a unit cannot assault another by a way; None if it can. Whose turn it is is not asked."""
    refused = never_assaulted(position, unit, target)
    if refused is None and way:
        refused = way_refusal(position, unit, way, fastest(position, unit))
    if refused is not None:
        return refused
    if not way and not position.map.grid.adjacent(unit.place, target.place):
        pace = fastest(position, unit)
        far = f"no {pace_name(unit, pace)} move of {inch_text(allowance(position, unit, pace))} ends beside {target.id}"
        return Refusal(f"out of reach: {far}", "AAS-R-assault")
    return contact_refusal(position, unit, way[-1] if way else unit.place, target)


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


def never_assaulted(position: Scene, unit: Team, target: Team) -> Refusal | None:
    """AAS-R-assault: say why no way at all makes an assault; None if some way might."""
    if not on_table(unit) or not on_table(target):
        return Refusal("not on the table", TABLE_SENSE)
    if not any(enemy.id == target.id for enemy in enemies(position, unit.side)):
        return Refusal(target.name.does("is no enemy"), "AAS-R-assault")
    if unit.profile.kind != "team":
        return Refusal(f"a {unit.profile.kind} never assaults", "AAS-R-assault")
    if target.profile.kind == "vehicle":
        return Refusal("nobody assaults a vehicle", "AAS-R-assault")
    return held(position, unit)
