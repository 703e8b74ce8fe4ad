"""Men, horses and crowds, seen from above.

All face right (the pen is turned), in a square from -0.5 to 0.5:

             left arm
        .---.  \\
     (shoulders)==== weapon  -->
        '---'  /
             right arm
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

from sim.grid import Point
from sim.view.board.pen import Pen
from sim.view.counters.bodies import heads
from sim.view.counters.lines import arc, flat_stroke, outlined, oval, rounded, star, stroke
from sim.view.counters.livery import INK, Livery
from sim.view.counters.portrait import Portrait, Weapon
from sim.view.ui.palette import Colour, between, shaded

SKIN: Colour = (206, 158, 120)
STEEL: Colour = (58, 60, 66)
WOOD: Colour = (122, 78, 42)
HORSE: Colour = (126, 82, 50)
MANE: Colour = (58, 36, 24)
FELT: Colour = (96, 72, 50)
CLOTHES: tuple[Colour, ...] = ((150, 96, 72), (104, 112, 84), (88, 96, 128), (168, 142, 96), (122, 80, 100))
"""What people in a crowd wear; nothing is told by it."""
_RIM = 0.016


@dataclass(frozen=True)
class Uniform:
    """The colours of a man."""

    coat: Colour
    hat: Colour
    skin: Colour = SKIN


def dress_of(livery: Livery) -> Uniform:
    """Return how the men of a side are dressed: in its colour, the hat lighter or darker than the coat."""
    light = sum(livery.field) > 380
    hat = between(livery.field, INK, 0.52) if light else between(livery.field, FELT, 0.35)
    return Uniform(livery.field, hat if light else shaded(hat, 1.25))


def paint_man(pen: Pen, portrait: Portrait) -> None:
    """Draw a man in the posture that his marks tell."""
    dress = dress_of(portrait.colours)
    if "unconscious" in portrait.marks:
        _paint_fallen(pen, dress, portrait)
    elif "prone" in portrait.marks:
        _paint_prone(pen, dress, portrait)
    else:
        _paint_standing(pen, dress, portrait)


def _paint_standing(pen: Pen, dress: Uniform, portrait: Portrait) -> None:
    for y in (-0.13, 0.13):  # boots: one a little ahead, as one stands
        outlined(pen, MANE, INK, oval(0.22, 0.13, (0.10 if y > 0 else 0.02, y)), _RIM * 0.6)
    _paint_arms(pen, dress, portrait.weapon)
    outlined(pen, dress.coat, INK, oval(0.30, 0.66, (-0.06, 0)), _RIM)
    pen.polygon(shaded(dress.coat, 1.18), oval(0.16, 0.52, (-0.03, 0)))
    stroke(pen, shaded(dress.coat, 0.62), ((-0.16, -0.16), (0.02, -0.05)), 0.024)
    stroke(pen, shaded(dress.coat, 0.62), ((-0.16, 0.16), (0.02, 0.05)), 0.024)
    _paint_hat(pen.moved(0.0, 0.0), dress, portrait)


def _paint_hat(pen: Pen, dress: Uniform, portrait: Portrait) -> None:
    """Draw a hat: its brim reaches forward, so that even without a weapon one sees where he looks."""
    if portrait.symbol == "civilian":
        outlined(pen, dress.skin, INK, oval(0.10, 0.12, (0.15, 0)), _RIM * 0.6)
        outlined(pen, MANE, INK, oval(0.29, 0.27, (0.01, 0)), _RIM)
        return
    outlined(pen, shaded(dress.hat, 0.86), INK, oval(0.36, 0.32, (0.0, 0)), _RIM)
    outlined(pen, dress.hat, shaded(dress.hat, 0.5), oval(0.21, 0.20, (-0.03, 0)), _RIM * 0.7)
    pen.polygon(shaded(dress.hat, 1.2), oval(0.11, 0.08, (-0.05, -0.03)))
    if portrait.symbol == "leader" or "leader" in portrait.marks:
        pen.polygon((255, 214, 80), star(5, 0.10, 0.044, (-0.03, 0.0)))


def _paint_arms(pen: Pen, dress: Uniform, weapon: Weapon) -> None:
    """Draw both arms to where the weapon is held, and the weapon over them."""
    left, right = _HANDS.get(weapon, ((0.16, -0.30), (0.16, 0.30)))
    for shoulder, hand in (((0.0, -0.26), left), ((0.0, 0.26), right)):
        stroke(pen, INK, (shoulder, hand), 0.15)
        stroke(pen, shaded(dress.coat, 0.88), (shoulder, hand), 0.115)
    if weapon != "none":
        _WEAPONS[weapon](pen)
    for hand in (left, right):
        pen.disc(INK, 0.062, hand)
        pen.disc(dress.skin, 0.046, hand)


def _paint_prone(pen: Pen, dress: Uniform, portrait: Portrait) -> None:
    """Draw him flat on his belly, the weapon before him."""
    for k in (-1, 1):
        stroke(pen, INK, ((-0.16, 0.07 * k), (-0.47, 0.15 * k)), 0.13)
        stroke(pen, shaded(dress.coat, 0.70), ((-0.16, 0.07 * k), (-0.47, 0.15 * k)), 0.098)
        pen.disc(MANE, 0.055, (-0.48, 0.155 * k))
    ahead = pen.moved(0.06, -0.05)
    for k, hand in ((-1, (0.24, -0.02)), (1, (0.10, 0.12))):
        stroke(ahead, INK, ((-0.02, 0.05 + 0.15 * k), hand), 0.12)
        stroke(ahead, shaded(dress.coat, 0.88), ((-0.02, 0.05 + 0.15 * k), hand), 0.09)
    if portrait.weapon != "none":
        _WEAPONS[portrait.weapon](ahead.moved(0.0, -0.02))
    outlined(pen, dress.coat, INK, oval(0.46, 0.29, (-0.08, 0)), _RIM)
    outlined(pen, shaded(dress.coat, 1.1), INK, oval(0.20, 0.42, (0.06, 0)), _RIM * 0.8)
    _paint_hat(_smaller(pen.moved(0.16, 0.0), 0.78), dress, portrait)


def _paint_fallen(pen: Pen, dress: Uniform, portrait: Portrait) -> None:
    """Draw him on his back, arms and legs apart, face up, hat and weapon beside him."""
    grey = Uniform(between(dress.coat, (128, 124, 118), 0.35), dress.hat, between(SKIN, (190, 186, 178), 0.35))
    if portrait.weapon != "none":
        _WEAPONS[portrait.weapon](_smaller(pen.moved(-0.18, 0.34).turned(0.5), 0.8))
    for k in (-1, 1):
        for limb, width in (
            (((-0.14, 0.08 * k), (-0.46, 0.25 * k)), 0.13),
            (((0.10, 0.16 * k), (0.24, 0.42 * k)), 0.11),
        ):
            stroke(pen, INK, limb, width + 0.03)
            stroke(pen, shaded(grey.coat, 0.82), limb, width)
        pen.disc(MANE, 0.062, (-0.47, 0.26 * k))
        pen.disc(grey.skin, 0.05, (0.25, 0.43 * k))
    outlined(pen, grey.coat, INK, rounded(0.40, 0.32, 0.13, (-0.02, 0)), _RIM)
    flat_stroke(pen, shaded(grey.coat, 0.6), (-0.2, 0.0), (0.15, 0.0), 0.02)
    outlined(pen, grey.skin, INK, oval(0.21, 0.20, (0.29, 0)), _RIM)
    for y in (-0.045, 0.045):  # eyes shut: two crosses
        for k in (-1, 1):
            flat_stroke(pen, INK, (0.29 - 0.026, y - 0.026 * k), (0.29 + 0.026, y + 0.026 * k), 0.014)
    beside = _smaller(pen.moved(0.40, -0.24), 0.62)
    _paint_hat(beside, dress, Portrait(symbol="none"))


# -- weapons ---------------------------------------------------------------------------------------------------------

_HANDS: dict[Weapon, tuple[Point, Point]] = {
    "rifle": ((0.36, 0.045), (0.17, 0.13)),
    "carbine": ((0.33, 0.05), (0.17, 0.13)),
    "shotgun": ((0.33, 0.05), (0.17, 0.14)),
    "pistol": ((0.08, -0.34), (0.27, 0.18)),
    "two_pistols": ((0.26, -0.20), (0.26, 0.20)),
    "bow": ((0.34, -0.02), (0.10, 0.10)),
    "lance": ((0.10, -0.34), (0.16, 0.28)),
    "knife": ((0.14, -0.30), (0.25, 0.20)),
    "tomahawk": ((0.14, -0.30), (0.25, 0.22)),
    "sabre": ((0.10, -0.32), (0.25, 0.22)),
}


def _barrel(pen: Pen, start: Point, end: Point, width: float, colour: Colour = STEEL) -> None:
    flat_stroke(pen, INK, start, (end[0] + 0.012, end[1]), width + 0.022)
    flat_stroke(pen, colour, start, end, width)


def _rifle(pen: Pen, length: float = 0.64) -> None:
    _barrel(pen, (0.28, 0.07), (length, 0.0), 0.042)
    outlined(
        pen, WOOD, INK, ((0.02, 0.13), (0.05, 0.20), (0.20, 0.135), (0.44, 0.065), (0.43, 0.015), (0.18, 0.08)), 0.012
    )


def _shotgun(pen: Pen) -> None:
    for k in (-1, 1):
        _barrel(pen, (0.24, 0.075 + 0.028 * k), (0.54, 0.02 + 0.028 * k), 0.038)
    outlined(pen, WOOD, INK, ((0.02, 0.13), (0.06, 0.21), (0.34, 0.10), (0.32, 0.03)), 0.01)


def _pistol(pen: Pen, y: float = 0.17) -> None:
    _barrel(pen, (0.28, y), (0.50, y), 0.054)
    outlined(pen, WOOD, INK, rounded(0.08, 0.065, 0.02, (0.275, y)), 0.01)


def _two_pistols(pen: Pen) -> None:
    _pistol(pen, 0.20)
    _pistol(pen, -0.20)


def _bow(pen: Pen) -> None:
    bend = [(x * 0.55, y) for x, y in arc(0.38, -0.40 * pi, 0.40 * pi)]
    bend = [(x + 0.16, y) for x, y in bend]
    flat_stroke(pen, (236, 228, 206), bend[0], (0.12, 0.06), 0.012)
    flat_stroke(pen, (236, 228, 206), bend[-1], (0.12, 0.06), 0.012)
    stroke(pen, INK, bend, 0.058)
    stroke(pen, WOOD, bend, 0.034)
    stroke(pen, INK, ((0.12, 0.06), (0.50, -0.01)), 0.028)
    pen.polygon(STEEL, ((0.58, -0.02), (0.48, -0.05), (0.49, 0.03)))


def _lance(pen: Pen) -> None:
    stroke(pen, INK, ((-0.48, 0.30), (0.48, 0.24)), 0.05)
    stroke(pen, WOOD, ((-0.48, 0.30), (0.48, 0.24)), 0.028)
    outlined(pen, (190, 194, 200), INK, ((0.62, 0.23), (0.47, 0.19), (0.47, 0.29)), 0.012)


def _knife(pen: Pen) -> None:
    outlined(pen, (200, 204, 210), INK, ((0.27, 0.17), (0.42, 0.18), (0.46, 0.21), (0.27, 0.225)), 0.012)


def _tomahawk(pen: Pen) -> None:
    stroke(pen, INK, ((0.18, 0.24), (0.46, 0.20)), 0.05)
    stroke(pen, WOOD, ((0.18, 0.24), (0.46, 0.20)), 0.026)
    outlined(pen, (190, 194, 200), INK, ((0.38, 0.20), (0.46, 0.19), (0.49, 0.32), (0.36, 0.32)), 0.012)


def _sabre(pen: Pen) -> None:
    blade = [(0.25, 0.22), (0.40, 0.23), (0.53, 0.18), (0.60, 0.10)]
    stroke(pen, INK, blade, 0.056)
    stroke(pen, (206, 210, 216), blade, 0.030)
    stroke(pen, (214, 172, 70), ((0.27, 0.14), (0.27, 0.30)), 0.036)


_WEAPONS: dict[Weapon, Callable[[Pen], None]] = {
    "rifle": _rifle,
    "carbine": lambda pen: _rifle(pen, 0.54),
    "pistol": _pistol,
    "two_pistols": _two_pistols,
    "shotgun": _shotgun,
    "bow": _bow,
    "lance": _lance,
    "knife": _knife,
    "tomahawk": _tomahawk,
    "sabre": _sabre,
}


# -- horses and crowds -----------------------------------------------------------------------------------------------


def paint_horse(pen: Pen, portrait: Portrait) -> None:
    """Draw a horse: rump, barrel, neck and head in one line."""
    stroke(pen, MANE, ((-0.42, 0.0), (-0.54, 0.06), (-0.58, 0.02)), 0.07)
    for x, y in ((-0.30, 0.15), (-0.30, -0.15), (0.14, 0.14), (0.20, -0.14)):
        outlined(pen, shaded(HORSE, 0.7), INK, oval(0.15, 0.08, (x + 0.06, y)), 0.01)
    hull = [
        (-0.44, 0.0), (-0.40, -0.14), (-0.24, -0.175), (0.0, -0.15), (0.16, -0.15), (0.30, -0.075), (0.46, -0.075),
        (0.58, -0.045), (0.60, 0.0), (0.58, 0.045), (0.46, 0.075), (0.30, 0.075), (0.16, 0.15), (0.0, 0.15),
        (-0.24, 0.175), (-0.40, 0.14),
    ]  # fmt: skip
    outlined(pen, HORSE, INK, hull, _RIM)
    pen.polygon(shaded(HORSE, 1.16), oval(0.44, 0.15, (-0.16, -0.04)))
    for k in (-1, 1):
        outlined(pen, HORSE, INK, ((0.42, 0.07 * k), (0.37, 0.125 * k), (0.47, 0.085 * k)), 0.01)
    stroke(pen, MANE, ((0.12, 0.0), (0.40, 0.0)), 0.055)
    outlined(pen, portrait.colours.field, INK, rounded(0.26, 0.32, 0.06, (-0.06, 0)), _RIM * 0.8)
    outlined(pen, (112, 62, 34), INK, oval(0.20, 0.17, (-0.07, 0)), _RIM * 0.7)


def paint_rider(pen: Pen, portrait: Portrait) -> None:
    """Draw a man on his horse."""
    paint_horse(pen, portrait)
    man = _smaller(pen.moved(-0.07, 0.0), 0.74)
    dress = dress_of(portrait.colours)
    _paint_arms(man, dress, portrait.weapon)
    outlined(man, dress.coat, INK, oval(0.30, 0.60, (-0.06, 0)), _RIM)
    pen_light = shaded(dress.coat, 1.18)
    man.polygon(pen_light, oval(0.16, 0.46, (-0.03, 0)))
    _paint_hat(man, dress, portrait)


def paint_crowd(pen: Pen, count: int) -> None:
    """Draw a crowd: as many heads as there are people, up to nineteen."""
    places = heads(count)
    size = 0.30 if len(places) <= 3 else 0.24 if len(places) <= 7 else 0.175
    for n, (x, y) in enumerate(sorted(places, key=lambda place: place[1])):
        person = _smaller(pen.moved(x, y), size / 0.30)
        outlined(person, CLOTHES[n % len(CLOTHES)], INK, oval(0.36, 0.22, (0, 0.03)), 0.016)
        outlined(person, (MANE, FELT, (176, 140, 84))[n % 3], INK, oval(0.19, 0.19, (0, -0.02)), 0.014)


def _smaller(pen: Pen, share: float) -> Pen:
    return pen.within((0, 0), share)
