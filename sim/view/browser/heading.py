"""The heading of the browser: whose table this is."""

from __future__ import annotations

import pygame

from sim import __version__
from sim.view.lettering import lettered, width_of
from sim.view.palette import between, theme
from sim.view.ui.measure_blocks import SMALL

_NAME = 34
_MOTTO = "printed solo wargames, and why the AI did what it did"


def paint_heading(surface: pygame.Surface, rect: pygame.Rect, ui: float) -> None:
    """Draw the name, what it is about, and the release."""
    ink, dim = _inks()
    name = lettered("Sandtable", round(_NAME * ui), ink, "place")
    place = name.get_rect(midleft=(rect.left + round(4 * ui), rect.centery - round(2 * ui)))
    surface.blit(name, place)
    small = round(SMALL * ui)
    release = lettered(__version__, small, dim)
    surface.blit(release, release.get_rect(midright=(rect.right - round(4 * ui), rect.centery)))
    left = place.right + round(16 * ui)
    if left + width_of(_MOTTO, small) < rect.right - release.get_width() - round(20 * ui):
        motto = lettered(_MOTTO, small, dim)
        surface.blit(motto, motto.get_rect(midleft=(left, rect.centery + round(3 * ui))))


def _inks() -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return the colours of letters on the bare table: those of panels, which all themes keep readable."""
    return theme().accent, between(theme().faint, theme().ink, 0.4)
