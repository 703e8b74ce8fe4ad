"""Areas behave as sets, in map order; maps and changes answer for their cells."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.convention import TOWN
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover, Turning
from sim.board.paths import Stand, reach, reach_turning
from sim.board.sight import LinesOfSight
from sim.board.terrain import VOID
from sim.grid import Cell, Edge, Grid
from tests.board.drawn import GRIDS, at, drawn, random_map

BOARD = random_map(drawn(".").grid, 9, 7, 2)
CELLS = tuple(BOARD.whole)
SOME = st.sets(st.sampled_from(CELLS))


@given(SOME, SOME)
def test_areas_are_sets(one: set[Cell], other: set[Cell]) -> None:
    """Every operation on areas does what it does on sets."""
    first, second = Area.of(BOARD, one), Area.of(BOARD, other)
    assert set(first & second) == one & other
    assert set(first | second) == one | other
    assert set(first - second) == one - other
    assert set(first ^ second) == one ^ other
    assert set(~first) == set(CELLS) - one
    assert (first <= second) == (one <= other)
    assert (len(first), bool(first)) == (len(one), bool(one))
    assert all((cell in first) == (cell in one) for cell in CELLS)


@given(SOME)
def test_areas_come_in_map_order_and_as_arrays(cells: set[Cell]) -> None:
    """Whatever order cells were given in, they come back row by row; a turn as an array changes nothing."""
    assert list(Area.of(BOARD, cells)) == [cell for cell in CELLS if cell in cells]
    area = Area.of(BOARD, cells)
    assert Area.where(BOARD, area.mask()) == area
    assert int(np.count_nonzero(area.mask())) == len(cells)


def test_cells_off_the_map_are_in_no_area() -> None:
    """A hole is inside the rectangle and yet not on the map; a cell is named in large or small letters alike."""
    nowhere = Cell(99, 99)
    assert not Area.of(BOARD, [nowhere])
    assert nowhere not in BOARD.whole
    battle_map = drawn("._")
    hole = at(battle_map, "B1")[0]
    assert hole in battle_map.cells
    assert hole not in battle_map
    with pytest.raises(ValueError, match="not on the map"):
        battle_map.cell("B1")
    battle_map = drawn("...\n...")
    assert battle_map.cell("c2") == battle_map.cell("C2")
    with pytest.raises(ValueError, match="no cell name"):
        battle_map.cell("22")


@pytest.mark.parametrize("grid", GRIDS)
def test_lengths_over_the_whole_map_are_those_of_every_pair(grid: Grid) -> None:
    """All at once, and exactly: squares of whole numbers."""
    battle_map = random_map(grid, 7, 6, 1)
    for one in battle_map.cells[::5]:
        assert battle_map.squared_lengths(one).tolist() == [grid.squared(one, each) for each in battle_map.cells]


def test_same_ground_same_digest() -> None:
    """Two maps drawn alike have one fingerprint; a wall more, or thicker woods, give another."""
    one, other = drawn("w.\n.."), drawn("w.\n..")
    walled = drawn("w.\n..", edges={"A1/s": "wall"})
    assert one.digest == other.digest != walled.digest
    woods = replace(one.terrain_set.terrain["woods"], defence=9)
    thicker = replace(one.terrain_set, terrain={**one.terrain_set.terrain, "woods": woods})
    assert replace(one, terrain_set=thicker).digest != one.digest


def test_ground_reads_through_changes() -> None:
    """Terrain, features and edges are as changed; the map is as printed."""
    battle_map = drawn("w.", features={"A1": "pit"}, edges={"A1/se": "door"})
    one, two = at(battle_map, "A1 B1")
    side = Edge.between(one, two)
    changes = Changes().with_terrain(one, "open").with_feature(one, "light_smoke").with_edge(side, None)
    ground = Ground(battle_map, changes)
    assert ground.terrain_at(one).id == "open"
    assert [kind.id for kind in ground.features_at(one)] == ["pit", "light_smoke"]
    assert ground.edge_at(side) is None
    assert battle_map.terrain_at(one).id == "woods"
    assert battle_map.edge_at(side) is not None
    assert ground.changed_cells == (one, two)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_large_map_answers_the_same_without_an_object_for_every_cell(
    grid: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Places, areas, fields of view, reach and ways are those of a small map; a hole is off the map."""
    small = random_map(grid, 9, 8, 3)
    half = len(grid.directions) // 2 + 1
    walker = Mover("foot", turning=Turning((0,) * half, (0,) * half, (0,) * half))

    def answers(battle_map: BattleMap) -> list[object]:
        around = [grid.at(column, row) for row in range(-1, 9) for column in range(-1, 10)]
        cells = list(battle_map.whole)
        there = [(cell in battle_map, battle_map.ordinal_if_there(cell)) for cell in around]
        ground, last = Ground(battle_map), cells[-1]
        turned = reach_turning(ground, walker, Stand(cells[0], 1))
        return [
            there,
            [(cell, battle_map.ordinal(cell), battle_map.terrain_at(cell)) for cell in cells],
            [list(LinesOfSight(ground, TOWN).field_of_view(cell)) for cell in cells],
            reach(ground, walker, cells[0]).way(last),
            turned.way(last) if turned.cost(last) is not None else None,
            "A1" in battle_map,
        ]

    expected = answers(small)
    monkeypatch.setattr("sim.board.battlemap.LARGE", 70)
    large = replace(small)
    assert answers(large) == expected
    assert "cells" in vars(small) and "cells" not in vars(large)
    holes = [cell for cell in grid.rectangle(9, 8) if cell not in large]
    assert holes and small.terrain.count(VOID) == len(holes)
    with pytest.raises(KeyError):
        large.ordinal(holes[0])
    with pytest.raises(ValueError, match="ends at I8"):
        large.cell("J9")
