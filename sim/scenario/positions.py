"""Position files: one state of a battle, to be edited by hand and asked for a decision. As JSON or as text."""

from __future__ import annotations

import json
import os
from pathlib import Path

from sim.engine.game import Answered, Frame
from sim.engine.session import Checkpoint
from sim.files import JSON_LIMITS, FileLimits, parse_json, read_text, write_atomically
from sim.scenario.envelope import Contents, Opened, opened, sealed
from sim.scenario.file_kinds import is_position_text
from sim.scenario.position_text import parse_position
from sim.scenario.position_writing import position_text
from sim.scenario.records import Record

POSITION_LIMITS = FileLimits(size=8 << 20, depth=32, values=JSON_LIMITS.values, tables=JSON_LIMITS.tables)
"""A position carries its map and scenario along, each of which may have a megabyte or two."""


def load_position(path: str | os.PathLike[str]) -> Opened:
    """Read a position file, whichever of its two forms it has."""
    text = read_text(path, limit=POSITION_LIMITS.size)
    if is_position_text(text):
        return parse_position(text, os.fspath(path), Path(path).parent)
    return opened(parse_json(text, os.fspath(path), POSITION_LIMITS), "position")


def position_at(record: Record, frame: int) -> Contents:
    """Return the position of a record's last checkpoint up to a frame.

    Only at a checkpoint does the state say everything; inside an activation half of what matters is still on its way.
    """
    if not 0 <= frame < len(record.frames):
        raise LookupError(f"there is no frame {frame}; the record has frames 0 to {len(record.frames) - 1}")
    requests, number = record.header.requests, 0
    best: tuple[Checkpoint, int, int] | None = None
    for entry in record.entries:
        match entry:
            case Frame():
                number = entry.number
            case Answered():
                requests += 1
            case Checkpoint() if number <= frame:
                best = (entry, number, requests)
    assert best is not None  # the first checkpoint follows on frame 0
    checkpoint, number, requests = best
    luck = record.header.new_luck
    return Contents(dict(record.players), record.seed, checkpoint.state, requests, number, new_luck=luck)


def position_written(opened_: Opened, contents: Contents, as_text: bool) -> str:
    """Write a position in a form that a person can read and edit: as JSON, or as text; `Unwritable` if it cannot be."""
    if as_text:
        return position_text(opened_.scenario, contents)
    data = sealed("position", opened_.scenario, opened_.scribe, contents)
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def write_position(path: str | os.PathLike[str], opened_: Opened, contents: Contents, as_text: bool = False) -> None:
    """Write a position file."""
    write_atomically(path, position_written(opened_, contents, as_text).encode())
