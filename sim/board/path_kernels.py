"""The kernels of movement: reach, reach with facing, and the safest ways."""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from sim.board.flat_index import CLOSED, LAST
from sim.board.kernels import kernel


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
