"""Sight against its peers: fields of view known and new, after smoke, all pairs, and single lines.

The peer is python-tcod's symmetric shadow-cast. It answers an easier question, and a different one: it knows neither
heights nor walls on sides, only squares, and it holds a line blocked where the tile nearest to the line at each step
blocks, while ours is blocked by any cell that it passes through (`tests/board/test_peers.py` counts the difference).
On hexes it gets the same rows and columns of blockers as if they were squares.

The yardstick in C answers our own question, from our tables: fields of view by the same method, all pairs by a line at
a time from all cells at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from ctypes import CDLL
from dataclasses import replace
from random import Random

import numpy as np
import tcod.constants
import tcod.los
import tcod.map
from bench_maps import SEED, Field
from bench_timing import NO_TARGET, Batch, Contender, Effort, Line, Target, race, repeated
from bench_yardstick import ALL_PAIRS, VIEW, CSight, expect, yardstick

from sim.board import zones
from sim.board.battlemap import BattleMap
from sim.board.ground import Changes
from sim.board.sight import LinesOfSight, lines_of_sight
from sim.grid import Cell, trace_from_origin

_VIEWERS = 24
TCOD_VIEW = "tcod symmetric field of view"
TCOD_LINE = "tcod Bresenham, yes or no"

Pair = tuple[Cell, Cell]


# -- fields of view that are known ----------------------------------------------------------------------------


def views_known(field: Field, effort: Effort) -> Iterator[Line]:
    """Ask for fields of view that are known already, as play does nearly always, with smoke on the map.

    Once from lines at hand, as rules and plans do for as long as the ground stays as it is; once from map and
    changes, as somebody does who has only the state of a battle.
    """
    viewers = field.viewers(_VIEWERS)
    smoke = Changes().with_feature(viewers[0], "smoke")
    lines = lines_of_sight(field.map, field.convention, smoke)

    def from_state(viewer: Cell) -> object:
        return lines_of_sight(field.map, field.convention, smoke).field_of_view(viewer)

    contenders = [_asked(lines.field_of_view, viewers), _asked(from_state, viewers), _tcod_views(field, viewers)]
    at_hand, looked_up, theirs = race(contenders, effort)
    where, target = f"{field.name}-{field.size.name}", Target(times=20)
    yield Line(f"view-known-{where}", f"field of view known, {field}", at_hand, TCOD_VIEW, theirs, target)
    what = f"same, lines looked up by state, {field}"
    yield Line(f"view-state-{where}", what, looked_up, TCOD_VIEW, theirs)


def views_in_front(field: Field, effort: Effort) -> Iterator[Line]:
    """Ask for what somebody sees in the arc of their facing, all of it known: sight and arc as one operation."""
    lines, viewers = lines_of_sight(field.map, field.convention), field.viewers(_VIEWERS)
    fronts = {viewer: zones.Front(viewer, 0, 2) for viewer in viewers}
    ours = _asked(lambda viewer: zones.field_of_view(lines, fronts[viewer]), viewers)
    figures = race([ours, _tcod_views(field, viewers)], effort)
    what = f"field of view in an arc, known, {field}"
    yield Line(f"view-front-{field.name}", what, figures[0], TCOD_VIEW, figures[1])


def _asked(ask: Callable[[Cell], object], viewers: Sequence[Cell]) -> Contender:
    """Ask for each viewer many times over: one answer takes less than the clock can see."""
    turns = 40

    def run() -> None:
        for _ in range(turns):
            for viewer in viewers:
                ask(viewer)

    return Contender(lambda: run, turns * len(viewers))


def _tcod_views(field: Field, viewers: Sequence[Cell]) -> Contender:
    places = [field.row_and_column(viewer) for viewer in viewers]
    transparent, algorithm = field.transparent, tcod.constants.FOV_SYMMETRIC_SHADOWCAST

    def run() -> None:
        for place in places:
            tcod.map.compute_fov(transparent, place, 0, True, algorithm)

    return Contender(lambda: run, len(places))


# -- fields of view that are new ------------------------------------------------------------------------------


def views_first(field: Field, effort: Effort) -> Iterator[Line]:
    """Ask for fields of view that nobody has asked for before, on a map whose sight table is laid out."""
    viewers = field.viewers(_VIEWERS)
    ours = Contender(lambda: _first_views(LinesOfSight(field.ground, field.convention), viewers), len(viewers) - 1)
    contenders = [ours, _tcod_views(field, viewers)]
    if library := yardstick():
        contenders.append(_c_views(library, field, viewers))
    figures = race(contenders, effort)
    target = {"medium": Target(under=0.2e-3), "huge": Target(under=1e-3)}.get(field.size.name, NO_TARGET)
    name, what = f"view-first-{field.name}-{field.size.name}", f"first field of view of a cell, {field}"
    yield Line(name, what, figures[0], TCOD_VIEW, figures[1], target)
    if library:
        level = field.convention.heights == "high_ground"
        target = Target(times=1 / 1.5 if level else 1 / 2) if field.size.name == "medium" else NO_TARGET
        yield Line(f"{name}-c", what, figures[0], VIEW, figures[2], target)


def _c_views(library: CDLL, field: Field, viewers: Sequence[Cell]) -> Contender:
    """Return the look of all viewers in C, which must see what we see."""
    theirs, ours = CSight(library, field, field.convention), lines_of_sight(field.map, field.convention)
    looks = [theirs.view(viewer) for viewer in viewers]
    expect([look() for look in looks], [ours.field_of_view(viewer).bits for viewer in viewers])

    def run() -> None:
        for look in looks:
            look()

    return Contender(lambda: run, len(looks))


def _first_views(lines: LinesOfSight, viewers: Sequence[Cell]) -> Batch:
    """Return the first look of all viewers but one, whose own look lays out the table."""
    lines.field_of_view(viewers[0])

    def run() -> None:
        for viewer in viewers[1:]:
            lines.field_of_view(viewer)

    return run


def views_after_smoke(field: Field, effort: Effort) -> Iterator[Line]:
    """Ask for fields of view after smoke was put down: for the first one, lines over the new ground included, and for
    those that follow. The fields of view without the smoke are known, as they are in play."""
    viewers = field.viewers(_VIEWERS)

    def next_views() -> Batch:
        smoke = Changes().with_feature(viewers[0], "smoke")
        return _first_views(lines_of_sight(_map_without_smoke(field, viewers), field.convention, smoke), viewers)

    contenders = [
        Contender(lambda: _views_past_new_smoke(field, viewers), len(viewers)),
        Contender(next_views, len(viewers) - 1),
        _tcod_views(field, viewers),
    ]
    first, following, theirs = race(contenders, effort)
    target = Target(under=0.2e-3)
    what = f"first field of view after smoke, {field}"
    yield Line(f"view-smoke-{field.name}", what, first, TCOD_VIEW, theirs, target)
    what = f"next cell's field of view after it, {field}"
    yield Line(f"view-smoke-next-{field.name}", what, following, TCOD_VIEW, theirs, target)


def _views_past_new_smoke(field: Field, viewers: Sequence[Cell]) -> Batch:
    """Return a look of each viewer past smoke that was put down for it alone."""
    smokes = [Changes().with_feature(cell, "smoke") for cell in (*viewers[1:], viewers[0])]
    battle_map = _map_without_smoke(field, viewers)

    def run() -> None:
        for viewer, smoke in zip(viewers, smokes, strict=True):
            lines_of_sight(battle_map, field.convention, smoke).field_of_view(viewer)

    return run


def _map_without_smoke(field: Field, viewers: Sequence[Cell]) -> BattleMap:
    """Return the map as a new one, of which only the fields of view without smoke are known, as in play."""
    battle_map = replace(field.map)
    unchanged = lines_of_sight(battle_map, field.convention)
    for viewer in viewers:
        unchanged.field_of_view(viewer)
    return battle_map


def sight_tables(field: Field, effort: Effort) -> Iterator[Line]:
    """Ask for the very first field of view of a map, which lays out its sight table as well."""
    viewer = field.viewers(1)[0]

    def opening() -> Batch:
        lines = LinesOfSight(field.ground, field.convention)
        return lambda: lines.field_of_view(viewer)

    (figures,) = race([Contender(opening)], effort)
    yield Line(f"sight-table-{field.name}-{field.size.name}", f"lay out sight and look once, {field}", figures)


def all_pairs(field: Field, effort: Effort) -> Iterator[Line]:
    """Work out who sees whom on the whole map; the peer runs once for every cell."""

    def every_pair() -> Batch:
        lines = LinesOfSight(field.ground, field.convention)
        lines.field_of_view(field.map.cells[0])
        return lines.all_pairs

    theirs = Contender(_tcod_views(field, field.map.cells).batch)
    contenders = [Contender(every_pair), theirs]
    if library := yardstick():
        in_c, ours = CSight(library, field, field.convention), lines_of_sight(field.map, field.convention)
        expect(in_c.all_pairs().tolist(), [ours.field_of_view(cell).packed().tolist() for cell in field.map.cells])
        contenders.append(repeated(in_c.all_pairs))
    figures = race(contenders, effort)
    what, peer = f"all pairs, {field}", f"{TCOD_VIEW}, looped"
    yield Line(f"all-pairs-{field.name}", what, figures[0], peer, figures[1], Target(under=0.2))
    if library:
        yield Line(f"all-pairs-{field.name}-c", what, figures[0], ALL_PAIRS, figures[2], Target(times=1 / 3))


# -- single lines ---------------------------------------------------------------------------------------------


def single_lines(field: Field, effort: Effort) -> Iterator[Line]:
    """Ask for the verdict on one line with its certificate: unknown, along a known way, and known."""
    pairs = _pairs(field, 100)
    known = lines_of_sight(field.map, field.convention)
    contenders = [
        Contender(lambda: _new_lines(field, pairs, forget_ways=True), len(pairs)),
        Contender(lambda: _new_lines(field, pairs, forget_ways=False), len(pairs)),
        Contender(lambda: lambda: _ask_lines(known, pairs), len(pairs)),
        Contender(lambda: _tcod_lines(field, pairs), len(pairs)),
    ]
    *ours, theirs = race(contenders, effort)
    questions = {"new": "new", "way": "new, along a known way", "known": "known"}
    for (name, question), figures in zip(questions.items(), ours, strict=True):
        what = f"sight with certificate, {question}, {field}"
        yield Line(f"sight-{name}-{field.name}", what, figures, TCOD_LINE, theirs)


def _pairs(field: Field, count: int) -> list[Pair]:
    chance, cells = Random(SEED), field.viewers(len(field.map.cells))
    return [(chance.choice(cells), chance.choice(cells)) for _ in range(count)]


def _new_lines(field: Field, pairs: Sequence[Pair], *, forget_ways: bool) -> Batch:
    """Return the first look along each line; the way of a line, a property of its offset, may be known or not."""
    lines = LinesOfSight(field.ground, field.convention)
    trace_from_origin.cache_clear()
    if not forget_ways:
        _ask_lines(LinesOfSight(field.ground, field.convention), pairs)
    return lambda: _ask_lines(lines, pairs)


def _ask_lines(lines: LinesOfSight, pairs: Sequence[Pair]) -> None:
    for one, other in pairs:
        lines.sight(one, other)


def _tcod_lines(field: Field, pairs: Sequence[Pair]) -> Batch:
    places = [(field.row_and_column(one), field.row_and_column(other)) for one, other in pairs]
    transparent = field.transparent

    def run() -> None:
        for one, other in places:
            way = tcod.los.bresenham(one, other)
            bool(np.all(transparent[way[1:-1, 0], way[1:-1, 1]]))

    return run
