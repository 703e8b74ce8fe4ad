"""Maps drawn in a test, and random ones, with a small terrain set whose figures a reader can keep in mind.

.  open ground                    1-9  open ground of that height
w  woods, blocks, 1 high          T    tall trees, block, 3 high
b  brush, hindrance 1, 1 high     o    low object, shelters whoever is right behind it
O  high object, blocks, 2 high    ~    water that only boats enter
_  not part of the map
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from textwrap import dedent

from sim.board.battlemap import BattleMap
from sim.board.terrain import (
    FREE,
    VOID,
    EdgeKind,
    FeatureKind,
    MoveCost,
    MovementClass,
    TerrainKind,
    TerrainSet,
    WayKind,
)
from sim.grid import Cell, Edge, Grid, HexGrid, SquareGrid

GRIDS = (HexGrid("flat", "odd"), HexGrid("pointy", "even"), SquareGrid(8), SquareGrid(4))

_TERRAIN = (
    TerrainKind("open", "open ground", letter="."),
    TerrainKind(
        "woods",
        "woods",
        {"foot": MoveCost(extra=1), "cart": None, "boat": None},
        defence=1,
        cover="soft",
        blocks_sight=True,
        sight_height=1,
        letter="w",
    ),
    TerrainKind("tall", "tall trees", {"foot": MoveCost(times=2), "cart": None}, 2, "hard", True, 3, letter="T"),
    TerrainKind("brush", "brush", {"cart": MoveCost(times=2)}, sight_height=1, letter="b", hindrance=1),
    TerrainKind("low", "low object", {"cart": None}, 1, "soft", letter="o", shelters_behind=True),
    TerrainKind("high", "high object", {"foot": None, "cart": None}, 1, "hard", True, 2, letter="O"),
    TerrainKind("water", "water", {"foot": None, "cart": None, "boat": FREE}, letter="~"),
)
_FEATURES = (
    FeatureKind("light_smoke", "light smoke", defence=1, sight_height=1, hindrance=1),
    FeatureKind("heavy_smoke", "heavy smoke", defence=2, blocks_sight=True, sight_height=1),
    FeatureKind("wire", "wire", {"foot": MoveCost(extra=3), "cart": None}),
    FeatureKind("pit", "rifle pit", defence=2, cover="hard"),
)
_EDGES = (
    EdgeKind("wall", "wall", {"foot": None, "cart": None}, 1, "hard", True, 2),
    EdgeKind("low_wall", "low wall", {"foot": MoveCost(extra=1), "cart": None}, 1, "soft"),
    EdgeKind("door", "door", {"foot": None, "cart": None}, 1, "hard", True, 2, becomes="door_open"),
    EdgeKind("door_open", "open door", {}, 1, "hard", becomes="door"),
    EdgeKind("window", "window", {"foot": MoveCost(extra=2), "cart": None}, 1, "hard"),
)
_WAYS = (WayKind("road", "road", {"foot": FREE, "cart": FREE}), WayKind("rail", "rail", {"train": FREE}))
_MOVEMENT = (
    MovementClass("foot", "foot", up=(0, 1, 2), down=(0, 0, 1)),
    MovementClass("cart", "cart", up=(0, 2), down=(0, 1), corners="both"),
    MovementClass("boat", "boat", default=None),
    MovementClass("train", "train", default=None, up=(0, 0), down=(0, 0)),
    MovementClass("air", "aircraft", flies=True),
)
SMALL_SET = TerrainSet(
    "small",
    "for tests",
    "high_ground",
    ("none", "soft", "hard"),
    {kind.id: kind for kind in _TERRAIN},
    {kind.id: kind for kind in _FEATURES},
    {kind.id: kind for kind in _EDGES},
    {kind.id: kind for kind in _WAYS},
    {kind.id: kind for kind in _MOVEMENT},
)
_LETTERS = {kind.letter: kind.id for kind in _TERRAIN} | {"_": VOID}


def drawn(
    picture: str,
    *,
    heights: str = "",
    grid: Grid | None = None,
    edges: dict[str, str] | None = None,
    features: dict[str, str] | None = None,
    ways: dict[str, list[str]] | None = None,
) -> BattleMap:
    """Read a map from its drawing. Edges are named "C2/se", ways are chains of neighbouring cells."""
    grid = grid or HexGrid()
    rows = dedent(picture).strip().splitlines()
    levels = dedent(heights).strip().splitlines() if heights else ["." * len(rows[0])] * len(rows)
    letters = "".join(row.strip() for row in rows)
    lifted = "".join(row.strip() for row in levels)
    return BattleMap(
        "drawn",
        grid,
        len(rows[0].strip()),
        len(rows),
        SMALL_SET,
        tuple("open" if letter.isdigit() else _LETTERS[letter] for letter in letters),
        tuple(_level(letter) or _level(level) for letter, level in zip(letters, lifted, strict=True)),
        {_edge(grid, name): kind for name, kind in (edges or {}).items()},
        {grid.cell(name): (kind,) for name, kind in (features or {}).items()},
        {
            Edge.between(grid.cell(one), grid.cell(other)): kind
            for kind, chain in (ways or {}).items()
            for one, other in pairwise(chain)
        },
    )


def _level(letter: str) -> int:
    return int(letter) if letter.isdigit() else 0


def _edge(grid: Grid, name: str) -> Edge:
    cell, side = name.split("/")
    return grid.edge(grid.cell(cell), side)


def random_map(grid: Grid, width: int, height: int, seed: int) -> BattleMap:
    """Make a map with a fifth of it blocking, hills, brush, walls of all kinds, smoke, roads and holes."""
    chance = Random(seed)
    cells = tuple(grid.rectangle(width, height))
    ground = ("open", "woods", "tall", "high", "brush", "low", "water", VOID)
    terrain = tuple(chance.choices(ground, (62, 10, 5, 5, 9, 4, 3, 2), k=len(cells)))
    here = {cell for cell, kind in zip(cells, terrain, strict=True) if kind != VOID}
    sides = sorted({Edge.between(cell, cell.plus(step)) for cell in here for step in grid.side_steps})
    links = sorted({Edge.between(cell, near) for cell in here for near in grid.neighbours(cell) if near in here})
    kinds = ("wall", "wall", "low_wall", "door", "door_open", "window")
    lying = ("light_smoke", "light_smoke", "heavy_smoke", "wire", "pit")
    return BattleMap(
        f"random {seed}",
        grid,
        width,
        height,
        SMALL_SET,
        terrain,
        tuple(chance.choice((1, 1, 2, 3)) if chance.random() < 0.3 else 0 for _ in cells),
        {edge: chance.choice(kinds) for edge in sides if chance.random() < 0.08},
        {cell: (chance.choice(lying),) for cell in sorted(here) if chance.random() < 0.06},
        {link: chance.choice(("road", "rail")) for link in links if chance.random() < 0.06},
    )


def at(battle_map: BattleMap, names: str) -> list[Cell]:
    """Read several cell names."""
    return [battle_map.grid.cell(name) for name in names.split()]
