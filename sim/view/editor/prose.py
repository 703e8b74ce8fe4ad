"""A page on which a longer text is written, with what the player will read beside it."""

from __future__ import annotations

import pygame

from sim.view.blocks.kinds import Block, Button, Buttons, Columns, Do, SmallPrint, TextLine, Title
from sim.view.ui.keys import CTRL
from sim.view.ui.text_field import TextField

CARET = "▏"
_LONGEST = 20_000


class ProseField(TextField):
    """A text of several lines, with a place in it at which one writes.

    >>> field = ProseField("one two")
    >>> for code in (pygame.K_HOME, pygame.K_DELETE, pygame.K_END, pygame.K_RETURN):
    ...     _ = field.press(code, 0)
    >>> field.type("three"); field.text
    'ne two\\nthree'
    """

    def __init__(self, text: str) -> None:
        super().__init__(_LONGEST)
        self.text, self.at = text, len(text)

    def type(self, more: str) -> None:
        """Write at the caret; lines that were copied elsewhere stay lines."""
        fitting = "".join(mark for mark in more.replace("\r\n", "\n") if mark.isprintable() or mark == "\n")
        if self.is_marked:
            self.text, self.at, self.is_marked = "", 0, False
        fitting = fitting[: _LONGEST - len(self.text)]
        self.text = self.text[: self.at] + fitting + self.text[self.at :]
        self.at += len(fitting)

    def clear(self) -> None:
        """Have nothing in it."""
        super().clear()
        self.at = 0

    def press(self, code: int, modifiers: int) -> bool:
        """Do what a key does in it; say whether it does anything there."""
        line_start = self.text.rfind("\n", 0, self.at) + 1
        line_end = self.text.find("\n", self.at) % (len(self.text) + 1)
        match code:
            case pygame.K_BACKSPACE | pygame.K_DELETE if self.is_marked:
                self.clear()
            case pygame.K_BACKSPACE:
                self.text = self.text[: max(self.at - 1, 0)] + self.text[self.at :]
                self.at = max(self.at - 1, 0)
            case pygame.K_DELETE:
                self.text = self.text[: self.at] + self.text[self.at + 1 :]
            case pygame.K_LEFT:
                self.at = self._word(-1) if modifiers & CTRL else max(self.at - 1, 0)
            case pygame.K_RIGHT:
                self.at = self._word(1) if modifiers & CTRL else min(self.at + 1, len(self.text))
            case pygame.K_HOME:
                self.at = 0 if modifiers & CTRL else line_start
            case pygame.K_END:
                self.at = len(self.text) if modifiers & CTRL else line_end
            case pygame.K_UP if line_start:
                above = self.text.rfind("\n", 0, line_start - 1) + 1
                self.at = min(above + self.at - line_start, line_start - 1)
            case pygame.K_DOWN if line_end < len(self.text):
                end = self.text.find("\n", line_end + 1) % (len(self.text) + 1)
                self.at = min(line_end + 1 + self.at - line_start, end)
            case pygame.K_RETURN | pygame.K_KP_ENTER if not modifiers & CTRL:
                self.type("\n")
            case _:
                return super().press(code, modifiers)
        self.is_marked = False
        return True

    def _word(self, step: int) -> int:
        at = self.at
        while 0 <= at + step <= len(self.text):
            at += step
            if at in (0, len(self.text)) or (self.text[at - 1].isspace() and not self.text[at].isspace()):
                return at
        return at


def prose_blocks(title: str, told: str, field: ProseField) -> tuple[Block, ...]:
    """Return the page: what is written on the left, what is read on the right."""
    marked = field.text if field.is_marked else f"{field.text[: field.at]}{CARET}{field.text[field.at :]}"
    written = tuple(TextLine(line or " ", "accent" if field.is_marked else "ink") for line in marked.split("\n"))
    read = tuple(TextLine(" ".join(line.split())) for line in field.text.split("\n") if line.strip())
    return (
        Title(title),
        SmallPrint(told),
        Columns(((SmallPrint("written"), *written), (SmallPrint("as it is read"), *read))),
        Buttons(
            (Button("Done", Do("do_page"), "Ctrl Enter", chosen=True), Button("Cancel", Do("close_page"), "Esc")), 2
        ),
    )
