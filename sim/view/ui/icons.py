"""Icons: a few strokes each, in a box from -1 to 1, and the buttons that they stand on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Literal, NamedTuple

import pygame

from sim.grid import Point
from sim.view.ui.lettering import font
from sim.view.ui.paint_blocks import button_colour
from sim.view.ui.palette import Colour, keeps_pictures, theme

Icon = Literal[
    "play", "pause", "forward", "back", "fast_forward", "fast_back", "skip",
    "undo", "redo", "branch", "lines",
    "ruler", "eye", "fire", "threat", "reach", "cover", "heights", "coordinates", "grid", "small_map",
    "trail", "follow", "sound", "names",
    "zoom_in", "zoom_out", "fit", "page", "summary", "menu", "help", "leave",
    "erase", "symmetry", "save",
]  # fmt: skip

_FINE = 4
"""How much larger an icon is drawn than it is shown, for smooth edges."""
_STROKE = 0.21
"""How wide a stroke is."""


class _Ring(NamedTuple):
    x: float
    y: float
    radius: float


class _Disc(NamedTuple):
    x: float
    y: float
    radius: float


class _Filled(NamedTuple):
    points: tuple[Point, ...]


class _Word(NamedTuple):
    text: str


class _Stroke(NamedTuple):
    points: tuple[Point, ...]


_Shape = _Ring | _Disc | _Filled | _Word | _Stroke


def _stroke(*numbers: float) -> _Stroke:
    return _Stroke(tuple(zip(numbers[::2], numbers[1::2], strict=True)))


def _filled(*numbers: float) -> _Filled:
    return _Filled(_stroke(*numbers).points)


def _arc(x: float, y: float, radius: float, start: float, end: float) -> _Stroke:
    """Return a part of a circle; angles are counted clockwise from the right, in turns."""
    turns = (start + (end - start) * n / 16 for n in range(17))
    return _Stroke(tuple((x + radius * cos(2 * pi * t), y + radius * sin(2 * pi * t)) for t in turns))


def _right(x: float, wide: float, half: float) -> _Filled:
    """Return a triangle that points to the right, or with a negative width to the left."""
    return _filled(x, -half, x + wide, 0, x, half)


def _bar(x: float, top: float = -0.7) -> _Filled:
    return _filled(x - 0.13, top, x + 0.13, top, x + 0.13, 0.7, x - 0.13, 0.7)


def _box(x: float, y: float) -> _Stroke:
    return _stroke(-x, -y, x, -y, x, y, -x, y, -x, -y)


_WAYS = ((0, -1), (0, 1), (-1, 0), (1, 0))
_SHIELD = _stroke(0, -0.9, 0.75, -0.65, 0.7, 0.15, 0, 0.9, -0.7, 0.15, -0.75, -0.65, 0, -0.9)
_LENS = (_Ring(-0.2, -0.2, 0.65), _stroke(0.3, 0.3, 0.9, 0.9))
_UNDO = (_arc(0.05, 0.15, 0.65, -0.45, 0.25), _filled(-1.0, -0.15, -0.2, -0.85, -0.15, 0.15))
_SHAPES: Mapping[Icon, tuple[_Shape, ...]] = {
    "play": (_right(-0.4, 1.05, 0.75),),
    "pause": (_bar(-0.35), _bar(0.35)),
    "forward": (_bar(-0.6), _right(-0.2, 0.9, 0.7)),
    "back": (_bar(0.6), _right(0.2, -0.9, 0.7)),
    "fast_forward": (_right(-0.9, 0.85, 0.65), _right(0.1, 0.85, 0.65)),
    "fast_back": (_right(0.9, -0.85, 0.65), _right(-0.1, -0.85, 0.65)),
    "skip": (_right(-1.0, 0.8, 0.65), _right(-0.1, 0.8, 0.65), _bar(0.9)),
    "undo": _UNDO,
    "redo": tuple(type(each)(tuple((-x, y) for x, y in each.points)) for each in _UNDO),
    "branch": (
        _stroke(-0.55, 0.5, -0.55, -0.5), _stroke(-0.5, 0.4, -0.3, 0.1, 0.55, -0.15, 0.55, -0.4),
        _Disc(-0.55, 0.65, 0.27), _Disc(-0.55, -0.65, 0.27), _Ring(0.55, -0.6, 0.3),
    ),
    "lines": (
        _stroke(-0.9, 0, -0.2, 0, 0.2, -0.6, 0.9, -0.6), _stroke(-0.2, 0, 0.2, 0.6, 0.9, 0.6), _Disc(-0.8, 0, 0.25),
    ),
    "ruler": (_stroke(-0.8, 0.8, 0.8, -0.8), _Disc(-0.75, 0.75, 0.27), _Ring(0.7, -0.7, 0.3)),
    "eye": (_arc(0, 0.55, 1.05, -0.43, -0.07), _arc(0, -0.55, 1.05, 0.07, 0.43), _Disc(0, 0, 0.36)),
    "fire": (
        _Ring(0, 0, 0.55), *(_stroke(x, y, 0.35 * x, 0.35 * y) for x, y in _WAYS),
    ),
    "threat": (_stroke(0, -0.85, 0.95, 0.8, -0.95, 0.8, 0, -0.85), _stroke(0, -0.25, 0, 0.25), _Disc(0, 0.53, 0.13)),
    "reach": (
        _Disc(0, 0, 0.25), *(_stroke(0.35 * x, 0.35 * y, 0.9 * x, 0.9 * y) for x, y in _WAYS),
        _stroke(-0.3, -0.65, 0, -0.95, 0.3, -0.65), _stroke(-0.3, 0.65, 0, 0.95, 0.3, 0.65),
        _stroke(-0.65, -0.3, -0.95, 0, -0.65, 0.3), _stroke(0.65, -0.3, 0.95, 0, 0.65, 0.3),
    ),
    "cover": (_SHIELD, _filled(0, -0.7, 0, 0.7, -0.5, 0.1, -0.55, -0.5)),
    "heights": (_filled(-1, 0.8, -0.25, -0.6, 0.15, 0.1, 0.4, -0.25, 1, 0.8),),
    "coordinates": (_Word("A1"),),
    "grid": (_stroke(-0.5, -0.85, 0.5, -0.85, 0.95, 0, 0.5, 0.85, -0.5, 0.85, -0.95, 0, -0.5, -0.85),),
    "small_map": (_box(0.9, 0.8), _filled(-0.75, 0.1, 0, 0.1, 0, 0.65, -0.75, 0.65)),
    "trail": (
        _Ring(-0.7, 0.7, 0.25), _stroke(-0.45, 0.5, -0.1, -0.3, 0.3, 0.2), _filled(0.95, -0.9, 0.65, 0.2, 0.0, -0.35),
    ),
    "follow": (_box(0.95, 0.7), _Disc(0, 0, 0.3), _stroke(-0.95, 0, -0.5, 0), _stroke(0.5, 0, 0.95, 0)),
    "sound": (
        _filled(-0.95, -0.3, -0.5, -0.3, 0, -0.8, 0, 0.8, -0.5, 0.3, -0.95, 0.3),
        _arc(0, 0, 0.45, -0.14, 0.14), _arc(0, 0, 0.9, -0.14, 0.14),
    ),
    "names": (_box(0.95, 0.45), _stroke(-0.6, 0, 0.6, 0)),
    "zoom_in": (*_LENS, _stroke(-0.5, -0.2, 0.1, -0.2), _stroke(-0.2, -0.5, -0.2, 0.1)),
    "zoom_out": (*_LENS, _stroke(-0.5, -0.2, 0.1, -0.2)),
    "fit": tuple(
        _stroke(x * 0.35, y * 0.85, x * 0.85, y * 0.85, x * 0.85, y * 0.35) for x in (-1, 1) for y in (-1, 1)
    ),
    "page": (
        _box(0.65, 0.9), *(_stroke(-0.3, y, 0.3, y) for y in (-0.45, 0, 0.45)),
    ),
    "summary": (_bar(-0.65), _bar(0, -0.1), _bar(0.65, 0.25)),
    "menu": tuple(_stroke(-0.75, y, 0.75, y) for y in (-0.6, 0, 0.6)),
    "help": (_Word("?"),),
    "erase": (
        _stroke(-0.85, 0.25, 0.1, -0.7, 0.7, -0.1, -0.25, 0.85, -0.85, 0.25), _stroke(-0.4, -0.2, 0.2, 0.4),
        _stroke(-0.25, 0.85, 0.9, 0.85),
    ),
    "symmetry": (
        _stroke(0, -0.9, 0, 0.9), _filled(-0.9, 0.6, -0.25, 0.6, -0.25, -0.6),
        _stroke(0.9, 0.6, 0.25, 0.6, 0.25, -0.6, 0.9, 0.6),
    ),
    "save": (
        _stroke(-0.8, -0.8, 0.5, -0.8, 0.8, -0.5, 0.8, 0.8, -0.8, 0.8, -0.8, -0.8),
        _filled(-0.4, -0.8, 0.3, -0.8, 0.3, -0.3, -0.4, -0.3),
        _stroke(-0.45, 0.8, -0.45, 0.15, 0.45, 0.15, 0.45, 0.8),
    ),
    "leave": (
        _stroke(0.1, -0.85, -0.75, -0.85, -0.75, 0.85, 0.1, 0.85), _stroke(-0.2, 0, 0.8, 0),
        _stroke(0.45, -0.4, 0.9, 0, 0.45, 0.4),
    ),
}  # fmt: skip
"""What each icon is drawn with."""


def paint_icon(surface: pygame.Surface, icon: Icon, box: pygame.Rect, colour: Colour) -> None:
    """Draw an icon in the middle of a box."""
    picture = _picture(icon, max(round(min(box.width, box.height) * 0.64), 6), colour)
    surface.blit(picture, picture.get_rect(center=box.center))


@lru_cache(maxsize=256)
def _picture(icon: Icon, side: int, colour: Colour) -> pygame.Surface:
    large = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA, 32)
    large.fill((*colour, 0))
    for shape in _SHAPES[icon]:
        _draw(large, shape, colour)
    return pygame.transform.smoothscale(large, (side, side))


def _draw(large: pygame.Surface, shape: _Shape, colour: Colour) -> None:
    half = large.get_width() / 2
    inner = half / 1.12  # a stroke along the edge of the box is not cut in half
    wide = max(round(_STROKE * inner), 1)

    def at(x: float, y: float) -> Point:
        return half + x * inner, half + y * inner

    match shape:
        case _Ring(x, y, radius):
            pygame.draw.circle(large, colour, at(x, y), radius * inner, wide)
        case _Disc(x, y, radius):
            pygame.draw.circle(large, colour, at(x, y), radius * inner)
        case _Filled(points):
            pygame.draw.polygon(large, colour, [at(x, y) for x, y in points])
        case _Word(text):
            word = font("bold", round(half * (1.9 if len(text) == 1 else 1.35))).render(text, True, colour)
            large.blit(word, word.get_rect(center=(half, half)))
        case _Stroke(points):
            for one, other in pairwise(points):
                pygame.draw.line(large, colour, at(*one), at(*other), wide)
            for x, y in points:
                pygame.draw.circle(large, colour, at(x, y), wide / 2)


def paint_icon_button(
    surface: pygame.Surface, box: pygame.Rect, ui: float, icon: Icon | None, *, pointed: bool, chosen: bool
) -> None:
    """Draw a button with an icon. One that is on has a bar along its foot as well: colour is not the only sign."""
    radius, thick = round(5 * ui), max(1, round((2 if pointed else 1) * ui))
    pygame.draw.rect(surface, button_colour(chosen=chosen), box, border_radius=radius)
    edge = theme().accent if pointed or chosen else theme().panel_edge
    pygame.draw.rect(surface, edge, box, thick, radius)
    if icon is not None:
        paint_icon(surface, icon, box, theme().ink)
    if chosen:
        bar = pygame.Rect(0, 0, round(box.width * 0.6), max(2, round(3 * ui)))
        bar.midbottom = box.midbottom
        pygame.draw.rect(surface, theme().accent, bar, border_radius=bar.height // 2)


keeps_pictures(_picture.cache_clear)
