"""Panels: the few blocks that all panels are put together from, and how they are drawn.

A panel is a tuple of frozen blocks. Drawing it is a function of the blocks and a width, so a panel that has not changed
is the same picture as before, and costs a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import pygame

from sim.view.lettering import Face, font, lettered, width_of, wrapped
from sim.view.palette import Colour, keeps_pictures, theme
from sim.view.sight_ruler import Profile, paint_profile

Tone = Literal["ink", "faint", "accent", "good", "bad"]
TEXT, TITLE, SMALL = 16, 21, 14
"""Heights of text at scale 1, in pixels."""
_GAP = 5


@dataclass(frozen=True)
class Title:
    """The first line of a panel."""

    text: str


@dataclass(frozen=True)
class Row:
    """A label and what there is to say."""

    label: str
    text: str
    tone: Tone = "ink"


@dataclass(frozen=True)
class Note:
    """A line of small print."""

    text: str
    tone: Tone = "faint"


@dataclass(frozen=True)
class Rule:
    """A thin line between two parts."""


@dataclass(frozen=True)
class Chart:
    """A profile of a line of sight."""

    profile: Profile


Block = Title | Row | Note | Rule | Chart


def ui_scale(height: int) -> float:
    """Return how large panels and letters are in a window of that height: 1 on a screen of 1080 lines.

    >>> ui_scale(720), ui_scale(1080), ui_scale(2160)
    (0.85, 1.0, 2.0)
    """
    return min(max(round(height / 1080 * 20) / 20, 0.85), 3.0)


def tone_colour(tone: Tone) -> Colour:
    """Return the colour of a tone on a panel."""
    colour: Colour = getattr(theme(), tone)
    return colour


@lru_cache(maxsize=64)
def panel_picture(blocks: tuple[Block, ...], width: int, scale: float) -> pygame.Surface:
    """Return a panel of a width as a picture, as high as its blocks need."""
    pad = round(13 * scale)
    inner = max(width - 2 * pad, 20)
    heights = [_height(block, inner, scale) for block in blocks]
    gap = round(_GAP * scale)
    total = sum(heights) + gap * max(len(blocks) - 1, 0) + 2 * pad
    surface = pygame.Surface((max(width, 1), max(total, 1)), pygame.SRCALPHA, 32)
    pygame.draw.rect(surface, theme().panel, surface.get_rect(), border_radius=round(7 * scale))
    pygame.draw.rect(surface, theme().panel_edge, surface.get_rect(), _line(scale), round(7 * scale))
    y = pad
    for block, height in zip(blocks, heights, strict=True):
        _draw(surface, block, pygame.Rect(pad, y, inner, height), scale)
        y += height + gap
    return surface


def _line(width: float) -> int:
    """Return the width of a line on a panel, heavier if the theme is."""
    return max(1, round(width * theme().weight))


def _size(block: Block, scale: float) -> int:
    match block:
        case Title():
            return round(TITLE * scale)
        case Note():
            return round(SMALL * scale)
        case _:
            return round(TEXT * scale)


def _face(block: Block) -> Face:
    return "bold" if isinstance(block, Title) else "plain"


def _label_width(inner: int, scale: float) -> int:
    return min(round(86 * scale), inner // 2)


def _lines(block: Block, inner: int, scale: float) -> list[str]:
    match block:
        case Title(text):
            return wrapped(text, _size(block, scale), inner, "bold")
        case Row(label, text):
            return wrapped(text, _size(block, scale), inner - (_label_width(inner, scale) if label else 0))
        case Note(text):
            return wrapped(text, _size(block, scale), inner)
        case _:
            return []


def _height(block: Block, inner: int, scale: float) -> int:
    match block:
        case Rule():
            return _line(scale)
        case Chart():
            return round(104 * scale)
        case _:
            return font(_face(block), _size(block, scale)).get_linesize() * len(_lines(block, inner, scale))


def _draw(surface: pygame.Surface, block: Block, frame: pygame.Rect, scale: float) -> None:
    match block:
        case Rule():
            pygame.draw.rect(surface, theme().panel_edge, frame)
        case Chart(profile):
            paint_profile(surface, frame, profile)
        case Title():
            _write(surface, block, frame, scale, "accent")
        case Row(label, _, tone):
            column = _label_width(frame.width, scale) if label else 0
            if label:
                surface.blit(lettered(label, _size(block, scale), theme().faint), frame.topleft)
            _write(surface, block, frame, scale, tone, column)
        case Note(_, tone):
            _write(surface, block, frame, scale, tone)


def _write(
    surface: pygame.Surface, block: Block, frame: pygame.Rect, scale: float, tone: Tone, indent: int = 0
) -> None:
    face, size = _face(block), _size(block, scale)
    for n, line in enumerate(_lines(block, frame.width, scale)):
        y = frame.top + n * font(face, size).get_linesize()
        surface.blit(lettered(line, size, tone_colour(tone), face), (frame.left + indent, y))


@lru_cache(maxsize=16)
def help_picture(
    entries: tuple[tuple[str, str], ...], title: str, scale: float, most: tuple[int, int]
) -> pygame.Surface:
    """Return the table of keys as a picture no larger than a window; if it does not fit, it is written smaller."""
    size = round(TEXT * scale)
    key_width = max(width_of(key, size, "bold") for key, _ in entries) + round(18 * scale)
    width = key_width + max(width_of(text, size) for _, text in entries)
    line, pad = round(size * 1.55), round(22 * scale)
    total = (width + 2 * pad, line * (len(entries) + 2) + pad)
    if (total[0] > most[0] or total[1] > most[1]) and scale > 0.3:
        return help_picture(entries, title, scale * 0.92, most)
    surface = pygame.Surface(total, pygame.SRCALPHA, 32)
    pygame.draw.rect(surface, theme().panel, surface.get_rect(), border_radius=round(9 * scale))
    pygame.draw.rect(surface, theme().accent, surface.get_rect(), _line(1.5 * scale), round(9 * scale))
    surface.blit(lettered(title, round(TITLE * scale), theme().accent, "bold"), (pad, pad))
    for n, (key, text) in enumerate(entries):
        y = pad + line * (n + 1) + line // 2
        surface.blit(lettered(key, size, theme().ink, "bold"), (pad, y))
        surface.blit(lettered(text, size, theme().faint), (pad + key_width, y))
    return surface


keeps_pictures(panel_picture.cache_clear)
keeps_pictures(help_picture.cache_clear)
