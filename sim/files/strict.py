"""Describe what a file may hold as a model, and check a document against it.

A model is a class made from `Strict`, or a dataclass made from `StrictTable`; `validated` gives an instance or every
mistake there is, in the words of somebody who writes maps and not of somebody who writes Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, TypeVar, cast

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import CoreSchema, ErrorDetails, PydanticKnownError, core_schema

from sim.files.document import Document
from sim.files.kinds import ErrorPlace, reached
from sim.files.mistakes import KEPT, FileLocation, FileMistakes, Mistake
from sim.files.wording import worded

MOST_ERRORS = 20_000
"""Above this many a file is not listed at all: it is of another kind, or made to exhaust the memory."""

_FROM_OTHERS = frozenset({"tuple", "set", "frozenset", "dataclass"})
"""What no file has, and is read from its arrays and tables."""


def _not_alike(value: object) -> object:
    """Keep `true` and 1.0 from being the 1 of a `Literal`, which compares as Python does."""
    if isinstance(value, bool | float):
        raise PydanticKnownError("literal_error", {"expected": "a whole number"})
    return value


def _open(schema: Any, handler: GetCoreSchemaHandler) -> None:
    """Open the tuples, sets and enums of one model to arrays and texts. Other models in it do so themselves."""
    match schema:
        case {"type": "definition-ref"}:
            target = handler.resolve_ref_schema(schema)
            if target["type"] == "enum":
                _open(target, handler)
        case {"type": "enum", "members": members}:
            # An enum of numbers would take `true` for 1. `Literal` does that better.
            schema["strict"] = not all(isinstance(member.value, str) for member in members)
        case {"type": "literal", "expected": words} if {int} == {bool, int} & {type(word) for word in words}:
            literal = dict(schema)
            schema.clear()
            schema.update(core_schema.no_info_before_validator_function(_not_alike, literal))
        case dict():
            if schema.get("type") in _FROM_OTHERS:
                schema["strict"] = False
            for part, inner in schema.items():
                if part != "metadata":
                    _open(inner, handler)
        case list() | tuple():
            for inner in schema:
                _open(inner, handler)


class Strict(BaseModel):
    """The base of everything that is read from a file.

    Unknown keys are mistakes, nothing is converted (no `"3"` or `3.0` or `true` for 3; only a whole number
    may stand for a number), and an instance never changes.

    >>> class Edge(Strict):
    ...     kind: str
    ...     between: tuple[int, int]
    >>> Edge.model_validate({"kind": "wall", "between": [3, 4]})
    Edge(kind='wall', between=(3, 4))
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Let tuples and sets be read from arrays, and enums from the texts they stand for.

        No file format has tuples or enums, so strictness would shut them out, and models with them all the
        immutable fields they should have. What stands inside stays strict.
        """
        schema = handler(source)
        _open(handler.resolve_ref_schema(schema), handler)
        return schema


class StrictTable:
    """The base of a dataclass that is read from a file as it stands: schema, limits and value in one.

    It is as strict as `Strict`. The classes that are made from it are frozen dataclasses.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Edge(StrictTable):
    ...     kind: str
    ...     between: tuple[int, int]
    >>> validated(Edge, Document("x.toml", {"kind": "wall", "between": [3, 4]}))
    Edge(kind='wall', between=(3, 4))
    """

    __pydantic_config__ = Strict.model_config
    unwritten: ClassVar[frozenset[str]] = frozenset()
    """Fields that no file may set: whoever reads it adds them."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Open it as `Strict` does, and leave out what is not written."""
        schema = handler(source)
        table: Any = handler.resolve_ref_schema(schema)
        table["schema"]["fields"] = [field for field in table["schema"]["fields"] if field["name"] not in cls.unwritten]
        _open(table, handler)
        return schema


Model = TypeVar("Model")

_Placed = tuple[int, ErrorPlace, ErrorDetails]
"""The line of an error, its place, and what pydantic says of it."""


def validated(model: type[Model], document: Document) -> Model:
    """Check a document against a model; give the instance, or raise every mistake in `FileMistakes`.

    A `ValueError` that one of the model's own validators raises is told in its own words.

    >>> class Map(Strict):
    ...     name: str
    ...     width: int
    >>> validated(Map, Document("x.toml", {"nam": "Hill", "width": "3"}))
    Traceback (most recent call last):
    sim.files.mistakes.FileMistakes: x.toml: name: found nothing, expected a text
    x.toml: width: found the text "3", expected a whole number
    x.toml: nam: found an unknown key, expected one of name, width; did you mean "name"?
    """
    try:
        found: Model = _adapter(cast("Any", model)).validate_python(document.data)
        return found
    except ValidationError as error:
        raise _mistakes(model, document, error) from None


@lru_cache(maxsize=64)
def _adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def spoilt_places(model: type[BaseModel], document: Document) -> list[ErrorPlace]:
    """Give the places of all that `validated` refuses, for a reader who goes on with the rest.

    >>> class Map(Strict):
    ...     name: str
    >>> [place.path for place in spoilt_places(Map, Document("x.toml", {"name": 3, "nam": "Hill"}))]
    [('name',), ('nam',)]
    """
    try:
        model.model_validate(document.data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        return [reached(model, detail["loc"], document.data) for detail in details]
    return []


def _mistakes(model: type, document: Document, error: ValidationError) -> FileMistakes:
    count = error.error_count()
    if count > MOST_ERRORS:
        told = f"{count} mistakes, too many to list; is this the right file?"
        return FileMistakes([FileLocation(document.file).mistake("", told)])
    placed: list[_Placed] = []
    for details in error.errors(include_url=False):
        place = reached(model, details["loc"], document.data)
        placed.append((document.line_of(place.path) or 0, place, details))
    placed = sorted(_without_other_choices(placed), key=lambda entry: entry[0])
    # Worded only as far as they are kept: looking for the word that was meant takes its time.
    kept = _merged([_mistake(document, place, details) for _, place, details in placed[:KEPT]])
    return FileMistakes(kept, unlisted=max(0, count - KEPT))


def _without_other_choices(placed: list[_Placed]) -> Iterator[_Placed]:
    """Leave out the choices that a value did not make: a list with one bad item was not meant to be a text."""
    around = {place.path[:length] for _, place, _ in placed for length in range(1, len(place.path))}
    for entry in placed:
        _, place, details = entry
        if not (place.path in around and details["type"].endswith("_type")):
            yield entry


def _mistake(document: Document, place: ErrorPlace, details: ErrorDetails) -> Mistake:
    phrase = worded(details, place)
    return document.at((*place.path, *phrase.further)).mistake(phrase.found, phrase.expected, phrase.hint)


def _merged(mistakes: list[Mistake]) -> list[Mistake]:
    """Join the mistakes told of one value: where there are alternatives, each has refused it."""
    by_place: dict[tuple[int | None, str, str], Mistake] = {}
    for mistake in mistakes:
        # One without `found` tells a story of its own.
        key = (mistake.line, mistake.where, "" if mistake.found else mistake.expected)
        first = by_place.setdefault(key, mistake)
        if first is not mistake and mistake.expected not in first.expected:
            expected = f"{first.expected}, or {mistake.expected}"
            hint = first.hint or mistake.hint
            by_place[key] = replace(first, expected=expected, hint=hint)
    return list(by_place.values())
