"""The board in flat colours: the whole of it small, and cell by cell with true outlines until the tiles are painted."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame

from sim.board.battlemap import BattleMap
from sim.board.terrain import VOID
from sim.grid import Grid
from sim.view.board.camera import Camera
from sim.view.board.ground_styles import OBJECTS, ground_style
from sim.view.board.layout import Layout
from sim.view.board.shades import corner_pixels, stamp_outline
from sim.view.board.survey import look
from sim.view.ui.palette import Colour, keeps_pictures, shaded, theme

_NO_COLOUR = (255, 0, 255)
"""What stands for nothing on a stamp: pixels are either copied or not, which is several times as fast as mixing."""
_OUTLINE = -0.14
"""How much darker the line around a cell is."""
_OUTLINED = 6.0
"""Pixels per cell below which lines would be all that one sees."""


@lru_cache(maxsize=16)
def _flat_colours(battle_map: BattleMap) -> tuple[tuple[Colour, ...], bytes]:
    """Return the colours that occur, the middle of each ground's ramp, and which of them every cell has."""
    found = dict[Colour, int]()
    of_kind = {}
    for kind in sorted(set(battle_map.terrain)):
        of_kind[kind] = found.setdefault(flat_colour(battle_map, kind), len(found))
    return tuple(found), bytes(of_kind[kind] for kind in battle_map.terrain)


def flat_colour(battle_map: BattleMap, kind: str) -> Colour:
    """Return the colour of a kind of ground, the middle of its ramp; of a hole, that of the table."""
    if kind == VOID:
        return theme().table
    name = look(battle_map.terrain_set.terrain[kind])
    ramp = ground_style("dirt" if name in OBJECTS else name, battle_map.terrain_set.id).ramp
    return ramp[len(ramp) // 2]


def paint_flat(surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
    """Draw every cell in view in one colour with a line around it, as far as the clip goes."""
    clip = surface.get_clip()
    surface.fill(theme().table, clip)
    part = Camera(camera.scale, camera.left + clip.left, camera.top + clip.top, clip.width, clip.height)
    colours, of_cell = _flat_colours(layout.map)
    near = layout.in_view(part, 0.8)
    stamps = [_flat_stamp(layout.map.grid, camera.scale, colour) for colour in colours]
    places = corner_pixels(layout, camera, near, stamps[0].get_size())
    surface.fblits([(stamps[of_cell[n]], place) for n, place in zip(near.tolist(), places, strict=True)])


@lru_cache(maxsize=256)
def _flat_stamp(grid: Grid, scale: float, colour: Colour) -> pygame.Surface:
    """Return the picture of one cell."""
    size, outline = stamp_outline(grid, scale)
    picture = pygame.Surface(size, depth=32)
    picture.fill(_NO_COLOUR)
    pygame.draw.polygon(picture, colour, outline)
    if scale >= _OUTLINED:
        pygame.draw.polygon(picture, shaded(colour, _OUTLINE), outline, 1)
    picture.set_colorkey(_NO_COLOUR, pygame.RLEACCEL)
    return picture


def thumbnail_of(layout: Layout) -> pygame.Surface:
    """Return the whole map in flat colours, some pixels per cell, for the theme in use; made in a blink."""
    return _thumbnail(layout, theme().table)


@lru_cache(maxsize=8)
def _thumbnail(layout: Layout, table: Colour) -> pygame.Surface:
    bounds = layout.bounds
    per_cell = min(8.0, (120_000 / (bounds.width * bounds.height)) ** 0.5)
    wide, high = max(1, round(bounds.width * per_cell)), max(1, round(bounds.height * per_cell))
    # Half as exact as usual takes half the time, and is exact enough for so small a picture.
    x = bounds.left + (np.arange(wide, dtype=np.float32) + 0.5) / per_cell
    y = bounds.top + (np.arange(high, dtype=np.float32) + 0.5) / per_cell
    colours, of_cell = _flat_colours(layout.map)
    of_ordinal = np.append(np.array(colours, dtype=np.uint8)[np.frombuffer(of_cell, dtype=np.uint8)], [table], axis=0)
    pixels = of_ordinal[layout.ordinals_at(x[None, :], y[:, None])].astype(np.uint8)
    flat = pygame.Surface((wide, high), depth=32)
    flat.blit(pygame.image.frombuffer(pixels.tobytes(), (wide, high), "RGB"), (0, 0))
    return flat


keeps_pictures(_thumbnail.cache_clear)
