"""What a side may know of a moment, as arrays of fixed shape.

Everything is read off the state as the rules say that the side knows it, and off the types of its fields: a system that
keeps something new of a unit has a new column, and nothing is written here. The names of layers and columns say which
is which::

    map       layers over the cells: ground, height, features, sides and ways of each cell, what lies on it
    units     a row for each unit that the side knows of, its own columns first those of every system
    battle    turn, points, what the system keeps of the battle
    choice    what is asked, and what was chosen of the order so far
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sim.board.ground import Ground
from sim.engine.battle import Battle, Position
from sim.engine.domains import Among, Holder, SideId, UnitId
from sim.engine.orders import Ask
from sim.engine.state import State
from sim.engine.units import Profile
from sim.grid import Cell, Edge
from sim.research.choosing import Choosing, Numbering

Numbers = NDArray[np.int16]
_UNIT, _SIDE, _HOLDER = (get_args(each)[1] for each in (UnitId, SideId, Holder))
LIMIT = 2**15 - 1
"""The largest number in an observation: larger ones are told as this."""
NOT_THERE = -1
"""In place of a row or a column of the map: nowhere."""
MOST_COUNTED = 64
"""What a list may hold at most, so that there is a column for each; of a longer one only the length is told."""
TEXTS = 997
"""A text that no list holds is told by a number below this, the same for the same text."""
MARKERS = ("objective", "control", "exit", "spot", "horse")


@dataclass(frozen=True, eq=False)
class Eyes:
    """Who looks at which moment."""

    position: Position[Any, Any]
    """The battle as the side knows it."""
    side: str
    rows: Mapping[str, int]
    """The row of each unit that it knows of."""

    def of_side(self, side: str | None) -> int:
        """Number a side as this one sees it: 1 for itself, 2 and more for others, 0 for nobody."""
        sides = [each.id for each in self.position.battle.sides]
        if side not in sides:
            return 0
        return 1 if side == self.side else 2 + [each for each in sides if each != self.side].index(side)

    def place(self, cell: Cell | None) -> tuple[int, int]:
        """Return row and column of a cell on the map."""
        ordinal = self.position.map.ordinal_if_there(cell)
        return (NOT_THERE, NOT_THERE) if ordinal is None else divmod(ordinal, self.position.map.width)


@dataclass(frozen=True)
class Column:
    """Some columns that tell of one thing."""

    names: tuple[str, ...]
    read: Callable[[Eyes, Any], tuple[int, ...]]
    """What stands in them of a value."""


class Observer:
    """Looks at moments of one battle; all of its observations have the same shape."""

    def __init__(self, battle: Battle[Any], first: State[Any], words: Numbering) -> None:
        self.battle, self.words = battle, words
        self._kinds = {id_: place for place, id_ in enumerate(battle.profiles, 1)}
        start = Position(battle, first)
        skipped = {"id", "side", "profile"}
        self._unit = list(_columns(battle.ruleset.unit_type, start, skipped))
        kinds = dict.fromkeys(map(type, battle.profiles.values()))
        skipped = {"id", "name", "source"}
        # A system may have several types of counters: what one of them lacks is told as nothing.
        self._profile = list(dict(each for kind in kinds for each in _columns(kind, start, skipped, "kind ")).items())
        self._profile_rows: dict[int, tuple[Profile, tuple[int, ...]]] = {}
        skipped = {"units", "turn", "changes", "decks", "outcome"}
        self._state = list(_columns(battle.ruleset.state_type, start, skipped))
        self._decks = [deck.name for deck in first.decks]
        self.unit_columns = ("side", "kind", *_names(self._profile), *_names(self._unit))
        self.battle_columns = (
            "turn", "last turn", "own points", "most points of another",
            *(f"left in {name}" for name in self._decks), *_names(self._state),
        )  # fmt: skip
        self._occasions = sorted({on for kind in battle.ruleset.intents for on in getattr(kind, "on", ())})
        self.choice_columns = ("asked", "unit", "about", "number", "order", "who", "aim", "row", "column", "plain")
        legend = battle.map.terrain_set
        self._terrain = {id_: place for place, id_ in enumerate(legend.terrain, 1)}
        self._edge = {id_: place for place, id_ in enumerate(legend.edges, 1)}
        self._way = {id_: place for place, id_ in enumerate(legend.ways, 1)}
        directions = battle.map.grid.directions
        self.layers = (
            "terrain", "height", *legend.features, *(f"side {each}" for each in directions),
            *(f"way {each}" for each in directions), *MARKERS,
        )  # fmt: skip
        self._ground: tuple[Ground, Numbers] | None = None

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array."""
        rows = self.words.cells_from - self.words.units_from
        return {
            "map": (len(self.layers), self.battle.map.height, self.battle.map.width),
            "units": (rows, len(self.unit_columns)),
            "battle": (len(self.battle_columns),),
            "choice": (len(self.choice_columns),),
        }

    def seen(self, eyes: Eyes, ask: Ask | None, choosing: Choosing | None) -> dict[str, Numbers]:
        """Return all that a side may know of a moment; what it is asked, if it is."""
        return {
            "map": self._map(eyes),
            "units": self._units(eyes),
            "battle": self._battle(eyes),
            "choice": self._choice(eyes, ask, choosing),
        }

    # -- the map -----------------------------------------------------------------------------------------

    def _map(self, eyes: Eyes) -> Numbers:
        ground = eyes.position.ground
        if self._ground is None or self._ground[0] is not ground:
            self._ground = ground, self._layers_of(ground)
        seen = self._ground[1].copy()
        first = len(self.layers) - len(MARKERS)
        for marker in eyes.position.battle.ruleset.insight.markers(eyes.position):
            row, column = eyes.place(marker.cell)
            if row != NOT_THERE:
                seen[first + MARKERS.index(marker.kind), row, column] = 1 + eyes.of_side(marker.side)
        return seen

    def _layers_of(self, ground: Ground) -> Numbers:
        battle_map = ground.map
        seen = np.zeros((len(self.layers), battle_map.height, battle_map.width), dtype=np.int16)
        steps = battle_map.grid.steps
        features, directions = list(battle_map.terrain_set.features), len(battle_map.grid.directions)
        for ordinal, cell in enumerate(battle_map.cells):
            at = divmod(ordinal, battle_map.width)
            if cell not in battle_map:
                continue
            seen[0][at] = self._terrain[ground.terrain_at(cell).id]
            seen[1][at] = ground.height_at(cell)
            for feature in ground.features_at(cell):
                seen[2 + features.index(feature.id)][at] = 1
            for number, step in enumerate(steps[:directions], 2 + len(features)):
                side = Edge.between(cell, cell.plus(step))
                edge, way = ground.edge_at(side), ground.way_at(side)
                seen[number][at] = 0 if edge is None else self._edge[edge.id]
                seen[number + directions][at] = 0 if way is None else self._way[way.id]
        return seen

    # -- units and battle --------------------------------------------------------------------------------

    def _units(self, eyes: Eyes) -> Numbers:
        rows = np.zeros(self.shapes["units"], dtype=np.int64)
        for unit in eyes.position.state.units:
            row = eyes.rows.get(unit.id)
            if row is not None:
                told = (eyes.of_side(unit.side), self._kinds.get(unit.profile.id, 0), *self._of_kind(eyes, unit))
                rows[row] = (*told, *_read(self._unit, eyes, unit))
        return _limited(rows)

    def _of_kind(self, eyes: Eyes, unit: Any) -> tuple[int, ...]:
        kept = self._profile_rows.get(id(unit.profile))
        if kept is None:
            kept = unit.profile, _read(self._profile, eyes, unit.profile)
            self._profile_rows[id(unit.profile)] = kept
        return kept[1]

    def _battle(self, eyes: Eyes) -> Numbers:
        state, points = eyes.position.state, dict(points_of(eyes.position))
        own = points.pop(eyes.side, 0)
        decks = {deck.name: len(deck.left) for deck in state.decks}
        told = (state.turn, self.battle.turns or 0, own, max(points.values(), default=0))
        return _limited(
            np.array((*told, *(decks.get(name, 0) for name in self._decks), *_read(self._state, eyes, state)))
        )

    def _choice(self, eyes: Eyes, ask: Ask | None, choosing: Choosing | None) -> Numbers:
        told = dict.fromkeys(self.choice_columns, 0)
        told["row"] = told["column"] = NOT_THERE
        if ask is not None:
            told["asked"] = 1 + self._occasions.index(ask.occasion) if ask.occasion in self._occasions else 0
            told["unit"], told["about"] = (1 + eyes.rows.get(each or "", -1) for each in (ask.unit, ask.about))
            told["number"] = ask.number or 0
        for number in choosing.chosen if choosing is not None else ():
            block, place = self.words.meaning(number)
            match block:
                case "order":
                    told["order"] = 1 + place
                case "unit":
                    told["aim" if told["order"] or told["who"] else "who"] = 1 + place
                case "cell":
                    told["row"], told["column"] = divmod(place, self.battle.map.width)
                case "number":
                    told["plain"] = 1 + place
        return _limited(np.array(list(told.values())))


def points_of(position: Position[Any, Any]) -> Mapping[str, int]:
    """Return the points of each side, of a system that counts any."""
    return position.battle.ruleset.insight.standing(position)


def _limited(numbers: NDArray[np.int64]) -> Numbers:
    return np.clip(numbers, -LIMIT, LIMIT).astype(np.int16)


# -- columns of a type -------------------------------------------------------------------------------------------


def _names(columns: list[tuple[str, Column]]) -> list[str]:
    return [name for _, column in columns for name in column.names]


def _read(columns: list[tuple[str, Column]], eyes: Eyes, thing: Any) -> tuple[int, ...]:
    told: list[int] = []
    for field, column in columns:
        told += column.read(eyes, getattr(thing, field)) if hasattr(thing, field) else (0,) * len(column.names)
    return tuple(told)


def _columns(kind: Any, start: Position[Any, Any], skipped: set[str], before: str = "") -> Iterator[tuple[str, Column]]:
    """Yield the fields of a dataclass, each with its columns."""
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        if each.name not in skipped and not each.name.startswith("_"):
            yield each.name, _column(hints[each.name], f"{before}{each.name}", start)


def _column(hint: Any, name: str, start: Position[Any, Any]) -> Column:
    """Return the columns of a field."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        domain = next((each for each in arguments[1:] if isinstance(each, Among)), None)
        return _column(arguments[0], name, start) if domain is None else _named(domain, name, start)
    if origin in (Union, UnionType):
        inner = [each for each in arguments if each is not type(None)]
        return _optional(_column(inner[0] if len(inner) == 1 else object, name, start), name)
    if origin is Literal:
        return Column((name,), lambda eyes, value: (1 + arguments.index(value) if value in arguments else 0,))
    if origin is tuple:
        return _counted(arguments, name, start)
    if hint is bool or hint is int:
        return Column((name,), lambda eyes, value: (int(value),))
    if hint is Cell:
        return Column((f"{name} row", f"{name} column"), lambda eyes, value: eyes.place(value))
    if hint is str:
        return Column((name,), lambda eyes, value: (1 + crc32(value.encode()) % TEXTS if value else 0,))
    if is_dataclass(hint):
        inside = list(_columns(hint, start, set(), f"{name} "))
        return Column(tuple(_names(inside)), lambda eyes, value: _read(inside, eyes, value))
    return Column((name,), lambda eyes, value: (1 if value else 0,))


def _named(domain: Among, name: str, start: Position[Any, Any]) -> Column:
    """Return the column of a name out of a list: a unit by its row, a side as the viewer sees it, else its place."""
    if domain == _UNIT:
        return Column((name,), lambda eyes, value: (1 + eyes.rows.get(value, -1),))
    if domain in (_SIDE, _HOLDER):
        return Column((name,), lambda eyes, value: (eyes.of_side(value),))
    places = {each: place for place, each in enumerate(domain.of(start), 1)}
    return Column((name,), lambda eyes, value: (places.get(value, 0),))


def _optional(column: Column, name: str) -> Column:
    """Return the columns of something that may be missing: whether it is there stands before what cannot say so."""
    if column.names[-1].endswith(" column"):
        return column
    nothing = (0,) * (1 + len(column.names))
    names = (f"has {name}", *column.names)
    return Column(names, lambda eyes, value: nothing if value is None else (1, *column.read(eyes, value)))


def _counted(arguments: tuple[Any, ...], name: str, start: Position[Any, Any]) -> Column:
    """Return the columns of a list: how many of each, where there are few things that it can hold; else how many."""
    for each in getattr(arguments[0], "__metadata__", ()) if arguments else ():
        if isinstance(each, Among) and each != _UNIT:
            known = tuple(dict.fromkeys(each.of(start)))
            if len(known) <= MOST_COUNTED:
                names = tuple(f"{name} {one}" for one in known)
                return Column(names, lambda eyes, value, known=known: tuple(map(value.count, known)))  # type: ignore[misc]
    return Column((name,), lambda eyes, value: (len(value),))
