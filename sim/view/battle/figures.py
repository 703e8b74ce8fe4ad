"""Figures: what overlays write into cells. They stand over all shades, in rows where several overlays write at once::

      threat                3       enemies who cover the cell
      reach               5 AP      what it costs to get there
      cover                +1       what it adds to defence

Counters would lie over the figures of occupied cells; those are left to `paint_tags`, after the counters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.engine.check import Check
from sim.engine.insight import Reached
from sim.grid import Cell
from sim.view.battle.layers import Layer, SameObject
from sim.view.battle.shades import LABELLED, Slot, label_steps
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.paint_names import FiguredCells
from sim.view.ui.lettering import lettered, width_of
from sim.view.ui.palette import theme

_ROOM_FOR_WORDS = 46.0
"""Pixels per cell from which a cost is written in words."""
_WORDS = 0.26
"""The height of those words, in cells."""
ROOM_FOR_NOUGHTS = 30.0
"""Pixels per cell from which it is written that a cell gives no cover: a map full of noughts hides what there is."""


@dataclass(frozen=True, eq=False)
class CellFigures:
    """The answers of the engine that are written into cells; what is None is not."""

    threat: NDArray[np.integer] | None = None
    """How many cover each cell, in map order."""
    reach: Mapping[Cell, Reached] | None = None
    cover: Mapping[Cell, Check] | None = None

    @property
    def rows(self) -> int:
        """How many of them are written."""
        return sum(answer is not None for answer in (self.threat, self.reach, self.cover))

    @property
    def key(self) -> tuple[object, ...]:
        """What a picture of them depends on."""
        return None if self.threat is None else self.threat.tobytes(), SameObject(self.reach), SameObject(self.cover)

    def cells(self, layout: Layout, scale: float) -> FiguredCells | None:
        """Return where they stand at a zoom; None where there are none."""
        slot = Slot(0, max(self.rows, 1))
        if not self.rows or not slot.fits(scale):
            return None
        masks = [] if self.threat is None else [self.threat > 0]
        masks += [] if self.reach is None else [_reached(layout, SameObject(self.reach))]
        masks += [] if self.cover is None else [_covered(layout, SameObject(self.cover), scale >= ROOM_FOR_NOUGHTS)]
        return FiguredCells(np.logical_or.reduce(masks).tobytes(), slot.filled)


@lru_cache(maxsize=8)
def _reached(layout: Layout, reach: SameObject) -> NDArray[np.bool_]:
    cells: Mapping[Cell, Reached] = reach.answer  # type: ignore[assignment]
    return layout.map.area(*cells).mask()


@lru_cache(maxsize=8)
def _covered(layout: Layout, checks: SameObject, noughts: bool) -> NDArray[np.bool_]:
    checks_by_cell: Mapping[Cell, Check] = checks.answer  # type: ignore[assignment]
    return layout.map.area(*(cell for cell, check in checks_by_cell.items() if noughts or check.total)).mask()


def figures_layer(layout: Layout, figures: CellFigures, ui: float, occupied: Collection[Cell] = ()) -> Layer:
    """Write the figures of every cell in which no counter stands."""
    taken = frozenset(occupied)

    def paint(layer: pygame.Surface, view: Camera) -> Iterator[None]:
        row = 0
        for texts in (_threat_texts, _reach_texts, _cover_texts):
            slot, written = Slot(row, figures.rows), False
            for share, labels in texts(layout, view, figures, taken):
                written = True
                yield from label_steps(layer, layout, view, labels, slot.height(view, ui, share), slot)
            row += written

    return Layer(("figures", figures.key, taken, ui), paint)


Labels = list[tuple[int, str]]
"""What is written into cells, which are given by map order."""


def _threat_texts(
    layout: Layout, view: Camera, figures: CellFigures, taken: Collection[Cell]
) -> Iterator[tuple[float, Labels]]:
    """Yield how many enemies cover cells, with the part of a cell's height that they are to have."""
    if (counts := figures.threat) is not None:
        yield 0.4, [(n, str(counts[n])) for n in _labelled(layout, view, counts > 0, taken)]


def _reach_texts(
    layout: Layout, view: Camera, figures: CellFigures, taken: Collection[Cell]
) -> Iterator[tuple[float, Labels]]:
    """Yield what it costs to get to cells: in words where there is room, else as a figure."""
    if (reach := figures.reach) is not None:
        cells = layout.map.cells
        shown = [(n, reach[cells[n]].text) for n in _labelled(layout, view, _reached(layout, SameObject(reach)), taken)]
        if _have_room(view, {text for _, text in shown}):
            yield _WORDS, shown
        else:
            yield 0.36, [(n, _figure(text)) for n, text in shown]


def _have_room(view: Camera, texts: Collection[str]) -> bool:
    """Say whether costs can be written in words: those that run into the next cell cannot be told apart."""
    size = round(view.scale * _WORDS)
    return view.scale >= _ROOM_FOR_WORDS and all(width_of(text, size, "bold") < view.scale * 0.9 for text in texts)


def _figure(text: str) -> str:
    """Return the figure with which a cost in words begins.

    >>> _figure("3 AP"), _figure('7.5", rapid'), _figure("free")
    ('3', '7.5"', 'free')
    """
    return text.split()[0].rstrip(",")


def _cover_texts(
    layout: Layout, view: Camera, figures: CellFigures, taken: Collection[Cell]
) -> Iterator[tuple[float, Labels]]:
    """Yield the defence modifiers of cells, and smaller the noughts, where there is room for them."""
    if (checks := figures.cover) is not None:
        cells, some = layout.map.cells, _covered(layout, SameObject(checks), False)
        yield 0.36, [(n, signed(checks[cells[n]].total)) for n in _labelled(layout, view, some, taken)]
        if view.scale >= ROOM_FOR_NOUGHTS:
            none = _covered(layout, SameObject(checks), True) & ~some
            yield 0.22, [(n, signed(0)) for n in _labelled(layout, view, none, taken)]


def _labelled(layout: Layout, camera: Camera, wanted: NDArray[np.bool_], taken: Collection[Cell]) -> list[int]:
    """Return the cells in view that get a label, in map order; none where labels are too small to read."""
    if camera.scale < LABELLED:
        return []
    near = layout.in_view(camera, 0.5)
    found: list[int] = near[wanted[near] & ~layout.map.area(*taken).mask()[near]].tolist()
    return found


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
