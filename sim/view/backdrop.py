"""The backdrop: what lies behind everything that follows the cursor, kept as one picture until it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, floor

import pygame

from sim.view.allowance import Allowance
from sim.view.camera import Camera

_END = object()


class Backdrop:
    """A picture as large as the window, painted again only if it would look different."""

    def __init__(self) -> None:
        self._key: object = None
        self._picture: pygame.Surface | None = None
        self._camera: Camera | None = None
        self._aside = pygame.Surface((0, 0))
        self._begun: tuple[object, Iterator[None]] | None = None
        self._stand_in = pygame.Surface((0, 0))
        self._stands_in_for: object = None

    def prepare(
        self,
        size: tuple[int, int],
        key: object,
        steps: Callable[[pygame.Surface], Iterator[None]],
        camera: Camera,
        allowance: Allowance,
    ) -> bool:
        """Go on painting a picture aside, for as long as is allowed; say whether it is there to be shown.

        In a large window each layer of it takes long to copy. Until it is whole the one of before stands in.
        """
        is_done = False
        if self._begun is None or self._aside.get_size() != size or self._begun[0] != key:
            if not allowance.permits():
                return False
            if self._aside.get_size() != size:
                self._aside = pygame.Surface(size, depth=32)
            self._begun = (key, steps(self._aside))
            is_done = next(self._begun[1], _END) is _END
        while not is_done and allowance.permits():
            is_done = next(self._begun[1], _END) is _END
        if is_done:
            before = self._picture
            self._picture, self._aside = self._aside, pygame.Surface((0, 0)) if before is None else before
            self._key, self._camera, self._begun = key, camera, None
        return is_done

    def is_current(self, surface: pygame.Surface, key: object) -> bool:
        """Say whether the picture is what a window is to show."""
        return self._picture is not None and self._picture.get_size() == surface.get_size() and key == self._key

    def show(
        self,
        surface: pygame.Surface,
        key: object,
        paint: Callable[[pygame.Surface], None],
        camera: Camera | None = None,
    ) -> None:
        """Copy the picture to a window; `key` is all that it depends on besides the size.

        The camera is the one that the picture is painted with, if it is ever to stand in for that of another.
        """
        picture = self._picture
        if picture is None or picture.get_size() != surface.get_size():
            picture = self._picture = pygame.Surface(surface.get_size(), depth=32)
            paint(picture)
        elif key != self._key:
            paint(picture)
        self._key, self._camera = key, camera
        self.copy(surface)

    def copy(self, surface: pygame.Surface) -> None:
        """Show the picture as it is, if there is one."""
        if self._picture is not None:
            surface.blit(self._picture, (0, 0))

    def show_meanwhile(
        self, surface: pygame.Surface, key: object, camera: Camera, paint: Callable[[pygame.Surface], None]
    ) -> None:
        """Show the picture of before over what is painted quickly; of a large window even that is done once only."""
        wanted = (key, camera, self._key, self._camera)
        if self._stand_in.get_size() != surface.get_size():
            self._stand_in, self._stands_in_for = pygame.Surface(surface.get_size(), depth=32), None
        if wanted != self._stands_in_for:
            self._stands_in_for = wanted
            paint(self._stand_in)
            self.stand_in(self._stand_in, camera)
        surface.blit(self._stand_in, (0, 0))

    def stand_in(self, surface: pygame.Surface, camera: Camera) -> bool:
        """Show the picture of before as another camera would see it, scaled; say whether there is one.

        What it does not reach is left as it is. A few frames long nobody misses it; an empty map one would see.
        """
        if self._picture is None or self._camera is None:
            return False
        before = self._camera
        if before.scale == camera.scale:
            across, down = round(before.left) - round(camera.left), round(before.top) - round(camera.top)
            surface.blit(self._picture, (across, down))
            return True
        factor = camera.scale / before.scale
        seen = pygame.Rect(0, 0, 0, 0)
        seen.topleft = floor(camera.left / factor - before.left), floor(camera.top / factor - before.top)
        seen.size = ceil(camera.width / factor) + 1, ceil(camera.height / factor) + 1
        part = seen.clip(self._picture.get_rect())
        if not part.width or not part.height:
            return False
        size = max(1, round(part.width * factor)), max(1, round(part.height * factor))
        place = (before.left + part.left) * factor - camera.left, (before.top + part.top) * factor - camera.top
        surface.blit(pygame.transform.scale(self._picture.subsurface(part), size), (round(place[0]), round(place[1])))
        return True
