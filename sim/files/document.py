"""What a file said, with the means to point back into it, and how much it may say."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sim.files.mistakes import KEPT, FileLocation, FileMistakes, KeyPath, Mistake, UnsupportedVersion, shown, written


@dataclass(frozen=True)
class Document:
    """The data of one file, under the name by which mistakes call it.

    >>> print(Document("x.tmj", {"layers": []}).at(("layers", 0)).mistake("nothing", "a layer"))
    x.tmj: layers[0]: found nothing, expected a layer
    """

    file: str
    data: Any = field(repr=False)

    def line_of(self, path: KeyPath) -> int | None:
        """Give the line where the value at `path` stands, or None if this kind of file keeps no lines."""
        return None

    def first_text_line(self, path: KeyPath) -> int | None:
        """Give the line where the text at `path` begins, which need not be that of its key."""
        return self.line_of(path)

    def line_of_row(self, path: KeyPath, row: int) -> int | None:
        """Give the line of one row, counted from 0, of the text at `path`."""
        return self.first_text_line(path)

    def at(self, path: KeyPath, row: int | None = None) -> FileLocation:
        """Point at the value at `path`, or at one row, counted from 0, of the text there."""
        if row is None:
            return FileLocation(self.file, self.line_of(path), written(path), path)
        return FileLocation(self.file, self.line_of_row(path, row), f"{written(path)}, row {row + 1}", path)


class Doubled(str):
    """The key that a table had twice; it stands in the data in place of that table."""

    __slots__ = ()


@dataclass(frozen=True)
class FileLimits:
    """How large a file from a stranger may be in every direction in which it can grow.

    A file can be small in bytes and still exhaust time or memory: by nesting, by very many tiny tables, by one very
    long number. Each field here stops one such way; the figures come from measuring the worst file that passes, which
    must load within two seconds and 256 MiB.

    - `size`: bytes of the file, and characters of its text.
    - `depth`: tables and arrays within each other at any one value.
    - `values`: keys, parts of dotted keys and items of arrays together.
    - `tables`: tables alone. They are counted apart because each can miss a dozen keys, and each of those
      is a mistake to be remembered.
    """

    size: int
    depth: int
    values: int
    tables: int


TOML_LIMITS = FileLimits(size=1 << 20, depth=16, values=60_000, tables=20_000)
"""For files that people write. The parser is plain Python: four times as much takes over two seconds."""

JSON_LIMITS = FileLimits(size=4 << 20, depth=32, values=250_000, tables=20_000)
"""For files that programs write. A map of 150 by 150 cells in ten layers fits."""


def refuse_unfit(document: Document, limits: FileLimits) -> None:
    """Refuse what the format allows and no file of ours may hold.

    Numbers beyond 64 bits would overflow arrays later on, and infinities and NaN break every comparison.
    Half a surrogate pair could never be written to a file again.
    """
    unfit = list(_unfit((), document.data))
    if unfit:
        mistakes = [_mistake_of(document, path, value) for path, value in unfit[:KEPT]]
        raise FileMistakes(mistakes, unlisted=len(unfit) - len(mistakes))
    tables = _tables_in(document.data)
    if tables > limits.tables:
        raise FileMistakes([FileLocation(document.file).mistake(f"{tables} tables", f"at most {limits.tables}")])


def _unfit(path: KeyPath, value: object) -> Iterator[tuple[KeyPath, object]]:
    """Go through the data and give what `refuse_unfit` refuses. The depth is bounded, hence the recursion."""
    match value:
        case dict():
            for key, item in value.items():
                if not _is_fit(key):
                    yield path, key
                yield from _unfit((*path, key), item)
        case list():
            for index, item in enumerate(value):
                # Numbers and texts are looked at here: a step of recursion for each would double the time.
                if isinstance(item, dict | list):
                    yield from _unfit((*path, index), item)
                elif not _is_fit(item):
                    yield (*path, index), item
        case _ if not _is_fit(value):
            yield path, value


def _is_fit(value: object) -> bool:
    match value:
        case int():
            return -(1 << 63) <= value < 1 << 63
        case float():
            return math.isfinite(value)
        case Doubled():
            return False
        case str():
            return value.isascii() or not any("\ud800" <= mark <= "\udfff" for mark in value)
        case _:
            return True


def _mistake_of(document: Document, path: KeyPath, value: object) -> Mistake:
    spot = document.at(path)
    match value:
        case Doubled():
            return document.at((*path, str(value))).mistake("the same key twice", "it once")
        case int():
            return spot.mistake(shown(value), "a number of at most 64 bits")
        case float():
            return spot.mistake(shown(value), "a finite number")
        case _:
            return spot.mistake(shown(value), "a text without half surrogate pairs")


def _tables_in(data: object) -> int:
    count, waiting = 0, [data]
    while waiting:
        match waiting.pop():
            case dict() as table:
                count += 1
                waiting += [item for item in table.values() if isinstance(item, dict | list)]
            case list() as array:
                waiting += [item for item in array if isinstance(item, dict | list)]
    return count


def require_version(document: Document, key: str = "format", supported: tuple[int, ...] = (1,)) -> int:
    """Check that the file is of a format version that can be read, and give that version.

    To be asked before anything else: a newer file would otherwise be blamed for every key that is new.

    >>> require_version(Document("x.toml", {"format": 7}))
    Traceback (most recent call last):
    sim.files.mistakes.UnsupportedVersion: x.toml: format: found 7, expected 1; written by a newer Sandtable?
    """
    if not isinstance(document.data, dict):
        raise FileMistakes([FileLocation(document.file).mistake(shown(document.data), "a table")])
    version = document.data.get(key)
    if type(version) is int and version in supported:
        return version
    # Only now: to find the line, the whole text is walked.
    spot, expected = document.at((key,)), " or ".join(map(str, supported))
    if type(version) is not int:
        found = shown(version) if key in document.data else "nothing"
        raise FileMistakes([spot.mistake(found, f"the format version, {expected}")])
    hint = "written by a newer Sandtable?" if version > max(supported) else ""
    raise UnsupportedVersion([spot.mistake(shown(version), expected, hint)])
