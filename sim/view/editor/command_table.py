"""A table of everything that can be done in an editor: keys, help, tooltips and buttons come from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pygame

from sim.view.blocks.kinds import Block, Columns, Do, Row, Title
from sim.view.map_keys import OF_WINDOWS, ON_MAPS, TEXT_SIZE
from sim.view.ui.icons import Icon
from sim.view.ui.keys import CTRL, SHIFT, Key, entry_for


@dataclass(frozen=True)
class EditorCommand:
    """Something that can be done: the name of a method of the screen, what it does in words, and by which keys."""

    name: str
    text: str
    part: str
    keys: tuple[Key, ...] = ()
    toolbar: Icon | None = None
    is_on: Callable[[Any], bool] | None = None
    """Says whether what it switches is on, by the screen; None of what is no switch."""
    refusal: Callable[[Any], str] | None = None
    """Says why it cannot be done now; nothing if it can."""

    @property
    def label(self) -> str:
        """What it does, as a button says it."""
        return self.text[:1].upper() + self.text[1:]


def command(name: str, text: str, part: str, *keys: tuple[Any, ...], **more: Any) -> EditorCommand:
    """Return a command whose keys are (code, name, text, arguments, modifiers), the last three if need be."""
    return EditorCommand(name, text, part, tuple(_key(code, named, name, *rest) for code, named, *rest in keys), **more)


def on_maps(name: str, **more: Any) -> EditorCommand:
    """Return a command that all screens with a map have, by the same key."""
    key = ON_MAPS[name]
    return EditorCommand(name, key.text, "Look", (key,), **more)


def _key(code: int, name: str, do: str, text: str = "", args: tuple[Any, ...] = (), with_: int = 0) -> Key:
    return Key((code,), name, text, Do(do, args), with_)


def looks() -> tuple[EditorCommand, ...]:
    """Return what is done to the look of any board."""
    return (
        on_maps("toggle_heights", toolbar="heights", is_on=lambda screen: screen.options.heights),
        on_maps("toggle_coordinates", toolbar="coordinates", is_on=lambda screen: screen.options.coordinates),
        on_maps("toggle_grid", toolbar="grid", is_on=lambda screen: screen.options.grid),
        on_maps("zoom_in", toolbar="zoom_in"),
        on_maps("zoom_out", toolbar="zoom_out"),
        on_maps("fit", toolbar="fit"),
        EditorCommand("change_scale", "size of text", "Look", TEXT_SIZE),
        on_maps("toggle_help", toolbar="help"),
    )


def undoing(part: str) -> tuple[EditorCommand, ...]:
    """Return how what was done is taken back."""
    return (
        command("undo", "undo", part, (pygame.K_z, "Ctrl Z", "undo", (), CTRL), (pygame.K_u, "U", "undo"),
                toolbar="undo", refusal=lambda screen: "" if screen.document.last else "nothing to undo"),
        command("redo", "redo", part, (pygame.K_y, "Ctrl Y", "redo", (), CTRL),
                (pygame.K_u, "Shift U", "redo", (), SHIFT),
                toolbar="redo", refusal=lambda screen: "" if screen.document.next else "nothing to redo"),
    )  # fmt: skip


def pressed_only(names: Sequence[str], part: str) -> tuple[EditorCommand, ...]:
    """Return commands that have a button somewhere, and neither key nor help."""
    return tuple(EditorCommand(name, "", part) for name in names)


OF_PAGES = (
    "close_page", "press_form", "focus_field", "do_page", "leave_for_good", "save_and_leave", "reload", "take_draft",
    "drop_draft",
)  # fmt: skip
"""What the pages of any editor do."""


@dataclass(frozen=True)
class CommandTable:
    """Everything that can be done in an editor."""

    commands: Mapping[str, EditorCommand]
    """By name."""
    parts: tuple[tuple[str, ...], ...]
    """The columns of the help, each with its parts."""
    told: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)
    """What the mouse does, by part."""

    @classmethod
    def of(
        cls,
        commands: Sequence[EditorCommand],
        parts: tuple[tuple[str, ...], ...],
        told: Mapping[str, tuple[Key, ...]],
    ) -> CommandTable:
        """Return the table of commands."""
        return cls({each.name: each for each in commands}, parts, told)

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """Every key that does something."""
        return tuple(key for each in self.commands.values() for key in each.keys)

    def key_for(self, code: int, modifiers: int, typed: str = "") -> Key | None:
        """Return the entry of a key that was pressed with these modifiers and types something."""
        if modifiers & CTRL and modifiers & SHIFT and code == pygame.K_z:
            return next(key for key in self.keys if key.do == Do("redo"))
        return entry_for(self.keys, code, modifiers, typed)

    def help_for(self, do: Do) -> str:
        """Say what something does and which key does it, in one line."""
        found = self.commands.get(do.name)
        if found is None or not found.text:
            return ""
        key = next((key for key in found.keys if key.do == do), None)
        text = (key.text if key is not None and key.text else found.text)[:200]
        return f"{text[:1].upper()}{text[1:]}" + (f"  ({key.name})" if key is not None else "")

    def help_blocks(self) -> tuple[Block, ...]:
        """Return the table of keys, part by part."""
        columns: list[tuple[Block, ...]] = []
        for parts in self.parts:
            told: list[Block] = []
            for part in parts:
                own = ((key, each) for each in self.commands.values() if each.part == part for key in each.keys)
                rows = [Row(key.name, key.text or each.text) for key, each in own]
                told += [Title(part), *(Row(key.name, key.text) for key in self.told.get(part, ())), *rows]
                if part == "Look":
                    told += [Row(key.name, key.text) for key in OF_WINDOWS]
            columns.append(tuple(told))
        return (Columns(tuple(columns)),)
