"""Arcs: which cells lie within a spread of compass points either side of a facing.

In the drawings @ looks out, # is in the arc and a dot is not.
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


def assert_drawn(grid: Grid, facing: str, spread: int, picture: str) -> None:
    """Compare an arc with its drawing, cell by cell."""
    origin, direction = found(grid, picture, "@"), grid.directions.index(facing)
    signs = {cell: "#" if grid.in_arc(origin, direction, cell, spread) else "." for cell in drawn(grid, picture)}
    assert signs == drawn(grid, picture) | {origin: "#"}


# -- hexes -----------------------------------------------------------------------------------------------


def test_hex_spread_0_is_the_row_ahead() -> None:
    """No spread leaves the straight row of hexes ahead, and nothing behind."""
    assert_drawn(
        HEXES,
        "n",
        0,
        """
              #
            .   .
          .   #   .
        .   .   .   .
          .   #   .
        .   .   .   .
          .   @   .
        .   .   .   .
          .   .   .
        .   .   .   .
          .   .   .
            .   .
              .
        """,
    )


def test_hex_spread_1_is_sixty_degrees() -> None:
    """One point either side reaches the lines through the corners of the hex ahead, both included."""
    assert_drawn(
        HEXES,
        "n",
        1,
        """
              #
            #   #
          .   #   .
        .   #   #   .
          .   #   .
        .   .   .   .
          .   @   .
        .   .   .   .
          .   .   .
        .   .   .   .
          .   .   .
            .   .
              .
        """,
    )


def test_hex_spread_2_is_between_two_rows_of_hexes() -> None:
    """Two points either side reach the rows to the left and right front, both included."""
    assert_drawn(
        HEXES,
        "n",
        2,
        """
              #
            #   #
          #   #   #
        #   #   #   #
          #   #   #
        .   #   #   .
          .   @   .
        .   .   .   .
          .   .   .
        .   .   .   .
          .   .   .
            .   .
              .
        """,
    )


def test_hex_spread_3_is_the_front_half() -> None:
    """A front of three hexsides: three front hexes, all beyond them, and the lines at 90 degrees to it."""
    assert_drawn(
        HEXES,
        "n",
        3,
        """
              #
            #   #
          #   #   #
        #   #   #   #
          #   #   #
        #   #   #   #
          #   @   #
        .   .   .   .
          .   .   .
        .   .   .   .
          .   .   .
            .   .
              .
        """,
    )


def test_hex_spread_4_leaves_the_rear_third() -> None:
    """Four points either side take in the rows to the left and right rear; between them is the rear."""
    assert_drawn(
        HEXES,
        "n",
        4,
        """
              #
            #   #
          #   #   #
        #   #   #   #
          #   #   #
        #   #   #   #
          #   @   #
        #   #   #   #
          #   .   #
        #   .   .   #
          .   .   .
            .   .
              .
        """,
    )


def test_hex_spread_5_leaves_what_is_right_behind() -> None:
    """Five points either side leave only what lies between the two corner lines to the rear."""
    assert_drawn(
        HEXES,
        "n",
        5,
        """
              #
            #   #
          #   #   #
        #   #   #   #
          #   #   #
        #   #   #   #
          #   @   #
        #   #   #   #
          #   .   #
        #   #   #   #
          #   .   #
            .   .
              .
        """,
    )


def test_hex_spread_6_is_all_round() -> None:
    """Six points either side leave nothing out."""
    assert HEXES.wedge(HERE, 0, 6, 4) == tuple(cell for cell in HEXES.disc(HERE, 4) if cell != HERE)


def test_a_hex_front_turned_by_one_side() -> None:
    """Facing north-east, the front half ends on the corner lines to the north-west and south-east."""
    assert_drawn(
        HEXES,
        "ne",
        3,
        """
              #
            #   #
          .   #   #
        .   #   #   #
          .   #   #
        .   .   #   #
          .   @   #
        .   .   #   #
          .   .   #
        .   .   #   #
          .   .   #
            .   .
              .
        """,
    )


def test_a_pointy_hex_front() -> None:
    """On pointy hexes facing east, the front half ends on the corner lines due north and south."""
    assert_drawn(
        POINTY,
        "e",
        3,
        """
           . . # #
          . . # # #
         . . . # # #
        . . . @ # # #
         . . . # # #
          . . # # #
           . . # #
        """,
    )


# -- squares ---------------------------------------------------------------------------------------------


def test_square_spread_0_is_the_file_ahead() -> None:
    """No spread leaves the file of squares ahead."""
    assert_drawn(
        EIGHT,
        "n",
        0,
        """
        . . # . .
        . . # . .
        . . @ . .
        . . . . .
        . . . . .
        """,
    )


def test_square_spread_0_along_a_diagonal() -> None:
    """Facing diagonally, no spread leaves the diagonal ahead."""
    assert_drawn(
        EIGHT,
        "ne",
        0,
        """
        . . . . #
        . . . # .
        . . @ . .
        . . . . .
        . . . . .
        """,
    )


def test_square_spread_1_is_a_cone_of_ninety_degrees() -> None:
    """Facing along a file, what is no further to the side than ahead, diagonals included."""
    assert_drawn(
        EIGHT,
        "n",
        1,
        """
        # # # # # # #
        . # # # # # .
        . . # # # . .
        . . . @ . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
    )


def test_square_spread_1_along_a_diagonal_is_a_quarter() -> None:
    """Facing diagonally, the cone of 90 degrees is a quarter of the board with its file and its row."""
    assert_drawn(
        EIGHT,
        "ne",
        1,
        """
        . . . # # # #
        . . . # # # #
        . . . # # # #
        . . . @ # # #
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
    )


def test_square_spread_1_without_diagonals() -> None:
    """With four ways a compass point is 45 degrees as well; facing east the cone opens to the right."""
    assert_drawn(
        FOUR,
        "e",
        1,
        """
        . . . . #
        . . . # #
        . . @ # #
        . . . # #
        . . . . #
        """,
    )


def test_square_spread_2_is_the_front_half() -> None:
    """Two points either side: all that is not behind, the row to both sides included."""
    assert_drawn(
        EIGHT,
        "n",
        2,
        """
        # # # # #
        # # # # #
        # # @ # #
        . . . . .
        . . . . .
        """,
    )


def test_square_spread_2_along_a_diagonal() -> None:
    """Facing diagonally, the front half ends on the other diagonal, which is included."""
    assert_drawn(
        EIGHT,
        "ne",
        2,
        """
        # # # # #
        . # # # #
        . . @ # #
        . . . # #
        . . . . #
        """,
    )


def test_square_spread_3_leaves_the_rear_cone() -> None:
    """Three points either side leave what is further behind than to the side."""
    assert_drawn(
        EIGHT,
        "n",
        3,
        """
        # # # # #
        # # # # #
        # # @ # #
        # # . # #
        # . . . #
        """,
    )


def test_square_spread_3_along_a_diagonal() -> None:
    """Facing diagonally, they leave the quarter behind without its file and its row."""
    assert_drawn(
        EIGHT,
        "ne",
        3,
        """
        # # # # #
        # # # # #
        # # @ # #
        . . # # #
        . . # # #
        """,
    )


def test_square_spread_4_is_all_round() -> None:
    """Four points either side leave nothing out."""
    assert EIGHT.flank(HERE, 0, 4, 4) == ()


@given(cells, st.integers(0, 3))
def test_the_square_cone_is_side_at_most_forward(view: Cell, facing: int) -> None:
    """For all four files: in the cone of 90 degrees is what lies at most as far to the side as ahead."""
    ahead, beside = EIGHT.steps[2 * facing], EIGHT.steps[(2 * facing + 2) % 8]
    forward = view.q * ahead.q + view.r * ahead.r
    side = view.q * beside.q + view.r * beside.r
    assert EIGHT.in_arc(HERE, 2 * facing, view, 1) == (abs(side) <= forward)


@given(cells, st.integers(0, 3))
def test_the_diagonal_cone_is_side_at_most_forward(view: Cell, facing: int) -> None:
    """For all four diagonals too, forward and side being counted along the diagonals."""
    ahead, beside = EIGHT.steps[2 * facing + 1], EIGHT.steps[(2 * facing + 3) % 8]
    forward = view.q * ahead.q + view.r * ahead.r
    side = view.q * beside.q + view.r * beside.r
    assert EIGHT.in_arc(HERE, 2 * facing + 1, view, 1) == (abs(side) <= forward)


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
def test_a_cell_is_in_all_its_own_arcs(grid: Grid, cell: Cell, facing: int, spread: int) -> None:
    """What stands in the same cell can be seen, however one faces."""
    assert grid.in_arc(cell, facing % len(grid.directions), cell, spread)


@given(grids, cells, facings, spreads)
def test_a_wider_arc_holds_the_narrower(grid: Grid, target: Cell, facing: int, spread: int) -> None:
    """One more compass point never loses a cell."""
    facing %= len(grid.directions)
    narrow = grid.in_arc(HERE, facing, target, spread)
    assert not narrow or grid.in_arc(HERE, facing, target, spread + 1)


@given(grids, cells, facings, spreads)
def test_what_is_not_in_front_is_in_the_rear(grid: Grid, target: Cell, facing: int, spread: int) -> None:
    """A cell outside an arc lies in the arc that faces the other way with the spread that is left."""
    ways, left = len(grid.directions), len(grid.compass) // 2 - spread
    front = grid.in_arc(HERE, facing % ways, target, spread)
    assert front or grid.in_arc(HERE, (facing + ways // 2) % ways, target, left)


@given(grids, cells, facings, spreads, st.integers(0, 5))
def test_arcs_turn_with_the_board(grid: Grid, target: Cell, facing: int, spread: int, turns: int) -> None:
    """On a turned board the turned facing has the turned arc."""
    ways = len(grid.directions)
    turned = (facing + turns * ways // len(grid.sides)) % ways
    before = grid.in_arc(HERE, facing % ways, target, spread)
    assert grid.in_arc(HERE, turned, grid.rotated(target, turns), spread) == before


@given(grids, cells, facings, spreads)
def test_arcs_are_mirrored_with_the_board(grid: Grid, target: Cell, facing: int, spread: int) -> None:
    """Left and right are treated alike: a mirrored board has mirrored arcs."""
    facing %= len(grid.directions)
    mirrored = grid.steps.index(grid.mirrored(grid.steps[facing]))
    before = grid.in_arc(HERE, facing, target, spread)
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
