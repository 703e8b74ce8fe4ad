"""Trees, bushes, reeds and stones, with their shadows."""

from __future__ import annotations

import numpy as np
import pygame

from sim.view.board.camera import Camera
from sim.view.board.growth import GROWTHS, Plants
from sim.view.board.pen import SHADE, SHADOW
from sim.view.board.sprites import sprite


def paint_plant_shadows(layer: pygame.Surface, plants: Plants, camera: Camera) -> None:
    """Draw the shadows of all that is tall, on a layer for shadows."""
    tall = np.array([growth.tall for growth in GROWTHS])[plants.kind]
    size = plants.size[tall] * camera.scale
    x = plants.x[tall] * camera.scale - camera.left + size * 0.15
    y = plants.y[tall] * camera.scale - camera.top + size * 0.19
    radius = np.maximum(size * 0.47, 1)
    colour = (*SHADOW, SHADE)
    for across, down, wide in zip(x.tolist(), y.tolist(), radius.tolist(), strict=True):
        pygame.draw.circle(layer, colour, (across, down), wide)


def paint_plants(surface: pygame.Surface, plants: Plants, camera: Camera) -> None:
    """Draw everything that grows."""
    size = plants.size * camera.scale
    step = np.maximum(1, size // 10)  # few different sizes, in steps of about a tenth, need few pictures
    wide = np.maximum(np.rint(size / step) * step, 2).astype(int)
    x = np.rint(plants.x * camera.scale - camera.left - wide / 2).astype(int)
    y = np.rint(plants.y * camera.scale - camera.top - wide / 2).astype(int)
    looks = list(zip(plants.kind.tolist(), plants.variant.tolist(), wide.tolist(), strict=True))
    pictures = {look: sprite(GROWTHS[look[0]].sprite, *look[1:]) for look in {*looks}}
    places = zip(x.tolist(), y.tolist(), strict=True)
    surface.blits([(pictures[look], place) for look, place in zip(looks, places, strict=True)], False)
