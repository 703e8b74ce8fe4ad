"""The array kernels: sight rows, all pairs, reach. Plain Python over arrays, compiled by numba where it is there.

Each kernel is the fast form of a definition that stands elsewhere in readable Python (`sight.py`, `paths.py`), and the
tests compare the two cell by cell. Without numba the same functions run uncompiled, with the same results.

This is the only module that imports numba, and it is imported only where a kernel is called: numba takes half a
second to import, which no command should pay that does not need it.
"""

from __future__ import annotations

import heapq
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from sim.board.flat_index import CLOSED, LAST
from sim.board.sight_table import (
    CELLS_AT_CORNER,
    CORNER_Q,
    CORNER_R,
    EDGES,
    EITHER_HAND,
    EYE,
    GROUND,
    HINDRANCE_LIMIT,
    JUMP,
    NOTHING,
    SCALE,
    SCREEN,
    STEP_Q,
    STEP_R,
    STRAIGHT_LINE,
    TOP,
    VECTOR_Q,
    VECTOR_R,
    VEIL,
    VEIL_TOP,
)

_Function = TypeVar("_Function", bound=Callable[..., Any])

_SETTINGS = ".numba_config.yaml"
"""What numba reads its settings from, out of the current folder."""


@contextmanager
def _without_settings() -> Iterator[None]:
    """Import numba without the settings of the current folder, whoever put them there.

    They may say where compiled kernels are loaded from, and by what. What the environment says holds.
    """
    here = Path.cwd() if Path(_SETTINGS).exists() else None
    if here is not None:
        os.chdir(Path(__file__).parent)
    try:
        yield
    finally:
        if here is not None:
            os.chdir(here)
        # It looks for them again with everything that it compiles.
        if (config := sys.modules.get("numba.core.config")) is not None:
            vars(config)["_config_fname"] = ""


def _compiler() -> Callable[[_Function], _Function] | None:
    if os.environ.get("SANDTABLE_KERNELS") == "plain":
        return None
    try:
        with _without_settings():
            import numba
    except ImportError:
        return None
    return cast(Callable[[_Function], _Function], numba.njit(cache=True, nogil=True, inline="always"))


_compile = _compiler()
COMPILED = _compile is not None


def kernel(function: _Function) -> _Function:
    """Compile a function if that can be done here, else leave it as it is."""
    return _compile(function) if _compile else function


Slots = NDArray[np.int16]
Sides = NDArray[np.int64]
Rules = NDArray[np.int64]
Cells = NDArray[np.int32]


@kernel
def _overtops(top: int, start: int, end: int, numerator: int, denominator: int) -> bool:
    """Say whether a top rises above the straight line from `start` to `end` at a fraction of its way."""
    return (top - start) * denominator > (end - start) * numerator


@kernel
def _first_forward_side(sides: Sides, dq: int, dr: int, guess: int) -> int:
    """Return the leftmost of the sides by which a line of this bearing can leave a cell.

    The guess is the answer for the line before: lines come in map order, and most often it is right.
    """
    first = guess
    while dq * sides[first, VECTOR_R] - dr * sides[first, VECTOR_Q] <= 0:
        first = first + 1 if first + 1 < len(sides) else 0
    while True:
        left = first - 1 if first else len(sides) - 1
        if dq * sides[left, VECTOR_R] - dr * sides[left, VECTOR_Q] <= 0:
            return first
        first = left


@kernel
def line_is_clear(slots: Slots, sides: Sides, rules: Rules, a: int, b: int, dq: int, dr: int, first: int) -> bool:
    """Say whether the line from slot a to slot b, (dq, dr) away, is clear: `sight` without its certificate.

    `first` is the leftmost side by which such a line can leave a cell.

    Walks as `grid.line.trace` does. `low` and `high` bound the height of the line: what does not rise above `low`
    cannot block, what rises above `high` must; only in between does the exact height at that point matter, as the
    fraction n/d of the way where the line enters (in) and leaves (out) a place.
    """
    count = len(sides)
    three_at_corner = rules[CELLS_AT_CORNER] == 3
    start, end = int(slots[a, GROUND]), int(slots[b, GROUND])
    floor = min(start, end)
    blind_at_start, blind_at_end = False, False
    if rules[STRAIGHT_LINE]:
        start += rules[EYE]
        end += rules[EYE]
        low, high = min(start, end), max(start, end)
    else:
        blind_at_start, blind_at_end = start < end, end < start
        low = max(start, end) - (1 if start != end else 0)  # between levels, equal height blocks already
        high = low
    slot, cq, cr, base, hindrance = a, 0, 0, 0, 0
    n_in, d_in, n_out, d_out = 0, 1, 0, 1
    while True:
        side = first
        place = base + dq * sides[side, CORNER_R] - dr * sides[side, CORNER_Q]
        while place < 0:
            side = side + 1 if side + 1 < count else 0
            place = base + dq * sides[side, CORNER_R] - dr * sides[side, CORNER_Q]
        if low != high:
            n_out = cq * sides[side, VECTOR_R] - cr * sides[side, VECTOR_Q] + 1
            d_out = dq * sides[side, VECTOR_R] - dr * sides[side, VECTOR_Q]
        if slot != a:
            if slots[slot, TOP] > low and _cell_rises(
                int(slots[slot, TOP]), high, start, end, n_in, d_in, n_out, d_out
            ):
                return False
            if slots[slot, VEIL]:
                hindrance += _veil(slots, slot, low, high, start, end, n_in, d_in, n_out, d_out)
                if 0 < rules[HINDRANCE_LIMIT] <= hindrance:
                    return False
        n_in, d_in = n_out, d_out
        if place > 0:  # across a side
            beyond = slot + sides[side, JUMP]
            top = int(slots[slot, EDGES + side])
            if top > low and (top > high or _overtops(top, start, end, n_out, d_out)):
                return False
            if blind_at_start and slot == a and (top > floor or (beyond != b and slots[beyond, SCREEN] > floor)):
                return False
            if blind_at_end and beyond == b and (top > floor or (slot != a and slots[slot, SCREEN] > floor)):
                return False
            cq += sides[side, STEP_Q]
            cr += sides[side, STEP_R]
        else:  # through the corner at the end of this side, or along the side that leads on from it
            right_side = side + 1 if side + 1 < count else 0
            left, right = slot + sides[side, JUMP], slot + sides[right_side, JUMP]
            left_far, right_far = right_side, side
            left_is_cell, right_is_cell = True, True
            bend = dq * sides[side, CORNER_R] - dr * sides[side, CORNER_Q] if three_at_corner else 0
            if bend >= 0:
                cq += sides[side, STEP_Q]
                cr += sides[side, STEP_R]
            if bend <= 0:
                cq += sides[right_side, STEP_Q]
                cr += sides[right_side, STEP_R]
            if bend > 0:  # on into the left cell: what is left of the line is only the end of a side
                beyond, left_is_cell = left, False
                right_far = side - 1 if side else count - 1
            elif bend < 0:
                beyond, right_is_cell = right, False
                left_far = right_side + 1 if right_side + 1 < count else 0
            else:
                beyond = left + sides[right_side, JUMP]
                if three_at_corner and low != high:
                    n_in += 1  # a run along a side is as long as the way from a centre to a corner
            left_stops = _bank_blocks(
                slots, slot, side, left, left_far, left_is_cell, low, high, start, end, n_out, n_in, d_out
            )
            right_stops = _bank_blocks(
                slots, slot, right_side, right, right_far, right_is_cell, low, high, start, end, n_out, n_in, d_out
            )
            if (blind_at_start and slot == a) or (blind_at_end and beyond == b):
                left_stops |= _bank_screens(slots, slot, side, left, left_far, floor)
                right_stops |= _bank_screens(slots, slot, right_side, right, right_far, floor)
            if left_stops and right_stops:
                return False
            if rules[EITHER_HAND]:  # but the edge of the map alone is no obstacle
                left_stops = left_stops and slots[left, GROUND] != NOTHING
                right_stops = right_stops and slots[right, GROUND] != NOTHING
                if left_stops or right_stops:
                    return False
            left_veil, right_veil = 0, 0
            if left_is_cell and slots[left, VEIL]:
                left_veil = _veil(slots, left, low, high, start, end, n_out, d_out, n_in, d_in)
            if right_is_cell and slots[right, VEIL]:
                right_veil = _veil(slots, right, low, high, start, end, n_out, d_out, n_in, d_in)
            hindrance += max(left_veil, right_veil) if rules[EITHER_HAND] else min(left_veil, right_veil)
            if 0 < rules[HINDRANCE_LIMIT] <= hindrance:
                return False
        if beyond == b:
            return True
        slot = beyond
        base = rules[SCALE] * (dq * cr - dr * cq)


@kernel
def _cell_rises(top: int, high: int, start: int, end: int, n_in: int, d_in: int, n_out: int, d_out: int) -> bool:
    """Say whether a cell's top rises above the line where that is lowest: at the end towards the lower eye."""
    if top > high:
        return True
    if end < start:
        return _overtops(top, start, end, n_out, d_out)
    return _overtops(top, start, end, n_in, d_in)


@kernel
def _veil(
    slots: Slots, slot: int, low: int, high: int, start: int, end: int, n_in: int, d_in: int, n_out: int, d_out: int
) -> int:
    """Return the hindrance of a slot, 0 where the line passes over it."""
    top = int(slots[slot, VEIL_TOP])
    if top > low and _cell_rises(top, high, start, end, n_in, d_in, n_out, d_out):
        return int(slots[slot, VEIL])
    return 0


@kernel
def _bank_blocks(
    slots: Slots,
    slot: int,
    near_side: int,
    hand: int,
    far_side: int,
    is_cell: bool,
    low: int,
    high: int,
    start: int,
    end: int,
    n_near: int,
    n_far: int,
    d: int,
) -> bool:
    """Say whether one hand of a grazing line blocks: its near side, its cell or its far side."""
    top = int(slots[slot, EDGES + near_side])
    if top > low and (top > high or _overtops(top, start, end, n_near, d)):
        return True
    if not is_cell:
        return False
    top = int(slots[hand, EDGES + far_side])
    if top > low and (top > high or _overtops(top, start, end, n_far, d)):
        return True
    top = int(slots[hand, TOP])
    return top > low and _cell_rises(top, high, start, end, n_near, d, n_far, d)


@kernel
def _bank_screens(slots: Slots, slot: int, near_side: int, hand: int, far_side: int, floor: int) -> bool:
    """Say whether one hand of a grazing line overtops the low ground next to it."""
    return bool(
        slots[hand, SCREEN] > floor or slots[slot, EDGES + near_side] > floor or slots[hand, EDGES + far_side] > floor
    )


@kernel
def sight_row(
    slots: Slots, sides: Sides, rules: Rules, viewer: int, cells: Cells, places: Cells, seen: NDArray[np.uint8]
) -> None:
    """Fill `seen` for one viewer and all cells of the map in order; holes stay unseen.

    `cells` holds the slot of each cell, `places` its coordinates, which would cost a division each to work out.
    """
    a, q, r = cells[viewer], places[viewer, 0], places[viewer, 1]
    first = 0
    for n in range(len(cells)):
        if slots[cells[n], GROUND] == NOTHING:
            seen[n] = 0
        elif n == viewer:
            seen[n] = 1
        else:
            dq, dr = int(places[n, 0] - q), int(places[n, 1] - r)
            first = _first_forward_side(sides, dq, dr, first)
            seen[n] = line_is_clear(slots, sides, rules, a, cells[n], dq, dr, first)


@kernel
def sight_matrix(
    slots: Slots, sides: Sides, rules: Rules, cells: Cells, places: Cells, seen: NDArray[np.uint8]
) -> None:
    """Fill `seen` for all pairs of cells; each line is walked once, because sight is mutual."""
    for n in range(len(cells)):
        a, q, r = cells[n], places[n, 0], places[n, 1]
        if slots[a, GROUND] == NOTHING:
            continue
        seen[n, n] = 1
        first = 0
        for m in range(n + 1, len(cells)):
            if slots[cells[m], GROUND] == NOTHING:
                continue
            dq, dr = int(places[m, 0] - q), int(places[m, 1] - r)
            first = _first_forward_side(sides, dq, dr, first)
            if line_is_clear(slots, sides, rules, a, cells[m], dq, dr, first):
                seen[n, m] = 1
                seen[m, n] = 1


@kernel
def _may_touch(sides: Sides, rules: Rules, dq: int, dr: int, cq: int, cr: int) -> bool:
    """Say whether a line to (dq, dr) could touch the cell at (cq, cr): a little generous, never too strict."""
    if cq < min(0, dq) - 1 or cq > max(0, dq) + 1 or cr < min(0, dr) - 1 or cr > max(0, dr) + 1:
        return False
    reach = 0
    for side in range(len(sides)):
        reach = max(reach, abs(dq * sides[side, CORNER_R] - dr * sides[side, CORNER_Q]))
    return bool(abs(rules[SCALE] * (dq * cr - dr * cq)) <= reach)


@kernel
def sight_row_changed(
    slots: Slots,
    sides: Sides,
    rules: Rules,
    viewer: int,
    cells: Cells,
    places: Cells,
    changed: NDArray[np.int64],
    seen: NDArray[np.uint8],
) -> None:
    """Mend a row of `seen` after changes, walking again only lines that could touch a changed cell."""
    a, q, r = cells[viewer], places[viewer, 0], places[viewer, 1]
    first = 0
    for n in range(len(cells)):
        if n == viewer or slots[cells[n], GROUND] == NOTHING:
            continue
        dq, dr = int(places[n, 0] - q), int(places[n, 1] - r)
        for m in range(len(changed)):
            place = places[changed[m]]
            if _may_touch(sides, rules, dq, dr, int(place[0] - q), int(place[1] - r)):
                first = _first_forward_side(sides, dq, dr, first)
                seen[n] = line_is_clear(slots, sides, rules, a, cells[n], dq, dr, first)
                break


# -- movement -------------------------------------------------------------------------------------------------


@kernel
def reach(
    costs: NDArray[np.int16],
    dearest: int,
    jumps: NDArray[np.int32],
    gates: NDArray[np.uint8],
    start: int,
    budget: int,
    spent: NDArray[np.int32],
    came: NDArray[np.int8],
) -> None:
    """Fill `spent` with the least cost of reaching each slot (-1: not reached) and `came` with the last direction.

    Dijkstra's search with a ring of buckets, one for each cost that can still be waiting: costs are small whole
    numbers, so that taking the cheapest needs no heap. A slot that is found again more cheaply is put into a second
    bucket; the dearer entry is stale and passed over. A slot gets into a bucket at most once, so none overflows.
    A budget below 0 has no end.
    """
    slots, directions = costs.shape
    ring = dearest + 1
    bucket = np.empty((ring, slots), dtype=np.int32)
    filled = np.zeros(ring, dtype=np.int64)
    spent[start] = 0
    bucket[0, 0] = start
    filled[0] = 1
    waiting, here, now = 1, 0, 0
    while waiting > 0:
        if filled[now] == 0:
            here += 1
            now = now + 1 if now + 1 < ring else 0
            continue
        waiting -= 1
        filled[now] -= 1
        slot = bucket[now, filled[now]]
        if spent[slot] < here or (gates[slot] == LAST and slot != start):
            continue
        for direction in range(directions):
            step = costs[slot, direction]
            if step < 0:
                continue
            end, cost = slot + jumps[direction], here + step
            dear = (budget >= 0 and cost > budget) or (0 <= spent[end] <= cost)
            if dear or gates[end] == CLOSED:
                continue
            spent[end] = cost
            came[end] = direction
            later = now + step if now + step < ring else now + step - ring
            bucket[later, filled[later]] = end
            filled[later] += 1
            waiting += 1


@kernel
def reach_turning(
    costs: NDArray[np.int16],
    jumps: NDArray[np.int32],
    gates: NDArray[np.uint8],
    turning: NDArray[np.int16],
    start: int,
    facing: int,
    budget: int,
    bucket: NDArray[np.int32],
    spent: NDArray[np.int32],
    came: NDArray[np.int32],
    found: NDArray[np.int32],
) -> int:
    """As `reach`, for places that are a slot and a facing: slot times directions plus facing. Return how many it found.

    `turning` has three rows (step, pivot, after) of costs by how far clockwise something lies off the facing, -1
    where it is not allowed. `spent` is UNREACHED throughout and must be made so again where something was `found`:
    most searches end near where they began, and to fill arrays of the whole map would take longer than they do. `came`
    holds the place before, -1 at the start, and says nothing of a place that was not found.
    """
    directions, ring = costs.shape[1], len(bucket)
    step_off, pivot_by = turning[0], turning[1]
    bends, dues, kinds = np.empty(directions, dtype=np.int64), np.empty(directions, dtype=np.int64), 0
    for bend in range(directions):
        if turning[2, bend] >= 0:
            bends[kinds], dues[kinds] = bend, turning[2, bend]
            kinds += 1
    filled = np.zeros(ring, dtype=np.int64)
    first = start * directions + facing
    spent[first], came[first] = 0, -1
    found[0] = bucket[0, 0] = first
    filled[0] = count = waiting = 1
    here = now = 0
    while waiting > 0:
        if filled[now] == 0:
            here += 1
            now = now + 1 if now + 1 < ring else 0
            continue
        waiting -= 1
        filled[now] -= 1
        place = bucket[now, filled[now]]
        slot = place // directions
        front = place - slot * directions
        if spent[place] < here or (gates[slot] == LAST and slot != start):
            continue
        for turn in range(directions):
            ahead = front + turn if front + turn < directions else front + turn - directions
            # On the spot first, then the step that way with every turn allowed after it.
            step = int(costs[slot, ahead]) + int(step_off[turn])
            to = slot + jumps[ahead]
            steps = kinds if costs[slot, ahead] >= 0 and step_off[turn] >= 0 and gates[to] != CLOSED else 0
            for n in range(-1 if pivot_by[turn] >= 0 else 0, steps):
                if n < 0:
                    end, price = slot * directions + ahead, int(pivot_by[turn])
                else:
                    after = front + bends[n] if front + bends[n] < directions else front + bends[n] - directions
                    end, price = to * directions + after, step + dues[n]
                cost, known = here + price, spent[end]
                if (budget >= 0 and cost > budget) or 0 <= known <= cost:
                    continue
                if known < 0:
                    found[count] = end
                    count += 1
                spent[end] = cost
                came[end] = place
                later = now + price if now + price < ring else now + price - ring
                bucket[later, filled[later]] = end
                filled[later] += 1
                waiting += 1
    return count


@kernel
def safest(
    costs: NDArray[np.int16],
    jumps: NDArray[np.int32],
    gates: NDArray[np.uint8],
    danger: NDArray[np.int32],
    start: int,
    exposed: NDArray[np.int32],
    spent: NDArray[np.int32],
    came: NDArray[np.int8],
) -> None:
    """Fill the way to each slot that meets the least danger, and among those the cheapest.

    There is no budget: the safest way is chosen whole and then walked as far as a move goes. (The safest way within
    a budget is another, harder question, because a slot's safest way may be too dear to go on from.)
    """
    slots, directions = costs.shape
    done = np.zeros(slots, dtype=np.bool_)
    exposed[start], spent[start] = 0, 0
    queue = [(0, 0, start)]
    while queue:
        _, here, slot = heapq.heappop(queue)
        if done[slot]:
            continue
        done[slot] = True
        if gates[slot] == LAST and slot != start:
            continue
        for direction in range(directions):
            step = int(costs[slot, direction])
            if step < 0:
                continue
            end = slot + int(jumps[direction])
            cost, risk = here + step, int(exposed[slot] + danger[end])
            if done[end] or gates[end] == CLOSED:
                continue
            if spent[end] < 0 or risk < exposed[end] or (risk == exposed[end] and cost < spent[end]):
                exposed[end], spent[end], came[end] = risk, cost, direction
                heapq.heappush(queue, (risk, cost, end))
