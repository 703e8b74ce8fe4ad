from time import perf_counter

import pygame

from sim.board.ground import Changes, Ground
from sim.view.board.board_picture import PLAIN, BoardOptions, BoardPicture, forget_painted
from sim.view.board.camera import fitted
from sim.view.board.layout import layout
from sim.view.ui.palette import use_theme
from tests.view.drawn import difference, drawn, pixels

ROWS = """
    ..WW..pp
    .WWW..pp
    ....~~~~
    bB..~~..
    ....ww..
"""


def painted(picture: BoardPicture, scale: float | None = None) -> pygame.Surface:
    """Paint a picture to its end and draw it in a window of 640 by 480."""
    camera = fitted(layout(picture.map).bounds, 640, 480)
    camera = camera if scale is None else camera.zoomed(scale / camera.scale, (320, 240))
    while not picture.work(camera, 0.5):
        pass
    surface = pygame.Surface((640, 480))
    assert picture.draw(surface, camera)
    return surface


def test_something_is_shown_before_anything_is_painted() -> None:
    """The first frame shows the map in flat colours, not an empty window."""
    battle_map = drawn(ROWS)
    picture = BoardPicture(Ground(battle_map))
    camera = fitted(layout(battle_map).bounds, 640, 480)
    surface = pygame.Surface((640, 480))
    assert not picture.draw(surface, camera)
    x, y = camera.pixel(battle_map.grid.point(battle_map.cell("F3")))
    red, _, blue, _ = surface.get_at((round(x), round(y)))
    assert blue > red + 20


def test_work_keeps_to_its_time() -> None:
    """Painting can be put aside at any time, long before a tile is done."""
    picture = BoardPicture(Ground(drawn(ROWS)))
    camera = fitted(layout(picture.map).bounds, 640, 480)
    longest = 0.0
    for _ in range(400):
        start = perf_counter()
        done = picture.work(camera, 0.004)
        longest = max(longest, perf_counter() - start)
        if done:
            break
    assert done
    assert longest < 0.5  # generous: other things run on this machine


def test_what_stands_in_resembles_what_is_painted() -> None:
    """While a new zoom is painted, the old one stands in for it, enlarged."""
    battle_map = drawn(ROWS)
    picture = BoardPicture(Ground(battle_map))
    painted(picture)
    closer = fitted(layout(battle_map).bounds, 640, 480).zoomed(1.5, (320, 240))
    meanwhile = pygame.Surface((640, 480))
    assert not picture.draw(meanwhile, closer)
    apart = difference(pixels(meanwhile), pixels(painted(picture, closer.scale)))
    assert apart.mean() < 60


def test_a_change_repaints_the_tiles_around_it_and_no_others() -> None:
    """Opening a door does not paint the whole map again."""
    battle_map = drawn("." * 40 + "\n" + "." * 40)
    picture = BoardPicture(Ground(battle_map))
    before = painted(picture, 60.0)
    tiles = dict(picture._tiles)
    changed = Ground(battle_map, Changes().with_feature(battle_map.cell("U1"), "heavy_smoke"))
    picture.show(changed)
    after = painted(picture, 60.0)
    kept = [spot for spot, tile in tiles.items() if picture._tiles.get(spot) is tile]
    assert kept
    assert len(kept) < len(tiles)
    assert difference(pixels(before), pixels(after)).max() > 100


def test_a_ground_that_was_shown_before_is_not_painted_again() -> None:
    """A battle that is opened again finds its tiles, and the moment before a change those of before it."""
    battle_map = drawn(ROWS)
    ground = Ground(battle_map)
    first = BoardPicture(ground)
    before = pixels(painted(first))
    tiles = dict(first._tiles)
    smoke = Ground(battle_map, Changes().with_feature(battle_map.cell("C2"), "heavy_smoke"))
    first.show(smoke)
    smoked = pixels(painted(first))
    first.show(ground)
    again = BoardPicture(ground)
    for picture in (first, again):
        assert difference(before, pixels(painted(picture))).max() == 0
        assert picture._tiles == tiles
    assert difference(before, smoked).max() > 100


def test_what_was_painted_before_can_be_forgotten() -> None:
    """Then everything is painted anew, and looks the same."""
    ground = Ground(drawn(ROWS))
    first, again = BoardPicture(ground), BoardPicture(ground)
    before = pixels(painted(first))
    forget_painted()
    assert difference(before, pixels(painted(again))).max() == 0
    assert not set(first._tiles.values()) & set(again._tiles.values())


def test_the_grid_can_be_put_on_and_taken_off() -> None:
    """The same tiles with and without lines: the terrain is not painted again."""
    picture = BoardPicture(Ground(drawn(ROWS)))
    picture.dress = PLAIN
    bare = painted(picture)
    tiles = dict(picture._tiles)
    picture.dress = BoardOptions(grid=True)
    lined = painted(picture)
    assert picture._tiles == tiles
    changed = difference(pixels(bare), pixels(lined))
    assert 0.01 < (changed > 4).mean() < 0.35
    picture.dress = PLAIN
    assert difference(pixels(bare), pixels(painted(picture))).max() == 0


def test_heights_and_names_can_be_shown() -> None:
    """Each further layer changes the picture."""
    picture = BoardPicture(Ground(drawn("01\n12")))
    shown = []
    for dress in (BoardOptions(), BoardOptions(coordinates=True), BoardOptions(heights=True)):
        picture.dress = dress
        shown.append(pixels(painted(picture)))
    assert difference(shown[0], shown[1]).max() > 60
    assert difference(shown[0], shown[2]).max() > 60


def test_what_was_painted_since_is_told_tile_by_tile() -> None:
    """Each tile of this zoom once, where the camera sees it; nothing of what was there before."""
    picture = BoardPicture(Ground(drawn(ROWS)))
    camera = fitted(layout(picture.map).bounds, 640, 480)
    seen: list[pygame.Rect] = []
    while not picture.work(camera, 0.0):
        before = picture.version
        picture.work(camera, 0.01)
        seen += [rect for _, rect in picture.news(before, camera)]
    assert len({tuple(rect) for rect in seen}) == len(seen) > 1
    whole = pygame.Surface((640, 480)).get_rect()
    assert all(rect.colliderect(whole) for rect in seen)
    assert [version for version, _ in picture.news(0, camera)] == list(range(1, picture.version + 1))
    assert not picture.news(picture.version, camera)
    assert not picture.news(0, camera.zoomed(2.0, (320, 240)))


def test_within_a_clip_nothing_else_is_drawn() -> None:
    """A tile that is new is put into a picture without the others being copied again, nor being stood in for."""
    picture = BoardPicture(Ground(drawn(ROWS)))
    camera = fitted(layout(picture.map).bounds, 640, 480)
    surface = pygame.Surface((640, 480))
    surface.set_clip((300, 200, 8, 8))
    picture.draw(surface, camera)
    assert len(picture._stand_ins) == 1
    surface.set_clip(None)
    assert surface.get_at((299, 200))[:3] == (0, 0, 0)


def test_over_flat_colours_a_picture_comes_to_the_same_end() -> None:
    """Before anything is painted it shows the map; once all is, nothing of what stood in for it is left."""
    picture = BoardPicture(Ground(drawn(ROWS)))
    camera = fitted(layout(picture.map).bounds, 640, 480)
    surface = pygame.Surface((640, 480))
    picture.draw_painted(surface, camera)
    assert not picture._stand_ins
    x, y = camera.pixel(picture.map.grid.point(picture.map.cell("F3")))
    red, _, blue, _ = surface.get_at((round(x), round(y)))
    assert blue > red + 20
    last = painted(picture)
    picture.draw_painted(surface, camera)
    assert difference(pixels(surface), pixels(last)).max() == 0


def test_flat_colours_are_made_once_for_each_theme() -> None:
    """Whoever has the time makes them before they are shown, and is told that it took some."""
    picture = BoardPicture(Ground(drawn(ROWS)))
    assert [picture.makes_thumbnail() for _ in range(3)] == [True, False, False]
    use_theme("light")
    assert [picture.makes_thumbnail() for _ in range(2)] == [True, False]
    use_theme("dark")
