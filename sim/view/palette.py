"""Colours, and how well text reads on them.

The colours of the ground stand with its textures (`ground_styles.py`); here are those of everything drawn on top and
around: panels, lettering, marks. A theme is one value, so that a high-contrast one can take its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Colour = tuple[int, int, int]
Tint = tuple[int, int, int, int]
"""A colour with its opacity."""

READABLE = 4.5
"""The least contrast of text, after the Web Content Accessibility Guidelines."""


@dataclass(frozen=True)
class Theme:
    """The colours of everything that is not terrain."""

    table: Colour = (38, 36, 33)
    """What the map lies on."""
    frame: Colour = (22, 20, 17)
    """The line around the map."""
    panel: Tint = (27, 30, 33, 236)
    panel_edge: Colour = (86, 84, 76)
    ink: Colour = (237, 232, 220)
    """Text on panels."""
    faint: Colour = (176, 171, 158)
    """Labels and hints on panels."""
    accent: Colour = (235, 190, 96)
    """Headings, keys, and what is selected."""
    good: Colour = (134, 208, 132)
    bad: Colour = (245, 138, 116)
    grid: Tint = (26, 24, 14, 74)
    map_ink: Colour = (34, 28, 20)
    """Lettering on the map."""
    map_halo: Colour = (250, 244, 226)
    hover: Colour = (255, 250, 232)
    selected: Colour = (255, 205, 84)
    seen: Colour = (255, 253, 244)
    unseen: Colour = (104, 106, 124)
    """The light on what is seen and on what is not: the map's colours are multiplied with it."""
    clear_line: Colour = (92, 214, 110)
    blocked_line: Colour = (236, 84, 66)

    @property
    def texts(self) -> tuple[tuple[str, Colour, Colour], ...]:
        """Every pairing of text and what lies behind it, by name, for the test of contrast.

        A panel lets a little of the map through, so it is taken over the brightest map there could be.
        """
        panel = over(self.panel, (255, 255, 255))
        on_panel = ("ink", "faint", "accent", "good", "bad")
        pairs = [(f"{name} on panel", getattr(self, name), panel) for name in on_panel]
        return (*pairs, ("map ink on its halo", self.map_ink, self.map_halo))


THEME = Theme()


def over(tint: Tint, below: Colour) -> Colour:
    """Return what a tint looks like on top of a colour.

    >>> over((0, 0, 0, 51), (100, 200, 250))
    (80, 160, 200)
    """
    share = tint[3] / 255
    red, green, blue = (round(top * share + under * (1 - share)) for top, under in zip(tint[:3], below, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, from 1 (the same) to 21 (black and white).

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: Colour) -> float:
    """Return how bright a colour looks, from 0 to 1, as the guidelines define it."""
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def between(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour on the way from one to the other.

    >>> between((0, 0, 0), (100, 200, 50), 0.5)
    (50, 100, 25)
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def shaded(colour: Colour, light: float) -> Colour:
    """Return a colour in more (above 1) or less light.

    >>> shaded((100, 200, 50), 1.5)
    (150, 255, 75)
    """
    red, green, blue = (min(255, max(0, round(part * light))) for part in colour)
    return red, green, blue


def ramp(colours: Sequence[Colour], count: int = 256) -> list[Colour]:
    """Return a run of colours through the given ones, evenly spaced."""
    steps = len(colours) - 1
    places = [n * steps / (count - 1) for n in range(count)]
    return [
        between(colours[min(int(p), steps - 1)], colours[min(int(p), steps - 1) + 1], p - min(int(p), steps - 1))
        for p in places
    ]
