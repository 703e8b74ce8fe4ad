"""Tiles: a zoom level of a board is a grid of square pictures, each painted by itself.

What was painted is kept for a while in layers, so that a change costs what differs: a shade is put on the tile that
lies under it, and smoke paints only the tiles that it touches.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import pygame

from sim.board.battlemap import BattleMap
from sim.board.ground import NO_CHANGES, Changes, Ground
from sim.grid import Cell, Edge
from sim.view.board.board_look import BoardLook
from sim.view.board.camera import Camera
from sim.view.board.landscape import Landscape, landscape_of
from sim.view.board.layout import layout
from sim.view.board.paint_board import painted_board
from sim.view.board.paint_grid import paint_cell_names, paint_grid, paint_heights
from sim.view.board.picture_cache import Shelf
from sim.view.ui.palette import theme

Kinds = TypeVar("Kinds")

TILE = 256
"""Pixels of a tile in either direction."""
_KEPT = 256
"""Tiles of each layer that are kept, a quarter of a megabyte each."""
_REACH = 1.8
"""How far a change in a cell can show, in cells: features reach a little beyond theirs."""


class Spot(NamedTuple):
    """A tile: its scale, column and row."""

    scale: float
    column: int
    row: int

    @property
    def camera(self) -> Camera:
        """What sees exactly this tile."""
        return Camera(self.scale, self.column * TILE, self.row * TILE, TILE, TILE)


class TilePainter:
    """Paints the tiles of one map."""

    def __init__(self, battle_map: BattleMap, before: TilePainter | None = None) -> None:
        """Paint a map; of the one before, whatever of its survey is the same is taken over."""
        self._map, self._layout = battle_map, layout(battle_map)
        self._landscapes: Shelf[Changes, Landscape] = Shelf(8)
        self._latest: Landscape | None = None if before is None else before._latest
        self._bare: Shelf[object, pygame.Surface] = Shelf(_KEPT)
        self._lined: Shelf[object, pygame.Surface] = Shelf(_KEPT)

    def prepare(self) -> None:
        """Work out what every tile of the map will take, before there is one to paint."""
        self._landscape(NO_CHANGES)

    def tile(self, look: BoardLook, spot: Spot) -> pygame.Surface:
        """Return a tile of a look, in the theme that is in use."""
        under, camera = self._under(look, spot), spot.camera
        if not look.shades:
            return under
        tile = under.copy()
        for shade in look.shades:
            shade.paint(tile, self._layout, camera)
        return tile

    def _under(self, look: BoardLook, spot: Spot) -> pygame.Surface:
        """Return a tile without shades."""
        here = (spot, self._near(look.changes, spot), theme().board)
        key = (*here, look.options)
        known = self._lined.known(key)
        if known is not None:
            return known
        bare = self._bare.known(here)
        if bare is None:
            bare = self._bare.keep(here, painted_board(self._landscape(look.changes), spot.camera))
        return self._lined.keep(key, self._with_options(bare, look, spot.camera))

    def _with_options(self, bare: pygame.Surface, look: BoardLook, camera: Camera) -> pygame.Surface:
        tile, options = bare.copy(), look.options
        if options.heights:
            paint_heights(tile, self._layout, camera)
        if options.grid:
            paint_grid(tile, self._layout, camera)
        if options.coordinates:
            paint_cell_names(tile, self._layout, camera, options.letters)
        return tile

    def _landscape(self, changes: Changes) -> Landscape:
        known = self._landscapes.known(changes)
        if known is None:
            known = self._landscapes.keep(changes, landscape_of(Ground(self._map, changes), self._latest))
        self._latest = known
        return known

    def _near(self, changes: Changes, spot: Spot) -> Changes:
        """Return those of the changes that can show on a tile: with the same ones it looks the same."""
        view, point = spot.camera.view, self._map.grid.point

        def is_near(cell: Cell) -> bool:
            x, y = point(cell)
            return max(view.left - x, x - view.right, view.top - y, y - view.bottom) < _REACH

        def in_cells(part: tuple[tuple[Cell, Kinds], ...]) -> tuple[tuple[Cell, Kinds], ...]:
            return tuple(change for change in part if is_near(change[0]))

        def on_edges(part: tuple[tuple[Edge, Kinds], ...]) -> tuple[tuple[Edge, Kinds], ...]:
            return tuple(change for change in part if any(map(is_near, change[0])))

        return Changes(
            in_cells(changes.features),
            in_cells(changes.cleared),
            in_cells(changes.terrain),
            on_edges(changes.edges),
            on_edges(changes.ways),
        )
