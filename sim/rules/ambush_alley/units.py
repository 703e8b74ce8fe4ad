"""What Ambush Alley keeps track of: teams, lone leaders, mobs and vehicles, hot spots, and the insurgency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from sim.engine.domains import UnitId
from sim.engine.state import State
from sim.engine.units import Unit
from sim.engine.words import Name, is_plural
from sim.grid import Cell
from sim.play.happening import Points, PointsBySide
from sim.rules.ambush_alley.figures import TeamProfile

FOG, ASSETS = "fog of war", "assets"
"""The two decks."""

Pace = Literal["cautious", "rapid"]
"""Cautious and Rapid; of vehicles, Patrol and Cruise."""
Phase = Literal["cards", "hot spots", "arrivals", "regulars", "insurgents"]
"""AAS-SEQ: steps 2-3, step 5, step 8, steps 9-11, step 12."""
LEVELS = range(7)
"""What the insurgency level can be: a die is thrown against it."""
BODIES = ("team", "mob")
"""The kinds of units of which one speaks in the plural, if their names are."""
GOES: Mapping[tuple[bool, str], str] = {
    (False, "cautious"): "moves|move",
    (False, "rapid"): "moves Rapid|move Rapid",
    (True, "cautious"): "patrols|patrol",
    (True, "rapid"): "cruises|cruise",
}
"""What men and vehicles do at either pace, one and several."""


@cache
def _name(id_: str, body: bool) -> Name:
    return Name(id_, body and is_plural(id_))


class Team(Unit):
    """A team, a lone leader, a mob or a vehicle, and what has befallen it. It stands in one cell."""

    profile: TeamProfile
    figures: int = 4
    """Those who can fight; of a vehicle, its crew."""
    strength: int = 0
    """How many they were when they came; 0 for as many as the card says."""
    leader: int = 0
    """The Quality die of the leader who is with it; 0 for none. A lone leader has his own."""
    support: tuple[str, ...] = ()
    player: str = ""
    """AAS-COOP: who commands it; empty where nobody shares."""
    downed: int = 0
    """Regulars who wait for first aid."""
    light: int = 0
    """Lightly wounded who fight on."""
    serious: int = 0
    """Seriously wounded who have to be carried."""
    acted: bool = False
    checked: bool = False
    """AAS-CHECK-4: it has had its action check this turn."""
    barred: bool = False
    """AAS-R-fail: it can do nothing more this turn."""
    reacted: bool = False
    """It has interrupted or returned fire this turn, and does not act at the end of it."""
    only_reacts: int = 0
    """The turn until whose end it can react, and nothing else."""
    overwatch: bool = False
    pinned: int = 0
    """The turn until whose end it is pinned."""
    shots: int = 0
    """How often it has fired this turn."""
    pace: Literal["", "cautious", "rapid"] = ""
    """How it moved last this turn."""
    shaken: int = 0
    """Of a vehicle: the turn until whose end it cannot fire."""
    immobilised: bool = False
    weapon_out: bool = False
    aboard: UnitId = ""
    """The vehicle that carries it; it has no cell of its own then."""
    marks: tuple[str, ...] = ()
    """Cards that are in force on it."""

    @property
    def name(self) -> Name:
        """What it is called: a team or a mob may be several by its name, a vehicle and a leader are one."""
        return _name(self.id, self.profile.kind in BODIES)

    def goes(self, pace: str) -> str:
        """Say what it does at a pace, as it agrees with its name."""
        return f"{self.name:{GOES[self.profile.kind == 'vehicle', pace]}}"

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table and has somebody left to act."""
        return self.cell is not None and self.figures > 0

    @property
    def gone(self) -> bool:
        """Say whether it is out of the mission."""
        return self.figures <= 0 and not self.downed and not self.serious

    @property
    def penalty(self) -> bool:
        """Say whether it suffers the casualty penalty: wounded who are with it slow it down."""
        return bool(self.downed or self.light or self.serious)


@dataclass(frozen=True)
class HotSpot:
    """AAS-HOT: where Insurgents come from."""

    id: str
    cell: Cell
    active: bool = True


@dataclass(frozen=True)
class Combat:
    """A shot that was fired this turn, or an assault: where from and where to (ruling 3.3.14).

    Both are one place where nobody knows where the shot came from.
    """

    by: Cell
    at: Cell


class AasState(PointsBySide, State[Team]):
    """A moment of a mission."""

    phase: Phase = "cards"
    actor: UnitId = ""
    """The Regular unit that is acting; empty between activations."""
    moved: bool = False
    fired: bool = False
    level: int = 3
    """The insurgency level, 0 to 6."""
    raised: bool = False
    lowered: bool = False
    """AAS-CIV-5: at most one rise and one drop a turn."""
    hot_spots: tuple[HotSpot, ...] = ()
    combats: tuple[Combat, ...] = ()
    """Of this turn."""
    hand: tuple[str, ...] = ()
    """Asset cards that the Regulars hold."""
    in_force: tuple[str, ...] = ()
    """Fog-of-war cards that are in force on everybody."""
    searched: tuple[Cell, ...] = ()
    """Places that have been searched."""
    arrived: int = 0
    """How many units have come from hot spots: their ids go on from there."""
    points: Points = ()
    left: tuple[str, ...] = ()
    """Units that have left the table on purpose."""
