"""What the battle editor draws over the map: who stands where, what matters, and what is in hand."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from sim.grid import Cell, Grid
from sim.view.board.borders import paint_border
from sim.view.board.camera import Camera
from sim.view.counters.livery import livery
from sim.view.counters.paint_counter import counter_picture
from sim.view.counters.paint_counters import counter_size
from sim.view.counters.portrait import Portrait
from sim.view.ui.lettering import haloed
from sim.view.ui.measure_blocks import SMALL
from sim.view.ui.palette import Colour, theme
from sim.workshop.battle_draft import BattleDraft, NamedPlace

_GHOST = 150
"""How much of a counter in hand can be seen."""


def paint_places(
    surface: pygame.Surface, draft: BattleDraft, camera: Camera, chosen: NamedPlace | None, grid: Grid, ui: float
) -> None:
    """Draw a line around every place that the scenario names, with what it is."""
    for place in draft.places:
        if not place.cells:
            continue
        side = draft.sides.index(place.side) if place.side in draft.sides else None
        colour = theme().map_halo if side is None else livery(side).field
        shown = theme().selected if place == chosen else colour
        paint_border(surface, grid, camera, frozenset(place.cells), shown, ui)
        _write(surface, camera, grid, _top_of(grid, place.cells), place.label, ui)


def _top_of(grid: Grid, cells: Sequence[Cell]) -> Cell:
    return min(cells, key=lambda cell: (grid.point(cell)[1], grid.point(cell)[0]))


def _write(surface: pygame.Surface, camera: Camera, grid: Grid, cell: Cell, text: str, ui: float) -> None:
    x, y = camera.pixel(grid.point(cell))
    picture = haloed(text, round(SMALL * ui), theme().map_ink, theme().map_halo)
    surface.blit(picture, picture.get_rect(midbottom=(round(x), round(y - camera.scale * 0.3))))


def paint_note(surface: pygame.Surface, box: pygame.Rect, text: str, ui: float) -> None:
    """Write below a counter when it comes, or how many it is."""
    picture = haloed(text, round(SMALL * ui), theme().map_ink, theme().map_halo)
    surface.blit(picture, picture.get_rect(midtop=(box.centerx, box.bottom - round(2 * ui))))


def paint_ghost(
    surface: pygame.Surface, camera: Camera, at: tuple[float, float], portrait: Portrait, angle: float | None, ui: float
) -> None:
    """Draw a counter that is in hand, where it would come to stand."""
    size = counter_size(camera, ui)
    picture = counter_picture(portrait, size, angle).copy()
    picture.set_alpha(_GHOST)
    x, y = camera.pixel(at)
    surface.blit(picture, picture.get_rect(center=(round(x), round(y))))


def paint_frame(surface: pygame.Surface, box: pygame.Rect, colour: Colour, ui: float) -> None:
    """Draw a frame around a counter."""
    pygame.draw.rect(surface, theme().map_ink, box.inflate(6 * ui, 6 * ui), round(4 * ui), round(6 * ui))
    pygame.draw.rect(surface, colour, box.inflate(5 * ui, 5 * ui), max(round(2.2 * ui), 1), round(6 * ui))
