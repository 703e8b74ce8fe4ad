"""All counters of a battle: copied from kept pictures, so that a frame costs next to nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from sim.grid import Point
from sim.view.board.camera import Camera
from sim.view.counters.paint_counter import MOST, counter_picture
from sim.view.counters.portrait import Portrait
from sim.view.counters.stacks import ASIDE, CounterBox, apart, fanned, spread
from sim.view.ui.palette import theme

SHARE = 0.68
"""The side of a counter, in cells: a square of this size just fits into a hex."""
_SHARE_OF_SMALL, _ROOMY = 0.9, 40
"""The same of small cells, until a counter has so many pixels at scale 1: there it is more important what it says."""
_TELLABLE = 22
"""The least pixels of a counter at scale 1, however small cells are: it must be told from others, and clicked."""
_LAID_OUT = 44
"""The least pixels of a counter at scale 1 that is laid out: with its name."""


class CounterPictures(Protocol):
    """Gives the picture of a counter of a size that faces some way: itself, or what stands in for it a moment."""

    def __call__(self, portrait: Portrait, size_px: int, angle: float | None, /) -> pygame.Surface: ...


@dataclass(frozen=True)
class Placed:
    """A counter and where it is."""

    id: str
    portrait: Portrait
    point: Point
    """On the plane: the centre of a cell, or anywhere between two while it moves. Those at one point make a pile."""
    angle: float | None = None
    """Where it faces on the screen, clockwise from the right, in radians."""


def paint_counters(
    surface: pygame.Surface,
    camera: Camera,
    placed: Sequence[Placed],
    pictures: CounterPictures = counter_picture,
    *,
    ui: float = 1.0,
    top: str | None = None,
    under: Callable[[CounterBox], None] | None = None,
) -> list[CounterBox]:
    """Draw counters, those farther up the screen first and each pile from below, and return where they are.

    In a pile those that come first in the sequence lie lowest, and `top` above everything. What is out of sight is
    neither drawn nor returned. `under` draws what belongs to a counter and lies under all of them.
    """
    size = counter_size(camera, ui)
    reach = pygame.Rect(-size, -size, camera.width + 2 * size, camera.height + 2 * size)
    piles = [pile for pile in _piles(placed, top) if reach.collidepoint(camera.pixel(pile[0].point))]
    centres = [camera.pixel(pile[0].point) for pile in piles]
    if size > camera.scale:
        centres = [(x, y) for x, y in apart(centres, size, camera.scale * ASIDE).tolist()]
    lying: list[tuple[Placed, pygame.Rect]] = []
    for pile, (x, y) in zip(piles, centres, strict=True):
        for one, (right, down) in zip(pile, fanned(len(pile), size), strict=True):
            rect = pygame.Rect(0, 0, size, size)
            rect.center = round(x + right), round(y + down)
            lying.append((one, rect))
    boxes = [CounterBox(one.id, rect) for one, rect in lying]
    if under is not None:
        for box in boxes:
            under(box)
    _paint_lying(surface, lying, pictures)
    return boxes


def paint_spread(
    surface: pygame.Surface,
    camera: Camera,
    placed: Sequence[Placed],
    pictures: CounterPictures = counter_picture,
    *,
    ui: float = 1.0,
) -> list[CounterBox]:
    """Draw the counters of one pile side by side about the point of the first, and return where they are."""
    if not placed:
        return []
    window = pygame.Rect(0, 0, camera.width, camera.height)
    size = max(counter_size(camera, ui), round(_LAID_OUT * ui))
    rects = spread(len(placed), size, camera.pixel(placed[0].point), window.inflate(-size // 2, -size // 2))
    _paint_tray(surface, rects[0].unionall(rects[1:]).inflate(size // 2, size // 2))
    _paint_lying(surface, list(zip(placed, rects, strict=True)), pictures)
    return [CounterBox(one.id, rect) for one, rect in zip(placed, rects, strict=True)]


def _paint_tray(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw what counters are laid out on, so that one sees what belongs to the pile and what lies around it."""
    tray = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
    pygame.draw.rect(tray, (*theme().panel[:3], 190), tray.get_rect(), border_radius=rect.height // 8)
    pygame.draw.rect(tray, theme().panel_edge, tray.get_rect(), 1, border_radius=rect.height // 8)
    surface.blit(tray, rect)


def counter_size(camera: Camera, ui: float = 1.0) -> int:
    """Return how many pixels the side of a counter is long."""
    in_small_cell = min(camera.scale * _SHARE_OF_SMALL, _ROOMY * ui)
    return min(round(max(camera.scale * SHARE, in_small_cell, _TELLABLE * ui)), MOST)


def _paint_lying(
    surface: pygame.Surface, lying: Sequence[tuple[Placed, pygame.Rect]], pictures: CounterPictures
) -> None:
    """Copy the pictures of counters to where they lie."""
    surface.fblits([_copy(pictures(one.portrait, rect.width, one.angle), rect) for one, rect in lying])


def _copy(picture: pygame.Surface, rect: pygame.Rect) -> tuple[pygame.Surface, Point]:
    """Return a picture and where its corner goes; it reaches beyond the counter by the same margin on all sides."""
    edge = (picture.get_width() - rect.width) // 2
    return picture, (rect.left - edge, rect.top - edge)


def _piles(placed: Iterable[Placed], top: str | None) -> list[list[Placed]]:
    """Return the counters by the points they are at, from the top of the map to its foot, then from left to right.

    The one on top is the last of its pile, and that is the last of all.
    """
    piles: dict[Point, list[Placed]] = {}
    for one in sorted(placed, key=lambda one: one.id == top):
        piles.setdefault(one.point, []).append(one)
    return sorted(piles.values(), key=lambda pile: (pile[-1].id == top, pile[0].point[1], pile[0].point[0]))
