"""Arcs: which cells lie within a spread of compass points either side of a facing."""

from math import atan2, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import Cell, Grid, HexGrid, SquareGrid

GRIDS: tuple[Grid, ...] = (HexGrid("flat"), HexGrid("pointy"), SquareGrid(4), SquareGrid(8))

grids = st.sampled_from(GRIDS)
coordinates = st.integers(-40, 40)
cells = st.builds(Cell, coordinates, coordinates)
facings = st.integers(0, 23)
spreads = st.integers(0, 6)


def is_within(grid: Grid, view: Cell, facing: int, spread: int) -> bool:
    """Measure with a protractor whether a cell is in the arc; limits belong to it, and so does the cell itself."""
    (x, y), (x_ahead, y_ahead) = grid.point(view), grid.point(grid.steps[facing])
    turn = (atan2(y, x) - atan2(y_ahead, x_ahead)) % (2 * pi)
    return view == (0, 0) or min(turn, 2 * pi - turn) <= spread * 2 * pi / len(grid.compass) + 1e-9


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_near_arcs_are_angles_that_wedge_and_flank_share_out(grid: Grid) -> None:
    """Every cell up to seven steps, for every facing and spread: in the wedge, in the flank or the origin, once."""
    origin = Cell(2, -5)
    disc = grid.disc(origin, 7)
    for facing in range(len(grid.directions)):
        for spread in range(len(grid.compass) // 2 + 1):
            inside = [cell for cell in disc if is_within(grid, cell.minus(origin), facing, spread)]
            assert [cell for cell in disc if grid.in_arc(origin, facing, cell, spread)] == inside, (facing, spread)
            assert sorted((origin, *grid.wedge(origin, facing, spread, 7))) == sorted(inside)
            assert set(grid.flank(origin, facing, spread, 7)) == {*disc} - {*inside}


@given(grids, cells, cells, facings, spreads)
def test_far_arcs_are_angles(grid: Grid, origin: Cell, target: Cell, facing: int, spread: int) -> None:
    """From anywhere to anywhere."""
    facing %= len(grid.directions)
    measured = is_within(grid, target.minus(origin), facing, spread)
    assert grid.in_arc(origin, facing, target, spread) == measured
