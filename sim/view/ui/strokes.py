"""Smooth strokes at the size of the screen, for what is drawn on each frame and cannot be drawn large and shrunk."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pygame

from sim.grid import Point
from sim.view.ui.palette import Colour


def on_way(start: Point, end: Point, share: float) -> Point:
    """Return the point that lies a share of the way from one to another.

    >>> on_way((0, 10), (20, 10), 0.25)
    (5.0, 10.0)
    """
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def eased(share: float) -> float:
    """Return how far something has come that starts and stops gently.

    >>> eased(0.0), eased(0.5), eased(1.0)
    (0.0, 0.5, 1.0)
    """
    return share * share * (3 - 2 * share)


def draw_stroke(surface: pygame.Surface, colour: Colour, start: Point, end: Point, width: float) -> None:
    """Draw a straight line of any width with smooth edges: a filled shape inside a thin smooth outline."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    if length < 0.01:
        return
    half = max(width - 1, 0.4) / 2
    x, y = -down / length * half, across / length * half
    corners = (
        (start[0] + x, start[1] + y),
        (end[0] + x, end[1] + y),
        (end[0] - x, end[1] - y),
        (start[0] - x, start[1] - y),
    )
    if width > 1.5:
        pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)


def draw_outline(surface: pygame.Surface, colour: Colour, corners: Sequence[Point], width: float) -> None:
    """Draw a smooth line around a shape, with round corners."""
    for n, corner in enumerate(corners):
        draw_stroke(surface, colour, corners[n - 1], corner, width)
        if width >= 3:
            pygame.draw.circle(surface, colour, corner, (width - 1) / 2)
