"""Where a counter can get to by several moves in a row.

`moving.ways` is the definition of a move, with its reasons. A click on a tank asks for thousands of them, so that the
steps are read from the table that the kernels use, and what a vehicle wins beyond a step is asked in the fewest words.
A test compares the outcome with a search over `ways`, hex by hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from sim.board.movement import Mover, step_costs
from sim.engine.insight import Reached
from sim.engine.keeping import Kept
from sim.engine.words import counted
from sim.grid import Cell
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.hexes import enterable
from sim.rules.conflict_of_heroes.moving import NO_GAIN, Bonus, Gain, cost_of_move, gain, ways
from sim.rules.conflict_of_heroes.units import Counter, Scene, marker_of, opponents

SYMBOLS = 100
"""More wheels, and more tracks, than any vehicle has."""
BONUS = SYMBOLS * SYMBOLS
"""A stand is the number of a hex in map order times this, and the bonus hexes left by wheels and by tracks."""
PACE = 1 << 12
"""More hexes than anybody enters: what has been paid times this, and the hexes entered, are compared as one number."""


class _Edge(NamedTuple):
    """A step to a neighbour: its cost, and what it is to the bonus of a vehicle."""

    there: int
    cost: int
    gain: Gain


def reached(position: Scene, unit: Counter, limit: int) -> dict[Cell, Reached]:
    """Return where moves in a row take a counter for no more than so many AP, or CAPs if it is spent.

    After a move one may face anywhere, so that only the first step can be backwards. A hex with an enemy in it is as
    far as anybody gets.
    """
    trip = _Trip(position, unit, limit)
    trip.travel()
    found = {}
    for stand, toll in trip.best.items():
        ordinal, left = divmod(stand, BONUS)
        if not left and ordinal != trip.start:
            paid = toll // PACE
            text = counted(paid, "CAP") if unit.spent else f"{paid} AP"
            found[position.map.cells[ordinal]] = Reached(paid, text, trip.way_to(stand))
    return found


@dataclass
class _Trip:
    """A search for the cheapest ways, and of those for the shortest. Hexes go by their number in map order."""

    position: Scene
    unit: Counter
    limit: int
    best: dict[int, int] = field(default_factory=dict)
    """By stand what was paid for it and how many hexes were entered."""
    before: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    """By stand the one before it, and the hexes entered since."""
    waiting: list[tuple[int, int]] = field(default_factory=list)

    def travel(self) -> None:
        """Go wherever it can: first from where it stands as it faces, then as it likes."""
        self.best[self.start * BONUS] = 0
        allowed = ways if self._is_player else enterable
        for way in allowed(self.position, self.unit):
            cells = tuple(map(self.position.map.ordinal, way.cells))
            toll = (self._hidden_price or way.cost.total) * PACE + len(cells)
            self._arrive(cells[-1] * BONUS, toll, self.start * BONUS, cells)
        while self.waiting:
            toll, stand = heappop(self.waiting)
            if toll == self.best[stand]:
                ordinal, left = divmod(stand, BONUS)
                if left:
                    self._drive_on(stand, ordinal, left, toll)
                elif ordinal not in self._enemies:
                    self._move_again(stand, ordinal, toll)

    def way_to(self, stand: int) -> tuple[Cell, ...]:
        """Return the hexes entered on the way to a stand."""
        way: tuple[int, ...] = ()
        while stand in self.before:
            stand, cells = self.before[stand]
            way = cells + way
        return tuple(self.position.map.cells[ordinal] for ordinal in way)

    def _move_again(self, stand: int, here: int, toll: int) -> None:
        """Begin another move; a vehicle wins hexes after a step that was not difficult."""
        for edge in self._edges(here):
            price = edge.cost + self._hit_ap
            bonus = 0 if edge.gain.ends_it else self._bonus
            self._enter(stand, edge.there, toll + (self._hidden_price or price) * PACE + 1, bonus)

    def _drive_on(self, stand: int, here: int, left: int, toll: int) -> None:
        """Win another hex in the same move."""
        bonus = Bonus(*divmod(left, SYMBOLS))
        for edge in self._edges(here):
            after = bonus.after(edge.gain)
            if after is not None:
                self._enter(stand, edge.there, toll + 1, after.wheels * SYMBOLS + after.tracks)

    def _enter(self, stand: int, there: int, toll: int, left: int) -> None:
        """Enter a hex, to stay there or to drive on."""
        if there not in self._occupied or self._may_stay(stand // BONUS, there):
            self._arrive(there * BONUS, toll, stand, (there,))
        if left and there not in self._enemies:
            self._arrive(there * BONUS + left, toll, stand, (there,))

    def _arrive(self, stand: int, toll: int, before: int, entered: tuple[int, ...]) -> None:
        if toll < self.best.get(stand, (self.limit + 1) * PACE):
            self.best[stand] = toll
            self.before[stand] = (before, entered)
            heappush(self.waiting, (toll, stand))

    def _may_stay(self, here: int, there: int) -> bool:
        """COH-5.3-stack, COH-5.1-cc: ask the rules, once, whether a move may end in a hex with others in it."""
        if self._is_player:
            return True
        if there not in self._asked:
            cells = self.position.map.cells
            near = self.unit.changed(cell=cells[here], profile=self._plain)
            self._asked[there] = any(way.end == cells[there] for way in enterable(self.position, near))
        return self._asked[there]

    @cached_property
    def start(self) -> int:
        """Where it stands."""
        return self.position.map.ordinal(self.unit.place)

    @cached_property
    def _asked(self) -> dict[int, bool]:
        return {}

    @cached_property
    def _plain(self) -> CounterProfile:
        """The counter without its bonus hexes: for a question about a neighbour they would be searched in vain."""
        return replace(self.unit.profile, wheels=0, tracks=0)

    @cached_property
    def _is_player(self) -> bool:
        return self.unit.side == self.position.battle.data.player

    @cached_property
    def _bonus(self) -> int:
        return self.unit.profile.wheels * SYMBOLS + self.unit.profile.tracks

    @cached_property
    def _hit_ap(self) -> int:
        marker = marker_of(self.position, self.unit)
        return marker.move_ap if marker else 0

    @cached_property
    def _hidden_price(self) -> int:
        """What every move of a hidden counter costs, whatever the ground; nothing if it is not hidden."""
        return cost_of_move(self.position, self.unit, ()).total if self.unit.hidden else 0

    @cached_property
    def _enemies(self) -> set[int]:
        return {self.position.map.ordinal(enemy.place) for enemy in opponents(self.position, self.unit.side)}

    @cached_property
    def _occupied(self) -> set[int]:
        return {self.position.map.ordinal(other.cell) for other in self.position.state.units if other.cell is not None}

    def _edges(self, here: int) -> tuple[_Edge, ...]:
        known = self._graph.get(here)
        if known is None:
            known = self._graph[here] = tuple(_made_edges(self.position, self.unit, here))
        return known

    @cached_property
    def _graph(self) -> dict[int, tuple[_Edge, ...]]:
        return _graph(self.position, self.unit)


_AT_ONCE = 64
"""Hexes whose steps are worked out between two looks at the clock."""


# -- the steps ------------------------------------------------------------------------------------------------

_GRAPHS: Kept[dict[int, tuple[_Edge, ...]]] = Kept(most=200)
"""The steps of a kind of counter on the ground as it is, filled in as somebody asks for them."""


def _graph(position: Scene, unit: Counter) -> dict[int, tuple[_Edge, ...]]:
    return _GRAPHS.answer((position.lines, unit.profile), dict)


def edge_steps(position: Scene, unit: Counter) -> Iterator[None]:
    """Fill in all steps of a kind of counter, those from some hexes in each step of the work."""
    graph = _graph(position, unit)
    for here in range(len(position.map.cells)):
        if here not in graph:
            graph[here] = tuple(_made_edges(position, unit, here))
        if here % _AT_ONCE == 0:
            yield


def _made_edges(position: Scene, unit: Counter, here: int) -> Iterator[_Edge]:
    """Yield the steps that can be taken from a hex, forwards."""
    map_, profile = position.map, unit.profile
    table = step_costs(map_, Mover(profile.movement, profile.move_ap), position.state.changes)
    cell, costs = map_.cells[here], table.costs[map_.slots.of_cell[here]].tolist()
    for step, cost in zip(map_.grid.steps, costs, strict=True):
        if cost >= 0:
            there = cell.plus(step)
            free = bool(profile.wheels or profile.tracks) and cost <= profile.move_ap
            yield _Edge(map_.ordinal(there), cost, gain(position, unit, cell, there) if free else NO_GAIN)
