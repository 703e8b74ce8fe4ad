"""The keys of the battle screen, as a table: from it come both what a key does and what the help says of it."""

from __future__ import annotations

import pygame

from sim.view.ui.blocks import Block, Button, Columns, Do, Row, Title
from sim.view.ui.keys import CTRL, MINUS, PLUS, SHIFT, Key, entry_for

ORDERS: tuple[Key, ...] = (
    Key((), "click", "choose a unit, aim at something; once more to give the order"),
    Key((), "right click", "one choice back"),
    Key((), "1 … 9", "what has that digit on its button"),
    Key((pygame.K_TAB,), "Tab", "next unit that can act", Do("next_unit", (1,))),
    Key((pygame.K_TAB,), "Shift Tab", "the one before", Do("next_unit", (-1,)), SHIFT),
    Key((pygame.K_n,), "N", "next aim", Do("next_aim", (1,))),
    Key((pygame.K_n,), "Shift N", "the aim before", Do("next_aim", (-1,)), SHIFT),
    Key((pygame.K_LEFTBRACKET,), "[", "turn the facing left", Do("turn_facing", (-1,))),
    Key((pygame.K_RIGHTBRACKET,), "]", "turn the facing right", Do("turn_facing", (1,))),
    Key((pygame.K_m,), "M", "another way to pay or to do it", Do("next_manner")),
    Key(
        (pygame.K_RETURN, pygame.K_KP_ENTER),
        "Enter",
        "give the order; else choose what the cell cursor is on",
        Do("enter"),
    ),
    Key((pygame.K_ESCAPE,), "Esc", "one choice back; then the menu", Do("escape")),
    Key((pygame.K_o,), "O", "what my commander would order here", Do("take_advice")),
    Key((pygame.K_p,), "P", "let him give the orders of this step", Do("delegate")),
    Key((pygame.K_u,), "U", "take back my last order", Do("undo")),
)

TIME: tuple[Key, ...] = (
    Key((pygame.K_SPACE,), "Space", "play on, or stop", Do("toggle_play")),
    Key((pygame.K_PERIOD,), ".", "one event on", Do("forward")),
    Key((pygame.K_COMMA,), ",", "one event back", Do("back")),
    Key((pygame.K_PERIOD,), "Shift .", "on to the AI's next decision", Do("next_decision"), SHIFT),
    Key((pygame.K_COMMA,), "Shift ,", "back to the AI's decision before", Do("previous_decision"), SHIFT),
    Key((pygame.K_PAGEDOWN,), "PgDn", "on to the next turn", Do("next_turn")),
    Key((pygame.K_PAGEUP,), "PgUp", "back to the turn before", Do("previous_turn")),
    Key((pygame.K_s,), "S", "skip to my next order", Do("skip")),
    Key((pygame.K_HOME,), "Home", "the first frame", Do("first_frame")),
    Key((pygame.K_END,), "End", "the latest frame", Do("live")),
    Key((pygame.K_SLASH,), "/", "speed 1, 2, 3", Do("cycle_speed")),
    Key((pygame.K_b,), "B", "play on from here; the other line is kept", Do("branch")),
    Key((pygame.K_F8,), "F8", "the lines of this battle", Do("show_lines")),
)

LOOK: tuple[Key, ...] = (
    Key((pygame.K_j,), "J", "log", Do("show_tab", ("log",))),
    Key((pygame.K_w,), "W", "why: the reasons", Do("show_tab", ("reasons",))),
    Key((pygame.K_a,), "A", "what the AI may do next", Do("show_tab", ("forecast",))),
    Key((pygame.K_y,), "Y", "why not here?", Do("toggle_why_not")),
    Key((pygame.K_c,), "Ctrl C", "copy the reasons", Do("copy_reasons"), CTRL),
    Key((pygame.K_l,), "L", "sight ruler, from what is selected to the cursor", Do("toggle_ruler")),
    Key((pygame.K_v,), "V", "field of view", Do("toggle_view")),
    Key((pygame.K_v,), "Shift V", "field of view after turning", Do("turn_view"), SHIFT),
    Key((pygame.K_f,), "F", "fire zones: the enemy's, mine, none", Do("cycle_fire")),
    Key((pygame.K_t,), "T", "how many enemies cover each cell", Do("toggle_threat")),
    Key((pygame.K_r,), "R", "reach of the selected unit", Do("toggle_reach")),
    Key((pygame.K_c,), "C", "cover of each cell", Do("toggle_cover")),
    Key((pygame.K_h,), "H", "heights", Do("toggle_heights")),
    Key((pygame.K_k,), "K", "coordinates", Do("toggle_coordinates")),
    Key((pygame.K_g,), "G", "grid", Do("toggle_grid")),
)

WINDOW: tuple[Key, ...] = (
    Key((), "wheel, drag", "zoom at the cursor, move the map; scroll a panel"),
    Key((), "arrows", "move the cell cursor"),
    Key((), "Shift arrows", "move the map"),
    Key((), "Ctrl arrows", "go through what can be clicked in the right panel or a window; Ctrl Enter clicks"),
    Key((pygame.K_PAGEDOWN,), "Ctrl PgDn", "read on in the panels on the left", Do("read_left", (1,)), CTRL),
    Key((pygame.K_PAGEUP,), "Ctrl PgUp", "read back there", Do("read_left", (-1,)), CTRL),
    Key((pygame.K_PAGEDOWN,), "Shift PgDn", "read on in what is pointed at", Do("read_hover", (1,)), SHIFT),
    Key((pygame.K_PAGEUP,), "Shift PgUp", "read back there", Do("read_hover", (-1,)), SHIFT),
    Key(PLUS, "+", "zoom in", Do("zoom_in")),
    Key(MINUS, "−", "zoom out", Do("zoom_out")),
    Key((pygame.K_z,), "Z", "show the whole map", Do("fit")),
    Key((pygame.K_z,), "Shift Z", "the small map, where the window does not show all", Do("toggle_small_map"), SHIFT),
    Key(PLUS, "Ctrl +", "larger letters", Do("change_scale", (25,)), CTRL),
    Key(MINUS, "Ctrl −", "smaller letters", Do("change_scale", (-25,)), CTRL),
    Key((pygame.K_F1,), "F1", "this help", Do("toggle_help")),
    Key((pygame.K_F2,), "F2", "briefing", Do("show_briefing")),
    Key((pygame.K_F3,), "F3", "losses, luck, turning points", Do("show_summary")),
    Key((pygame.K_F5,), "F5", "save", Do("save_now")),
    Key((pygame.K_F9,), "F9", "film of this turn (GIF) into the current folder", Do("film_turn")),
    Key((pygame.K_F10,), "F10", "menu", Do("show_menu")),
    Key((), "F11", "full screen"),
    Key((), "F12", "picture of the window into the current folder"),
)

KEYS: tuple[Key, ...] = (*ORDERS, *TIME, *LOOK, *WINDOW)
PARTS: tuple[tuple[str, tuple[Key, ...]], ...] = (
    ("Orders", ORDERS),
    ("Time", TIME),
    ("Looking", LOOK),
    ("Window", WINDOW),
)
ARROWS: dict[int, tuple[int, int]] = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


def key_for(code: int, modifiers: int, typed: str = "") -> Key | None:
    """Return the entry of a key that was pressed with these modifiers and types something."""
    return entry_for(KEYS, code, modifiers, typed)


def help_for(do: Do) -> str:
    """Say what something does and which key does it, in one line; empty for what no key does."""
    key = next((key for key in KEYS if key.do == do), None)
    return f"{key.text}  ({key.name})" if key is not None else ""


def help_blocks() -> tuple[Block, ...]:
    """Return the table of keys, part by part."""
    columns: list[tuple[Block, ...]] = []
    for title, keys in PARTS:
        columns.append((Title(title), *(Row(key.name, key.text) for key in keys)))
    return Columns(tuple(columns)), Button("Close", Do("close_window"), "Esc")
