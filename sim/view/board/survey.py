"""The survey of a ground: smooth fields of what lies around every point and how high it is.

Cells have straight borders, and a map drawn cell by cell looks like a bathroom floor. So the share of each kind of
ground is blurred over a part of a cell, once, on a coarse lattice of samples. The picture then asks at each pixel
which share is greatest: woods and fields get rounded outlines that run on from cell to cell, while the middle of a
cell always shows the cell's own ground.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from sim.board.ground import Ground
from sim.board.terrain import Kind, WayKind
from sim.grid import Cell, Edge
from sim.view.board.ground_styles import BARE, OBJECTS, ground_style
from sim.view.board.layout import Layout, layout
from sim.view.board.patch import Field, Patch, SamplePlaces, read_field

_FINEST = 14
"""Samples per cell on maps of ordinary size."""
_MOST_SAMPLES = 600_000
"""The samples of one field that a huge map may have; its lattice is coarser."""
_MARGIN = 1.0
"""How far the fields reach beyond the map, in cells."""
_HEIGHT_BLUR = {3: 0.34, 4: 0.42}
"""How far borders between levels are smoothed, in cells, by how many cells meet at a corner: squares need more."""


def look(kind: Kind | WayKind) -> str:
    """Return the name under which the painters know a kind."""
    return kind.look or kind.id


@dataclass(frozen=True, eq=False)
class Survey:
    """Smooth fields over one ground, sampled `per_cell` times per cell from the point (left, top)."""

    layout: Layout
    looks: tuple[str, ...]
    """The looks of ground that occur, sorted."""
    look_of_cell: NDArray[np.int16]
    """Index into `looks` in map order; -1 off the map."""
    shares: NDArray[np.uint8]
    """For each look, how much of the surroundings it fills, 0 to 255."""
    on_map: NDArray[np.bool_]
    height: Field
    slope_across: Field
    slope_down: Field
    per_cell: float
    left: float
    top: float

    def present(self, patch: Patch) -> list[int]:
        """Return which looks occur anywhere on a patch, by index."""
        rows, columns = self._reach(patch)
        return [int(n) for n in np.flatnonzero(self.shares[:, rows, columns].any(axis=(1, 2)))]

    def leaves_map(self, patch: Patch) -> bool:
        """Say whether any of a patch may lie off the map."""
        rows, columns = self._reach(patch)
        return not bool(self.on_map[rows, columns].all())

    def is_level(self, patch: Patch) -> bool:
        """Say whether a patch is all flat."""
        rows, columns = self._reach(patch)
        part = self.height[rows, columns]
        return bool(part.max() - part.min() < 0.004)

    def height_of(self, patch: Patch) -> float:
        """Return the height of a flat patch."""
        rows, columns = self._reach(patch)
        return float(self.height[rows, columns].flat[0])

    def share(self, index: int, patch: Patch) -> Field:
        """Return how much of its surroundings one look fills, from 0 to 1, at each pixel of a patch."""
        return self.read(self.shares[index], patch) / np.float32(255)

    def read(self, field: NDArray[np.uint8] | Field, patch: Patch) -> Field:
        """Return one of the survey's fields at each pixel of a patch."""
        rows, columns = field.shape
        down = np.clip((patch.y - self.top) * self.per_cell, 0, rows - 1)
        across = np.clip((patch.x - self.left) * self.per_cell, 0, columns - 1)
        return read_field(field, SamplePlaces.among(down), SamplePlaces.among(across), repeats=False)

    def _reach(self, patch: Patch) -> tuple[slice, slice]:
        """Return the samples that a patch reads, at least one of them."""
        rows, columns = self.height.shape
        return (
            _between((patch.y[[0, -1]] - self.top) * self.per_cell, rows),
            _between((patch.x[[0, -1]] - self.left) * self.per_cell, columns),
        )

    def share_at(self, index: int, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the same at single points, by the nearest sample: enough to say whether a tree stands there."""
        rows, columns = self.height.shape
        row = np.clip(np.rint((y - self.top) * self.per_cell), 0, rows - 1).astype(np.intp)
        column = np.clip(np.rint((x - self.left) * self.per_cell), 0, columns - 1).astype(np.intp)
        return np.asarray(self.shares[index][row, column] / 255.0)


def surveyed(ground: Ground) -> Survey:
    """Survey a ground."""
    plan = layout(ground.map)
    looks, of_cell = _looks_of_cells(ground, plan)
    bounds = plan.bounds
    size = (bounds.width + 2 * _MARGIN) * (bounds.height + 2 * _MARGIN)
    per_cell = min(_FINEST, sqrt(_MOST_SAMPLES / size))
    left, top = bounds.left - _MARGIN, bounds.top - _MARGIN
    x = left + np.arange(int((bounds.width + 2 * _MARGIN) * per_cell) + 1) / per_cell
    y = top + np.arange(int((bounds.height + 2 * _MARGIN) * per_cell) + 1) / per_cell
    ordinals = plan.ordinals_at(x[None, :], y[:, None])
    on_map = (ordinals >= 0).astype(np.float32)
    shares = np.zeros((len(looks), *ordinals.shape), dtype=np.uint8)
    here = np.where(ordinals >= 0, of_cell[ordinals], -1)
    weights: dict[float, Field] = {}
    for n, name in enumerate(looks):
        blur = ground_style(name).blur
        if blur not in weights:
            weights[blur] = np.maximum(_blurred(on_map, blur * per_cell), 1e-3)
        blurred = _blurred((here == n).astype(np.float32), blur * per_cell)
        shares[n] = np.clip(blurred / weights[blur] * 255 + 0.5, 0, 255).astype(np.uint8)
    radius = _HEIGHT_BLUR[ground.map.grid.cells_at_corner] * per_cell
    levels = _ground_levels(plan, looks, of_cell)
    height = _smooth_height(levels, ordinals, on_map, radius)
    down, across = np.gradient(height, np.float32(1 / per_cell), axis=(0, 1))
    slope_across, slope_down = np.asarray(across, dtype=np.float32), np.asarray(down, dtype=np.float32)
    return Survey(plan, looks, of_cell, shares, ordinals >= 0, height, slope_across, slope_down, per_cell, left, top)


def _between(ends: NDArray[np.float64], count: int) -> slice:
    low, high = int(np.floor(ends[0])), int(np.floor(ends[1])) + 2
    low = min(max(low, 0), count - 1)
    return slice(low, max(min(high, count), low + 1))


def _looks_of_cells(ground: Ground, plan: Layout) -> tuple[tuple[str, ...], NDArray[np.int16]]:
    """Return the looks of ground that occur, and which each cell has."""
    cells = ground.map.cells
    named = {cells[n]: look(ground.terrain_at(cells[n])) for n in np.flatnonzero(plan.present)}
    named.update(_under_objects(ground, {cell for cell, name in named.items() if name in OBJECTS}, named))
    looks = tuple(sorted(set(named.values())))
    index = {name: n for n, name in enumerate(looks)}
    of_cell = np.full(len(cells), -1, dtype=np.int16)
    for cell, name in named.items():
        of_cell[ground.map.ordinal(cell)] = index[name]
    return looks, of_cell


def _under_objects(ground: Ground, objects: set[Cell], named: dict[Cell, str]) -> dict[Cell, str]:
    """Return the ground that lies under objects which fill their cell: what most of their neighbours stand on.

    Neighbours on this side of a wall count; a table is in the room, not in the street behind its back. Objects among
    objects wait for their neighbours, from the outside in.
    """
    under: dict[Cell, str] = {}
    while waiting := [cell for cell in sorted(objects) if cell not in under]:
        settled = [(cell, _around(ground, cell, objects, named, under)) for cell in waiting]
        found = {cell: name for cell, name in settled if name}
        under.update(found or dict.fromkeys(waiting, BARE))
    return under


def _around(
    ground: Ground, cell: Cell, objects: set[Cell], named: dict[Cell, str], under: dict[Cell, str]
) -> str | None:
    near = [cell.plus(step) for step in ground.map.grid.side_steps]
    open_to = [other for other in near if other in named and ground.edge_at(Edge.between(cell, other)) is None]
    grounds = [under.get(other) if other in objects else named[other] for other in open_to]
    known = sorted(name for name in grounds if name)
    return max(known, key=known.count) if known else None


def _ground_levels(plan: Layout, looks: tuple[str, ...], of_cell: NDArray[np.int16]) -> NDArray[np.float32]:
    """Return the level of the ground in every cell; a built floor takes that of the nearest natural ground.

    The height of a floor is that of a storey or a platform: drawn as a hill, a tower would look like a mound.
    """
    built = np.array([ground_style(name).built for name in looks] + [True])[of_cell]
    levels = plan.map.height_array.astype(np.float32)
    if not (built & (of_cell >= 0)).any():
        return levels
    cells, order = plan.map.cells, {cell: n for n, cell in enumerate(plan.map.cells)}
    queue = deque(np.flatnonzero(~built).tolist())
    known = set(queue)
    while queue:
        n = queue.popleft()
        for step in plan.map.grid.side_steps:
            other = order.get(cells[n].plus(step))
            if other is not None and other not in known:
                known.add(other)
                levels[other] = levels[n]
                queue.append(other)
    return levels


def _smooth_height(levels: NDArray[np.float32], ordinals: NDArray[np.int32], on_map: Field, radius: float) -> Field:
    """Blur the levels of cells; off the map the nearest level goes on."""
    here = np.where(ordinals >= 0, levels[ordinals], 0).astype(np.float32)
    weight = np.maximum(_blurred(on_map, radius), 1e-3)
    return np.asarray(_blurred(here, radius) / weight, dtype=np.float32)


def _blurred(field: Field, radius: float) -> Field:
    """Blur a field: three running means in either direction, which come close to a round blur.

    Only the part that holds anything is worked on: most looks fill a corner of their map.
    """
    width = max(1, round(radius))
    rows, columns = np.flatnonzero(field.any(axis=1)), np.flatnonzero(field.any(axis=0))
    if not len(rows):
        return field
    reach = 3 * width + 1
    top, left = max(int(rows[0]) - reach, 0), max(int(columns[0]) - reach, 0)
    box = slice(top, int(rows[-1]) + reach + 1), slice(left, int(columns[-1]) + reach + 1)
    part = field[box]
    for _ in range(3):
        part = _mean(_mean(part, width).T, width).T
    blurred = np.zeros_like(field)
    blurred[box] = part
    return blurred


def _mean(field: Field, width: int) -> Field:
    """Return the running mean down the columns over 2 * width + 1 samples; beyond the border the last one goes on.

    Summed row by row: a row at once is several times as fast as what numpy does along its first axis.
    """
    span, count = 2 * width + 1, len(field)
    total = np.pad(np.ascontiguousarray(field), ((width + 1, width), (0, 0)), mode="edge")
    for before, row in pairwise(total):
        row += before
    return np.asarray((total[span:] - total[:count]) * np.float32(1 / span), dtype=np.float32)
