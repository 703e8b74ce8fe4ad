"""The yardstick in C (`bench_yardstick.c`): compiled into a temporary folder where a compiler is found, read by ctypes.

It answers the questions of our kernels from the tables that they read, and its answers are compared with ours before
anything is timed. Where no compiler is found, its lines are left out.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from bench_maps import Field
from numpy.typing import NDArray

from sim.board.convention import SightConvention
from sim.board.movement import step_costs
from sim.board.relief import sight_table
from sim.grid import Cell

VIEW = "C, angular pieces"
ALL_PAIRS = "C, bit-parallel"
REACH_FACING = "C, buckets"
_FLAGS = ("-O3", "-shared", "-fPIC")
_BARRED = -1


class AnswersDiffer(Exception):
    """Tell that a peer came to another answer, so that comparing times would mean nothing."""


def expect(ours: object, theirs: object) -> None:
    """Go on only if both answers are the same."""
    if ours != theirs:
        raise AnswersDiffer("ours and the peer's answer are not the same")


@cache
def yardstick() -> ctypes.CDLL | None:
    """Compile and load it, once; None where that cannot be done, which is said."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        print("No C compiler was found: lines against C are left out.", file=sys.stderr)
        return None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        library = Path(folder) / "yardstick.so"
        source = Path(__file__).with_suffix(".c")
        done = subprocess.run([compiler, *_FLAGS, "-o", library, source, "-lm"], capture_output=True, text=True)
        if done.returncode:
            print(f"The C compiler failed: lines against C are left out.\n{done.stderr}", file=sys.stderr)
            return None
        return ctypes.CDLL(str(library))


def _at(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _numbers(*numbers: int) -> tuple[ctypes.c_int64, ...]:
    return tuple(ctypes.c_int64(number) for number in numbers)


class CSight:
    """Fields of view of one map in C."""

    def __init__(self, library: ctypes.CDLL, field: Field, convention: SightConvention) -> None:
        self._library, self._map = library, field.map
        self._table, self._slots = sight_table(field.ground, convention), field.map.slots
        slots, sides, rules, crests = self._table
        columns, count, rows = _numbers(slots.shape[1], len(sides), crests.shape[1])
        self._ground = (_at(slots), columns, _at(sides), count, _at(rules))
        self._crests = (_at(crests), rows)
        self._row = (len(field.map.cells) + 7) // 8

    def view(self, viewer: Cell) -> Callable[[], object]:
        """Return what works out one field of view, from nothing."""
        (slot,) = _numbers(int(self._slots.of_cell[self._map.ordinal(viewer)]))
        ask, given = self._library.view, (*self._ground, *self._crests, slot, _at(self._slots.to_cell))

        def look() -> int:
            seen = np.zeros(self._row, dtype=np.uint8)
            ask(*given, _at(seen))
            return int.from_bytes(seen.tobytes(), "little")

        return look

    def all_pairs(self) -> NDArray[np.uint8]:
        """Work out who sees whom, a row of bits for each cell."""
        slots, count = self._slots, len(self._map.cells)
        seen = np.zeros((count, self._row), dtype=np.uint8)
        cells, size, stride, row = _numbers(count, slots.count, slots.stride, self._row)
        places = (_at(slots.of_cell), _at(slots.places), cells, _at(slots.to_cell))
        self._library.all_pairs(*self._ground, *places, size, stride, _at(seen), row)
        return seen


class CReach:
    """What can be reached in which facing on one map, in C. What it needs for stamps and buckets it keeps."""

    def __init__(self, library: ctypes.CDLL, field: Field, budget: int) -> None:
        self._library, self._map, self._budget = library, field.map, budget
        self._slots, table = field.map.slots, step_costs(field.map, field.turner)
        self._directions, turning = len(field.map.grid.directions), field.turning
        self._costs, self._jumps = np.ascontiguousarray(table.costs), self._slots.step_jumps
        off = [min(turn, self._directions - turn) for turn in range(self._directions)]
        rows = (turning.step, turning.pivot, turning.after)
        figures = [[_BARRED if row[n] is None else row[n] for n in off] for row in rows]
        self._turning = np.array(figures, dtype=np.int16)
        places = self._slots.count * self._directions
        self._spent, self._came = (np.zeros(places, dtype=np.int32) for _ in range(2))
        self._stamps, self._found = np.zeros(places, dtype=np.uint32), np.zeros(places, dtype=np.int32)

    def search(self, cell: Cell, facing: int) -> int:
        """Search, and return how many places were found; they are listed with their costs until the next search."""
        start = int(self._slots.of_cell[self._map.ordinal(cell)])
        arrays: tuple[NDArray[Any], ...] = (self._costs, self._jumps, self._turning)
        kept: tuple[NDArray[Any], ...] = (self._spent, self._came, self._stamps, self._found)
        numbers = _numbers(self._directions, start, facing, self._budget)
        return int(self._library.reach_facing(*map(_at, arrays), *numbers, *map(_at, kept)))

    def answer(self, cell: Cell, facing: int) -> dict[tuple[Cell, int], int]:
        """Return every place that is reached with its cost."""
        found = self._found[: self.search(cell, facing)]
        cells, of = self._map.cells, self._slots.to_cell
        where = ((divmod(int(place), self._directions), int(self._spent[place])) for place in found)
        return {(cells[of[slot]], front): cost for (slot, front), cost in where}
