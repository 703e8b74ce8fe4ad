"""The browser in a real window, used by real keys alone."""

import subprocess
import sys
import time
from pathlib import Path

from tests.view.test_real_window import PATIENCE, is_painted, picture_with, pytestmark, screen, xdotool

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
