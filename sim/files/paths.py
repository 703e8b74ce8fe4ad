"""Keep a file named inside another file within its folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from sim.files.mistakes import FileLocation, FileMistakes, shown

_RESERVED = r"(?i:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³])[ ]*(\..*)?"
_FORBIDDEN = frozenset('<>:"|?*\\')
_LONGEST_PART = 200
_LONGEST_NAME = 1000


def path_within(folder: str | os.PathLike[str], name: str, where: Callable[[], FileLocation] | None = None) -> Path:
    r"""Resolve `name`, as a shared file gives it, to a path inside `folder`.

    What any system would read as a way out is refused on every system, so that a scenario that loads here
    loads everywhere: absolute names, drive letters, `..`, backslashes, names Windows keeps for devices. Links
    are followed first and may not lead out either. The file need not exist. `where` finds the place at which the
    name was written, for a mistake to point at.

    >>> path_within("maps", "../secrets.toml", lambda: FileLocation("s.toml", 3, "map"))
    Traceback (most recent call last):
    sim.files.mistakes.FileMistakes: s.toml:3: map: found "../secrets.toml", expected a file name without ".."
    """

    def refused(found: str, wanted: str) -> FileMistakes:
        spot = FileLocation(os.fspath(folder)) if where is None else where()
        return FileMistakes([spot.mistake(found, wanted)])

    wanted = next((fault for part in name.split("/") if (fault := _fault_of(part))), "")
    if len(name) > _LONGEST_NAME:
        wanted = f"a file name of at most {_LONGEST_NAME} characters"
    if name.startswith("/") or re.match("[A-Za-z]:", name):
        wanted = "a file name relative to its folder"
    if wanted:
        raise refused(shown(name), wanted)
    try:
        home = Path(folder).resolve()
        path = (home / name).resolve()
    except (OSError, RuntimeError):
        # Links in a ring: a RuntimeError up to Python 3.12, an OSError after.
        raise refused(shown(name), "a file name that leads to a file") from None
    if not path.is_relative_to(home):
        raise refused(f"{shown(name)}, a link out of the folder", "a file inside it")
    return path


def _fault_of(part: str) -> str:
    """Say what one part of a name should have been, or nothing if it is well."""
    if part in ("", "."):
        return 'a file name without empty parts or "."'
    if part == "..":
        return 'a file name without ".."'
    if not part.isprintable():
        return "a file name of visible characters"
    if bad := sorted(_FORBIDDEN.intersection(part)):
        return f"a file name without {' '.join(bad)}, parts joined by /"
    if part[-1] in ". ":
        # Windows drops both, so that two names would mean one file.
        return "a file name whose parts do not end in a full stop or space"
    if re.fullmatch(_RESERVED, part):
        return "a file name that Windows does not keep for a device"
    if len(part.encode()) > _LONGEST_PART:
        return f"a file name of at most {_LONGEST_PART} bytes"
    return ""
