"""Pictures of overlays and marks on small grey maps, and which cells of them were painted."""

from collections.abc import Callable

import numpy as np
import pygame

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.grid import Cell, Grid, HexGrid, SquareGrid
from sim.view.battle.overlays import Overlaid, layers_over
from sim.view.board.board_look import OnBoard
from sim.view.board.camera import Camera
from sim.view.board.layout import layout
from tests.view.drawn import pixels

GREY = (128, 132, 120)
GRIDS: tuple[Grid, ...] = (HexGrid("flat", "odd"), HexGrid("pointy", "even"), SquareGrid(8), SquareGrid(4))
ROWS = "\n".join(["........"] * 6)
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


def overlaid(battle_map: BattleMap, *layers: OnBoard, scale: float = 40.0) -> np.ndarray:
    """Return a grey picture of a map with an overlay on it."""

    def paint(surface: pygame.Surface, view: Camera) -> None:
        for layer in layers:
            layer.paint(surface, layout(battle_map), view)

    return painted(battle_map, paint, scale)


def threatened(battle_map: BattleMap, counts: np.ndarray, scale: float = 40.0) -> np.ndarray:
    """Return a grey picture of a map with shades and figures of how many enemies can fire at each cell."""
    return shown_over(battle_map, Overlaid(threat=counts), scale)


def shown_over(battle_map: BattleMap, answers: Overlaid, scale: float = 40.0) -> np.ndarray:
    """Return a grey picture of a map with all that overlays show of some answers."""
    return overlaid(battle_map, *layers_over(layout(battle_map), answers, 1.0), scale=scale)


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
