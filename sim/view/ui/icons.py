"""Icons of the time line: a few shapes everybody knows, drawn in a box."""

from __future__ import annotations

from typing import Literal

import pygame

from sim.view.ui.palette import Colour

Icon = Literal["play", "pause", "forward", "back", "fast_forward", "fast_back", "skip"]

_RIGHT = ((-0.5, -0.9), (0.8, 0.0), (-0.5, 0.9))


def paint_icon(surface: pygame.Surface, icon: Icon, box: pygame.Rect, colour: Colour) -> None:
    """Draw an icon in the middle of a box."""
    half = min(box.width, box.height) * 0.24
    match icon:
        case "play":
            _shape(surface, box, half, colour, _RIGHT)
        case "pause":
            _bar(surface, box, half, colour, -0.45)
            _bar(surface, box, half, colour, 0.45)
        case "forward":
            _shape(surface, box, half * 0.85, colour, _RIGHT, 0.2)
            _bar(surface, box, half, colour, -0.75)
        case "back":
            _shape(surface, box, -half * 0.85, colour, _RIGHT, 0.2)
            _bar(surface, box, half, colour, 0.75)
        case "fast_forward":
            _shape(surface, box, half * 0.8, colour, _RIGHT, -0.75)
            _shape(surface, box, half * 0.8, colour, _RIGHT, 0.65)
        case "fast_back":
            _shape(surface, box, -half * 0.8, colour, _RIGHT, -0.75)
            _shape(surface, box, -half * 0.8, colour, _RIGHT, 0.65)
        case "skip":
            _shape(surface, box, half * 0.8, colour, _RIGHT, -0.9)
            _shape(surface, box, half * 0.8, colour, _RIGHT, 0.4)
            _bar(surface, box, half, colour, 1.3)


def _shape(
    surface: pygame.Surface,
    box: pygame.Rect,
    half: float,
    colour: Colour,
    points: tuple[tuple[float, float], ...],
    shift: float = 0.0,
) -> None:
    x, y = box.center
    pygame.draw.polygon(surface, colour, [(x + (a + shift) * half, y + b * abs(half)) for a, b in points])


def _bar(surface: pygame.Surface, box: pygame.Rect, half: float, colour: Colour, at: float) -> None:
    bar = pygame.Rect(0, 0, max(2, round(half * 0.45)), round(half * 1.8))
    bar.center = (round(box.centerx + at * half), box.centery)
    pygame.draw.rect(surface, colour, bar)
