"""What is painted is what the map says: in the right place, and nowhere else."""

from itertools import pairwise

import numpy as np
import pytest

from sim.board.ground import Changes, Ground
from sim.board.terrain_sets import terrain_set
from sim.grid import Edge
from sim.view.board.board_picture import TILE, whole_board
from sim.view.board.camera import Camera
from sim.view.board.landscape import landscape_of
from sim.view.board.paint_board import painted_board
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
    """At their centres, cells of different terrain look different."""
    battle_map = drawn(FIELD)
    image = picture(battle_map)
    colours = [colour_at(image, battle_map, name) for name in ("A1", "B2", "D2", "F2", "B4", "D4", "F4")]
    for n, one in enumerate(colours):
        for other in colours[n + 1 :]:
            assert np.abs(one - other).sum() > 20


def test_water_is_blue_and_woods_are_dark_green() -> None:
    """The colours are those one expects."""
    battle_map = drawn(FIELD)
    image = picture(battle_map)
    red, green, blue = colour_at(image, battle_map, "B2")
    assert blue > red + 25
    assert blue > green
    grass, woods = colour_at(image, battle_map, "A1"), colour_at(image, battle_map, "D2")
    assert woods.sum() < grass.sum() - 60
    assert woods[1] == max(woods)


def test_a_wall_is_drawn_on_its_side_and_nowhere_else() -> None:
    """With and without a wall, pictures differ along that side and only there."""
    plain = drawn("...\n...\n...", grid=SQUARES)
    side = Edge.between(SQUARES.cell("B1"), SQUARES.cell("B2"))
    walled = drawn("...\n...\n...", grid=SQUARES, edges={side: "wall"})
    changed = difference(picture(plain), picture(walled))
    column, row = place(plain, plain.cell("B1"))
    across = round(SCALE / 2)
    assert changed[row + across, column - 12 : column + 12].min() > 40
    rows, columns = np.nonzero(changed > 24)
    assert np.abs(rows - (row + across)).max() < 0.3 * SCALE
    assert np.abs(columns - column).max() < 0.72 * SCALE


@pytest.mark.parametrize("look", ["wall", "hedge", "fence", "cliff"])
def test_edges_on_hexsides_stay_on_their_side(look: str) -> None:
    """Whatever stands on a hexside is drawn near that hexside."""
    plain = drawn(".....\n.....\n.....\n.....")
    grid = plain.grid
    edge = grid.edge(grid.cell("C2"), "se")
    changed = difference(picture(plain), picture(drawn(".....\n.....\n.....\n.....", edges={edge: look})))
    (ax, ay), (bx, by) = (place(plain, cell) for cell in edge)
    rows, columns = np.nonzero(changed > 30)
    assert len(rows) > 20
    assert np.hypot(columns - (ax + bx) / 2, rows - (ay + by) / 2).max() < 0.75 * SCALE


def test_the_same_map_is_painted_the_same_each_time() -> None:
    """Two pictures of one map are equal, pixel by pixel."""
    battle_map = drawn(FIELD)
    assert (picture(battle_map, 24) == picture(drawn(FIELD), 24)).all()


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


def test_high_ground_is_lighter_than_low_ground() -> None:
    """Levels are told apart by their tint."""
    battle_map = drawn("00000\n02220\n02220\n02220\n00000", grid=SQUARES)
    image = picture(battle_map)
    assert colour_at(image, battle_map, "C3").sum() > colour_at(image, battle_map, "A1").sum() + 12


def test_slopes_are_lit_from_the_upper_left() -> None:
    """The north-west flank of a hill is lighter than its south-east flank."""
    battle_map = drawn("00000\n01110\n01110\n01110\n00000", grid=SQUARES)
    image = picture(battle_map)
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


def test_an_open_door_looks_unlike_a_closed_one() -> None:
    """Working a door changes its picture, and nothing far from it."""
    side = Edge.between(SQUARES.cell("B1"), SQUARES.cell("B2"))
    battle_map = drawn(":::\n:::", "town", edges={side: "door"})
    opened = Ground(battle_map, Changes().with_edge(side, "door_open"))
    changed = difference(picture(battle_map), picture(opened))
    rows, columns = np.nonzero(changed > 30)
    column, row = place(battle_map, battle_map.cell("B1"))
    assert len(rows) > 30
    assert np.hypot(columns - column, rows - row - SCALE / 2).max() < 1.1 * SCALE


def test_smoke_veils_its_cell() -> None:
    """Smoke added in play shows over the terrain."""
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


def parts(family: str, table: str) -> list[tuple[str, str]]:
    """Return every kind of one table of a terrain set, with the family's name."""
    return [(family, kind) for kind in getattr(terrain_set(family), table)]


FAMILIES = ("battlefield", "town", "tabletop")


@pytest.mark.parametrize(("family", "kind"), [pair for family in FAMILIES for pair in parts(family, "features")])
def test_every_feature_shows(family: str, kind: str) -> None:
    """A cell with a feature looks other than without."""
    rows = "...\n...\n..."
    plain, laid = drawn(rows, family), drawn(rows, family)
    laid = drawn(rows, family, features={plain.cell("B2"): (kind,)})
    apart = np.abs(colour_at(picture(plain), plain, "B2") - colour_at(picture(laid), plain, "B2")).sum()
    assert apart > 3


@pytest.mark.parametrize(("family", "kind"), [pair for family in FAMILIES for pair in parts(family, "edges")])
def test_every_edge_shows(family: str, kind: str) -> None:
    """A side with something on it looks other than without."""
    rows = "...\n...\n..."
    plain = drawn(rows, family)
    side = plain.grid.edge(plain.cell("B2"), plain.grid.sides[0])
    changed = difference(picture(plain), picture(drawn(rows, family, edges={side: kind})))
    assert (changed > 40).sum() > 40


@pytest.mark.parametrize(("family", "kind"), [pair for family in FAMILIES for pair in parts(family, "ways")])
def test_every_way_shows(family: str, kind: str) -> None:
    """Cells that a way links look other than without."""
    rows = "....\n....\n...."
    plain = drawn(rows, family)
    cells = [plain.cell(name) for name in ("A2", "B2", "C2")]
    ways = {Edge.between(one, other): kind for one, other in pairwise(cells)}
    changed = difference(picture(plain), picture(drawn(rows, family, ways=ways)))
    assert (changed > 40).sum() > 150
