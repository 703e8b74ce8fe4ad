from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim import resources
from sim.board.mapfile import MAP_LIMITS, map_text, parse_map
from sim.engine.setup import NothingMore
from sim.engine.state import Outcome
from sim.files import parse_toml
from sim.scenario.scenario import Scenario, load_scenario, parse_scenario
from tests.scenario.marker import FORD, MARKER, VALID, MarkerExtras, MarkerSettings, MarkerVictory

pytestmark = pytest.mark.usefixtures("marker_systems")


def parsed(text: str = VALID, **more: Any) -> Scenario:
    """Read a scenario at the ford."""
    return parse_scenario(text, "ford_fight.toml", map_text=FORD, **more)


def changed(old: str, new: str) -> Scenario:
    """Read the scenario with one thing changed."""
    assert VALID.count(old) == 1
    return parsed(VALID.replace(old, new))


def names(scenario: Scenario, id_: str) -> list[str]:
    """Return the cells where a unit may stand."""
    (unit,) = [unit for unit in scenario.setup.units if unit.id == id_]
    return [scenario.setup.map.grid.name(cell) for cell in unit.cells]


# -- what a file says ------------------------------------------------------------------------------------------


def objectives(of: Scenario) -> list[tuple[object, ...]]:
    """Return all that is said of the objectives."""
    name = of.setup.map.grid.name
    return [(one.id, one.title, [*map(name, one.cells)], one.points, one.holder) for one in of.setup.objectives]


SAID: dict[str, tuple[Callable[[Scenario], object], object]] = {
    "the head is kept": (
        lambda of: (of.title, of.briefing, of.author, of.notes),
        ("Markers at the ford", "Hold the ford.\n", "A designer", "Nothing happens."),
    ),
    "settings, victory and the table of its name are of the system's own models": (
        lambda of: (of.setup.settings, of.setup.victory, of.setup.extras),
        (MarkerSettings(patience=5), MarkerVictory(points=3), MarkerExtras(weather="foul")),
    ),
    "objectives have cells, points and a holder; without a title they go by their ids": (
        objectives,
        [("ford", "The ford", ["C2", "D2"], 2, "blue"), ("mill", "mill", ["B4"], 0, None)],
    ),
    "the ruleset is that of the system which the file names": (lambda of: of.ruleset, MARKER),
    "the last turn is that of the limits": (lambda of: of.setup.turns, 4),
    "who says nothing is played by a person": (lambda of: of.players, {"blue": "solo", "red": "human"}),
    "who says nothing is told nothing of its own": (lambda of: of.side_briefings, {"blue": "Stand still.", "red": ""}),
    "a side is told how it ended for it": (
        lambda of: [of.epilogue("blue", Outcome(who, "")) for who in ("blue", "red", None)],
        ["You stood.", "You ran.", ""],
    ),
    "of a side without an epilogue nothing is told": (lambda of: of.epilogue("red", Outcome("red", "")), ""),
    "what the system adds to a unit is read with it": (lambda of: of.setup.units[0].entry.colour, "blue"),
    "within a side those who are there come before those who arrive": (
        lambda of: [unit.id for unit in of.setup.units],
        ["sentry", "marker-1", "marker-2", "flag-1", "late", "raider-1", "raider-2"],
    ),
    "the name of a cell gives that cell": (lambda of: names(of, "sentry"), ["B3"]),
    "the name of a place gives all its cells": (lambda of: names(of, "marker-1"), ["C2", "D2"]),
    "reinforcements arrive where their group does": (lambda of: names(of, "flag-1"), ["F1", "F2", "F3", "F4"]),
    "a unit's own place comes before that of its group": (lambda of: names(of, "late"), ["F2"]),
    "reinforcements know their turn": (lambda of: [unit.turn for unit in of.setup.units], [0, 0, 0, 3, 3, 0, 0]),
    "the way of a unit leads to its table": (
        lambda of: [unit.way for unit in of.setup.units][2:4],
        [("sides", "blue", "units", 1), ("sides", "blue", "reinforcements", 0, "units", 0)],
    ),
    "sides come in the order of the file": (
        lambda of: [(side.id, side.name, side.player) for side in of.setup.sides],
        [("blue", "The picket", "solo"), ("red", "The raiders", "human")],
    ),
    "however the map was drawn, its text is canonical": (lambda of: of.map_text, map_text(parse_map(FORD))),
    "a map goes by the name that the scenario gives": (lambda of: of.setup.map.name, "ford"),
    "a scenario is called after its file": (lambda of: (of.name, of.setup.name), ("ford_fight", "ford_fight")),
}


@pytest.mark.parametrize(("what", "right"), SAID.values(), ids=SAID)
def test_a_scenario_says_what_its_file_says(what: Callable[[Scenario], object], right: object) -> None:
    """Head, sides, units, places and map."""
    assert what(parsed()) == right


CHANGED: dict[str, tuple[str, str, Callable[[Scenario], object], object]] = {
    "a table with defaults may be left out": (
        "[settings]\npatience = 5",
        "",
        lambda of: of.setup.settings,
        MarkerSettings(),
    ),
    "without limits a battle has no last turn": ("[limits]\nturns = 4", "", lambda of: of.setup.turns, None),
    "a unit without an id gets the next number that is free in the whole scenario": (
        'id = "late"',
        'id = "Marker-1"',
        lambda of: [unit.id for unit in of.setup.units],
        ["sentry", "marker-2", "marker-3", "flag-1", "Marker-1", "raider-1", "raider-2"],
    ),
    "several of a name of several words are numbered as one says it": (
        'id = "sentry"',
        'id = "old hand"\ncount = 2',
        lambda of: [unit.id for unit in of.setup.units[:2]],
        ["old hand 1", "old hand 2"],
    ),
    "several of a name of one word stay one word": (
        'id = "sentry"',
        'id = "sentry"\ncount = 2',
        lambda of: [unit.id for unit in of.setup.units[:2]],
        ["sentry-1", "sentry-2"],
    ),
    "a count of one adds no number": ('facing = "SE"', "count = 1", lambda of: of.setup.units[0].id, "sentry"),
    "a cell wins over a place of the same name": ('at = "B3"', 'at = "C4"', lambda of: names(of, "sentry"), ["C4"]),
    "who stands nowhere has no cells": ('at = "B3"\n', "", lambda of: names(of, "sentry"), []),
    "a facing is a direction in small letters": ('"SE"', '"se"', lambda of: of.setup.units[0].facing, 2),
    "and in any case": ('"SE"', '"Se"', lambda of: of.setup.units[0].facing, 2),
    "files from before the key do not say how hard they are": ("author", "author", lambda of: of.difficulty, None),
    "from 1": ("author", "difficulty = 1\nauthor", lambda of: of.difficulty, 1),
    "to 5": ("author", "difficulty = 5\nauthor", lambda of: of.difficulty, 5),
}


@pytest.mark.parametrize(("old", "new", "what", "right"), CHANGED.values(), ids=CHANGED)
def test_another_file_says_otherwise(old: str, new: str, what: Callable[[Scenario], object], right: object) -> None:
    """With one thing changed."""
    assert what(changed(old, new)) == right


def test_a_system_may_have_nothing_to_say() -> None:
    """Of a system without tables of its own there is nothing more."""
    bare = """
format = 1
system = "bare"
title = "x"
map = "ford.toml"
briefing = "x"
sides.a = { name = "A", units = [{ profile = "marker", at = "B1" }] }
sides.b = { name = "B" }
"""
    assert parsed(bare).setup.settings == NothingMore()


# -- texts and names -------------------------------------------------------------------------------------------


def test_the_texts_bring_the_scenario_back() -> None:
    """Text and map text alone make the same scenario again, in whatever folder, under the name it is given."""
    scenario = parsed()
    again = parse_scenario(scenario.text, "save.json: scenario", map_text=scenario.map_text, name="picket/ford")
    assert (again.text, again.map_text, again.state) == (scenario.text, scenario.map_text, scenario.state)
    assert again.name == "picket/ford"


def test_a_map_too_long_to_write_out_is_kept_as_it_was() -> None:
    """A rectangle of trenches has more cells than a map file may list."""
    wide = 'format = 1\ntitle = "x"\nterrain_set = "battlefield"\nsize = [250, 250]\nfill = "open"\n'
    wide += '[grid]\nkind = "hex"\n[features]\ntrench = ["A1:IP250"]\n'
    text = VALID.replace('"ford"', '"B2"').replace('"east edge"', '"B2"').replace('"the mill"', '"B2"')
    scenario = parse_scenario(text.replace('id = "B2"', 'id = "ford"'), "x.toml", map_text=wide)
    assert scenario.map_text == wide
    parse_toml(scenario.map_text, "map.toml", MAP_LIMITS)


def test_the_same_texts_give_the_same_map() -> None:
    """What was worked out of it serves again; another scenario has a map of its own, for its settings are its own."""
    battle_map = parsed().setup.map
    assert parsed().setup.map is battle_map
    assert parsed(VALID + "# another").setup.map is not battle_map
    other = parse_scenario(VALID, "ford_fight.toml", map_text=FORD.replace("The ford", "Another ford"))
    assert (other.setup.map.title, battle_map.title) == ("Another ford", "The ford")


def test_a_file_is_loaded_with_the_map_beside_it(tmp_path: Path) -> None:
    """A name with its ending is a file in the scenario's folder or below."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "ford.toml").write_text(FORD, encoding="utf-8")
    file = tmp_path / "fight.toml"
    file.write_text(VALID.replace("ford.toml", "maps/ford.toml"), encoding="utf-8")
    scenario = load_scenario(file)
    assert (scenario.name, scenario.setup.map.name, scenario.setup.map.title) == ("fight", "ford", "The ford")


def test_a_shipped_map_goes_by_its_name() -> None:
    """A name without an ending is that of a shipped map."""
    text = VALID.replace("ford.toml", "features/hexes_flat").replace('at = "ford"', 'at = "eye"')
    text = text.replace("the mill", "hidden").replace("east edge", "seen")
    assert parse_scenario(text, "x.toml").setup.map.title == "Hexes with a flat top"


def test_a_shipped_scenario_is_called_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the scenarios folder the name is the path without its ending."""
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path.resolve() / "sim")
    folder = tmp_path / "scenarios" / "marker"
    folder.mkdir(parents=True)
    (folder / "ford.toml").write_text(FORD, encoding="utf-8")
    (folder / "fight.toml").write_text(VALID, encoding="utf-8")
    assert load_scenario(folder / "fight.toml").name == "marker/fight"
