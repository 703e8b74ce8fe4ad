"""Name plates: who a counter is and how strong, on a small card beside it.

No plate lies on a counter or on another plate: one that has no room under its counter goes round it, then farther away
with a line to where it belongs. One for which there is no room at all is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import hypot

import pygame

from sim.files import printable
from sim.view.counters.lettering_on import chip_colours
from sim.view.counters.portrait import Portrait
from sim.view.counters.stacks import CounterBox
from sim.view.ui.lettering import lettered, shortened
from sim.view.ui.palette import keeps_pictures, theme
from sim.view.ui.strokes import draw_stroke

_NAME, _FIGURE = 14, 13
"""Heights of letters at scale 1."""
_WIDEST = 150
"""The widest name at scale 1; what is longer is cut short."""
_STEPS = 4
"""How far from its counter a plate may lie, in halves of the way at which they touch."""
_ONE_ROW = 2
"""The most figures that stand beside a name; more stand below it."""

_Box = tuple[int, int, int, int]


def paint_plates(
    surface: pygame.Surface,
    boxes: Sequence[CounterBox],
    portraits: Mapping[str, Portrait],
    room: pygame.Rect,
    ui: float,
) -> None:
    """Draw the plates of counters in the part of a window that no panel hides; who comes first is served first."""
    shown = [box for box in boxes if box.id in portraits and room.collidepoint(box.rect.center)]
    pictures = [_plate(printable(box.id, 60), portraits[box.id], ui) for box in shown]
    counters = tuple(_box(box.rect) for box in boxes)
    sizes = tuple(picture.get_size() for picture in pictures)
    places = plates_placed(tuple(_box(box.rect) for box in shown), sizes, counters, _box(room))
    copies = []
    for box, picture, place in zip(shown, pictures, places, strict=True):
        if place is None:
            continue
        rect = pygame.Rect(place)
        if not rect.colliderect(box.rect.inflate(6, 6)):
            start = _nearest(box.rect, rect.center)
            for colour, width in ((theme().map_ink, 3.5 * ui), (theme().map_halo, 1.5 * ui)):
                draw_stroke(surface, colour, start, _nearest(rect, start), width)
        copies.append((picture, rect.topleft))
    surface.fblits(copies)


def _nearest(rect: pygame.Rect, to: tuple[int, int]) -> tuple[int, int]:
    """Return the point of a rectangle that lies nearest to another."""
    return min(max(to[0], rect.left), rect.right - 1), min(max(to[1], rect.top), rect.bottom - 1)


@lru_cache(maxsize=8)
def plates_placed(
    owners: tuple[_Box, ...], sizes: tuple[tuple[int, int], ...], counters: tuple[_Box, ...], room: _Box
) -> tuple[_Box | None, ...]:
    """Return where plates of these sizes lie, inside a room and off all counters; None for those without a place."""
    taken, inside = [pygame.Rect(box) for box in counters], pygame.Rect(room)
    found: list[_Box | None] = []
    for owner, size in zip(owners, sizes, strict=True):
        middle = pygame.Rect(owner).center
        around = (_about((middle[0] + x, middle[1] + y), size) for x, y in _offsets(owner[2:], size))
        free = next((place for place in around if inside.contains(place) and place.collidelist(taken) < 0), None)
        found.append(None if free is None else _box(free))
        taken += [] if free is None else [free]
    return tuple(found)


def _about(middle: tuple[int, int], size: tuple[int, int]) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    rect.center = middle
    return rect


@lru_cache(maxsize=256)
def _offsets(counter: tuple[int, int], plate: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Return how far the middle of a plate may lie from that of its counter, the best first: under it, then over it."""
    wide, high = (counter[0] + plate[0]) / 2 + 1, (counter[1] + plate[1]) / 2 + 1
    found = []
    for across in range(-_STEPS, _STEPS + 1):
        for down in range(-_STEPS, _STEPS + 1):
            x, y = across * wide / 2, down * high / 2
            away = hypot(max(abs(x) - wide, 0), max(abs(y) - high, 0))
            if max(abs(across), abs(down)) >= 2:  # else it lies on its counter
                found.append((away, abs(across), -down, round(x), round(y)))
    return tuple((x, y) for *_, x, y in sorted(found))


def _box(rect: pygame.Rect) -> _Box:
    return rect.left, rect.top, rect.width, rect.height


@lru_cache(maxsize=512)
def _plate(name: str, portrait: Portrait, ui: float) -> pygame.Surface:
    """Return the picture of a plate: the name with the figures, and the colour of the side along its edge."""
    size, pad, edge = round(_NAME * ui), round(4 * ui), max(2, round(4 * ui))
    words = lettered(shortened(name, size, round(_WIDEST * ui), "bold"), size, theme().ink, "bold")
    figures = _figures(portrait, ui) if portrait.values else pygame.Surface((0, 0))
    at = (words.get_width() + pad, 1) if len(portrait.values) <= _ONE_ROW else (0, words.get_height())
    filled = words.get_rect().union(figures.get_rect(topleft=at)) if portrait.values else words.get_rect()
    plate = pygame.Surface((filled.width + 2 * pad + edge, filled.height + pad // 2), pygame.SRCALPHA, 32)
    ground = plate.get_rect()
    pygame.draw.rect(plate, (*theme().panel[:3], 235), ground, border_radius=pad)
    pygame.draw.rect(plate, portrait.colours.field, (0, 0, edge + pad, ground.height), border_radius=pad)
    pygame.draw.rect(plate, (*theme().panel[:3], 255), (edge, 0, pad + 1, ground.height))
    pygame.draw.rect(plate, theme().panel_edge, ground, max(1, round(ui)), pad)
    plate.blit(words, (edge + pad, pad // 4))
    plate.blit(figures, (edge + pad + at[0], pad // 4 + at[1]))
    return plate


def _figures(portrait: Portrait, ui: float) -> pygame.Surface:
    """Return the figures of a counter side by side, in the colours that they have on it."""
    size, gap = round(_FIGURE * ui), round(3 * ui)
    texts = [(lettered(figure.text, size, chip_colours(figure.tone)[1], "bold"), figure) for figure in portrait.values]
    high = max(text.get_height() for text, _ in texts)
    sheet = pygame.Surface((sum(text.get_width() + 3 * gap for text, _ in texts), high), pygame.SRCALPHA, 32)
    x = 0
    for text, figure in texts:
        chip = pygame.Rect(x, 1, text.get_width() + 2 * gap, high - 2)
        pygame.draw.rect(sheet, chip_colours(figure.tone)[0], chip, border_radius=gap)
        sheet.blit(text, text.get_rect(center=chip.center))
        x += chip.width + gap
    return sheet


keeps_pictures(_plate.cache_clear)
