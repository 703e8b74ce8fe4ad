"""`sandtable replay`, `explain` and `position`: what can be had out of a record."""

import json
from pathlib import Path

import pytest

from sim.cli.output import ExitCode
from sim.scenario.positions import load_position
from tests.cli.commands import Command


def test_the_log_of_a_record_is_that_of_the_battle(sandtable: Command, record: str) -> None:
    """Word by word; a part from one frame to another with its turns; as JSON with how it all ended."""
    assert sandtable("replay", record).out == sandtable("run", "ford.toml", "--seed", "3").out
    said = sandtable("replay", record, "--from", "16", "--to", "18")
    assert [line.split()[0] for line in said.lines[1:]] == ["Turn", "16", "17", "Turn", "18"]
    data = json.loads(sandtable("replay", record, "--from", "4", "--to", "4", "--json", "--explain").out)
    assert [frame["text"] for frame in data["frames"]] == ["red-1 fires at ames: missed"]
    assert data["frames"][0]["reasons"]
    assert data["outcome"]["winner"] == "picket"


@pytest.mark.parametrize("part", [("--from", "99"), ("--to", "99"), ("--from", "5", "--to", "4"), ("--from", "-1")])
def test_frames_that_are_not_there_are_told(sandtable: Command, record: str, part: tuple[str, ...]) -> None:
    """With those that are."""
    assert "the record has frames 0 to 72" in sandtable("replay", record, *part).refused()


def test_a_true_record_is_verified(sandtable: Command, record: str) -> None:
    """With its frames and dice, as far as it goes, without a log; a scenario is no record."""
    said = sandtable("replay", record, "--verify")
    assert (said.code, said.out) == (ExitCode.OK, "verified: 73 frames, 32 dice, 26 cards\n")
    assert sandtable("replay", record, "--verify", "--explain").code == ExitCode.USAGE
    sandtable("run", "ford.toml", "--seed", "3", "--max-activations", "2", "--record", "part.jsonl")
    assert sandtable("replay", "part.jsonl", "--verify").code == ExitCode.OK
    assert "ford.toml is a scenario, but a record is needed" in sandtable("replay", "ford.toml").refused()


def test_a_record_that_was_tampered_with_is_found_out(sandtable: Command, folder: Path, record: str) -> None:
    """The first line that departs is told, and the end is 7."""
    text = (folder / record).read_text(encoding="utf-8")
    (folder / record).write_text(text.replace('"seed":3,', '"seed":4,', 1), encoding="utf-8")
    said = sandtable("replay", record, "--verify")
    assert said.code == ExitCode.REPLAY_DIVERGED
    assert said.out.startswith("differs at line 4: recorded ")
    assert json.loads(sandtable("replay", record, "--verify", "--json").out)["departure"]["line"] == 4


@pytest.mark.parametrize("name", ["gone.jsonl", "gone.toml", "gone.tmj", "gone.tmx"])
@pytest.mark.parametrize("command", [("replay",), ("explain", "--frame", "1"), ("position", "--frame", "1")])
def test_a_missing_record_is_told(sandtable: Command, command: tuple[str, ...], name: str) -> None:
    """By the system: what is not there is nothing of any kind, whatever it ends in."""
    said = sandtable(command[0], name, *command[1:])
    assert (said.code, said.err) == (ExitCode.INPUT_OUTPUT, f"sandtable: {name}: No such file or directory\n")


def test_text_of_strangers_does_not_reach_the_terminal(sandtable: Command, folder: Path, record: str) -> None:
    """Colour codes in a note are shown, not obeyed."""
    text = (folder / record).read_text(encoding="utf-8")
    wicked = text.replace("the raiders draw a card before they act", r"\u001b[31mred")
    (folder / record).write_text(wicked, encoding="utf-8")
    out = sandtable("replay", record, "--explain").out
    assert r"\x1b[31mred" in out
    assert "\x1b" not in out


# -- explain ------------------------------------------------------------------------------------------------------


def test_the_reasons_of_a_frame(sandtable: Command, record: str) -> None:
    """What happened, then why; where there are none, the nearest before it."""
    said = sandtable("explain", record, "--frame", "4")
    assert said.lines[0] == "frame 4, turn 1: red-1 fires at ames: missed"
    assert said.lines[1] == "  PKT-CARD: bold: shoot: no (the mood is wary)"
    out = sandtable("explain", record, "--frame", "3").out
    assert "It has no reasons of its own; the nearest before it are those of frame 2:" in out
    assert "nor has any frame before it" in sandtable("explain", record, "--frame", "0").out
    assert json.loads(sandtable("explain", record, "--frame", "4", "--json").out)["notes"]
    assert json.loads(sandtable("explain", record, "--frame", "3", "--json").out)["nearest_reasons"] == 2


def test_why_not_this_cell_or_unit(sandtable: Command, record: str) -> None:
    """The line of the list that removed it, in all choices of the activation; or that none was made."""
    said = sandtable("explain", record, "--frame", "24", "--why-not", "f5")
    assert said.out == "where to go: F5 was ruled out by PKT-MOVE, cells from the target: it has 4, 1 was needed\n"
    said = sandtable("explain", record, "--frame", "24", "--why-not", "AMES")
    assert [line.split(":")[0] for line in said.lines] == ["whom to fire at", "whom to think about"]
    data = json.loads(sandtable("explain", record, "--frame", "24", "--why-not", "ames", "--json").out)
    assert [verdict["fate"] for verdict in data["verdicts"]] == ["removed", "lost the roll"]
    assert sandtable("explain", record, "--frame", "1", "--why-not", "C3").out == (
        "C3: no choice among cells was made here\n"
    )


@pytest.mark.parametrize("other", ["Z99", "amse", "", "\x1b"])
def test_what_is_neither_cell_nor_unit_is_told(sandtable: Command, record: str, other: str) -> None:
    """With the unit that was probably meant, or how far the map goes."""
    said = sandtable("explain", record, "--frame", "24", "--why-not", other)
    assert said.code == ExitCode.INVALID_INPUT
    assert "is neither a cell of the map nor a unit of the battle" in said.err
    assert ('did you mean "ames"?' if other == "amse" else "the map goes up to H6") in said.err
    assert "\x1b" not in said.err


def test_the_code_behind_a_frame(sandtable: Command, record: str) -> None:
    """The event, then every rule of its reasons or its class: the functions that are it, then those that cite it."""
    said = sandtable("explain", record, "--frame", "4", "--code")
    assert said.lines[0] == "frame 4, turn 1: red-1 fires at ames: missed"
    assert said.lines[1].endswith("  Shot")
    at = said.lines.index("  PKT-FIRE  Firing")
    places = [line.split("  ")[-1] for line in said.lines[at + 1 : at + 6]]
    assert places[:3] == ["Shoot", "Shoot.refusals", "Shoot.resolve"]
    file, line = said.lines[at + 1].split("  ")[2].rsplit(":", 1)
    assert Path(file).read_text(encoding="utf-8").splitlines()[int(line) - 1] == "class Shoot(PicketOrder):"
    said = sandtable("explain", record, "--frame", "3", "--code")
    assert "  PKT-CARD  The raiders' mood" in said.lines
    out = sandtable("explain", record, "--frame", "0", "--code").out
    assert "Neither its reasons nor its event name a rule." in out
    data = json.loads(sandtable("explain", record, "--frame", "4", "--code", "--json").out)
    fire = next(rule for rule in data["rules"] if rule["id"] == "PKT-FIRE")
    assert {place["name"] for place in fire["code"] if place["tells"]} >= {"Shoot", "can_shoot", "attack"}
    said = sandtable("explain", record, "--frame", "4", "--code", "--why-not", "C3")
    assert said.code == ExitCode.USAGE


def test_missing_sources_are_told(sandtable: Command, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation may hold compiled modules alone: the rules are named all the same."""
    monkeypatch.setattr("sim.engine.citations.sources", lambda *folders: [])
    said = sandtable("explain", record, "--frame", "4", "--code")
    assert said.lines[-1].startswith("The sources of this system are not installed")
    assert "  PKT-FIRE  Firing" in said.lines


def test_what_a_unit_could_ask(sandtable: Command, tmp_path: Path) -> None:
    """Every answer with its rule, then who is weighed, with his place; an enemy who is named is asked against."""
    kept = str(tmp_path / "r.jsonl")
    sandtable("run", "target_choice", "--seed", "1", "--max-activations", "1", "--record", kept)
    said = sandtable("explain", kept, "--frame", "0", "--unit", "rifles anders")
    nearest = said.lines.index("COH-5.0-closest: nearest enemy: Maxim: 2 hexes away")
    assert said.lines[nearest + 1 : nearest + 3] == ["  1 Maxim: 2 hexes away", "  2 Rifles Boris: 6 hexes away"]
    against = sandtable("explain", kept, "--frame", "0", "--unit", "Rifles Anders", "--against", "Rifles Boris")
    assert any(line.startswith("COH-FLANK: flank of Rifles Boris") for line in against.lines)
    assert not any("flank of Rifles Boris" in line for line in said.lines)
    data = json.loads(sandtable("explain", kept, "--frame", "0", "--unit", "Maxim", "--json").out)
    zone = next(answer for answer in data["answers"] if answer["name"] == "fire zone")
    assert (zone["rule"], list(zone["areas"])) == ("COH-FZ", ["short range", "normal range"])
    assert "E5" in zone["areas"]["short range"]
    friend = sandtable("explain", kept, "--frame", "0", "--unit", "Maxim", "--against", "Rifles Boris")
    assert (friend.code, "that Maxim could face" in friend.err) == (ExitCode.INVALID_INPUT, True)


def test_a_unit_that_is_not_there_is_told(sandtable: Command, record: str) -> None:
    """With the one that was probably meant; and an enemy goes with a unit."""
    said = sandtable("explain", record, "--frame", "24", "--unit", "amse")
    assert (said.code, 'did you mean "ames"?' in said.err) == (ExitCode.INVALID_INPUT, True)
    assert sandtable("explain", record, "--frame", "24", "--against", "ames").code == ExitCode.USAGE
    assert "there is nothing to tell" in sandtable("explain", record, "--frame", "24", "--unit", "ames").out


@pytest.mark.parametrize("command", ["explain", "position"])
@pytest.mark.parametrize("frame", ["73", "-1"])
def test_a_frame_that_is_not_there_is_told(sandtable: Command, record: str, command: str, frame: str) -> None:
    """With those that are."""
    said = sandtable(command, record, "--frame", frame)
    assert said.code == ExitCode.INVALID_INPUT
    assert f"there is no frame {frame}; the record has frames 0 to 72" in said.err


# -- position -----------------------------------------------------------------------------------------------------


def test_a_position_is_printed(sandtable: Command, folder: Path, record: str) -> None:
    """Or written, though over nothing unless --force says so; inside an activation it is that of the checkpoint."""
    said = sandtable("position", record, "--frame", "20")
    (folder / "printed.json").write_text(said.out, encoding="utf-8")
    assert load_position("printed.json").state.turn == 2
    assert said.err == ""
    said = sandtable("position", record, "--frame", "24", "--out", "position.json")
    assert said.out == "wrote position.json\n"
    assert "frame 24 lies inside an activation; this is the position of frame 20" in said.err
    assert load_position("position.json").frame == 20
    before = (folder / record).read_bytes()
    said = sandtable("position", record, "--frame", "20", "--out", record)
    assert said.code == ExitCode.INPUT_OUTPUT
    assert (folder / record).read_bytes() == before
    assert sandtable("position", record, "--frame", "20", "--out", record, "--force").code == ExitCode.OK
