"""Read JSON that a stranger may have written: Tiled maps, saves."""

from __future__ import annotations

import os
import re
from typing import Any

from sim.files.document import JSON_LIMITS, Document, Doubled, FileLimits, refuse_unfit
from sim.files.mistakes import FileLocation, FileMistakes
from sim.files.reading import read_text

_STRING = r'"(?:[^"\\]++|(?s:\\.))*+"'
_BRACKET = r"[\[\]{}]"
_WIDE = 1 << 64
_KEYS_A_TABLE = 12
"""How many keys a table may have on average. What programs write has fewer, and a key takes far longer than an item."""
_MOST_UNFIT = 50_000
"""How many values that may be unfit are looked at one by one: finding where each stands takes its time. Whole surrogate
pairs are fit and count here as well, but no program writes so many."""


class JsonDocument(Document):
    """A JSON file. Programs write these, so mistakes give the path of a value and not its line."""


def read_json(path: str | os.PathLike[str], limits: FileLimits = JSON_LIMITS) -> JsonDocument:
    """Read and parse a JSON file."""
    return parse_json(read_text(path, limit=limits.size), os.fspath(path), limits)


def parse_json(text: str, file: str, limits: FileLimits = JSON_LIMITS) -> JsonDocument:
    """Parse JSON, strictly: no key twice, no NaN, no endless numbers.

    >>> parse_json('{"width": 3}', "x.tmj").data
    {'width': 3}
    >>> parse_json('{"a": {"b": 1, "b": 2}}', "x.tmj")
    Traceback (most recent call last):
    sim.files.mistakes.FileMistakes: x.tmj: a.b: found the same key twice, expected it once
    """
    # Imported here because most commands read no JSON.
    import json

    fault = _overgrowth(text, limits)
    if fault:
        raise FileMistakes([FileLocation(file).mistake(*fault)])
    try:
        data = json.loads(text, object_pairs_hook=_table, parse_int=_integer)
    except json.JSONDecodeError as error:
        spot = FileLocation(file, error.lineno, f"column {error.colno}")
        raise FileMistakes([spot.mistake("", f"not valid JSON: {error.msg}")]) from None
    except RecursionError:
        raise FileMistakes([FileLocation(file).mistake("values nested too deeply", "fewer levels")]) from None
    document = JsonDocument(file, data)
    refuse_unfit(document, limits)
    return document


def _overgrowth(text: str, limits: FileLimits) -> tuple[str, str] | None:
    """Say what was found and expected if the parser would be overwhelmed. Counting costs next to nothing.

    Tables are counted here as well as in the data: to build too many of them takes longer than to refuse them.
    """
    if len(text) > limits.size:
        return f"{len(text)} characters", f"at most {limits.size}"
    bare = re.sub(_STRING, "", text)
    values = sum(map(bare.count, ",[{"))
    if values > limits.values:
        return f"more than {limits.values} values", "fewer"
    counted = {
        "tables": (bare.count("{"), limits.tables),
        "keys": (bare.count(":"), _KEYS_A_TABLE * limits.tables),
        "numbers such as NaN and Infinity": (bare.count("NaN") + bare.count("Infinity"), _MOST_UNFIT),
        "halves of surrogate pairs": (text.count("\\ud") + text.count("\\uD"), _MOST_UNFIT),
    }
    for sort, (count, most) in counted.items():
        if count > most:
            return f"{count} {sort}", f"at most {most}"
    return _overdepth(bare, limits)


def _overdepth(bare: str, limits: FileLimits) -> tuple[str, str] | None:
    """Say so if a text, without its strings, nests too deeply for the parser."""
    depth = 0
    for bracket in re.finditer(_BRACKET, bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth < 0:
            return None  # One closed that was never opened: the parser will say where.
        if depth > limits.depth:
            return f"more than {limits.depth} levels of nesting", "fewer"
    return None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Doubled:
    """Make a table of its keys and values, or note the key that came twice.

    The parser does not say where it is. A note left in the data is found afterwards with its path.
    """
    table = dict(pairs)
    if len(table) == len(pairs):
        return table
    seen: set[str] = set()
    return Doubled(next(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]


def _integer(digits: str) -> int:
    """Read a whole number, or stand in one that is refused later: reading a million digits takes minutes."""
    return int(digits) if len(digits) <= 20 else _WIDE
