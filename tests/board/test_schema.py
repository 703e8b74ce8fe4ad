import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.board.mapfile.model import MapFile
from sim.board.mapfile.schema import map_schema, map_schema_text

CHECKOUT = Path(__file__).parent.parent.parent
SHIPPED = CHECKOUT / "assets" / "schema" / "map.schema.json"
MAPS = sorted((CHECKOUT / "maps").rglob("*.toml"))

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "number": (int, float), "integer": int, "boolean": bool,
}  # fmt: skip
SILENT = {"$schema", "$defs", "title", "description", "default", "discriminator"}


def complaints(schema: dict[str, Any], value: Any, top: dict[str, Any]) -> Iterator[str]:
    """Yield the keywords of a schema that a value breaks; enough of JSON Schema for ours, and no more."""
    for word, said in schema.items():
        match word, said:
            case ("$ref", str()):
                yield from complaints(top["$defs"][said.rpartition("/")[2]], value, top)
            case ("anyOf" | "oneOf", list()):
                fitting = sum(not list(complaints(choice, value, top)) for choice in said)
                if not fitting or (word == "oneOf" and fitting > 1):
                    yield word
            case ("type", str()):
                if not isinstance(value, TYPES[said]) or (isinstance(value, bool) and said != "boolean"):
                    yield f"type {said}"
            case _ if word not in SILENT:
                yield from _part_complaints(word, said, schema, value, top)


def _part_complaints(word: str, said: Any, schema: dict[str, Any], value: Any, top: dict[str, Any]) -> Iterator[str]:
    inner: list[tuple[Any, Any]] = []
    match word, value:
        case ("properties", dict()):
            inner = [(part, value[key]) for key, part in said.items() if key in value]
        case ("patternProperties", dict()):
            inner = [(part, item) for form, part in said.items() for key, item in value.items() if re.search(form, key)]
        case ("additionalProperties", dict()):
            forms = schema.get("patternProperties", {})
            left = [key for key in value if key not in schema.get("properties", {})]
            left = [key for key in left if not any(re.search(form, key) for form in forms)]
            if said is False and left:
                yield f"unknown {left[0]}"
            inner = [(said, value[key]) for key in left if said is not False]
        case ("propertyNames", dict()):
            inner = [(said, key) for key in value]
        case ("items", list()):
            inner = [(said, item) for item in value]
        case ("prefixItems", list()):
            inner = list(zip(said, value, strict=False))
        case ("required", dict()):
            yield from (f"missing {key}" for key in said if key not in value)
        case _:
            if not _is_within(word, said, value):
                yield f"{word} {said}"
    for part, item in inner:
        yield from complaints(part, item, top)


def _is_within(word: str, said: Any, value: Any) -> bool:
    match word:
        case "const":
            return bool(value == said)
        case "enum":
            return value in said
        case "minimum" | "exclusiveMinimum":
            return not isinstance(value, int | float) or value > said or (word == "minimum" and value == said)
        case "maximum":
            return not isinstance(value, int | float) or value <= said
        case "minLength" | "minItems":
            return not isinstance(value, str | list) or len(value) >= said
        case "maxLength" | "maxItems" | "maxProperties":
            return not isinstance(value, str | list | dict) or len(value) <= said
        case "pattern":
            return re.search(said, value) is not None
        case "properties" | "patternProperties" | "additionalProperties" | "items" | "prefixItems" | "required":
            return True
    raise AssertionError(f"this test knows nothing of the keyword {word}")


def test_the_shipped_schema_is_that_of_the_code() -> None:
    """Any editor reads it; it knows every key of the model, and no null, which TOML has not; a good map fits."""
    assert SHIPPED.read_text(encoding="utf-8") == map_schema_text()
    assert json.loads(map_schema_text()) == map_schema()
    assert [*map_schema()["properties"]] == [*MapFile.model_fields]
    assert '"null"' not in map_schema_text()
    assert list(complaints(map_schema(), GOOD, map_schema())) == []


@pytest.mark.parametrize("file", MAPS, ids=lambda file: file.stem)
def test_every_shipped_map_fits_the_schema(file: Path) -> None:
    """An editor underlines nothing in a good map."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    assert list(complaints(map_schema(), data, map_schema())) == []


GOOD = {
    "format": 1,
    "title": "x",
    "terrain_set": "town",
    "grid": {"kind": "square"},
    "size": [3, 3],
    "fill": "street",
    "shape": [{"circle": [1, 1, 1], "terrain": "floor"}],
}

BAD = {
    "an unknown key": ({"titel": "x"}, "unknown titel"),
    "no rows and no size": ({"size": None}, "oneOf"),
    "another version": ({"format": 2}, "const 1"),
    "a wide map": ({"size": [5000, 3]}, "maximum 512"),
    "a grid of nothing": ({"grid": {"kind": "triangle"}}, "oneOf"),
    "a letter of two": ({"legend": {"ab": "street"}}, "unknown ab"),
    "two figures": ({"shape": [{"circle": [1, 1, 1], "box": "A1:B2", "terrain": "floor"}]}, "oneOf"),
    "nothing to lay": ({"shape": [{"circle": [1, 1, 1]}]}, "anyOf"),
    "a text for a list": ({"edges": {"wall": "A1/s"}}, "type array"),
    "an own kind with capitals": ({"terrain": {"Orchard": {}}}, "unknown Orchard"),
}


@pytest.mark.parametrize(("change", "complaint"), BAD.values(), ids=BAD)
def test_a_slip_breaks_the_schema(change: dict[str, Any], complaint: str) -> None:
    """What an editor can know to be wrong, the schema says."""
    data = {key: value for key, value in {**GOOD, **change}.items() if value is not None}
    assert complaint in list(complaints(map_schema(), data, map_schema()))
