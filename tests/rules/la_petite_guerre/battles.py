"""Battles for the tests of La Petite Guerre: read from files or from text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sim.rules.la_petite_guerre
from sim.engine.battle import Battle
from sim.engine.orders import Ask, Decider, Intent, Offer
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Setup
from sim.rules.la_petite_guerre import prepare
from sim.rules.la_petite_guerre.data import LpgData
from sim.rules.la_petite_guerre.units import LpgState, Man
from sim.scenario.scenario import Scenario, load_scenario, parse_scenario
from sim.scenario.systems import adopt
from sim.solo.plans import Automated

FOLDER = Path(sim.rules.la_petite_guerre.__file__).parent
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "la_petite_guerre"


class StandIn(Ruleset[LpgState, LpgData]):
    """The data of the system without its play."""

    id = "la_petite_guerre"
    title = "La Petite Guerre 1885"
    state_type = LpgState
    unit_type = Man
    own_events = ()
    intents = ()
    entry = prepare.ManEntry
    settings = prepare.Settings
    victory = prepare.Victory
    extras = prepare.Extras

    def prepare(self, setup: Setup) -> tuple[Battle[LpgData], LpgState]:
        """Return the battle and its first state."""
        return prepare.prepared(self, setup)

    def play(self, game: Any) -> None:
        """Play nothing."""
        raise NotImplementedError

    def refusal(self, position: Any, ask: Ask, intent: Intent) -> str | None:
        """Refuse nothing."""
        return None

    def offers(self, position: Any, ask: Ask) -> Iterator[Offer]:
        """Offer nothing."""
        return iter(())

    def decider(self, player: str) -> Decider:
        """Return somebody who gives no orders."""
        return Automated({})


# A system that is shipped already is not adopted a second time.
adopt(getattr(sim.rules.la_petite_guerre, "LA_PETITE_GUERRE", None) or StandIn())

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


def battle(text: str = VALID, field: str = FIELD) -> Scenario:
    """Read a battle from its text."""
    return parse_scenario(text, "crossing.toml", map_text=field)


def changed(*changes: tuple[str, str], text: str = VALID) -> str:
    """Return a text with some parts exchanged, each of which must be there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def shipped(name: str) -> Scenario:
    """Read a battle that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
