"""Ground in one colour a cell, for tests that look at what stands on it: painted as it is, it takes half their time."""

from __future__ import annotations

from functools import lru_cache

import pygame

from sim.board.battlemap import BattleMap
from sim.view.board.board_look import BoardLook
from sim.view.board.board_picture import PainterAtOnce
from sim.view.board.flat_board import paint_flat
from sim.view.board.tile_painter import TILE, Spot, TilePainter
from sim.view.ui.palette import theme


class FlatTiles(TilePainter):
    """Paints tiles as a window shows them until its painter is done; grid, letters and shades are those of the look."""

    def _under(self, look: BoardLook, spot: Spot) -> pygame.Surface:
        key = (spot, theme().board, look.options)
        known = self._lined.known(key)
        if known is not None:
            return known
        bare = pygame.Surface((TILE, TILE), depth=32)
        paint_flat(bare, self._layout, spot.camera)
        return self._lined.keep(key, self._with_options(bare, look, spot.camera))


@lru_cache(maxsize=4)
def _tiles_of(battle_map: BattleMap) -> FlatTiles:
    """Return who paints a map: what was painted for one test serves the next."""
    return FlatTiles(battle_map)


class FlatPainter(PainterAtOnce):
    """Paints in this process, when asked, and in flat colours."""

    def open(self, battle_map: BattleMap) -> int:
        """Take up a map."""
        number = super().open(battle_map)
        self._boards[number] = _tiles_of(battle_map)
        return number
