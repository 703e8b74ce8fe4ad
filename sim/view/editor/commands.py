"""Everything that can be done in the map editor, as one table: keys, help, tooltips and buttons come from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import pygame

from sim.view.blocks.kinds import Block, Columns, Do, Row, Title
from sim.view.editor.tools import LAYERS, STROKES
from sim.view.map_keys import OF_WINDOWS, ON_MAPS, TEXT_SIZE
from sim.view.ui.icons import Icon
from sim.view.ui.keys import CTRL, SHIFT, Key, entry_for

if TYPE_CHECKING:
    from sim.view.editor.screen import EditorScreen

Part = Literal["Draw", "Choose", "Map", "Look"]
PARTS: tuple[tuple[Part, ...], ...] = (("Draw",), ("Choose", "Map"), ("Look",))
"""The columns of the help, each with its parts."""


@dataclass(frozen=True)
class EditorCommand:
    """Something that can be done: the name of a method of the screen, what it does in words, and by which keys."""

    name: str
    text: str
    part: Part
    keys: tuple[Key, ...] = ()
    toolbar: Icon | None = None
    is_on: Callable[[EditorScreen], bool] | None = None
    """Says whether what it switches is on; None of what is no switch."""
    refusal: Callable[[EditorScreen], str] | None = None
    """Says why it cannot be done now; nothing if it can."""

    @property
    def label(self) -> str:
        """What it does, as a button says it."""
        return self.text[:1].upper() + self.text[1:]


_CTRL_SHIFT = CTRL | SHIFT


def _key(code: int, name: str, do: str, text: str = "", args: tuple[Any, ...] = (), with_: int = 0) -> Key:
    return Key((code,), name, text, Do(do, args), with_)


def _commands() -> Iterator[EditorCommand]:
    def c(
        name: str, text: str, part: Part, *keys: tuple[Any, ...], toolbar: Icon | None = None, **more: Any
    ) -> EditorCommand:
        entries = tuple(_key(code, named, name, *rest) for code, named, *rest in keys)
        return EditorCommand(name, text, part, entries, toolbar, **more)

    def on_maps(name: str, **more: Any) -> EditorCommand:
        key = ON_MAPS[name]
        return EditorCommand(name, key.text, "Look", (key,), **more)

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

    yield c("undo", "undo", "Draw", (pygame.K_z, "Ctrl Z", "undo", (), CTRL), (pygame.K_u, "U", "undo"),
            toolbar="undo",
            refusal=lambda screen: "" if screen.drawing.document.last else "nothing to undo")  # fmt: skip
    yield c("redo", "redo", "Draw", (pygame.K_y, "Ctrl Y", "redo", (), CTRL),
            (pygame.K_u, "Shift U", "redo", (), SHIFT),
            toolbar="redo",
            refusal=lambda screen: "" if screen.drawing.document.next else "nothing to redo")  # fmt: skip
    enter = Key((pygame.K_RETURN, pygame.K_KP_ENTER), "Enter", "", Do("press_cursor"))
    yield EditorCommand("press_cursor", "begin or end a stroke at the cell cursor", "Draw", (enter,))
    yield c("turn_side", "next side of the cell cursor, for walls", "Draw", (pygame.K_PERIOD, ".", "next side", (1,)),
            (pygame.K_COMMA, ",", "previous side", (-1,)))  # fmt: skip
    yield c("close_figure", "end a polygon or a way", "Draw", (pygame.K_SPACE, "Space"))

    yield c("save", "save", "Map", (pygame.K_s, "Ctrl S", "save", (), CTRL), toolbar="save")
    yield c("ask_name", "save under another name", "Map", (pygame.K_F5, "F5"))
    yield c("show_map_page", "title, size, turn, mirror, crop, join", "Map", (pygame.K_F2, "F2"), toolbar="page")
    yield c("show_own_kind", "a kind of terrain, side or feature of the map's own", "Map", (pygame.K_F3, "F3"))
    yield c("show_name_page", "name a new place or area", "Map", (pygame.K_F4, "F4"), toolbar="names")
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
    yield on_maps("toggle_heights", toolbar="heights", is_on=lambda screen: screen.options.heights)
    yield on_maps("toggle_coordinates", toolbar="coordinates", is_on=lambda screen: screen.options.coordinates)
    yield on_maps("toggle_grid", toolbar="grid", is_on=lambda screen: screen.options.grid)
    yield on_maps("zoom_in", toolbar="zoom_in")
    yield on_maps("zoom_out", toolbar="zoom_out")
    yield on_maps("fit", toolbar="fit")
    yield EditorCommand("change_scale", "size of text", "Look", TEXT_SIZE)
    yield on_maps("toggle_help", toolbar="help")
    yield c("escape", "end the stroke, close the page, or leave", "Draw", (pygame.K_ESCAPE, "Esc"))
    for name in (
        "choose", "look_at", "close_page", "press_form", "focus_field", "do_page", "use_table", "leave_for_good",
        "save_and_leave", "reload", "take_draft", "drop_draft", "rename", "forget_name",
    ):  # fmt: skip
        yield EditorCommand(name, "", "Map")


_TOLD: dict[Part, tuple[Key, ...]] = {
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

COMMANDS: dict[str, EditorCommand] = {command.name: command for command in _commands()}
"""Every command by its name."""
KEYS: tuple[Key, ...] = tuple(key for command in COMMANDS.values() for key in command.keys)


def key_for(code: int, modifiers: int, typed: str = "") -> Key | None:
    """Return the entry of a key that was pressed with these modifiers and types something."""
    if modifiers & CTRL and modifiers & SHIFT and code == pygame.K_z:
        return next(key for key in KEYS if key.do == Do("redo"))
    return entry_for(KEYS, code, modifiers, typed)


def help_for(do: Do) -> str:
    """Say what something does and which key does it, in one line."""
    command = COMMANDS.get(do.name)
    if command is None or not command.text:
        return ""
    key = next((key for key in command.keys if key.do == do), None)
    text = (key.text if key is not None and key.text else command.text)[:200]
    return f"{text[:1].upper()}{text[1:]}" + (f"  ({key.name})" if key is not None else "")


def help_blocks() -> tuple[Block, ...]:
    """Return the table of keys, part by part."""
    columns: list[tuple[Block, ...]] = []
    for parts in PARTS:
        told: list[Block] = []
        for part in parts:
            own = ((key, command) for command in COMMANDS.values() if command.part == part for key in command.keys)
            rows = [Row(key.name, key.text or command.text) for key, command in own]
            told += [Title(part), *(Row(key.name, key.text) for key in _TOLD[part]), *rows]
            if part == "Look":
                told += [Row(key.name, key.text) for key in OF_WINDOWS]
        columns.append(tuple(told))
    return (Columns(tuple(columns)),)
