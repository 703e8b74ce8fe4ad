"""Layers: what was painted over a map, kept as one picture for as long as what it shows stays the same.

To put down two thousand stamps with their figures takes several frames' worth of time; to copy the picture of them
takes a millisecond. A layer holds the whole map at one zoom, so that moving the map costs nothing more either; closer
in, where that would be too large, it holds what is in view. It is painted in steps, so that a window need not wait.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from math import floor

import pygame

from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.ui.frame_budget import FrameBudget
from sim.view.ui.palette import theme

_KEPT = 8
"""Layers kept in memory: more overlays than that are never shown at once, and one that is shown must not be let go."""
_MOST = 5_000_000
"""The most pixels of a layer that holds the whole map, four bytes each. Closer in, cells are large and few."""
_MARGIN = 4


class SameObject:
    """An answer of the engine, taken to be the same for as long as it is the same object: nobody changes an answer.

    It holds on to the answer, so that no other can come to lie where it lay.
    """

    __slots__ = ("answer",)

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameObject) and self.answer is other.answer

    def __hash__(self) -> int:
        return id(self.answer)


@dataclass(frozen=True)
class Layer:
    """Something to be painted over a map: how, in small steps, and all that it depends on besides zoom and theme."""

    key: Hashable
    paint: Callable[[pygame.Surface, Camera], Iterator[None]]


class _Sheet:
    """A layer as one camera sees it, as far as it is painted."""

    def __init__(self, layer: Layer, camera: Camera, surface: pygame.Surface) -> None:
        self.surface = surface
        self._steps = layer.paint(self.surface, camera)
        self.is_done = False

    def work(self, budget: FrameBudget) -> bool:
        """Go on for as long as is allowed; say whether nothing is left to do."""
        while not self.is_done and budget.has_time():
            self.is_done = next(self._steps, _END) is _END
        return self.is_done


_END = object()
_sheets: OrderedDict[Hashable, _Sheet] = OrderedDict()
_spare: list[pygame.Surface] = []
"""The surface of the sheet that was let go last, for the next one of its size."""


def prepare_layer(layout: Layout, camera: Camera, layer: Layer, budget: FrameBudget) -> bool:
    """Go on with what is missing of a layer; say whether it can be painted at once now.

    To make room for one takes as long as painting, for it has the size of the map: then that is all for one picture.
    """
    held = _held(layout, camera)
    if _name(layout, held, layer) not in _sheets:
        if not budget.has_time():
            return False
        if not _has_room((held.width, held.height)):
            _spare[:] = [pygame.Surface((held.width, held.height), pygame.SRCALPHA, 32)]
            budget.end()
    return _sheet(layout, held, layer).work(budget)


def paint_layer(surface: pygame.Surface, layout: Layout, camera: Camera, layer: Layer) -> None:
    """Paint something over the map; nothing is worked out again while the key, the zoom and the theme are the same."""
    held = _held(layout, camera)
    sheet = _sheet(layout, held, layer)
    sheet.work(FrameBudget())
    surface.blit(sheet.surface, (round(held.left - camera.left), round(held.top - camera.top)))


def _sheet(layout: Layout, held: Camera, layer: Layer) -> _Sheet:
    """Return the sheet of a layer, begun now if there is none."""
    name = _name(layout, held, layer)
    sheet = _sheets.get(name)
    if sheet is None:
        sheet = _sheets[name] = _Sheet(layer, held, _blank((held.width, held.height)))
    _sheets.move_to_end(name)
    return sheet


def _has_room(size: tuple[int, int]) -> bool:
    """Let go of the layer that was shown longest ago if there are too many; say whether there is room for another."""
    while len(_sheets) >= _KEPT:
        _spare[:] = [_sheets.popitem(last=False)[1].surface]
    return bool(_spare) and _spare[0].get_size() == size


def _blank(size: tuple[int, int]) -> pygame.Surface:
    """Return an empty sheet: the room of one that was let go, where it has the size."""
    if not _has_room(size):
        return pygame.Surface(size, pygame.SRCALPHA, 32)
    _spare[0].fill((0, 0, 0, 0))
    return _spare.pop()


def _name(layout: Layout, held: Camera, layer: Layer) -> Hashable:
    """Return all that a sheet depends on."""
    return layout.map, theme(), layer.key, held


def _held(layout: Layout, camera: Camera) -> Camera:
    """Return the camera of the sheet that serves another: it sees the whole map, or if that is too large the same."""
    bounds, scale = layout.bounds, camera.scale
    left, top = floor(bounds.left * scale) - _MARGIN, floor(bounds.top * scale) - _MARGIN
    right, bottom = floor(bounds.right * scale) + _MARGIN, floor(bounds.bottom * scale) + _MARGIN
    width, height = right - left + 1, bottom - top + 1
    return Camera(scale, left, top, width, height) if width * height <= _MOST else camera
