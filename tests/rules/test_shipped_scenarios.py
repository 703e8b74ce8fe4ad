"""What all shipped scenarios have in common; what each of them is about is in the tests of its system."""

from pathlib import Path

import pytest

from sim.board.mapfile import load_map
from sim.resources import shipped_maps, shipped_scenarios
from sim.scenario.scenario import load_scenario

SCENARIOS = tuple(shipped_scenarios())
SET_BATTLES = tuple(file for file in SCENARIOS if file.parent.name != "behaviour" and file.stem != "tutorial")
CROWDS = ("civilians", "town")
"""Sides of people who are in the way, and have no orders to read."""


def _ids(files: tuple[Path, ...]) -> list[str]:
    return [f"{file.parent.name}-{file.stem}" for file in files]


@pytest.mark.parametrize("file", SCENARIOS, ids=_ids(SCENARIOS))
def test_it_can_be_set_up(file: Path) -> None:
    """And has a last turn, a person's side and an automated one."""
    scenario = load_scenario(file)
    assert scenario.battle.turns
    assert set(scenario.players.values()) == {"human", "solo"}


def test_no_line_is_looked_for_in_a_file_without_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every scenario, and every map beside one, would be read twice."""
    monkeypatch.delattr("sim.files.toml_lines.places")
    for file in SCENARIOS[::10]:
        load_scenario(file)
    for file in shipped_maps()[::5]:
        load_map(file)


@pytest.mark.parametrize("file", SET_BATTLES, ids=_ids(SET_BATTLES))
def test_set_battles_tell_what_they_are_about(file: Path) -> None:
    """A briefing, one for each side that somebody may play, and how hard it is."""
    scenario = load_scenario(file)
    assert len(scenario.briefing) > 600
    assert scenario.difficulty
    assert all(scenario.side_briefings[side.id] for side in scenario.battle.sides if side.id not in CROWDS)
