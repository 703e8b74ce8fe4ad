"""What a scenario says in the words of Ambush Alley."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sim.engine.setup import TypedName, UnitEntry
from sim.files.strict import Strict
from sim.rules.ambush_alley.data import Checks, Doubled, Late, Listed, Placing, Readings
from sim.rules.ambush_alley.figures import Die

Count = Annotated[int, Field(ge=1, le=99)]
Small = Annotated[int, Field(ge=0, le=99)]
Points = Annotated[int, Field(ge=0, le=99)]


class TeamEntry(UnitEntry):
    """What a scenario says of a unit. One of whom it says nothing is at full strength, unhurt and without a leader."""

    figures: Count | None = None
    """Who can fight; fewer than its kind has."""
    leader: Die | None = None
    """The Quality die of the leader who is with it."""
    support: tuple[str, ...] | None = None
    """Support weapons in place of those of its kind."""
    player: str | None = None
    """AAS-COOP: who commands it."""
    downed: Small = 0
    light: Small = 0
    serious: Small = 0
    pinned: bool = False
    """Until the end of the first turn."""
    overwatch: bool = False
    """From the first turn on, until it acts."""
    aboard: str | None = None
    """The vehicle that it rides in, in place of a cell."""


class Settings(Strict):
    """What may be played in one way or another."""

    hot_spots: Placing | None = None
    """AAS-HOT: who places the hot spots. Left out, the scenario does where it names any, and else they are placed
    automatically."""
    late_interruption: Late = Readings.late_interruption
    """AAS-R-late: whoever was too late to interrupt decides anew when its time comes, or keeps what it decided."""
    action_checks: Checks = Readings.action_checks
    """AAS-R-active: whatever Regulars do in sight calls for action checks, or moves and fire alone."""
    listed_firepower: Listed = Readings.listed_firepower
    """AAS-R-firepower: whether the die of a leader counts in the Firepower that the lists ask for."""
    support_range: Doubled = Readings.support_range
    """AAS-R-support: whose optimum range a support weapon doubles."""


class Victory(Strict):
    """How it is decided who has won."""

    needs: dict[str, Count] = Field(default_factory=dict)
    """Points at which a side wins at once. Places to hold are not among them: they count at the end."""
    casualties: Small = 0
    """Points that the Insurgents get for each Regular who is dead or seriously wounded."""
    tie: str | None = None
    """The side that wins if the points are equal; left out, nobody does."""


class ExitEntry(Strict):
    """An edge of the table over which a side is rewarded for leaving."""

    side: str
    at: str
    points: Points = 0
    """For each unit that leaves."""
    units: tuple[str, ...] = ()
    """For these alone."""


class Extras(Strict):
    """The table of the system in a scenario file."""

    regulars: str | None = None
    """The side of the Regulars; left out, the first of the file."""
    insurgents: str | None = None
    """The side of the Insurgents; left out, the second."""
    civilians: str | None = None
    """The side of the civilians; left out, the third, if there is one."""
    level: Annotated[int, Field(ge=0, le=6)] = 3
    """The insurgency level at the beginning."""
    entry: str | None = None
    """Where the Regulars come from, from where no hot spot may be seen; left out, where they stand."""
    hot_spots: tuple[str, ...] = ()
    """AAS-HOT: a cell each."""
    fog_cards: Small = 0
    """Cards of the fog of war that are drawn before the first turn."""
    asset_cards: Small = 0
    """Asset cards that the Regulars draw before the first turn."""
    assets: tuple[str, ...] = ()
    """Asset cards that they have in any case."""
    players: Annotated[tuple[TypedName, ...], Field(max_length=4)] = ()
    """AAS-COOP: who shares the Regulars, in the order in which the mouse goes round."""
    objectives: dict[str, Literal["hold", "reach", "search", "rescue"]] = Field(default_factory=dict)
    """What is to be done at an objective, by its id; left out, it is to be held."""
    exits: tuple[ExitEntry, ...] = ()
    doors: tuple[str, ...] = ()
    """Doors and gates that are worked before the first turn, as in "I15/s": a closed one stands open, an open one is
    closed."""
