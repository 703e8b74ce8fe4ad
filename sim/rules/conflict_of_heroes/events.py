"""What can happen in a battle, in past tense, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from sim.engine.domains import SideId, UnitId
from sim.engine.events import CardTaken, Event, Passed
from sim.engine.words import Name, counted, filled
from sim.grid import Cell
from sim.play import happening
from sim.play.happening import UnitChanged
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.units import (
    ACTION_CARDS,
    HEAVY_SMOKE,
    LIGHT_SMOKE,
    ORDERS,
    RUMOURS,
    CardId,
    CohState,
    HitPool,
    ObjectiveId,
    Scene,
    called,
)

# -- counters -------------------------------------------------------------------------------------------------

MOVES = {
    "action": "{unit} {unit:moves|move} to {cell}, facing {direction}",
    "bonus": "{unit} {unit:goes|go} on to {cell} by {unit:its|their} bonus move, facing {direction}",
    "card": "{unit} {unit:goes|go} on to {cell} by the card, facing {direction}",
}


class Moved(Event[CohState]):
    """A counter entered a hex, or turned in one; a hasty defence does not come along."""

    unit: UnitId
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

    def told(self, position: Scene) -> str:
        """Say what brought it where."""
        return filled(MOVES[self.by], position, self)

    def direction(self, position: Scene) -> str:
        """Name the direction in which it faces now."""
        return position.map.grid.directions[self.facing]


class Attacked(Event[CohState]):
    """A counter attacked another, perhaps with others in support."""

    says = "{unit} {unit:attacks|attack} {target}{group}{spotted}, needing {needed}: {result}"
    unit: UnitId
    target: UnitId
    needed: int
    result: Literal["missed", "hit", "destroyed"]
    supporters: tuple[UnitId, ...] = ()
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

    def group(self, position: Scene) -> str:
        """Name the supporters."""
        return f", with {_all(position, self.supporters)} in support" if self.supporters else ""

    def spotted(self, position: Scene) -> str:
        """Say from where indirect fire was directed."""
        return f", spotted from {position.name(self.spotter)}" if self.spotter is not None else ""


def _brought_to_light(state: CohState, unit: str) -> CohState:
    return state.with_unit(state.unit(unit).changed(hidden=False)) if state.unit(unit).hidden else state


def _all(position: Scene, units: tuple[str, ...]) -> str:
    return ", ".join(position.battle.ruleset.name(position, unit) for unit in units)


class Searched(Event[CohState]):
    """A counter fired into a hex where somebody might have been hidden; whom it found is another event."""

    says = "{unit} {unit:searches|search} {cell} by fire, needing {needed}: {seen}"
    unit: UnitId
    cell: Cell
    needed: int
    result: Literal["missed", "nobody", "found"]
    """Whoever has missed does not learn whether there was anybody."""
    by_unit: bool = False

    def apply(self, state: CohState) -> CohState:
        """Bring the attacker to light."""
        return _brought_to_light(state, self.unit).changed(fired=state.fired or self.by_unit)

    def seen(self, position: Scene) -> str:
        """Say what came of it."""
        return {"missed": "nothing is seen", "nobody": "nobody is there", "found": "somebody is there"}[self.result]


class HitTaken(Event[CohState]):
    """A counter took a hit marker out of its pool."""

    says = "{unit} {unit:is|are} hit: {how}"
    unit: UnitId
    marker: str
    pool: HitPool

    def apply(self, state: CohState) -> CohState:
        """Put the marker on it."""
        state = state.with_deck(state.deck(self.pool).without(self.marker))
        return state.with_unit(state.unit(self.unit).changed(hit=self.marker))

    def how(self, position: Scene) -> str:
        """Name the marker."""
        return position.battle.data.hits[self.marker].name


def _marker_back(state: CohState, unit: str, pool: HitPool | None) -> CohState:
    """Put a counter's hit marker, if it has one, back into the pool that it came from."""
    return state if pool is None else state.with_deck(state.deck(pool).putting_back(state.unit(unit).hit))


class Destroyed(Event[CohState]):
    """COH-7.3-unit, COH-7.3-ai: a counter left the map for good; a Unit lowers the CAPs of its side."""

    says = "{unit} {unit:is|are} destroyed"
    unit: UnitId
    cap_level: int | None = None
    """CAPs a round from now on; None if it was an AI."""
    pool: HitPool | None = None
    """Where its hit marker went back to; None if it had none."""

    def apply(self, state: CohState) -> CohState:
        """Take it off the map."""
        state = _marker_back(state, self.unit, self.pool).without_unit(self.unit)
        return state if self.cap_level is None else state.changed(cap_level=self.cap_level)


class RallyTried(Event[CohState]):
    """A counter tried to shake off its hit."""

    unit: UnitId
    rallied: bool
    pool: HitPool | None = None
    """Where its hit marker went back to; None if it keeps it."""

    def apply(self, state: CohState) -> CohState:
        """Take the marker off, if it worked."""
        if not self.rallied:
            return state
        return _marker_back(state, self.unit, self.pool).with_unit(state.unit(self.unit).changed(hit=""))

    def told(self, position: Scene) -> str:
        """Say whether it did."""
        words = "{unit} {unit:rallies|rally}" if self.rallied else "{unit} {unit:does|do} not rally"
        return filled(words, position, self)


class SpentChecked(Event[CohState]):
    """COH-3.1.1: the check after an action that cost APs."""

    units: tuple[UnitId, ...]
    spent: bool

    def apply(self, state: CohState) -> CohState:
        """COH-3.1.1-group: turn over everybody who took part and is still there."""
        for id_ in self.units:
            if self.spent and id_ in state.units:
                state = state.with_unit(state.unit(id_).changed(spent=True))
        return state

    def told(self, position: Scene) -> str:
        """Say who is spent, or is not."""
        who = Name(_all(position, self.units), len(self.units) > 1 or called(self.units[0]).plural)
        return f"{who} {who:is|are} spent" if self.spent else f"{who} {who:remains|remain} fresh"


class Freshened(UnitChanged[CohState]):
    """A counter became fresh, or spent, by an event of the mission."""

    says, takes = "{unit} {unit:becomes|become} {what}", ("spent",)
    spent: bool = False

    @property
    def what(self) -> str:
        """What it became."""
        return "spent" if self.spent else "fresh"


class DugIn(UnitChanged[CohState]):
    """A counter took up a hasty defence."""

    says, sets = "{unit} {unit:takes|take} up a hasty defence", {"dug_in": True}


class Concealed(UnitChanged[CohState]):
    """A counter hid, or was found."""

    takes = ("hidden",)
    hidden: bool

    def told(self, position: Scene) -> str:
        """Say which."""
        return filled("{unit} {unit:hides|hide}" if self.hidden else "{unit} {unit:is|are} found", position, self)


class Revealed(Event[CohState]):
    """COH-6.0: a rumoured enemy turned out to be a counter, or nothing at all."""

    unit: UnitId
    profile: CounterProfile | None
    facing: int = 0

    def apply(self, state: CohState) -> CohState:
        """Put the counter in its place, or take the rumour away."""
        if self.profile is None:
            return state.without_unit(self.unit)
        return state.with_unit(state.unit(self.unit).changed(profile=self.profile, facing=self.facing))

    def told(self, position: Scene) -> str:
        """Say what it was."""
        return f"{self.unit} turns out to be {self.profile.name if self.profile else 'nothing'}"


class Rumoured(Event[CohState]):
    """COH-6.0: a rumoured enemy appeared."""

    says = "{unit} appears in {cell}"
    unit: UnitId
    side: SideId
    profile: CounterProfile
    cell: Cell

    def apply(self, state: CohState) -> CohState:
        """Put it on the map."""
        kind = type(next(iter(state.units)))
        return state.with_unit(kind(id=self.unit, side=self.side, profile=self.profile, cell=self.cell))


# -- the ground -----------------------------------------------------------------------------------------------


class SmokeLaid(happening.SmokeLaid):
    """Heavy smoke was put down."""

    feature, formerly = HEAVY_SMOKE, {"cell": "cells[]"}


class SmokeThinned(Event[CohState]):
    """Smoke drifted: heavy became light, light is gone. A hex with two clouds of a kind stands there twice."""

    says = "the smoke thins"
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


class MinesLaid(Event[CohState]):
    """Mines were laid in a hex."""

    says = "mines are laid in {cell}"
    cell: Cell

    def apply(self, state: CohState) -> CohState:
        """Put them there."""
        return state.changed(changes=state.changes.with_feature(self.cell, "mines"))


class ObstaclesCleared(Event[CohState]):
    """Wire and mines were taken out of a hex."""

    says = "{cell} is cleared of wire and mines"
    cell: Cell

    def apply(self, state: CohState) -> CohState:
        """Take them away."""
        changes = state.changes
        for kind in ("mines", "wire"):
            while kind in dict(changes.features).get(self.cell, ()):
                changes = changes.without_feature(self.cell, kind)
            changes = changes.without_feature(self.cell, kind)
        return state.changed(changes=changes)


# -- the game -------------------------------------------------------------------------------------------------


class CapsChanged(Event[CohState]):
    """The player spent, won or lost CAPs."""

    by: int

    def apply(self, state: CohState) -> CohState:
        """Count them; there is no less than none."""
        return state.changed(caps=max(0, state.caps + self.by))

    def told(self, position: Scene) -> str:
        """Say how many, and how many are left."""
        return f"{'minus' if self.by <= 0 else 'plus'} {counted(abs(self.by), 'CAP')}; {position.state.caps} left"


class CardGained(Event[CohState]):
    """The player took an action card into the hand."""

    says = "the card {card} is taken in hand"
    card: CardId

    def apply(self, state: CohState) -> CohState:
        """Add it."""
        return state.changed(hand=(*state.hand, self.card))


class CardPlayed(Event[CohState]):
    """The player played an action card."""

    says = "{card} is played"
    card: CardId

    def apply(self, state: CohState) -> CohState:
        """Take one such card out of the hand."""
        place = state.hand.index(self.card)
        return state.changed(hand=state.hand[:place] + state.hand[place + 1 :])


class SwiftGiven(Event[CohState]):
    """A side takes further turns in a row."""

    turns: int

    def apply(self, state: CohState) -> CohState:
        """Remember how many."""
        return state.changed(swift=state.swift + self.turns)

    def told(self, position: Scene) -> str:
        """Count them."""
        return f"{counted(self.turns, 'more turn')} in a row"


class TrackAdvanced(Event[CohState]):
    """COH-4.3: the mission track's marker reached a space, or passed over it."""

    space: int
    passing: bool = False

    def apply(self, state: CohState) -> CohState:
        """Move the marker."""
        return state.changed(track=self.space)

    def told(self, position: Scene) -> str:
        """Name the space."""
        there = position.battle.data.mission.track[self.space - 1]
        if not self.passing:
            return f"the mission track advances to space {self.space} ({there.event})"
        fate = "happens in passing" if there.yellow else "does not happen"
        return f"the mission track passes space {self.space} ({there.event}), which {fate}"


class ControlTaken(Event[CohState]):
    """A side took an objective."""

    says = "{side} {side:takes|take} {objective}"
    objective: ObjectiveId
    side: SideId

    def apply(self, state: CohState) -> CohState:
        """Turn the marker over."""
        holders = tuple((name, self.side if name == self.objective else side) for name, side in state.holders)
        return state.changed(holders=holders)


class PointsWon(happening.PointsWon):
    """A side won victory points."""

    def told(self, position: Scene) -> str:
        """Say how many, what for, and who is ahead now."""
        side, state = position.battle.side, position.state
        lead = f"{side(state.leader).mention} ahead with {state.points}"
        why = f" ({self.why})" if self.why else ""
        return f"{counted(self.points, 'point')} for {side(self.side).mention}{why}; {lead}"


class RoundBegan(Event[CohState]):
    """COH-3.6: everybody is fresh again, and the CAPs are back."""

    says = "round {round} begins"
    round: int

    def apply(self, state: CohState) -> CohState:
        """Turn the counters over and set the CAPs."""
        for unit in state.units:
            if unit.spent:
                state = state.with_unit(unit.changed(spent=False))
        return state.changed(turn=self.round, caps=state.cap_level, stage="turn", passed=False, fired=False, swift=0)


class InitiativeTaken(Event[CohState]):
    """A side has the first turn of the round."""

    says = "the first turn goes to {side}"
    side: SideId

    def apply(self, state: CohState) -> CohState:
        """Give it the turn."""
        return state.changed(mover=self.side)


class TurnTaken(Event[CohState]):
    """COH-3.0: a side has had its turn; the other one is next, or the round is over."""

    says = "end of the turn of {side}{how}"
    side: SideId
    following: SideId
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

    @property
    def how(self) -> str:
        """Whether by a pass, and whether that ends the round."""
        return (" with a pass" if self.passed else "") + (", and the round is over" if self.round_over else "")


class TurnStarted(Event[CohState]):
    """The player's turn began: nobody has fired in it yet."""

    says = "turn of {side}"
    side: SideId

    def apply(self, state: CohState) -> CohState:
        """Forget the fire of the turn before."""
        return state.changed(fired=False)


_OF_COUNTERS = (Moved, Attacked, Searched, HitTaken, Destroyed, RallyTried, SpentChecked, Freshened, DugIn, Concealed)
_OF_RUMOURS_AND_GROUND = (Revealed, Rumoured, SmokeLaid, SmokeThinned, MinesLaid, ObstaclesCleared)
_OF_MEANS = (CapsChanged, CardGained, CardPlayed, SwiftGiven, TrackAdvanced, ControlTaken, PointsWon)
_OF_TURNS = (RoundBegan, InitiativeTaken, TurnTaken, TurnStarted)
EVENTS: tuple[type[Event[Any]], ...] = (*_OF_COUNTERS, *_OF_RUMOURS_AND_GROUND, *_OF_MEANS, *_OF_TURNS)


# -- what every system has, in the words of this one -------------------------------------------------------------


def _passed(position: Scene, event: Passed) -> str:
    by = position.battle.ruleset.name(position, event.unit) if event.unit else position.battle.side(event.side).mention
    return f"{by}: {event.why or 'nothing'}"


def _taken(position: Scene, event: CardTaken) -> str:
    if event.deck == ORDERS:
        colour = position.battle.data.orders[event.card].colour
        gone = " and leaves the game" if event.to == "removed" else ""
        return f"order card {event.card} ({colour}) is drawn{gone}"
    return f"one of the {event.deck} is drawn" if event.deck in (ACTION_CARDS, RUMOURS) else event.told(position)


TOLD: dict[type[Event[Any]], Callable[[Scene, Any], str]] = {Passed: _passed, CardTaken: _taken}
"""How events that every system has are told in this one."""
