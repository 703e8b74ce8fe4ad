"""The data files of a system: its own beside its code, or the one that somebody gives in place of one."""

from __future__ import annotations

import os
from importlib.resources import files

from sim.files import TomlDocument, parse_toml, read_toml, require_version

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
