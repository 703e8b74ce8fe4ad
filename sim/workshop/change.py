"""What an edit does to a map: every thing that it touches, as it was and as it becomes.

A map never changes, so an edit makes another one. What is kept of it is the difference: a stroke on a large map is a
few numbers, it can be taken back and done again without end, and what must be drawn anew is known to the cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sim.board.battlemap import BattleMap
from sim.board.terrain import VOID
from sim.grid import Cell, Edge

K = TypeVar("K")
V = TypeVar("V")

Turn = tuple[V, V]
"""A value before and after."""


@dataclass(frozen=True)
class Change:
    """The difference between two maps."""

    name: str
    """What was done, as it is told when it is taken back."""
    terrain: Mapping[int, Turn[str]] = field(default_factory=dict)
    """By place in map order; so are the heights."""
    heights: Mapping[int, Turn[int]] = field(default_factory=dict)
    edges: Mapping[Edge, Turn[str | None]] = field(default_factory=dict)
    features: Mapping[Cell, Turn[tuple[str, ...] | None]] = field(default_factory=dict)
    ways: Mapping[Edge, Turn[str | None]] = field(default_factory=dict)
    whole: Mapping[str, Turn[Any]] = field(default_factory=dict)
    """Other parts of the map, each as a whole: names, title, places; of a board that is turned or cut, all of them."""

    def __bool__(self) -> bool:
        """Say whether anything is different at all."""
        return any((self.terrain, self.heights, self.edges, self.features, self.ways, self.whole))

    def applied(self, battle_map: BattleMap) -> BattleMap:
        """Return the map after it."""
        return self._turned(battle_map, 1)

    def undone(self, battle_map: BattleMap) -> BattleMap:
        """Return the map before it."""
        return self._turned(battle_map, 0)

    def _turned(self, battle_map: BattleMap, end: int) -> BattleMap:
        parts: dict[str, Any] = {name: turn[end] for name, turn in self.whole.items()}
        for name in ("terrain", "heights"):
            if turns := getattr(self, name):
                cells = list(parts.get(name, getattr(battle_map, name)))
                for ordinal, turn in turns.items():
                    cells[ordinal] = turn[end]
                parts[name] = tuple(cells)
        for name in ("edges", "features", "ways"):
            if turns := getattr(self, name):
                things = dict(parts.get(name, getattr(battle_map, name)))
                for where, turn in turns.items():
                    if turn[end] is None:
                        things.pop(where, None)
                    else:
                        things[where] = turn[end]
                parts[name] = things
        return battle_map.redrawn(**parts)

    @property
    def reversed(self) -> Change:
        """The same the other way round."""

        def back(turns: Mapping[K, Turn[V]]) -> dict[K, Turn[V]]:
            return {where: (after, before) for where, (before, after) in turns.items()}

        parts = (self.terrain, self.heights, self.edges, self.features, self.ways, self.whole)
        return Change(self.name, *map(back, parts))  # type: ignore[arg-type]  # in their order

    @property
    def is_of_board(self) -> bool:
        """Whether the board itself is another one, rather than what lies on it."""
        return "width" in self.whole or "terrain_set" in self.whole or "grid" in self.whole

    def touched(self, battle_map: BattleMap) -> frozenset[Cell]:
        """Return the cells of which something is drawn anew, on a map of the same board."""
        cells = {battle_map.cells[n] for n in (*self.terrain, *self.heights)}
        cells.update(self.features)
        for edge in (*self.edges, *self.ways):
            cells.update(edge)
        return frozenset(cells)

    def with_later(self, later: Change) -> Change:
        """Return this change and the next as one: what a stroke does while the button is held."""
        return Change(
            self.name,
            _joined(self.terrain, later.terrain),
            _joined(self.heights, later.heights),
            _joined(self.edges, later.edges),
            _joined(self.features, later.features),
            _joined(self.ways, later.ways),
            _joined(self.whole, later.whole),
        )


def _joined(one: Mapping[K, Turn[V]], other: Mapping[K, Turn[V]]) -> dict[K, Turn[V]]:
    both = dict(one)
    for where, (before, after) in other.items():
        first = both[where][0] if where in both else before
        if first == after:
            both.pop(where, None)
        else:
            both[where] = first, after
    return both


def whole_change(name: str, before: BattleMap, after: BattleMap) -> Change:
    """Return the change from one map to another that need have nothing in common with it."""
    parts = ("width", "height", "terrain", "heights", "edges", "features", "ways", "places", "areas", "grid", "scale")
    return Change(name, whole={part: (getattr(before, part), getattr(after, part)) for part in parts})


class Canvas:
    """A map that is drawn on: what an edit writes down before a change is made of it.

    What cannot stand is cleared away with the ground that it stood on: a hole has no features, no roads and no name.
    """

    def __init__(self, battle_map: BattleMap) -> None:
        self.map = battle_map
        self._terrain: dict[int, str] = {}
        self._heights: dict[int, int] = {}
        self._edges: dict[Edge, str | None] = {}
        self._features: dict[Cell, tuple[str, ...] | None] = {}
        self._ways: dict[Edge, str | None] = {}
        self._names: dict[str, dict[str, tuple[Cell, ...]]] = {}

    # -- what is there now -------------------------------------------------------------------------------

    def ordinal(self, cell: Cell) -> int | None:
        """Return a cell's place in map order, a hole's too; None off the board."""
        column, row = self.map.grid.offset(cell)
        on_board = 0 <= column < self.map.width and 0 <= row < self.map.height
        return row * self.map.width + column if on_board else None

    def has(self, cell: Cell) -> bool:
        """Say whether a cell is part of the map as it is drawn now."""
        n = self.ordinal(cell)
        return n is not None and self._terrain.get(n, self.map.terrain[n]) != VOID

    def height(self, cell: Cell) -> int:
        """Return the level of a cell of the board."""
        n = self.ordinal(cell)
        return 0 if n is None else self._heights.get(n, self.map.heights[n])

    def features(self, cell: Cell) -> tuple[str, ...]:
        """Return what else is in a cell."""
        return (self._features[cell] if cell in self._features else self.map.features.get(cell)) or ()

    def names(self, table: str) -> dict[str, tuple[Cell, ...]]:
        """Return the places or the areas, to be changed."""
        return self._names.setdefault(table, dict(getattr(self.map, table)))

    # -- drawing -----------------------------------------------------------------------------------------

    def paint(self, cells: Iterable[Cell], kind: str) -> None:
        """Give cells another ground."""
        for cell in cells:
            n = self.ordinal(cell)
            if n is not None:
                self._terrain[n] = kind
        if kind == VOID:
            self._clear_holes()

    def level(self, cells: Iterable[Cell], new: Callable[[int], int]) -> None:
        """Give cells another level, by the one they have."""
        for cell in cells:
            n = self.ordinal(cell)
            if n is not None and self.has(cell):
                self._heights[n] = new(self.height(cell))

    def stand(self, edges: Iterable[Edge], kind: str | None) -> None:
        """Put something on sides, or clear them."""
        for edge in edges:
            if self.has(edge.first) or self.has(edge.second):
                self._edges[edge] = kind

    def link(self, links: Iterable[Edge], kind: str | None) -> None:
        """Have a way run over links, or none."""
        for link in links:
            if self.has(link.first) and self.has(link.second):
                self._ways[link] = kind

    def put(self, cells: Iterable[Cell], kinds: Callable[[tuple[str, ...]], Iterable[str]]) -> None:
        """Change what else is in cells, by what is there; a cell keeps features in the order of the terrain set."""
        known = list(self.map.terrain_set.features)
        for cell in cells:
            if self.has(cell):
                self._features[cell] = tuple(sorted({*kinds(self.features(cell))}, key=known.index)) or None

    def _clear_holes(self) -> None:
        def is_gone(cell: Cell) -> bool:
            return not self.has(cell)

        battle_map = self.map
        for cell in battle_map.features:
            if is_gone(cell):
                self._features[cell] = None
        for link in battle_map.ways:
            if is_gone(link.first) or is_gone(link.second):
                self._ways[link] = None
        for edge in battle_map.edges:
            if is_gone(edge.first) and is_gone(edge.second):
                self._edges[edge] = None
        for table in ("places", "areas"):
            names = self.names(table)
            for name, cells in list(names.items()):
                kept = tuple(cell for cell in cells if not is_gone(cell))
                if kept:
                    names[name] = kept
                else:
                    del names[name]

    # -- the end -----------------------------------------------------------------------------------------

    def change(self, name: str, **whole: Any) -> Change:
        """Return what differs from the map; of other parts, as they are to be."""
        battle_map = self.map
        if VOID in self._terrain.values() and all(
            self._terrain.get(n, kind) == VOID for n, kind in enumerate(battle_map.terrain)
        ):
            return Change(name)  # a map has at least one cell
        parts = {part: (getattr(battle_map, part), new) for part, new in {**self._names, **whole}.items()}
        return Change(
            name,
            {n: (battle_map.terrain[n], new) for n, new in self._terrain.items() if battle_map.terrain[n] != new},
            {n: (battle_map.heights[n], new) for n, new in self._heights.items() if battle_map.heights[n] != new},
            _different(battle_map.edges, self._edges),
            _different(battle_map.features, self._features),
            _different(battle_map.ways, self._ways),
            {part: turn for part, turn in parts.items() if turn[0] != turn[1]},
        )


def _different(before: Mapping[K, V], after: Mapping[K, V | None]) -> dict[K, Turn[V | None]]:
    return {where: (before.get(where), new) for where, new in after.items() if before.get(where) != new}
