"""Steering: how wheel, mouse and keys move a camera over a map, in the part of the window that the map has.

The camera sees the whole window; panels lie over its edges. `room` is the part they leave free: what is fitted or
brought into view goes there.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor, log

import pygame

from sim.grid import Point
from sim.view.board.camera import Camera, PlaneBox, fitted

RUNG = 2**0.25
"""One notch of the wheel. Zooms lie on a ladder of such rungs, so that going back finds the picture painted."""
PAN_SPEED = 1.1
"""How far a held key moves the map in a second, in windows."""
_DRAG = 5
"""Pixels that the mouse moves before a click becomes a drag."""


class Steering:
    """A camera, and what moves it."""

    def __init__(self, bounds: PlaneBox, size: tuple[int, int], room: pygame.Rect) -> None:
        self.bounds, self.room = bounds, room
        self.is_fitted = True
        self.dragging = False
        self._pressed: tuple[int, Point] | None = None
        self._last: Point = (0, 0)
        self.camera = Camera(1.0, 0.0, 0.0, *size)
        self.fit(size)

    # -- looking -----------------------------------------------------------------------------------------

    def fit(self, size: tuple[int, int] | None = None) -> None:
        """Show the whole map in its room."""
        wide, high = size or (self.camera.width, self.camera.height)
        room = self.room
        inner = fitted(self.bounds, max(room.width, 1), max(room.height, 1))
        self.camera = replace(inner, left=inner.left - room.left, top=inner.top - room.top, width=wide, height=high)
        self.is_fitted = True

    def follow_size(self, size: tuple[int, int], room: pygame.Rect) -> None:
        """Fit a map that was fitted into a window of another size; keep the middle of any other view."""
        if size == (self.camera.width, self.camera.height) and room == self.room:
            return
        self.room = room
        if self.is_fitted:
            self.fit(size)
        else:
            self.look(self.camera.resized(*size))

    def look(self, camera: Camera) -> None:
        """Take another view, as far as it still shows the map."""
        self.camera, self.is_fitted = camera.clamped(self.bounds), False

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

    def reveal(self, point: Point, margin: float = 1.2) -> None:
        """Move as little as needed to have a point, and some cells around it, in the room."""
        x, y = self.camera.pixel(point)
        air = min(margin * self.camera.scale, self.room.width / 3, self.room.height / 3)
        right = min(x - air - self.room.left, 0) + max(x + air - self.room.right, 0)
        down = min(y - air - self.room.top, 0) + max(y + air - self.room.bottom, 0)
        if right or down:
            self.pan(right, down)

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
