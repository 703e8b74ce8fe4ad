"""Kernels are loaded in steps, and never compiled by whoever has a window to look after."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sim.board import warm_up

CHECKOUT = Path(__file__).parent.parent.parent


class Compiling:
    """A process that is done when it was asked three times."""

    def __init__(self, command: list[str], **_: Any) -> None:
        self.command, self.asked = command, 0

    def poll(self) -> int | None:
        """Return nothing while it runs."""
        self.asked += 1
        return 0 if self.asked > 3 else None


def test_kernels_that_were_never_compiled_are_by_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window waits for it a step at a time."""
    started: list[Compiling] = []

    def start(command: list[str], **more: Any) -> Compiling:
        started.append(Compiling(command, **more))
        return started[-1]

    monkeypatch.setattr(warm_up, "_are_kept", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", start)
    assert len(list(warm_up._compiling())) == 3
    assert [each.command[:2] for each in started] == [[sys.executable, "-P"]]


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder in which somebody has laid out modules under names of ours, of Python's and of libraries'."""
    (tmp_path / "sim" / "board").mkdir(parents=True)
    sprung = tmp_path / "sprung"
    for name in ("sim/__init__", "sim/board/__init__", "sim/board/warm_up", "sitecustomize", "numpy", "numba", "ast"):
        (tmp_path / f"{name}.py").write_text(f"open({str(sprung)!r}, 'a').write({name!r})\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return sprung


def test_nothing_in_the_current_folder_is_run_to_compile(trap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the package that is running is found by the process that it starts, and it comes to its end."""
    started: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            started.append(self)

    monkeypatch.setenv("SANDTABLE_KERNELS", "plain")  # all but the compiling itself, which takes half a minute
    monkeypatch.setattr(warm_up, "_are_kept", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", Noted)
    for _ in warm_up._compiling():
        time.sleep(0.01)
    assert [each.returncode for each in started] == [0]
    assert not trap.exists(), trap.read_text()


def test_where_no_process_can_be_started_nobody_waits_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever calls a kernel then compiles it."""

    def refuse(*_: Any, **__: Any) -> None:
        raise BlockingIOError

    monkeypatch.setattr(warm_up, "_are_kept", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert list(warm_up._compiling()) == []


IMPORTED = ("from sim.board import kernels", "from sim.board.numba_steps import numba_steps; list(numba_steps())")
"""The two ways to numba: all of it at once, and in steps."""
SETTINGS = "CACHE_DIR: /trap", "DISABLE_JIT: 1", "CACHE_LOCATOR_CLASSES: trap.Trap"


def numba_says(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder, of which modules are found as well: there numba may be given a `yaml` of our own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment["PYTHONPATH"] = os.pathsep.join([str(CHECKOUT), str(folder)])
    command = [sys.executable, "-P", "-c", script]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, env=environment)


@pytest.mark.parametrize("imported", IMPORTED)
@pytest.mark.parametrize("setting", SETTINGS)
def test_a_file_of_the_current_folder_sets_nothing_of_numba(tmp_path: Path, setting: str, imported: str) -> None:
    """It would say where compiled kernels are loaded from, and a compiled kernel from elsewhere is anybody's code."""
    (tmp_path / ".numba_config.yaml").write_text(setting)
    (tmp_path / "yaml.py").write_text("def safe_load(file): return dict([file.read().split(': ')])")
    name = setting.partition(":")[0]
    script = f"{imported}; import os, numba; print(numba.config.{name} or None); numba.config.reload_config()"
    said = numba_says(tmp_path, f"{script}; print(numba.config.{name} or None, os.getcwd())")
    assert said.stdout.split() == ["None", "None", str(tmp_path.resolve())]


@pytest.mark.parametrize("imported", IMPORTED)
def test_numba_is_silent_about_settings_that_it_cannot_read(tmp_path: Path, imported: str) -> None:
    """It would warn of a file that is none of ours, in the middle of what a command says."""
    (tmp_path / ".numba_config.yaml").write_text("disable_jit: 1")
    (tmp_path / "yaml.py").write_text("raise ImportError")
    assert numba_says(tmp_path, f"{imported}; import numba; numba.config.reload_config()").stderr == ""


def test_kernels_that_are_kept_are_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where nothing can be compiled: no process is started for nothing."""
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a process was started"))
    warm_up.warm_up()
    assert list(warm_up._compiling()) == []


@pytest.mark.long
def test_with_nothing_kept_nothing_is_compiled_in_the_process_that_waits(tmp_path: Path) -> None:
    """All kernels of a battle are read from what the other process has left."""
    told = (
        "from sim.board.warm_up import _OF_A_BATTLE, warming\n"
        "for _ in warming(): pass\n"
        "from sim.board import kernels\n"
        "stats = [getattr(kernels, name).stats for name in _OF_A_BATTLE]\n"
        "print(sum(sum(each.cache_hits.values()) for each in stats), sum(map(len, (s.cache_misses for s in stats))))"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    answer = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, env=environment)
    assert answer.stdout.split() == ["5", "0"]
