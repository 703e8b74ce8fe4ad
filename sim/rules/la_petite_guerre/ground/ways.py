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


def mover(position: LpgPosition, man: Man) -> Mover:
    """Return how a man, a horseman or a limbered gun moves, in half inches."""
    kind = "gun" if man.profile.kind == "gun" else "horseman" if man.mounted else "man"
    return half_inch_mover(kind, position.map.scale.per_cell)


# -- who is in the way -------------------------------------------------------------------------------------------


def occupied(position: LpgPosition, man: Man) -> Area:
    """Return the cells in which somebody else stands or lies; the dead are in nobody's way.

    Nobody knows of hidden enemies: a man who would walk into one discovers him first.
    """
    once, twice = _standing(position, man.side)
    own = position.state.unit(man.id).cell if man.id in position.state.units else None
    return once - (Area.of(position.map, (own,)) - twice) if own is not None else once


@memo
def _standing(position: LpgPosition, side: str) -> tuple[Area, Area]:
    """Return the cells in which anybody is in the way of a side, and those in which two are."""
    once, twice, ordinal = 0, 0, position.map.ordinal_if_there
    for unit in position.state.units:
        if unit.cell is not None and not unit.dead and not (unit.hidden and unit.side != side):
            place = ordinal(unit.cell)
            bit = 0 if place is None else 1 << place
            once, twice = once | bit, twice | once & bit
    return Area(position.map, once), Area(position.map, twice)


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
    left: tuple[tuple[Area, Area], ...]
    """For each enemy he begins near where that one stops and bars him as soon as he has left him."""


@memo(by=lambda position, man: (man.side, man.cell))
def bounds(position: LpgPosition, man: Man) -> Bounds:
    """LPG-MOVE-4: return what bounds the normal movement of a man from where he is."""
    map_ = position.map
    stops = bars = begun = nothing = Area(map_, 0)
    left: list[tuple[Area, Area]] = []
    everywhere = _bounds_of_all(position, man.side)
    if man.cell not in everywhere[0]:
        return Bounds(*everywhere, nothing, ())
    for enemy in known_enemies(position, man.side):
        near, inner = _bounds_of(position, enemy.place)
        if man.cell in near:
            now = map_.grid.squared(man.place, enemy.place)
            bars |= ruler.area_up_to(map_, enemy.place, now)
            begun |= near
            left.append((near, inner))
        else:
            stops, bars = stops | near, bars | inner
    return Bounds(stops, bars, begun, tuple(left))


@memo
def _bounds_of_all(position: LpgPosition, side: str) -> tuple[Area, Area]:
    """Return where known enemies stop, and what they bar to, whoever of a side begins near none of them."""
    stops = bars = 0
    for enemy in known_enemies(position, side):
        near, inner = _bounds_of(position, enemy.place)
        stops, bars = stops | near.bits, bars | inner.bits
    return Area(position.map, stops), Area(position.map, bars)


@memo(of=lambda position, cell: position.lines, by=lambda position, cell: (cell, position.battle.data.numbers.stop))
def _bounds_of(position: LpgPosition, cell: Cell) -> tuple[Area, Area]:
    """Return the cells from which one is seen within two inches, and at less than that."""
    stop = position.battle.data.numbers.stop
    near = seen_within(position, cell, stop)
    return near, near & ruler.area_nearer_than(position, cell, stop)


@memo(of=lambda position, cell, length: position.lines, by=lambda position, cell, length: (cell, length))
def seen_within(position: LpgPosition, cell: Cell, length: int) -> Area:
    """Return the cells within so many inches of one that are seen from it."""
    return ruler.area_within(position, cell, length) & position.lines.field_of_view(cell)


class Trail(NamedTuple):
    """What says of a way how far it may go on. Sets of cells are bits in map order: every step of every way has one."""

    touched: int
    """The cells of the way, with the first."""
    less: int
    """LPG-MOVE-2: what they take off it."""
    stops: int
    """LPG-MOVE-4: where a further step would be the last."""
    bars: int
    """What a further step may not enter."""
    ended: bool = False
    """It has come to where normal movement ends."""


class Walk:
    """The normal movement of a man, step by step."""

    def __init__(self, position: LpgPosition, man: Man) -> None:
        self._footing, self._taken = footing(position, man), occupied(position, man).bits
        around = bounds(position, man)
        self._left = [(near.bits, inner.bits) for near, inner in around.left]
        self.start = Trail(1 << position.map.ordinal(man.place), 0, around.stops.bits, around.bars.bits)

    def further(self, trail: Trail, place: int) -> Trail | None:
        """LPG-MOVE-4: return a way with one more step, by its place in map order; None where that is not allowed.

        An enemy near whom he began stops him as well as soon as he has been more than two inches from him.
        """
        touched, less, stops, bars, ended = trail
        bit = 1 << place
        if ended or bars & bit:
            return None
        ended = bool(stops & bit)
        for near, inner in self._left:
            if not near & bit:
                stops, bars = stops | near, bars | inner
        return Trail(touched | bit, min(less, self._footing.takes.get(place, 0)), stops, bars, ended)

    def is_unfinished(self, trail: Trail, place: int, left: int) -> bool:
        """LPG-MOVE-3: say that a way is to go on, for so many half inches are left for a step into an open cell."""
        if trail.ended:
            return False
        closed = self._taken | trail.bars | trail.touched
        return bool(self._footing.steps(place, trail.less, left) & ~closed)


def _walked(position: LpgPosition, man: Man, way: CellPath) -> tuple[CellPath, Trail]:
    """LPG-MOVE-4: return as much of a way as normal movement may go of it, and how far that may go on."""
    walk = Walk(position, man)
    trail = walk.start
    for n, cell in enumerate(way):
        further = walk.further(trail, position.map.ordinal(cell))
        if further is None:
            return way[:n], trail
        trail = further
    return way, trail


def unstopped(position: LpgPosition, man: Man, way: CellPath) -> CellPath:
    """LPG-MOVE-4: return as much of a way as normal movement may go of it."""
    return _walked(position, man, way)[0]


# -- how far -----------------------------------------------------------------------------------------------------


class Footing:
    """LPG-MOVE-2: the ground as a mover finds it: what each cell takes off a way, and where the steps out of it lead.

    Cells are places in map order.
    """

    def __init__(self, ground: Ground, moving: Mover, less: Mapping[str, int]) -> None:
        self._map, self._costs = ground.map, step_costs(ground.map, moving, ground.changes).costs
        # Asked of the map as a whole: a Ground would be asked of every cell by itself.
        now = dict(zip(ground.map.cells, ground.map.terrain, strict=True)) | dict(ground.changes.terrain)
        there = {ground.map.ordinal_if_there(cell): less[terrain] for cell, terrain in now.items() if terrain in less}
        self.takes = {place: takes for place, takes in there.items() if place is not None and takes}
        self.hinders = Area(ground.map, sum(1 << place for place in self.takes))

    def less(self, cells: Iterable[Cell]) -> int:
        """Return what the cells of a way take off it."""
        return min((self.takes.get(self._map.ordinal(cell), 0) for cell in cells), default=0)

    @memo
    def steps(self, place: int, less: int, left: int) -> int:
        """Return as bits where a step out of a cell may lead a way that has so much taken off it, and so much left.

        A step into woods may cost the inch that was left for it.
        """
        slots, bits = self._map.slots, 0
        slot = slots.of_cell[place]
        ends = slots.to_cell[slot + slots.step_jumps].tolist()
        for end, cost in zip(ends, self._costs[slot].tolist(), strict=True):
            if cost != BARRED and cost <= left + 2 * (min(less, self.takes.get(end, 0)) - less):
                bits |= 1 << end
        return bits


def footing(position: LpgPosition, man: Man) -> Footing:
    """LPG-MOVE-2: return the ground as a man finds it."""
    numbers = position.battle.data.numbers
    return _footing(position.ground, mover(position, man), numbers.woods, numbers.scrub)


@memo
def _footing(ground: Ground, moving: Mover, woods: int, scrub: int) -> Footing:
    return Footing(ground, moving, dict(zip(HINDERING, (woods, scrub), strict=True)))


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
    most = allowance(inches, footing(position, man).less(way))
    if cost.total > most and crawling:
        return Refusal(f'too far to crawl: {cost.total / 2:g}", and a crawl is up to {most / 2:g}"', "LPG-MOVE-1")
    if cost.total > most:
        return Refusal(f'too far: {cost.total / 2:g}", and he has only {most / 2:g}"', "LPG-MOVE-1")
    going, trail = _walked(position, man, way)
    if going != way:
        return _too_near(position, man, way)
    left = most - cost.total
    if crawling or not Walk(position, man).is_unfinished(trail, position.map.ordinal(way[-1]), left):
        return None
    return Refusal(f'the full distance must be moved: {left / 2:g}" left over', "LPG-MOVE-3")


def _too_near(position: LpgPosition, man: Man, way: CellPath) -> Refusal:
    """LPG-MOVE-4: say why normal movement does not go all of a way."""
    going, trail = _walked(position, man, way)
    if trail.ended:
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
    walk, start, found = Walk(position, man), position.map.ordinal(man.place), dict[int, Reach]()
    for run in _searches(position, man, inches):
        trails = {start: walk.start}
        for place, before, spent in run.steps():
            trail = walk.further(trails[before], place) if before in trails else None
            if trail is None:
                continue
            trails[place] = trail
            left = allowance(inches, trail.less) - spent
            if place not in found and left >= 0 and not walk.is_unfinished(trail, place, left):
                found[place] = run
    return ruler.CellPaths.of_several({position.map.cells[place]: found[place] for place in sorted(found)})


def _searches(position: LpgPosition, man: Man, inches: int, *, headlong: bool = False) -> list[Reach]:
    """Return searches that between them find an allowed way to every cell that has one, the shortest ways first.

    Then those that keep out of woods and scrub, which may take an inch off a shorter way (LPG-MOVE-2); and for a
    man who begins near an enemy those that stay near him, and those that leave him with the first step: a shortest way
    may come back. A man who goes `headlong` minds no enemy.
    """
    found = [move_reach(position, man, inches, headlong=headlong)]
    if hinders := found[0].area & footing(position, man).hinders:
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
    moving, ground, ordinal = mover(position, man), footing(position, man), position.map.ordinal
    runs = _searches(position, man, inches, headlong=True)
    there = (cell for cell in position.map.grid.neighbours(target.place) if cell in position.map)
    ends = [cell for cell in there if step_price(position.ground, moving, cell, target.place)]
    found = [(price, cell) for cell in ends if (price := _afforded(ground, runs, cell, inches)) is not None]
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
    ground = footing(position, man)
    figures = {cell: value for cell in runs[0].area if (value := figure(cell)) < here}
    # The best first: whoever can get there need not be asked about all the others.
    for least in sorted(set(figures.values())):
        ends = (cell for cell, value in figures.items() if value == least)
        found = {cell: price[1] for cell in ends if (price := _afforded(ground, runs, cell, inches))}
        if found:
            return found
    return {}


def _afforded(ground: Footing, runs: Iterable[Reach], cell: Cell, inches: int) -> tuple[int, CellPath] | None:
    """LPG-MOVE-2: return the first way to a cell for which woods and scrub leave inches enough, after its cost."""
    for run in runs:
        cost = run.cost(cell)
        if cost is not None and cost <= allowance(inches, ground.less(way := run.way(cell)[1:])):
            return cost, way
    return None
