"""Places of several cells: one marker and a border for all of them."""

from __future__ import annotations

from dataclasses import replace

import pygame

from sim.engine.insight import Marker
from sim.grid import Cell, HexGrid, SquareGrid
from sim.view.battle.marked_places import paint_places, places
from sim.view.board.borders import border
from sim.view.board.camera import fitted
from sim.view.board.layout import layout
from tests.view.drawn import drawn

BOARD = drawn("\n".join(["........"] * 6))


def mill(*names: str) -> tuple[Marker, ...]:
    """Return a marker that says the same in each of some cells."""
    return tuple(Marker(BOARD.cell(name), "objective", "the mill: 2", "blue") for name in names)


def test_the_border_goes_on_straight_as_far_as_it_can() -> None:
    """Around squares a few long strokes with the length of all sides together; around hexes each side is one."""
    bent = frozenset({Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(0, 1)})
    strokes = border(SquareGrid(), bent)
    assert len(strokes) == 6
    assert sum(abs(end[0] - start[0]) + abs(end[1] - start[1]) for start, end in strokes) == 10
    corners = {point for stroke in strokes for point in stroke}
    assert len(corners) == 6 and all(sum(corner in stroke for stroke in strokes) == 2 for corner in corners)
    row = frozenset(Cell(column, 0) for column in range(3))
    assert len(border(HexGrid(), row)) == 14


def test_cells_that_hang_together_and_say_the_same_are_one_place_with_its_marker_in_the_middle() -> None:
    """Three in a column: the second has it. Those that lie apart, say something else or are of another side are places
    of their own."""
    (place,) = places(BOARD.grid, mill("C2", "C3", "C4"))
    assert place.marker.cell == BOARD.cell("C3")
    assert place.cells == {BOARD.cell(name) for name in ("C2", "C3", "C4")}
    assert [len(place.cells) for place in places(BOARD.grid, mill("B2", "G4"))] == [1, 1]
    one, other = mill("C2", "C3")
    for another in (replace(other, text="the well: 2"), replace(other, side="red")):
        assert len(places(BOARD.grid, (one, another))) == 2


def is_framed(*names: str) -> bool:
    """Say whether the outer side of the first of some cells is drawn over, and no side between two of them."""
    plan, surface = layout(BOARD), pygame.Surface((400, 300), depth=32)
    camera = fitted(plan.bounds, 400, 300)
    paint_places(surface, plan, camera, mill(*names), lambda _: (200, 180, 90), 1.0)
    cells = [BOARD.cell(name) for name in names]

    def drawn_over(one: Cell, step: Cell) -> bool:
        (ax, ay), (bx, by) = (camera.pixel(BOARD.grid.point(cell)) for cell in (one, one.plus(step)))
        return surface.get_at((round((ax + bx) / 2), round((ay + by) / 2)))[:3] != (0, 0, 0)

    sides = [(cell, step) for cell in cells for step in BOARD.grid.side_steps]
    inner = [drawn_over(cell, step) for cell, step in sides if cell.plus(step) in cells]
    outer = [drawn_over(cell, step) for cell, step in sides if cell.plus(step) not in cells]
    return all(outer) and not any(inner)


def test_a_place_of_several_cells_is_framed_and_one_cell_is_not() -> None:
    """The border runs along all sides that lead out of it; a single cell has its flag alone."""
    assert is_framed("C2", "C3", "C4")
    assert not is_framed("C3")
