"""The keys of the battle screen, as a table: from it come both what a key does and what the help says of it."""

from __future__ import annotations

import pygame

from sim.view.ui.blocks import Block, Button, Columns, Do, Row, Title
from sim.view.ui.keys import CTRL, MINUS, PLUS, SHIFT, Key, entry_for

ORDERS: tuple[Key, ...] = (
    Key((), "click", "choose a unit or a target; click again to give the order"),
    Key((), "right click", "back one step"),
    Key((), "1 … 9", "press the button with that number"),
    Key((pygame.K_TAB,), "Tab", "next unit that can act", Do("next_unit", (1,))),
    Key((pygame.K_TAB,), "Shift Tab", "previous unit that can act", Do("next_unit", (-1,)), SHIFT),
    Key((pygame.K_n,), "N", "next target", Do("next_aim", (1,))),
    Key((pygame.K_n,), "Shift N", "previous target", Do("next_aim", (-1,)), SHIFT),
    Key((pygame.K_LEFTBRACKET,), "[", "turn the unit to the left", Do("turn_facing", (-1,))),
    Key((pygame.K_RIGHTBRACKET,), "]", "turn the unit to the right", Do("turn_facing", (1,))),
    Key((pygame.K_m,), "M", "next way to do it, or to pay for it", Do("next_manner")),
    Key(
        (pygame.K_RETURN, pygame.K_KP_ENTER),
        "Enter",
        "give the order, or choose what is under the cell cursor",
        Do("enter"),
    ),
    Key((pygame.K_ESCAPE,), "Esc", "back one step; then the menu", Do("escape")),
    Key((pygame.K_o,), "O", "ask my commander for advice", Do("take_advice")),
    Key((pygame.K_p,), "P", "let my commander give the orders for this step", Do("delegate")),
    Key((pygame.K_u,), "U", "take back my last order", Do("undo")),
)

TIME: tuple[Key, ...] = (
    Key((pygame.K_SPACE,), "Space", "play or pause", Do("toggle_play")),
    Key((pygame.K_PERIOD,), ".", "one event forward", Do("forward")),
    Key((pygame.K_COMMA,), ",", "one event back", Do("back")),
    Key((pygame.K_PERIOD,), "Shift .", "forward to the AI's next decision", Do("next_decision"), SHIFT),
    Key((pygame.K_COMMA,), "Shift ,", "back to the AI's previous decision", Do("previous_decision"), SHIFT),
    Key((pygame.K_PAGEDOWN,), "PgDn", "forward to the next turn", Do("next_turn")),
    Key((pygame.K_PAGEUP,), "PgUp", "back to the previous turn", Do("previous_turn")),
    Key((pygame.K_s,), "S", "skip to my next order", Do("skip")),
    Key((pygame.K_HOME,), "Home", "the first frame", Do("first_frame")),
    Key((pygame.K_END,), "End", "the latest frame", Do("live")),
    Key((pygame.K_SLASH,), "/", "change the speed (1, 2, 3)", Do("cycle_speed")),
    Key((pygame.K_b,), "B", "play on from here; the line you leave is kept", Do("branch")),
    Key((pygame.K_F8,), "F8", "all lines of this battle", Do("show_lines")),
)

LOOK: tuple[Key, ...] = (
    Key((pygame.K_j,), "J", "log", Do("show_tab", ("log",))),
    Key((pygame.K_w,), "W", "why it happened: the reasons", Do("show_tab", ("reasons",))),
    Key((pygame.K_a,), "A", "what the AI might do next", Do("show_tab", ("forecast",))),
    Key((pygame.K_y,), "Y", "why not here?", Do("toggle_why_not")),
    Key((pygame.K_c,), "Ctrl C", "copy the reasons", Do("copy_reasons"), CTRL),
    Key((pygame.K_l,), "L", "line of sight from the selection to the cursor", Do("toggle_ruler")),
    Key((pygame.K_v,), "V", "field of view", Do("toggle_view")),
    Key((pygame.K_v,), "Shift V", "field of view after turning", Do("turn_view"), SHIFT),
    Key((pygame.K_f,), "F", "fire zones: the enemy's, mine, none", Do("cycle_fire")),
    Key((pygame.K_t,), "T", "how many enemies can fire at each cell", Do("toggle_threat")),
    Key((pygame.K_r,), "R", "where the selected unit can go", Do("toggle_reach")),
    Key((pygame.K_c,), "C", "cover in each cell", Do("toggle_cover")),
    Key((pygame.K_h,), "H", "heights", Do("toggle_heights")),
    Key((pygame.K_k,), "K", "coordinates", Do("toggle_coordinates")),
    Key((pygame.K_g,), "G", "grid", Do("toggle_grid")),
)

WINDOW: tuple[Key, ...] = (
    Key((), "wheel, drag", "zoom at the cursor, move the map; scroll a panel"),
    Key((), "arrows", "move the cell cursor"),
    Key((), "Shift arrows", "move the map"),
    Key((), "Ctrl arrows", "move through the buttons of the right panel or a window; Ctrl Enter presses one"),
    Key((pygame.K_PAGEDOWN,), "Ctrl PgDn", "scroll the panels on the left down", Do("read_left", (1,)), CTRL),
    Key((pygame.K_PAGEUP,), "Ctrl PgUp", "scroll them up", Do("read_left", (-1,)), CTRL),
    Key((pygame.K_PAGEDOWN,), "Shift PgDn", "scroll the panel at the lower right down", Do("read_hover", (1,)), SHIFT),
    Key((pygame.K_PAGEUP,), "Shift PgUp", "scroll it up", Do("read_hover", (-1,)), SHIFT),
    Key(PLUS, "+", "zoom in", Do("zoom_in")),
    Key(MINUS, "−", "zoom out", Do("zoom_out")),
    Key((pygame.K_z,), "Z", "show the whole map", Do("fit")),
    Key((pygame.K_z,), "Shift Z", "small map, when the window does not show everything", Do("toggle_small_map"), SHIFT),
    Key(PLUS, "Ctrl +", "larger text", Do("change_scale", (25,)), CTRL),
    Key(MINUS, "Ctrl −", "smaller text", Do("change_scale", (-25,)), CTRL),
    Key((pygame.K_F1,), "F1", "this help", Do("toggle_help")),
    Key((pygame.K_F2,), "F2", "briefing", Do("show_briefing")),
    Key((pygame.K_F3,), "F3", "losses, luck, turning points", Do("show_summary")),
    Key((pygame.K_F5,), "F5", "save", Do("save_now")),
    Key((pygame.K_F9,), "F9", "save a film of this turn (GIF) in the current folder", Do("film_turn")),
    Key((pygame.K_F10,), "F10", "menu", Do("show_menu")),
    Key((), "F11", "full screen"),
    Key((), "F12", "save a picture of the window in the current folder"),
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
