"""What can happen in a battle, in past tense, and how it is told."""

from __future__ import annotations

from typing import Any, Literal

from sim.engine.domains import SideId, UnitId
from sim.engine.events import Event
from sim.engine.words import counted
from sim.grid import Cell
from sim.play import happening
from sim.play.happening import EverybodyChanged, StateChanged, UnitChanged, UnitsChanged, given, without_one, word_by
from sim.play.order import Facing
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.state import (
    HEAVY_SMOKE,
    LIGHT_SMOKE,
    CardId,
    CohPosition,
    CohState,
    Counter,
    HitPool,
    MarkerId,
    ObjectiveId,
)

# -- counters -------------------------------------------------------------------------------------------------

MOVES = {
    "action": "{unit:moves|move} to {cell}",
    "bonus": "{unit:goes|go} on to {cell} by {unit:its|their} bonus move",
    "card": "{unit:goes|go} on to {cell} by the card",
    "pivot": "{unit:pivots|pivot} in {cell}",
}


class CounterMoved(UnitChanged[CohState]):
    """A counter entered a hex, or turned in one; it loses its hasty defence."""

    says, how = "{unit} {how}, facing {facing}", word_by("by", MOVES)
    formerly = {"Moved": "CounterMoved"}
    cell: Cell
    facing: Facing
    by: Literal["action", "bonus", "card", "pivot"] = "action"
    """What brought it there: the first hex of a move, one that a vehicle wins beyond it, one more by a card; or it
    only turned in its hex."""

    def becomes(self, state: CohState) -> dict[str, Any]:
        """Put it there; whoever walks in on an enemy is remembered by the hex that he came from."""
        unit = state.unit(self.unit)
        met = any(other.side != unit.side for other in state.units.at(self.cell))
        came_from = unit.came_from if unit.cell == self.cell else unit.cell if met else None
        return {"cell": self.cell, "facing": self.facing, "dug_in": False, "came_from": came_from}


class Attacked(UnitChanged[CohState]):
    """A counter attacked another, perhaps with others in support; what becomes of the target is another event."""

    says = "{unit} {unit:attacks|attack} {target}{group}{spotted}, needing {needed}: {result}"
    sets = {"hidden": lambda event, unit: unit.hidden and event.unseen}
    battle = {"fired": lambda event, state: state.fired or event.by_unit}
    spotted = given("spotter", ", spotted from {spotter}")
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
        """Bring the supporters to light, too."""
        for unit in map(state.unit, self.supporters):
            state = state.with_unit(unit.changed(hidden=False)) if unit.hidden else state
        return super().apply(state)

    def group(self, position: CohPosition) -> str:
        """Name the supporters."""
        names = ", ".join(position.battle.ruleset.name(position, unit) for unit in self.supporters)
        return f", with {names} in support" if names else ""


class Searched(UnitChanged[CohState]):
    """A counter fired into a hex where somebody might have been hidden; whom it found is another event."""

    says, sets = "{unit} {unit:searches|search} {cell} by fire, needing {needed}: {seen}", {"hidden": False}
    battle = {"fired": lambda event, state: state.fired or event.by_unit}
    seen = word_by("result", {"missed": "nothing is seen", "nobody": "nobody is there", "found": "somebody is there"})
    cell: Cell
    needed: int
    result: Literal["missed", "nobody", "found"]
    """Whoever has missed does not learn whether there was anybody."""
    by_unit: bool = False


class HitTaken(UnitChanged[CohState]):
    """A counter took a hit marker out of its pool."""

    says, sets = "{unit} {unit:is|are} hit: {marker}", {"hit": lambda event, unit: event.marker}
    battle = {"decks": lambda event, state: state.with_deck(state.deck(event.pool).without(event.marker)).decks}
    marker: MarkerId
    pool: HitPool


def _marker_back(state: CohState, unit: str, pool: HitPool | None) -> CohState:
    """Put a counter's hit marker, if it has one, back into the pool that it came from."""
    return state if pool is None else state.with_deck(state.deck(pool).putting_back(state.unit(unit).hit))


class Destroyed(UnitChanged[CohState]):
    """COH-7.3-unit, COH-7.3-ai: a counter left the map for good; a Unit lowers the CAPs of its side."""

    says = "{unit} {unit:is|are} destroyed"
    cap_level: int | None = None
    """CAPs a round from now on; None if it was an AI."""
    pool: HitPool | None = None
    """Where its hit marker went back to; None if it had none."""

    def apply(self, state: CohState) -> CohState:
        state = _marker_back(state, self.unit, self.pool).without_unit(self.unit)
        return state if self.cap_level is None else state.changed(cap_level=self.cap_level)


class RallyTried(UnitChanged[CohState]):
    """A counter tried to shake off its hit."""

    says = "{unit} {rallied:{unit:rallies|rally}|{unit:does|do} not rally}"
    sets = {"hit": lambda event, unit: "" if event.rallied else unit.hit}
    rallied: bool
    pool: HitPool | None = None
    """Where its hit marker went back to; None if it keeps it."""

    def apply(self, state: CohState) -> CohState:
        return super().apply(_marker_back(state, self.unit, self.pool))


class SpentChecked(UnitsChanged[CohState]):
    """COH-3.1.1: the check after an action that cost APs; COH-3.1.1-group: of everybody who took part."""

    says = "{who} {spent:{who:is|are} spent|{who:remains|remain} fresh}"
    sets = {"spent": lambda event, unit: unit.spent or event.spent}
    spent: bool


class Freshened(UnitChanged[CohState]):
    """An event of the mission made a counter fresh, or spent."""

    says, takes = "{unit} {unit:becomes|become} {spent:spent|fresh}", ("spent",)
    spent: bool = False


class DugIn(UnitChanged[CohState]):
    """A counter took up a hasty defence."""

    says, sets = "{unit} {unit:takes|take} up a hasty defence", {"dug_in": True}


class Concealed(UnitChanged[CohState]):
    """A counter hid, or was found."""

    says, takes = "{unit} {hidden:{unit:hides|hide}|{unit:is|are} found}", ("hidden",)
    hidden: bool


class Revealed(UnitChanged[CohState]):
    """COH-6.0: a rumoured enemy turned out to be a counter, or nothing at all."""

    takes = ("profile", "facing")
    profile: CounterProfile | None
    facing: int = 0

    def apply(self, state: CohState) -> CohState:
        return super().apply(state) if self.profile else state.without_unit(self.unit)

    def event_text(self, position: CohPosition) -> str:
        return f"{self.unit} turns out to be {self.profile.name if self.profile else 'nothing'}"


class Rumoured(Event[CohState]):
    """COH-6.0: a rumoured enemy appeared."""

    says = "{unit} appears in {cell}"
    unit: UnitId
    side: SideId
    profile: CounterProfile
    cell: Cell

    def apply(self, state: CohState) -> CohState:
        return state.with_unit(Counter(id=self.unit, side=self.side, profile=self.profile, cell=self.cell))


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


class MinesLaid(StateChanged[CohState]):
    """Mines were laid in a hex."""

    says = "mines are laid in {cell}"
    sets = {"changes": lambda event, state: state.changes.with_feature(event.cell, "mines")}
    cell: Cell


class ObstaclesCleared(Event[CohState]):
    """Wire and mines were taken out of a hex."""

    says = "{cell} is cleared of wire and mines"
    cell: Cell

    def apply(self, state: CohState) -> CohState:
        changes = state.changes
        for kind in ("mines", "wire"):
            while kind in dict(changes.features).get(self.cell, ()):
                changes = changes.without_feature(self.cell, kind)
            changes = changes.without_feature(self.cell, kind)
        return state.changed(changes=changes)


# -- the game -------------------------------------------------------------------------------------------------


class CapsChanged(StateChanged[CohState]):
    """The player spent, won or lost CAPs; they never drop below 0."""

    sets = {"caps": lambda event, state: max(0, state.caps + event.by)}
    by: int

    def event_text(self, position: CohPosition) -> str:
        changed = (
            f"{counted(abs(self.by), 'CAP')} {'more' if self.by > 0 else 'fewer'}" if self.by else "no CAP is lost"
        )
        return f"{changed}; {position.state.caps} left"


class CardGained(StateChanged[CohState]):
    """The player took an action card into the hand."""

    says, sets = "{card} is added to the hand", {"hand": lambda event, state: (*state.hand, event.card)}
    card: CardId


class CardPlayed(StateChanged[CohState]):
    """The player played an action card."""

    says, sets = "{card} is played", {"hand": lambda event, state: without_one(state.hand, event.card)}
    card: CardId


class SwiftGiven(StateChanged[CohState]):
    """A side takes further turns in a row."""

    says = "{turns} more {turns:turn|turns} in a row"
    sets = {"swift": lambda event, state: state.swift + event.turns}
    turns: int


class TrackAdvanced(StateChanged[CohState]):
    """COH-4.3: the mission track's marker reached a space, or passed over it."""

    says = "the mission track {passing:passes|advances to} space {space} {what}"
    sets = {"track": lambda event, state: event.space}
    space: int
    passing: bool = False

    def what(self, position: CohPosition) -> str:
        """Say what is printed there, and whether that counts for one who passes over it."""
        there = position.battle.data.mission.track[self.space - 1]
        fate = f", which {'happens in passing' if there.yellow else 'does not happen'}" if self.passing else ""
        return f"({there.event}){fate}"


class ControlTaken(StateChanged[CohState]):
    """COH-CONTROL: a side took an objective."""

    says = "{side} {side:takes|take} {objective}"
    sets = {"holders": lambda event, state: tuple({**dict(state.holders), event.objective: event.side}.items())}
    objective: ObjectiveId
    side: SideId


class PointsWon(happening.PointsWon):
    """A side won victory points."""

    def event_text(self, position: CohPosition) -> str:
        side, state = position.battle.side, position.state
        why = f" ({self.why})" if self.why else ""
        won = f"{counted(self.points, 'point')} for {side(self.side).mention}{why}"
        return f"{won}; {side(state.leader).mention} ahead by {state.points}"


class RoundBegan(EverybodyChanged[CohState]):
    """COH-3.6: everybody is fresh again, and the CAPs are back."""

    says, sets = "round {round} begins", {"spent": False}
    battle = {
        "turn": lambda event, state: event.round, "caps": lambda event, state: state.cap_level,
        "stage": "turn", "passed": False, "fired": False, "swift": 0,
    }  # fmt: skip
    round: int


class InitiativeTaken(StateChanged[CohState]):
    """A side has the first turn of the round."""

    says, sets = "the first turn goes to {side}", {"mover": lambda event, state: event.side}
    side: SideId


class TurnTaken(Event[CohState]):
    """COH-3.0: a side has had its turn; the other one is next, or the round is over."""

    says = "{side} {side:ends|end} {side:its|their} turn{by_pass}{over}"
    by_pass, over = given("passed", " with a pass"), given("round_over", ", and the round is over")
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


class TurnStarted(StateChanged[CohState]):
    """The player's turn began: nobody has fired in it yet."""

    says, sets = "{side} {side:begins|begin} {side:its|their} turn", {"fired": False}
    side: SideId
