"""What happens in every system, and how it is written down: an event with its own words.

Most events change a few fields of one unit. Such a one says which, and nothing else::

    class DugIn(UnitChanged[CohState]):
        \"\"\"COH-DIG: a unit took up a hasty defence.\"\"\"

        says, sets = "{unit} {unit:digs|dig} in", {"dug_in": True}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from sim.engine.domains import AnyNumber, SideId, UnitId
from sim.engine.events import Event
from sim.engine.state import StateT
from sim.engine.words import counted
from sim.grid import Cell


class UnitChanged(Event[StateT]):
    """Something befell a unit that only changes what it is."""

    sets: ClassVar[Mapping[str, Any]] = {}
    """Fields of the unit, and what they are afterwards."""
    takes: ClassVar[tuple[str, ...]] = ()
    """Fields of the event that the unit takes over under the same name."""

    unit: UnitId

    def apply(self, state: StateT) -> StateT:
        """Change the unit."""
        changes = {**self.sets, **{name: getattr(self, name) for name in self.takes}}
        return state.with_unit(state.unit(self.unit).changed(**changes))


class StateChanged(Event[StateT]):
    """Something changed the battle itself: the card that is up, whose turn it is."""

    sets: ClassVar[Mapping[str, Any]] = {}
    """Fields of the state, and what they are afterwards."""
    takes: ClassVar[tuple[str, ...]] = ()
    """Fields of the event that the state takes over under the same name."""

    def apply(self, state: StateT) -> StateT:
        """Change the state."""
        return state.changed(**self.sets, **{name: getattr(self, name) for name in self.takes})


class EverybodyChanged(Event[StateT]):
    """The same for every unit: what lasts for a turn is over."""

    sets: ClassVar[Mapping[str, Any]] = {}
    """Fields of units, and what they are afterwards."""

    def apply(self, state: StateT) -> StateT:
        """Change all of whom it is not so already."""
        for unit in state.units:
            if any(getattr(unit, name) != value for name, value in self.sets.items()):
                state = state.with_unit(unit.changed(**self.sets))
        return state


class Turned(UnitChanged[StateT]):
    """A unit turned where it stands."""

    says = "{unit} {unit:turns|turn} {direction}"
    takes = ("facing",)
    facing: int

    def direction(self, position: Any) -> str:
        """Name the direction in which it faces now."""
        named: str = position.map.grid.directions[self.facing]
        return named


class Moved(UnitChanged[StateT]):
    """A unit went along a way, the last cell of which it stands in. Systems add the gait and what it does to a unit."""

    says = "{unit} {unit:moves|move} to {way}"
    way: tuple[Cell, ...]
    facing: int

    @property
    def cell(self) -> Cell:
        """Where it has come to."""
        return self.way[-1]

    def apply(self, state: StateT) -> StateT:
        """Put the unit there."""
        return state.with_unit(state.unit(self.unit).changed(cell=self.way[-1], facing=self.facing))


Points = tuple[tuple[SideId, AnyNumber], ...]


class PointsBySide:
    """What a state can do that counts points: a system's state derives from it, too, and has the field.

    The field is the state's own, so that it stands among the others where files have always had it: the fingerprints
    of saves and records go by that.
    """

    points: Points

    def score(self, side: str) -> int:
        """Return the points of a side."""
        return dict(self.points).get(side, 0)

    def won(self, side: str, points: int) -> Self:
        """Return the state after a side has won points, or lost some."""
        total = {**dict(self.points), side: self.score(side) + points}
        return self.changed(points=tuple(sorted(total.items())))  # type: ignore[attr-defined, no-any-return]


class PointsWon(Event[Any]):
    """A side gained points, or lost some; the state says how it counts them: see `PointsBySide`."""

    side: SideId
    points: int
    why: str = ""

    def apply(self, state: Any) -> Any:
        """Count them."""
        return state.won(self.side, self.points)

    def told(self, position: Any) -> str:
        """Say how many, and what for."""
        name, why = position.battle.side(self.side).mention, f": {self.why}" if self.why else ""
        if self.points < 0:
            return f"{name} {name:loses|lose} {counted(-self.points, 'point')}{why}"
        return f"{counted(self.points, 'point')} for {name}{why}"


class Left(Event[Any]):
    """A unit left the table of its own will. The state lists in `left` who has."""

    says = "{unit} {unit:leaves|leave} the table"
    formerly = {"LeftTable": "Left"}
    unit: UnitId

    def apply(self, state: Any) -> Any:
        """Take it off, and write down that it has left."""
        gone = state.with_unit(state.unit(self.unit).changed(cell=None))
        return gone.changed(left=(*state.left, self.unit))


class SmokeLaid(Event[Any]):
    """Smoke rises in some cells; a system names the feature of the map that its smoke is."""

    feature: ClassVar[str] = "smoke"
    cells: tuple[Cell, ...]

    def apply(self, state: Any) -> Any:
        """Put the smoke on the map."""
        changes = state.changes
        for cell in self.cells:
            changes = changes.with_feature(cell, self.feature)
        return state.changed(changes=changes)

    def told(self, position: Any) -> str:
        """Say where."""
        return f"smoke rises in {', '.join(map(position.name, self.cells))}"
