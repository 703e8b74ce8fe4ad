"""`sandtable play` and `sandtable shot`."""

import os
import struct
from pathlib import Path
from typing import Any

import pytest

from sim.cli import play
from sim.cli.output import ExitCode
from sim.scenario.positions import position_at
from sim.scenario.records import load_record
from sim.scenario.saves import autosave_file, previous
from sim.scenario.scenario import load_scenario
from tests.cli.commands import Command

os.environ["SDL_VIDEODRIVER"] = "dummy"


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as on a machine without a display."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


# -- without a display ------------------------------------------------------------------------------------


def test_without_a_display_scenarios_and_records_are_described(sandtable: Command, record: str) -> None:
    """The command says why and what else can be done, and is content, as `view` is."""
    said = sandtable("play")
    assert said.code == ExitCode.OK
    assert "no display" in said.err
    assert "sandtable table" in said.err
    assert "farm_at_kamenka" in said.out
    said = sandtable("play", "ford.toml", "--seed", "3")
    assert (said.code, "no display" in said.err) == (ExitCode.OK, True)
    assert "Picket" in said.lines[0]
    said = sandtable("play", record)
    assert said.code == ExitCode.OK
    assert "Picket" in said.lines[0]


# -- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seed", "3"),
        ("--players", "raiders=human"),
        ("--dice", "typed"),
        ("ford.toml", "--seed", "3", "--dice", "typed"),
        ("ford.toml", "--seed", "-1"),
        ("ford.toml", "--dice", "loaded"),
        ("ford.toml", "--demo", "--players", "picket=solo"),
        ("ford.toml", "--resume", "--seed", "3"),
        ("ford.toml", "--resume", "--demo"),
        ("ford.toml", "ford.toml", "--seed", "3"),
        ("ford.toml", "ford.toml", "--resume"),
        ("ford.toml", "--players", "nobody=human"),
        ("ford.toml", "--players", "raiders=chess"),
        ("--size", "big"),
        ("--size", "0x0"),
        ("--ui", "20"),
        ("--ui", "1000"),
        ("--theme", "pink"),
    ],
)
def test_what_does_not_go_together_is_refused(sandtable: Command, arguments: tuple[str, ...]) -> None:
    """Before anything is opened."""
    assert sandtable("play", *arguments).code == ExitCode.USAGE


def test_a_save_keeps_its_dice(sandtable: Command, record: str) -> None:
    """Neither another seed nor other players, in a window or a picture."""
    assert sandtable("play", record, "--seed", "5").code == ExitCode.USAGE
    assert sandtable("play", record, "--demo").code == ExitCode.USAGE
    assert sandtable("shot", record, "--frame", "1", "--out", "x.png", "--seed", "4").code == ExitCode.USAGE


def test_an_unknown_or_broken_scenario_is_told(sandtable: Command, folder: Path) -> None:
    """With a guess at what was meant, or its mistakes, before a window opens."""
    assert "farm_at_kamenka" in sandtable("play", "kamenk").refused()
    (folder / "bad.toml").write_text("format = 1\nsystem = 'picket'\n", encoding="utf-8")
    assert "bad.toml" in sandtable("play", "bad.toml").refused()


@pytest.mark.parametrize("names", [(), ("ford.toml",)])
def test_without_a_save_there_is_nothing_to_resume(sandtable: Command, names: tuple[str, ...]) -> None:
    """The message says so."""
    assert "no save to continue" in sandtable("play", *names, "--resume").refused()


# -- resuming ---------------------------------------------------------------------------------------------


@pytest.fixture
def autosave(folder: Path, battle_text: str) -> Path:
    """Put the first part of a battle where the autosave of the ford lies, and a sound save before it."""
    file = autosave_file(load_scenario(folder / "ford.toml"))
    file.parent.mkdir(parents=True)
    part = "".join(battle_text.splitlines(keepends=True)[:20])
    file.write_text(part, encoding="utf-8")
    previous(file).write_text(part, encoding="utf-8")
    return file


@pytest.mark.parametrize("names", [(), ("ford.toml",)])
def test_the_autosave_is_found(sandtable: Command, autosave: Path, names: tuple[str, ...]) -> None:
    """That of a scenario, or the latest of all."""
    said = sandtable("play", *names, "--resume")
    assert said.code == ExitCode.OK
    assert "Picket" in said.lines[0]


def test_a_damaged_autosave_is_named_with_the_one_before_it(sandtable: Command, autosave: Path) -> None:
    """Whose path can be given instead."""
    autosave.write_text("{", encoding="utf-8")
    assert str(previous(autosave)) in sandtable("play", "ford.toml", "--resume").refused()
    assert sandtable("play", str(previous(autosave))).code == ExitCode.OK


# -- what is opened ---------------------------------------------------------------------------------------


def opened(*names: str, **wishes: Any) -> Any:
    """Return the first screen that a command line opens, on a sheet."""
    from sim.view.settings import ViewSettings
    from sim.view.window import MemoryStage
    from sim.view.worker.beside import Beside

    given = {"seed": None, "players": None, "dice": None, "demo": False, "resume": False, **wishes}
    opening, _ = play._opening(names, **given)
    return opening(MemoryStage((800, 600)), Beside.in_process(), ViewSettings())


def test_without_a_scenario_the_browser_opens(folder: Path) -> None:
    """With several it lists them."""
    from sim.view.browser.screen import BrowserScreen

    assert isinstance(opened(), BrowserScreen)
    several = opened("ford.toml", "orlovka_street")
    assert [entry.path.name for entry in several.desk.entries if entry.is_own] == ["ford.toml"]
    assert several.desk.selected.path.name == "ford.toml"
    assert opened("orlovka_street", "ford.toml").desk.selected is not None


def test_a_scenario_is_opened_as_the_options_say(folder: Path) -> None:
    """Seed and players; typed dice have no seed, and a demo needs neither scenario nor people."""
    screen = opened("ford.toml", seed=77, players="raiders=human")
    assert (screen.seed, screen.session.players["raiders"]) == (77, "human")
    assert opened("ford.toml", dice="typed").seed is None
    assert "human" not in opened(demo=True).session.players.values()
    assert "human" not in opened("ford.toml", demo=True).session.players.values()


@pytest.mark.parametrize(("name", "title"), [("orlovka_street", "The street in Orlovka"), ("ford.toml", "The ford")])
def test_the_browser_has_selected_what_was_played_last_by_its_name(folder: Path, name: str, title: str) -> None:
    """Its autosave is one key away then; a demo leaves none that is worth going on with, and is not remembered."""
    from sim.view.browser.screen import BrowserScreen
    from sim.view.settings import load_settings
    from sim.view.window import MemoryStage
    from sim.view.worker.beside import Beside

    opened(name)
    opened("farm_at_kamenka", demo=True)
    selected = BrowserScreen(MemoryStage((800, 600)), Beside.in_process(), load_settings()).desk.selected
    assert selected is not None
    assert selected.title == title


@pytest.mark.parametrize("left", [None, "not a save"])
def test_a_new_battle_says_where_the_old_save_is(folder: Path, autosave: Path, left: str | None) -> None:
    """A damaged one is kept as well as a sound one."""
    if left is not None:
        autosave.write_text(left)
    kept = autosave.read_text()
    said = opened("ford.toml").message
    aside = autosave.with_name(said.split(" is kept as ")[1])
    assert aside.read_text() == kept
    assert ("-damaged" in aside.name) == (left is not None)


def test_a_save_is_gone_on_with(folder: Path, autosave: Path, record: str) -> None:
    """From where it had come to; a record that is over is only looked at, and nothing is saved of it."""
    before = [frame.event for frame in load_record(autosave).frames]
    assert [frame.event for frame in opened(str(autosave)).session.frames][: len(before)] == before
    screen = opened(record)
    screen.leave()
    assert screen.session.over
    assert not autosave_file(screen.scenario).exists()


def test_a_position_is_opened_where_it_stands_and_not_saved(sandtable: Command, record: str) -> None:
    """With its own dice and players, in words as in JSON; where there is no display, its battle is told."""
    state = position_at(load_record(record), 12).state
    for name, form in (("now.json", ()), ("now.txt", ("--text",))):
        assert sandtable("position", record, "--frame", "12", "--out", name, *form).code == ExitCode.OK
        screen = opened(name)
        assert "it is not saved" in screen.message
        assert screen.session.frames[0].state == state
        screen.leave()
        assert not autosave_file(screen.scenario).exists()
        assert "Picket" in sandtable("play", name).lines[0]
        assert "a position keeps its dice and players" in sandtable("play", name, "--seed", "5").err


def test_a_map_is_opened_in_the_map_viewer(sandtable: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a window of the size that is asked for; without a display it is shown as text. It has no dice."""
    assert sandtable("new", "map", "field.toml").code == ExitCode.OK
    assert sandtable("play", "field.toml").out == sandtable("view", "field.toml").out != ""
    assert "leave out --seed, --theme" in sandtable("play", "field.toml", "--seed", "5", "--theme", "dark").err
    assert "is a map, but a scenario is needed" in sandtable("play", "field.toml", "--resume").refused()
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr("sim.view.window.has_display", lambda: True)
    monkeypatch.setattr("sim.view.map_viewer.run", lambda battle_map, size, maps: seen.append(size))
    assert sandtable("play", "field.toml", "--size", "640x480").out == ""
    assert seen == [(640, 480)]


def test_the_words_of_the_options_are_those_of_the_viewer() -> None:
    """They are written out in the command, so that its help imports nothing."""
    from sim.view.settings import SCALES
    from sim.view.ui.palette import THEME_NAMES

    assert play.THEMES == THEME_NAMES
    assert (play.SMALLEST, play.LARGEST) == SCALES


# -- pictures ---------------------------------------------------------------------------------------------


def test_a_picture_shows_the_frame_that_is_asked_for(sandtable: Command, folder: Path, record: str) -> None:
    """Without a seed it is the same each time; another frame, of a record too, is another; or it cannot be written."""
    for name in ("one.png", "two.png"):
        said = sandtable("shot", "ford.toml", "--frame", "9", "--out", name, "--size", "640x400")
        assert (said.code, said.out) == (ExitCode.OK, "")
    one, two = ((folder / name).read_bytes() for name in ("one.png", "two.png"))
    assert one == two
    assert one.startswith(b"\x89PNG\r\n\x1a\n") and struct.unpack(">II", one[16:24]) == (640, 400)
    for frame in ("0", "9"):
        said = sandtable("shot", record, "--frame", frame, "--out", f"{frame}.png", "--size", "640x400")
        assert said.code == ExitCode.OK
    assert (folder / "0.png").read_bytes() != (folder / "9.png").read_bytes()
    said = sandtable("shot", record, "--frame", "1", "--out", "nowhere/x.png", "--size", "320x200")
    assert said.code == ExitCode.INPUT_OUTPUT


@pytest.mark.parametrize("frame", ["-1", "99999"])
def test_a_frame_that_is_not_there_is_refused(sandtable: Command, record: str, frame: str) -> None:
    """The message names the first and the last."""
    said = sandtable("shot", record, "--frame", frame, "--out", "x.png")
    assert said.code == ExitCode.INVALID_INPUT
    last = len(load_record(record).frames) - 1
    assert f"there is no frame {frame}; the battle has frames 0 to {last}" in said.err


def test_no_scenario_is_played_to_a_frame_before_its_first(sandtable: Command, folder: Path) -> None:
    """How far it would go is not known yet; that frames begin with 0 is."""
    said = sandtable("shot", "ford.toml", "--frame", "-1", "--out", "x.png")
    assert said.code == ExitCode.INVALID_INPUT
    assert "there is no frame -1: frames are numbered from 0 on" in said.err


@pytest.mark.parametrize("name", ["x.jpg", "x", "x.png.gif"])
def test_a_shot_is_a_png_file_by_its_name_as_well(sandtable: Command, folder: Path, record: str, name: str) -> None:
    """Nothing is drawn under an ending that promises something else."""
    said = sandtable("shot", record, "--frame", "1", "--out", name)
    assert said.code == ExitCode.USAGE
    assert f"'{name}' does not end in .png" in said.err
    assert not (folder / name).exists()
