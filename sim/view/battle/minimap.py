"""The small map: the whole board, where the counters stand, and which part of it the window shows."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from sim.grid import Point
from sim.view.board.camera import Camera, PlaneBox
from sim.view.ui.palette import Colour, theme


def paint_minimap(
    surface: pygame.Surface,
    rect: pygame.Rect,
    board: pygame.Surface,
    bounds: PlaneBox,
    camera: Camera,
    room: pygame.Rect,
    dots: Iterable[tuple[Point, Colour, bool]],
) -> None:
    """Draw it into a rectangle; a dot is round for one side and square for another."""
    pygame.draw.rect(surface, theme().frame, rect.inflate(4, 4))
    surface.blit(_scaled(board, rect.size), rect)
    for point, colour, is_round in dots:
        _dot(surface, _placed(point, rect, bounds), colour, is_round, max(2, rect.width // 55))
    one, other = camera.point(room.topleft), camera.point(room.bottomright)
    (left, top), (right, bottom) = _placed(one, rect, bounds), _placed(other, rect, bounds)
    shown = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top)).clip(rect)
    pygame.draw.rect(surface, theme().map_ink, shown.inflate(2, 2), 3)
    pygame.draw.rect(surface, theme().selected, shown, 1)


def point_at(at: Point, rect: pygame.Rect, bounds: PlaneBox) -> Point:
    """Return the point of the plane under a pixel of the small map."""
    across, down = (at[0] - rect.left) / max(rect.width, 1), (at[1] - rect.top) / max(rect.height, 1)
    return bounds.left + across * bounds.width, bounds.top + down * bounds.height


def _placed(point: Point, rect: pygame.Rect, bounds: PlaneBox) -> Point:
    across, down = (point[0] - bounds.left) / bounds.width, (point[1] - bounds.top) / bounds.height
    return rect.left + across * rect.width, rect.top + down * rect.height


def _dot(surface: pygame.Surface, at: Point, colour: Colour, is_round: bool, size: int) -> None:
    if is_round:
        pygame.draw.circle(surface, theme().map_ink, at, size + 1)
        pygame.draw.circle(surface, colour, at, size)
    else:
        box = pygame.Rect(0, 0, 2 * size, 2 * size)
        box.center = (round(at[0]), round(at[1]))
        pygame.draw.rect(surface, theme().map_ink, box.inflate(2, 2))
        pygame.draw.rect(surface, colour, box)


_KEPT: dict[tuple[int, tuple[int, int]], tuple[pygame.Surface, pygame.Surface]] = {}


def _scaled(board: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return the board in a size; it is kept together with what it was made from."""
    known = _KEPT.get((id(board), size))
    if known is None or known[0] is not board:
        if len(_KEPT) > 8:
            _KEPT.clear()
        known = _KEPT[id(board), size] = (board, pygame.transform.smoothscale(board, size))
    return known[1]
