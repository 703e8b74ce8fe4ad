"""The lines of a position as text, taken apart: parts, words, values. What they mean is `position_text.py`'s."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from sim.files import FileLocation, FileMistakes, shown

DRAWN = ("map", "heights")
"""What is drawn: the word stands alone on its line, and the rows below it up to an empty line."""
MARKED = ("edges", "features", "places", "areas")
"""What a map file lists by kind: `edges wall C2/s D2/s door E2/s`."""
TABLES = ("settings", "victory", "rules")
"""Tables of a scenario file; the one that has the name of the system is `rules`."""
WORDS = (
    *("scenario", *DRAWN, "ground", *MARKED, "ways", *TABLES, "turns", "objective"),
    *("players", "unit", "set", "deck", "gone", "order", "dice", "cards"),
)
"""The words that begin a part of a line; whatever else begins one is a unit."""

CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})")
"""The name of a cell: its column and its row."""
_SIDE = re.compile(r"([a-z][a-z0-9_]{0,39}): *")
NUMBER = re.compile(r"-?[0-9]{1,9}")
_BARE = re.compile(r"[A-Za-z0-9_.'/-]+")


# -- the words of a text ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Statement:
    """A part of a line: a word with what follows it, or a unit."""

    line: int
    words: tuple[str, ...]
    side: str = ""
    """Of a unit that the line brings into the battle."""
    rows: tuple[str, ...] = ()
    """Of a drawing."""

    @property
    def about(self) -> str:
        """The word that it begins with, if that is one of `WORDS`."""
        return self.words[0] if self.words[0] in WORDS and not self.side else ""


def statements(lines: Iterable[tuple[int, str]], file: str) -> Iterator[Statement]:
    """Yield what numbered lines say, part by part."""
    drawing: tuple[int, str, list[str]] | None = None
    for number, text in ((number, text.replace("\t", " ")) for number, text in (*lines, (0, ""))):
        if drawing is not None:
            if text.strip():
                drawing[2].append(text.strip())
                continue
            yield Statement(drawing[0], (drawing[1],), rows=tuple(drawing[2]))
            drawing = None
        elif text.strip() in DRAWN:
            drawing = (number, text.strip(), [])
        elif text.strip() and not text.strip().startswith("#"):
            yield from _parts(number, text.strip(), file)


def _parts(number: int, text: str, file: str) -> Iterator[Statement]:
    side = ""
    for part in split(text, "|", number, file):
        if found := _SIDE.match(part):
            side = found[1]
        if words := split(part[found.end() if found else 0 :], " ", number, file):
            for word in (word for word in words if word.startswith('"')):
                if not isinstance(_json(word), str):
                    raise FileMistakes(
                        [FileLocation(file, number).mistake(shown(word), "a text in quotes, as in JSON")]
                    )
            yield Statement(number, tuple(words), "" if words[0] in WORDS and not found else side)


def split(text: str, mark: str, line: int, file: str) -> list[str]:
    """Split a text at a mark that stands outside of quotes and brackets; empty parts are left out.

    >>> split('"Rifles Kern" hit:x did:[1, 2]', " ", 1, "x.txt")
    ['"Rifles Kern"', 'hit:x', 'did:[1, 2]']
    """
    parts, depth, quoted, start, escaped = [], 0, False, 0, False
    for place, letter in enumerate(text):
        if letter == '"' and not escaped:
            quoted = not quoted
        elif not quoted:
            depth += (letter in "[{") - (letter in "]}")
            if letter == mark and depth == 0:
                parts.append(text[start:place])
                start = place + 1
        escaped = letter == "\\" and not escaped
    if quoted or depth:
        fault = "a text in quotes that does not end" if quoted else "brackets that do not close"
        raise FileMistakes([FileLocation(file, line).mistake(fault, "their end on the same line")])
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


# -- values ----------------------------------------------------------------------------------------------------------


def _leaves(hint: Any) -> set[Any]:
    """Return the plain types that a field can hold."""
    inner = [each for each in get_args(hint) if each is not ...]
    return {leaf for each in inner for leaf in _leaves(each)} if inner else {hint}


def _is_list(hint: Any) -> bool:
    return getattr(hint, "__origin__", hint) in (tuple, list) or any(_is_list(each) for each in get_args(hint))


def value(text: str, hint: Any = None) -> Any:
    """Read what stands behind the colon as JSON data: as it is, by itself a word, a number, a list with commas.

    >>> value("3", int), value("03", str), value("a1,a2", tuple[str, ...]), value("none", int | None), value('{"a": 1}')
    (3, '03', ['a1', 'a2'], None, {'a': 1})
    """
    if text[:1] in ('"', "[", "{"):
        if (data := _json(text)) is None:
            raise ValueError(text)
        return data
    if hint is not None and _is_list(hint):
        return [_plain(part, hint) for part in text.split(",") if part]
    return _plain(text, hint)


def _json(text: str) -> Any:
    """Return JSON data; None where it is none, or goes deeper than anything of ours."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _plain(text: str, hint: Any) -> Any:
    leaves = {Any} if hint is None else _leaves(hint)
    if text == "none" and (Any in leaves or type(None) in leaves):
        return None
    if text in ("true", "false") and leaves & {bool, Any}:
        return text == "true"
    if NUMBER.fullmatch(text) and (leaves & {int, Any} or str not in leaves):
        return int(text)
    return text


def value_text(data: Any) -> str:
    """Write JSON data as `value` reads it.

    >>> value_text("E4"), value_text("Rifles Kern"), value_text(["a", "b"]), value_text([["x", 1]]), value_text(None)
    ('E4', '"Rifles Kern"', 'a,b', '[["x", 1]]', 'none')
    """
    match data:
        case None:
            return "none"
        case bool():
            return str(data).lower()
        case int():
            return str(data)
        case str() if _BARE.fullmatch(data) and data != "none":
            return data
        case [_, *_] if all(isinstance(each, str) and _BARE.fullmatch(each) for each in data):
            return ",".join(data)
        case _:
            return json.dumps(data, ensure_ascii=False)


def toml_text(data: Mapping[str, Any]) -> str:
    """Write a table as TOML, one key a line.

    >>> print(toml_text({"title": "Ford", "limits": {"turns": 3}, "size": [2, 1.5]}))
    title = "Ford"
    limits = { turns = 3 }
    size = [2, 1.5]
    """

    def inline(entry: Any) -> str:
        match entry:
            case dict():
                return "{ " + ", ".join(f"{key_(key)} = {inline(each)}" for key, each in entry.items()) + " }"
            case list() | tuple():
                return f"[{', '.join(map(inline, entry))}]"
            case _:
                return json.dumps(entry, ensure_ascii=False).replace("\x7f", "\\u007f")

    def key_(key: str) -> str:
        return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key)

    return "\n".join(f"{key_(key)} = {inline(entry)}" for key, entry in data.items())


def unquoted(word: str) -> str:
    """Return a word without its quotes."""
    return str(json.loads(word)) if word.startswith('"') else word
