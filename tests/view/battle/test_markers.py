"""Which markers of a place are drawn."""

import pytest

from sim.engine.insight import Marker
from sim.grid import Cell, Grid, HexGrid, SquareGrid
from sim.view.battle.markers import thinned

SQUARES = SquareGrid()


def place(columns: int, rows: int, text: str = "The house") -> list[Marker]:
    """Return the markers of a place that begins at the corner of the map."""
    return [Marker(Cell(q, r), "objective", text) for r in range(rows) for q in range(columns)]


def test_a_small_place_has_a_flag_in_every_cell() -> None:
    """Six of them hide nothing."""
    assert thinned(SQUARES, place(3, 2)) == place(3, 2)


def test_a_large_place_has_its_corners_and_its_middle() -> None:
    """Five flags for thirty-five cells."""
    cells = {marker.cell for marker in thinned(SQUARES, place(7, 5))}
    assert cells == {Cell(0, 0), Cell(6, 0), Cell(0, 4), Cell(6, 4), Cell(3, 2)}


def test_a_row_has_its_ends_and_its_middle() -> None:
    """Along an edge of the map."""
    assert [marker.cell.q for marker in thinned(SQUARES, place(9, 1))] == [0, 4, 8]


def test_places_are_told_apart_by_what_they_say() -> None:
    """Each has its own corners, even if one touches the other."""
    other = [Marker(Cell(q, 5), "objective", "The yard") for q in range(3)]
    assert len(thinned(SQUARES, [*place(7, 5), *other])) == 5 + 3


@pytest.mark.parametrize("grid", [SquareGrid(), HexGrid()])
def test_every_place_keeps_a_marker(grid: Grid) -> None:
    """However it lies."""
    found = thinned(grid, place(5, 5))
    assert 1 <= len(found) < 25


def test_an_l_is_shown_at_all_its_ends() -> None:
    """Corners are where the place goes on to neither side."""
    cells = [Cell(q, 0) for q in range(5)] + [Cell(0, r) for r in range(1, 5)]
    shown = {marker.cell for marker in thinned(SQUARES, [Marker(cell, "exit", "out") for cell in cells])}
    assert {Cell(4, 0), Cell(0, 4), Cell(0, 0)} <= shown
