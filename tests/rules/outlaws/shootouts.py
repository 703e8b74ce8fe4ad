"""Shootouts for the tests of OUTLAWS!: read from files or from text."""

from __future__ import annotations

from pathlib import Path

import sim.rules.outlaws
from sim.scenario.scenario import Scenario, load_scenario
from tests.rules.samples import Sample

FOLDER = Path(sim.rules.outlaws.__file__).parent
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "outlaws"

FIELD = """\
format = 1
title = "Yard"
terrain_set = "town"
rows = '''
..........
.:::......
.:::..R...
.:::...G..
..........
.t........
'''

[grid]
kind = "square"
neighbours = 8
cell = 2.0
unit = "metre"

[[shape]]
box = "B2:D4"
edge = "wall"

[edges]
door = ["D3/e"]
door_open = ["C4/s"]
window = ["B3/w"]

[places]
house = "B2:D4"

[areas]
west_edge = "A1:A6"
"""
"""A house in B2:D4 with a closed door to the east, an open one to the south; a boulder in G3, a wagon in H4."""

VALID = """\
format = 1
system = "outlaws"
title = "The yard"
map = "field.toml"
briefing = "Get out of the yard."

[limits]
turns = 8

[victory]
kill_points = 2
needs = { gang = 9 }
tie = "law"

[outlaws]
doors = ["D3/e"]
objects = ["A1"]

[[outlaws.exits]]
side = "gang"
at = "west_edge"
points = 1
loot_points = 5

[[outlaws.loot]]
at = "C3"

[[outlaws.horses]]
id = "Buck"
at = "F5"
facing = "n"

[sides.law]
name = "The law"

[[sides.law.units]]
id = "Ames"
profile = "sheriff"
at = "E3"
facing = "w"
hands = [{ kind = "colt_45", loaded = 4, reloads = 2 }, "colt_45"]
carried = ["knife"]

[[sides.law.units]]
id = "folk"
profile = "townsfolk"
at = "J1"

[sides.gang]
name = "The gang"
player = "solo"

[[sides.gang.units]]
id = "Boone"
profile = "outlaw_leader"
at = "C2"
facing = "s"
favours = "left"

[[sides.gang.units]]
id = "Scar"
profile = "tuwa_lancer"
at = "I5"
facing = "nw"
mounted = true
"""
"""A shootout in that yard."""

YARD = Sample("yard.toml", VALID, FIELD)
shootout = YARD.scenario
changed = YARD.changed


def shipped(name: str) -> Scenario:
    """Read a shootout that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
