"""A battle in a real window on a real (virtual) screen: real clicks, real keys, real pictures, and a real save.

Where everything lies is found with a twin of the battle on a sheet: same scenario, same seed, same size.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest

from sim.engine.game import Ordered
from sim.engine.ruleset import HUMAN
from sim.scenario.saves import load_save
from sim.view.battle.screen import BattleScreen
from sim.view.settings import SPEEDS, ViewSettings, save_settings
from tests.view.battle.bot import asked, clicked, opened, spots
from tests.view.drawn import pixels

CHECKOUT = Path(__file__).parents[3]
PATIENCE = 60.0
NAME, SEED, SIZE = "conflict_of_heroes/behaviour/eleven", 1, (1100, 700)

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool, which are not installed"
)


class Desk:
    """A virtual screen with one window of ours on it."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment, self.folder = environment, folder
        self.viewer: subprocess.Popen[str] | None = None
        self.window = ""

    def xdotool(self, *arguments: str) -> str:
        """Press, point or search, and return what xdotool says."""
        command = ["xdotool", *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=30).stdout.strip()

    def play(self, *options: str) -> None:
        """Start a battle and wait for its window."""
        command = [sys.executable, "-m", "sim", "play", NAME, "--size", f"{SIZE[0]}x{SIZE[1]}", *options]
        with (self.folder / "told.txt").open("w") as told:
            self.viewer = subprocess.Popen(command, cwd=self.folder, env=self.environment, stderr=told, text=True)
        found = self.wait(lambda: self.xdotool("search", "--class", "sandtable"), "a window")
        self.window = found.split()[0]
        self.xdotool("windowmove", self.window, "0", "0")
        self.xdotool("windowfocus", self.window)

    def wait(self, fact: Callable[[], str], what: str) -> str:
        """Wait until something is there, and return it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := fact():
                return found
            assert self.viewer is None or self.viewer.poll() is None, (self.folder / "told.txt").read_text()
            time.sleep(0.1)
        raise AssertionError(f"{what} did not come within {PATIENCE} seconds")

    def key(self, *names: str) -> None:
        """Press keys one after the other."""
        self.xdotool("key", "--delay", "60", *names)

    def click(self, at: tuple[int, int], button: int = 1) -> None:
        """Move the real mouse and click."""
        self.xdotool("mousemove", str(at[0]), str(at[1]), "sleep", "0.1", "click", str(button))

    def picture(self, fact: Callable[[np.ndarray], bool]) -> np.ndarray:
        """Let the viewer take pictures of itself until one of them shows a fact."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            before = set(self.folder.glob("*.png"))
            self.key("F12")
            time.sleep(0.4)
            for file in sorted(set(self.folder.glob("*.png")) - before):
                image = pixels(pygame.image.load(file))
                if fact(image):
                    return image
        raise AssertionError("no such picture")

    def orders(self) -> int:
        """Return how many orders of a person the autosave has; -1 if there is none yet."""
        files = list((self.folder / "home").rglob("*.auto.save.jsonl"))
        if not files:
            return -1
        entries = load_save(files[0]).session().entries
        return sum(isinstance(entry, Ordered) and entry.by == HUMAN for entry in entries)

    def close(self) -> None:
        """Close the window as a system that shuts down does: SDL makes the same event of it as of the close button."""
        assert self.viewer is not None
        self.viewer.terminate()

    def ended(self) -> int:
        """Wait until the program has ended, and return its code."""
        assert self.viewer is not None
        return self.viewer.wait(timeout=PATIENCE)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A virtual screen for somebody who wants the AI quick, and nothing left of it afterwards."""
    assert save_settings(ViewSettings(speed=SPEEDS[1], animations=False)) is None
    read, write = os.pipe()
    # A server starts anew when its last client goes, and answers nobody meanwhile: xdotool, which looks for the window
    # before there is one, would be such a client again and again.
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    kept = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    own = {"DISPLAY": f":{number}", "PYTHONPATH": str(CHECKOUT)}
    desk = Desk({**kept, **own}, tmp_path)
    try:
        yield desk
    finally:
        if desk.viewer is not None:
            desk.viewer.kill()
            desk.viewer.wait(timeout=10)
        server.terminate()
        server.wait(timeout=10)


def is_painted(image: np.ndarray) -> bool:
    """Say whether a picture shows textures, and not the flat colours of the first moments."""
    return len({tuple(pixel) for pixel in image[::7, ::7].reshape(-1, 3).tolist()}) > 300


def differs_from(before: np.ndarray, share: float) -> Callable[[np.ndarray], bool]:
    """Return whether more than a share of a picture is another than before."""
    return lambda image: bool((abs(image.astype(int) - before.astype(int)).sum(axis=2) > 30).mean() > share)


def twin() -> BattleScreen:
    """Return the same battle on a sheet, at its first question."""
    return asked(opened(NAME, seed=SEED, size=SIZE))


def place(screen: BattleScreen, name: str, *args: object) -> tuple[int, int]:
    """Return where something can be clicked that does something."""
    found = [spot for spot in spots(screen) if spot.do.name == name and not spot.refusal]
    chosen = next(spot for spot in found if not args or spot.do.args == args)
    x, y = chosen.box.center
    return int(x), int(y)


def test_a_battle_is_played_in_a_real_window_by_mouse_and_by_keys(desk: Desk) -> None:
    """Orders by real clicks and by real keys arrive in the save; help, zoom and pictures work; Q leaves with code 0."""
    desk.play("--seed", str(SEED))
    painted = desk.picture(is_painted)
    assert painted.shape == (SIZE[1], SIZE[0], 3)
    desk.key("Return")  # the briefing has been read
    desk.wait(lambda: "asked" if desk.orders() >= 0 else "", "the first autosave")
    # Help, and the wheel over the map.
    desk.key("F1")
    desk.picture(differs_from(painted, 0.2))
    desk.key("F1")
    desk.xdotool("mousemove", str(SIZE[0] // 2), "250", "click", "4", "click", "4", "click", "4")
    desk.picture(differs_from(painted, 0.1))
    desk.key("z")
    # An order by mouse alone.
    screen = twin()
    before = desk.orders()
    assert screen.ordering.menu is not None
    unit = screen.ordering.menu.actors[0]
    for name, args in (("choose_unit", (unit,)), ("choose_verb", ("stall",)), ("confirm", ())):
        at = place(screen, name, *args)
        desk.click(at)
        clicked(screen, at)
        time.sleep(0.4)
    desk.wait(lambda: "given" if desk.orders() > before else "", "the order by mouse")
    # An order by keys alone.
    now = desk.orders()
    until = time.monotonic() + PATIENCE
    while desk.orders() <= now and time.monotonic() < until:
        desk.key("s", "Tab", "1", "n", "Return", "Return")
        time.sleep(0.5)
    assert desk.orders() > now
    desk.key("F10")
    time.sleep(0.5)
    desk.key("q")
    assert desk.ended() == 0, (desk.folder / "told.txt").read_text()
    assert "Traceback" not in (desk.folder / "told.txt").read_text()


@pytest.mark.long  # `test_robust` closes a window at several such moments every day, on a sheet
def test_a_real_window_closed_in_the_middle_of_an_ai_turn_saves_the_battle(desk: Desk) -> None:
    """While the AI plays at its own pace: code 0, and a sound save."""
    desk.play("--seed", str(SEED), "--demo")
    desk.picture(is_painted)
    desk.key("space", "space", "period", "period", "greater")
    desk.close()
    assert desk.ended() == 0, (desk.folder / "told.txt").read_text()
    (file,) = (desk.folder / "home").rglob("*.auto.save.jsonl")
    assert len(load_save(file).session().frames) > 1


@pytest.mark.long  # `test_robust` does it every day, on a sheet
def test_a_real_window_can_be_made_tiny_and_large_again(desk: Desk) -> None:
    """Down to one pixel and back, and the picture is as before."""
    desk.play("--seed", str(SEED))
    before = desk.picture(is_painted)
    for size in (("1", "1"), ("300", "200"), (str(SIZE[0]), str(SIZE[1]))):
        desk.xdotool("windowsize", desk.window, *size)
        time.sleep(0.5)
    after = desk.picture(lambda image: image.shape == before.shape and is_painted(image))
    assert after.shape == before.shape
    desk.close()
    assert desk.ended() == 0
