"""How colours look to people who see them differently, and how far apart two colours are.

One man in twelve confuses red with green. Whoever picks a colour that has to be told from another asks here, with
numbers, whether everybody can::

    colour -> linear light -> one matrix per kind -> colour -> CIE Lab -> distance

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency" (2009), at severity 1.0: the strongest form, so that every milder one is better off. They apply
to linear light, not to the stored numbers.
"""

from __future__ import annotations

import math
from typing import Literal, get_args

from sim.view.ui.palette import Colour, linear

Kind = Literal["usual", "protanopia", "deuteranopia", "tritanopia"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Usual sight first; then without red, without green, and without blue receptors."""

_Triple = tuple[float, float, float]
_Matrix = tuple[_Triple, _Triple, _Triple]

_MACHADO: dict[Kind, _Matrix] = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_XYZ: _Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""From linear sRGB to CIE XYZ under daylight (D65)."""

_LAB_KNEE = (6 / 29) ** 3


def seen_by(colour: Colour, kind: Kind) -> Colour:
    """Return what a colour looks like to somebody with this kind of sight, as a colour that others can look at.

    >>> seen_by((120, 130, 140), "usual")
    (120, 130, 140)
    >>> seen_by((255, 0, 0), "protanopia")
    (109, 95, 0)
    """
    red, green, blue = (_stored(part) for part in _times(_MACHADO[kind], _light(colour)))
    return red, green, blue


def difference(one: Colour, other: Colour) -> float:
    """Return how far apart two colours look: their distance in CIE Lab, where about 2.3 can just be noticed.

    >>> difference((10, 20, 30), (10, 20, 30))
    0.0
    >>> round(difference((0, 0, 0), (255, 255, 255)))
    100
    """
    return math.dist(lab(one), lab(other))


def lab(colour: Colour) -> _Triple:
    """Return a colour in CIE Lab: its lightness from 0 to 100, its place from green to red, and from blue to yellow."""
    xyz = _times(_XYZ, _light(colour))
    x, y, z = (_lab_curve(part / sum(row)) for part, row in zip(xyz, _XYZ, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lab_curve(part: float) -> float:
    return math.cbrt(part) if part > _LAB_KNEE else part / (3 * (6 / 29) ** 2) + 4 / 29


def _times(matrix: _Matrix, triple: _Triple) -> _Triple:
    first, second, third = (sum(a * b for a, b in zip(row, triple, strict=True)) for row in matrix)
    return first, second, third


def _light(colour: Colour) -> _Triple:
    """Return the light that a stored colour stands for, each part from 0 to 1."""
    red, green, blue = (linear(part / 255) for part in colour)
    return red, green, blue


def _stored(light: float) -> int:
    """Return the number that is stored for so much light; what no screen can show is cut off."""
    part = min(1.0, max(0.0, light))
    return round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
