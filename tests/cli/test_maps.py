"""`sandtable map`: every command by hand, its exit codes, and files that are not what they should be."""

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner, Result

from sim.board.mapfile import load_map
from sim.board.tiled import load_tiled
from sim.cli.main import main
from sim.cli.map_files import write_all
from sim.cli.maps import map_group
from sim.cli.output import ExitCode
from sim.resources import find_map, shipped_maps

CHECKOUT = Path(__file__).parent.parent.parent

GOOD = dedent('''
    format = 1
    title = "Two rooms"
    terrain_set = "town"
    rows = """
    ....
    .::.
    .::.
    """
    heights = """
    ....
    ....
    ...2
    """
    grid = { kind = "square" }
    edges = { wall = ["B2/n", "C2/n", "B2/w", "B3/w"], door = ["C2/e"] }
    places = { rooms = "B2:C3" }
''')
BAD = GOOD.replace('"town"', '"twon"').replace("..2", "..!")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a good map and a bad one, away from everybody's settings."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.toml").write_text(BAD, encoding="utf-8")
    return tmp_path


def run(*arguments: str) -> Result:
    """Run a command of the group; what it raises is raised here."""
    return CliRunner().invoke(map_group, arguments, standalone_mode=False, catch_exceptions=False)


def sandtable(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the real command in a Python of its own."""
    command = [sys.executable, "-m", "sim", *arguments]
    paths = {**os.environ, "PYTHONPATH": str(CHECKOUT), **environment}
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=paths)


# -- list ---------------------------------------------------------------------------------------------------------


def test_every_shipped_map_is_listed() -> None:
    """One line each with name, title, grid and size; as JSON by names that the other commands take."""
    lines = run("list").stdout.splitlines()
    assert len(lines) == len(shipped_maps())
    (saloon,) = (line.split() for line in lines if "saloon" in line)
    assert " ".join(saloon) == "battles/lucky_strike_saloon The Lucky Strike 18 by 14 squares"
    entries = json.loads(run("list", "--json").stdout)
    assert {"name", "title", "grid", "width", "height"} == set(entries[0])
    assert [find_map(entry["name"]) for entry in entries] == list(shipped_maps())


# -- check --------------------------------------------------------------------------------------------------------


def test_a_good_map_is_said_to_be_valid(capsys: pytest.CaptureFixture[str]) -> None:
    """Findings do not change that; shipped maps go by their names; editors read the schema as it is printed."""
    assert main(["map", "check", "good.toml"]) == ExitCode.OK
    assert capsys.readouterr().out.startswith("good.toml: valid, 4 by 3 squares\n")
    assert run("check", "--no-lint", "orlovka_village").return_value == ExitCode.OK
    schema = json.loads(run("schema").stdout)
    assert schema["title"] == "Sandtable map"
    assert "terrain_set" in schema["properties"]


def test_all_mistakes_of_all_files_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """A bad file does not hide the next, and the end is 3; a newer format has its own code, if nothing is worse."""
    Path("worse.tmj").write_text('{"type": "map"}', encoding="utf-8")
    assert (
        main(["map", "check", "--no-lint", "bad.toml", "gone.toml", "worse.tmj", "good.toml"]) == ExitCode.INVALID_INPUT
    )
    out = capsys.readouterr().out
    assert 'bad.toml:4: terrain_set: found "twon", expected one of battlefield, town, tabletop' in out
    assert "neither a file 'gone.toml' nor a shipped map" in out
    assert "worse.tmj: orientation: found" in out
    assert "good.toml: valid" in out
    Path("newer.toml").write_text("format = 7\n", encoding="utf-8")
    assert main(["map", "check", "newer.toml"]) == ExitCode.UNSUPPORTED_VERSION
    assert main(["map", "check", "newer.toml", "bad.toml"]) == ExitCode.INVALID_INPUT
    assert "written by a newer Sandtable?" in capsys.readouterr().out


def test_a_report_can_be_had_as_json() -> None:
    """With mistakes, findings and the digest, one entry a map."""
    result = run("check", "--json", "good.toml", "bad.toml")
    good, bad = json.loads(result.stdout)
    assert result.return_value == ExitCode.INVALID_INPUT
    assert (good["valid"], good["digest"], good["mistakes"]) == (True, load_map("good.toml").digest, [])
    assert {"severity", "where", "text"} == set(good["findings"][0])
    assert (bad["valid"], bad["digest"], bad["findings"]) == (False, None, [])
    assert bad["mistakes"][0]["where"] == "terrain_set"


@pytest.mark.parametrize(("name", "told"), [("x.tmx", "not valid XML"), ("x.board", "the size"), ("x.map", "3 to 514")])
def test_a_broken_map_of_another_program_is_told_in_its_own_words(
    name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not taken for a broken map file of ours."""
    Path(name).write_text('<?xml version="1.0"?>', encoding="utf-8")
    for command in (["map", "show"], ["map", "check"], ["view"], ["map", "convert", "--force"]):
        assert main([*command, name, *(["out.toml"] if "convert" in command else [])]) == ExitCode.INVALID_INPUT
        said = capsys.readouterr()
        assert told in said.out + said.err
    assert not Path("out.toml").exists()


def test_what_a_foreign_map_loses_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """When it is converted, and again in the notes of the map that came of it."""
    Path("pond.board").write_text('size 1 1\nhex 0101 0 "water:1;geyser:2" ""\nend\n', encoding="utf-8")
    assert main(["map", "convert", "pond.board", "pond.toml"]) == ExitCode.OK
    lost = "Left out: geyser, in A1."
    assert lost in capsys.readouterr().out.splitlines()
    assert lost in load_map("pond.toml").notes.splitlines()


# -- show ---------------------------------------------------------------------------------------------------------


def test_a_map_is_shown_as_text() -> None:
    """With walls and a legend, heights or plain signs, which a terminal without lines gets unasked; facts as JSON."""
    out = run("show", "good.toml").stdout
    assert out.startswith("good, Two rooms: squares, 4 × 3, 1 inch a cell\n")
    assert "  2  .│: :+." in out
    out = run("show", "good.toml", "--heights", "--ascii").stdout
    assert out.isascii()
    assert "  3  .0|:0 :0 .2" in out
    facts = json.loads(run("show", "--json", "good.toml").stdout)
    assert facts["grid"] == {"kind": "square", "ways": 8}
    assert facts["terrain"] == {"street": 8, "floor": 4}
    assert facts["edges"] == {"wall": 4, "door": 1}
    assert facts["places"] == {"rooms": ["B2", "C2", "B3", "C3"]}
    assert facts["picture"][0].startswith("good, Two rooms")
    answer = sandtable("map", "show", "good.toml", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "  2  .|: :+." in answer.stdout


# -- render -------------------------------------------------------------------------------------------------------


def test_a_map_is_drawn_into_a_picture(folder: Path) -> None:
    """With whatever is asked for and without a display; names of areas come when asked for, not with coordinates."""
    options = ("--cell", "24", "--coordinates", "--heights", "--fov", "B2")
    assert run("render", "good.toml", "--out", "plain.png").return_value == ExitCode.OK
    assert run("render", "good.toml", "--out", "full.png", *options).stdout == "wrote full.png\n"
    plain, full = ((folder / name).read_bytes() for name in ("plain.png", "full.png"))
    assert plain.startswith(b"\x89PNG")
    assert full.startswith(b"\x89PNG")
    assert plain != full
    Path("zoned.toml").write_text(GOOD + 'areas = { west_side = "A1:B3" }\n', encoding="utf-8")
    for name, *areas in (["good"], ["zoned"], ["zoned", "--areas"]):
        out = f"{name}{len(areas)}.png"
        run("render", f"{name}.toml", "--out", out, "--coordinates", *areas)
    good, zoned, lettered = ((folder / name).read_bytes() for name in ("good0.png", "zoned0.png", "zoned1.png"))
    assert good == zoned
    assert zoned != lettered


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--out", "good.toml"], "'good.toml' does not end in .png"),
        (["--out", "x.png", "--fov", "Z9"], '"Z9" is not on the map "good"'),
        (["--out", "x.png", "--fov", "?"], '"?" is no cell name'),
        (["--out", "x.png", "--cell", "0"], "0.0 is not in the range"),
        (["--out", "x.png", "--cell", "nan"], "nan is not in the range 4<=x<=512"),
        (["--out", "x.png", "--fov", ""], '"" is no cell name'),
        ([], "Missing option '--out'"),
    ],
)
def test_a_wrong_option_is_a_usage_error(options: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named before anything is drawn."""
    assert main(["map", "render", "good.toml", *options]) == ExitCode.USAGE
    assert expected in capsys.readouterr().err
    assert not Path("x.png").exists()


def test_a_picture_is_not_overwritten_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    """`--force` is the asking; one that cannot be written is named as typed."""
    Path("x.png").write_text("mine", encoding="utf-8")
    assert main(["map", "render", "good.toml", "--out", "x.png"]) == ExitCode.INPUT_OUTPUT
    assert "x.png: exists already; --force overwrites it" in capsys.readouterr().err
    assert Path("x.png").read_text(encoding="utf-8") == "mine"
    assert main(["map", "render", "good.toml", "--out", "x.png", "--force"]) == ExitCode.OK
    assert main(["map", "render", "good.toml", "--out", "nodir/y.png"]) == ExitCode.INPUT_OUTPUT
    assert capsys.readouterr().err == f"sandtable: {Path('nodir/y.png')}: there is no folder 'nodir'\n"


# -- convert ------------------------------------------------------------------------------------------------------


def test_a_map_goes_to_tiled_and_back(folder: Path) -> None:
    """With a picture of its tiles beside it; the digest stays the same."""
    assert run("convert", "good.toml", "there.tmj").stdout == "wrote there.tmj and there-tiles.png\n"
    assert run("convert", "there.tmj", "back.toml").stdout == "wrote back.toml\n"
    assert (folder / "there-tiles.png").read_bytes().startswith(b"\x89PNG")
    digests = {load_map("good.toml").digest, load_tiled("there.tmj").digest, load_map("back.toml").digest}
    assert len(digests) == 1


def test_what_was_written_can_be_had_as_json() -> None:
    """For scripts that go on with it."""
    said = json.loads(run("convert", "--json", "good.toml", "there.tmj").stdout)
    digest = load_map("good.toml").digest
    assert said == {"written": ["there.tmj", "there-tiles.png"], "digest": digest, "notes": []}


@pytest.mark.parametrize("taken", ["there.tmj", "there-tiles.png"])
def test_nothing_is_overwritten_unasked(taken: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the map nor the picture; then nothing at all is written."""
    Path(taken).write_text("mine", encoding="utf-8")
    assert main(["map", "convert", "good.toml", "there.tmj"]) == ExitCode.INPUT_OUTPUT
    assert f"{taken}: exists already; --force overwrites it" in capsys.readouterr().err
    assert sorted(path.name for path in Path().iterdir() if "there" in path.name) == [taken]
    assert Path(taken).read_text(encoding="utf-8") == "mine"
    assert main(["map", "convert", "--force", "good.toml", "there.tmj"]) == ExitCode.OK
    assert load_tiled("there.tmj").digest == load_map("good.toml").digest


@pytest.mark.parametrize("taken", ["there.tmj", "there-tiles.png"])
def test_a_folder_in_the_way_leaves_nothing_behind(taken: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is found before anything is written, also with --force."""
    Path(taken).mkdir()
    assert main(["map", "convert", "good.toml", "there.tmj", "--force"]) == ExitCode.INPUT_OUTPUT
    assert f"{taken}: is a folder" in capsys.readouterr().err
    assert [path.name for path in Path().iterdir() if "there" in path.name] == [taken]


def test_what_was_written_before_a_failure_is_taken_back() -> None:
    """A new file goes, and an old one is as it was."""
    Path("old").write_bytes(b"old")
    with pytest.raises(FileNotFoundError):
        write_all({Path("old"): b"x", Path("new"): b"x", Path("none/last"): b"x"})
    assert Path("old").read_bytes() == b"old"
    assert not Path("new").exists()


@pytest.mark.parametrize("name", ["good.toml", "./good.toml"])
def test_a_map_is_not_converted_into_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Not even with --force: its comments and its order would be lost."""
    assert main(["map", "convert", "good.toml", name, "--force"]) == ExitCode.USAGE
    assert "is the map that is read" in capsys.readouterr().err
    assert Path("good.toml").read_text(encoding="utf-8") == GOOD


def test_what_is_not_converted(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown ending is a usage error; mistakes of a bad map are told as by the check."""
    assert main(["map", "convert", "good.toml", "there.xml"]) == ExitCode.USAGE
    assert "expected .toml or .tmj" in capsys.readouterr().err
    assert main(["map", "convert", "bad.toml", "there.tmj"]) == ExitCode.INVALID_INPUT
    assert "terrain_set" in capsys.readouterr().err
    assert not Path("there.tmj").exists()


# -- schema and the real command ----------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"\x00\xff", b"[[[[", b"{" * 5000, b'{"type": 1e999}', b"format = 1\n" * 9])
def test_no_bytes_leave_a_traceback(data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever a file holds, under either ending, the end is 3 and a line that says why."""
    for name in ("junk.toml", "junk.tmj"):
        Path(name).write_bytes(data)
        assert main(["map", "show", name]) == ExitCode.INVALID_INPUT
        err = capsys.readouterr().err
        assert err.startswith(name)
        assert "Traceback" not in err


def test_the_real_command_ends_as_it_should(folder: Path) -> None:
    """In a process of its own: 0, 3 without a traceback, 5 where the system refuses."""
    assert sandtable("map", "check", "--no-lint", "good.toml").returncode == 0
    refused = sandtable("map", "convert", "bad.toml", "x.tmj")
    assert (refused.returncode, refused.stdout, "Traceback" in refused.stderr) == (3, "", False)
    assert sandtable("map", "convert", "good.toml", str(folder / "no" / "x.toml")).returncode == 5
