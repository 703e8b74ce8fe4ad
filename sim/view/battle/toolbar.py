"""The toolbar above the map: a button for every command that has an icon in the table of commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import pygame

from sim.view.battle.commands import COMMANDS
from sim.view.blocks.kinds import Do
from sim.view.ui.icons import Icon, paint_icon_button
from sim.view.ui.measure_blocks import ClickArea
from sim.view.ui.panel import paint_sheet

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

_TOOLS = tuple(command for command in COMMANDS.values() if command.toolbar is not None)
GROUPS: tuple[int, ...] = tuple(len(list(group)) for _, group in groupby(_TOOLS, lambda command: command.part))
"""How many buttons belong together, from the left."""


@dataclass(frozen=True)
class Tool:
    """A button: what is drawn on it, what it does, and whether what it switches is on."""

    icon: Icon
    do: Do
    is_on: bool = False


def tools_of(screen: BattleScreen) -> tuple[Tool, ...]:
    """Return the buttons as they are now."""
    return tuple(
        Tool(command.toolbar, Do(command.name), command.is_on is not None and command.is_on(screen))
        for command in _TOOLS
        if command.toolbar is not None
    )


@dataclass(frozen=True)
class Toolbar:
    """The toolbar in its place."""

    rect: pygame.Rect
    boxes: Sequence[pygame.Rect]
    ui: float
    tools: tuple[Tool, ...]

    @property
    def spots(self) -> list[ClickArea]:
        """What of it can be clicked."""
        return [ClickArea(box, tool.do) for box, tool in zip(self.boxes, self.tools, strict=True)]

    def paint(self, surface: pygame.Surface, pointed: Do | None = None) -> None:
        """Draw the strip and its buttons."""
        paint_sheet(surface, self.rect, self.ui)
        for box, tool in zip(self.boxes, self.tools, strict=True):
            paint_icon_button(surface, box, self.ui, tool.icon, pointed=tool.do == pointed, chosen=tool.is_on)
