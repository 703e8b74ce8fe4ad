"""The JSON Schema of map files, by which editors complete keys and underline slips while a map is being written.

It says what single keys may hold. What the words mean on a certain board (whether a cell lies on the map, whether a
kind exists) only `load_map` can tell.
"""

from __future__ import annotations

import json
from typing import Any

from sim.board.mapfile.model import MapFile
from sim.board.mapfile.shape_layers import FIGURES, LAID


def map_schema() -> dict[str, Any]:
    """Return the schema of a map file."""
    schema = MapFile.model_json_schema()
    shape = schema["$defs"]["Shape"]
    shape["oneOf"] = [{"required": [figure]} for figure in FIGURES]
    shape["anyOf"] = [{"required": [laid]} for laid in LAID]
    # The model leaves these to `map_shapes`, for pydantic would count only the points that are sound.
    shape["properties"]["polygon"]["minItems"] = 3
    shape["properties"]["line"]["minItems"] = 2
    schema["oneOf"] = [{"required": ["rows"]}, {"required": ["size", "fill"]}]
    plain = _plain(schema)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Sandtable map", **plain}


def map_schema_text() -> str:
    """Return the schema as the text of the file that is shipped."""
    return json.dumps(map_schema(), indent=2, ensure_ascii=False) + "\n"


def _plain(schema: Any) -> Any:
    """Return a schema without what no TOML file can use, and without what releases of pydantic disagree on.

    TOML has no null, so a value that may be left out is simply one that is not required. Titles only repeat the key,
    and editors would show them in place of the description.
    """
    match schema:
        case {"anyOf": [*choices, {"type": "null"}], **rest}:
            only = choices[0] if len(choices) == 1 else {"anyOf": choices}
            return _plain({**rest, **only})
        case dict():
            dropped = {key for key in ("title",) if isinstance(schema.get(key), str)}
            dropped |= {key for key in ("default",) if not schema.get(key)}
            dropped |= {key for key in ("enum",) if "const" in schema}
            closed = {"additionalProperties": False} if "patternProperties" in schema else {}
            return {key: _plain(part) for key, part in schema.items() if key not in dropped} | closed
        case list():
            return [_plain(part) for part in schema]
        case _:
            return schema
