"""Everything that can be done in the battle editor, as one table."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from sim.view.blocks.kinds import Do
from sim.view.editor.command_table import (
    OF_PAGES,
    CommandTable,
    EditorCommand,
    command,
    looks,
    pressed_only,
    undoing,
)
from sim.view.editor.placing import TOOLS
from sim.view.ui.keys import CTRL, SHIFT, Key


def _commands() -> Iterator[EditorCommand]:
    c = command
    yield c("take_tool", "choose what is placed", "Place", *(
        (pygame.K_1 + n, str(n + 1), word.lower(), (tool,)) for n, (tool, word) in enumerate(TOOLS.items())
    ))  # fmt: skip
    yield c("next_kind", "next kind of unit", "Place",
            (pygame.K_TAB, "Tab", "next kind of unit", (1,)),
            (pygame.K_TAB, "Shift Tab", "previous kind", (-1,), SHIFT))  # fmt: skip
    yield c("next_side", "place units of the next side", "Place", (pygame.K_s, "S"))
    yield c("pick", "take in hand the kind of whoever is under the cursor", "Place", (pygame.K_e, "E"))
    yield c("edit_filter", "find a kind by its name", "Place", (pygame.K_SLASH, "/"))
    enter = Key((pygame.K_RETURN, pygame.K_KP_ENTER), "Enter", "", Do("press_cursor"))
    yield EditorCommand("press_cursor", "place or choose at the cell cursor", "Place", (enter,))
    yield c("turn_unit", "turn", "Units",
            (pygame.K_PERIOD, ".", "turn to the right", (1,)),
            (pygame.K_COMMA, ",", "turn to the left", (-1,)))  # fmt: skip
    yield c("change_count", "how many of it", "Units",
            (pygame.K_INSERT, "Ins", "more of it", (1,)),
            (pygame.K_INSERT, "Shift Ins", "fewer of it", (-1,), SHIFT))  # fmt: skip
    yield c("change_turn", "the turn on which it comes", "Units",
            (pygame.K_RIGHTBRACKET, "]", "comes later", (1,)),
            (pygame.K_LEFTBRACKET, "[", "comes earlier", (-1,)))  # fmt: skip
    yield c("move_here", "move whom you have chosen to the cursor", "Units", (pygame.K_m, "M"))
    yield c("remove_chosen", "remove whom you have chosen", "Units", (pygame.K_DELETE, "Del"),
            (pygame.K_BACKSPACE, "Backspace"))  # fmt: skip
    yield from undoing("Units")

    yield c("show_page", "units, battle, check", "Battle",
            (pygame.K_F2, "F2", "units", ("units",)), (pygame.K_F4, "F4", "forms of the battle", ("battle",)),
            (pygame.K_F6, "F6", "what is wrong", ("check",)))  # fmt: skip
    yield c("walk", "go through a panel by arrows and Enter", "Battle",
            (pygame.K_F8, "F8", "go through the right panel by arrows and Enter", ("right",)),
            (pygame.K_F8, "Shift F8", "go through the left panel", ("left",), SHIFT))  # fmt: skip
    yield c("ask_item", "another side", "Battle", (pygame.K_F3, "F3", "another side", (("sides",),)))
    yield c("brief", "write the briefing", "Battle", (pygame.K_b, "B"), toolbar="page")
    yield c("save", "save", "Battle", (pygame.K_s, "Ctrl S", "save", (), CTRL), toolbar="save")
    yield c("ask_name", "save under another name", "Battle", (pygame.K_F5, "F5"))
    yield c("edit_map", "draw on the map", "Battle", (pygame.K_F7, "F7"), toolbar="cover",
            refusal=lambda screen: screen.map_refusal)  # fmt: skip
    yield c("play", "play it now, and come back", "Battle", (pygame.K_F9, "F9"), toolbar="play",
            refusal=lambda screen: screen.trying.play_refusal)  # fmt: skip
    yield c("ask_to_leave", "leave the editor", "Battle", (pygame.K_q, "Ctrl Q", "leave the editor", (), CTRL),
            toolbar="leave")  # fmt: skip
    yield c("toggle_later", "show those who come later", "Look", (pygame.K_l, "Shift L", "", (), SHIFT),
            toolbar="follow", is_on=lambda screen: screen.shows_later)  # fmt: skip
    yield from looks()
    yield c("escape", "put back what is in hand, or leave", "Place", (pygame.K_ESCAPE, "Esc"))
    own = (
        "take_side", "take_kind", "select", "deselect", "change_side", "open_form", "edit_field", "set_value",
        "add_item", "remove_item", "move_item", "pick_spot", "edit_prose", "go_to_mistake", "study", "stop_study",
    )  # fmt: skip
    yield from pressed_only((*own, *OF_PAGES), "Battle")


_TOLD: dict[str, tuple[Key, ...]] = {
    "Place": (
        Key((), "click", "place what is in hand; choose who is there"),
        Key((), "click and drag", "place it, facing where you let go"),
        Key((), "arrows", "move the cell cursor"),
    ),
    "Units": (
        Key((), "drag", "move a unit or a place"),
        Key((), "Ctrl drag", "put another one like it"),
        Key((), "right drag", "turn a unit towards the mouse"),
        Key((), "right click", "turn a unit by one side"),
        Key((), "wheel", "turn the chosen unit under the mouse"),
    ),
    "Look": (Key((), "wheel", "zoom at the cursor; scroll a panel"), Key((), "right drag", "move the map")),
}
TABLE = CommandTable.of([*_commands()], (("Place",), ("Units",), ("Battle", "Look")), _TOLD)
