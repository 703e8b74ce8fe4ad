"""Overlays show the engine's own answers, cell by cell, and never by colour alone."""

from collections.abc import Callable, Collection
from dataclasses import replace
from math import atan2, cos
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pygame
import pytest

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.insight import Band, Marker, Reached
from sim.grid import Cell, Grid, HexGrid, SquareGrid
from sim.scenario.scenario import load_scenario
from sim.view.battle.answers import OverlayAnswers
from sim.view.battle.marks import (
    letter_ink,
    paint_facing_choice,
    paint_highlight,
    paint_markers,
    paint_path,
    paint_ring,
    paint_shot_line,
)
from sim.view.battle.overlays import (
    OVERLAYS,
    OverlayKind,
    fire_levels,
    fire_shades,
    legend,
    overlay,
    paint_cover,
    paint_fire_zones,
    paint_reach,
    paint_tags,
    paint_threat,
    paint_view,
    range_of,
)
from sim.view.battle.shades import Shade, paint_shades, stamp
from sim.view.camera import Camera, fitted
from sim.view.counters.livery import LIVERIES
from sim.view.layout import layout
from sim.view.palette import READABLE, contrast, use_theme
from tests.picket_positions import AMES, RED, Stand, field
from tests.view.battle.picket_insight import PicketInsight
from tests.view.drawn import difference, drawn, pixels

GREY = (128, 132, 120)
GRIDS: tuple[Grid, ...] = (HexGrid("flat", "odd"), HexGrid("pointy", "even"), SquareGrid(8), SquareGrid(4))
ROWS = "\n".join(["........"] * 6)
SCENARIOS = sorted((Path(__file__).parents[3] / "scenarios" / "conflict_of_heroes").glob("*.toml"))
Painter = Callable[[pygame.Surface, Camera], object]


def camera_of(battle_map: BattleMap, scale: float = 40.0) -> Camera:
    """Return a camera on the whole of a map."""
    bounds = layout(battle_map).bounds
    wide, high = round(bounds.width * scale) + 60, round(bounds.height * scale) + 60
    return Camera(scale, bounds.left * scale - 30, bounds.top * scale - 30, wide, high)


def painted(battle_map: BattleMap, paint: Painter, scale: float = 40.0) -> np.ndarray:
    """Return a grey picture of a map after something was painted on it."""
    camera = camera_of(battle_map, scale)
    surface = pygame.Surface((camera.width, camera.height), depth=32)
    surface.fill(GREY)
    paint(surface, camera)
    return pixels(surface)


def at_centres(battle_map: BattleMap, image: np.ndarray, scale: float = 40.0) -> dict[Cell, tuple[int, ...]]:
    """Return the colour at the centre of every cell."""
    camera, grid = camera_of(battle_map, scale), battle_map.grid
    found = {}
    for cell in battle_map.whole:
        x, y = camera.pixel(grid.point(cell))
        found[cell] = tuple(image[round(y), round(x)].tolist())
    return found


def touched(battle_map: BattleMap, image: np.ndarray, scale: float = 40.0) -> set[Cell]:
    """Return the cells whose centre is no longer grey."""
    return {cell for cell, colour in at_centres(battle_map, image, scale).items() if colour != GREY}


def changed_cells(battle_map: BattleMap, image: np.ndarray, scale: float = 40.0, least: int = 1) -> set[Cell]:
    """Return the cells in which any pixel is no longer grey."""
    camera, plan = camera_of(battle_map, scale), layout(battle_map)
    rows, columns = np.nonzero(np.abs(image - np.array(GREY)).sum(axis=2))
    ordinals = plan.ordinals_at((columns + camera.left) / scale, (rows + camera.top) / scale)
    counts = np.bincount(ordinals[ordinals >= 0], minlength=len(battle_map.cells))
    return {battle_map.cells[n] for n in np.flatnonzero(counts >= least)}


def some(battle_map: BattleMap, start: int, step: int) -> Area:
    """Return every so many cells of a map."""
    return Area.of(battle_map, battle_map.cells[start::step])


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
    image = painted(board, lambda surface, camera: paint_fire_zones(surface, layout(board), camera, bands, 1.0), scale)
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
    image = painted(board, lambda surface, camera: paint_threat(surface, layout(board), camera, counts, 1.0))
    assert changed_cells(board, image, least=200) == {cell for n, cell in enumerate(board.cells) if counts[n]}


def test_labels_are_hidden_where_cells_are_small() -> None:
    """Six enemies and nine have one shade and two figures; below 14 pixels per cell there are no figures."""
    board = drawn(ROWS)

    def looks(count: int, scale: float) -> np.ndarray:
        counts = np.full(len(board.cells), count, dtype=np.int16)
        return painted(board, lambda surface, view: paint_threat(surface, layout(board), view, counts, 1.0), scale)

    assert difference(looks(6, 13.9), looks(9, 13.9)).max() == 0
    assert difference(looks(6, 14.1), looks(9, 14.1)).max() > 100


@pytest.mark.parametrize("grid", GRIDS)
def test_reach_fills_exactly_the_cells_that_can_be_got_to(grid: Grid) -> None:
    """With the cost in each: another cost is another picture."""
    board = drawn(ROWS, grid=grid)
    reach = {cell: Reached(3, "3 AP") for cell in some(board, 1, 3)}
    image = painted(board, lambda surface, camera: paint_reach(surface, layout(board), camera, reach, 1.0))
    assert changed_cells(board, image, least=200) == {*reach}
    dearer = {cell: Reached(4, "4 AP") for cell in reach}
    other = painted(board, lambda surface, camera: paint_reach(surface, layout(board), camera, dearer, 1.0))
    assert changed_cells(board, image - other + np.array(GREY)) == {*reach}


def test_the_figure_of_an_occupied_cell_is_left_to_a_tag_over_the_counter() -> None:
    """The cell is shaded all the same."""
    board = drawn(ROWS)
    cell = board.cell("C3")
    reach = {cell: Reached(3, "3 AP")}
    bare = painted(board, lambda s, view: paint_reach(s, layout(board), view, reach, 1.0, occupied=[cell]))
    full = painted(board, lambda s, view: paint_reach(s, layout(board), view, reach, 1.0))
    assert difference(bare, full).max() > 100
    assert touched(board, bare) == {cell}
    tagged = painted(board, lambda s, view: paint_tags(s, layout(board), view, {cell: "3"}, 1.0))
    assert cell in changed_cells(board, tagged)


@pytest.mark.parametrize("grid", GRIDS)
def test_cover_shades_what_has_any_and_writes_a_figure_into_every_cell(grid: Grid) -> None:
    """Good and bad are told apart; a cell with nothing has a nought and no shade."""
    board = drawn(ROWS, grid=grid)
    checks = {cell: Check("defence").plus(n % 4 - 1, "wood") for n, cell in enumerate(board.cells)}

    def paint(surface: pygame.Surface, camera: Camera) -> None:
        paint_cover(surface, layout(board), camera, checks, 1.0)

    small = painted(board, paint, 12.0)
    assert touched(board, small, 12.0) == {cell for cell, check in checks.items() if check.total}
    large = painted(board, paint)
    assert changed_cells(board, large) == {*board.whole}
    assert {cell for cell in board.whole if cell in changed_cells(board, large, least=700)} == {
        cell for cell, check in checks.items() if check.total
    }


def test_the_view_darkens_exactly_what_is_not_seen() -> None:
    """And tells what turning would win from what it would lose."""
    board = drawn(ROWS)
    now, then = some(board, 0, 3) | some(board, 1, 3), some(board, 1, 3) | some(board, 2, 3)
    seen = painted(board, lambda s, view: paint_view(s, layout(board), view, now, board.cells[0], 1.0))
    eye = {board.cells[0]}
    assert touched(board, seen) - eye == {*~now} - eye
    both = painted(board, lambda s, view: paint_view(s, layout(board), view, now, board.cells[0], 1.0, then))
    assert touched(board, both) - eye == {*~(now & then)} - eye
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
        paint_threat(surface, plan, moved, counts, 1.0)
        pictures.append(pixels(surface))
    one, other = pictures
    assert difference(one[20:-20, 31:-20], other[27:-13, 20:-31]).max() == 0


def test_another_theme_is_another_picture() -> None:
    """Nothing that was kept shows the colours of before."""
    board = drawn(ROWS)
    counts = np.ones(len(board.cells), dtype=np.int16)
    pictures = []
    try:
        for safe in (False, True):
            use_theme("dark", safe=safe)
            pictures.append(painted(board, lambda s, view: paint_threat(s, layout(board), view, counts + 3, 1.0)))
    finally:
        use_theme("dark")
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


# -- the engine's answers ---------------------------------------------------------------------------------

BLUE, SECOND = Stand("bell", "C5", 1), Stand("red-2", "F4", 5)


def picket() -> Position[Any, Any]:
    """Return two men against two."""
    start = field(AMES, BLUE, RED, SECOND)
    return Position(start.battle, start.state)


def test_threat_counts_each_enemy_once() -> None:
    """It is the number of enemies in one of whose bands a cell lies."""
    position, insight = picket(), PicketInsight()
    counts = OverlayAnswers(insight).threat(position, "picket")
    enemies = [position.state.unit(name) for name in ("red-1", "red-2")]
    for n, cell in enumerate(position.map.cells):
        covering = sum(any(cell in band.area for band in insight.fire_zone(position, man)) for man in enemies)
        assert counts[n] == covering
    assert counts.max() > 0


def test_who_covers_a_cell_is_as_many_as_threaten_it() -> None:
    """The names in the panel and the figure on the map agree."""
    position = picket()
    answers = OverlayAnswers(PicketInsight())
    counts = answers.threat(position, "picket")
    for n, cell in enumerate(position.map.cells):
        assert len(answers.coverers(position, "picket", cell)) == counts[n]


def test_nothing_is_asked_twice_of_one_state() -> None:
    """Another position with the same state has the same answers; another state has its own."""
    position, insight = picket(), PicketInsight()
    answers = OverlayAnswers(insight)
    first = answers.fire_bands(position, "raiders")
    asked = insight.asked["fire_zone"]
    again = Position(position.battle, position.state)
    assert answers.fire_bands(again, "raiders") is first
    assert answers.threat(again, "picket") is answers.threat(position, "picket")
    assert answers.reach(again, "ames") is answers.reach(position, "ames")
    assert insight.asked["fire_zone"] == asked == 2
    turned = position.state.with_unit(position.state.unit("red-1").changed(facing=1))
    assert answers.fire_bands(Position(position.battle, turned), "raiders") is not first
    assert answers.fire_bands(position, "raiders") is first


def test_an_answer_that_says_the_same_is_the_same_object() -> None:
    """So that what was painted of it before an event is still good after it; who has moved has another reach."""
    position = picket()
    answers = OverlayAnswers(PicketInsight())
    cover, reach = answers.cover(position), answers.reach(position, "ames")
    man = position.state.unit("ames")
    turned = Position(position.battle, position.state.with_unit(man.changed(facing=3)))
    assert answers.cover(turned) is cover
    assert answers.reach(turned, "ames") is reach
    gone = Position(position.battle, position.state.with_unit(man.changed(cell=position.map.cell("B4"))))
    assert answers.reach(gone, "ames") != reach


def test_whoever_is_off_the_map_reaches_and_covers_nothing() -> None:
    """He is in no overlay."""
    position = picket()
    gone = Position(position.battle, position.state.with_unit(position.state.unit("red-1").changed(cell=None)))
    answers = OverlayAnswers(PicketInsight())
    assert answers.reach(gone, "red-1") == {}
    assert list(answers.fire_bands(gone, "raiders")) == ["red-2"]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_overlays_of_a_real_battle_are_the_areas_of_its_rules(path: Path) -> None:
    """Conflict of Heroes: fire zones, threat and cover of the first position, cell by cell."""
    scenario = load_scenario(path)
    position, insight = Position(scenario.battle, scenario.state), scenario.ruleset.insight
    answers, board = OverlayAnswers(insight), scenario.battle.map
    for side in scenario.battle.sides:
        bands = answers.fire_bands(position, side.id)
        covered = {cell for unit in bands.values() for band in unit for cell in band.area}
        image = painted(board, lambda s, view, bands=bands: paint_fire_zones(s, layout(board), view, bands, 1.0), 12.0)
        assert touched(board, image, 12.0) == covered
        counts = answers.threat(position, side.id)
        image = painted(board, lambda s, view, c=counts: paint_threat(s, layout(board), view, c, 1.0), 12.0)
        others = {
            cell for unit in scenario.battle.sides if unit is not side for cell in _zone(answers, position, unit.id)
        }
        assert touched(board, image, 12.0) == others


def _zone(answers: OverlayAnswers, position: Position[Any, Any], side: str) -> Collection[Cell]:
    return {cell for unit in answers.fire_bands(position, side).values() for band in unit for cell in band.area}


# -- marks ------------------------------------------------------------------------------------------------


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
def test_exactly_the_candidates_are_outlined(grid: Grid) -> None:
    """A dotted outline leaves the middle of its cell and all other cells alone; the chosen one has another."""
    board = drawn(ROWS, grid=grid)
    cells = [*some(board, 0, 4)]
    image = painted(board, lambda s, view: paint_highlight(s, layout(board), view, cells, 1.0))
    assert changed_cells(board, image, least=20) == {*cells}  # an outline may lie a pixel over the side
    assert touched(board, image) == set()
    other = painted(board, lambda s, view: paint_highlight(s, layout(board), view, cells, 1.0, chosen=cells[1]))
    assert changed_cells(board, image - other + np.array(GREY), least=60) == {cells[1]}


def test_a_route_passes_every_cell_of_its_way() -> None:
    """From the start to the arrow head, and through nothing else."""
    board = drawn(ROWS)
    start, way = board.cell("B2"), [board.cell(name) for name in ("C2", "D3", "D4")]
    image = painted(board, lambda s, view: paint_path(s, layout(board), view, start, way, 1.0))
    assert touched(board, image) == {start, *way}
    nothing = painted(board, lambda s, view: paint_path(s, layout(board), view, start, (), 1.0))
    assert touched(board, nothing) == set()
    told = painted(board, lambda s, view: paint_path(s, layout(board), view, start, way, 1.0, ("1", "", "4")))
    assert difference(image, told).max() > 100


def test_a_shot_runs_from_one_cell_to_the_other() -> None:
    """Cross hairs lie over the target, whose counter can still be seen, and the chance is on the way."""
    board = drawn(ROWS)
    one, other = board.cell("B2"), board.cell("G4")
    image = painted(board, lambda s, view: paint_shot_line(s, layout(board), view, one, other, 1.0))
    changed = changed_cells(board, image, least=20)
    assert {one, other} <= changed
    assert other not in touched(board, image)
    told = painted(board, lambda s, view: paint_shot_line(s, layout(board), view, one, other, 1.0, "42 %"))
    assert difference(image, told).max() > 100


def test_a_ring_leaves_the_counter_free() -> None:
    """And is another for the chosen one."""
    board = drawn(ROWS)
    cell = board.cell("D3")
    ring = painted(board, lambda s, view: paint_ring(s, layout(board), view, cell, 1.0))
    chosen = painted(board, lambda s, view: paint_ring(s, layout(board), view, cell, 1.0, chosen=True))
    assert touched(board, ring) == touched(board, chosen) == set()
    assert cell in changed_cells(board, ring)
    assert difference(ring, chosen).max() > 100


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
    for paint in (
        lambda view: paint_threat(surface, plan, view, counts, 1.0),
        lambda view: paint_cover(surface, plan, view, checks, 1.0),
        lambda view: paint_fire_zones(surface, plan, view, bands, 1.0),
        lambda view: paint_reach(surface, plan, view, reach, 1.0),
    ):
        times = []
        for n in range(12):
            began = perf_counter()
            paint(camera.panned(n, -n))
            times.append(perf_counter() - began)
        assert min(times) < 0.006
