"""The ground keeps to the map: borders wander, but the middle of a cell shows the cell's own terrain."""

from random import Random

import numpy as np
import pytest

from sim.board.ground import Changes, Ground
from sim.grid import Grid, HexGrid, SquareGrid
from sim.view.board.board_picture import whole_board
from sim.view.board.landscape import Landscape, finished, landscape_of, landscape_steps
from sim.view.board.paint_ground import _mixture
from sim.view.board.patch import Patch
from tests.view.drawn import drawn, place

LETTERS = {"battlefield": ".wWp~,gmoru", "tabletop": ".swrmfkv-=~u:p", "town": ".=:,sdr"}


@pytest.mark.parametrize("grid", [HexGrid(), HexGrid("pointy", "even"), SquareGrid(8)])
@pytest.mark.parametrize("family", LETTERS)
def test_the_middle_of_a_cell_shows_its_own_ground(grid: Grid, family: str) -> None:
    """On boards as motley as can be, no cell's centre is overgrown by its neighbours."""
    chance, scale = Random(7), 30.0
    rows = "\n".join("".join(chance.choice(LETTERS[family]) for _ in range(14)) for _ in range(12))
    battle_map = drawn(rows, family, grid)
    landscape, patch = landscape_of(Ground(battle_map)), Patch(whole_board(battle_map, scale))
    parts = dict(finished(_mixture(landscape, patch)))
    for cell in battle_map.whole:
        column, row = place(battle_map, cell, scale)
        own = int(landscape.survey.look_of_cell[battle_map.ordinal(cell)])
        assert parts[own][row - 2 : row + 3, column - 2 : column + 3].mean() > 0.5, battle_map.grid.name(cell)


def test_the_parts_of_all_looks_add_up_to_the_whole() -> None:
    """Every pixel is fully painted."""
    battle_map = drawn("..WW~~\n.pp~~b\nwwg..u")
    parts = finished(_mixture(landscape_of(Ground(battle_map)), Patch(whole_board(battle_map, 24))))
    assert np.add.reduce([part for _, part in parts]) == pytest.approx(1, abs=1e-4)


def test_a_scene_takes_over_the_survey_unless_terrain_has_changed() -> None:
    """Smoke costs no new survey; a house burnt to rubble does."""
    battle_map = drawn("...\n.b.\n...")
    first = landscape_of(Ground(battle_map))
    smoke = Changes().with_feature(battle_map.cell("A1"), "light_smoke")
    later: Landscape = finished(landscape_steps(Ground(battle_map, smoke), first))
    assert later.survey is first.survey
    burnt: Landscape = finished(
        landscape_steps(Ground(battle_map, smoke.with_terrain(battle_map.cell("B2"), "rubble")), later)
    )
    assert burnt.survey is not first.survey
    assert "rubble" in burnt.survey.looks
