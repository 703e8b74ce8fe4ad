"""Small maps drawn in a test with the letters of a shipped terrain set, and ways to look at their pictures."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import numpy as np
import pygame

from sim.board.battlemap import BattleMap
from sim.board.ground import Ground
from sim.board.terrain import VOID
from sim.board.terrain_sets import terrain_set
from sim.grid import Cell, Grid, HexGrid, SquareGrid
from sim.view.board.board_look import PLAIN, BoardOptions
from sim.view.board.board_picture import board_surface, whole_board

HEXES = HexGrid()
SQUARES = SquareGrid(8)
SCALE = 40.0


def drawn(rows: str, family: str = "battlefield", grid: Grid | None = None, **more: Any) -> BattleMap:
    """Return a map drawn row by row with the letters of a terrain set; digits are open ground of that height."""
    kinds = terrain_set(family)
    letters = {kind.letter: kind.id for kind in kinds.terrain.values() if kind.letter} | {"_": VOID}
    lines = dedent(rows).split()
    on = grid or (SQUARES if family == "town" else HEXES)
    open_ground = letters["."]
    terrain = tuple(open_ground if letter.isdigit() else letters[letter] for line in lines for letter in line)
    heights = tuple(int(letter) if letter.isdigit() else 0 for line in lines for letter in line)
    return BattleMap("drawn", on, len(lines[0]), len(lines), kinds, terrain, heights, **more)


def picture(battle_map: BattleMap | Ground, scale: float = SCALE, dress: BoardOptions = PLAIN) -> np.ndarray:
    """Return the picture of a whole board as an array of rows, columns and colours."""
    return pixels(board_surface(battle_map, scale, dress=dress))


def pixels(surface: pygame.Surface) -> np.ndarray:
    """Return a surface as an array of rows, columns and colours."""
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1)).astype(np.int16)


def colour_at(image: np.ndarray, battle_map: BattleMap, name: str, scale: float = SCALE) -> np.ndarray:
    """Return the mean colour around the centre of a cell."""
    column, row = place(battle_map, battle_map.cell(name), scale)
    reach = round(scale * 0.3)
    part = image[row - reach : row + reach, column - reach : column + reach]
    return np.asarray(part.reshape(-1, 3).mean(axis=0))


def place(battle_map: BattleMap, cell: Cell, scale: float = SCALE) -> tuple[int, int]:
    """Return the column and row of a cell's centre in the picture of the whole board."""
    x, y = whole_board(battle_map, scale).pixel(battle_map.grid.point(cell))
    return round(x), round(y)


def difference(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return how much two pictures differ at each pixel."""
    return np.asarray(np.abs(one - other).sum(axis=2))
