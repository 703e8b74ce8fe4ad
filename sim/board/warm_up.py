"""Compile every kernel ahead, so that the first battle does not wait: `python -m sim.board.warm_up`.

Calls each kernel once, on a board of a few cells, through the same functions that play uses: numba compiles for the
types that it meets, so that calling it in any other way could leave the real one uncompiled.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

from sim.board.battlemap import BattleMap
from sim.board.convention import HIGH_GROUND
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover, Turning
from sim.board.paths import Stand, reach, reach_turning, safest_ways
from sim.board.sight import LinesOfSight, lines_of_sight
from sim.board.terrain import FeatureKind, MovementClass, TerrainKind, TerrainSet
from sim.grid import Cell, HexGrid

_BEFORE = (
    "importlib.resources",
    "socket",
    "importlib.metadata",
    "numpy.random",
    "numpy.ma",
    "llvmlite.binding",
    "llvmlite.ir",
    "subprocess",
    "cffi.cparser",
)
"""What numba imports that can be had without it, in parts of which none takes long."""
_AFTER = (
    "numba.cpython.unicode",
    "numba.cpython.charseq",
    "numba.cpython.listobj",
    "numba.cpython.setobj",
    "numba.np.arrayobj",
    "numba.np.arraymath",
    "numba.np.npdatetime",
    "numba.np.npyimpl",
    "numba.np.random.legacy",
    "numba.np.random.generator_methods",
    "numba.typed.typeddict",
    "numba.typed.typedlist",
    "numba.typed.typedset",
    "numba.core.typing.mathdecl",
    "numba.core.typing.cffi_utils",
)
"""The largest of the modules that numba imports only when it is first called."""


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
    yield from _importing()
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


def _importing() -> Iterator[None]:
    """Import numba and the kernels, a part at a time.

    The first call of a kernel would import all of it at once. A part that this release of numba lacks is passed over.
    Numba itself is the one part that stays large, a tenth of a second: no module inside of it can be had before its
    own `__init__` has imported them all, and an import that was broken off half-way would leave it with types that
    are registered twice. A window can be closed and painted meanwhile (`sim.view.loading`).
    """
    for name in (*_BEFORE, "sim.board.kernels", *_AFTER):
        if not name.startswith("numba.") or "numba" in sys.modules:  # kernels can be told to do without it
            with suppress(ImportError):
                import_module(name)
            yield
    if "numba" in sys.modules:
        yield from _filling_registries()


def _filling_registries() -> Iterator[None]:
    """Have numba take note of all that it can compile; the first call would do that and its own work in one go."""
    with suppress(KeyError, AttributeError):
        target = sys.modules["numba.core.registry"].cpu_target
        contexts = []
        for name in ("typing_context", "target_context"):
            contexts.append(getattr(target, name))
            yield
        for context in contexts:
            context.refresh()
            yield


def _small_map() -> BattleMap:
    ground, smoke, foot = TerrainKind("open", "open"), FeatureKind("smoke", "smoke"), MovementClass("foot", "foot")
    terrain_set = TerrainSet(
        "warm_up", "", "high_ground", ("none",), {"open": ground}, {"smoke": smoke}, {}, {}, {"foot": foot}
    )
    return BattleMap("warm_up", HexGrid(), 3, 3, terrain_set, ("open",) * 9, (0,) * 9)


if __name__ == "__main__":
    warm_up()
