"""A board in a window: what is painted is copied, and until then something stands in that resembles it."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pygame
import pytest

from sim.board.ground import Changes
from sim.grid import HexGrid, SquareGrid
from sim.view.board.board_look import PLAIN, BoardLook, BoardOptions, CellNames
from sim.view.board.board_picture import BoardPicture, Painted, PainterAtOnce, Room
from sim.view.board.camera import Camera, fitted
from sim.view.board.layout import layout
from sim.view.board.shades import Shade, ShadedCells
from sim.view.board.tile_painter import TILE, Spot, TilePainter
from sim.view.ui.palette import use_theme
from tests.view.drawn import difference, drawn, pixels

ROWS = """
    ..WW..pp
    .WWW..pp
    ....~~~~
    bB..~~..
    ....ww..
"""
SIZE = (640, 480)


class Slow(PainterAtOnce):
    """Paints only so many tiles of those that are wanted last, and notes what was wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.paints, self.wanted = 0, list[Spot]()

    def want(self, board: int, look: BoardLook, spots: Sequence[Spot]) -> None:
        self.wanted = [*spots]
        super().want(board, look, spots[: self.paints])


def whole(picture: BoardPicture) -> Camera:
    """Return the camera that sees all of a map."""
    return fitted(layout(picture.map).bounds, *SIZE)


def shown(picture: BoardPicture, camera: Camera, *, is_final: bool = True) -> np.ndarray:
    """Return what a window shows."""
    picture.want(camera)
    picture.take()
    surface = pygame.Surface(SIZE, depth=32)
    assert picture.draw(surface, camera) == is_final
    return pixels(surface)


def at(image: np.ndarray, picture: BoardPicture, camera: Camera, name: str) -> np.ndarray:
    """Return the colour in the middle of a cell."""
    x, y = camera.pixel(picture.map.grid.point(picture.map.cell(name)))
    return np.asarray(image[round(y), round(x)])


# -- until it is painted ----------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", [HexGrid(), SquareGrid(8)])
def test_before_anything_is_painted_there_are_cells_in_flat_colours(grid: HexGrid | SquareGrid) -> None:
    """Each in the colour of its ground, with a line around it that follows its true outline."""
    picture = BoardPicture(drawn(ROWS, grid=grid), Slow())
    camera = whole(picture)
    image = shown(picture, camera, is_final=False)
    red, _, blue = at(image, picture, camera, "F3")
    assert blue > red + 20
    middle = at(image, picture, camera, "C5")
    corners = camera.pixels(grid.outline(picture.map.cell("C5")))
    for (x, y), (other_x, other_y) in pairwise(corners):
        column, row = round((x + other_x) / 2), round((y + other_y) / 2)
        around = image[row - 2 : row + 3, column - 2 : column + 3].reshape(-1, 3)
        assert (around.sum(axis=1) < middle.sum() - 20).any()


def test_what_is_painted_is_shown_among_flat_colours() -> None:
    """The first tile is the one in the middle, and with it something new can be shown. Only the clip is drawn on: the
    rest of the surface stays as it is, painted or not."""
    painter = Slow()
    picture = BoardPicture(drawn(ROWS), painter)
    camera = whole(picture)
    flat = shown(picture, camera, is_final=False)
    version, painter.paints = picture.version, 1
    image = shown(picture, camera, is_final=False)
    assert picture.version == version + 1 and len(painter.wanted) > 5
    rows, columns = np.nonzero(difference(flat, image))
    assert 0 < columns.max() - columns.min() < TILE and 0 < rows.max() - rows.min() < TILE
    assert abs((columns.max() + columns.min()) / 2 - 320) < TILE
    for painter.paints in (1, 99):
        picture.want(camera)
        picture.take()
        surface = pygame.Surface(SIZE, depth=32)
        surface.set_clip((300, 200, 8, 8))
        picture.draw(surface, camera)
        drawn_on = np.argwhere(pixels(surface).any(axis=2))
        assert drawn_on.min(axis=0).tolist() == [200, 300] and drawn_on.max(axis=0).tolist() == [207, 307]


def test_another_zoom_stands_in_and_lies_where_it_should() -> None:
    """While a new zoom is painted, the old one is shown, enlarged."""
    painter = Slow()
    painter.paints = 99
    picture = BoardPicture(drawn(ROWS), painter)
    shown(picture, whole(picture))
    closer = whole(picture).zoomed(1.5, (320, 240))
    painter.paints = 0
    meanwhile = shown(picture, closer, is_final=False)
    painter.paints = 99
    painted = shown(picture, closer)
    moved = [difference(np.roll(meanwhile, step, axis=1), painted).mean() for step in (-12, 0, 12)]
    assert moved[1] < 0.8 * min(moved[0], moved[2])


def test_the_look_before_stands_in_for_a_new_one_and_the_same_again_is_nothing_new() -> None:
    """A shade is not there at once; the board under it never goes away. Of the same look nothing is wanted."""
    painter = Slow()
    painter.paints = 99
    picture = BoardPicture(drawn(ROWS), painter)
    camera = whole(picture)
    before = shown(picture, camera)
    version = picture.version
    picture.show(BoardLook())
    shown(picture, camera)
    assert (picture.version, painter.wanted) == (version, [])
    painter.paints = 0
    red = ShadedCells.of((Shade((255, 0, 0, 200)),), np.ones(len(picture.map.cells)))
    picture.show(BoardLook(shades=(red,)))
    assert difference(before, shown(picture, camera, is_final=False)).max() == 0
    painter.paints = 99
    assert difference(before, shown(picture, camera)).mean() > 100


def test_what_lies_just_outside_is_wanted_last() -> None:
    """Whoever moves the map finds it painted; but what is in view comes first."""
    painter = Slow()
    painter.paints_ahead = True
    picture = BoardPicture(drawn("\n".join(["." * 60] * 40)), painter)
    camera = Camera(60.0, 1000.5, 900.25, *SIZE)
    picture.want(camera)
    window = pygame.Rect(0, 0, *SIZE)
    in_view = [
        window.colliderect(spot.column * TILE - 1000, spot.row * TILE - 900, TILE, TILE) for spot in painter.wanted
    ]
    assert in_view == sorted(in_view, reverse=True)
    assert 0 < sum(in_view) < len(in_view)


def test_a_tile_is_copied_to_where_the_one_before_it_was() -> None:
    """Memory that was used before takes a fraction of the time."""

    class Copying(PainterAtOnce):
        def painted(self, board: int, room: Room) -> list[Painted]:
            return [(look, spot, room(spot)) for look, spot, _ in super().painted(board, room)]

    picture = BoardPicture(drawn(ROWS), Copying())
    shown(picture, whole(picture))
    before = {spot: tile for spot, (_, tile) in picture._tiles.items()}
    picture.show(BoardLook(options=PLAIN))
    shown(picture, whole(picture))
    assert {spot: tile for spot, (_, tile) in picture._tiles.items()} == before


# -- looks ------------------------------------------------------------------------------------------------


def test_every_part_of_a_look_is_seen_and_can_be_taken_back() -> None:
    """The grid, names, heights, shades, what has changed on the ground, and the theme."""
    picture = BoardPicture(drawn("01\n12"))
    camera = whole(picture)
    first = shown(picture, camera)
    smoke = Changes().with_feature(picture.map.cell("B2"), "heavy_smoke")
    for look in (
        BoardLook(options=PLAIN),
        BoardLook(options=BoardOptions(coordinates=True)),
        BoardLook(options=BoardOptions(heights=True)),
        BoardLook(shades=(CellNames(),)),
        BoardLook(changes=smoke),
    ):
        picture.show(look)
        assert difference(first, shown(picture, camera)).max() > 20, look
    picture.show(BoardLook())
    assert difference(first, shown(picture, camera)).max() == 0
    use_theme("light")
    picture.show(BoardLook())
    assert difference(first, shown(picture, camera)).max() > 20


def test_a_change_paints_the_tiles_around_it_and_no_others() -> None:
    """Smoke does not paint the whole map again, nor does more of it elsewhere; without it, what was is found."""
    board = drawn("." * 40 + "\n" + "." * 40)
    painter = TilePainter(board)
    spots = [Spot(60.0, column, 0) for column in range(9)]

    def bare(changes: Changes) -> list[pygame.Surface | None]:
        look = BoardLook(changes)
        for spot in spots:
            painter.tile(look, spot)
        return [painter._bare.known((spot, painter._near(changes, spot), look_colours())) for spot in spots]

    first = bare(Changes())
    smoke = Changes().with_feature(board.cell("H1"), "heavy_smoke")
    second = bare(smoke)
    third = bare(smoke.with_feature(board.cell("AB1"), "heavy_smoke"))
    changed = [n for n in range(9) if first[n] is not second[n]]
    assert 0 < len(changed) < 4 and all(second[n] is third[n] for n in changed)
    assert bare(Changes()) == first


def look_colours() -> object:
    """Return what tiles take from the theme."""
    from sim.view.ui.palette import theme

    return theme().board


def test_what_lies_over_the_terrain_is_put_on_a_tile_that_is_there() -> None:
    """Terrain takes twenty times as long as a shade or the grid."""
    board = drawn(ROWS)
    painter, spot = TilePainter(board), Spot(60.0, 0, 0)
    shade = ShadedCells.of((Shade((255, 0, 0, 90), "crossed"),), np.ones(len(board.cells)))
    tiles, bare = [], set()
    for look in (BoardLook(), BoardLook(shades=(shade,)), BoardLook(options=PLAIN)):
        tiles.append(pixels(painter.tile(look, spot)))
        bare.add(painter._bare.known((spot, Changes(), look_colours())))
    assert all(difference(tiles[0], other).max() > 20 for other in tiles[1:])
    assert len(bare) == 1 and None not in bare


def test_the_whole_map_is_there_in_small() -> None:
    """Flat colours on the table of the theme, made once."""
    picture = BoardPicture(drawn("..~\n_.~"))
    small = picture.thumbnail
    red, _, blue = small.get_at((small.get_width() - 4, small.get_height() // 2))[:3]
    assert small is picture.thumbnail and blue > red + 20
    use_theme("light")
    assert picture.thumbnail is not small
