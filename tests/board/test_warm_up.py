"""Kernels are loaded in steps, and never compiled by whoever has a window to look after."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.board import warm_up


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
    assert [each.command for each in started] == [[sys.executable, "-m", "sim.board.warm_up"]]


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
