"""Dice as they lie on a table: pips on a cube, and a figure in the outline of any other die."""

from __future__ import annotations

from math import cos, pi, sin

import pygame

from sim.view.ui.lettering import lettered
from sim.view.ui.palette import Colour, theme

_BONE: Colour = (244, 238, 222)
_INK: Colour = (34, 28, 20)
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_CORNERS = {4: 3, 8: 4, 10: 5, 12: 6, 20: 8}
"""How many corners the outline of a die has, by its sides."""


def paint_die(surface: pygame.Surface, box: pygame.Rect, face: int, sides: int, good: bool | None = None) -> None:
    """Draw a die; one that was not good enough is struck through, and the edge says so too."""
    edge = _INK if good is None else theme().good if good else theme().bad
    width = max(1, box.width // (16 if good is None else 9))
    if sides == 6 and face in _PIPS:
        pygame.draw.rect(surface, _BONE, box, border_radius=box.width // 5)
        pygame.draw.rect(surface, edge, box, width, box.width // 5)
        for x, y in _PIPS[face]:
            centre = (box.centerx + x * box.width * 0.25, box.centery + y * box.height * 0.25)
            pygame.draw.circle(surface, _INK, centre, max(1.5, box.width * 0.085))
    else:
        shape = _outline(box, _CORNERS.get(sides, 6))
        pygame.draw.polygon(surface, _BONE, shape)
        pygame.draw.polygon(surface, edge, shape, width)
        figure = lettered(str(face), max(8, round(box.width * 0.48)), _INK, "bold")
        surface.blit(figure, figure.get_rect(center=box.center))
    if good is False:
        pygame.draw.line(surface, edge, box.bottomleft, box.topright, width)


def _outline(box: pygame.Rect, corners: int) -> list[tuple[float, float]]:
    turns = [2 * pi * n / corners - pi / 2 for n in range(corners)]
    return [(box.centerx + cos(t) * box.width / 2, box.centery + sin(t) * box.height / 2) for t in turns]
