"""The kernels of sight: whether a line is clear, what a cell sees, all pairs, and what changes make of it.

A field of view is swept row by row: what stands in a row cuts the pieces of slopes that are still open, and only where
their bounds leave it undecided is a line walked as `sight.py` does.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.board.kernels import kernel, part
from sim.board.sight_table import (
    CELLS_AT_CORNER,
    CORNER_Q,
    CORNER_R,
    EDGES,
    EITHER_HAND,
    EYE,
    GROUND,
    HIGHEST,
    HINDRANCE_LIMIT,
    JUMP,
    LOWEST,
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

Slots = NDArray[np.int16]
Sides = NDArray[np.int64]
Rules = NDArray[np.int64]
Cells = NDArray[np.int32]
Crests = NDArray[np.int16]
Pieces = NDArray[np.float64]


@part
def _overtops(top: int, start: int, end: int, numerator: int, denominator: int) -> bool:
    """Say whether a top rises above the straight line from `start` to `end` at a fraction of its way."""
    return (top - start) * denominator > (end - start) * numerator


@part
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


@part
def _cell_rises(top: int, high: int, start: int, end: int, n_in: int, d_in: int, n_out: int, d_out: int) -> bool:
    """Say whether a cell's top rises above the line where that is lowest: at the end towards the lower eye."""
    if top > high:
        return True
    if end < start:
        return _overtops(top, start, end, n_out, d_out)
    return _overtops(top, start, end, n_in, d_in)


@part
def _veil(
    slots: Slots, slot: int, low: int, high: int, start: int, end: int, n_in: int, d_in: int, n_out: int, d_out: int
) -> int:
    """Return the hindrance of a slot, 0 where the line passes over it."""
    top = int(slots[slot, VEIL_TOP])
    if top > low and _cell_rises(top, high, start, end, n_in, d_in, n_out, d_out):
        return int(slots[slot, VEIL])
    return 0


@part
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


@part
def _bank_screens(slots: Slots, slot: int, near_side: int, hand: int, far_side: int, floor: int) -> bool:
    """Say whether one hand of a grazing line overtops the low ground next to it."""
    return bool(
        slots[hand, SCREEN] > floor or slots[slot, EDGES + near_side] > floor or slots[hand, EDGES + far_side] > floor
    )


# -- fields of view -------------------------------------------------------------------------------------------
#
# A field of view takes no line for each target. It goes outward row by row, one bend of directions after the other,
# and keeps the pieces of the bend that are not yet closed, each with its horizon:
#
#         four cells of row 3           A bend lies between one step ahead and the next (hexes), or reaches half a
#       j=0  j=1  j=2  j=3              right angle to both sides of it (squares). Cell j of row k is k steps ahead
#        \  |\  |   | /  /               and j to the side; a line to it has the slope j / k. What stands in a cell or
#         \ | \ #   |/  /    row 2      on a side (#) closes the slopes between its outermost corners, up to its
#          \|  \#|  /  /              height: a piece is cut there, and what lies behind gets the higher horizon.
#           \  \#| /  /     row 1      A piece is dropped when no ground further on can rise above its horizon.
#            \   |/ /
#              viewer                  Lines never step back into a row before, nor into another cell of its row
#                                      before the target: sides that lead into a row, targets, cells, in this order.
#
# Between levels a horizon is a top; for straight lines it is a steepness, which the point decides where the line
# enters or leaves, so that a piece has bounds of it: the least and the most that its lines have met. Hindrances are
# bounded likewise. Whatever the bounds leave open, and every line that grazes the end of a piece where that matters, is
# left to `line_is_clear`. Slopes are floats, but none decides anything: what closes a piece ends a sliver before its
# corner, which is far more than rounding and far less than any two slopes on a map differ by, and so the line through
# the corner itself stays in a piece of its own that only its own cells can close.

LEFT, RIGHT, LEAST, MOST, VEILED, VEILS = range(6)
"""Columns of a piece: its slopes, the bounds of its horizon, the bounds of the hindrances that its lines have met."""
_SLIVER = 1e-11
_ROUNDING = 1e-9
_ABOVE_ALL = 1e9


class _Row(NamedTuple):
    """One row of cells of a bend, and what of heights counts there."""

    hexes: bool
    straight: bool
    k: int
    """How many steps ahead it lies."""
    base: int
    """The slot straight ahead."""
    aside: int
    """How far the next cell of the row lies."""
    ahead: int
    """The side that looks ahead; hexes look ahead by the next one, too."""
    next_ahead: int
    behind: int
    next_behind: int
    across: int
    """The side to the next cell of the row."""
    back: int
    """The side to the cell before."""
    stand: int
    """The level of the viewer's ground."""
    eye: int
    bottom: float
    """The horizon before anything was met."""


class _Scale(NamedTuple):
    """How tops become horizons: seen from that near and that far, and between which of them they matter further on."""

    nearest: float
    farthest: float
    by_nearest: float
    by_farthest: float
    floor: float
    ceiling: float


@part
def _scale(row: _Row, lowest: int, crest: int, ahead: int, nearest: float, farthest: float) -> _Scale:
    """Return the scale for what stands between two distances, before rows so far ahead with ground so high."""
    rise = crest - row.stand
    if row.straight:
        floor, ceiling = min(lowest - row.stand, 0) / ahead, max(rise, 0) / ahead + _ROUNDING
        return _Scale(nearest, farthest, 1 / nearest, 1 / farthest, floor, ceiling)
    # A target on higher ground is hidden by what is not lower, one on lower ground by what is as high as the viewer.
    ceiling = row.stand + (rise - 0.5 if rise > 1 else 0.5 if rise >= 0 else -0.5)
    return _Scale(1.0, 1.0, 1.0, 1.0, row.bottom, ceiling)


@part
def _horizon(row: _Row, scale: _Scale, top: int) -> tuple[float, float]:
    """Return the horizon that a top makes, at least and at most."""
    rise = top - row.eye
    if rise > 0:
        return rise * scale.by_farthest, rise * scale.by_nearest
    return rise * scale.by_nearest, rise * scale.by_farthest


@part
def _passed_over(row: _Row, scale: _Scale, least: float) -> int:
    """Return the highest top that changes nothing in a piece with such a horizon."""
    horizon = max(least, scale.floor)
    return row.eye + math.floor(horizon * (scale.nearest if horizon > 0 else scale.farthest) + _ROUNDING)


@part
def _put(
    pieces: Pieces,
    now: int,
    count: int,
    left: float,
    right: float,
    least: float,
    most: float,
    veiled: float,
    veils: float,
) -> int:
    """Add a piece, or lengthen the last one by it where nothing tells them apart; return how many there are."""
    if right - left < _SLIVER / 2:
        return count
    last = count - 1
    if (
        count > 0
        and pieces[now, last, RIGHT] == left
        and pieces[now, last, LEAST] == least
        and pieces[now, last, MOST] == most
        and pieces[now, last, VEILED] == veiled
        and pieces[now, last, VEILS] == veils
    ):
        pieces[now, last, RIGHT] = right
        return count
    pieces[now, count, LEFT], pieces[now, count, RIGHT] = left, right
    pieces[now, count, LEAST], pieces[now, count, MOST] = least, most
    pieces[now, count, VEILED], pieces[now, count, VEILS] = veiled, veils
    return count + 1


@part
def _past_sides(slots: Slots, row: _Row, scale: _Scale, pieces: Pieces, now: int, n: int) -> int:
    """Cut the first n pieces by what stands on the sides that lead into a row; return how many there are then.

    Those sides lie end to end. A hex has two of them, from its left: to the row before last's cell on that hand, and
    to the one straight behind; a square has one.
    """
    third, deep = (1 / 3, 2 / 3) if row.hexes else (0.5, 0.5)
    line, to_line, m = row.k - third, 1 / (row.k - third), 0
    for i in range(n):
        left, right, least, most = (
            pieces[now, i, LEFT],
            pieces[now, i, RIGHT],
            pieces[now, i, LEAST],
            pieces[now, i, MOST],
        )
        veiled, veils = pieces[now, i, VEILED], pieces[now, i, VEILS]
        over, reached = _passed_over(row, scale, least), left
        first = math.floor((left + 1.5 * _SLIVER) * line - third) + 1
        for j in range(first, math.ceil((right - 1.5 * _SLIVER) * line - third) + 1):
            begin, end = (j - 1 + third) * to_line, (j + third) * to_line
            middle = (j - third) / (row.k - deep) if row.hexes else begin
            for half in range(0 if row.hexes else 1, 2):
                top = int(slots[row.base + j * row.aside, EDGES + (row.behind if half else row.next_behind)])
                if top <= over:
                    continue
                one, other = (middle, end) if half else (begin, middle)
                one, other = max(one + _SLIVER, left), min(other - _SLIVER, right)
                if other - one < _SLIVER / 2:
                    continue
                low, high = _horizon(row, scale, top)
                if row.k == 1 and not row.straight and top > row.stand:
                    low = _ABOVE_ALL  # nobody looks up to high ground from directly behind it
                m = _put(pieces, 1 - now, m, reached, one, least, most, veiled, veils)
                if max(least, low) <= scale.ceiling:
                    m = _put(pieces, 1 - now, m, one, other, max(least, low), max(most, high), veiled, veils)
                reached = other
        m = _put(pieces, 1 - now, m, reached, right, least, most, veiled, veils)
    return m


@part
def _past_cells(
    slots: Slots, row: _Row, scale: _Scale, limit: int, pieces: Pieces, now: int, n: int
) -> tuple[int, bool]:
    """Cut the first n pieces by what stands in a row and on the sides between its cells.

    Return how many there are then, and whether anything stands on the sides that lead out of the row. The side between
    two neighbours ends in a corner that is nearer and one that is further; the lines between the two pass through both.
    """
    near_part, far_part = (1 / 3, 2 / 3) if row.hexes else (0.5, 0.5)
    near_line, far_line = row.k - near_part, row.k + near_part
    to_near, to_far = 1 / near_line, 1 / far_line
    m, walls = 0, False
    for i in range(n):
        left, right, least, most = (
            pieces[now, i, LEFT],
            pieces[now, i, RIGHT],
            pieces[now, i, LEAST],
            pieces[now, i, MOST],
        )
        veiled, veils = pieces[now, i, VEILED], pieces[now, i, VEILS]
        if least > scale.ceiling:
            continue
        over, reached, cut = _passed_over(row, scale, least), left, False
        low_before, high_before, veiled_before, veils_before = row.bottom, row.bottom, 0.0, 0.0
        x = left + 1.5 * _SLIVER
        j = math.floor(min(x * near_line - near_part, x * far_line - far_part)) + 1
        x = right - 1.5 * _SLIVER
        last = math.ceil(max(x * near_line - near_part, x * far_line - far_part))
        while j <= last + 1 and reached < right:
            slot = row.base + j * row.aside
            counts = j <= last and slots[slot, HIGHEST] > over
            if not counts and not cut:
                j += 1
                continue
            cut = counts
            low, high, veiled_here, veils_here = row.bottom, row.bottom, 0.0, 0.0
            low_between, high_between = row.bottom, row.bottom
            if counts:
                top = int(slots[slot, TOP])
                if top > over:
                    low, high = _horizon(row, scale, top)
                    next_to_viewer = row.k == 1 and (row.hexes or j == 0)
                    if next_to_viewer and not row.straight and slots[slot, SCREEN] > row.stand:
                        low = _ABOVE_ALL
                if limit > 0 and slots[slot, VEIL_TOP] > over:
                    veils_here = float(slots[slot, VEIL])
                    if _horizon(row, scale, int(slots[slot, VEIL_TOP]))[0] > scale.ceiling:
                        veiled_here = veils_here
                top = int(slots[slot, EDGES + row.back])
                if top > over:
                    low_between, high_between = _horizon(row, scale, top)
                walls = walls or slots[slot, EDGES + row.ahead] > over or slots[slot, EDGES + row.next_ahead] > over
            one, other = (j - 1 + near_part) * to_near, (j - 1 + far_part) * to_far
            one, other = min(one, other), max(one, other)
            # In the middle between two steps ahead, lines run along a side of hexes: no line passes through both.
            apart = other - one < 2 * _SLIVER
            end = min(right, other - _SLIVER if apart else one + _SLIVER)
            if end > reached:  # the cell before alone
                lowest, hindrance = max(least, low_before), veiled + veiled_before
                if lowest <= scale.ceiling and (limit == 0 or hindrance < limit):
                    most_here, veils_met = max(most, high_before), veils + veils_before
                    m = _put(pieces, 1 - now, m, reached, end, lowest, most_here, hindrance, veils_met)
                reached = end
            end = min(right, one + _SLIVER if apart else other - _SLIVER)
            if end > reached:  # both, or the line between them
                lowest, hindrance, veils_met = least, veiled, veils
                if not apart:
                    lowest = max(least, low_before, low, low_between)
                    hindrance = veiled + veiled_before + veiled_here
                    veils_met = veils + veils_before + veils_here
                if lowest <= scale.ceiling and (limit == 0 or hindrance < limit):
                    most_here = max(most, high_before, high, high_between)
                    m = _put(pieces, 1 - now, m, reached, end, lowest, most_here, hindrance, veils_met)
                reached = end
            low_before, high_before = low, high
            veiled_before, veils_before = veiled_here, veils_here
            j += 1
        m = _put(pieces, 1 - now, m, reached, right, least, most, veiled, veils)
    return m, walls


@part
def _in_row(
    slots: Slots,
    sides: Sides,
    rules: Rules,
    row: _Row,
    a: int,
    pieces: Pieces,
    now: int,
    n: int,
    to_cell: Cells,
    found: Cells,
    seen: int,
) -> int:
    """Add the cells of a row that are seen through the first n pieces to those found; return how many there are."""
    stand, k, limit, free_hand = row.stand, row.k, rules[HINDRANCE_LIMIT], rules[EITHER_HAND] == 0
    for i in range(n):
        left, right, least, most = (
            pieces[now, i, LEFT],
            pieces[now, i, RIGHT],
            pieces[now, i, LEAST],
            pieces[now, i, MOST],
        )
        begin, end = math.ceil(left * k), min(math.floor(right * k), k - 1)
        if begin > end:
            continue
        # The ground that a target needs not to be hidden for sure, and that which surely shows it.
        if row.straight:
            needs = stand + math.ceil((least - _ROUNDING) * k)
            shows = stand + math.ceil((most + _ROUNDING) * k)
        else:
            needs = NOTHING if least < stand else stand if least == stand else int(least) + 1
            shows = NOTHING if most < stand else stand if most == stand else int(most) + 1
        needs = max(needs, NOTHING + 1)
        if (limit > 0 and pieces[now, i, VEILS] >= limit) or right - left < 4 * _SLIVER:
            shows = -NOTHING
        for j in range(begin, end + 1):
            slot = row.base + j * row.aside
            ground = int(slots[slot, GROUND])
            if ground < needs:
                continue
            level, clear = row.straight or ground == stand, ground >= shows
            # At the end of a piece its own hand of the line is free. That is enough, but for blind spots.
            if clear and not (level and free_hand):
                clear = left + 3 * _SLIVER < j / k < right - 3 * _SLIVER
            # Through a corner of the viewer's cell, blind spots take both hands, and squares of the target's own row.
            clear = clear and ((level or 2 * j != k) if row.hexes else j != -k)
            if clear and not level and ground < stand:
                ahead = row.next_ahead if row.hexes and 2 * j > k else row.ahead
                before = slot - int(sides[ahead, JUMP])
                if slots[before, EDGES + ahead] > ground or (k > 1 and slots[before, SCREEN] > ground):
                    continue
            if not clear:
                dq = k * int(sides[row.ahead, STEP_Q]) + j * int(sides[row.across, STEP_Q])
                dr = k * int(sides[row.ahead, STEP_R]) + j * int(sides[row.across, STEP_R])
                first = _first_forward_side(sides, dq, dr, row.ahead)
                if not line_is_clear(slots, sides, rules, a, slot, dq, dr, first):
                    continue
            found[seen] = to_cell[slot]
            seen += 1
    return seen


@kernel
def _seen_from(
    slots: Slots, sides: Sides, rules: Rules, crests: Crests, a: int, to_cell: Cells, bends: int, found: Cells
) -> int:
    """Write into `found` which cells slot a sees in some of its bends (a bit for each); return how many they are."""
    count, seen = len(sides), 0
    hexes, straight, limit, lowest = (
        count == 6,
        rules[STRAIGHT_LINE] != 0,
        int(rules[HINDRANCE_LIMIT]),
        int(rules[LOWEST]),
    )
    deep, third = (2 / 3, 1 / 3) if hexes else (0.5, 0.5)
    stand, stride = int(slots[a, GROUND]), int(sides[count // 2, JUMP])
    eye = stand + int(rules[EYE]) if straight else 0
    bottom = -_ABOVE_ALL if straight else stand - (1.0 if lowest < stand else 0.0)
    margin = 1e-6 if hexes else _SLIVER  # a line straight ahead is within the bend, one half-way to the next at its end
    fenced = False
    for side in range(count):
        fenced = fenced or slots[a, EDGES + side] > bottom
    pieces = np.empty((2, 256, 6), dtype=np.float64)
    for bend in range(count):
        if not bends >> bend & 1:
            continue
        next_bend, behind = (bend + 1) % count, (bend + count // 2) % count
        next_behind, across, back = (behind + 1) % count, (behind - 1) % count, (bend - 1) % count
        forth, aside = int(sides[bend, JUMP]), int(sides[across, JUMP])
        line = crests.shape[1] // 2 + a % stride * int(sides[across, STEP_R]) - a // stride * int(sides[across, STEP_Q])
        now, k, walls = 0, 0, fenced
        n = _put(pieces, now, 0, (0 if hexes else -1) - margin, 1 + margin, bottom, bottom, 0.0, 0.0)
        while n > 0:
            k += 1
            if crests[bend, line + k] == NOTHING:
                break
            if pieces.shape[1] < 16 * (n + k + 1):
                larger = np.empty((2, 32 * (n + k + 1), 6), dtype=np.float64)
                larger[now, :n] = pieces[now, :n]
                pieces = larger
            looks = bend, next_bend, behind, next_behind, across, back
            row = _Row(hexes, straight, k, a + k * forth, aside, *looks, stand, eye, bottom)
            if walls:
                scale = _scale(row, lowest, int(crests[bend, line + k]), k, k - deep, k - third)
                n = _past_sides(slots, row, scale, pieces, now, n)
                now = 1 - now
            seen = _in_row(slots, sides, rules, row, a, pieces, now, n, to_cell, found, seen)
            scale = _scale(row, lowest, int(crests[bend, line + k + 1]), k + 1, k - deep, k + deep)
            n, walls = _past_cells(slots, row, scale, limit, pieces, now, n)
            now = 1 - now
    return seen


@kernel
def sight_row(
    slots: Slots, sides: Sides, rules: Rules, crests: Crests, viewer: int, to_cell: Cells, seen: NDArray[np.uint8]
) -> None:
    """Set the bits of `seen` for all cells in map order, eight to a byte, that the viewer's slot sees."""
    found = np.empty(len(to_cell), dtype=np.int32)
    number = _seen_from(slots, sides, rules, crests, viewer, to_cell, (1 << len(sides)) - 1, found)
    found[number] = to_cell[viewer]
    for n in range(number + 1):
        seen[found[n] >> 3] |= 1 << (found[n] & 7)


@kernel
def sight_matrix(
    slots: Slots, sides: Sides, rules: Rules, crests: Crests, cells: Cells, to_cell: Cells, seen: NDArray[np.uint8]
) -> None:
    """Set the bits of `seen` for all pairs of cells: each looks half round, because sight is mutual."""
    found = np.empty(len(to_cell), dtype=np.int32)
    for n in range(len(cells)):
        if to_cell[cells[n]] < 0:
            continue
        seen[n, n >> 3] |= 1 << (n & 7)
        bends = (1 << len(sides) // 2) - 1
        for m in range(_seen_from(slots, sides, rules, crests, cells[n], to_cell, bends, found)):
            seen[n, found[m] >> 3] |= 1 << (found[m] & 7)
            seen[found[m], n >> 3] |= 1 << (n & 7)


@part
def _row_and_place(sides: Sides, bend: int, a: int, b: int) -> tuple[int, int]:
    """Return in which row of a bend, and where in it, slot b lies as seen from slot a."""
    count = len(sides)
    stride, across = sides[count // 2, JUMP], (bend + count // 2 - 1) % count
    dq, dr = b % stride - a % stride, b // stride - a // stride
    k = dq * sides[across, STEP_R] - dr * sides[across, STEP_Q]
    return k, dr * sides[bend, STEP_Q] - dq * sides[bend, STEP_R]


@kernel
def sight_row_changed(
    slots: Slots,
    sides: Sides,
    rules: Rules,
    crests: Crests,
    viewer: int,
    cells: Cells,
    to_cell: Cells,
    changed: Cells,
    seen: NDArray[np.uint8],
) -> None:
    """Mend the bits of `seen` after changes in some slots: look again into the bends that they reach into."""
    bends, corner = 0, 0 if len(sides) == 6 else 1  # squares at the corners of a bend touch the line through it
    for n in range(len(changed)):
        for bend in range(len(sides)):
            k, j = _row_and_place(sides, bend, viewer, changed[n])
            if k >= 0 and -corner * (k + 1) <= j <= k and changed[n] != viewer:
                bends |= 1 << bend
    for n in range(8 * len(seen)):
        if seen[n >> 3] >> (n & 7) & 1:
            for bend in range(len(sides)):
                k, j = _row_and_place(sides, bend, viewer, cells[n])
                if bends >> bend & 1 and -corner * k <= j < k:
                    seen[n >> 3] &= 255 - (1 << (n & 7))
    found = np.empty(len(to_cell), dtype=np.int32)
    for n in range(_seen_from(slots, sides, rules, crests, viewer, to_cell, bends, found)):
        seen[found[n] >> 3] |= 1 << (found[n] & 7)
