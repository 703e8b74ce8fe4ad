"""Notes: why something was done, as frozen data. Text and pictures are made of them at the edge.

Whoever decides or resolves leaves notes in the order of the work; those of one try lie inside the note of that try.
When the next event happens the notes so far are sealed into its frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from sim.engine.check import Check
from sim.engine.dice import Throw, ends_above
from sim.engine.frozen import fast_frozen
from sim.grid import Cell

Subject = Cell | str
"""What a candidate is: a cell, or the id of a unit or the name of anything else."""

Value = int | bool | str
"""What was measured of a candidate, as it is shown."""


@dataclass(frozen=True, kw_only=True)
class Note:
    """Something that led to a decision or a result, with the id of the rule it comes from."""

    rule: str = ""
    about: tuple[str, ...] = ()
    """The units that it speaks of, besides those whom its candidates or its die name: by these it is hidden from who
    may not know of them."""

    def inside(self) -> tuple[Note, ...]:
        """Return the notes that belong to this one."""
        return ()


@fast_frozen
@dataclass(frozen=True)
class Said(Note):
    """A fact that mattered, in words."""

    text: str


@fast_frozen
@dataclass(frozen=True)
class Rolled(Note):
    """Dice as they fell."""

    throw: Throw
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The faces added up."""
        return sum(self.faces)

    @property
    def successes(self) -> int:
        """How many dice are good enough, each by itself."""
        need = self.throw.need
        return sum(map(need.met_by, self.faces)) if need is not None else len(self.faces)

    @property
    def is_good(self) -> bool:
        """Whether what is needed was thrown; of dice that are judged each by itself, whether any shows it."""
        need = self.throw.need
        return need is None or (self.successes > 0 if need.each else need.met_by(self.total))


@fast_frozen
@dataclass(frozen=True)
class Opposed(Note):
    """Two throws against each other: the first is good enough if it ends above the second."""

    one: Rolled
    other: Rolled
    ahead: int
    """What is added to the first, less what is added to the second."""

    @property
    def margin(self) -> int:
        """By how much the first ends above the second."""
        return self.one.total + self.ahead - self.other.total

    @property
    def chance(self) -> Fraction:
        """How likely the first was to end above the second, before either was thrown."""
        return ends_above(self.one.throw, self.other.throw, self.ahead)

    def inside(self) -> tuple[Note, ...]:
        """Return both throws."""
        return self.one, self.other


@fast_frozen
@dataclass(frozen=True)
class Drawn(Note):
    """A card as it was drawn."""

    deck: str
    purpose: str
    whom: str
    card: str


@fast_frozen
@dataclass(frozen=True)
class Checked(Note):
    """A number with its parts."""

    check: Check


@fast_frozen
@dataclass(frozen=True)
class SelectionStep:
    """One line of a priority list, applied to the candidates that were left."""

    kind: Literal["require", "prefer", "least", "most"]
    what: str
    rule: str
    values: tuple[Value, ...]
    """One for each candidate that was left before this line."""
    kept: tuple[int, ...]
    """The candidates left after it, counted from 0 in the list of all candidates."""
    wanted: Value = True
    """The value that was needed to stay; False of a preference that nobody could meet, so that all stayed."""
    about: tuple[str, ...] = ()
    """The units that the values name and not every side knows of."""


@fast_frozen
@dataclass(frozen=True)
class Selection(Note):
    """A choice among candidates by a priority list: who was removed by which line, and why."""

    formerly: ClassVar[Mapping[str, str]] = {"Sifted": "Selection"}

    what: str
    """What is chosen: "the hex to move to"."""
    pool: str
    """Who the candidates are: "hexes next to the AI"."""
    candidates: tuple[Subject, ...]
    steps: tuple[SelectionStep, ...]
    chosen: int | None
    """Counted from 0; None if nobody was left."""
    roll: Rolled | None = None
    """The die that settled a tie."""

    def inside(self) -> tuple[Note, ...]:
        """Return the die that settled a tie."""
        return (self.roll,) if self.roll else ()


@fast_frozen
@dataclass(frozen=True)
class Tried(Note):
    """An option that was tried: taken, or why not."""

    option: str
    taken: bool
    reason: str = ""
    notes: tuple[Note, ...] = ()

    def inside(self) -> tuple[Note, ...]:
        """Return what was looked at for it."""
        return self.notes


@fast_frozen
@dataclass(frozen=True)
class Scored(Note):
    """A row of a table, found by a score."""

    table: str
    score: int
    row: str
    """What the row is called: "2-4"."""
    roll: Rolled | None = None
    """The die, where one was thrown for it."""

    def inside(self) -> tuple[Note, ...]:
        """Return the die."""
        return (self.roll,) if self.roll else ()


NOTES: tuple[type[Note], ...] = (Said, Rolled, Opposed, Drawn, Checked, Selection, Tried, Scored)
"""Every kind of note, for those who read them from a file."""


def walk(notes: tuple[Note, ...]) -> Iterator[Note]:
    """Yield notes and what lies inside them, from the top."""
    for note in notes:
        yield note
        if inside := note.inside():  # most have nothing inside, and there are thousands
            yield from walk(inside)


class Notebook:
    """Collects notes until they are sealed. A page inside a notebook collects those of one try.

    Once a page is closed, what is still written on it goes to the notebook it lies in: an option that was taken may go
    on giving orders, and its later notes belong to later events.
    """

    __slots__ = ("_notes", "_within")

    keeps: ClassVar[bool] = True
    """Whether notes are kept at all: whoever would make a dear one asks first."""

    def __init__(self, within: Notebook | None = None) -> None:
        self._notes: list[Note] | None = []
        self._within = within

    def write(self, note: Note) -> None:
        """Add a note."""
        if self._notes is not None:
            self._notes.append(note)
        elif self._within is not None:
            self._within.write(note)

    def unsealed(self) -> tuple[Note, ...]:
        """Return what has been written and not yet sealed."""
        return tuple(self._notes or ())

    def page(self) -> Notebook:
        """Open a page for the notes of one try."""
        return Notebook(self)

    def close(self) -> tuple[Note, ...]:
        """Close a page, and return what is on it."""
        notes = tuple(self._notes or ())
        self._notes = None
        return notes

    def seal(self) -> tuple[Note, ...]:
        """Return the notes so far, and begin afresh."""
        notes, self._notes = tuple(self._notes or ()), []
        return notes


class NoNotes(Notebook):
    """A notebook that keeps nothing, for battles whose reasons nobody reads, or reads by playing them again."""

    __slots__ = ()

    keeps = False

    def write(self, note: Note) -> None:
        """Forget it."""

    def page(self) -> Notebook:
        """Return itself: nothing on it is told apart."""
        return self

    def close(self) -> tuple[Note, ...]:
        """Return nothing, and stay open."""
        return ()

    seal = close
