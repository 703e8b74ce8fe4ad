"""Maps turned, mirrored, moved, cut and joined keep what is on them."""

from dataclasses import replace
from typing import Any

import pytest

from sim.board.transform import cropped, flipped, joined, mirrored, moved, rotated
from sim.grid import Cell, HexGrid, SquareGrid
from tests.board.drawn import GRIDS, at, drawn, random_map


@pytest.mark.parametrize("grid", GRIDS)
def test_all_the_way_round_is_the_same_map(grid) -> None:  # type: ignore[no-untyped-def]
    """Turned once for each side, or reflected twice, a map is what it was."""
    battle_map = random_map(grid, 7, 6, 5)
    cut, _ = cropped(battle_map, battle_map.whole)
    turned = battle_map
    for _ in grid.sides:
        turned, _ = rotated(turned, 1)
    twice, _ = mirrored(mirrored(battle_map)[0])
    over, _ = flipped(flipped(battle_map)[0])
    assert turned.digest == twice.digest == over.digest == cut.digest


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(("width", "height"), [(4, 3), (3, 4)])
def test_a_reflected_rectangle_is_one(grid: Any, width: int, height: int) -> None:
    """Left and right, or top and bottom, change places; nothing becomes a hole, and the corners are corners."""
    board = drawn("\n".join(["w" + "." * (width - 1)] + ["." * width] * (height - 1)), grid=grid)
    for reflected, column, row in ((mirrored, width - 1, 0), (flipped, 0, height - 1)):
        after, placing = reflected(board)
        assert (after.width, after.height) == (width, height) and len([*after.whole]) == width * height
        assert placing(grid.at(0, 0)) == after.grid.at(column, row)
        assert after.terrain_at(after.grid.at(column, row)).id == "woods"


def test_everything_comes_along() -> None:
    """Terrain, height, features, edges, ways, places and areas lie where the placing says; a row is a column."""
    battle_map = drawn("w.\n.1", features={"A2": "pit"}, edges={"A1/s": "wall"}, ways={"road": ["A1", "B1"]})
    turned, placing = rotated(battle_map, 2)
    woods, pit, hill, east = (placing(cell) for cell in at(battle_map, "A1 A2 B2 B1"))
    assert turned.terrain_at(woods).id == "woods"
    assert turned.height_at(hill) == 1
    assert turned.features[pit] == ("pit",)
    assert set(turned.edges) == {(min(woods, pit), max(woods, pit))}
    assert set(turned.ways) == {(min(woods, east), max(woods, east))}
    battle_map = replace(drawn("..", grid=SquareGrid(8)), places={"p": (Cell(0, 0),)}, areas={"a": (Cell(1, 0),)})
    turned, placing = rotated(battle_map, 1)
    assert turned.places == {"p": (placing(Cell(0, 0)),)}
    assert turned.areas == {"a": (placing(Cell(1, 0)),)}
    battle_map = drawn("w..", grid=SquareGrid(8))
    turned, placing = rotated(battle_map, 1)
    assert (turned.width, turned.height) == (1, 3)
    assert placing(Cell(0, 0)) == Cell(0, 0)


def test_moving_leaves_holes() -> None:
    """The room before a moved map is not part of it."""
    battle_map, placing = moved(drawn("w."), Cell(1, 0))
    assert battle_map.width == 3
    assert Cell(0, 0) not in battle_map
    assert battle_map.terrain_at(placing(Cell(0, 0))).id == "woods"


def test_where_boards_overlap_the_first_counts() -> None:
    """Smoke, walls and roads under it are gone; a name on both stands for the cells of both."""
    one, other = drawn("w."), drawn(".w")
    both, first, second = joined(one, other, Cell(0, 0))
    assert both.terrain == ("woods", "open")
    assert first(Cell(0, 0)) == second(Cell(0, 0)) == Cell(0, 0)
    top = replace(drawn("..\n..", grid=SquareGrid(8)), places={"v": (Cell(0, 0),)})
    covered: dict[str, Any] = {"features": {"A1": "pit"}, "edges": {"A1/e": "wall"}, "ways": {"road": ["A1", "A2"]}}
    under = drawn("..\n..", grid=SquareGrid(8), **covered)
    both, _, _ = joined(top, replace(under, places={"v": (Cell(1, 1),)}), Cell(0, 0))
    assert (both.features, both.edges, both.ways) == ({}, {}, {})
    assert both.places == {"v": (Cell(0, 0), Cell(1, 1))}


def test_what_cannot_be_is_an_error() -> None:
    """No cell is lost in silence, hexes and squares do not go together, a map without cells is none."""
    with pytest.raises(ValueError, match="leave its sheet"):
        moved(drawn(".."), Cell(-1, 0))
    with pytest.raises(ValueError, match="same grid"):
        joined(drawn("."), drawn(".", grid=SquareGrid(8)), Cell(1, 0))
    with pytest.raises(ValueError, match="nothing of the map"):
        cropped(drawn("."), [Cell(5, 5)])


def test_hexes_of_odd_columns_keep_their_neighbours() -> None:
    """Moved by one column, hexes fall into rows of the other parity and are neighbours as before."""
    grid = HexGrid()
    battle_map = random_map(grid, 6, 6, 9)
    _, placing = moved(battle_map, Cell(1, 0))
    for cell in battle_map.whole:
        for near in grid.neighbours(cell):
            assert grid.adjacent(placing(cell), placing(near))
