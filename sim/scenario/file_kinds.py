"""Find out by its content what a file is: a map, a scenario, a record, a position or a rulebook."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import Literal

from sim.board.any_map import FOREIGN

Kind = Literal["map", "scenario", "record", "position", "rulebook"]

_MARK = re.compile(r'"sandtable"\s*:\s*"(record|position)"')
_TEXT = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*scenario[ \t]+[^\s=]")
"""How a position that is written as text begins, after comments; no TOML does."""
_FIRST = 4096
"""Characters in which the mark of our own JSON files stands; they begin with it, unless the keys were sorted."""


def kind_of(path: str | os.PathLike[str]) -> Kind:
    """Return what a file is, as far as its author meant it to be anything; whether it is sound, its loader says."""
    from sim.files import decoded, read_bytes
    from sim.scenario.records import SIZE_LIMIT

    path = Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        # A pipe gives what it holds once, and it is needed twice; and one that nobody writes into is waited for.
        raise OSError(errno.EINVAL, "is not a regular file", os.fspath(path))
    # What is not there is no map either; and JSON may be a map of Tiled or a position of ours.
    if path.suffix.lower() in FOREIGN and path.suffix.lower() != ".json" and path.is_file():
        return "map"
    text = decoded(read_bytes(path, SIZE_LIMIT), os.fspath(path))
    if is_position_text(text):
        return "position"
    if text.lstrip().startswith(("{", "[")) and not _opens_a_toml_table(text):
        return _json_kind(text, path)
    return _toml_kind(text, path)


def is_position_text(text: str) -> bool:
    """Say whether a text is a position in words (`position_text.py`), and not JSON or TOML.

    >>> is_position_text("# after the river\\nscenario farm_at_kamenka"), is_position_text('scenario = "x"')
    (True, False)
    """
    return _TEXT.match(text) is not None


def _opens_a_toml_table(text: str) -> bool:
    """Tell `[sides.picket]` from the JSON array, which nothing of ours is."""
    return re.match(r"\s*\[\[?[A-Za-z_]", text) is not None


def _json_kind(text: str, path: Path) -> Kind:
    mark = _MARK.search(text, 0, _FIRST) or _MARK.search(text)
    if mark is None:
        return "record" if path.suffix.lower() == ".jsonl" else "map"
    return "record" if mark[1] == "record" else "position"


def _toml_kind(text: str, path: Path) -> Kind:
    if not text.strip() and path.suffix.lower() == ".jsonl":
        return "record"
    from sim.board.mapfile import MAP_LIMITS
    from sim.files import parse_toml

    keys = parse_toml(text, os.fspath(path), MAP_LIMITS).data
    if "rule" in keys or "prefix" in keys:
        return "rulebook"
    return "scenario" if "system" in keys or "sides" in keys else "map"
