"""A map of another program while it becomes one of ours, with what of it has no counterpart here.

Both kinds are boards of flat hexes of which every second column lies half a hex lower, and both are drawn in the
terrain set "battlefield". What cannot be said in it is never left out in silence: the notes of the map say what, how
often, and where first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from sim.board.battlemap import BattleMap, Scale
from sim.board.mapfile.model import WIDEST
from sim.board.terrain import VOID
from sim.board.terrain_sets import terrain_set
from sim.files import FileLimits, FileLocation, FileMistakes, Mistake, counted, printable
from sim.files.mistakes import KEPT
from sim.grid import Cell, Edge, HexGrid

IMPORT_LIMITS = FileLimits(size=8 << 20, depth=1, values=WIDEST * WIDEST, tables=WIDEST * WIDEST)
"""How large a file of another program may be: a board of the largest size, with some thirty characters a hex."""
GRID = HexGrid("flat", "odd")
MOST_LINKS = 60_000
"""How many links all roads of a map together may have. No map that people play on has a tenth of that."""
_TOLD = 60
"""How many sorts of things without a counterpart are named."""


class Slips:
    """The mistakes of a file that is read line by line. Beyond as many as are kept they are only counted."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._mistakes: list[Mistake] = []
        self._unlisted = 0

    def add(self, line: int | None, found: str, expected: str, hint: str = "") -> None:
        """Note a mistake in one line."""
        if len(self._mistakes) < KEPT:
            self._mistakes.append(FileLocation(self.file, line).mistake(found, expected, hint))
        else:
            self._unlisted += 1

    def settle(self) -> None:
        """Raise what was found, if anything was."""
        if self._mistakes:
            raise FileMistakes(self._mistakes, self._unlisted)


@dataclass(eq=False)
class Imported:
    """The layers of a map in the making, by places in map order."""

    file: str
    source: str
    """What it was read from, as in "a MegaMek board"."""
    width: int
    height: int
    terrain: list[str]
    heights: list[int]
    edges: dict[Edge, str] = field(default_factory=dict)
    features: dict[int, list[str]] = field(default_factory=dict)
    ways: dict[Edge, str] = field(default_factory=dict)
    places: dict[str, list[int]] = field(default_factory=dict)
    areas: dict[str, list[int]] = field(default_factory=dict)
    _left: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By what has no counterpart, in how many hexes it was, and in which first."""

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells in map order."""
        return list(GRID.rectangle(self.width, self.height))

    def ordinal(self, cell: Cell) -> int | None:
        """Return a cell's place in map order; None off the board."""
        column, row = GRID.offset(cell)
        return row * self.width + column if 0 <= column < self.width and 0 <= row < self.height else None

    def leave_out(self, what: str, ordinal: int) -> None:
        """Note what has no counterpart."""
        times, first = self._left.get(what, (0, ordinal))
        self._left[what] = times + 1, first

    def link(self, one: int, step: Cell, kind: str) -> None:
        """Lay a way to the next hex in some direction, if that is on the map."""
        cell = self.cells[one]
        beyond = self.ordinal(cell.plus(step))
        if beyond is not None and self.terrain[beyond] != VOID and self.terrain[one] != VOID:
            self.ways[Edge.between(cell, self.cells[beyond])] = kind
            if len(self.ways) > MOST_LINKS:
                found = f"roads from hex to hex more than {MOST_LINKS} times"
                raise FileMistakes([FileLocation(self.file).mistake(found, "fewer")])

    def notes(self, more: Iterable[str] = ()) -> str:
        """Say where the map comes from and what of it is not here."""
        lines = [f"Read from {self.source}.", *more]
        for what, (times, first) in list(self._left.items())[:_TOLD]:
            where = GRID.name(self.cells[first])
            lines.append(
                f"Left out: {printable(what)}, in {where if times == 1 else f'{times} hexes, first in {where}'}."
            )
        if len(self._left) > _TOLD:
            lines.append(f"Left out: {counted(len(self._left) - _TOLD, 'other thing')}.")
        return "\n".join(lines)

    def finished(self, name: str, title: str, scale: Scale, notes: str) -> BattleMap:
        """Return the map."""
        at = self.cells
        return BattleMap(
            name,
            GRID,
            self.width,
            self.height,
            terrain_set("battlefield"),
            tuple(self.terrain),
            tuple(self.heights),
            self.edges,
            {at[n]: tuple(kinds) for n, kinds in self.features.items()},
            self.ways,
            {place: tuple(at[n] for n in cells) for place, cells in self.places.items()},
            scale,
            title,
            notes,
            {area: tuple(at[n] for n in cells) for area, cells in self.areas.items()},
        )
