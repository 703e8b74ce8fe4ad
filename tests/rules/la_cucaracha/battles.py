"""Battles for the tests of La Cucaracha: read from files or from text."""

from __future__ import annotations

from pathlib import Path

import sim.rules.la_cucaracha
from sim.scenario.scenario import Scenario, load_scenario
from tests.rules.samples import Sample

FOLDER = Path(sim.rules.la_cucaracha.__file__).parent
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "la_cucaracha"

FIELD = """\
format = 1
title = "Halt"
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

[ways]
rail = [["A5", "L5"]]

[edges]
door = ["E3/s"]
wall = ["E3/n", "E3/w", "E3/e"]

[places]
halt = "E3"

[areas]
west_edge = "A1:A8"
meadow = "A1:L2"
"""
"""A halt on a railway: a building in E3 with a door to the south, a wood in H4, rails along row 5, the river below."""

VALID = """\
format = 1
system = "la_cucaracha"
title = "The halt"
map = "field.toml"
briefing = "Hold the halt."

[limits]
turns = 8

[settings]
nominate = "nearest"

[victory]
needs = { rebels = 9 }
breaks_at = { rebels = 2 }
tie = "federals"

[la_cucaracha]
doors = ["E3/s"]

[[la_cucaracha.exits]]
side = "rebels"
at = "west_edge"
points = 3

[sides.federals]
name = "The garrison"

[[sides.federals.units]]
id = "Company"
profile = "federal_infantry"
at = "E3"
facing = "s"
leader = true

[[sides.federals.units]]
id = "Maxim"
profile = "federal_machine_gun"
at = "C4"
deployed = true

[[sides.federals.units]]
id = "Train"
profile = "armoured_train"
at = "B5"

[[sides.federals.units]]
id = "Gun"
profile = "federal_field_gun"
at = "C3"
figures = 2
loaded = false

[sides.rebels]
name = "The rebels"
player = "solo"

[[sides.rebels.units]]
id = "Riders"
profile = "villista_cavalry"
at = "J3"
facing = "w"

[[sides.rebels.units]]
id = "Launch"
profile = "steam_launch"
at = "F7"

[[sides.rebels.units]]
id = "Biplane"
profile = "biplane"
at = "J3"

[[sides.rebels.reinforcements]]
turn = 3
at = "meadow"

[[sides.rebels.reinforcements.units]]
id = "Late"
profile = "villista_infantry"

[[objectives]]
id = "halt"
title = "The halt"
at = "halt"
points = 4
holder = "federals"
"""
"""A battle for that halt."""

HALT = Sample("halt.toml", VALID, FIELD)
battle = HALT.scenario
changed = HALT.changed


def shipped(name: str) -> Scenario:
    """Read a battle that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
