"""Where counters lie: those of one cell in a pile, or laid out side by side while somebody looks at them.

at rest                      laid out
 ______                       +---+  +---+  +---+
|  ____|__                    |   |  |   |  |   |
|_|  ____|__                  +---+  +---+  +---+
  |_|      |
    |______|  the top one     in a row, or in rows, always inside the window

Counters that are larger than their cells make room for their neighbours, as far as each stays in its own cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.grid import Point

REACH = 0.44
"""How far a pile spreads at the most, in counters, whatever its height."""
STEP = 0.28
"""How far one counter lies from the next, in counters: enough to see the upper left corner of each."""
ASIDE = 0.3
"""How far a counter makes room for others at the most, in cells each way: it is seen where it stands all the same."""
GAP = 0.24
"""The room between counters that are laid out, in counters: each has its facing wedge and its shadow."""


class CounterBox(NamedTuple):
    """A counter on the screen."""

    id: str
    rect: pygame.Rect


def fanned(count: int, size: float) -> tuple[Point, ...]:
    """Return where the counters of a pile lie, from the lowest to the topmost, in pixels from the cell's centre.

    >>> fanned(1, 100)
    ((0.0, 0.0),)
    >>> [(round(x), round(y)) for x, y in fanned(2, 100)]
    [(-14, -14), (14, 14)]
    """
    step = min(STEP, REACH / max(count - 1, 1)) * size
    middle = (count - 1) / 2
    return tuple(((n - middle) * step, (n - middle) * step) for n in range(count))


def apart(centres: Sequence[Point], size: float, most: float) -> NDArray[np.float64]:
    """Move the centres of counters so that these overlap no more than they must, none farther than so much each way.

    >>> apart([(0, 0), (8, 0)], 10, 3).tolist()
    [[-1.0, 0.0], [9.0, 0.0]]
    """
    start = np.array(centres, dtype=np.float64).reshape(-1, 2)
    moved = start.copy()
    for _ in range(_ROUNDS):
        way = moved[:, None] - moved[None]
        over = np.maximum(size - np.abs(way), 0.0)
        sideways = over[..., 0] <= over[..., 1]
        push = over.min(axis=2)[..., None] * np.stack([sideways, ~sideways], axis=2) * np.sign(way) / 2
        moved = np.clip(moved + push.sum(axis=1), start - most, start + most)
    return moved


_ROUNDS = 4
"""How often all give way to one another: whoever is pushed pushes others."""


def spread(count: int, size: int, centre: Point, window: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """Return where the counters of a pile lie while they are laid out about a point: side by side, none hidden.

    They make one row where the window is wide enough, otherwise several, and are moved into the window as a whole. If
    the window has no room for all of them at this size they overlap evenly, as far as they must, rather than leave it.
    """
    if count <= 0:
        return ()
    step = ceil(size * (1 + GAP))
    columns = _columns(count, step, size, window)
    rows = ceil(count / columns)
    across, down = _pitch(columns, step, size, window.width), _pitch(rows, step, size, window.height)
    wide, high = (columns - 1) * across + size, (rows - 1) * down + size
    left = _within(centre[0] - wide / 2, wide, window.left, window.right)
    top = _within(centre[1] - high / 2, high, window.top, window.bottom)
    return tuple(pygame.Rect(left + n % columns * across, top + n // columns * down, size, size) for n in range(count))


def _columns(count: int, step: int, size: int, window: pygame.Rect) -> int:
    """Return how many counters make a row: all up to four, then about a square, as far as the window is wide."""
    wanted = count if count <= 4 else ceil(count**0.5 * 1.3)
    room = max(1, (window.width - size) // step + 1)
    high = max(1, (window.height - size) // step + 1)
    return max(1, min(max(wanted, ceil(count / high)), room, count))


def _pitch(places: int, step: int, size: int, length: int) -> int:
    if places == 1:
        return 0
    return max(1, min(step, (length - size) // (places - 1)))


def _within(start: float, length: int, low: int, high: int) -> int:
    return round(max(low, min(start, high - length)))


def counter_at(spots: Sequence[CounterBox], pixel: Point) -> str | None:
    """Return the id of the counter under a pixel, the topmost if several are; spots are in the order of drawing."""
    for id_, rect in reversed(spots):
        if rect.collidepoint(pixel):
            return id_
    return None
