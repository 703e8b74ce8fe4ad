"""The browser in a real window, used by real keys alone."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.view.test_real_window import CHECKOUT, PATIENCE, is_painted, picture_with, pytestmark, screen, xdotool

__all__ = ["pytestmark", "screen"]


def test_a_scenario_is_chosen_and_started_by_keys_alone(screen: dict[str, str], tmp_path: Path) -> None:
    """Letters filter, Enter starts the battle, which is saved when the window closes."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    command = [sys.executable, "-m", "sim", "play", "--size", "900x700"]
    browser = subprocess.Popen(command, cwd=folder, env=screen, stderr=subprocess.PIPE, text=True)
    try:
        window, until = "", time.monotonic() + PATIENCE
        while not window and time.monotonic() < until and browser.poll() is None:
            window = xdotool(screen, "search", "--class", "sandtable")
            time.sleep(0.1)
        assert window, browser.stderr.read() if browser.poll() is not None and browser.stderr else "no window"
        xdotool(screen, "windowmove", window.split()[0], "0", "0")
        xdotool(screen, "windowfocus", window.split()[0])
        xdotool(screen, "type", "kamenka")
        before = picture_with(screen, folder, is_painted)
        saves = tmp_path / "home" / "data" / "saves"
        until = time.monotonic() + 2 * PATIENCE
        while not list(saves.glob("*kamenka*.save.jsonl")) and time.monotonic() < until:
            xdotool(screen, "key", "Return")
            time.sleep(0.5)
        picture_with(screen, folder, lambda image: bool((abs(image - before).sum(axis=2) > 30).mean() > 0.1))
        assert list(saves.glob("*kamenka*.save.jsonl"))
        assert browser.poll() is None
    finally:
        browser.kill()
        browser.wait(timeout=10)
        if browser.stderr:
            browser.stderr.close()


@pytest.mark.parametrize("heavy", ["numba", "sim.engine", "sim.scenario.scenario", "sim.view.board.paint_board"])
def test_the_first_picture_waits_for_nothing_heavy(heavy: str, loaded: set[str]) -> None:
    """What reads scenarios and paints maps is imported after the list has been drawn."""
    assert "sim.view.browser.screen" in loaded
    assert heavy not in loaded


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules that a Python has loaded once it has drawn the list."""
    code = """
import sys
from sim.view.browser.screen import BrowserScreen
from sim.view.settings import ViewSettings
from sim.view.window import MemoryStage
stage = MemoryStage((1280, 720))
browser = BrowserScreen(stage, settings=ViewSettings())
browser.tick(0.0)
assert browser.paint(stage.surface())
print(*sys.modules)
"""
    home = str(tmp_path_factory.mktemp("home"))
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SANDTABLE_HOME": home}
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return set(answer.stdout.split())


BROWSING = """
import sys
import pygame
from sim.view.browser.screen import BrowserScreen
from sim.view.settings import ViewSettings
from sim.view.window import SystemWindow
with SystemWindow((640, 480), "") as window:
    browser = BrowserScreen(window, settings=ViewSettings())
    browser.tick(0.0)
    browser.paint(window.surface())
    {during}
    {after}
"""


def browsed(during: str, after: str, home: Path) -> str:
    """Open the browser in a Python that has loaded nothing yet, and return what is printed."""
    code = BROWSING.format(during=during, after=after)
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SANDTABLE_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1]


def test_a_window_that_is_closed_while_scenarios_are_loaded_does_not_wait_for_them(tmp_path: Path) -> None:
    """The import is given up, the browser says nothing of it, and the app finds the closing among the events."""
    # Eight ticks: left alone, the browser has imported a system by then. More would tell nothing, for each tick gets a
    # little further before it gives up; and a window that is closed has none.
    during = "pygame.event.post(pygame.event.Event(pygame.QUIT)); [browser.tick(0.1) for _ in range(8)]"
    after = "print(pygame.event.peek(pygame.QUIT), browser.desk.broken == '', browser.desk.scenario is None)"
    assert browsed(during, after, tmp_path) == "True True True"


def test_what_a_battle_takes_is_loaded_while_somebody_looks_at_the_list(tmp_path: Path) -> None:
    """Once all scenarios are read, the first battle starts without a halt."""
    during = "browser.desk.entries = browser.desk.entries[:1]"
    after = "[browser.tick(0.1) for _ in range(3000) if 'sim.view.battle.screen' not in sys.modules]"
    assert browsed(during, f"{after}; print('sim.view.battle.screen' in sys.modules)", tmp_path) == "True"
