import pytest

from sim.files import FileMistakes
from sim.resources import scenario_name, shipped_scenarios
from sim.scenario.scenario import Scenario, load_scenario, parse_scenario
from sim.scenario.systems import adopt
from tests.picket import PICKET, SCENARIOS

FORD = next(file for file in SCENARIOS if file.stem == "ford")


def with_line(line: str) -> Scenario:
    """Return the ford with a line at its top."""
    adopt(PICKET)
    return parse_scenario(f"{line}\n{FORD.read_text(encoding='utf-8')}", str(FORD), FORD.parent)


@pytest.mark.parametrize(("line", "level"), [*((f"difficulty = {n}", n) for n in range(1, 6)), ("", None)])
def test_a_scenario_may_say_how_hard_it_is(line: str, level: int | None) -> None:
    """From 1 to 5; files from before the key are as good as ever."""
    assert with_line(line).difficulty == level


@pytest.mark.parametrize("value", ["0", "6", "-1", "2.5", "true", '"hard"', "[1]"])
def test_any_other_difficulty_is_a_mistake(value: str) -> None:
    """It is told with its line."""
    with pytest.raises(FileMistakes, match="difficulty"):
        with_line(f"difficulty = {value}")


def test_every_full_battle_says_how_hard_it_is() -> None:
    """All that are shipped, the tiny ones apart."""
    full = [file for file in shipped_scenarios() if "behaviour" not in scenario_name(file)]
    assert [file.name for file in full if load_scenario(file).difficulty is None] == []
