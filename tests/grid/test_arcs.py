"""Arcs: which cells lie within a spread of compass points either side of a facing.

In the drawings @ looks out.
"""

from math import atan2, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import Cell, Grid, HexGrid, SquareGrid
from tests.grid.drawing import drawn, found

# The middle column of the drawings is column 3, which stands high on an even board.
HEXES = HexGrid("flat", "even")
POINTY = HexGrid("pointy", "even")
FOUR, EIGHT = SquareGrid(4), SquareGrid(8)
GRIDS: tuple[Grid, ...] = (HEXES, POINTY, FOUR, EIGHT)
HERE = Cell(0, 0)

grids = st.sampled_from(GRIDS)
coordinates = st.integers(-40, 40)
cells = st.builds(Cell, coordinates, coordinates)
facings = st.integers(0, 23)
spreads = st.integers(0, 6)


# The least spread with which a cell is in the arc: 0 is straight ahead, and what comes last is right behind.
LEAST: dict[tuple[Grid, str], str] = {
    # Each point more reaches the next line through corners or row of hexes, and both ends of it are in the arc:
    # 1 is a cone of 60 degrees, 3 the front half, 4 leaves the rear third.
    (HEXES, "n"): """
              0
            1   1
          2   0   2
        2   1   1   2
          2   0   2
        3   2   2   3
          3   @   3
        4   4   4   4
          4   6   4
        4   5   5   4
          5   6   5
            6   6
              6
        """,
    (HEXES, "ne"): """
              2
            3   2
          4   2   1
        4   3   1   0
          4   2   0
        5   4   0   1
          5   @   1
        6   6   2   2
          6   4   2
        6   5   3   2
          6   4   3
            5   4
              4
        """,
    (POINTY, "e"): """
           4 4 3 2
          5 4 3 2 2
         6 5 4 2 1 1
        6 6 6 @ 0 0 0
         6 5 4 2 1 1
          5 4 3 2 2
           4 4 3 2
        """,
    # 1 is a cone of 90 degrees: no further to the side than ahead. 2 is all that is not behind.
    (EIGHT, "n"): """
        1 1 1 0 1 1 1
        2 1 1 0 1 1 2
        2 2 1 0 1 2 2
        2 2 2 @ 2 2 2
        3 3 3 4 3 3 3
        3 3 4 4 4 3 3
        3 4 4 4 4 4 3
        """,
    # Here the cone of 90 degrees is a quarter of the board, with its file and its row.
    (EIGHT, "ne"): """
        2 2 2 1 1 1 0
        3 2 2 1 1 0 1
        3 3 2 1 0 1 1
        3 3 3 @ 1 1 1
        4 4 4 3 2 2 2
        4 4 4 3 3 2 2
        4 4 4 3 3 3 2
        """,
    (FOUR, "e"): """
        3 3 3 2 2 2 1
        4 3 3 2 2 1 1
        4 4 3 2 1 1 1
        4 4 4 @ 0 0 0
        4 4 3 2 1 1 1
        4 3 3 2 2 1 1
        3 3 3 2 2 2 1
        """,
}


@pytest.mark.parametrize(("grid", "facing"), LEAST, ids=str)
def test_arcs_are_as_drawn(grid: Grid, facing: str) -> None:
    """For every spread, cell by cell; half the compass either side leaves nothing out."""
    picture = LEAST[grid, facing]
    origin, direction = found(grid, picture, "@"), grid.directions.index(facing)
    least = {cell: int(sign) for cell, sign in drawn(grid, picture).items() if cell != origin}
    for spread in range(len(grid.compass) // 2 + 1):
        inside = {cell for cell in least if grid.in_arc(origin, direction, cell, spread)}
        assert inside == {cell for cell in least if least[cell] <= spread}, spread


# -- squares ---------------------------------------------------------------------------------------------


@given(cells, st.integers(0, 7))
def test_the_cone_is_side_at_most_forward(view: Cell, facing: int) -> None:
    """In the cone of 90 degrees is what lies at most as far to the side as ahead, counted along files or diagonals."""
    ahead, beside = EIGHT.steps[facing], EIGHT.steps[(facing + 2) % 8]
    forward = view.q * ahead.q + view.r * ahead.r
    side = view.q * beside.q + view.r * beside.r
    assert EIGHT.in_arc(HERE, facing, view, 1) == (abs(side) <= forward)


@given(cells, st.integers(0, 3), st.integers(0, 4))
def test_four_ways_have_the_arcs_of_eight(view: Cell, facing: int, spread: int) -> None:
    """Facing along a file or row, arcs do not depend on whether one may step diagonally."""
    assert FOUR.in_arc(HERE, facing, view, spread) == EIGHT.in_arc(HERE, 2 * facing, view, spread)


# -- all grids -------------------------------------------------------------------------------------------


@given(grids, cells, cells, facings, spreads)
def test_an_arc_is_an_angle(grid: Grid, origin: Cell, target: Cell, facing: int, spread: int) -> None:
    """What is in the arc is what a protractor measures within it; limits belong to it."""
    facing %= len(grid.directions)
    (x, y), (x_ahead, y_ahead) = grid.point(target.minus(origin)), grid.point(grid.steps[facing])
    turn = (atan2(y, x) - atan2(y_ahead, x_ahead)) % (2 * pi)
    measured = target == origin or min(turn, 2 * pi - turn) <= spread * 2 * pi / len(grid.compass) + 1e-9
    assert grid.in_arc(origin, facing, target, spread) == measured


@given(grids, cells, facings, spreads)
def test_arcs_within_arcs(grid: Grid, target: Cell, facing: int, spread: int) -> None:
    """A cell is in all its own; one point more loses none; what is not in front is in the rear with the spread left."""
    ways, left = len(grid.directions), len(grid.compass) // 2 - spread
    front = grid.in_arc(HERE, facing % ways, target, spread)
    assert grid.in_arc(target, facing % ways, target, spread)
    assert not front or grid.in_arc(HERE, facing % ways, target, spread + 1)
    assert front or grid.in_arc(HERE, (facing + ways // 2) % ways, target, left)


@given(grids, cells, facings, spreads, st.integers(0, 5))
def test_arcs_turn_with_the_board(grid: Grid, target: Cell, facing: int, spread: int, turns: int) -> None:
    """The turned facing has the turned arc; left and right are treated alike, so a mirrored board has mirrored ones."""
    ways = len(grid.directions)
    turned = (facing + turns * ways // len(grid.sides)) % ways
    mirrored = grid.steps.index(grid.mirrored(grid.steps[facing % ways]))
    before = grid.in_arc(HERE, facing % ways, target, spread)
    assert grid.in_arc(HERE, turned, grid.rotated(target, turns), spread) == before
    assert grid.in_arc(HERE, mirrored, grid.mirrored(target), spread) == before


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_wedge_and_flank_make_up_the_disc(grid: Grid) -> None:
    """For every facing and spread each cell of the disc is in the wedge, in the flank or the origin, once."""
    origin = Cell(2, -5)
    for facing in range(len(grid.directions)):
        for spread in range(len(grid.compass) // 2 + 1):
            wedge, flank = grid.wedge(origin, facing, spread, 5), grid.flank(origin, facing, spread, 5)
            assert sorted((origin, *wedge, *flank)) == sorted(grid.disc(origin, 5))


@pytest.mark.parametrize(("spread", "count"), [(0, 4), (1, 12), (2, 24), (3, 32), (4, 44), (5, 52), (6, 60)])
def test_sizes_of_hex_wedges(spread: int, count: int) -> None:
    """Up to four steps: 4 cells in each of 6 rows, 2 on each of 6 corner lines, 2 in each of 12 gaps."""
    assert len(HEXES.wedge(HERE, 0, spread, 4)) == count
