"""What a table of keys consists of, and how the entry of a key that was pressed is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from sim.view.blocks.kinds import Do

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
ALT_GR = pygame.KMOD_RALT | pygame.KMOD_MODE
"""The key beside the space bar with which many keyboards type brackets; some systems call it right Alt."""
PLUS = (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS)
MINUS = (pygame.K_MINUS, pygame.K_KP_MINUS)


@dataclass(frozen=True)
class Key:
    """One entry: what is pressed, what the help calls it and says of it, and what is done."""

    codes: tuple[int, ...]
    name: str
    text: str
    do: Do | None = None
    """None for the mouse and for keys that are told elsewhere."""
    with_: int = 0
    """The modifier that must be held down."""

    @property
    def typed(self) -> str:
        """The sign that the key types, where it is known by that; empty of letters and of keys that type nothing."""
        is_sign = len(self.name) == 1 and not self.name.isalnum() and not self.with_
        return self.name.replace("−", "-") if is_sign else ""


def entry_for(table: Sequence[Key], code: int, modifiers: int, typed: str = "") -> Key | None:
    """Return the entry of a key that was pressed with these modifiers and types something.

    Signs are found by what is typed, for keyboards put them in different places: on a German one `/` is Shift 7 and `[`
    is AltGr 8, which Windows tells as Ctrl and Alt. Everything else is found by the code of its key.
    """
    if (sign := _by_sign(table, modifiers, typed)) is not None:
        return sign
    if modifiers & (pygame.KMOD_ALT | pygame.KMOD_META):
        return None
    held = next((mod for mod in (CTRL, SHIFT) if modifiers & mod), 0)
    exact = next((key for key in table if code in key.codes and key.with_ == held), None)
    if exact is None and held == SHIFT:
        # On some keyboards plus, slash and brackets take the shift key.
        return next((key for key in table if code in key.codes and key.with_ == 0 and not _letter(code)), None)
    return exact


def _by_sign(table: Sequence[Key], modifiers: int, typed: str) -> Key | None:
    is_command = modifiers & (pygame.KMOD_META | pygame.KMOD_LALT) or (modifiers & CTRL and not modifiers & ALT_GR)
    if not typed or is_command:
        return None
    return next((key for key in table if key.typed == typed), None)


def digit_of(code: int, typed: str = "") -> str:
    """Return the digit that a key stands for; a French keyboard types digits with Shift, and a German one `/`.

    >>> digit_of(pygame.K_7), digit_of(pygame.K_7, "7"), digit_of(pygame.K_7, "/"), digit_of(pygame.K_AMPERSAND, "1")
    ('7', '7', '', '1')
    """
    if typed and typed in "0123456789":
        return typed
    return "" if typed.isprintable() and typed else _DIGITS.get(code, "")


_DIGITS = {pygame.K_0 + n: str(n) for n in range(10)} | {pygame.K_KP_1 + n - 1: str(n) for n in range(1, 10)}
_DIGITS[pygame.K_KP_0] = "0"


def _letter(code: int) -> bool:
    return pygame.K_a <= code <= pygame.K_z
