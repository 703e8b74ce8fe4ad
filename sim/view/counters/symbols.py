"""The symbols of units, drawn as on a staff map: what stands in the frame says what the unit does.

They follow the habits of military map signs (a cross for infantry, an arrow for machine guns, a roof for anti-tank)
and go on from there where those have no sign. Vehicles and guns are seen from above instead (`machines.py`). A symbol
fills a frame that is 1 high and 1.5 wide.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from sim.view.board.pen import Pen
from sim.view.counters.detail import Box
from sim.view.counters.lines import arc, arrow, flat_stroke, outlined, stroke
from sim.view.counters.portrait import Size, Symbol
from sim.view.ui.palette import Colour

W, H = 0.75, 0.5
"""Half the frame."""
LINE = 0.075


def paint_symbol(pen: Pen, symbol: Symbol, box: Box, ink: Colour, paper: Colour) -> None:
    """Draw a symbol in its frame."""
    inner = _framed(pen, box)
    outlined(inner, paper, ink, [(-W, -H), (W, -H), (W, H), (-W, H)], LINE * 0.55)
    if (draw := SYMBOLS.get(symbol)) is not None:
        draw(inner, ink)


def paint_size(pen: Pen, size: Size, box: Box, ink: Colour) -> None:
    """Draw how large a unit is, above its frame."""
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
        case "squad":
            pen.disc(ink, radius, (box.x, y))


def _framed(pen: Pen, box: Box) -> Pen:
    """Return a pen whose measure is the height of the symbol's frame: the largest of 3 to 2 that fits the box."""
    return pen.within(box.middle, min(box.height, box.width / 1.5))


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


def _mortar(pen: Pen, ink: Colour) -> None:
    arrow(pen, ink, (0, 0.16), (0, -0.42), LINE * 1.2, 0.26)
    stroke(pen, ink, arc(0.15, 0, 2 * pi, (0, 0.26)), LINE)


def _roof(pen: Pen, ink: Colour) -> None:
    flat_stroke(pen, ink, (-W, H), (0.02, -H), LINE)
    flat_stroke(pen, ink, (W, H), (-0.02, -H), LINE)


def _tank_hunters(pen: Pen, ink: Colour) -> None:
    _cross(pen, ink)
    _roof(pen, ink)


def _engineers(pen: Pen, ink: Colour) -> None:
    stroke(pen, ink, [(-0.46, 0.24), (-0.46, -0.22), (0.46, -0.22), (0.46, 0.24)], LINE * 1.25)
    stroke(pen, ink, [(0, -0.22), (0, 0.24)], LINE * 1.25)


def _scout(pen: Pen, ink: Colour) -> None:
    flat_stroke(pen, ink, (-W, H), (W, -H), LINE)
    stroke(pen, ink, [(0.14, 0.30), (0.36, 0.12), (0.58, 0.30)], LINE)


def _medic(pen: Pen, ink: Colour) -> None:
    pen.box(ink, (0.62, 0.20))
    pen.box(ink, (0.20, 0.62))


def _cavalry(pen: Pen, ink: Colour) -> None:
    flat_stroke(pen, ink, (-W, H), (W, -H), LINE)


SYMBOLS: dict[Symbol, Callable[[Pen, Colour], None]] = {
    "infantry": _cross,
    "assault_infantry": _assault,
    "militia": _militia,
    "machine_gun": _machine_gun,
    "mortar": _mortar,
    "tank_hunters": _tank_hunters,
    "engineers": _engineers,
    "scout": _scout,
    "medic": _medic,
    "cavalry": _cavalry,
}


def paint_question(pen: Pen, box: Box, ink: Colour) -> None:
    """Draw a large question mark: nobody knows yet what it is."""
    framed = pen.within(box.middle, box.height)
    hook = [*arc(0.23, pi, 2.25 * pi, (0, -0.20)), (0.04, 0.08), (0.0, 0.20)]
    stroke(framed, ink, hook, 0.13)
    framed.disc(ink, 0.085, (0, 0.40))
