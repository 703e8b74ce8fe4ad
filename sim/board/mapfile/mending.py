"""Make a sound map file of one with mistakes in its form, so that the rest of it can be looked at as well.

Pydantic gives a whole file or none. But a unit that is misspelt says nothing of the edges, and somebody who mends a map
wants to hear of both. So what is spoilt is told, taken out or replaced by a stand-in, and remembered as spoilt: of
that place nothing more is said, and readers ask `Findings.spoils` where one value leans on another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from sim.board.findings import Findings
from sim.board.mapfile.model import MapFile, OwnCellKind
from sim.files import FileMistakes, KeyPath, TomlDocument
from sim.files.kinds import ErrorPlace, keys_of
from sim.files.mistakes import KEPT
from sim.files.strict import spoilt_places, validated

_ROUNDS = 4
"""How often a file is mended: a table whose kind is not known shows its other mistakes only once the kind is."""
_HEAD = ("format", "title", "notes", "terrain_set", "rows", "size", "fill", "heights", "height_base")
"""The keys that no table has."""
_OWN_KINDS = ("terrain", "feature_kinds", "edge_kinds")
_NAMES = ("places", "areas")
_LIKE_CELLS = re.compile(r"\s*[A-Za-z]{1,3}[0-9]+\s*(:.*)?")


def sound_part(document: TomlDocument) -> tuple[MapFile, Findings]:
    """Check a document against the model; return what can be worked with, and the mistakes in the rest.

    Where no file can be made of it, because the terrain set is not known, all mistakes are raised.
    """
    findings = Findings(document)
    tried = _put_in_place(document, findings)
    for _ in range(_ROUNDS):
        try:
            return validated(MapFile, tried), findings
        except FileMistakes as mistakes:
            findings.take(mistakes)
            if mistakes.unlisted or len(mistakes.mistakes) >= KEPT:
                break
        mended = _mended(tried, spoilt_places(MapFile, tried), findings)
        if mended is None:
            break
        tried = mended
    findings.settle()
    raise AssertionError("a mistake has been noted")


# -- keys below the wrong header -----------------------------------------------------------------------------


def _put_in_place(document: TomlDocument, findings: Findings) -> TomlDocument:
    """Tell of keys of the head below a table, and read them as if they stood above it.

    TOML counts them to that table, which would be hard to guess from an unknown key in it.
    """
    misplaced = list(_misplaced(document.data))
    if not misplaced:
        return document
    data = deepcopy(document.data)
    for path in misplaced:
        section, key = path[0], str(path[-1])
        header = f"[[{section}]]" if len(path) == 3 else f"[{section}]"
        findings.add(path, f"{key} below {header}", f"{key} with the plain keys", "move it above the first [table]")
        value = _owner(data, path).pop(key)
        data.setdefault(key, value)
        if section == "shape":
            findings.spoilt.add(path)  # What is left of the shape may be nothing.
    return replace(document, data=data)


def _misplaced(data: dict[str, Any]) -> Iterator[KeyPath]:
    for section, value in data.items():
        tables = enumerate(value) if isinstance(value, list) else [(None, value)]
        for n, table in tables:
            if isinstance(table, dict):
                place: KeyPath = (section,) if n is None else (section, n)
                yield from ((*place, key) for key in _HEAD if key in table and _is_misplaced(data, section, key, table))


def _is_misplaced(data: dict[str, Any], section: str, key: str, table: dict[str, Any]) -> bool:
    """Say whether a key belongs to the head. A place may well be called "rows", but then it names a cell."""
    if section in _NAMES:
        said = table[key]
        return key not in data and not isinstance(said, list) and not _LIKE_CELLS.fullmatch(str(said))
    return True


# -- spoilt values -------------------------------------------------------------------------------------------


def _mended(document: TomlDocument, places: list[ErrorPlace], findings: Findings) -> TomlDocument | None:
    """Return the document without its spoilt values; None if one of them cannot be done without."""
    data = deepcopy(document.data)
    for place in places:
        findings.spoilt.add(place.path)
        if not _mend(data, place):
            return None
    return replace(document, data=data)


def _mend(data: dict[str, Any], place: ErrorPlace) -> bool:
    """Take one spoilt value out, or put in what can do no harm; say whether that was possible.

    An item of a list gets a stand-in, for without it the others would be told of under wrong numbers.
    """
    match place.path:
        case () | ("format" | "terrain_set", *_):
            return False
        case ("title", *_):
            data["title"] = "?"
        case ("grid",) | ("grid", "kind", *_):
            data["grid"] = {"kind": "square"}
        case ("size", *_):
            data.pop("size", None)
        case ("shape", int(n), *rest):
            if rest and isinstance(data["shape"][n], dict):
                data["shape"][n].pop(rest[0], None)
            else:
                data["shape"][n] = {}
        case (str(section), str(key)) if section in _OWN_KINDS and not place.is_key:
            data[section][key] = {}
        case ("ways", kind, int(n)):
            data["ways"][kind][n] = []
        case (*_, int(n)) as path:
            _owner(data, path)[n] = "?"
        case path:
            _owner(data, path).pop(path[-1], None)
    return True


def _owner(data: Any, path: KeyPath) -> Any:
    """Return the table or list that holds what is at `path`; an empty one if it is gone already."""
    for step in path[:-1]:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return {}
    return data if isinstance(data, dict | list) else {}


def has_doubtful_letters(findings: Findings) -> bool:
    """Say whether letters of the rows may have lost their meaning with what is spoilt."""
    sound = keys_of(OwnCellKind).keys() - {"letter"}
    return any(
        path[0] == "legend" or (path[0] == "terrain" and (len(path) < 3 or path[2] not in sound))
        for path in findings.spoilt
    )
