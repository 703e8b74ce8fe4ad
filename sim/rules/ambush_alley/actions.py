"""Ambush Alley: what may be ordered, in the words of the game."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.orders import Intent
from sim.grid import Cell
from sim.rules.ambush_alley.units import Pace

HOT_SPOT, ACTIVATE, INTERRUPT, REACTION, RETURN_FIRE, OVERWATCH, END_OF_TURN = (
    "hot spot", "activate", "interrupt", "reaction", "return fire", "overwatch", "end of turn",
)  # fmt: skip
"""The occasions: a hot spot is to be placed (AAS-HOT); a Regular unit acts; an Insurgent may interrupt (AAS-CHECK-1);
a Regular was quicker than the interruption; the survivors of a shot may answer it; a unit on overwatch may shoot first;
an Insurgent or a mob that has not reacted acts at the end of the turn."""
MOVES, FIRED_AT, FIRES, ACTS = 0, 1, 2, 3
"""What the other one does, as the number of a question: he moves, he fires at the very unit that is asked, he fires at
another, he does something else where he is."""


@dataclass(frozen=True)
class PlaceHotSpot(Intent):
    """AAS-HOT: place the next hot spot."""

    cell: Cell


@dataclass(frozen=True)
class Move(Intent):
    """Move: every cell after the present one, in order."""

    unit: str
    way: tuple[Cell, ...]
    pace: Pace = "cautious"


@dataclass(frozen=True)
class Fire(Intent):
    """Fire at an enemy, with a unit's activation, as an interruption or in answer."""

    unit: str
    target: str


@dataclass(frozen=True)
class Assault(Intent):
    """Assault an enemy: the way ends beside it."""

    unit: str
    target: str
    way: tuple[Cell, ...]


@dataclass(frozen=True)
class Watch(Intent):
    """Give up the activation and go on overwatch."""

    unit: str


@dataclass(frozen=True)
class Disperse(Intent):
    """Disperse a mob within reach, by a Quality check."""

    unit: str
    mob: str


@dataclass(frozen=True)
class Search(Intent):
    """Search the place where the unit stands."""

    unit: str


@dataclass(frozen=True)
class Embark(Intent):
    """Get into a vehicle beside the unit, the wounded too."""

    unit: str
    vehicle: str


@dataclass(frozen=True)
class Disembark(Intent):
    """Get out of the vehicle into a cell beside it."""

    unit: str
    cell: Cell


@dataclass(frozen=True)
class Turn(Intent):
    """Turn a vehicle on the spot."""

    unit: str
    facing: int


@dataclass(frozen=True)
class PlayAsset(Intent):
    """Play an asset card; on a unit, or at a cell, where the card says so."""

    card: str
    unit: str = ""
    cell: Cell | None = None


@dataclass(frozen=True)
class Join(Intent):
    """Join a unit of the own side in cohesion: a leader his men, a unit another."""

    unit: str
    other: str


@dataclass(frozen=True)
class Leave(Intent):
    """Leave the table over the edge of the cell that the unit stands in."""

    unit: str


@dataclass(frozen=True)
class Stay(Intent):
    """Do nothing, or nothing more; the answer to a question that one lets pass."""

    unit: str


INTENTS: tuple[type[Intent], ...] = (
    PlaceHotSpot, Move, Fire, Assault, Watch, Disperse, Search, Embark, Disembark, Turn, PlayAsset, Join, Leave, Stay,
)  # fmt: skip
