"""Golden battles: what a battle looked like when somebody last looked at it and found it right.

`tools/regold.py` shows what has changed, and alone rewrites them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim.engine.battle import Position
from sim.engine.notes import Subject
from sim.grid import Cell
from sim.solo.explain import explained
from tests.contract.battles import FILES, battle, scenario

FOLDER = Path(__file__).parent.parent / "golden"
SEED = 1
FEW = 6
"""Counters of a battle that is told with all its reasons."""


def golden_file(file: Path) -> Path:
    """Return where the golden battle of a scenario lies."""
    return FOLDER / scenario(file).ruleset.id / f"{file.stem}.txt"


def golden_files() -> tuple[Path, ...]:
    """Return every golden battle that there should be."""
    return tuple(map(golden_file, FILES))


def told(file: Path) -> str:
    """Tell a battle: every event, and of a small one under each of them every reason."""
    return "\n".join(_told(file)) + "\n"


def is_small(file: Path) -> bool:
    """Say whether a battle is small enough for all its reasons: those of a set battle fill a book."""
    return len(scenario(file).setup.units) <= FEW


def _told(file: Path) -> Iterator[str]:
    session = battle(file, SEED)
    for frame in session.frames:
        position: Position[Any, Any] = Position(session.battle, frame.state)
        yield f"{frame.number}. {session.ruleset.event_text(position, frame.event)}"

        def name(subject: Subject, position: Position[Any, Any] = position) -> str:
            return position.name(subject) if isinstance(subject, Cell) else subject

        if is_small(file):
            yield from (f"    {line}" for line in explained(frame.why, name))
