"""The data files of a system: its own beside its code, or the one that somebody gives in place of one."""

from __future__ import annotations

import os
from collections.abc import Collection
from importlib.resources import files

from sim.board.findings import Findings
from sim.board.terrain_sets.kind_tables import spoken
from sim.files import TomlDocument, did_you_mean, one_of, parse_toml, read_toml, require_version

PathLike = str | os.PathLike[str]


def own_document(system: str, name: str, path: PathLike | None = None) -> TomlDocument:
    """Read a data file of a system, or the one that stands in its place.

    >>> own_document("outlaws", "numbers.toml").file
    'outlaws/numbers.toml'
    """
    if path is None:
        text = files("sim.rules").joinpath(system, name).read_text(encoding="utf-8")
        document = parse_toml(text, f"{system}/{name}")
    else:
        document = read_toml(path)
    require_version(document)
    return document


def check_keys(
    findings: Findings, table: str, there: Collection[str], known: Collection[str], called: str = "number"
) -> None:
    """Note every key of a table that is unknown, and every one that is missing: a file must have them all."""
    for name in there:
        if name not in known:
            findings.add((table, name), f"an unknown {called}", one_of(list(known)), did_you_mean(name, known))
    for name in known:
        if name not in there:
            findings.add((table, name), "nothing", f"the {called} for {spoken(name)}")
