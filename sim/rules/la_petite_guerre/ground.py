"""Sight, facing, cover: what rules, overlays and plans ask of two men.

Rulings (base_games.md 5.2, 5.3):
- A man looks all round and shoots within 90 degrees to his front.
- "In cover" is any cover on the line between two men, or the ground in which he lies; "hard cover" is hard.
- A rifle pit is a feature of the map.

Moves: where a man gets to with the inches that he rolled, and what a way costs (LPG-MOVE-1 to LPG-MOVE-4, LPG-ROUT).

Costs are half inches. Rulings (base_games.md 5.3.4, 5.3.5):
- A way that enters woods or scrub anywhere has an inch less, but never less than one.
- The full distance is moved: what is left at the end is too little for any further step, counting only steps to cells
  that the way has not touched. Except where the enemy, the edge of the table or the ground stops a man.
- Normal movement stops in the first cell two inches from an enemy whom one sees from there, and enters none that is
  nearer: into contact one charges. A man who begins within two inches may only go where he is further from that enemy,
  and once he is clear of him he is stopped by him like anybody else.
- A gun that is limbered moves like a man, on its wheels; one that is not does not move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_

import numpy as np

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import Cover, own_cover
from sim.board.ground import Changes
from sim.board.movement import BARRED, Mover, step_cost, step_costs
from sim.board.paths import Reach
from sim.engine.check import Check
from sim.engine.keeping import Kept
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell, HexGrid
from sim.rules.la_petite_guerre.scene import Moment, Scene, crew, enemies
from sim.rules.la_petite_guerre.units import Man
from sim.tabletop.inches import (
    HARD,
    area_nearer_than,
    area_within,
    best_first,
    covers,
    half_inch_mover,
    kept_reach,
    way_price,
    within,
)

PIT = "rifle_pit"
"""The feature of the terrain set in which men lie hidden."""
FULL_CIRCLE = 360
"""Degrees of a whole turn."""


def near(position: Scene, one: Man, other: Man, length: int) -> bool:
    """Say whether two men are no further apart than so many inches."""
    return within(position, one.place, other.place, length)


def gunners(position: Scene, gun: Man, further: int = 0) -> tuple[Man, ...]:
    """Return the able men of the crew who are with their gun, or so many inches further from it."""
    length = position.battle.data.numbers.beside + further
    there = () if gun.out else crew(position, gun)
    return tuple(man for man in there if man.able and near(position, man, gun, length))


def sees(position: Scene, man: Man, target: Man) -> bool:
    """Say whether there is a line of sight between two men; whether one has noticed the other is another matter."""
    if man.cell is None or target.cell is None:
        return False
    return target.cell in position.lines.field_of_view(man.cell)


def in_arc(position: Scene, man: Man, cell: Cell) -> bool:
    """Say whether a cell lies to the front of a man."""
    return position.map.grid.in_arc(man.place, man.facing, cell, _spread(position))


def _spread(position: Scene) -> int:
    """Return how many points of the compass the front reaches to either side: 45 degrees, on hexes 60 or 30."""
    grid, data = position.map.grid, position.battle.data
    front = data.readings.hex_front if isinstance(grid, HexGrid) else data.numbers.front
    return front * len(grid.compass) // (2 * FULL_CIRCLE)


def cover_from(position: Scene, observer: Man, target: Man) -> Cover | None:
    """Return the best cover that a man has from another; None in the open."""
    found = covers(position.lines, observer.place, target.place)
    return found[0] if found else None


def in_hard_cover(position: Scene, observer: Man, target: Man) -> bool:
    """Say whether a man has hard cover from another."""
    cover = cover_from(position, observer, target)
    return cover is not None and cover.cover == HARD


def sheltered(position: Scene, man: Man) -> Cover | None:
    """LPG-CTRL: return the cover in which a man defends himself: his ground's own, or that from the enemies in sight.

    With enemies in sight it must shelter from all of them; then the least of it counts.
    """
    # Whom nobody knows of, nobody takes cover from: else the cover that is missing would tell of him.
    known = (enemy for enemy in enemies(position, man.side) if not enemy.hidden)
    seen = [enemy for enemy in known if sees(position, enemy, man)]
    if not seen:
        found = best_first(position.map, own_cover(position.ground, man.place))
        return found[0] if found else None
    each = [cover_from(position, enemy, man) for enemy in seen]
    return each[0] if all(each) else None


def is_higher(position: Scene, man: Man, other: Man) -> bool:
    """Say whether a man stands on higher ground than another."""
    return position.ground.height_at(man.place) > position.ground.height_at(other.place)


def in_pit(position: Scene, man: Man) -> bool:
    """Say whether a man is in a rifle pit."""
    return any(feature.id == PIT for feature in position.ground.features_at(man.place))


def faces_away(position: Scene, man: Man, other: Man) -> bool:
    """Say whether a man has another at his back: more than a right angle from where he looks.

    Whom the angle is a right one, or less, he has at his side or before him: the square over the far side of a triangle
    is then no more than those over the two others.
    """
    grid, step = position.map.grid, position.map.grid.steps[man.facing]
    ahead = Cell(man.place.q + step.q, man.place.r + step.r)
    near, far = grid.squared(man.place, other.place), grid.squared(ahead, other.place)
    return far > near + grid.squared(man.place, ahead)


Way = tuple[Cell, ...]
"""Every cell after the present one, in order."""
HINDERING = ("woods", "scrub")
"""The terrain that takes an inch off a move, by its id: the figures have the same names."""


def mover(position: Scene, man: Man) -> Mover:
    """Return how a man, a horseman or a limbered gun moves, in half inches."""
    kind = "gun" if man.profile.kind == "gun" else "horseman" if man.mounted else "man"
    return half_inch_mover(kind, position.map.scale.per_cell)


# -- who is in the way -------------------------------------------------------------------------------------------


_KNOWN: Moment[Area] = Moment()


def occupied(position: Scene, man: Man) -> Area:
    """Return the cells in which somebody else stands or lies; the dead are in nobody's way.

    Of hidden enemies nobody knows: who would walk into one comes upon him first.
    """
    return _KNOWN.of(position.state, (position.map, man.id, man.side), lambda: _occupied(position, man))


def _occupied(position: Scene, man: Man) -> Area:
    bits = 0
    for other in position.state.units:
        if other.id != man.id and not other.out and not (other.hidden and other.side != man.side):
            bits |= 1 << position.map.ordinal(other.place)
    return Area(position.map, bits)


def stop_zone(position: Scene, man: Man) -> Area:
    """LPG-MOVE-4: return the cells in which normal movement ends: within two inches of an enemy seen from there.

    An enemy within two inches of whom a man begins does not stop him: from that one he goes away.
    """
    return _about_enemies(position, man, "stop", _stops_before)


def barred(position: Scene, man: Man) -> Area:
    """LPG-MOVE-4: return the cells that only a charge enters: nearer than two inches to an enemy seen from there.

    Of an enemy within two inches of whom a man begins: all cells that are no further from that enemy than he is.
    """
    return _about_enemies(position, man, "bar", _barred_by)


def _about_enemies(position: Scene, man: Man, what: str, area: Callable[[Scene, Man, Man], Area]) -> Area:
    def all_of_them() -> Area:
        known = (enemy for enemy in enemies(position, man.side) if not enemy.hidden)
        return reduce(or_, (area(position, man, enemy) for enemy in known), Area(position.map, 0))

    return _KNOWN.of(position.state, (what, position.map, man.side, man.cell), all_of_them)


def _near(position: Scene, enemy: Man) -> Area:
    """Return the cells from which an enemy is seen within two inches."""
    key = (position.lines, position.battle.data.numbers.stop, enemy.place)
    return _NEAR.answer(key, _found_near, position, enemy.place)


_NEAR: Kept[Area] = Kept()


def _found_near(position: Scene, cell: Cell) -> Area:
    return area_within(position, cell, position.battle.data.numbers.stop) & position.lines.field_of_view(cell)


def _stops_before(position: Scene, man: Man, enemy: Man) -> Area:
    near = _near(position, enemy)
    return Area(position.map, 0) if man.cell in near else near


def _barred_by(position: Scene, man: Man, enemy: Man) -> Area:
    near, map_ = _near(position, enemy), position.map
    if man.cell in near:
        now = map_.grid.squared(man.place, enemy.place)
        return Area.where(map_, map_.squared_lengths(enemy.place) <= now) & map_.whole
    return _inner(position, enemy)


def _inner(position: Scene, enemy: Man) -> Area:
    """Return the cells from which an enemy is seen at less than two inches."""
    return _near(position, enemy) & area_nearer_than(position, enemy.place, position.battle.data.numbers.stop)


def _begun_near(position: Scene, man: Man) -> Area:
    """Return the cells from which one of those is seen within two inches near whom a man begins; none for nobody."""
    return _about_enemies(position, man, "begun", _begins_before)


def _begins_before(position: Scene, man: Man, enemy: Man) -> Area:
    near = _near(position, enemy)
    return near if man.cell in near else Area(position.map, 0)


def _bounds(position: Scene, man: Man, way: Way) -> tuple[Area, Area]:
    """LPG-MOVE-4: return where normal movement ends, and what it does not enter, for a man who has gone a way.

    An enemy near whom he began stops him as well as soon as he has been more than two inches from him.
    """
    stops, bars = stop_zone(position, man), barred(position, man)
    if not _begun_near(position, man):
        return stops, bars
    for enemy in enemies(position, man.side):
        near = _near(position, enemy)
        if not enemy.hidden and man.cell in near and any(cell not in near for cell in way):
            stops, bars = stops | near, bars | _inner(position, enemy)
    return stops, bars


def unstopped(position: Scene, man: Man, way: Way) -> Way:
    """LPG-MOVE-4: return as much of a way as normal movement may go of it."""
    for n, cell in enumerate(way):
        stops, bars = _bounds(position, man, way[:n])
        if cell in bars:
            return way[:n]
        if cell in stops:
            return way[: n + 1]
    return way


def look_over(position: Scene) -> Iterator[None]:
    """Work out what every move asks of the ground and of those who stand on it, a little in each step, and keep it."""
    _hindering(position.map, position.state.changes)
    yield
    for man in position.state.units:
        if not man.out:
            _near(position, man)
            yield


# -- how far -----------------------------------------------------------------------------------------------------


def _less(position: Scene, cells: Iterable[Cell]) -> int:
    """LPG-MOVE-2: what the cells of a way take off it, without the words: every step of every way is asked for it."""
    numbers = position.battle.data.numbers
    woods, scrub = _hindering(position.map, position.state.changes)
    takes = [numbers.woods if cell in woods else numbers.scrub for cell in cells if cell in woods or cell in scrub]
    return min(takes, default=0)


@lru_cache(maxsize=64)
def _hindering(battle_map: BattleMap, changes: Changes) -> tuple[frozenset[Cell], ...]:
    """Return the cells of each terrain that hinders."""
    # Asked of the map as a whole: a Ground would be asked of every cell by itself.
    now = dict(zip(battle_map.cells, battle_map.terrain, strict=True)) | dict(changes.terrain)
    return tuple(frozenset(cell for cell, terrain in now.items() if terrain == id_) for id_ in HINDERING)


def allowance(position: Scene, way: Way, inches: int) -> int:
    """Return the half inches that a way may take of what was rolled."""
    return 2 * max(1, inches + _less(position, way))


def move_reach(position: Scene, man: Man, inches: int) -> Reach:
    """Return where a man can get to with so many inches, hindrances left out: `way_refusal` has the last word."""
    closed, stops = occupied(position, man) | barred(position, man), stop_zone(position, man)
    return _kept(
        position.map, position.state.changes, mover(position, man), man.place, 2 * inches, closed.bits, stops.bits
    )


def _kept(
    battle_map: BattleMap, changes: Changes, moving: Mover, start: Cell, budget: int, closed: int, stops: int
) -> Reach:
    """Search with the cells in which movement ends, but for the one in which it begins."""
    last = stops & ~(1 << battle_map.ordinal(start))
    return kept_reach(battle_map, changes, moving, start, budget, closed, 0, last)


def forget_ways() -> None:
    """Throw away the searches that are kept, as somebody must who measures how long they take."""
    kept_reach.cache_clear()
    _FULL_WAYS.forget()


# -- a way -------------------------------------------------------------------------------------------------------


def way_cost(position: Scene, man: Man, way: Way) -> Check | Refusal:
    """LPG-CELL, LPG-MOVE-2: return what a way costs in half inches, part by part, or why it cannot be gone."""
    if not way:
        return Refusal("that leads nowhere", TABLE_SENSE)
    taken = occupied(position, man)
    if there := next((cell for cell in way if cell in taken), None):
        return Refusal(f"another unit is in {position.name(there)}", "LPG-CELL")
    price = way_price(position, mover(position, man), man.place, way, ())
    return Refusal(price, "LPG-MOVE-2") if isinstance(price, str) else price


def way_refusal(position: Scene, man: Man, way: Way, inches: int) -> Refusal | None:
    """LPG-MOVE-3, LPG-MOVE-4: say why a man cannot go a way with the inches that he rolled; None if he can."""
    cost = way_cost(position, man, way)
    if isinstance(cost, Refusal):
        return cost
    most = allowance(position, way, inches)
    if cost.total > most:
        return Refusal(f'too far: {cost.total / 2:g}", and there are {most / 2:g}"', "LPG-MOVE-1")
    if unstopped(position, man, way) != way:
        return _too_near(position, man, way)
    return _unfinished(position, man, way, most - cost.total)


def _unfinished(position: Scene, man: Man, way: Way, left: int) -> Refusal | None:
    """LPG-MOVE-3: say that a way is to go on, with so many half inches left; None where it may end."""
    if way[-1] in _bounds(position, man, way[:-1])[0]:
        return None
    return _short_of(position, man, way, left, occupied(position, man) | _bounds(position, man, way)[1])


def _too_near(position: Scene, man: Man, way: Way) -> Refusal:
    """LPG-MOVE-4: say why normal movement does not go all of a way."""
    going = unstopped(position, man, way)
    if going and going[-1] in _bounds(position, man, going[:-1])[0]:
        return Refusal("he has to stop within two inches of the enemy", "LPG-MOVE-4")
    if way[len(going)] in barred(position, man) and _begun_near(position, man):
        return Refusal("so near to the enemy he can only go away from him", "LPG-MOVE-4")
    return Refusal("nearer than two inches to the enemy leads only a charge", "LPG-MOVE-4")


def _short_of(position: Scene, man: Man, way: Way, left: int, closed: Area) -> Refusal | None:
    """LPG-MOVE-3: say that there are inches left for a further step, into a cell that is not closed to him."""
    map_, touched, less = position.map, {man.place, *way}, _less(position, way)
    # Every way of a move ends in a step that is not taken: what it would cost is asked of the table, without words.
    costs = step_costs(map_, mover(position, man), position.state.changes).costs
    row = costs[map_.slots.of_cell[map_.ordinal(way[-1])]].tolist()
    for direction, cost in zip(map_.grid.steps, row, strict=True):
        cell = way[-1].plus(direction)
        if cost == BARRED or cell in touched or cell in closed:
            continue
        # A step into woods may cost the inch that was left for it.
        if cost <= left + 2 * (min(less, _less(position, (cell,))) - less):
            return Refusal(f'the full distance must be moved: {left / 2:g}" are left', "LPG-MOVE-3")
    return None


def full_ways(position: Scene, man: Man, inches: int) -> Mapping[Cell, Way]:
    """Return the ways that a man may go with the inches that he rolled, by where they end, in map order.

    Kept by what they depend on: the rules ask whether there are any, then the player or the plan which, and then the
    rules again.
    """
    stops, changes = stop_zone(position, man), position.state.changes
    ground = (position.battle, changes, mover(position, man), man.cell, inches)
    key = (*ground, occupied(position, man).bits, stops.bits, barred(position, man).bits)
    return _FULL_WAYS.answer(key, _full_ways, position, man, inches)


_FULL_WAYS: Kept[Mapping[Cell, Way]] = Kept(most=256)


def _full_ways(position: Scene, man: Man, inches: int) -> Mapping[Cell, Way]:
    found: dict[Cell, Way] = {}
    runs = _searches(position, man, inches)
    leaves = bool(_begun_near(position, man))
    for cell in runs[0].area:
        for run in runs:
            spent = run.cost(cell)
            if spent is None or cell == man.cell:
                continue
            way = run.way(cell)[1:]
            left = allowance(position, way, inches) - spent
            # The search has seen to it that nobody is in the way and that no cell of it is barred.
            if left < 0 or (leaves and unstopped(position, man, way) != way):
                continue
            if _unfinished(position, man, way, left) is None:
                found[cell] = way
                break
    return found


def _searches(position: Scene, man: Man, inches: int) -> list[Reach]:
    """Return the searches among whose ways to a cell one is that may be gone, the shortest ways first.

    Then those that keep out of woods and scrub, which may take an inch off a shorter way; and for who begins near an
    enemy those that stay near him, and those that have left him with the first step: a shortest way may come back.
    """
    closed, stops = occupied(position, man) | barred(position, man), stop_zone(position, man)

    def search_without(shut: Area) -> Reach:
        ground = (position.map, position.state.changes, mover(position, man), man.place)
        return _kept(*ground, 2 * inches, (closed | shut).bits, stops.bits)

    found = [search_without(Area(position.map, 0))]
    if hinders := _hinders(position, found[0]):
        found.append(search_without(hinders))
    if near := _begun_near(position, man):
        around = (cell for cell in position.map.grid.neighbours(man.place) if cell in position.map)
        first = Area.of(position.map, (man.place, *around))
        found += [search_without(position.map.whole - near), search_without(near - first)]
    return found


def straight_on(position: Scene, man: Man, facing: int, ways: Mapping[Cell, Way]) -> Way:
    """LPG-CTRL: return the way that leads most straight in a direction, and of those the furthest; empty for none."""
    grid = position.map.grid
    straight = [cell for cell in ways if facing in grid.towards(man.place, cell)]
    end = max(straight, key=lambda cell: grid.squared(man.place, cell), default=None)
    return ways[end] if end is not None else ()


# -- crawling, charging, running ---------------------------------------------------------------------------------


def crawl_ways(position: Scene, man: Man) -> dict[Cell, Way]:
    """LPG-MOVE-1: return the ways that a man can crawl, by where they end: up to two inches, fewer through scrub."""
    found: dict[Cell, Way] = {}
    for run in reversed(_searches(position, man, position.battle.data.numbers.crawl)):
        ways = {cell: run.way(cell)[1:] for cell in run.area if cell != man.cell}
        found |= {cell: way for cell, way in ways.items() if crawl_refusal(position, man, way) is None}
    return dict(sorted(found.items(), key=lambda entry: position.map.ordinal(entry[0])))


def crawl_refusal(position: Scene, man: Man, way: Way) -> Refusal | None:
    """LPG-MOVE-1: say why a man cannot crawl a way; None if he can. There is no dice, and he may stop when he likes."""
    cost = way_cost(position, man, way)
    if isinstance(cost, Refusal):
        return cost
    most = allowance(position, way, position.battle.data.numbers.crawl)
    if cost.total > most:
        return Refusal(f'too far to crawl: {cost.total / 2:g}", and {most / 2:g}" is all', "LPG-MOVE-1")
    return None if unstopped(position, man, way) == way else _too_near(position, man, way)


def charge_ways(position: Scene, man: Man, target: Man, inches: int) -> dict[Cell, Way]:
    """LPG-CHARGE: return the ways of a charge into contact, cheapest first; none where so many inches do not reach.

    A charge does not stop before the enemy, and difficult going is counted as for a move. The man's own cell with an
    empty way where he stands beside the target already.
    """
    grid, moving, ordinal = position.map.grid, mover(position, man), position.map.ordinal
    runs = _headlong(position, man, inches)
    there = (cell for cell in grid.neighbours(target.place) if cell in position.map)
    ends = [cell for cell in there if step_cost(position.ground, moving, cell, target.place)]
    found = [(price, cell) for cell in ends if (price := _afforded(position, runs, cell, inches)) is not None]
    return {cell: way for (_, way), cell in sorted(found, key=lambda each: (each[0][0], ordinal(each[1])))}


def rout_ways(position: Scene, man: Man, inches: int) -> dict[Cell, Way]:
    """LPG-ROUT: return the ways by which a man runs as far from the nearest enemy as he can, all equally good ones."""
    near = _nearest_enemy_cells(position, man)
    if not near:
        return {}
    battle_map, runs = position.map, _headlong(position, man, inches)
    away = np.minimum.reduce([battle_map.squared_lengths(enemy) for enemy in near])
    here = int(away[battle_map.ordinal(man.place)])
    far = {cell: int(away[battle_map.ordinal(cell)]) for cell in runs[0].area if cell != man.cell}
    # The furthest first: whoever can get there need not be asked about all the others.
    for most in sorted({length for length in far.values() if length > here}, reverse=True):
        furthest = [cell for cell, length in far.items() if length == most]
        if found := _ways_to(position, runs, furthest, inches):
            return found
    return {}


def _headlong(position: Scene, man: Man, inches: int) -> list[Reach]:
    """Return the searches for who does not stop before an enemy: the shortest ways, and those around what hinders."""
    ground, closed = (position.map, position.state.changes, mover(position, man), man.place), occupied(position, man)
    found = [_kept(*ground, 2 * inches, closed.bits, 0)]
    if hinders := _hinders(position, found[0]):
        found.append(_kept(*ground, 2 * inches, (closed | hinders).bits, 0))
    return found


def _hinders(position: Scene, run: Reach) -> Area:
    """LPG-MOVE-2: return the woods and the scrub that a search has come to."""
    return Area.of(position.map, (cell for cell in run.area if _less(position, (cell,))))


def _afforded(position: Scene, runs: Iterable[Reach], cell: Cell, inches: int) -> tuple[int, Way] | None:
    """LPG-MOVE-2: return the first way to a cell for which woods and scrub leave inches enough, after its cost."""
    for run in runs:
        cost = run.cost(cell)
        if cost is not None and cost <= allowance(position, way := run.way(cell)[1:], inches):
            return cost, way
    return None


def _ways_to(position: Scene, runs: Iterable[Reach], cells: Iterable[Cell], inches: int) -> dict[Cell, Way]:
    """Return the ways to those of some cells that can be reached."""
    found = ((cell, _afforded(position, runs, cell, inches)) for cell in cells)
    return {cell: price[1] for cell, price in found if price is not None}


def _nearest_enemy_cells(position: Scene, man: Man) -> list[Cell]:
    return [enemy.place for enemy in enemies(position, man.side) if not enemy.hidden and not enemy.broken]


def closest_ways(position: Scene, man: Man, goal: Cell, inches: int) -> dict[Cell, Way]:
    """Return the ways to the cells nearest to a goal that so many inches reach, all that are equally near."""
    runs, squared = _headlong(position, man, inches), position.map.grid.squared
    nearer = {cell: length for cell in runs[0].area if (length := squared(cell, goal)) < squared(man.place, goal)}
    for least in sorted(set(nearer.values())):
        if found := _ways_to(position, runs, [cell for cell, length in nearer.items() if length == least], inches):
            return found
    return {}
