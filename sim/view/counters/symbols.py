"""The symbols of units, drawn as on a staff map: what stands in the frame says what the unit does.

They follow the habits of military map signs (a cross for infantry, an oval for tracks, a dot for artillery, a roof for
anti-tank) and go on from there where those have no sign. A symbol fills a frame that is 1 high and 1.5 wide.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from sim.grid import Point
from sim.view.board.pen import Pen
from sim.view.counters.detail import Box
from sim.view.counters.lines import arc, arrow, flat_stroke, loop, outlined, star, stroke
from sim.view.counters.portrait import Size, Symbol
from sim.view.ui.palette import Colour

W, H = 0.75, 0.5
"""Half the frame."""
LINE = 0.075


def paint_symbol(pen: Pen, symbol: Symbol, box: Box, ink: Colour, paper: Colour) -> None:
    """Draw a symbol in its frame."""
    inner = _framed(pen, box)
    outlined(inner, paper, ink, [(-W, -H), (W, -H), (W, H), (-W, H)], LINE * 0.55)
    if symbol != "none":
        SYMBOLS[symbol](inner, ink)


def paint_size(pen: Pen, size: Size, box: Box, ink: Colour) -> None:
    """Draw how large a unit is, as dots or strokes above its frame."""
    radius, y = box.height * 0.085, box.y - box.height / 2 - box.height * 0.2
    match size:
        case "":
            return
        case "team":
            stroke(pen, ink, arc(radius * 1.25, 0, 2 * pi, (box.x, y)), radius * 0.55)
            stroke(
                pen,
                ink,
                [(box.x - radius * 1.7, y + radius * 1.7), (box.x + radius * 1.7, y - radius * 1.7)],
                radius * 0.55,
            )
        case "company":
            flat_stroke(pen, ink, (box.x, y - radius * 1.4), (box.x, y + radius * 1.4), radius * 0.9)
        case _:
            count = {"squad": 1, "section": 2, "platoon": 3}[size]
            for n in range(count):
                pen.disc(ink, radius, (box.x + (n - (count - 1) / 2) * radius * 3, y))


def _framed(pen: Pen, box: Box) -> Pen:
    """Return a pen whose measure is the height of the symbol's frame: the largest of 3 to 2 that fits the box."""
    return Pen(pen.surface, *pen.place(box.middle), pen.scale * min(box.height, box.width / 1.5), pen.cos, pen.sin)


# -- the symbols -----------------------------------------------------------------------------------------------------


def _cross(pen: Pen, ink: Colour) -> None:
    flat_stroke(pen, ink, (-W, -H), (W, H), LINE)
    flat_stroke(pen, ink, (-W, H), (W, -H), LINE)


def _assault(pen: Pen, ink: Colour) -> None:
    _cross(pen, ink)
    arrow(pen, ink, (0, 0.40), (0, -0.42), LINE * 1.2, 0.26)


def _militia(pen: Pen, ink: Colour) -> None:
    _cross(pen, ink)
    for x, y in ((0, -0.30), (0, 0.30)):
        pen.disc(ink, 0.085, (x, y))


def _machine_gun(pen: Pen, ink: Colour) -> None:
    arrow(pen, ink, (0, 0.40), (0, -0.42), LINE * 1.2, 0.26)
    stroke(pen, ink, [(-0.26, 0.38), (0.26, 0.38)], LINE)
    stroke(pen, ink, [(-0.16, 0.20), (0.16, 0.20)], LINE)


def _gatling(pen: Pen, ink: Colour) -> None:
    for x in (-0.16, 0.0, 0.16):
        flat_stroke(pen, ink, (x, 0.22), (x, -0.40), LINE)
    stroke(pen, ink, [(-0.16, -0.16), (0.16, -0.16)], LINE)
    stroke(pen, ink, arc(0.20, 0, 2 * pi, (0, 0.24)), LINE)
    stroke(pen, ink, [(0.22, 0.24), (0.40, 0.24), (0.40, 0.38)], LINE)


def _mortar(pen: Pen, ink: Colour) -> None:
    arrow(pen, ink, (0, 0.16), (0, -0.42), LINE * 1.2, 0.26)
    stroke(pen, ink, arc(0.15, 0, 2 * pi, (0, 0.26)), LINE)


def _roof(pen: Pen, ink: Colour) -> None:
    flat_stroke(pen, ink, (-W, H), (0.02, -H), LINE)
    flat_stroke(pen, ink, (W, H), (-0.02, -H), LINE)


def _tank_hunters(pen: Pen, ink: Colour) -> None:
    _cross(pen, ink)
    _roof(pen, ink)


def _artillery(pen: Pen, ink: Colour) -> None:
    pen.disc(ink, 0.22)


def _infantry_gun(pen: Pen, ink: Colour) -> None:
    _cross(pen, ink)
    pen.disc(ink, 0.20)


def _anti_aircraft(pen: Pen, ink: Colour) -> None:
    stroke(pen, ink, [(x * 1.5, y) for x, y in arc(0.46, pi, 2 * pi, (0, 0.48))], LINE)
    arrow(pen, ink, (0, 0.44), (0, -0.42), LINE * 1.2, 0.24)


def _track(pen: Pen, ink: Colour) -> None:
    ends = arc(0.24, pi / 2, 1.5 * pi, (-0.30, 0)) + arc(0.24, -pi / 2, pi / 2, (0.30, 0))
    loop(pen, ink, ends, LINE)


def _assault_gun(pen: Pen, ink: Colour) -> None:
    _track(pen, ink)
    pen.disc(ink, 0.12)


def _armoured_car(pen: Pen, ink: Colour) -> None:
    _track(pen, ink)
    flat_stroke(pen, ink, (-W, H), (W, -H), LINE)


def _halftrack(pen: Pen, ink: Colour) -> None:
    _track(pen, ink)
    _cross(pen, ink)


def _wheel(pen: Pen, ink: Colour, radius: float, at: Point) -> None:
    stroke(pen, ink, arc(radius, 0, 2 * pi, at), LINE)
    pen.disc(ink, LINE * 0.9, at)


def _truck(pen: Pen, ink: Colour) -> None:
    loop(pen, ink, [(-0.50, -0.22), (0.50, -0.22), (0.50, 0.12), (-0.50, 0.12)], LINE)
    for x in (-0.28, 0.28):
        pen.disc(ink, 0.15, (x, 0.26))


def _wagon(pen: Pen, ink: Colour) -> None:
    _wheel(pen, ink, 0.34, (0, 0))
    for n in range(4):
        x, y = 0.34 * cos(n * pi / 4), 0.34 * sin(n * pi / 4)
        flat_stroke(pen, ink, (-x, -y), (x, y), LINE * 0.7)


def _engineers(pen: Pen, ink: Colour) -> None:
    stroke(pen, ink, [(-0.46, 0.24), (-0.46, -0.22), (0.46, -0.22), (0.46, 0.24)], LINE * 1.25)
    stroke(pen, ink, [(0, -0.22), (0, 0.24)], LINE * 1.25)


def _flamethrower(pen: Pen, ink: Colour) -> None:
    flame = [
        (0.02, -0.46), (0.16, -0.22), (0.30, -0.02), (0.30, 0.20), (0.17, 0.40), (-0.17, 0.40), (-0.30, 0.20),
        (-0.28, -0.02), (-0.15, -0.14), (-0.10, 0.02), (-0.02, -0.16),
    ]  # fmt: skip
    pen.polygon(ink, flame)


def _sniper(pen: Pen, ink: Colour) -> None:
    stroke(pen, ink, arc(0.26, 0, 2 * pi), LINE)
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        flat_stroke(pen, ink, (x * 0.12, y * 0.12), (x * 0.42, y * 0.42), LINE)


def _scout(pen: Pen, ink: Colour) -> None:
    flat_stroke(pen, ink, (-W, H), (W, -H), LINE)
    stroke(pen, ink, [(0.14, 0.30), (0.36, 0.12), (0.58, 0.30)], LINE)


def _leader(pen: Pen, ink: Colour) -> None:
    pen.polygon(ink, star(5, 0.42, 0.17, (0, 0.03)))


def _medic(pen: Pen, ink: Colour) -> None:
    pen.box(ink, (0.62, 0.20))
    pen.box(ink, (0.20, 0.62))


def _cavalry(pen: Pen, ink: Colour) -> None:
    flat_stroke(pen, ink, (-W, H), (W, -H), LINE)


def _civilian(pen: Pen, ink: Colour) -> None:
    pen.disc(ink, 0.16, (0, -0.22))
    pen.polygon(ink, [*arc(0.30, pi, 2 * pi, (0, 0.30)), (0.30, 0.40), (-0.30, 0.40)])


SYMBOLS: dict[Symbol, Callable[[Pen, Colour], None]] = {
    "infantry": _cross,
    "assault_infantry": _assault,
    "militia": _militia,
    "machine_gun": _machine_gun,
    "gatling": _gatling,
    "mortar": _mortar,
    "anti_tank": _roof,
    "tank_hunters": _tank_hunters,
    "infantry_gun": _infantry_gun,
    "artillery": _artillery,
    "anti_aircraft": _anti_aircraft,
    "tank": _track,
    "assault_gun": _assault_gun,
    "armoured_car": _armoured_car,
    "halftrack": _halftrack,
    "truck": _truck,
    "wagon": _wagon,
    "engineers": _engineers,
    "flamethrower": _flamethrower,
    "sniper": _sniper,
    "scout": _scout,
    "leader": _leader,
    "medic": _medic,
    "cavalry": _cavalry,
    "civilian": _civilian,
}


def paint_question(pen: Pen, box: Box, ink: Colour) -> None:
    """Draw a large question mark: nobody knows yet what it is."""
    framed = Pen(pen.surface, *pen.place(box.middle), pen.scale * box.height, pen.cos, pen.sin)
    hook = [*arc(0.23, pi, 2.25 * pi, (0, -0.20)), (0.04, 0.08), (0.0, 0.20)]
    stroke(framed, ink, hook, 0.13)
    framed.disc(ink, 0.085, (0, 0.40))
