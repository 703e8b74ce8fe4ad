"""The table of keys: what is pressed and what it does, as one picture that fits any window."""

from __future__ import annotations

from functools import lru_cache

import pygame

from sim.view.lettering import lettered, width_of
from sim.view.palette import keeps_pictures, theme
from sim.view.ui.paint_blocks import TEXT, TITLE


@lru_cache(maxsize=16)
def help_picture(entries: tuple[tuple[str, str], ...], title: str, ui: float, most: tuple[int, int]) -> pygame.Surface:
    """Return the table of keys as a picture no larger than a window; if it does not fit, it is written smaller."""
    size = round(TEXT * ui)
    key_width = max(width_of(key, size, "bold") for key, _ in entries) + round(18 * ui)
    width = key_width + max(width_of(text, size) for _, text in entries)
    line, pad = round(size * 1.55), round(22 * ui)
    total = (width + 2 * pad, line * (len(entries) + 2) + pad)
    if (total[0] > most[0] or total[1] > most[1]) and ui > 0.3:
        return help_picture(entries, title, ui * 0.92, most)
    surface = pygame.Surface(total, pygame.SRCALPHA, 32)
    pygame.draw.rect(surface, theme().panel, surface.get_rect(), border_radius=round(9 * ui))
    edge = max(1, round(1.5 * ui * theme().weight))
    pygame.draw.rect(surface, theme().accent, surface.get_rect(), edge, round(9 * ui))
    surface.blit(lettered(title, round(TITLE * ui), theme().accent, "bold"), (pad, pad))
    for n, (key, text) in enumerate(entries):
        y = pad + line * (n + 1) + line // 2
        surface.blit(lettered(key, size, theme().ink, "bold"), (pad, y))
        surface.blit(lettered(text, size, theme().faint), (pad + key_width, y))
    return surface


keeps_pictures(help_picture.cache_clear)
