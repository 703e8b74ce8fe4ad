"""`sandtable check`: files of every kind, sound and otherwise."""

import json
import os
from pathlib import Path

import pytest

from sim.cli.output import ExitCode
from sim.resources import find_map
from sim.scenario.file_kinds import kind_of
from tests.cli.commands import Command
from tests.picket import SCENARIOS


@pytest.fixture
def position(sandtable: Command, record: str) -> str:
    """Take a position out of the record."""
    assert sandtable("position", record, "--frame", "4", "--out", "position.json").code == ExitCode.OK
    return "position.json"


def test_a_line_for_each_sound_file(sandtable: Command, record: str, position: str, folder: Path) -> None:
    """It says what the file is and what is in it; a shipped map needs no path, and a bracket is not always JSON."""
    rulebook, battle_map = str(SCENARIOS[0].parent.parent / "rulebook.toml"), str(find_map("features/hexes_flat"))
    said = sandtable("check", "ford.toml", record, position, rulebook, battle_map)
    assert said.code == ExitCode.OK
    assert said.lines == [
        "ford.toml: scenario, 2 sides, 5 units",
        "battle.jsonl: record, 73 frames, to the end of the battle",
        "position.json: position, turn 1, 5 units",
        f"{rulebook}: rulebook, 17 rules",
        f"{battle_map}: map, 8 by 6 hexes",
    ]
    assert sandtable("check", "features/hexes_flat").out == "features/hexes_flat: map, 8 by 6 hexes\n"
    (folder / "tables.toml").write_text("[sides.picket]\nname = 'x'\n", encoding="utf-8")
    assert kind_of("tables.toml") == "scenario"


def test_a_bad_file_does_not_hide_the_next(sandtable: Command, folder: Path) -> None:
    """All mistakes of the one, then the other, as JSON too; the end is 3."""
    text = (folder / "ford.toml").read_text(encoding="utf-8")
    bad = text.replace('"B3"', '"Z9"').replace('"G2"', '"Z8"')
    (folder / "bad.toml").write_text(bad, encoding="utf-8")
    said = sandtable("check", "bad.toml", "ford.toml")
    assert said.code == ExitCode.INVALID_INPUT
    assert len([line for line in said.lines if line.startswith("bad.toml:")]) == 2
    assert said.lines[-1] == "ford.toml: scenario, 2 sides, 5 units"
    (folder / "bad.toml").write_text("system = 3\n", encoding="utf-8")
    good, bad = json.loads(sandtable("check", "--json", "ford.toml", "bad.toml").out)
    assert (good["kind"], good["valid"], good["summary"]) == ("scenario", True, "2 sides, 5 units")
    assert (bad["kind"], bad["valid"]) == ("scenario", False)
    assert bad["mistakes"][0]["text"].startswith("bad.toml:")


def test_a_damaged_record_and_a_position_that_cannot_be_are_told(
    sandtable: Command, folder: Path, record: str, position: str
) -> None:
    """Neither a cut nor a changed line goes unnoticed, and the system itself says what is wrong with a position."""
    text = (folder / record).read_text(encoding="utf-8")
    (folder / "cut.jsonl").write_text(text[:-9], encoding="utf-8")
    (folder / "edited.jsonl").write_text(text.replace('"checkpoint":1,', '"checkpoint":7,', 1), encoding="utf-8")
    said = sandtable("check", "cut.jsonl", "edited.jsonl")
    assert said.code == ExitCode.INVALID_INPUT
    assert "found a line that breaks off" in said.out
    assert ": found checkpoint 7, expected checkpoint 1" in said.out
    text = (folder / position).read_text(encoding="utf-8")
    (folder / position).write_text(text.replace('"facing": 1', '"facing": 77', 1), encoding="utf-8")
    said = sandtable("check", position)
    assert said.code == ExitCode.INVALID_INPUT
    assert "found 77, expected a direction from 0 to 5" in said.out


def test_every_ending_has_its_code(sandtable: Command, folder: Path) -> None:
    """A newer format 4, what cannot be read 5, unless something is invalid; a missing file may be a misspelt name."""
    text = (folder / "ford.toml").read_text(encoding="utf-8")
    (folder / "newer.toml").write_text(text.replace("format = 1", "format = 9"), encoding="utf-8")
    assert sandtable("check", "newer.toml", "ford.toml").code == ExitCode.UNSUPPORTED_VERSION
    assert sandtable("check", "newer.toml", "gone.toml").code == ExitCode.INVALID_INPUT
    (folder / "inner").mkdir()
    said = sandtable("check", "inner", "ford.toml")
    assert said.code == ExitCode.INPUT_OUTPUT
    assert said.lines[0].startswith("inner: ")
    said = sandtable("check", "frod")
    assert said.code == ExitCode.INVALID_INPUT
    assert said.out.startswith("frod: there is no such file, and no shipped scenario or map of that name")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.toml", b""),
        ("empty.jsonl", b""),
        ("noise.toml", b"\x00\xff\xfe" * 40),
        ("noise.jsonl", b"\xff{" * 40),
        ("array.json", b"[1, 2]"),
        ("half.json", b'{"sandtable": "position", '),
        ("bare.json", b'{"sandtable": "position"}'),
        ("bare.jsonl", b'{"sandtable": "record", "format": 1}\n'),
        ("rulebook.toml", b"prefix = 3\n"),
        ("scenario.toml", b"system = 3\n"),
        ("map.tmx", b"<map/>"),
    ],
)
def test_any_bytes_end_in_mistakes(sandtable: Command, folder: Path, name: str, data: bytes) -> None:
    """Whatever a file holds, it is told what is wrong in it, and never with a crash."""
    (folder / name).write_bytes(data)
    said = sandtable("check", name)
    assert said.code in (ExitCode.INVALID_INPUT, ExitCode.UNSUPPORTED_VERSION)
    assert all(line.startswith(name) and line.isprintable() for line in said.lines)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(sandtable: Command) -> None:
    """Nobody may ever write into it."""
    os.mkfifo("pipe.toml")
    assert sandtable("check", "pipe.toml").code == ExitCode.INPUT_OUTPUT
