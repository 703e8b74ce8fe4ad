"""Line of sight: one definition for rules, AI, overlay and ruler, with a certificate of what the line met.

`LinesOfSight.sight` is the definition. `field_of_view` and `all_pairs` are fast forms of it (see `sight_kernels.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.convention import SightConvention
from sim.board.cover import Cover, cover_along, veil_cover
from sim.board.ground import NO_CHANGES, Changes, Ground
from sim.board.relief import Relief, Standing, changed_table, sight_table
from sim.board.sight_table import WALL_TOP, SightTable
from sim.grid import Across, Bank, Between, Cell, Met, Through, trace_from_origin
from sim.memo import memo

_MEMORY = 64 * 2**20
"""Bytes of field-of-view rows that one `LinesOfSight` keeps before it starts afresh."""
MOST_CELLS_AT_ONCE = 8192
"""The largest map whose pairs are worked out at once: 64 MiB of verdicts."""
_PASSED = 100_000
"""Things passed, of some 400 bytes each, in the certificates that it keeps likewise."""


class MetOnLine(NamedTuple):
    """One thing that a line met on its way, and what came of it."""

    met: Met
    name: str
    """What it was: "light woods in C4", "wall between C2 and D2"."""
    top: int
    """How high it stands, in height steps; NOTHING where there was nothing."""
    line_ends: tuple[int, int]
    """How high the line starts and ends."""
    lowest_at: Fraction
    """The point of the way, from 0 to 1, where the line is lowest over this thing."""
    stops: bool = False
    hindrance: int = 0
    why: str = ""

    @property
    def line(self) -> Fraction:
        """How high the line is over this thing, at its lowest."""
        start, end = self.line_ends
        return start + (end - start) * self.lowest_at


@dataclass(frozen=True, slots=True)
class Sight:
    """The verdict on one line, with its certificate."""

    viewer: Cell
    target: Cell
    convention: str
    clear: bool
    passed: tuple[MetOnLine, ...]
    blocker: MetOnLine | None
    """The first thing that stops the line."""
    hindrance: int
    """The hindrances up to the target, or up to the blocker."""
    cover: tuple[Cover, ...]
    """What shelters the target from this direction; empty where the line is blocked."""

    def __bool__(self) -> bool:
        return self.clear

    @property
    def defence_modifier(self) -> int:
        """The sum of what shelters the target."""
        return sum(cover.defence for cover in self.cover)

    @property
    def reason(self) -> str:
        """Say in one line why the target is seen or not."""
        if self.blocker:
            return f"blocked by {self.blocker.name}: {self.blocker.why}"
        return f"clear, hindrance {self.hindrance}" if self.hindrance else "clear"


class LinesOfSight:
    """All lines over one ground under one convention. Make it with `lines_of_sight`, which keeps it."""

    def __init__(self, ground: Ground, convention: SightConvention) -> None:
        self.ground = ground
        self.convention = convention
        self._relief = Relief(ground)
        self._sights: dict[tuple[Cell, Cell], Sight] = {}
        self._passed = 0
        self._rows: dict[Cell, Area] = {}
        self._all: NDArray[np.uint8] | None = None
        """By cells in map order whom each sees, eight to a byte, once all pairs have been worked out."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out of a pickle what is known: where it is read, the map keeps lines of its own."""
        return lines_of_sight, (self.ground.map, self.convention, self.ground.changes)

    # -- one line ----------------------------------------------------------------------------------------

    def sight(self, viewer: Cell, target: Cell) -> Sight:
        """Return whether one cell can see another, with everything that the line met."""
        known = self._sights.get((viewer, target))
        if known is None:
            for cell in (viewer, target):
                if cell not in self.ground.map:
                    raise ValueError(f"{cell} is not on the map {self.ground.map.name}")
            known = _Line(self._relief, self.convention, viewer, target).verdict()
            self._keep(known)
        return known

    def beyond(self, sight: Sight) -> tuple[MetOnLine, ...]:
        """Return what stands on a line behind whatever stops it: no part of the verdict, but of the picture."""
        line = _Line(self._relief, self.convention, sight.viewer, sight.target)
        return tuple(line.judged_apart(len(sight.passed)))

    def _keep(self, sight: Sight) -> None:
        self._passed += len(sight.passed)
        if self._passed > _PASSED:
            self._sights.clear()
            self._passed = len(sight.passed)
        self._sights[sight.viewer, sight.target] = sight

    # -- many lines --------------------------------------------------------------------------------------

    def field_of_view(self, viewer: Cell) -> Area:
        """Return all cells that can be seen from a cell in all directions, itself included."""
        row = self._rows.get(viewer)
        if row is None:
            if len(self._rows) * len(self.ground.map.terrain) > 8 * _MEMORY:
                self._rows.clear()
            row = self._rows[viewer] = self._row(viewer)
        return row

    def sees(self, one: Cell, other: Cell) -> bool:
        """Say whether two cells see each other. It is the same both ways: whichever field of view is there tells."""
        row = self._rows.get(other)
        return one in row if row is not None else other in self.field_of_view(one)

    def seen_by_any(self, viewers: tuple[Cell, ...]) -> Area:
        """Return all cells that at least one of the viewers can see."""
        bits = 0
        for viewer in viewers:
            bits |= self.field_of_view(viewer).bits
        return Area(self.ground.map, bits)

    def all_pairs(self) -> None:
        """Work out every field of view at once, at less than half the cost of one after the other.

        A set of cells is made of each when it is asked for.
        """
        from sim.board import kernels, sight_kernels  # here, so that nothing else pays for numba

        map_ = self.ground.map
        kernels.compile_for(len(map_.terrain))
        if len(map_.cells) > MOST_CELLS_AT_ONCE:
            raise ValueError(f"all pairs of {len(map_.cells)} cells would not fit: ask for fields of view one by one")
        seen = np.zeros((len(map_.cells), (len(map_.cells) + 7) // 8), dtype=np.uint8)
        sight_kernels.sight_matrix(*self._table, map_.slots.of_cell, map_.slots.to_cell, seen)
        self._all = seen

    def _row(self, viewer: Cell) -> Area:
        from sim.board import kernels, sight_kernels  # here, so that nothing else pays for numba

        map_ = self.ground.map
        if self._all is not None:
            return Area.of_packed(map_, self._all[map_.ordinal(viewer)])
        kernels.compile_for(len(map_.terrain))
        slots, size = map_.slots, (len(map_.terrain) + 7) // 8
        slot = slots.of_cell[map_.ordinal(viewer)]
        if self.ground.changes == NO_CHANGES:
            seen = np.zeros(size, dtype=np.uint8)
            sight_kernels.sight_row(*self._table, slot, slots.to_cell, seen)
        else:
            seen = np.array(self._unchanged.field_of_view(viewer).packed())
            sight_kernels.sight_row_changed(*self._table, slot, slots.of_cell, slots.to_cell, self._changed_slots, seen)
        return Area.of_packed(map_, seen)

    @cached_property
    def _unchanged(self) -> LinesOfSight:
        return lines_of_sight(self.ground.map, self.convention)

    @cached_property
    def _table(self) -> SightTable:
        if self.ground.changes == NO_CHANGES:
            return sight_table(self.ground, self.convention)
        return changed_table(self._unchanged._table, self.ground)

    @cached_property
    def _changed_slots(self) -> NDArray[np.int32]:
        map_ = self.ground.map
        return map_.slots.of_cell[[map_.ordinal(cell) for cell in self.ground.changed_cells]]


def lines_of_sight(battle_map: BattleMap, convention: SightConvention, changes: Changes = NO_CHANGES) -> LinesOfSight:
    """Return the lines over a map and its changes. The same question gets the same object, with what it knows."""
    if changes == NO_CHANGES:
        return _printed_lines(battle_map, convention)
    return _changed_lines(battle_map, convention, changes)


@memo
def _printed_lines(battle_map: BattleMap, convention: SightConvention) -> LinesOfSight:
    """Return the lines over the map as it is printed, which every change begins with: they stay as long as it does."""
    return LinesOfSight(Ground(battle_map), convention)


@memo(most=32)
def _changed_lines(battle_map: BattleMap, convention: SightConvention, changes: Changes) -> LinesOfSight:
    """Return the lines over changed ground. Few are kept: with smoke they come and go."""
    return LinesOfSight(Ground(battle_map, changes), convention)


class _Line:
    """Judges one line by what it meets, in order, and goes no further than the first thing that stops it."""

    def __init__(self, relief: Relief, convention: SightConvention, viewer: Cell, target: Cell) -> None:
        self.relief, self.convention, self.viewer, self.target = relief, convention, viewer, target
        self.ground = relief.ground
        self.start, self.end = self.ground.height_at(viewer), self.ground.height_at(target)
        self.straight = convention.heights == "straight_line"
        self.low_ground = min(self.start, self.end)
        if self.straight:
            self.line_ends = (self.start + convention.eye, self.end + convention.eye)
        else:
            self.line_ends = (max(self.start, self.end),) * 2
        self.way = trace_from_origin(self.ground.map.grid, target.minus(viewer))

    def verdict(self) -> Sight:
        passed = tuple(self._judged())
        blocker = passed[-1] if passed and passed[-1].stops else None
        met = tuple(place.met for place in passed)
        return Sight(
            self.viewer,
            self.target,
            self.convention.id,
            clear=blocker is None,
            passed=passed,
            blocker=blocker,
            hindrance=sum(place.hindrance for place in passed),
            cover=()
            if blocker
            else (*cover_along(self.ground, self.convention, met, self.target), *self._veils(passed)),
        )

    def _veils(self, passed: tuple[MetOnLine, ...]) -> Iterator[Cover]:
        return veil_cover(self.ground, (place.met for place in passed if place.hindrance))

    def _judged(self) -> Iterator[MetOnLine]:
        """Yield what the line passes, up to and including the first thing that stops it."""
        hindrance, limit = 0, self.convention.hindrance_limit
        blind = self._beside_low_ground()
        for n, met in enumerate(self.way):
            place = self._passed(met.moved(self.viewer), blind=n in blind)
            hindrance += place.hindrance
            if place.hindrance and not place.stops and 0 < limit <= hindrance:
                place = place._replace(stops=True, why=f"hindrances add up to {hindrance}, and {limit} block")
            yield place
            if place.stops:
                return

    def judged_apart(self, first: int) -> Iterator[MetOnLine]:
        """Yield what the line meets from the first of them on, each judged by itself: hindrances do not add up."""
        blind = self._beside_low_ground()
        for n, met in enumerate(self.way[first:], first):
            yield self._passed(met.moved(self.viewer), blind=n in blind)

    def _beside_low_ground(self) -> tuple[int, ...]:
        """Return which of the things met stand directly before the lower end, where high ground cannot look down.

        That is the side or gap at that end, and behind a side the cell next to it.
        """
        if self.straight or self.start == self.end:
            return ()
        last = len(self.way) - 1
        near, next_to_it = (0, 1) if self.start < self.end else (last, last - 1)
        return (near, next_to_it) if isinstance(self.way[near], Across) else (near,)

    def _passed(self, met: Met, *, blind: bool) -> MetOnLine:
        match met:
            case Through(cell, enters, leaves):
                return self._judge(met, self.relief.cell(cell), (enters, leaves), blind)
            case Across(edge, at):
                return self._judge(met, self.relief.edge(edge), (at, at), blind)
            case Between(left, right):
                return self._graze(self._bank(met, left, blind), self._bank(met, right, blind))

    def _judge(self, met: Met, standing: Standing, span: tuple[Fraction, Fraction], blind: bool) -> MetOnLine:
        """Hold one obstacle against the line, where that is lowest: towards its lower end."""
        at = span[1] if self.end < self.start else span[0]
        why = ""
        if self._rises(standing.top, at):
            why = self._too_high(standing.top, at)
        elif blind and standing.screen > self.low_ground:
            why = f"level {self.low_ground} lies in the blind spot directly behind it"
        veiled = standing.veil if standing.veil and self._rises(standing.veil_top, at) else 0
        return MetOnLine(met, standing.name, standing.top, self.line_ends, at, bool(why), veiled, why)

    def _graze(self, left: MetOnLine, right: MetOnLine) -> MetOnLine:
        """Judge a line that passes between two banks: the freer hand counts, or by convention the other one."""
        free, tight = sorted((left, right), key=lambda bank: (bank.stops, bank.top))
        either = self.convention.grazing == "either"
        # One hand may be enough, but the edge of the map alone is no obstacle.
        counts = tight if either and tight.top != WALL_TOP else free
        hindrance = (max if either else min)(left.hindrance, right.hindrance)
        name, why = f"{left.name} and {right.name}", ""
        if counts.stops:
            why = f"the line passes between them; on the one hand {tight.why}"
            why += f", on the other {free.why}" if free.stops else ", and one hand is enough"
        return counts._replace(name=name, hindrance=hindrance, why=why)

    def _bank(self, met: Between, bank: Bank, blind: bool) -> MetOnLine:
        """Judge one hand of a grazing line: what of its cell and sides stops it, else its highest."""
        judged = [self._judge(met, self.relief.edge(edge), (at, at), blind) for edge, at in bank.edges]
        if bank.cell is not None:
            judged.append(self._judge(met, self.relief.cell(bank.cell), (met.enters, met.leaves), blind))
        worst = max(judged, key=lambda part: (part.stops, part.top))
        hindrance = max(part.hindrance for part in judged)
        return worst if worst.hindrance == hindrance else worst._replace(hindrance=hindrance)

    def _rises(self, top: int, at: Fraction) -> bool:
        """Say whether a top stands above the line; between levels, equal height is enough for high ground."""
        start, end = self.line_ends
        if start == end:
            return top >= start if self.start != self.end else top > start
        return (top - start) * at.denominator > (end - start) * at.numerator

    def _too_high(self, top: int, at: Fraction) -> str:
        start, end = self.line_ends
        if top == WALL_TOP:
            return "nothing can be seen across it"
        if self.straight:
            return f"it rises to {top} where the line is at {_number(start + (end - start) * at)}"
        if self.start == self.end:
            return f"it rises to level {top}, above level {start} of both ends"
        return f"it rises to level {top}, not below the high ground at level {start}"


def _number(value: Fraction) -> str:
    """Write a height as players would: 3, 5/2, 1.33."""
    return str(value) if value.denominator <= 4 else f"{float(value):.2f}"
