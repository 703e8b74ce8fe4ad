"""What an order may be aimed at, by marks whose shape and colour say what would be done there.

    move     a dot            join     two links
    fire     cross hairs      search   a lens
    other    an empty lozenge

The same shapes stand in the legend.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import get_args

import pygame

from sim.engine.insight import AimedTo
from sim.grid import Cell, Point
from sim.view.battle.marks import cross_hairs, line_width
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.shades import corner_pixels
from sim.view.ui.lettering import lettered
from sim.view.ui.palette import Colour, keeps_pictures, theme
from sim.view.ui.strokes import draw_outline, draw_stroke, on_way

AimCells = tuple[tuple[Cell, AimedTo], ...]
AimUnits = tuple[tuple[str, Cell, AimedTo], ...]
"""What is aimed at, and what would be done there."""

_WORDS: dict[AimedTo, str] = {
    "move": "move", "fire": "attack", "join": "join", "search": "search", "other": "another order"
}  # fmt: skip
_RINGED = 12
"""Units above which only those have rings that may be attacked: of a crowd nobody would see more than rings."""
_FINE = 4
"""How many times larger a mark is drawn before it is made smooth."""


def _colour(aimed_to: AimedTo) -> Colour:
    match aimed_to:
        case "move":
            return theme().candidate[:3]
        case "fire":
            return theme().enemy
        case "join":
            return theme().clear_line
        case "search":
            return theme().reach[:3]
        case _:
            return theme().arrow


def paint_aims(
    surface: pygame.Surface, layout: Layout, camera: Camera, aims: AimCells, ui: float, chosen: Cell | None = None
) -> None:
    """Mark the cells that an order may be aimed at, each in its middle; the chosen one has an outline instead."""
    battle_map, size = layout.map, _size(camera, ui)
    view = replace(camera, left=round(camera.left), top=round(camera.top))  # where the tiles of the board lie as well
    near = layout.in_view(view)
    for kind in dict.fromkeys(aimed_to for _, aimed_to in aims):
        picture = _symbol(kind, size)
        area = battle_map.area(*(cell for cell, aimed_to in aims if aimed_to == kind and cell != chosen))
        places = corner_pixels(layout, view, near[area.mask()[near]], picture.get_size())
        surface.fblits([(picture, place) for place in places])
    if chosen is not None and chosen in battle_map:
        corners, width = camera.pixels(battle_map.grid.outline(chosen)), line_width(camera, ui)
        shape = [on_way(camera.pixel(battle_map.grid.point(chosen)), corner, 0.86) for corner in corners]
        draw_outline(surface, theme().map_ink, shape, width + 2.5)
        draw_outline(surface, theme().chosen[:3], shape, width)


def paint_aims_at_counters(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    aims: tuple[AimCells, AimUnits],
    counters: dict[str, pygame.Rect],
    ui: float,
    *,
    shot_at: Cell | None = None,
) -> None:
    """Mark the units that may be aimed at by rings, and again the cells that counters hide, at a corner of those."""
    cells, units = aims
    are_few = len(units) <= _RINGED
    size, width = max(_size(camera, ui), round(15 * ui)), line_width(camera, ui)
    for unit, cell, kind in units:
        at = camera.pixel(layout.map.grid.point(cell))
        box = counters.get(unit) or pygame.Rect(round(at[0]), round(at[1]), 0, 0)
        radius = max(box.width * 0.72, 9 * ui)
        if cell == shot_at:
            cross_hairs(surface, _colour(kind), box.center, radius, width)
            continue
        for ink, wide in ((theme().map_ink, width + 2.5), (_colour(kind), width)):
            if are_few or kind == "fire":
                pygame.draw.aacircle(surface, ink, box.center, radius + wide / 2, max(1, round(wide)))
        _stamp(surface, kind, size, (box.centerx + radius * 0.75, box.centery - radius * 0.75))
    boxes = list(counters.values())
    for cell, kind in cells:
        middle = pygame.Rect(camera.pixel(layout.map.grid.point(cell)), (1, 1))
        if (hidden_by := middle.collidelist(boxes)) >= 0:
            _stamp(surface, kind, size, boxes[hidden_by].bottomleft)


def _size(camera: Camera, ui: float) -> int:
    return round(min(max(camera.scale * 0.36, 8.0), 24 * ui) * theme().weight)


def _stamp(surface: pygame.Surface, kind: AimedTo, size: int, at: Point) -> None:
    picture = _symbol(kind, size)
    surface.blit(picture, picture.get_rect(center=(round(at[0]), round(at[1]))))


@lru_cache(maxsize=64)
def _symbol(kind: AimedTo, size: int) -> pygame.Surface:
    """Return the mark of so many pixels: light with a dark edge, so that it shows on any ground."""
    side = size * _FINE
    picture = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    picture.fill((*theme().map_ink, 0))
    for ink, more in ((theme().map_ink, 0.14), (_colour(kind), 0.0)):
        _draw(picture, kind, ink, side, more)
    return pygame.transform.smoothscale(picture, (size, size))


def _draw(picture: pygame.Surface, kind: AimedTo, ink: Colour, side: float, more: float) -> None:
    """Draw a mark, its lines wider by a share of its side."""
    wide, middle = side * (0.1 + more), (side / 2, side / 2)

    def ring(x: float, y: float, radius: float) -> None:
        line = max(1, round(wide))
        pygame.draw.circle(picture, ink, (side * x, side * y), side * radius + wide / 2, line)

    match kind:
        case "move":
            pygame.draw.circle(picture, ink, middle, side * (0.22 + more / 2))
        case "fire":
            ring(0.5, 0.5, 0.26)
            for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
                start, end = (
                    (side * (0.5 + x * share), side * (0.5 + y * share)) for share in (0.14 - more / 2, 0.4 + more / 2)
                )
                draw_stroke(picture, ink, start, end, wide)
        case "join":
            ring(0.35, 0.5, 0.19)
            ring(0.65, 0.5, 0.19)
        case "search":
            draw_stroke(picture, ink, (side * 0.6, side * 0.6), (side * (0.86 + more / 3),) * 2, wide * 1.2)
            ring(0.42, 0.42, 0.24)
        case _:
            corners = ((0.5, 0.14), (0.86, 0.5), (0.5, 0.86), (0.14, 0.5))
            draw_outline(picture, ink, [(x * side, y * side) for x, y in corners], wide)


keeps_pictures(_symbol.cache_clear)


def aims_legend(kinds: Collection[AimedTo], ui: float) -> pygame.Surface | None:
    """Return what the marks mean that are on the map; None where there are only moves, which nobody mistakes."""
    listed = [kind for kind in get_args(AimedTo) if kind in kinds]
    if listed in ([], ["move"]):
        return None
    parts = [(_symbol(kind, round(22 * ui)), lettered(_WORDS[kind], round(14 * ui), theme().ink)) for kind in listed]
    return _row([picture for part in parts for picture in part], ui)


def _row(pictures: Sequence[pygame.Surface], ui: float) -> pygame.Surface:
    """Return marks and words side by side."""
    gap, high = round(6 * ui), max(picture.get_height() for picture in pictures)
    sheet = pygame.Surface((sum(picture.get_width() + gap for picture in pictures), high), pygame.SRCALPHA, 32)
    x = 0
    for picture in pictures:
        sheet.blit(picture, picture.get_rect(midleft=(x, high // 2)))
        x += picture.get_width() + gap
    return sheet
