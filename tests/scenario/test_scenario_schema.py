import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sim.resources import shipped_scenarios
from sim.scenario.schema import OpenScenario, scenario_schema, scenario_schema_text
from tests.board.test_schema import complaints
from tests.scenario.marker import VALID

SHIPPED = Path(__file__).parent.parent.parent / "assets" / "schema" / "scenario.schema.json"


def told(data: dict[str, Any]) -> list[str]:
    """Return what an editor would underline. The check made for maps does not know of a least number of keys."""
    schema = scenario_schema()
    del schema["properties"]["sides"]["minProperties"]
    return list(complaints(schema, data, schema))


def test_the_shipped_scenario_schema_is_that_of_the_code() -> None:
    """Any editor reads it; it knows every key that systems share, wants two sides, and no null, which TOML has not."""
    schema = scenario_schema()
    assert SHIPPED.read_text(encoding="utf-8") == scenario_schema_text()
    assert json.loads(scenario_schema_text()) == schema
    assert {*schema["properties"]} == {*OpenScenario.model_fields}
    assert schema["properties"]["sides"]["minProperties"] == 2
    assert '"null"' not in scenario_schema_text()


@pytest.mark.parametrize("file", [None, *shipped_scenarios()], ids=lambda file: file.stem if file else "markers")
def test_a_good_scenario_fits_the_schema(file: Path | None) -> None:
    """Whatever the system adds, an editor underlines nothing; every full battle that is shipped says how hard it is."""
    data = tomllib.loads(file.read_text(encoding="utf-8") if file else VALID)
    assert told(data) == []
    assert file is None or "behaviour" in file.parts or "difficulty" in data


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "another version": ({"format": 2}, "const 1"),
    "no map": ({"map": None}, "missing map"),
    "a key that is no table": ({"titel": "x"}, "type object"),
    "nine sides": ({"sides": {f"s{n}": {"name": "x"} for n in range(9)}}, "maxProperties 8"),
    "a side with capitals": ({"sides": {"blue": {"name": "x"}, "Red": {"name": "x"}}}, "unknown Red"),
    "a unit of nothing": ({"sides": {"a": {"name": "x", "units": [{}]}, "b": {"name": "x"}}}, "missing profile"),
    "a key of the sides": ({"sides": {"a": {"name": "x", "unit": []}, "b": {"name": "x"}}}, "unknown unit"),
    "an objective nowhere": ({"objectives": [{"id": "x"}]}, "missing at"),
    "a turn before the first": ({"limits": {"turns": 0}}, "minimum 1"),
}


@pytest.mark.parametrize(("change", "complaint"), BAD.values(), ids=BAD)
def test_a_slip_breaks_the_scenario_schema(change: dict[str, Any], complaint: str) -> None:
    """What an editor can know to be wrong, the schema says."""
    data = {key: value for key, value in {**tomllib.loads(VALID), **change}.items() if value is not None}
    assert complaint in told(data)
