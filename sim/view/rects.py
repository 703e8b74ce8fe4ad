"""What is left of a rectangle around another."""

from __future__ import annotations

import pygame


def around(inner: pygame.Rect, outer: pygame.Rect) -> list[pygame.Rect]:
    """Return the parts of a rectangle around another that lies in it: above, below, and on either side.

    >>> around(pygame.Rect(0, 0, 8, 9), pygame.Rect(0, 0, 10, 9))
    [Rect(8, 0, 2, 9)]
    """
    if not inner.width or not inner.height:
        return [outer]
    parts = (
        pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top),
        pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom),
        pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height),
        pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height),
    )
    return [part for part in parts if part.width and part.height]
