"""Screens: what fills the window, one at a time. The app owns the loop and the window; a screen owns what is shown.

    app      tick: events -> screen.handle, then screen.tick, then screen.paint; F11, F12, resizing, crashes
    screen   the scenario browser, a battle, the page that tells of a crash

No screen ever waits for anything: what takes long is done beside the window (`view/worker`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import pygame

if TYPE_CHECKING:  # half a second of imports, which a window that opens need not wait for
    from sim.engine.session import Session
    from sim.scenario.scenario import Scenario


@dataclass(frozen=True)
class ScreenDone:
    """Tell that a screen is done: the one before it comes back; after the first, the window closes."""

    window: bool = False
    """Close the window, whatever screens came before."""
    then: Callable[[], Screen] | None = None
    """Open another screen in its place, once it has left."""


class Screen(Protocol):
    """Something that fills the window.

    A screen that opens another one (`next = BattleScreen(…)`) is kept, and goes on when that one leaves.
    """

    next: Screen | ScreenDone | None
    """What comes after this tick: None to stay. The app reads it after every tick, and puts None back."""

    def handle(self, event: pygame.event.Event) -> None:
        """Take note of what has happened.

        F11, F12 and the closing of the window never come here. Another size and `VIDEOEXPOSE` do: after either,
        nothing of what was drawn before is left, and the next `paint` must draw all of it.
        """

    def tick(self, seconds: float) -> None:
        """Take in what has come, and let time pass; so long ago was the tick before."""

    def paint(self, surface: pygame.Surface) -> bool:
        """Draw if anything has changed; say whether anything was drawn. The surface may have any size from 1 × 1."""

    def leave(self) -> None:
        """Put everything in safety: the screen is not shown again. Called once, also when the window closes."""


@runtime_checkable
class TakesFiles(Protocol):
    """A screen that opens files by itself: those that are dropped on any other are opened by a new browser."""

    def open_file(self, path: Path) -> None:
        """Open a file that was dropped on it."""


@runtime_checkable
class HoldsBattle(Protocol):
    """A screen with a battle in it, whose record is written beside the traceback if a bug ends it."""

    scenario: Scenario
    session: Session[Any, Any]
    seed: int | None
