"""What a scenario file says, in the form in which a ruleset takes it: names looked up, cells found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field

from sim.board.battlemap import BattleMap
from sim.engine.battle import Side
from sim.files.mistakes import KeyPath
from sim.files.strict import Strict
from sim.files.wording import formed
from sim.grid import Cell
from sim.memo import KeepsAnswers

NAME = "[A-Za-z0-9][A-Za-z0-9 _.'-]{0,39}"
NAMED = "at most 40 letters, digits, spaces and any of _ . ' -"
TypedName = Annotated[str, formed(f"^{NAME}$", NAMED)]
"""What players type to name a unit or an objective."""


@dataclass(frozen=True)
class Names:
    """Says of a text in a file what it names, for whoever offers what would fit."""

    what: Literal["spot", "side", "kind", "facing"]


NamedSpot = Annotated[str, Names("spot")]
"""A cell, a place or an area of the map."""
NamedSide = Annotated[str, Names("side")]
NamedKind = Annotated[str, Names("kind")]
"""A kind of unit."""
NamedFacing = Annotated[str, Names("facing")]


class UnitEntry(Strict):
    """What a scenario file says of a unit. A system adds its own keys in a subclass."""

    id: TypedName | None = None
    """What the log and typed orders call it; left out, it is the profile's id and a number."""
    profile: NamedKind
    """The kind of unit."""
    at: NamedSpot | None = None
    """A cell, a place or an area of the map; left out, it stands off the map until a rule brings it on."""
    facing: NamedFacing | None = None
    """A direction of the map's grid."""
    count: int = Field(default=1, ge=1, le=50)
    """So many like it, whose ids get a number each. The loader musters them one by one."""


class NothingMore(Strict):
    """The part of a scenario file that belongs to a system, of a system that has nothing to say there."""


@dataclass(frozen=True)
class RosterEntry:
    """One unit of the roster."""

    id: str
    side: str
    entry: Any
    """The `UnitEntry` of the system."""
    cells: tuple[Cell, ...]
    """Where it may stand: one cell, or all those of a place or an area; none for a unit that is off the map."""
    facing: int
    turn: int
    """The turn of its arrival; 0 for those who are there from the beginning."""
    way: KeyPath
    """Where the file says so, for those who have a mistake to tell."""


@dataclass(frozen=True)
class Objective(KeepsAnswers):
    """A place that matters."""

    id: str
    title: str
    cells: tuple[Cell, ...]
    points: int = 0
    holder: str | None = None
    """The side that holds it at the beginning."""

    @cached_property
    def ground(self) -> frozenset[Cell]:
        """Its cells, to be looked up: the points of every moment of a battle ask who stands there."""
        return frozenset(self.cells)


@dataclass(frozen=True)
class Setup:
    """A scenario, ready to be played by its system."""

    name: str
    map: BattleMap
    sides: tuple[Side, ...]
    units: tuple[RosterEntry, ...]
    objectives: tuple[Objective, ...]
    turns: int | None
    settings: Any
    """What the system's `settings` model made of the file's settings."""
    victory: Any
    extras: Any


@dataclass(frozen=True)
class SetupMistake:
    """Something in a scenario that its system cannot use; the loader adds file and line."""

    way: KeyPath
    found: str
    expected: str
    hint: str = ""


class SetupRefused(Exception):
    """All that a system cannot use of a scenario."""

    def __init__(self, mistakes: Iterable[SetupMistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{mistake.way}: {mistake.found}" for mistake in self.mistakes))
