"""What a file may say for one figure or name: within which limits, with which source, among which others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, make_dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field, GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema, core_schema

from sim.board.terrain_sets.kind_tables import KindId as KindId
from sim.board.terrain_sets.kind_tables import Name as Name
from sim.files.strict import StrictTable

T = TypeVar("T")
K = TypeVar("K")
Source = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=1, le=99)]
Small = Annotated[int, Field(ge=0, le=99)]
Printed = Annotated[int, Field(ge=-99, le=99)]
Length = Annotated[int, Field(ge=1, le=200)]
"""In inches."""

if TYPE_CHECKING:
    D6 = int
    D8 = int
    D10 = int
else:
    D6, D8, D10 = (Literal[tuple(range(1, faces + 1))] for faces in (6, 8, 10))
"""The scores of a die, as keys of a table that has something for `Every` one of them."""

# -- written otherwise than it is read ----------------------------------------------------------------------------


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


@dataclass(frozen=True)
class ListedThere:
    """What a name, or each of several, has to be among: what a file lists there. One that is left out is none."""

    file: Callable[[], object]
    table: str

    @property
    def known(self) -> Collection[str]:
        """The names that there are."""
        listed: Collection[str] = getattr(self.file(), self.table)
        return listed


Listed = Annotated[Mapping[KindId, T], Field(min_length=1), _ById()]
"""Entries by their ids, one at the least."""
Every = Annotated[Mapping[K, T], _Complete()]
"""One of each kind of a `Literal`: grades, or scores of a die."""
