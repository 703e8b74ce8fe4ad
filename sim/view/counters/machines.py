"""Vehicles, guns, aircraft, boats and trains, seen from above. All face right, in a square from -0.5 to 0.5."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from sim.grid import Point
from sim.view.board.pen import Pen
from sim.view.counters.figures import FELT, HORSE, MANE, SKIN, STEEL, WOOD
from sim.view.counters.lines import arc, flat_stroke, outlined, oval, rounded, stroke
from sim.view.counters.livery import INK, Livery
from sim.view.counters.portrait import Portrait
from sim.view.ui.palette import Colour, between, shaded

GUNMETAL: Colour = (108, 110, 88)
"""The paint of guns, whoever serves them: the crew shows the side, and stands out from the gun."""
RUBBER: Colour = (44, 42, 40)
CANVAS: Colour = (158, 142, 104)
_RIM = 0.016


def paint_colour(livery: Livery) -> Colour:
    """Return the paint of a side's machines: its colour, dulled, and never as dark or as light as an outline."""
    dull = between(livery.field, (132, 128, 112), 0.30)
    total = sum(dull)
    return shaded(dull, 1.35) if total < 240 else shaded(dull, 0.88) if total > 560 else dull


def paint_machine(pen: Pen, portrait: Portrait) -> None:
    """Draw what a portrait's form and symbol ask for."""
    paint = paint_colour(portrait.colours)
    match portrait.form:
        case "gun":
            _GUNS.get(portrait.symbol, _field_gun)(_scaled(pen, 1.08), GUNMETAL, portrait.colours)
        case "aircraft":
            _aircraft(pen, paint, portrait.colours)
        case "boat":
            _boat(pen, paint)
        case "train":
            _train(pen, paint, portrait)
        case _:
            _VEHICLES.get(portrait.symbol, _tank)(pen, paint)


# -- tracks and wheels -----------------------------------------------------------------------------------------------


def _tracks(pen: Pen, start: float, end: float, y: float, width: float) -> None:
    for k in (-1, 1):
        outlined(pen, RUBBER, INK, rounded(end - start, width, width * 0.35, ((start + end) / 2, y * k)), _RIM * 0.7)
        links = max(4, round((end - start) / 0.055))
        for n in range(links):
            x = start + (end - start) * (n + 0.5) / links
            flat_stroke(pen, (84, 80, 74), (x, y * k - width * 0.42), (x, y * k + width * 0.42), 0.016)


def _wheels(pen: Pen, places: tuple[float, ...], y: float, length: float = 0.15) -> None:
    for x in places:
        for k in (-1, 1):
            outlined(pen, RUBBER, INK, rounded(length, 0.08, 0.03, (x, y * k)), _RIM * 0.6)


def _barrel(pen: Pen, start: Point, end: Point, width: float) -> None:
    flat_stroke(pen, INK, start, (end[0] + 0.014, end[1]), width + 0.028)
    flat_stroke(pen, STEEL, start, end, width)


def _mirrored(right: list[Point]) -> list[Point]:
    """Return a whole outline from that of its right side, which runs from the front to the back."""
    return [*right, *((x, -y) for x, y in reversed(right))]


def _hull(pen: Pen, paint: Colour, points: list[Point]) -> None:
    outlined(pen, paint, INK, points, _RIM)


# -- vehicles --------------------------------------------------------------------------------------------------------


def _tank(pen: Pen, paint: Colour) -> None:
    _tracks(pen, -0.46, 0.40, 0.245, 0.125)
    _hull(
        pen,
        shaded(paint, 0.88),
        [(-0.44, -0.19), (0.36, -0.19), (0.43, -0.10), (0.43, 0.10), (0.36, 0.19), (-0.44, 0.19)],
    )
    for x in (-0.38, -0.33, -0.28):
        flat_stroke(pen, shaded(paint, 0.5), (x, -0.12), (x, 0.12), 0.022)
    pen.disc(shaded(paint, 0.6), 0.04, (0.30, -0.10))
    _barrel(pen, (0.10, 0.0), (0.60, 0.0), 0.052)
    _barrel(pen, (0.54, 0.0), (0.60, 0.0), 0.074)
    turret = _mirrored([(0.20, 0.08), (0.08, 0.165), (-0.12, 0.175), (-0.22, 0.12)])
    _hull(pen, shaded(paint, 1.12), turret)
    outlined(pen, shaded(paint, 0.8), INK, oval(0.13, 0.13, (-0.08, -0.05)), _RIM * 0.7)


def _assault_gun(pen: Pen, paint: Colour) -> None:
    _tracks(pen, -0.46, 0.42, 0.245, 0.125)
    _hull(
        pen,
        shaded(paint, 0.88),
        [(-0.44, -0.19), (0.40, -0.19), (0.45, -0.12), (0.45, 0.12), (0.40, 0.19), (-0.44, 0.19)],
    )
    _barrel(pen, (0.12, 0.03), (0.60, 0.03), 0.06)
    box = [(-0.34, -0.22), (0.06, -0.22), (0.20, -0.13), (0.20, 0.13), (0.06, 0.22), (-0.34, 0.22)]
    _hull(pen, shaded(paint, 1.08), box)
    pen.polygon(shaded(paint, 0.66), rounded(0.30, 0.30, 0.03, (-0.16, 0)))
    for x, y in ((-0.22, -0.07), (-0.08, 0.07)):
        pen.disc(INK, 0.055, (x, y))
        pen.disc(FELT, 0.042, (x, y))


def _armoured_car(pen: Pen, paint: Colour) -> None:
    _wheels(pen, (-0.32, 0.26), 0.215, 0.17)
    hull = _mirrored([(0.46, 0.08), (0.34, 0.12), (0.10, 0.20), (-0.34, 0.18), (-0.46, 0.10)])
    _hull(pen, shaded(paint, 0.92), hull)
    _barrel(pen, (0.0, 0.0), (0.44, 0.0), 0.042)
    outlined(pen, shaded(paint, 1.14), INK, oval(0.28, 0.27, (-0.06, 0)), _RIM)
    outlined(pen, shaded(paint, 0.8), INK, oval(0.11, 0.11, (-0.10, -0.03)), _RIM * 0.6)


def _halftrack(pen: Pen, paint: Colour) -> None:
    _tracks(pen, -0.46, 0.08, 0.205, 0.10)
    _wheels(pen, (0.31,), 0.195)
    hull = _mirrored([(0.46, 0.10), (0.22, 0.15), (0.12, 0.18), (-0.47, 0.18)])
    _hull(pen, paint, hull)
    pen.polygon(shaded(paint, 0.5), rounded(0.46, 0.26, 0.03, (-0.20, 0)))
    for k in (-1, 1):
        flat_stroke(pen, WOOD, (-0.42, 0.095 * k), (0.0, 0.095 * k), 0.05)
        for x in (-0.34, -0.20, -0.06):
            pen.disc(INK, 0.043, (x, 0.09 * k))
            pen.disc(FELT, 0.032, (x, 0.09 * k))
    flat_stroke(pen, shaded(paint, 0.6), (0.24, 0.0), (0.44, 0.0), 0.02)
    _barrel(pen, (0.06, 0.0), (0.28, 0.0), 0.034)


def _truck(pen: Pen, paint: Colour) -> None:
    _wheels(pen, (-0.30, 0.30), 0.20)
    _hull(pen, paint, rounded(0.20, 0.26, 0.07, (0.37, 0)))
    _hull(pen, shaded(paint, 1.08), rounded(0.18, 0.34, 0.04, (0.20, 0)))
    flat_stroke(pen, (170, 196, 206), (0.275, -0.13), (0.275, 0.13), 0.036)
    outlined(pen, CANVAS, INK, rounded(0.56, 0.40, 0.05, (-0.19, 0)), _RIM)
    for x in (-0.38, -0.25, -0.12, 0.01):
        flat_stroke(pen, shaded(CANVAS, 0.76), (x, -0.19), (x, 0.19), 0.020)
    flat_stroke(pen, shaded(CANVAS, 1.15), (-0.45, -0.05), (0.07, -0.05), 0.05)


def _wagon(pen: Pen, paint: Colour) -> None:
    for k in (-1, 1):
        team = _scaled(pen.moved(0.27, 0.10 * k), 0.46)
        outlined(team, HORSE if k > 0 else shaded(HORSE, 0.8), INK, oval(0.74, 0.28, (0, 0)), _RIM * 1.4)
        outlined(team, shaded(HORSE, 0.9), INK, oval(0.30, 0.13, (0.42, 0)), _RIM * 1.4)
        stroke(team, MANE, ((-0.38, 0.0), (-0.46, 0.03)), 0.07)
    stroke(pen, WOOD, ((0.0, 0.0), (0.40, 0.0)), 0.026)
    _wheels(pen, (-0.36, -0.08), 0.19, 0.19)
    _hull(pen, paint, rounded(0.50, 0.30, 0.04, (-0.22, 0)))
    pen.polygon(CANVAS, rounded(0.42, 0.26, 0.08, (-0.22, 0)))
    for x in (-0.34, -0.22, -0.10):
        flat_stroke(pen, shaded(CANVAS, 0.74), (x, -0.125), (x, 0.125), 0.018)


_VEHICLES: dict[str, Callable[[Pen, Colour], None]] = {
    "tank": _tank,
    "assault_gun": _assault_gun,
    "armoured_car": _armoured_car,
    "halftrack": _halftrack,
    "truck": _truck,
    "wagon": _wagon,
}


# -- guns ------------------------------------------------------------------------------------------------------------


def _crew(pen: Pen, livery: Livery, places: tuple[Point, ...]) -> None:
    for x, y in places:
        outlined(pen, livery.field, INK, oval(0.14, 0.23, (x, y)), _RIM * 0.8)
        outlined(pen, between(livery.field, FELT, 0.5), INK, oval(0.12, 0.12, (x + 0.01, y)), _RIM * 0.7)


def _field_gun(pen: Pen, paint: Colour, livery: Livery) -> None:
    for k in (-1, 1):
        stroke(pen, INK, ((0.02, 0.03 * k), (-0.46, 0.14 * k)), 0.066)
        stroke(pen, paint, ((0.02, 0.03 * k), (-0.46, 0.14 * k)), 0.038)
    _wheels(pen, (0.05,), 0.27, 0.27)
    stroke(pen, INK, ((0.05, -0.25), (0.05, 0.25)), 0.05)
    _barrel(pen, (-0.12, 0.0), (0.54, 0.0), 0.064)
    _hull(pen, paint, rounded(0.24, 0.12, 0.03, (-0.02, 0)))
    _crew(pen, livery, ((-0.30, -0.27), (-0.30, 0.27), (-0.15, 0.40)))


def _anti_tank_gun(pen: Pen, paint: Colour, livery: Livery) -> None:
    for k in (-1, 1):
        stroke(pen, INK, ((0.0, 0.04 * k), (-0.46, 0.24 * k)), 0.062)
        stroke(pen, paint, ((0.0, 0.04 * k), (-0.46, 0.24 * k)), 0.034)
    _wheels(pen, (0.0,), 0.25, 0.20)
    _barrel(pen, (-0.14, 0.0), (0.60, 0.0), 0.046)
    _barrel(pen, (0.55, 0.0), (0.60, 0.0), 0.072)
    shield = [
        (0.10, -0.30),
        (0.17, -0.14),
        (0.17, 0.14),
        (0.10, 0.30),
        (0.06, 0.30),
        (0.11, 0.13),
        (0.11, -0.13),
        (0.06, -0.30),
    ]
    _hull(pen, paint, shield)
    _crew(pen, livery, ((-0.16, -0.14), (-0.18, 0.14)))


def _anti_aircraft_gun(pen: Pen, paint: Colour, livery: Livery) -> None:
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        stroke(pen, INK, ((0, 0), (x * 0.40, y * 0.40)), 0.08)
        stroke(pen, paint, ((0, 0), (x * 0.40, y * 0.40)), 0.05)
        outlined(pen, paint, INK, oval(0.11, 0.11, (x * 0.41, y * 0.41)), _RIM * 0.7)
    outlined(pen, shaded(paint, 0.9), INK, oval(0.38, 0.38), _RIM)
    _barrel(pen, (-0.16, 0.0), (0.62, 0.0), 0.062)
    _hull(pen, shaded(paint, 1.1), rounded(0.32, 0.16, 0.04, (-0.02, 0)))
    _crew(pen, livery, ((-0.26, -0.24), (-0.26, 0.24), (0.20, 0.27)))


def _gatling(pen: Pen, paint: Colour, livery: Livery) -> None:
    stroke(pen, INK, ((0.0, 0.0), (-0.48, 0.0)), 0.072)
    stroke(pen, WOOD, ((0.0, 0.0), (-0.48, 0.0)), 0.044)
    _wheels(pen, (0.02,), 0.27, 0.30)
    stroke(pen, INK, ((0.02, -0.25), (0.02, 0.25)), 0.046)
    for y in (-0.05, 0.0, 0.05):
        _barrel(pen, (0.0, y), (0.44, y), 0.026)
    flat_stroke(pen, INK, (0.30, -0.09), (0.30, 0.09), 0.036)
    _hull(pen, (190, 146, 60), rounded(0.22, 0.18, 0.04, (-0.04, 0)))
    stroke(pen, INK, ((-0.10, 0.09), (-0.10, 0.17), (-0.18, 0.17)), 0.03)
    _crew(pen, livery, ((-0.30, 0.20), (-0.24, -0.22)))


_GUNS: dict[str, Callable[[Pen, Colour, Livery], None]] = {
    "anti_tank": _anti_tank_gun,
    "anti_aircraft": _anti_aircraft_gun,
    "gatling": _gatling,
}


# -- aircraft, boats, trains -----------------------------------------------------------------------------------------


def _aircraft(pen: Pen, paint: Colour, livery: Livery) -> None:
    """Draw a biplane: the lower wing shows behind the upper one."""
    outlined(pen, shaded(paint, 0.72), INK, rounded(0.22, 0.92, 0.08, (0.08, 0)), _RIM)
    tail = [(-0.50, -0.19), (-0.36, -0.17), (-0.34, 0.0), (-0.36, 0.17), (-0.50, 0.19), (-0.46, 0.0)]
    _hull(pen, paint, tail)
    body = _mirrored([(0.46, 0.05), (0.40, 0.085), (-0.10, 0.075), (-0.48, 0.02)])
    _hull(pen, shaded(paint, 1.1), body)
    outlined(pen, paint, INK, rounded(0.20, 1.0, 0.08, (0.19, 0)), _RIM)
    for k in (-1, 1):
        pen.disc(livery.ink, 0.075, (0.19, 0.36 * k))
        pen.disc(livery.field, 0.055, (0.19, 0.36 * k))
        flat_stroke(pen, shaded(paint, 0.7), (0.095, 0.12 * k), (0.285, 0.12 * k), 0.012)
    outlined(pen, MANE, INK, oval(0.13, 0.10, (-0.02, 0)), _RIM * 0.6)
    pen.disc(SKIN, 0.034, (-0.02, 0))
    outlined(pen, STEEL, INK, oval(0.08, 0.13, (0.46, 0)), _RIM * 0.7)
    stroke(pen, (70, 52, 36), ((0.51, -0.20), (0.51, 0.20)), 0.028)


def _boat(pen: Pen, paint: Colour) -> None:
    hull = _mirrored([(0.58, 0.01), (0.44, 0.13), (0.20, 0.21), (-0.36, 0.21), (-0.52, 0.14)])
    _hull(pen, paint, hull)
    deck: list[Point] = [(x * 0.86, y * 0.78) for x, y in hull]
    pen.polygon((186, 150, 104), deck)
    for y in (-0.10, -0.05, 0.0, 0.05, 0.10):
        flat_stroke(pen, (150, 116, 76), (-0.40, y), (0.40 - abs(y) * 1.4, y), 0.010)
    outlined(pen, shaded(paint, 1.15), INK, rounded(0.30, 0.22, 0.04, (-0.14, 0)), _RIM)
    outlined(pen, INK, INK, oval(0.11, 0.11, (-0.20, 0)), 0.01)
    pen.disc((96, 88, 80), 0.034, (-0.20, 0))
    _barrel(pen, (0.20, 0.0), (0.46, 0.0), 0.04)
    outlined(pen, shaded(paint, 0.8), INK, oval(0.13, 0.13, (0.20, 0)), _RIM * 0.8)


def _train(pen: Pen, paint: Colour, portrait: Portrait) -> None:
    """Draw a wagon if the symbol says so, otherwise a locomotive."""
    for k in (-1, 1):
        flat_stroke(pen, (92, 92, 96), (-0.60, 0.135 * k), (0.60, 0.135 * k), 0.024)
    for n in range(9):
        x = -0.56 + n * 0.14
        flat_stroke(pen, (92, 68, 46), (x, -0.21), (x, 0.21), 0.036)
    if portrait.symbol == "wagon":
        _hull(pen, paint, rounded(0.94, 0.36, 0.03))
        for n in range(6):
            flat_stroke(pen, shaded(paint, 0.7), (-0.375 + n * 0.15, -0.165), (-0.375 + n * 0.15, 0.165), 0.014)
        flat_stroke(pen, shaded(paint, 1.2), (-0.46, 0.0), (0.46, 0.0), 0.05)
        return
    _hull(pen, shaded(paint, 0.7), [(0.50, 0.0), (0.42, 0.17), (-0.48, 0.17), (-0.48, -0.17), (0.42, -0.17)])
    outlined(pen, STEEL, INK, rounded(0.62, 0.23, 0.09, (0.10, 0)), _RIM)
    flat_stroke(pen, (104, 106, 112), (-0.16, -0.045), (0.36, -0.045), 0.04)
    for x, size in ((0.33, 0.12), (0.14, 0.10), (-0.02, 0.08)):
        outlined(pen, (176, 138, 60) if size < 0.12 else INK, INK, oval(size, size, (x, 0)), 0.01)
    stroke(pen, (70, 66, 62), arc(0.04, 0, 2 * pi, (0.33, 0)), 0.016)
    _hull(pen, paint, rounded(0.28, 0.36, 0.03, (-0.35, 0)))
    flat_stroke(pen, shaded(paint, 1.2), (-0.46, 0.0), (-0.24, 0.0), 0.05)


def _scaled(pen: Pen, share: float) -> Pen:
    return pen.within((0, 0), share)
