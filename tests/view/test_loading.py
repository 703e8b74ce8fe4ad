"""A window answers while a thread loads what its screens take."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pygame
import pytest

from sim.view.loading import WindowClosed, loaded_behind
from sim.view.window import MemoryStage
from tests.view.drawn import pixels

CHECKOUT = Path(__file__).parents[2]


class Shown(MemoryStage):
    """A sheet that counts how often it is shown, and lets the loading end after so often."""

    def __init__(self, times: int) -> None:
        super().__init__((320, 240))
        self.times, self.enough = times, Event()

    def show(self) -> None:
        self.times -= 1
        if not self.times:
            self.enough.set()

    def load(self) -> bool:
        """Load until the window was shown so often; say whether the garbage is collected meanwhile."""
        assert self.enough.wait(20)
        return gc.isenabled()


@pytest.fixture(autouse=True)
def events() -> Iterator[None]:
    """A window of nobody, which can be told what has happened."""
    pygame.display.init()
    pygame.display.set_mode((40, 30))
    pygame.event.clear()
    yield
    pygame.event.clear()
    pygame.display.quit()


def post(kind: int, **more: Any) -> None:
    """Let something happen to the window."""
    pygame.event.post(pygame.event.Event(kind, **more))


def test_a_window_shows_its_title_while_something_is_loaded_and_again_after_it_was_covered() -> None:
    """What is typed meanwhile waits for the screen, and the garbage for a better time."""
    stage = Shown(2)
    post(pygame.VIDEOEXPOSE)
    post(pygame.KEYDOWN, key=pygame.K_a)
    assert loaded_behind(stage, stage.load) is False
    assert gc.isenabled() and pygame.event.peek(pygame.KEYDOWN)
    assert len({tuple(pixel) for pixel in pixels(stage.surface()).reshape(-1, 3).tolist()}) > 10


def test_closing_the_window_ends_the_loading_and_is_not_forgotten() -> None:
    """Whoever comes after it is told as well."""
    stage = Shown(3)
    post(pygame.QUIT)
    for _ in range(2):
        with pytest.raises(WindowClosed):
            loaded_behind(stage, stage.load)
    assert gc.isenabled()
    stage.enough.set()


def test_what_goes_wrong_in_the_loading_is_told_by_whoever_waits_for_it() -> None:
    """With its own error."""
    with pytest.raises(ZeroDivisionError):
        loaded_behind(MemoryStage((320, 240)), lambda: 1 // 0)


def loaded_by(code: str) -> set[str]:
    """Return the modules that a Python has loaded after some lines."""
    command = [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"]
    return {*subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout.split()}


def test_the_title_waits_for_nothing_heavy_and_a_battle_loads_no_system_but_its_own() -> None:
    """What plays battles and paints maps is loaded behind it; whoever plays one need not wait for the others."""
    loaded = loaded_by("import sim.cli.play, sim.view.window, sim.view.settings, sim.view.loading")
    heavy = {"numba", "numpy", "multiprocessing", "sim.engine", "sim.scenario", "sim.view.board"}
    assert "sim.view.loading" in loaded and not loaded & heavy
    path = "find_scenario('conflict_of_heroes/tutorial')"
    loaded = loaded_by(f"from sim.resources import *; from sim.scenario.scenario import *; load_scenario({path})")
    assert "sim.rules.conflict_of_heroes" in loaded and "sim.rules.outlaws" not in loaded
