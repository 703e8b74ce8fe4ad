"""What all shipped scenarios have in common; what each of them is about is in the tests of its system."""

import re
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from sim.board.mapfile import load_map
from sim.resources import find_scenario, shipped_maps, shipped_scenarios
from sim.scenario.following import battles_in_order, next_battle
from sim.scenario.scenario import load_scenario

SCENARIOS = tuple(shipped_scenarios())
SET_BATTLES = tuple(file for file in SCENARIOS if file.parent.name != "behaviour" and file.stem != "tutorial")
WITH_AN_END = tuple(file for file in SCENARIOS if file.parent.name != "behaviour")
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


@pytest.mark.parametrize("file", WITH_AN_END, ids=_ids(WITH_AN_END))
def test_set_battles_tell_how_they_ended(file: Path) -> None:
    """In two to four sentences for every end that can come about, and no other: where a tie is won nobody draws."""
    scenario = load_scenario(file)
    (side,) = (side for side, player in scenario.players.items() if player == "human")
    told = scenario.epilogues[side]
    texts = [told.won, told.lost, *([] if getattr(scenario.setup.victory, "tie", None) else [told.drawn])]
    assert all(2 <= len(re.findall(r"[.?!](?=\s)", text)) <= 4 for text in texts)
    assert {told.won, told.lost, told.drawn} - {""} == {*texts} and len({*texts}) == len(texts)


def test_each_battle_leads_to_the_next_from_easy_to_hard() -> None:
    """The tutorial first, then system by system; a scenario that shows one behaviour leads nowhere."""
    order = [name := "conflict_of_heroes/tutorial"]
    while (following := next_battle(name)) is not None:
        order.append(name := following)
    assert sorted(order) == sorted(f"{file.parent.name}/{file.stem}" for file in WITH_AN_END)
    for one, other in pairwise(order[1:]):
        if one.split("/")[0] == other.split("/")[0]:
            hardness = [load_scenario(find_scenario(name)).difficulty or 0 for name in (one, other)]
            assert hardness == sorted(hardness)
    assert len({name.split("/")[0] for name in order}) == len([*groupby(order, lambda name: name.split("/")[0])])
    assert next_battle("conflict_of_heroes/behaviour/eleven") is None and next_battle("ford") is None


def test_a_file_that_cannot_be_read_is_nobodys_next_battle(tmp_path: Path) -> None:
    """And one that does not say how hard it is comes last."""
    (folder := tmp_path / "outlaws").mkdir()
    for name, text in {"a": "title =", "b": "difficulty = 2", "c": 'title = "c"', "d": "difficulty = 1"}.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    assert battles_in_order(tmp_path) == ("outlaws/d", "outlaws/b", "outlaws/c")
