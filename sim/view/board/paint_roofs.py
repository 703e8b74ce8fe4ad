"""Buildings from above: ridged roofs, flat adobe roofs, and ruins without any."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin

import pygame

from sim.grid import Point
from sim.view.board.camera import Camera
from sim.view.board.chance import PlaceNumbers
from sim.view.board.landscape import Landscape
from sim.view.board.paint_doors import is_adobe
from sim.view.board.paint_ground import SUN
from sim.view.board.pen import FALL, SHADE, SHADOW, Pen
from sim.view.board.roofs import Block, blocks
from sim.view.ui.palette import Colour, between, shaded
from sim.view.ui.strokes import on_way

_HEIGHT = 0.17
"""How tall buildings seem, in cells: the length of their shadow."""


@dataclass(frozen=True)
class RoofStyle:
    """How a kind of roof looks."""

    colours: tuple[Colour, ...]
    """A house takes one of them."""
    eaves: Colour
    courses: float
    """Distance between the lines of shingles or boards, in cells; they run with the ridge or across it."""
    across: bool = False
    rim: Colour | None = None
    """Walls that show around the roof."""
    flat: bool = False


ROOF_STYLES: dict[str, RoofStyle] = {
    "wood_building": RoofStyle(((160, 104, 60), (148, 92, 52), (168, 116, 70)), (62, 42, 26), 0.055, across=True),
    "stone_building": RoofStyle(
        ((118, 124, 132), (126, 126, 128), (108, 116, 128)), (52, 54, 60), 0.05, rim=(196, 188, 170)
    ),
    "building": RoofStyle(((158, 112, 76), (146, 104, 74), (166, 124, 88)), (72, 48, 32), 0.11),
    "adobe": RoofStyle(((204, 170, 124), (198, 162, 116), (210, 178, 134)), (116, 84, 54), 0.2, flat=True),
}


def paint_roof_shadows(layer: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw the shadows of buildings on a layer for shadows."""
    for block in _in_view(landscape, camera):
        low = _HEIGHT * (0.4 if block.look == "ruin" else 1.0)
        corners = camera.pixels(block.corners)
        push = (FALL[0] * low * camera.scale, FALL[1] * low * camera.scale)
        fallen = [(x + push[0], y + push[1]) for x, y in corners]
        pygame.draw.polygon(layer, (*SHADOW, SHADE + 24), fallen)
        for n in range(4):  # what lies between the house and the end of its shadow
            quad = (corners[n - 1], corners[n], fallen[n], fallen[n - 1])
            pygame.draw.polygon(layer, (*SHADOW, SHADE + 24), quad)


def paint_roofs(surface: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw all buildings in view: first every outline, so that blocks of one house join without a line between."""
    shown = _in_view(landscape, camera)
    for block in shown:
        if block.look == "ruin":
            _paint_ruin(surface, camera, block)
        else:
            _paint_walls(surface, camera, block, _style(landscape, block))
    for block in shown:
        if block.look != "ruin":
            style = _style(landscape, block)
            (_paint_flat if style.flat else _paint_ridged)(surface, camera, block, style)


def _in_view(landscape: Landscape, camera: Camera) -> list[Block]:
    view = camera.view
    return [
        block
        for block in blocks(landscape)
        if view.left - block.length - 0.5 < block.x < view.right + block.length + 0.5
        and view.top - block.length - 0.5 < block.y < view.bottom + block.length + 0.5
    ]


def _style(landscape: Landscape, block: Block) -> RoofStyle:
    """Return the roof of a block; where walls are of adobe, so are the houses."""
    adobe = block.look == "building" and landscape.once("adobe", is_adobe)
    return ROOF_STYLES["adobe" if adobe else block.look]


def _pen(surface: pygame.Surface, camera: Camera, block: Block) -> Pen:
    return Pen.at(surface, camera, (block.x, block.y), block.angle)


def _paint_walls(surface: pygame.Surface, camera: Camera, block: Block, style: RoofStyle) -> None:
    """Draw what shows around the roof: the eaves, and a rim of stone."""
    pen, grown = _pen(surface, camera, block), 0.0 if block.wing else 1.0
    rim = 0.05 if style.rim else 0.0
    pen.box(style.eaves, (block.length + (rim + 0.05) * grown, block.width + rim + 0.05))
    if style.rim:
        pen.box(style.rim, (block.length + rim * grown, block.width + rim))


def _paint_ridged(surface: pygame.Surface, camera: Camera, block: Block, style: RoofStyle) -> None:
    """Draw a roof with a ridge: two slopes, the one towards the sun lighter, with courses of shingles."""
    pen = _pen(surface, camera, block)
    a, b = block.length / 2, block.width / 2
    base = style.colours[block.seed % len(style.colours)]
    for side in (-1, 1):
        outward = (-sin(block.angle) * side, cos(block.angle) * side)
        light = 1.0 + 0.24 * (outward[0] * SUN[0] + outward[1] * SUN[1])
        colour = shaded(base, light)
        pen.polygon(colour, ((-a, 0), (a, 0), (a, b * side), (-a, b * side)))
        if pen.shows(style.courses * 1.4):
            _paint_courses(pen, colour, style, (a, b * side))
    pen.line(shaded(base, 1.28), (-a, 0), (a, 0), 0.022)
    if not block.wing:
        for end in (-a, a):
            pen.line(style.eaves, (end, -b), (end, b), 0.018)
    if block.chimney and pen.shows(0.07):
        _paint_chimney(pen, block)


def _paint_courses(pen: Pen, colour: Colour, style: RoofStyle, far: Point) -> None:
    """Draw the lines of shingles along the ridge, or of boards across it."""
    a, b = far
    line = shaded(colour, 0.86)
    if style.across:
        for n in range(1, int(2 * a / style.courses)):
            x = -a + n * style.courses
            pen.line(line, (x, 0), (x, b), 0.010)
        return
    for n in range(1, int(abs(b) / style.courses) + 1):
        y = n * style.courses * (1 if b > 0 else -1)
        if abs(y) < abs(b):
            pen.line(line, (-a, y), (a, y), 0.010)


def _paint_chimney(pen: Pen, block: Block) -> None:
    side = 1 if block.seed % 2 else -1
    x, y = side * block.length * 0.28, block.width * 0.12
    pen.box((50, 40, 34), (0.085, 0.085), (x + 0.012, y + 0.014))
    pen.box((152, 124, 106), (0.072, 0.072), (x, y))
    pen.box((44, 36, 32), (0.034, 0.034), (x, y))


def _paint_flat(surface: pygame.Surface, camera: Camera, block: Block, style: RoofStyle) -> None:
    """Draw a flat roof behind a parapet, with the ends of its beams."""
    pen, chance = _pen(surface, camera, block), PlaceNumbers(block.seed, 9)
    base = style.colours[block.seed % len(style.colours)]
    pen.box(shaded(base, 1.10), (block.length, block.width))
    pen.box(shaded(base, 0.72), (block.length - 0.12, block.width - 0.12))
    pen.box(shaded(base, 0.93), (block.length - 0.17, block.width - 0.17), (0.02, 0.025))
    if pen.shows(0.05):
        for _ in range(int(block.length * block.width * 2)):
            at = (chance.between(-0.4, 0.4) * block.length, chance.between(-0.4, 0.4) * block.width)
            pen.oval(shaded(base, chance.between(0.87, 0.97)), (0.16, 0.09), at)
        for n in range(1, int(block.length / 0.32)):  # ends of the beams stick out of the wall
            x = -block.length / 2 + n * 0.32
            pen.box((96, 68, 44), (0.05, 0.07), (x, block.width / 2 + 0.02))
            pen.box((96, 68, 44), (0.05, 0.07), (x, -block.width / 2 - 0.02))
    if block.length * block.width > 2.5:
        hatch = (chance.between(-0.25, 0.25) * block.length, chance.between(-0.2, 0.2) * block.width)
        pen.box((84, 62, 42), (0.24, 0.24), hatch)
        pen.box((128, 98, 66), (0.19, 0.19), hatch)


def _paint_ruin(surface: pygame.Surface, camera: Camera, block: Block) -> None:
    """Draw what is left of a house: broken walls around a floor of ash and rubble."""
    pen, chance = _pen(surface, camera, block), PlaceNumbers(block.seed, 11)
    a, b = block.length / 2, block.width / 2
    pen.box((92, 82, 70), (block.length - 0.06, block.width - 0.06))
    for _ in range(int(18 * block.length * block.width)):
        grey = chance.between(0.75, 1.3)
        at = (chance.between(-a, a) * 0.86, chance.between(-b, b) * 0.86)
        pen.box(shaded((126, 112, 96), grey), (chance.between(0.04, 0.11), chance.between(0.03, 0.08)), at)
    corners = ((-a, -b), (a, -b), (a, b), (-a, b))
    for n in range(4):
        _paint_broken_wall(pen, chance, corners[n], corners[(n + 1) % 4])


def _paint_broken_wall(pen: Pen, chance: PlaceNumbers, start: Point, end: Point) -> None:
    """Draw a wall with pieces missing; its corners always stand."""
    count = max(4, round(6 * (abs(end[0] - start[0]) + abs(end[1] - start[1]))))
    standing = [n for n in range(count) if n in (0, count - 1) or chance.share() > 0.34]
    pieces = [(on_way(start, end, n / count), on_way(start, end, (n + 1) / count)) for n in standing]
    for one, two in pieces:
        pen.line((66, 56, 46), one, two, 0.12)
    for n, (one, two) in enumerate(pieces):
        pen.line(between((172, 156, 134), (150, 134, 112), (n % 3) / 2), one, two, 0.065)
