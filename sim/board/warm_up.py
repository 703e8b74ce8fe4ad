"""Compile every kernel ahead, so that the first battle does not wait: `python -m sim.board.warm_up`.

Calls each kernel once, on a board of a few cells, through the same functions that play uses: numba compiles for the
types that it meets, so that calling it in any other way could leave the real one uncompiled.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.battlemap import BattleMap
from sim.board.convention import HIGH_GROUND
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover, Turning
from sim.board.numba_steps import numba_steps
from sim.board.paths import Stand, reach, reach_turning, safest_ways
from sim.board.sight import LinesOfSight, lines_of_sight
from sim.board.terrain import FeatureKind, MovementClass, TerrainKind, TerrainSet
from sim.grid import Cell, HexGrid
from sim.importing import import_steps


def warm_up() -> None:
    """Call every kernel once."""
    battle_map = _small_map()
    LinesOfSight(Ground(battle_map), HIGH_GROUND).all_pairs()
    for _ in warming():
        pass


def warming() -> Iterator[None]:
    """Load the kernels of a battle one after the other, so that a window can answer in between.

    Each is read from a file when it is first called, which takes some milliseconds.
    """
    yield from numba_steps()
    yield from import_steps("sim.board.kernels")
    battle_map = _small_map()
    middle = battle_map.cells[4]
    LinesOfSight(Ground(battle_map), HIGH_GROUND).field_of_view(middle)
    yield
    lines_of_sight(battle_map, HIGH_GROUND, Changes().with_feature(middle, "smoke")).field_of_view(battle_map.cells[0])
    yield
    ground, walker = Ground(battle_map), Mover("foot", turning=Turning((0,) * 4, (0,) * 4, (0,) * 4))
    reach(ground, walker, middle)
    yield
    reach_turning(ground, walker, Stand(middle, 0))
    yield
    safest_ways(ground, walker, middle, battle_map.area(Cell(0, 0)))


def _small_map() -> BattleMap:
    ground, smoke, foot = TerrainKind("open", "open"), FeatureKind("smoke", "smoke"), MovementClass("foot", "foot")
    terrain_set = TerrainSet(
        "warm_up", "", "high_ground", ("none",), {"open": ground}, {"smoke": smoke}, {}, {}, {"foot": foot}
    )
    return BattleMap("warm_up", HexGrid(), 3, 3, terrain_set, ("open",) * 9, (0,) * 9)


if __name__ == "__main__":
    warm_up()
