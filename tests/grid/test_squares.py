"""Squares with four and with eight neighbours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import Cell, SquareGrid
from tests.grid.drawing import found

FOUR, EIGHT = SquareGrid(4), SquareGrid(8)
BOTH = (FOUR, EIGHT)
HERE = Cell(0, 0)

grids = st.sampled_from(BOTH)
coordinates = st.integers(-50, 50)
cells = st.builds(Cell, coordinates, coordinates)


# -- neighbours ------------------------------------------------------------------------------------------


def test_squares_have_eight_neighbours_unless_told_otherwise() -> None:
    """Across a corner they share no side; three over and four down are five straight, four steps or seven."""
    assert SquareGrid() == SquareGrid(8) != SquareGrid(4)
    assert EIGHT.sides == FOUR.sides == ("n", "e", "s", "w")  # However one steps, walls stand on four sides.
    across = Cell(1, 1)
    assert (EIGHT.adjacent(HERE, across), FOUR.adjacent(HERE, across)) == (True, False)
    assert not EIGHT.share_side(HERE, across)
    there = Cell(3, 4)
    assert (EIGHT.squared(HERE, there), EIGHT.distance(HERE, there), FOUR.distance(HERE, there)) == (25, 4, 7)


NEIGHBOURS = {
    EIGHT: """
        7 0 1
        6 @ 2
        5 4 3
        """,
    FOUR: """
        . 0 .
        3 @ 1
        . 2 .
        """,
}


@pytest.mark.parametrize(("grid", "picture"), NEIGHBOURS.items(), ids=str)
def test_neighbours_lie_clockwise(grid: SquareGrid, picture: str) -> None:
    """Neighbours come clockwise from north, with or without diagonals."""
    ring = tuple(found(grid, picture, str(direction)) for direction in range(grid.ways))
    assert grid.neighbours(found(grid, picture, "@")) == ring


@given(cells)
def test_column_and_row_are_the_coordinates(cell: Cell) -> None:
    """A square's coordinates are its column and its row."""
    assert EIGHT.offset(cell) == cell == EIGHT.at(*cell)


# -- turns and mirror ------------------------------------------------------------------------------------


def test_a_turn_is_clockwise() -> None:
    """It takes north to east; with diagonals it goes on by two directions."""
    assert [FOUR.rotated(step, 1) for step in FOUR.steps] == [*FOUR.steps[1:], FOUR.steps[0]]
    assert [EIGHT.rotated(step, 1) for step in EIGHT.steps] == [*EIGHT.steps[2:], *EIGHT.steps[:2]]


# -- the plane -------------------------------------------------------------------------------------------


def test_outline_lattice_and_edges() -> None:
    """Corners clockwise and whole lattice points; no wall stands on a corner; an edge is named by its first cell."""
    assert EIGHT.outline(HERE) == ((0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5))
    assert EIGHT.scale == 2
    assert EIGHT.centre(Cell(2, -1)) == Cell(4, -2)
    with pytest.raises(ValueError, match=r"tuple\.index"):
        EIGHT.edge(HERE, "ne")
    here = EIGHT.cell("B2")
    assert EIGHT.edge_name(EIGHT.edge(here, "n")) == "B1/s"
    assert EIGHT.edge_name(EIGHT.edge(here, "w")) == "A2/e"
