"""Battles for the tests of La Petite Guerre: read from files or from text."""

from __future__ import annotations

from pathlib import Path

import sim.rules.la_petite_guerre
from sim.scenario.scenario import Scenario, load_scenario
from tests.rules.samples import Sample

FOLDER = Path(sim.rules.la_petite_guerre.__file__).parent / "figures"
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "la_petite_guerre"

FIELD = """\
format = 1
title = "Crossing"
terrain_set = "tabletop"
rows = '''
........................
........................
....bb..........ww......
....bb..........ww......
........................
......s.................
........................
........................
........................
........................
~~~~~~~~~~~~~~~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~~~~~
'''

[grid]
kind = "square"
neighbours = 8
cell = 1
unit = "inch"

[ways]
trail = [["A4", "X4"]]

[features]
rifle_pit = ["H8", "J8", "L8"]

[edges]
door = ["E4/s"]
wall = ["E3/n", "F3/n"]

[places]
house = "E3:F4"

[areas]
west_edge = "A1:A12"
meadow = "A1:X2"
"""
"""A table of twenty-four inches by twelve: a house, a trail through a wood, three rifle pits, a river."""

VALID = """\
format = 1
system = "la_petite_guerre"
title = "The crossing"
map = "crossing"
briefing = "A river, a house, and a trail between them."

[limits]
turns = 8

[victory]
needs = { metis = 9 }
breaks_at = { metis = 2 }
tie = "militia"

[la_petite_guerre]
doors = ["E4/s"]
exits = [{ side = "metis", at = "west_edge", points = 3 }]

[la_petite_guerre.companies.rifles]
name = "Ten Platoon"
side = "militia"
stance = "advance"
goal = "house"

[la_petite_guerre.companies.battery]
side = "militia"
stance = "skirmish"

[la_petite_guerre.companies.hunt]
name = "The hunt"
side = "metis"
stance = "delay"
goal = "west_edge"

[sides.militia]
name = "The militia"

[[sides.militia.units]]
id = "Captain"
profile = "militia_captain"
company = "rifles"
at = "C8"
facing = "e"

[[sides.militia.units]]
id = "Private"
profile = "militia_private"
company = "rifles"
at = "D8"
facing = "e"
bayonet = true
acquired = ["Rider"]

[[sides.militia.units]]
id = "Nine"
profile = "nine_pounder"
company = "battery"
at = "B9"
facing = "e"
loaded = false

[[sides.militia.units]]
id = "Gunner"
profile = "gunner"
company = "battery"
count = 5
at = "meadow"
facing = "e"
serves = "Nine"

[sides.metis]
name = "The Métis"
player = "solo"

[[sides.metis.units]]
id = "Rider"
profile = "metis_rider"
at = "Q4"
facing = "w"
mounted = true

[[sides.metis.units]]
id = "Hunter"
profile = "metis_hunter"
at = "H8"
facing = "w"
hidden = true

[[sides.metis.units]]
id = "Farmer"
profile = "metis_farmer"
at = "J8"
facing = "w"
loaded = false

[[sides.metis.reinforcements]]
turn = 3
at = "meadow"

[[sides.metis.reinforcements.units]]
id = "Late"
profile = "metis_boy"

[[objectives]]
id = "house"
title = "The house"
at = "house"
points = 4
holder = "metis"
"""
"""A battle for that crossing."""

CROSSING = Sample("crossing.toml", VALID, FIELD)
battle = CROSSING.scenario
changed = CROSSING.changed


def shipped(name: str) -> Scenario:
    """Read a battle that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
