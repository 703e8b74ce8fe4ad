"""The backdrop: what lies behind everything that follows the cursor, kept as one picture until it changes."""

from __future__ import annotations

from collections.abc import Callable

import pygame


class Backdrop:
    """A picture as large as the window, painted again only if it would look different."""

    def __init__(self) -> None:
        self._key: object = None
        self._picture: pygame.Surface | None = None

    def show(self, surface: pygame.Surface, key: object, paint: Callable[[pygame.Surface], None]) -> None:
        """Copy the picture to a window; `key` is all that it depends on besides the size."""
        picture = self._picture
        if picture is None or picture.get_size() != surface.get_size():
            picture = self._picture = pygame.Surface(surface.get_size(), depth=32)
            paint(picture)
        elif key != self._key:
            paint(picture)
        self._key = key
        surface.blit(picture, (0, 0))
