"""Read TOML that a stranger may have written: maps, scenarios, rule data."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sim.files.document import TOML_LIMITS, Document, FileLimits, refuse_unfit
from sim.files.mistakes import FileLocation, FileMistakes, KeyPath, Mistake, printable, shown
from sim.files.reading import read_text

if TYPE_CHECKING:
    from sim.files.toml_lines import ValuePlace

_KEYS = re.compile(r"^[ \t]*(\[{1,2}[^\]\n]*\]{0,2}|[^=\[\]#\n\"']{1,80}?(?=[ \t]*=))", re.MULTILINE)
"""What looks like a key or a header at the start of a line."""
_WORD = re.compile(r"[^\n,\]}#]{0,80}")
_CURLY = "\u201c\u201d\u201e\u2018\u2019\u201a"
"""The quotes that word processors write, single and double."""
_POSITION = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"


@dataclass(frozen=True)
class TomlDocument(Document):
    """A TOML file that knows on which line everything stands.

    >>> text = "rows = '''\\n..#\\n.~#\\n'''\\nedges = [\\n  'a',\\n  'b',\\n]\\n"
    >>> document = parse_toml(text, "x.toml")
    >>> document.line_of(("rows",)), document.first_text_line(("rows",)), document.line_of(("edges", 1))
    (1, 2, 7)
    >>> print(document.at(("rows",), row=1).mistake('"~"', "a mark of the legend"))
    x.toml:3: rows, row 2: found "~", expected a mark of the legend
    """

    data: dict[str, Any] = field(repr=False)
    text: str = field(repr=False)

    @cached_property
    def _places(self) -> ValuePlace:
        """Walk the text when first asked: a file without mistakes never needs it, nor the module."""
        from sim.files.toml_lines import places

        return places(self.text)

    def line_of(self, path: KeyPath) -> int | None:
        """Give the line of a key, table or item, or of the nearest table or array around it that is known.

        The top of the file has no line of its own: what is missing there is missing on no line.
        """
        place = self._places.nearest(path)
        return place if isinstance(place, int) else place.line

    def first_text_line(self, path: KeyPath) -> int | None:
        """Give the line of the first row of a text in triple quotes: row i stands i lines further on."""
        place = self._places.nearest(path)
        if isinstance(place, int):
            return place
        return place.line if place.text_line is None else place.text_line

    def line_of_row(self, path: KeyPath, row: int) -> int | None:
        """Give the line of a row; a text in single quotes has its rows behind escapes, all on its one line."""
        place = self._places.nearest(path)
        if isinstance(place, int) or place.text_line is None:
            return self.line_of(path)
        return place.text_line + row


def read_toml(path: str | os.PathLike[str], limits: FileLimits = TOML_LIMITS) -> TomlDocument:
    """Read and parse a TOML file."""
    return parse_toml(read_text(path, limit=limits.size), os.fspath(path), limits)


def parse_toml(text: str, file: str, limits: FileLimits = TOML_LIMITS) -> TomlDocument:
    """Parse TOML; `file` is the name that mistakes give.

    >>> parse_toml("name = 3", "x.toml").data
    {'name': 3}
    >>> parse_toml("a = 1\\nname =", "x.toml")
    Traceback (most recent call last):
    sim.files.mistakes.FileMistakes: x.toml:2: end of file: not valid TOML: nothing after the = sign
    """
    # Imported here because they take longer to load than all else in this package.
    import tomllib

    from sim.files.toml_text import overgrowth

    fault = overgrowth(text, limits)
    if fault:
        place, found, expected = fault
        raise FileMistakes([FileLocation(file, text.count("\n", 0, place) + 1).mistake(found, expected)])
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise FileMistakes([FileLocation(file).mistake("values nested too deeply", "fewer levels")]) from None
    except ValueError as error:
        raise FileMistakes([_syntax_mistake(error, text, file)]) from None
    document = TomlDocument(file, data, text)
    refuse_unfit(document, limits)
    return document


def _syntax_mistake(error: ValueError, text: str, file: str) -> Mistake:
    """Take the position out of the parser's message; only Python 3.14 gives it as a number."""
    from sim.files.toml_text import unclosed_text

    said = str(error)
    position = re.search(_POSITION, said)
    message = re.sub(_POSITION, "", said)
    if position is None:
        return FileLocation(file).mistake("", f"not valid TOML: {message}")
    if position[1] is None:
        spot, place = FileLocation(file, text.rstrip("\n").count("\n") + 1, "end of file"), len(text.rstrip("\n"))
    else:
        line, column = int(position[1]), int(position[2])
        spot, place = FileLocation(file, line, f"column {column}"), _offset(text, line, column)
    start = unclosed_text(text, place)
    if start is not None:
        line = text.count("\n", 0, start) + 1
        return FileLocation(file, line, f"column {start - text.rfind(chr(10), 0, start)}").mistake(
            "", f"not valid TOML: {_unclosed(text, start, message)}"
        )
    return spot.mistake("", f"not valid TOML: {_in_our_words(message, text, place)}")


def _offset(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return start + column - 1


def _unclosed(text: str, start: int, message: str) -> str:
    """Say of a text without an end how it should end."""
    mark = text[start]
    if not text.startswith(mark * 3, start):
        return f"a text that begins here and is not closed with {mark} on its line"
    return f"a text that begins here and is not closed with {mark * 3}" + (
        "" if message.startswith("Unterminated") else " before the next key"
    )


def _in_our_words(message: str, text: str, place: int) -> str:
    """Put what the parser says of the commonest slips into words that help, with the key or word it is about."""
    declared = re.fullmatch(r"Cannot declare \((.*?),?\) twice", message)
    if declared:
        table = ".".join(re.findall(r"'([^']*)'", declared[1]))
        return f"the table [{printable(table)}] stands here a second time"
    if message == "Cannot overwrite a value":
        line_end = text.find("\n", place) % (len(text) + 1)
        keys = list(_KEYS.finditer(text, 0, line_end))
        return f"{printable(keys[-1][1].strip())} stands here a second time" if keys else message
    if message == "Invalid value":
        found = _WORD.match(text, place)
        word = found[0].strip() if found else ""
        if not word:
            return "nothing after the = sign"
        if word[0] in _CURLY:
            return f'the curly quote {word[0]}; texts stand in straight ones, as in "{printable(word.strip(_CURLY))}"'
        return f'{shown(word)} is no value; a text stands in quotes, as in "{printable(word)}"'
    return message
