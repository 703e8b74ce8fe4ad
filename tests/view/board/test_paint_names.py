"""The names on a map: inside it, off one another and off what hides them; coordinates stand outside."""

from pathlib import Path

import numpy as np
import pygame
import pytest

from sim.board.battlemap import BattleMap
from sim.board.mapfile import load_map
from sim.resources import map_name, shipped_maps
from sim.view.battle.overlays import Overlaid, layers_over
from sim.view.battle.places import BattleLayout, readable_scale
from sim.view.board.board_look import BoardLook, BoardOptions
from sim.view.board.board_picture import BoardPicture, whole_board
from sim.view.board.camera import Camera
from sim.view.board.layout import layout
from sim.view.board.paint_grid import are_in_cells, paint_cell_names, paint_edge_names
from sim.view.board.paint_names import FiguredCells, placed_names
from sim.view.board.steering import Steering
from sim.view.ui.measure_blocks import SMALL
from tests.view.drawn import drawn, pixels

WINDOWS = ((1280, 720), (1920, 1080), (3840, 2160))
SCALES = (75, 100, 250)
HALO = 3
"""Pixels by which the light around a letter may reach into the map."""


def _fitted(battle_map: BattleMap, size: tuple[int, int], percent: int = 100) -> tuple[Steering, BattleLayout]:
    """Return the view of a whole map in the room that a battle leaves to it."""
    places = BattleLayout(size, readable_scale(size, percent))
    return Steering(layout(battle_map).bounds, size, places.room), places


@pytest.mark.parametrize("file", shipped_maps(), ids=map_name)
def test_no_name_of_a_shipped_map_leaves_it_or_runs_into_another(file: Path) -> None:
    """At every size of the window and of the letters all names are inside the map, none on another."""
    battle_map = load_map(file)
    for size in WINDOWS:
        for percent in SCALES:
            steering, places = _fitted(battle_map, size, percent)
            for scale in (steering.camera.scale, 2 * steering.camera.scale):
                bounds = layout(battle_map).bounds
                found = placed_names(battle_map, scale, places.ui)
                cores: list[pygame.Rect] = []
                for place, (left, top, wide, high) in found:
                    assert left >= bounds.left * scale - 0.001, place.name
                    assert top >= bounds.top * scale - 0.001, place.name
                    assert left + wide <= bounds.right * scale + 0.001, place.name
                    assert top + high <= bounds.bottom * scale + 0.001, place.name
                    core = pygame.Rect(left, top, wide, high).inflate(-high // 3, -high // 3)
                    assert core.collidelist(cores) < 0, place.name
                    cores.append(core)


def mill(name: str) -> BattleMap:
    """Return a map with one place of one cell."""
    return drawn("......\n" * 4, places={name: frozenset(drawn("......\n" * 4).cells[14:15])})


def test_a_name_steps_aside_for_what_would_hide_it() -> None:
    """A counter in the middle of a place leaves its name to be read above or below; among many it lies where most of it
    can be read, and not under the nearest one."""
    battle_map = mill("mill")
    ((_, before),) = placed_names(battle_map, 60.0, 1.0)
    middle, counter = pygame.Rect(before), pygame.Rect(0, 0, 40, 40)
    counter.center = middle.center
    ((_, after),) = placed_names(battle_map, 60.0, 1.0, True, (tuple(counter),))
    assert middle.colliderect(counter)
    assert pygame.Rect(after).inflate(-after[3] // 3, -after[3] // 3).colliderect(counter) == 0
    counter, low = pygame.Rect(0, 0, 400, 400), pygame.Rect(0, 0, 400, 400)
    counter.midbottom, low.midtop = (middle.centerx, middle.bottom), (middle.centerx, middle.bottom + 6)
    ((_, after),) = placed_names(battle_map, 60.0, 1.0, True, (tuple(counter), tuple(low)))
    assert pygame.Rect(after).clip(counter).height < middle.clip(counter).height


def test_a_name_is_left_out_where_it_would_lie_on_figures() -> None:
    """Somebody has asked for those."""
    battle_map = mill("the old mill")
    everywhere = FiguredCells(np.ones(len(battle_map.cells), dtype=np.bool_).tobytes(), 0.5)
    assert placed_names(battle_map, 24.0, 1.0) and not placed_names(battle_map, 24.0, 1.0, True, (), everywhere)
    nowhere = FiguredCells(np.zeros(len(battle_map.cells), dtype=np.bool_).tobytes(), 0.5)
    assert placed_names(battle_map, 24.0, 1.0, True, (), nowhere) == placed_names(battle_map, 24.0, 1.0)


@pytest.mark.parametrize("size", WINDOWS[:2], ids=str)
@pytest.mark.parametrize("file", [file for file in shipped_maps() if "battles" in str(file)], ids=map_name)
def test_coordinates_of_a_map_that_fits_stand_beside_it(file: Path, size: tuple[int, int]) -> None:
    """Letters and numbers cover nothing of the map, and no panel covers them: no name is overwritten."""
    battle_map = load_map(file)
    steering, places = _fitted(battle_map, size)
    camera, bounds = steering.camera, layout(battle_map).bounds
    surface = pygame.Surface(size, depth=32)
    surface.fill((255, 0, 255))
    paint_edge_names(surface, layout(battle_map), camera, round(SMALL * places.ui), places.room)
    y, x = np.nonzero((pixels(surface) != (255, 0, 255)).any(axis=2))
    assert len(x)
    left, top = camera.pixel((bounds.left, bounds.top))
    assert ((x < left + HALO) | (y < top + HALO)).all()
    room = places.room
    assert ((x >= room.left) & (x < room.right) & (y >= room.top) & (y < room.bottom)).all()


def test_names_of_cells_are_as_large_as_other_letters() -> None:
    """In a window of four times the pixels they wait for cells of twice the size, and are larger in them."""
    board = drawn(".")
    assert not are_in_cells(60.0, 2.0) and are_in_cells(60.0, 1.0) and are_in_cells(90.0, 2.0)

    def height(letters: float) -> int:
        camera = whole_board(board, 90.0)
        surface = pygame.Surface((camera.width, camera.height), depth=32)
        surface.fill((255, 0, 255))
        paint_cell_names(surface, layout(board), camera, letters)
        written = (pixels(surface) != (255, 0, 255)).any(axis=2)
        rows = np.flatnonzero(written.any(axis=1))
        return int(rows[-1] - rows[0])

    assert height(2.0) > 1.25 * height(1.0)


def test_names_of_cells_are_read_where_nothing_is_seen() -> None:
    """The shade over what is not seen leaves their light ground as bright as elsewhere."""
    board = drawn("\n".join(["." * 12] * 6))
    blind = Overlaid(view=(board.area(board.cell("A1")), board.cell("A1"), None))
    look = BoardLook(options=BoardOptions(coordinates=True), shades=layers_over(layout(board), blind, 1.0, names=True))
    picture, camera = BoardPicture(board), Camera(60.0, -40, -40, 640, 360)
    assert are_in_cells(camera.scale, 1.0)
    picture.show(look)
    picture.want(camera)
    picture.take()
    surface = pygame.Surface((640, 360), depth=32)
    assert picture.draw(surface, camera)
    image = pixels(surface)
    for name in ("C2", "D4", "H3", "J5"):
        x, y = camera.pixel(board.grid.point(board.cell(name)))
        part = image[round(y - 27) : round(y - 17), round(x - 6) : round(x + 6)]
        assert part.min(axis=2).max() > 170, name


def test_the_band_of_coordinates_reaches_up_to_the_edge_of_the_window() -> None:
    """Between the band and the edge no strip of the map is left."""
    board = drawn(("." * 60 + "\n") * 40)
    steering, places = _fitted(board, (1280, 720))
    for _ in range(4):
        steering.zoom(True)
    surface = pygame.Surface((1280, 720), depth=32)
    surface.fill((200, 200, 200))
    paint_edge_names(surface, layout(board), steering.camera, round(SMALL * places.ui), places.room)
    assert steering.camera.pixel((0, layout(board).bounds.top))[1] < 0
    assert (pixels(surface)[: places.room.top - 2, places.room.left + 40 : places.room.right] < 120).all()
