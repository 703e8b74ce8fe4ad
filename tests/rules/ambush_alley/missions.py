"""Missions for the tests of Ambush Alley: read from files or from text."""

from __future__ import annotations

from pathlib import Path

import sim.rules.ambush_alley
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.state import AasState, Team
from sim.scenario.scenario import Scenario, load_scenario
from tests.rules.samples import Sample

FOLDER = Path(sim.rules.ambush_alley.__file__).parent
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "ambush_alley"

COURT = """\
format = 1
title = "Court"
terrain_set = "tabletop"
rows = '''
............
............
....b.......
.......w....
............
............
~~~~~~~~~~~~
~~~~~~~~~~~~
'''

[grid]
kind = "square"
neighbours = 8
cell = 2
unit = "inch"

[edges]
door = ["E3/s"]
wall = ["E3/n", "E3/w", "E3/e"]

[places]
house = "E3"

[areas]
west_edge = "A1:A8"
yard = "A1:L2"
"""
"""A house in E3 with a door to the south, a wood in H4, a river below; two inches to the square."""

VALID = """\
format = 1
system = "ambush_alley"
title = "The court"
map = "court.toml"
briefing = "Bring them out."

[limits]
turns = 8

[settings]
hot_spots = "scenario"

[victory]
needs = { regulars = 9 }
casualties = 2
tie = "insurgents"

[ambush_alley]
level = 4
entry = "west_edge"
hot_spots = ["L1", "L6"]
fog_cards = 1
asset_cards = 2
assets = ["drone"]
players = ["Ann", "Bob"]
objectives = { crate = "search" }
doors = ["E3/s"]

[[ambush_alley.exits]]
side = "regulars"
at = "west_edge"
points = 3
units = ["Hurt"]

[sides.regulars]
name = "The patrol"

[[sides.regulars.units]]
id = "Team"
profile = "marine_fire_team"
at = "E3"
facing = "s"
leader = 10
player = "Ann"

[[sides.regulars.units]]
id = "Hurt"
profile = "army_fire_team"
at = "C4"
downed = 1
serious = 1
light = 1
player = "Bob"
overwatch = true

[[sides.regulars.units]]
id = "Truck"
profile = "cargo_truck"
at = "B5"
facing = "e"
player = "Bob"

[[sides.regulars.units]]
id = "Riders"
profile = "contractors"
aboard = "Truck"
figures = 3
player = "Bob"

[sides.insurgents]
name = "The cell"
player = "solo"

[[sides.insurgents.units]]
id = "Rifles"
profile = "insurgent_riflemen"
at = "J3"
figures = 2
support = ["rocket"]

[[sides.insurgents.units]]
id = "Chief"
profile = "insurgent_leader"
at = "J5"

[sides.civilians]
name = "The neighbours"
player = "solo"

[[sides.civilians.units]]
id = "Crowd"
profile = "market_crowd"
at = "yard"

[[objectives]]
id = "crate"
title = "The crate"
at = "house"
points = 4

[[objectives]]
id = "yard"
title = "The yard"
at = "yard"
points = 2
holder = "insurgents"
"""
"""A mission in that court, with all there is to say."""

THE_COURT = Sample("court.toml", VALID, COURT)
mission = THE_COURT.scenario
changed = THE_COURT.changed


def state_of(text: str = VALID) -> AasState:
    """Return the first state of a mission."""
    state = mission(text).state
    assert isinstance(state, AasState)
    return state


def data_of(text: str = VALID) -> AasData:
    """Return what stays for the length of a mission."""
    data = mission(text).battle.data
    assert isinstance(data, AasData)
    return data


def unit(id_: str, text: str = VALID) -> Team:
    """Return a unit of a mission."""
    return state_of(text).unit(id_)


def shipped(name: str) -> Scenario:
    """Read a mission that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
