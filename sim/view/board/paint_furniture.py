"""Furniture and other objects of a town, seen from above; each fills most of its square."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import pygame

from sim.grid import Cell, Edge
from sim.view.board.camera import Camera
from sim.view.board.chance import PlaceNumbers
from sim.view.board.landscape import Landscape
from sim.view.board.pen import Pen
from sim.view.board.sprites import VARIANTS, sprite
from sim.view.ui.palette import Colour, shaded

WOOD: Colour = (146, 100, 60)
DARK: Colour = (62, 40, 24)
IRON: Colour = (70, 70, 72)


def _pen(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell, angle: float = 0.0) -> Pen:
    return Pen.at(surface, camera, landscape.ground.map.grid.point(cell), angle)


def _joined(landscape: Landscape, cell: Cell, name: str) -> list[int]:
    """Return the sides beyond which the same object goes on."""
    steps = landscape.ground.map.grid.side_steps
    return [k for k, step in enumerate(steps) if name in landscape.features.get(cell.plus(step), ())]


def _walled(landscape: Landscape, cell: Cell) -> list[int]:
    """Return the sides of a cell that have something on them."""
    steps = landscape.ground.map.grid.side_steps
    return [k for k, step in enumerate(steps) if Edge.between(cell, cell.plus(step)) in landscape.edges]


def _back_to_wall(landscape: Landscape, cell: Cell) -> float:
    """Return the angle at which an object stands with its back (up) to a wall, or by chance if there is none."""
    sides = len(landscape.ground.map.grid.side_steps)
    walled = _walled(landscape, cell)
    side = walled[0] if walled else PlaceNumbers(*cell, 81).below(sides)
    return side * 2 * pi / sides


def paint_table(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a round card table with chairs, or a long one where tables stand side by side."""
    joined, chance = _joined(landscape, cell, "table"), PlaceNumbers(*cell, 82)
    pen = _pen(surface, landscape, camera, cell)
    if joined:
        _paint_run(pen, joined, 0.62, WOOD)
        return
    turn = chance.between(0, pi / 2)
    for n in range(4):
        chair = pen.moved(0.36 * cos(turn + n * pi / 2), 0.36 * sin(turn + n * pi / 2)).turned(turn + n * pi / 2)
        chair.box((120, 82, 50), (0.15, 0.16), outline=DARK)
        chair.box((92, 60, 36), (0.035, 0.17), (0.07, 0))
    pen.disc(DARK, 0.31)
    pen.disc(WOOD, 0.29)
    pen.disc(shaded(WOOD, 1.15), 0.24)
    pen.disc((96, 122, 84), 0.20)
    if pen.shows(0.08):
        for _ in range(3):
            card = pen.moved(chance.between(-0.1, 0.1), chance.between(-0.1, 0.1)).turned(chance.between(0, pi))
            card.box((244, 238, 224), (0.055, 0.08), outline=(120, 104, 84))


def _paint_run(pen: Pen, joined: list[int], width: float, colour: Colour) -> None:
    """Draw a long object that goes on across the joined sides (n, e, s, w); a whole arm of it per side."""
    half = width / 2
    reach = [0.5 if k in joined else half for k in range(4)]
    shapes = [((-half, -reach[0]), (half, reach[2])), ((-reach[3], -half), (reach[1], half))]
    for grow, tone in ((0.0, DARK), (-0.035, colour), (-0.09, shaded(colour, 1.16))):
        for (ax, ay), (bx, by) in shapes:
            inset = [(-grow if k not in joined else 0.0) for k in range(4)]
            ax2, ay2 = (
                ax + (inset[3] if ax == -reach[3] else -grow),
                ay + (inset[0] if ay == -reach[0] else -grow),
            )
            bx2, by2 = (
                bx - (inset[1] if bx == reach[1] else -grow),
                by - (inset[2] if by == reach[2] else -grow),
            )
            pen.polygon(tone, ((ax2, ay2), (bx2, ay2), (bx2, by2), (ax2, by2)))


def paint_bar(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a stretch of a saloon bar, with bottles and glasses on it."""
    pen, chance = _pen(surface, landscape, camera, cell), PlaceNumbers(*cell, 83)
    joined = [k for k in range(4) if k in {*_joined(landscape, cell, "bar"), *_joined(landscape, cell, "counter")}]
    _paint_run(pen, joined, 0.60, (128, 78, 46))
    for _ in range(3):
        at = (chance.between(-0.2, 0.2), chance.between(-0.2, 0.2))
        glass = ((206, 222, 220), (96, 128, 84), (150, 92, 44))[chance.below(3)]
        pen.disc(shaded(glass, 0.45), 0.05, at)
        pen.disc(glass, 0.036, at)


def paint_counter(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a stretch of shop counter."""
    pen = _pen(surface, landscape, camera, cell)
    joined = [k for k in range(4) if k in {*_joined(landscape, cell, "bar"), *_joined(landscape, cell, "counter")}]
    _paint_run(pen, joined, 0.60, (156, 116, 74))


def paint_bed(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a bed with its head to the wall."""
    pen = _pen(surface, landscape, camera, cell, _back_to_wall(landscape, cell))
    pen.box(DARK, (0.58, 0.86))
    pen.box((226, 218, 200), (0.52, 0.80))
    pen.box((244, 240, 230), (0.40, 0.17), (0, -0.29), (170, 160, 144))
    blanket = ((132, 56, 48), (72, 92, 120), (112, 112, 70))[PlaceNumbers(*cell, 84).below(3)]
    pen.box(blanket, (0.53, 0.50), (0, 0.15))
    pen.box(shaded(blanket, 1.25), (0.53, 0.07), (0, -0.07))
    pen.box(shaded(blanket, 0.75), (0.53, 0.03), (0, 0.2))
    pen.box((92, 58, 34), (0.60, 0.055), (0, -0.42))


def _paint_one_crate(pen: Pen, size: float, tone: Colour) -> None:
    pen.box(shaded(tone, 0.55), (size, size))
    pen.box(tone, (size * 0.93, size * 0.93))
    if pen.shows(0.05):
        for n in (-1, 0, 1):
            pen.line(shaded(tone, 0.72), (n * size * 0.25, -size * 0.44), (n * size * 0.25, size * 0.44), 0.014)
        for y in (-0.36, 0.36):
            pen.box(shaded(tone, 1.18), (size * 0.9, size * 0.15), (0, y * size), shaded(tone, 0.6))


def paint_crate(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw one wooden crate."""
    pen = _pen(surface, landscape, camera, cell, PlaceNumbers(*cell, 85).between(-0.2, 0.2))
    _paint_one_crate(pen, 0.62, (176, 136, 88))


def paint_stacked_crates(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw four crates with another on top of them."""
    pen, chance = _pen(surface, landscape, camera, cell), PlaceNumbers(*cell, 86)
    for x in (-0.21, 0.21):
        for y in (-0.21, 0.21):
            lower = pen.moved(x, y).turned(chance.between(-0.06, 0.06))
            _paint_one_crate(lower, 0.40, shaded((158, 120, 76), chance.between(0.86, 1.05)))
    _paint_one_crate(pen.turned(chance.between(0.2, 0.6)), 0.46, (192, 152, 102))


def paint_barrel(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a barrel on its end: staves, hoop, lid."""
    pen = _pen(surface, landscape, camera, cell, PlaceNumbers(*cell, 87).between(0, pi))
    _paint_one_barrel(pen, 0.27)


def _paint_one_barrel(pen: Pen, radius: float) -> None:
    pen.disc(DARK, radius)
    pen.disc((152, 106, 62), radius * 0.93)
    pen.ring(IRON, radius * 0.86, 0.028)
    pen.disc((126, 86, 50), radius * 0.72)
    if pen.shows(0.05):
        for n in (-2, -1, 0, 1, 2):
            x = n * radius * 0.26
            reach = (radius * radius * 0.50 - x * x) ** 0.5
            pen.line((92, 60, 34), (x, -reach), (x, reach), 0.014)


def paint_wardrobe(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a wardrobe with its back to the wall."""
    pen = _pen(surface, landscape, camera, cell, _back_to_wall(landscape, cell))
    pen.box(DARK, (0.86, 0.52), (0, -0.16))
    pen.box((112, 68, 40), (0.81, 0.47), (0, -0.16))
    pen.box((134, 84, 52), (0.73, 0.37), (0, -0.17))
    pen.line(DARK, (0, 0.02), (0, 0.10), 0.025)
    for x in (-0.05, 0.05):
        pen.disc((222, 186, 96), 0.022, (x, 0.075))


def paint_boulder(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a rock as large as its square."""
    pen, chance = _pen(surface, landscape, camera, cell), PlaceNumbers(*cell, 88)
    size = max(4, round(0.98 * camera.scale))
    picture = sprite("boulder", chance.below(VARIANTS), size)
    surface.blit(picture, (round(pen.x - size / 2), round(pen.y - size / 2)))


def paint_tree(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw one tree that shades its square."""
    pen, chance = _pen(surface, landscape, camera, cell), PlaceNumbers(*cell, 89)
    size = max(4, round(chance.between(1.02, 1.16) * camera.scale))
    picture = sprite("olive_tree", chance.below(VARIANTS), size)
    surface.blit(picture, (round(pen.x - size / 2), round(pen.y - size / 2)))


def paint_wagon(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a covered wagon; several squares of it make a longer one."""
    joined = _joined(landscape, cell, "wagon")
    lengthwise = 0.0 if (1 in joined or 3 in joined) else pi / 2
    if not joined:
        lengthwise = PlaceNumbers(*cell, 90).below(2) * pi / 2
    pen = _pen(surface, landscape, camera, cell, lengthwise)
    ends = [0.47, 0.47]
    for n, side in enumerate((3, 1) if lengthwise == 0.0 else (0, 2)):
        ends[n] = 0.5 if side in joined else 0.45
    left, right = -ends[0], ends[1]
    middle, length = (left + right) / 2, right - left
    for y in (-0.34, 0.34):
        for x in (left + 0.14, right - 0.14):
            pen.box((52, 36, 24), (0.26, 0.07), (x, y))
    pen.box(DARK, (length, 0.58), (middle, 0))
    pen.box((226, 216, 192), (length - 0.04, 0.52), (middle, 0))
    for n in range(4):
        x = left + 0.06 + n * (length - 0.12) / 3
        pen.line((186, 174, 148), (x, -0.25), (x, 0.25), 0.03)
    pen.box((244, 238, 220), (length - 0.04, 0.10), (middle, -0.07))


def paint_water_trough(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a trough of water; side by side they make a longer one."""
    joined = _joined(landscape, cell, "water_trough")
    upright = bool({0, 2} & set(joined)) or (not joined and bool({1, 3} & set(_walled(landscape, cell))))
    pen = _pen(surface, landscape, camera, cell, pi / 2 if upright else 0.0)
    before, after = (0, 2) if upright else (3, 1)
    left, right = (-0.5 if before in joined else -0.43), (0.5 if after in joined else 0.43)
    middle, length = (left + right) / 2, right - left
    pen.box(DARK, (length, 0.44), (middle, 0))
    pen.box((138, 106, 70), (length - 0.03, 0.40), (middle, 0))
    pen.box((62, 104, 126), (length - (0.12 if not joined else 0.05), 0.27), (middle, 0))
    pen.box((118, 158, 170), ((length - 0.12) * 0.6, 0.05), (middle, -0.06))


def paint_overturned_table(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a table on its edge: the board seen from its rim, the legs behind."""
    pen = _pen(surface, landscape, camera, cell, _back_to_wall(landscape, cell))
    for x in (-0.26, 0.26):
        pen.box(DARK, (0.06, 0.36), (x, 0.12))
        pen.box((122, 84, 52), (0.035, 0.34), (x, 0.12))
    pen.box(DARK, (0.82, 0.16), (0, -0.10))
    pen.box(WOOD, (0.78, 0.11), (0, -0.10))
    pen.box(shaded(WOOD, 1.25), (0.78, 0.04), (0, -0.13))


FURNITURE: dict[str, Callable[[pygame.Surface, Landscape, Camera, Cell], None]] = {
    "table": paint_table,
    "bar": paint_bar,
    "counter": paint_counter,
    "bed": paint_bed,
    "crate": paint_crate,
    "stacked_crates": paint_stacked_crates,
    "barrel": paint_barrel,
    "wardrobe": paint_wardrobe,
    "boulder": paint_boulder,
    "tree": paint_tree,
    "wagon": paint_wagon,
    "water_trough": paint_water_trough,
    "overturned_table": paint_overturned_table,
}

FOOTPRINTS: dict[str, tuple[tuple[float, float], float]] = {
    "table": ((0.66, 0.66), 0.08),
    "bar": ((0.90, 0.72), 0.10),
    "counter": ((0.90, 0.72), 0.10),
    "bed": ((0.74, 0.92), 0.06),
    "crate": ((0.74, 0.74), 0.10),
    "stacked_crates": ((1.00, 1.00), 0.14),
    "barrel": ((0.54, 0.54), 0.10),
    "wardrobe": ((0.92, 0.80), 0.12),
    "boulder": ((0.88, 0.80), 0.14),
    "tree": ((1.00, 1.00), 0.24),
    "wagon": ((1.04, 0.76), 0.14),
    "water_trough": ((0.90, 0.50), 0.08),
    "overturned_table": ((0.84, 0.42), 0.10),
}
"""Size and height of the shadow of each, in cells."""
