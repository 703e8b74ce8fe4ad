"""`sandtable new`: maps and scenarios to go on from."""

from pathlib import Path

import pytest

from sim.cli.output import ExitCode
from tests.cli.commands import Command


def test_a_map_and_a_scenario_on_it(sandtable: Command, folder: Path) -> None:
    """Both are sound files; the scenario names the map as it lies beside it."""
    assert sandtable("new", "map", "crossing.toml", "--set", "town", "--size", "18x12").code == ExitCode.OK
    assert (
        sandtable("new", "scenario", "noon.toml", "--system", "outlaws", "--map", "crossing.toml").code == ExitCode.OK
    )
    assert 'map = "crossing.toml"' in (folder / "noon.toml").read_text(encoding="utf-8")
    assert "2 sides" in sandtable("check", "crossing.toml", "noon.toml").out


def test_one_made_by_chance_is_the_same_again(sandtable: Command, folder: Path) -> None:
    """Byte for byte, map and all; nothing is overwritten unasked."""
    words = ["new", "scenario", "one.toml", "--system", "la_cucaracha", "--random", "--seed", "7"]
    assert sandtable(*words).code == ExitCode.OK
    before = [(folder / name).read_bytes() for name in ("one.toml", "one_map.toml")]
    assert "exists already" in sandtable(*words).refused(ExitCode.INPUT_OUTPUT)
    assert sandtable(*words, "--force").code == ExitCode.OK
    assert [(folder / name).read_bytes() for name in ("one.toml", "one_map.toml")] == before
    assert sandtable("check", "one.toml").code == ExitCode.OK


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["map", "x.txt"], "does not end in .toml"),
        (["map", "x.toml", "--size", "20"], "expected columns and rows up to 512x512"),
        (["map", "x.toml", "--size", "0x5"], "expected columns and rows up to 512x512"),
        (
            ["scenario", "x.toml", "--system", "chess", "--random"],
            "there is no system 'chess': expected one of conflict",
        ),
        (["scenario", "x.toml", "--system", "outlaws"], "lies on a map, --map MAP, or on a place made by chance"),
        (["scenario", "x.toml", "--system", "outlaws", "--map", "mill_ford"], "played on maps of the terrain set town"),
        (["scenario", "x.toml", "--system", "outlaws", "--map", "two_loons", "--seed", "1"], "go with --random"),
        (["system", "x.y"], "'x.y' is no name for a system: small letters, digits and single _"),
        (["system", "x" * 41], "is no name for a system"),
        (["system", "outlaws"], "there is a shipped system 'outlaws': choose another name"),
        (["system", "json"], "Python itself has something called 'json'"),
    ],
)
def test_what_cannot_be_begun_is_told(sandtable: Command, folder: Path, words: list[str], told: str) -> None:
    """In one message, and nothing is written."""
    assert told in sandtable("new", *words).refused(ExitCode.USAGE)
    assert not list(folder.glob("x.*"))


def test_a_system_is_begun_in_a_new_folder(sandtable: Command, folder: Path) -> None:
    """Nothing of Picket's name is left but the side that is called so; a second one of the name harms nothing."""
    assert sandtable("new", "system", "long_march").code == ExitCode.OK
    files = {file: file.read_text(encoding="utf-8") for file in (folder / "long_march").rglob("*") if file.is_file()}
    assert not [file for file, text in files.items() if "Picket" in text or "PKT" in text or "tests.picket" in text]
    assert 'long_march = "long_march:LONG_MARCH"' in files[folder / "long_march" / "pyproject.toml"]
    assert "'long_march' exists already" in sandtable("new", "system", "long_march").refused(ExitCode.USAGE)
    assert all(file.read_text(encoding="utf-8") == text for file, text in files.items())


def test_edit_takes_maps_and_scenarios_by_name_and_by_path(tmp_path: Path) -> None:
    """Of what came with the program a copy is worked on; a file of one's own is opened itself."""
    from sim.cli.edit import _document
    from sim.resources import find_map, find_scenario
    from sim.workshop.map_document import MapDocument
    from sim.workshop.scenario_document import ScenarioDocument

    battle, ground = tmp_path / "battle.toml", tmp_path / "ground.toml"
    battle.write_text(find_scenario("farm_at_kamenka").read_text())
    ground.write_text(find_map("battles/mill_ford").read_text())
    opened = [_document(str(file), copy=False) for file in (battle, ground)]
    copied = [_document(name, copy=False) for name in ("farm_at_kamenka", "battles/mill_ford")]
    assert [type(each) for each in (*opened, *copied)] == [ScenarioDocument, MapDocument] * 2
    assert [each.path for each in opened] == [battle.resolve(), ground.resolve()]
    assert [each.path for each in copied] == [None, None] and _document(str(battle), copy=True).path is None
