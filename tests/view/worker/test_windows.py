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
        assert window.communicate(timeout=20)[1] == told or ending == signal.SIGKILL
        assert window.returncode == code
        until(lambda: not any(map(lives, beside)))
    finally:
        window.kill()
        window.wait()
