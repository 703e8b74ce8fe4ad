"""Marks on the map: facings to click, candidates, routes, shots, rings and markers."""

from math import atan2, cos
from typing import Any, get_args

import numpy as np
import pygame
import pytest

from sim.board.area import Area
from sim.engine.insight import AimedTo, Danger, Marker
from sim.grid import Cell, Grid
from sim.view.battle.aims import AimCells, AimUnits, aims_legend, paint_aims, paint_aims_at_counters
from sim.view.battle.marks import paint_facing_choice, paint_markers, paint_path, paint_shot_line
from sim.view.battle.paint_battle import Marked, OrderInHand, _paint_order, _paint_under
from sim.view.board.camera import Camera
from sim.view.board.layout import layout
from sim.view.ui.palette import theme
from tests.view.battle.overlay_pictures import GREY, GRIDS, ROWS, camera_of, changed_cells, painted, some, touched
from tests.view.drawn import difference, drawn


@pytest.mark.parametrize("grid", GRIDS)
def test_there_is_an_arrow_to_click_for_every_facing(grid: Grid) -> None:
    """Each lies in its direction, none over another, large enough for a finger even on a tiny map."""
    board = drawn(ROWS, grid=grid)
    camera, cell = camera_of(board, 10.0), board.cell("D4")
    surface = pygame.Surface((camera.width, camera.height))
    facings = range(len(grid.directions))
    boxes = paint_facing_choice(surface, layout(board), camera, cell, facings, 1, 1.0)
    assert [facing for _, facing in boxes] == list(facings)
    x, y = camera.pixel(grid.point(cell))
    for n, (box, facing) in enumerate(boxes):
        assert min(box.size) >= 24
        assert box.collidelist([other for k, (other, _) in enumerate(boxes) if k != n]) == -1
        step = grid.plane(*grid.steps[facing])
        turn = atan2(box.centery - y, box.centerx - x) - atan2(step[1], step[0])
        assert cos(turn) > 0.99


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("kind", get_args(AimedTo))
def test_exactly_the_aims_are_marked(grid: Grid, kind: AimedTo) -> None:
    """In the middle of their cells; the chosen one has an outline instead."""
    board = drawn(ROWS, grid=grid)
    cells = [*some(board, 0, 4)]
    aims = tuple((cell, kind) for cell in cells)
    image = painted(board, lambda s, view: paint_aims(s, layout(board), view, aims, 1.0))
    assert changed_cells(board, image) == {*cells}
    other = painted(board, lambda s, view: paint_aims(s, layout(board), view, aims, 1.0, cells[1]))
    assert changed_cells(board, other, least=60) == {*cells} and cells[1] not in touched(board, other)


def test_marks_have_a_shape_for_every_purpose() -> None:
    """Without their colours they are still told apart, on the map and in the legend."""
    board = drawn(ROWS)
    kinds: tuple[AimedTo, ...] = get_args(AimedTo)

    def shape(kind: AimedTo) -> np.ndarray:
        aims = ((board.cell("D3"), kind),)
        image = painted(board, lambda s, view: paint_aims(s, layout(board), view, aims, 1.0))
        return difference(image, np.array(GREY)) > 60

    shapes = [shape(kind) for kind in kinds]
    assert all((one != other).sum() > 20 for n, one in enumerate(shapes) for other in shapes[:n])
    legends = [aims_legend({"move", kind}, 1.0) for kind in kinds]
    assert legends[0] is None
    assert len({picture.get_width() for picture in legends if picture is not None}) == len(kinds) - 1


def test_a_route_passes_every_cell_of_its_way_and_a_shot_runs_from_one_cell_to_the_other() -> None:
    """From the start to the arrow head, and through nothing else. Cross hairs lie over the target, whose counter can
    still be seen; costs and the chance are written on the way."""
    board = drawn(ROWS)
    start, way = board.cell("B2"), [board.cell(name) for name in ("C2", "D3", "D4")]
    image = painted(board, lambda s, view: paint_path(s, layout(board), view, start, way, 1.0))
    assert touched(board, image) == {start, *way}
    nothing = painted(board, lambda s, view: paint_path(s, layout(board), view, start, (), 1.0))
    assert touched(board, nothing) == set()
    told = painted(board, lambda s, view: paint_path(s, layout(board), view, start, way, 1.0, ("1", "", "4")))
    assert difference(image, told).max() > 100
    other = board.cell("G4")
    image = painted(board, lambda s, view: paint_shot_line(s, layout(board), view, start, other, 1.0))
    assert {start, other} <= changed_cells(board, image, least=20) and other not in touched(board, image)
    told = painted(board, lambda s, view: paint_shot_line(s, layout(board), view, start, other, 1.0, "42 %"))
    assert difference(image, told).max() > 100


def test_the_chance_of_a_shot_hides_neither_who_shoots_nor_who_is_shot_at() -> None:
    """Between neighbours there is no room on the line: the card lies beside it; nor is any other counter hidden."""
    board = drawn(ROWS)
    camera, (one, other) = camera_of(board, 30.0), (board.cell("C3"), board.cell("D3"))
    counters = []
    for cell in (one, other, board.cell("C2")):
        x, y = camera.pixel(board.grid.point(cell))
        box = pygame.Rect(0, 0, 20, 20)
        box.center = round(x), round(y)
        counters.append(box)

    def shot(words: str) -> np.ndarray:
        def paint(surface: pygame.Surface, view: Camera) -> None:
            paint_shot_line(surface, layout(board), view, one, other, 1.0, words, counters)

        return painted(board, paint, 30.0)

    told = difference(shot("42 %"), shot("")) > 0
    assert told.any()
    for box in counters:
        assert not told[box.top : box.bottom, box.left : box.right].any()


def test_a_ring_leaves_the_counter_free() -> None:
    """It lies around the counter, wherever that is, and is another for the chosen one. A mark that a counter hides
    stands at its corner: otherwise nobody would know that the cell can be gone to."""
    board = drawn(ROWS)
    cell, counter = board.cell("D3"), {"red-1": pygame.Rect(60, 50, 24, 24)}

    def ring(shot_at: Cell | None = None) -> np.ndarray:
        aims: AimUnits = (("red-1", cell, "fire"),)
        return painted(
            board,
            lambda s, view: paint_aims_at_counters(s, layout(board), view, ((), aims), counter, 1.0, shot_at=shot_at),
        )

    assert difference(ring(), ring(cell)).max() > 100
    for image in (ring(), ring(cell)):
        assert not (difference(image, np.array(GREY))[56:68, 66:78] > 0).any()
    at = camera_of(board).pixel(board.grid.point(cell))
    box = pygame.Rect(round(at[0]) - 10, round(at[1]) - 10, 20, 20)
    cells: AimCells = ((cell, "move"),)
    image = painted(
        board, lambda s, view: paint_aims_at_counters(s, layout(board), view, (cells, ()), {"ames": box}, 1.0)
    )
    assert difference(image, np.array(GREY))[box.bottom, box.left] > 60


def test_markers_have_a_shape_for_every_kind() -> None:
    """In one colour and with one letter they are still four pictures; the side shows by colour and letter."""
    board = drawn(ROWS)
    cell = board.cell("D3")

    def look(kind: Any, side: str | None = "blue") -> np.ndarray:
        marker = Marker(cell, kind, "", side)
        return painted(
            board, lambda s, view: paint_markers(s, layout(board), view, (marker,), lambda _: (200, 180, 90), 1.0)
        )

    looks = [look(kind) for kind in ("objective", "control", "exit", "spot")]
    for n, one in enumerate(looks):
        assert cell in changed_cells(board, one)
        for other in looks[:n]:
            assert (difference(one, other) > 60).sum() > 20
    assert difference(look("control"), look("control", "red")).max() > 100


def test_the_way_lies_over_the_facings() -> None:
    """It runs through one of them, and must be seen to its end. Whoever is ordered is outlined even if something else
    was clicked: both are, in different colours."""
    board = drawn(ROWS)
    start, end = board.cell("C3"), board.cell("D3")
    facing = next(n for n, step in enumerate(board.grid.steps) if end.plus(step) == start)
    order = OrderInHand(start=start, way=(end,), facings=tuple(range(6)), facing=facing, facing_cell=end)
    path = painted(board, lambda s, view: paint_path(s, layout(board), view, start, (end,), 1.0))
    both = painted(board, lambda s, view: _paint_order(s, layout(board), view, order, 1.0, {}))
    drawn_path = difference(path, np.full_like(path, GREY)) > 200
    assert (difference(path, both)[drawn_path] > 60).mean() < 0.03
    marked = Marked(selected=board.cell("F4"), order=OrderInHand(start=start))
    image = painted(board, lambda s, view: _paint_under(s, layout(board), view, marked, 1.0))
    assert {start, board.cell("F4")} <= changed_cells(board, image)
    assert {theme().selected, theme().hover} <= {tuple(pixel) for pixel in image.reshape(-1, 3).tolist()}


@pytest.mark.parametrize("grid", GRIDS)
def test_the_template_of_an_order_is_drawn_as_it_lies_and_small_candidates_leave_the_ground_free(grid: Grid) -> None:
    """Its outline crosses the cells that it is laid over, whatever they are in danger of. Candidates have one dot each
    in their middle: outlines of dots would run together."""
    board = drawn(ROWS, grid=grid)
    ends = [board.grid.point(cell) for cell in some(board, 0, 4)]
    marked = Marked(order=OrderInHand(danger=Danger(Area(board, 0), (tuple(ends),))))
    image = painted(board, lambda s, view: _paint_under(s, layout(board), view, marked, 1.0))
    assert {*some(board, 0, 4)} <= touched(board, image)
    aims: AimCells = tuple((cell, "move") for cell in board.cells)
    image = painted(board, lambda s, view: paint_aims(s, layout(board), view, aims, 1.0), 18.0)
    assert touched(board, image, 18.0) == set(board.cells)
    assert 0.02 < (difference(image, np.full_like(image, GREY)) > 60).mean() < 0.25
