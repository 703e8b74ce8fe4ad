"""What a page needs of a battle: every moment as somebody may see it, drawn by whoever can draw.

The page knows no painter, and the painters no page: these values are all that passes between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sim.board.battlemap import BattleMap
from sim.engine.insight import Marker
from sim.engine.notes import Note, Subject
from sim.engine.rulebook import Rulebook
from sim.files.markup import Html
from sim.grid import Cell, Edge
from sim.share.map_picture import MapPicture


@dataclass(frozen=True)
class CounterLook:
    """A counter, by the ids of the symbols that are laid one on the other."""

    under: str
    turning: str
    """What turns with the facing; empty for what does not."""
    pivot: tuple[float, float]
    """About which it turns."""
    over: str
    is_round: bool


@dataclass(frozen=True)
class ShownUnit:
    """A unit as it is shown at a moment."""

    id: str
    side: str
    cell: Cell | None
    angle: float | None
    """Where it faces in the picture, clockwise from the right, in radians; None: nowhere."""
    look: CounterLook
    wedge: str
    """The symbol that shows where it faces; empty for what faces nowhere."""
    words: str
    """What it is, where it faces, and what has befallen it."""


@dataclass(frozen=True)
class ShownMoment:
    """A frame as it may be read."""

    text: str
    turn: int
    begins: bool
    """Whether an activation begins with it: reasons are asked of one activation."""
    is_decision: bool
    notes: tuple[Note, ...]
    units: tuple[ShownUnit, ...]
    ways: tuple[tuple[Cell, ...], ...] = ()
    shot: tuple[Cell, Cell, str] | None = None
    """From where to where, and what was thrown for it."""
    concerned: tuple[Cell, ...] = ()
    ground: tuple[tuple[Cell | Edge, str], ...] = ()
    """What play has changed on the map so far, in words."""
    markers: tuple[Marker, ...] = ()


@dataclass(frozen=True)
class ShownSide:
    """A side, the colour of its counters, and who plays it."""

    id: str
    name: str
    colour: str
    player: str


@dataclass(frozen=True)
class ShownBattle:
    """A battle as a page shows it."""

    title: str
    about: tuple[str, ...]
    """Which game, whose dice, who reads: a line each."""
    briefing: tuple[str, ...]
    ending: tuple[str, ...]
    sides: tuple[ShownSide, ...]
    map: BattleMap
    picture: MapPicture
    counter: float
    """How long the side of a counter is, in cells."""
    moments: Iterable[ShownMoment]
    symbols: Callable[[], Iterable[Html]]
    """What the looks of all moments are made of; asked for after these."""
    rulebook: Rulebook
    naming: Callable[[Subject], str]
