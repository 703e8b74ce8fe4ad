"""Shootouts for the tests of OUTLAWS!: read from files or from text, by the system or, for as long as it is being
written, by a stand-in that can set up but not play.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sim.rules.outlaws
from sim.engine.battle import Battle, Position
from sim.engine.game import Game
from sim.engine.orders import Ask, Decider, Intent, Offer
from sim.engine.rulebook import load_rulebook
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Setup
from sim.rules.outlaws.actions import INTENTS
from sim.rules.outlaws.data import OutData
from sim.rules.outlaws.prepare import CharacterEntry, Extras, Settings, Victory, prepared
from sim.rules.outlaws.units import Character, OutState
from sim.scenario.scenario import Scenario, load_scenario, parse_scenario
from sim.scenario.systems import adopt

FOLDER = Path(sim.rules.outlaws.__file__).parent
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "outlaws"


class _StandIn(Ruleset[OutState, OutData]):
    """OUTLAWS! without anybody to play it."""

    id = "outlaws"
    title = "OUTLAWS!"
    rulebook = load_rulebook(FOLDER / "rulebook.toml")
    state_type = OutState
    unit_type = Character
    own_events = ()
    intents = INTENTS
    entry = CharacterEntry
    settings = Settings
    victory = Victory
    extras = Extras

    def prepare(self, setup: Setup) -> tuple[Battle[OutData], OutState]:
        return prepared(self, setup)

    def play(self, game: Game[OutState, OutData]) -> None:
        raise NotImplementedError

    def refusal(self, position: Position[OutState, OutData], ask: Ask, intent: Intent) -> str | None:
        raise NotImplementedError

    def offers(self, position: Position[OutState, OutData], ask: Ask) -> Iterator[Offer]:
        raise NotImplementedError

    def decider(self, player: str) -> Decider:
        return Nobody()


class Nobody:
    """Gives no orders."""

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        return iter(())


adopt(_StandIn())

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


def shootout(text: str = VALID, field: str = FIELD) -> Scenario:
    """Read a shootout from its text."""
    return parse_scenario(text, "yard.toml", map_text=field)


def changed(*changes: tuple[str, str], text: str = VALID) -> str:
    """Return a text with some parts exchanged, each of which must be there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def shipped(name: str) -> Scenario:
    """Read a shootout that is shipped."""
    return load_scenario(SCENARIOS / f"{name}.toml")
