"""A real window on a real (virtual) screen: real keys, real clicks, a real picture of it."""

import json
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

from sim.resources import map_name, shipped_maps
from tests.view.drawn import pixels

CHECKOUT = Path(__file__).parents[2]
PATIENCE = 60.0

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

    def open(self, *words: str) -> None:
        """Start the program and wait for its window."""
        with (self.folder / "told.txt").open("w") as told:
            command = [sys.executable, "-m", "sim", *words]
            self.viewer = subprocess.Popen(command, cwd=self.folder, env=self.environment, stderr=told, text=True)
        self.window = self.wait(lambda: self.xdotool("search", "--class", "sandtable"), "a window").split()[0]
        self.xdotool("windowmove", self.window, "0", "0")
        self.xdotool("windowfocus", self.window)

    def wait(self, fact: Callable[[], str], what: str) -> str:
        """Wait until something is there, and return it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := fact():
                return found
            assert self.viewer is None or self.viewer.poll() is None, self.told
            time.sleep(0.1)
        raise AssertionError(f"{what} did not come within {PATIENCE} seconds")

    @property
    def told(self) -> str:
        """What the program has complained of."""
        return (self.folder / "told.txt").read_text()

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

    def ended(self) -> int:
        """Wait until the program has ended, and return its code."""
        assert self.viewer is not None
        return self.viewer.wait(timeout=PATIENCE)


@pytest.fixture
def desk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Desk]:
    """A virtual screen, of a size that a test may choose, and nothing left of it afterwards."""
    size = getattr(request, "param", "1280x800")
    read, write = os.pipe()
    # A server starts anew when its last client goes, and answers nobody meanwhile: xdotool, which looks for the window
    # before there is one, would be such a client again and again.
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    kept = {name: value for name, value in os.environ.items() if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    desk = Desk({**kept, "DISPLAY": f":{number}", "PYTHONPATH": str(CHECKOUT)}, tmp_path)
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


def test_the_viewer_works_in_a_real_window(desk: Desk) -> None:
    """It opens, hovers, selects, helps, takes pictures and closes by Esc with code 0."""
    desk.open("view", next(map_name(file) for file in shipped_maps() if "features" in str(file)), "--size", "700x500")
    desk.click((200, 250))
    before = desk.picture(is_painted)
    assert before.shape == (500, 700, 3)
    desk.xdotool("mousemove", "260", "250", "click", "4")
    desk.key("F1")
    desk.picture(differs_from(before, 0.2))
    for _ in range(40):
        desk.key("Escape")
        time.sleep(0.15)
        if desk.viewer is None or desk.viewer.poll() is not None:
            break
    assert desk.ended() == 0, desk.told


def test_a_scenario_is_chosen_and_started_by_keys_alone(desk: Desk, home: Path) -> None:
    """Letters filter the browser, Enter starts the battle, which is saved when the window closes."""
    desk.open("play", "--size", "900x700")
    desk.xdotool("type", "kamenka")
    before = desk.picture(is_painted)

    def saves() -> str:
        desk.key("Return")
        return " ".join(map(str, home.rglob("*kamenka*.save.jsonl")))

    desk.wait(saves, "a save")
    desk.picture(differs_from(before, 0.1))


FIRST = """
from sim.view.window import SystemWindow
with SystemWindow(None, "Sandtable") as window:
    print(*window.surface().get_size())
"""


@pytest.mark.parametrize("desk", ["1280x720", "1920x1080"], indirect=True)
def test_the_first_window_leaves_room_for_its_title(desk: Desk) -> None:
    """With its frame it is no larger than the desktop, on the smallest one as well."""
    desktop, command = desk.xdotool("getdisplaygeometry").split(), [sys.executable, "-c", FIRST]
    done = subprocess.run(command, env=desk.environment, capture_output=True, text=True, timeout=PATIENCE)
    wide, high = (int(each) for each in done.stdout.split()[-2:])
    assert wide < int(desktop[0]) and 560 < high <= int(desktop[1]) - 60


FILLING = """
import json
import time
import pygame
from sim.view.window import SystemWindow

def settled(window):
    for _ in range(25):
        pygame.event.get()
        window.surface().fill((9, 9, 9))
        window.show()
        time.sleep(0.02)
    return [*window.place, *window.surface().get_size()]

with SystemWindow((640, 480), "Sandtable") as window:
    seen = [settled(window)]
    for _ in range(4):
        window.toggle_full_screen()
        seen.append(settled(window))
    print(json.dumps(seen))
"""


@pytest.mark.skipif(not shutil.which("openbox"), reason="needs a window manager, openbox, which is not installed")
def test_a_window_comes_back_from_the_full_screen_where_and_as_large_as_it_was(desk: Desk) -> None:
    """A window manager gives it a frame, by which it must not wander from one time to the next."""
    manager = subprocess.Popen(["openbox"], env=desk.environment, stderr=subprocess.DEVNULL)
    try:
        time.sleep(1.0)
        command = [sys.executable, "-c", FILLING]
        done = subprocess.run(command, env=desk.environment, cwd=CHECKOUT, capture_output=True, text=True, timeout=60)
        windowed, full, back, again, last = json.loads(done.stdout.splitlines()[-1])
        assert full == again == [0, 0, 1280, 800]
        assert windowed == back == last and windowed[2:] == [640, 480], done.stdout
    finally:
        manager.terminate()
        manager.wait(timeout=10)
