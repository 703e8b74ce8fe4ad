"""`--eyes`: what the commands tell of a battle with hidden units, as a side may know it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.ruleset import HUMAN, SOLO
from sim.engine.session import Session
from sim.scenario.positions import position_at, write_position
from sim.scenario.records import Record, load_record, write_record
from sim.scenario.scenario import Scenario
from tests.cli.commands import Command
from tests.contract.battles import scenario
from tests.contract.test_secrets import DOORS, Secrets

_PLAYED = 25
"""Activations that are looked at."""


def _record(told: Scenario, side: str, file: Path) -> Secrets:
    """Write the record of a battle that a person plays on one side, who says little; return what he must not read."""
    players = {each.id: SOLO for each in told.battle.sides}
    session: Session[Any, Any] = Session(told.battle, told.state, players, Seeded(2))
    while session.checkpoint.number < _PLAYED and session.advance():
        pass
    if session.over:
        session = session.branch(max(session.frames[-1].number - 3, 0))
    session.players[side] = HUMAN
    write_record(file, told, session, 2)
    return Secrets(session, side)


def _known(record: Record, frame: int, side: str) -> list[str]:
    """Return some units of whom a side knows at a frame: two of its own, and two others."""
    units = [unit for unit in record.frames[frame].state.units if unit.side == side or not unit.hidden]
    own = [unit.id for unit in units if unit.side == side]
    return own[:2] + [unit.id for unit in units if unit.id not in own][:2]


@pytest.mark.parametrize(("file", "side"), DOORS)
def test_a_record_and_its_positions_tell_whoever_plays_nothing_of_hidden_enemies(
    sandtable: Command, tmp_path: Path, file: Path, side: str
) -> None:
    """Replay, explain, why-not, forecast and decide tell what he may know, in words and as data."""
    kept, stood = tmp_path / "kept.jsonl", tmp_path / "stood.json"
    secrets = _record(scenario(file), side, kept)
    record = load_record(kept)
    contents = position_at(record, len(record.frames) - 1)
    write_position(stood, record.header, contents)
    some = str(len(record.frames) // 2)
    commands = (
        ("replay", str(kept), "--explain"),
        ("replay", str(kept), "--explain", "--json"),
        *(("explain", str(kept), "--frame", str(n)) for n in range(0, len(record.frames), 25)),
        ("explain", str(kept), "--frame", some, "--why-not", "A1"),
        *(("explain", str(kept), "--frame", some, "--unit", unit) for unit in _known(record, int(some), side)),
        ("forecast", str(stood), "--runs", "300"),
        ("forecast", str(stood), "--runs", "300", "--json"),
        ("decide", str(stood), "--explain", "--seed", "3"),
        ("decide", str(stood), "--whole", "--explain", "--json", "--seed", "3"),
    )
    for command in commands:
        said = sandtable(*command)
        assert not secrets.leaks(said.out + said.err), command


@pytest.mark.parametrize(("file", "side"), DOORS)
def test_a_run_can_be_told_as_one_side_may_know_it(sandtable: Command, file: Path, side: str) -> None:
    """With its reasons, in words and as data; `all` and no eyes at all tell everything."""
    told = scenario(file)
    players = ",".join(f"{each.id}=solo" for each in told.battle.sides)
    run = ("run", str(file), "--players", players, "--seed", "2", "--max-activations", str(_PLAYED), "--explain")
    session: Session[Any, Any] = Session(
        told.battle, told.state, {each.id: SOLO for each in told.battle.sides}, Seeded(2)
    )
    while session.checkpoint.number < _PLAYED and session.advance():
        pass
    secrets = Secrets(session, side)
    everything = sandtable(*run, "--eyes", "all").out
    if not session.over:
        assert not secrets.leaks(sandtable(*run, "--eyes", side).out)
        assert not secrets.leaks(sandtable(*run, "--eyes", side, "--json").out)
    assert everything == sandtable(*run).out


def test_what_is_unseen_is_nothing_as_data(sandtable: Command, tmp_path: Path) -> None:
    """But that something happened; eyes that nobody has are refused, with the sides that there are."""
    file = next(param.values[0] for param in DOORS if "pits_of" in str(param.values[0]))
    side = next(param.values[1] for param in DOORS if param.values[0] == file)
    _record(scenario(file), str(side), tmp_path / "kept.jsonl")
    frames = json.loads(sandtable("replay", str(tmp_path / "kept.jsonl"), "--json").out)["frames"]
    unseen = [frame for frame in frames if frame["event"] is None]
    assert unseen and {frame["text"] for frame in unseen} == {"something happens that you cannot see"}
    said = sandtable("run", "ford.toml", "--eyes", "rader")
    assert said.code == 2 and 'there is no side "rader": expected one of picket, raiders, all' in said.err
