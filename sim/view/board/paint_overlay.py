"""Overlays: what the engine answers, drawn on the map. Nothing here works anything out by itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygame

from sim.board.area import Area
from sim.grid import Cell
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.ui.palette import Colour, theme
from sim.view.ui.strokes import draw_outline, draw_stroke


@dataclass(frozen=True)
class Overlay:
    """What to draw over a map: the field of view of one cell, and a line of sight between two."""

    view_from: Cell | None = None
    ruler: tuple[Cell, Cell] | None = None


def paint_field_of_view(surface: pygame.Surface, layout: Layout, camera: Camera, seen: Area, viewer: Cell) -> None:
    """Darken what cannot be seen, and draw the border between seen and unseen.

    The shade is multiplied into the picture, which is several times as fast as laying a clear layer over it.
    """
    shade = pygame.Surface((camera.width, camera.height), depth=32)
    shade.fill(theme().seen)
    mask, near = seen.mask(), layout.in_view(camera, 0.8)
    for shape in layout.shapes(near[~mask[near]], camera):
        pygame.draw.polygon(shade, theme().unseen, shape)
    surface.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    width = min(max(camera.scale / 26, 1.0), 4.0) * theme().weight
    sides = {n: _sides_to(layout, seen, n) for n in near[mask[near]].tolist()}
    border = np.array([n for n, found in sides.items() if found], dtype=np.intp)
    for n, shape in zip(border.tolist(), layout.shapes(border, camera), strict=True):
        for side in sides[n]:
            draw_stroke(surface, theme().mark, shape[side - 1], shape[side], width)
    paint_eye(surface, layout, camera, viewer)


def _sides_to(layout: Layout, seen: Area, n: int) -> list[int]:
    """Return the sides of a seen cell beyond which a cell of the map is not seen."""
    cell, battle_map = layout.map.cells[n], layout.map
    beyond = (cell.plus(step) for step in battle_map.grid.side_steps)
    return [side for side, other in enumerate(beyond) if other in battle_map and other not in seen]


def paint_eye(surface: pygame.Surface, layout: Layout, camera: Camera, cell: Cell) -> None:
    """Draw an eye in the cell that is looked from."""
    x, y = camera.pixel(layout.map.grid.point(cell))
    wide = max(8.0, camera.scale * 0.36)
    lid = pygame.Rect(0, 0, round(wide), round(wide * 0.58))
    lid.center = (round(x), round(y))
    pygame.draw.ellipse(surface, theme().map_ink, lid.inflate(4, 4))
    pygame.draw.ellipse(surface, theme().hover, lid)
    pygame.draw.circle(surface, (58, 96, 132), (x, y), wide * 0.23)
    pygame.draw.circle(surface, theme().map_ink, (x, y), wide * 0.12)


def paint_outline(surface: pygame.Surface, layout: Layout, camera: Camera, cell: Cell, colour: Colour) -> None:
    """Draw a line around one cell, light on dark, so that it shows on any ground."""
    shape = camera.pixels(layout.map.grid.outline(cell))
    width = min(max(camera.scale / 20, 2.0), 6.0) * theme().weight
    draw_outline(surface, theme().map_ink, shape, width + 2.5)
    draw_outline(surface, colour, shape, width)
