"""Where a viewer draws: a window of the system, or a sheet in memory. A viewer knows only the stage."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from math import inf
from typing import Protocol

import pygame

PATIENCE = 0.01
"""Seconds that a window gives to the new parts of one picture: with all else that a frame takes, far from 50 ms."""

UNSEEN = ("dummy", "offscreen")
"""What SDL calls the screens that are in memory alone."""


class Stage(Protocol):
    """Somewhere to draw."""

    patience: float
    """How long one picture may work on what was never drawn before (see `allowance.py`): without end in memory."""

    def surface(self) -> pygame.Surface:
        """Return what to draw on; another one after the size has changed."""

    def show(self) -> None:
        """Show what was drawn."""

    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to a window."""

    def resize(self, size: tuple[int, int]) -> None:
        """Take note of another size."""


class Sheet:
    """A stage in memory, for pictures and tests."""

    def __init__(self, size: tuple[int, int], patience: float = inf) -> None:
        self.patience = patience
        self._surface = pygame.Surface((max(size[0], 1), max(size[1], 1)), depth=32)

    def surface(self) -> pygame.Surface:
        return self._surface

    def show(self) -> None:
        """Do nothing: a sheet shows itself."""

    def toggle_full_screen(self) -> None:
        """Do nothing: a sheet has no screen to fill."""

    def resize(self, size: tuple[int, int]) -> None:
        self._surface = pygame.Surface((max(size[0], 1), max(size[1], 1)), depth=32)


class NoDisplay(RuntimeError):
    """Tell that no window can be opened on this machine."""


class Window:
    """A window of the system. Close it with `close`; it is closed at the end of a `with` block."""

    patience = PATIENCE

    def __init__(self, size: tuple[int, int], title: str) -> None:
        _prefer_plain_copies()
        try:
            pygame.display.init()
            pygame.display.set_caption(title)
            self._size = _on_desktop(size, pygame.display.get_desktop_sizes())
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
        except pygame.error as refused:
            pygame.display.quit()
            raise NoDisplay(str(refused)) from refused
        if pygame.display.get_driver() in UNSEEN and os.environ.get("SDL_VIDEODRIVER") not in UNSEEN:
            # A display that does not answer: SDL draws where nobody looks rather than say so.
            pygame.display.quit()
            raise NoDisplay("no display answers")

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the window; fonts and pictures stay, for the next one."""
        pygame.display.quit()

    def surface(self) -> pygame.Surface:
        surface = pygame.display.get_surface()
        if surface is None:
            raise NoDisplay("the window is gone")
        return surface

    def show(self) -> None:
        pygame.display.flip()

    def toggle_full_screen(self) -> None:
        """Fill the desktop, or go back to the size from before.

        Not pygame's own toggle: that scales a window up where the desktop has another size, and blurs the letters.
        """
        if pygame.display.is_fullscreen():
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
        else:
            self._size = self.surface().get_size()
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)

    def resize(self, size: tuple[int, int]) -> None:
        """Do nothing: the window's surface follows by itself."""


def _on_desktop(size: tuple[int, int], desktops: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return a size no larger than the first desktop, where a larger window would have its edges out of reach.

    >>> _on_desktop((1280, 800), [(1280, 720)])
    (1280, 720)
    """
    if not desktops:
        return size
    return min(size[0], desktops[0][0]), min(size[1], desktops[0][1])


def _prefer_plain_copies() -> None:
    """Let SDL copy the picture to an X window by itself.

    It would rather go by OpenGL, which without a graphics card (a virtual machine, a remote desktop) is done in
    software and takes 23 milliseconds instead of one. Elsewhere SDL knows no other way, so it is left alone.
    """
    by_x11 = os.environ.get("DISPLAY") and os.environ.get("SDL_VIDEODRIVER", "x11") == "x11"
    if platform.system() == "Linux" and by_x11:
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def has_display() -> bool:
    """Say whether a window can be expected to open; on Linux that takes a display server."""
    if os.environ.get("SDL_VIDEODRIVER") in UNSEEN:
        return False
    has_own = platform.system() in ("Windows", "Darwin")
    return has_own or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
