"""The counter itself: card or base, its border, the emblem of its side, where it faces, its shadow."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from sim.grid import Point
from sim.view.board.pen import Pen
from sim.view.counters.lines import along, chamfered, flat_stroke, loop, oval, rounded, star, stroke
from sim.view.counters.livery import Border, Emblem, Livery
from sim.view.ui.palette import Colour, between, shaded

CORNER = 0.09
"""How far the corners of a card are rounded, or cut."""
EDGE = 0.022
"""The width of the dark line around."""


def body_points(livery: Livery, *, is_round: bool, inset: float = 0.0) -> list[Point]:
    """Return the outline of a card or base, or a line so far inside it."""
    side = 1 - 2 * inset
    if is_round:
        return oval(side, side, steps=56)
    if livery.border == "notched":
        return chamfered(side, side, max(0.15 - 0.58 * inset, 0.02))
    return rounded(side, side, max(CORNER - inset, 0.02))


def paint_body(pen: Pen, livery: Livery, *, is_round: bool) -> None:
    """Draw a blank card or base, a little lighter above than below as cardboard in the light is."""
    pen.polygon(livery.deep, body_points(livery, is_round=is_round))
    pen.polygon(shaded(livery.field, 1.10), body_points(livery, is_round=is_round, inset=EDGE))
    pen.polygon(livery.field, body_points(livery, is_round=is_round, inset=EDGE + 0.014))


# -- borders ---------------------------------------------------------------------------------------------------------


def paint_border(pen: Pen, livery: Livery, *, is_round: bool, width: float = 0.05) -> None:
    """Draw the pattern of a livery along the rim."""
    _BORDERS[livery.border](pen, livery, body_points(livery, is_round=is_round, inset=EDGE + width / 2), width)


def _solid(pen: Pen, livery: Livery, line: list[Point], width: float) -> None:
    loop(pen, shaded(livery.field, 0.72), line, width * 0.9)


def _double(pen: Pen, livery: Livery, line: list[Point], width: float) -> None:
    loop(pen, livery.trim, line, width)
    loop(pen, livery.field, line, width * 0.36)


def _dashed(pen: Pen, livery: Livery, line: list[Point], width: float) -> None:
    for (x, y), angle in along(line, 0.18):
        c, s = cos(angle) * 0.045, sin(angle) * 0.045
        flat_stroke(pen, livery.trim, (x - c, y - s), (x + c, y + s), width * 0.62)


def _hatched(pen: Pen, livery: Livery, line: list[Point], width: float) -> None:
    for (x, y), angle in along(line, 0.085):
        c, s = cos(angle + 0.9) * width * 0.62, sin(angle + 0.9) * width * 0.62
        flat_stroke(pen, livery.trim, (x - c, y - s), (x + c, y + s), 0.018)


def _notched(pen: Pen, livery: Livery, line: list[Point], width: float) -> None:
    loop(pen, between(livery.field, livery.ink, 0.55), line, width * 0.42)


def _dotted(pen: Pen, livery: Livery, line: list[Point], width: float) -> None:
    for point, _ in along(line, 0.098):
        pen.disc(livery.trim, width * 0.36, point)


def _barred(pen: Pen, livery: Livery, line: list[Point], width: float) -> None:
    for left in (True, False):
        side = [point for point in line if (point[0] < -0.30) == left and abs(point[0]) > 0.30]
        side.sort(key=lambda point: point[1])
        stroke(pen, livery.trim, side, width * 0.9)


def _cornered(pen: Pen, livery: Livery, line: list[Point], width: float) -> None:
    far = max(x + y for x, y in line) / 2
    for x, y in ((far, far), (-far, far), (-far, -far), (far, -far)):
        pen.polygon(livery.trim, star(2, width * 1.25, width * 1.25, (x, y)))
    loop(pen, between(livery.field, livery.ink, 0.35), line, width * 0.22)


_BORDERS: dict[Border, Callable[[Pen, Livery, list[Point], float], None]] = {
    "solid": _solid,
    "double": _double,
    "dashed": _dashed,
    "hatched": _hatched,
    "notched": _notched,
    "dotted": _dotted,
    "barred": _barred,
    "cornered": _cornered,
}


# -- emblems ---------------------------------------------------------------------------------------------------------


def paint_emblem(pen: Pen, emblem: Emblem, radius: float, colour: Colour, hole: Colour) -> None:
    """Draw the sign of a side: the one thing that is left of the livery where there is no room for borders."""
    r = radius
    match emblem:
        case "disc":
            pen.disc(colour, r * 0.92)
        case "ring":
            pen.disc(colour, r)
            pen.disc(hole, r * 0.52)
        case _:
            pen.polygon(colour, emblem_points(emblem, r))


def emblem_points(emblem: Emblem, r: float) -> list[Point]:
    """Return the outline of the sign of a side."""
    match emblem:
        case "disc":
            return oval(1.84 * r, 1.84 * r, steps=24)
        case "ring":
            return [*oval(2 * r, 2 * r, steps=24), *reversed(oval(1.04 * r, 1.04 * r, steps=24))]
        case "cross":
            long, thin = r, 0.36 * r
            half = [(-thin, -long), (thin, -long), (thin, -thin), (long, -thin), (long, thin), (thin, thin)]
            return [*half, *((-x, -y) for x, y in half)]
        case "chevron":
            return [(-r, r * 0.1), (0, -r * 0.9), (r, r * 0.1), (r, r), (0, 0), (-r, r)]
        case "diamond":
            return [(0, -r * 1.12), (r * 0.86, 0), (0, r * 1.12), (-r * 0.86, 0)]
        case "triangle":
            return [(0, -r * 1.02), (r * 1.04, r * 0.82), (-r * 1.04, r * 0.82)]
        case "square":
            return [(-r * 0.84, -r * 0.84), (r * 0.84, -r * 0.84), (r * 0.84, r * 0.84), (-r * 0.84, r * 0.84)]
        case _:
            return star(5, r * 1.12, r * 0.5)


# -- facing ----------------------------------------------------------------------------------------------------------


def edge_distance(angle: float, *, is_round: bool) -> float:
    """Return how far the rim is from the middle in a direction."""
    if is_round:
        return 0.5
    return min(0.5 / max(abs(cos(angle)), abs(sin(angle)), 1e-9), 0.66)


def paint_facing(pen: Pen, angle: float, colours: tuple[Colour, Colour], *, is_round: bool, size: int) -> None:
    """Draw the wedge that points where a counter of a size in pixels faces.

    It stays outside, so that it hides nothing, and is never smaller than one can see; on a very small counter, which
    has little else to show, it reaches far in.
    """
    ink, paper = colours
    reach = edge_distance(angle, is_round=is_round)
    half, out = min(max(0.105, 6.0 / size), 0.36), min(max(0.125, 6.0 / size), 0.25)
    back = 0.17 if size < 20 else min(0.01 + 0.9 / size, 0.05)
    points = [(reach + out, 0.0), (reach - back, -half), (reach + 0.12 * out - 0.5 * back, 0.0), (reach - back, half)]
    turned = pen.turned(angle)
    loop(turned, ink, points, 2 * min(max(0.020, 0.9 / size), 0.055))
    turned.polygon(paper, points)


def shadow_points(livery: Livery, *, is_round: bool) -> list[Point]:
    """Return the outline of the shadow, a little lower right than the counter."""
    return [(x + 0.028, y + 0.038) for x, y in body_points(livery, is_round=is_round, inset=-0.006)]


def silhouette_points(form: str) -> list[Point]:
    """Return the outline of what is seen from above, facing right: what is left of it in a very small counter."""
    match form:
        case "vehicle":
            return [(0.5, -0.16), (0.5, 0.16), (0.34, 0.36), (-0.5, 0.36), (-0.5, -0.36), (0.34, -0.36)]
        case "gun":
            return [
                (0.58, -0.09), (0.58, 0.09), (0.12, 0.09), (0.12, 0.44), (-0.2, 0.44), (-0.5, 0.16), (-0.5, -0.16),
                (-0.2, -0.44), (0.12, -0.44), (0.12, -0.09),
            ]  # fmt: skip
        case "aircraft":
            return [
                (0.5, -0.08), (0.5, 0.08), (0.3, 0.14), (0.26, 0.54), (-0.08, 0.54), (-0.06, 0.15), (-0.3, 0.12),
                (-0.34, 0.3), (-0.54, 0.3), (-0.54, -0.3), (-0.34, -0.3), (-0.3, -0.12), (-0.06, -0.15),
                (-0.08, -0.54), (0.26, -0.54), (0.3, -0.14),
            ]  # fmt: skip
        case "boat":
            return [(0.58, 0.0), (0.3, 0.26), (-0.3, 0.29), (-0.54, 0.2), (-0.54, -0.2), (-0.3, -0.29), (0.3, -0.26)]
        case "train":
            return [(0.56, -0.24), (0.56, 0.24), (-0.56, 0.24), (-0.56, -0.24)]
        case "rider":
            return [
                (0.56, -0.1), (0.56, 0.1), (0.22, 0.2), (0.12, 0.46), (-0.22, 0.46), (-0.26, 0.24), (-0.56, 0.18),
                (-0.56, -0.18), (-0.26, -0.24), (-0.22, -0.46), (0.12, -0.46), (0.22, -0.2),
            ]  # fmt: skip
        case _:  # a horse
            return oval(1.08, 0.60, steps=32)


def turned_points(points: list[Point], angle: float) -> list[Point]:
    """Return points turned about the middle."""
    c, s = cos(angle), sin(angle)
    return [(x * c - y * s, x * s + y * c) for x, y in points]


def heads(count: int) -> list[Point]:
    """Return where the heads of a crowd are: in the middle first, then in rings, so that each number looks like itself.

    >>> len(heads(7)), len(heads(40))
    (7, 19)
    """
    count = max(1, min(count, 19))
    if count <= 6:
        ring = count if count < 6 else 5
        middle = [(0.0, 0.0)] if count in (1, 6) else []
        far = 0.0 if count == 1 else 0.17 + 0.022 * ring
        around = 0 if count == 1 else ring
        return middle + [(far * cos(a), far * sin(a)) for a in _turns(around, -pi / 2)]
    inner = min(count - 1, 6)
    outer = count - 1 - inner
    near = 0.2 if outer else 0.26
    places = [(near * cos(a), near * sin(a)) for a in _turns(inner, 0.0)]
    return [(0.0, 0.0), *places, *((0.38 * cos(a), 0.38 * sin(a)) for a in _turns(outer, pi / 12))]


def _turns(count: int, start: float) -> list[float]:
    return [start + 2 * pi * n / count for n in range(count)] if count else []
