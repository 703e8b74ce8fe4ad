from pathlib import Path
from typing import Any

import pytest

from sim import resources
from sim.board.mapfile import MAP_LIMITS, map_text, parse_map
from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.engine.setup import NothingMore
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


def test_the_head_is_kept() -> None:
    """Title, briefing, author and notes are those of the file."""
    scenario = parsed()
    said = (scenario.title, scenario.briefing, scenario.author, scenario.notes)
    assert said == ("Markers at the ford", "Hold the ford.\n", "A designer", "Nothing happens.")


def test_the_system_is_found_by_its_id() -> None:
    """The ruleset is that of the system which the file names."""
    assert parsed().ruleset is MARKER


def test_the_system_reads_its_own_tables() -> None:
    """Settings, victory and the table of the system's name are of the system's own models."""
    setup = parsed().setup
    tables = (setup.settings, setup.victory, setup.extras)
    assert tables == (MarkerSettings(patience=5), MarkerVictory(points=3), MarkerExtras(weather="foul"))


def test_a_table_with_defaults_may_be_left_out() -> None:
    """What the system can say by itself need not be said."""
    assert changed("[settings]\npatience = 5", "").setup.settings == MarkerSettings()


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


def test_sides_come_in_the_order_of_the_file() -> None:
    """Sides have their ids, names and players."""
    sides = [(side.id, side.name, side.player) for side in parsed().setup.sides]
    assert sides == [("blue", "The picket", "solo"), ("red", "The raiders", "human")]


def test_players_and_briefings_go_by_side() -> None:
    """A side that says nothing is played by a person, and told nothing of its own."""
    scenario = parsed()
    assert scenario.players == {"blue": "solo", "red": "human"}
    assert scenario.side_briefings == {"blue": "Stand still.", "red": ""}


def test_limits_may_be_left_out() -> None:
    """Without limits a battle has no last turn."""
    assert changed("[limits]\nturns = 4", "").setup.turns is None


def test_the_last_turn_is_that_of_the_limits() -> None:
    """With limits it has one."""
    assert parsed().setup.turns == 4


# -- units -------------------------------------------------------------------------------------------------------


def test_units_come_in_the_order_of_the_file() -> None:
    """Within a side those who are there come before those who arrive."""
    ids = [unit.id for unit in parsed().setup.units]
    assert ids == ["sentry", "marker-1", "marker-2", "flag-1", "late", "raider-1", "raider-2"]


def test_a_number_that_somebody_has_is_skipped() -> None:
    """A unit without an id gets the next number that is free in the whole scenario."""
    ids = [unit.id for unit in changed('id = "late"', 'id = "Marker-1"').setup.units]
    assert ids == ["sentry", "marker-2", "marker-3", "flag-1", "Marker-1", "raider-1", "raider-2"]


def test_one_of_a_kind_keeps_its_id() -> None:
    """A count of one adds no number."""
    assert "sentry" in [unit.id for unit in changed('facing = "SE"', "count = 1").setup.units]


def test_entries_are_of_the_systems_own_model() -> None:
    """What the system adds to a unit is read with it."""
    assert parsed().setup.units[0].entry.colour == "blue"


def test_a_cell_is_where_a_unit_stands() -> None:
    """The name of a cell gives that cell."""
    assert names(parsed(), "sentry") == ["B3"]


def test_a_place_gives_all_its_cells() -> None:
    """The name of a place gives the cells among which the system chooses."""
    assert names(parsed(), "marker-1") == ["C2", "D2"]


def test_a_cell_wins_over_a_place_of_the_same_name() -> None:
    """A place that is called like a cell does not hide the cell."""
    assert names(changed('at = "B3"', 'at = "C4"'), "sentry") == ["C4"]


def test_reinforcements_arrive_where_their_group_does() -> None:
    """The place of a reinforcement is that of its units, and may be an area."""
    assert names(parsed(), "flag-1") == ["F1", "F2", "F3", "F4"]


def test_a_reinforcement_may_arrive_elsewhere() -> None:
    """A unit's own place comes before that of its group."""
    assert names(parsed(), "late") == ["F2"]


def test_reinforcements_know_their_turn() -> None:
    """The turn of arrival is that of the group, and 0 for those who are there."""
    assert [unit.turn for unit in parsed().setup.units] == [0, 0, 0, 3, 3, 0, 0]


def test_a_unit_without_a_place_is_off_the_map() -> None:
    """Who stands nowhere has no cells."""
    assert names(changed('at = "B3"\n', ""), "sentry") == []


@pytest.mark.parametrize("said", ["SE", "se", "Se"])
def test_a_facing_is_a_direction_in_any_case(said: str) -> None:
    """Directions are numbered as the grid numbers them."""
    assert changed('facing = "SE"', f'facing = "{said}"').setup.units[0].facing == 2


def test_a_unit_knows_where_the_file_speaks_of_it() -> None:
    """The way of a unit leads to its table."""
    ways = [unit.way for unit in parsed().setup.units]
    assert ways[2:4] == [("sides", "blue", "units", 1), ("sides", "blue", "reinforcements", 0, "units", 0)]


def test_objectives_are_found_on_the_map() -> None:
    """An objective has its cells, its points and its holder; without a title it goes by its id."""
    setup = parsed().setup
    told = [
        (each.id, each.title, [setup.map.grid.name(cell) for cell in each.cells], each.points, each.holder)
        for each in setup.objectives
    ]
    assert told == [("ford", "The ford", ["C2", "D2"], 2, "blue"), ("mill", "mill", ["B4"], 0, None)]


def test_a_scenario_can_be_played() -> None:
    """Battle and first state are what a session needs."""
    scenario = changed('name = "The raiders"', 'name = "The raiders"\nplayer = "solo"')
    session = Session(scenario.battle, scenario.state, scenario.players, Seeded(1))
    session.play_out()
    assert session.over


# -- texts and names -------------------------------------------------------------------------------------------


def test_the_texts_bring_the_scenario_back() -> None:
    """Text and map text alone make the same scenario again, in whatever folder."""
    scenario = parsed()
    again = parse_scenario(scenario.text, "save.json: scenario", map_text=scenario.map_text)
    assert (again.text, again.map_text, again.state) == (scenario.text, scenario.map_text, scenario.state)


def test_the_map_text_is_canonical() -> None:
    """However the map was drawn, its text is that which `map_text` gives."""
    assert parsed().map_text == map_text(parse_map(FORD))


def test_a_map_too_long_to_write_out_is_kept_as_it_was() -> None:
    """A rectangle of trenches has more cells than a map file may list."""
    wide = 'format = 1\ntitle = "x"\nterrain_set = "battlefield"\nsize = [250, 250]\nfill = "open"\n'
    wide += '[grid]\nkind = "hex"\n[features]\ntrench = ["A1:IP250"]\n'
    text = VALID.replace('"ford"', '"B2"').replace('"east edge"', '"B2"').replace('"the mill"', '"B2"')
    scenario = parse_scenario(text.replace('id = "B2"', 'id = "ford"'), "x.toml", map_text=wide)
    assert scenario.map_text == wide
    parse_toml(scenario.map_text, "map.toml", MAP_LIMITS)


def test_a_map_goes_by_the_name_that_the_scenario_gives() -> None:
    """The map is called the same whether it was looked up or brought along."""
    assert parsed().setup.map.name == "ford"


def test_the_same_texts_give_the_same_map() -> None:
    """What was worked out of it serves again; another scenario has a map of its own, for its settings are its own."""
    battle_map = parsed().setup.map
    assert parsed().setup.map is battle_map
    assert parsed(VALID + "# another").setup.map is not battle_map
    other = parse_scenario(VALID, "ford_fight.toml", map_text=FORD.replace("The ford", "Another ford"))
    assert (other.setup.map.title, battle_map.title) == ("Another ford", "The ford")


def test_a_scenario_is_called_after_its_file() -> None:
    """Without a name it is the stem of the file."""
    assert (parsed().name, parsed().setup.name) == ("ford_fight", "ford_fight")


def test_a_scenario_may_be_given_a_name() -> None:
    """A record knows what its scenario was called."""
    assert parsed(name="picket/ford").name == "picket/ford"


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
