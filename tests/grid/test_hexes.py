"""Hexes: layouts, steps, distances, turns, mirror and the plane."""

from math import dist, sqrt
from typing import Literal

import pytest
from hypothesis import strategies as st

from sim.grid import Cell, HexGrid
from tests.grid.drawing import drawn, found

FLAT, POINTY = HexGrid("flat", "odd"), HexGrid("pointy", "odd")
LAYOUTS = (FLAT, HexGrid("flat", "even"), POINTY, HexGrid("pointy", "even"))
HERE = Cell(0, 0)

layouts = st.sampled_from(LAYOUTS)
coordinates = st.integers(-50, 50)
cells = st.builds(Cell, coordinates, coordinates)

# The neighbours of @, numbered clockwise from direction 0: north on flat hexes, north-west on pointy ones.
NEIGHBOURS: dict[tuple[HexGrid, str], str] = {
    (HexGrid("flat", "odd"), "the pushed column"): """
        .   .
          0
        5   1
          @
        4   2
          3
        """,
    (HexGrid("flat", "odd"), "the other column"): """
        .   0   .
          5   1
        .   @   .
          4   2
        .   3   .
        """,
    (HexGrid("flat", "even"), "the other column"): """
          0
        5   1
          @
        4   2
          3
        """,
    (HexGrid("flat", "even"), "the pushed column"): """
          .   .
        .   0   .
          5   1
        .   @   .
          4   2
        .   3   .
        """,
    (HexGrid("pointy", "odd"), "the pushed row"): """
        . 0 1
         5 @ 2
        . 4 3
        """,
    (HexGrid("pointy", "odd"), "the other row"): """
        . .
         0 1
        5 @ 2
         4 3
        """,
    (HexGrid("pointy", "even"), "the other row"): """
         0 1
        5 @ 2
         4 3
        """,
    (HexGrid("pointy", "even"), "the pushed row"): """
         . .
        . 0 1
         5 @ 2
        . 4 3
        """,
}


# -- layouts and neighbours ------------------------------------------------------------------------------


def test_grids_and_their_directions() -> None:
    """A grid is a value that tells top and shift apart; flat hexes have a side to the north, pointy to the east."""
    assert {HexGrid("flat", "odd"): "found"}[HexGrid()] == "found"
    assert len(set(LAYOUTS)) == 4
    assert FLAT.directions == FLAT.sides == ("n", "ne", "se", "s", "sw", "nw")
    assert POINTY.directions == POINTY.sides == ("nw", "ne", "e", "se", "sw", "w")


@pytest.mark.parametrize(("grid", "line"), NEIGHBOURS, ids=str)
def test_neighbours_lie_clockwise(grid: HexGrid, line: str) -> None:
    """In pushed lines and in the others; each is found by the name of its direction."""
    picture = NEIGHBOURS[grid, line]
    centre = found(grid, picture, "@")
    assert grid.neighbours(centre) == tuple(found(grid, picture, sign) for sign in "012345")
    named = {grid.neighbour(centre, name) for name in grid.directions}
    assert named == {cell for cell, sign in drawn(grid, picture).items() if sign in "012345"}


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_adjacent_hexes_share_a_side(grid: HexGrid) -> None:
    """On hexes the cells one step away are those across a side, and no others."""
    around = grid.disc(HERE, 3)
    near = [cell for cell in around if grid.adjacent(HERE, cell)]
    assert near == [cell for cell in around if grid.share_side(HERE, cell)] == list(grid.ring(HERE, 1))


def test_columns_run_south_and_rows_east() -> None:
    """On a flat board the next row is one step south, on a pointy one the next column one east."""
    assert all(FLAT.neighbour(FLAT.at(column, 4), "s") == FLAT.at(column, 5) for column in range(6))
    assert all(POINTY.neighbour(POINTY.at(4, row), "e") == POINTY.at(5, row) for row in range(6))


@pytest.mark.parametrize(("shifted", "pushed"), [("odd", [1, 3]), ("even", [0, 2, 4])])
def test_pushed_lines_lie_half_a_hex_further(shifted: Literal["odd", "even"], pushed: list[int]) -> None:
    """Columns of a flat board lower, rows of a pointy one to the right."""
    flat, pointy = HexGrid("flat", shifted), HexGrid("pointy", shifted)
    heights = [flat.point(flat.at(column, 0))[1] for column in range(5)]
    places = [pointy.point(pointy.at(0, row))[0] for row in range(5)]
    assert [column for column in range(5) if heights[column] == min(heights) + 0.5] == pushed
    assert [row for row in range(5) if places[row] == min(places) + 0.5] == pushed


# -- the plane -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_corners_are_equally_far_from_the_centre(grid: HexGrid) -> None:
    """A hex is regular: all corners lie 1/sqrt(3) from the centre, neighbours being 1 apart."""
    cell = Cell(2, -3)
    away = [dist(grid.point(cell), corner) for corner in grid.outline(cell)]
    assert away == pytest.approx([1 / sqrt(3)] * 6)


@pytest.mark.parametrize(("grid", "top"), [(FLAT, [0, 5]), (POINTY, [0])], ids=["flat", "pointy"])
def test_the_top_is_flat_or_pointy(grid: HexGrid, top: list[int]) -> None:
    """A flat-top hex has two highest corners, the ends of side 0; a pointy-top hex has one, its end."""
    heights = [round(y, 9) for _, y in grid.outline(HERE)]
    assert [corner for corner in range(6) if heights[corner] == min(heights)] == top


def test_lattice_edges_and_turns() -> None:
    """Thirds of a step make corners whole points; the north side of B2 is B1/s; a turn takes each direction on."""
    assert FLAT.scale == 3
    assert FLAT.centre(Cell(2, -1)) == Cell(6, -3)
    assert FLAT.edge_name(FLAT.edge(FLAT.cell("B2"), "n")) == "B1/s"
    assert [FLAT.rotated(step, 1) for step in FLAT.steps] == [*FLAT.steps[1:], FLAT.steps[0]]
