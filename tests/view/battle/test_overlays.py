"""Overlays show the engine's own answers, cell by cell, and never by colour alone."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from sim.engine.insight import Band, Reached
from sim.grid import Grid, HexGrid
from sim.view.battle.marks import letter_ink
from sim.view.battle.overlays import (
    Overlaid,
    cover_words,
    fire_levels,
    fire_shades,
    fire_words,
    heights_legend,
    layers_over,
    legend,
    range_of,
    reach_words,
    shaded_danger,
    shaded_reach,
    shaded_view,
    threat_words,
    view_words,
)
from sim.view.board.cell_figures import CellFigures, paint_tags
from sim.view.board.layout import layout
from sim.view.board.shades import Shade, ShadedCells, stamp
from sim.view.board.tile_painter import TILE, Spot
from sim.view.counters.livery import LIVERIES
from sim.view.ui.palette import contrast, theme, use_theme
from tests.view.battle.bot import asked, opened, passed
from tests.view.battle.overlay_pictures import (
    GREY,
    GRIDS,
    ROWS,
    at_centres,
    changed_cells,
    overlaid,
    painted,
    shown_over,
    some,
    threatened,
    touched,
)
from tests.view.drawn import difference, drawn, pixels
from tests.view.eyes import READABLE

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
    image = shown_over(board, Overlaid(fire=bands), scale)
    assert touched(board, image, scale) == {*short, *long, *some(board, 3, 5)}
    colours = at_centres(board, image, scale)
    if scale > 20:
        assert len({colours[cell] for cell in board.whole}) == 4


def test_of_two_units_the_shorter_range_is_shown() -> None:
    """Whoever comes first. Bands go by their name and else by their place: whatever a system calls them, the nearest of
    three is shown as short and the last as long."""
    board = drawn(ROWS)
    area = board.area(board.cell("B2"))
    near, far = (Band("short range", area),), (Band("long range", area),)
    for bands in ({"a": near, "b": far}, {"a": far, "b": near}):
        levels = fire_levels(layout(board), bands)
        assert levels[board.ordinal(board.cell("B2"))] == 1 and (levels > 0).sum() == 1
    assert [range_of(f"band {n}", n, 3) for n in range(3)] == [0, 1, 2]
    assert [range_of(name, 0, 1) for name in ("close range", "range", "extreme range")] == [0, 1, 2]


@pytest.mark.parametrize("grid", GRIDS)
def test_threat_and_reach_fill_exactly_the_cells_that_are_covered_or_can_be_got_to(grid: Grid) -> None:
    """A count of nought leaves a cell bare. Reach has no figures: what it costs is told of the whole region, and of the
    cell that is pointed at."""
    board = drawn(ROWS, grid=grid)
    counts = np.arange(len(board.cells), dtype=np.int16) % 4
    image = threatened(board, counts)
    assert changed_cells(board, image, least=200) == {cell for n, cell in enumerate(board.cells) if counts[n]}
    reach = {cell: Reached(3, "3 AP") for cell in some(board, 1, 3)}
    image = shown_over(board, Overlaid(reach=reach))
    assert changed_cells(board, image, least=200) == {*reach}
    dearer = {cell: Reached(4, "4 AP") for cell in reach}
    assert (image == shown_over(board, Overlaid(reach=dearer))).all()


def test_labels_are_hidden_where_cells_are_small_and_another_theme_is_another_picture() -> None:
    """Six enemies and nine have one shade and two figures; below 14 pixels per cell there are no figures. Nothing that
    was kept shows the colours of before."""
    board = drawn(ROWS)

    def looks(count: int, scale: float) -> np.ndarray:
        return threatened(board, np.full(len(board.cells), count, dtype=np.int16), scale)

    assert difference(looks(6, 13.9), looks(9, 13.9)).max() == 0
    before = looks(6, 14.1)
    assert difference(before, looks(9, 14.1)).max() > 100
    use_theme("dark", safe=True)
    assert difference(before, looks(6, 14.1)).max() > 30


def test_each_way_of_moving_is_a_region_with_a_border() -> None:
    """Between the cells that are got to at a walk and those beyond there is a line, and the beyond has another line."""
    board = drawn("........\n........")
    near = {cell: Reached(3, '3"') for cell in board.cells if board.grid.offset(cell)[0] < 4}
    plain = {cell: Reached(6, '6"') for cell in board.cells}
    rapid = {**near, **{cell: Reached(6, '6", rapid') for cell in board.cells if cell not in near}}
    one, two = (shown_over(board, Overlaid(reach=reach), 13.0) for reach in (plain, rapid))
    apart = difference(one, two)
    assert {cell for cell in near if cell not in changed_cells(board, apart[..., None] + np.array(GREY), 13.0)}
    assert changed_cells(board, apart[..., None] + np.array(GREY), 13.0) >= {*board.cells} - {*near}
    assert [*reach_words(rapid).values()] == ['in reach: 3"', 'rapid: 6"']
    assert reach_words({cell: Reached(n, f"{n} AP") for n, cell in enumerate(board.cells[:3], 1)}) == {
        "in reach": "in reach: 1 to 3 AP"
    }
    borders = [shade.border for shade in shaded_reach(layout(board), rapid).shades]
    looks = {stamp(board.grid, 40.0, Shade((9, 9, 9, 99), border=border), 1).get_buffer().raw for border in borders}
    assert len(looks) == 3


def test_the_cells_that_an_order_endangers_are_shown() -> None:
    """Those and no others, over all other shades."""
    board = drawn(ROWS)
    area, plan = some(board, 0, 7), layout(board)
    assert touched(board, overlaid(board, shaded_danger(area))) == {*area}
    assert layers_over(plan, Overlaid(danger=area, cover={}), 1.0).index(shaded_danger(area)) == 1


def test_the_figure_of_an_occupied_cell_is_left_to_a_tag_over_the_counter() -> None:
    """The cell is shaded all the same."""
    board = drawn(ROWS)
    cell = board.cell("C3")
    cover = {cell: 3}
    bare, full = (shown_over(board, Overlaid(cover=cover, occupied=cells)) for cells in ((cell,), ()))
    assert difference(bare, full).max() > 100
    assert touched(board, bare) == {cell}
    tagged = painted(board, lambda s, view: paint_tags(s, layout(board), view, {cell: "3"}, 1.0))
    assert cell in changed_cells(board, tagged)


COUNT, COVER = ((0, 7),), ((0, 2),)


def rows_written(figures: CellFigures, scale: float = 40.0) -> list[int]:
    """Return how far from the top of a lone cell there is ink, in rows that hang together, by their middles."""
    image = overlaid(drawn("."), figures, scale=scale)
    written = np.flatnonzero((image.sum(axis=2) < sum(GREY) * 0.8).any(axis=1))
    return [int(part.mean()) for part in np.split(written, np.flatnonzero(np.diff(written) > 1) + 1) if len(part)]


def test_figures_of_several_overlays_stand_below_one_another() -> None:
    """In the order in which their meanings are told; one by itself stands in the middle, and is still read where two
    would be a blot."""
    (alone,) = rows_written(CellFigures(COUNT))
    upper, lower = rows_written(CellFigures(COUNT, COVER))
    assert upper < alone < lower
    assert rows_written(CellFigures(COUNT), 16.0) and not rows_written(CellFigures(COUNT, COVER), 16.0)


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
    cover = {cell: n % 4 - 1 for n, cell in enumerate(board.cells)}
    small = shown_over(board, Overlaid(cover=cover), 12.0)
    assert touched(board, small, 12.0) == {cell for cell, total in cover.items() if total}
    large = shown_over(board, Overlaid(cover=cover))
    assert changed_cells(board, large) == {*board.whole}
    assert changed_cells(board, large, least=700) == {cell for cell, total in cover.items() if total}


def test_the_view_darkens_exactly_what_is_not_seen() -> None:
    """And tells what turning would win from what it would lose."""
    board = drawn(ROWS)
    now, then = some(board, 0, 3) | some(board, 1, 3), some(board, 1, 3) | some(board, 2, 3)
    seen = overlaid(board, shaded_view(now, None))
    assert touched(board, seen) == {*~now}
    both = overlaid(board, shaded_view(now, then))
    assert touched(board, both) == {*~(now & then)}
    colours = at_centres(board, both)
    assert colours[board.cells[3]] != colours[board.cells[2]] != GREY


def test_tiles_fit_together_without_a_seam() -> None:
    """Whatever lies over a board looks the same painted tile by tile as in one go."""
    board, scale = drawn("\n".join(["." * 20] * 14)), 41.3
    plan, cells = layout(board), board.cells
    answers = Overlaid(
        view=(some(board, 0, 2), cells[7], some(board, 0, 3)),
        fire={"a": (Band("short range", some(board, 0, 5)),)},
        threat=np.arange(len(cells), dtype=np.int16) % 6,
        reach={cell: Reached(3, "3 AP") for cell in some(board, 1, 3)},
        cover={cell: n % 4 - 1 for n, cell in enumerate(cells)},
    )
    layers = layers_over(plan, answers, 1.0, names=True)
    assert len(layers) == 8
    whole, tiled = pygame.Surface((3 * TILE, 2 * TILE), depth=32), pygame.Surface((3 * TILE, 2 * TILE), depth=32)
    view = replace(Spot(scale, 0, 0).camera, width=3 * TILE, height=2 * TILE)
    for layer in layers:
        layer.paint(whole, plan, view)
        for spot in (Spot(scale, column, row) for column in range(3) for row in range(2)):
            part = tiled.subsurface((spot.column * TILE, spot.row * TILE, TILE, TILE))
            layer.paint(part, plan, spot.camera)
    assert difference(pixels(whole), pixels(tiled)).max() == 0


# -- never by colour alone --------------------------------------------------------------------------------


def test_bands_differ_in_their_hatching_and_letters_on_markers_read() -> None:
    """In one colour they would still be three patterns; letters read on the colour of every side."""
    assert all(contrast(letter_ink(livery.field), livery.field) >= READABLE for livery in LIVERIES)
    looks = [pixels(stamp(HexGrid(), 40.0, replace(shade, tint=(90, 90, 90, 120)))) for shade in fire_shades()]
    for n, look in enumerate(looks):
        assert difference(look, looks[n - 1]).max() > 20


@pytest.mark.parametrize("grid", GRIDS)
def test_hatchings_meet_at_the_sides_of_cells(grid: Grid) -> None:
    """Moved by the distance of two lines the pattern is the same, across all sides; by half of that it is another."""
    board, shade = drawn(ROWS, grid=grid), Shade((90, 90, 90, 120), "rising", 2, border="none")
    levels = np.ones(len(board.cells), dtype=np.int8)
    image = overlaid(board, ShadedCells.of((shade,), levels))
    axis = 0 if grid == HexGrid("flat", "odd") else 1

    def unlike(pixels_moved: int) -> float:
        moved = np.roll(image, pixels_moved, axis=axis)
        return float(difference(image, moved)[80:160, 80:160].mean())

    assert unlike(20) < 0.35 * unlike(10)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(
    ("name", "word"),
    [("view", "seen"), ("fire zones", "short"), ("threat", "5+"), ("reach", "in reach"), ("cover", "+1")],
)
def test_a_legend_tells_what_shades_mean(name: str, word: str, grid: Grid) -> None:
    """Every overlay that shades cells has one, and it fits the width it is given."""
    picture = legend(name, grid, 1.0, 200, [word])
    assert picture is not None and picture.get_width() == 200


# -- legends say what the shades on the map mean, and list nothing else ------------------------------------

BOARD = drawn(ROWS)


def test_only_what_occurs_is_listed() -> None:
    """A band without a cell is none; all counts from five on are one; nothing is said of cells without cover. Where
    nothing occurs there is no legend: an empty box would be asked about."""
    assert not any(legend(name, HexGrid(), 1.0, 200, ()) for name in ("threat", "cover", "fire zones"))
    nothing = some(BOARD, 0, 2) - some(BOARD, 0, 2)
    bands = {"a": (Band("short range", some(BOARD, 0, 2)), Band("long range", nothing))}
    assert fire_words(bands) == {"short": "short range"}
    assert threat_words(np.array([0, 2, 6, 9])) == {"2", "5+"}
    assert cover_words(dict(zip(BOARD.cells, (0, 1, -1), strict=False))) == {"+1", "−"}
    near = some(BOARD, 0, 2)
    wide = near | some(BOARD, 0, 3)
    assert view_words(near, None) == view_words(near, near) == {"seen", "not seen"}
    assert view_words(near, wide) == {"seen", "seen after turning", "not seen"}
    assert view_words(wide, near) == {"seen", "lost by turning", "not seen"}


def test_the_levels_of_a_map_are_told_beside_it() -> None:
    """Where cells are too small for figures, the tints of heights would say nothing by themselves."""
    flat, hilly = drawn("....\n...."), drawn("0123\n4444")
    one, several = (heights_legend(layout(board), 1.0, 600) for board in (flat, hilly))
    assert several.get_bounding_rect().width > 3 * one.get_bounding_rect().width
    screen = asked(opened("conflict_of_heroes/zimovets_ridge"))
    assert "meanings" not in screen.picture.floats.places
    screen.looking.toggle_heights()
    passed(screen, 2)
    assert "meanings" in screen.picture.floats.places


def test_noughts_of_cover_are_left_out_where_cells_are_small() -> None:
    """A map full of them hides what there is to see, and small counters; what counts is written there all the same."""
    none, some_cover = BOARD.cells[:2]
    over = Overlaid(cover={none: 0, some_cover: 1}, occupied=(none, some_cover))
    assert over.tags(layout(BOARD), 16.0) == {some_cover: "+1"}
    assert over.tags(layout(BOARD), 40.0) == {none: "0", some_cover: "+1"}
    figures = CellFigures(cover=tuple((n, 0) for n in range(len(BOARD.cells))))
    for scale, written in ((20.0, False), (40.0, True)):
        assert bool(changed_cells(BOARD, overlaid(BOARD, figures, scale=scale), scale)) == written
