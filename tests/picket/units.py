"""What Picket keeps track of."""

from __future__ import annotations

from dataclasses import dataclass

from sim.board.area import Area
from sim.board.movement import Mover
from sim.board.zones import Front, fire_zone
from sim.engine.battle import Position
from sim.engine.setup import Objective
from sim.engine.state import State
from sim.engine.units import Profile, Unit
from sim.play.tally import Arrival

WALK = Mover("foot")
SPREAD = 3
"""Compass points either side of the facing that a man can fire into."""


@dataclass(frozen=True)
class ManProfile(Profile):
    """PKT-MAN: pace in cells, range in cells, and what is added to the dice."""

    pace: int = 3
    range: int = 4
    aim: int = 0


@dataclass(frozen=True, kw_only=True)
class Man(Unit):
    """One man."""

    profile: ManProfile
    hits: int = 0
    hidden: bool = False
    snapped: bool = False
    """PKT-SNAP: has had his snap shot of this turn."""


@dataclass(frozen=True, kw_only=True)
class PicketState(State[Man]):
    """A moment of a battle."""

    arrivals: tuple[Arrival, ...] = ()
    """PKT-ARRIVE: men who are yet to come."""
    mood: str = "wary"
    """PKT-CARD: the last card of the raiders."""


@dataclass(frozen=True)
class Data:
    """What the scenario says, in Picket's own words."""

    objective: Objective | None
    to_hit: int
    needed_at_objective: int


Scene = Position[PicketState, Data]


def zone_of(position: Scene, man: Man) -> Area:
    """PKT-ZONE: the cells a man can fire at: before him, in sight, in range."""
    return fire_zone(position.lines, Front(man.place, man.facing, SPREAD), man.profile.range)


def enemies(position: Scene, side: str) -> tuple[Man, ...]:
    """Return the men of the other side on the map."""
    return tuple(man for man in position.state.units if man.side != side and man.cell is not None)
