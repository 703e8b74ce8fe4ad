"""Arrows of what the automated side may do next, the thicker the likelier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import hypot

import pygame

from sim.engine.chances import short
from sim.grid import Point
from sim.view.blocks.forecasts import Arrow
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.shades import LABELLED
from sim.view.ui.lettering import lettered
from sim.view.ui.palette import Colour, theme
from sim.view.ui.strokes import draw_stroke

_MOST, _TELLING = 8, Fraction(9, 10)
"""How many arrows have their weight and their figure at the most, and how much of what may come they tell."""
_THIN = 1.3
"""The width of the others, at scale 1."""


def paint_prospects(
    surface: pygame.Surface, layout: Layout, camera: Camera, arrows: Sequence[Arrow], ui: float
) -> None:
    """Draw arrows, the thicker the likelier, with their percentages.

    Of many, those that hardly ever come are thin lines without a figure: the list has it, and a map full of figures
    says nothing. The longest are drawn first, for a short one in the same direction would be hidden beneath.
    """
    weighty, colour = weighty_arrows(arrows), theme().arrow
    for arrow in sorted(arrows, key=lambda arrow: (arrow in weighty, -_length(layout, arrow))):
        points = _points(layout, camera, arrow)
        width = _width(camera, arrow) if arrow in weighty else _THIN * ui * theme().weight
        if len(points) > 1:
            _paint_arrow(surface, points, width, colour)
        else:
            _paint_ring(surface, points[0], camera.scale * 0.36, width, colour)
    if camera.scale >= LABELLED:
        _paint_percents(surface, layout, camera, weighty, ui)


def weighty_arrows(arrows: Sequence[Arrow]) -> list[Arrow]:
    """Return the arrows that count, the likeliest first: at most eight.

    They make up nine tenths of all that arrows tell.
    """
    most, told = _TELLING * sum((arrow.probability for arrow in arrows), Fraction(0)), Fraction(0)
    found: list[Arrow] = []
    for arrow in sorted(arrows, key=lambda arrow: -arrow.probability):
        if len(found) < _MOST and told < most:
            found.append(arrow)
            told += arrow.probability
    return found


def _length(layout: Layout, arrow: Arrow) -> int:
    return 0 if arrow.end is None else layout.map.distance(arrow.start, arrow.end)


def _width(camera: Camera, arrow: Arrow) -> float:
    """Return how thick an arrow is: between a thin line and a fifth of a cell."""
    most = min(max(camera.scale * 0.2, 6.0), 26.0)
    return (2.0 + (most - 2.0) * float(arrow.probability)) * theme().weight


def _points(layout: Layout, camera: Camera, arrow: Arrow) -> list[Point]:
    """Return the line of an arrow on the screen, from beside the one cell's middle to just before the other's."""
    grid = layout.map.grid
    cells = [arrow.start, *(arrow.way or ((arrow.end,) if arrow.end else ()))]
    points = camera.pixels([grid.point(cell) for cell in cells])
    if len(points) < 2 or arrow.end is None:
        return points[:1]
    points[0] = _towards(points[0], points[1], camera.scale * 0.2)
    points[-1] = _towards(points[-1], points[-2], camera.scale * 0.16)
    return points


def _towards(start: Point, end: Point, by: float) -> Point:
    """Return the point so many pixels from one on the way to another."""
    length = max(hypot(end[0] - start[0], end[1] - start[1]), 0.01)
    share = min(by / length, 0.45)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _paint_arrow(surface: pygame.Surface, points: Sequence[Point], width: float, colour: Colour) -> None:
    """Draw an arrow with a dark edge, so that it shows on any ground."""
    tip, before = points[-1], points[-2]
    head = min(width * 2.6 + 3, width * 1.6 + 6, hypot(tip[0] - before[0], tip[1] - before[1]) * 0.62)
    neck = _towards(tip, before, head * 0.85)
    line = [*points[:-1], neck]
    for ink, more in ((theme().map_ink, min(3.0, width + 0.7)), (colour, 0.0)):
        for n, point in enumerate(line[1:]):
            draw_stroke(surface, ink, line[n], point, width + more)
            if n + 2 < len(line):
                pygame.draw.circle(surface, ink, point, (width + more) / 2)
        _paint_head(surface, ink, before, tip, head, more)


def _paint_head(surface: pygame.Surface, colour: Colour, before: Point, tip: Point, size: float, more: float) -> None:
    across, down = tip[0] - before[0], tip[1] - before[1]
    length = max(hypot(across, down), 0.01)
    x, y = across / length, down / length
    top = tip[0] + x * more, tip[1] + y * more
    back = tip[0] - x * (size + more * 0.5), tip[1] - y * (size + more * 0.5)
    half = size * 0.58 + more * 0.8
    corners = (top, (back[0] - y * half, back[1] + x * half), (back[0] + y * half, back[1] - x * half))
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)


def _paint_ring(surface: pygame.Surface, at: Point, radius: float, width: float, colour: Colour) -> None:
    """Draw a ring around a unit that does something on the spot."""
    thick = max(2, round(width * 0.6))
    pygame.draw.circle(surface, theme().map_ink, at, radius + 1.5, thick + 3)
    pygame.draw.circle(surface, colour, at, radius, thick)


# -- percentages ------------------------------------------------------------------------------------------


def _paint_percents(
    surface: pygame.Surface, layout: Layout, camera: Camera, arrows: Sequence[Arrow], ui: float
) -> None:
    """Write the percentage of each arrow on it, where it covers no other; the likeliest choose their place first."""
    window, taken = pygame.Rect(0, 0, camera.width, camera.height), list[pygame.Rect]()
    size = round(min(max(camera.scale * 0.2, 11.0 * ui), 18.0 * ui))
    for arrow in arrows:
        points = _points(layout, camera, arrow)
        if not any(window.collidepoint(point) for point in points):
            continue
        card = _percent_card(arrow, size)
        for x, y in _places(points, camera.scale, card.get_size(), _width(camera, arrow)):
            box = card.get_rect(center=(round(x), round(y))).clamp(window)
            if box.collidelist(taken) < 0:
                surface.blit(card, box)
                taken.append(box)
                break


def _places(points: Sequence[Point], scale: float, size: tuple[int, int], width: float) -> Iterator[Point]:
    """Yield where a percentage may stand: on the last stretch of a long arrow, beside a short one, around a ring."""
    if len(points) == 1:
        x, y = points[0]
        yield from ((x, y + scale * 0.4), (x, y - scale * 0.4), (x + scale * 0.4, y), (x - scale * 0.4, y))
        return
    start, end = points[-2], points[-1]
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(hypot(across, down), 0.01)
    x, y = -down / length, across / length
    aside = (abs(x) * size[0] + abs(y) * size[1]) / 2 + width + 3
    along = abs(across) / length * size[0] + abs(down) / length * size[1]
    places = [(share, side) for side in (aside, -aside) for share in (0.5, 0.3, 0.75, 1.0)]
    if length > 2.4 * along:
        places = [(0.45, 0.0), (0.3, 0.0), (0.6, 0.0), *places]
    for share, side in places:
        yield start[0] + across * share + x * side, start[1] + down * share + y * side


def _percent_card(arrow: Arrow, size: int) -> pygame.Surface:
    text = lettered(short(arrow.probability), size, theme().map_ink, "bold")
    card = pygame.Surface((text.get_width() + round(size * 0.8), round(size * 1.35)), pygame.SRCALPHA, 32)
    pygame.draw.rect(card, theme().map_ink, card.get_rect(), border_radius=size // 3)
    pygame.draw.rect(card, theme().map_halo, card.get_rect().inflate(-2, -2), border_radius=size // 3)
    card.blit(text, text.get_rect(center=card.get_rect().center))
    return card
