"""Reach compared with a search over the moves of the rules, and how long the window may wait for it."""

from __future__ import annotations

from heapq import heappop, heappush
from pathlib import Path
from time import process_time

import pytest

from sim.grid import Cell
from sim.rules.conflict_of_heroes.ground.moves import enterable, move_paths
from sim.rules.conflict_of_heroes.state import CohPosition, Counter, opponents
from tests.rules.conflict_of_heroes.questions import INSIGHT, staged
from tests.rules.conflict_of_heroes.test_listed import SCENARIOS, moments

LARGE = ("last_train_from_borovka", "zimovets_ridge")
"""Left to the long run: what is different on them, broken ground and vehicles, is drawn below."""
BROKEN = """
    map
    .w.p...
    ...pp..
    .W....b
    ..w.w..
    www.www
    .......
    p.....,
    .w~~...
    .......
    W.w.W..
    .......
    .......

    heights C2:1 C3:1 D3:2 F6:1 B9:1
    ways road A12-A9 D12-D1
    edges wall C7/s E7/s D3/n A10/n
    features wire F9 B11 mines E9 C6 trench G9 B9 heavy_smoke E6
"""
"""Woods, slopes, a road, walls, wire, mines, works and smoke."""


def searched(position: CohPosition, counter: Counter, limit: int) -> dict[Cell, int]:
    """Return the cost of every hex by a search over the moves of the rules, with all facings after each."""
    allowed = move_paths if counter.side == position.battle.data.player else enterable
    enemies = {enemy.place for enemy in opponents(position, counter.side)}
    best, waiting = {counter.place: 0}, [(0, counter.place)]
    while waiting:
        paid, here = heappop(waiting)
        if paid > best[here] or (here in enemies and here != counter.place):
            continue
        for facing in range(6) if here != counter.place else (counter.facing,):
            for way in allowed(position, counter.changed(cell=here, facing=facing)):
                price = paid + way.cost.total
                if price <= limit and price < best.get(way.end, limit + 1):
                    best[way.end] = price
                    heappush(waiting, (price, way.end))
    return {cell: paid for cell, paid in best.items() if cell != counter.place}


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("side", ["reds", "greys"])
@pytest.mark.parametrize(
    "profile",
    ["soviet_t34a", "soviet_truck", "soviet_ba10", "soviet_maxim", "german_sdkfz_251", "german_mg34"],
)
@pytest.mark.parametrize("hit", ["", "soft_cowering"])
def test_reach_over_broken_ground_is_that_of_the_rules(profile: str, side: str, hit: str) -> None:
    """What hampers one hampers the other."""
    other = "greys" if side == "reds" else "reds"
    units = f"{side}: m1 {profile} D11 n | m2 soviet_rifles_41 D8 n\n{other}: e1 soviet_rifles_41 D6 s\n"
    position = staged(f"{BROKEN}{units}")
    counter = position.state.unit("m1").changed(hit=hit)
    found = INSIGHT.reach(position, counter)
    assert {cell: each.cost for cell, each in found.items()} == searched(position, counter, 7)


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.stem, marks=[pytest.mark.long] if file.stem in LARGE else []) for file in SCENARIOS],
)
def test_reach_is_a_search_over_the_moves_of_the_rules(file: Path) -> None:
    """Hex by hex, for one counter of every way to move; all ways are made of steps, and end where they should."""
    position, kinds = moments(file)[-1], {}
    for each in position.state.units:
        if each.cell is not None and not each.hidden:
            kind = each.profile
            kinds[each.side, kind.movement, kind.move_ap, kind.wheels, kind.tracks, kind.crewed] = each
    for counter in kinds.values():
        fresh = counter.changed(spent=False)
        found = INSIGHT.reach(position, fresh)
        assert {cell: each.cost for cell, each in found.items()} == searched(position, fresh, 7), counter.id
        for cell, way in found.items():
            steps = zip((counter.place, *way.way), way.way, strict=False)
            assert way.way[-1] == cell and all(position.map.grid.adjacent(*step) for step in steps)


def test_the_viewer_can_ask_in_every_frame() -> None:
    """On the large map, once the sight lines are there: a generous limit, for machines have other things to do."""
    position = moments(next(path for path in SCENARIOS if path.stem == "zimovets_ridge"))[0]
    units = [each for each in position.state.units if each.cell is not None]

    def asked() -> float:
        start = process_time()
        for each in units:
            INSIGHT.threats(position, each.id)
            INSIGHT.fire_zone(position, each)
        return (process_time() - start) / len(units)

    asked()
    assert min(asked() for _ in range(3)) < 0.01
