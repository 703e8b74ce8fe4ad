"""The menu of the right button: where it lies, what it is about, and opening and closing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from sim.grid import Point
from sim.view.blocks.context import Pointed, context_blocks
from sim.view.blocks.kinds import Block, Button, Do
from sim.view.ui.panel import natural_height

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

_WIDE = 320
"""Its width at scale 1."""


class ContextMenu:
    """A menu about a cell or a unit, beside it."""

    def __init__(self, screen: BattleScreen) -> None:
        self._screen = screen
        self.about: Pointed | None = None
        """What it is about; None while it is closed."""
        self._at: Point = (0, 0)

    def open(self, at: Point, about: Pointed) -> None:
        """Open it at a pixel."""
        self.about, self._at = about, at
        self._screen.panels["context"].scroll, self._screen.focus = 0, None

    def open_here(self) -> None:
        """Open it where the keys have gone to, else at what is selected or pointed at."""
        looking, model = self._screen.looking, self._screen.model
        cell = looking.pointed_cell or looking.selected_cell
        if cell is None:
            self._screen.say("Move the cell cursor with the arrows first: the menu is about the cell that it is on.")
            return
        on_top = looking.pointed_unit or (looking.selected_unit if looking.selected_cell == cell else None)
        others = [unit.id for unit in model.position.state.units.at(cell)]
        x, y = self._screen.steering.camera.pixel(model.position.map.grid.point(cell))
        self.open((round(x), round(y)), Pointed(cell, on_top or next(iter(others), None)))

    def close(self) -> None:
        """Close it."""
        self.about = None

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What it offers; nothing while it is closed."""
        if self.about is None:
            return ()
        screen = self._screen
        return context_blocks(screen.model, screen.ordering.menu, self.about, self._questions(self.about))

    @staticmethod
    def _questions(about: Pointed) -> list[Button]:
        """Return what the table of commands has to ask about a cell or a unit."""
        from sim.view.battle.commands import COMMANDS

        found = []
        for command in COMMANDS.values():
            if about.unit is not None and "unit" in command.context:
                found.append(Button(command.label, Do(command.name, (about.unit,))))
            elif "cell" in command.context:
                found.append(Button(command.label, Do(command.name, (about.cell,))))
        return found

    def rect(self, blocks: tuple[Block, ...]) -> pygame.Rect:
        """Return its place: right of the pixel and below it, as far as the window has room there."""
        ui, window = self._screen.ui, pygame.Rect((0, 0), self._screen.size)
        wide = min(round(_WIDE * ui), window.width)
        rect = pygame.Rect(0, 0, wide, min(natural_height(blocks, wide, ui), window.height))
        x, y = round(self._at[0]) + 2, round(self._at[1]) + 2
        rect.left = x if x + wide <= window.right else max(x - 4 - wide, 0)
        rect.top = min(y, window.bottom - rect.height)
        return rect
