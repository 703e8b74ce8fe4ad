"""Where cover is, and what some enemies see of every cell.

AAS-R-cover: cover is the best single thing: two hedges are no wall. A unit is in cover if its own ground is cover, or
if something shelters it from every enemy that sees it. Where no enemy sees it, something that would shelter it from
some side is enough: a wall, a window, crates to crouch behind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce, wraps
from operator import or_

import numpy as np

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.board.cover import own_cover
from sim.board.ground import NO_CHANGES, Changes, Ground
from sim.board.sight import LinesOfSight
from sim.board.terrain import CellKind
from sim.grid import Cell, Edge
from sim.memo import memo
from sim.solo.priority import Measured
from sim.tabletop import inches
from sim.tabletop.inches import best_first

# -- where cover is ---------------------------------------------------------------------------------------------


def _area_where(holds: Callable[..., bool]) -> Callable[..., Area]:
    """Return the area of which something holds that depends on nothing but a cell and its neighbours, and keep it.

    To ask it of every cell takes long, and play changes few of them: the others are as they are printed.
    """

    @memo
    @wraps(holds)
    def area(battle_map: BattleMap, changes: Changes, *how: bool) -> Area:
        ground = Ground(battle_map, changes)
        if changes == NO_CHANGES:
            return Area.of(battle_map, [cell for cell in battle_map.whole if holds(ground, cell, *how)])
        near = Area.of(battle_map, (cell for there in ground.changed_cells for cell in battle_map.grid.disc(there, 1)))
        now = Area.of(battle_map, [cell for cell in near if holds(ground, cell, *how)])
        return (area(battle_map, NO_CHANGES, *how) - near) | now

    return area


@_area_where
def own_cover_area(ground: Ground, cell: Cell) -> bool:
    """Say whether a cell's own ground is cover from all sides: buildings, ruins, scrub, sandbags."""
    return bool(best_first(ground.map, own_cover(ground, cell)))


@_area_where
def walled_area(ground: Ground, cell: Cell) -> bool:
    """AAS-R-cover: say the same also of a cell with something to stand behind: at a side, or low and beyond it."""
    beyond = (cell.plus(step) for step in ground.map.grid.side_steps)
    return cell in own_cover_area(ground.map, ground.changes) or any(_shelters(ground, cell, there) for there in beyond)


@_area_where
def may_be_sheltered(ground: Ground, cell: Cell, one_hand: bool) -> bool:
    """Say whether some line may find a cell sheltered: nowhere else need a line be traced.

    One with cover of its own or something to stand behind, or beside as many things that block sight as a line that
    grazes them needs: one hand by some conventions, else both.
    """
    if cell in walled_area(ground.map, ground.changes):
        return True
    beside = (there for step in ground.map.grid.side_steps if (there := cell.plus(step)) in ground.map)
    return sum(any(kind.blocks_sight for kind in _kinds(ground, there)) for there in beside) >= (1 if one_hand else 2)


def _kinds(ground: Ground, cell: Cell) -> tuple[CellKind, ...]:
    return (ground.terrain_at(cell), *ground.features_at(cell))


def _shelters(ground: Ground, cell: Cell, beyond: Cell) -> bool:
    """Say whether a side of a cell shelters it, or a low object in the cell beyond that side."""
    low = [kind for kind in _kinds(ground, beyond) if kind.shelters_behind] if beyond in ground.map else []
    side, classes = ground.edge_at(Edge.between(cell, beyond)), ground.map.terrain_set.cover_classes
    return any(classes.index(kind.cover) for kind in (side, *low) if kind is not None)


# -- what is seen -----------------------------------------------------------------------------------------------


@memo
def seen_from(lines: LinesOfSight, cells: tuple[Cell, ...]) -> Area:
    """Return every cell that is seen from some others."""
    return reduce(or_, map(lines.field_of_view, cells), Area(lines.ground.map, 0))


class Lookout:
    """What some enemies, where they stand, see of every cell, and whether it is sheltered from them.

    It is kept: hundreds of cells are asked about, time and again.
    """

    def __init__(self, lines: LinesOfSight, viewers: tuple[tuple[str, Cell], ...]) -> None:
        self._lines, self._viewers, map_ = lines, viewers, lines.ground.map
        self._ordinal = map_.ordinal
        codes = np.zeros(len(map_.cells), dtype=object if len(viewers) > 62 else np.int64)
        for n, (_, cell) in enumerate(viewers):
            codes |= lines.field_of_view(cell).mask().astype(codes.dtype) << n
        self._codes: list[int] = codes.tolist()
        """By cell, a bit for each enemy that sees it."""
        self._names: dict[int, str] = {0: ""}
        self._unseen, self._seen = dict[int, Measured](), dict[int, Measured]()
        """What is said of all cells that the same enemies see."""
        self._own = own_cover_area(map_, lines.ground.changes)
        self._walled = walled_area(map_, lines.ground.changes)
        self._traced = may_be_sheltered(map_, lines.ground.changes, lines.convention.grazing_cover)

    def number(self, cell: Cell) -> int:
        """Return how many enemies see a cell."""
        return self._codes[self._ordinal(cell)].bit_count()

    def unseen(self, cell: Cell) -> Measured:
        """Say whether no enemy sees a cell, and who does."""
        code = self._codes[self._ordinal(cell)]
        if code not in self._unseen:
            self._unseen[code] = Measured(not code, f"seen by {self._who(code)}" if code else "unseen")
        return self._unseen[code]

    def seen(self, cell: Cell) -> Measured:
        """Say whether an enemy would be in sight from a cell, and which."""
        code = self._codes[self._ordinal(cell)]
        if code not in self._seen:
            self._seen[code] = Measured(bool(code), f"sees {self._who(code) or 'nobody'}")
        return self._seen[code]

    @memo
    def sheltered(self, cell: Cell) -> Measured:
        """AAS-R-cover: say whether a cell is in cover, and from whom it is not."""
        if cell in self._own:
            return Measured(True, "cover of its own")
        code = self._codes[self._ordinal(cell)]
        if not code:
            walled = cell in self._walled
            return Measured(walled, f"unseen, {'something' if walled else 'nothing'} to stand behind")
        # Those of the enemies that see the cell are left against whom nothing shelters it.
        for n, (_, at) in enumerate(self._viewers) if cell in self._traced else ():
            if code >> n & 1 and inches.line_covers(self._lines, at, cell):
                code &= ~(1 << n)
        return Measured(not code, f"no cover from {self._who(code)}" if code else "sheltered from all who see it")

    def _who(self, code: int) -> str:
        if code not in self._names:
            self._names[code] = ", ".join(id_ for n, (id_, _) in enumerate(self._viewers) if code >> n & 1)
        return self._names[code]
