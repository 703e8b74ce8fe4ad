"""What has befallen a unit, as icons: each a shape of its own on a plate whose outline tells good from bad.

    harm: eight corners        state: a square plate        good: a round plate

An icon is drawn in a square from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from sim.grid import Point
from sim.view.board.pen import Pen
from sim.view.counters.detail import Box
from sim.view.counters.lines import arc, arrow, chamfered, flat_stroke, oval, rounded, star, stroke
from sim.view.counters.livery import INK, PAPER
from sim.view.counters.portrait import Mark
from sim.view.ui.palette import Colour

HARM: Colour = (158, 24, 20)
STATE: Colour = (44, 54, 68)
GOOD: Colour = (14, 92, 56)
BLAST: Colour = (255, 206, 60)
"""The burst of a hit; letters stand on it in ink."""
_LINE = 0.24

HARMS: frozenset[Mark] = frozenset(
    {"hit", "stunned", "wounded", "unconscious", "suppressed", "pinned", "shaken", "routed", "out_of_ammo"}
)
GOODS: frozenset[Mark] = frozenset({"leader", "overwatch", "dug_in", "mounted"})


def paint_mark(pen: Pen, mark: Mark, box: Box) -> None:
    """Draw the icon of a mark in a box."""
    small = pen.within(box.middle, box.height / 2)
    if mark == "hit":
        _paint_hit(small)
        return
    _paint_plate(small, mark)
    inner = small.within((0, 0), 0.68)
    ICONS[mark](inner, PAPER)


def _paint_plate(pen: Pen, mark: Mark) -> None:
    colour = HARM if mark in HARMS else GOOD if mark in GOODS else STATE
    for grow, tone in ((1.0, PAPER), (0.88, colour)):
        if mark in HARMS:
            pen.polygon(tone, chamfered(2 * grow, 2 * grow, 0.56 * grow))
        elif mark in GOODS:
            pen.polygon(tone, oval(2.06 * grow, 2.06 * grow))
        else:
            pen.polygon(tone, rounded(1.9 * grow, 1.9 * grow, 0.34))


def _paint_hit(pen: Pen) -> None:
    """Draw a burst, larger than other marks; its letters come with the other text."""
    pen.polygon(INK, star(10, 1.30, 0.92, turn=-pi / 2 + 0.1))
    pen.polygon(HARM, star(10, 1.18, 0.84, turn=-pi / 2 + 0.1))
    pen.disc(BLAST, 0.78)


# -- icons -----------------------------------------------------------------------------------------------------------


def _spent(pen: Pen, ink: Colour) -> None:
    """Draw an hourglass."""
    pen.polygon(ink, ((-0.72, -0.86), (0.72, -0.86), (0.10, 0.0), (0.72, 0.86), (-0.72, 0.86), (-0.10, 0.0)))
    pen.polygon(STATE, ((-0.36, -0.62), (0.36, -0.62), (0.16, -0.36), (-0.16, -0.36)))
    stroke(pen, ink, ((-0.8, -0.9), (0.8, -0.9)), 0.2)
    stroke(pen, ink, ((-0.8, 0.9), (0.8, 0.9)), 0.2)


def _stunned(pen: Pen, ink: Colour) -> None:
    """Draw a spiral."""
    turns = [n * 0.3 for n in range(40)]
    points = [((0.05 + 0.075 * t) * cos(t), (0.05 + 0.075 * t) * sin(t)) for t in turns]
    stroke(pen, ink, points, 0.19)


def _prone(pen: Pen, ink: Colour) -> None:
    """Draw a man lying on the ground."""
    pen.disc(ink, 0.27, (0.62, 0.0))
    stroke(pen, ink, ((0.30, 0.22), (-0.35, 0.30), (-0.95, 0.30)), 0.30)
    stroke(pen, ink, ((-0.95, 0.72), (0.95, 0.72)), 0.14)


def _pinned(pen: Pen, ink: Colour) -> None:
    """Draw a drawing pin."""
    stroke(pen, ink, ((-0.42, -0.82), (0.42, -0.82)), 0.26)
    pen.polygon(ink, ((-0.28, -0.8), (0.28, -0.8), (0.34, -0.1), (-0.34, -0.1)))
    stroke(pen, ink, ((-0.6, -0.02), (0.6, -0.02)), 0.24)
    pen.polygon(ink, ((-0.12, 0.0), (0.12, 0.0), (0.0, 0.98)))


def _dug_in(pen: Pen, ink: Colour) -> None:
    """Draw sandbags, two on three."""
    for x, y in ((-0.66, 0.52), (0.0, 0.52), (0.66, 0.52), (-0.33, 0.02), (0.33, 0.02)):
        pen.polygon(ink, rounded(0.58, 0.42, 0.2, (x, y)))
    pen.polygon(ink, rounded(0.58, 0.36, 0.18, (0.0, -0.46)))


def _eye(pen: Pen, ink: Colour, plate: Colour) -> None:
    lids = arc(1.16, 1.25 * pi, 1.75 * pi, (0, 0.80)) + arc(1.16, 0.25 * pi, 0.75 * pi, (0, -0.80))
    pen.polygon(ink, lids)
    pen.disc(plate, 0.26)


def _hidden(pen: Pen, ink: Colour) -> None:
    _eye(pen, ink, STATE)
    stroke(pen, STATE, ((-0.72, 0.86), (0.72, -0.86)), 0.42)
    stroke(pen, ink, ((-0.72, 0.86), (0.72, -0.86)), 0.18)


def _overwatch(pen: Pen, ink: Colour) -> None:
    _eye(pen, ink, GOOD)
    pen.disc(ink, 0.1)
    for x in (-0.55, 0.0, 0.55):
        stroke(pen, ink, ((x * 0.9, -0.60), (x * 1.2, -0.92)), 0.15)


def _moved(pen: Pen, ink: Colour) -> None:
    for x in (-0.62, 0.10):
        stroke(pen, ink, ((x, -0.62), (x + 0.55, 0.0), (x, 0.62)), 0.27)


def _reloading(pen: Pen, ink: Colour) -> None:
    """Draw an arrow that comes round."""
    stroke(pen, ink, arc(0.62, -0.2 * pi, 1.35 * pi), _LINE)
    end: Point = (0.62 * cos(-0.2 * pi), 0.62 * sin(-0.2 * pi))
    pen.polygon(ink, ((end[0] - 0.52, end[1] + 0.08), (end[0] + 0.36, end[1] + 0.20), (end[0] + 0.12, end[1] - 0.60)))


def _out_of_ammo(pen: Pen, ink: Colour) -> None:
    """Draw a cartridge, crossed out."""
    pen.polygon(ink, [*arc(0.32, pi, 2 * pi, (0, -0.45)), (0.32, 0.56), (-0.32, 0.56)])
    pen.box(ink, (0.8, 0.2), (0, 0.8))
    stroke(pen, HARM, ((-0.85, -0.75), (0.85, 0.75)), 0.42)
    stroke(pen, ink, ((-0.85, -0.75), (0.85, 0.75)), 0.2)


def _wounded(pen: Pen, ink: Colour) -> None:
    """Draw a drop."""
    pen.polygon(ink, [(0.0, -0.98), *arc(0.58, -0.12 * pi, 1.12 * pi, (0, 0.36))])


def _unconscious(pen: Pen, ink: Colour) -> None:
    """Draw two letters Z."""
    stroke(pen, ink, ((-0.80, -0.25), (0.10, -0.25), (-0.80, 0.80), (0.10, 0.80)), 0.22)
    stroke(pen, ink, ((0.28, -0.85), (0.82, -0.85), (0.28, -0.20), (0.82, -0.20)), 0.18)


def _mounted(pen: Pen, ink: Colour) -> None:
    """Draw a horseshoe."""
    shoe: list[Point] = [(-0.42, 0.86), (-0.62, 0.30), *arc(0.62, pi, 2 * pi, (0, -0.18)), (0.62, 0.30), (0.42, 0.86)]
    stroke(pen, ink, shoe, 0.32)
    for x, y in ((-0.62, -0.1), (0.62, -0.1), (0.0, -0.8)):
        pen.disc(GOOD, 0.09, (x, y))


def _limbered(pen: Pen, ink: Colour) -> None:
    """Draw two wheels on one pole."""
    for x in (-0.55, 0.55):
        stroke(pen, ink, arc(0.34, 0, 2 * pi, (x, 0.38)), 0.19)
    stroke(pen, ink, ((-0.55, 0.38), (0.55, 0.38)), 0.17)
    stroke(pen, ink, ((0.0, 0.38), (0.0, -0.5), (0.5, -0.8)), 0.19)


def _leader(pen: Pen, ink: Colour) -> None:
    pen.polygon(ink, star(5, 1.05, 0.44, (0, 0.06)))


def _suppressed(pen: Pen, ink: Colour) -> None:
    """Draw arrows that press down."""
    stroke(pen, ink, ((-0.85, 0.86), (0.85, 0.86)), 0.22)
    for x in (-0.55, 0.55):
        arrow(pen, ink, (x, -0.95), (x, 0.62), 0.24, 0.62)


def _shaken(pen: Pen, ink: Colour) -> None:
    """Draw a trembling line."""
    stroke(pen, ink, ((-0.92, 0.15), (-0.56, -0.62), (-0.14, 0.62), (0.24, -0.62), (0.60, 0.62), (0.92, -0.10)), 0.22)


def _routed(pen: Pen, ink: Colour) -> None:
    """Draw a white flag."""
    stroke(pen, ink, ((-0.58, -0.9), (-0.58, 0.95)), 0.18)
    pen.polygon(ink, ((-0.5, -0.88), (-0.05, -0.72), (0.35, -0.92), (0.86, -0.76), (0.86, 0.12), (0.35, -0.04),
                      (-0.05, 0.16), (-0.5, 0.0)))  # fmt: skip


def _in_close_combat(pen: Pen, ink: Colour) -> None:
    """Draw crossed swords."""
    for k in (-1, 1):
        stroke(pen, ink, ((-0.62 * k, 0.62), (0.80 * k, -0.86)), 0.19)
        stroke(pen, ink, ((-0.78 * k, 0.20), (-0.22 * k, 0.72)), 0.17)
        flat_stroke(pen, ink, (-0.55 * k, 0.55), (-0.88 * k, 0.88), 0.2)


def _bayonet(pen: Pen, ink: Colour) -> None:
    """Draw a blade beside the muzzle that it is fixed to."""
    pen.polygon(ink, ((0.92, -0.96), (0.22, 0.10), (-0.08, -0.20)))
    stroke(pen, ink, ((-0.42, -0.34), (0.36, 0.44)), 0.2)
    stroke(pen, ink, ((-0.02, 0.06), (-0.84, 0.88)), 0.3)


ICONS: dict[Mark, Callable[[Pen, Colour], None]] = {
    "stunned": _stunned,
    "wounded": _wounded,
    "unconscious": _unconscious,
    "suppressed": _suppressed,
    "pinned": _pinned,
    "shaken": _shaken,
    "routed": _routed,
    "in_close_combat": _in_close_combat,
    "out_of_ammo": _out_of_ammo,
    "reloading": _reloading,
    "spent": _spent,
    "prone": _prone,
    "dug_in": _dug_in,
    "hidden": _hidden,
    "overwatch": _overwatch,
    "bayonet": _bayonet,
    "moved": _moved,
    "mounted": _mounted,
    "limbered": _limbered,
    "leader": _leader,
}


def paint_more(pen: Pen, box: Box) -> None:
    """Draw three dots: there are more marks than places."""
    small = pen.within(box.middle, box.height / 2)
    _paint_plate(small, "moved")
    for x in (-0.46, 0.0, 0.46):
        small.disc(PAPER, 0.18, (x, 0.0))
