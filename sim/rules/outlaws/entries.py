"""What a scenario says in the words of OUTLAWS!."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sim.engine.setup import TypedName, UnitEntry
from sim.files.strict import Strict
from sim.rules.outlaws.data import CouldWound, InPlace, NoWay, ProneArcher, ProneAway, ProneRun
from sim.rules.outlaws.figures import ItemTable
from sim.rules.outlaws.units import Hand

Small = Annotated[int, Field(ge=0, le=99)]
Points = Annotated[int, Field(ge=0, le=99)]


class CharacterEntry(UnitEntry):
    """What a scenario says of a character. One of whom it says nothing has the usual kit of its profile."""

    kit: str | None = None
    """A kit of characters.toml, in place of the usual one."""
    hands: tuple[str | ItemTable, ...] | None = None
    """What is held, the favoured hand first; "nothing" for an empty hand."""
    carried: tuple[str | ItemTable, ...] | None = None
    favours: Hand = "right"
    """The favoured hand."""
    mounted: bool = False
    prone: bool = False
    covering: bool = False
    """Has taken cover."""
    lost: Small = 0
    """Actions that an old wound has cost for good."""
    leg: bool = False
    arms: tuple[Hand, ...] = ()
    """Wounded arms."""


class Settings(Strict):
    """Figures that a shootout may set otherwise, and rules that can be read in two ways."""

    townsman_points: Small | None = None
    """What a side loses for each of the townsfolk that it hits."""
    snapshot_needs: Annotated[int, Field(ge=1, le=9)] | None = None
    """What a die and the skill must reach for a snapshot."""
    could_wound: CouldWound | None = None
    """OUT-READ-wound: what "could cause a wound" asks for: a roll that can be made, or the distance alone."""
    prone_away: ProneAway | None = None
    """OUT-READ-away: whoever lies and is to move away crawls if that leads further, or stands up first."""
    prone_archer: ProneArcher | None = None
    """OUT-READ-archer: an archer who lies gets up for a shot, or only if it can also shoot with the same counter."""
    prone_run: ProneRun | None = None
    """OUT-READ-run: whoever lies and is to run gets up first, or moves at once."""
    no_way: NoWay | None = None
    """OUT-READ-no-way: without a way to the target an auto waits, or goes nearer as the crow flies."""
    in_place: InPlace | None = None
    """OUT-READ-in-place: whoever stands in the square that is chosen stays there, or goes on to the next clause."""


class Victory(Strict):
    """How it is decided who has won."""

    kill_points: Small = 1
    """For each enemy that is out of action."""
    last_standing: bool = True
    """The shootout is over as soon as one side at most has anybody left."""
    needs: dict[str, Annotated[int, Field(ge=1, le=99)]] = Field(default_factory=dict)
    """Points at which a side wins at once."""
    tie: str | None = None
    """The side that wins if the points are equal; left out, nobody does."""


class ExitEntry(Strict):
    """An edge of the board over which a side is rewarded for leaving."""

    side: str
    at: str
    points: Points = 0
    loot_points: Points = 0
    """More for whoever carries the loot."""


class LootEntry(Strict):
    """Loot that lies on the floor."""

    at: str


class HorseEntry(Strict):
    """A horse without a rider."""

    at: str
    id: TypedName | None = None
    facing: str | None = None


class Extras(Strict):
    """The table of the system in a scenario file."""

    autos: tuple[str, ...] | None = None
    """The sides that the solitaire rules run; left out, those whose player is "solo"."""
    doors: tuple[str, ...] = ()
    """Doors that are worked before the first turn, as in "K7/s": a closed one stands open, an open one is closed."""
    exits: tuple[ExitEntry, ...] = ()
    loot: tuple[LootEntry, ...] = ()
    objects: tuple[str, ...] = ()
    """Where there is something to strike with, besides tables, chairs and the like."""
    horses: tuple[HorseEntry, ...] = ()
    lead_horses: bool = False
    """OUT-RIDE-2: whoever gets off a horse leads it along when walking, as far as a horse can go there."""
    targets: tuple[str, ...] = ()
    """OUT-T-groups: groups that are targets in this shootout."""
