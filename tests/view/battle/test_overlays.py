"""Overlays show the engine's own answers, cell by cell, and never by colour alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
import pygame
import pytest

from sim.board.battlemap import BattleMap
from sim.engine.check import Check
from sim.engine.insight import Band, Reached
from sim.grid import Cell, Grid, HexGrid
from sim.view.battle.figures import CellFigures, _reach_texts, figures_layer, paint_tags
from sim.view.battle.layers import paint_layer
from sim.view.battle.marks import letter_ink
from sim.view.battle.overlays import (
    OVERLAYS,
    OverlayKind,
    cover_layer,
    cover_words,
    fire_layer,
    fire_levels,
    fire_shades,
    fire_words,
    heights_legend,
    legend,
    overlay,
    range_of,
    reach_layer,
    threat_layer,
    threat_words,
    view_layer,
    view_words,
)
from sim.view.battle.paint_battle import Overlaid, layers_over
from sim.view.battle.shades import Shade, paint_shades, stamp
from sim.view.board.camera import Camera, fitted
from sim.view.board.layout import layout
from sim.view.counters.livery import LIVERIES
from sim.view.ui.palette import READABLE, contrast, theme, use_theme
from tests.view.battle.bot import asked, opened, passed
from tests.view.battle.overlay_pictures import (
    GREY,
    GRIDS,
    ROWS,
    at_centres,
    camera_of,
    changed_cells,
    overlaid,
    painted,
    some,
    threatened,
    touched,
)
from tests.view.drawn import difference, drawn, pixels

# -- the table --------------------------------------------------------------------------------------------


def test_every_overlay_says_what_it_needs_and_shows() -> None:
    """Names are there once, and each has a line of help."""
    names = [kind.name for kind in OVERLAYS]
    assert names == ["ruler", "view", "fire zones", "threat", "reach", "cover", "heights", "coordinates"]
    assert all(kind.help for kind in OVERLAYS)
    assert overlay("reach").needs == "unit"
    assert [kind.name for kind in OVERLAYS if kind.dress] == ["heights", "coordinates"]


# -- areas, cell by cell ----------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("scale", [9.0, 40.0, 130.0])
def test_fire_zones_fill_exactly_the_cells_of_the_bands(grid: Grid, scale: float) -> None:
    """A cell in no band stays as it was; cells of one band have one colour, and bands have different ones."""
    board = drawn(ROWS, grid=grid)
    short, long = some(board, 0, 5), some(board, 2, 5)
    bands = {
        "a": (Band("short range", short), Band("long range", long)),
        "b": (Band("normal range", some(board, 3, 5)),),
    }
    image = overlaid(board, fire_layer(layout(board), bands), scale=scale)
    assert touched(board, image, scale) == {*short, *long, *some(board, 3, 5)}
    colours = at_centres(board, image, scale)
    if scale > 20:
        assert len({colours[cell] for cell in board.whole}) == 4


def test_of_two_units_the_shorter_range_is_shown() -> None:
    """Where one has long and the other short range, the cell is drawn as short range, whoever comes first."""
    board = drawn(ROWS)
    area = board.area(board.cell("B2"))
    near, far = (Band("short range", area),), (Band("long range", area),)
    for bands in ({"a": near, "b": far}, {"a": far, "b": near}):
        levels = fire_levels(layout(board), bands)
        assert levels[board.ordinal(board.cell("B2"))] == 1
        assert (levels > 0).sum() == 1


def test_bands_go_by_their_name_and_else_by_their_place() -> None:
    """Whatever a system calls its bands, the nearest of three is shown as short and the last as long."""
    assert [range_of(f"band {n}", n, 3) for n in range(3)] == [0, 1, 2]
    assert [range_of(name, 0, 1) for name in ("close range", "range", "extreme range")] == [0, 1, 2]


@pytest.mark.parametrize("grid", GRIDS)
def test_threat_fills_exactly_the_cells_that_are_covered(grid: Grid) -> None:
    """A count of nought leaves a cell bare."""
    board = drawn(ROWS, grid=grid)
    counts = np.arange(len(board.cells), dtype=np.int16) % 4
    image = threatened(board, counts)
    assert changed_cells(board, image, least=200) == {cell for n, cell in enumerate(board.cells) if counts[n]}


def test_labels_are_hidden_where_cells_are_small() -> None:
    """Six enemies and nine have one shade and two figures; below 14 pixels per cell there are no figures."""
    board = drawn(ROWS)

    def looks(count: int, scale: float) -> np.ndarray:
        counts = np.full(len(board.cells), count, dtype=np.int16)
        return threatened(board, counts, scale)

    assert difference(looks(6, 13.9), looks(9, 13.9)).max() == 0
    assert difference(looks(6, 14.1), looks(9, 14.1)).max() > 100


def test_costs_are_figures_where_their_words_would_run_into_the_next_cell() -> None:
    """Words where there is room for the longest, else what they begin with: inches are no half inches then."""
    assert _costs(80.0, "3 AP") == {"3 AP"}
    assert _costs(40.0, "3 AP") == {"3"}
    assert _costs(80.0, "4 actions, on horseback") == {"4"}
    assert _costs(40.0, '7.5", rapid') == {'7.5"'}


def _costs(scale: float, text: str) -> set[str]:
    """Return what is written into cells of so many pixels that can be got to."""
    board = drawn("....\n....")
    reach = {cell: Reached(15, text) for cell in board.cells}
    view = Camera(scale=scale, left=-scale, top=-scale, width=800, height=600)
    ((_, labels),) = _reach_texts(layout(board), view, CellFigures(reach=reach), ())
    return {words for _, words in labels}


def reached(board: BattleMap, reach: dict[Cell, Reached], occupied: Sequence[Cell] = ()) -> np.ndarray:
    """Return a picture of a reach with its costs."""
    plan = layout(board)
    return overlaid(board, reach_layer(plan, reach), figures_layer(plan, CellFigures(reach=reach), 1.0, occupied))


@pytest.mark.parametrize("grid", GRIDS)
def test_reach_fills_exactly_the_cells_that_can_be_got_to(grid: Grid) -> None:
    """With the cost in each: another cost is another picture."""
    board = drawn(ROWS, grid=grid)
    reach = {cell: Reached(3, "3 AP") for cell in some(board, 1, 3)}
    image = reached(board, reach)
    assert changed_cells(board, image, least=200) == {*reach}
    dearer = {cell: Reached(4, "4 AP") for cell in reach}
    other = reached(board, dearer)
    assert changed_cells(board, image - other + np.array(GREY)) == {*reach}


def test_the_figure_of_an_occupied_cell_is_left_to_a_tag_over_the_counter() -> None:
    """The cell is shaded all the same."""
    board = drawn(ROWS)
    cell = board.cell("C3")
    reach = {cell: Reached(3, "3 AP")}
    bare, full = reached(board, reach, [cell]), reached(board, reach)
    assert difference(bare, full).max() > 100
    assert touched(board, bare) == {cell}
    tagged = painted(board, lambda s, view: paint_tags(s, layout(board), view, {cell: "3"}, 1.0))
    assert cell in changed_cells(board, tagged)


def rows_written(figures: CellFigures, scale: float = 40.0) -> list[int]:
    """Return how far from the top of a lone cell there is ink, in rows that hang together, by their middles."""
    board = drawn(".")
    image = overlaid(board, figures_layer(layout(board), figures, 1.0), scale=scale)
    written = np.flatnonzero((image.sum(axis=2) < sum(GREY) * 0.8).any(axis=1))
    return [int(part.mean()) for part in np.split(written, np.flatnonzero(np.diff(written) > 1) + 1) if len(part)]


def test_figures_of_several_overlays_stand_below_one_another() -> None:
    """In the order in which their meanings are told; one by itself stands in the middle."""
    cell = drawn(".").cells[0]
    count, cost, cover = np.array([7]), {cell: Reached(3, "3 AP")}, {cell: Check("defence").plus(2, "wood")}
    (alone,) = rows_written(CellFigures(reach=cost))
    upper, middle, lower = rows_written(CellFigures(count, cost, cover))
    assert upper < middle < lower and abs(middle - alone) <= 1
    assert len(rows_written(CellFigures(count, None, cover))) == 2


def test_figures_that_would_run_into_one_another_are_left_out() -> None:
    """A single one is still read where three would be a blot."""
    cell = drawn(".").cells[0]
    count, cost, cover = np.array([7]), {cell: Reached(3, "3 AP")}, {cell: Check("defence").plus(2, "wood")}
    assert rows_written(CellFigures(count), 20.0) and not rows_written(CellFigures(count, cost, cover), 20.0)


def test_figures_are_written_over_the_shades_of_all_overlays() -> None:
    """Whatever else is shown, the ink is as dark."""
    board = drawn(ROWS)
    plan, counts = layout(board), np.full(len(board.cells), 8, dtype=np.int16)
    reach = {cell: Reached(3, "3 AP") for cell in board.cells}
    shown = Overlaid(threat=counts, reach=reach, fire={})
    plain, shaded = ([*layers_over(plan, shown, 1.0)][first:] for first in (-1, 0))
    assert len(shaded) == 4
    written = overlaid(board, *plain)
    ink = (written == np.array(theme().map_ink)).all(axis=2)
    assert ink.sum() > 500 and (overlaid(board, *shaded)[ink] == np.array(theme().map_ink)).all()


@pytest.mark.parametrize("grid", GRIDS)
def test_cover_shades_what_has_any_and_writes_a_figure_into_every_cell(grid: Grid) -> None:
    """Good and bad are told apart; a cell with nothing has a nought and no shade."""
    board = drawn(ROWS, grid=grid)
    checks = {cell: Check("defence").plus(n % 4 - 1, "wood") for n, cell in enumerate(board.cells)}
    layers = cover_layer(layout(board), checks), figures_layer(layout(board), CellFigures(cover=checks), 1.0)
    small = overlaid(board, *layers, scale=12.0)
    assert touched(board, small, 12.0) == {cell for cell, check in checks.items() if check.total}
    large = overlaid(board, *layers)
    assert changed_cells(board, large) == {*board.whole}
    assert {cell for cell in board.whole if cell in changed_cells(board, large, least=700)} == {
        cell for cell, check in checks.items() if check.total
    }


def test_the_view_darkens_exactly_what_is_not_seen() -> None:
    """And tells what turning would win from what it would lose."""
    board = drawn(ROWS)
    now, then = some(board, 0, 3) | some(board, 1, 3), some(board, 1, 3) | some(board, 2, 3)
    seen = overlaid(board, view_layer(layout(board), now, None))
    assert touched(board, seen) == {*~now}
    both = overlaid(board, view_layer(layout(board), now, then))
    assert touched(board, both) == {*~(now & then)}
    colours = at_centres(board, both)
    assert colours[board.cells[3]] != colours[board.cells[2]] != GREY


def test_moving_the_map_moves_the_overlay_with_it() -> None:
    """A kept picture lies where a fresh one would."""
    board = drawn(ROWS)
    plan = layout(board)
    counts = np.arange(len(board.cells), dtype=np.int16) % 6
    camera = camera_of(board, 40.0)
    pictures = []
    for moved in (camera, camera.panned(11, -7)):
        surface = pygame.Surface((camera.width, camera.height), depth=32)
        surface.fill(GREY)
        paint_layer(surface, plan, moved, threat_layer(plan, counts))
        paint_layer(surface, plan, moved, figures_layer(plan, CellFigures(threat=counts), 1.0))
        pictures.append(pixels(surface))
    one, other = pictures
    assert difference(one[20:-20, 31:-20], other[27:-13, 20:-31]).max() == 0


def test_another_theme_is_another_picture() -> None:
    """Nothing that was kept shows the colours of before."""
    board = drawn(ROWS)
    counts = np.ones(len(board.cells), dtype=np.int16)
    pictures = []
    for safe in (False, True):
        use_theme("dark", safe=safe)
        pictures.append(threatened(board, counts + 3))
    assert difference(*pictures).max() > 30


# -- never by colour alone --------------------------------------------------------------------------------


def test_bands_differ_in_their_hatching() -> None:
    """In one colour they would still be three patterns."""
    looks = [pixels(stamp(HexGrid(), 40.0, replace(shade, tint=(90, 90, 90, 120)))) for shade in fire_shades()]
    for n, look in enumerate(looks):
        assert difference(look, looks[n - 1]).max() > 20


@pytest.mark.parametrize("grid", GRIDS)
def test_hatchings_meet_at_the_sides_of_cells(grid: Grid) -> None:
    """Moved by the distance of two lines the pattern is the same, across all sides; by half of that it is another."""
    board, shade = drawn(ROWS, grid=grid), Shade((90, 90, 90, 120), "rising", 2, bordered=False)
    levels = np.ones(len(board.cells), dtype=np.int8)
    image = painted(board, lambda s, view: paint_shades(s, layout(board), view, (shade,), levels))
    axis = 0 if grid == HexGrid("flat", "odd") else 1

    def unlike(pixels_moved: int) -> float:
        moved = np.roll(image, pixels_moved, axis=axis)
        return float(difference(image, moved)[80:160, 80:160].mean())

    assert unlike(20) < 0.35 * unlike(10)


def test_letters_on_markers_read() -> None:
    """On the colour of every side."""
    for livery in LIVERIES:
        assert contrast(letter_ink(livery.field), livery.field) >= READABLE


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("kind", OVERLAYS, ids=lambda kind: kind.name)
def test_a_legend_tells_what_shades_mean(kind: OverlayKind, grid: Grid) -> None:
    """Every overlay that shades cells has one, and it fits the width it is given."""
    picture = legend(kind.name, grid, 1.0, 200)
    shades = kind.name not in ("ruler", "heights", "coordinates")
    assert (picture is not None) == shades
    assert picture is None or picture.get_width() == 200


# -- speed ------------------------------------------------------------------------------------------------


def test_a_frame_of_a_large_map_costs_little() -> None:
    """50 by 40 hexes on 1920 by 1080, the map moving: at its best a frame takes less than 6 milliseconds."""
    board = drawn("\n".join(["." * 50] * 40))
    plan, camera = layout(board), fitted(layout(board).bounds, 1920, 1080)
    counts = np.arange(len(board.cells), dtype=np.int16) % 7
    checks = {cell: Check("defence").plus(n % 3, "wood") for n, cell in enumerate(board.cells)}
    bands = {"a": (Band("short range", some(board, 0, 3)), Band("long range", some(board, 1, 3)))}
    reach = {cell: Reached(2, "2 AP") for cell in board.cells}
    surface = pygame.Surface((1920, 1080), depth=32)
    layers: tuple[Callable[[], Any], ...] = (
        lambda: threat_layer(plan, counts),
        lambda: cover_layer(plan, checks),
        lambda: fire_layer(plan, bands),
        lambda: reach_layer(plan, reach),
        lambda: figures_layer(plan, CellFigures(counts, reach, checks), 1.0),
    )
    for layer_of in layers:
        times = []
        for n in range(12):
            began = perf_counter()
            paint_layer(surface, plan, camera.panned(n, -n), layer_of())
            times.append(perf_counter() - began)
        assert min(times) < 0.006


# -- legends say what the shades on the map mean, and list nothing else ------------------------------------

BOARD = drawn(ROWS)


def test_only_what_occurs_is_listed() -> None:
    """A band without a cell is none; all counts from five on are one; nothing is said of cells without cover."""
    nothing = some(BOARD, 0, 2) - some(BOARD, 0, 2)
    bands = {"a": (Band("short range", some(BOARD, 0, 2)), Band("long range", nothing))}
    assert fire_words(bands) == {"short": "short range"}
    assert threat_words(np.array([0, 2, 6, 9])) == {"2", "5+"}
    checks = [Check("defence"), Check("defence").plus(1, "wood"), Check("defence").plus(-1, "water")]
    assert cover_words(dict(zip(BOARD.cells, checks, strict=False))) == {"+1", "−"}
    assert view_words(False) == {"seen", "not seen"} < view_words(True)


@pytest.mark.parametrize("name", ["threat", "cover", "fire zones"])
def test_where_nothing_occurs_there_is_no_legend(name: str) -> None:
    """An empty box would be asked about."""
    assert legend(name, HexGrid("flat", "odd"), 1.0, 200, ()) is None


def test_the_levels_of_a_map_are_told_beside_it() -> None:
    """Where cells are too small for figures, the tints of heights would say nothing by themselves."""
    flat, hilly = drawn("....\n...."), drawn("0123\n4444")
    one, several = (heights_legend(layout(board), 1.0, 600) for board in (flat, hilly))
    assert one is not None and several is not None
    assert several.get_bounding_rect().width > 3 * one.get_bounding_rect().width
    screen = asked(opened("conflict_of_heroes/zimovets_ridge"))
    assert "meanings" not in screen.floats.places
    screen.toggle_heights()
    passed(screen, 2)
    assert "meanings" in screen.floats.places


def test_noughts_of_cover_do_not_hide_small_counters() -> None:
    """Nor on the cards over counters; what counts is written there all the same."""
    none, some_cover = BOARD.cells[:2]
    checks = {none: Check("defence"), some_cover: Check("defence").plus(1, "wood")}
    over = Overlaid(cover=checks, occupied=(none, some_cover))
    assert over.tags(layout(BOARD), 16.0) == {some_cover: "+1"}
    assert over.tags(layout(BOARD), 40.0) == {none: "0", some_cover: "+1"}


def test_noughts_of_cover_are_left_out_where_cells_are_small() -> None:
    """A map full of them hides what there is to see; the figures that count stay."""
    checks = {cell: Check("defence") for cell in BOARD.cells}
    for scale, written in ((20.0, False), (40.0, True)):
        image = overlaid(BOARD, figures_layer(layout(BOARD), CellFigures(cover=checks), 1.0), scale=scale)
        assert bool(changed_cells(BOARD, image, scale)) == written
