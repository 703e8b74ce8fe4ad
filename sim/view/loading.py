"""Loading with the window open: it answers between one module and the next.

What takes long when the program starts is importing: a second and more, in one go, and Python has no way to put an
import aside. But it asks for every module it does not know yet, a few milliseconds after the one before; whoever is
asked can use the moment to look after the window. No threads: they would take turns with the very work they wait for.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING

import pygame

from sim.files.steps import Result, Steps, finished
from sim.view.ui.lettering import lettered
from sim.view.ui.palette import theme

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

    from sim.view.window import Stage

EVERY = 0.015
"""Seconds between two looks at the window."""
SETTING_UP = "setting up the table …"


def paint_title(surface: pygame.Surface, words: str) -> None:
    """Draw the name of the program, and what is being waited for."""
    surface.fill(theme().table)
    width, height = surface.get_size()
    name = lettered("Sandtable", max(height // 9, 12), theme().accent, "place")
    told = lettered(words, max(height // 40, 9), theme().faint)
    surface.blit(name, name.get_rect(midbottom=(width // 2, height // 2)))
    surface.blit(told, told.get_rect(midtop=(width // 2, height // 2 + height // 40)))


class WindowClosed(Exception):
    """Tell that the window was closed while something was loading."""


class _Bystander:
    """Stands where modules are looked for, and finds none."""

    def __init__(self, look: Callable[[], None], clock: Callable[[], float]) -> None:
        self._look, self._clock = look, clock
        self._looked_at = clock()

    def pause(self) -> None:
        """Look after the window if it was not looked at for a while."""
        if self._clock() - self._looked_at >= EVERY:
            self._look()
            self._looked_at = self._clock()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        self.pause()
        return None


@contextmanager
def answering(look: Callable[[], None], clock: Callable[[], float] = perf_counter) -> Iterator[None]:
    """Have something called again and again while modules are imported; what it raises ends the import.

    The garbage collector has the time off: of what is loaded nothing is garbage, and to find that out takes a sixth of
    the whole.
    """
    bystander, was_on = _Bystander(look, clock), gc.isenabled()
    sys.meta_path.insert(0, bystander)
    gc.disable()
    try:
        yield
    finally:
        sys.meta_path.remove(bystander)
        if was_on:
            gc.enable()


def attended(steps: Steps[Result]) -> Result:
    """Run a piece of work to its end; whoever is `answering` is called between its steps as between modules."""
    bystander = next((finder for finder in sys.meta_path if isinstance(finder, _Bystander)), None)
    return finished(steps, None if bystander is None else bystander.pause)


def look_after(paint: Callable[[], None], *, keep: bool = False) -> None:
    """Stop loading if the window is to be closed, and paint one that was covered or changed; all else can wait.

    That it is to be closed stays among the events, for whoever comes after; with `keep` so does all the rest.
    """
    pygame.event.pump()
    if pygame.event.peek(pygame.QUIT):
        raise WindowClosed
    changes = (pygame.VIDEOEXPOSE, pygame.VIDEORESIZE)
    if pygame.event.peek(changes):
        if not keep:
            pygame.event.get(changes)
        paint()


@contextmanager
def loading_behind(stage: Stage) -> Iterator[None]:
    """Import behind what a stage shows, from within a tick: a window can be closed and covered meanwhile.

    Whatever else happens is left for the screen, which comes next; so is the closing, by which an import is given up.
    """

    def look() -> None:
        if stage.patience < inf and pygame.display.get_init():
            look_after(stage.show, keep=True)

    with suppress(WindowClosed), answering(look):
        yield
