"""What stands on the map and belongs to nobody: horses without riders, drawn as they are and on no base."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import pi

import pygame

from sim.view.board.camera import Camera
from sim.view.board.pen import FALL, SHADE, SHADOW, Pen
from sim.view.counters.figures import paint_horse
from sim.view.counters.lines import oval
from sim.view.counters.livery import LIVERIES
from sim.view.counters.paint_counter import TURNS
from sim.view.counters.paint_counters import Placed, counter_size
from sim.view.counters.portrait import Portrait

LONG = 1.5
"""How long a horse is, in counters: it is longer than a man is wide."""
_FINE = 4
"""How many times larger it is drawn before it is made smooth."""


def paint_loose(surface: pygame.Surface, camera: Camera, placed: Iterable[Placed], ui: float = 1.0) -> None:
    """Draw horses where they stand; nothing of them can be clicked, for nobody gives them orders."""
    size = round(counter_size(camera, ui) * LONG)
    for one in placed:
        picture = _horse(one.portrait, size, round((one.angle or 0.0) / (2 * pi) * TURNS) % TURNS)
        x, y = camera.pixel(one.point)
        surface.blit(picture, picture.get_rect(center=(round(x), round(y))))


@lru_cache(maxsize=128)
def _horse(portrait: Portrait, size: int, step: int) -> pygame.Surface:
    side = size * _FINE
    drawn = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    drawn.fill((*LIVERIES[0].deep, 0))
    pen = Pen(drawn, side / 2, side / 2, side * 0.8)
    shadow = pen.moved(FALL[0] * 0.06, FALL[1] * 0.06).turned(step * 2 * pi / TURNS)
    shadow.polygon((*SHADOW, SHADE + 40), oval(1.0, 0.4))
    paint_horse(pen.turned(step * 2 * pi / TURNS), portrait)
    return pygame.transform.smoothscale(drawn, (size, size))
