"""Battles for the tests of commands: the test system, a folder to work in, and one battle that has been played."""

from io import StringIO
from pathlib import Path

import pytest

from sim.cli.main import main
from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.scenario.records import Writer
from sim.scenario.scenario import load_scenario
from sim.scenario.systems import adopt
from tests.cli.commands import Command, Said
from tests.picket import PICKET, SCENARIOS

FORD = next(file for file in SCENARIOS if file.stem == "ford")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with the scenario `ford.toml`, away from everybody's saves."""
    adopt(PICKET)
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ford.toml").write_bytes(FORD.read_bytes())
    return tmp_path


@pytest.fixture
def sandtable(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in that folder; `typed` are the lines that somebody types."""

    def run(*arguments: str, typed: tuple[str, ...] = ()) -> Said:
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in typed)))
        code = main(list(arguments))
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return run


@pytest.fixture(scope="session")
def battle_text() -> str:
    """Play the ford with seed 3, once for all tests, and return its record."""
    adopt(PICKET)
    scenario = load_scenario(FORD)
    session = Session(scenario.battle, scenario.state, scenario.players, Seeded(3))
    session.play_out()
    return Writer(scenario, session, 3).text(session)


@pytest.fixture
def record(folder: Path, battle_text: str) -> str:
    """Put that record into the folder, and return its name."""
    (folder / "battle.jsonl").write_text(battle_text, encoding="utf-8")
    return "battle.jsonl"
