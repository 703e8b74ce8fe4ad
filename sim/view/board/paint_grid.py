"""The grid, the coordinates and the heights: what is drawn over the terrain for those who play on it."""

from __future__ import annotations

import numpy as np
import pygame

from sim.grid.cell import column_letters
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.ui.lettering import haloed
from sim.view.ui.palette import Colour, between, theme

_IN_CELL = 44.0
"""Pixels per cell from which every cell has room for its own name at scale 1; below, names stand along the edges."""
_LEAST = 7.0
"""Pixels per cell below which a grid would be all that one sees."""
_LARGE = 2
_BAND = 170
"""How far the band under coordinates hides the map, of 255."""


def paint_grid(surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
    """Draw thin lines between the cells in view.

    Each cell draws the first half of its sides; its neighbours draw the others, and the frame those at the border.
    """
    if camera.scale < _LEAST:
        return
    large = camera.magnified(_LARGE)
    layer = pygame.Surface((large.width, large.height), pygame.SRCALPHA, 32)
    red, green, blue, opacity = theme().grid
    layer.fill((red, green, blue, 0))
    strength = min(1.0, 0.45 + camera.scale / 60)
    colour, width = (red, green, blue, round(opacity * strength)), 2 if camera.scale > 26 else 1
    width = round(width * theme().weight)
    for start, end in _sides(layout, large):
        pygame.draw.line(layer, colour, start, end, width)
    surface.blit(pygame.transform.smoothscale(layer, (camera.width, camera.height)), (0, 0))


def _sides(layout: Layout, camera: Camera) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return half the sides of every cell in view, as lines on the screen."""
    centres = layout.centres[layout.in_view(camera, 1.0)]
    corners, half = layout.corners, len(layout.corners) // 2
    starts = centres[:, None, :] + np.roll(corners, 1, axis=0)[None, :half, :]
    ends = centres[:, None, :] + corners[None, :half, :]
    placed = np.stack([starts, ends], axis=2).reshape(-1, 2, 2) * camera.scale - (camera.left, camera.top)
    return placed.tolist()  # type: ignore[no-any-return]


def are_in_cells(scale: float, letters: float) -> bool:
    """Say whether names of cells stand in them, for letters of a scale, or along the edges of the map."""
    return scale >= _IN_CELL * max(letters, 1.0)


def paint_cell_names(surface: pygame.Surface, layout: Layout, camera: Camera, letters: float = 1.0) -> None:
    """Write the name of every cell in view into it, near its upper side."""
    if not are_in_cells(camera.scale, letters):
        return
    size = round(min(max(camera.scale * 0.135, 9 * max(letters, 1.0)), 26 * max(letters, 1.0)))
    grid, up = layout.map.grid, -0.37 if len(layout.corners) == 6 else -0.38
    for n in layout.in_view(camera, 0.7):
        x, y = layout.centres[n]
        across, down = camera.pixel((float(x), float(y) + up))
        name = grid.name(layout.map.cells[n])
        picture = haloed(name, size, theme().map_ink, theme().map_halo, "plain")
        surface.blit(picture, (round(across - picture.get_width() / 2), round(down - picture.get_height() / 2)))


def _edge_lines(layout: Layout, camera: Camera, size: int) -> tuple[range, range]:
    """Return the columns and the rows that are named: as many as have the room."""
    across, down = _stride(camera.scale, size * 2.1), _stride(camera.scale, size * 1.4)
    return range(0, layout.map.width, across), range(down - 1, layout.map.height, down)


def paint_edge_names(
    surface: pygame.Surface, layout: Layout, camera: Camera, size: int, room: pygame.Rect | None = None
) -> None:
    """Write the letters of columns along the top and the numbers of rows along the left, just outside the map.

    Where the map reaches farther than its room in the window, they stand on a band along the edge of that.
    """
    room = room or surface.get_rect()
    grid, bounds = layout.map.grid, layout.bounds
    left, top = camera.pixel((bounds.left, bounds.top))
    right, bottom = camera.pixel((bounds.right, bounds.bottom))
    columns, rows = edge_bands(layout, camera, size, room)
    # A strip of the map above the band, as narrow as a gap between panels, would look like a mistake.
    above = columns.union((columns.left, 0, columns.width, 1)) if columns.top <= size else columns
    for band in (above, rows):
        _paint_band(surface, band.clip((round(left), round(top), round(right - left), round(bottom - top))))
    before = surface.get_clip()
    surface.set_clip(room.clip(before))
    named_columns, named_rows = _edge_lines(layout, camera, size)
    for column in named_columns:
        x = camera.pixel(grid.point(grid.at(column, 0)))[0]
        if x > rows.right:
            _write(surface, column_letters(column), (x, columns.centery), size)
    for row in named_rows:
        y = camera.pixel(grid.point(grid.at(0, row)))[1]
        if y > columns.bottom:
            _write(surface, str(row + 1), (rows.centerx, y), size)
    surface.set_clip(before)


def edge_bands(layout: Layout, camera: Camera, size: int, room: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return where the letters of columns and the numbers of rows stand."""
    left, top = camera.pixel((layout.bounds.left, layout.bounds.top))
    columns = pygame.Rect(room.left, max(round(top - size * 1.6), room.top), room.width, round(size * 1.6))
    rows = pygame.Rect(max(round(left - size * 2.1), room.left), room.top, round(size * 2.1), room.height)
    return columns, rows


def _paint_band(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Darken a strip of the map, so that what is written on it stands apart from names on the map."""
    if rect.width > 0 and rect.height > 0:
        band = pygame.Surface(rect.size, depth=32)
        band.fill(theme().table)
        band.set_alpha(_BAND)
        surface.blit(band, rect)


def _stride(scale: float, room: float) -> int:
    """Return how many lines to go on between labels so that each has its room."""
    return next((n for n in (1, 2, 5, 10, 20, 50) if n * scale * 0.86 >= room), 100)


def _lettered(text: str, size: int) -> pygame.Surface:
    return haloed(text, size, theme().map_ink, theme().map_halo, "bold")


def _write(surface: pygame.Surface, text: str, at: tuple[float, float], size: int) -> None:
    picture = _lettered(text, size)
    surface.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))


_LOW: Colour = (70, 120, 170)
_HIGH: Colour = (190, 70, 40)


def paint_heights(surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
    """Tint every cell in view by its height, and write the height into it where there is room.

    The figure, not the tint, is what tells: colour is never the only sign. A cell without one lies at level 0.
    """
    heights = layout.map.height_array
    low, high = int(heights.min()), int(heights.max())
    layer = pygame.Surface((camera.width, camera.height), pygame.SRCALPHA, 32)
    size = min(max(round(camera.scale * 0.30), 9), 44)
    near = layout.in_view(camera, 0.8)
    for n, shape in zip(near.tolist(), layout.shapes(near, camera), strict=True):
        pygame.draw.polygon(layer, height_tint(int(heights[n]), low, high), shape)
    surface.blit(layer, (0, 0))
    if camera.scale < 18:
        return
    for n in near:
        if heights[n]:
            x, y = camera.pixel((float(layout.centres[n][0]), float(layout.centres[n][1])))
            picture = haloed(str(int(heights[n])), size, theme().map_ink, theme().map_halo, "bold")
            surface.blit(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)))


def height_tint(height: int, low: int, high: int) -> tuple[int, int, int, int]:
    """Return how a height is tinted on a map that goes from one to another."""
    share = (height - low) / max(high - low, 1)
    return *between(_LOW, _HIGH, share), 30 + round(90 * share)
