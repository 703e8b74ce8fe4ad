import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.grid import Grid, HexGrid, SquareGrid
from sim.view.board.layout import layout
from tests.view.drawn import drawn

GRIDS = [HexGrid("flat", "odd"), HexGrid("flat", "even"), HexGrid("pointy", "odd"), SquareGrid(8)]
ROWS = """
    ......
    ..__..
    ......
    ......
"""


@given(st.sampled_from(GRIDS), st.floats(-2, 8), st.floats(-2, 6))
def test_the_cell_under_a_point_is_the_one_the_grid_names(grid: Grid, x: float, y: float) -> None:
    """The array form agrees with the grid, on and off the map and in its holes."""
    battle_map = drawn(ROWS, grid=grid)
    found = int(layout(battle_map).ordinals_at(np.array([[x]]), np.array([[y]]))[0, 0])
    cell = grid.cell_at((x, y))
    near_border = any(grid.cell_at((x + dx, y + dy)) != cell for dx in (-1e-6, 1e-6) for dy in (-1e-6, 1e-6))
    if not near_border:
        assert found == (battle_map.ordinal(cell) if cell in battle_map else -1)


@pytest.mark.parametrize("grid", GRIDS)
def test_bounds_hold_every_corner(grid: Grid) -> None:
    """The bounds are those of the outlines of all cells."""
    battle_map = drawn(ROWS, grid=grid)
    across, down = zip(*(point for cell in battle_map.whole for point in grid.outline(cell)), strict=True)
    assert layout(battle_map).bounds == pytest.approx((min(across), min(down), max(across), max(down)))
