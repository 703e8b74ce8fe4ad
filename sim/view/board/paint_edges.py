"""What stands on the sides of cells: walls, hedges, fences, gates, cliffs, banks. Doors and windows: `paint_doors.py`.

Each kind is drawn in passes over all its sides in view (all outlines first, then all tops), so that a wall runs on
round corners without a seam.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot

import pygame

from sim.grid import Edge, Point
from sim.view.board.camera import Camera
from sim.view.board.chance import PlaceNumbers
from sim.view.board.curves import evenly
from sim.view.board.landscape import Landscape
from sim.view.board.paint_doors import DOORS
from sim.view.board.paint_ways import STREAMS
from sim.view.board.pen import FALL, SHADE, SHADOW
from sim.view.board.sprites import VARIANTS, sprite
from sim.view.board.survey import look
from sim.view.ui.palette import Colour, shaded


@dataclass(frozen=True)
class WallStyle:
    """How a wall looks from above."""

    width: float
    top: Colour
    outline: Colour
    stones: float = 0.0
    """Length of its stones in cells; 0 for a smooth wall."""
    high: float = 0.10
    """How tall it seems: the length of its shadow in cells."""
    square: bool = False
    """Ends in right angles instead of round."""


WALLS: dict[str, WallStyle] = {
    "wall": WallStyle(0.115, (158, 151, 138), (60, 56, 50), 0.10),
    "low_wall": WallStyle(0.085, (170, 161, 144), (78, 72, 62), 0.085, high=0.05),
    "adobe_wall": WallStyle(0.15, (212, 176, 128), (112, 80, 50), high=0.11),
    "house_wall": WallStyle(0.13, (142, 104, 68), (48, 33, 22), high=0.14, square=True),
    "counter_edge": WallStyle(0.16, (150, 100, 60), (66, 42, 26), high=0.06, square=True),
}
"""`house_wall` is what a wall is drawn as where there is a floor beside it."""

Side = tuple[Point, Point]


def edge_look(landscape: Landscape, edge: Edge, name: str) -> str:
    """Return what an edge is drawn as: a wall beside a floor belongs to a house."""
    if name != "wall":
        return name
    ground = landscape.ground
    floors = [cell in ground.map and look(ground.terrain_at(cell)) == "floor" for cell in edge]
    return "house_wall" if any(floors) or ground.map.terrain_set.id == "town" else name


def paint_edges(surface: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw everything on the sides in view."""
    sides: dict[str, list[tuple[Edge, Side]]] = {}
    for edge, name in landscape.edges_in_view(camera):
        one, other = landscape.side_points(edge)
        drawn = (camera.pixel(one), camera.pixel(other))
        sides.setdefault(edge_look(landscape, edge, name), []).append((edge, drawn))
    for name in sorted(sides, key=_order):
        if name in STREAMS:
            continue
        if name in WALLS:
            _paint_wall(surface, camera, sides[name], WALLS[name])
        elif name in DOORS:
            for edge, side in sides[name]:
                DOORS[name](surface, landscape, camera, edge, side)
        else:
            painter = EDGE_PAINTERS.get(name, _paint_unknown)
            painter(surface, landscape, camera, sides[name])


def _order(name: str) -> int:
    """Draw walls before doors, which stand in them."""
    return 2 if name in DOORS else 1 if name in WALLS else 0


def paint_edge_shadows(layer: pygame.Surface, landscape: Landscape, camera: Camera) -> None:
    """Draw the shadows of walls and hedges on a layer for shadows."""
    for edge, name in landscape.edges_in_view(camera):
        drawn = edge_look(landscape, edge, name)
        high, width = _SHADOWS.get(drawn, (0.0, 0.0)) if drawn not in WALLS else (WALLS[drawn].high, WALLS[drawn].width)
        if not high:
            continue
        one, other = (camera.pixel(point) for point in landscape.side_points(edge))
        push = (FALL[0] * high * camera.scale, FALL[1] * high * camera.scale)
        fallen = ((one[0] + push[0], one[1] + push[1]), (other[0] + push[0], other[1] + push[1]))
        pygame.draw.polygon(layer, (*SHADOW, SHADE), (one, other, fallen[1], fallen[0]))
        _capsule(layer, (*SHADOW, SHADE), fallen, width * camera.scale)


_SHADOWS = {
    "hedge": (0.09, 0.17), "door": (0.14, 0.13), "door_open": (0.0, 0.0), "window": (0.14, 0.13), "cliff": (0.16, 0.05),
    "fence": (0.05, 0.02), "gate": (0.05, 0.03), "railing": (0.05, 0.02), "batwing_door": (0.05, 0.06),
}  # fmt: skip


# -- walls -----------------------------------------------------------------------------------------------


def _paint_wall(surface: pygame.Surface, camera: Camera, sides: list[tuple[Edge, Side]], style: WallStyle) -> None:
    width, line = max(style.width * camera.scale, 2.0), max(0.022 * camera.scale, 1.0)
    shape = _beam if style.square else _capsule
    for _, side in sides:
        shape(surface, style.outline, side, width + 2 * line)
    for _, side in sides:
        shape(surface, style.top, side, width)
    if width < 7:
        return
    for edge, side in sides:
        if style.stones:
            _paint_stones(surface, camera, edge, side, style)
        elif style.square:
            _beam(surface, shaded(style.top, 1.16), side, width * 0.36)


def _paint_stones(surface: pygame.Surface, camera: Camera, edge: Edge, side: Side, style: WallStyle) -> None:
    """Draw the single stones of a wall, in two courses."""
    step, width = style.stones * camera.scale, style.width * camera.scale
    for course in (-1, 1):
        for n, ((x, y), (across, down)) in enumerate(evenly(list(side), step)):
            chance = PlaceNumbers(*edge.first, *edge.second, n, course)
            off = course * width * 0.23
            long = step * chance.between(0.60, 0.90) / 2
            centre = (
                x - down * off + across * course * step * 0.2,
                y + across * off + down * course * step * 0.2,
            )
            tone = shaded(style.top, chance.between(0.86, 1.20))
            start = (centre[0] - across * long, centre[1] - down * long)
            end = (centre[0] + across * long, centre[1] + down * long)
            _capsule(surface, tone, (start, end), width * 0.36)


def _capsule(surface: pygame.Surface, colour: Colour | tuple[int, int, int, int], side: Side, width: float) -> None:
    """Draw a thick line with round ends."""
    (ax, ay), (bx, by) = side
    half = width / 2
    length = hypot(bx - ax, by - ay) or 1.0
    across, down = -(by - ay) / length * half, (bx - ax) / length * half
    quad = (
        (ax + across, ay + down),
        (bx + across, by + down),
        (bx - across, by - down),
        (ax - across, ay - down),
    )
    pygame.draw.polygon(surface, colour, quad)
    if half >= 1:
        pygame.draw.circle(surface, colour, side[0], half)
        pygame.draw.circle(surface, colour, side[1], half)


def _beam(surface: pygame.Surface, colour: Colour, side: Side, width: float) -> None:
    """Draw a thick line that reaches half its width beyond both ends: beams meet in clean corners."""
    (ax, ay), (bx, by) = side
    length = hypot(bx - ax, by - ay) or 1.0
    along, sideways = (bx - ax) / length * width / 2, (by - ay) / length * width / 2
    a, b = (ax - along, ay - sideways), (bx + along, by + sideways)
    corners = ((a[0] - sideways, a[1] + along), (b[0] - sideways, b[1] + along),
               (b[0] + sideways, b[1] - along), (a[0] + sideways, a[1] - along))  # fmt: skip
    pygame.draw.polygon(surface, colour, corners)


# -- lighter things --------------------------------------------------------------------------------------


def _paint_hedge(surface: pygame.Surface, landscape: Landscape, camera: Camera, sides: list[tuple[Edge, Side]]) -> None:
    """Draw a row of bushes."""
    for _, side in sides:
        _capsule(surface, (44, 62, 32), side, 0.13 * camera.scale)
    for edge, side in sides:
        for n, ((x, y), _) in enumerate(evenly(list(side), 0.095 * camera.scale)):
            chance = PlaceNumbers(*edge.first, *edge.second, n)
            size = max(2, round(chance.between(0.16, 0.22) * camera.scale))
            picture = sprite("bush", chance.below(VARIANTS), size)
            surface.blit(picture, (round(x - size / 2), round(y - size / 2)))


def _paint_fence(surface: pygame.Surface, landscape: Landscape, camera: Camera, sides: list[tuple[Edge, Side]]) -> None:
    """Draw posts and rails."""
    thick, post = max(1, round(0.028 * camera.scale)), max(1.0, 0.034 * camera.scale)
    for _, side in sides:
        pygame.draw.line(surface, (92, 70, 46), *side, thick + 1)
        pygame.draw.line(surface, (164, 132, 92), *side, max(1, thick - 1))
    for _, side in sides:
        for (x, y), _ in (*evenly(list(side), 0.19 * camera.scale), (side[0], None), (side[1], None)):
            pygame.draw.circle(surface, (74, 54, 36), (x, y), post)


def _paint_railing(
    surface: pygame.Surface, landscape: Landscape, camera: Camera, sides: list[tuple[Edge, Side]]
) -> None:
    """Draw a light handrail on closely set balusters."""
    for _, side in sides:
        _capsule(surface, (70, 50, 34), side, 0.05 * camera.scale)
        for (x, y), _ in evenly(list(side), 0.1 * camera.scale):
            pygame.draw.circle(surface, (206, 178, 136), (x, y), max(1.0, 0.018 * camera.scale))


def _paint_cliff(surface: pygame.Surface, landscape: Landscape, camera: Camera, sides: list[tuple[Edge, Side]]) -> None:
    """Draw the brink and the hachures that fall away from it on the lower side."""
    _paint_slope(surface, landscape, camera, sides, 0.19, (74, 54, 36))


def _paint_bank(surface: pygame.Surface, landscape: Landscape, camera: Camera, sides: list[tuple[Edge, Side]]) -> None:
    """Draw a low bank: short hachures towards the water."""
    _paint_slope(surface, landscape, camera, sides, 0.10, (104, 86, 58))


def _paint_slope(
    surface: pygame.Surface,
    landscape: Landscape,
    camera: Camera,
    sides: list[tuple[Edge, Side]],
    reach: float,
    colour: Colour,
) -> None:
    for edge, side in sides:
        toward = _downhill(landscape, camera, edge, side)
        for n, ((x, y), (across, down)) in enumerate(evenly(list(side), 0.062 * camera.scale)):
            chance = PlaceNumbers(*edge.first, *edge.second, n)
            fall = reach * chance.between(0.6, 1.15) * camera.scale
            foot = (x + toward[0] * fall, y + toward[1] * fall)
            half = 0.026 * camera.scale
            wedge = ((x - across * half, y - down * half), (x + across * half, y + down * half), foot)
            pygame.draw.polygon(surface, shaded(colour, chance.between(0.85, 1.3)), wedge)
        _capsule(surface, colour, side, max(0.05 * camera.scale, 1.5))
        _capsule(surface, shaded(colour, 1.7), side, max(0.02 * camera.scale, 1.0))


def _downhill(landscape: Landscape, camera: Camera, edge: Edge, side: Side) -> Point:
    """Return the direction across a side towards its lower, or wetter, or off-map cell."""
    ground = landscape.ground

    def lowness(n: int) -> tuple[int, int, int]:
        cell = edge[n]
        if cell not in ground.map:
            return 1, 0, 0
        return 0, -ground.height_at(cell), int(landscape.style_at(cell).wet)

    low = max((0, 1), key=lowness)
    x, y = camera.pixel(ground.map.grid.point(edge[low]))
    middle = ((side[0][0] + side[1][0]) / 2, (side[0][1] + side[1][1]) / 2)
    length = hypot(x - middle[0], y - middle[1]) or 1.0
    return (x - middle[0]) / length, (y - middle[1]) / length


def _paint_unknown(
    surface: pygame.Surface, landscape: Landscape, camera: Camera, sides: list[tuple[Edge, Side]]
) -> None:
    """Draw a dashed grey line for a look that nobody has drawn yet."""
    for _, side in sides:
        for n, ((x, y), (across, down)) in enumerate(evenly(list(side), 0.08 * camera.scale)):
            if n % 2 == 0:
                half = 0.04 * camera.scale
                dash = ((x - across * half, y - down * half), (x + across * half, y + down * half))
                _capsule(surface, (110, 110, 110), dash, 0.07 * camera.scale)


EDGE_PAINTERS: dict[str, Callable[[pygame.Surface, Landscape, Camera, list[tuple[Edge, Side]]], None]] = {
    "hedge": _paint_hedge,
    "fence": _paint_fence,
    "railing": _paint_railing,
    "cliff": _paint_cliff,
    "river_bank": _paint_bank,
}
EDGE_LOOKS = frozenset({*WALLS, *EDGE_PAINTERS, *DOORS, *STREAMS})
"""Every look of an edge that is drawn in its own way."""
