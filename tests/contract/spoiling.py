"""Every way to spoil one field of a file, as its schema tells them: what may stand there, and what may not.

The schema is the one that editors get, so what is asked here is independent of how a file is read. A spoilt file is
written anew with a key on each line, so that the line of a mistake is known beforehand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from typing import Any
from zlib import crc32

Path = tuple[str | int, ...]
Schema = Mapping[str, Any]

LEFT_OUT: Any = object()
"""In place of a value that is not there."""
STRANGER = "xyzzy"
"""A word that no file knows."""
_KINDS: dict[str, Any] = {
    "boolean": True, "integer": 7, "number": 1.5, "string": STRANGER, "array": [[STRANGER]], "object": {STRANGER: 1},
    "null": date(1916, 1, 1),
}  # fmt: skip
"""A value of each kind of a schema; a date is of none."""


@dataclass(frozen=True)
class Spoiling:
    """One field with something else in it."""

    how: str
    path: Path
    value: Any
    field: Path
    """The path in the schema: the same for all entries of a list."""
    is_mistake: bool
    """The schema forbids it. Whether another name or an empty text is one too, only who reads it can say."""

    @property
    def number(self) -> int:
        """A number that is the same in every run, to choose by."""
        return crc32(repr((self.how, self.field)).encode())

    @property
    def of_list(self) -> bool:
        """Say whether it is one of many, so that the mistake may be told of all of them: too few, or too many."""
        return self.field[-1] == "*" or isinstance(self.field[-1], int)

    def overlaps(self, other: Spoiling) -> bool:
        """Say whether both change the same value, or one changes what is around the other."""
        return all(one == two for one, two in zip(self.path, other.path, strict=False))


def spoilings(schema: Schema, data: Any) -> Iterator[Spoiling]:
    """Yield every way to spoil every field of a file."""
    return _Spoiler(schema).of_table(schema, data, (), ())


def spoilt(data: Any, changes: Sequence[Spoiling]) -> Any:
    """Return a copy of what a file says with some fields spoilt."""
    changed = deepcopy(data)
    for change in changes:
        around = changed
        for step in change.path[:-1]:
            around = around[step]
        if change.value is LEFT_OUT:
            del around[change.path[-1]]
        else:
            around[change.path[-1]] = change.value
    return changed


class _Spoiler:
    def __init__(self, root: Schema) -> None:
        self._root = root

    def of_table(self, schema: Schema, table: dict[str, Any], path: Path, field: Path) -> Iterator[Spoiling]:
        """Yield what can be wrong with the keys of a table and with their values, those that it leaves out included."""
        forms = [form for form in self._forms(schema) if _is_of(form, table)]
        fitting = [form for form in forms if all(self._is(form, key, said) for key, said in table.items())] or forms
        for form in fitting[:1]:
            known, others = form.get("properties", {}), _others_of(form)
            if others is False:
                yield Spoiling("an unknown key", (*path, STRANGER), 1, (*field, STRANGER), True)
            if "patternProperties" in form and table:
                yield Spoiling("a wrong name", (*path, "No such Id!"), next(iter(table.values())), (*field, "?"), True)
            for key in [key for key in known if key not in table]:
                absent = self._of_value(known[key], None, (*path, key), (*field, key))
                yield from (change for change in absent if change.is_mistake)
            for key, said in table.items():
                inner, step = (known[key], key) if key in known else (others or {}, "*")
                needed = key in form.get("required", ()) or len(table) == form.get("minProperties")
                yield Spoiling("left out", (*path, key), LEFT_OUT, (*field, step), needed)
                yield from self._of_value(inner, said, (*path, key), (*field, step))

    def _is(self, form: Schema, key: str, said: object) -> bool:
        """Say whether a table may be of this form, as far as one key tells."""
        inner = form.get("properties", {}).get(key, _others_of(form))
        return inner is not False and any(_accepts(each, said) for each in self._forms(inner))

    def _of_value(self, schema: Schema, said: Any, path: Path, field: Path) -> Iterator[Spoiling]:
        forms = self._forms(schema)
        for how, value in self._others(forms, said, field):
            yield Spoiling(how, path, value, field, not any(_accepts(form, value) for form in forms))
        match said:
            case dict():
                yield from self.of_table(schema, said, path, field)
            case [*items]:
                form = next((form for form in forms if _is_of(form, said)), {})
                for n, item in enumerate(items):
                    fixed = form.get("prefixItems", ())
                    inner = fixed[n] if n < len(fixed) else form.get("items", {})
                    yield from self._of_value(inner, item, (*path, n), (*field, n if fixed else "*"))

    def _others(self, forms: list[Schema], said: Any, field: Path) -> Iterator[tuple[str, Any]]:
        """Yield values to put in place of one."""
        wrong = [kind for kind in _KINDS if not any(kind in _kinds_of(form) for form in forms)]
        yield "a wrong type", deepcopy(_KINDS[wrong[crc32(repr(field).encode()) % len(wrong)]])
        for form in forms:
            for limit, step in (("minimum", -1), ("maximum", 1), ("exclusiveMinimum", 0), ("exclusiveMaximum", 0)):
                if limit in form:
                    yield f"beyond the {limit}", form[limit] + step
            if "maxLength" in form:
                yield "too long", "x" * (form["maxLength"] + 1)
        match said:
            case str():
                yield "another text", STRANGER
                yield "an empty text", ""
            case [_, *_]:
                yield "an empty list", []
            case {**entries} if entries:
                yield "an empty table", {}

    def _forms(self, schema: Schema) -> list[Schema]:
        """Return what a value may choose between, each without references."""
        while "$ref" in schema:
            target: Any = self._root
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            schema = {**target, **{key: part for key, part in schema.items() if key != "$ref"}}
        choices = next(
            (schema[word] for word in ("anyOf", "oneOf") if "properties" not in schema and word in schema), None
        )
        if choices is None:
            return [schema]
        return [form for choice in choices for form in self._forms(choice)]


def _others_of(form: Schema) -> Any:
    """Return what keys may hold that a schema does not name; False if there may be none."""
    return next(iter(form.get("patternProperties", {}).values()), form.get("additionalProperties", {}))


def _kinds_of(form: Schema) -> set[str]:
    """Return the kinds of values that a schema without choices takes."""
    if "type" in form:
        return {"number", "integer"} if form["type"] == "number" else {form["type"]}
    words = form.get("enum", [form["const"]] if "const" in form else [])
    return {kind for word in words for kind in _KINDS if _is_kind(kind, word)} or set(_KINDS)


def _is_kind(kind: str, value: object) -> bool:
    types = {"boolean": bool, "integer": int, "number": float, "string": str, "array": list, "object": dict}
    return kind in types and type(value) is types[kind]


def _is_of(form: Schema, value: object) -> bool:
    return any(_is_kind(kind, value) for kind in _kinds_of(form))


def _accepts(form: Schema, value: Any) -> bool:
    """Say whether a schema takes a value, as far as it can be told without looking into tables and lists."""
    if not _is_of(form, value):
        return False
    if value not in form.get("enum", [value]) or value != form.get("const", value):
        return False
    match value:
        case bool():
            return True
        case int() | float():
            beyond = (form.get("exclusiveMinimum"), form.get("exclusiveMaximum"))
            least, most = form.get("minimum", value), form.get("maximum", value)
            return bool(least <= value <= most) and value not in beyond
        case str():
            fits = bool(form.get("minLength", 0) <= len(value) <= form.get("maxLength", len(value)))
            return fits and re.search(form.get("pattern", ""), value) is not None
        case list():
            return len(value) >= max(int(form.get("minItems", 0)), len(form.get("prefixItems", ())))
        case dict():
            return len(value) >= int(form.get("minProperties", 0)) and all(
                key in value for key in form.get("required", ())
            )
    return True


# -- written anew --------------------------------------------------------------------------------------------------


class Written:
    """What a file says, written with a key on each line."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._lines: list[str] = []
        self._line_of: dict[Path, int] = {}
        self._write(data, ())

    @property
    def text(self) -> str:
        """The text of the file."""
        return "".join(f"{line}\n" for line in self._lines)

    def line_of(self, path: Path) -> int | None:
        """Return the line of a value, or of what is around it; the file as a whole has none."""
        while path and path not in self._line_of:
            path = path[:-1]
        return self._line_of.get(path)

    def _add(self, path: Path, line: str) -> None:
        self._lines.append(line)
        self._line_of[path] = len(self._lines)

    def _write(self, table: Mapping[str, Any], path: Path) -> None:
        below: list[tuple[str, Any]] = []
        for key, value in table.items():
            if isinstance(value, dict) or (
                isinstance(value, list) and value and all(type(each) is dict for each in value)
            ):
                below.append((key, value))
            else:
                self._add((*path, key), f"{_key(key)} = {_value(value)}")
        for key, value in below:
            name = ".".join(_key(step) for step in (*path, key) if isinstance(step, str))
            entries = [((*path, key), f"[{name}]", value)]
            if isinstance(value, list):
                self._line_of[(*path, key)] = len(self._lines) + 1
                entries = [((*path, key, n), f"[[{name}]]", entry) for n, entry in enumerate(value)]
            for place, header, entry in entries:
                self._add(place, header)
                self._write(entry, place)


def _key(word: str) -> str:
    return word if re.fullmatch("[A-Za-z0-9_-]+", word) else json.dumps(word, ensure_ascii=False)


def _value(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case date():
            return value.isoformat()
        case _:
            return json.dumps(value, ensure_ascii=False)
