"""The picture of a board in a window: tiles that somebody paints, copied to where the camera sees them.

Who paints is a `MapPainter`: a process beside the window, or whoever wants a picture paints at once. A tile that is not
there yet is stood in for by the same tile of the look before, by another zoom scaled, or by flat colours cell by cell.
So a frame is a few copies, and never waits.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import count
from math import ceil, floor, log
from typing import Protocol

import numpy as np
import pygame

from sim.board.battlemap import BattleMap
from sim.board.ground import Ground
from sim.grid import Cell
from sim.view.board.board_look import GRIDDED, BoardLook, BoardOptions
from sim.view.board.camera import Camera
from sim.view.board.flat_board import paint_flat, thumbnail_of
from sim.view.board.ground_styles import ground_style
from sim.view.board.layout import Layout, laid_out_like, layout
from sim.view.board.plots import DIRECTED
from sim.view.board.roofs import ROOFED
from sim.view.board.survey import look
from sim.view.board.tile_painter import TILE, Spot, TilePainter
from sim.view.ui.palette import theme
from sim.view.ui.panel import around

_REACH = 2.5
"""How far a difference in a cell can show, in cells: what is blurred or throws a shadow reaches beyond its own."""
_KEPT = 800
"""Tiles kept in memory, a quarter of a megabyte each."""

Painted = tuple[BoardLook, Spot, pygame.Surface]
"""A tile that is done, and the look that it has."""


Room = Callable[[Spot], pygame.Surface]
"""Gives a surface that a tile can be copied to."""


class MapPainter(Protocol):
    """Somebody who paints tiles."""

    paints_ahead: bool
    """Whether it costs nobody time to have painted what lies just outside the window."""

    def open(self, battle_map: BattleMap) -> int:
        """Take up a map; return the number by which it goes."""

    def forget(self, board: int) -> None:
        """Let a map go that is not shown any more."""

    def want(self, board: int, look: BoardLook, spots: Sequence[Spot]) -> None:
        """Have tiles painted, the first one first. What was wanted before is not wanted any more."""

    def painted(self, board: int, room: Room) -> list[Painted]:
        """Return tiles that are done; those that must be copied go where there is room."""

    def mend(self) -> str:
        """See to it that there is somebody who paints; say in a sentence what was wrong, once."""


class PainterAtOnce:
    """Paints in this process, when asked: for pictures, films and tests."""

    paints_ahead = False

    def __init__(self) -> None:
        self._boards: dict[int, TilePainter] = {}
        self._numbers = count()
        self._done: dict[int, list[Painted]] = {}

    def open(self, battle_map: BattleMap) -> int:
        number = next(self._numbers)
        before = next(reversed(self._boards.values()), None)
        self._boards[number] = TilePainter(battle_map, before)
        return number

    def forget(self, board: int) -> None:
        self._boards.pop(board)

    def want(self, board: int, look: BoardLook, spots: Sequence[Spot]) -> None:
        tile = self._boards[board].tile
        self._done.setdefault(board, []).extend((look, spot, tile(look, spot)) for spot in spots)

    def painted(self, board: int, room: Room) -> list[Painted]:
        return self._done.pop(board, [])

    def mend(self) -> str:
        return ""


class BoardPicture:
    """The picture of one map, at any zoom, in the look that it is to have now."""

    def __init__(self, battle_map: BattleMap, painter: MapPainter | None = None) -> None:
        self.map = battle_map
        self.look = BoardLook()
        self.version = 0
        """Goes up whenever something new can be shown."""
        self._painter = painter or PainterAtOnce()
        self._board = self._painter.open(battle_map)
        self._tiles: OrderedDict[Spot, tuple[BoardLook | None, pygame.Surface]] = OrderedDict()
        """Tiles with their looks; those without one show the map as it was before it was redrawn."""

    @property
    def layout(self) -> Layout:
        return layout(self.map)

    @property
    def thumbnail(self) -> pygame.Surface:
        """The whole map in flat colours, small."""
        return thumbnail_of(self.layout)

    def show(self, look: BoardLook) -> None:
        """Have the board look so from now on."""
        if look != self.look:
            self.look = look
            self.version += 1

    def redraw(self, battle_map: BattleMap, touched: Collection[Cell]) -> None:
        """Show another map on the same board, of which some cells are different.

        What is painted stays until the new tiles come, and is kept where nothing of the difference can show.
        """
        number = self._painter.open(battle_map)
        self._painter.forget(self._board)
        before, self.map, self._board = self.layout, battle_map, number
        if before.bounds != laid_out_like(before, battle_map).bounds:
            self._tiles.clear()
        if touched:
            points = np.array([battle_map.grid.point(cell) for cell in _shown_with(battle_map, touched)])
            for spot, (_, tile) in self._tiles.items():
                left, top, right, bottom = spot.camera.view
                x, y = points[:, 0], points[:, 1]
                near = (x > left - _REACH) & (x < right + _REACH) & (y > top - _REACH) & (y < bottom + _REACH)
                if near.any():
                    self._tiles[spot] = None, tile
        self.version += 1

    def close(self) -> None:
        """Have it painted no more."""
        self._painter.forget(self._board)

    # -- painting ----------------------------------------------------------------------------------------

    def want(self, camera: Camera) -> None:
        """Have painted what is missing in view, the middle first; by whoever has time, what lies just outside."""
        spots = self._spots(camera)
        if self._painter.paints_ahead:
            left, top, wide, high = camera.left - TILE, camera.top - TILE, camera.width, camera.height
            beyond = Camera(camera.scale, left, top, wide + 2 * TILE, high + 2 * TILE)
            spots = [*dict.fromkeys((*spots, *self._spots(beyond)))]
        self._painter.want(self._board, self.look, [spot for spot in spots if not self._is_final(spot)])

    def take(self) -> bool:
        """Take over tiles that are done; say whether there were any."""
        done = self._painter.painted(self._board, self._room)
        for shown, spot, tile in done:
            self._tiles[spot] = shown, tile
            self._tiles.move_to_end(spot)
        while len(self._tiles) > _KEPT:
            self._tiles.popitem(last=False)
        self.version += len(done)
        return bool(done)

    def _room(self, spot: Spot) -> pygame.Surface:
        """Return where to put a tile: memory that was used before takes a twentieth of the time."""
        known = self._tiles.pop(spot, None)
        if known is None and len(self._tiles) >= _KEPT:
            known = self._tiles.popitem(last=False)[1]
        return pygame.Surface((TILE, TILE), depth=32) if known is None else known[1]

    def _is_final(self, spot: Spot) -> bool:
        known = self._tiles.get(spot)
        return known is not None and (known[0] is self.look or known[0] == self.look)

    def _spots(self, camera: Camera) -> list[Spot]:
        """Return the tiles in view that show any of the map, those nearest to the middle first."""
        bounds, scale = self.layout.bounds, camera.scale
        left, top = round(camera.left), round(camera.top)
        columns = range(
            max(left, floor(bounds.left * scale) - 3) // TILE,
            min(left + camera.width - 1, floor(bounds.right * scale) + 3) // TILE + 1,
        )
        rows = range(
            max(top, floor(bounds.top * scale) - 3) // TILE,
            min(top + camera.height - 1, floor(bounds.bottom * scale) + 3) // TILE + 1,
        )
        middle = ((left + camera.width / 2) / TILE - 0.5, (top + camera.height / 2) / TILE - 0.5)
        spots = [Spot(scale, column, row) for row in rows for column in columns]
        return sorted(spots, key=lambda spot: (spot.column - middle[0]) ** 2 + (spot.row - middle[1]) ** 2)

    # -- drawing -----------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, camera: Camera) -> bool:
        """Draw the board as far as it is painted and the clip goes; say whether everything shown is final."""
        clip = surface.get_clip()
        places = {spot: _place(spot, camera) for spot in self._spots(camera)}
        places = {spot: place for spot, place in places.items() if place.colliderect(clip)}
        for part in _joined([place for spot, place in places.items() if spot not in self._tiles]):
            surface.set_clip(part.clip(clip))
            self._draw_meanwhile(surface, camera)
        surface.set_clip(clip)
        shown = [*places.values()]
        covered = shown[0].unionall(shown[1:]).clip(clip) if shown else pygame.Rect(0, 0, 0, 0)
        for rect in around(covered, clip):
            surface.fill(theme().table, rect)
        surface.fblits([(self._tiles[spot][1], place) for spot, place in places.items() if spot in self._tiles])
        return all(self._is_final(spot) for spot in places)

    def _draw_meanwhile(self, surface: pygame.Surface, camera: Camera) -> None:
        """Fill the clip with what there is of the nearest other zoom, scaled, on flat colours.

        Zooms far off are left alone: much smaller ones show nothing, and much larger ones have too many tiles.
        """
        clip = surface.get_clip()
        part = Camera(camera.scale, camera.left + clip.left, camera.top + clip.top, clip.width, clip.height)
        scales = {spot.scale for spot in self._tiles if 1 / 8 <= spot.scale / camera.scale <= 2}
        for scale in sorted(scales, key=lambda other: abs(log(other / camera.scale))):
            spots = self._spots(_seen_at(part, scale))
            known = [spot for spot in spots if spot in self._tiles]
            if known:
                surface.fill(theme().table, clip)
                for spot in known:
                    show_scaled(surface, self._tiles[spot][1], _scaled_place(spot, camera))
                for hole in _joined([_scaled_place(spot, camera) for spot in spots if spot not in self._tiles]):
                    surface.set_clip(hole.clip(clip))
                    paint_flat(surface, self.layout, camera)
                surface.set_clip(clip)
                return
        paint_flat(surface, self.layout, camera)


def _shown_with(battle_map: BattleMap, touched: Collection[Cell]) -> set[Cell]:
    """Return the cells that look different when some are: a roof and a field are drawn as a whole."""
    kinds, found = battle_map.terrain_set, {*touched}
    waiting = [cell for near in touched for cell in (near, *battle_map.grid.neighbours(near))]
    seen = set[Cell]()
    while waiting:
        cell = waiting.pop()
        n = battle_map.ordinal_if_there(cell)
        if cell in seen or n is None:
            continue
        seen.add(cell)
        name = look(kinds.terrain[battle_map.terrain[n]])
        if name in ROOFED or ground_style(name, kinds.id).texture in DIRECTED:
            found.add(cell)
            waiting += battle_map.grid.neighbours(cell)
    return found


def _place(spot: Spot, camera: Camera) -> pygame.Rect:
    """Return where a camera sees a tile."""
    return pygame.Rect(spot.column * TILE - round(camera.left), spot.row * TILE - round(camera.top), TILE, TILE)


def _joined(places: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Return the same part of a window as few rectangles: neighbours in a row are one, and so are rows that are alike.

    >>> _joined([pygame.Rect(0, 0, 4, 4), pygame.Rect(4, 0, 4, 4), pygame.Rect(0, 4, 8, 4), pygame.Rect(0, 8, 2, 4)])
    [Rect(0, 0, 8, 8), Rect(0, 8, 2, 4)]
    """
    runs: list[pygame.Rect] = []
    for place in sorted(places, key=lambda place: (place.top, place.left)):
        if runs and (runs[-1].top, runs[-1].right) == (place.top, place.left):
            runs[-1].width += place.width
        else:
            runs.append(place.copy())
    joined: dict[tuple[int, int, int], pygame.Rect] = {}
    for run in runs:
        above = joined.pop((run.left, run.width, run.top), None)
        whole = run if above is None else above.union(run)
        joined[run.left, run.width, run.bottom] = whole
    return [*joined.values()]


def _scaled_place(spot: Spot, camera: Camera) -> pygame.Rect:
    """Return where a camera of another zoom sees a tile: neighbours share their edges."""
    side = TILE * camera.scale / spot.scale
    left, right = (round(column * side - camera.left) for column in (spot.column, spot.column + 1))
    top, bottom = (round(row * side - camera.top) for row in (spot.row, spot.row + 1))
    return pygame.Rect(left, top, right - left, bottom - top)


def _seen_at(camera: Camera, scale: float) -> Camera:
    """Return the same view at another scale, on whole pixels."""
    factor = scale / camera.scale
    left, top = floor(camera.left * factor), floor(camera.top * factor)
    right, bottom = ((camera.left + camera.width) * factor, (camera.top + camera.height) * factor)
    return Camera(scale, left, top, ceil(right) - left, ceil(bottom) - top)


# -- in one go -------------------------------------------------------------------------------------------


def board_surface(
    battle_map: BattleMap | Ground, pixels_per_cell: float, *, dress: BoardOptions = GRIDDED, margin: int = 0
) -> pygame.Surface:
    """Return the whole board at one zoom as a single picture, with a margin of table around it."""
    ground = battle_map if isinstance(battle_map, Ground) else Ground(battle_map)
    camera = whole_board(ground.map, pixels_per_cell, margin)
    surface = pygame.Surface((camera.width, camera.height), depth=32)
    surface.fill(theme().table)
    painter, look = TilePainter(ground.map), BoardLook(ground.changes, dress)
    for spot in _all_spots(camera):
        surface.blit(painter.tile(look, spot), _place(spot, camera))
    return surface


def _all_spots(camera: Camera) -> Iterable[Spot]:
    """Return the tiles in view."""
    left, top = round(camera.left), round(camera.top)
    for row in range(top // TILE, (top + camera.height - 1) // TILE + 1):
        for column in range(left // TILE, (left + camera.width - 1) // TILE + 1):
            yield Spot(camera.scale, column, row)


def whole_board(battle_map: BattleMap, pixels_per_cell: float, margin: int = 0) -> Camera:
    """Return the camera that sees exactly a whole board, on whole pixels."""
    bounds, scale = layout(battle_map).bounds, pixels_per_cell
    left, top = floor(bounds.left * scale) - 2 - margin, floor(bounds.top * scale) - 2 - margin
    right, bottom = floor(bounds.right * scale) + 3 + margin, floor(bounds.bottom * scale) + 3 + margin
    return Camera(scale, left, top, right - left, bottom - top)


def show_scaled(surface: pygame.Surface, picture: pygame.Surface, rect: pygame.Rect) -> None:
    """Show a picture so that it fills a rectangle, as far as the clip goes.

    Only what is seen is scaled, into the surface itself: a picture of that size in between takes several times as
    long in a large window. It lies where it should but for half a pixel of the picture.
    """
    shown = rect.clip(surface.get_clip())
    if not shown.width or not shown.height:
        return
    left, width = _part(shown.left - rect.left, shown.width, rect.width, picture.get_width())
    top, height = _part(shown.top - rect.top, shown.height, rect.height, picture.get_height())
    source = picture.subsurface((left, top, width, height))
    if _form(surface) == _form(picture):
        pygame.transform.scale(source, shown.size, surface.subsurface(shown))
    else:  # a screen with colours in another order
        surface.blit(pygame.transform.scale(source, shown.size), shown)


def _form(surface: pygame.Surface) -> tuple[object, ...]:
    """Return how a surface holds its colours."""
    return surface.get_bytesize(), surface.get_masks()


def _part(start: int, length: int, shown: int, whole: int) -> tuple[int, int]:
    """Return where the part of a picture begins that is seen, and how long it is: at least a pixel.

    >>> _part(20, 30, 1000, 100), _part(0, 3, 1000, 100), _part(999, 1, 1000, 100)
    ((2, 3), (0, 1), (99, 1))
    """
    first = min(round(start * whole / shown), whole - 1)
    return first, min(max(round(length * whole / shown), 1), whole - first)
