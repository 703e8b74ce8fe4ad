"""Write states, events, orders and notes as JSON data, and read them back, strictly.

The types say it all: a coder for each is put together once from the annotations of the dataclasses. What has its
default value is left out, so that a file shows what is special; cells and edges go by the names that players use,
profiles by their ids. Files may come from strangers: reading accepts what the types allow and nothing else, and says
where it met anything else and what would have been right. No name in a file is ever looked up outside the lists that
the codec was given.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from sim.board.battlemap import BattleMap
from sim.engine.dice import Die, die
from sim.engine.units import Profile, Roster, Unit
from sim.files.document import Document
from sim.files.mistakes import KeyPath, Mistake, did_you_mean, one_of, shown
from sim.grid import Cell, Edge, Grid


class Unfit(Exception):
    """Tell what in the data is not as the types say, and where."""

    def __init__(self, found: str, expected: str, hint: str = "", way: KeyPath = ()) -> None:
        self.found, self.expected, self.hint, self.way = found, expected, hint, way
        super().__init__(f"found {found}, expected {expected}")

    def within(self, step: str | int) -> Unfit:
        """Return the same, seen from one level further up."""
        return Unfit(self.found, self.expected, self.hint, (step, *self.way))

    def mistake(self, document: Document, before: KeyPath = ()) -> Mistake:
        """Return it as a mistake of a file."""
        return document.at((*before, *self.way)).mistake(self.found, self.expected, self.hint)


class Coder(NamedTuple):
    """How one type is written and read."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


@dataclasses.dataclass(frozen=True)
class Family:
    """Classes that can stand in one place, told apart by a tag: all events, all intents, all notes."""

    base: type
    tag: str
    members: tuple[type, ...]


class Codec:
    """Writes and reads the values of one battle."""

    def __init__(
        self,
        battle_map: BattleMap,
        profiles: Mapping[str, Profile],
        unit_type: type[Unit],
        families: Iterable[Family],
    ) -> None:
        self._map = battle_map
        self._profiles = profiles
        self._unit_type = unit_type
        self._families = {family.base: family for family in families}
        self._coders: dict[Any, Coder] = {}
        self._cells: dict[str, Cell] = {}
        """By their names: a record speaks of the same few again and again."""
        self._names = _Names(battle_map.grid)

    def encode(self, kind: Any, value: Any) -> Any:
        """Return a value as JSON data."""
        return self._coder(kind).encode(value)

    def decode(self, kind: Any, data: Any) -> Any:
        """Return the value that JSON data describes, or raise `Unfit`."""
        try:
            return self._coder(kind).decode(data)
        except RecursionError:
            raise Unfit("things inside things without end", "notes no deeper than a plan could leave them") from None

    # -- putting coders together -------------------------------------------------------------------------

    def _coder(self, kind: Any) -> Coder:
        if kind not in self._coders:
            # A type may hold itself (notes hold notes): the entry stands before it is worked out.
            self._coders[kind] = Coder(
                lambda value: self._coders[kind].encode(value), lambda data: self._coders[kind].decode(data)
            )
            self._coders[kind] = self._made(kind)
        return self._coders[kind]

    def _made(self, kind: Any) -> Coder:
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return self._choice(arguments)
        if origin is Literal:
            return _literal(arguments)
        if origin is tuple:
            return self._row(arguments[0]) if arguments[1:] == (...,) else self._columns(arguments)
        if origin is not None and origin in self._families:
            return self._family(self._families[origin])
        if origin is not None and issubclass(origin, Roster):
            return self._roster()
        if origin is not None and issubclass(origin, Mapping) and arguments[0] is str:
            return self._table(arguments[1])
        return self._plain(kind)

    def _plain(self, kind: Any) -> Coder:
        if kind in _SCALARS:
            return _scalar(kind)
        if kind in self._families:
            return self._family(self._families[kind])
        if kind is Cell:
            return Coder(self._names.__getitem__, self._cell)
        if kind is Edge:
            return Coder(self._edge_name, self._edge)
        if kind is Die:
            return _die()
        if kind is Fraction:
            return Coder(str, _fraction)
        if not isinstance(kind, type):
            raise TypeError(f"there is no way to write {kind} as JSON")
        if issubclass(kind, Profile):
            return Coder(lambda profile: profile.id, lambda data: _known(data, self._profiles, "a profile"))
        if issubclass(kind, Enum):
            return _enum(kind)
        if dataclasses.is_dataclass(kind):
            return self._record(kind)
        raise TypeError(f"there is no way to write {kind} as JSON")

    # -- texts that stand for things on the map ----------------------------------------------------------

    def _cell(self, data: Any) -> Cell:
        name: str = _of(data, str, "a cell of the map")
        cell = self._cells.get(name)
        if cell is None:
            try:
                cell = self._cells[name] = self._map.cell(name)
            except ValueError as wrong:
                raise Unfit(shown(data), "a cell of the map", str(wrong)) from None
        return cell

    def _edge_name(self, edge: Edge) -> str:
        """Name an edge by a cell of the map and its side; a link across a corner, which has no side, by both cells."""
        grid = self._map.grid
        cell = edge.first if edge.first in self._map else edge.second
        far = edge.other(cell)
        if not grid.share_side(cell, far):
            return f"{grid.name(cell)}-{grid.name(far)}"
        return f"{grid.name(cell)}/{grid.sides[grid.side_steps.index(far.minus(cell))]}"

    def _edge(self, data: Any) -> Edge:
        text: str = _of(data, str, "an edge")
        grid = self._map.grid
        if "-" in text:
            one, other = map(self._cell, text.split("-", 1))
            if grid.adjacent(one, other) and not grid.share_side(one, other):
                return Edge.between(one, other)
        cell, _, side = text.partition("/")
        if side not in grid.sides:
            raise Unfit(shown(data), f'a cell and a side ({", ".join(grid.sides)}), as in "C2/{grid.sides[0]}"')
        return grid.edge(self._cell(cell), side)

    # -- things made of others ---------------------------------------------------------------------------

    def _row(self, item: Any) -> Coder:
        encode, decode = self._coder(item)

        def read(data: Any) -> tuple[Any, ...]:
            entries, values = _of(data, list, "an array"), []
            try:
                for entry in entries:
                    values.append(decode(entry))
            except Unfit as wrong:
                raise wrong.within(len(values)) from None
            return tuple(values)

        return Coder(lambda value: [encode(entry) for entry in value], read)

    def _columns(self, kinds: tuple[Any, ...]) -> Coder:
        coders = [self._coder(kind) for kind in kinds]

        def write(value: tuple[Any, ...]) -> list[Any]:
            return [coder.encode(entry) for coder, entry in zip(coders, value, strict=True)]

        def read(data: Any) -> tuple[Any, ...]:
            if len(_of(data, list, "an array")) != len(coders):
                raise Unfit(shown(data), f"an array of {len(coders)}")
            return tuple(_reading(coder.decode, data[place], place) for place, coder in enumerate(coders))

        return Coder(write, read)

    def _table(self, item: Any) -> Coder:
        encode, decode = self._coder(item)

        def read(data: Any) -> dict[str, Any]:
            return {key: _reading(decode, entry, key) for key, entry in _of(data, dict, "a table").items()}

        return Coder(lambda value: {key: encode(entry) for key, entry in value.items()}, read)

    def _roster(self) -> Coder:
        row = self._row(self._unit_type)
        encode = self._coder(self._unit_type).encode
        last: dict[int, tuple[Unit, dict[str, Any]]] = {}

        def write(roster: Roster[Any]) -> list[dict[str, Any]]:
            """Write each unit, but not again those that are the same as in the last roster: events change few of them.

            They are known by identity, so the units themselves are kept with what was written of them.
            """
            nonlocal last
            last = {id(unit): last.get(id(unit)) or (unit, encode(unit)) for unit in roster}
            return [data.copy() for _, data in last.values()]

        def read(data: Any) -> Roster[Any]:
            units = row.decode(data)
            ids: set[str] = set()
            for place, unit in enumerate(units):
                if unit.id in ids:
                    raise Unfit(shown(unit.id), "an id that no other unit has").within("id").within(place)
                ids.add(unit.id)
            return Roster(units)

        return Coder(write, read)

    def _record(self, kind: Any) -> Coder:
        hints = _hints(kind)
        columns = [
            (field.name, self._coder(hints[field.name]), _default(field))
            for field in dataclasses.fields(kind)
            if field.init
        ]
        decoders = {name: coder.decode for name, coder, _ in columns}
        needed = {name: None for name, _, default in columns if default is _NONE}

        def write(value: Any) -> dict[str, Any]:
            # Most of a unit is as it is by default, and to see that it is the same thing takes no call.
            return {
                name: coder.encode(entry)
                for name, coder, default in columns
                if (entry := getattr(value, name)) is not default and not _same(entry, default)
            }

        expected = f"a table ({kind.__name__})"

        def read(data: Any) -> Any:
            keys = _of(data, dict, expected).keys()
            if not keys <= decoders.keys():
                name = next(name for name in keys if name not in decoders)
                raise Unfit(f"the key {shown(name)}", one_of(decoders), did_you_mean(name, decoders)).within(name)
            if not needed.keys() <= keys:
                name = next(name for name in needed if name not in keys)
                raise Unfit("nothing", f"the key {shown(name)} of {kind.__name__}").within(name)
            values = {}
            try:
                for name, entry in data.items():
                    values[name] = decoders[name](entry)
            except Unfit as wrong:
                raise wrong.within(name) from None
            return kind(**values)

        return Coder(write, read)

    def _family(self, family: Family) -> Coder:
        records = {member.__name__: (member, self._record(member)) for member in family.members}
        if len(records) < len(set(family.members)):
            raise TypeError(f"two kinds of {family.tag} have one name")
        if any(field.name == family.tag for member in family.members for field in dataclasses.fields(member)):
            raise TypeError(f'no {family.tag} may have a field "{family.tag}": it is the key that tells the kind')

        def write(value: Any) -> dict[str, Any]:
            member, coder = records.get(type(value).__name__, (None, None))
            if coder is None or member is not type(value):
                raise TypeError(f"{type(value).__name__} is not among the kinds of {family.tag} of this battle")
            return {family.tag: type(value).__name__, **coder.encode(value)}

        expected, the_kind = f"a table with the key {shown(family.tag)}", f"the kind of {family.tag}"
        older = {member.__name__: getattr(member, "formerly", {}) for member in family.members}
        kinds = {was: name for name, names in older.items() for was, now in names.items() if now == name}

        def read(data: Any) -> Any:
            name = _of(data, dict, expected).get(family.tag)
            if isinstance(name, str) and name not in records:
                name = kinds.get(name, name)
            _, coder = _known(name, records, the_kind, family.tag)
            fields = data.copy()
            del fields[family.tag]
            for was, now in older[name].items():
                field = now.removesuffix("[]")
                if was in fields and field not in fields:
                    value = fields.pop(was)
                    fields[field] = value if now == field else [value]
            return coder.decode(fields)

        return Coder(write, read)

    def _choice(self, kinds: tuple[Any, ...]) -> Coder:
        """Put together what may be one of several: nothing or a thing; a cell or a text; numbers and texts."""
        if set(kinds) == {Cell, str}:
            return self._subject()
        if set(kinds) <= _SCALARS:
            return Coder(lambda value: value, lambda data: _one_scalar(data, kinds))
        others = [kind for kind in kinds if kind is not types.NoneType]
        if len(others) == len(kinds):
            raise TypeError(f"there is no way to tell {kinds} apart in JSON")
        encode, decode = self._coder(others[0]) if len(others) == 1 else self._choice(tuple(others))
        return Coder(
            lambda value: None if value is None else encode(value),
            lambda data: None if data is None else decode(data),
        )

    def _subject(self) -> Coder:
        """Write a cell that stands where a text could stand with a sign of its own: @C3; a text with it doubles it."""
        names = self._names

        def read(data: Any) -> Cell | str:
            text: str = _of(data, str, "a text, or a cell as in @C3")
            return self._cell(text[1:]) if text.startswith("@") and not text.startswith("@@") else _undoubled(text)

        def write(value: Cell | str) -> str:
            return f"@{names[value]}" if isinstance(value, Cell) else f"@{value}" if value.startswith("@") else value

        return Coder(write, read)


class _Names(dict[Cell, str]):
    """The names of cells, each put together once."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid

    def __missing__(self, cell: Cell) -> str:
        name = self[cell] = self._grid.name(cell)
        return name


_hints = cache(get_type_hints)
"""Types of the fields of a class. Every battle has a codec of its own, and the classes are always the same."""
_NONE = object()
_SCALARS = {str, int, bool, types.NoneType}
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", types.NoneType: "null"}


def _undoubled(text: str) -> str:
    return text[1:] if text.startswith("@@") else text


def _same(entry: Any, default: Any) -> bool:
    """Say whether a value is the default. A number is never a truth, though Python holds 1 and True to be equal."""
    return entry is default or (type(entry) is type(default) and bool(entry == default))


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return _NONE if field.default is dataclasses.MISSING else field.default


def _of(data: Any, kind: type, expected: str) -> Any:
    if not isinstance(data, kind):
        raise Unfit(shown(data), expected)
    return data


def _reading(decode: Callable[[Any], Any], data: Any, step: str | int) -> Any:
    """Read one part of a value; what is wrong inside it is told with the way to it."""
    try:
        return decode(data)
    except Unfit as wrong:
        raise wrong.within(step) from None


def _known(word: Any, known: Mapping[str, Any], expected: str, step: str = "") -> Any:
    if not isinstance(word, str) or word not in known:
        unfit = Unfit(shown(word), f"{expected}, {one_of(known)}", did_you_mean(word, known))
        raise unfit.within(step) if step else unfit
    return known[word]


def _scalar(kind: type) -> Coder:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise Unfit(shown(data), _WORDS[kind])
        return data

    return Coder(lambda value: value, read)


def _one_scalar(data: Any, kinds: tuple[type, ...]) -> Any:
    if type(data) not in kinds:
        raise Unfit(shown(data), " or ".join(_WORDS[kind] for kind in kinds))
    return data


def _literal(words: tuple[Any, ...]) -> Coder:
    def read(data: Any) -> Any:
        if not any(_same(data, word) for word in words):
            raise Unfit(shown(data), one_of(words), did_you_mean(data, [str(word) for word in words]))
        return data

    return Coder(lambda value: value, read)


def _enum(kind: type[Enum]) -> Coder:
    """Write a member by its value, which files hold as a word or a number."""
    members = {member.value: member for member in kind}
    if not all(type(value) in (str, int) for value in members):
        raise TypeError(f"there is no way to write {kind} as JSON")

    def read(data: Any) -> Enum:
        if type(data) not in (str, int) or data not in members:
            raise Unfit(shown(data), one_of(members), did_you_mean(data, [str(value) for value in members]))
        return members[data]

    return Coder(lambda member: member.value, read)


def _fraction(data: Any) -> Fraction:
    # Not all that Fraction would read: "1e999999999" would keep it busy for ever.
    if not re.fullmatch("-?[0-9]{1,40}(/0*[1-9][0-9]{0,39})?", _of(data, str, 'a fraction, as in "3/4"')):
        raise Unfit(shown(data), 'a fraction, as in "3/4"')
    return Fraction(data)


def _die() -> Coder:
    """Write an ordinary die by its name, and one of its own kind with its faces."""

    def write(value: Die) -> Any:
        return value.name if value == die(len(value.faces)) else [value.name, *value.faces]

    def read(data: Any) -> Die:
        match data:
            case str() if re.fullmatch("D[1-9][0-9]{0,4}", data):
                return die(int(data[1:]))
            case [str() as name, *faces] if faces and all(type(face) is int for face in faces):
                return Die(name, tuple(faces))
            case _:
                raise Unfit(shown(data), 'a die, as in "D6" or ["average die", 2, 3, 3, 4, 4, 5]')

    return Coder(write, read)
