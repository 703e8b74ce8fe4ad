r"""Shades: cells filled with a tint, a hatching and a border, by stamps that are drawn once and then copied.

A map may have three thousand cells to fill. To draw each takes a hundred times as long as to copy a stamp, which is
made once for each look and zoom. Hatchings run along rows of cells, and therefore meet at every side without anybody
fitting them together::

     / / / /      rising: along a row of cells from the lower left
     \ \ \ \      falling: its mirror image
     X X X X      crossed: both
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, hypot
from typing import Any, Literal

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.grid import Cell, Grid, Point
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.ui.lettering import haloed
from sim.view.ui.palette import Tint, between, keeps_pictures, theme
from sim.view.ui.strokes import on_way

Hatch = Literal["none", "rising", "falling", "crossed"]
BorderLine = Literal["none", "solid", "dashed", "dotted"]
_STROKES: dict[BorderLine, tuple[tuple[float, float], ...]] = {
    "none": (),
    "solid": ((0.0, 1.0),),
    "dashed": ((0.0, 0.25), (0.75, 1.0)),
    "dotted": ((0.125, 0.125), (0.375, 0.375), (0.625, 0.625), (0.875, 0.875)),
}
"""Which parts of the side of a cell a border takes: dashes go on round a corner."""

LABELLED = 14.0
"""Pixels per cell from which there is room for a label in a cell."""
_TOUCHING = 7.5
"""Pixels from one row of figures to the next below which the smallest run into one another."""
_ROWS = 0.84
"""The part of a cell's height that several rows of figures share."""
_INKED = 0.42
"""How far the lines of a hatching are from the tint to ink: on bright ground a bright line would not show."""
_OVERLAP = 0.4
"""Pixels that a stamp reaches beyond its cell. On whole pixels stamps do not fit exactly, and where two overlap a
little there is a faint line like that of the grid; a gap between them would shine."""


@dataclass(frozen=True)
class Shade:
    """How a cell is filled."""

    tint: Tint
    hatch: Hatch = "none"
    lines: int = 2
    """Lines of the hatching from one row of cells to the next."""
    border: BorderLine = "solid"
    """The line that runs around an area of this shade."""


@dataclass(frozen=True)
class Slot:
    """Which row of a cell figures stand in, from above, where several overlays write some at once."""

    row: int = 0
    rows: int = 1

    @property
    def below(self) -> float:
        """How far below the middle of a cell the row lies, in cells."""
        return (self.row - (self.rows - 1) / 2) * _ROWS / self.rows

    @property
    def filled(self) -> float:
        """The height of all rows together, in cells."""
        return 0.5 if self.rows == 1 else _ROWS

    def fits(self, scale: float) -> bool:
        """Say whether figures can be read at so many pixels per cell: those that overlap say less than none."""
        return scale >= LABELLED and (self.rows == 1 or scale * _ROWS / self.rows >= _TOUCHING)

    def height(self, camera: Camera, ui: float, share: float) -> int:
        """Return the height of a label: a part of its row, but never so small or so large that it is no use."""
        return round(min(max(camera.scale * min(share, _ROWS / self.rows), 9.0), 26.0 * ui))


# -- areas ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShadedCells:
    """Areas over a map: a shade for every cell, and a border wherever the cell beyond a side has another."""

    shades: tuple[Shade, ...]
    levels: bytes
    """A number for each cell in map order: which shade it has, counted from 1; 0 stays bare."""

    @classmethod
    def of(cls, shades: Sequence[Shade], levels: NDArray[Any]) -> ShadedCells:
        return cls(tuple(shades), levels.astype(np.uint8).tobytes())

    def paint(self, surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
        """Fill every cell in view."""
        near, levels = layout.in_view(camera, 0.8), np.frombuffer(self.levels, dtype=np.uint8)
        near = near[levels[near] > 0]
        if not len(near):
            return
        looks = list(zip(levels[near].tolist(), _border_bits(layout, self.levels)[near].tolist(), strict=True))
        stamps = {(level, bits): self._stamp(layout.map.grid, camera.scale, level, bits) for level, bits in {*looks}}
        places = corner_pixels(layout, camera, near, stamps[looks[0]].get_size())
        surface.fblits([(stamps[look], place) for look, place in zip(looks, places, strict=True)])

    def _stamp(self, grid: Grid, scale: float, level: int, borders: int) -> pygame.Surface:
        shade = self.shades[level - 1]
        return stamp(grid, scale, shade, borders if shade.border != "none" else 0, theme().weight)


def corner_pixels(
    layout: Layout, camera: Camera, ordinals: NDArray[np.intp], size: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return where to put pictures of one size so that they lie in the middle of cells, on whole pixels."""
    middles = layout.centres[ordinals] * camera.scale - (camera.left, camera.top)
    placed: list[tuple[int, int]] = np.rint(middles - np.array(size) / 2).astype(np.int64).tolist()
    return placed


@lru_cache(maxsize=16)
def _border_bits(layout: Layout, levels_of_cells: bytes) -> NDArray[np.int64]:
    """Return for every cell, as bits, the sides beyond which the level is another: worked out once for all tiles."""
    levels, beyond = np.frombuffer(levels_of_cells, dtype=np.uint8), _beyond(layout)
    around = np.append(levels, 0)[beyond]
    sides = 1 << np.arange(beyond.shape[1])
    bits: NDArray[np.int64] = ((around != levels[:, None]) * sides).sum(axis=1)
    return bits


@lru_cache(maxsize=16)
def _beyond(layout: Layout) -> NDArray[np.int32]:
    """Return for every cell the map order of the cell beyond each side; -1 off the map, which finds the last place."""
    grid = layout.map.grid
    steps = np.array([grid.plane(step.q, step.r) for step in grid.side_steps])
    beyond = layout.centres[:, None, :] + steps[None, :, :]
    return layout.ordinals_at(beyond[..., 0], beyond[..., 1])


# -- stamps -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def stamp(grid: Grid, scale: float, shade: Shade, borders: int = 0, weight: float = 1.0) -> pygame.Surface:
    """Return the picture of one cell in a shade, with a border on the sides whose bits are set.

    It is drawn large and shrunk. A line of the border lies inside its cell, so that two areas keep one each.
    """
    large, line = _large(scale), _line(scale, weight)
    filled, mask, outline = _filling(grid, scale, shade, weight)
    picture = filled.copy()
    if borders:
        _draw_borders(picture, outline, borders, shade, line)
        picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    wide, high = picture.get_size()
    return pygame.transform.smoothscale(picture, (wide // large, high // large))


def _large(scale: float) -> int:
    """Return how many times as large a stamp is drawn."""
    return 3 if scale < 48 else 2


def _line(scale: float, weight: float) -> float:
    """Return the width of lines on a stamp that is drawn large."""
    return min(max(scale * 0.045, 1.0), 4.0) * _large(scale) * weight


@lru_cache(maxsize=64)
def _filling(
    grid: Grid, scale: float, shade: Shade, weight: float
) -> tuple[pygame.Surface, pygame.Surface, list[Point]]:
    """Return a cell with tint and hatching, drawn large; what keeps lines inside it; and its corners."""
    large = _large(scale)
    size, outline = stamp_outline(grid, scale * large, large)
    red, green, blue, opacity = shade.tint
    picture = pygame.Surface(size, pygame.SRCALPHA, 32)
    picture.fill((red, green, blue, 0))
    pygame.draw.polygon(picture, shade.tint, outline)
    ink = between((red, green, blue), theme().map_ink, _INKED)
    for start, end in _hatching(grid, scale * large, shade, size):
        pygame.draw.line(picture, (*ink, min(255, opacity + 62)), start, end, max(1, round(_line(scale, weight))))
    mask = _mask(size, outline)
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return picture, mask, outline


def stamp_outline(grid: Grid, scale: float, unit: int = 1) -> tuple[tuple[int, int], list[Point]]:
    """Return the size of a cell's picture, a multiple of a unit, and the corners of the cell in it."""
    more = 1 + 2 * _OVERLAP * unit / scale
    corners = [grid.plane(corner.q / grid.scale * more, corner.r / grid.scale * more) for corner in grid.corners]
    wide, high = (
        2 * unit * ceil((max(abs(corner[axis]) for corner in corners) * scale + unit) / unit) for axis in (0, 1)
    )
    return (wide, high), [(wide / 2 + x * scale, high / 2 + y * scale) for x, y in corners]


def _mask(size: tuple[int, int], outline: list[Point]) -> pygame.Surface:
    """Return what keeps lines inside a cell, taken as the least of both: opaque inside, nothing outside."""
    mask = pygame.Surface(size, pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    pygame.draw.polygon(mask, (255, 255, 255, 255), outline)
    return mask


def _draw_borders(picture: pygame.Surface, outline: list[Point], borders: int, shade: Shade, line: float) -> None:
    """Draw the sides whose bits are set: a line in the colour of the shade, and a dark one outside it."""
    for ink, width in (((*shade.tint[:3], 255), line * 5.0), ((*theme().map_ink, 225), line * 2.0)):
        for side in range(len(outline)):
            if borders >> side & 1:
                start, end = outline[side - 1], outline[side]
                for first, last in _STROKES[shade.border]:
                    _draw_bar(picture, ink, on_way(start, end, first), on_way(start, end, last), width)


def _draw_bar(picture: pygame.Surface, colour: Tint, start: Point, end: Point, width: float) -> None:
    """Draw a line of some width with round ends: pygame's own leave notches where two meet."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = max(hypot(across, down), 0.01)
    x, y = -down / length * width / 2, across / length * width / 2
    corners = [(start[0] + x, start[1] + y), (end[0] + x, end[1] + y)]
    corners += [(end[0] - x, end[1] - y), (start[0] - x, start[1] - y)]
    pygame.draw.polygon(picture, colour, corners)
    for point in (start, end):
        pygame.draw.circle(picture, colour, point, width / 2)


def _hatching(grid: Grid, scale: float, shade: Shade, size: tuple[int, int]) -> list[tuple[Point, Point]]:
    """Return the lines of a hatching across the picture of a cell."""
    rising = grid.side_steps[1] if grid.kind == "hex" else grid.side_steps[0].plus(grid.side_steps[1])
    falling = grid.mirrored(rising)
    ways: dict[Hatch, tuple[Cell, ...]] = {
        "none": (), "rising": (rising,), "falling": (falling,), "crossed": (rising, falling)
    }  # fmt: skip
    return [line for way in ways[shade.hatch] for line in _rows(grid, scale, way, shade.lines, size)]


def _rows(grid: Grid, scale: float, way: Cell, lines: int, size: tuple[int, int]) -> Iterable[tuple[Point, Point]]:
    """Yield lines along a row of cells, so many from one row to the next.

    Rows lie as far apart as the area of a cell divided by the step along them; that is what makes lines meet.
    """
    (ax, ay), (bx, by) = grid.plane(1, 0), grid.plane(0, 1)
    along, down = grid.plane(way.q, way.r)
    step = hypot(along, down)
    apart = abs(ax * by - ay * bx) / step / lines * scale
    along, down, reach = along / step, down / step, hypot(*size)
    middle = size[0] / 2, size[1] / 2
    most = ceil(reach / 2 / apart)
    for n in range(-most, most + 1):
        x, y = middle[0] - down * (n + 0.5) * apart, middle[1] + along * (n + 0.5) * apart
        yield (x - along * reach, y - down * reach), (x + along * reach, y + down * reach)


keeps_pictures(stamp.cache_clear)
keeps_pictures(_filling.cache_clear)


# -- labels -----------------------------------------------------------------------------------------------


def paint_labels(
    surface: pygame.Surface, layout: Layout, camera: Camera, texts: Sequence[tuple[int, str]], size: int, slot: Slot
) -> None:
    """Write a label into each of some cells, which are given by map order."""
    if not texts or not slot.fits(camera.scale):
        return
    pictures = [haloed(text, size, theme().map_ink, theme().map_halo, "bold") for _, text in texts]
    at = layout.centres[[n for n, _ in texts]] * camera.scale - (camera.left, camera.top)
    half = np.array([picture.get_size() for picture in pictures]) / 2 - (0, slot.below * camera.scale)
    places = [(x, y) for x, y in np.rint(at - half).astype(np.int64).tolist()]
    surface.fblits(list(zip(pictures, places, strict=True)))
