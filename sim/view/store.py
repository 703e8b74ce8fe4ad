"""Keeps what was made, so that whoever wants the same again need not make it again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Thing = TypeVar("Thing")


class Store(Generic[Key, Thing]):
    """Keeps so many things at most, and lets go first of what nobody has asked for the longest.

    >>> store = Store[str, int](2)
    >>> for name in ("one", "two"):
    ...     store.put(name, len(name))
    >>> store.get("one")
    3
    >>> store.put("three", 5)
    >>> store.get("one"), store.get("two"), store.get("three")
    (3, None, 5)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Thing] = OrderedDict()

    def get(self, key: Key) -> Thing | None:
        """Return what is kept under a key, if it still is."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def put(self, key: Key, thing: Thing) -> None:
        """Keep something."""
        self._kept[key] = thing
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Let go of everything."""
        self._kept.clear()
