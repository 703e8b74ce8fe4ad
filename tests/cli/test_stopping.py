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

import pytest

from sim.cli.main import INTERRUPTED
from sim.cli.output import ExitCode
from sim.crash import is_interrupt
from tests.tools.loading import load

CHECKOUT = Path(__file__).parent.parent.parent
SETUP_ENV = load("setup_env")
COMMANDS = {
    "help": ["--help"],
    "list": ["list", "scenarios"],
    "check": ["check", "scenarios/outlaws/bank_hold_up.toml"],
    "run": ["run", "farm_at_kamenka", "--seed", "1"],
    "table": ["table", "bank_hold_up", "--seed", "1"],
    "play": ["play", "farm_at_kamenka", "--demo", "--size", "700x500"],
    "view": ["view", "perdition_main_street", "--size", "700x500"],
}
STOPPED = (INTERRUPTED, "sandtable: stopped\n")
MAIN = "from sim.cli.main import main; sys.exit(main())"
UNSEEN = "from sim.view import window; window.has_display = lambda: True"
PRESS = "os.kill(os.getpid(), signal.SIGINT)"
PRESS_IN_CALL = f"""
left = [{{}}]
def count(_, event, __):
    left[0] -= event == "call"
    if not left[0]:
        sys.setprofile(None)
        {PRESS}
sys.setprofile(count)
"""
"""Presses Ctrl-C in the call of that number: the same moment on every machine, however busy it is."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent there")


def begun(tmp_path: Path, name: str, *first: str, **environment: str) -> subprocess.Popen[str]:
    """Start a command with Ctrl-C held back, after some other lines."""
    paths = {"PYTHONPATH": str(CHECKOUT), "SANDTABLE_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"}
    lines = ["import os, signal, sys", *([UNSEEN] if name in ("play", "view") else []), *first, MAIN]
    quiet, pipe = subprocess.DEVNULL, subprocess.PIPE
    with SETUP_ENV.held_back():
        return subprocess.Popen(
            [sys.executable, "-c", "\n".join(lines), *COMMANDS[name]],
            cwd=CHECKOUT,
            env={**os.environ, **paths, **environment},
            stdin=pipe,  # on which nothing comes
            stdout=quiet,
            stderr=pipe,
            text=True,
        )


def ending(command: subprocess.Popen[str]) -> tuple[int, str]:
    """Return how a command ends, and what it says of it."""
    assert command.stdin is not None and command.stderr is not None
    told = command.stderr.read()
    code = command.wait(timeout=120)
    command.stdin.close()
    command.stderr.close()
    return code, told


def stopped(tmp_path: Path, name: str, seconds: float, **environment: str) -> tuple[int, str]:
    """Start a command, press Ctrl-C after so long, and return how it ends and what it says of it."""
    command = begun(tmp_path, name, **environment)
    time.sleep(seconds)
    command.send_signal(signal.SIGINT)
    return ending(command)


def is_clean(ending: tuple[int, str]) -> bool:
    """Say whether a command was stopped, or had come to its end before."""
    code, told = ending
    quiet = not any(word in told for word in ("Traceback", "Exception", "Error", "error"))
    return quiet and ((code == INTERRUPTED and "stopped" in told) or code == 0)


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("help", 10_000),  # click is being loaded
        ("list", 60_000),  # the command is
        ("check", 100_000),  # the system is
        ("run", 300_000),
        ("table", 300_000),
        ("play", 100_000),
        ("view", 150_000),
    ],
)
def test_ctrl_c_in_any_call(tmp_path: Path, name: str, calls: int) -> None:
    """While modules are loaded and files read, while it works, draws, waits."""
    assert ending(begun(tmp_path, name, PRESS_IN_CALL.format(calls))) == STOPPED


@pytest.mark.long
@pytest.mark.parametrize("seconds", [n / 20 for n in range(60)])
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_at_any_time(tmp_path: Path, name: str, seconds: float) -> None:
    """Also while it saves, and while it ends."""
    told = stopped(tmp_path, name, seconds)
    assert is_clean(told), told


@pytest.mark.long
@pytest.mark.parametrize("seconds", range(2, 26, 3))
def test_ctrl_c_while_kernels_are_compiled(tmp_path: Path, seconds: int) -> None:
    """In the middle of numba."""
    told = stopped(tmp_path, "run", seconds, NUMBA_CACHE_DIR=str(tmp_path / "kernels"))
    assert is_clean(told), told


def test_ctrl_c_at_once_stops_before_anything_is_done(tmp_path: Path) -> None:
    """It is held back until it can be answered, and not lost."""
    assert stopped(tmp_path, "run", 0) == STOPPED


def run_with(*patches: str, folder: Path = CHECKOUT) -> tuple[int, str]:
    """Run a command of which something was changed beforehand."""
    lines = ("import os, signal, sys, time", "from sim.cli import endings, stopping", *patches, MAIN)
    answer = subprocess.run(
        [sys.executable, "-c", "\n".join(lines), "--help"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return answer.returncode, answer.stderr


def test_an_interrupt_that_nobody_can_be_told_of_is_not_lost() -> None:
    """One that comes while an object is taken away stops the command a moment later, and be it asleep by then."""
    told = run_with(
        f"Gone = type('Gone', (), {{'__del__': lambda self: {PRESS}}})",
        "endings._invoke = lambda *_: str(Gone()) and time.sleep(20)",
    )
    assert told == STOPPED


MODEL = f"""
from pydantic import BaseModel
class Pressed(type(BaseModel)):
    def __getattribute__(cls, name):  # the serializer of pydantic, too, asks for attributes while it is built
        if name == "__pydantic_root_model__" and not pressed:
            pressed.append(name)
            {PRESS}
        return super().__getattribute__(name)
pressed = []
class Model(BaseModel, metaclass=Pressed):
    number: int
print(Model(number=1), *pressed, file=sys.stderr)
"""
WAITS = (INTERRUPTED, "number=1 __pydantic_root_model__\nsandtable: stopped\n")


def test_an_interrupt_waits_for_whom_it_would_break(tmp_path: Path) -> None:
    """Pydantic makes an error of its own of it, of which nothing but the name says what it was; so may any import."""
    (tmp_path / "models.py").write_text(f"import os, signal, sys\n{MODEL}", encoding="utf-8")
    (tmp_path / "endless.py").write_text(f"import os, signal, time\n{PRESS}\ntime.sleep(20)", encoding="utf-8")
    made = f"def made(*_):\n    exec({MODEL!r}, {{**globals()}})\n    time.sleep(20)\nendings._invoke = made"
    assert run_with(made) == WAITS
    assert run_with("endings._invoke = lambda *_: (__import__('models'), time.sleep(20))", folder=tmp_path) == WAITS
    impatient = "stopping._PATIENCE = 0.1"
    assert run_with(impatient, "endings._invoke = lambda *_: __import__('endless')", folder=tmp_path) == STOPPED


def test_interrupts_at_odd_moments() -> None:
    """In code that is being made, after the end, and for whoever ignores them, as shells do in the background."""
    assert run_with(f"endings._invoke = lambda *_: exec({PRESS!r})") == STOPPED
    assert run_with(f"import atexit; atexit.register(lambda: {PRESS})") == (ExitCode.OK, "")
    ignored = "signal.signal(signal.SIGINT, signal.SIG_IGN)"
    assert run_with(ignored, f"endings._invoke = lambda *_: ({PRESS}, 0)[1]") == (ExitCode.OK, "")


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
