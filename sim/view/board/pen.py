"""A pen: draws small shapes in cells rather than pixels, about a centre, turned to an angle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, pi, sin

import pygame
from pygame.typing import ColorLike

from sim.grid import Point
from sim.view.board.camera import Camera

SHADOW = (22, 20, 10)
SHADE = 92
"""How dark a shadow is, of 255."""
FALL = (0.58, 0.74)
"""In which direction shadows fall, for one unit of height: away from the sun in the upper left."""


@dataclass(frozen=True)
class Pen:
    """A place to draw at: sizes are in cells, y runs down the screen, angles turn clockwise."""

    surface: pygame.Surface
    x: float
    y: float
    scale: float
    cos: float = 1.0
    sin: float = 0.0

    @classmethod
    def at(cls, surface: pygame.Surface, camera: Camera, point: Point, angle: float = 0.0) -> Pen:
        """Return a pen at a point of the plane."""
        return cls(surface, *camera.pixel(point), camera.scale, cos(angle), sin(angle))

    def turned(self, angle: float) -> Pen:
        """Return this pen turned further by an angle."""
        c, s = cos(angle), sin(angle)
        return replace(self, cos=self.cos * c - self.sin * s, sin=self.sin * c + self.cos * s)

    def moved(self, x: float, y: float) -> Pen:
        """Return this pen moved in its own directions."""
        x, y = self.place((x, y))
        return replace(self, x=x, y=y)

    def within(self, at: Point, share: float) -> Pen:
        """Return a pen at a point that draws everything at a share of the size."""
        return replace(self.moved(*at), scale=self.scale * share)

    def place(self, point: Point) -> Point:
        """Return the pixel of a point in the pen's own directions."""
        x, y = point
        return self.x + (x * self.cos - y * self.sin) * self.scale, self.y + (x * self.sin + y * self.cos) * self.scale

    def pixels(self, size: float) -> int:
        """Return a size in whole pixels, at least one."""
        return max(1, round(size * self.scale))

    def shows(self, size: float) -> bool:
        """Say whether something of a size would be more than a speck (the picture is drawn twice as large)."""
        return size * self.scale >= 3.0

    # -- shapes ------------------------------------------------------------------------------------------

    def polygon(self, colour: ColorLike, points: Iterable[Point], outline: ColorLike | None = None) -> None:
        """Fill a shape, and draw its outline if a colour for it is given."""
        placed = [self.place(point) for point in points]
        pygame.draw.polygon(self.surface, colour, placed)
        if outline is not None:
            pygame.draw.polygon(self.surface, outline, placed, self.pixels(0.018))

    def box(self, colour: ColorLike, size: Point, at: Point = (0, 0), outline: ColorLike | None = None) -> None:
        """Fill a rectangle of a size about a point."""
        (w, h), (x, y) = size, at
        w, h = w / 2, h / 2
        self.polygon(colour, ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)), outline)

    def disc(self, colour: ColorLike, radius: float, at: Point = (0, 0), outline: ColorLike | None = None) -> None:
        """Fill a circle."""
        centre = self.place(at)
        pygame.draw.circle(self.surface, colour, centre, max(radius * self.scale, 1))
        if outline is not None:
            pygame.draw.circle(self.surface, outline, centre, max(radius * self.scale, 1), self.pixels(0.018))

    def ring(self, colour: ColorLike, radius: float, width: float, at: Point = (0, 0)) -> None:
        """Draw a circle's line."""
        pygame.draw.circle(self.surface, colour, self.place(at), max(radius * self.scale, 1), self.pixels(width))

    def line(self, colour: ColorLike, start: Point, end: Point, width: float = 0.02) -> None:
        """Draw a straight line."""
        pygame.draw.line(self.surface, colour, self.place(start), self.place(end), self.pixels(width))

    def oval(self, colour: ColorLike, size: Point, at: Point = (0, 0)) -> None:
        """Fill an ellipse that turns with the pen."""
        (w, h), (x, y) = size, at
        turns = [2 * pi * n / 20 for n in range(20)]
        self.polygon(colour, [(x + w / 2 * cos(t), y + h / 2 * sin(t)) for t in turns])


def shadow_layer(size: tuple[int, int]) -> pygame.Surface:
    """Return an empty layer for shadows.

    It has the shadow's colour everywhere and no opacity. Shapes overwrite instead of adding up, so that two shadows
    that overlap are no darker than one, and shrinking it leaves no fringe of another colour.
    """
    layer = pygame.Surface(size, pygame.SRCALPHA, 32)
    layer.fill((*SHADOW, 0))
    return layer
