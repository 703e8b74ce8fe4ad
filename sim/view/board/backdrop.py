"""The backdrop: what lies behind everything that follows the cursor, kept as one picture until it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from sim.view.board.camera import Camera
from sim.view.board.scaled import show_scaled
from sim.view.ui.frame_budget import FrameBudget
from sim.view.ui.panel import around

_END = object()


class Backdrop:
    """A picture as large as the window, painted again only if it would look different."""

    def __init__(self) -> None:
        self._key: object = None
        self._picture: pygame.Surface | None = None
        self._camera: Camera | None = None
        self._aside = pygame.Surface((0, 0))
        self._begun: tuple[object, Iterator[None]] | None = None

    def makes_room(self, size: tuple[int, int]) -> bool:
        """Make room for a picture to be painted aside, if there is none; say whether that was to be done.

        Memory that was never used takes as long as painting on it.
        """
        if self._aside.get_size() == size:
            return False
        self._aside, self._begun = pygame.Surface(size, depth=32), None
        return True

    def prepare(
        self,
        size: tuple[int, int],
        key: object,
        steps: Callable[[pygame.Surface], Iterator[None]],
        camera: Camera,
        budget: FrameBudget,
    ) -> bool:
        """Go on painting a picture aside, for as long as is allowed; say whether it is there to be shown.

        In a large window each layer of it takes long to copy. Until it is whole the one of before stands in.
        """
        is_done = False
        if self._begun is None or self._aside.get_size() != size or self._begun[0] != key:
            if not budget.has_time():
                return False
            if self.makes_room(size) and not budget.is_endless:
                budget.left_out = True
                return False
            self._begun = (key, steps(self._aside))
            is_done = next(self._begun[1], _END) is _END
        while not is_done and budget.has_time():
            is_done = next(self._begun[1], _END) is _END
        if is_done:
            before = self._picture
            self._picture, self._aside = self._aside, pygame.Surface((0, 0)) if before is None else before
            self._key, self._camera, self._begun = key, camera, None
        return is_done

    def renew(self, part: pygame.Rect, paint: Callable[[pygame.Surface], None]) -> None:
        """Paint a part of the picture again: then the clip is set to that."""
        if self._picture is not None and (shown := part.clip(self._picture.get_rect())):
            self._picture.set_clip(shown)
            paint(self._picture)
            self._picture.set_clip(None)

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

    def show_meanwhile(self, surface: pygame.Surface, camera: Camera, paint: Callable[[pygame.Surface], None]) -> None:
        """Show the picture of before, and paint quickly only what it does not reach: then the clip is set to that.

        Both go straight to the window. In a large one another picture takes longer to make than both to draw.
        """
        clip = surface.get_clip()
        for rect in around(self.stand_in(surface, camera), clip):
            surface.set_clip(rect)
            paint(surface)
        surface.set_clip(clip)

    def stand_in(self, surface: pygame.Surface, camera: Camera) -> pygame.Rect:
        """Show the picture of before as another camera would see it, scaled; return what it fills of the surface.

        What it does not reach is left as it is. A few frames long nobody misses it; an empty map one would see.
        """
        if self._picture is None or self._camera is None:
            return pygame.Rect(0, 0, 0, 0)
        before = self._camera
        if before.scale == camera.scale:
            across, down = round(before.left) - round(camera.left), round(before.top) - round(camera.top)
            return surface.blit(self._picture, (across, down))
        factor = camera.scale / before.scale
        place = before.left * factor - camera.left, before.top * factor - camera.top
        return show_scaled(surface, self._picture, place, factor)
