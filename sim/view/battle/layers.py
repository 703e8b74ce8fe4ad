"""Layers: what was painted over a map, kept as one picture for as long as what it shows stays the same.

To put down two thousand stamps with their figures takes several frames' worth of time; to copy the picture of them
takes a millisecond. A layer holds the whole map at one zoom, so that moving the map costs nothing more either. It is
painted in steps, so that a window need not wait for it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from math import floor

import pygame

from sim.view.allowance import Allowance
from sim.view.camera import Camera
from sim.view.layout import Layout
from sim.view.palette import theme

_KEPT = 8
"""Layers kept in memory: more overlays than that are never shown at once, and one that is shown must not be let go."""
_MOST = 5_000_000
"""The most pixels of a layer, four bytes each. Closer in, cells are large and few, and are painted as they come."""
_MARGIN = 4


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


@dataclass(frozen=True)
class Layer:
    """Something to be painted over a map: how, in small steps, and all that it depends on besides zoom and theme."""

    key: Hashable
    paint: Callable[[pygame.Surface, Camera], Iterator[None]]


class _Sheet:
    """A layer at one zoom, as far as it is painted. Of one that is painted as it comes only the stamps are made."""

    def __init__(self, layer: Layer, whole: Camera, view: Camera) -> None:
        self.is_small = whole.width * whole.height <= _MOST
        size = (whole.width, whole.height) if self.is_small else (1, 1)
        self.surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        self._steps = layer.paint(self.surface, whole if self.is_small else view)
        self.is_done = False

    def work(self, allowance: Allowance) -> bool:
        """Go on for as long as is allowed; say whether nothing is left to do."""
        while not self.is_done and allowance.permits():
            self.is_done = next(self._steps, _END) is _END
        return self.is_done


_END = object()
_sheets: OrderedDict[Hashable, _Sheet] = OrderedDict()


def prepare_layer(layout: Layout, camera: Camera, layer: Layer, allowance: Allowance) -> bool:
    """Go on with what is missing of a layer; say whether it can be painted at once now."""
    name = _name(layout, camera, layer)
    # Even an empty sheet takes some milliseconds: it has the size of the map.
    if name not in _sheets and not allowance.permits():
        return False
    return _sheet(layout, camera, layer).work(allowance)


def paint_layer(surface: pygame.Surface, layout: Layout, camera: Camera, layer: Layer) -> None:
    """Paint something over the map; nothing is worked out again while the key, the zoom and the theme are the same."""
    whole = _whole(layout, camera)
    if whole.width * whole.height > _MOST:
        for _ in layer.paint(surface, camera):
            pass
        return
    sheet = _sheet(layout, camera, layer)
    sheet.work(Allowance())
    surface.blit(sheet.surface, (round(whole.left - camera.left), round(whole.top - camera.top)))


def _sheet(layout: Layout, camera: Camera, layer: Layer) -> _Sheet:
    """Return the sheet of a layer, begun now if there is none."""
    name = _name(layout, camera, layer)
    sheet = _sheets.get(name)
    if sheet is None:
        sheet = _sheets[name] = _Sheet(layer, _whole(layout, camera), camera)
    _sheets.move_to_end(name)
    while len(_sheets) > _KEPT:
        _sheets.popitem(last=False)
    return sheet


def _name(layout: Layout, camera: Camera, layer: Layer) -> Hashable:
    """Return all that a sheet depends on."""
    whole = _whole(layout, camera)
    is_small = whole.width * whole.height <= _MOST
    return layout.map, theme(), layer.key, camera.scale if is_small else camera


def _whole(layout: Layout, camera: Camera) -> Camera:
    """Return the camera that sees the whole map at the zoom of another."""
    bounds, scale = layout.bounds, camera.scale
    left, top = floor(bounds.left * scale) - _MARGIN, floor(bounds.top * scale) - _MARGIN
    right, bottom = floor(bounds.right * scale) + _MARGIN, floor(bounds.bottom * scale) + _MARGIN
    return Camera(scale, left, top, right - left + 1, bottom - top + 1)
