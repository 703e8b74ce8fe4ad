"""The keys of the map viewer, as a table: from it come both what a key does and what the help says of it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame


@dataclass(frozen=True)
class Key:
    """One entry: what is pressed, what the help calls it, what the help says, what is done."""

    codes: tuple[int, ...]
    name: str
    text: str
    action: str = ""
    """The method of the viewer; empty for the mouse and for keys that are held down."""


KEYS: tuple[Key, ...] = (
    Key((), "wheel", "zoom at the cursor"),
    Key((), "drag", "move the map"),
    Key((), "click", "select a cell; again to let it go"),
    Key((), "arrows, WASD", "move the map"),
    Key((pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS), "+", "zoom in", "zoom_in"),
    Key((pygame.K_MINUS, pygame.K_KP_MINUS), "−", "zoom out", "zoom_out"),
    Key((pygame.K_HOME,), "Home", "show the whole map", "fit"),
    Key((pygame.K_g,), "G", "grid", "toggle_grid"),
    Key((pygame.K_c,), "C", "coordinates and areas", "toggle_coordinates"),
    Key((pygame.K_h,), "H", "heights", "toggle_heights"),
    Key((pygame.K_v,), "V", "field of view, from the selected cell or under the cursor", "toggle_view"),
    Key((pygame.K_l,), "L", "sight ruler, from the selected cell to the cursor", "toggle_ruler"),
    Key((pygame.K_n,), "N", "next map", "next_map"),
    Key((pygame.K_p,), "P", "previous map", "previous_map"),
    Key((pygame.K_F1,), "F1", "this help", "toggle_help"),
    Key((pygame.K_F11,), "F11", "full screen", "toggle_full_screen"),
    Key((pygame.K_F12,), "F12", "picture of the window into the current folder", "take_picture"),
    Key((pygame.K_ESCAPE,), "Esc", "close the help, or the viewer", "leave"),
)

PANNING: dict[int, tuple[int, int]] = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_a: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_d: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_w: (0, -1),
    pygame.K_DOWN: (0, 1),
    pygame.K_s: (0, 1),
}
"""Keys that move the map for as long as they are held down: steps to the right and down."""
