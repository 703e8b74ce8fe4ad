"""The text of a counter, fitted to its place.

Text is set at the size of the screen, after the drawing has been shrunk: letters of nine pixels that were shrunk from
larger ones are a blur. Nothing here draws, so that a test can ask where every word would stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from sim.view.counters.detail import Arrangement, Box, Detail, arrangement, detail
from sim.view.counters.livery import INK, PAPER
from sim.view.counters.portrait import Mark, Portrait, Tone
from sim.view.ui.lettering import Face, lettered, shortened
from sim.view.ui.palette import Colour

LEAST = 8
"""The smallest letters that one can read; a text that needs smaller ones is cut short."""
LEAST_ON_MARK = 12
"""The smallest mark, in pixels, that letters are put on."""


@dataclass(frozen=True)
class LetteredLine:
    """A line of text and the pixels it covers, counted from the upper left corner of the counter."""

    text: str
    rect: tuple[int, int, int, int]
    size: int
    colour: Colour
    face: Face = "bold"
    is_label: bool = False

    def draw(self, surface: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw it, the counter's corner being at a pixel."""
        letters, ink = _letters(self.text, self.size, self.colour, self.face)
        surface.blit(letters, (at[0] + self.rect[0], at[1] + self.rect[1]), ink)


@lru_cache(maxsize=1024)
def _letters(text: str, size: int, colour: Colour, face: Face) -> tuple[pygame.Surface, pygame.Rect]:
    """Return a text and the part of its picture that has ink: fonts leave room for accents that nobody uses here."""
    letters = lettered(text, size, colour, face)
    return letters, letters.get_bounding_rect()


def lines(portrait: Portrait, size: int, level: Detail | None = None) -> tuple[LetteredLine, ...]:
    """Return all text of a counter of a size in pixels that shows so much; left out, as much as it has room for."""
    level = detail(size, is_round=portrait.round) if level is None else level
    if level == Detail.SHAPE:
        return ()
    plan = arrangement(portrait, level)
    return tuple(line for line in _lines(portrait, size, plan) if line.text)


def _lines(portrait: Portrait, size: int, plan: Arrangement) -> Iterator[LetteredLine]:
    for mark, box in marks_shown(portrait, plan):
        if mark == "hit" and portrait.hit and box.height * size >= LEAST_ON_MARK:
            inner = Box(box.x, box.y, box.width * 0.70, box.height * 0.50)
            yield fitted(portrait.hit, inner, size, INK, least=6)
    if plan.label is not None and portrait.title:
        colour = INK if portrait.round else portrait.colours.ink
        yield replace(fitted(portrait.title, label_box(portrait, plan), size, colour), is_label=True)
    chips = dict(plan.corners)
    for corner, text, tone in portrait.figures:
        if corner in chips:
            box = chips[corner]
            inner = Box(box.x, box.y, box.width * 0.84, box.height * 0.74)
            yield fitted(text, inner, size, chip_colours(tone)[1])


def label_box(portrait: Portrait, plan: Arrangement) -> Box:
    """Return what the label has of its strip: the emblem of the side is at the left of it, figures may be beside it."""
    label = plan.label or Box(0, 0, 0, 0)
    if not portrait.round:
        return Box(label.x + 0.07, label.y, label.width - 0.15, label.height)
    beside = bool(plan.corners) and any(corner in ("sw", "se") for corner, _, _ in portrait.figures)
    return Box(label.x + 0.045, label.y, (0.55 if beside else label.width) - 0.17, label.height * 0.68)


def marks_shown(portrait: Portrait, plan: Arrangement) -> list[tuple[Mark | None, Box]]:
    """Return the marks that have room, and where; None in the last place stands for several more."""
    ranked = portrait.ranked_marks
    shown: list[Mark | None] = list(ranked[: len(plan.marks)])
    if len(ranked) > len(plan.marks) > 1:
        shown[-1] = None
    return [
        (mark, _grown(box) if mark == "hit" and len(plan.marks) > 1 else box)
        for mark, box in zip(shown, plan.marks, strict=False)
    ]


def _grown(box: Box) -> Box:
    """Return a larger place for the burst of a hit, which is what one looks for first."""
    return Box(box.x, box.y, box.width * 1.25, box.height * 1.25)


def chip_colours(tone: Tone) -> tuple[Colour, Colour]:
    """Return the colours of a figure's chip and of what is written on it."""
    match tone:
        case "plain":
            return PAPER, INK
        case "dark":
            return INK, PAPER
        case "red" | "red_shield":
            return (164, 24, 22), PAPER
        case _:
            return (24, 62, 148), PAPER


def fitted(text: str, box: Box, size: int, colour: Colour, *, least: int = LEAST) -> LetteredLine:
    """Return a text in the largest letters that its box has room for, cut short if even the smallest are too wide."""
    wide, high = box.width * size, box.height * size
    letters = max(least, int(high * 1.2))
    while letters > least and not _fits(text, letters, wide, high):
        letters -= 1
    if not _fits(text, letters, wide, size):
        text = shortened(text, letters, int(wide), "bold")
    ink = _letters(text, letters, colour, "bold")[1] if text else pygame.Rect(0, 0, 0, 0)
    left = round((box.x + 0.5) * size - ink.width / 2)
    top = round((box.y + 0.5) * size - ink.height / 2)
    return LetteredLine(text, (left, top, ink.width, ink.height), letters, colour)


def _fits(text: str, letters: int, wide: float, high: float) -> bool:
    ink = _letters(text, letters, INK, "bold")[1]
    return ink.width <= wide and ink.height <= high
