"""Ctrl-C ends a command in 130, whenever it comes, and never in a traceback.

The commands are started with Ctrl-C held back, as `tools/play.py` starts them: what Python does with one that comes
before it has read a line of ours is its own affair.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import SchemaError, SchemaSerializer

from sim.cli.main import INTERRUPTED
from sim.cli.output import ExitCode
from sim.crash import is_interrupt
from tests.tools.loading import load

CHECKOUT = Path(__file__).parent.parent.parent
SETUP_ENV = load("setup_env")
WINDOW = (
    "import sys; from sim.view import window; window.has_display = lambda: True; "  # one that nobody sees
    "from sim.cli.main import main; sys.exit(main())"
)
COMMANDS = {
    "help": ["-P", "-m", "sim", "--help"],
    "list": ["-P", "-m", "sim", "list", "scenarios"],
    "check": ["-P", "-m", "sim", "check", "scenarios/outlaws/bank_hold_up.toml"],
    "run": ["-P", "-m", "sim", "run", "farm_at_kamenka", "--seed", "1"],
    "table": ["-P", "-m", "sim", "table", "bank_hold_up", "--seed", "1"],
    "play": ["-c", WINDOW, "play", "farm_at_kamenka", "--demo", "--size", "700x500"],
    "view": ["-c", WINDOW, "view", "perdition_main_street", "--size", "700x500"],
}
SOON, LATER = (0.0, 0.05, 0.15, 0.4), tuple(n / 20 for n in range(60))

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent there")


def stopped(tmp_path: Path, words: list[str], seconds: float, **environment: str) -> tuple[int, str]:
    """Start a command, press Ctrl-C after so long, and return how it ends and what it says of it."""
    paths = {"PYTHONPATH": str(CHECKOUT), "SANDTABLE_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"}
    quiet, pipe = subprocess.DEVNULL, subprocess.PIPE
    with SETUP_ENV.held_back():
        command = subprocess.Popen(
            [sys.executable, *words],
            cwd=CHECKOUT,
            env={**os.environ, **paths, **environment},
            stdin=pipe,  # on which nothing comes
            stdout=quiet,
            stderr=pipe,
            text=True,
        )
    time.sleep(seconds)
    command.send_signal(signal.SIGINT)
    assert command.stdin is not None and command.stderr is not None
    told = command.stderr.read()
    code = command.wait(timeout=60)
    command.stdin.close()
    command.stderr.close()
    return code, told


def is_clean(ending: tuple[int, str]) -> bool:
    """Say whether a command was stopped, or had come to its end before."""
    code, told = ending
    quiet = not any(word in told for word in ("Traceback", "Exception", "Error", "error"))
    return quiet and ((code == INTERRUPTED and "stopped" in told) or code == 0)


@pytest.mark.parametrize("seconds", [*SOON, *(pytest.param(each, marks=pytest.mark.long) for each in LATER)])
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_at_any_moment(tmp_path: Path, name: str, seconds: float) -> None:
    """While modules are loaded and files read, while it works, draws, waits, saves, ends."""
    ending = stopped(tmp_path, COMMANDS[name], seconds)
    assert is_clean(ending), ending


@pytest.mark.long
@pytest.mark.parametrize("seconds", range(2, 26, 3))
def test_ctrl_c_while_kernels_are_compiled(tmp_path: Path, seconds: int) -> None:
    """In the middle of numba."""
    ending = stopped(tmp_path, COMMANDS["run"], seconds, NUMBA_CACHE_DIR=str(tmp_path / "kernels"))
    assert is_clean(ending), ending


def test_ctrl_c_at_once_stops_before_anything_is_done(tmp_path: Path) -> None:
    """It is held back until it can be answered, and not lost."""
    assert stopped(tmp_path, COMMANDS["run"], 0) == (ExitCode.INTERRUPTED, "sandtable: stopped\n")


def run_with(*patches: str) -> tuple[int, str]:
    """Run a command of which something was changed beforehand."""
    code = "; ".join(("import os, signal, sys", *patches, "from sim.cli.main import main; sys.argv[1:] = ['--help']"))
    answer = subprocess.run(
        [sys.executable, "-c", f"{code}\nsys.exit(main())"], cwd=CHECKOUT, capture_output=True, text=True, timeout=60
    )
    return answer.returncode, answer.stderr


PRESS = "os.kill(os.getpid(), signal.SIGINT)"


def test_an_interrupt_that_nobody_can_be_told_of_is_not_lost() -> None:
    """One that comes while an object is taken away stops the command a moment later."""
    ending = run_with(
        "from sim.cli import endings",
        f"Gone = type('Gone', (), {{'__del__': lambda self: {PRESS}}})",
        # In short naps: the second interrupt comes from this process itself, and wakes nobody who sleeps.
        "import time; endings._invoke = lambda *_: str(Gone()) and [time.sleep(0.02) for _ in range(1000)]",
    )
    assert ending == (ExitCode.INTERRUPTED, "sandtable: stopped\n")


def test_interrupts_at_odd_moments() -> None:
    """In code that is being made, after the end, and for whoever ignores them, as shells do in the background."""
    ending = run_with("from sim.cli import endings", f"endings._invoke = lambda *_: exec({PRESS!r})")
    assert ending == (ExitCode.INTERRUPTED, "sandtable: stopped\n")
    assert run_with(f"import atexit; atexit.register(lambda: {PRESS})") == (ExitCode.OK, "")
    started = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    ending = run_with(started, "from sim.cli import endings", f"endings._invoke = lambda *_: ({PRESS}, 0)[1]")
    assert ending == (ExitCode.OK, "")


def test_an_error_that_comes_of_an_interrupt_is_one() -> None:
    """Whether it was handed on as the reason, or came up while something else was put in order."""
    for raised in (RuntimeError, ImportError):
        try:
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt as pressed:
                raise raised from pressed
        except Exception as error:
            assert is_interrupt(error)
    assert not is_interrupt(ValueError())
    assert not is_interrupt(None)


def test_an_interrupt_of_which_pydantic_kept_the_name_alone() -> None:
    """It comes up while a serializer is built, and is neither the reason of the error nor its context."""

    class Pressed(type):
        def __getattribute__(cls, name: str) -> object:
            raise KeyboardInterrupt

    class Model(metaclass=Pressed):
        pass

    inner: Any = {"type": "model-fields", "fields": {}}
    with pytest.raises(SchemaError) as caught:
        SchemaSerializer({"type": "model", "cls": Model, "schema": inner})
    assert is_interrupt(caught.value)
    assert not is_interrupt(ValueError("the file says KeyboardInterrupt: why"))
