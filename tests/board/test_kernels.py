"""The kernels run compiled and uncompiled, with the same results."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import json, sys
if "--without-numba" in sys.argv:
    sys.modules["numba"] = None
from fractions import Fraction
from sim.board import kernels
from sim.board.convention import CONVENTIONS
from sim.board.ground import Changes, Ground
from sim.board.movement import Mover, Turning
from sim.board.paths import Stand, reach, reach_turning, safest_ways
from sim.board.sight import LinesOfSight, lines_of_sight
from tests.board.drawn import GRIDS, random_map

kernels.compile_all()
found = []
for seed, grid in enumerate(GRIDS):
    battle_map = random_map(grid, 7, 6, seed)
    ground, cells = Ground(battle_map), tuple(battle_map.whole)
    for convention in CONVENTIONS.values():
        lines = LinesOfSight(ground, convention)
        found.append([lines.field_of_view(cell).bits for cell in cells])
        together = LinesOfSight(ground, convention)
        together.all_pairs()
        found.append([together.field_of_view(cell).bits for cell in cells])
        smoke = lines_of_sight(battle_map, convention, Changes().with_feature(cells[9], "heavy_smoke"))
        found.append([smoke.field_of_view(cell).bits for cell in cells])
    half = len(grid.directions) // 2 + 1
    mover = Mover("foot", 2, 3, Turning((0, 0, *[1] * (half - 2)), tuple(range(half)), (0, 1, *[None] * (half - 2))))
    found.append(reach(ground, mover, cells[0]).spent.tolist())
    found.append(reach_turning(ground, mover, Stand(cells[0], 1)).spent.tolist())
    ways = safest_ways(ground, mover, cells[0], battle_map.area(*cells[::3]))
    found.append([ways.spent.tolist(), [ways.danger(cell) for cell in cells]])
print(json.dumps([kernels.COMPILED, found]))
"""


def answers(*arguments: str, **environment: str) -> tuple[bool, object]:
    """Run all kernels on four small maps in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    compiled, found = json.loads(done.stdout)
    return compiled, found


def test_compiled_and_plain_agree() -> None:
    """Every kernel gives the same answer compiled, switched to plain, and where numba is not installed."""
    pytest.importorskip("numba")
    compiled, fast = answers()
    plain, slow = answers(SANDTABLE_KERNELS="plain")
    missing, without = answers("--without-numba")
    assert (compiled, plain, missing) == (True, False, False)
    assert fast == slow == without


SIZES = """
import sys
from sim.board import kernels
from sim.board.ground import Ground
from sim.board.movement import Mover
from sim.board.paths import reach
from sim.board.sight import LinesOfSight
from sim.board.convention import TOWN
from sim.grid import SquareGrid
from tests.board.drawn import random_map

for width in (kernels.FEW // 9, kernels.FEW // 9 + 1):
    battle_map = random_map(SquareGrid(8), width, 9, 1)
    start = next(iter(battle_map.whole))
    LinesOfSight(Ground(battle_map), TOWN).{asked}
    print(kernels.COMPILED, "numba" in sys.modules)
"""


@pytest.mark.parametrize(
    "asked", ["field_of_view(start)", "all_pairs()", "ground; reach(Ground(battle_map), Mover('foot'), start)"]
)
def test_kernels_are_compiled_for_maps_that_are_worth_it(asked: str) -> None:
    """A map of few cells does not wait for numba; from the first kernel on a larger one it is there."""
    pytest.importorskip("numba")
    words = [sys.executable, "-c", SIZES.format(asked=asked)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == ["False", "False", "True", "True"]
