"""A picture shown at another size straight on a surface, for what stands in for a moment."""

from __future__ import annotations

import pygame

from sim.grid import Point


def show_scaled(surface: pygame.Surface, picture: pygame.Surface, place: Point, factor: float) -> pygame.Rect:
    """Show a picture so many times as large with its corner at a place, as far as the clip goes; return what it fills.

    Only what is seen is scaled, into the surface itself: a picture of that size in between takes several times as
    long in a large window. It lies where it should but for half a pixel of the picture.
    """
    size = round(picture.get_width() * factor), round(picture.get_height() * factor)
    shown = pygame.Rect((round(place[0]), round(place[1])), size).clip(surface.get_clip())
    if shown.width and shown.height:
        left, width = _part(shown.left - place[0], shown.width, factor, picture.get_width())
        top, height = _part(shown.top - place[1], shown.height, factor, picture.get_height())
        source = picture.subsurface((left, top, width, height))
        if _form(surface) == _form(picture):
            pygame.transform.scale(source, shown.size, surface.subsurface(shown))
        else:  # a screen with colours in another order
            surface.blit(pygame.transform.scale(source, shown.size), shown)
    return shown


def _form(surface: pygame.Surface) -> tuple[object, ...]:
    """Return how a surface holds its colours."""
    return surface.get_bytesize(), surface.get_masks()


def _part(start: float, length: int, factor: float, whole: int) -> tuple[int, int]:
    """Return where the part of a picture begins that is seen, and how long it is: at least a pixel.

    >>> _part(20.0, 30, 10.0, 100), _part(-0.2, 3, 10.0, 100), _part(999.0, 1, 10.0, 100)
    ((2, 3), (0, 1), (99, 1))
    """
    first = min(max(round(start / factor), 0), whole - 1)
    return first, min(max(round(length / factor), 1), whole - first)
