"""A line that is typed into: letters at its end, all of it marked and replaced, the clipboard."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from sim.view.ui.keys import CTRL


class TextField:
    """What was typed so far.

    >>> field = TextField(4, str.isdigit)
    >>> field.type("12x345")
    >>> field.text
    '1234'
    >>> field.press(pygame.K_a, pygame.KMOD_LCTRL), field.is_marked
    (True, True)
    >>> field.type("9")
    >>> field.text, field.is_marked
    ('9', False)
    """

    def __init__(self, longest: int = 60, fits: Callable[[str], bool] = str.isprintable) -> None:
        self.text = ""
        self.is_marked = False
        """Whether all of it is marked: what is typed next takes its place."""
        self._longest, self._fits = longest, fits

    def type(self, more: str) -> None:
        """Take what was typed, as far as it fits."""
        fitting = "".join(mark for mark in more if mark.isprintable() and self._fits(mark))
        if fitting:
            before = "" if self.is_marked else self.text
            self.text, self.is_marked = (before + fitting)[: self._longest], False

    def clear(self) -> None:
        """Have nothing in it."""
        self.text, self.is_marked = "", False

    def erase(self) -> None:
        """Take back the last letter, or all that is marked."""
        self.text, self.is_marked = "" if self.is_marked else self.text[:-1], False

    def press(self, code: int, modifiers: int) -> bool:
        """Do what a key does in a field; say whether it does anything there. Letters come as text."""
        match code, bool(modifiers & CTRL):
            case pygame.K_BACKSPACE | pygame.K_DELETE, _:
                self.erase()
            case pygame.K_a, True:
                self.is_marked = bool(self.text)
            case pygame.K_c | pygame.K_x, True:
                _copy(self.text)
                if code == pygame.K_x:
                    self.clear()
            case pygame.K_v, True:
                self.type(_clipboard())
            case _:
                return False
        return True


def _copy(text: str) -> None:
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError):
        """Where there is no clipboard, nothing can be copied."""


def _clipboard() -> str:
    """Return what was copied elsewhere; nothing where there is no clipboard."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, AttributeError):
        return ""
