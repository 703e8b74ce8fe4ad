"""Cells, edges and the names people write for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import Cell, Edge, Grid, SquareGrid, cross
from sim.grid.cell import column_letters, column_number, split_name
from tests.grid.drawing import EVERY_GRID as GRIDS

coordinates = st.integers(-1000, 1000)
cells = st.builds(Cell, coordinates, coordinates)


# -- cells -----------------------------------------------------------------------------------------------


def test_steps_are_added_and_repeated() -> None:
    """Both coordinates; a cell equals the plain pair, so that either finds the same entry of a dictionary."""
    assert Cell(2, 3).plus(Cell(1, -1)) == Cell(3, 2)
    assert Cell(3, 2).minus(Cell(2, 3)) == Cell(1, -1)
    assert Cell(1, -2).times(3) == Cell(3, -6)
    assert {Cell(4, 5): "here"}[(4, 5)] == "here"  # type: ignore[index]


@given(cells, cells)
def test_going_and_coming_back(cell: Cell, step: Cell) -> None:
    """A step forth and the same step back end where they began; from b to a is minus one times from a to b."""
    assert cell.plus(step).minus(step) == cell
    assert cell.minus(step) == step.minus(cell).times(-1)
    assert cross(cell, step) == -cross(step, cell)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_cross_product_is_positive_clockwise(grid: Grid) -> None:
    """On every grid, each direction lies clockwise of the one before it."""
    following = grid.steps[1:] + grid.steps[:1]
    assert all(cross(step, after) > 0 for step, after in zip(grid.steps, following, strict=True))


# -- edges -----------------------------------------------------------------------------------------------


@given(cells, cells)
def test_an_edge_is_the_same_from_both_sides(one: Cell, other: Cell) -> None:
    """The lesser cell is the first, so that equal edges are equal dictionary keys."""
    assert Edge.between(one, other) == Edge.between(other, one)
    edge = Edge.between(one, other)
    assert (edge.first, edge.second) == (min(one, other), max(one, other))


def test_an_edge_knows_its_far_side() -> None:
    """Seen from either cell, the other one lies beyond."""
    here, there = Cell(0, 0), Cell(1, -1)
    edge = Edge.between(here, there)
    assert (edge.other(here), edge.other(there)) == (there, here)


@given(cells, cells, cells)
def test_a_moved_edge_is_the_edge_of_the_moved_cells(one: Cell, other: Cell, step: Cell) -> None:
    """Moving an edge keeps its order: no new `between` is needed."""
    assert Edge.between(one, other).moved(step) == Edge.between(one.plus(step), other.plus(step))


# -- names -----------------------------------------------------------------------------------------------


def test_columns_go_on_after_z() -> None:
    """AA after Z; all of three letters read back, and sort by length; small letters and A01 will do."""
    pairs = [(25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA"), (18277, "ZZZ")]
    assert [(column, column_letters(column)) for column, _ in pairs] == pairs
    assert [column_number(column_letters(column)) for column in range(18278)] == list(range(18278))
    names = [column_letters(column) for column in range(1000)]
    assert sorted(names, key=lambda name: (len(name), name)) == names
    assert split_name("ab12") == split_name("AB12") == (27, 11)
    assert split_name("A01") == split_name("A1") == (0, 0)


@pytest.mark.parametrize(
    "name", ["", "A", "1", "A0", "A00", "1A", "A-1", "A 1", " A1", "A1 ", "A1\n", "AAAA1", "A10000", "Ä1", "A\u0661"]
)
def test_what_is_no_name_says_what_would_be_one(name: str) -> None:
    """A name that cannot be read is quoted, with an example of one that can."""
    with pytest.raises(ValueError, match="C2") as told:
        split_name(name)
    assert f'"{name}"' in str(told.value)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_names_count_columns_and_rows(grid: Grid) -> None:
    """C2 on every grid; every cell of a board is found again by a name of its own."""
    assert grid.name(grid.at(2, 1)) == "C2"
    board = list(grid.rectangle(30, 30))
    assert [grid.cell(grid.name(cell)) for cell in board] == board
    assert len({grid.name(cell) for cell in grid.rectangle(30, 30)}) == 900


@pytest.mark.parametrize("column", [-1, -2])
def test_a_cell_left_of_the_board_has_no_name(column: int) -> None:
    """There are no letters left of A."""
    with pytest.raises(ValueError, match=f"column {column} lies left of the board"):
        SquareGrid().name(Cell(column, 0))
