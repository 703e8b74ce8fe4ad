"""A panel: a column of blocks in a rectangle. It scrolls where it is longer, and knows what of it can be clicked.

Only what shows is drawn, and of a long column only that is measured, so that a log of thousands of lines costs no more
than one of ten.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame

from sim.view.blocks.kinds import Block, Do
from sim.view.ui.lettering import width_of
from sim.view.ui.measure_blocks import GAP, SMALL, ClickArea, guessed_height, height_of, spots_of, text_at
from sim.view.ui.paint_blocks import paint_block
from sim.view.ui.palette import keeps_pictures, theme

PAD = 13
_BAR = 6
"""The width of the scroll bar at scale 1."""
_TIP = 320
"""How wide a line about a button may be before it is broken."""
_FADE = 22
"""How high the edge is, at scale 1, at which what goes on beyond it fades: a line cut in half looks like a mistake."""
_LONG = 120
"""Blocks of a column that is not measured whole: to set the letters of a long log takes longer than a frame may."""
NOTCH = 54
"""How far one notch of the wheel scrolls, at scale 1."""
_STRIP = 64
"""How high a strip of the veil or of a sheet is, in pixels: so much of it stays at hand while it is laid over all."""


class Panel:
    """A column of blocks."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.scroll = 0
        self._blocks: tuple[Block, ...] = ()
        self._ui, self._width = 1.0, 0
        self._tops: list[int] = []
        self._heights: list[int] = []
        self._guessed: set[int] = set()
        """The blocks whose height is not known yet."""
        self._total = 0

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What it shows."""
        return self._blocks

    # -- placing -----------------------------------------------------------------------------------------

    def place(self, rect: pygame.Rect, blocks: Sequence[Block], ui: float) -> None:
        """Show blocks in a rectangle of the window."""
        self.rect = pygame.Rect(rect)
        inner = max(rect.width - 2 * round(PAD * ui) - round(_BAR * ui), 20)
        if blocks != self._blocks or (ui, inner) != (self._ui, self._width):
            before = self._blocks if (ui, inner) == (self._ui, self._width) else ()
            self._blocks, self._ui, self._width = tuple(blocks), ui, inner
            self._measure(before)
        self._scroll_to(self._moved_by(0))

    def _measure(self, before: Sequence[Block]) -> None:
        """Find out how high blocks are; those that stand where they stood before are not measured again."""
        heights, guessed, is_long = self._heights, self._guessed, len(self._blocks) > _LONG
        self._heights, self._guessed = [], set()
        for n, block in enumerate(self._blocks):
            is_known = n < len(before) and before[n] is block
            if (is_known and n in guessed) or (not is_known and is_long):
                self._guessed.add(n)
            height = guessed_height if is_long else height_of
            self._heights.append(heights[n] if is_known else height(block, self._width, self._ui))
        self._stack()

    def _stack(self) -> None:
        """Work out where blocks lie, one below the other."""
        gap, y = round(GAP * self._ui), 0
        self._tops = []
        for height in self._heights:
            self._tops.append(y)
            y += height + gap
        self._total = max(y - gap, 0)

    def _scroll_to(self, place: Callable[[], int]) -> None:
        """Scroll to a place. What shows there is measured, and if that moves the place, it is gone to once more."""
        while True:
            self.scroll = min(max(place(), 0), self.most)
            guessed = self._guessed.intersection(self._in_view())
            if not guessed:
                return
            for n in guessed:
                self._heights[n] = height_of(self._blocks[n], self._width, self._ui)
            self._guessed -= guessed
            self._stack()

    def _moved_by(self, pixels: int) -> Callable[[], int]:
        """Return what finds a place so far from what shows first now, whatever is measured meanwhile above it."""
        first = max(bisect_right(self._tops, self.scroll) - 1, 0)
        if not self._tops:
            return lambda: 0
        ahead = self.scroll - self._tops[first] + pixels
        return lambda: self._tops[first] + ahead

    @property
    def most(self) -> int:
        """How far it can be scrolled."""
        return max(self._total - self._room, 0)

    @property
    def _room(self) -> int:
        return max(self.rect.height - 2 * round(PAD * self._ui), 1)

    def scroll_by(self, notches: float) -> None:
        """Scroll up or down."""
        self._scroll_to(self._moved_by(-round(notches * NOTCH * self._ui)))

    def reveal(self, number: int) -> None:
        """Scroll as little as needed to show a block."""
        if not 0 <= number < len(self._tops):
            return
        high, fade, start = height_of(self._blocks[number], self._width, self._ui), round(_FADE * self._ui), self.scroll

        def place() -> int:
            top = self._tops[number]
            return min(max(start, top + high - self._room + fade), max(top - fade, 0))

        self._scroll_to(place)

    def reveal_first(self, number: int) -> None:
        """Scroll so that a block comes first, as far as the end of the panel allows, with a little of what is above."""
        if 0 <= number < len(self._tops):
            self._scroll_to(lambda: self._tops[number] - round(NOTCH * self._ui))

    # -- showing -----------------------------------------------------------------------------------------

    def _shown(self) -> list[tuple[Block, pygame.Rect]]:
        """Return the blocks that show, each with its place in the window."""
        left, top = self.rect.left + round(PAD * self._ui), self.rect.top + round(PAD * self._ui) - self.scroll
        return [
            (self._blocks[n], pygame.Rect(left, top + self._tops[n], self._width, self._heights[n]))
            for n in self._in_view()
        ]

    def _in_view(self) -> range:
        """Return the numbers of the blocks that show."""
        first = max(bisect_right(self._tops, self.scroll) - 1, 0)
        return range(first, bisect_left(self._tops, self.scroll + self._room))

    def paint(
        self,
        surface: pygame.Surface,
        pointed: Do | None = None,
        focused: Do | None = None,
        *,
        solid: bool = False,
    ) -> None:
        """Draw the panel; what the mouse points at and what the keyboard is on get an outline."""
        paint_sheet(surface, self.rect, self._ui, solid=solid)
        before = surface.get_clip()
        inner = self.rect.inflate(-2, -2 * round(PAD * self._ui) + 6)
        surface.set_clip(inner.clip(before))
        for block, place in self._shown():
            paint_block(surface, block, place, self._ui)
        for spot in self.spots:
            if spot.do in (pointed, focused):
                colour = theme().accent if spot.do == focused else theme().faint
                thick = max(1, round((2 if spot.do == focused else 1) * self._ui))
                pygame.draw.rect(surface, colour, spot.box.inflate(4, 4), thick, round(5 * self._ui))
        self._paint_fades(surface, inner)
        surface.set_clip(before)
        if self.most:
            self._paint_bar(surface)

    def _paint_fades(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        """Let what goes on above or below fade away towards the edge."""
        size = inner.width, min(round(_FADE * self._ui), inner.height)
        if self.scroll > 0:
            surface.blit(_fade(size, downwards=False), inner)
        if self.scroll < self.most:
            surface.blit(_fade(size, downwards=True), (inner.left, inner.bottom - size[1]))

    def _paint_bar(self, surface: pygame.Surface) -> None:
        wide, pad = round(_BAR * self._ui), round(PAD * self._ui)
        track = pygame.Rect(self.rect.right - wide - round(4 * self._ui), self.rect.top + pad, wide, self._room)
        length = max(round(track.height * self._room / self._total), round(18 * self._ui))
        top = track.top + round((track.height - length) * self.scroll / self.most)
        pygame.draw.rect(surface, theme().panel_edge, (track.left, top, wide, length), border_radius=wide // 2)

    @property
    def spots(self) -> list[ClickArea]:
        """What of it can be clicked now, in the window; nothing that is scrolled out of sight."""
        inner = self.rect.inflate(-2, -2 * round(PAD * self._ui) + 6)
        found = []
        for block, place in self._shown():
            for spot in spots_of(block, place, self._ui):
                box = spot.box.clip(inner)
                if box.width and box.height:
                    found.append(ClickArea(box, spot.do, spot.refusal))
        return found

    def spot_at(self, at: tuple[float, float]) -> ClickArea | None:
        """Return what lies under a pixel: of two, the first, which is the smaller."""
        spots = self.spots if self.holds(at) else []
        return next((spot for spot in spots if spot.box.collidepoint(at)), None)

    def text_at(self, at: tuple[float, float]) -> str:
        """Return what is written in the block under a pixel: of several buttons side by side, on the one."""
        return next(
            (text_at(block, place, self._ui, at) for block, place in self._shown() if place.collidepoint(at)), ""
        )

    def holds(self, at: tuple[float, float]) -> bool:
        """Say whether a pixel lies on the panel."""
        return bool(self.rect.collidepoint(at))


def natural_height(blocks: Sequence[Block], width: int, ui: float) -> int:
    """Return how high a panel of a width must be to show all its blocks."""
    inner = max(width - 2 * round(PAD * ui) - round(_BAR * ui), 20)
    total = sum(height_of(block, inner, ui) for block in blocks)
    return total + round(GAP * ui) * max(len(blocks) - 1, 0) + 2 * round(PAD * ui)


def tip_width(text: str, ui: float) -> int:
    """Return how wide a panel of one line of small print is: as wide as that, within reason."""
    words = width_of(text, round(SMALL * ui)) + 2 * round(PAD * ui) + round(_BAR * ui) + 1
    return min(words, round(_TIP * ui))


def paint_panel(
    surface: pygame.Surface, blocks: Sequence[Block], rect: pygame.Rect, ui: float, *, solid: bool = False
) -> None:
    """Draw a panel that is only looked at: nothing of it is clicked or scrolled."""
    panel = Panel()
    panel.place(rect, blocks, ui)
    panel.paint(surface, solid=solid)


def paint_veil(surface: pygame.Surface, page: pygame.Rect, ui: float) -> None:
    """Darken everything, so that a solid page stands out; where that hides everything there is nothing to darken."""
    before, strip = surface.get_clip(), _veil(surface.get_width())
    hidden = page.inflate(0, -2 * _radius(ui)).clip(before)
    for part in around(hidden, before):
        surface.set_clip(part)
        surface.blits([(strip, (0, top)) for top in range(part.top, part.bottom, _STRIP)], doreturn=False)
    surface.set_clip(before)


@lru_cache(maxsize=2)
def _veil(wide: int) -> pygame.Surface:
    """Return a strip of the veil: one as large as the window would take longer to make and to read than to lay over."""
    strip = pygame.Surface((wide, _STRIP), depth=32)
    strip.fill(theme().table)
    strip.set_alpha(150)
    return strip


def paint_sheet(surface: pygame.Surface, rect: pygame.Rect, ui: float, *, solid: bool = False) -> None:
    """Draw the ground of a panel with its edge; a solid one lets nothing shine through."""
    if rect.width <= 0 or rect.height <= 0:
        return
    if solid:  # to draw it takes less than to copy it, and a page as large as the window need not be kept
        _draw_sheet(surface, rect, ui, theme().panel[:3], theme().accent)
        return
    round_part = min(_radius(ui) + _edge(ui), rect.height // 2)
    middle = min(rect.height - 2 * round_part, _STRIP)
    sheet = _sheet((rect.width, 2 * round_part + middle), ui)
    surface.blit(sheet, rect, (0, 0, rect.width, round_part))
    for top in range(rect.top + round_part, rect.bottom - round_part, _STRIP):
        high = min(_STRIP, rect.bottom - round_part - top)
        surface.blit(sheet, (rect.left, top), (0, round_part, rect.width, high))
    surface.blit(sheet, (rect.left, rect.bottom - round_part), (0, round_part + middle, rect.width, round_part))


@lru_cache(maxsize=48)
def _sheet(size: tuple[int, int], ui: float) -> pygame.Surface:
    """Return a sheet as low as it can be: the rows between its round ends are all alike, and one strip does for them.

    A whole one takes longer to make, in memory that was never used, than all the rest of a panel.
    """
    sheet = pygame.Surface(size, pygame.SRCALPHA, 32)
    _draw_sheet(sheet, sheet.get_rect(), ui, theme().panel, theme().panel_edge)
    return sheet


def _draw_sheet(
    surface: pygame.Surface, rect: pygame.Rect, ui: float, ground: tuple[int, ...], edge: tuple[int, ...]
) -> None:
    pygame.draw.rect(surface, ground, rect, border_radius=_radius(ui))
    pygame.draw.rect(surface, edge, rect, _edge(ui), _radius(ui))


def _edge(ui: float) -> int:
    """Return how wide the line around a sheet is."""
    return max(1, round(ui))


def _radius(ui: float) -> int:
    """Return how round the corners of a sheet are."""
    return round(7 * ui)


@lru_cache(maxsize=48)
def _fade(size: tuple[int, int], *, downwards: bool) -> pygame.Surface:
    """Return a strip that hides nothing at one edge and all at the other."""
    wide, high = max(size[0], 1), max(size[1], 1)
    strip = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    for y in range(high):
        share = (y + 1) / high if downwards else (high - y) / high
        strip.fill((*theme().panel[:3], round(255 * share**1.5)), (0, y, wide, 1))
    return strip


keeps_pictures(_veil.cache_clear)
keeps_pictures(_sheet.cache_clear)
keeps_pictures(_fade.cache_clear)


def around(inner: pygame.Rect, outer: pygame.Rect) -> list[pygame.Rect]:
    """Return the parts of a rectangle around another that lies in it: above, below, and on either side.

    >>> around(pygame.Rect(0, 0, 8, 9), pygame.Rect(0, 0, 10, 9))
    [Rect(8, 0, 2, 9)]
    """
    if not inner.width or not inner.height:
        return [outer]
    parts = (
        pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top),
        pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom),
        pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height),
        pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height),
    )
    return [part for part in parts if part.width and part.height]
