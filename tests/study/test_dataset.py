"""Decisions as data: whole, the same again, and without a word of units that the side did not know of."""

import json
from typing import Any

import pytest

from sim.engine.ruleset import COMMANDER, SOLO
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.study.dataset import COLUMNS, battle_lines
from sim.study.plan import Arm


def lines_of(name: str, number: int = 0) -> list[dict[str, Any]]:
    """Return the lines of one battle."""
    scenario = load_scenario(find_scenario(name))
    players = {side: COMMANDER if player == "human" else SOLO for side, player in scenario.players.items()}
    arm = Arm(scenario.name, scenario.text, scenario.map_text, players, {})
    return list(battle_lines(arm, 5, number))


def test_every_decision_has_its_candidates_and_what_removed_them() -> None:
    """A candidate has a value for each line of the list that it came to; the chosen one was never removed."""
    head, *decisions, end = lines_of("target_choice")
    assert (head["dataset"], head["system"], end["winner"] in head["players"]) == (1, "conflict_of_heroes", True)
    assert [line["decision"] for line in decisions] == list(range(len(decisions)))
    assert {tuple(line) for line in decisions} == {tuple(COLUMNS)}
    assert all(line[key] is None or isinstance(line[key], kind) for line in decisions for key, kind in COLUMNS.items())
    choices = [choice for line in decisions for choice in line["choices"]]
    assert any(choice["chosen"] for choice in choices)
    for choice in choices:
        for candidate in choice["candidates"]:
            if candidate["removed_by"] is None:
                assert len(candidate["values"]) == len(choice["lines"])
            else:
                assert choice["lines"][len(candidate["values"]) - 1]["rule"] == candidate["removed_by"]
            assert candidate["removed_by"] is None or candidate["is"] != choice["chosen"]
    assert {line["won"] for line in decisions if line["side"] == end["winner"]} == {True}
    assert any(line["dice"] for line in decisions) and all(line["events"] for line in decisions)
    assert all(option["rule"] for line in decisions for option in line["options"])


@pytest.mark.parametrize("name", ["orlovka_street", "rifle_pits"])
def test_nobody_hidden_is_in_the_lines_of_the_other_side(name: str) -> None:
    """Until the event by which the other side learns of him; his own side writes of him from the beginning."""
    scenario = load_scenario(find_scenario(name))
    hidden = {unit.id: unit.side for unit in scenario.state.units if getattr(unit, "hidden", False)}
    assert hidden
    _, *decisions, _ = lines_of(name)
    for id_, side in hidden.items():
        theirs = [line for line in decisions if line["side"] != side]
        known = [{unit["id"] for unit in line["state"]["units"]} for line in theirs]
        first = next((n for n, there in enumerate(known) if id_ in there), len(theirs))
        # What comes of the last order before may be that he is met.
        told = [{**line, "events": [], "dice": []} if n == first - 1 else line for n, line in enumerate(theirs[:first])]
        assert first and not [text for text in map(json.dumps, told) if f'"{id_}"' in text or f"{id_} " in text]
    assert any(id_ in json.dumps(line["state"]) for id_, side in hidden.items() for line in decisions)
