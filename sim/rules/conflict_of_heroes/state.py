"""What Conflict of Heroes keeps track of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Final, Literal, Self

from sim.engine.battle import Position
from sim.engine.domains import Among, Holder, SideId
from sim.engine.game import Game
from sim.engine.setup import Objective
from sim.engine.state import State
from sim.engine.units import Unit
from sim.engine.words import Name, is_plural
from sim.grid import Cell
from sim.memo import KeepsAnswers, memo
from sim.rules.conflict_of_heroes.figures import ActionCard, CounterProfile, HitMarker, Numbers, Pool

if TYPE_CHECKING:
    from sim.rules.conflict_of_heroes.scenario import Mission, Settings, Victory
    from sim.rules.conflict_of_heroes.solo.cards import OrderCard

SYSTEM = "conflict_of_heroes"
ORDERS, ACTION_CARDS, RUMOURS = "orders", "action cards", "rumours"
SOFT_HITS: Final = "soft hits"
ARMOURED_HITS: Final = "armoured hits"
"""The decks and cups of a battle."""
HitPool = Literal["soft hits", "armoured hits"]
POOLS: Final[Mapping[Pool, HitPool]] = {"soft": SOFT_HITS, "armoured": ARMOURED_HITS}
"""The cup of each pool of hit markers."""
LIGHT_SMOKE, HEAVY_SMOKE = "light_smoke", "heavy_smoke"
"""The features that are clouds."""
RUMOUR = "rumour"
"""The profile of a rumoured enemy."""
NOTHING = "nothing"
"""What a rumour turns out to be if nobody is there."""


def _among(what: str, kept: str, called: str = "name") -> Among:
    """Describe the id of an entry in the data of a battle, which players know by its name."""
    entries = attrgetter(f"battle.data.{kept}")
    return Among(what, entries, lambda position, id_: str(getattr(entries(position)[id_], called)))


ObjectiveId = Annotated[str, _among("an objective", "objectives", "title")]
CardId = Annotated[str, _among("an action card", "action_cards")]
MarkerId = Annotated[str, _among("a hit marker", "hits")]


class Counter(Unit):
    """A counter on the map, the player's ("Unit") or the engine's ("AI")."""

    profile: CounterProfile
    spent: bool = False
    hit: MarkerId = ""
    """The id of its hit marker; none if it is empty."""
    hidden: bool = False
    dug_in: bool = False
    """Has taken up a hasty defence, until it moves or turns."""
    came_from: Cell | None = None
    """The hex from which it entered that of an enemy, until the enemy has had a turn."""

    @property
    def name(self) -> Name:
        """What it is called in sentences."""
        return called(self.id)

    @property
    def fresh(self) -> bool:
        """Say whether it may still act for APs."""
        return not self.spent

    @property
    def is_rumour(self) -> bool:
        """COH-6.0: say whether nobody knows yet what it is."""
        return self.profile.id == RUMOUR


@cache
def called(id_: str) -> Name:
    """Return the name of a counter: its id, plural only where it names no leader.

    >>> [f"{name} {name:is|are} hit" for name in map(called, ("Pioneers", "Rifles Kern", "Orlova's SMGs"))]
    ['Pioneers are hit', 'Rifles Kern is hit', "Orlova's SMGs are hit"]
    """
    kind, _, whose = id_.partition(" ")
    return Name(id_, is_plural(id_) and not (whose and is_plural(kind)))


def named(units: Sequence[Counter]) -> Name:
    """Name several counters."""
    return units[0].name if len(units) == 1 else Name(", ".join(unit.id for unit in units), plural=True)


@dataclass(frozen=True)
class CounterDue:
    """COH-3.6: a counter that comes on in a later round."""

    unit: str
    round: int
    cells: tuple[Cell, ...]
    group: str | None = None
    """Comes when the mission track calls this group, and not before."""


class CohState(State[Counter]):
    """A moment of a battle. `turn` counts the rounds."""

    stage: Annotated[str, Among("what comes next", lambda _: ("round", "turn"))] = "round"
    """What comes next: the beginning of a "round", or a "turn"."""
    mover: SideId = ""
    """The side whose turn it is."""
    passed: bool = False
    """The turn before was a pass: another one ends the round (COH-3.5)."""
    caps: int = 0
    """Command action points the player has left this round."""
    cap_level: int = 0
    """Those the player gets each round; lower with every Unit lost (COH-7.3-unit)."""
    hand: tuple[CardId, ...] = ()
    """The player's action cards."""
    swift: int = 0
    """Turns the same side takes in a row before the other one's."""
    track: int = 0
    """The space that the mission track has come to."""
    points: int = 1
    """Victory points of the side that leads; there is no zero and no tie."""
    leader: SideId = ""
    """The side that leads in victory points."""
    holders: tuple[tuple[ObjectiveId, Holder], ...] = ()
    """By objective the side that holds it."""
    arrivals: tuple[CounterDue, ...] = ()
    fired: bool = False
    """A Unit fired in the player's last turn: some counteractions ask."""

    def won(self, side: str, points: int) -> Self:
        """Return the state after a side has won points; the track has no zero: below 1 the lead changes hands."""
        if side == self.leader:
            return self.changed(points=self.points + points)
        if points < self.points:
            return self.changed(points=self.points - points)
        return self.changed(leader=side, points=points - self.points + 1)

    def holder(self, objective: str) -> str | None:
        """Return the side that holds an objective."""
        return dict(self.holders).get(objective)


@dataclass(frozen=True, eq=False)
class CohData(KeepsAnswers):
    """What stays the same throughout a battle, in this system's own words."""

    ai: str
    """The side that the orders deck plays."""
    player: str
    numbers: Numbers
    sniper_fire: Mapping[int, int]
    """COH-4.3: CAPs lost to a sniper, by the die."""
    hits: Mapping[str, HitMarker]
    orders: Mapping[str, OrderCard]
    action_cards: Mapping[str, ActionCard]
    mission: Mission
    victory: Victory
    objectives: Mapping[str, Objective]
    fire_zone_factor: int
    """Times the range that a fire zone reaches: as far as a long shot, or 1 where a setting narrows it (COH-FZ)."""
    cap_floor: int
    readings: Settings
    """How the mission reads what can be read in two ways."""
    ai_hides: bool
    """Whether the mission gives the AI any hidden counter: it never hides one by itself."""

    @cached_property
    def abeam_in_front(self) -> bool:
        """COH-FLANK-abeam: whether what lies exactly abeam is in front."""
        return self.readings.abeam == "front"


CohPosition = Position[CohState, CohData]
CohGame = Game[CohState, CohData]


@memo
def opponents(position: CohPosition, side: str) -> tuple[Counter, ...]:
    """Return the counters of the other side on the map, hidden ones left out."""
    return tuple(
        unit for unit in position.state.units if unit.side != side and unit.cell is not None and not unit.hidden
    )


@memo
def friends(position: CohPosition, side: str) -> tuple[Counter, ...]:
    """Return the counters of a side on the map."""
    return tuple(unit for unit in position.state.units if unit.side == side and unit.cell is not None)


def stands_alike(one: Counter, other: Counter) -> bool:
    """Say whether what has befallen a counter changes nothing about whom it can attack, and where it can go."""
    return (one.cell, one.facing, one.hit, one.hidden, one.profile, one.came_from) == (
        other.cell, other.facing, other.hit, other.hidden, other.profile, other.came_from,
    )  # fmt: skip


def in_close_combat(position: CohPosition, unit: Counter) -> bool:
    """Say whether an enemy shares the hex of a counter."""
    for other in position.state.units.at(unit.place):  # noqa: SIM110 - `any` takes twice as long, and every shot asks
        if other.side != unit.side and not other.hidden:
            return True
    return False


def pool_of(position: CohPosition, unit: Counter) -> HitPool | None:
    """Return the pool that a counter's hit marker came from and goes back to; None if it is not hit."""
    marker = marker_of(position, unit)
    return POOLS[marker.pool] if marker else None


def marker_of(position: CohPosition, unit: Counter) -> HitMarker | None:
    """Return the hit marker of a counter."""
    return position.battle.data.hits[unit.hit] if unit.hit else None
