"""`sandtable list`: what can be played or viewed."""

import json
from pathlib import Path

from sim.cli.listing import lines, map_entries, scenario_entries
from sim.cli.output import ExitCode
from sim.resources import shipped_maps
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
