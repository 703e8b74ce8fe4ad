"""Where a viewer draws: a window of the system, or a sheet in memory. A viewer knows only the stage."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from typing import Literal, Protocol

import pygame

LEAST = (1280, 720)
"""What a window has where nobody wishes for another size, as far as the desktop has room for it."""
FRAME = (16, 80)
"""The room that a window's frame and title and the desktop's own bar take, as far as nobody can ask for it."""

UNSEEN = ("dummy", "offscreen")
"""What SDL calls the screens that are in memory alone."""


Cursor = Literal["arrow", "sideways", "upright"]
"""How the mouse looks: as ever, or as something that is dragged."""
_CURSORS: dict[Cursor, int] = {
    "arrow": pygame.SYSTEM_CURSOR_ARROW,
    "sideways": pygame.SYSTEM_CURSOR_SIZEWE,
    "upright": pygame.SYSTEM_CURSOR_SIZENS,
}


class Stage(Protocol):
    """Somewhere to draw."""

    def surface(self) -> pygame.Surface:
        """Return what to draw on; another one after the size has changed."""

    def show(self) -> None:
        """Show what was drawn."""

    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to a window."""

    def resize(self, size: tuple[int, int]) -> None:
        """Take note of another size."""

    def use_cursor(self, cursor: Cursor) -> None:
        """Let the mouse look like something."""


class MemoryStage:
    """A stage in memory, for pictures and tests."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._surface = pygame.Surface((max(size[0], 1), max(size[1], 1)), depth=32)

    def surface(self) -> pygame.Surface:
        return self._surface

    def show(self) -> None:
        """Do nothing: a sheet shows itself."""

    def toggle_full_screen(self) -> None:
        """Do nothing: a sheet has no screen to fill."""

    def resize(self, size: tuple[int, int]) -> None:
        self._surface = pygame.Surface((max(size[0], 1), max(size[1], 1)), depth=32)

    def use_cursor(self, cursor: Cursor) -> None:
        """Do nothing: over a sheet there is no mouse."""


class NoDisplay(RuntimeError):
    """Tell that no window can be opened on this machine."""


class SystemWindow:
    """A window of the system. Close it with `close`; it is closed at the end of a `with` block."""

    def __init__(self, size: tuple[int, int] | None, title: str) -> None:
        """Open it in a size, or in one that suits the desktop."""
        _prefer_plain_copies()
        try:
            pygame.display.init()
            self._size = _on_desktop(size, pygame.display.get_desktop_sizes())
            self._window = pygame.Window(title, self._size, resizable=True)
            self._window.get_surface()  # without one it cannot be shown
        except pygame.error as refused:
            pygame.display.quit()
            raise NoDisplay(str(refused)) from refused
        if pygame.display.get_driver() in UNSEEN and os.environ.get("SDL_VIDEODRIVER") not in UNSEEN:
            # A display that does not answer: SDL draws where nobody looks rather than say so.
            self.close()
            raise NoDisplay("no display answers")
        self.fills_screen = False

    def __enter__(self) -> SystemWindow:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the window; fonts and pictures stay, for the next one."""
        self._window.destroy()
        pygame.display.quit()

    def surface(self) -> pygame.Surface:
        try:
            return self._window.get_surface()
        except pygame.error as gone:
            raise NoDisplay("the window is gone") from gone

    @property
    def place(self) -> tuple[int, int]:
        """Where on the desktop its upper left corner is."""
        return self._window.position

    def show(self) -> None:
        self._window.flip()

    def toggle_full_screen(self) -> None:
        """Fill the desktop, or go back to the size and the place from before.

        The window is asked, not `pygame.display`, whose toggle scales the picture up where the desktop has another
        size, and whose other modes come back from a full screen as large as it was, further off its corner each time.
        """
        if self.fills_screen:
            self._window.set_windowed()
            self._window.size = self._size  # one that had all the room below its title would come back small
        else:
            self._size = self.surface().get_size()
            self._window.set_fullscreen(desktop=True)
        self.fills_screen = not self.fills_screen

    def resize(self, size: tuple[int, int]) -> None:
        """Do nothing: the window's surface follows by itself."""

    def use_cursor(self, cursor: Cursor) -> None:
        if cursor != self._cursor:
            self._cursor = cursor
            pygame.mouse.set_cursor(_CURSORS[cursor])

    _cursor: Cursor = "arrow"


def _on_desktop(size: tuple[int, int] | None, desktops: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return a size no larger than the first desktop, where a larger window would have its edges out of reach.

    Where none is wished for it is three quarters of the desktop, so that letters, whose size goes with that of the
    window, can be read on a large one as well; and there is room for its frame.

    >>> _on_desktop((1280, 800), [(1280, 720)])
    (1280, 720)
    >>> _on_desktop(None, [(3840, 2160)]), _on_desktop(None, [(1280, 720)]), _on_desktop(None, [])
    ((2880, 1620), (1264, 640), (1280, 720))
    """
    if not desktops:
        return size or LEAST
    across, down = desktops[0]
    if size is not None:
        return min(size[0], across), min(size[1], down)
    wide, high = max(across * 3 // 4, LEAST[0]), max(down * 3 // 4, LEAST[1])
    return min(wide, across - FRAME[0]), min(high, down - FRAME[1])


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
