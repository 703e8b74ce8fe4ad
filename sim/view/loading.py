"""Loading with the window open: a thread imports and reads, and the window answers meanwhile.

What takes long when the program starts is importing: a second and more. Later there is nothing of the kind: files are
read and battles played by a process beside the window (`view/worker`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

import pygame

from sim.view.ui.lettering import lettered
from sim.view.ui.palette import theme
from sim.view.window import Stage

T = TypeVar("T")
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


class _Loading(Generic[T]):
    """Something that a thread makes."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: list[T] = []
        self._failure: BaseException | None = None
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self._made.append(self._make())
        except BaseException as failure:  # raised again where the result is asked for
            self._failure = failure

    def result(self) -> T:
        """Return what was made, or raise what was raised."""
        if self._failure is not None:
            raise self._failure
        return self._made[0]


def loaded_behind(stage: Stage, make: Callable[[], T]) -> T:
    """Have something made by a thread while a stage shows the title; closing the window gives it up.

    The garbage collector has the time off: of what is loaded nothing is garbage, and to find that out takes a sixth of
    the whole.
    """
    was_on, clock = gc.isenabled(), pygame.time.Clock()
    gc.disable()
    try:
        loading = _Loading(make)
        paint_title(stage.surface(), SETTING_UP)
        stage.show()
        while loading.thread.is_alive():
            pygame.event.pump()
            if pygame.event.peek(pygame.QUIT):
                raise WindowClosed
            if pygame.event.get((pygame.VIDEOEXPOSE, pygame.VIDEORESIZE)):
                paint_title(stage.surface(), SETTING_UP)
                stage.show()
            clock.tick(60)
        return loading.result()
    finally:
        if was_on:
            gc.enable()
