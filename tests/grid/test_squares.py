"""Squares with four and with eight neighbours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import Cell, SquareGrid
from tests.grid.drawing import drawn, found

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


@pytest.mark.parametrize("grid", BOTH, ids=str)
def test_walls_stand_on_four_sides(grid: SquareGrid) -> None:
    """However one steps, a square has four sides."""
    assert grid.sides == ("n", "e", "s", "w")


@given(cells)
def test_column_and_row_are_the_coordinates(cell: Cell) -> None:
    """A square's coordinates are its column and its row."""
    assert EIGHT.offset(cell) == cell == EIGHT.at(*cell)


# -- distances -------------------------------------------------------------------------------------------


DISTANCES = {
    EIGHT: """
        3 3 3 3 3 3 3
        3 2 2 2 2 2 3
        3 2 1 1 1 2 3
        3 2 1 @ 1 2 3
        3 2 1 1 1 2 3
        3 2 2 2 2 2 3
        3 3 3 3 3 3 3
        """,
    FOUR: """
        6 5 4 3 4 5 6
        5 4 3 2 3 4 5
        4 3 2 1 2 3 4
        3 2 1 @ 1 2 3
        4 3 2 1 2 3 4
        5 4 3 2 3 4 5
        6 5 4 3 4 5 6
        """,
}


@pytest.mark.parametrize(("grid", "picture"), DISTANCES.items(), ids=str)
def test_distance_counts_steps(grid: SquareGrid, picture: str) -> None:
    """Distances, drawn: squares of squares with diagonals, diamonds without."""
    centre = found(grid, picture, "@")
    counted = {cell: str(grid.distance(centre, cell)) for cell in drawn(grid, picture)}
    assert counted == drawn(grid, picture) | {centre: "0"}


@pytest.mark.parametrize("radius", range(1, 8))
def test_sizes_of_rings_and_discs(radius: int) -> None:
    """With eight ways a disc is a square of side 2r+1, with four a diamond; their rims have 8r and 4r squares."""
    eight, four = (tuple(len(of(Cell(3, -5), radius)) for of in (grid.ring, grid.disc)) for grid in (EIGHT, FOUR))
    assert eight == (8 * radius, (2 * radius + 1) ** 2)
    assert four == (4 * radius, 1 + 2 * radius * (radius + 1))


# -- turns and mirror ------------------------------------------------------------------------------------


def test_a_turn_is_clockwise() -> None:
    """It takes north to east; with diagonals it goes on by two directions."""
    assert [FOUR.rotated(step, 1) for step in FOUR.steps] == [*FOUR.steps[1:], FOUR.steps[0]]
    assert [EIGHT.rotated(step, 1) for step in EIGHT.steps] == [*EIGHT.steps[2:], *EIGHT.steps[:2]]


# -- directions ------------------------------------------------------------------------------------------


# Digits are the direction, letters the ties between two.
TOWARDS = {
    EIGHT: """
        7 7 0 0 0 1 1
        7 7 7 0 1 1 1
        6 7 7 0 1 1 2
        6 6 6 @ 2 2 2
        6 5 5 4 3 3 2
        5 5 5 4 3 3 3
        5 5 4 4 4 3 3
        """,
    FOUR: """
        d 0 0 0 0 0 a
        3 d 0 0 0 a 1
        3 3 d 0 a 1 1
        3 3 3 @ 1 1 1
        3 3 c 2 b 1 1
        3 c 2 2 2 b 1
        c 2 2 2 2 2 b
        """,
}
TIES = {"a": (0, 1), "b": (1, 2), "c": (2, 3), "d": (0, 3)}


@pytest.mark.parametrize(("grid", "picture"), TOWARDS.items(), ids=str)
def test_towards_is_the_nearest_direction(grid: SquareGrid, picture: str) -> None:
    """Up to three steps away, drawn."""
    centre = found(grid, picture, "@")
    for cell, sign in drawn(grid, picture).items():
        if cell != centre:
            assert grid.towards(centre, cell) == (TIES.get(sign) or (int(sign),)), grid.name(cell)


@given(cells.filter(lambda cell: cell != HERE))
def test_directions_tie_on_diagonals_alone(view: Cell) -> None:
    """With four ways; of eight none, for halfway between side and diagonal the slope is irrational."""
    assert len(EIGHT.towards(HERE, view)) == 1
    assert (len(FOUR.towards(HERE, view)) == 2) == (abs(view.q) == abs(view.r))


# -- the plane -------------------------------------------------------------------------------------------


@given(cells, st.floats(-0.499, 0.499), st.floats(-0.499, 0.499))
def test_the_whole_square_is_the_cell(cell: Cell, right: float, down: float) -> None:
    """Less than half a square from the centre, either way, one is still in the cell."""
    x, y = EIGHT.point(cell)
    assert EIGHT.cell_at((x + right, y + down)) == cell


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
