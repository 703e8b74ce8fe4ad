"""What happens in every system, and how it is written down: an event says what it changes, and in which words.

Most events change a few fields of a unit, or of the battle. Such a one says which, and nothing else::

    class DugIn(UnitChanged[CohState]):
        \"\"\"COH-DIG: a unit took up a hasty defence.\"\"\"

        says, sets = "{unit} {unit:digs|dig} in", {"dug_in": True}

What hangs on how things were is a function of the event and of what it changes::

    class CapsWon(StateChanged[CohState]):
        says, sets = "plus {by} CAPs", {"caps": lambda event, state: state.caps + event.by}
        by: int

What comes of it besides, by whatever the rules are that several events share, is another one: `then`. Only what cannot
be said in any of these ways has an `apply`, or a `told`, of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self, TypeVar

from sim.engine.domains import AnyNumber, SideId, UnitId
from sim.engine.events import Event
from sim.engine.state import StateT
from sim.engine.words import Name, counted, filled
from sim.grid import Cell
from sim.play.order import Facing

T = TypeVar("T")
Fields = Mapping[str, Any]
"""Fields of a unit, or of the state, and what they are afterwards; or a function that says so of the event and it."""

# -- words ---------------------------------------------------------------------------------------------------------


def word_by(field: str, words: Mapping[Any, str]) -> Callable[[Any, Any], str]:
    """Make a slot of `says`: the words for the value that a field has, which may have slots themselves."""
    return lambda event, position: filled(words[getattr(event, field)], position, event)


def does_by(field: str, words: Mapping[Any, str]) -> Callable[[Any, Any], str]:
    """Make a slot of `says`: the unit, and what it does by the value of a field, written as one would say it of one."""
    return lambda event, position: position.battle.ruleset.name(position, event.unit).does(words[getattr(event, field)])


def given(field: str, words: str, otherwise: str = "") -> Callable[[Any, Any], str]:
    """Make a slot of `says`: words that are only said where a field holds something."""
    return lambda event, position: filled(words if getattr(event, field) else otherwise, position, event)


def figures_text(count: int) -> str:
    """Count figures.

    >>> figures_text(0), figures_text(1), figures_text(3)
    ('nobody', '1 figure', '3 figures')
    """
    return counted(count, "figure") if count else "nobody"


def figures(field: str) -> Callable[[Any, Any], str]:
    """Make a slot of `says`: how many figures a field counts."""
    return lambda event, position: figures_text(getattr(event, field))


# -- what is changed -----------------------------------------------------------------------------------------------


def _afterwards(event: Any, thing: Any, sets: Fields, takes: tuple[str, ...] = ()) -> dict[str, Any]:
    found = {name: value(event, thing) if callable(value) else value for name, value in sets.items()}
    for name in takes:
        found[name] = getattr(event, name)
    return found


def _all_changed(event: Any, state: StateT, units: Iterable[Any]) -> StateT:
    """Change the units that are not like that already."""
    for unit in units:
        changes = _afterwards(event, unit, event.sets)
        if any(getattr(unit, name) != value for name, value in changes.items()):
            state = state.with_unit(unit.changed(**changes))
    return state


def _no_more(event: Any, state: Any) -> Any:
    return state


def without_one(row: tuple[T, ...], entry: T) -> tuple[T, ...]:
    """Return a row without the first entry of a kind: a card that is played goes, and its twins stay in the hand."""
    place = row.index(entry)
    return row[:place] + row[place + 1 :]


def noted(row: tuple[T, ...], entry: T) -> tuple[T, ...]:
    """Return a row with an entry at its end, if it is not in it already."""
    return row if entry in row else (*row, entry)


def unit_changed(state: StateT, id_: str, **changes: Any) -> StateT:
    """Return the state with some fields of a unit changed."""
    return state.with_unit(state.unit(id_).changed(**changes))


class StateChanged(Event[StateT]):
    """Something changed the battle itself: the card that is up, whose turn it is; or it is only told."""

    sets: ClassVar[Fields] = {}
    """Fields of the state, and what they are afterwards."""
    takes: ClassVar[tuple[str, ...]] = ()
    """Fields of the event that the state takes over under the same name."""
    then: ClassVar[Callable[[Any, Any], Any]] = _no_more
    """What else comes of it: the state after it, of the event and the state that it has changed so far."""

    def apply(self, state: StateT) -> StateT:
        """Change the state."""
        after: StateT = self.then(state.changed(**_afterwards(self, state, self.sets, self.takes)))
        return after


class UnitChanged(Event[StateT]):
    """Something that a unit did, or that befell it."""

    sets: ClassVar[Fields] = {}
    """Fields of the unit, and what they are afterwards."""
    takes: ClassVar[tuple[str, ...]] = ()
    """Fields of the event that the unit takes over under the same name."""
    battle: ClassVar[Fields] = {}
    """Fields of the state, and what they are once the unit has changed."""
    acting: ClassVar[Fields] = {}
    """The same, if the unit is the `actor` of the state: what it has used up of what it may do."""
    then: ClassVar[Callable[[Any, Any], Any]] = _no_more
    """What else comes of it: the state after it, of the event and the state that it has changed so far."""

    unit: UnitId

    def apply(self, state: StateT) -> StateT:
        """Change the unit, and then the battle."""
        if changes := self.becomes(state):
            state = state.with_unit(state.unit(self.unit).changed(**changes))
        if self.battle:
            state = state.changed(**_afterwards(self, state, self.battle))
        if self.acting and state.actor == self.unit:  # type: ignore[attr-defined]
            state = state.changed(**_afterwards(self, state, self.acting))
        after: StateT = self.then(state)
        return after

    def becomes(self, state: StateT) -> dict[str, Any]:
        """Return the fields of the unit that change, with their new values."""
        return _afterwards(self, state.unit(self.unit), self.sets, self.takes) if self.sets or self.takes else {}


class UnitsChanged(Event[StateT]):
    """The same befell several units."""

    sets: ClassVar[Fields] = {}
    """Fields of each unit, and what they are afterwards."""

    units: tuple[UnitId, ...]

    def apply(self, state: StateT) -> StateT:
        """Change those who are still there."""
        return _all_changed(self, state, [state.units[id_] for id_ in self.units if id_ in state.units])

    def who(self, position: Any) -> Name:
        """Name them one after the other."""
        names = [position.battle.ruleset.name(position, unit) for unit in self.units]
        return Name(", ".join(names) or "nobody", len(names) > 1 or any(name.plural for name in names))


class EverybodyChanged(Event[StateT]):
    """The same for every unit: what lasts for a turn is over."""

    sets: ClassVar[Fields] = {}
    """Fields of units, and what they are afterwards."""
    battle: ClassVar[Fields] = {}
    """Fields of the state, and what they are afterwards."""

    def apply(self, state: StateT) -> StateT:
        """Change all units that are not like that already, and the battle."""
        state = _all_changed(self, state, state.units)
        return state.changed(**_afterwards(self, state, self.battle)) if self.battle else state


# -- what happens in several systems -------------------------------------------------------------------------------


class Turned(UnitChanged[StateT]):
    """A unit turned where it stands."""

    says, takes = "{unit} {unit:turns|turn} {facing}", ("facing",)
    facing: Facing


class Moved(UnitChanged[StateT]):
    """A unit went along a way, and stands in its last cell. Systems add the gait and what it does to a unit."""

    says = "{unit} {unit:moves|move} to {way}"
    takes: ClassVar[tuple[str, ...]] = ("cell", "facing")
    way: tuple[Cell, ...]
    facing: Facing

    @property
    def cell(self) -> Cell:
        """Where it has come to."""
        return self.way[-1]


class CameToBlows(Event[StateT]):
    """Two units fight each other: each is in a row of the other's."""

    locks: ClassVar[str]
    """The field of a unit that says whom it fights."""

    unit: UnitId
    enemy: UnitId

    def apply(self, state: StateT) -> StateT:
        """Write each down with the other."""
        for one, other in ((self.unit, self.enemy), (self.enemy, self.unit)):
            state = unit_changed(state, one, **{self.locks: noted(getattr(state.unit(one), self.locks), other)})
        return state


Points = tuple[tuple[SideId, AnyNumber], ...]


class PointsBySide:
    """What a state needs to count points by side. A system's state derives from it and declares the field.

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

    def event_text(self, position: Any) -> str:
        """Say how many, and what for."""
        name, why = position.battle.side(self.side).mention, f": {self.why}" if self.why else ""
        if self.points < 0:
            return f"{name} {name:loses|lose} {counted(-self.points, 'point')}{why}"
        return f"{counted(self.points, 'point')} for {name}{why}"


class Left(UnitChanged[Any]):
    """A unit left the table of its own will. The state lists in `left` who has."""

    says, sets = "{unit} {unit:leaves|leave} the table", {"cell": None}
    battle = {"left": lambda event, state: (*state.left, event.unit)}
    formerly = {"LeftTable": "Left"}


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

    def event_text(self, position: Any) -> str:
        """Say where."""
        return f"smoke rises in {', '.join(map(position.name, self.cells))}"


SHARED: Mapping[str, type[Event[Any]]] = {"points": PointsWon, "left": Left}
"""Events that every system has whose state has these fields, unless it tells them in its own words."""
