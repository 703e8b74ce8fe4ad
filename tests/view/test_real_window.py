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
PATIENCE = 20.0

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool, which are not installed"
)


@pytest.fixture
def screen(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """A virtual screen, of a size that a test may choose, as the environment of whoever is to use it."""
    size = getattr(request, "param", "1000x800")
    read, write = os.pipe()
    # A server starts anew when its last client goes, and answers nobody meanwhile: xdotool, which looks for the window
    # before there is one, would be such a client again and again.
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        hidden = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        yield {**kept, "DISPLAY": f":{number}", "PYTHONPATH": str(CHECKOUT), "SANDTABLE_HOME": str(tmp_path / "home")}
    finally:
        server.terminate()
        server.wait(timeout=10)


def xdotool(screen: dict[str, str], *arguments: str) -> str:
    """Press, point or search on a screen, and return what xdotool says."""
    done = subprocess.run(["xdotool", *arguments], env=screen, capture_output=True, text=True, timeout=20)
    return done.stdout.strip()


def picture_with(screen: dict[str, str], folder: Path, fact: Callable[[np.ndarray], bool]) -> np.ndarray:
    """Let the viewer take pictures of itself until one of them shows a fact."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        xdotool(screen, "key", "F12")
        time.sleep(0.3)
        for file in sorted(folder.glob("*.png"))[-1:]:
            image = pixels(pygame.image.load(file))
            if fact(image):
                return image
    raise AssertionError(f"no such picture within {PATIENCE} seconds")


def is_painted(image: np.ndarray) -> bool:
    """Say whether a picture shows textures, and not the flat colours of the first moments."""
    return len({tuple(pixel) for pixel in image[::7, ::7].reshape(-1, 3).tolist()}) > 300


def test_the_viewer_works_in_a_real_window(screen: dict[str, str], tmp_path: Path) -> None:
    """It opens, hovers, selects, helps, takes pictures and closes by Esc with code 0."""
    name = next(map_name(file) for file in shipped_maps() if "features" in str(file))
    folder = tmp_path / "pictures"
    folder.mkdir()
    command = [sys.executable, "-m", "sim", "view", name, "--size", "700x500"]
    viewer = subprocess.Popen(command, cwd=folder, env=screen, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + PATIENCE
        window = ""
        while not window and time.monotonic() < until and viewer.poll() is None:
            window = xdotool(screen, "search", "--class", "sandtable")
            time.sleep(0.1)
        assert window, viewer.stderr.read() if viewer.poll() is not None and viewer.stderr else "no window"
        window = window.split()[0]
        xdotool(screen, "windowmove", window, "0", "0")
        xdotool(screen, "windowfocus", window)
        xdotool(screen, "mousemove", "200", "250", "click", "1")
        before = picture_with(screen, folder, is_painted)
        assert before.shape == (500, 700, 3)
        xdotool(screen, "mousemove", "260", "250", "click", "4")
        xdotool(screen, "key", "F1")
        picture_with(screen, folder, lambda image: bool((abs(image - before).sum(axis=2) > 30).mean() > 0.2))
        for _ in range(40):
            xdotool(screen, "key", "Escape")
            time.sleep(0.15)
            if viewer.poll() is not None:
                break
        assert viewer.poll() == 0
    finally:
        viewer.kill()
        viewer.wait(timeout=10)
        if viewer.stderr:
            viewer.stderr.close()


FIRST = """
from sim.view.window import SystemWindow
with SystemWindow(None, "Sandtable") as window:
    print(*window.surface().get_size())
"""


@pytest.mark.parametrize("screen", ["1280x720", "1920x1080"], indirect=True)
def test_the_first_window_leaves_room_for_its_title(screen: dict[str, str]) -> None:
    """With its frame it is no larger than the desktop, on the smallest one as well."""
    desktop = xdotool(screen, "getdisplaygeometry").split()
    done = subprocess.run([sys.executable, "-c", FIRST], env=screen, capture_output=True, text=True, timeout=PATIENCE)
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
def test_a_window_comes_back_from_the_full_screen_where_and_as_large_as_it_was(screen: dict[str, str]) -> None:
    """A window manager gives it a frame, by which it must not wander from one time to the next."""
    manager = subprocess.Popen(["openbox"], env=screen, stderr=subprocess.DEVNULL)
    try:
        time.sleep(1.0)
        command = [sys.executable, "-c", FILLING]
        done = subprocess.run(command, env=screen, cwd=CHECKOUT, capture_output=True, text=True, timeout=60)
        windowed, full, back, again, last = json.loads(done.stdout.splitlines()[-1])
        assert full == again == [0, 0, 1000, 800]
        assert windowed == back == last and windowed[2:] == [640, 480], done.stdout
    finally:
        manager.terminate()
        manager.wait(timeout=10)
