"""Follow the place of a pydantic error through the model, to the path in the document and what belongs there.

Pydantic names a place by the way its validators went: beside keys and indices that includes the label of
each alternative it tried. The document knows nothing of those, so both are walked side by side.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, is_dataclass
from dataclasses import fields as dataclass_fields
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, RootModel

from sim.files.mistakes import KeyPath, one_of

_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
_ARRAYS = (list, tuple, AbstractSet)


@dataclass(frozen=True)
class ErrorPlace:
    """Where an error lies: the path in the document, the kind of value wanted there, the table around it if its keys
    are known."""

    path: KeyPath
    kind: Any
    owner: Any
    is_key: bool = False


def reached(model: type, place: KeyPath, data: object) -> ErrorPlace:
    """Follow `place`, as pydantic gives it, from the top of the document."""
    kind: Any = model
    owner: Any = None
    path: KeyPath = ()
    for step in place:
        if step == "[key]":
            return ErrorPlace(path, None, owner, is_key=True)
        kind = plain(kind)
        if members := alternatives(kind):
            kind = _labelled(members, str(step), data)
            continue
        inner = _inside(data, step)
        if kind is None and inner is None:
            continue  # The model told us nothing of this part, nor does the document: a label.
        owner = kind if keys_of(kind) else None
        kind, data, path = _part(kind, step), inner, (*path, step)
    return ErrorPlace(path, plain(kind), owner)


@lru_cache(maxsize=256)
def keys_of(kind: Any) -> dict[str, Any]:
    """Give the keys of a table as a file writes them, with the kind of each; none if it may have any.

    >>> keys_of(Mapping[Literal["A", "B"], int])
    {'A': <class 'int'>, 'B': <class 'int'>}
    """
    fields: dict[str, tuple[Any, Iterable[Any]]]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = {name: (field.annotation, [field]) for name, field in kind.model_fields.items()}
    elif isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        names = [field.name for field in dataclass_fields(kind) if field.name not in getattr(kind, "unwritten", ())]
        fields = {name: (hints[name], get_args(hints[name])[1:]) for name in names}
    elif isinstance(origin := get_origin(kind), type) and issubclass(origin, Mapping):
        key, item = get_args(kind)
        return {str(word): item for word in choices(plain(key))}
    else:
        return {}
    return {_alias(name, notes): hint for name, (hint, notes) in fields.items()}


def _alias(name: str, notes: Iterable[Any]) -> str:
    """Give the key of a field, which is another word where a name of Python cannot be the key."""
    aliases = [getattr(note, "validation_alias", None) or getattr(note, "alias", None) for note in notes]
    return next((alias for alias in aliases if isinstance(alias, str)), name)


def plain(kind: Any) -> Any:
    """Strip what surrounds a kind: notes, other names for it, the choice of leaving it out."""
    while True:
        present = alternatives(kind)
        if len(present) == 1:
            kind = present[0]
        elif get_origin(kind) is Annotated:
            kind, *notes = get_args(kind)
            # A note says so where more is written than is read: a figure with its source.
            kind = next((note.written for note in notes if hasattr(note, "written")), kind)
        elif hasattr(kind, "__value__"):
            kind = kind.__value__
        elif hasattr(kind, "__supertype__"):
            kind = kind.__supertype__
        elif isinstance(kind, type) and issubclass(kind, RootModel):
            kind = kind.model_fields["root"].annotation
        else:
            return kind


def alternatives(kind: Any) -> list[Any]:
    """Give the kinds between which a value may choose; none if there is no choice."""
    if get_origin(kind) not in (Union, types.UnionType):
        return []
    return [member for member in get_args(kind) if member is not type(None)]


def choices(kind: Any) -> list[Any]:
    """Give the words, or numbers, of which the kind allows only these."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [member.value for member in kind]
    return []


def tags(kind: Any, key: str) -> list[Any]:
    """Give what `key` may say in a table that tells by it which of several kinds it is."""
    models = [plain(member) for member in alternatives(kind)]
    return [tag for model in models if _is_model(model) for tag in choices(plain(keys_of(model).get(key)))]


def item_of(kind: Any) -> Any:
    """Give the kind of the items of an array; None if it is no array, or one of several things in their order."""
    origin, inner = get_origin(kind), get_args(kind)
    is_array = isinstance(origin, type) and issubclass(origin, _ARRAYS) and len({*inner} - {Ellipsis}) == 1
    return plain(inner[0]) if is_array else None


def described(kind: Any) -> str:
    """Say in plain words what is wanted.

    >>> described(int), described(list[str]), described(Literal["wall", "hedge"]), described(int | str)
    ('a whole number', 'an array', 'one of wall, hedge', 'a whole number, or a text')
    """
    kind = plain(kind)
    if members := alternatives(kind):
        return ", or ".join(dict.fromkeys(described(member) for member in members))
    if allowed := choices(kind):
        return one_of(allowed)
    origin = get_origin(kind) or kind
    if not isinstance(origin, type):
        return "a value"
    if is_dataclass(origin):
        return getattr(origin, "in_words", "a table")
    if issubclass(origin, _ARRAYS):
        return "an array"
    if issubclass(origin, BaseModel | Mapping):
        return "a table"
    return _WORDS.get(origin, "a value")


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and (issubclass(kind, BaseModel) or is_dataclass(kind))


def _labelled(members: list[Any], label: str, data: object) -> Any:
    """Find the alternative that pydantic calls `label`: by its tag, or by the name of its class."""
    for member in members:
        model = plain(member)
        if label in [getattr(note, "tag", None) for note in get_args(member)[1:]]:
            return model
        if not _is_model(model):
            continue
        for key, kind in keys_of(model).items():
            if label in map(str, choices(plain(kind))) and str(_inside(data, key)) == label:
                return model
        if re.search(rf"\b{re.escape(model.__name__)}\b", label):
            return model
    # Of `list[int]` only the `list` counts: how the rest is written differs between versions.
    likely = [member for member in members if _name(member) == label.partition("[")[0]]
    return likely[0] if len(likely) == 1 else None


def _name(kind: Any) -> str:
    return getattr(get_origin(plain(kind)) or plain(kind), "__name__", "")


def _part(kind: Any, step: str | int) -> Any:
    """Give the kind wanted at one key or item of a value of this kind; None if that is not known."""
    if keys := keys_of(kind):
        return keys.get(str(step))
    origin, inner = get_origin(kind), get_args(kind)
    if not isinstance(origin, type) or not inner:
        return None
    if issubclass(origin, Mapping):
        return inner[-1]
    if origin is tuple and Ellipsis not in inner and isinstance(step, int):
        return inner[step] if step < len(inner) else None
    return inner[0]


def _inside(data: object, step: str | int) -> object:
    if isinstance(data, dict):
        return data.get(step)
    if isinstance(data, list) and isinstance(step, int) and step < len(data):
        return data[step]
    return None
