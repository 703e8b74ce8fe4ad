"""Read XML that a stranger may have written: maps and tilesets of the Tiled editor.

The parser is Python's own expat, fed piece by piece, and stopped at whatever lets a small file grow: a document type,
which is the only place where entities can be defined, too many elements, too many levels. Nothing outside the file is
ever looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from sim.files.document import FileLimits
from sim.files.mistakes import FileLocation, FileMistakes

_PARTS_A_TABLE = 12
"""How many elements and attributes stand for a table of `FileLimits`: as many keys may a table have in JSON."""


@dataclass(eq=False)
class Element:
    """One element: its name, attributes, text and the elements within it."""

    name: str
    attributes: dict[str, str]
    inner: list[Element] = field(default_factory=list)
    text: str = ""
    """All text directly within it."""

    def all(self, name: str) -> Iterator[Element]:
        """Yield the elements of one name directly within it."""
        return (element for element in self.inner if element.name == name)

    def first(self, name: str) -> Element | None:
        """Return the first of them; None if there is none."""
        return next(self.all(name), None)


def parse_xml(text: str, file: str, limits: FileLimits) -> Element:
    """Parse XML, strictly: no document type, no entities, bounded in size, elements and depth.

    >>> from sim.files import JSON_LIMITS
    >>> parse_xml('<map width="3"><layer name="terrain"/></map>', "x.tmx", JSON_LIMITS).first("layer").attributes
    {'name': 'terrain'}
    >>> parse_xml("<!DOCTYPE map []><map/>", "x.tmx", JSON_LIMITS)
    Traceback (most recent call last):
    sim.files.mistakes.FileMistakes: x.tmx:1: found a document type, expected XML without one
    """
    if len(text) > limits.size:
        raise FileMistakes([FileLocation(file).mistake(f"{len(text)} characters", f"at most {limits.size}")])
    return _Reader(file, limits).read(text)


class _Reader:
    """Build elements while expat goes through a text."""

    def __init__(self, file: str, limits: FileLimits) -> None:
        self._file, self._limits = file, limits
        self._open: list[Element] = []
        self._top: Element | None = None
        self._elements, self._most = 0, _PARTS_A_TABLE * limits.tables
        self._said: dict[int, list[str]] = {}
        self._parser = parser = expat.ParserCreate(encoding="utf-8")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = lambda *_: self._refuse("a document type", "XML without one")
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text

    def read(self, text: str) -> Element:
        try:
            self._parser.Parse(text.encode("utf-8", "surrogatepass"), True)
        except expat.ExpatError as error:
            spot = FileLocation(self._file, error.lineno, f"column {error.offset + 1}")
            raise FileMistakes([spot.mistake("", f"not valid XML: {expat.ErrorString(error.code)}")]) from None
        assert self._top is not None, "expat accepts no document without an element"
        return self._top

    def _refuse(self, found: str, expected: str) -> NoReturn:
        raise FileMistakes([FileLocation(self._file, self._parser.CurrentLineNumber).mistake(found, expected)])

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1 + len(attributes)
        if self._elements > self._most or len(self._open) >= self._limits.depth:
            deep = len(self._open) >= self._limits.depth
            most, what = (self._limits.depth, "levels of nesting") if deep else (self._most, "elements and attributes")
            self._refuse(f"more than {most} {what}", "fewer")
        element = Element(name, attributes)
        if self._open:
            self._open[-1].inner.append(element)
        else:
            self._top = element
        self._open.append(element)

    def _end(self, name: str) -> None:
        element = self._open.pop()
        element.text = "".join(self._said.pop(id(element), ()))

    def _text(self, text: str) -> None:
        self._said.setdefault(id(self._open[-1]), []).append(text)
