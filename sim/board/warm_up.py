"""Compile every kernel ahead, so that the first battle does not wait: `python -P -m sim.board.warm_up`.

Calls each kernel once, on a board of a few cells, through the same functions that play uses: numba compiles for the
types that it meets, so that calling it in any other way could leave the real one uncompiled.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

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

_OF_A_BATTLE = ("sight_row", "sight_row_changed", "reach", "reach_turning", "safest")
"""The kernels that a battle calls."""

_IN_A_PROCESS = """\
import sys
sys.path.insert(0, sys.argv[1])
import sim
del sys.path[0]
from sim.board.warm_up import warm_up
warm_up()
"""
"""What the process runs that compiles. It is told where the package lies that started it, and looks for `sim` there
alone: a folder of that name may lie in whatever folder somebody is working in, and `-P` keeps Python from taking
anything else from there. Nor does the folder stay on the path, for in it may lie what would hide a module of Python."""


def warm_up() -> None:
    """Call every kernel once."""
    LinesOfSight(Ground(_small_map()), HIGH_GROUND).all_pairs()
    for _ in _calls():
        pass


def warming() -> Iterator[None]:
    """Load the kernels of a battle one after the other, so that a window can answer in between.

    Each is read from a file when it is first called, which takes some milliseconds.
    """
    yield from numba_steps()
    yield from import_steps("sim.board.kernels")
    yield from _compiling()
    yield from _calls()


def _calls() -> Iterator[None]:
    """Call the kernels of a battle."""
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


def _compiling() -> Iterator[None]:
    """Where the kernels were never compiled, have that done by a process of its own, and wait a step at a time.

    One kernel alone takes seconds, in which no window could answer. The process ends by itself, whether or not somebody
    still waits for it, and what it leaves undone is done by whoever calls a kernel; so is all of it, where the system
    starts no process.
    """
    if _are_kept():
        return
    quiet = subprocess.DEVNULL
    words = [sys.executable, "-P", "-c", _IN_A_PROCESS, str(Path(__file__).parents[2])]
    with suppress(OSError):
        compiling = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
        while compiling.poll() is None:
            yield


def _are_kept() -> bool:
    """Say whether numba has a file of every kernel of a battle; also where it is not there, or does not tell."""
    from sim.board import kernels

    with suppress(AttributeError):
        return all(getattr(kernels, name)._cache._cache_file._load_index() for name in _OF_A_BATTLE)
    return True


def _small_map() -> BattleMap:
    ground, smoke, foot = TerrainKind("open", "open"), FeatureKind("smoke", "smoke"), MovementClass("foot", "foot")
    terrain_set = TerrainSet(
        "warm_up", "", "high_ground", ("none",), {"open": ground}, {"smoke": smoke}, {}, {}, {"foot": foot}
    )
    return BattleMap("warm_up", HexGrid(), 3, 3, terrain_set, ("open",) * 9, (0,) * 9)


if __name__ == "__main__":
    warm_up()
