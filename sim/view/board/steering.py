"""Steering: how wheel, mouse and keys move a camera over a map, in the part of the window that the map has.

The camera sees the whole window; panels lie over its edges. `room` is the part they leave free: what is fitted or
brought into view goes there. The map moves by itself, too, to show who acts (`follow`); whoever moves it by hand is
left alone for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log

import pygame

from sim.grid import Point
from sim.view.board.camera import Camera, PlaneBox, fitted
from sim.view.ui.strokes import eased, on_way

RUNG = 2**0.25
"""One notch of the wheel. Zooms lie on a ladder of such rungs, so that going back finds the picture painted."""
PAN_SPEED = 1.1
"""How far a held key moves the map in a second, in windows."""
_DRAG = 5
"""Pixels that the mouse moves before a click becomes a drag."""
GLIDE = 0.25
"""Seconds in which the map glides to what is brought into view."""
HANDS_ON = 2.5
"""Seconds after somebody moved the map by hand in which it does not move by itself."""
_SEEN, _AIR = 0.5, 1.2
"""Cells around a point that must lie in the room for it to be in view, and that are brought there with it."""


@dataclass(frozen=True)
class _Glide:
    """A way of the camera over the map, and how much of it is done."""

    start: Camera
    end: Camera
    done: float = 0.0

    @property
    def camera(self) -> Camera:
        """Where the camera is now."""
        left, top = on_way((self.start.left, self.start.top), (self.end.left, self.end.top), eased(self.done))
        return replace(self.end, left=left, top=top)


class Steering:
    """A camera, and what moves it."""

    def __init__(self, bounds: PlaneBox, size: tuple[int, int], room: pygame.Rect) -> None:
        self.bounds, self.room = bounds, room
        self.is_fitted = True
        self.dragging = False
        self._glide: _Glide | None = None
        self._hands_on = 0.0
        self._pressed: tuple[int, Point] | None = None
        self._last: Point = (0, 0)
        self.camera = Camera(1.0, 0.0, 0.0, *size)
        self.fit(size)

    # -- looking -----------------------------------------------------------------------------------------

    def fit(self, size: tuple[int, int] | None = None) -> None:
        """Show the whole map in its room."""
        self.camera, self.is_fitted, self._glide = self._whole(size), True, None

    def _whole(self, size: tuple[int, int] | None = None) -> Camera:
        wide, high = size or (self.camera.width, self.camera.height)
        room = self.room
        inner = fitted(self.bounds, max(room.width, 1), max(room.height, 1))
        return replace(inner, left=inner.left - room.left, top=inner.top - room.top, width=wide, height=high)

    def follow_size(self, size: tuple[int, int], room: pygame.Rect) -> None:
        """Fit a map that was fitted into a window of another size; keep the middle of any other view."""
        if size == (self.camera.width, self.camera.height) and room == self.room:
            return
        self.room = room
        if self.is_fitted:
            self.fit(size)
        else:
            self._see(self.aim.resized(*size))

    def look(self, camera: Camera) -> None:
        """Take another view by hand, as far as it still shows the map."""
        self._hands_on = HANDS_ON
        self._see(camera)

    def _see(self, camera: Camera) -> None:
        self.camera, self.is_fitted, self._glide = camera.clamped(self.bounds), False, None

    def pan(self, right: float, down: float) -> None:
        """Move over the map by so many pixels."""
        self.look(self.camera.panned(right, down))

    def pan_by_keys(self, right: int, down: int, seconds: float) -> None:
        """Move over the map while keys are held down."""
        if right or down:
            far = PAN_SPEED * seconds * max(self.camera.width, self.camera.height)
            self.pan(right * far, down * far)

    def centre(self, point: Point) -> None:
        """Bring a point of the plane to the middle of the room."""
        x, y = self.camera.pixel(point)
        self.pan(x - self.room.centerx, y - self.room.centery)

    # -- by itself ---------------------------------------------------------------------------------------

    @property
    def aim(self) -> Camera:
        """Where the camera is going; where it is, if it stands still."""
        return self.camera if self._glide is None else self._glide.end

    def tick(self, seconds: float) -> None:
        """Let time pass: go on gliding."""
        self._hands_on = max(self._hands_on - seconds, 0.0)
        if self._glide is not None:
            self._glide = replace(self._glide, done=min(self._glide.done + seconds / GLIDE, 1.0))
            self.camera = self._glide.camera
            if self._glide.done >= 1.0:
                self._glide = None

    def follow(self, points: Sequence[Point], *, glides: bool) -> None:
        """Bring points into view unless somebody moves the map by hand, or has done so a moment ago."""
        if not self.dragging and not self._hands_on:
            self.reveal(*points, glides=glides)

    def reveal(self, *points: Point, glides: bool = False) -> None:
        """Have points in the room, with some cells around them: at once, or gliding there.

        The map moves as little as needed, and not at all for what is in view already; it shrinks only if they do not
        fit into the room together.
        """
        if not points or self._outside(self.aim, points, _SEEN) == (0, 0):
            return
        shrunk, now = self._shrunk_for(points), self.camera
        self._see(shrunk.panned(*self._outside(shrunk, points, _AIR)))
        if glides:
            # It shrinks at once, as the wheel does: a picture of every size between would have to be painted.
            self._glide = _Glide(now if now.scale == shrunk.scale else shrunk, self.camera)
            self.camera = self._glide.camera

    def _shrunk_for(self, points: Sequence[Point]) -> Camera:
        """Return the camera with a room that is large enough for points: on the ladder, and never too small."""
        xs, ys = zip(*points, strict=True)
        wide, high = max(xs) - min(xs) + 2 * _AIR, max(ys) - min(ys) + 2 * _AIR
        most = min(self.room.width / wide, self.room.height / high)
        if most >= self.aim.scale or len(points) == 1:
            return self.aim
        scale = max(RUNG ** floor(log(most) / log(RUNG)), self._whole().scale)
        return self.aim.zoomed(min(scale / self.aim.scale, 1.0), self.room.center)

    def _outside(self, camera: Camera, points: Sequence[Point], cells: float) -> tuple[float, float]:
        """Return how far points, with so many cells around them, lie outside the room: to the right, and down."""
        air = min(cells * camera.scale, self.room.width / 3, self.room.height / 3)
        xs, ys = zip(*camera.pixels(tuple(points)), strict=True)
        right = min(min(xs) - air - self.room.left, 0) + max(max(xs) + air - self.room.right, 0)
        down = min(min(ys) - air - self.room.top, 0) + max(max(ys) + air - self.room.bottom, 0)
        return right, down

    # -- zooming -----------------------------------------------------------------------------------------

    def turn_wheel(self, notches: int, at: Point) -> None:
        """Zoom at the cursor."""
        for _ in range(min(abs(notches), 8)):
            self.zoom(notches > 0, at)

    def zoom(self, closer: bool, at: Point | None = None) -> None:
        """Go to the next rung of the ladder of zooms; nearly the next counts as there already."""
        rung = log(self.camera.scale) / log(RUNG)
        rung = floor(rung + 1.02) if closer else ceil(rung - 1.02)
        self.look(self.camera.zoomed(RUNG**rung / self.camera.scale, at or self.room.center))

    # -- dragging ----------------------------------------------------------------------------------------

    def press(self, button: int, at: Point) -> None:
        """Take note of a button that goes down on the map."""
        self._pressed, self._last, self.dragging = (button, at), at, False

    def drag(self, at: Point) -> None:
        """Move the map with the mouse, once it has moved far enough with a button down."""
        if self._pressed is None:
            return
        start = self._pressed[1]
        if abs(at[0] - start[0]) + abs(at[1] - start[1]) > _DRAG:
            self.dragging = True
        if self.dragging:
            self.pan(self._last[0] - at[0], self._last[1] - at[1])
        self._last = at

    def release(self, button: int) -> bool:
        """Let a button go; say whether that was a click on the map."""
        clicked = self._pressed is not None and self._pressed[0] == button and not self.dragging
        self._pressed, self.dragging = None, False
        return clicked

    def let_go(self) -> None:
        """Forget about buttons: the window has lost the mouse."""
        self._pressed, self.dragging = None, False
