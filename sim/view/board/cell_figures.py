"""Figures: what overlays write into cells. They stand over all shades, in rows where several overlays write at once::

      threat                3       enemies who cover the cell
      cover                +1       what it adds to defence

Counters would lie over the figures of occupied cells; those are left to `paint_tags`, after the counters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.grid import Cell
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.paint_names import FiguredCells
from sim.view.board.shades import LABELLED, Slot, paint_labels
from sim.view.ui.lettering import lettered
from sim.view.ui.palette import theme

ROOM_FOR_NOUGHTS = 30.0
"""Pixels per cell from which it is written that a cell gives no cover: a map full of noughts hides what there is."""

Numbers = tuple[tuple[int, int], ...]
"""What is written into cells, which are given by map order."""


@dataclass(frozen=True)
class CellFigures:
    """What is written into cells; what is None is not."""

    threat: Numbers | None = None
    """How many cover a cell."""
    cover: Numbers | None = None
    """What it adds to defence."""
    occupied: frozenset[int] = frozenset()
    """Where counters stand."""
    letters: float = 1.0
    """The scale of letters."""

    @property
    def rows(self) -> int:
        """How many of them are written."""
        return sum(answer is not None for answer in (self.threat, self.cover))

    def paint(self, surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
        """Write the figures of every cell in which no counter stands."""
        if not Slot(0, self.rows).fits(camera.scale):
            return
        near = [n for n in layout.in_view(camera, 1.0).tolist() if n not in self.occupied]
        for row, share, texts in _written(self, camera.scale):
            slot = Slot(row, self.rows)
            height = slot.height(camera, self.letters, share)
            paint_labels(surface, layout, camera, [(n, texts[n]) for n in near if n in texts], height, slot)

    def cells(self, layout: Layout, scale: float) -> FiguredCells | None:
        """Return where they stand at a zoom; None where there are none."""
        slot = Slot(0, max(self.rows, 1))
        if not self.rows or not slot.fits(scale):
            return None
        return FiguredCells(_mask(self, len(layout.map.cells), scale >= ROOM_FOR_NOUGHTS), slot.filled)


@lru_cache(maxsize=4)
def _written(figures: CellFigures, scale: float) -> list[tuple[int, float, dict[int, str]]]:
    """Return what is written by cell: in which row, and which part of a cell's height it is to have."""
    lines: list[tuple[int, float, dict[int, str]]] = []
    if figures.threat is not None:
        lines.append((0, 0.4, {n: str(count) for n, count in figures.threat}))
    if figures.cover is not None:
        row = len(lines)
        lines.append((row, 0.36, {n: signed(total) for n, total in figures.cover if total}))
        if scale >= ROOM_FOR_NOUGHTS:
            lines.append((row, 0.22, {n: signed(0) for n, total in figures.cover if not total}))
    return lines


@lru_cache(maxsize=8)
def _mask(figures: CellFigures, size: int, noughts: bool) -> bytes:
    """Return for each cell whether anything is written into it: every frame asks, for the sake of names."""
    mask: NDArray[np.bool_] = np.zeros(size, dtype=np.bool_)
    mask[[n for n, _ in figures.threat or ()]] = True
    mask[[n for n, total in figures.cover or () if noughts or total]] = True
    return mask.tobytes()


def figure(text: str) -> str:
    """Return the figure with which a cost in words begins.

    >>> figure("3 AP"), figure('7.5", rapid'), figure("free")
    ('3', '7.5"', 'free')
    """
    return text.split()[0].rstrip(",")


def signed(value: int) -> str:
    """Write a modifier as rulebooks do.

    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '−1')
    """
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def paint_tags(surface: pygame.Surface, layout: Layout, camera: Camera, texts: Mapping[Cell, str], ui: float) -> None:
    """Write labels on small cards at the foot of cells, to be painted over the counters that stand in them."""
    if camera.scale < LABELLED:
        return
    size = round(min(max(camera.scale * 0.22, 9.0), 20.0 * ui))
    # Of a counter that is little larger than its figure, at least the upper half is left to be seen.
    below = max(camera.scale * 0.36, size * 0.7)
    for cell, text in texts.items():
        x, y = camera.pixel(layout.map.grid.point(cell))
        words = lettered(text, size, theme().map_ink, "bold")
        card = words.get_rect(center=(round(x), round(y + below))).inflate(size * 0.7, -size * 0.2)
        pygame.draw.rect(surface, theme().map_ink, card.inflate(2, 2), border_radius=size // 3)
        pygame.draw.rect(surface, theme().map_halo, card, border_radius=size // 3)
        surface.blit(words, words.get_rect(center=card.center))
