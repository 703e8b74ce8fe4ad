"""The maps of the benchmark: seeded, hexes and squares, with what slows sight and movement down.

A fifth of the cells is rock, which stops sight and movement; a seventh is rough, at twice the cost; hills rise to
three levels; a wall stands on every twentieth side. The same seed gives the same ground on every machine.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np
from bench_timing import Effort, Line, Target, race, repeated
from numpy.typing import NDArray

from sim.board import kernels
from sim.board.battlemap import BattleMap
from sim.board.convention import HIGH_GROUND, TOWN, SightConvention
from sim.board.ground import Ground
from sim.board.mapfile import parse_map
from sim.board.movement import Mover, Turning
from sim.board.sight import LinesOfSight
from sim.board.terrain import EdgeKind, FeatureKind, MoveCost, MovementClass, TerrainKind, TerrainSet
from sim.grid import Cell, Edge, Grid, HexGrid, SquareGrid

SEED = 1944
WALKER = Mover("foot", step=2, diagonal=3)
_TURNINGS = {
    "hex": Turning(step=(0, 0, None, 1), pivot=(0, 1, 2, 3), after=(0, 1, None, None)),
    "square": Turning(step=(0, 0, None, None, 0), pivot=(0, 1, 1, 1, 1), after=(0, 0, None, None, None)),
}
_TERRAIN = (
    TerrainKind("open", "open ground"),
    TerrainKind("rough", "rough ground", {"foot": MoveCost(times=2)}),
    TerrainKind("rock", "rock", {"foot": None}, blocks_sight=True, sight_height=2),
)
_SET = TerrainSet(
    "bench",
    "for the benchmark",
    "high_ground",
    ("none",),
    {kind.id: kind for kind in _TERRAIN},
    {"smoke": FeatureKind("smoke", "smoke", blocks_sight=True, sight_height=2)},
    {"wall": EdgeKind("wall", "wall", {"foot": None}, blocks_sight=True, sight_height=2)},
    {},
    {"foot": MovementClass("foot", "foot", up=(0, 1, 2), down=(0, 0, 1))},
)


@dataclass(frozen=True)
class Size:
    """How big a board is, and what the lines of the table call that."""

    name: str
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


HUGE = Size("huge", 512, 512)
MOST_MEMORY = 60
"""MiB."""
SIZES = (Size("small", 15, 12), Size("medium", 50, 40), Size("large", 200, 200), HUGE)
QUICK_SIZES = (Size("small", 8, 6), Size("medium", 15, 12), Size("large", 30, 30), Size("huge", 40, 40))


@dataclass(frozen=True, eq=False)
class Field:
    """One map with everything that a contender wants of it."""

    name: str
    """"hex" or "square"."""
    size: Size
    map: BattleMap
    convention: SightConvention

    def __str__(self) -> str:
        return f"{self.name} {self.size}"

    @cached_property
    def ground(self) -> Ground:
        """The map without changes."""
        return Ground(self.map)

    @property
    def turning(self) -> Turning:
        """What it costs to turn."""
        return _TURNINGS[self.name]

    @property
    def turner(self) -> Mover:
        """Somebody on foot who must mind a facing."""
        return Mover("foot", turning=self.turning)

    def viewers(self, count: int) -> tuple[Cell, ...]:
        """Return cells that one can stand in, spread over the map; the same ones every time."""
        standing = [cell for cell, kind in zip(self.map.cells, self.map.terrain, strict=True) if kind != "rock"]
        return tuple(Random(SEED).sample(standing, min(count, len(standing))))

    @cached_property
    def transparent(self) -> NDArray[np.bool_]:
        """What tcod's field of view needs: where sight passes, by row and column. It has no heights and no walls."""
        open_ = np.array([kind != "rock" for kind in self.map.terrain])
        return open_.reshape(self.size.height, self.size.width)

    def row_and_column(self, cell: Cell) -> tuple[int, int]:
        """Return where a cell lies in the arrays that tcod works on."""
        column, row = self.map.grid.offset(cell)
        return row, column


class TakesTooMuchMemory(Exception):
    """Tell that a large map takes more memory than it may."""


def large_maps(effort: Effort) -> Iterator[Line]:
    """Load the largest map that there may be, and look about from one of its cells for the first time."""
    text = _drawn(HUGE)

    def look_about() -> None:
        battle_map = parse_map(text)
        LinesOfSight(Ground(battle_map), HIGH_GROUND).field_of_view(battle_map.cell("J10"))

    kernels.compile_all()
    look_about()
    tracemalloc.start()
    look_about()
    memory = tracemalloc.get_traced_memory()[1] >> 20
    tracemalloc.stop()
    if memory > MOST_MEMORY:
        raise TakesTooMuchMemory(f"a map of {HUGE} takes {memory} MiB, expected at most {MOST_MEMORY}")
    (ours,) = race([repeated(look_about)], effort)
    yield Line("map-large", f"load {HUGE}, first field of view; peak {memory} MiB", ours, target=Target(under=0.5))


def _drawn(size: Size) -> str:
    chance = Random(SEED)
    rows, heights = (
        "\n".join("".join(chance.choices(letters, (80, 20), k=size.width)) for _ in range(size.height))
        for letters in (".w", "01")
    )
    head = 'format = 1\ntitle = "Large"\nterrain_set = "battlefield"\ngrid = { kind = "hex" }'
    return f"{head}\nrows = '''\n{rows}\n'''\nheights = '''\n{heights}\n'''\n"


def field(name: str, size: Size) -> Field:
    """Make the map of that grid and size: hexes under levels and high ground, squares under straight lines."""
    kernels.compile_all()  # for small maps, too: a kernel is measured, not whether it pays to load it
    grid: Grid = HexGrid() if name == "hex" else SquareGrid(8)
    return Field(name, size, _map(grid, size), HIGH_GROUND if name == "hex" else TOWN)


def _map(grid: Grid, size: Size) -> BattleMap:
    chance = Random(SEED)
    cells = tuple(grid.rectangle(size.width, size.height))
    terrain = tuple(chance.choices(("open", "rough", "rock"), (65, 15, 20), k=len(cells)))
    walls = {edge: "wall" for edge in _sides(grid, cells) if chance.random() < 0.05}
    heights = _heights(size, chance)
    return BattleMap(f"bench {grid.kind} {size}", grid, size.width, size.height, _SET, terrain, heights, walls)


def _sides(grid: Grid, cells: tuple[Cell, ...]) -> Iterator[Edge]:
    """Yield every side between two cells of the board, in map order and once."""
    on_board = set(cells)
    for cell in cells:
        for step in grid.side_steps:
            if cell < cell.plus(step) and cell.plus(step) in on_board:
                yield Edge.between(cell, cell.plus(step))


def _heights(size: Size, chance: Random) -> tuple[int, ...]:
    """Raise a round hill for every two hundred cells or so, one level every other cell, up to level 3."""
    level = np.zeros((size.height, size.width), dtype=np.int64)
    rows, columns = np.indices(level.shape)
    for _ in range(size.width * size.height // 200 + 1):
        row, column = chance.randrange(size.height), chance.randrange(size.width)
        far = np.maximum(abs(rows - row), abs(columns - column))
        level = np.maximum(level, (chance.randint(2, 7) - far) // 2)
    return tuple(int(height) for height in np.clip(level, 0, 3).ravel())
