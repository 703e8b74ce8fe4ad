"""Strokes and shapes that small pictures are made of.

All are filled shapes: pygame's own wide lines have slanted ends and gaps at corners, which show at this size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin

from pygame.typing import ColorLike

from sim.grid import Point
from sim.view.board.pen import Pen


def stroke(pen: Pen, colour: ColorLike, points: Sequence[Point], width: float) -> None:
    """Draw a line through points, with round corners and ends."""
    half = width / 2
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if length > 1e-6:
            x, y = (ay - by) / length * half, (bx - ax) / length * half
            pen.polygon(colour, ((ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)))
    for point in points:
        pen.disc(colour, half, point)


def loop(pen: Pen, colour: ColorLike, points: Sequence[Point], width: float) -> None:
    """Draw a line around a shape: one filled shape with a hole, since a hundred short strokes take long to draw."""
    outer, inner = grown(points, width / 2), grown(points, -width / 2)
    pen.polygon(colour, [*outer, outer[0], inner[0], *reversed(inner)])


def grown(points: Sequence[Point], by: float) -> list[Point]:
    """Return a shape whose outline lies so far outside the given one, or inside it.

    >>> grown([(0, 0), (4, 0), (4, 4), (0, 4)], 1)
    [(-1.0, -1.0), (5.0, -1.0), (5.0, 5.0), (-1.0, 5.0)]
    """
    around = [point for n, point in enumerate(points) if point != points[n - 1]] or list(points)
    turned = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(around, [*around[1:], around[0]], strict=True))
    by = by if turned >= 0 else -by
    normals = [_normal(around[n - 1], point) for n, point in enumerate(around)]
    found = []
    for n, (x, y) in enumerate(around):
        (ax, ay), (bx, by_) = normals[n], normals[(n + 1) % len(normals)]
        reach = by / max(1 + ax * bx + ay * by_, 0.45)  # a sharp point does not become a thorn
        found.append((x + (ax + bx) * reach, y + (ay + by_) * reach))
    return found


def _normal(start: Point, end: Point) -> Point:
    """Return the direction that lies to the left of a way on the screen, where y runs down."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[1] - start[1]) / length, (start[0] - end[0]) / length


def flat_stroke(pen: Pen, colour: ColorLike, start: Point, end: Point, width: float) -> None:
    """Draw a straight line that ends where it ends: barrels, bars."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay) or 1.0
    x, y = (ay - by) / length * width / 2, (bx - ax) / length * width / 2
    pen.polygon(colour, ((ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)))


def arc(radius: float, start: float, end: float, at: Point = (0, 0), steps: int = 0) -> list[Point]:
    """Return points along a part of a circle, clockwise from the right."""
    steps = steps or max(2, ceil(abs(end - start) / 0.2))
    angles = [start + (end - start) * n / steps for n in range(steps + 1)]
    return [(at[0] + radius * cos(angle), at[1] + radius * sin(angle)) for angle in angles]


def oval(width: float, height: float, at: Point = (0, 0), steps: int = 28) -> list[Point]:
    """Return points around an ellipse."""
    return [(at[0] + width / 2 * x, at[1] + height / 2 * y) for x, y in arc(1, 0, 2 * pi, steps=steps)[:-1]]


def rounded(width: float, height: float, radius: float, at: Point = (0, 0)) -> list[Point]:
    """Return points around a rectangle with round corners."""
    radius = min(radius, width / 2, height / 2)
    x, y = width / 2 - radius, height / 2 - radius
    corners = ((x, y, 0.0), (-x, y, pi / 2), (-x, -y, pi), (x, -y, 1.5 * pi))
    return [
        point for cx, cy, turn in corners for point in arc(radius, turn, turn + pi / 2, (at[0] + cx, at[1] + cy), 6)
    ]


def chamfered(width: float, height: float, cut: float) -> list[Point]:
    """Return points around a rectangle whose corners are cut off."""
    x, y = width / 2, height / 2
    corners = ((x - cut, -y), (x, -y + cut), (x, y - cut), (x - cut, y), (cut - x, y), (-x, y - cut))
    return [*corners, (-x, cut - y), (cut - x, -y)]


def star(points: int, outer: float, inner: float, at: Point = (0, 0), turn: float = -pi / 2) -> list[Point]:
    """Return points around a star, the first one up."""
    angles = [turn + n * pi / points for n in range(2 * points)]
    far = (outer, inner)
    return [(at[0] + far[n % 2] * cos(a), at[1] + far[n % 2] * sin(a)) for n, a in enumerate(angles)]


def outlined(pen: Pen, colour: ColorLike, outline: ColorLike, points: Iterable[Point], width: float) -> None:
    """Fill a shape, and draw a line of a width around it."""
    points = list(points)
    pen.polygon(outline, grown(points, width))
    pen.polygon(colour, points)


def arrow(pen: Pen, colour: ColorLike, start: Point, end: Point, width: float, head: float) -> None:
    """Draw a straight arrow."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    c, s = cos(angle), sin(angle)
    neck = end[0] - c * head * 0.8, end[1] - s * head * 0.8
    flat_stroke(pen, colour, start, neck, width)
    left, right = ((end[0] - c * head - k * s * head * 0.62, end[1] - s * head + k * c * head * 0.62) for k in (1, -1))
    pen.polygon(colour, (end, left, right))


def along(points: Sequence[Point], step: float) -> list[tuple[Point, float]]:
    """Return points at even distances along a closed line, each with the direction of the line there.

    The step is changed a little so that it goes into the length a whole number of times.
    """
    closed = [*points, points[0]]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(closed)]
    count = max(1, round(sum(lengths) / step))
    found: list[tuple[Point, float]] = []
    step, walked = sum(lengths) / count, 0.0
    for (a, b), length in zip(pairwise(closed), lengths, strict=True):
        while len(found) < count and length > 0 and len(found) * step <= walked + length:
            share = (len(found) * step - walked) / length
            angle = atan2(b[1] - a[1], b[0] - a[0])
            found.append(((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), angle))
        walked += length
    return found
