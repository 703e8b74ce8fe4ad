"""Where a man can get to, where the enemy stops him, and what a way costs (LPG-MOVE-1 to LPG-MOVE-4, LPG-ROUT).

Rulings (base_games.md 5.2, 5.3):
- A way that enters woods or scrub anywhere has an inch less, but never less than one. Costs are half inches.
- The full distance is moved: what is left at the end is too little for any further step, counting only steps to cells
  that the way has not touched. Except where the enemy, the edge of the table or the ground stops a man.
- Normal movement stops in the first cell within two inches of an enemy who can be seen from there, and never goes
  nearer: contact takes a charge. A man who begins within two inches may only go where he is further from that enemy,
  and once he is clear of him he is stopped by him like anybody else.
- A gun that is limbered moves like a man, on its wheels; one that is not does not move.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from sim.board.area import Area
from sim.board.ground import Ground
from sim.board.movement import BARRED, Mover, step_costs
from sim.board.paths import Limits, Reach
from sim.engine.check import Check
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell
from sim.memo import memo
from sim.play.ways import step_price, way_price
from sim.rules.la_petite_guerre.state import LpgPosition, Man, known_enemies
from sim.tabletop import inches as ruler
from sim.tabletop.inches import CellPath, half_inch_mover

HINDERING = ("woods", "scrub")
"""The terrain that takes an inch off a move, by its id: the figures have the same names."""
Trail = tuple[int, int]
"""What says of a way how far it may go on: its cells with the first, as bits in map order; what they take off it."""


def mover(position: LpgPosition, man: Man) -> Mover:
    """Return how a man, a horseman or a limbered gun moves, in half inches."""
    kind = "gun" if man.profile.kind == "gun" else "horseman" if man.mounted else "man"
    return half_inch_mover(kind, position.map.scale.per_cell)


# -- who is in the way -------------------------------------------------------------------------------------------


def occupied(position: LpgPosition, man: Man) -> Area:
    """Return the cells in which somebody else stands or lies; the dead are in nobody's way.

    Nobody knows of hidden enemies: a man who would walk into one discovers him first.
    """
    return ruler.taken_cells(position, man, _in_the_way)


def _in_the_way(position: LpgPosition, man: Man, other: Man) -> bool:
    return not other.dead and not (other.hidden and other.side != man.side)


class Bounds(NamedTuple):
    """LPG-MOVE-4: where known enemies stop or bar a man who begins to move."""

    stops: Area
    """Normal movement ends here: within two inches of an enemy seen from there. An enemy he begins within two inches of
    does not stop him: he moves away from that one."""
    bars: Area
    """Only a charge leads here: nearer than two inches to an enemy seen from there. For an enemy he begins within two
    inches of: all cells that are no further from that enemy than he is."""
    begun: Area
    """Cells within two inches of an enemy he begins near, and in sight of him; empty if there is none."""


@memo(by=lambda position, man: (man.side, man.cell))
def bounds(position: LpgPosition, man: Man) -> Bounds:
    """LPG-MOVE-4: return what bounds the normal movement of a man from where he is."""
    map_ = position.map
    stops = bars = begun = Area(map_, 0)
    for enemy in known_enemies(position, man.side):
        near = _near(position, enemy)
        if man.cell in near:
            now = map_.grid.squared(man.place, enemy.place)
            bars |= Area.where(map_, map_.squared_lengths(enemy.place) <= now) & map_.whole
            begun |= near
        else:
            stops, bars = stops | near, bars | _inner(position, enemy)
    return Bounds(stops, bars, begun)


@memo(of=lambda position, cell, length: position.lines, by=lambda position, cell, length: (cell, length))
def seen_within(position: LpgPosition, cell: Cell, length: int) -> Area:
    """Return the cells within so many inches of one that are seen from it."""
    return ruler.area_within(position, cell, length) & position.lines.field_of_view(cell)


def _near(position: LpgPosition, enemy: Man) -> Area:
    """Return the cells from which an enemy is seen within two inches."""
    return seen_within(position, enemy.place, position.battle.data.numbers.stop)


def _inner(position: LpgPosition, enemy: Man) -> Area:
    """Return the cells from which an enemy is seen at less than two inches."""
    return _near(position, enemy) & ruler.area_nearer_than(position, enemy.place, position.battle.data.numbers.stop)


def _bounds_after(position: LpgPosition, man: Man, way: CellPath) -> tuple[Area, Area]:
    """LPG-MOVE-4: return where normal movement ends, and what it does not enter, for a man who has gone a way.

    An enemy near whom he began stops him as well as soon as he has been more than two inches from him.
    """
    stops, bars, begun = bounds(position, man)
    for enemy in known_enemies(position, man.side) if begun else ():
        near = _near(position, enemy)
        if man.cell in near and any(cell not in near for cell in way):
            stops, bars = stops | near, bars | _inner(position, enemy)
    return stops, bars


def unstopped(position: LpgPosition, man: Man, way: CellPath) -> CellPath:
    """LPG-MOVE-4: return as much of a way as normal movement may go of it."""
    for n, cell in enumerate(way):
        stops, bars = _bounds_after(position, man, way[:n])
        if cell in bars:
            return way[:n]
        if cell in stops:
            return way[: n + 1]
    return way


# -- how far -----------------------------------------------------------------------------------------------------


def _less(position: LpgPosition, cells: Iterable[Cell]) -> int:
    """LPG-MOVE-2: what the cells of a way take off it, without the words: every step of every way is asked for it."""
    hindering, numbers = _hindering(position.ground), position.battle.data.numbers
    takes = [numbers.woods if hindering[cell] == "woods" else numbers.scrub for cell in cells if cell in hindering]
    return min(takes, default=0)


@memo
def _hindering(ground: Ground) -> Mapping[Cell, str]:
    """Return the cells whose terrain hinders, with that."""
    # Asked of the map as a whole: a Ground would be asked of every cell by itself.
    now = dict(zip(ground.map.cells, ground.map.terrain, strict=True)) | dict(ground.changes.terrain)
    return {cell: terrain for cell, terrain in now.items() if terrain in HINDERING}


def allowance(inches: int, less: int) -> int:
    """LPG-MOVE-2: return the half inches that a way may take of what was rolled, with so much taken off it."""
    return 2 * max(1, inches + less)


def move_reach(
    position: LpgPosition, man: Man, inches: int, shut: Area | None = None, *, headlong: bool = False
) -> Reach:
    """Return where a man can get to with so many inches, hindrances left out: `way_refusal` has the last word.

    More cells may be `shut` to him. A man who goes `headlong`, in a charge or a rout, does not stop before an enemy.
    """
    closed, stops = occupied(position, man), None
    if not headlong:
        around = bounds(position, man)
        closed, stops = closed | around.bars, around.stops - Area.of(position.map, (man.place,))
    limits = Limits(2 * inches, closed | shut if shut else closed, stops)
    return ruler.kept_reach(position.ground, mover(position, man), man.place, limits)


# -- a way -------------------------------------------------------------------------------------------------------


def way_cost(position: LpgPosition, man: Man, way: CellPath) -> Check | Refusal:
    """LPG-CELL, LPG-MOVE-2: return what a way costs in half inches, part by part, or why it cannot be gone."""
    if not way:
        return Refusal("that leads nowhere", TABLE_SENSE)
    taken = occupied(position, man)
    if there := next((cell for cell in way if cell in taken), None):
        return Refusal(f"another unit is in {position.name(there)}", "LPG-CELL")
    price = way_price(position, mover(position, man), man.place, way, ())
    return Refusal(price, "LPG-MOVE-2") if isinstance(price, str) else price


def way_refusal(
    position: LpgPosition, man: Man, way: CellPath, inches: int, *, crawling: bool = False
) -> Refusal | None:
    """LPG-MOVE-3, LPG-MOVE-4: say why a man cannot go a way with the inches that he rolled; None if he can.

    For a crawl there are no dice, and he may stop when he likes.
    """
    cost = way_cost(position, man, way)
    if isinstance(cost, Refusal):
        return cost
    most = allowance(inches, less := _less(position, way))
    if cost.total > most and crawling:
        return Refusal(f'too far to crawl: {cost.total / 2:g}", and a crawl is up to {most / 2:g}"', "LPG-MOVE-1")
    if cost.total > most:
        return Refusal(f'too far: {cost.total / 2:g}", and he has only {most / 2:g}"', "LPG-MOVE-1")
    if unstopped(position, man, way) != way:
        return _too_near(position, man, way)
    left, trail = most - cost.total, (Area.of(position.map, (man.place, *way)).bits, less)
    if crawling or not _unfinished(position, man, way, trail, left):
        return None
    return Refusal(f'the full distance must be moved: {left / 2:g}" left over', "LPG-MOVE-3")


def _unfinished(position: LpgPosition, man: Man, way: CellPath, trail: Trail, left: int) -> bool:
    """LPG-MOVE-3: say that a way is to go on, for so many half inches are left for a further step into an open cell.

    Of a man who begins near no enemy the last cell of the way is enough.
    """
    if way[-1] in _bounds_after(position, man, way[:-1])[0]:
        return False
    (touched, less), closed = trail, occupied(position, man) | _bounds_after(position, man, way)[1]
    # A step into woods may cost the inch that was left for it.
    return any(
        cost <= left + 2 * (min(less, _less(position, (end,))) - less)
        for place, end, cost in _steps_out(position.ground, mover(position, man), way[-1])
        if not (closed.bits | touched) >> place & 1
    )


@memo
def _steps_out(ground: Ground, moving: Mover, cell: Cell) -> tuple[tuple[int, Cell, int], ...]:
    """Return the steps that lead out of a cell: the place of their end in map order, that end, and the cost."""
    map_ = ground.map
    row = step_costs(map_, moving, ground.changes).costs[map_.slots.of_cell[map_.ordinal(cell)]].tolist()
    steps = ((cell.plus(step), cost) for step, cost in zip(map_.grid.steps, row, strict=True) if cost != BARRED)
    return tuple((map_.ordinal(end), end, cost) for end, cost in steps)


def _too_near(position: LpgPosition, man: Man, way: CellPath) -> Refusal:
    """LPG-MOVE-4: say why normal movement does not go all of a way."""
    going = unstopped(position, man, way)
    if going and going[-1] in _bounds_after(position, man, going[:-1])[0]:
        return Refusal("he has to stop within two inches of the enemy", "LPG-MOVE-4")
    if way[len(going)] in bounds(position, man).bars and bounds(position, man).begun:
        return Refusal("so close to the enemy he can only move away", "LPG-MOVE-4")
    return Refusal("only a charge goes closer than two inches to the enemy", "LPG-MOVE-4")


def _what_ways_depend_on(position: LpgPosition, man: Man, inches: int) -> Hashable:
    around = bounds(position, man)
    closed = (occupied(position, man).bits, around.stops.bits, around.bars.bits)
    return position.state.changes, mover(position, man), man.cell, inches, closed


@memo(of=lambda position, man, inches: position.battle, by=_what_ways_depend_on, most=256)
def full_ways(position: LpgPosition, man: Man, inches: int) -> Mapping[Cell, CellPath]:
    """Return the ways that a man may go with the inches that he rolled, by where they end, in map order.

    Kept by what they depend on, and not with a position: the rules ask whether there are any, then the player or the
    plan which, and then the rules again.
    """
    found: dict[Cell, CellPath] = {}
    runs, leaves = _searches(position, man, inches), bool(bounds(position, man).begun)
    trails: list[dict[Cell, Trail]] = [{man.place: (1 << position.map.ordinal(man.place), 0)} for _ in runs]
    for cell in runs[0].area:
        for run, known in zip(runs, trails, strict=True):
            spent = run.cost(cell)
            if spent is None or cell == man.cell:
                continue
            trail = _trail(position, run, cell, known)
            left, way = allowance(inches, trail[1]) - spent, run.way(cell)[1:] if leaves else (cell,)
            # The search has seen to it that nobody is in the way and that no cell of it is barred.
            if left < 0 or (leaves and unstopped(position, man, way) != way):
                continue
            if not _unfinished(position, man, way, trail, left):
                found[cell] = run.way(cell)[1:]
                break
    return found


def _trail(position: LpgPosition, run: Reach, cell: Cell, known: dict[Cell, Trail]) -> Trail:
    """Return what a way of a search touches: ways run together, so each adds its last step to one that is known."""
    if cell not in known:
        touched, less = _trail(position, run, run.before(cell), known)
        known[cell] = touched | 1 << position.map.ordinal(cell), min(less, _less(position, (cell,)))
    return known[cell]


def _searches(position: LpgPosition, man: Man, inches: int, *, headlong: bool = False) -> list[Reach]:
    """Return searches that between them find an allowed way to every cell that has one, the shortest ways first.

    Then those that keep out of woods and scrub, which may take an inch off a shorter way (LPG-MOVE-2); and for a
    man who begins near an enemy those that stay near him, and those that leave him with the first step: a shortest way
    may come back. A man who goes `headlong` minds no enemy.
    """
    found = [move_reach(position, man, inches, headlong=headlong)]
    if hinders := Area.of(position.map, (cell for cell in found[0].area if _less(position, (cell,)))):
        found.append(move_reach(position, man, inches, hinders, headlong=headlong))
    if not headlong and (near := bounds(position, man).begun):
        first = Area.of(position.map, (man.place, *position.map.grid.neighbours(man.place)))
        found += [move_reach(position, man, inches, shut) for shut in (position.map.whole - near, near - first)]
    return found


def straight_on(position: LpgPosition, man: Man, facing: int, ways: Mapping[Cell, CellPath]) -> CellPath:
    """LPG-CTRL: return the way that leads most straight in a direction, and of those the furthest; empty for none."""
    grid = position.map.grid
    straight = [cell for cell in ways if facing in grid.towards(man.place, cell)]
    end = max(straight, key=lambda cell: grid.squared(man.place, cell), default=None)
    return ways[end] if end is not None else ()


# -- crawling, charging, running ---------------------------------------------------------------------------------


def crawl_ways(position: LpgPosition, man: Man) -> dict[Cell, CellPath]:
    """LPG-MOVE-1: return the ways that a man can crawl, by where they end: up to two inches, fewer through scrub.

    On a horse nobody crawls or shuffles.
    """
    found, inches = dict[Cell, CellPath](), position.battle.data.numbers.crawl
    runs = [] if man.mounted else _searches(position, man, inches)
    for run in reversed(runs):
        ways = {cell: run.way(cell)[1:] for cell in run.area if cell != man.cell}
        found |= {cell: way for cell, way in ways.items() if not way_refusal(position, man, way, inches, crawling=True)}
    return dict(sorted(found.items(), key=lambda entry: position.map.ordinal(entry[0])))


def charge_ways(position: LpgPosition, man: Man, target: Man, inches: int) -> dict[Cell, CellPath]:
    """LPG-CHARGE: return the ways of a charge into contact, cheapest first; none where so many inches do not reach.

    A charge does not stop before the enemy, and difficult going is counted as for a move. The man's own cell with an
    empty way where he stands beside the target already.
    """
    moving, ordinal = mover(position, man), position.map.ordinal
    runs = _searches(position, man, inches, headlong=True)
    there = (cell for cell in position.map.grid.neighbours(target.place) if cell in position.map)
    ends = [cell for cell in there if step_price(position.ground, moving, cell, target.place)]
    found = [(price, cell) for cell in ends if (price := _afforded(position, runs, cell, inches)) is not None]
    return {cell: way for (_, way), cell in sorted(found, key=lambda each: (each[0][0], ordinal(each[1])))}


def rout_ways(position: LpgPosition, man: Man, inches: int) -> dict[Cell, CellPath]:
    """LPG-ROUT: return the ways by which a man runs as far from the nearest enemy as he can, all equally good ones."""
    feared = [enemy.place for enemy in known_enemies(position, man.side) if not enemy.broken]
    if not feared:
        return {}
    away, ordinal = np.min([position.map.squared_lengths(cell) for cell in feared], axis=0), position.map.ordinal
    return _best_ways(position, man, inches, lambda cell: -int(away[ordinal(cell)]))


def closest_ways(position: LpgPosition, man: Man, goal: Cell, inches: int) -> dict[Cell, CellPath]:
    """Return the ways to the cells nearest to a goal that so many inches reach, all that are equally near."""
    squared = position.map.grid.squared
    return _best_ways(position, man, inches, lambda cell: squared(cell, goal))


def _best_ways(position: LpgPosition, man: Man, inches: int, figure: Callable[[Cell], int]) -> dict[Cell, CellPath]:
    """Return the headlong ways to the cells in reach with the least figure, if that is less than here."""
    runs, here = _searches(position, man, inches, headlong=True), figure(man.place)
    figures = {cell: value for cell in runs[0].area if (value := figure(cell)) < here}
    # The best first: whoever can get there need not be asked about all the others.
    for least in sorted(set(figures.values())):
        ends = (cell for cell, value in figures.items() if value == least)
        found = {cell: price[1] for cell in ends if (price := _afforded(position, runs, cell, inches))}
        if found:
            return found
    return {}


def _afforded(position: LpgPosition, runs: Iterable[Reach], cell: Cell, inches: int) -> tuple[int, CellPath] | None:
    """LPG-MOVE-2: return the first way to a cell for which woods and scrub leave inches enough, after its cost."""
    for run in runs:
        cost = run.cost(cell)
        if cost is not None and cost <= allowance(inches, _less(position, way := run.way(cell)[1:])):
            return cost, way
    return None
