"""Find where the statements of a TOML text stand, to the letter, so that one can be changed and the others stay."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from sim.files.mistakes import KeyPath
from sim.files.toml_lines import TomlWalk, ValuePlace


class Span(NamedTuple):
    """A part of a text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return what stands there."""
        return text[self.start : self.end]


@dataclass
class TomlStatement:
    """A header, or a key with its value."""

    path: KeyPath
    """Of the table or the value, tables of an array by their number."""
    header: KeyPath
    """The table below whose header it stands; empty for the head of the file."""
    span: Span
    """From its first mark to its last, without comments."""
    value: Span | None = None
    """None of a header."""
    items: list[Span] = field(default_factory=list)
    """The items of a value that is an array."""

    @property
    def is_header(self) -> bool:
        return self.value is None


def statements(text: str) -> list[TomlStatement]:
    """Find the statements of a valid TOML text, in their order.

    >>> text = 'a = 1 # one\\n[b]\\nc = ["x", "y"]\\n[[d]]\\n'
    >>> [(found.path, found.span.of(text)) for found in statements(text)]
    [(('a',), 'a = 1'), (('b',), '[b]'), (('b', 'c'), 'c = ["x", "y"]'), (('d', 0), '[[d]]')]
    >>> [item.of(text) for item in statements(text)[2].items]
    ['"x"', '"y"']
    """
    walk = _SpanWalk(text)
    walk.document()
    return walk.found


def value_spans(text: str) -> dict[KeyPath, Span]:
    """Find where every value of a valid TOML text stands, those within arrays and inline tables as well.

    >>> text = 'a = [1, {b = "x"}]'
    >>> {path: span.of(text) for path, span in value_spans(text).items()}
    {('a', 0): '1', ('a', 1, 'b'): '"x"', ('a', 1): '{b = "x"}', ('a',): '[1, {b = "x"}]'}
    """
    walk = _SpanWalk(text)
    walk.document()
    return walk.values


class _SpanWalk(TomlWalk):
    """A walk that notes statements; what stands within inline tables belongs to the statement around it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.found: list[TomlStatement] = []
        self._header_path: KeyPath = ()
        self._depth = 0
        self._key_read: list[str] = []
        self._items: list[Span] = []
        self.values: dict[KeyPath, Span] = {}
        self._within: list[str | int] = []
        """The way to the value that is being walked, from its header."""
        self._named: list[str] = []
        """The key before the value that comes next; none before an item of an array."""
        self._counts: list[int] = []
        """How many items the arrays around it have had so far."""

    def _header(self, brackets: int, line: int) -> ValuePlace:
        start = self._at
        table = super()._header(brackets, line)
        self._header_path = self._path_of(self._key_read, tables=brackets == 2)
        self.found.append(TomlStatement(self._header_path, self._header_path, Span(start, self._at)))
        return table

    def _path_of(self, way: list[str], *, tables: bool) -> KeyPath:
        """Return the path of a header: of an array of tables, the last of them is meant."""
        path: list[str | int] = []
        here: ValuePlace | int | None = self.top
        for step in way:
            path.append(step)
            here = here.part(step) if isinstance(here, ValuePlace) else None
            if isinstance(here, ValuePlace) and isinstance(here.items, list) and here.items:
                path.append(len(here.items) - 1)
                here = here.items[-1]
        return tuple(path)

    def _key(self) -> list[str]:
        self._named = found = super()._key()
        if not self._depth:
            self._key_read = found
        return found

    def _pair(self, table: ValuePlace, line: int) -> None:
        if self._depth:
            super()._pair(table, line)
            return
        start, self._items = self._at, []
        super()._pair(table, line)
        path = (*self._header_path, *self._key_read)
        self.found.append(
            TomlStatement(
                path, self._header_path, Span(start, self._at), Span(self._value_start, self._at), self._items
            )
        )

    _value_start = 0

    def _value(self, line: int) -> ValuePlace | int:
        start, depth = self._at, self._depth
        if depth == 0:
            self._value_start = start
        step: list[str | int] = [*self._named]
        if not step:
            step = [self._counts[-1]]
            self._counts[-1] += 1
        self._named = []
        self._within += step
        self._counts.append(0)
        self._depth += 1
        place = super()._value(line)
        self._depth -= 1
        self._counts.pop()
        end = start + len(self.text[start : self._at].rstrip())
        self.values[(*self._header_path, *self._within)] = Span(start, end)
        del self._within[-len(step) :]
        if depth == 1 and self.text[self._value_start] == "[":
            self._items.append(Span(start, end))
        elif depth == 0 and self.text[start] not in "[{\"'":
            # A number or a word goes on to the end of the line as far as the walk knows.
            self._at = start + len(self.text[start : self._at].rstrip())
        return place
