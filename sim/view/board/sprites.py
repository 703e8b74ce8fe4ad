"""Small pictures that are drawn many times: trees, bushes, stones, reeds. Made once per size, by arithmetic.

A crown is a heap of round lumps. Its height at each pixel gives the slope, the slope gives the light; a little noise
makes leaves of it. The same recipe with other numbers makes bushes and boulders.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

import numpy as np
import pygame

from sim.view.board.chance import PlaceNumbers
from sim.view.board.patch import Field
from sim.view.ui.palette import Colour, ramp

VARIANTS = 7
"""How many different ones of each kind there are."""
_SMALL, _LARGE = 96, 320
"""Pixels of the two sizes in which sprites are drawn; all others are shrunk or enlarged from these."""


@dataclass(frozen=True)
class Lumps:
    """How a crown, bush or boulder is heaped up."""

    colours: tuple[Colour, ...]
    count: int
    spread: float
    """How far lumps lie from the middle, as part of the radius."""
    leafy: float
    """How strongly noise breaks up the light."""
    spiky: float = 0.0
    """How far rays stick out: conifers."""
    squash: float = 1.0


LEAVES: tuple[Colour, ...] = ((32, 48, 26), (52, 74, 36), (78, 102, 48), (112, 134, 66), (152, 168, 92))
OLIVE: tuple[Colour, ...] = ((40, 50, 26), (64, 76, 36), (94, 104, 50), (128, 136, 70), (166, 168, 98))
NEEDLES: tuple[Colour, ...] = ((22, 40, 30), (34, 58, 40), (52, 80, 52), (76, 104, 66), (112, 136, 90))
BLOSSOM: tuple[Colour, ...] = ((50, 70, 32), (78, 104, 46), (110, 136, 62), (144, 164, 84), (190, 198, 124))
SAGE: tuple[Colour, ...] = ((62, 68, 44), (86, 92, 58), (112, 116, 74), (140, 142, 94), (172, 170, 122))
ROCK: tuple[Colour, ...] = ((70, 66, 60), (100, 95, 86), (130, 124, 113), (160, 153, 140), (194, 187, 173))
BRICK: tuple[Colour, ...] = ((78, 66, 58), (112, 96, 84), (142, 124, 108), (168, 152, 134), (196, 182, 164))

SPRITES: dict[str, Lumps] = {
    "tree": Lumps(LEAVES, 8, 0.52, 0.34),
    "olive_tree": Lumps(OLIVE, 7, 0.50, 0.34),
    "conifer": Lumps(NEEDLES, 1, 0.0, 0.22, spiky=0.30),
    "fruit_tree": Lumps(BLOSSOM, 6, 0.42, 0.40),
    "bush": Lumps(LEAVES, 5, 0.50, 0.40),
    "sage": Lumps(SAGE, 5, 0.50, 0.42),
    "boulder": Lumps(ROCK, 3, 0.34, 0.14, squash=0.8),
    "stone": Lumps(ROCK, 2, 0.30, 0.10, squash=0.8),
    "debris": Lumps(BRICK, 2, 0.36, 0.20, squash=0.7),
}


@lru_cache(maxsize=4096)
def sprite(kind: str, variant: int, size: int) -> pygame.Surface:
    """Return a small picture of a size in pixels; the same question gets the same picture.

    Small ones are shrunk from one that was drawn larger: that is quicker, and they look the same at every zoom.
    """
    master = _master(kind, variant, _LARGE if size > _SMALL else _SMALL)
    return master if size == master.get_width() else pygame.transform.smoothscale(master, (size, size))


@lru_cache(maxsize=256)
def _master(kind: str, variant: int, size: int) -> pygame.Surface:
    if kind == "reed":
        return _reed(variant, size)
    return _heaped(SPRITES[kind], PlaceNumbers(variant, len(kind), ord(kind[0])), size)


def _heaped(lumps: Lumps, chance: PlaceNumbers, size: int) -> pygame.Surface:
    """Draw a heap of lumps, lit from the upper left."""
    y, x = (np.mgrid[0:size, 0:size].astype(np.float32) + np.float32(0.5)) * np.float32(2 / size) - 1
    height = _heap(lumps, chance, x, y)
    grown = np.maximum(height, 0)
    down, across = np.gradient(grown) if size > 1 else (grown, grown)
    light = 0.46 - (across * 0.62 + down * 0.78) * (size / 2) * 0.30 + 0.20 * (grown - 0.4)
    leaves = _leaves(chance, size)
    tone = np.clip(light + lumps.leafy * leaves, 0, 1)
    table = np.array(ramp(lumps.colours), dtype=np.uint8)
    pixels = np.empty((size, size, 4), dtype=np.uint8)
    pixels[..., :3] = table[(tone * 255).astype(np.uint8)]
    pixels[..., 3] = np.clip((height + 0.10 * leaves) * size * 0.9, 0, 1) * 255
    return pygame.image.frombytes(pixels.tobytes(), (size, size), "RGBA")


def _heap(lumps: Lumps, chance: PlaceNumbers, x: Field, y: Field) -> Field:
    """Return how high the heap is at each pixel, negative outside it."""
    if lumps.spiky:
        return _cone(lumps, chance, x, y)
    turn = chance.between(0, 2 * pi)
    height = np.full(x.shape, -1.0, dtype=np.float32)
    for n in range(lumps.count):
        angle = turn + 2 * pi * n / max(lumps.count - 1, 1) + chance.between(-0.35, 0.35)
        far = 0.0 if n == 0 else lumps.spread * chance.between(0.75, 1.1)
        radius = (1 - lumps.spread) * (1.25 if n == 0 else chance.between(0.82, 1.05))
        dx, dy = x - far * cos(angle), (y - far * sin(angle)) / lumps.squash
        height = np.maximum(
            height, (radius * radius - dx * dx - dy * dy) / max(radius, 0.2) * (1.15 if n == 0 else 0.9)
        )
    return height


def _cone(lumps: Lumps, chance: PlaceNumbers, x: Field, y: Field) -> Field:
    """Return the height of a conifer: a cone with ragged rays."""
    angle, far = np.arctan2(y, x), np.hypot(x, y)
    rays = 9 + chance.below(4)
    ragged = np.abs(((angle / (2 * pi) * rays + chance.share()) % 1.0) - 0.5) * 2
    edge = 0.98 - lumps.spiky * ragged
    return np.asarray((edge - far) * 0.9 + 0.10 * ragged * (far > 0.15), dtype=np.float32)


def _leaves(chance: PlaceNumbers, size: int) -> Field:
    """Return noise in blots of a pixel or three: leaves, or the grain of a stone."""
    seed = int(chance.share() * 2**31)
    count = max(2, min(size // 2, 22))
    rough = np.random.default_rng(seed).uniform(-1, 1, (count, count)).astype(np.float32)
    places = np.linspace(0, count - 1.001, size)
    low = places.astype(np.intp)
    share = (places - low).astype(np.float32)
    high = np.minimum(low + 1, count - 1)
    rows = rough[low] + (rough[high] - rough[low]) * share[:, None]
    return np.asarray(rows[:, low] + (rows[:, high] - rows[:, low]) * share[None, :], dtype=np.float32)


def _reed(variant: int, size: int) -> pygame.Surface:
    """Draw a tuft of blades."""
    chance = PlaceNumbers(variant, 77)
    surface = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    surface.fill((70, 88, 48, 0))
    for n in range(5 + chance.below(3)):
        lean = chance.between(-0.42, 0.42)
        green = int(chance.between(0, 46))
        tip = (size * (0.5 + lean), size * chance.between(0.04, 0.34))
        root = (size * (0.5 + 0.22 * lean), size * 0.96)
        pygame.draw.line(surface, (70 + green, 88 + green, 48 + n, 170), root, tip, max(1, round(size * 0.06)))
    return surface
