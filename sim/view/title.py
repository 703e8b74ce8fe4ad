"""The title page: what the window shows while everything else is being loaded. It needs next to nothing itself."""

from __future__ import annotations

import pygame

from sim.view.ui.lettering import lettered
from sim.view.ui.palette import theme

SETTING_UP = "setting up the table …"


def paint_title(surface: pygame.Surface, words: str) -> None:
    """Draw the name of the program, and what is being waited for."""
    surface.fill(theme().table)
    width, height = surface.get_size()
    name = lettered("Sandtable", max(height // 9, 12), theme().accent, "place")
    told = lettered(words, max(height // 40, 9), theme().faint)
    surface.blit(name, name.get_rect(midbottom=(width // 2, height // 2)))
    surface.blit(told, told.get_rect(midtop=(width // 2, height // 2 + height // 40)))
