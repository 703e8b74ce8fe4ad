"""Compile every kernel ahead, so that the first battle does not wait: `python -P -m sim.board.warm_up`.

Calls each kernel once, on a board of a few cells, through the same functions that play uses: numba compiles for the
types that it meets, so that calling it in any other way could leave the real one uncompiled.
"""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.battlemap import BattleMap
from sim.board.convention import HIGH_GROUND
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover, Turning
from sim.board.paths import Stand, reach, reach_turning, safest_ways
from sim.board.sight import LinesOfSight, lines_of_sight
from sim.board.terrain import FeatureKind, MovementClass, TerrainKind, TerrainSet
from sim.grid import HexGrid


def warm_up() -> None:
    """Call every kernel once: it is read from its file then, or compiled where there is none."""
    for _ in warming_up():
        pass


def warming_up() -> Iterator[None]:
    """Call every kernel once, and yield after each: to compile all of them takes a slow machine minutes."""
    from sim.board import kernels  # here, so that nothing else pays for numba

    kernels.compile_all()
    battle_map = _small_map()
    corner, middle, ground = battle_map.cells[0], battle_map.cells[4], Ground(battle_map)
    lines = LinesOfSight(ground, HIGH_GROUND)
    lines.field_of_view(middle)
    yield
    lines.all_pairs()
    yield
    lines_of_sight(battle_map, HIGH_GROUND, Changes().with_feature(middle, "smoke")).field_of_view(corner)
    yield
    walker = Mover("foot", turning=Turning((0,) * 4, (0,) * 4, (0,) * 4))
    reach(ground, walker, middle)
    yield
    reach_turning(ground, walker, Stand(middle, 0))
    yield
    safest_ways(ground, walker, middle, battle_map.area(corner))
    yield


def _small_map() -> BattleMap:
    ground, smoke, foot = TerrainKind("open", "open"), FeatureKind("smoke", "smoke"), MovementClass("foot", "foot")
    terrain_set = TerrainSet(
        "warm_up", "", "high_ground", ("none",), {"open": ground}, {"smoke": smoke}, {}, {}, {"foot": foot}
    )
    return BattleMap("warm_up", HexGrid(), 3, 3, terrain_set, ("open",) * 9, (0,) * 9)


if __name__ == "__main__":
    warm_up()
