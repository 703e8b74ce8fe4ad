"""Marker: the smallest system that a scenario can be of. It is Picket with markers, which stand about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from sim.board.convention import CONVENTIONS
from sim.engine.battle import Battle
from sim.engine.orders import Decider
from sim.engine.ruleset import SOLO
from sim.engine.setup import NothingMore, Setup, SetupMistake, SetupRefused, UnitEntry
from sim.engine.state import State
from sim.engine.units import Profile, Roster, Unit
from sim.files import did_you_mean, one_of, shown
from sim.files.strict import Strict
from tests.picket import Picket

PROFILES = {"marker": Profile("marker", "Marker"), "flag": Profile("flag", "Flag")}


class MarkerEntry(UnitEntry):
    """A marker may be painted."""

    colour: Literal["red", "blue", "grey"] = "grey"


class MarkerSettings(Strict):
    """What may be set."""

    patience: int = Field(default=3, ge=1, le=9)


class MarkerVictory(Strict):
    """What must be said."""

    points: int


class MarkerExtras(Strict):
    """What else may be said."""

    weather: Literal["fair", "foul"] = "fair"


class Marker(Picket):
    """The system, with something to say in every table."""

    id, title = "marker", "Marker"
    # Markers are no men, which Picket is typed for.
    state_type, unit_type = State, Unit  # type: ignore[assignment]
    entry, settings = MarkerEntry, MarkerSettings  # type: ignore[assignment]
    victory, extras = MarkerVictory, MarkerExtras  # type: ignore[assignment]

    def prepare(self, setup: Setup) -> tuple[Battle[Any], Any]:
        """Put every marker into its first cell; the first cell of the map is nobody's."""
        _check_promises(setup)
        mistakes = [*_unknown_profiles(setup), *_in_the_corner(setup)]
        if mistakes:
            raise SetupRefused(mistakes)
        units = Roster(
            Unit(
                id=one.id,
                side=one.side,
                profile=PROFILES[one.entry.profile],
                cell=one.cells[0] if one.cells and not one.turn else None,
                facing=one.facing,
            )
            for one in setup.units
        )
        convention = CONVENTIONS[setup.map.terrain_set.sight]
        return Battle(self, setup.map, convention, setup.sides, setup, PROFILES, setup.turns), State(units=units)

    def decider(self, player: str) -> Decider:
        """Have one plan."""
        if player != SOLO:
            raise LookupError("Marker has no commander")
        return super().decider(player)


class Bare(Marker):
    """The same, with nothing to say in tables of its own."""

    id, title = "bare", "Bare"
    entry, settings, victory, extras = UnitEntry, NothingMore, NothingMore, NothingMore  # type: ignore[assignment]


def _check_promises(setup: Setup) -> None:
    """Fail if the loader lets a system see what it has promised to keep from it, even where there are mistakes."""
    sides = [side.id for side in setup.sides]
    assert 2 <= len(sides) <= 8
    assert 1 <= len(setup.units) <= 400
    assert len({one.id.casefold() for one in setup.units}) == len(setup.units)
    for one in setup.units:
        assert one.side in sides and one.turn <= (setup.turns or 1000)
        assert 0 <= one.facing < len(setup.map.grid.directions)
        assert one.cells or one.entry.at is None
        assert all(cell in setup.map for cell in one.cells)
    assert all(each.cells and each.holder in (None, *sides) for each in setup.objectives)


def _unknown_profiles(setup: Setup) -> Iterator[SetupMistake]:
    for one in setup.units:
        said = one.entry.profile
        if said not in PROFILES:
            way = (*one.way, "profile")
            yield SetupMistake(way, shown(said), one_of(PROFILES), did_you_mean(said, PROFILES))


def _in_the_corner(setup: Setup) -> Iterator[SetupMistake]:
    for one in setup.units:
        if setup.map.cells[0] in one.cells:
            yield SetupMistake(one.way, f"{one.id} in the corner", "another cell")


MARKER, BARE = Marker(), Bare()

FORD = '''
format = 1
title = "The ford"
terrain_set = "battlefield"
rows = """
......
..~~..
.._~..
......
"""

[grid]
kind = "hex"

[places]
ford = ["C2", "D2"]
C4 = "F1"
"the mill" = "B4"

[areas]
"east edge" = "F1:F4"
'''

VALID = '''
format = 1
system = "marker"
title = "Markers at the ford"
map = "ford.toml"
briefing = """
Hold the ford.
"""
author = "A designer"
notes = "Nothing happens."

[limits]
turns = 4

[settings]
patience = 5

[victory]
points = 3

[marker]
weather = "foul"

[sides.blue]
name = "The picket"
player = "solo"
briefing = "Stand still."
epilogue = { won = "You stood.", lost = "You ran." }

[[sides.blue.units]]
id = "sentry"
profile = "marker"
at = "B3"
facing = "SE"
colour = "blue"

[[sides.blue.units]]
profile = "marker"
at = "ford"
count = 2

[[sides.blue.reinforcements]]
turn = 3
at = "east edge"

[[sides.blue.reinforcements.units]]
profile = "flag"

[[sides.blue.reinforcements.units]]
id = "late"
profile = "flag"
at = "F2"

[sides.red]
name = "The raiders"

[[sides.red.units]]
id = "raider"
profile = "marker"
at = "E1"
count = 2

[[objectives]]
id = "ford"
title = "The ford"
at = "ford"
points = 2
holder = "blue"

[[objectives]]
id = "mill"
at = "the mill"
'''
