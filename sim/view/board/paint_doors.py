r"""Doors, windows and gates: openings in a wall or a fence, each between two short pieces of it.

closed          open               batwing            window
==|------|==    ==|      |==       ==|-\  /-|==       ==|=====|==
                  |                                       glass
                  | swung leaf
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, hypot

import pygame

from sim.grid import Cell, Edge, Point
from sim.view.board.camera import Camera
from sim.view.board.landscape import Landscape
from sim.view.board.pen import Pen
from sim.view.board.survey import look
from sim.view.ui.palette import Colour

Side = tuple[Point, Point]

_WALL: Colour = (142, 104, 68)
_WALL_LINE: Colour = (48, 33, 22)
_ADOBE: Colour = (212, 176, 128)
_ADOBE_LINE: Colour = (112, 80, 50)
_LEAF: Colour = (178, 128, 78)
_LEAF_LINE: Colour = (58, 38, 22)
_GLASS: Colour = (176, 212, 224)
_GATE: Colour = (170, 138, 96)
_THICK = 0.13
_JAMB = 0.17
"""How much of a side the wall on either hand of an opening takes."""


def _pen(surface: pygame.Surface, landscape: Landscape, camera: Camera, edge: Edge, side: Side) -> Pen:
    """Return a pen in the middle of a side, x along it, and y towards the room if one of its cells is one."""
    (ax, ay), (bx, by) = side
    pen = Pen(surface, (ax + bx) / 2, (ay + by) / 2, camera.scale).turned(atan2(by - ay, bx - ax))
    inner = camera.pixel(landscape.ground.map.grid.point(_inside(landscape, edge)))
    towards = (inner[0] - pen.x) * -pen.sin + (inner[1] - pen.y) * pen.cos
    return pen if towards > 0 else pen.turned(3.141592653589793)


def _inside(landscape: Landscape, edge: Edge) -> Cell:
    """Return the cell a door swings into: the room, not the street; what shelters more, if both look alike."""
    ground = landscape.ground
    cells = [cell for cell in edge if cell in ground.map]
    return max(cells, key=lambda cell: (look(ground.terrain_at(cell)) == "floor", ground.terrain_at(cell).defence))


def is_adobe(landscape: Landscape) -> bool:
    """Say whether houses here are of adobe: they are where walls are."""
    return "adobe_wall" in landscape.ground.map.edges.values() or "adobe_wall" in landscape.edges.values()


def _length(camera: Camera, side: Side) -> float:
    return hypot(side[1][0] - side[0][0], side[1][1] - side[0][1]) / camera.scale


def _paint_jambs(pen: Pen, length: float, landscape: Landscape) -> None:
    """Draw the wall on both hands of an opening, and the threshold between."""
    half, jamb = length / 2, _JAMB * length
    wall, line = (_ADOBE, _ADOBE_LINE) if landscape.once("adobe", is_adobe) else (_WALL, _WALL_LINE)
    pen.box((112, 84, 58), (length, _THICK * 0.7))
    for hand in (-1, 1):
        outer, inner = half + _THICK / 2, half - jamb
        middle, wide = hand * (outer + inner) / 2, outer - inner
        pen.box(line, (wide + 0.04, _THICK + 0.044), (middle, 0))
        pen.box(wall, (wide, _THICK), (middle, 0))


def paint_door(surface: pygame.Surface, landscape: Landscape, camera: Camera, edge: Edge, side: Side) -> None:
    """Draw a closed door: a bar of another wood between its jambs."""
    pen, length = _pen(surface, landscape, camera, edge, side), _length(camera, side)
    _paint_jambs(pen, length, landscape)
    wide = length * (1 - 2 * _JAMB)
    pen.box(_LEAF_LINE, (wide, 0.10))
    pen.box(_LEAF, (wide - 0.03, 0.06))
    pen.disc((232, 200, 110), 0.022, (wide * 0.34, 0.035))


def paint_open_door(surface: pygame.Surface, landscape: Landscape, camera: Camera, edge: Edge, side: Side) -> None:
    """Draw an open door: its leaf swung inwards about one jamb."""
    pen, length = _pen(surface, landscape, camera, edge, side), _length(camera, side)
    _paint_jambs(pen, length, landscape)
    wide = length * (1 - 2 * _JAMB)
    hinge = pen.moved(-wide / 2, 0.02).turned(1.32)
    hinge.box(_LEAF_LINE, (wide, 0.085), (wide / 2, 0))
    hinge.box(_LEAF, (wide - 0.03, 0.05), (wide / 2, 0))


def paint_batwing(surface: pygame.Surface, landscape: Landscape, camera: Camera, edge: Edge, side: Side) -> None:
    """Draw two short leaves that stand a little open."""
    pen, length = _pen(surface, landscape, camera, edge, side), _length(camera, side)
    _paint_jambs(pen, length, landscape)
    half = length * (0.5 - _JAMB)
    for hand in (-1, 1):
        leaf = pen.moved(hand * half, 0).turned(0.42 if hand < 0 else 3.1416 - 0.42)
        leaf.box(_LEAF_LINE, (half * 0.92, 0.085), (half * 0.46, 0))
        leaf.box(_LEAF, (half * 0.92 - 0.03, 0.045), (half * 0.46, 0))


def paint_window(surface: pygame.Surface, landscape: Landscape, camera: Camera, edge: Edge, side: Side) -> None:
    """Draw a sill with a line of glass and its frame."""
    pen, length = _pen(surface, landscape, camera, edge, side), _length(camera, side)
    _paint_jambs(pen, length, landscape)
    wide = length * (1 - 2 * _JAMB)
    pen.box((214, 204, 182), (wide, _THICK * 0.9))
    pen.box((92, 124, 138), (wide, _THICK * 0.46))
    pen.box(_GLASS, (wide, _THICK * 0.24))
    pen.line((214, 204, 182), (0, -_THICK * 0.4), (0, _THICK * 0.4), 0.03)


def paint_gate(surface: pygame.Surface, landscape: Landscape, camera: Camera, edge: Edge, side: Side) -> None:
    """Draw a closed gate: two posts, rails and a brace."""
    pen, half = _pen(surface, landscape, camera, edge, side), _length(camera, side) / 2
    _paint_gate_leaf(pen.moved(-half * 0.84, 0), half * 1.68)
    _paint_posts(pen, half)


def paint_open_gate(surface: pygame.Surface, landscape: Landscape, camera: Camera, edge: Edge, side: Side) -> None:
    """Draw a gate swung open about one post."""
    pen, half = _pen(surface, landscape, camera, edge, side), _length(camera, side) / 2
    _paint_gate_leaf(pen.moved(-half * 0.84, 0).turned(1.22), half * 1.55)
    _paint_posts(pen, half)


def _paint_gate_leaf(pen: Pen, length: float) -> None:
    pen.box((74, 54, 36), (length, 0.10), (length / 2, 0))
    pen.box(_GATE, (length - 0.03, 0.022), (length / 2, -0.028))
    pen.box(_GATE, (length - 0.03, 0.022), (length / 2, 0.028))
    pen.line(_GATE, (0.02, 0.03), (length - 0.02, -0.03), 0.02)


def _paint_posts(pen: Pen, half: float) -> None:
    for hand in (-1, 1):
        pen.disc((60, 42, 28), 0.06, (hand * half * 0.88, 0))
        pen.disc((128, 98, 66), 0.038, (hand * half * 0.88, 0))


DOORS: dict[str, Callable[[pygame.Surface, Landscape, Camera, Edge, Side], None]] = {
    "door": paint_door,
    "door_open": paint_open_door,
    "batwing_door": paint_batwing,
    "window": paint_window,
    "gate": paint_gate,
    "gate_open": paint_open_gate,
}
