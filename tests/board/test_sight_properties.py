"""What must hold for every line on every map: sight is mutual, and how a board lies on the table changes nothing.

The sweeps compare whole matrices, so that one small map is thousands of pairs. The everyday run checks more than
200,000 pairs against the readable definition; `python3 tools/test.py -m long tests/board/test_sight_properties.py`
checks ten million.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sim import resources
from sim.board.battlemap import BattleMap
from sim.board.convention import CONVENTIONS, HIGH_GROUND, TABLETOP, TOWN, SightConvention
from sim.board.ground import NO_CHANGES, Changes, Ground
from sim.board.mapfile import load_map
from sim.board.sight import LinesOfSight, lines_of_sight
from sim.board.terrain import VOID
from sim.board.transform import Placing, cropped, joined, mirrored, moved, rotated
from sim.board.zones import Front, field_of_view
from sim.grid import Between, Cell, Edge, Grid, trace
from tests.board.drawn import GRIDS, SMALL_SET, random_map

EITHER_HAND = replace(HIGH_GROUND, id="either_hand", grazing="either")
ALL = (HIGH_GROUND, TOWN, TABLETOP, EITHER_HAND)
EVERY = (
    *ALL,
    replace(TABLETOP, id="either_eyes", grazing="either"),
    replace(TABLETOP, id="low_eyes", eye=0, hindrance_limit=1),
    replace(HIGH_GROUND, id="no_limit", hindrance_limit=0),
)
EVERYDAY_PAIRS = 60_000
LONG_PAIRS = 10_000_000

Matrix = NDArray[np.bool_]


def matrix(battle_map: BattleMap, convention: SightConvention, changes: Changes = NO_CHANGES) -> Matrix:
    """Every field of view, in map order."""
    lines = LinesOfSight(Ground(battle_map, changes), convention)
    lines.all_pairs()
    return np.array([lines.field_of_view(cell).mask() for cell in battle_map.whole])[:, battle_map.whole.mask()]


def placed_matrix(battle_map: BattleMap, placing: Placing, source: BattleMap, convention: SightConvention) -> Matrix:
    """The fields of view of a transformed map, back in the order of the map that it was made from."""
    places = {cell: n for n, cell in enumerate(battle_map.whole)}
    order = [places[placing(cell)] for cell in source.whole]
    return matrix(battle_map, convention)[np.ix_(order, order)]


def random_maps(width: int = 10, height: int = 9) -> Iterator[tuple[BattleMap, SightConvention]]:
    """An endless row of random maps over all grids and conventions."""
    for seed in count():
        yield random_map(GRIDS[seed % 4], width, height, seed), ALL[seed // 4 % 4]


@pytest.mark.parametrize("pairs", [EVERYDAY_PAIRS, pytest.param(LONG_PAIRS, marks=pytest.mark.long)])
def test_bulk_equals_sight_and_sight_is_mutual(pairs: int) -> None:
    """A field of view holds exactly the cells that `sight` sees, and what sees is seen.

    Nothing is kept of a map once it is done: certificates by the million would be looked through for garbage again and
    again.
    """
    for battle_map, convention in random_maps(*((10, 9) if pairs > EVERYDAY_PAIRS else (7, 6))):
        lines, cells = LinesOfSight(Ground(battle_map), convention), tuple(battle_map.whole)
        clear = {(one, other): lines.sight(one, other).clear for one in cells for other in cells}
        for one in cells:
            row = lines.field_of_view(one)
            for other in cells:
                assert clear[one, other] == (other in row), (battle_map.name, convention.id, one, other)
                assert clear[one, other] == clear[other, one], (battle_map.name, convention.id, one, other)
                assert clear[one, other] == lines.sees(one, other), (battle_map.name, convention.id, one, other)
        pairs -= len(cells) ** 2
        if pairs <= 0:
            return


GROUNDS = ("open", "woods", "tall", "high", "brush", VOID)


@st.composite
def grounds(draw: st.DrawFn) -> BattleMap:
    """Maps of all shapes: hardly anything in the way or nearly everything, flat or steep, walls, veils and holes."""
    grid, width, height = draw(st.sampled_from(GRIDS)), draw(st.integers(1, 14)), draw(st.integers(1, 14))
    common, levels = draw(st.sampled_from(GROUNDS[:5])), draw(st.sampled_from([(0, 0), (0, 1), (0, 3), (-2, 6)]))
    chance, share = draw(st.randoms(use_true_random=False)), draw(st.sampled_from([0.02, 0.1, 0.3, 0.6]))
    kinds = [chance.choice(GROUNDS) if chance.random() < share else common for _ in range(width * height)]
    kinds[chance.randrange(len(kinds))] = "open"  # there is a map
    bare = random_map(grid, width, height, chance.randrange(10**6))
    heights = tuple(chance.randint(*levels) if chance.random() < 0.5 else levels[0] for _ in kinds)
    battle_map = replace(bare, terrain=tuple(kinds), heights=heights, edges={}, features={}, ways={})
    walls = {edge: "wall" for edge in _sides(battle_map) if chance.random() < share / 3}
    smoke = {cell: ("light_smoke",) for cell in battle_map.whole if chance.random() < share / 3}
    return replace(battle_map, edges=walls, features=smoke)


@given(battle_map=grounds(), convention=st.sampled_from(EVERY), chance=st.randoms(use_true_random=False))
def test_every_way_to_look_is_the_definition(
    battle_map: BattleMap, convention: SightConvention, chance: Random
) -> None:
    """A field of view alone, one of all pairs, and one mended after changes hold what `sight` sees, cell by cell."""
    cells = tuple(battle_map.whole)
    changes = Changes().with_feature(chance.choice(cells), chance.choice(("heavy_smoke", "light_smoke")))
    changes = changes.with_edge(chance.choice(_sides(battle_map)), chance.choice((None, "wall")))
    changes = changes.with_terrain(chance.choice(cells), chance.choice(GROUNDS[:5]))
    alone, together = (LinesOfSight(Ground(battle_map), convention) for _ in range(2))
    mended, afresh = (
        lines_of_sight(battle_map, convention, changes),
        LinesOfSight(Ground(battle_map, changes), convention),
    )
    together.all_pairs()
    afresh.all_pairs()
    for one in chance.sample(cells, min(3, len(cells))):
        now, later = ([cell for cell in cells if lines.sight(one, cell).clear] for lines in (alone, mended))
        assert now == list(alone.field_of_view(one)) == list(together.field_of_view(one))
        assert later == list(mended.field_of_view(one)) == list(afresh.field_of_view(one))


@pytest.mark.parametrize("grid", GRIDS)
def test_on_a_large_open_map_everything_is_seen(grid: Grid) -> None:
    """Far beyond the first rows, up to the edge in all bends, corners and axes included."""
    cells = 90 * 70
    battle_map = BattleMap("open", grid, 90, 70, SMALL_SET, ("open",) * cells, (0,) * cells)
    lines = lines_of_sight(battle_map, TOWN)
    for column, row in ((0, 0), (89, 69), (40, 30), (0, 35)):
        assert lines.field_of_view(grid.at(column, row)) == battle_map.whole


STEPS = (Cell(1, 0), Cell(1, 2))


def check_transforms(battle_map: BattleMap, convention: SightConvention) -> None:
    """Compare all verdicts of a map with those of the same map lying otherwise."""
    before = matrix(battle_map, convention)
    assert (before == before.T).all()
    for turn in range(1, len(battle_map.grid.sides)):
        turned, placing = rotated(battle_map, turn)
        assert (placed_matrix(turned, placing, battle_map, convention) == before).all(), f"turned by {turn}"
    flipped, placing = mirrored(battle_map)
    assert (placed_matrix(flipped, placing, battle_map, convention) == before).all(), "mirrored"
    for step in STEPS:
        shifted, placing = moved(battle_map, step)
        assert (placed_matrix(shifted, placing, battle_map, convention) == before).all(), f"moved by {step}"


def check_transforms_in_one_go(battle_map: BattleMap, convention: SightConvention) -> None:
    """Compare all verdicts of a map with those of the same map turned, and mirrored, and moved."""
    before = matrix(battle_map, convention)
    assert (before == before.T).all()
    turned, turn = rotated(battle_map, 1)
    flipped, flip = mirrored(turned)
    shifted, shift = moved(flipped, STEPS[0])
    after = placed_matrix(shifted, lambda cell: shift(flip(turn(cell))), battle_map, convention)
    assert (after == before).all()


@pytest.mark.parametrize("seed", range(24))
def test_turning_mirroring_and_moving_change_no_verdict(seed: int) -> None:
    """A board turned by 60 (90) degrees, mirrored, or moved by whole columns sees what it saw."""
    check_transforms(random_map(GRIDS[seed % 4], 9, 8, seed), ALL[seed // 4 % 4])


def leaves_the_crop(battle_map: BattleMap, crop: BattleMap, placing: Placing, one: Cell, other: Cell) -> bool:
    """Whether a line grazes a cell of the map that the crop has lost."""
    grazes = (met for met in trace(battle_map.grid, one, other) if isinstance(met, Between))
    hands = (bank.cell for graze in grazes for bank in (graze.left, graze.right))
    return any(hand in battle_map and placing(hand) not in crop for hand in hands if hand is not None)


def check_crop(battle_map: BattleMap, crop: BattleMap, placing: Placing, convention: SightConvention) -> int:
    """Compare the lines that a crop holds whole; return how many there were."""
    whole, part = lines_of_sight(battle_map, convention), lines_of_sight(crop, convention)
    kept = [cell for cell in battle_map.whole if placing(cell) in crop]
    compared = 0
    for one in kept:
        before, after = whole.field_of_view(one), part.field_of_view(placing(one))
        for other in kept:
            if not leaves_the_crop(battle_map, crop, placing, one, other):
                compared += 1
                assert (other in before) == (placing(other) in after), (one, other)
    return compared


@pytest.mark.parametrize("seed", range(12))
def test_cutting_a_board_changes_no_verdict(seed: int) -> None:
    """A line whose cells are all on the cut-out board is judged there as on the whole one."""
    battle_map, convention = random_map(GRIDS[seed % 4], 12, 10, seed), ALL[seed // 4 % 4]
    grid = battle_map.grid
    inner = [grid.at(column, row) for row in range(2, 8) for column in range(3, 10)]
    crop, placing = cropped(battle_map, inner)
    assert check_crop(battle_map, crop, placing, convention) > 500


@pytest.mark.parametrize("seed", range(12))
def test_joining_boards_changes_no_verdict(seed: int) -> None:
    """A line within one of two joined boards is judged as it was before they were joined."""
    grid, convention = GRIDS[seed % 4], ALL[seed // 4 % 4]
    one, other = random_map(grid, 6, 6, seed), random_map(grid, 6, 6, seed + 1000)
    joint, first, second = joined(one, other, grid.at(6, 0))
    for board, placing in ((one, first), (other, second)):
        lines, together = lines_of_sight(board, convention), lines_of_sight(joint, convention)
        home = {placing(cell) for cell in board.whole}
        compared = 0
        for start in board.whole:
            before, after = lines.field_of_view(start), together.field_of_view(placing(start))
            for end in board.whole:
                met = trace(joint.grid, placing(start), placing(end))
                hands = [bank.cell for graze in met if isinstance(graze, Between) for bank in (graze.left, graze.right)]
                if all(hand is None or hand in home or hand not in joint for hand in hands):
                    compared += 1
                    assert (end in before) == (placing(end) in after)
        assert compared > 300


def obstacle(battle_map: BattleMap, chance: Random) -> Changes:
    """One more obstacle somewhere: woods for open ground, a wall on a bare side, or smoke."""
    cells = tuple(battle_map.whole)
    open_ground = [cell for cell in cells if battle_map.terrain_at(cell).id == "open"]
    bare = [edge for edge in _sides(battle_map) if edge not in battle_map.edges]
    kind = chance.choice(("terrain", "edge", "smoke", "light smoke"))
    if kind == "terrain":
        return Changes().with_terrain(chance.choice(open_ground), chance.choice(("woods", "tall", "high", "brush")))
    if kind == "edge":
        return Changes().with_edge(chance.choice(bare), "wall")
    return Changes().with_feature(chance.choice(cells), "heavy_smoke" if kind == "smoke" else "light_smoke")


def _sides(battle_map: BattleMap) -> list[Edge]:
    steps = battle_map.grid.side_steps
    return sorted({Edge.between(cell, cell.plus(step)) for cell in battle_map.whole for step in steps})


@pytest.mark.parametrize("seed", range(36))
def test_an_obstacle_never_opens_a_line(seed: int) -> None:
    """More in the way never shows more, and so taking it away never shows less."""
    battle_map, convention = random_map(GRIDS[seed % 4], 9, 8, seed), ALL[seed // 4 % 4]
    chance = Random(seed)
    before = matrix(battle_map, convention)
    for _ in range(6):
        after = matrix(battle_map, convention, obstacle(battle_map, chance))
        assert not (after & ~before).any()


@pytest.mark.parametrize("seed", range(24))
def test_changes_mend_exactly_what_they_touch(seed: int) -> None:
    """Fields of view mended after changes equal those worked out afresh, cell by cell."""
    battle_map, convention = random_map(GRIDS[seed % 4], 11, 9, seed), ALL[seed // 4 % 4]
    chance = Random(seed)
    changes = Changes()
    for edge in chance.sample(sorted(battle_map.edges), min(3, len(battle_map.edges))):
        changes = changes.with_edge(edge, chance.choice((None, "wall", "door_open")))
    for cell in chance.sample(tuple(battle_map.whole), 3):
        changes = changes.with_feature(cell, chance.choice(("light_smoke", "heavy_smoke")))
    changes = changes.with_terrain(chance.choice(tuple(battle_map.whole)), "open")
    mended, cells = lines_of_sight(battle_map, convention, changes), tuple(battle_map.whole)
    for one in cells:
        row = mended.field_of_view(one)
        for other in chance.sample(cells, 8):
            assert (other in row) == mended.sight(one, other).clear
    afresh = matrix(battle_map, convention, changes)
    rows = np.array([mended.field_of_view(cell).mask() for cell in battle_map.whole])[:, battle_map.whole.mask()]
    assert (rows == afresh).all()


@given(
    seed=st.integers(0, 10**6),
    grid=st.sampled_from(GRIDS),
    convention=st.sampled_from(ALL),
    ends=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)),
)
def test_certificate_is_complete(seed: int, grid, convention: SightConvention, ends: tuple[int, int]) -> None:  # type: ignore[no-untyped-def]
    """A clear line lists all that it met, a blocked one ends with its blocker, and hindrances add up."""
    battle_map = random_map(grid, 8, 7, seed)
    cells = tuple(battle_map.whole)
    one, other = cells[ends[0] % len(cells)], cells[ends[1] % len(cells)]
    sight = lines_of_sight(battle_map, convention).sight(one, other)
    met = tuple(trace(grid, one, other))
    assert tuple(place.met for place in sight.passed) == met[: len(sight.passed)]
    assert sight.hindrance == sum(place.hindrance for place in sight.passed)
    if sight.clear:
        assert len(sight.passed) == len(met)
        assert sight.blocker is None
    else:
        assert sight.blocker is sight.passed[-1]
        assert [place.stops for place in sight.passed] == [False] * (len(sight.passed) - 1) + [True]
        assert sight.reason.startswith("blocked by")


@pytest.mark.parametrize("grid", GRIDS[:3])
def test_facing_decides_what_one_sees_and_never_whether_one_is_seen(grid: Grid) -> None:
    """All facings together see what can be seen by turning; whoever faces away is seen all the same."""
    battle_map = random_map(grid, 8, 8, 3)
    lines, facings = lines_of_sight(battle_map, HIGH_GROUND), range(len(grid.directions))
    for one in battle_map.whole:
        views = [field_of_view(lines, Front(one, facing, 1)) for facing in facings]
        together = battle_map.area()
        for view in views:
            together |= view
        assert together == field_of_view(lines, Front(one, 0, None)) == lines.seen_by_any((one,))
        assert all(one in lines.field_of_view(other) for other in together)


def test_seen_by_any_adds_up() -> None:
    """What several viewers see is what each of them sees."""
    battle_map = random_map(GRIDS[0], 8, 8, 4)
    lines, viewers = lines_of_sight(battle_map, TOWN), tuple(battle_map.whole)[:3]
    together = {cell for viewer in viewers for cell in lines.field_of_view(viewer)}
    assert set(lines.seen_by_any(viewers)) == together


@pytest.mark.parametrize("seed", range(16))
def test_turning_and_mirroring_change_no_cover(seed: int) -> None:
    """What shelters a target is the same on a board that lies otherwise, kind by kind."""
    battle_map, convention = random_map(GRIDS[seed % 4], 8, 7, seed), ALL[seed // 4 % 4]
    here, chance = lines_of_sight(battle_map, convention), Random(seed)
    cells = tuple(battle_map.whole)
    for other_map, placing in (mirrored(battle_map), rotated(battle_map, 1)):
        there = lines_of_sight(other_map, convention)
        for _ in range(300):
            one, other = chance.choice(cells), chance.choice(cells)
            before, after = here.sight(one, other), there.sight(placing(one), placing(other))
            covers = [sorted((part.kind, part.how) for part in sight.cover) for sight in (before, after)]
            assert covers[0] == covers[1]
            assert before.hindrance == after.hindrance or not before.clear


SHIPPED = pytest.mark.parametrize("path", resources.shipped_maps(), ids=lambda path: path.stem)
EVERYDAY_CELLS = 1000
"""Larger maps are turned, mirrored and moved in one go in the everyday run, and one by one in the long one."""


@SHIPPED
def test_shipped_map(path: Path) -> None:
    """Full sweep: on every shipped map sight is mutual, and turning, mirroring and moving it change no verdict."""
    battle_map = load_map(path)
    check = check_transforms if len(battle_map.whole) <= EVERYDAY_CELLS else check_transforms_in_one_go
    check(battle_map, CONVENTIONS[battle_map.terrain_set.sight])


@pytest.mark.long
@SHIPPED
def test_shipped_map_all_the_way_round(path: Path) -> None:
    """The same for every turn of every shipped map, under every convention."""
    for convention in ALL:
        check_transforms(load_map(path), convention)


@pytest.mark.parametrize(("viewers", "targets"), [(10, 60), pytest.param(200, 1 << 20, marks=pytest.mark.long)])
@SHIPPED
def test_shipped_map_agrees_with_the_definition(path: Path, viewers: int, targets: int) -> None:
    """On every shipped map, bulk results equal `sight` for a spread of lines; in the long run for all from many."""
    battle_map = load_map(path)
    lines = lines_of_sight(battle_map, CONVENTIONS[battle_map.terrain_set.sight])
    cells = tuple(battle_map.whole)
    chance = Random(len(cells))
    for one in chance.sample(cells, min(viewers, len(cells))):
        row, others = lines.field_of_view(one), chance.sample(cells, min(targets, len(cells)))
        assert all((other in row) == lines.sight(one, other).clear for other in others)


@pytest.mark.long
def test_transforms_for_long() -> None:
    """Ten million pairs of random maps, turned, mirrored and moved."""
    done = 0
    for battle_map, convention in random_maps(16, 14):
        check_transforms(battle_map, convention)
        done += len(battle_map.whole) ** 2
        if done >= LONG_PAIRS:
            return
