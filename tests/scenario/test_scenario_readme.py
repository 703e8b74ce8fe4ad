"""The page for designers says what the code does."""

import re
from pathlib import Path

import pytest

from sim.files import FileMistakes
from sim.files.kinds import keys_of
from sim.scenario.scenario import parse_scenario
from sim.scenario.schema import (
    EpilogueTable,
    LimitsTable,
    ObjectiveTable,
    OpenEntry,
    OpenScenario,
    ReinforcementTable,
    SideTable,
)

PAGE = (Path(__file__).parent.parent.parent / "scenarios" / "README.md").read_text(encoding="utf-8")
TABLES = (OpenScenario, LimitsTable, SideTable, EpilogueTable, ReinforcementTable, OpenEntry, ObjectiveTable)


def example() -> str:
    """Return the scenario on the page."""
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def test_the_example_is_sound() -> None:
    """Of a system that nobody knows, nothing else is wrong with the scenario on the page: every name is on its map."""
    with pytest.raises(FileMistakes) as caught:
        parse_scenario(example().replace('"picket"', '"unheard of"'), "README.md")
    assert [mistake.where for mistake in caught.value.mistakes] == ["system"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_the_page_explains_every_key(table: type) -> None:
    """Each key has its place on the page, and in the example."""
    missing = [key for key in keys_of(table) if f"`{key}`" not in PAGE and f"`[{key}]`" not in PAGE]
    assert [key for key in missing if f"`[[{key}]]`" not in PAGE and f"`[{key}." not in PAGE] == []
    assert [key for key in keys_of(table) if not re.search(rf"\b{key}\b", example())] == []
