"""Blasts and beaten zones as exact sets of cells."""

from dataclasses import replace
from fractions import Fraction

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sim.board.battlemap import Scale
from sim.board.templates import Circle, Wedge
from sim.grid import HexGrid, SquareGrid
from tests.board.drawn import at, drawn

OPEN = "\n".join(["." * 13] * 13)
GATLING = Fraction(45, 4)


def test_circle_takes_in_its_limit() -> None:
    """LPG-SHELL: a man exactly two inches from the burst is hit, one further off is not; by the map's scale."""
    battle_map = drawn(OPEN, grid=SquareGrid(8))
    burst, two_off, diagonal = at(battle_map, "G7 G9 H9")
    cells = Circle(burst, Fraction(2)).cells(battle_map)
    assert two_off in cells
    assert diagonal not in cells
    assert len(cells) == 13
    battle_map = replace(battle_map, scale=Scale(2.0, "inch"))
    assert len(Circle(at(battle_map, "G7")[0], Fraction(2)).cells(battle_map)) == 5


def test_circle_on_hexes() -> None:
    """One inch is the hex and its six neighbours; seven hold one eight steps off along a spine: 3 * 4*4 < 7*7."""
    battle_map = drawn(OPEN)
    burst = at(battle_map, "G7")[0]
    assert set(Circle(burst, Fraction(1)).cells(battle_map)) == {burst, *battle_map.grid.neighbours(burst)}
    battle_map = drawn("\n".join(["." * 13] * 13))
    first = battle_map.grid.at(0, 0)
    cells = Circle(first, Fraction(7)).cells(battle_map)
    spine = battle_map.grid.at(4, 6)
    assert battle_map.distance(first, spine) == 8
    assert spine in cells


@pytest.mark.parametrize(("scale", "inches", "covered"), [(0.1, 1, 10), (1.1, 11, 10), (0.3, 3, 10)])
def test_circle_reads_a_scale_by_its_digits(scale: float, inches: int, covered: int) -> None:
    """A scale that is no binary fraction makes no cell on the limit fall out."""
    battle_map = replace(drawn("." * 13, grid=SquareGrid(8)), scale=Scale(scale, "inch"))
    first = at(battle_map, "A1")[0]
    assert len(Circle(first, Fraction(inches)).cells(battle_map)) == covered + 1


def test_wedge_takes_in_its_limits() -> None:
    """180 degrees what lies abeam, a quarter turn both sides of the diagonal; at its own cell it points nowhere."""
    battle_map = drawn("...\n...\n...", grid=SquareGrid(8))
    apex, ahead, abeam = at(battle_map, "B2 B1 A2")
    cells = Wedge(apex, ahead, Fraction(180), Fraction(2)).cells(battle_map)
    assert abeam in cells
    assert len(cells) == 5
    apex, diagonal = at(battle_map, "A1 C3")
    cells = Wedge(apex, diagonal, Fraction(90), Fraction(3)).cells(battle_map)
    assert len(cells) == 8
    battle_map = drawn("..")
    here = at(battle_map, "A1")[0]
    with pytest.raises(ValueError, match="needs a direction"):
        Wedge(here, here, GATLING, Fraction(4)).cells(battle_map)


def test_gatling_wedge() -> None:
    """LPG-GATLING: 11.25 degrees is about a tenth of the range to each side: one cell aside from eleven inches on."""
    battle_map = drawn("\n".join(["." * 13] * 25), grid=SquareGrid(8))
    apex, ahead = at(battle_map, "G25 G1")
    cells = Wedge(apex, ahead, GATLING, Fraction(24)).cells(battle_map)
    assert apex not in cells
    assert all(cell in cells for cell in at(battle_map, "G24 G1 F10 H10 F14"))
    assert [cell in cells for cell in at(battle_map, "F15 H15 F24")] == [False, False, False]


@given(
    grid=st.sampled_from([HexGrid(), SquareGrid(8)]),
    ends=st.tuples(*[st.integers(0, 12)] * 4),
    degrees=st.fractions(1, 170),
    length=st.fractions(1, 9),
)
def test_shape_and_cells_agree(grid, ends, degrees, length) -> None:  # type: ignore[no-untyped-def]
    """The drawn shape holds the centres of the cells that count, up to the width of a pen."""
    battle_map = drawn(OPEN, grid=grid)
    apex, towards = grid.at(*ends[:2]), grid.at(*ends[2:])
    if apex == towards:
        return
    wedge = Wedge(apex, towards, degrees, length)
    shape, cells = wedge.shape(battle_map), wedge.cells(battle_map)
    for cell in battle_map.whole:
        centre = shapely.Point(grid.point(cell))
        if cell != apex and shape.boundary.distance(centre) > 0.02:
            assert shape.contains(centre) == (cell in cells)
