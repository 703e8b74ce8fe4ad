"""Save a battle again and again, and be killed in the middle of it: `python -m tests.scenario.killed_saver 1000`.

One process sets everything up and then forks, because a Python that has to be started for each kill would spend most of
its short life importing. After each kill the save must load, and be no older than the last that was finished.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sim.engine.session import Session
from sim.files import remove_strays
from sim.scenario.saves import SaveFile, load_save, previous
from tests.scenario.battles import ford, played

LONGEST = 0.03
"""Seconds until a kill, at most; a save takes a few milliseconds."""


def parts() -> list[Session[Any, Any]]:
    """Return the beginnings of one battle, ever longer."""
    whole = played()
    return [whole.branch(frame) for frame in range(0, len(whole.frames), 7)]


def saving(path: Path, saved: list[Session[Any, Any]], ends: int) -> None:
    """Save one part after the other, telling when each save begins and ends, until killed."""
    file = SaveFile(path, ford(), saved[0], 1)
    os.write(ends, b"r")
    while True:
        for part in saved:
            os.write(ends, b"b")
            file.save(part)
            os.write(ends, b"e")


def kill_once(path: Path, saved: list[Session[Any, Any]], chance: random.Random) -> tuple[int, bool]:
    """Kill a saver; return how many saves it had finished, and whether it was in the middle of another."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        saving(path, saved, writing)
    os.close(writing)
    os.read(reading, 1)
    time.sleep(chance.uniform(0, LONGEST))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told = b""
    while block := os.read(reading, 1 << 16):
        told += block
    os.close(reading)
    return told.count(b"e"), told.endswith(b"b")


def main(kills: int) -> int:
    """Kill so many times; return 1 if a save was lost, or if too few kills hit a save to mean anything."""
    chance, lost, amid = random.Random(1), 0, 0
    saved = parts()
    frames = [part.last_frame.number for part in saved]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.save.jsonl"
        SaveFile(path, ford(), saved[0], 1).save(saved[-1])
        for _ in range(kills):
            before = load_save(path).frames[-1].number
            done, in_the_middle = kill_once(path, saved, chance)
            last = frames[(done - 1) % len(frames)] if done else before
            found = load_save(path).frames[-1].number
            lost += found not in (last, frames[done % len(frames)])
            amid += in_the_middle
            if previous(path).exists():
                load_save(previous(path))
        remove_strays(path.parent)
        strays = {file.name for file in path.parent.iterdir()} - {path.name, previous(path).name}
    if strays:
        print(f"what was left: {strays}")
        return 1
    print(f"{kills} kills, {amid} of them in the middle of a save, {lost} saves lost")
    return int(lost > 0 or amid < kills // 10)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
