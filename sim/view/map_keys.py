"""The keys of the map viewer, as a table: from it come both what a key does and what the help says of it.

What can be done with a map in a battle as well (`ON_MAPS`) has the same key there: its table of commands takes it from
here.
"""

from __future__ import annotations

import pygame

from sim.view.blocks.kinds import Do
from sim.view.ui.keys import CTRL, MINUS, PLUS, SHIFT, Key


def _key(codes: tuple[int, ...] | int, name: str, text: str, do: str, with_: int = 0) -> Key:
    return Key(codes if isinstance(codes, tuple) else (codes,), name, text, Do(do), with_)


_ON_MAPS = (
    _key(PLUS, "+", "zoom in", "zoom_in"),
    _key(MINUS, "−", "zoom out", "zoom_out"),
    _key(pygame.K_z, "Z", "show the whole map", "fit"),
    _key(pygame.K_l, "L", "line of sight from the selection to the cursor", "toggle_ruler"),
    _key(pygame.K_v, "V", "field of view", "toggle_view"),
    _key(pygame.K_h, "Shift H", "heights", "toggle_heights", SHIFT),
    _key(pygame.K_k, "Shift K", "coordinates", "toggle_coordinates", SHIFT),
    _key(pygame.K_g, "Shift G", "grid", "toggle_grid", SHIFT),
    _key(pygame.K_F1, "F1", "help: all keys", "toggle_help"),
)
ON_MAPS: dict[str, Key] = {key.do.name: key for key in _ON_MAPS if key.do is not None}
"""The keys of what can be done with every map, by the names of the methods that do it."""
TEXT_SIZE = (
    Key(PLUS, "Ctrl +", "larger text", Do("change_scale", (25,)), CTRL),
    Key(MINUS, "Ctrl −", "smaller text", Do("change_scale", (-25,)), CTRL),
)
OF_WINDOWS = (
    _key(pygame.K_F11, "F11", "full screen", "toggle_full_screen"),
    _key(pygame.K_F12, "F12", "save a picture of the window in the current folder", "take_picture"),
)
KEYS: tuple[Key, ...] = (
    Key((), "wheel, drag", "zoom at the cursor, move the map"),
    Key((), "click", "select a cell; click again to deselect it"),
    Key((), "arrows", "move the map"),
    *_ON_MAPS,
    *TEXT_SIZE,
    _key(pygame.K_n, "N", "next map", "next_map"),
    _key(pygame.K_n, "Shift N", "previous map", "previous_map", SHIFT),
    *OF_WINDOWS,
    _key(pygame.K_ESCAPE, "Esc", "close the help, or the viewer", "leave"),
)

ARROWS: dict[int, tuple[int, int]] = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""Steps to the right and down; here the map moves for as long as one is held down."""
