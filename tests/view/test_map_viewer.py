"""The viewer answers keys and mouse, and survives everything else."""

from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np
import pygame
import pytest

from sim.board.battlemap import BattleMap
from sim.files import FileMistakes, Mistake
from sim.grid import Cell
from sim.view.map_keys import ARROWS, KEYS
from sim.view.map_viewer import MapViewer
from sim.view.window import MemoryStage
from tests.view.drawn import difference, drawn, pixels

ROWS = """
    ..WW...
    ...W.p.
    .~~....
    .~~.bB.
    ....12.
"""


@pytest.fixture
def viewer() -> MapViewer:
    """A viewer of a small map in a window of 800 by 600."""
    return MapViewer(MemoryStage((800, 600)), drawn(ROWS, places={"north_wood": (Cell(2, -1), Cell(3, -1))}))


def press(key: int, modifiers: int = 0) -> pygame.event.Event:
    """Return the event of a key going down."""
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=modifiers, unicode="", scancode=0)


def release(key: int) -> pygame.event.Event:
    """Return the event of a key going up."""
    return pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def move(at: tuple[int, int]) -> pygame.event.Event:
    """Return the event of the cursor moving to a pixel."""
    return pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))


def button(kind: int, at: tuple[int, int], number: int = 1) -> pygame.event.Event:
    """Return the event of a mouse button."""
    return pygame.event.Event(kind, pos=at, button=number)


def click(at: tuple[int, int]) -> list[pygame.event.Event]:
    """Return the two events of a click."""
    return [button(pygame.MOUSEBUTTONDOWN, at), button(pygame.MOUSEBUTTONUP, at)]


def wheel(notches: int) -> pygame.event.Event:
    """Return the event of the wheel turning."""
    return pygame.event.Event(pygame.MOUSEWHEEL, y=notches, x=0, flipped=False)


def where(viewer: MapViewer, name: str) -> tuple[int, int]:
    """Return the pixel of a cell's centre in the window."""
    x, y = viewer.camera.pixel(viewer.ground.map.grid.point(viewer.ground.map.cell(name)))
    return round(x), round(y)


def shown(viewer: MapViewer) -> np.ndarray:
    """Return what the window shows."""
    return pixels(viewer.stage.surface())


# -- looking around --------------------------------------------------------------------------------------


def test_the_cursor_tells_the_cell_under_it_a_click_selects_it_and_another_lets_go(viewer: MapViewer) -> None:
    """Hovering a centre names that cell; beside the map there is none."""
    cell = viewer.ground.map.cell("C3")
    viewer.tick([move(where(viewer, "C3"))])
    assert viewer.hovered == cell
    for selected in (cell, None):
        viewer.tick(click(where(viewer, "C3")))
        assert viewer.selected == selected
    viewer.tick([move((1, 1))])
    assert viewer.hovered is None


def test_the_wheel_zooms_at_the_cursor_and_dragging_moves_the_map_and_selects_nothing(viewer: MapViewer) -> None:
    """The cell under the cursor stays there, the zoom comes back to its rungs, and what was pressed on follows."""
    viewer.tick([move(where(viewer, "D3")), wheel(2)])
    closer = viewer.camera.scale
    assert viewer.hovered == viewer.ground.map.cell("D3")
    viewer.tick([wheel(1), wheel(-1)])
    assert viewer.camera.scale == pytest.approx(closer)
    viewer.tick([wheel(4)])
    at = where(viewer, "D3")
    point, to = viewer.camera.point(at), (at[0] + 60, at[1] - 35)
    viewer.tick([button(pygame.MOUSEBUTTONDOWN, at), move(to), button(pygame.MOUSEBUTTONUP, to)])
    assert viewer.camera.pixel(point) == pytest.approx(to) and viewer.selected is None


def test_held_keys_pan_until_they_are_let_go_and_z_shows_the_whole_map(viewer: MapViewer) -> None:
    """The map moves on every tick while a key is down, and stops with it; however lost one is, Z brings it all back."""
    viewer.tick([move(where(viewer, "D3")), wheel(8), press(pygame.K_RIGHT)])
    lefts = []
    for events in ([], [], [], [release(pygame.K_RIGHT)], []):
        lefts.append(viewer.camera.left)
        viewer.tick(events)
    assert lefts[0] < lefts[3] and lefts[4] == viewer.camera.left
    viewer.tick([press(pygame.K_z)])
    view, bounds = viewer.camera.view, viewer.layout.bounds
    assert view.left <= bounds.left and view.right >= bounds.right
    assert view.top <= bounds.top and view.bottom >= bounds.bottom


def test_the_fitted_map_leaves_room_for_the_panel() -> None:
    """In a wide window the map and the panel stand side by side."""
    viewer = MapViewer(MemoryStage((1280, 720)), drawn("." * 30 + "\n" + "." * 30))
    right = viewer.camera.pixel((viewer.layout.bounds.right, 0))[0]
    assert right < 1280 - 330 * 0.85


# -- asking ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [pygame.K_g, pygame.K_k, pygame.K_h, pygame.K_v, pygame.K_F1])
def test_what_a_key_shows_it_hides_again(viewer: MapViewer, key: int) -> None:
    """Each of these keys changes the window, and pressed again restores it."""
    viewer.tick([move(where(viewer, "C2"))])
    viewer.finish_painting()
    before = shown(viewer)
    mods = pygame.KMOD_LSHIFT if key in (pygame.K_g, pygame.K_k, pygame.K_h) else 0
    viewer.tick([press(key, mods)])
    viewer.finish_painting()
    assert (difference(before, shown(viewer)) > 12).sum() > 100
    viewer.tick([press(key, mods)])
    viewer.finish_painting()
    assert difference(before, shown(viewer)).max() == 0


def test_the_ruler_says_what_blocks(viewer: MapViewer) -> None:
    """From behind the wood the ruler turns red, and the panel names the wood."""
    viewer.tick(click(where(viewer, "A1")))
    viewer.tick([press(pygame.K_l), move(where(viewer, "G2"))])
    image = shown(viewer)
    assert ((image[..., 0] > 200) & (image[..., 1] < 110) & (image[..., 2] < 100)).sum() > 100
    from sim.view.blocks.cell_report import cell_report

    report = cell_report(viewer.ground, viewer.ground.map.cell("G2"), viewer.selected, ruler=True)
    assert any("heavy woods" in getattr(block, "text", "") for block in report)


def test_every_key_of_the_table_names_a_method_and_with_control_means_something_else(viewer: MapViewer) -> None:
    """The help cannot promise what the viewer does not do, and no key means two things: Ctrl+G is not the grid."""
    codes = [(code, key.with_) for key in KEYS for code in key.codes]
    assert len(codes) == len(set(codes))
    for key in KEYS:
        assert key.do is None or callable(getattr(MapViewer, key.do.name))
    viewer.tick([press(pygame.K_g, pygame.KMOD_LCTRL), press(pygame.K_UP, pygame.KMOD_LCTRL)])
    assert viewer.dress.grid and not viewer._held


@pytest.mark.parametrize(("key", "scale"), [(pygame.K_PLUS, 125), (pygame.K_MINUS, 75)])
def test_ctrl_with_plus_or_minus_changes_the_size_of_text(viewer: MapViewer, key: int, scale: int) -> None:
    """Ctrl + and Ctrl − change the size of letters and panels, as in a battle."""
    before = viewer.frame.ui
    viewer.tick([press(key, pygame.KMOD_LCTRL)])
    assert viewer.frame.ui == pytest.approx(before * scale / 100, abs=0.01)


# -- leaving and turning over ----------------------------------------------------------------------------


def test_escape_closes_the_help_first_and_closing_the_window_ends_the_viewer_at_once(viewer: MapViewer) -> None:
    """The first Esc closes the help, the second the viewer; a window can be closed in the middle of painting."""
    assert not MapViewer(MemoryStage((400, 300)), viewer.ground.map).tick([pygame.event.Event(pygame.QUIT)])
    assert viewer.tick([press(pygame.K_F1)])
    assert viewer.tick([press(pygame.K_ESCAPE)])
    assert not viewer.tick([press(pygame.K_ESCAPE)])


def test_turning_over_the_list_of_maps() -> None:
    """N goes forwards through the list, with Shift backwards, round and round. A damaged map leaves the old one open:
    what is wrong with a file is said in the window, and nothing is lost."""
    paths, names = [Path("one"), Path("two"), Path("bad.toml")], []

    def load(path: Path) -> BattleMap:
        names.append(path.name)
        if path.name == "bad.toml":
            raise FileMistakes([Mistake(str(path), None, "", "found nonsense", "expected a map")])
        return drawn("..\n..")

    viewer = MapViewer(MemoryStage((400, 300)), drawn("."), maps=paths, load=load)
    for modifiers in (0, 0, pygame.KMOD_SHIFT):
        assert viewer.tick([press(pygame.K_n, modifiers)])
    battle_map = viewer.ground.map
    assert viewer.tick([press(pygame.K_n, pygame.KMOD_SHIFT)])
    assert viewer.ground.map is battle_map and "bad.toml" in viewer.frame.message
    viewer.tick([press(pygame.K_n)])
    assert names == ["one", "two", "one", "bad.toml", "one"]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_picture_of_the_window_is_saved(
    viewer: MapViewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    """F12 writes a PNG of the window's size, and says its name; in a folder that is gone it says that it cannot."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    monkeypatch.chdir(folder)
    if not is_there:
        folder.rmdir()
    viewer.tick([press(pygame.K_F12)])
    end = perf_counter() + 120
    while not viewer.frame.message and perf_counter() < end:
        viewer.tick([])
    assert viewer.frame.message.startswith("Saved sandtable-") == is_there
    assert is_there or "could not be saved" in viewer.frame.message
    if is_there:
        [file] = folder.iterdir()
        assert pygame.image.load(file).get_size() == (800, 600) and file.name in viewer.frame.message


# -- surviving -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1, 1), (1, 600), (600, 1), (33, 20), (1280, 720)])
def test_any_size_of_window_is_survived(viewer: MapViewer, size: tuple[int, int]) -> None:
    """Everything shown, and resized to that; whoever sees the whole map sees all of it after another size, too."""
    viewer.tick([move((300, 300)), *click((300, 300)), press(pygame.K_v), press(pygame.K_l), press(pygame.K_F1)])
    assert viewer.tick([pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])])
    for _ in range(3):
        assert viewer.tick([wheel(1)])
    assert viewer.stage.surface().get_size() == size
    viewer.tick([press(pygame.K_z), press(pygame.K_F1), pygame.event.Event(pygame.VIDEORESIZE, size=(700, 500))])
    assert viewer.camera == MapViewer(MemoryStage((700, 500)), viewer.ground.map).camera


def test_nothing_is_drawn_when_nothing_has_changed(viewer: MapViewer) -> None:
    """A finished window is left alone: a tick costs next to nothing."""
    viewer.finish_painting()
    surface = viewer.stage.surface()
    surface.fill((1, 2, 3))
    viewer.tick([])
    assert surface.get_at((5, 5))[:3] == (1, 2, 3)


@pytest.mark.parametrize("seed", range(4))
def test_mashing_keys_and_mouse_is_survived(seed: int) -> None:
    """Hundreds of random events, resizes among them, end in nothing worse than a strange view."""
    chance = Random(seed)
    maps = [Path("a"), Path("b")]
    boards = {"a": drawn("..W\n.~."), "b": drawn("::.\n:t.", "town")}
    viewer = MapViewer(MemoryStage((500, 400)), boards["a"], maps=maps, load=lambda path: boards[path.name])
    quiet = {pygame.K_ESCAPE, pygame.K_F12}
    keys = sorted({*ARROWS, pygame.K_q, *(code for key in KEYS for code in key.codes)} - quiet)
    for _ in range(60):
        events = [_random_event(chance, keys) for _ in range(chance.randrange(6))]
        assert viewer.tick(events)
    assert viewer.camera.scale > 0


def _random_event(chance: Random, keys: list[int]) -> pygame.event.Event:
    at = (chance.randrange(-50, 600), chance.randrange(-50, 500))
    sizes = [(1, 1), (320, 200), (700, 500), (64, 900)]
    match chance.randrange(8):
        case 0:
            return press(chance.choice(keys))
        case 1:
            return release(chance.choice(keys))
        case 2:
            return wheel(chance.randrange(-3, 4))
        case 3:
            return button(pygame.MOUSEBUTTONDOWN, at, chance.randrange(1, 8))
        case 4:
            return button(pygame.MOUSEBUTTONUP, at, chance.randrange(1, 8))
        case 5 if chance.random() < 0.3:
            size = chance.choice(sizes)
            return pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        case 6 if chance.random() < 0.3:
            return pygame.event.Event(chance.choice([pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE]))
        case _:
            return move(at)
