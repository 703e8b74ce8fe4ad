"""Pictures of maps without a window: for manuals, for looking at a map in review, and for the tests."""

from __future__ import annotations

from io import BytesIO

import pygame

from sim.board.battlemap import BattleMap
from sim.board.ground import Ground
from sim.share.map_picture import MapPicture
from sim.view.blocks.cell_report import sight_lines
from sim.view.board.board_look import BoardOptions
from sim.view.board.board_picture import board_surface, whole_board
from sim.view.board.camera import Camera
from sim.view.board.layout import layout
from sim.view.board.paint_grid import are_in_cells, paint_edge_names
from sim.view.board.paint_names import paint_names
from sim.view.board.paint_overlay import Overlay, paint_field_of_view
from sim.view.board.sight_ruler import paint_ruler, paint_verdict

MOST_PIXELS = 16_384
"""The longest side of a picture."""
MOST_AREA = 150_000_000
"""The most pixels of a picture in all: beyond, a machine of ordinary size runs out of memory."""


class PictureTooLarge(ValueError):
    """Tell that a picture would be too large, and what would fit."""


def render_surface(
    battle_map: BattleMap | Ground,
    *,
    pixels_per_cell: float = 48,
    grid: bool = True,
    coordinates: bool = False,
    areas: bool = False,
    heights: bool = False,
    overlay: Overlay | None = None,
) -> pygame.Surface:
    """Draw a whole map as one picture."""
    ground = battle_map if isinstance(battle_map, Ground) else Ground(battle_map)
    letters = max(11, round(pixels_per_cell * 0.34))
    at_edges = coordinates and not are_in_cells(pixels_per_cell, 1.0)
    margin = round(letters * 2.4) if at_edges else round(min(pixels_per_cell / 4, 16))
    camera = whole_board(ground.map, pixels_per_cell, margin)
    _check_size(ground.map, camera, pixels_per_cell)
    surface = board_surface(ground, pixels_per_cell, dress=BoardOptions(grid, coordinates, heights), margin=margin)
    if overlay is not None:
        paint_overlay(surface, ground, camera, overlay, letters)
    paint_names(surface, ground.map, camera, zones=areas)
    if at_edges:
        paint_edge_names(surface, layout(ground.map), camera, letters)
    return surface


def paint_overlay(surface: pygame.Surface, ground: Ground, camera: Camera, overlay: Overlay, letters: int) -> None:
    """Draw the field of view and the ruler that were asked for."""
    plan, lines = layout(ground.map), sight_lines(ground)
    if overlay.view_from is not None:
        paint_field_of_view(surface, plan, camera, lines.field_of_view(overlay.view_from), overlay.view_from)
    if overlay.ruler is not None:
        sight = lines.sight(*overlay.ruler)
        paint_ruler(surface, plan, camera, sight)
        end = camera.pixel(ground.map.grid.point(sight.target))
        paint_verdict(surface, camera, end, sight, letters)


def map_picture(battle_map: BattleMap, widest: int, cell: int, kind: str = "png") -> MapPicture:
    """Return a whole map as the viewer draws it, and its cells, no wider than so many pixels."""
    pixels = min(cell, widest / layout(battle_map).bounds.width)
    surface, bare = (
        render_surface(battle_map, pixels_per_cell=pixels, coordinates=True),
        whole_board(battle_map, pixels),
    )
    width, height = surface.get_size()
    margin = (width - bare.width) // 2  # room for the names of rows and columns, alike on all sides
    buffer = BytesIO()
    pygame.image.save(surface, buffer, f"map.{kind}")
    return MapPicture(buffer.getvalue(), width, height, pixels, bare.left - margin, bare.top - margin, kind)


def png_bytes(surface: pygame.Surface) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    buffer = BytesIO()
    pygame.image.save(surface, buffer, "picture.png")
    return buffer.getvalue()


def _check_size(battle_map: BattleMap, camera: Camera, pixels_per_cell: float) -> None:
    wide, high = camera.width, camera.height
    if max(wide, high) <= MOST_PIXELS and wide * high <= MOST_AREA:
        return
    shrink = min(MOST_PIXELS / max(wide, high), (MOST_AREA / (wide * high)) ** 0.5)
    raise PictureTooLarge(
        f'a picture of "{battle_map.name}" with {pixels_per_cell:g} pixels per cell would be {wide} × {high} pixels; '
        f"at most {MOST_PIXELS} on a side and {MOST_AREA // 1_000_000} million in all are drawn. "
        f"Up to {int(pixels_per_cell * shrink * 0.99)} pixels per cell would fit"
    )
