"""What can happen in a mission of Ambush Alley, in past tense: the sequence of play, checks and moves.

What cards do is in `card_events.py`, what happens to men and vehicles under fire in `harm.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.engine.events import Event
from sim.engine.frozen import quickly_made
from sim.grid import Cell
from sim.rules.ambush_alley.units import AasState, HotSpot, Pace, Phase, Team

LEVELS = range(7)
"""What the insurgency level can be: a die is thrown against it."""

# -- the sequence of play ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PhaseBegan(Event[AasState]):
    """AAS-SEQ: the next step of the sequence began."""

    phase: Phase

    def apply(self, state: AasState) -> AasState:
        """Go over to it."""
        return state.changed(phase=self.phase)


@dataclass(frozen=True)
class TurnReadied(Event[AasState]):
    """With a new turn everybody may act again, and what lasts for a turn is over."""

    expired: tuple[str, ...] = ()
    """Cards that are no longer in force."""

    def apply(self, state: AasState) -> AasState:
        """Clear what lasts for a turn; whoever is on overwatch watches no longer, but for those set up so."""
        for unit in state.units:
            marks = tuple(card for card in unit.marks if card not in self.expired)
            on = unit.overwatch and state.turn == 1
            ready = unit.changed(
                acted=False, checked=False, barred=False, reacted=False, overwatch=on, shots=0, pace="", marks=marks
            )
            state = state.with_unit(ready)
        left = tuple(card for card in state.in_force if card not in self.expired)
        return state.changed(in_force=left, combats=(), raised=False, lowered=False, actor="", moved=False, fired=False)


@quickly_made
@dataclass(frozen=True)
class ActivationBegan(Event[AasState]):
    """A Regular unit began to act."""

    unit: str
    player: str = ""
    """AAS-COOP: whose order it was."""

    def apply(self, state: AasState) -> AasState:
        """Let it act; a unit that acts no longer watches."""
        actor = state.unit(self.unit).changed(overwatch=False)
        return state.with_unit(actor).changed(actor=self.unit, moved=False, fired=False)


@quickly_made
@dataclass(frozen=True)
class ActivationEnded(Event[AasState]):
    """A unit has done what it does this turn."""

    unit: str

    def apply(self, state: AasState) -> AasState:
        """Count it as having acted."""
        state = state.with_unit(state.unit(self.unit).changed(acted=True))
        return state.changed(actor="", moved=False, fired=False) if state.actor == self.unit else state


@dataclass(frozen=True)
class PointsWon(Event[AasState]):
    """A side won points."""

    side: str
    points: int
    why: str = ""

    def apply(self, state: AasState) -> AasState:
        """Count them."""
        points = {**dict(state.points), self.side: state.score(self.side) + self.points}
        return state.changed(points=tuple(sorted(points.items())))


# -- hot spots and the insurgency --------------------------------------------------------------------------------


@dataclass(frozen=True)
class HotSpotPlaced(Event[AasState]):
    """AAS-HOT: a hot spot was placed."""

    cell: Cell

    def apply(self, state: AasState) -> AasState:
        """Number it: the dice choose by number."""
        spot = HotSpot(str(len(state.hot_spots) + 1), self.cell)
        return state.changed(hot_spots=(*state.hot_spots, spot))


@dataclass(frozen=True)
class HotSpotRemoved(Event[AasState]):
    """A hot spot is one no longer: Regulars stood on it, or have cleared it."""

    spot: str
    why: Literal["blocked", "cleared"]

    def apply(self, state: AasState) -> AasState:
        """Leave it where it is, for the numbers of the others, but out of use."""
        spots = (HotSpot(each.id, each.cell, each.active and each.id != self.spot) for each in state.hot_spots)
        return state.changed(hot_spots=tuple(spots))


@dataclass(frozen=True)
class InsurgencyRolled(Event[AasState]):
    """The die against the insurgency level."""

    die: int
    comes: bool

    def apply(self, state: AasState) -> AasState:
        """Change nothing."""
        return state


@dataclass(frozen=True)
class CameOn(Event[AasState]):
    """Somebody who was in no roster came onto the table."""

    unit: Team

    def apply(self, state: AasState) -> AasState:
        """Put it at the end of the roster."""
        return state.with_unit(self.unit).changed(arrived=state.arrived + 1)


@dataclass(frozen=True)
class LevelChanged(Event[AasState]):
    """The insurgency level rose or fell."""

    by: int
    civilians: bool = False
    """AAS-CIV-5: for civilians who were hit, which counts once a turn either way."""

    def apply(self, state: AasState) -> AasState:
        """Keep it between the lowest and the highest."""
        level = max(LEVELS[0], min(LEVELS[-1], state.level + self.by))
        raised, lowered = self.civilians and self.by > 0, self.civilians and self.by < 0
        return state.changed(level=level, raised=state.raised or raised, lowered=state.lowered or lowered)


# -- checks and interruptions ------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class ActionChecked(Event[AasState]):
    """AAS-CHECK-4: an Insurgent unit had its action check of the turn; AAS-R-fail: who fails does nothing more."""

    unit: str
    passed: bool

    def apply(self, state: AasState) -> AasState:
        """Use the check up."""
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(checked=True, barred=unit.barred or not self.passed))


@quickly_made
@dataclass(frozen=True)
class ReactionTested(Event[AasState]):
    """Two units threw for who comes first; whoever reacts has reacted, whatever came of it."""

    unit: str
    against: str
    first: bool
    how: Literal["interruption", "overwatch"] = "interruption"

    def apply(self, state: AasState) -> AasState:
        """Remember that it has reacted; an overwatch is used up."""
        unit = state.unit(self.unit)
        if self.how == "overwatch":
            return state.with_unit(unit.changed(overwatch=False))
        return state.with_unit(unit.changed(reacted=True))


@dataclass(frozen=True)
class Reacted(Event[AasState]):
    """A unit that was fired at answers: the one reaction that it has this turn."""

    unit: str
    about: str

    def apply(self, state: AasState) -> AasState:
        """Remember that it has reacted."""
        return state.with_unit(state.unit(self.unit).changed(reacted=True))


@dataclass(frozen=True)
class WentOnWatch(Event[AasState]):
    """A unit went on overwatch."""

    unit: str

    def apply(self, state: AasState) -> AasState:
        """Let it watch."""
        return state.with_unit(state.unit(self.unit).changed(overwatch=True))


# -- moving ------------------------------------------------------------------------------------------------------


@quickly_made
@dataclass(frozen=True)
class Moved(Event[AasState]):
    """A unit moved: every cell that it entered, in order. A move that is interrupted happens in parts."""

    unit: str
    way: tuple[Cell, ...]
    facing: int
    pace: Pace = "cautious"
    pulled_back: bool = False

    def apply(self, state: AasState) -> AasState:
        """Put it at the end of its way."""
        unit = state.unit(self.unit).changed(cell=self.way[-1], facing=self.facing, pace=self.pace)
        state = state.with_unit(unit)
        return state.changed(moved=True) if state.actor == self.unit else state


@dataclass(frozen=True)
class TurnedTo(Event[AasState]):
    """A vehicle turned on the spot."""

    unit: str
    facing: int

    def apply(self, state: AasState) -> AasState:
        """Turn it."""
        return state.with_unit(state.unit(self.unit).changed(facing=self.facing))


@dataclass(frozen=True)
class Embarked(Event[AasState]):
    """A unit got into a vehicle."""

    unit: str
    vehicle: str

    def apply(self, state: AasState) -> AasState:
        """Take it off the table, into the vehicle."""
        return state.with_unit(state.unit(self.unit).changed(cell=None, aboard=self.vehicle, overwatch=False))


@dataclass(frozen=True)
class Disembarked(Event[AasState]):
    """A unit got out of a vehicle, or out of its wreck."""

    unit: str
    cell: Cell

    def apply(self, state: AasState) -> AasState:
        """Put it beside the vehicle."""
        state = state.with_unit(state.unit(self.unit).changed(cell=self.cell, aboard="", pace="cautious"))
        return state.changed(moved=True) if state.actor == self.unit else state


@dataclass(frozen=True)
class Joined(Event[AasState]):
    """A leader, or a unit, joined another of its side."""

    unit: str
    other: str
    player: str = ""
    """AAS-COOP: whose order it was; who joins is no unit any more that could be asked."""

    def apply(self, state: AasState) -> AasState:
        """Make one of the two. What either has used up this turn is used up: no second check, and no second move.

        Only a leader who comes to his men does not keep them from acting.
        """
        unit, other = state.unit(self.unit), state.unit(self.other)
        lone = unit.profile.kind == "leader"
        joined = other.changed(
            leader=max(unit.leader, other.leader),
            figures=other.figures + (0 if lone else unit.figures),
            strength=(other.strength or other.profile.figures) + (0 if lone else unit.strength or unit.profile.figures),
            support=(*other.support, *unit.support),
            downed=other.downed + unit.downed,
            light=other.light + unit.light,
            serious=other.serious + unit.serious,
            checked=other.checked or unit.checked,
            barred=other.barred or unit.barred,
            reacted=other.reacted or unit.reacted,
            acted=other.acted or (not lone and (unit.acted or bool(unit.pace) or state.actor == self.unit)),
            shots=max(other.shots, unit.shots),
            pinned=max(other.pinned, unit.pinned),
        )
        state = state.with_unit(joined).without_unit(self.unit)
        return state.changed(actor="", moved=False, fired=False) if state.actor == self.unit else state


@dataclass(frozen=True)
class LeftTable(Event[AasState]):
    """A unit left the table on purpose, with all who are aboard."""

    unit: str

    def apply(self, state: AasState) -> AasState:
        """Take them off."""
        going = [self.unit, *(each.id for each in state.units if each.aboard == self.unit)]
        for id_ in going:
            state = state.with_unit(state.unit(id_).changed(cell=None, acted=True, overwatch=False))
        return state.changed(left=(*state.left, *going))


@dataclass(frozen=True)
class Searched(Event[AasState]):
    """A place was searched."""

    unit: str
    cell: Cell

    def apply(self, state: AasState) -> AasState:
        """Write it down."""
        if self.cell in state.searched:
            return state
        return state.changed(searched=(*state.searched, self.cell))


@dataclass(frozen=True)
class Dispersed(Event[AasState]):
    """A unit tried to disperse a mob, and did or did not."""

    unit: str
    mob: str
    succeeded: bool

    def apply(self, state: AasState) -> AasState:
        """Send the people home, if it succeeded."""
        if not self.succeeded:
            return state
        return state.with_unit(state.unit(self.mob).changed(cell=None, figures=0))


EVENTS_OF_PLAY: tuple[type[Event[AasState]], ...] = (
    PhaseBegan, TurnReadied, ActivationBegan, ActivationEnded, PointsWon, HotSpotPlaced, HotSpotRemoved,
    InsurgencyRolled, CameOn, LevelChanged, ActionChecked, ReactionTested, Reacted, WentOnWatch, Moved, TurnedTo,
    Embarked, Disembarked, Joined, LeftTable, Searched, Dispersed,
)  # fmt: skip
