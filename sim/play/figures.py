"""The figures of a system: one frozen dataclass for each table of its files is schema, limits and value in one.

A system keeps them in a module `figures.py` beside its TOML files; those of terrain are in the terrain set. Most
printed figures are not public: whoever owns a game can compare ours, correct them, and have a file of their own read.
So a figure that stands by itself is written with its source, and an entry of a list has a `source` of its own:

    walk = { value = 1, source = "proposal" }

    [weapon.musket]
    short = 4
    source = "rules"

and the module says what may stand there, and by that what the rules read:

    Count = Annotated[int, figure(1, 99)]

    class Numbers(Table):
        walk: Count

    class Weapon(Entry):
        short: Annotated[int, Field(ge=0, le=200)]

    class Figures(Table):
        numbers: Annotated[Numbers, Field(alias="number")]
        weapons: Annotated[Listed[Weapon], Field(alias="weapon")]

    figures = OwnFile(Figures, __name__, "numbers.toml")

What no single key can tell is noted by `faults` of the table it concerns, and a name of something else that is listed
says where: `weapon: Annotated[KindId, Among(figures, "weapons")]`. A file that lists things of one kind alone
needs no table around them: `troops = ListFile("troop", TroopProfile, __name__, "troops.toml")`.

Every mistake in a file is told with its line and with what would be right.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform, get_type_hints

from pydantic import GetCoreSchemaHandler
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from sim.board.findings import Findings
from sim.files import Document, KeyPath, parse_toml, read_toml, require_version
from sim.files.strict import StrictTable, validated
from sim.memo import KeepsAnswers
from sim.play.limits import Listed, ListedThere, Source

T = TypeVar("T")
Fault = tuple[str | KeyPath, str, str] | tuple[str | KeyPath, str, str, str]
"""What is wrong with an entry: the key, or the way from there on, what was found, what would be right, and perhaps what
may have been meant. An empty key is the entry itself."""
Faults = Iterator[Fault]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Table(KeepsAnswers, StrictTable):
    """A table of a file. Every key without a default must be there, and no other.

    Whatever derives from it is a frozen dataclass by itself. A field `id` is not written in it: it is the key that the
    table has in its list.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    unwritten: ClassVar = frozenset({"id"})
    demanded: ClassVar[frozenset[str]] = frozenset()
    """What a file must say although it has a default, for what is made up in a program."""

    def __init_subclass__(cls, **options: bool) -> None:
        """Make it a dataclass."""
        dataclass(frozen=True, **options)(cls)

    def faults(self) -> Faults:
        """Yield what no single key of it can tell."""
        return iter(())

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Demand what is demanded."""
        schema = super().__get_pydantic_core_schema__(source, handler)
        table: Any = handler.resolve_ref_schema(schema)
        for part in table["schema"]["fields"]:
            if part["name"] in cls.demanded and part["schema"]["type"] == "default":
                part["schema"] = part["schema"]["schema"]
        return schema


class Entry(Table, kw_only=True):
    """A table that names its own source."""

    demanded: ClassVar = frozenset({"source"})
    source: Source = field(default="", compare=False)
    """Where its figures come from."""


# -- the files -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnFile(Generic[T]):
    """A data file of a system: its own, in its folder `figures` or beside its code, or one that somebody gives."""

    kind: type[T]
    module: str
    """The module that describes it, in whose package it lies."""
    name: str
    check: Callable[[T, Findings], None] = field(default=lambda *_: None, repr=False)
    """Notes what no figure can tell by itself."""

    def __call__(self) -> T:
        """Return what the shipped file says, which is read once: nobody changes it."""
        return self._shipped

    @cached_property
    def _shipped(self) -> T:
        return self.read()

    @property
    def text(self) -> str:
        """The shipped file as it is written."""
        package = files(self.module.rpartition(".")[0])
        file = package.joinpath("figures", self.name)
        return (file if file.is_file() else package.joinpath(self.name)).read_text(encoding="utf-8")

    def read(self, path: str | os.PathLike[str] | None = None) -> T:
        """Read the shipped file or another, which must have all of it; or raise every mistake in it."""
        if path is not None:
            return self.parsed(read_toml(path))
        return self.parsed(parse_toml(self.text, f"{self.module.split('.')[-2]}/{self.name}"))

    def parsed(self, document: Document) -> T:
        """Return what a document says; or raise every mistake in it."""
        require_version(document)
        said = {key: value for key, value in document.data.items() if key != "format"}
        table, findings = validated(self.kind, replace(document, data=said)), Findings(document)
        _check((), table, findings)
        found = self.found(table)
        self.check(found, findings)
        findings.settle()
        return found

    def found(self, table: Any) -> T:
        """Return what the rules see of the table that was read: here, the table itself."""
        read: T = table
        return read


class ListFile(OwnFile[Mapping[str, T]]):
    """A data file that lists things of one kind, under one key, and says nothing else."""

    def __init__(
        self, key: str, kind: type[T], module: str, name: str,
        check: Callable[[Mapping[str, T], Findings], None] = lambda *_: None,
    ) -> None:  # fmt: skip
        table: Any = type("ListFile", (Table,), {"__annotations__": {key: Listed[kind]}})  # type: ignore[valid-type]
        super().__init__(table, module, name, check)

    def found(self, table: Any) -> Mapping[str, T]:
        """Return the things by their ids."""
        (things,) = vars(table).values()
        entries: Mapping[str, T] = things
        return entries


def _check(way: KeyPath, value: object, findings: Findings) -> None:
    """Note what a table says is wrong with it, names in it of what there is not, and the same of all tables within."""
    if isinstance(value, Table):
        kind: Any = type(value)
        for name, key, among in _keys(kind):
            said = getattr(value, name)
            if among and (said or getattr(kind, name, None) != said):
                several = isinstance(said, tuple)
                for place, word in enumerate(said if several else (said,)):
                    if word not in among.known:
                        findings.not_among((*way, key, place) if several else (*way, key), word, list(among.known))
            _check((*way, key), said, findings)
        for fault in value.faults():
            findings.add((*way, *way_of(fault[0])), *fault[1:])
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            _check((*way, str(key)), entry, findings)
    elif isinstance(value, tuple):
        for place, entry in enumerate(value):
            _check((*way, place), entry, findings)


def way_of(key: str | KeyPath) -> KeyPath:
    """Return the way from an entry to what is at fault in it."""
    return key if isinstance(key, tuple) else (key,) if key else ()


@cache
def _keys(table: Any) -> list[tuple[str, str, ListedThere | None]]:
    """Return the fields of a table, each with its key in a file, and what it has to be among."""
    found: list[tuple[str, str, ListedThere | None]] = []
    hints = get_type_hints(table, include_extras=True)
    for name in table.__dataclass_fields__:
        about = getattr(hints[name], "__metadata__", ())
        alias = next((each.alias for each in about if isinstance(each, FieldInfo) and each.alias), name)
        found.append((name, alias, next((each for each in about if isinstance(each, ListedThere)), None)))
    return found
