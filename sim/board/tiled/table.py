"""Look at the JSON of a Tiled map one value at a time, and note what is not as Tiled writes it.

Not a model such as map files have: Tiled writes dozens of keys that mean nothing here and adds more with every
release, so what is not asked for is not looked at. A value that is wrong is noted and a harmless one returned in its
place, and reading goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sim.board.findings import Findings
from sim.files import KeyPath, counted, shown

_WORDED = 40
"""How many mistakes of one sort are told one by one: wording them, and looking for what was meant, takes its time."""


class TiledTable:
    """One JSON table of a Tiled file, with the way to it."""

    def __init__(self, data: dict[str, Any], path: KeyPath, findings: Findings) -> None:
        self.data, self.path, self.findings = data, path, findings

    def has(self, key: str) -> bool:
        """Say whether a key is there."""
        return key in self.data

    def refuse(self, key: str, found: str, expected: str, hint: str = "") -> None:
        """Note a mistake at one key."""
        self.findings.add((*self.path, key), found, expected, hint)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int | None:
        """Return a whole number within bounds; None, and noted, if it is none."""
        value = self.data.get(key, default)
        # Tiled writes whole numbers of its float fields without a point, but other programs do not.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.refuse(key, shown(value) if key in self.data else "nothing", f"a whole number from {low} to {high}")
        return None

    def number(self, key: str, default: float = 0.0) -> float:
        """Return a number, the default if it is missing or, and noted, none."""
        value = self.data.get(key, default)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e9:
            return float(value)
        self.refuse(key, shown(value), "a number, at most a milliard")
        return default

    def text(self, key: str, default: str = "") -> str:
        """Return a text, the default if it is missing or, and noted, none."""
        value = self.data.get(key, default)
        if isinstance(value, str):
            return value
        self.refuse(key, shown(value), "a text")
        return default

    def flag(self, key: str) -> bool:
        """Say whether something is so; what is missing is not."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.refuse(key, shown(value), "true or false")
        return value is True

    def word(self, key: str, known: Collection[str]) -> str | None:
        """Return one of the known words; None, and noted, if it is none of them."""
        value = self.data.get(key)
        if isinstance(value, str) and value in known:
            return value
        self.findings.not_among((*self.path, key), value if isinstance(value, str) else shown(value), known)
        return None

    def tables(self, key: str) -> Iterator[TiledTable]:
        """Yield the tables of an array; none if it is missing."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.refuse(key, shown(value), "an array", _OLD if isinstance(value, dict) else "")
            return
        others = 0
        for n, item in enumerate(value):
            if isinstance(item, dict):
                yield TiledTable(item, (*self.path, key, n), self.findings)
            elif (others := others + 1) <= _WORDED:
                self.findings.add((*self.path, key, n), shown(item), "a table")
        if others > _WORDED:
            self.refuse(key, f"{counted(others - _WORDED, 'more value')} like that", "tables")

    @property
    def kind(self) -> str:
        """The class of a tile or object. Tiled calls it `type`; 1.9 alone called it `class`."""
        return self.text("class") or self.text("type")

    def properties(self) -> dict[str, Property]:
        """Return the custom properties by name."""
        found: dict[str, Property] = {}
        for table in self.tables("properties"):
            name = table.text("name")
            found[name] = Property(name, table.data.get("value"), table)
        return found


_OLD = "saved by Tiled 1.1 or older? Save it again with a newer one"


class Property:
    """One custom property."""

    def __init__(self, name: str, value: Any, table: TiledTable) -> None:
        self.name, self.value, self._table = name, value, table

    def refuse(self, expected: str, hint: str = "") -> None:
        """Note that the value is not what it should be."""
        self._table.refuse("value", f"{self.name} = {shown(self.value)}", expected, hint)

    def refuse_part(self, place: str, found: str, expected: str, hint: str = "") -> None:
        """Note what is wrong in one place of a value that is a text of many lines."""
        found = f"{place}: {found}" if found else place
        self._table.refuse("value", f"{self.name}, {found}", expected, hint)

    def text(self, longest: int) -> str:
        """Return a text of bounded length; an empty one, and noted, if it is none."""
        if isinstance(self.value, str) and len(self.value) <= longest:
            return self.value
        self.refuse(f"a text of at most {longest} characters")
        return ""

    def not_among(self, known: Collection[str]) -> None:
        """Note that the value is none of the known words."""
        value = self.value if isinstance(self.value, str) else shown(self.value)
        self._table.findings.not_among((*self._table.path, "value"), value, known)


class Unknown:
    """Words of a file that name nothing, each told once however often it stands there."""

    def __init__(self) -> None:
        self._first: dict[str, tuple[KeyPath, str]] = {}
        self._count: dict[str, int] = {}

    def note(self, word: str, path: KeyPath, place: str = "", times: int = 1) -> None:
        """Remember where a word was met first, and how often."""
        self._first.setdefault(word, (path, place))
        self._count[word] = self._count.get(word, 0) + times

    def tell(self, known: Collection[str], findings: Findings) -> None:
        """Turn what was noted into mistakes."""
        for word, (path, place) in list(self._first.items())[:_WORDED]:
            spot = findings.document.at(path).not_among(word, known)
            times = f", the first of {self._count[word]}" if self._count[word] > 1 else ""
            findings.add(path, f"{spot.found}{place}{times}", spot.expected, spot.hint)
        rest = len(self._first) - _WORDED
        if rest > 0:
            path = list(self._first.values())[_WORDED][0]
            findings.add(
                path, f"{counted(rest, 'more word')} that {'names' if rest == 1 else 'name'} nothing", "known ones"
            )
