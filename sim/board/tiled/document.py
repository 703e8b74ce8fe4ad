"""Say where in a Tiled map something stands, in the words that Tiled shows.

Whoever painted a map has never seen its JSON: `layers[3].objects[0]` says nothing to them, while the name of a layer
and the number of an object can be looked up in Tiled's lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.files import FileLocation, JsonDocument, KeyPath, shown
from sim.files.mistakes import written

_LISTS = {
    "layers": ("layer", ("name",)),
    "objects": ("object", ("id",)),
    "tilesets": ("tileset", ("name", "source")),
    "tiles": ("tile", ("id",)),
    "properties": ("property", ("name",)),
}
"""What the parts of Tiled's arrays are called, and the keys by which they are told apart, the first that is there."""


class TiledDocument(JsonDocument):
    """A Tiled map or tileset, whose mistakes are placed as Tiled shows them.

    >>> data = {"layers": [{"name": "edges", "objects": [{"id": 7, "x": "wide"}]}]}
    >>> print(TiledDocument("x.tmj", data).at(("layers", 0, "objects", 0, "x")).where)
    layer "edges", object 7, x
    """

    def at(self, path: KeyPath, row: int | None = None) -> FileLocation:
        """Point at the value at `path`."""
        return FileLocation(self.file, None, ", ".join(_named(self.data, path)))


def _named(data: Any, path: KeyPath) -> Iterator[str]:
    """Yield the parts of the way to a value, the innermost last."""
    start = 0
    while start + 1 < len(path):
        key, index = path[start], path[start + 1]
        try:
            table = data[key][index]
        except (KeyError, IndexError, TypeError):
            break
        name = _name(str(key), table)
        if not name:
            break
        yield name
        data, start = table, start + 2
    rest = path[start:]
    # Tiled shows one value of a property, and calls the kind of things their class.
    if start and rest == ("type",):
        yield "class"
    elif rest and not (rest == ("value",) and path[start - 2] == "properties"):
        yield written(rest)


def _name(key: str, table: object) -> str:
    """Return what Tiled calls a part of an array; nothing if it has no name by which to find it."""
    if key not in _LISTS or not isinstance(table, dict):
        return ""
    word, keys = _LISTS[key]
    said = next((table[name] for name in keys if table.get(name) not in (None, "")), None)
    return f"{word} {shown(said)}" if isinstance(said, str | int) else ""
