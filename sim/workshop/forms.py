"""Forms made from the models by which files are read: what can be said at a place of a file, and how it is typed.

A form has a field for each key of a model, with the help that stands beside the key in the code. What is typed into a
field becomes a value of its kind, or it is said why it cannot; whether the value fits the rest of the file is for the
reader of the file to say.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, is_dataclass
from dataclasses import fields as dataclass_fields
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from sim.engine.setup import Names
from sim.files import KeyPath
from sim.files.kinds import alternatives, choices, item_of, keys_of, plain
from sim.workshop.edits import Impossible

Sort = Literal["yes_no", "choice", "number", "decimal", "text", "prose", "list", "pairs", "table", "tables", "named"]
"""How a value is written: one of a few words, a figure, a text; several of them; a table, several, several by name."""
_PROSE = 1000
"""Characters from which on a text is one to be read rather than a name."""
_SORTS: Mapping[Any, Sort] = {bool: "yes_no", int: "number", float: "decimal", str: "text"}


@dataclass(frozen=True)
class FormField:
    """A key that a table may have."""

    key: str
    kind: Any
    """The model of a table, the kind of the items of a list; else that of the value."""
    sort: Sort
    names: str = ""
    """What a text names: spot, side, kind, facing."""
    words: tuple[Any, ...] = ()
    """What a choice is among."""
    default: Any = None
    is_needed: bool = False
    help: str = ""

    @property
    def label(self) -> str:
        """The key as a form shows it."""
        return self.key.replace("_", " ")


@lru_cache(maxsize=256)
def form_of(model: Any) -> tuple[FormField, ...]:
    """Return the fields of a table.

    >>> from sim.scenario.schema import LimitsTable
    >>> [(field.key, field.sort, field.help) for field in form_of(LimitsTable)]
    [('turns', 'number', 'The last turn')]
    """
    return tuple(_fields(model))


def field_at(model: Any, path: KeyPath) -> FormField | None:
    """Return the field that a path of a file belongs to; None for a place of which the model says nothing."""
    found: FormField | None = None
    for step in path:
        if isinstance(step, int):
            continue
        if found is not None and found.sort == "named" and model is not found.kind:
            model = found.kind
            continue
        if found is not None and found.sort not in ("table", "tables", "named"):
            return found
        found = next((each for each in form_of(model) if each.key == step), None)
        if found is None:
            return None
        model = None if found.sort == "named" else found.kind
    return found


def _fields(model: Any) -> Iterator[FormField]:
    helps: Mapping[str, str] = _docs(model)
    if isinstance(model, type) and issubclass(model, BaseModel):
        for name, each in model.model_fields.items():
            default = each.get_default(call_default_factory=True)
            needed = default is PydanticUndefined
            kind: Any = Annotated[(each.annotation, *each.metadata)] if each.metadata else each.annotation
            told = each.description or helps.get(name, "")
            yield _field(each.alias or name, kind, None if needed else default, told, is_needed=needed)
    elif is_dataclass(model):
        known: Any = model
        hints, demanded = get_type_hints(model, include_extras=True), getattr(model, "demanded", ())
        written = [each for each in dataclass_fields(model) if each.name not in getattr(model, "unwritten", ())]
        for key, own in zip(keys_of(known), written, strict=True):
            default = own.default_factory() if own.default_factory is not MISSING else own.default
            needed = default is MISSING or own.name in demanded
            yield _field(key, hints[own.name], None if needed else default, helps.get(own.name, ""), is_needed=needed)


def _field(key: str, kind: Any, default: Any, told: str, *, is_needed: bool) -> FormField:
    notes = tuple(_notes(kind))
    names = next((note.what for note in notes if isinstance(note, Names)), "")
    bare, words = plain(kind), tuple(choices(plain(kind)))
    sort: Sort = "choice" if words else _SORTS.get(bare, "text")
    origin = get_origin(bare)
    if sort == "text" and any((getattr(note, "max_length", 0) or 0) >= _PROSE for note in notes):
        sort = "prose"
    elif keys_of(bare):
        sort = "table"
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        bare = plain(get_args(bare)[1])
        sort = "named" if keys_of(bare) else "pairs"
    elif (item := item_of(bare)) is not None:
        bare, words = item, tuple(choices(item))
        sort = "tables" if keys_of(item) else "list"
    if not told and sort in ("table", "tables", "named"):
        told = (inspect.getdoc(bare) or "").partition("\n\n")[0].replace("\n", " ")
    return FormField(key, bare, sort, names, words, default, is_needed, told)


def _notes(kind: Any) -> Iterator[Any]:
    """Yield what is noted of a kind, of the choice of leaving it out, and of the items of an array."""
    if get_origin(kind) is Annotated:
        kind, *notes = get_args(kind)
        yield from notes
    for member in alternatives(kind) or (get_args(kind) if item_of(kind) is not None else ()):
        yield from _notes(member)


@lru_cache(maxsize=256)
def _docs(model: Any) -> Mapping[str, str]:
    """Return what stands below the fields of a class, and of those that it derives from."""
    found: dict[str, str] = {}
    for each in reversed(getattr(model, "__mro__", ())):
        if not each.__module__.startswith("pydantic") and each is not object:
            found.update(_own_docs(each))
    return found


def _own_docs(model: type) -> Iterator[tuple[str, str]]:
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(model))).body[0]
    except (OSError, TypeError, SyntaxError):  # no source at hand, or a class that was made and not written
        return
    assert isinstance(body, ast.ClassDef)
    name = ""
    for line in body.body:
        match line:
            case ast.AnnAssign(target=ast.Name(id=id)):
                name = id
            case ast.Expr(value=ast.Constant(value=str(told))) if name:
                yield name, " ".join(told.split())
                name = ""
            case _:
                name = ""


# -- typing ------------------------------------------------------------------------------------------------------


def typed(field: FormField, value: Any) -> str:
    """Return a value as it stands in its field.

    >>> typed(FormField("a", int, "pairs"), {"reds": 3, "blues": 2}), typed(FormField("a", str, "list"), ["x", "y"])
    ('reds 3, blues 2', 'x, y')
    """
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{key} {each}" for key, each in value.items())
        case list() | tuple():
            return ", ".join(str(each) for each in value)
    return str(value)


def said(field: FormField, text: str) -> Any:
    """Return what a text in a field says; None for nothing. `Impossible` tells why it says nothing of its kind.

    >>> said(FormField("a", int, "pairs"), "the reds 3, blues 2"), said(FormField("a", int, "number"), " ")
    ({'the reds': 3, 'blues': 2}, None)
    """
    text = text.strip()
    if not text:
        return None
    match field.sort:
        case "list":
            return [_one(field, part.strip()) for part in text.split(",") if part.strip()]
        case "pairs":
            pairs: dict[str, Any] = {}
            for part in filter(None, map(str.strip, text.split(","))):
                name, _, figure = re.sub(r"\s*[=:]\s*", " ", part).rpartition(" ")
                if not name:
                    raise Impossible(f"{field.label}: “{part}” is no name with a value, as in “reds 3”")
                pairs[name] = _one(field, figure)
            return pairs
    return _one(field, text)


def _one(field: FormField, text: str) -> Any:
    try:
        if field.kind is int or (field.words and all(isinstance(word, int) for word in field.words)):
            return int(text)
        if field.kind is float:
            return float(text)
    except ValueError:
        wanted = "a number" if field.kind is float else "a whole number"
        raise Impossible(f"{field.label}: “{text}” is not {wanted}") from None
    if field.kind is bool:
        return text.casefold() in ("yes", "true", "1")
    return text
