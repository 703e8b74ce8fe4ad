"""Squares with four and with eight neighbours."""

from math import dist

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
    """The plain square board steps diagonally."""
    assert SquareGrid() == SquareGrid(8) != SquareGrid(4)


@pytest.mark.parametrize(
    ("grid", "picture"),
    [
        (
            EIGHT,
            """
            7 0 1
            6 @ 2
            5 4 3
            """,
        ),
        (
            FOUR,
            """
            . 0 .
            3 @ 1
            . 2 .
            """,
        ),
    ],
    ids=["eight", "four"],
)
def test_neighbours_lie_clockwise(grid: SquareGrid, picture: str) -> None:
    """Neighbours come clockwise from north, with or without diagonals."""
    ring = tuple(found(grid, picture, str(direction)) for direction in range(grid.ways))
    assert grid.neighbours(found(grid, picture, "@")) == ring


@pytest.mark.parametrize("grid", BOTH, ids=str)
def test_directions_point_where_their_names_say(grid: SquareGrid) -> None:
    """North is up, south down, east right and west left."""
    for name, (q, r) in zip(grid.directions, grid.steps, strict=True):
        assert (r < 0, r > 0, q > 0, q < 0) == ("n" in name, "s" in name, "e" in name, "w" in name)


@pytest.mark.parametrize("grid", BOTH, ids=str)
def test_walls_stand_on_four_sides(grid: SquareGrid) -> None:
    """However one steps, a square has four sides."""
    assert grid.sides == ("n", "e", "s", "w")


def test_diagonal_neighbours_share_no_side() -> None:
    """A square across a corner is adjacent with eight ways, not with four, and never shares a side."""
    across = Cell(1, 1)
    assert (EIGHT.adjacent(HERE, across), FOUR.adjacent(HERE, across)) == (True, False)
    assert not EIGHT.share_side(HERE, across)


@given(cells)
def test_column_and_row_are_the_coordinates(cell: Cell) -> None:
    """A square's coordinates are its column and its row."""
    assert EIGHT.offset(cell) == cell == EIGHT.at(*cell)


def test_a_board_is_read_like_a_page() -> None:
    """The cells of a board come row by row, each row from the left."""
    names = [EIGHT.name(cell) for cell in EIGHT.rectangle(3, 2)]
    assert names == ["A1", "B1", "C1", "A2", "B2", "C2"]


# -- distances -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "picture"),
    [
        (
            EIGHT,
            """
            3 3 3 3 3 3 3
            3 2 2 2 2 2 3
            3 2 1 1 1 2 3
            3 2 1 @ 1 2 3
            3 2 1 1 1 2 3
            3 2 2 2 2 2 3
            3 3 3 3 3 3 3
            """,
        ),
        (
            FOUR,
            """
            6 5 4 3 4 5 6
            5 4 3 2 3 4 5
            4 3 2 1 2 3 4
            3 2 1 @ 1 2 3
            4 3 2 1 2 3 4
            5 4 3 2 3 4 5
            6 5 4 3 4 5 6
            """,
        ),
    ],
    ids=["eight", "four"],
)
def test_distance_counts_steps(grid: SquareGrid, picture: str) -> None:
    """Distances, drawn: squares of squares with diagonals, diamonds without."""
    centre = found(grid, picture, "@")
    counted = {cell: str(grid.distance(centre, cell)) for cell in drawn(grid, picture)}
    assert counted == drawn(grid, picture) | {centre: "0"}


@pytest.mark.parametrize("grid", BOTH, ids=str)
def test_distance_is_what_walking_takes(grid: SquareGrid) -> None:
    """Spreading out step by step reaches the cells at distance 1, 2, 3 and so on, each in its turn."""
    reached, front = {HERE}, {HERE}
    for steps in range(1, 9):
        front = {cell for here in front for cell in grid.neighbours(here)} - reached
        reached |= front
        assert {grid.distance(HERE, cell) for cell in front} == {steps}


@given(grids, cells, cells, cells)
def test_no_way_round_is_shorter(grid: SquareGrid, one: Cell, other: Cell, between: Cell) -> None:
    """Going by way of a third cell never saves a step, and the way back is as long."""
    assert grid.distance(one, other) <= grid.distance(one, between) + grid.distance(other, between)


@given(grids, cells, cells)
def test_squared_distance_is_that_of_the_plane(grid: SquareGrid, one: Cell, other: Cell) -> None:
    """The whole number is the square of what a ruler measures, whether one may step diagonally or not."""
    assert grid.squared(one, other) == pytest.approx(dist(grid.point(one), grid.point(other)) ** 2)


def test_three_and_four_make_five() -> None:
    """Three over and four down is five straight, four steps with diagonals and seven without."""
    there = Cell(3, 4)
    assert (EIGHT.squared(HERE, there), EIGHT.distance(HERE, there), FOUR.distance(HERE, there)) == (25, 4, 7)


@pytest.mark.parametrize("radius", range(1, 8))
def test_a_ring_with_diagonals_has_eight_times_its_radius(radius: int) -> None:
    """With eight ways a ring of radius r has 8r squares."""
    assert len(EIGHT.ring(Cell(3, -5), radius)) == 8 * radius


@pytest.mark.parametrize("radius", range(1, 8))
def test_a_ring_without_diagonals_has_four_times_its_radius(radius: int) -> None:
    """With four ways a ring of radius r has 4r squares."""
    assert len(FOUR.ring(Cell(3, -5), radius)) == 4 * radius


@pytest.mark.parametrize("radius", range(8))
def test_a_disc_with_diagonals_is_a_square(radius: int) -> None:
    """With eight ways a disc of radius r is a square of side 2r+1."""
    assert len(EIGHT.disc(Cell(3, -5), radius)) == (2 * radius + 1) ** 2


@pytest.mark.parametrize("radius", range(8))
def test_a_disc_without_diagonals_is_a_diamond(radius: int) -> None:
    """With four ways a disc of radius r has 1 + 2r(r+1) squares."""
    assert len(FOUR.disc(Cell(3, -5), radius)) == 1 + 2 * radius * (radius + 1)


@pytest.mark.parametrize("grid", BOTH, ids=str)
def test_a_disc_comes_in_reading_order(grid: SquareGrid) -> None:
    """Cells of a disc come row by row, each row from the left."""
    disc = grid.disc(Cell(3, -5), 4)
    assert disc == tuple(sorted(disc, key=lambda cell: (cell.r, cell.q)))


# -- turns and mirror ------------------------------------------------------------------------------------


@given(cells)
def test_four_turns_are_none(cell: Cell) -> None:
    """After four turns of 90 degrees everything is where it was."""
    turned = cell
    for _ in range(4):
        turned = EIGHT.rotated(turned, 1)
    assert turned == cell == EIGHT.rotated(cell, 4)


@given(cells, st.integers(-8, 8), st.integers(-8, 8))
def test_turns_add_up(cell: Cell, first: int, then: int) -> None:
    """One turn and then another is both at once, turns to the left counting negative."""
    assert EIGHT.rotated(EIGHT.rotated(cell, first), then) == EIGHT.rotated(cell, first + then)


def test_a_turn_is_clockwise() -> None:
    """A turn takes north to east, east to south, south to west and west to north."""
    assert [FOUR.rotated(step, 1) for step in FOUR.steps] == [*FOUR.steps[1:], FOUR.steps[0]]


def test_a_turn_is_two_of_eight_directions() -> None:
    """With diagonals, a turn of 90 degrees goes on by two directions."""
    assert [EIGHT.rotated(step, 1) for step in EIGHT.steps] == [*EIGHT.steps[2:], *EIGHT.steps[:2]]


@given(grids, cells, cells, st.integers(0, 3))
def test_turning_keeps_distances(grid: SquareGrid, one: Cell, other: Cell, turns: int) -> None:
    """Neither steps nor inches change when the board is turned."""
    one_turned, other_turned = grid.rotated(one, turns), grid.rotated(other, turns)
    assert grid.distance(one_turned, other_turned) == grid.distance(one, other)
    assert grid.squared(one_turned, other_turned) == grid.squared(one, other)


@given(cells)
def test_the_mirror_of_the_mirror_is_the_cell(cell: Cell) -> None:
    """Mirrored twice, everything is where it was."""
    assert EIGHT.mirrored(EIGHT.mirrored(cell)) == cell


def test_the_mirror_exchanges_east_and_west() -> None:
    """A mirrored step is the step whose name has e for w and w for e."""
    swapped = str.maketrans("ew", "we")
    for name in EIGHT.directions:
        assert EIGHT.mirrored(EIGHT.neighbour(HERE, name)) == EIGHT.neighbour(HERE, name.translate(swapped))


# -- directions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grid", "points"), [(FOUR, 2), (EIGHT, 1)], ids=["four", "eight"])
def test_there_are_eight_compass_points(grid: SquareGrid, points: int) -> None:
    """The compass has sides and corners: two points to a direction, or one where one steps diagonally."""
    assert (len(grid.compass), grid.points_per_direction) == (8, points)


def test_turning_wraps_round() -> None:
    """From north-west one turn right is north; with four ways, from west."""
    assert (EIGHT.turned(7, 1), FOUR.turned(3, 1), EIGHT.turned(0, -1)) == (0, 0, 7)


@pytest.mark.parametrize(
    ("grid", "picture", "ties"),
    [
        (
            EIGHT,
            """
            7 7 0 0 0 1 1
            7 7 7 0 1 1 1
            6 7 7 0 1 1 2
            6 6 6 @ 2 2 2
            6 5 5 4 3 3 2
            5 5 5 4 3 3 3
            5 5 4 4 4 3 3
            """,
            {},
        ),
        (
            FOUR,
            """
            d 0 0 0 0 0 a
            3 d 0 0 0 a 1
            3 3 d 0 a 1 1
            3 3 3 @ 1 1 1
            3 3 c 2 b 1 1
            3 c 2 2 2 b 1
            c 2 2 2 2 2 b
            """,
            {"a": (0, 1), "b": (1, 2), "c": (2, 3), "d": (0, 3)},
        ),
    ],
    ids=["eight", "four"],
)
def test_towards_is_the_nearest_direction(grid: SquareGrid, picture: str, ties: dict[str, tuple[int, int]]) -> None:
    """Up to three steps away, drawn: digits are the direction, letters the ties between two."""
    centre = found(grid, picture, "@")
    for cell, sign in drawn(grid, picture).items():
        if cell != centre:
            assert grid.towards(centre, cell) == (ties.get(sign) or (int(sign),)), grid.name(cell)


@given(cells.filter(lambda cell: cell != HERE))
def test_eight_directions_never_tie(view: Cell) -> None:
    """Halfway between a side and a diagonal the slope is irrational, so no cell lies exactly there."""
    assert len(EIGHT.towards(HERE, view)) == 1


@given(cells.filter(lambda cell: cell != HERE))
def test_four_directions_tie_on_diagonals_alone(view: Cell) -> None:
    """With four ways, two directions are equally good exactly on the diagonals."""
    assert (len(FOUR.towards(HERE, view)) == 2) == (abs(view.q) == abs(view.r))


@pytest.mark.parametrize("grid", BOTH, ids=str)
def test_a_cell_lies_in_every_direction_of_itself(grid: SquareGrid) -> None:
    """For the cell itself no direction is better than another."""
    assert grid.towards(HERE, HERE) == tuple(range(grid.ways))


# -- the plane -------------------------------------------------------------------------------------------


@given(cells)
def test_a_centre_lies_in_its_cell(cell: Cell) -> None:
    """The point in the middle of a cell leads back to the cell."""
    assert EIGHT.cell_at(EIGHT.point(cell)) == cell


@given(cells, st.floats(-0.499, 0.499), st.floats(-0.499, 0.499))
def test_the_whole_square_is_the_cell(cell: Cell, right: float, down: float) -> None:
    """Less than half a square from the centre, either way, one is still in the cell."""
    x, y = EIGHT.point(cell)
    assert EIGHT.cell_at((x + right, y + down)) == cell


def test_the_outline_is_a_square_of_side_one() -> None:
    """The corners come clockwise: north-east, south-east, south-west, north-west."""
    assert EIGHT.outline(HERE) == ((0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5))


def test_neighbours_share_the_ends_of_their_side() -> None:
    """Side k of a cell is side k+2 of the neighbour across, from the other end."""
    for side, step in enumerate(EIGHT.side_steps):
        begin, end = EIGHT.side_points(HERE, side)
        assert EIGHT.side_points(step, (side + 2) % 4) == (end, begin)


def test_four_cells_meet_at_a_corner() -> None:
    """Corner k belongs to the neighbours across sides k and k+1 and to the one beyond both."""
    assert EIGHT.cells_at_corner == 4
    for k in range(4):
        corner, one, other = EIGHT.corners[k], EIGHT.side_steps[k], EIGHT.side_steps[(k + 1) % 4]
        meeting = {
            cell
            for cell in EIGHT.disc(HERE, 3)
            if corner in {EIGHT.centre(cell).plus(there) for there in EIGHT.corners}
        }
        assert meeting == {HERE, one, other, one.plus(other)}


def test_centres_lie_two_lattice_points_apart() -> None:
    """Halves of a step make every corner of a square a whole lattice point."""
    assert EIGHT.scale == 2
    assert EIGHT.centre(Cell(2, -1)) == Cell(4, -2)


# -- edges -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", BOTH, ids=str)
def test_opposite_sides_of_neighbours_are_one_edge(grid: SquareGrid) -> None:
    """The side of a cell in some direction is the opposite side of the neighbour there."""
    for k, name in enumerate(grid.sides):
        there = grid.neighbour(HERE, name)
        assert grid.edge(HERE, name) == grid.edge(there, grid.sides[(k + 2) % 4])


def test_a_diagonal_is_no_side() -> None:
    """No wall stands on a corner: asking for the edge in a diagonal direction is an error."""
    with pytest.raises(ValueError, match=r"tuple\.index"):
        EIGHT.edge(HERE, "ne")


def test_an_edge_is_named_after_its_first_cell() -> None:
    """The north side of B2 is the south side of B1, the west side of B2 the east side of A2."""
    here = EIGHT.cell("B2")
    assert EIGHT.edge_name(EIGHT.edge(here, "n")) == "B1/s"
    assert EIGHT.edge_name(EIGHT.edge(here, "w")) == "A2/e"


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 3))
def test_edge_names_read_back(column: int, row: int, side: int) -> None:
    """The cell and the side of an edge's name lead back to the edge."""
    edge = EIGHT.edge(EIGHT.at(column, row), EIGHT.sides[side])
    cell, name = EIGHT.edge_name(edge).split("/")
    assert EIGHT.edge(EIGHT.cell(cell), name) == edge
