"""Find the lines on which the values of a TOML text stand.

The parser of the standard library keeps no positions, and a mistake without a line is of little use in a
map of a thousand lines. So the text is walked a second time, but only once a mistake is to be told. The
walk knows that the text is valid TOML and looks at no more of it than it takes to find the next value.
"""

from __future__ import annotations

import re
from contextlib import suppress

from sim.files.mistakes import KeyPath
from sim.files.toml_text import BASIC, LITERAL, MULTILINE, STRING

_GAP = re.compile(r"(?:[ \t\r\n]++|\#[^\n]*+)*+")
_KEY_PART = re.compile(rf"[ \t]*+(?:([A-Za-z0-9_-]++)|({BASIC}|{LITERAL}))[ \t]*+(\.?)")
_STRING = re.compile(STRING, re.DOTALL)
_MULTILINE = re.compile(MULTILINE, re.DOTALL)
_TEXT_START = re.compile(r'(?:"""|\'\'\')(?:\r?\n)?')
_CONTINUED = re.compile(r"\\[ \t]*\r?\n[ \t\r\n]*+")
_ESCAPE = re.compile(r"\\(?:[xuU]((?<=x)[0-9A-Fa-f]{2}|(?<=u)[0-9A-Fa-f]{4}|(?<=U)[0-9A-Fa-f]{8})|(.))")
_LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
_SCALAR = re.compile(r"[^,\]}#\n]++")


class ValuePlace:
    """Where a value stands: its line, the places within it, and for a text the line of its first row.

    A number or a one-line text within it is kept as its bare line: a large array would otherwise cost many
    times its own size.
    """

    __slots__ = ("items", "line", "text_line")

    def __init__(self, line: int | None, items: dict[str, ValuePlace | int] | list[ValuePlace | int]) -> None:
        self.line = line
        self.items = items
        self.text_line: int | None = None

    def part(self, step: str | int) -> ValuePlace | int | None:
        """Give the place of one key or item."""
        if isinstance(self.items, dict):
            return self.items.get(step) if isinstance(step, str) else None
        return self.items[step] if isinstance(step, int) and 0 <= step < len(self.items) else None

    def nearest(self, path: KeyPath) -> ValuePlace | int:
        """Follow `path` as far as it is known."""
        here = self
        for step in path:
            part = here.part(step)
            if part is None:
                return here
            if isinstance(part, int):
                return part
            here = part
        return here


def places(text: str) -> ValuePlace:
    """Find where everything in a valid TOML text stands.

    >>> found = places('name = "x"\\n[[edge]]\\n[[edge]]\\nkind = "wall"\\n')
    >>> found.nearest(("edge", 1)).line, found.nearest(("edge", 1, "kind"))
    (3, 4)
    """
    walk = TomlWalk(text)
    # A later version of TOML may allow what this walk does not know. The lines found so far are right.
    with suppress(Lost):
        walk.document()
    return walk.top


class Lost(Exception):
    """The text went on in a way that the walk does not know."""


class TomlWalk:
    """A position that moves through the text and leaves places behind."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.top = ValuePlace(None, {})
        self._at = 0
        self._line = 1
        self._counted = 0

    def document(self) -> None:
        """TomlWalk through all statements."""
        table = self.top
        while not self._gap_to_end():
            line = self._line_here()
            if self.text.startswith("[[", self._at):
                table = self._header(2, line)
            elif self.text.startswith("[", self._at):
                table = self._header(1, line)
            else:
                self._pair(table, line)

    def _header(self, brackets: int, line: int) -> ValuePlace:
        self._at += brackets
        *way, last = self._key()
        self._take("]" * brackets)
        owner = _descend(self.top, way, line)
        if brackets == 1:
            table = _descend(owner, [last], line)
            table.line = line
            return table
        tables = _entries(owner).setdefault(last, ValuePlace(line, []))
        table = ValuePlace(line, {})
        if isinstance(tables, int) or isinstance(tables.items, dict):
            raise Lost
        tables.items.append(table)
        return table

    def _pair(self, table: ValuePlace, line: int) -> None:
        *way, last = self._key()
        self._take("=")
        self._gap_to_end()
        _entries(_descend(table, way, line))[last] = self._value(line)

    def _key(self) -> list[str]:
        """TomlWalk over a key and give its parts."""
        parts: list[str] = []
        dot = "."
        while dot:
            found = _KEY_PART.match(self.text, self._at)
            if found is None:
                raise Lost
            bare, quoted, dot = found.groups()
            parts.append(bare or _unquoted(quoted))
            self._at = found.end()
        return parts

    def _value(self, line: int) -> ValuePlace | int:
        mark = self.text[self._at : self._at + 1]
        if mark == "[":
            return self._array(line)
        if mark == "{":
            return self._inline_table(line)
        found = (_STRING if mark in ('"', "'") else _SCALAR).match(self.text, self._at)
        if found is None:
            raise Lost
        start, self._at = self._at, found.end()
        if not _MULTILINE.match(self.text, start):
            return line
        place = ValuePlace(line, {})
        place.text_line = line + self.text.count("\n", start, _text_start(self.text, start))
        return place

    def _array(self, line: int) -> ValuePlace:
        items: list[ValuePlace | int] = []
        self._at += 1
        while not self._closes("]"):
            items.append(self._value(self._line_here()))
        return ValuePlace(line, items)

    def _inline_table(self, line: int) -> ValuePlace:
        table = ValuePlace(line, {})
        self._at += 1
        while not self._closes("}"):
            self._pair(table, self._line_here())
        return table

    def _closes(self, bracket: str) -> bool:
        """Go to the next item, over the comma, or to behind the closing bracket."""
        if self._gap_to_end():
            raise Lost
        if self.text[self._at] == ",":
            self._at += 1
            return self._closes(bracket)
        closes = self.text[self._at] == bracket
        self._at += closes
        return closes

    def _take(self, mark: str) -> None:
        if not self.text.startswith(mark, self._at):
            raise Lost
        self._at += len(mark)

    def _gap_to_end(self) -> bool:
        """Go over spaces, line ends and comments; say whether the text ends there."""
        gap = _GAP.match(self.text, self._at)
        self._at = gap.end() if gap else self._at
        return self._at >= len(self.text)

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line


def _entries(table: ValuePlace) -> dict[str, ValuePlace | int]:
    if isinstance(table.items, list):
        raise Lost
    return table.items


def _descend(table: ValuePlace, way: list[str], line: int) -> ValuePlace:
    """Go down the keys of `way`, making tables on `line` where there are none; of an array take the last."""
    for step in way:
        part = _entries(table).setdefault(step, ValuePlace(line, {}))
        if isinstance(part, ValuePlace) and isinstance(part.items, list):
            part = part.items[-1]
        if isinstance(part, int):
            raise Lost
        table = part
    return table


def _text_start(text: str, start: int) -> int:
    """Find where a multi-line string really begins: a line end right after the quotes is not part of it."""
    opened = _TEXT_START.match(text, start)
    begin = opened.end() if opened else start
    continued = _CONTINUED.match(text, begin) if text[start] == '"' else None
    return continued.end() if continued else begin


def _unquoted(key: str) -> str:
    return key[1:-1] if key[0] == "'" else _ESCAPE.sub(_unescaped, key[1:-1])


def _unescaped(escape: re.Match[str]) -> str:
    code, letter = escape.groups()
    return chr(int(code, 16)) if code else _LETTERS.get(letter, letter)
