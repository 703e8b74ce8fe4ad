"""Trees, bushes, reeds and stones, with their shadows."""

from __future__ import annotations

import numpy as np
import pygame

from sim.view.camera import Camera
from sim.view.growth import GROWTHS, Plants
from sim.view.pen import SHADE, SHADOW
from sim.view.sprites import sprite


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
    """Draw everything that grows, in one call."""
    size = plants.size * camera.scale
    step = np.maximum(1, size // 10)  # few different sizes, in steps of about a tenth, need few pictures
    wide = np.maximum(np.rint(size / step) * step, 2).astype(int)
    x = np.rint(plants.x * camera.scale - camera.left - wide / 2).astype(int)
    y = np.rint(plants.y * camera.scale - camera.top - wide / 2).astype(int)
    columns = (plants.kind, plants.variant, wide, x, y)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    surface.blits([(sprite(GROWTHS[kind].sprite, variant, w), (a, b)) for kind, variant, w, a, b in rows], False)
