"""What is true of every grid: layouts of hexes, and squares with four and with eight neighbours."""

from math import atan2, cos, dist, pi, remainder, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import Cell, Grid, HexGrid
from tests.grid.drawing import EVERY_GRID as GRIDS

HERE = Cell(0, 0)
EVERY_GRID = pytest.mark.parametrize("grid", GRIDS, ids=str)

grids = st.sampled_from(GRIDS)
coordinates = st.integers(-50, 50)
cells = st.builds(Cell, coordinates, coordinates)
turns = st.integers(-12, 12)


# -- columns and rows --------------------------------------------------------------------------------------


@EVERY_GRID
def test_directions_point_where_their_names_say(grid: Grid) -> None:
    """North is up, south down, east right and west left on the plane."""
    for name, step in zip(grid.directions, grid.steps, strict=True):
        x, y = grid.point(step)
        assert (y < -0.1, y > 0.1, x > 0.1, x < -0.1) == ("n" in name, "s" in name, "e" in name, "w" in name)


@given(grids, cells)
def test_column_and_row_lead_back_to_the_cell(grid: Grid, cell: Cell) -> None:
    """A cell is found at its own column and row, left of and above the board as well, and the other way round."""
    assert grid.at(*grid.offset(cell)) == cell
    assert grid.offset(grid.at(*cell)) == cell


@EVERY_GRID
def test_pages_and_directions(grid: Grid) -> None:
    """A board is read row by row; turning wraps round."""
    assert [grid.name(cell) for cell in grid.rectangle(3, 2)] == ["A1", "B1", "C1", "A2", "B2", "C2"]
    last = len(grid.directions) - 1
    assert (grid.turned(last, 1), grid.turned(0, -1), grid.turned(2, last + 1)) == (0, last, 2)


# -- distances ---------------------------------------------------------------------------------------------


@EVERY_GRID
def test_distance_is_what_walking_takes(grid: Grid) -> None:
    """Spreading out step by step reaches the cells at distance 1, 2, 3 and so on, each in its turn."""
    reached, front = {HERE}, {HERE}
    for steps in range(1, 9):
        front = {cell for here in front for cell in grid.neighbours(here)} - reached
        reached |= front
        assert {grid.distance(HERE, cell) for cell in front} == {steps}


@given(grids, cells, cells, cells)
def test_no_way_round_is_shorter(grid: Grid, one: Cell, other: Cell, between: Cell) -> None:
    """Going by way of a third cell never saves a step, and the way back is as long."""
    assert grid.distance(one, other) <= grid.distance(one, between) + grid.distance(between, other)
    assert grid.distance(one, other) == grid.distance(other, one)


@given(grids, cells, cells)
def test_squared_distance_is_that_of_the_plane(grid: Grid, one: Cell, other: Cell) -> None:
    """The whole number is the square of what a ruler measures between the centres."""
    assert grid.squared(one, other) == pytest.approx(dist(grid.point(one), grid.point(other)) ** 2)


@EVERY_GRID
def test_rings_and_discs_are_what_lies_so_far_away(grid: Grid) -> None:
    """Row by row; the innermost ring is the cell."""
    here = Cell(3, -5)
    around = sorted((here.plus(Cell(q, r)) for q in range(-9, 10) for r in range(-9, 10)), key=lambda c: (c.r, c.q))
    for radius in range(6):
        assert grid.ring(here, radius) == tuple(cell for cell in around if grid.distance(here, cell) == radius)
        assert grid.disc(here, radius) == tuple(cell for cell in around if grid.distance(here, cell) <= radius)
    assert grid.ring(here, 0) == (here,)


# -- turns and mirror --------------------------------------------------------------------------------------


@given(grids, cells, turns, turns)
def test_turns_add_up(grid: Grid, cell: Cell, first: int, then: int) -> None:
    """One turn and then another is both at once, turns to the left counting negative; all round is none."""
    assert grid.rotated(grid.rotated(cell, first), then) == grid.rotated(cell, first + then)
    assert grid.rotated(cell, len(grid.sides)) == cell


@given(grids, cells, st.integers(0, 5))
def test_a_turn_is_by_one_side_on_the_plane(grid: Grid, cell: Cell, number: int) -> None:
    """On the screen, y pointing down, it is clockwise: by 60 degrees on hexes, by 90 on squares."""
    (x, y), angle = grid.point(cell), number * 2 * pi / len(grid.sides)
    turned = (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    assert grid.point(grid.rotated(cell, number)) == pytest.approx(turned)


@given(grids, cells)
def test_the_mirror_exchanges_left_and_right(grid: Grid, cell: Cell) -> None:
    """On the plane it changes the sign of x and leaves y; mirrored twice, everything is where it was."""
    x, y = grid.point(cell)
    assert grid.point(grid.mirrored(cell)) == pytest.approx((-x, y))
    assert grid.mirrored(grid.mirrored(cell)) == cell


# -- directions --------------------------------------------------------------------------------------------


@EVERY_GRID
def test_compass_points_are_as_far_apart(grid: Grid) -> None:
    """Sides and the corners between them, clockwise: 12 points on hexes, 8 on squares."""
    points = [grid.point(point) for point in grid.compass]
    assert len(points) == 2 * len(grid.sides) == grid.points_per_direction * len(grid.directions)
    for (x, y), (x_after, y_after) in zip(points, points[1:] + points[:1], strict=True):
        lengths = dist((0, 0), (x, y)) * dist((0, 0), (x_after, y_after))
        assert (x * y_after - y * x_after) / lengths == pytest.approx(sin(2 * pi / len(points)))


@EVERY_GRID
def test_towards_is_the_direction_of_the_least_angle(grid: Grid) -> None:
    """Measured with a protractor, two where a cell lies between them; for the cell itself none is better."""
    bearings = [atan2(y, x) for x, y in map(grid.point, grid.steps)]
    for view in grid.disc(HERE, 14):
        x, y = grid.point(view)
        off = [abs(remainder(atan2(y, x) - bearing, 2 * pi)) * (view != HERE) for bearing in bearings]
        best = tuple(direction for direction, angle in enumerate(off) if angle < min(off) + 1e-9)
        assert grid.towards(Cell(5, -2), view.plus(Cell(5, -2))) == best, view


# -- the plane ---------------------------------------------------------------------------------------------


@given(grids, cells, st.floats(0, 2 * pi), st.floats(0, 2))
def test_a_point_lies_in_the_cell_of_the_nearest_centre(grid: Grid, cell: Cell, angle: float, away: float) -> None:
    """No other centre is nearer to a point than that of the cell which covers it."""
    x, y = grid.point(cell)
    point = (x + away * cos(angle), y + away * sin(angle))
    nearest = min(dist(point, grid.point(near)) for near in grid.disc(cell, 4))
    assert dist(point, grid.point(grid.cell_at(point))) == pytest.approx(nearest)


@EVERY_GRID
def test_points_near_a_corner_lie_in_the_cell(grid: Grid) -> None:
    """The whole outline belongs to the cell, out to nearly all of its corners."""
    cell = Cell(2, -3)
    x, y = grid.point(cell)
    near = [(x + 0.999 * (to_x - x), y + 0.999 * (to_y - y)) for to_x, to_y in grid.outline(cell)]
    assert {grid.cell_at(point) for point in near} == {cell}


@EVERY_GRID
def test_a_side_runs_from_corner_to_corner(grid: Grid) -> None:
    """Side k ends in corner k, where the next begins; its middle is halfway to the neighbour, whose side it is too."""
    outline, number = grid.outline(HERE), len(grid.sides)
    for side, step in enumerate(grid.side_steps):
        begin, end = grid.side_points(HERE, side)
        assert (begin, end) == (outline[side - 1], outline[side])
        assert [sum(both) for both in zip(begin, end, strict=True)] == pytest.approx(grid.point(step))
        there = grid.side_points(step, (side + number // 2) % number)
        assert [*there[1], *there[0]] == pytest.approx([*begin, *end])


@EVERY_GRID
def test_cells_meet_at_a_corner(grid: Grid) -> None:
    """Corner k belongs to the neighbours across sides k and k+1, on squares also to the one beyond both."""
    for k, corner in enumerate(grid.corners):
        one, other = grid.side_steps[k], grid.side_steps[(k + 1) % len(grid.sides)]
        beyond = set() if isinstance(grid, HexGrid) else {one.plus(other)}
        near = [cell for cell in grid.disc(HERE, 3) if corner in map(grid.centre(cell).plus, grid.corners)]
        assert set(near) == {HERE, one, other} | beyond
        assert len(near) == grid.cells_at_corner


# -- edges -------------------------------------------------------------------------------------------------


@EVERY_GRID
def test_opposite_sides_of_neighbours_are_one_edge(grid: Grid) -> None:
    """The side of a cell in some direction is the opposite side of the neighbour there, and no other side of it."""
    number = len(grid.sides)
    for k, name in enumerate(grid.sides):
        assert grid.edge(HERE, name) == grid.edge(grid.neighbour(HERE, name), grid.sides[(k + number // 2) % number])
    assert len({grid.edge(HERE, name) for name in grid.sides}) == number


@given(grids, st.integers(0, 30), st.integers(0, 30))
def test_edge_names_read_back(grid: Grid, column: int, row: int) -> None:
    """The cell and the side of an edge's name lead back to the edge, also on the rim of the board."""
    for side in grid.sides:
        edge = grid.edge(grid.at(column, row), side)
        cell, name = grid.edge_name(edge).split("/")
        assert grid.edge(grid.cell(cell), name) == edge
