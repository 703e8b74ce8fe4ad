"""What lies in a cell: pits, trenches, wire, bunkers, smoke. Furniture is in `paint_furniture.py`."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np
import pygame

from sim.grid import Cell, Point
from sim.view.board.camera import Camera
from sim.view.board.chance import PlaceNumbers
from sim.view.board.curves import Curves
from sim.view.board.landscape import Landscape
from sim.view.board.paint_furniture import FOOTPRINTS, FURNITURE
from sim.view.board.pen import FALL, SHADE, SHADOW, Pen
from sim.view.ui.palette import Colour, shaded

EARTH: Colour = (146, 116, 76)
DARK_EARTH: Colour = (58, 44, 30)
BAG: Colour = (190, 168, 122)


def paint_features(surface: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw what lies in the cells in view, except smoke."""
    for cell, looks in landscape.features_in_view(camera):
        for name in looks:
            if name in SMOKES:
                continue
            painter = FEATURES.get(name)
            if painter is not None:
                painter(surface, landscape, camera, cell)
            elif name in FURNITURE:
                FURNITURE[name](surface, landscape, camera, cell)
            else:
                _paint_unknown(surface, landscape, camera, cell)


def paint_feature_shadows(layer: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw the shadows of furniture and the like on a layer for shadows: a dark shape beside each."""
    for cell, looks in landscape.features_in_view(camera):
        for name in looks:
            if name in FOOTPRINTS:
                size, high = FOOTPRINTS[name]
                pen = _pen(layer, landscape, camera, cell)
                pen.oval((*SHADOW, SHADE - 24), size, (FALL[0] * high, FALL[1] * high))


def paint_smoke(surface: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw smoke, over everything else."""
    for cell, looks in landscape.features_in_view(camera, 1.0):
        for name in looks:
            if name in SMOKES:
                _paint_cloud(surface, camera, landscape.ground.map.grid.point(cell), cell, SMOKES[name])


def _pen(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell, angle: float = 0.0) -> Pen:
    return Pen.at(surface, camera, landscape.ground.map.grid.point(cell), angle)


def _blot(chance: PlaceNumbers, radius: float, rough: float = 0.14) -> list[Point]:
    """Return a round shape with an unsteady outline."""
    turns = [2 * pi * n / 14 for n in range(14)]
    radii = [radius * (1 + chance.between(-rough, rough)) for _ in turns]
    return [(r * cos(t), r * sin(t)) for r, t in zip(radii, turns, strict=True)]


def paint_rifle_pit(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a pit behind its own spoil."""
    pen, chance = _pen(surface, landscape, camera, cell), PlaceNumbers(*cell, 61)
    pen.polygon(shaded(EARTH, 0.72), [(x + 0.02, y + 0.03) for x, y in _blot(chance, 0.31)])
    pen.polygon(EARTH, _blot(chance, 0.30))
    pen.polygon(shaded(EARTH, 1.22), [(x * 0.9 - 0.02, y * 0.9 - 0.03) for x, y in _blot(chance, 0.27)])
    pen.oval(shaded(DARK_EARTH, 1.3), (0.36, 0.26))
    pen.oval(DARK_EARTH, (0.32, 0.20), (0.0, -0.015))
    _clods(pen, chance, 0.30, 9)


def _clods(pen: Pen, chance: PlaceNumbers, radius: float, count: int) -> None:
    """Scatter lumps of earth around."""
    if not pen.shows(0.04):
        return
    for _ in range(count):
        turn, far = chance.between(0, 2 * pi), radius * chance.between(0.8, 1.2)
        pen.disc(
            shaded(EARTH, chance.between(0.7, 1.25)),
            chance.between(0.012, 0.028),
            (far * cos(turn), far * sin(turn)),
        )


def paint_trench(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a zigzag trench that runs on into neighbouring trenches."""
    grid = landscape.ground.map.grid
    x, y = grid.point(cell)
    arms = [
        ((x + a) / 2, (y + b) / 2)
        for other in (cell.plus(step) for step in grid.side_steps)
        if "trench" in landscape.features.get(other, ())
        for a, b in (grid.point(other),)
    ]
    if len(arms) < 2:
        arms += [(x - 0.42, y + 0.10), (x + 0.42, y - 0.10)][len(arms) :]
    ribbons = Curves(_zigzag((x, y), arm) for arm in arms).in_view(camera, 1.0)
    for colour, width in ((shaded(EARTH, 0.75), 0.30), (shaded(EARTH, 1.16), 0.26), (DARK_EARTH, 0.13)):
        ribbons.draw(surface, colour, width * camera.scale)
    ribbons.draw(surface, shaded(DARK_EARTH, 1.55), 0.05 * camera.scale)


def _zigzag(start: Point, end: Point) -> list[Point]:
    """Return a line in bays, so that a shell in one does not reach the next."""
    (ax, ay), (bx, by) = start, end
    sideways = (-(by - ay) * 0.22, (bx - ax) * 0.22)
    line = [start]
    for n, hand in enumerate((0, 1, 1, -1, -1, 0)):
        share = (n + 0.5) / 6
        line.append((ax + (bx - ax) * share + sideways[0] * hand, ay + (by - ay) * share + sideways[1] * hand))
    return [*line, end]


def paint_bunker(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a concrete roof banked with earth, and its dark slit."""
    pen, chance = _pen(surface, landscape, camera, cell), PlaceNumbers(*cell, 62)
    pen.polygon(shaded(EARTH, 0.7), [(x + 0.02, y + 0.035) for x, y in _blot(chance, 0.38, 0.08)])
    pen.polygon(EARTH, _blot(chance, 0.36, 0.08))
    shape = [(0.25 * cos(pi / 4 * n + pi / 8), 0.25 * sin(pi / 4 * n + pi / 8)) for n in range(8)]
    pen.polygon((74, 74, 70), [(x + 0.025, y + 0.03) for x, y in shape])
    pen.polygon((158, 156, 148), shape, (70, 70, 66))
    pen.polygon((176, 174, 165), [(x * 0.72 - 0.02, y * 0.72 - 0.03) for x, y in shape])
    pen.box((34, 34, 32), (0.26, 0.05), (0.0, -0.205))


def paint_wire(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw two rows of coils between stakes."""
    pen = _pen(surface, landscape, camera, cell, PlaceNumbers(*cell, 63).between(-0.12, 0.12))
    for row in (-0.13, 0.13):
        for n in range(9):
            pen.ring((58, 56, 54), 0.075, 0.016, (-0.36 + n * 0.09, row))
        for n in range(4):
            x = -0.36 + n * 0.24
            pen.line((74, 54, 36), (x - 0.05, row - 0.07), (x + 0.05, row + 0.07), 0.032)
            pen.line((74, 54, 36), (x - 0.05, row + 0.07), (x + 0.05, row - 0.07), 0.032)


def paint_mines(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a staggered field of mines, and the sign that warns of them."""
    pen, chance = _pen(surface, landscape, camera, cell), PlaceNumbers(*cell, 64)
    for n in range(9):
        at = (
            -0.27 + 0.27 * (n % 3) + chance.between(-0.04, 0.04),
            -0.24 + 0.24 * (n // 3) + chance.between(-0.04, 0.04),
        )
        if n != 4:
            pen.disc((62, 52, 40), 0.055, (at[0] + 0.01, at[1] + 0.015))
            pen.disc((122, 112, 92), 0.045, at)
            pen.disc((52, 46, 38), 0.016, at)
    pen.polygon((196, 52, 40), ((0, -0.13), (0.13, 0.09), (-0.13, 0.09)), (70, 20, 16))
    pen.box((250, 240, 226), (0.026, 0.085), (0, 0.0))
    pen.disc((250, 240, 226), 0.016, (0, 0.064))


def _bags(pen: Pen, chance: PlaceNumbers, places: list[tuple[Point, float]]) -> None:
    """Draw sandbags, each at a place and an angle."""
    for (x, y), angle in places:
        bag = pen.moved(x, y).turned(angle)
        tone = shaded(BAG, chance.between(0.88, 1.12))
        bag.oval(shaded(BAG, 0.38), (0.165, 0.115), (0.008, 0.012))
        bag.oval(tone, (0.14, 0.088))
        if pen.shows(0.05):
            bag.line(shaded(tone, 0.8), (-0.045, 0.0), (0.045, 0.0), 0.012)


def paint_sandbags(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw an arc of sandbags, two deep."""
    pen, chance = _pen(surface, landscape, camera, cell, _facing(landscape, cell)), PlaceNumbers(*cell, 65)
    for radius, shift in ((0.40, 0.0), (0.30, 0.11)):
        turns = [-pi / 2 + (n - 4) * 0.30 + shift for n in range(9)]
        _bags(pen, chance, [((radius * cos(t), radius * sin(t) + 0.10), t + pi / 2) for t in turns])


def paint_hasty_works(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a scrape behind a low bank of earth with a log on it."""
    pen, chance = _pen(surface, landscape, camera, cell, _facing(landscape, cell)), PlaceNumbers(*cell, 66)
    arc = [(0.34 * cos(t), 0.30 * sin(t) + 0.06) for t in (-pi * (0.08 + 0.84 * n / 10) for n in range(11))]
    inner = [(x * 0.62, y * 0.62 + 0.02) for x, y in reversed(arc)]
    pen.polygon(shaded(EARTH, 0.66), [(x + 0.02, y + 0.03) for x, y in (*arc, *inner)])
    pen.polygon(shaded(EARTH, 1.08), (*arc, *inner))
    pen.oval(DARK_EARTH, (0.34, 0.18), (0, 0.05))
    for n in range(3):
        log = pen.moved(-0.19 + 0.19 * n, -0.21 + 0.06 * abs(n - 1)).turned((n - 1) * 0.55)
        log.box((70, 48, 30), (0.20, 0.06), (0.006, 0.01))
        log.box((134, 98, 62), (0.19, 0.045))
    _clods(pen, chance, 0.36, 7)


def paint_barricade(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a heap of whatever was at hand: boxes, beams, a barrel."""
    pen, chance = _pen(surface, landscape, camera, cell, _facing(landscape, cell)), PlaceNumbers(*cell, 67)
    for n in range(5):
        box = pen.moved(-0.34 + 0.17 * n, chance.between(-0.07, 0.07)).turned(chance.between(-0.5, 0.5))
        box.box((54, 38, 24), (0.21, 0.19), (0.014, 0.02))
        box.box(shaded((150, 110, 70), chance.between(0.8, 1.15)), (0.19, 0.17), outline=(72, 50, 32))
        box.line((104, 74, 46), (-0.08, -0.07), (0.08, 0.07), 0.02)
    for n in range(3):
        beam = pen.moved(chance.between(-0.1, 0.1), -0.1 + 0.1 * n).turned(chance.between(-0.25, 0.25))
        beam.box((52, 36, 24), (0.74, 0.055), (0.01, 0.014))
        beam.box(shaded((140, 106, 72), chance.between(0.85, 1.15)), (0.72, 0.04))


def paint_wreck(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a burnt-out vehicle on scorched ground."""
    pen, chance = _pen(surface, landscape, camera, cell), PlaceNumbers(*cell, 68)
    pen.polygon((52, 46, 38), _blot(chance, 0.40, 0.18))
    hull = pen.turned(chance.between(0, 2 * pi))
    hull.box((28, 25, 22), (0.62, 0.34), (0.015, 0.02))
    for side in (-0.15, 0.15):
        hull.box((44, 40, 36), (0.62, 0.07), (0, side))
    hull.box((96, 76, 58), (0.56, 0.24), outline=(34, 28, 24))
    hull.box((122, 84, 54), (0.20, 0.20), (-0.14, 0))
    hull.disc((70, 60, 50), 0.09, (0.08, 0), (30, 26, 22))
    hull.line((44, 38, 32), (0.10, 0), (0.34, 0.04), 0.04)


def _facing(landscape: Landscape, cell: Cell) -> float:
    """Return the angle by which a work is turned: by chance, a quarter or a sixth of a turn at a time."""
    turns = len(landscape.ground.map.grid.sides)
    return PlaceNumbers(*cell, 69).below(turns) * 2 * pi / turns


def _paint_unknown(surface: pygame.Surface, landscape: Landscape, camera: Camera, cell: Cell) -> None:
    """Draw a hatched square for a look that nobody has drawn yet."""
    pen = _pen(surface, landscape, camera, cell)
    pen.box((170, 170, 170), (0.46, 0.46), outline=(80, 80, 80))
    for n in range(-2, 3):
        pen.line((100, 100, 100), (n * 0.1 - 0.12, 0.2), (n * 0.1 + 0.12, -0.2), 0.02)


# -- smoke -----------------------------------------------------------------------------------------------

SMOKES: dict[str, tuple[Colour, int]] = {
    "light_smoke": ((232, 230, 222), 104),
    "heavy_smoke": ((158, 156, 152), 190),
}
"""Colour and opacity of smoke."""


def _paint_cloud(surface: pygame.Surface, camera: Camera, centre: Point, cell: Cell, style: tuple[Colour, int]) -> None:
    """Draw overlapping puffs that hide much, but not what kind of cell it is."""
    chance = PlaceNumbers(*cell, 71)
    for n in range(9):
        turn = 2 * pi * n / 8 + chance.between(-0.3, 0.3)
        far = 0.0 if n == 8 else chance.between(0.24, 0.36)
        size = max(4, round((0.86 if n == 8 else chance.between(0.46, 0.66)) * camera.scale))
        x, y = camera.pixel((centre[0] + far * cos(turn), centre[1] + far * sin(turn)))
        puff = _puff(style, size)
        surface.blit(puff, (round(x - size / 2), round(y - size / 2)))


def _puff(style: tuple[Colour, int], size: int) -> pygame.Surface:
    """Return one soft puff, lighter towards the sun."""
    key = (style, size)
    known = _PUFFS.get(key)
    if known is not None:
        return known
    (red, green, blue), opacity = style
    y, x = (np.mgrid[0:size, 0:size].astype(np.float32) + np.float32(0.5)) * np.float32(2 / size) - 1
    body = np.clip(1 - (x * x + y * y), 0, 1)
    light = (1.04 - 0.16 * (x * 0.62 + y * 0.78))[..., None] * np.array((red, green, blue), dtype=np.float32)
    pixels = np.empty((size, size, 4), dtype=np.uint8)
    pixels[..., :3] = np.clip(light, 0, 255)
    pixels[..., 3] = body**0.8 * opacity
    picture = pygame.image.frombytes(pixels.tobytes(), (size, size), "RGBA")
    if len(_PUFFS) > 200:
        _PUFFS.clear()
    _PUFFS[key] = picture
    return picture


_PUFFS: dict[tuple[tuple[Colour, int], int], pygame.Surface] = {}

FEATURES: dict[str, Callable[[pygame.Surface, Landscape, Camera, Cell], None]] = {
    "rifle_pit": paint_rifle_pit,
    "trench": paint_trench,
    "bunker": paint_bunker,
    "wire": paint_wire,
    "mines": paint_mines,
    "sandbags": paint_sandbags,
    "hasty_works": paint_hasty_works,
    "barricade": paint_barricade,
    "wreck": paint_wreck,
}
FEATURE_LOOKS = frozenset({*FEATURES, *FURNITURE, *SMOKES})
"""Every look of a feature that is drawn in its own way."""
