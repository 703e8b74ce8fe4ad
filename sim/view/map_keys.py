"""The keys of the map viewer, as a table: from it come both what a key does and what the help says of it."""

from __future__ import annotations

import pygame

from sim.view.blocks.kinds import Do
from sim.view.ui.keys import MINUS, PLUS, Key

KEYS: tuple[Key, ...] = (
    Key((), "wheel", "zoom at the cursor"),
    Key((), "drag", "move the map"),
    Key((), "click", "select a cell; click again to deselect it"),
    Key((), "arrows, WASD", "move the map"),
    Key(PLUS, "+", "zoom in", Do("zoom_in")),
    Key(MINUS, "−", "zoom out", Do("zoom_out")),
    Key((pygame.K_HOME,), "Home", "show the whole map", Do("fit")),
    Key((pygame.K_g,), "G", "grid", Do("toggle_grid")),
    Key((pygame.K_c,), "C", "coordinates and areas", Do("toggle_coordinates")),
    Key((pygame.K_h,), "H", "heights", Do("toggle_heights")),
    Key((pygame.K_v,), "V", "field of view, from the selected cell or under the cursor", Do("toggle_view")),
    Key((pygame.K_l,), "L", "line of sight from the selected cell to the cursor", Do("toggle_ruler")),
    Key((pygame.K_n,), "N", "next map", Do("next_map")),
    Key((pygame.K_p,), "P", "previous map", Do("previous_map")),
    Key((pygame.K_F1,), "F1", "this help", Do("toggle_help")),
    Key((pygame.K_F11,), "F11", "full screen", Do("toggle_full_screen")),
    Key((pygame.K_F12,), "F12", "save a picture of the window in the current folder", Do("take_picture")),
    Key((pygame.K_ESCAPE,), "Esc", "close the help, or the viewer", Do("leave")),
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
