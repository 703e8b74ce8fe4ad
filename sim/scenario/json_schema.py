"""The JSON Schema of scenario files, by which editors complete keys and underline slips.

It is the same for every system. What the tables of a system may say, and what it adds to a unit, is left open: only
`load_scenario` can tell, as it can of places, units and sides.
"""

from __future__ import annotations

import json
from typing import Any

from sim.board.mapfile.schema import _plain as plain
from sim.scenario.schema import OpenScenario


def scenario_schema() -> dict[str, Any]:
    """Return the schema of a scenario file."""
    schema = _unmarked(plain(OpenScenario.model_json_schema()))
    # Beside the common keys there may be the table of the system.
    schema["additionalProperties"] = {"type": "object"}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Sandtable scenario", **schema}


def scenario_schema_text() -> str:
    """Return the schema as the text of the file that is shipped."""
    return json.dumps(scenario_schema(), indent=2, ensure_ascii=False) + "\n"


def _unmarked(schema: Any) -> Any:
    """Return a schema that leaves open tables unmarked: that means the same, and only some releases of pydantic do."""
    match schema:
        case dict():
            kept = {key: part for key, part in schema.items() if key != "additionalProperties" or part is not True}
            return {key: _unmarked(part) for key, part in kept.items()}
        case list():
            return [_unmarked(part) for part in schema]
        case _:
            return schema
