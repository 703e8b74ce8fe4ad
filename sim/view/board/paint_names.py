"""Names of places, lettered on the map where their cells lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

import numpy as np
import pygame

from sim.board.battlemap import BattleMap
from sim.grid import Point
from sim.view.blocks.cell_report import place_name
from sim.view.board.camera import Camera
from sim.view.board.layout import layout
from sim.view.ui.lettering import haloed
from sim.view.ui.palette import theme

_LEAST, _MOST = 12, 28
"""Pixels of height within which names are lettered, at scale 1."""
_FAR = 5.0
"""Pixels per cell below which names would be all that one sees."""
_FIGURES = 0.6
"""How much of the width of a cell figures take."""
_SHIFTS = (
    (0.0, 0.0), (0.0, -0.7), (0.0, 0.7), (0.0, -1.3), (0.0, 1.3), (-0.6, 0.0), (0.6, 0.0),
    (-0.5, -1.0), (0.5, -1.0), (-0.5, 1.0), (0.5, 1.0), (0.0, -1.9), (0.0, 1.9), (-0.8, 0.0), (0.8, 0.0),
)  # fmt: skip
"""How far a name may go out of the way, in its own widths and heights: farther off it would name something else."""

Box = tuple[int, int, int, int]
"""Left, top, width and height, in pixels from the origin of the plane: what has one stays when the camera pans."""


@dataclass(frozen=True)
class FiguredCells:
    """Cells that figures are written in."""

    mask: bytes
    """Whether there are any, for each cell in map order: small enough to be compared at every frame."""
    height: float
    """How much of the height of a cell they take."""

    def boxes(self, battle_map: BattleMap, scale: float) -> list[pygame.Rect]:
        """Return the boxes of the figures in pixels from the origin of the plane."""
        wide, high = scale * _FIGURES, scale * self.height
        centres = layout(battle_map).centres[np.frombuffer(self.mask, dtype=np.bool_)] * scale
        return [pygame.Rect(x - wide / 2, y - high / 2, wide, high) for x, y in centres.tolist()]


def paint_names(
    surface: pygame.Surface,
    battle_map: BattleMap,
    camera: Camera,
    ui: float = 1.0,
    *,
    zones: bool = True,
    beside: tuple[Box, ...] = (),
    off: FiguredCells | None = None,
) -> None:
    """Letter the names of places inside the map; `zones` adds the areas, which belong to the game, not to the country.

    `beside` are boxes that would hide a name: those of counters and markers. Where a name would lie on figures that
    somebody has asked for, it is left out.
    """
    window = surface.get_rect()
    for place, box in placed_names(battle_map, camera.scale, ui, zones, beside, off):
        spot = pygame.Rect(box).move(-round(camera.left), -round(camera.top))
        if spot.colliderect(window):
            surface.blit(_lettered(place, camera.scale, ui), spot)


@lru_cache(maxsize=32)
def placed_names(
    battle_map: BattleMap,
    scale: float,
    ui: float,
    zones: bool = True,
    beside: tuple[Box, ...] = (),
    off: FiguredCells | None = None,
) -> tuple[tuple[PlaceName, Box], ...]:
    """Return the names that are lettered at a zoom, the larger place first, each with its box.

    A name stays inside the map, keeps off the names before it, and goes out of the way of what would hide it.
    """
    if scale < _FAR:
        return ()
    bounds, found = layout(battle_map).bounds, list[tuple[PlaceName, Box]]()
    left, top = ceil(bounds.left * scale), ceil(bounds.top * scale)
    country = pygame.Rect(left, top, floor(bounds.right * scale) - left, floor(bounds.bottom * scale) - top)
    taken, hiding = list[pygame.Rect](), [pygame.Rect(box) for box in beside]
    figures = off.boxes(battle_map, scale) if off is not None else []
    for place in _places(battle_map):
        if place.zone and not zones:
            continue
        box = _lettered(place, scale, ui).get_rect()
        box.center = round(place.middle[0] * scale), round(place.middle[1] * scale)
        if box.width > country.width or box.height > country.height:
            continue
        near = box.inflate(3 * box.width, 5 * box.height)
        spot = _free_spot(box, country, taken, hiding, [figures[n] for n in near.collidelistall(figures)])
        if spot is not None:
            taken.append(spot)
            found.append((place, (spot.left, spot.top, spot.width, spot.height)))
    return tuple(found)


def _free_spot(
    wanted: pygame.Rect,
    country: pygame.Rect,
    taken: list[pygame.Rect],
    hiding: list[pygame.Rect],
    figures: list[pygame.Rect],
) -> pygame.Rect | None:
    """Return the first spot near the wanted one that is free; else the least hidden one off names and figures."""
    air = -wanted.height // 3  # letters are lower than their line, and have a halo around them
    beside_names: list[tuple[int, pygame.Rect]] = []
    for across, down in _SHIFTS:
        moved = wanted.move(round(across * wanted.width), round(down * wanted.height)).clamp(country)
        core = moved.inflate(air, air)
        if core.collidelist(taken) < 0 and core.collidelist(figures) < 0:
            hidden = sum(_area(core.clip(hiding[n])) for n in core.collidelistall(hiding))
            if not hidden:
                return moved
            beside_names.append((hidden, moved))
    return min(beside_names, key=lambda spot: spot[0])[1] if beside_names else None


def _area(box: pygame.Rect) -> int:
    return box.width * box.height


def _lettered(place: PlaceName, scale: float, ui: float) -> pygame.Surface:
    """Return the name of a place as a picture: italic for the country, upright and small for parts of the game."""
    if place.zone:
        return haloed(
            place.name, round(min(max(scale * 0.2, 10 * ui), 15 * ui)), theme().map_ink, theme().map_halo, "plain"
        )
    size = scale * (0.22 + 0.015 * min(place.cells, 10))
    return haloed(place.name, round(min(max(size, _LEAST * ui), _MOST * ui)), theme().map_ink, theme().map_halo)


class PlaceName(NamedTuple):
    """A name on the map: how it is written, where its middle is, how many cells it has."""

    name: str
    middle: Point
    cells: int
    zone: bool


@lru_cache(maxsize=16)
def _places(battle_map: BattleMap) -> list[PlaceName]:
    """Return every place, the largest first, and then the areas."""
    found = []
    for zone, named in ((False, battle_map.places), (True, battle_map.areas)):
        for name, cells in named.items():
            points = [battle_map.grid.point(cell) for cell in cells]
            if points:
                middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
                found.append(PlaceName(place_name(name), middle, len(points), zone))
    return sorted(found, key=lambda place: (place.zone, -place.cells))
