"""Lettering: the bundled fonts, and text with a halo that reads on any ground.

Fonts are opened once per size. If one is missing or broken, pygame's own font takes its place: plainer, but nothing
stops.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import isqrt
from typing import Literal

import pygame

from sim.resources import assets_folder
from sim.view.ui.palette import HALO, Colour, keeps_pictures

Face = Literal["plain", "bold", "place"]

FILES: dict[Face, str] = {
    "plain": "Lato-Medium.ttf",
    "bold": "Lato-Bold.ttf",
    "place": "LinLibertine_RZI.otf",
}
_SMALLEST = 6
_QUARTER = "\N{FOUR-PER-EM SPACE}"
"""As wide as a space. Lato moves v, r and y so near to a plain space that small words run together."""


def font(face: Face, size: int) -> pygame.font.Font:
    """Return a font by its face and height in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
        forget_fonts()
    return _font(face, max(size, _SMALLEST))


def forget_fonts() -> None:
    """Drop every font and every text made with one: they do not outlive pygame's font module."""
    _font.cache_clear()
    _has_quarter.cache_clear()
    _drop.cache_clear()
    _width.cache_clear()
    lettered.cache_clear()
    haloed.cache_clear()


@lru_cache(maxsize=128)
def _font(face: Face, size: int) -> pygame.font.Font:
    file = assets_folder() / "fonts" / FILES[face]
    try:
        opened = pygame.font.Font(file, size)
        opened.size("x")  # a file that is no font opens without complaint, and fails here
    except (OSError, ValueError, pygame.error):
        return pygame.font.Font(None, round(size * 1.1))
    return opened


@lru_cache(maxsize=4096)
def lettered(text: str, size: int, colour: Colour, face: Face = "plain") -> pygame.Surface:
    """Return a line of text as a picture, its letters in the middle of the line.

    Fonts put the air between two lines below the letters. Whatever is centred on a button or a card would stand too
    high.
    """
    opened, said = font(face, size), _spaced(text, face, size)
    drawn = opened.render(said if opened.size(said)[0] else "", True, colour)  # marks without width alone are refused
    picture = pygame.Surface(drawn.get_size(), pygame.SRCALPHA, 32)
    picture.fill((*colour[:3], 0))
    picture.blit(drawn, (0, _drop(face, max(size, _SMALLEST))), special_flags=pygame.BLEND_RGBA_MAX)
    return picture


@lru_cache(maxsize=128)
def _drop(face: Face, size: int) -> int:
    """Return how far down capitals must go to stand in the middle of their line, while nothing is cut off below."""
    opened = font(face, size)
    ascent, high = opened.get_ascent(), opened.get_linesize()
    capital = opened.metrics("H")[0]
    middle = ascent - (capital[3] if capital is not None else ascent) / 2
    return max(0, min(round(high / 2 - middle), high - ascent + opened.get_descent()))


def _spaced(text: str, face: Face, size: int) -> str:
    return text.replace(" ", _QUARTER) if _has_quarter(face, max(size, _SMALLEST)) else text


@lru_cache(maxsize=128)
def _has_quarter(face: Face, size: int) -> bool:
    """Say whether a font has that space: what it has not is drawn as a box."""
    drawn = font(face, size).metrics(_QUARTER)[0]
    return drawn is not None and drawn[:4] == (0, 0, 0, 0)


@lru_cache(maxsize=2048)
def haloed(text: str, size: int, colour: Colour, halo: Colour, face: Face = "place") -> pygame.Surface:
    """Return a line of text with a soft light around it, so that it reads on woods as on water."""
    reach = max(1, round(size / 11))
    ink, light = lettered(text, size, colour, face), lettered(text, size, halo, face)
    width, height = ink.get_size()
    around = pygame.Surface((width + 4 * reach, height + 4 * reach), pygame.SRCALPHA, 32)
    row = pygame.Surface((width + 4 * reach, height), pygame.SRCALPHA, 32)
    around.fill((*halo, 0))
    row.fill((*halo, 0))
    # Letters are spread to both sides, then up and down: a third of the copies that a disc of them would take.
    for wide in range(reach + 1):
        row.blits([(light, (2 * reach + x, 0)) for x in {wide, -wide}], doreturn=False)
        downs = (y for y in range(-reach, reach + 1) if isqrt(reach * reach + 1 - y * y) == wide)
        around.blits([(row, (0, 2 * reach + y)) for y in downs], doreturn=False)
    around = pygame.transform.box_blur(around, max(1, reach // 2))
    around.set_alpha(HALO)
    picture = pygame.Surface(around.get_size(), pygame.SRCALPHA, 32)
    picture.fill((*halo, 0))
    picture.blit(around, (0, 0))
    picture.blit(ink, (2 * reach, 2 * reach))
    return picture


keeps_pictures(lettered.cache_clear)
keeps_pictures(haloed.cache_clear)


def width_of(text: str, size: int, face: Face = "plain") -> int:
    """Return how wide a line of text is."""
    return _width(text, size, face)


@lru_cache(maxsize=16384)
def _width(text: str, size: int, face: Face) -> int:
    """Return the same; each picture asks for the labels of all that it shows, and letters take long to set."""
    return font(face, size).size(_spaced(text, face, size))[0]


def wrapped(text: str, size: int, width: int, face: Face = "plain") -> list[str]:
    """Break text into lines that fit a width, between words; a word that is wider by itself is cut.

    Letters are measured by setting them, which takes long. So how many words a line has is guessed, and tried around
    the guess: two or three questions for a line instead of one for each word.
    """
    words = text.split()
    whole = width_of(" ".join(words), size, face)
    if whole <= width:  # as most do
        return [" ".join(words)]
    guess, lines = len(words) * width // whole, []
    while words:
        count = _fitting(words, guess, lambda line: width_of(line, size, face) <= width)
        lines.append(" ".join(words[:count]) if count else shortened(words[0], size, width, face))
        words = words[count or 1 :]
    return lines


def _fitting(words: list[str], guess: int, fits: Callable[[str], bool]) -> int:
    """Return how many words fit into one line."""
    most, too_many = 0, len(words) + 1
    while too_many - most > 1:
        guess = min(max(guess, most + 1), too_many - 1)
        if fits(" ".join(words[:guess])):
            most, guess = guess, guess + 1
        else:
            too_many, guess = guess, guess - 1
    return most


def shortened(text: str, size: int, width: int, face: Face = "plain") -> str:
    """Return text cut to a width, with an ellipsis where something is missing."""
    if width_of(text, size, face) <= width:
        return text
    while text and width_of(text + "…", size, face) > width:
        text = text[:-1]
    return text + "…"
