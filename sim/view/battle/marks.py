"""Marks on the map: routes, shots, flags, choices of facing, and what an order may be aimed at.

Everything is light with a dark edge, so that it shows on any ground, and every kind has a shape of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

import pygame

from sim.engine.insight import Marker
from sim.grid import Cell, Grid, Point
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.shades import LABELLED
from sim.view.ui.lettering import lettered
from sim.view.ui.palette import Colour, contrast, theme
from sim.view.ui.strokes import draw_outline, draw_stroke, on_way

LiveryColour = Callable[[str | None], Colour]
"""Gives the colour of a side; of None, that of what nobody holds."""


def line_width(camera: Camera, ui: float) -> float:
    """Return how wide a line on the map is."""
    return min(max(camera.scale / 16, 2.2 * ui), 6.0 * ui) * theme().weight


def _edged(surface: pygame.Surface, colour: Colour, start: Point, end: Point, width: float) -> None:
    draw_stroke(surface, theme().map_ink, start, end, width + 2.5)
    draw_stroke(surface, colour, start, end, width)


def _disc(surface: pygame.Surface, colour: Colour, at: Point, radius: float) -> None:
    pygame.draw.aacircle(surface, theme().map_ink, at, radius + 1.5)
    pygame.draw.aacircle(surface, colour, at, radius)


def _polygon(surface: pygame.Surface, colour: Colour, corners: Sequence[Point], edge: float = 2.0) -> None:
    """Draw a filled shape with a dark, smooth edge."""
    pygame.draw.polygon(surface, colour, corners)
    draw_outline(surface, theme().map_ink, corners, edge)


def _turned(at: Point, shape: Iterable[Point], angle: float, size: float) -> list[Point]:
    """Return a shape that points to the right, turned and put somewhere."""
    c, s = cos(angle) * size, sin(angle) * size
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in shape]


def paint_card(surface: pygame.Surface, text: str, at: Point, size: int) -> pygame.Rect:
    """Write a label on a small card that stays inside the picture, and return where it lies."""
    words = lettered(text, size, theme().ink, "bold")
    card = _card(words, size)
    card.center = round(at[0]), round(at[1])
    card.clamp_ip(surface.get_rect())
    pygame.draw.rect(surface, theme().panel[:3], card, border_radius=size // 3)
    pygame.draw.rect(surface, theme().panel_edge, card, 1, border_radius=size // 3)
    surface.blit(words, words.get_rect(center=card.center))
    return card


def _card(words: pygame.Surface, size: int) -> pygame.Rect:
    """Return the card on which words of a size stand."""
    return words.get_rect().inflate(size * 0.8, size * 0.3)


# -- moves and shots --------------------------------------------------------------------------------------


def paint_template(surface: pygame.Surface, camera: Camera, outline: tuple[Point, ...], ui: float) -> None:
    """Draw the outline of a template that would be laid on the table: of a beaten zone, of a blast."""
    corners = camera.pixels(outline)
    for colour, width in ((theme().map_halo, 3.5 * ui), (theme().map_ink, 1.5 * ui)):
        draw_outline(surface, colour, corners, width)


def paint_path(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    start: Cell,
    way: Sequence[Cell],
    ui: float,
    cost_labels: Sequence[str] = (),
) -> None:
    """Draw a route: a line with a dot in each cell that is entered, an arrow head at the last, costs beside them.

    `way` is what a sketch says: the cells that are entered, in order. A label that is empty is not written.
    """
    if not way:
        return
    points = [camera.pixel(layout.map.grid.point(cell)) for cell in (start, *way)]
    width, arrow = line_width(camera, ui), theme().arrow
    (ax, ay), (bx, by) = points[-2], points[-1]
    angle, head = atan2(by - ay, bx - ax), max(width * 3.6, camera.scale * 0.26)
    neck = (bx - cos(angle) * head * 0.6, by - sin(angle) * head * 0.6)
    legs = [*points[:-1], neck]
    for colour, wide in ((theme().map_ink, width + 2.5), (arrow, width)):
        for one, other in pairwise(legs):
            draw_stroke(surface, colour, one, other, wide)
            pygame.draw.aacircle(surface, colour, other, wide / 2)
    for point in points[:-1]:
        _disc(surface, arrow, point, width * 1.15)
    _polygon(surface, arrow, _turned((bx, by), ((0.42, 0), (-0.62, 0.6), (-0.36, 0), (-0.62, -0.6)), angle, head))
    if camera.scale >= LABELLED:
        size = round(min(max(camera.scale * 0.24, 11.0), 17 * ui))
        for before, point, text in zip(points, points[1:], cost_labels, strict=False):
            if text:
                paint_card(surface, text, _beside(before, point, camera.scale * 0.22 + size * 1.2), size)


def _beside(before: Point, point: Point, far: float) -> Point:
    """Return the place of a label beside the end of a leg: to the right of it or below, never on the leg itself."""
    across, down = point[0] - before[0], point[1] - before[1]
    length = max(hypot(across, down), 0.01)
    x, y = -down / length, across / length
    if y < -0.01 or (y < 0.01 and x < 0):
        x, y = -x, -y
    return point[0] + x * far, point[1] + y * far * 0.72


def paint_shot_line(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    one: Cell,
    other: Cell,
    ui: float,
    label: str = "",
    counters: Sequence[pygame.Rect] = (),
) -> None:
    """Draw an aimed shot: a broken line that ends in cross hairs over the target, with its chance on a card.

    The card lies on the line or beside it, where it hides no counter.
    """
    grid, width = layout.map.grid, line_width(camera, ui)
    (ax, ay), (bx, by) = start, end = camera.pixel(grid.point(one)), camera.pixel(grid.point(other))
    length, radius = hypot(bx - ax, by - ay), max(camera.scale * 0.42, 9 * ui)
    if length > radius:
        _dashes(surface, theme().enemy, start, on_way(start, end, (length - radius) / length), width)
    _disc(surface, theme().enemy, start, width * 1.1)
    cross_hairs(surface, theme().enemy, end, radius, width * 0.8)
    if label:
        size = round(17 * ui)
        card = _card(lettered(label, size, theme().ink, "bold"), size)
        paint_card(surface, label, _free_place(start, end, card, counters), size)


def _free_place(start: Point, end: Point, card: pygame.Rect, counters: Sequence[pygame.Rect]) -> Point:
    """Return where a card hides no counter: on a line, as near to its middle as can be; else beside it, above first."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(hypot(across, down), 0.01)
    x, y = (down / length, -across / length) if across >= 0 else (-down / length, across / length)
    middle = on_way(start, end, 0.5)
    on_line = [on_way(start, end, share) for share in (0.5, 0.4, 0.6, 0.3, 0.7)]
    steps = [n * card.height / 2 for n in range(1, 9)]
    beside = [(middle[0] + side * x * far, middle[1] + side * y * far) for far in steps for side in (1, -1)]
    for place in (*on_line, *beside):
        card.center = round(place[0]), round(place[1])
        if card.collidelist(list(counters)) < 0:
            return place
    return middle


def _dashes(surface: pygame.Surface, colour: Colour, start: Point, end: Point, width: float) -> None:
    length = hypot(end[0] - start[0], end[1] - start[1])
    count = max(1, min(round(length / (width * 4.5)), 300))

    for n in range(count):
        _edged(surface, colour, on_way(start, end, n / count), on_way(start, end, (n + 0.62) / count), width)


def cross_hairs(surface: pygame.Surface, colour: Colour, at: Point, radius: float, width: float) -> None:
    """Draw a ring with four ticks across it."""
    for ink, wide in ((theme().map_ink, width + 2.5), (colour, width)):
        pygame.draw.aacircle(surface, ink, at, radius + wide / 2, max(1, round(wide)))
        for quarter in range(4):
            x, y = cos(quarter * pi / 2), sin(quarter * pi / 2)
            inner, outer = radius * 0.72, radius * 1.22
            draw_stroke(
                surface, ink, (at[0] + x * inner, at[1] + y * inner), (at[0] + x * outer, at[1] + y * outer), wide
            )


def paint_named(surface: pygame.Surface, boxes: Iterable[pygame.Rect], room: pygame.Rect, ui: float) -> None:
    """Show whom a line speaks of: corners around his counter, or an arrow at the edge of the map that points to him."""
    width = 3.0 * ui * theme().weight
    inside = room.inflate(-40 * ui, -40 * ui)
    for box in boxes:
        if not room.colliderect(box):
            at = min(max(box.centerx, inside.left), inside.right), min(max(box.centery, inside.top), inside.bottom)
            angle = atan2(box.centery - at[1], box.centerx - at[0])
            _polygon(
                surface, theme().selected, _turned(at, ((1, 0), (-0.8, 0.8), (-0.4, 0), (-0.8, -0.8)), angle, 16 * ui)
            )
            continue
        frame = box.inflate(12 * ui, 12 * ui)
        long = frame.width * 0.3
        for ink, wide in ((theme().map_ink, width + 3 * ui), (theme().selected, width)):
            for x, right in ((frame.left, 1), (frame.right, -1)):
                for y, down in ((frame.top, 1), (frame.bottom, -1)):
                    draw_stroke(surface, ink, (x - right * wide / 2, y), (x + right * long, y), wide)
                    draw_stroke(surface, ink, (x, y - down * wide / 2), (x, y + down * long), wide)


def paint_frame(surface: pygame.Surface, box: pygame.Rect, colour: Colour, width: float) -> None:
    """Draw a frame around a counter, light on dark, so that it shows on any ground."""
    width *= theme().weight
    frame = box.inflate(round(2 * width) + 2, round(2 * width) + 2)
    corners = (frame.topleft, frame.topright, frame.bottomright, frame.bottomleft)
    draw_outline(surface, theme().map_ink, corners, width + 2)
    draw_outline(surface, colour, corners, width)


# -- choices ----------------------------------------------------------------------------------------------


def paint_facing_choice(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    cell: Cell,
    facings: Collection[int],
    chosen: int | None,
    ui: float,
) -> list[tuple[pygame.Rect, int]]:
    """Draw an arrow for each direction that may be faced, around a cell, and return where each can be clicked.

    They stand no closer than fingers and mice need, however small the map is shown. No two boxes overlap.
    """
    middle = camera.pixel(layout.map.grid.point(cell))
    away = max(camera.scale * 0.92, 52 * ui)
    boxes = []
    for facing in sorted(facings):
        angle = _angle(layout.map.grid, facing)
        at = middle[0] + cos(angle) * away, middle[1] + sin(angle) * away
        box = pygame.Rect(0, 0, round(away * 0.62), round(away * 0.62))
        box.center = round(at[0]), round(at[1])
        boxes.append((box, facing))
        _paint_wedge(surface, at, angle, away * 0.3, chosen=facing == chosen, ui=ui)
    return boxes


def _angle(grid: Grid, direction: int) -> float:
    """Return the angle of a direction on the screen, clockwise from the right."""
    step = grid.steps[direction]
    x, y = grid.plane(step.q, step.r)
    return atan2(y, x)


def _paint_wedge(surface: pygame.Surface, at: Point, angle: float, size: float, *, chosen: bool, ui: float) -> None:
    wedge = ((1.05, 0.0), (-0.75, 0.66), (-0.4, 0.0), (-0.75, -0.66))
    if chosen:
        draw_outline(surface, theme().map_ink, _turned(at, wedge, angle, size * 1.32), 4.5 * ui)
        draw_outline(surface, theme().chosen[:3], _turned(at, wedge, angle, size * 1.32), 2.5 * ui)
    _polygon(surface, theme().chosen[:3] if chosen else theme().arrow, _turned(at, wedge, angle, size), 2 * ui)


# -- what lies on the map ---------------------------------------------------------------------------------


def paint_markers(
    surface: pygame.Surface,
    layout: Layout,
    camera: Camera,
    markers: Sequence[Marker],
    livery_colour: LiveryColour,
    ui: float,
) -> None:
    """Draw what lies on the map: a flag, a shield, an arrow off the map or a pin, with the side's letter on it.

    They stand in the upper part of a cell, several side by side. What one says is in the hover panel: on the map it
    would run into its neighbours.
    """
    size = _marker_size(camera, ui)
    for marker, at in markers_placed(layout, camera, markers, ui):
        _paint_marker(surface, layout, marker, at, size, livery_colour(marker.side))


def markers_placed(
    layout: Layout, camera: Camera, markers: Sequence[Marker], ui: float
) -> Iterator[tuple[Marker, Point]]:
    """Yield markers with the pixels that they stand at."""
    size = _marker_size(camera, ui)
    for cell in dict.fromkeys(marker.cell for marker in markers):
        here = [marker for marker in markers if marker.cell == cell]
        x, y = camera.pixel(layout.map.grid.point(cell))
        for n, marker in enumerate(here):
            yield marker, (x + (n - (len(here) - 1) / 2) * size * 2.4, y - camera.scale * 0.28)


def marker_box(at: Point, camera: Camera, ui: float) -> pygame.Rect:
    """Return the box that a marker fills, which stands at a pixel."""
    wide = round(2.2 * _marker_size(camera, ui))
    box = pygame.Rect(0, 0, wide, wide)
    box.center = round(at[0]), round(at[1])
    return box


def _marker_size(camera: Camera, ui: float) -> float:
    return min(max(camera.scale * 0.15, 7.0 * ui), 24 * ui)


def _paint_marker(
    surface: pygame.Surface, layout: Layout, marker: Marker, at: Point, size: float, colour: Colour
) -> None:
    x, y = at
    letter_at: Point = at
    match marker.kind:
        case "objective":
            _edged(surface, theme().arrow, (x - size * 0.8, y - size), (x - size * 0.8, y + size * 1.1), size * 0.2)
            flag = [(-0.7, -1.0), (1.1, -0.85), (0.75, -0.3), (1.1, 0.3), (-0.7, 0.3)]
            _polygon(surface, colour, [(x + dx * size, y + dy * size) for dx, dy in flag])
            letter_at = x, y - size * 0.34
        case "control":
            shield = [(-0.85, -0.95), (0.85, -0.95), (0.85, 0.2), (0.0, 1.1), (-0.85, 0.2)]
            _polygon(surface, colour, [(x + dx * size, y + dy * size) for dx, dy in shield])
            letter_at = x, y - size * 0.15
        case "exit":
            angle = _way_out(layout, marker.cell)
            arrow = ((1.1, 0.0), (0.1, 0.95), (0.1, 0.5), (-1.0, 0.5), (-1.0, -0.5), (0.1, -0.5), (0.1, -0.95))
            _polygon(surface, colour, _turned(at, arrow, angle, size))
        case _:
            pin = [(0.0, 1.1), (-0.62, 0.0), (0.62, 0.0)]
            _polygon(surface, colour, [(x + dx * size, y + dy * size) for dx, dy in pin])
            _disc(surface, colour, (x, y - size * 0.3), size * 0.68)
            letter_at = x, y - size * 0.3
    if marker.side:
        letter = lettered(marker.side[:1].upper(), round(size * 1.05), letter_ink(colour), "bold")
        surface.blit(letter, letter.get_rect(center=(round(letter_at[0]), round(letter_at[1]))))


def letter_ink(colour: Colour) -> Colour:
    """Return the dark or the light ink, whichever reads better on a colour."""
    return _more_readable(theme().map_ink, theme().map_halo, colour)


@lru_cache(maxsize=64)
def _more_readable(one: Colour, other: Colour, below: Colour) -> Colour:
    return max((one, other), key=lambda ink: contrast(ink, below))


def _way_out(layout: Layout, cell: Cell) -> float:
    """Return the angle in which one leaves the map from a cell: across its open sides, else away from the middle."""
    grid = layout.map.grid
    open_steps = [step for step in grid.steps if cell.plus(step) not in layout.map]
    points = [grid.plane(step.q, step.r) for step in open_steps]
    x, y = sum(x for x, _ in points), sum(y for _, y in points)
    if hypot(x, y) < 0.01:
        middle, at = layout.bounds.middle, grid.point(cell)
        x, y = at[0] - middle[0], at[1] - middle[1]
    return atan2(y, x)
