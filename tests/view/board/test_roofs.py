from math import pi

import pytest

from sim.board.ground import Ground
from sim.view.board.landscape import landscape_of
from sim.view.board.roofs import blocks
from tests.view.drawn import SQUARES, drawn


def roofs(rows: str, family: str, grid=None):  # type: ignore[no-untyped-def]
    """Return the blocks of a drawn map."""
    return blocks(landscape_of(Ground(drawn(rows, family, grid))))


def test_a_stretch_of_squares_is_cut_into_rectangles_that_cover_it_and_a_roof_runs_along_its_house() -> None:
    """An L of five squares becomes two roofs, the larger first, and no square has two; the ridge follows the longer
    side."""
    made = roofs("bbb.\nb...\nb...", "tabletop", SQUARES)
    areas = [round(block.length + 0.1) * round(block.width + 0.1) for block in made]
    assert len(areas) == 2 and sum(areas) == 5 and areas == sorted(areas, reverse=True)
    wide, tall = roofs("bbb", "tabletop", SQUARES), roofs("b\nb\nb", "tabletop", SQUARES)
    assert (wide[0].angle, tall[0].angle) == (0, pytest.approx(pi / 2))


def test_neighbouring_hexes_of_one_building_are_joined() -> None:
    """Each has a wing to the other, one of another kind stands apart, and a lone house stays inside its hex."""
    joined, apart = roofs("bb", "battlefield"), roofs("bB", "battlefield")
    assert sum(block.wing for block in joined) == 2
    assert not any(block.wing for block in apart)
    battle_map = drawn("...\n.b.\n...")
    x, y = battle_map.grid.point(battle_map.cell("B2"))
    for block in blocks(landscape_of(Ground(battle_map))):
        for a, b in block.corners:
            assert ((a - x) ** 2 + (b - y) ** 2) ** 0.5 < 0.56
