"""However a window ends, all that works beside it ends with it, and no more is said than that it was stopped."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_process import lives, until

CHECKOUT = Path(__file__).parents[3]
WINDOW = (
    "import sys; from sim.view import window; window.has_display = lambda: True; "  # one that nobody sees
    "from sim.cli.main import main; sys.exit(main())"
)
BATTLE, MAP = ("play", "farm_at_kamenka"), ("view", "perdition_main_street")


def children(pid: int) -> list[int]:
    """Return the processes that one has started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text(encoding="utf-8").split()]


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up as Linux lists them")
@pytest.mark.parametrize(
    ("words", "ending", "code", "told"),
    [
        (("play",), signal.SIGTERM, 0, ""),
        (BATTLE, signal.SIGTERM, 0, ""),
        (BATTLE, signal.SIGINT, 130, "sandtable: stopped\n"),
        (BATTLE, signal.SIGKILL, -9, ""),
        (MAP, signal.SIGTERM, 0, ""),
        (MAP, signal.SIGINT, 130, "sandtable: stopped\n"),
    ],
)
def test_no_process_outlives_its_window(
    tmp_path: Path, words: tuple[str, ...], ending: signal.Signals, code: int, told: str
) -> None:
    """Closed by whoever ends the session, by Ctrl-C, or killed, and be it in the moment they are started."""
    own = {"SANDTABLE_HOME": str(tmp_path), "PYTHONPATH": str(CHECKOUT)}
    command = [sys.executable, "-c", WINDOW, *words, "--size", "700x500"]
    window = subprocess.Popen(command, cwd=tmp_path, env={**os.environ, **own}, stderr=subprocess.PIPE, text=True)
    beside: list[int] = []

    def is_open() -> bool:
        beside[:] = children(window.pid)
        return len(beside) == (2 if words == MAP else 3)

    try:
        until(is_open)
        window.send_signal(ending)
        said = window.communicate(timeout=120)[1]
        # One that is killed while it starts another may leave that without its first message.
        assert said == told or (ending == signal.SIGKILL and "leaked" not in said)
        assert window.returncode == code
        until(lambda: not any(map(lives, beside)))
    finally:
        window.kill()
        window.wait()


PLAYED = """
import sys
from time import sleep
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.view.battle.screen import BattleScreen
from sim.view.settings import ViewSettings
from sim.view.window import MemoryStage
from sim.view.worker.beside import Beside
from sim.view.worker.engine import Engine, new_battle

scenario, beside = load_scenario(find_scenario("saloon_brawl")), Beside.processes()
engine = Engine.beside(beside.worker.extension(), new_battle(scenario, scenario.players, 1)[0])
screen = BattleScreen(MemoryStage((1280, 720)), engine, ViewSettings(), beside.painter)

def shown_until(is_so):
    while not is_so():
        screen.tick(0.02)
        screen.paint(screen.stage.surface())
        sleep(0.01)

def is_asked():
    menu = screen.ordering.menu
    if menu is None:
        screen.timing.skip()
    return menu is not None and menu.is_complete

shown_until(is_asked)
screen.ordering.choose_unit(screen.ordering.menu.actors[0])
screen.looking.toggle_ruler()
for name in ("toggle_view", "cycle_fire", "toggle_threat", "toggle_cover"):
    getattr(screen.looking, name)()
for x in (400, 800):
    screen.looking.mouse = (x, 360)
    shown_until(lambda: not beside.worker.worker.is_busy)
screen.ordering.take_advice()
shown_until(lambda: screen.ordering.menu.picked is not None)
screen.ordering.confirm()
shown_until(lambda: screen.ordering.menu is None)
shown_until(is_asked)
beside.close()
print("numba" in sys.modules)
"""


def test_a_window_itself_loads_no_kernels(tmp_path: Path) -> None:
    """Whatever is shown and ordered: to load them in the middle of a battle takes seconds, so that its engine does."""
    own = {"SANDTABLE_HOME": str(tmp_path), "PYTHONPATH": str(CHECKOUT), "SDL_VIDEODRIVER": "dummy"}
    played = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=tmp_path, env={**os.environ, **own}, capture_output=True, text=True
    )
    assert (played.stdout.splitlines()[-1:], played.returncode) == (["False"], 0), played.stderr
