"""Hexes: layouts, steps, distances, turns, mirror and the plane."""

from math import cos, dist, pi, sin, sqrt

import pytest
from hypothesis import given
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
NEIGHBOURS = {
    "flat, the pushed column of an odd board": (
        FLAT,
        """
        .   .
          0
        5   1
          @
        4   2
          3
        """,
    ),
    "flat, the other column of an odd board": (
        FLAT,
        """
        .   0   .
          5   1
        .   @   .
          4   2
        .   3   .
        """,
    ),
    "flat, the other column of an even board": (
        HexGrid("flat", "even"),
        """
          0
        5   1
          @
        4   2
          3
        """,
    ),
    "flat, the pushed column of an even board": (
        HexGrid("flat", "even"),
        """
          .   .
        .   0   .
          5   1
        .   @   .
          4   2
        .   3   .
        """,
    ),
    "pointy, the pushed row of an odd board": (
        POINTY,
        """
        . 0 1
         5 @ 2
        . 4 3
        """,
    ),
    "pointy, the other row of an odd board": (
        POINTY,
        """
        . .
         0 1
        5 @ 2
         4 3
        """,
    ),
    "pointy, the other row of an even board": (
        HexGrid("pointy", "even"),
        """
         0 1
        5 @ 2
         4 3
        """,
    ),
    "pointy, the pushed row of an even board": (
        HexGrid("pointy", "even"),
        """
         . .
        . 0 1
         5 @ 2
        . 4 3
        """,
    ),
}

DISTANCES = {
    "flat": (
        HexGrid("flat", "even"),
        """
              3
            3   3
          3   2   3
        3   2   2   3
          2   1   2
        3   1   1   3
          2   @   2
        3   1   1   3
          2   1   2
        3   2   2   3
          3   2   3
            3   3
              3
        """,
    ),
    "pointy": (
        HexGrid("pointy", "even"),
        """
           3 3 3 3
          3 2 2 2 3
         3 2 1 1 2 3
        3 2 1 @ 1 2 3
         3 2 1 1 2 3
          3 2 2 2 3
           3 3 3 3
        """,
    ),
}


# -- layouts and neighbours ------------------------------------------------------------------------------


def test_grids_of_the_same_make_are_equal() -> None:
    """A grid is a value: it can be compared and be a dictionary key."""
    assert {HexGrid("flat", "odd"): "found"}[HexGrid()] == "found"


def test_grids_of_another_make_differ() -> None:
    """Top and shift make a difference."""
    assert len(set(LAYOUTS)) == 4


def test_directions_of_flat_hexes() -> None:
    """A flat-top hex has a side to the north and none to the east."""
    assert FLAT.directions == FLAT.sides == ("n", "ne", "se", "s", "sw", "nw")


def test_directions_of_pointy_hexes() -> None:
    """A pointy-top hex has a side to the east and none to the north."""
    assert POINTY.directions == POINTY.sides == ("nw", "ne", "e", "se", "sw", "w")


@pytest.mark.parametrize(("grid", "picture"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_neighbours_lie_clockwise(grid: HexGrid, picture: str) -> None:
    """The six neighbours come clockwise, in pushed lines and in the others."""
    ring = tuple(found(grid, picture, sign) for sign in "012345")
    assert grid.neighbours(found(grid, picture, "@")) == ring


@pytest.mark.parametrize(("grid", "picture"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_a_neighbour_goes_by_its_direction(grid: HexGrid, picture: str) -> None:
    """Each neighbour is found by the name of its direction."""
    centre = found(grid, picture, "@")
    named = {grid.neighbour(centre, name) for name in grid.directions}
    assert named == {cell for cell, sign in drawn(grid, picture).items() if sign in "012345"}


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_directions_point_where_their_names_say(grid: HexGrid) -> None:
    """North is up, south down, east right and west left on the plane."""
    for name, step in zip(grid.directions, grid.steps, strict=True):
        x, y = grid.point(step)
        assert (y < -0.1, y > 0.1, x > 0.1, x < -0.1) == ("n" in name, "s" in name, "e" in name, "w" in name)


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_adjacent_hexes_share_a_side(grid: HexGrid) -> None:
    """On hexes the cells one step away are those across a side, and no others."""
    around = grid.disc(HERE, 3)
    near = [cell for cell in around if grid.adjacent(HERE, cell)]
    assert near == [cell for cell in around if grid.share_side(HERE, cell)] == list(grid.ring(HERE, 1))


def test_a_column_of_flat_hexes_runs_south() -> None:
    """On a flat board the next row of a column is one step south."""
    assert all(FLAT.neighbour(FLAT.at(column, 4), "s") == FLAT.at(column, 5) for column in range(6))


def test_a_row_of_pointy_hexes_runs_east() -> None:
    """On a pointy board the next column of a row is one step east."""
    assert all(POINTY.neighbour(POINTY.at(4, row), "e") == POINTY.at(5, row) for row in range(6))


@pytest.mark.parametrize(
    ("grid", "lower"),
    [(FLAT, [1, 3]), (HexGrid("flat", "even"), [0, 2, 4])],
    ids=["odd", "even"],
)
def test_pushed_columns_lie_half_a_hex_lower(grid: HexGrid, lower: list[int]) -> None:
    """The first row of a flat board goes up and down by half a hex, pushed columns low."""
    heights = [grid.point(grid.at(column, 0))[1] for column in range(5)]
    assert [column for column in range(5) if heights[column] == min(heights) + 0.5] == lower


@pytest.mark.parametrize(
    ("grid", "further"),
    [(POINTY, [1, 3]), (HexGrid("pointy", "even"), [0, 2, 4])],
    ids=["odd", "even"],
)
def test_pushed_rows_lie_half_a_hex_to_the_right(grid: HexGrid, further: list[int]) -> None:
    """The first column of a pointy board goes left and right by half a hex, pushed rows right."""
    places = [grid.point(grid.at(0, row))[0] for row in range(5)]
    assert [row for row in range(5) if places[row] == min(places) + 0.5] == further


@given(layouts, cells)
def test_column_and_row_lead_back_to_the_cell(grid: HexGrid, cell: Cell) -> None:
    """A cell is found at its own column and row, left of and above the board as well."""
    assert grid.at(*grid.offset(cell)) == cell


@given(layouts, coordinates, coordinates)
def test_a_cell_leads_back_to_its_column_and_row(grid: HexGrid, column: int, row: int) -> None:
    """The cell at a column and row says that column and row."""
    assert grid.offset(grid.at(column, row)) == (column, row)


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_a_board_is_read_like_a_page(grid: HexGrid) -> None:
    """The cells of a board come row by row, each row from the left."""
    names = [grid.name(cell) for cell in grid.rectangle(3, 2)]
    assert names == ["A1", "B1", "C1", "A2", "B2", "C2"]


# -- distances -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grid", "picture"), DISTANCES.values(), ids=DISTANCES)
def test_distance_counts_steps(grid: HexGrid, picture: str) -> None:
    """Distances up to three, drawn."""
    centre = found(grid, picture, "@")
    counted = {cell: str(grid.distance(centre, cell)) for cell in drawn(grid, picture)}
    assert counted == drawn(grid, picture) | {centre: "0"}


def test_distance_is_what_walking_takes() -> None:
    """Spreading out step by step reaches the cells at distance 1, 2, 3 and so on, each in its turn."""
    reached, front = {HERE}, {HERE}
    for steps in range(1, 9):
        front = {cell for here in front for cell in FLAT.neighbours(here)} - reached
        reached |= front
        assert {FLAT.distance(HERE, cell) for cell in front} == {steps}


@given(cells, cells)
def test_distance_is_the_same_both_ways(one: Cell, other: Cell) -> None:
    """From a to b is as far as from b to a."""
    assert FLAT.distance(one, other) == FLAT.distance(other, one)


@given(cells, cells, cells)
def test_no_way_round_is_shorter(one: Cell, other: Cell, between: Cell) -> None:
    """Going by way of a third cell never saves a step."""
    assert FLAT.distance(one, other) <= FLAT.distance(one, between) + FLAT.distance(between, other)


@pytest.mark.parametrize(
    ("cell", "squared"),
    [((0, 0), 0), ((0, -1), 1), ((1, -2), 3), ((0, -2), 4), ((1, -3), 7), ((0, -3), 9), ((2, -4), 12)],
)
def test_squared_straight_distance(cell: tuple[int, int], squared: int) -> None:
    """One for a neighbour, three for the hex straight beyond a corner, then 4, 7, 9 and 12."""
    assert FLAT.squared(HERE, Cell(*cell)) == squared


@given(layouts, cells, cells)
def test_squared_distance_is_that_of_the_plane(grid: HexGrid, one: Cell, other: Cell) -> None:
    """The whole number is the square of what a ruler measures between the centres."""
    assert grid.squared(one, other) == pytest.approx(dist(grid.point(one), grid.point(other)) ** 2)


@given(cells, cells)
def test_straight_is_never_longer_than_steps(one: Cell, other: Cell) -> None:
    """A ruler never measures more than the steps, and never less than the square root of 3/4 of them."""
    steps = FLAT.distance(one, other)
    assert 3 * steps**2 <= 4 * FLAT.squared(one, other) <= 4 * steps**2


@pytest.mark.parametrize("radius", range(1, 8))
def test_a_ring_has_six_times_its_radius(radius: int) -> None:
    """A ring of radius r has 6r hexes."""
    assert len(FLAT.ring(Cell(3, -5), radius)) == 6 * radius


def test_the_ring_of_radius_nothing_is_the_cell() -> None:
    """No steps away lies the cell itself."""
    assert FLAT.ring(Cell(3, -5), 0) == (Cell(3, -5),)


@pytest.mark.parametrize("radius", range(8))
def test_a_disc_has_the_centred_hexagonal_number(radius: int) -> None:
    """A disc of radius r has 1 + 3r(r+1) hexes: 1, 7, 19, 37 and so on."""
    assert len(FLAT.disc(Cell(3, -5), radius)) == 1 + 3 * radius * (radius + 1)


def test_rings_make_up_the_disc() -> None:
    """The disc is its rings, none of them meeting another."""
    rings = [cell for radius in range(6) for cell in FLAT.ring(HERE, radius)]
    assert sorted(rings) == sorted(FLAT.disc(HERE, 5))


def test_a_disc_comes_row_by_row() -> None:
    """Cells of a disc come by r, then by q: always the same order."""
    disc = FLAT.disc(Cell(3, -5), 4)
    assert disc == tuple(sorted(disc, key=lambda cell: (cell.r, cell.q)))


# -- turns and mirror ------------------------------------------------------------------------------------


@given(cells)
def test_six_turns_are_none(cell: Cell) -> None:
    """After six turns of 60 degrees everything is where it was."""
    turned = cell
    for _ in range(6):
        turned = FLAT.rotated(turned, 1)
    assert turned == cell == FLAT.rotated(cell, 6)


@given(cells, st.integers(-12, 12), st.integers(-12, 12))
def test_turns_add_up(cell: Cell, first: int, then: int) -> None:
    """One turn and then another is both at once, turns to the left counting negative."""
    assert FLAT.rotated(FLAT.rotated(cell, first), then) == FLAT.rotated(cell, first + then)


@given(cells)
def test_three_turns_are_the_opposite(cell: Cell) -> None:
    """Half a turn leads to the far side of the origin."""
    assert FLAT.rotated(cell, 3) == cell.times(-1)


def test_a_turn_is_clockwise() -> None:
    """A turn takes each direction to the next."""
    assert [FLAT.rotated(step, 1) for step in FLAT.steps] == [*FLAT.steps[1:], FLAT.steps[0]]


@given(layouts, cells, st.integers(0, 5))
def test_a_turn_is_sixty_degrees_on_the_plane(grid: HexGrid, cell: Cell, turns: int) -> None:
    """On the screen, y pointing down, a turn is by 60 degrees clockwise."""
    (x, y), angle = grid.point(cell), turns * pi / 3
    turned = (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    assert grid.point(grid.rotated(cell, turns)) == pytest.approx(turned)


@given(cells, cells, st.integers(0, 5))
def test_turning_keeps_distances(one: Cell, other: Cell, turns: int) -> None:
    """Neither steps nor inches change when the board is turned."""
    one_turned, other_turned = FLAT.rotated(one, turns), FLAT.rotated(other, turns)
    assert FLAT.distance(one_turned, other_turned) == FLAT.distance(one, other)
    assert FLAT.squared(one_turned, other_turned) == FLAT.squared(one, other)


@given(layouts, cells)
def test_the_mirror_of_the_mirror_is_the_cell(grid: HexGrid, cell: Cell) -> None:
    """Mirrored twice, everything is where it was."""
    assert grid.mirrored(grid.mirrored(cell)) == cell


@given(layouts, cells)
def test_the_mirror_exchanges_left_and_right(grid: HexGrid, cell: Cell) -> None:
    """On the plane the mirror changes the sign of x and leaves y."""
    x, y = grid.point(cell)
    assert grid.point(grid.mirrored(cell)) == pytest.approx((-x, y))


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_the_mirror_exchanges_east_and_west(grid: HexGrid) -> None:
    """A mirrored step is the step whose name has e for w and w for e."""
    swapped = str.maketrans("ew", "we")
    for name in grid.directions:
        mirrored = grid.mirrored(grid.neighbour(HERE, name))
        assert mirrored == grid.neighbour(HERE, name.translate(swapped))


# -- directions ------------------------------------------------------------------------------------------


def test_turning_wraps_round() -> None:
    """From north-west one turn right is north; from north one turn left is north-west."""
    assert (FLAT.turned(5, 1), FLAT.turned(0, -1), FLAT.turned(2, 6)) == (0, 5, 2)


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_there_are_two_compass_points_to_a_direction(grid: HexGrid) -> None:
    """Twelve compass points for six directions: hexsides and the corners between them."""
    assert (len(grid.compass), grid.points_per_direction) == (12, 2)


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_compass_points_are_thirty_degrees_apart(grid: HexGrid) -> None:
    """Each compass point lies 30 degrees clockwise of the one before."""
    points = [grid.point(point) for point in grid.compass]
    for (x, y), (x_after, y_after) in zip(points, points[1:] + points[:1], strict=True):
        lengths = dist((0, 0), (x, y)) * dist((0, 0), (x_after, y_after))
        assert (x * y_after - y * x_after) / lengths == pytest.approx(0.5)


# Which way to face the cell: digits are directions, letters the ties between two of them.
TOWARDS = """
              0
            0   0
          5   0   1
        5   a   b   1
          5   0   1
        5   5   1   1
          f   @   c
        4   4   2   2
          4   3   2
        4   e   d   2
          4   3   2
            3   3
              3
"""
TIES = {"a": (0, 5), "b": (0, 1), "c": (1, 2), "d": (2, 3), "e": (3, 4), "f": (4, 5)}


def test_towards_is_the_nearest_direction() -> None:
    """Up to three steps away, drawn: a cell that lies exactly between two directions gives both."""
    grid = HexGrid("flat", "even")
    centre = found(grid, TOWARDS, "@")
    for cell, sign in drawn(grid, TOWARDS).items():
        if cell != centre:
            assert grid.towards(centre, cell) == (TIES.get(sign) or (int(sign),)), grid.name(cell)


def test_a_cell_lies_in_every_direction_of_itself() -> None:
    """For the cell itself no direction is better than another."""
    assert FLAT.towards(HERE, HERE) == (0, 1, 2, 3, 4, 5)


@given(cells, cells, st.integers(0, 5))
def test_towards_turns_with_the_board(origin: Cell, target: Cell, turns: int) -> None:
    """On a turned board one faces the turned directions."""
    before = FLAT.towards(origin, target)
    after = FLAT.towards(FLAT.rotated(origin, turns), FLAT.rotated(target, turns))
    assert sorted(FLAT.turned(direction, turns) for direction in before) == list(after)


@given(cells.filter(lambda cell: cell != HERE))
def test_ties_lie_on_corner_lines(view: Cell) -> None:
    """Two directions are equally good exactly for cells straight beyond a corner."""
    on_corner_line = any(
        corner.q * view.r == corner.r * view.q and corner.q * view.q >= 0 and corner.r * view.r >= 0
        for corner in FLAT.corners
    )
    assert (len(FLAT.towards(HERE, view)) == 2) == on_corner_line


# -- the plane -------------------------------------------------------------------------------------------


@given(layouts, cells)
def test_a_centre_lies_in_its_cell(grid: HexGrid, cell: Cell) -> None:
    """The point in the middle of a cell leads back to the cell."""
    assert grid.cell_at(grid.point(cell)) == cell


@given(layouts, cells, st.floats(0, 2 * pi), st.floats(0, 0.499))
def test_points_near_a_centre_lie_in_its_cell(grid: HexGrid, cell: Cell, angle: float, away: float) -> None:
    """Less than half a hex from a centre, in any direction, one is still in the cell."""
    x, y = grid.point(cell)
    assert grid.cell_at((x + away * cos(angle), y + away * sin(angle))) == cell


@given(layouts, cells, st.floats(0, 2 * pi), st.floats(0, 2))
def test_a_point_lies_in_the_cell_of_the_nearest_centre(grid: HexGrid, cell: Cell, angle: float, away: float) -> None:
    """No other centre is nearer to a point than that of the cell which covers it."""
    x, y = grid.point(cell)
    point = (x + away * cos(angle), y + away * sin(angle))
    covering = grid.cell_at(point)
    nearest = min(dist(point, grid.point(near)) for near in grid.disc(cell, 4))
    assert dist(point, grid.point(covering)) == pytest.approx(nearest)


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_points_near_a_corner_lie_in_the_cell(grid: HexGrid) -> None:
    """The whole hexagon belongs to the cell, out to nearly all of its corners."""
    cell = Cell(2, -3)
    x, y = grid.point(cell)
    near_corners = [(x + 0.999 * (to_x - x), y + 0.999 * (to_y - y)) for to_x, to_y in grid.outline(cell)]
    assert {grid.cell_at(point) for point in near_corners} == {cell}


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


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_corner_k_is_where_side_k_meets_the_next(grid: HexGrid) -> None:
    """Side k ends in corner k, where side k+1 begins."""
    outline = grid.outline(HERE)
    for side in range(6):
        assert grid.side_points(HERE, side) == (outline[side - 1], outline[side])


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_a_side_lies_halfway_to_the_neighbour(grid: HexGrid) -> None:
    """The middle of a side is the middle between the two centres."""
    for side, step in enumerate(grid.side_steps):
        (x_one, y_one), (x_other, y_other) = grid.side_points(HERE, side)
        x, y = grid.point(step)
        assert ((x_one + x_other) / 2, (y_one + y_other) / 2) == pytest.approx((x / 2, y / 2))


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_neighbours_share_the_ends_of_their_side(grid: HexGrid) -> None:
    """Side k of a cell is side k+3 of the neighbour across, from the other end."""
    for side, step in enumerate(grid.side_steps):
        begin, end = grid.side_points(HERE, side)
        begin_there, end_there = grid.side_points(step, (side + 3) % 6)
        assert begin == pytest.approx(end_there)
        assert end == pytest.approx(begin_there)


def test_three_cells_meet_at_a_corner() -> None:
    """Corner k of a cell is a corner of the neighbours across sides k and k+1, to the lattice point."""
    assert FLAT.cells_at_corner == 3
    for k in range(6):
        corner = FLAT.corners[k]
        meeting = {
            cell for cell in FLAT.disc(HERE, 3) if corner in {FLAT.centre(cell).plus(other) for other in FLAT.corners}
        }
        assert meeting == {HERE, FLAT.side_steps[k], FLAT.side_steps[(k + 1) % 6]}


def test_centres_lie_three_lattice_points_apart() -> None:
    """Thirds of a step make every corner of a hex a whole lattice point."""
    assert FLAT.scale == 3
    assert FLAT.centre(Cell(2, -1)) == Cell(6, -3)


# -- edges -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_opposite_sides_of_neighbours_are_one_edge(grid: HexGrid) -> None:
    """The side of a cell in some direction is the opposite side of the neighbour there."""
    for k, name in enumerate(grid.sides):
        there = grid.neighbour(HERE, name)
        assert grid.edge(HERE, name) == grid.edge(there, grid.sides[(k + 3) % 6])


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_a_cell_has_six_edges(grid: HexGrid) -> None:
    """No two sides of a cell are the same edge."""
    assert len({grid.edge(HERE, name) for name in grid.sides}) == 6


def test_an_edge_is_named_after_its_first_cell() -> None:
    """The north side of B2 is the south side of B1, which comes first."""
    assert FLAT.edge_name(FLAT.edge(FLAT.cell("B2"), "n")) == "B1/s"


@given(layouts, st.integers(1, 30), st.integers(1, 30), st.integers(0, 5))
def test_edge_names_read_back(grid: HexGrid, column: int, row: int, side: int) -> None:
    """The cell and the side of an edge's name lead back to the edge."""
    edge = grid.edge(grid.at(column, row), grid.sides[side])
    cell, name = grid.edge_name(edge).split("/")
    assert grid.edge(grid.cell(cell), name) == edge
