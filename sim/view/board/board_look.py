"""How a board looks: all that its picture depends on, as one frozen value that can be sent to another process.

What lies over the board (shades, figures, a field of view) is part of it, and is painted into the tiles: a window then
copies one set of pictures and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import pygame

from sim.board.area import Area
from sim.board.ground import NO_CHANGES, Changes
from sim.grid import Cell
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.paint_grid import paint_cell_names
from sim.view.board.paint_overlay import paint_eye, paint_field_of_view
from sim.view.ui.palette import theme


@dataclass(frozen=True)
class BoardOptions:
    """What is drawn over the terrain itself."""

    grid: bool = True
    coordinates: bool = False
    heights: bool = False
    letters: float = 1.0
    """The scale of letters: names stand in cells only where they can be read."""


PLAIN = BoardOptions(grid=False)
GRIDDED = BoardOptions()


class OnBoard(Protocol):
    """Something that lies over the board: a frozen value of plain data."""

    def paint(self, surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
        """Draw what a camera sees of it."""


@dataclass(frozen=True)
class CellNames:
    """The names of cells, once more over shades under which they could not be read."""

    letters: float = 1.0

    def paint(self, surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
        paint_cell_names(surface, layout, camera, self.letters)


@dataclass(frozen=True)
class Eye:
    """An eye in the cell that is looked from."""

    cell: Cell

    def paint(self, surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
        paint_eye(surface, layout, camera, self.cell)


@dataclass(frozen=True)
class FieldOfView:
    """What can be seen from a cell: all else is darkened."""

    seen: bytes
    """Whether each cell is seen, in map order."""
    viewer: Cell

    @classmethod
    def of(cls, seen: Area, viewer: Cell) -> FieldOfView:
        return cls(seen.mask().tobytes(), viewer)

    def paint(self, surface: pygame.Surface, layout: Layout, camera: Camera) -> None:
        seen = Area.where(layout.map, np.frombuffer(self.seen, dtype=np.bool_))
        paint_field_of_view(surface, layout, camera, seen, self.viewer)


@dataclass(frozen=True)
class BoardLook:
    """All that the picture of a map depends on, besides the map: equal looks are equal pictures."""

    changes: Changes = NO_CHANGES
    """What play has changed on the ground."""
    options: BoardOptions = GRIDDED
    shades: tuple[OnBoard, ...] = ()
    """What lies over the board, from below."""
    theme: str = field(default_factory=lambda: theme().name)
    safe_colours: bool = field(default_factory=lambda: theme().safe)
