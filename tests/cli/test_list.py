"""`sandtable list`: what can be played or viewed."""

import json
import os
from pathlib import Path
from shutil import copytree

import pytest

from sim.cli import listing
from sim.cli.listing import lines, map_entries, scenario_entries
from sim.cli.output import ExitCode
from sim.resources import maps_folder, scenarios_folder, shipped_maps
from sim.scenario import systems
from tests.cli.commands import Command


def test_everything_is_listed_under_headings(sandtable: Command) -> None:
    """Systems, scenarios and maps with titles; one kind by itself, as JSON too; another word is a usage error."""
    said = sandtable("list")
    assert said.code == ExitCode.OK
    assert [line for line in said.lines if line and not line.startswith(" ")] == ["Systems", "Scenarios", "Maps"]
    assert "  picket" in said.out
    assert len(sandtable("list", "maps").lines) == len(shipped_maps())
    everything = json.loads(sandtable("list", "--json").out)
    assert set(everything) == {"systems", "scenarios", "maps"}
    assert json.loads(sandtable("list", "systems", "--json").out) == everything["systems"]
    assert "scenarios" in sandtable("list", "units").refused(ExitCode.USAGE)


def test_what_a_scenario_can_name_is_listed_by_system(sandtable: Command) -> None:
    """Every kind of unit with its figures; without a system, or with an unknown one, all systems are named."""
    for system in systems.system_ids():
        listed = json.loads(sandtable("list", "profiles", system, "--json").out)
        assert {part["sort"] for part in listed} == {"profiles"} and all(part["name"] for part in listed)
    mg = next(line for line in sandtable("list", "profiles", "conflict_of_heroes").lines if "german_mg34" in line)
    assert mg.split()[:2] == ["german_mg34", "MG34"] and "range 9" in mg and "crewed" in mg
    for words in (["profiles"], ["profiles", "chess"]):
        assert "expected one of conflict_of_heroes" in sandtable("list", *words).refused(ExitCode.USAGE)
    assert "without more words" in sandtable("list", "maps", "all").refused(ExitCode.USAGE)


def test_what_a_map_can_name_is_listed_by_terrain_set(sandtable: Command) -> None:
    """Terrain with its letter, edges, features and ways, each with what it does; holes are no terrain to paint."""
    said = sandtable("list", "terrain", "battlefield")
    assert [line for line in said.lines if line and line[0] != " "] == ["Terrain", "Edges", "Features", "Ways"]
    woods = next(line for line in said.lines if line.startswith("  light_woods"))
    assert "letter w" in woods and "sight blocks it, 1 high" in woods and "cover +1, soft" in woods
    assert "  void" not in said.out
    assert "expected one of battlefield, town, tabletop" in sandtable("list", "terrain", "sea").refused(ExitCode.USAGE)


def test_a_broken_scenario_does_not_break_the_list(folder: Path) -> None:
    """It is listed with its first mistake, between its sound neighbours."""
    (folder / "broken.toml").write_text("format = 1\nsystem = 'picket'\n", encoding="utf-8")
    (folder / "evil\x1b.toml").write_text("\x1b[31m", encoding="utf-8")
    broken, evil, ford = scenario_entries(folder)
    assert (ford.name, ford.title, ford.broken) == ("ford", "The ford", "")
    assert "broken.toml" in broken.broken
    told = list(lines([broken, evil, ford]))
    assert told[0].startswith("broken")
    assert "  broken: " in told[0]
    assert all(line.isprintable() for line in told)


def test_broken_maps_and_empty_lists(folder: Path) -> None:
    """A broken map is listed as such; an empty list says so rather than nothing."""
    (folder / "ford.toml").write_text("format = 1\nrows = 3\n", encoding="utf-8")
    (entry,) = map_entries(folder)
    assert entry.name == "ford"
    assert entry.broken
    assert list(lines([], "  ")) == ["  none yet"]


# -- kept from one time to the next -------------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ship the maps and a few small scenarios from a folder that can be changed, and no system but the shipped ones."""
    copytree(maps_folder(), tmp_path / "maps")
    copytree(scenarios_folder() / "outlaws" / "behaviour", tmp_path / "scenarios" / "outlaws")
    for file in sorted((tmp_path / "scenarios" / "outlaws").glob("*.toml"))[3:]:
        file.unlink()
    monkeypatch.setattr("sim.resources._PACKAGE", tmp_path / "sim")
    monkeypatch.setattr(systems, "_ADOPTED", [])
    return tmp_path / "scenarios" / "outlaws"


@pytest.fixture
def read_anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what was read from its file, a name for each time."""
    names, read = list[str](), listing._scenario_entry

    def noted(name: str, file: Path) -> listing.ListedThing:
        names.append(name)
        return read(name, file)

    monkeypatch.setattr(listing, "_scenario_entry", noted)
    return names


def test_what_has_not_changed_is_not_read_again(sandtable: Command, shelf: Path, read_anew: list[str]) -> None:
    """The second time the same is printed, those that are broken among it, and no scenario is read."""
    (shelf / "broken.toml").write_text("format = 1\nsystem = 'picket'\n", encoding="utf-8")
    first = sandtable("list", "scenarios")
    assert len(read_anew) == len(first.lines) == 4 and "broken: " in first.out
    assert sandtable("list", "scenarios") == first and len(read_anew) == 4
    everything = sandtable("list")
    assert len(read_anew) == 4 and sandtable("list") == everything


def test_whatever_a_list_is_made_of_makes_it_stale(
    sandtable: Command, shelf: Path, read_anew: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scenario, its map beside it, a shipped map, the program, a system added for this run: the list is made anew."""
    before = sandtable("list", "scenarios").lines
    scenario, beside, shipped = next(shelf.glob("*.toml")), next((shelf / "maps").glob("*.toml")), shipped_maps()[0]
    for file in (scenario, beside, shipped):
        read_anew.clear()
        changed = file.stat()
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace('title = "', 'title = "Zz', 1), encoding="utf-8")
        os.utime(file, ns=(changed.st_atime_ns, changed.st_mtime_ns))
        now = sandtable("list", "scenarios").lines
        assert len(read_anew) == 3 and (now != before) == (file == scenario)
        before = now
    scenario.unlink()
    assert len(sandtable("list", "scenarios").lines) == 2
    read_anew.clear()
    program = tmp_path / "program"
    program.mkdir()
    (program / "rule.py").write_text("", encoding="utf-8")
    monkeypatch.setattr("sim.__file__", str(program / "__init__.py"))
    assert [len(sandtable("list", "scenarios").lines) for _ in range(2)] == [2, 2] and len(read_anew) == 2
    (program / "rule.py").write_text("pass", encoding="utf-8")
    assert sandtable("list", "scenarios").lines and len(read_anew) == 4
    monkeypatch.setattr(systems, "_ADOPTED", [systems.systems()[0]])
    assert sandtable("list", "scenarios").lines and len(read_anew) == 6


def test_a_damaged_index_is_not_believed(sandtable: Command, shelf: Path, read_anew: list[str], folder: Path) -> None:
    """One letter less, another letter, no index at all, or one that cannot be written: the list is right."""
    right = sandtable("list", "scenarios")
    index = folder / "home" / "cache" / "lists.json"
    whole = index.read_bytes()
    for damaged in (whole[:-1], whole.replace(b"title", b"titel", 1), b"", b"\xff{", b"[]\n[]"):
        read_anew.clear()
        index.write_bytes(damaged)
        assert sandtable("list", "scenarios") == right and len(read_anew) == 3
        assert index.read_bytes() == whole
    index.unlink()
    index.mkdir()
    assert sandtable("list", "scenarios") == right
    index.rmdir()
    index.parent.rmdir()
    index.parent.write_text("in the way", encoding="utf-8")
    assert sandtable("list", "scenarios") == right
