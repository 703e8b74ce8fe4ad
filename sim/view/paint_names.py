"""Names of places, lettered on the map where their cells lie."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from sim.board.battlemap import BattleMap
from sim.grid import Point
from sim.view.camera import Camera
from sim.view.lettering import haloed
from sim.view.palette import theme

_LEAST, _MOST = 12, 28
"""Pixels of height within which names are lettered, at scale 1."""


def paint_names(
    surface: pygame.Surface, battle_map: BattleMap, camera: Camera, ui: float = 1.0, *, zones: bool = True
) -> None:
    """Letter the names of places, the larger place first; where two would overlap, one moves up or down.

    `zones` adds the areas, which belong to the game and not to the country.
    """
    taken: list[pygame.Rect] = []
    if camera.scale < 5:
        return
    for place in _places(battle_map):
        across, down = camera.pixel(place.middle)
        near = -400 < across < camera.width + 400 and -80 < down < camera.height + 80
        if not near or (place.zone and not zones):
            continue
        picture = _lettered(place, camera.scale, ui)
        spot = _free_spot(picture.get_rect(center=(round(across), round(down))), taken)
        if spot is not None:
            taken.append(spot)
            surface.blit(picture, spot)


def _lettered(place: Place, scale: float, ui: float) -> pygame.Surface:
    """Return the name of a place as a picture: italic for the country, upright and small for parts of the game."""
    if place.zone:
        return haloed(
            place.name, round(min(max(scale * 0.2, 10 * ui), 15 * ui)), theme().map_ink, theme().map_halo, "plain"
        )
    size = scale * (0.22 + 0.015 * min(place.cells, 10))
    return haloed(place.name, round(min(max(size, _LEAST * ui), _MOST * ui)), theme().map_ink, theme().map_halo)


def _free_spot(wanted: pygame.Rect, taken: list[pygame.Rect]) -> pygame.Rect | None:
    """Return the rectangle itself, or as near above or below as is free."""
    for shift in (0, -1, 1):
        moved = wanted.move(0, round(shift * wanted.height * 0.7))
        if moved.inflate(-wanted.height // 3, -wanted.height // 3).collidelist(taken) < 0:
            return moved
    return None


class Place(NamedTuple):
    """A name on the map: how it is written, where its middle is, how many cells it has."""

    name: str
    middle: Point
    cells: int
    zone: bool


@lru_cache(maxsize=16)
def _places(battle_map: BattleMap) -> list[Place]:
    """Return every place, the largest first, and then the areas."""
    found = []
    for zone, named in ((False, battle_map.places), (True, battle_map.areas)):
        for name, cells in named.items():
            points = [battle_map.grid.point(cell) for cell in cells]
            if points:
                middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
                found.append(Place(place_name(name), middle, len(points), zone))
    return sorted(found, key=lambda place: (place.zone, -place.cells))


def place_name(name: str) -> str:
    """Return a place's name as it is lettered: files write it in one word.

    >>> place_name("east_wood"), place_name("Hill 112")
    ('East wood', 'Hill 112')
    """
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
