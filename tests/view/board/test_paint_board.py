"""What is painted is what the map says: in the right place, and nowhere else."""

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from sim.board.ground import Changes, Ground
from sim.board.mapfile import load_map
from sim.board.terrain import VOID, TerrainKind, TerrainSet
from sim.board.terrain_sets import terrain_set
from sim.grid import Edge, Grid, HexGrid, SquareGrid
from sim.resources import map_name, shipped_maps
from sim.view.board.board_picture import whole_board
from sim.view.board.camera import Camera
from sim.view.board.ground_styles import GROUND_STYLES, OBJECTS
from sim.view.board.landscape import landscape_of
from sim.view.board.paint_board import painted_board
from sim.view.board.paint_edges import EDGE_LOOKS
from sim.view.board.paint_features import FEATURE_LOOKS
from sim.view.board.paint_ground import _mixture
from sim.view.board.paint_ways import WAY_STYLES
from sim.view.board.patch import Patch
from sim.view.board.survey import look
from sim.view.board.tile_painter import TILE
from sim.view.ui.palette import theme
from tests.view.drawn import SCALE, SQUARES, colour_at, difference, drawn, picture, pixels, place

FIELD = """
    .......
    .~.W.p.
    .......
    .B.b.g.
    .......
"""


def test_every_kind_of_ground_has_its_own_colour() -> None:
    """At their centres; water is blue and woods are dark green. The same map is painted the same each time."""
    battle_map = drawn(FIELD)
    image = picture(battle_map)
    assert (image == picture(drawn(FIELD))).all()
    cells = ("A1", "B2", "D2", "F2", "B4", "D4", "F4")
    colours = grass, water, woods, *_ = [colour_at(image, battle_map, name) for name in cells]
    for one, other in combinations(colours, 2):
        assert np.abs(one - other).sum() > 20
    red, green, blue = water
    assert blue > red + 25 and blue > green
    assert woods.sum() < grass.sum() - 60 and woods[1] == max(woods)


@pytest.mark.parametrize("look", ["wall", "hedge", "fence", "cliff"])
def test_an_edge_is_drawn_on_its_side_and_nowhere_else(look: str) -> None:
    """With and without it, pictures differ along that side and only there; a wall between squares all along it."""
    plain = drawn(".....\n.....\n.....\n.....")
    edge = plain.grid.edge(plain.cell("C2"), "se")
    changed = difference(picture(plain), picture(drawn(".....\n.....\n.....\n.....", edges={edge: look})))
    (ax, ay), (bx, by) = (place(plain, cell) for cell in edge)
    rows, columns = np.nonzero(changed > 30)
    assert len(rows) > 20
    assert np.hypot(columns - (ax + bx) / 2, rows - (ay + by) / 2).max() < 0.75 * SCALE
    plain, side = drawn("...\n...\n...", grid=SQUARES), Edge.between(SQUARES.cell("B1"), SQUARES.cell("B2"))
    changed = difference(picture(plain), picture(drawn("...\n...\n...", grid=SQUARES, edges={side: "wall"})))
    (column, row), across = place(plain, plain.cell("B1")), round(SCALE / 2)
    assert changed[row + across, column - 12 : column + 12].min() > 40
    rows, columns = np.nonzero(changed > 24)
    assert np.abs(rows - (row + across)).max() < 0.3 * SCALE and np.abs(columns - column).max() < 0.72 * SCALE


def test_tiles_fit_together() -> None:
    """A tile is a cutting of the whole picture: no seam, no tree cut in half."""
    battle_map = drawn("WWwW\nw~~W\nWWbW")
    scale = 70.0
    landscape, whole = landscape_of(Ground(battle_map)), whole_board(battle_map, scale)
    at_once = pixels(painted_board(landscape, whole))
    tile = pixels(painted_board(landscape, Camera(scale, whole.left + 64, whole.top + 32, 120, 100)))
    apart = difference(at_once[32:132, 64:184], tile)
    assert np.median(apart) == 0
    assert (apart > 60).mean() < 0.01
    assert TILE % 2 == 0


def test_high_ground_is_light_and_slopes_are_lit_from_the_upper_left() -> None:
    """Levels are told apart by their tint, and the north-west flank of a hill from its south-east flank."""
    battle_map = drawn("00000\n02220\n02220\n02220\n00000", grid=SQUARES)
    image = picture(battle_map)
    assert colour_at(image, battle_map, "C3").sum() > colour_at(image, battle_map, "A1").sum() + 12
    column, row = place(battle_map, battle_map.cell("C3"))
    flank = round(1.5 * SCALE)
    north_west = image[row - flank - 4 : row - flank + 4, column - flank - 4 : column - flank + 4].mean()
    south_east = image[row + flank - 4 : row + flank + 4, column + flank - 4 : column + flank + 4].mean()
    assert north_west > south_east + 8


def test_holes_and_surroundings_show_the_table() -> None:
    """What is not part of the map is left bare, trees at the border included."""
    battle_map = drawn("WWW\nW_W\nWWW", grid=SQUARES)
    image = picture(battle_map)
    column, row = place(battle_map, SQUARES.cell("B2"))
    hole = image[row - 12 : row + 12, column - 12 : column + 12].reshape(-1, 3)
    assert (hole == np.array(theme().table)).all()
    assert (image[0] == np.array(theme().table)).all()


def test_what_changes_in_play_is_seen_in_its_place() -> None:
    """Working a door changes its picture, and nothing far from it; smoke veils its cell, over the terrain."""
    side = Edge.between(SQUARES.cell("B1"), SQUARES.cell("B2"))
    battle_map = drawn(":::\n:::", "town", edges={side: "door"})
    opened = Ground(battle_map, Changes().with_edge(side, "door_open"))
    rows, columns = np.nonzero(difference(picture(battle_map), picture(opened)) > 30)
    column, row = place(battle_map, battle_map.cell("B1"))
    assert len(rows) > 30 and np.hypot(columns - column, rows - row - SCALE / 2).max() < 1.1 * SCALE
    battle_map = drawn("WWW\nWWW\nWWW")
    smoke = Ground(battle_map, Changes().with_feature(battle_map.cell("B2"), "heavy_smoke"))
    clear, veiled = (colour_at(picture(ground), battle_map, "B2") for ground in (battle_map, smoke))
    assert veiled.sum() > clear.sum() + 60


def test_objects_stand_on_the_ground_around_them() -> None:
    """A table in a room stands on floorboards, a barrel in the street on dust."""
    side = [Edge.between(SQUARES.at(2, row), SQUARES.at(3, row)) for row in range(3)]
    battle_map = drawn(":::...\n:t:.o.\n:::...", "town", edges=dict.fromkeys(side, "wall"))
    survey = landscape_of(Ground(battle_map)).survey
    looks = {
        name: survey.looks[survey.look_of_cell[battle_map.ordinal(battle_map.cell(name))]] for name in ("B2", "E2")
    }
    assert looks == {"B2": "floor", "E2": "dirt"}


FAMILIES = ("battlefield", "town", "tabletop")
TABLES = ("features", "edges", "ways")


KINDS = [
    (family, table, kind) for family in FAMILIES for table in TABLES for kind in getattr(terrain_set(family), table)
]


OPEN = "....\n....\n...."


@cache
def bare(family: str) -> np.ndarray:
    """Return the picture of open ground."""
    return picture(drawn(OPEN, family))


@pytest.mark.parametrize(("family", "table", "kind"), KINDS)
def test_every_feature_edge_and_way_shows(family: str, table: str, kind: str) -> None:
    """A cell with a feature, a side with something on it and cells that a way links look other than without."""
    plain = drawn(OPEN, family)
    cells = [plain.cell(name) for name in ("A2", "B2", "C2")]
    laid: dict[str, Any] = {
        "features": {cells[1]: (kind,)},
        "edges": {plain.grid.edge(cells[1], plain.grid.sides[0]): kind},
        "ways": {Edge.between(one, other): kind for one, other in pairwise(cells)},
    }
    before, after = bare(family), picture(drawn(OPEN, family, **{table: laid[table]}))
    if table == "features":
        assert np.abs(colour_at(before, plain, "B2") - colour_at(after, plain, "B2")).sum() > 3
    else:
        assert (difference(before, after) > 40).sum() > (40 if table == "edges" else 150)


# -- every look has its painter ---------------------------------------------------------------------------


def undrawn_looks(terrain_set: TerrainSet) -> dict[str, tuple[str, ...]]:
    """Return the looks of a terrain set that would be drawn as a neutral hatch, by what they are looks of."""
    terrain = {look(kind) for kind in terrain_set.terrain.values() if kind.id != VOID}
    unknown = {
        "terrain": terrain - {*GROUND_STYLES, *OBJECTS & FEATURE_LOOKS},
        "features": {look(kind) for kind in terrain_set.features.values()} - FEATURE_LOOKS,
        "edges": {look(kind) for kind in terrain_set.edges.values()} - EDGE_LOOKS,
        "ways": {look(kind) for kind in terrain_set.ways.values()} - {*WAY_STYLES},
    }
    return {part: tuple(sorted(names)) for part, names in unknown.items() if names}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_look_of_a_terrain_set_is_drawn(family: str) -> None:
    """No terrain, feature, edge or way of the shipped sets falls back on the grey hatch."""
    assert undrawn_looks(terrain_set(family)) == {}


@pytest.mark.parametrize("file", shipped_maps(), ids=map_name)
def test_every_look_of_a_shipped_map_is_drawn(file) -> None:  # type: ignore[no-untyped-def]
    """Nor does any kind that a map adds of its own."""
    assert undrawn_looks(load_map(file).terrain_set) == {}


def test_an_unknown_look_is_named_and_hatched_in_grey() -> None:
    """A look that nobody draws is found out; it is drawn all the same, as something plainly not terrain."""
    battle_map = drawn("...\n...\n...")
    kinds = battle_map.terrain_set
    kinds = replace(kinds, terrain={**kinds.terrain, "lava": TerrainKind("lava", "lava", letter="L")})
    assert undrawn_looks(kinds) == {"terrain": ("lava",)}
    terrain = tuple("lava" if n == 4 else kind for n, kind in enumerate(battle_map.terrain))
    strange = replace(battle_map, terrain_set=kinds, terrain=terrain)
    red, green, blue = colour_at(picture(strange), strange, "B2")
    assert max(red, green, blue) - min(red, green, blue) < 16
    assert np.abs(colour_at(picture(strange), strange, "A1") - (red, green, blue)).sum() > 20


def test_unknown_edges_features_and_ways_are_drawn_too() -> None:
    """A map with looks of its own opens, and they can be seen."""
    kinds = terrain_set("battlefield")
    kinds = replace(
        kinds,
        features={**kinds.features, "mines": replace(kinds.features["mines"], look="bees")},
        edges={**kinds.edges, "wall": replace(kinds.edges["wall"], look="silk")},
        ways={**kinds.ways, "road": replace(kinds.ways["road"], look="rainbow")},
    )
    plain = drawn("...\n...\n...")
    cell, edge = plain.cell("B2"), plain.grid.edge(plain.cell("B2"), "n")
    more: dict[str, Any] = {"features": {cell: ("mines",)}, "edges": {edge: "wall"}, "ways": {edge: "road"}}
    assert (np.abs(picture(plain) - picture(replace(plain, terrain_set=kinds, **more))).sum(axis=2) > 40).sum() > 200


# -- the ground keeps to the map: borders wander, the middle of a cell does not ----------------------------

LETTERS = {"battlefield": ".wWp~,gmoru", "tabletop": ".swrmfkv-=~u:p", "town": ".=:,sdr"}


@pytest.mark.parametrize("grid", [HexGrid(), HexGrid("pointy", "even"), SquareGrid(8)])
@pytest.mark.parametrize("family", LETTERS)
def test_the_middle_of_a_cell_shows_its_own_ground(grid: Grid, family: str) -> None:
    """On boards as motley as can be, no cell's centre is overgrown by its neighbours."""
    chance, scale = Random(7), 30.0
    rows = "\n".join("".join(chance.choice(LETTERS[family]) for _ in range(14)) for _ in range(12))
    battle_map = drawn(rows, family, grid)
    landscape, patch = landscape_of(Ground(battle_map)), Patch(whole_board(battle_map, scale))
    parts = dict(_mixture(landscape, patch))
    for cell in battle_map.whole:
        column, row = place(battle_map, cell, scale)
        own = int(landscape.survey.look_of_cell[battle_map.ordinal(cell)])
        assert parts[own][row - 2 : row + 3, column - 2 : column + 3].mean() > 0.5, battle_map.grid.name(cell)


def test_the_parts_of_all_looks_add_up_to_the_whole() -> None:
    """Every pixel is fully painted."""
    battle_map = drawn("..WW~~\n.pp~~b\nwwg..u")
    parts = _mixture(landscape_of(Ground(battle_map)), Patch(whole_board(battle_map, 24)))
    assert np.add.reduce([part for _, part in parts]) == pytest.approx(1, abs=1e-4)


def test_a_scene_takes_over_the_survey_unless_terrain_has_changed() -> None:
    """Smoke costs no new survey; a house burnt to rubble does."""
    battle_map = drawn("...\n.b.\n...")
    first = landscape_of(Ground(battle_map))
    smoke = Changes().with_feature(battle_map.cell("A1"), "light_smoke")
    later = landscape_of(Ground(battle_map, smoke), first)
    assert later.survey is first.survey
    burnt = landscape_of(Ground(battle_map, smoke.with_terrain(battle_map.cell("B2"), "rubble")), later)
    assert burnt.survey is not first.survey
    assert "rubble" in burnt.survey.looks
