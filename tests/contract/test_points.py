"""What a scenario of any system may give points for."""

import re
from pathlib import Path

import pytest

from sim.files import FileMistakes
from sim.scenario.scenario import parse_scenario
from tests.contract.battles import FILES

POINTS = re.compile(r"^(\w*points) = (\d+)", re.MULTILINE)
REWARDING = [file for file in FILES if POINTS.search(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("file", REWARDING, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_nothing_is_worth_less_than_nothing(file: Path) -> None:
    """Points below 0 are refused in every place where a scenario has any: file, line, key, and what would be right."""
    text = file.read_text(encoding="utf-8")
    for found in POINTS.finditer(text):
        key, line = found[1], text[: found.start()].count("\n") + 1
        spoilt = f"{text[: found.start()]}{key} = -3{text[found.end() :]}"
        with pytest.raises(FileMistakes) as refused:
            parse_scenario(spoilt, "spoilt.toml", folder=file.parent)
        [told] = [mistake for mistake in str(refused.value).splitlines() if "found -3" in mistake]
        assert re.fullmatch(rf"spoilt\.toml:{line}: \S*{key}: found -3, expected at least [01]", told)


def test_every_system_has_a_scenario_that_gives_points() -> None:
    """Else the test above says nothing of it."""
    assert {file.parts[file.parts.index("scenarios") + 1] for file in REWARDING} >= {
        "ambush_alley", "conflict_of_heroes", "la_cucaracha", "la_petite_guerre", "outlaws",
    }  # fmt: skip
