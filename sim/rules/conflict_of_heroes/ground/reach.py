"""Where moves in a row lead.

`moves.move_paths` is the definition of a move, with its reasons. A click on a tank asks for thousands of them, so the
steps are read from the table that the kernels use, and what a vehicle wins beyond a step is asked in the fewest words.
A test compares the outcome with a search over `move_paths`, hex by hex.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush

from sim.board.movement import Mover, step_costs
from sim.engine.insight import Reached
from sim.engine.words import counted
from sim.grid import Cell
from sim.memo import memo
from sim.rules.conflict_of_heroes.ground import moves
from sim.rules.conflict_of_heroes.ground.moves import NO_GAIN, Bonus, Gain, enterable
from sim.rules.conflict_of_heroes.ground.zones import lines_of
from sim.rules.conflict_of_heroes.state import CohPosition, Counter, marker_of, opponents

SYMBOLS = 100
"""More wheels, and more tracks, than any vehicle has."""
BONUS = SYMBOLS * SYMBOLS
"""A stand is the number of a hex in map order times this, and the bonus hexes left by wheels and by tracks."""
PACE = 1 << 12
"""More hexes than anybody enters: what has been paid times this, and the hexes entered, are compared as one number."""
Edges = tuple[tuple[int, int, Gain], ...]
"""The steps from a hex: where to, what it costs, and what it is to the bonus of a vehicle."""


def reached(position: CohPosition, unit: Counter, limit: int) -> dict[Cell, Reached]:
    """Return where moves in a row take a counter for no more than so many AP, or CAPs if it is spent.

    The cheapest ways are found, and of those the shortest. After a move one may face anywhere, so that only the first
    step can be backwards. A hex with an enemy in it is as far as anybody gets.
    """
    cells, ordinal, profile = position.map.cells, position.map.ordinal, unit.profile
    enemies = {ordinal(enemy.place) for enemy in opponents(position, unit.side)}
    marker, won = marker_of(position, unit), profile.wheels * SYMBOLS + profile.tracks
    hidden = moves.cost_of_move(position, unit, ()).total if unit.hidden else 0  # whatever the ground
    hit_ap, start = marker.move_ap if marker else 0, ordinal(unit.place) * BONUS
    is_full, graph = _is_full(position, unit), _graph(position, unit)
    best, before = {start: 0}, dict[int, tuple[int, tuple[int, ...]]]()
    waiting: list[tuple[int, int]] = []

    def arrive(stand: int, toll: int, came_from: int, entered: tuple[int, ...]) -> None:
        if toll < best.get(stand, (limit + 1) * PACE):
            best[stand] = toll
            before[stand] = (came_from, entered)
            heappush(waiting, (toll, stand))

    players = unit.side == position.battle.data.player
    for way in moves.move_paths(position, unit) if players else enterable(position, unit):
        entered = tuple(map(ordinal, way.cells))
        arrive(entered[-1] * BONUS, (hidden or way.cost.total) * PACE + len(entered), start, entered)
    while waiting:
        toll, stand = heappop(waiting)
        here, left = divmod(stand, BONUS)
        if toll != best[stand] or (not left and here in enemies):
            continue
        bonus = Bonus(*divmod(left, SYMBOLS)) if left else None
        if here not in graph:
            graph[here] = _made_edges(position, unit, here)
        for there, cost, gained in graph[here]:
            if bonus is None:  # another move; a vehicle wins hexes after a step that was not difficult
                price, further = (hidden or cost + hit_ap) * PACE, 0 if gained.ends_it else won
            else:  # another hex in the same move
                after = bonus.after(gained)
                if after is None:
                    continue
                price, further = 0, after.wheels * SYMBOLS + after.tracks
            if not is_full(here, there):
                arrive(there * BONUS, toll + price + 1, stand, (there,))
            if further and there not in enemies:
                arrive(there * BONUS + further, toll + price + 1, stand, (there,))

    def told(stand: int) -> Reached:
        paid, way = best[stand] // PACE, tuple[int, ...]()
        while stand in before:
            stand, entered = before[stand]
            way = entered + way
        return Reached(paid, counted(paid, "CAP") if unit.spent else f"{paid} AP", tuple(cells[each] for each in way))

    return {cells[stand // BONUS]: told(stand) for stand in best if stand % BONUS == 0 and stand != start}


def _is_full(position: CohPosition, unit: Counter) -> Callable[[int, int], bool]:
    """COH-5.3-stack, COH-5.1-cc: return a test of whether no move may end in a hex because of who is in it.

    The counter asks without its bonus hexes: for a question about a neighbour they would be searched in vain.
    """
    if unit.side == position.battle.data.player:
        return lambda here, there: False
    map_, plain = position.map, replace(unit.profile, wheels=0, tracks=0)
    occupied = {map_.ordinal(other.cell) for other in position.state.units if other.cell is not None}
    asked: dict[int, bool] = {}

    def is_full(here: int, there: int) -> bool:
        if there not in occupied:
            return False
        if there not in asked:
            near = unit.changed(cell=map_.cells[here], profile=plain)
            asked[there] = all(way.end != map_.cells[there] for way in enterable(position, near))
        return asked[there]

    return is_full


@memo(of=lines_of, by=lambda position, unit: (position.battle.data, unit.profile.id), most=200)
def _graph(position: CohPosition, unit: Counter) -> dict[int, Edges]:
    """Return the steps of a kind of counter on the present ground, which are filled in on demand."""
    return {}


def _made_edges(position: CohPosition, unit: Counter, here: int) -> Edges:
    """Return the steps that can be taken from a hex, forwards."""
    map_, profile, found = position.map, unit.profile, list[tuple[int, int, Gain]]()
    table = step_costs(map_, Mover(profile.movement, profile.move_ap), position.state.changes)
    cell, costs = map_.cells[here], table.costs[map_.slots.of_cell[here]].tolist()
    for step, cost in zip(map_.grid.steps, costs, strict=True):
        if cost >= 0:
            there = cell.plus(step)
            free = bool(profile.wheels or profile.tracks) and cost <= profile.move_ap
            found.append((map_.ordinal(there), cost, moves.gain(position, unit, cell, there) if free else NO_GAIN))
    return tuple(found)
