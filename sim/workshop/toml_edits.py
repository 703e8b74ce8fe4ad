"""Change what a TOML text says, and leave all of it alone that the change is not about: comments, order, empty lines.

Put     give a key or an item a value; a key that is not there yet gets its line, a table its header
Add     another item of an array, or another [[table]]
Take    a key, an item or a table away
Shift   an item of an array to another place

What comes of it is read back. Should it not say what it should, for somebody has found a way to write TOML that nobody
thought of here, the whole file is written plainly: a comment is worth less than a battle.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from sim.board.mapfile.text import key_text, list_text, quoted
from sim.files import KeyPath, written
from sim.files.toml_spans import Span, TomlStatement, statements, value_spans
from sim.workshop.edits import Impossible

_WIDE = 116
"""Letters of a line of prose."""
_WORDS = re.compile(r"\s+|\S+\s*")
"""A word with the space behind it."""

# -- what can be done, to the data -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Put:
    """Give a key or an item a value."""

    path: KeyPath
    value: Any

    def apply(self, data: Any) -> None:
        """Do it to data."""
        _parent(data, self.path)[self.path[-1]] = deepcopy(self.value)


@dataclass(frozen=True)
class Add:
    """Add an item to an array, at its end or before another."""

    path: KeyPath
    value: Any
    at: int | None = None

    def apply(self, data: Any) -> None:
        """Do it to data."""
        items = _parent(data, self.path).setdefault(self.path[-1], [])
        items.insert(len(items) if self.at is None else self.at, deepcopy(self.value))


@dataclass(frozen=True)
class Take:
    """Take a key or an item away."""

    path: KeyPath

    def apply(self, data: Any) -> None:
        """Do it to data."""
        del _parent(data, self.path)[self.path[-1]]


@dataclass(frozen=True)
class Shift:
    """Move an item of an array to another place among the others."""

    path: KeyPath
    to: int

    def apply(self, data: Any) -> None:
        """Do it to data."""
        items = _parent(data, self.path)
        items.insert(self.to, items.pop(self.path[-1]))


TomlEdit = Put | Add | Take | Shift


def value_at(data: Any, path: KeyPath) -> Any:
    """Return what data says at a path; None where it says nothing.

    >>> value_at({"a": [{"b": 3}]}, ("a", 0, "b")), value_at({}, ("a", 0))
    (3, None)
    """
    for step in path:
        match data:
            case dict() if step in data:
                data = data[step]
            case list() if isinstance(step, int) and 0 <= step < len(data):
                data = data[step]
            case _:
                return None
    return data


def _parent(data: Any, path: KeyPath) -> Any:
    for step in path[:-1]:
        data = data.setdefault(step, {}) if isinstance(data, dict) else data[step]
    return data


# -- what can be done, to the text -------------------------------------------------------------------------------


def edited(text: str, edits: Sequence[TomlEdit]) -> str:
    """Return a text after edits, one after the other; `Impossible` if there is nowhere to make one.

    >>> print(edited('# Two of us.\\n[a]\\nb = 1 # one\\n', [Put(("a", "b"), 2), Put(("a", "c"), "x")]), end="")
    # Two of us.
    [a]
    b = 2 # one
    c = "x"
    """
    if 0 < text.count("\n") == text.count("\r\n"):  # from Windows: all that is written gets the same line ends
        return edited(text.replace("\r\n", "\n"), edits).replace("\n", "\r\n")
    for edit in edits:
        wanted = tomllib.loads(text)
        try:
            edit.apply(wanted)
        except (TypeError, LookupError, AttributeError):
            raise Impossible(
                f"{written(edit.path)}: the file has something else there than a table or a list"
            ) from None
        try:
            after = _Edited(text, wanted).after(edit)
            says = tomllib.loads(after)
        except (_Unknown, ValueError):
            says = None
        text = after if says is not None and _filled(says) == _filled(wanted) else plain_text(wanted)
    return text


def plain_text(data: dict[str, Any]) -> str:
    """Return data as a TOML text without comments.

    >>> print(plain_text({"a": 1, "b": {"c": [{"d": "x"}]}}), end="")
    a = 1
    <BLANKLINE>
    [[b.c]]
    d = "x"
    """
    return "\n".join(_sections((), data))


def _filled(data: Any) -> Any:
    """Return data without empty tables and arrays, which say nothing."""
    match data:
        case dict():
            return {key: kept for key, value in data.items() if (kept := _filled(value)) not in ({}, [])}
        case list():
            return [_filled(item) for item in data]
    return data


class _Unknown(Exception):
    """Tell that a text is written in a way that is not known here."""


class _Edited:
    """A text, where everything in it stands, and what it is to say."""

    def __init__(self, text: str, wanted: Any) -> None:
        self.text, self.wanted = text, wanted
        self.statements, self.values = statements(text), value_spans(text)

    def after(self, edit: TomlEdit) -> str:
        """Return the text after an edit."""
        match edit:
            case Put(path, value):
                return self._put(path, value)
            case Add(path, value, at):
                return self._add(path, value, at)
            case Take(path):
                return self._taken(path)
            case Shift(path, to):
                return self._shifted(path, to)

    def _with(self, start: int, end: int, new: str) -> str:
        return self.text[:start] + new + self.text[end:]

    # -- put ---------------------------------------------------------------------------------------------

    def _put(self, path: KeyPath, value: Any) -> str:
        if (span := self.values.get(path)) is not None:
            return self._with(*span, _value(value, inline=len(path) and self._is_nested(path)))
        if self._below(path):  # tables with headers, to be replaced
            return _Edited(self._taken(path), self.wanted)._put(path, value)
        if (around := self._inline_around(path)) is not None:
            return self._written_anew(around)
        if isinstance(value, dict) or _is_tables(value):
            return self._with_section(path, value)
        line = f"{key_text(str(path[-1]))} = {_value(value)}\n"
        if (dotted := self._dotted(path[:-1])) is not None:
            own = path[len(dotted.header) : -1]
            lead = "".join(f"{key_text(str(step))}." for step in own)
            return self._line_after(self._line_end(dotted.span), lead + line)
        place = self._end_of_table(path[:-1])
        if place is None:
            return self._with_section(path[:-1], {str(path[-1]): value})
        return self._line_after(place, line)

    def _is_nested(self, path: KeyPath) -> bool:
        return all(found.path != path for found in self.statements)

    def _line_after(self, place: int, line: str) -> str:
        before = "" if place == 0 or self.text[place - 1] == "\n" else "\n"
        after = "\n" if place == 0 and self.text[:1] == "[" else ""
        return self._with(place, place, before + line + after)

    def _inline_around(self, path: KeyPath) -> KeyPath | None:
        """Return the innermost array or table in one line that a path leads into."""
        return next((path[:n] for n in range(len(path) - 1, 0, -1) if path[:n] in self.values), None)

    def _written_anew(self, path: KeyPath) -> str:
        value = value_at(self.wanted, path)
        return self._with(*self.values[path], _value(value, inline=self._is_nested(path)))

    def _dotted(self, path: KeyPath) -> TomlStatement | None:
        """Return the last key that makes a table by its dots: such a table can have no header."""
        found = [
            each
            for each in self.statements
            if not each.is_header and len(each.header) < len(path) < len(each.path) and each.path[: len(path)] == path
        ]
        return found[-1] if found else None

    def _end_of_table(self, path: KeyPath) -> int | None:
        """Return where another key of a table stands: behind its last; None where the table has no header."""
        own = [each for each in self.statements if each.header == path and (not each.is_header or each.path == path)]
        return self._line_end(own[-1].span) if own else None if path else 0

    # -- headers -----------------------------------------------------------------------------------------

    def _with_section(self, path: KeyPath, value: Any) -> str:
        """Return the text with another table: behind the last that belongs with it."""
        near = path
        while near and not self._below(near):
            near = near[:-1]
        own = self._below(near) if near else []
        if not own:
            return self._with_paragraph(len(self.text), "\n".join(_sections(path, value)))
        last = own[-1]
        while last + 1 < len(self.statements) and not self.statements[last + 1].is_header:
            last += 1  # a header among the keys of another table would take those behind it for its own
        return self._with_paragraph(self._line_end(self.statements[last].span), "\n".join(_sections(path, value)))

    def _with_paragraph(self, place: int, new: str) -> str:
        before, after = self.text[:place], self.text[place:]
        lead = "" if not before.strip() else "\n" if before.endswith("\n") else "\n\n"
        lead = "" if before.endswith("\n\n") and lead == "\n" else lead
        gap = "" if not after.strip() or after.startswith("\n") else "\n"
        return before + lead + new + gap + after

    def _below(self, path: KeyPath) -> list[int]:
        """Return the numbers of the statements of a table and all within it."""
        return [n for n, each in enumerate(self.statements) if each.path[: len(path)] == path]

    def _line_start(self, span: Span) -> int:
        return self.text.rfind("\n", 0, span.start) + 1

    def _line_end(self, span: Span) -> int:
        end = self.text.find("\n", span.end)
        return len(self.text) if end < 0 else end + 1

    # -- items -------------------------------------------------------------------------------------------

    def _add(self, path: KeyPath, value: Any, at: int | None) -> str:
        items = [each for each in self.values if each[:-1] == path and isinstance(each[-1], int)]
        if path in self.values:
            if not items or at is not None:
                return self._written_anew(path)
            end = self.values[items[-1]].end
            return self._with(end, end, f", {_value(value, inline=True)}")
        if (around := self._inline_around(path)) is not None:
            return self._written_anew(around)
        if not isinstance(value, dict):
            return self._put(path, [value])
        if at is not None and self._below((*path, at)):
            start = self._block_start((*path, at))
            return self._with(start, start, "\n".join(_sections(path, [value])) + "\n")
        return self._with_section(path, [value])

    def _taken(self, path: KeyPath) -> str:
        span = self.values.get(path)
        if span is not None and self._is_nested(path):
            if not isinstance(path[-1], int):
                return self._written_anew(path[:-1] if path[:-1] in self.values else self._known_around(path))
            following, before = self.values.get((*path[:-1], path[-1] + 1)), (*path[:-1], path[-1] - 1)
            if following is not None:
                return self._with(span.start, following.start, "")
            if before in self.values:
                return self._with(self.values[before].end, span.end, "")
            return self._written_anew(path[:-1])
        text = self.text
        for run in reversed([*_runs(self._below(path))]):
            start = self._line_start(self.statements[run[0]].span)
            end = self._line_end(self.statements[run[-1]].span)
            has_air = start == 0 or text[:start].endswith("\n\n")
            while has_air and self.statements[run[0]].is_header and text[end : end + 1] == "\n":
                end += 1
            text = text[:start] + text[end:]
        return text

    def _known_around(self, path: KeyPath) -> KeyPath:
        around = self._inline_around(path)
        if around is None:
            raise _Unknown
        return around

    def _shifted(self, path: KeyPath, to: int) -> str:
        around, n = path[:-1], path[-1]
        assert isinstance(n, int)
        if around in self.values:
            return self._written_anew(around)
        count = 1 + max(
            int(each.path[len(around)])
            for each in self.statements
            if each.path[: len(around)] == around and len(each.path) > len(around)
        )
        starts = [self._block_start((*around, k)) for k in range(count)]
        ends = [*starts[1:], self._line_end(self.statements[self._below((*around, count - 1))[-1]].span)]
        blocks = [self.text[start:end].rstrip("\n") + "\n" for start, end in zip(starts, ends, strict=True)]
        blocks.insert(to, blocks.pop(n))
        return self._with(starts[0], ends[-1], "\n".join(blocks))

    def _block_start(self, path: KeyPath) -> int:
        """Return where a table begins, with the comment that stands right above it."""
        header = next((each for each in self.statements if each.is_header and each.path == path), None)
        if header is None:
            raise _Unknown
        start = self._line_start(header.span)
        while start and self.text[self.text.rfind("\n", 0, start - 1) + 1 : start].lstrip().startswith("#"):
            start = self.text.rfind("\n", 0, start - 1) + 1
        return start


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield numbers in runs of those that follow each other."""
    run: list[int] = []
    for n in numbers:
        if run and n != run[-1] + 1:
            yield run
            run = []
        run.append(n)
    if run:
        yield run


# -- writing -----------------------------------------------------------------------------------------------------


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _value(value: Any, *, inline: object = False) -> str:
    """Write a value; within another one no text goes over several lines."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value) if inline else _prose(value)
        case int() | float():
            return json.dumps(value)
        case list() | tuple():
            items = [_value(item, inline=True) for item in value]
            return f"[{', '.join(items)}]" if inline else list_text(items)
        case dict():
            pairs = [f"{key_text(key)} = {_value(each, inline=True)}" for key, each in value.items()]
            return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    return str(value)  # a date or a time


def _prose(value: str) -> str:
    """Write a text, over several lines if it is long: a line that ends in a backslash goes on with the next one."""
    if "\n" not in value and len(value) <= _WIDE:
        return quoted(value)
    return '"""\n' + "\n".join("\\\n".join(_wrapped(quoted(line)[1:-1])) for line in value.split("\n")) + '"""'


def _wrapped(line: str) -> Iterator[str]:
    """Yield a line in pieces of some words; what stands between words stays at their ends.

    >>> [*_wrapped("word " * 23 + "word  end")][1]
    'word  end'
    """
    here = ""
    for word in _WORDS.findall(line):
        if here and not word[0].isspace() and len(here) + len(word) > _WIDE:
            yield here
            here = ""
        here += word
    yield here


def _sections(path: KeyPath, value: Any) -> Iterator[str]:
    """Yield a table, or several of an array, with those below them: each a paragraph with its header."""
    name = ".".join(key_text(str(step)) for step in path if isinstance(step, str))
    for table in value if isinstance(value, list) else [value]:
        below = {key: each for key, each in table.items() if isinstance(each, dict) or _is_tables(each)}
        own = [f"{key_text(key)} = {_value(each)}\n" for key, each in table.items() if key not in below]
        header = "" if not path else f"[[{name}]]\n" if isinstance(value, list) else f"[{name}]\n"
        if own or not below or isinstance(value, list):
            yield header + "".join(own)
        for key, each in below.items():
            yield from _sections((*path, key), each)
