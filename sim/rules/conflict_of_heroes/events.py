"""What can happen in a battle, in past tense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.engine.events import Event
from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.units import HEAVY_SMOKE, LIGHT_SMOKE, CohState, HitPool


@quickly_made
@dataclass(frozen=True)
class Moved(Event[CohState]):
    """A counter entered a hex, or turned in one; a hasty defence does not come along."""

    unit: str
    cell: Cell
    facing: int
    by: Literal["action", "bonus", "card"] = "action"
    """What brought it there: the first hex of a move, one that a vehicle wins beyond it, or one more by a card."""

    def apply(self, state: CohState) -> CohState:
        """Put it there; whoever walks in on an enemy is remembered by the hex that he came from."""
        unit = state.unit(self.unit)
        met = any(other.side != unit.side for other in state.units.at(self.cell))
        came_from = unit.came_from if unit.cell == self.cell else unit.cell if met else None
        moved = unit.changed(cell=self.cell, facing=self.facing, dug_in=False, came_from=came_from)
        return state.with_unit(moved)


@quickly_made
@dataclass(frozen=True)
class Attacked(Event[CohState]):
    """A counter attacked another, perhaps with others in support."""

    unit: str
    target: str
    needed: int
    result: Literal["missed", "hit", "destroyed"]
    supporters: tuple[str, ...] = ()
    by_unit: bool = False
    """It was the player's: some counteractions ask."""
    spotter: Cell | None = None
    """Where the spotter of indirect fire was."""
    unseen: bool = False
    """It was fired from where no enemy sees: a hidden mortar stays hidden."""

    def apply(self, state: CohState) -> CohState:
        """Bring the attackers to light; what becomes of the target is another event."""
        for id_ in (*(() if self.unseen else (self.unit,)), *self.supporters):
            state = _brought_to_light(state, id_)
        return state.changed(fired=state.fired or self.by_unit)


def _brought_to_light(state: CohState, unit: str) -> CohState:
    return state.with_unit(state.unit(unit).changed(hidden=False)) if state.unit(unit).hidden else state


@dataclass(frozen=True)
class Searched(Event[CohState]):
    """A counter fired into a hex where somebody might have been hidden; whom it found is another event."""

    unit: str
    cell: Cell
    needed: int
    result: Literal["missed", "nobody", "found"]
    """Whoever has missed does not learn whether there was anybody."""
    by_unit: bool = False

    def apply(self, state: CohState) -> CohState:
        """Bring the attacker to light."""
        return _brought_to_light(state, self.unit).changed(fired=state.fired or self.by_unit)


@quickly_made
@dataclass(frozen=True)
class HitTaken(Event[CohState]):
    """A counter took a hit marker out of its pool."""

    unit: str
    marker: str
    pool: HitPool

    def apply(self, state: CohState) -> CohState:
        """Put the marker on it."""
        state = state.with_deck(state.deck(self.pool).without(self.marker))
        return state.with_unit(state.unit(self.unit).changed(hit=self.marker))


def _marker_back(state: CohState, unit: str, pool: HitPool | None) -> CohState:
    """Put a counter's hit marker, if it has one, back into the pool that it came from."""
    return state if pool is None else state.with_deck(state.deck(pool).putting_back(state.unit(unit).hit))


@dataclass(frozen=True)
class Destroyed(Event[CohState]):
    """COH-7.3-unit, COH-7.3-ai: a counter left the map for good; a Unit lowers the CAPs of its side."""

    unit: str
    cap_level: int | None = None
    """CAPs a round from now on; None if it was an AI."""
    pool: HitPool | None = None
    """Where its hit marker went back to; None if it had none."""

    def apply(self, state: CohState) -> CohState:
        """Take it off the map."""
        state = _marker_back(state, self.unit, self.pool).without_unit(self.unit)
        return state if self.cap_level is None else state.changed(cap_level=self.cap_level)


@quickly_made
@dataclass(frozen=True)
class RallyTried(Event[CohState]):
    """A counter tried to shake off its hit."""

    unit: str
    rallied: bool
    pool: HitPool | None = None
    """Where its hit marker went back to; None if it keeps it."""

    def apply(self, state: CohState) -> CohState:
        """Take the marker off, if it worked."""
        if not self.rallied:
            return state
        return _marker_back(state, self.unit, self.pool).with_unit(state.unit(self.unit).changed(hit=""))


@quickly_made
@dataclass(frozen=True)
class SpentChecked(Event[CohState]):
    """COH-3.1.1: the check after an action that cost APs."""

    units: tuple[str, ...]
    spent: bool

    def apply(self, state: CohState) -> CohState:
        """COH-3.1.1-group: turn over everybody who took part and is still there."""
        for id_ in self.units:
            if self.spent and id_ in state.units:
                state = state.with_unit(state.unit(id_).changed(spent=True))
        return state


@dataclass(frozen=True)
class Freshened(Event[CohState]):
    """A counter became fresh, or spent, by an event of the mission."""

    unit: str
    spent: bool = False

    def apply(self, state: CohState) -> CohState:
        """Turn it over."""
        return state.with_unit(state.unit(self.unit).changed(spent=self.spent))


@dataclass(frozen=True)
class DugIn(Event[CohState]):
    """A counter took up a hasty defence."""

    unit: str

    def apply(self, state: CohState) -> CohState:
        """Mark it."""
        return state.with_unit(state.unit(self.unit).changed(dug_in=True))


@dataclass(frozen=True)
class SmokeLaid(Event[CohState]):
    """Heavy smoke was put down in a hex."""

    cell: Cell

    def apply(self, state: CohState) -> CohState:
        """Put it there."""
        return state.changed(changes=state.changes.with_feature(self.cell, HEAVY_SMOKE))


@dataclass(frozen=True)
class SmokeThinned(Event[CohState]):
    """Smoke drifted: heavy became light, light is gone. A hex with two clouds of a kind stands there twice."""

    gone: tuple[Cell, ...] = ()
    thinner: tuple[Cell, ...] = ()

    def apply(self, state: CohState) -> CohState:
        """Take every light cloud away before a heavy one turns into another."""
        changes = state.changes
        for cell in self.gone:
            changes = changes.without_feature(cell, LIGHT_SMOKE)
        for cell in self.thinner:
            changes = changes.without_feature(cell, HEAVY_SMOKE).with_feature(cell, LIGHT_SMOKE)
        return state.changed(changes=changes)


@dataclass(frozen=True)
class MinesLaid(Event[CohState]):
    """Mines were laid in a hex."""

    cell: Cell

    def apply(self, state: CohState) -> CohState:
        """Put them there."""
        return state.changed(changes=state.changes.with_feature(self.cell, "mines"))


@dataclass(frozen=True)
class ObstaclesCleared(Event[CohState]):
    """Wire and mines were taken out of a hex."""

    cell: Cell

    def apply(self, state: CohState) -> CohState:
        """Take them away."""
        changes = state.changes
        for kind in ("mines", "wire"):
            while kind in dict(changes.features).get(self.cell, ()):
                changes = changes.without_feature(self.cell, kind)
            changes = changes.without_feature(self.cell, kind)
        return state.changed(changes=changes)


@dataclass(frozen=True)
class Concealed(Event[CohState]):
    """A counter hid, or was found."""

    unit: str
    hidden: bool

    def apply(self, state: CohState) -> CohState:
        """Mark it."""
        return state.with_unit(state.unit(self.unit).changed(hidden=self.hidden))


@dataclass(frozen=True)
class Revealed(Event[CohState]):
    """COH-6.0: a rumoured enemy turned out to be a counter, or nothing at all."""

    unit: str
    profile: CounterProfile | None
    facing: int = 0

    def apply(self, state: CohState) -> CohState:
        """Put the counter in its place, or take the rumour away."""
        if self.profile is None:
            return state.without_unit(self.unit)
        return state.with_unit(state.unit(self.unit).changed(profile=self.profile, facing=self.facing))


@dataclass(frozen=True)
class Rumoured(Event[CohState]):
    """COH-6.0: a rumoured enemy appeared."""

    unit: str
    side: str
    profile: CounterProfile
    cell: Cell

    def apply(self, state: CohState) -> CohState:
        """Put it on the map."""
        kind = type(next(iter(state.units)))
        return state.with_unit(kind(id=self.unit, side=self.side, profile=self.profile, cell=self.cell))


@quickly_made
@dataclass(frozen=True)
class CapsChanged(Event[CohState]):
    """The player spent, won or lost CAPs."""

    by: int

    def apply(self, state: CohState) -> CohState:
        """Count them; there is no less than none."""
        return state.changed(caps=max(0, state.caps + self.by))


@dataclass(frozen=True)
class CardGained(Event[CohState]):
    """The player took an action card into the hand."""

    card: str

    def apply(self, state: CohState) -> CohState:
        """Add it."""
        return state.changed(hand=(*state.hand, self.card))


@dataclass(frozen=True)
class CardPlayed(Event[CohState]):
    """The player played an action card."""

    card: str

    def apply(self, state: CohState) -> CohState:
        """Take one such card out of the hand."""
        place = state.hand.index(self.card)
        return state.changed(hand=state.hand[:place] + state.hand[place + 1 :])


@dataclass(frozen=True)
class SwiftGiven(Event[CohState]):
    """A side takes further turns in a row."""

    turns: int

    def apply(self, state: CohState) -> CohState:
        """Remember how many."""
        return state.changed(swift=state.swift + self.turns)


@dataclass(frozen=True)
class TrackAdvanced(Event[CohState]):
    """COH-4.3: the mission track's marker reached a space, or passed over it."""

    space: int
    passing: bool = False

    def apply(self, state: CohState) -> CohState:
        """Move the marker."""
        return state.changed(track=self.space)


@dataclass(frozen=True)
class ControlTaken(Event[CohState]):
    """A side took an objective."""

    objective: str
    side: str

    def apply(self, state: CohState) -> CohState:
        """Turn the marker over."""
        holders = tuple((name, self.side if name == self.objective else side) for name, side in state.holders)
        return state.changed(holders=holders)


@dataclass(frozen=True)
class PointsWon(Event[CohState]):
    """A side won victory points; the track has no zero: below 1 the lead changes hands."""

    side: str
    points: int
    why: str = ""

    def apply(self, state: CohState) -> CohState:
        """Move the marker."""
        if self.side == state.leader:
            return state.changed(points=state.points + self.points)
        if self.points < state.points:
            return state.changed(points=state.points - self.points)
        return state.changed(leader=self.side, points=self.points - state.points + 1)


@dataclass(frozen=True)
class RoundBegan(Event[CohState]):
    """COH-3.6: everybody is fresh again, and the CAPs are back."""

    round: int

    def apply(self, state: CohState) -> CohState:
        """Turn the counters over and set the CAPs."""
        for unit in state.units:
            if unit.spent:
                state = state.with_unit(unit.changed(spent=False))
        return state.changed(turn=self.round, caps=state.cap_level, stage="turn", passed=False, fired=False, swift=0)


@dataclass(frozen=True)
class InitiativeTaken(Event[CohState]):
    """A side has the first turn of the round."""

    side: str

    def apply(self, state: CohState) -> CohState:
        """Give it the turn."""
        return state.changed(mover=self.side)


@quickly_made
@dataclass(frozen=True)
class TurnTaken(Event[CohState]):
    """COH-3.0: a side has had its turn; the other one is next, or the round is over."""

    side: str
    following: str
    passed: bool = False
    round_over: bool = False

    def apply(self, state: CohState) -> CohState:
        """Hand the turn on; whoever was walked in on has had the turn in which that bars a way out."""
        for unit in state.units:
            if unit.came_from is not None and unit.side != self.side:
                state = state.with_unit(unit.changed(came_from=None))
        swift = max(0, state.swift - 1) if self.following == self.side else 0
        stage = "round" if self.round_over else "turn"
        return state.changed(mover=self.following, passed=self.passed, stage=stage, swift=swift)


@quickly_made
@dataclass(frozen=True)
class TurnStarted(Event[CohState]):
    """The player's turn began: nobody has fired in it yet."""

    side: str

    def apply(self, state: CohState) -> CohState:
        """Forget the fire of the turn before."""
        return state.changed(fired=False)


EVENTS: tuple[type[Event[CohState]], ...] = (
    Moved,
    Attacked,
    Searched,
    HitTaken,
    Destroyed,
    RallyTried,
    SpentChecked,
    Freshened,
    DugIn,
    SmokeLaid,
    SmokeThinned,
    MinesLaid,
    ObstaclesCleared,
    Concealed,
    Revealed,
    Rumoured,
    CapsChanged,
    CardGained,
    CardPlayed,
    SwiftGiven,
    TrackAdvanced,
    ControlTaken,
    PointsWon,
    RoundBegan,
    InitiativeTaken,
    TurnTaken,
    TurnStarted,
)
