"""What the enemies of a unit see of the table, and where one is in cover from them (AAS-R-cover).

A unit is in cover if its own ground is cover, or if something shelters it from every enemy that sees it. Where no enemy
sees it, something that would shelter it from some side is enough: a wall, a window, crates to crouch behind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from sim.board.sight import LinesOfSight
from sim.grid import Cell
from sim.rules.ambush_alley.geometry import enemies, may_be_sheltered, own_cover_area, walled_area
from sim.rules.ambush_alley.scene import Scene
from sim.rules.ambush_alley.units import Team
from sim.solo.priority import Shown
from sim.tabletop.inches import line_covers


def in_cover(position: Scene, unit: Team) -> bool:
    """AAS-R-cover: say whether a unit is in cover where it stands."""
    return unit.cell is not None and bool(watch(position, unit).sheltered[unit.cell].key)


class Told(dict[Cell, Shown]):
    """What is said of cells: worked out when a cell is first asked about, for hundreds of cells are, time and again."""

    def __init__(self, of: Callable[[Cell], Shown]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, cell: Cell) -> Shown:
        shown = self[cell] = self._of(cell)
        return shown

    def __call__(self, cell: Cell) -> Shown:
        """Say it of one cell."""
        return self[cell]


class Watch:
    """What some enemies, where they stand, see of every cell, and whether it is sheltered from them."""

    def __init__(self, lines: LinesOfSight, viewers: tuple[tuple[str, Cell], ...]) -> None:
        self._lines, self._viewers, map_ = lines, viewers, lines.ground.map
        self._ordinal = map_.ordinal
        codes = np.zeros(len(map_.cells), dtype=object if len(viewers) > 62 else np.int64)
        for n, (_, cell) in enumerate(viewers):
            codes |= lines.field_of_view(cell).mask().astype(codes.dtype) << n
        self._codes: list[int] = codes.tolist()
        """By cell, a bit for each enemy that sees it."""
        self._names: dict[int, str] = {0: ""}
        self._own = own_cover_area(map_, lines.ground.changes)
        self._walled = walled_area(map_, lines.ground.changes)
        self._traced = may_be_sheltered(map_, lines.ground.changes, lines.convention.grazing_cover)
        self.unseen = Told(self._unseen)
        """Whether no enemy sees a cell, and who does."""
        self.seen = Told(self._seen)
        """Whether an enemy would be in sight from a cell, and which."""
        self.sheltered = Told(self._sheltered)
        """AAS-R-cover: whether a cell is in cover, and from whom it is not."""

    def _unseen(self, cell: Cell) -> Shown:
        who = self._who(self._codes[self._ordinal(cell)])
        return Shown(not who, f"seen by {who}" if who else "unseen")

    def _seen(self, cell: Cell) -> Shown:
        who = self._who(self._codes[self._ordinal(cell)])
        return Shown(bool(who), f"sees {who or 'nobody'}")

    def _sheltered(self, cell: Cell) -> Shown:
        if cell in self._own:
            return Shown(True, "cover of its own")
        code = self._codes[self._ordinal(cell)]
        if not code:
            walled = cell in self._walled
            return Shown(walled, f"unseen, {'something' if walled else 'nothing'} to stand behind")
        bare = code if cell not in self._traced else self._bare(code, cell)
        return Shown(not bare, f"no cover from {self._who(bare)}" if bare else "sheltered from all who see it")

    def _bare(self, code: int, cell: Cell) -> int:
        """Leave those of the enemies that see a cell against whom nothing shelters it."""
        for n, (_, at) in enumerate(self._viewers):
            if code >> n & 1 and line_covers(self._lines, at, cell):
                code &= ~(1 << n)
        return code

    def _who(self, code: int) -> str:
        if code not in self._names:
            self._names[code] = ", ".join(id_ for n, (id_, _) in enumerate(self._viewers) if code >> n & 1)
        return self._names[code]


def watch(position: Scene, unit: Team) -> Watch:
    """Return what the enemies of a unit see."""
    return _watch(position.lines, tuple([(enemy.id, enemy.place) for enemy in enemies(position, unit.side)]))


@lru_cache(maxsize=64)
def _watch(lines: LinesOfSight, viewers: tuple[tuple[str, Cell], ...]) -> Watch:
    return Watch(lines, viewers)
