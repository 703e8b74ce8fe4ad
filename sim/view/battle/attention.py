"""What the panel at the lower right tells of, and how long it goes on telling of it."""

from __future__ import annotations

import pygame

from sim.grid import Point
from sim.view.blocks.context import Pointed

_REST = 0.25
"""Seconds that the mouse must rest on something on its way to the panel for that to be told of."""
_FAR = 20_000


class Attention:
    """What was pointed at last. It stays while the mouse is over panels, and while it is on its way to them.

    Else nobody could scroll what is told of a unit in the middle of the map, or follow a rule that it cites: on the
    way to the panel the mouse passes over ten other cells.
    """

    def __init__(self) -> None:
        self.about: Pointed | None = None
        self._left_at: Point | None = None
        """Where the mouse was last while it pointed at that."""
        self._waiting: Pointed | None = None
        self._rested = 0.0

    def point_at(self, about: Pointed | None) -> None:
        """Tell of something at once."""
        self.about, self._left_at, self._waiting = about, None, None

    def follow(self, about: Pointed | None, mouse: Point, panel: pygame.Rect, seconds: float) -> None:
        """Follow the mouse over the map; where it is on its way to the panel, only once it rests on something."""
        if about == self.about or not self._is_on_way(mouse, panel):
            self.point_at(about)
            self._left_at = mouse
            return
        self._rested = self._rested + seconds if about == self._waiting else 0.0
        self._waiting = about
        if self._rested >= _REST:
            self.point_at(about)
            self._left_at = mouse

    def _is_on_way(self, mouse: Point, panel: pygame.Rect) -> bool:
        """Say whether the mouse has left what is told of in a straight line to the panel."""
        if self._left_at is None or self.about is None or not panel.width:
            return False
        (x, y), (a, b) = self._left_at, mouse
        length = max(abs(a - x), abs(b - y))
        if length == 0:
            return True
        end = (x + (a - x) * _FAR / length, y + (b - y) * _FAR / length)
        return bool(panel.clipline(self._left_at, end))
