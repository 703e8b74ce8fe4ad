"""How clauses are read in a battle: in the header of its record, in its reasons, in the window, and on its map."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sim.cli.telling import LogFormatter
from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.files import FileMistakes
from sim.resources import find_scenario
from sim.scenario.records import Record, Writer, departure, parse_record
from sim.scenario.scenario import Scenario, parse_scenario
from sim.solo.explain import explained, under_reading
from sim.view.blocks.kinds import TextLine
from sim.view.blocks.reasons import NO, YES, reason_blocks, rule_blocks

TEXT = find_scenario("conflict_of_heroes/behaviour/eleven").read_text(encoding="utf-8")
FOLDER = find_scenario("conflict_of_heroes/behaviour/eleven").parent
USUAL = {"low_risk": "every Unit", "fire_zone": "long", "idle_zones": "kept", "abeam": "front", "hex_defence": "target"}
USUAL |= {"target_firepower": "against the AI", "close_support": "same hex", "moves_in_close_combat": "obeyed"}


def eleven(settings: str = "") -> Scenario:
    """Read a small battle of Conflict of Heroes with these lines as its settings."""
    return parse_scenario(f"{TEXT}\n[settings]\n{settings}\n", "eleven.toml", FOLDER)


def recorded(scenario: Scenario) -> str:
    """Return the record of its first activations."""
    players = {side: "commander" if player == "human" else player for side, player in scenario.players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(1))
    for _ in range(4):
        session.advance()
    return Writer(scenario, session, 1).text(session)


def edited(text: str, change: dict[str, Any]) -> Record:
    """Read a record whose header somebody has changed."""
    header, rest = text.split("\n", 1)
    return parse_record(json.dumps({**json.loads(header), **change}) + "\n" + rest, "battle.jsonl")


def test_the_header_of_a_record_lists_the_readings_in_force() -> None:
    """All of them, chosen or not; a system without any has none."""
    header = json.loads(recorded(eleven('abeam = "flank"')).splitlines()[0])
    assert header["readings"] == {**USUAL, "abeam": "flank"}
    assert eleven().battle.readings == USUAL and eleven().battle.unusual == {}


def test_a_record_is_read_as_its_battle_was_whatever_is_usual_now() -> None:
    """What the header says holds where the scenario that is carried along says nothing; without it, the default."""
    text = recorded(eleven('abeam = "flank"'))
    header = json.loads(text.splitlines()[0])
    silent = edited(text, {"scenario": header["scenario"].replace('abeam = "flank"', "")})
    assert silent.scenario.battle.readings == {**USUAL, "abeam": "flank"}
    assert departure(silent) is None
    before = edited(text, {"readings": {}})
    assert before.scenario.battle.readings == {**USUAL, "abeam": "flank"}


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        ({"abaem": "flank"}, 'readings.abaem: found "abaem", expected'),
        ({"abeam": "behind"}, 'readings.abeam: found "behind", expected one of front, flank'),
        ({"abeam": 3}, 'readings.abeam: found "3"'),
        ({"abeam": ["front"]}, "readings.abeam"),
        ({str(n): "front" for n in range(101)}, "readings"),
    ],
)
def test_readings_that_there_are_not(readings: dict[str, Any], told: str) -> None:
    """One message that says where and what would be right."""
    with pytest.raises(FileMistakes) as refused:
        edited(recorded(eleven()), {"readings": readings})
    assert told in str(refused.value)


def test_reasons_name_the_reading_under_which_a_rule_decided() -> None:
    """Where it is not the usual one: in the log, in the panel of the window; the card shows both, and which it is."""
    scenario = eleven('abeam = "flank"')
    record = parse_record(recorded(scenario), "battle.jsonl")
    under = record.scenario.battle.unusual
    assert under_reading("COH-FLANK-abeam", under) == ', under the reading "flank"'
    assert under_reading("COH-DM", under) == ""
    notes = next(frame.why for frame in record.frames if any("abeam" in line for line in explained(frame.why, str)))
    told = list(LogFormatter(record.scenario.battle).reasons(notes))
    assert any(line.startswith('COH-FLANK-abeam, under the reading "flank": Exactly abeam: ') for line in told)
    panel = [block for block in reason_blocks(notes, str, under=under) if isinstance(block, TextLine)]
    assert any(line.tag == "COH-FLANK-abeam" and line.text.endswith('under the reading "flank"') for line in panel)
    card = rule_blocks(scenario.ruleset.rulebook, "COH-FLANK-abeam", scenario.battle.readings)
    lines = [block.text for block in card if isinstance(block, TextLine)]
    assert [line for line in lines if line.startswith((f'{YES} "flank": ', f'{NO} "front": '))] == lines[-2:]


def test_two_readings_of_a_scenario_share_no_map() -> None:
    """What rules work out of a map may hang on how they are read."""
    text = recorded(eleven())
    one, other = edited(text, {}), edited(text, {"readings": {**USUAL, "fire_zone": "normal"}})
    assert one.scenario.text == other.scenario.text
    assert one.scenario.battle.map is edited(text, {}).scenario.battle.map
    assert one.scenario.battle.map is not other.scenario.battle.map
