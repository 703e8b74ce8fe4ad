"""Pictures of counters as arrays, and how much two of them differ."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pygame

from sim.view.counters.paint_counter import counter_picture
from sim.view.counters.portrait import Figure, Portrait, Strength

FIGURES = (
    Figure("nw", "2", "red"),
    Figure("ne", "10", "blue"),
    Figure("sw", "11", "red_shield"),
    Figure("se", "12", "blue_shield"),
)
FULL = Portrait(
    symbol="infantry",
    size="squad",
    weapon="rifle",
    label="Rifles '41",
    figures=FIGURES,
    strength=Strength(5, 8),
    marks=("hit", "dug_in", "moved"),
    hit="Pi",
)
"""A portrait with a bit of everything."""


def image(portrait: Portrait, size: int, angle: float | None = None) -> np.ndarray:
    """Return a picture as red, green, blue and opacity, by row and column."""
    picture = counter_picture(portrait, size, angle)
    width, height = picture.get_size()
    return np.frombuffer(pygame.image.tobytes(picture, "RGBA"), dtype=np.uint8).reshape(height, width, 4).astype(int)


def grey(portrait: Portrait, size: int, angle: float | None = None) -> np.ndarray:
    """Return a picture without colours, over a middling ground."""
    pixels = image(portrait, size, angle)
    share = pixels[..., 3] / 255
    grey: np.ndarray = pixels[..., :3] @ np.array([0.299, 0.587, 0.114])
    return grey * share + 120 * (1 - share)


def differ(one: np.ndarray, other: np.ndarray) -> bool:
    """Say whether two pictures differ so that one can see it: some pixels, by a good deal."""
    return bool((np.abs(one - other).reshape(*one.shape[:2], -1).max(axis=2) > 40).sum() >= 3)


def all_differ(pictures: Sequence[np.ndarray]) -> bool:
    """Say whether no two of some pictures look the same."""
    return all(differ(one, other) for one, other in combinations(pictures, 2))
