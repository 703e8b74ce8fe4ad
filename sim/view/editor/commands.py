"""Everything that can be done in the map editor, as one table: keys, help, tooltips and buttons come from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from sim.view.blocks.kinds import Do
from sim.view.editor.command_table import (
    OF_PAGES,
    CommandTable,
    EditorCommand,
    command,
    looks,
    on_maps,
    pressed_only,
    undoing,
)
from sim.view.editor.tools import LAYERS, STROKES
from sim.view.ui.keys import CTRL, SHIFT, Key

if TYPE_CHECKING:
    from sim.view.editor.screen import EditorScreen


def _no_name(screen: EditorScreen) -> str:
    """Say why nothing can be done to a name."""
    return "" if screen.drawing.named else "choose a place or an area first"


def _commands() -> Iterator[EditorCommand]:
    c = command
    yield c("take", "choose what is drawn", "Choose", *(
        (pygame.K_1 + n, str(n + 1), word.lower(), (layer,)) for n, (layer, word) in enumerate(LAYERS.items())
    ))  # fmt: skip
    letters = {"brush": pygame.K_b, "line": pygame.K_i, "rectangle": pygame.K_r, "polygon": pygame.K_p,
               "fill": pygame.K_f}  # fmt: skip
    yield c("draw_with", "choose how it is drawn", "Choose", *(
        (letters[stroke], pygame.key.name(letters[stroke]).upper() or chr(letters[stroke]).upper(), word, (stroke,))
        for stroke, word in STROKES.items()
    ))  # fmt: skip
    yield c("next_kind", "next kind", "Choose",
            (pygame.K_TAB, "Tab", "next kind", (1,)),
            (pygame.K_TAB, "Shift Tab", "previous kind", (-1,), SHIFT))  # fmt: skip
    yield c("change_size", "size of the brush", "Choose",
            (pygame.K_LEFTBRACKET, "[", "smaller brush", (-1,)),
            (pygame.K_RIGHTBRACKET, "]", "larger brush", (1,)))  # fmt: skip
    yield c("toggle_erasing", "erase instead of draw", "Choose", (pygame.K_x, "X"),
            toolbar="erase", is_on=lambda screen: screen.drawing.hand.erases)  # fmt: skip
    yield c("next_symmetry", "symmetry: left and right, above and below, half turn, quarters", "Choose",
            (pygame.K_m, "M"),
            toolbar="symmetry", is_on=lambda screen: screen.drawing.hand.symmetry != "none")  # fmt: skip
    yield c("pick", "pick from the map what is under the cursor", "Choose", (pygame.K_e, "E"))

    yield from undoing("Draw")
    enter = Key((pygame.K_RETURN, pygame.K_KP_ENTER), "Enter", "", Do("press_cursor"))
    yield EditorCommand("press_cursor", "begin or end a stroke at the cell cursor", "Draw", (enter,))
    yield c("turn_side", "next side of the cell cursor, for walls", "Draw", (pygame.K_PERIOD, ".", "next side", (1,)),
            (pygame.K_COMMA, ",", "previous side", (-1,)))  # fmt: skip
    yield c("close_figure", "end a polygon or a way", "Draw", (pygame.K_SPACE, "Space"))

    yield c("save", "save", "Map", (pygame.K_s, "Ctrl S", "save", (), CTRL), toolbar="save")
    yield c("ask_name", "save under another name", "Map", (pygame.K_F5, "F5"))
    yield c("show_map_page", "title, size, turn, mirror, flip, crop, join", "Map", (pygame.K_F2, "F2"), toolbar="page")
    yield c("show_own_kind", "a kind of terrain, side or feature of the map's own", "Map", (pygame.K_F3, "F3"))
    yield c("swap_tables", "name places, or areas", "Choose", (pygame.K_a, "A"))
    yield c("rename", "rename the chosen place or area", "Choose", (pygame.K_F6, "F6"), refusal=_no_name)
    yield c("forget_name", "take the chosen name off the map", "Choose", (pygame.K_DELETE, "Del"), refusal=_no_name)
    yield c("show_name_page", "name a new place or area", "Map", (pygame.K_F4, "F4"), toolbar="names")
    yield c("make_battle", "make a battle on this map", "Map", (pygame.K_F9, "F9"), toolbar="fire")
    yield c(
        "ask_to_leave", "leave the editor", "Map", (pygame.K_q, "Ctrl Q", "leave the editor", (), CTRL), toolbar="leave"
    )

    yield on_maps("toggle_view", toolbar="eye", is_on=lambda screen: screen.shows_view)
    yield c("toggle_reach", "how far one gets from the cell under the cursor", "Look",
            (pygame.K_r, "Shift R", "how far one gets from there", (), SHIFT),
            toolbar="reach", is_on=lambda screen: screen.shows_reach)  # fmt: skip
    yield c("toggle_lint", "what a designer should look at: closed ground, disputed lines, dominating cells", "Look",
            (pygame.K_l, "Shift L", "what a designer should look at", (), SHIFT),
            toolbar="threat", is_on=lambda screen: screen.shows_lint)  # fmt: skip
    yield c("next_finding", "go to the next thing that a designer should look at", "Look", (pygame.K_n, "N"))
    yield from looks()
    yield c("escape", "end the stroke, close the page, or leave", "Draw", (pygame.K_ESCAPE, "Esc"))
    own = ("choose", "look_at", "use_table")
    yield from pressed_only((*own, *OF_PAGES), "Map")


_TOLD: dict[str, tuple[Key, ...]] = {
    "Draw": (
        Key((), "drag", "draw"),
        Key((), "Shift drag", "erase"),
        Key((), "right click", "pick from the map what is there"),
        Key((), "arrows", "move the cell cursor"),
    ),
    "Choose": (),
    "Map": (),
    "Look": (
        Key((), "wheel", "zoom at the cursor; scroll a panel"),
        Key((), "right drag", "move the map"),
        Key((), "Shift arrows", "move the map"),
    ),
}

TABLE = CommandTable.of([*_commands()], (("Draw",), ("Choose", "Map"), ("Look",)), _TOLD)
