"""The figures of a system: one frozen dataclass for each table of its files is schema, limits and value in one.

A system keeps them in a module `figures.py` beside its TOML files. A figure that stands by itself is written with its
source, an entry of a list has a `source` of its own:

    walk = { value = 1, source = "proposal" }

    [weapon.musket]
    short = 4
    source = "rules"

and the module says what may stand there, and by that what the rules read:

    Count = Annotated[int, figure(1, 99)]

    @dataclass(frozen=True)
    class Numbers(Table):
        walk: Count

    @dataclass(frozen=True)
    class Weapon(Entry):
        short: Annotated[int, Field(ge=0, le=200)]

    @dataclass(frozen=True)
    class Figures(Table):
        numbers: Annotated[Numbers, Field(alias="number")]
        weapons: Annotated[Listed[Weapon], Field(alias="weapon")]

    figures = OwnFile(Figures, __name__, "numbers.toml")

Whoever plays otherwise can write such a file and have it read in place of the shipped one: every mistake in it is told
with its line and with what would be right.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, make_dataclass, replace
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeVar, get_args

from pydantic import Field, GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema, core_schema

from sim.board.findings import Findings
from sim.board.terrain_sets.kind_tables import KindId, Name
from sim.files import Document, parse_toml, read_toml, require_version
from sim.files.strict import StrictTable, validated

__all__ = [
    "D6", "D8", "D10", "Entry", "Every", "KindId", "Listed", "Name", "OwnFile", "Source", "Sourced", "Table", "Written",
    "figure", "or_no",
]  # fmt: skip

T = TypeVar("T")
K = TypeVar("K")
Source = Annotated[str, StringConstraints(min_length=1, max_length=200)]

if TYPE_CHECKING:
    D6 = int
    D8 = int
    D10 = int
else:
    D6, D8, D10 = (Literal[tuple(range(1, faces + 1))] for faces in (6, 8, 10))
"""The scores of a die, as keys of a table that has something for `Every` one of them."""


class Table(StrictTable):
    """The base of a dataclass that is a table of a file. Every key without a default must be there, and no other.

    A field `id` is not written in it: it is the key that the table has in its list.
    """

    unwritten: ClassVar = frozenset({"id"})


@dataclass(frozen=True, kw_only=True)
class Entry(Table):
    """The base of one that has a source of its own."""

    source: Source = field(default="", compare=False)
    """Where its figures come from. A file must say so; what is made up in a program need not."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Demand the source."""
        schema = super().__get_pydantic_core_schema__(source, handler)
        table: Any = handler.resolve_ref_schema(schema)
        for part in table["schema"]["fields"]:
            if part["name"] == "source" and part["schema"]["type"] == "default":
                part["schema"] = part["schema"]["schema"]
        return schema


# -- what is written otherwise than it is read ---------------------------------------------------------------------


class Written:
    """Something that is written in one way and read in another."""

    def __init__(self, written: Any, read: Callable[[Any], Any] = lambda written: written) -> None:
        self.written = written
        self.read = read

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check what is written, and read it."""
        return core_schema.no_info_after_validator_function(self.read, handler.generate_schema(self.written))


class Sourced(Written):
    """A figure of some kind that is written with its source: a table of both, of which the figure is read."""

    def __init__(self, kind: Any, key: str = "value") -> None:
        parts = [("value", Annotated[kind, Field(alias=key)]), ("source", Source)]
        words = f'a figure and its source, as in {{ {key} = …, source = "…" }}'
        written = make_dataclass("Figure", parts, bases=(StrictTable,), frozen=True, namespace={"in_words": words})
        super().__init__(written, lambda table: table.value)


def figure(least: int, most: int) -> Sourced:
    """Describe a whole number that is written with its source."""
    return Sourced(Annotated[int, Field(ge=least, le=most)])


def or_no(kind: Any) -> Written:
    """Describe what a file says or says "no" to, which is read as None: a line that is forgotten is a mistake then."""
    return Written(kind | Literal["no"], lambda written: None if written == "no" else written)


class _ById:
    """Gives each entry of a list the key that it has there."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check the entries, and put in their ids."""
        return core_schema.no_info_after_validator_function(
            lambda entries: {key: replace(entry, id=key) for key, entry in entries.items()}, handler(source)
        )


class _Complete:
    """Demands every key of a table whose keys are known beforehand."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check that all keys are there and no others."""
        known, kind = get_args(source)
        words = get_args(known)
        part = core_schema.typed_dict_field(handler.generate_schema(kind), required=True)
        table = core_schema.typed_dict_schema({str(word): part for word in words}, extra_behavior="forbid")
        return core_schema.no_info_after_validator_function(
            lambda found: {word: found[str(word)] for word in words}, table
        )


Listed = Annotated[Mapping[KindId, T], Field(min_length=1), _ById()]
"""Entries by their ids, one at the least."""
Every = Annotated[Mapping[K, T], _Complete()]
"""One of each kind of a `Literal`: grades, or scores of a die."""


# -- the files -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnFile(Generic[T]):
    """A data file of a system: its own beside its code, or one that somebody gives in place of it."""

    kind: type[T]
    module: str
    """The module that describes it, in whose folder it lies."""
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
        return files(self.module.rpartition(".")[0]).joinpath(self.name).read_text(encoding="utf-8")

    def read(self, path: str | os.PathLike[str] | None = None) -> T:
        """Read the shipped file or another, which must have all of it; or raise every mistake in it."""
        if path is not None:
            return self.parsed(read_toml(path))
        return self.parsed(parse_toml(self.text, f"{self.module.split('.')[-2]}/{self.name}"))

    def parsed(self, document: Document) -> T:
        """Return what a document says; or raise every mistake in it."""
        require_version(document)
        said = {key: value for key, value in document.data.items() if key != "format"}
        tables, findings = validated(self.kind, replace(document, data=said)), Findings(document)
        self.check(tables, findings)
        findings.settle()
        return tables
