"""`sandtable run`: a battle without anybody watching."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.cli.battles import kept_record
from sim.cli.output import ExitCode
from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.scenario.records import departure, load_record
from sim.scenario.scenario import load_scenario
from tests.cli.commands import Command
from tests.picket import SCENARIOS

CHECKOUT = Path(__file__).parent.parent.parent


def test_a_battle_is_played_to_its_end(sandtable: Command) -> None:
    """The log has a heading for each turn and a numbered line for each event; the last line is the outcome."""
    said = sandtable("run", "ford.toml", "--seed", "3")
    lines = said.out.splitlines()
    assert said.code == ExitCode.OK
    assert lines[0] == "The ford (Picket), seed 3; picket: commander, raiders: solo"
    assert lines[1] == "Turn 1"
    assert "    4  red-1 fires at ames: missed" in lines
    assert "Turn 2" in lines
    ended = "The battle is over: victory for the picket, nobody is left against them"
    assert lines[-4:-2] == [f"{ended} (the picket 0, the raiders 0).", "Grade for the picket: victory"]


def test_a_made_up_seed_is_printed_and_gives_the_same_battle(sandtable: Command) -> None:
    """So that who has seen something odd can see it again, with reasons under their event if he asks for them."""
    first = sandtable("run", "ford.toml").out
    seed = first.split("seed ")[1].split(";")[0]
    assert sandtable("run", "ford.toml", "--seed", seed).out == first
    out = sandtable("run", "ford.toml", "--seed", "3", "--explain", "--max-activations", "1").out
    assert "  red-1 fires at ames: missed\n         PKT-CARD: bold: shoot: no (the mood is wary)\n" in out


def test_quiet_leaves_the_heading_and_the_outcome(sandtable: Command) -> None:
    """A battle cut short says so, one activation is not several, and both sides may be played by the AI."""
    assert (
        len(sandtable("run", "ford.toml", "--seed", "3", "--quiet").out.splitlines()) == 5
    )  # with the grade and its parts
    said = sandtable("run", "ford.toml", "--max-activations", "2", "--quiet")
    assert said.code == ExitCode.OK
    assert said.out.splitlines()[-1] == "Stopped after 2 activations; the battle is not over."
    said = sandtable("run", "ford.toml", "--seed", "3", "--quiet", "--max-activations", "1")
    assert said.lines[-1] == "Stopped after 1 activation; the battle is not over."
    out = sandtable("run", "ford.toml", "--seed", "3", "--quiet", "--players", "picket=solo").out
    assert "picket: solo, raiders: solo" in out


def test_a_battle_can_be_had_as_json(sandtable: Command) -> None:
    """Frames with text, event and reasons; and the outcome."""
    data = json.loads(sandtable("run", "ford.toml", "--seed", "3", "--explain", "--json").out)
    assert (data["seed"], data["over"], data["outcome"]["winner"]) == (3, True, "picket")
    frame = data["frames"][4]
    assert (frame["turn"], frame["text"]) == (1, "red-1 fires at ames: missed")
    assert frame["event"]["event"] == "Shot"
    assert frame["notes"][0]["note"] == "Tried"
    assert frame["reasons"][0] == "PKT-CARD: bold: shoot: no (the mood is wary)"


WHY = [{"value": 2, "reason": "won"}, {"value": -1, "reason": "the winner was hardly ahead on points, 3 to 2"}]


def test_whoever_plays_against_a_printed_opponent_is_graded_and_told_what_became_of_it(sandtable: Command) -> None:
    """In words and as data; where two commanders meet, or nobody plays, there is nobody to tell it to."""
    said = sandtable("run", "street_gunfight", "--seed", "3", "--quiet")
    grade = ["Grade for the law of Perdition: narrow victory", "  +2 won", f"  -1 {WHY[1]['reason']}"]
    assert said.lines[2:5] == grade
    assert said.lines[5].startswith("They hanged him on Saturday at ten") and len(said.lines) == 6
    data = json.loads(sandtable("run", "street_gunfight", "--seed", "3", "--quiet", "--json").out)
    assert data["grade"] == {"side": "law", "grade": "narrow victory", "parts": WHY}
    assert data["epilogue"] == said.lines[5]
    data = json.loads(sandtable("run", "ford.toml", "--players", "raiders=commander", "--quiet", "--json").out)
    assert (data["grade"], data["epilogue"]) == (None, None)
    data = json.loads(sandtable("run", "street_gunfight", "--max-activations", "1", "--quiet", "--json").out)
    assert (data["outcome"], data["grade"], data["epilogue"]) == (None, None, None)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
def test_a_record_into_a_device_is_refused_before_the_battle(sandtable: Command) -> None:
    """Not after it, when all is lost."""
    said = sandtable("run", "ford.toml", "--quiet", "--record", "/dev/full", "--force")
    assert (said.code, said.out) == (ExitCode.INPUT_OUTPUT, "")
    assert "/dev/full: is not a regular file" in said.err


def test_the_commander_stands_in_for_a_human(sandtable: Command, folder: Path) -> None:
    """Which is said in one line, on stderr, where no log is looked for."""
    text = (folder / "ford.toml").read_text(encoding="utf-8").replace('player = "commander"', 'player = "human"')
    (folder / "ford.toml").write_text(text, encoding="utf-8")
    said = sandtable("run", "ford.toml", "--seed", "3", "--quiet")
    assert said.err == "sandtable: the commander plays picket in place of a human\n"
    assert "picket: commander" in said.out


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("pickt=solo", 'there is no side "pickt": expected one of picket, raiders; did you mean "picket"?'),
        ("picket=sol", '"sol" is not a player: expected one of solo, commander, human; did you mean "solo"?'),
        ("picket", '"picket" names no player: expected SIDE=WHO, as in picket=solo'),
        ("picket=solo,picket=solo", '"picket" is named twice'),
        ("", '"" names no player'),
    ],
)
def test_wrong_players_are_told(sandtable: Command, players: str, told: str) -> None:
    """With what would have been right."""
    assert told in sandtable("run", "ford.toml", "--players", players).refused(ExitCode.USAGE)


def test_a_record_is_written_and_verifies(sandtable: Command, folder: Path) -> None:
    """Over nothing and into no folder that is not there, which is refused before the battle; --force overwrites."""
    assert sandtable("run", "ford.toml", "--seed", "3", "--quiet", "--record", "out.jsonl").code == ExitCode.OK
    record = load_record("out.jsonl")
    assert (record.seed, record.over, departure(record)) == (3, True, None)
    said = sandtable("run", "ford.toml", "--record", "ford.toml")
    assert (said.code, said.out) == (ExitCode.INPUT_OUTPUT, "")
    assert "exists already; --force overwrites it" in said.err
    (folder / "old.jsonl").touch()
    assert sandtable("run", "ford.toml", "--quiet", "--record", "old.jsonl", "--force").code == ExitCode.OK
    said = sandtable("run", "ford.toml", "--record", "nowhere/out.jsonl")
    assert (said.code, said.out) == (ExitCode.INPUT_OUTPUT, "")
    assert "there is no folder 'nowhere'" in said.err


def test_ctrl_c_leaves_the_record_so_far(folder: Path) -> None:
    """Whatever ends a battle, what was played of it is kept."""
    scenario = load_scenario("ford.toml")
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, scenario.players, Seeded(3))
    with pytest.raises(KeyboardInterrupt), kept_record(folder / "out.jsonl", scenario, lambda: session, 3):
        session.advance()
        raise KeyboardInterrupt
    assert len(load_record("out.jsonl").frames) == 5


def test_what_cannot_be_run(sandtable: Command, folder: Path, record: str) -> None:
    """A mistake with file and line, another kind of file with its command, a human who cannot be asked here."""
    text = (folder / "ford.toml").read_text(encoding="utf-8")
    (folder / "bad.toml").write_text(text.replace('"marksman"', '"marxman"'), encoding="utf-8")
    said = sandtable("run", "bad.toml")
    assert said.code == ExitCode.INVALID_INPUT
    assert 'found "marxman", expected one of rifleman, marksman, runner; did you mean "marksman"?' in said.err
    said = sandtable("run", record)
    assert said.code == ExitCode.INVALID_INPUT
    assert "battle.jsonl is a record, but a scenario is needed; `sandtable replay FILE` shows a record" in said.err
    said = sandtable("run", "ford.toml", "--players", "picket=human")
    assert said.code == ExitCode.USAGE
    assert "`sandtable run` cannot ask anybody to play picket; `sandtable table` can" in said.err


def test_a_reader_who_has_had_enough_does_not_cut_the_record_short(tmp_path: Path) -> None:
    """`sandtable run … --record FILE | head` keeps the whole battle."""
    start = (
        "from sim.scenario.systems import adopt; from tests.picket import PICKET; adopt(PICKET); "
        "from sim.cli.main import main; main()"
    )
    arguments = ["run", str(SCENARIOS[0]), "--seed", "3", "--explain", "--record", str(tmp_path / "out.jsonl")]
    reader, writer = os.pipe()
    os.close(reader)
    try:
        answer = subprocess.run(
            [sys.executable, "-c", start, *arguments], cwd=CHECKOUT, stdout=writer, stderr=subprocess.PIPE, text=True
        )
    finally:
        os.close(writer)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert load_record(tmp_path / "out.jsonl").over
