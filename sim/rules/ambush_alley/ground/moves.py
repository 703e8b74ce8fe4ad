"""Where a unit can go, what a way costs, who would see it there, and where it is safe.

AAS-R-measure: inches are measured from centre to centre and compared as squares of whole numbers. Nobody has an arc of
sight, and units block no line. Who is aboard a vehicle sees nobody, and nobody sees him.

AAS-R-pace: costs of ways are half inches. A search says where a unit gets to; a price says what a way costs, part by
part, or why it cannot be gone. Both count the same steps, which a test compares.

Every search for a place to go is a priority list over the cells in reach, whose trace says of each who would see it,
what would shelter it, how far it is, and which line ruled it out. What cannot be found is said, and nobody calls
staying a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np

from sim.board.area import Area
from sim.board.ground import Ground
from sim.board.movement import Mover
from sim.board.paths import UNREACHED, Limits, Reach
from sim.board.paths import reach as search
from sim.board.sight import LinesOfSight
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell
from sim.memo import memo
from sim.play.ways import way_cost
from sim.rules.ambush_alley.ground.cover import Lookout, seen_from
from sim.rules.ambush_alley.state import AasPosition, AasSituation, Pace, Team, enemies, in_force, is_pinned
from sim.solo.moves import Going
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, Measured, Priority, least, prefer, require
from sim.tabletop import inches
from sim.tabletop.inches import CellPath, area_within, inch_text, inches_text, squared_limit
from sim.tabletop.measures import nearest_goal

Lines = list[Line[AasSituation, Cell]]

# -- who would see it -------------------------------------------------------------------------------------------


def seen_by_enemies(position: AasPosition, unit: Team, cell: Cell | None = None) -> tuple[Team, ...]:
    """Return the enemies that see a unit where it stands, or would see it in another cell, in roster order."""
    row = position.lines.field_of_view(cell or unit.place)
    return tuple(enemy for enemy in enemies(position, unit.side) if enemy.cell in row)


def watch(position: AasPosition, unit: Team) -> Lookout:
    """Return what the enemies of a unit see."""
    return watch_of(position, unit.side)


@memo
def watch_of(position: AasPosition, side: str) -> Lookout:
    """Return what the enemies of a side see."""
    return _lookout(position.lines, tuple([(enemy.id, enemy.place) for enemy in enemies(position, side)]))


@memo(most=256)
def _lookout(lines: LinesOfSight, viewers: tuple[tuple[str, Cell], ...]) -> Lookout:
    return Lookout(lines, viewers)


def in_cover(position: AasPosition, unit: Team) -> bool:
    """AAS-R-cover: say whether a unit is in cover where it stands."""
    return unit.cell is not None and bool(watch(position, unit).sheltered(unit.cell).key)


def danger(position: AasPosition, unit: Team) -> Area:
    """Return every cell that some enemy of a unit sees."""
    return seen_from(position.lines, tuple(enemy.place for enemy in enemies(position, unit.side)))


# -- how far -----------------------------------------------------------------------------------------------------

RULE = "AAS-R-pace"


def mover(position: AasPosition, unit: Team) -> Mover:
    """Return how a unit moves over the ground, in half inches."""
    return inches.half_inch_mover(unit.profile.movement, position.map.scale.per_cell)


def move_refusal(position: AasPosition, unit: Team) -> Refusal | None:
    """AAS-R-pace: say why a unit cannot move at all; None if it can."""
    if unit.cell is None:
        return Refusal("aboard a vehicle", RULE) if unit.aboard else Refusal("not on the table", TABLE_SENSE)
    if unit.immobilised:
        return Refusal("immobilised", RULE)
    return Refusal("pinned", RULE) if is_pinned(position, unit) else None


def rapid_refusal(position: AasPosition, unit: Team) -> str | None:
    """AAS-R-pace: say why a unit cannot move Rapid; None if it can."""
    if unit.profile.kind == "mob":
        return "a mob does not hurry"
    if unit.penalty:
        return "it has wounded with it"
    cards = in_force(position, unit, "no rapid")
    return cards[0].name if cards else None


def fastest(position: AasPosition, unit: Team) -> Pace:
    """Return the best pace that a unit can move at: its top speed."""
    return "cautious" if rapid_refusal(position, unit) else "rapid"


def allowance(position: AasPosition, unit: Team, pace: Pace) -> int:
    """Return how many half inches a unit may move at a pace; 0 where it may not move, or not at that pace."""
    if move_refusal(position, unit) or (pace == "rapid" and rapid_refusal(position, unit)):
        return 0
    data = position.battle.data
    if unit.profile.kind == "mob":
        return 2 * data.numbers.mob_move
    paces = data.paces[unit.profile.movement]
    return 2 * (paces.rapid if pace == "rapid" else paces.cautious)


def pace_for(position: AasPosition, unit: Team, cost: int) -> Pace:
    """Return the pace of a move that costs so much: nobody runs further than he must, or faster."""
    return "cautious" if cost <= allowance(position, unit, "cautious") else fastest(position, unit)


def reach(position: AasPosition, unit: Team, pace: Pace) -> Reach:
    """Return where a unit can move to at a pace, its own cell included. Costs are half inches."""
    budget = allowance(position, unit, pace)
    limits = Limits(budget, occupied(position, unit), one_step=pace == "cautious" and budget > 0)
    return inches.kept_reach(position.ground, mover(position, unit), unit.place, limits)


def occupied(position: AasPosition, unit: Team) -> Area:
    """Return the cells in which other units stand."""
    return inches.taken_cells(position, unit, _in_the_way)


def _in_the_way(position: AasPosition, unit: Team, other: Team) -> bool:
    return not other.gone


# -- what a way costs --------------------------------------------------------------------------------------------


def way_refusal(position: AasPosition, unit: Team, way: CellPath, pace: Pace) -> Refusal | None:
    """AAS-R-pace: say why a unit cannot go a way at a pace; None if it can. Whose turn it is is not asked."""
    if refused := move_refusal(position, unit):
        return refused
    if pace == "rapid" and (reason := rapid_refusal(position, unit)):
        return Refusal(f"no {unit.at_pace(pace).name} move: {reason}", RULE)
    cost = price(position, unit, way)
    if isinstance(cost, str):
        return Refusal(cost, RULE)
    most = allowance(position, unit, pace)
    if cost <= most or (pace != "rapid" and len(way) == 1):
        return None
    return Refusal(f"too far: {inch_text(cost)}, and a {unit.at_pace(pace).name} move is {inch_text(most)}", RULE)


def price(position: AasPosition, unit: Team, way: CellPath) -> int | str:
    """Add up what a way costs in half inches; a str says why it cannot be gone."""
    if not way or way[-1] == unit.cell:
        return "that leads nowhere"
    return way_cost(position, mover(position, unit), unit.place, way, occupied(position, unit))


def leads(position: AasPosition, unit: Team, goal: Cell) -> Reach:
    """AAS-R-way: return how far it is over the ground from everywhere to a goal, for such a unit, past anybody else."""
    return inches.kept_leads(position.ground, mover(position, unit), goal)


def nearest_of(position: AasPosition, unit: Team, goals: tuple[Cell, ...]) -> tuple[int, Cell] | None:
    """AAS-R-way: return how far it is to the nearest of some goals, and which it is; None where no way leads to any."""
    ways = _ways_from(position.ground, mover(position, unit), unit.place)
    return nearest_goal(position, goals, ways.cost)


@memo(most=256)
def _ways_from(ground: Ground, moving: Mover, start: Cell) -> Reach:
    """Search from a cell to everywhere, past anybody: that tells of all goals at once."""
    return search(ground, moving, start)


# -- contact -----------------------------------------------------------------------------------------------------


def contact_refusal(position: AasPosition, unit: Team, cell: Cell, target: Team) -> Refusal | None:
    """AAS-R-assault: say why a unit in a cell is not in contact with another; None if it is, or would be there."""
    return inches.contact_refusal(position, mover(position, unit), cell, target, "AAS-R-assault")


def in_contact(position: AasPosition, unit: Team) -> tuple[Team, ...]:
    """Return the enemies on foot who stand beside a unit and could get at it, in roster order, seen or not."""
    beside = (enemy for enemy in enemies(position, unit.side) if enemy.profile.kind == "team")
    return tuple(enemy for enemy in beside if contact_refusal(position, enemy, enemy.place, unit) is None)


def nearest_free_cells(position: AasPosition, unit: Team, place: Cell, *, beside: bool = False) -> tuple[Cell, ...]:
    """Return the free cells that are nearest to a place over the ground for such a unit, in map order.

    Several where they are equally near; none on a table that is full. `beside` leaves out the place itself.
    """
    ways = _ways_from(position.ground, mover(position, unit), place)
    taken = [each.cell for each in position.state.units if each.cell is not None]
    free = (ways.area - Area.of(position.map, [*taken, place] if beside else taken)).mask()
    nearest = ways.spent[free].min(initial=np.iinfo(np.int32).max)
    return tuple([position.map.cells[n] for n in np.flatnonzero(free & (ways.spent == nearest))])


# -- what makes a good place ------------------------------------------------------------------------------------


def by_cell(what: str, told: Callable[[Cell], Measured]) -> Measure[AasSituation, Cell]:
    """Make a measure of what a watch says."""
    return Measure(what, lambda _, cell: told(cell))


def inches_to(position: AasPosition, goal: Cell, what: str, within: int | None = None) -> Measure[AasSituation, Cell]:
    """Measure the inches from a place; with a length, whether a cell is no further away than that."""
    squares, ordinal = position.map.squared_lengths(goal).tolist(), position.map.ordinal
    scale = position.map.scale.per_cell
    limit = None if within is None else squared_limit(scale, within)
    return Measure(what, lambda _, cell: _inch_shown(squares[ordinal(cell)], limit, scale))


@cache
def _inch_shown(square: int, limit: int | None, scale: float) -> Measured:
    return Measured(square if limit is None else square <= limit, inches_text(square, scale))


def nearest_to(position: AasPosition, goal: Cell) -> Line[AasSituation, Cell]:
    """Want the fewest inches from a place."""
    return least(inches_to(position, goal, f"inches from {position.name(goal)}"))


def length_of(run: Reach, what: str = "movement needed") -> Measure[AasSituation, Cell]:
    """Measure the half inches to a cell, shown as inches."""
    costs, ordinal = run.spent.tolist(), run.map.ordinal
    return Measure(what, lambda _, cell: _length_shown(costs[ordinal(cell)]))


@cache
def _length_shown(cost: int) -> Measured:
    return Measured(1 << 30, "no way") if cost == UNREACHED else Measured(cost, f'{cost / 2:g}"')


def nearer_than_now(position: AasPosition, unit: Team, goal: Cell) -> Line[AasSituation, Cell]:
    """AAS-W-12: demand that a cell is nearer to a place than a unit is, by inches or by the way left."""
    left, squared, scale = leads(position, unit, goal), position.map.grid.squared, position.map.scale.per_cell
    now, inches = left.cost(unit.place), squared(unit.place, goal)

    def shown(square: int, cost: int | None) -> str:
        return f"{inches_text(square, scale)}, way left {_length_shown(UNREACHED if cost is None else cost).text}"

    def nearer(_: AasSituation, cell: Cell) -> Measured:
        cost, square = left.cost(cell), squared(cell, goal)
        by_way = cost is not None and (now is None or cost < now)
        return Measured(square < inches or by_way, lambda: shown(square, cost))

    return require(Measure(f"nearer to {position.name(goal)} than now ({shown(inches, now)})", nearer))


# -- where it is safe -------------------------------------------------------------------------------------------


def possible_pace(here: AasSituation, pace: Pace) -> Pace:
    """Return a pace, or the Cautious one where the unit may not move Rapid."""
    return "cautious" if pace == "rapid" and rapid_refusal(here.position, here.unit) else pace


def run_at(here: AasSituation, pace: Pace) -> Reach:
    """Return where the unit that is asked can move to, at a pace if it may."""
    return reach(here.position, here.unit, possible_pace(here, pace))


def best_end(
    here: AasSituation,
    run: Reach,
    rule: str,
    what: str,
    lines: Lines,
    cells: Iterable[Cell] = (),
    pool: str = "cells in reach",
) -> Going | Cannot:
    """Choose among cells of a reach, at last by the shortest way."""
    end = end_list(run, rule, what, lines).choose(here, cells or [cell for cell in run.area if cell != run.start], pool)
    if end is None:
        return Cannot(f"none of the {pool} will do")
    return Going(end, run.way(end)[1:], run.cost(end) or 0)


def end_list(run: Reach, rule: str, what: str, lines: Lines) -> Priority[Cell]:
    """Return the list by which an end of a move is chosen, at last by the shortest way."""
    return Priority(rule, what, *lines, least(length_of(run)))


def unseen_there(here: AasSituation) -> Line[AasSituation, Cell]:
    """Demand that no enemy sees a cell."""
    return require(by_cell("out of sight of every enemy", watch(here.position, here.unit).unseen))


def covered_there(here: AasSituation) -> Line[AasSituation, Cell]:
    """AAS-R-cover: demand that a cell is in cover."""
    return require(by_cell("in cover", watch(here.position, here.unit).sheltered))


def out_of_sight(here: AasSituation, rule: str, toward: Cell | None = None, pace: Pace = "rapid") -> Going | Cannot:
    """Find a cell that no enemy sees: nearest to some friends if there are any, then by the shortest way."""
    lines: Lines = [unseen_there(here)]
    if toward is not None:
        lines.append(nearest_to(here.position, toward))
    return best_end(here, run_at(here, pace), rule, "where to go out of sight", lines)


def into_cover(
    here: AasSituation, rule: str, seen: bool | None = None, pace: Pace = "rapid", toward: Cell | None = None,
    *, approaching: bool = False,
) -> Going | Cannot:  # fmt: skip
    """Find a cell in cover from every enemy that sees it: by the shortest way, or nearest to a place if one is named.

    With `seen`: one from which an enemy is in sight; with False, one that no enemy sees. With `approaching`: one that
    is nearer to the place than the unit is.
    """
    position, watching = here.position, watch(here.position, here.unit)
    lines: Lines = [nearer_than_now(position, here.unit, toward)] if toward is not None and approaching else []
    if seen is not None:
        lines.append(require(by_cell("an enemy is in sight", watching.seen)) if seen else unseen_there(here))
    lines.append(covered_there(here))
    if toward is not None:
        lines.append(nearest_to(position, toward))
    return best_end(here, run_at(here, pace), rule, "where to take cover", lines)


def pull_back(here: AasSituation, rule: str = "") -> Going | Cannot:
    """Find where a unit that has lost heart runs to: out of sight, to cover or a hot spot if it can, the nearest such.

    Whoever is at close quarters goes where those enemies cannot get at him by a step, round a corner or not. Where
    there is no way out of sight, into cover; who is in cover then stays. Near a hot spot in use one feels safe.
    """
    position, unit, watching = here.position, here.unit, watch(here.position, here.unit)
    length = position.battle.data.numbers.leader_hot_spot
    spots = [(spot.id, area_within(position, spot.cell, length)) for spot in position.state.hot_spots if spot.active]

    def out_of_reach(here: AasSituation, cell: Cell) -> bool:
        there = unit.changed(cell=cell)
        return all(contact_refusal(here.position, enemy, enemy.place, there) is not None for enemy in close)

    def refuge(_: AasSituation, cell: Cell) -> Measured:
        near = "" if watching.sheltered(cell).key else next((id_ for id_, area in spots if cell in area), "")
        return Measured(True, f"at hot spot {near}") if near else watching.sheltered(cell)

    lines: Lines = [unseen_there(here)]
    if close := in_contact(position, unit):
        lines.append(require(Measure(f"out of reach of {', '.join(enemy.id for enemy in close)}", out_of_reach)))
    lines.append(prefer(Measure("in cover or at a hot spot", refuge)))
    going = best_end(here, run_at(here, "rapid"), rule, "where to pull back to", lines)
    return going if isinstance(going, Going) or watching.sheltered(unit.place).key else into_cover(here, rule)
