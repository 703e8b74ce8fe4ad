"""Layers: what was painted over a map, kept as one picture for as long as what it shows stays the same.

To put down two thousand stamps with their figures takes several frames' worth of time; to copy the picture of them
takes a millisecond. A layer holds the whole map at one zoom, so that moving the map costs nothing more either.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import floor

import pygame

from sim.view.camera import Camera
from sim.view.layout import Layout
from sim.view.palette import theme

_KEPT = 8
"""Layers kept in memory: more overlays than that are never shown at once, and one that is shown must not be let go."""
_MOST = 5_000_000
"""The most pixels of a layer, four bytes each. Closer in, cells are large and few, and are painted as they come."""
_MARGIN = 4

_layers: OrderedDict[Hashable, pygame.Surface] = OrderedDict()


class Same:
    """An answer of the engine, taken to be the same for as long as it is the same object: nobody changes an answer.

    It holds on to the answer, so that no other can come to lie where it lay.
    """

    __slots__ = ("answer",)

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.answer is other.answer

    def __hash__(self) -> int:
        return id(self.answer)


def paint_layer(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    key: Hashable,
    paint: Callable[[pygame.Surface, Camera], None],
) -> None:
    """Paint something over the map; nothing is worked out again while the key, the zoom and the theme are the same."""
    whole = _whole(layout, camera)
    if whole.width * whole.height > _MOST:
        paint(surface, camera)
        return
    name = (layout.map, camera.scale, theme(), key)
    layer = _layers.get(name)
    if layer is None:
        layer = pygame.Surface((whole.width, whole.height), pygame.SRCALPHA, 32)
        paint(layer, whole)
        _layers[name] = layer
    _layers.move_to_end(name)
    while len(_layers) > _KEPT:
        _layers.popitem(last=False)
    surface.blit(layer, (round(whole.left - camera.left), round(whole.top - camera.top)))


def _whole(layout: Layout, camera: Camera) -> Camera:
    """Return the camera that sees the whole map at the zoom of another."""
    bounds, scale = layout.bounds, camera.scale
    left, top = floor(bounds.left * scale) - _MARGIN, floor(bounds.top * scale) - _MARGIN
    right, bottom = floor(bounds.right * scale) + _MARGIN, floor(bounds.bottom * scale) + _MARGIN
    return Camera(scale, left, top, right - left + 1, bottom - top + 1)
