"""How colours look to people who see them differently, and how far apart two colours are.

One man in twelve confuses red with green::

    colour -> linear light -> one matrix per kind -> colour -> CIE Lab -> distance

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency" (2009), at severity 1.0: the strongest form, so that every milder one is better off. They apply
to linear light, not to the stored numbers.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from sim.view.ui.palette import Colour, linear

Kind = Literal["usual", "protanopia", "deuteranopia", "tritanopia"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Usual sight first; then without red, without green, and without blue receptors."""

_MACHADO: dict[Kind, NDArray[np.float64]] = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [(0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)]
    ),
    "deuteranopia": np.array(
        [(0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)]
    ),
    "tritanopia": np.array(
        [(1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)]
    ),
}
READABLE = 4.5
"""The least contrast of text, after the Web Content Accessibility Guidelines."""
_XYZ = np.array(
    [(0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041)]
)
"""From linear sRGB to CIE XYZ under daylight (D65)."""


def seen_by(colour: Colour, kind: Kind) -> Colour:
    """Return what a colour looks like to somebody with this kind of sight; what no screen can show is cut off."""
    light = np.clip(_MACHADO[kind] @ _light(colour), 0, 1)
    red, green, blue = 255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return round(red), round(green), round(blue)


def difference(one: Colour, other: Colour) -> float:
    """Return how far apart two colours look: their distance in CIE Lab, where about 2.3 can just be noticed."""
    return float(np.linalg.norm(_lab(one) - _lab(other)))


def _lab(colour: Colour) -> NDArray[np.float64]:
    """Return a colour in CIE Lab: its lightness from 0 to 100, its place from green to red, and from blue to yellow."""
    part = _XYZ @ _light(colour) / _XYZ.sum(axis=1)
    x, y, z = np.where(part > (6 / 29) ** 3, np.cbrt(part), part / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array((116 * y - 16, 500 * (x - y), 200 * (y - z)))


def _light(colour: Colour) -> NDArray[np.float64]:
    """Return the light that a stored colour stands for, each part from 0 to 1."""
    return np.array([linear(part / 255) for part in colour])
