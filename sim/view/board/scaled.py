"""A picture shown at another size straight on a surface, for what stands in for a moment."""

from __future__ import annotations

import pygame


def show_scaled(surface: pygame.Surface, picture: pygame.Surface, rect: pygame.Rect) -> None:
    """Show a picture so that it fills a rectangle, as far as the clip goes.

    Only what is seen is scaled, into the surface itself: a picture of that size in between takes several times as
    long in a large window. It lies where it should but for half a pixel of the picture.
    """
    shown = rect.clip(surface.get_clip())
    if not shown.width or not shown.height:
        return
    left, width = _part(shown.left - rect.left, shown.width, rect.width, picture.get_width())
    top, height = _part(shown.top - rect.top, shown.height, rect.height, picture.get_height())
    source = picture.subsurface((left, top, width, height))
    if _form(surface) == _form(picture):
        pygame.transform.scale(source, shown.size, surface.subsurface(shown))
    else:  # a screen with colours in another order
        surface.blit(pygame.transform.scale(source, shown.size), shown)


def _form(surface: pygame.Surface) -> tuple[object, ...]:
    """Return how a surface holds its colours."""
    return surface.get_bytesize(), surface.get_masks()


def _part(start: int, length: int, shown: int, whole: int) -> tuple[int, int]:
    """Return where the part of a picture begins that is seen, and how long it is: at least a pixel.

    >>> _part(20, 30, 1000, 100), _part(0, 3, 1000, 100), _part(999, 1, 1000, 100)
    ((2, 3), (0, 1), (99, 1))
    """
    first = min(round(start * whole / shown), whole - 1)
    return first, min(max(round(length * whole / shown), 1), whole - first)
