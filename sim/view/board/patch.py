"""A patch: the points of the plane under the pixels of a picture, and fields read off at them.

Pixels stand in rows and columns, and so do the samples of every field. Reading a field between its samples therefore
splits into rows first and columns after, which is ten times faster than point by point.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.view.board.camera import Camera

Field = NDArray[np.float32]

_NOISE = 512
"""Samples of a noise field in either direction before it repeats."""
_FEATURE = 8
"""Samples across one blotch of a noise field: enough that straight lines between samples do not show."""


class SamplePlaces(NamedTuple):
    """Where the pixels of one axis fall among the samples of a field: after sample `low`, by a share."""

    low: NDArray[np.intp]
    share: Field

    @classmethod
    def among(cls, places: NDArray[np.float64]) -> SamplePlaces:
        whole = np.floor(places)
        return cls(whole.astype(np.intp), (places - whole).astype(np.float32))

    @property
    def crowded(self) -> bool:
        """Whether there are more samples than pixels."""
        return int(self.low[-1] - self.low[0]) > len(self.low)

    @property
    def needed(self) -> NDArray[np.intp]:
        """The samples that are needed to read all these spots."""
        return np.arange(self.low[0], self.low[-1] + 2)


class Patch:
    """The pixels of a camera whose corner lies on whole pixels.

    What was read for a patch is kept, and a part of it reads from the whole: the looks that meet on a tile share
    their noise instead of each reading its own.
    """

    def __init__(self, camera: Camera, whole: Patch | None = None, box: tuple[slice, slice] | None = None) -> None:
        self.camera = camera
        self._whole, self._box = whole, box
        self._known: dict[Hashable, NDArray[Any]] = {}

    def once(self, key: Hashable, make: Callable[[Patch], NDArray[Any]]) -> NDArray[Any]:
        """Return a field over this patch, made once for the whole that it is part of."""
        if self._whole is not None:
            return self._whole.once(key, make)[self._box]
        if key not in self._known:
            self._known[key] = make(self)
        return self._known[key]

    def part(self, rows: slice, columns: slice) -> Patch:
        """Return a part of this patch; whole pixels stay where they are."""
        left, top = round(self.camera.left) + columns.start, round(self.camera.top) + rows.start
        width, height = columns.stop - columns.start, rows.stop - rows.start
        return Patch(Camera(self.camera.scale, left, top, width, height), self, (rows, columns))

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """The pixel columns, counted from where the plane has its origin: neighbouring tiles count on."""
        return round(self.camera.left) + np.arange(self.camera.width)

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The pixel rows, counted likewise."""
        return round(self.camera.top) + np.arange(self.camera.height)

    @cached_property
    def x(self) -> NDArray[np.float64]:
        """The plane's x at the middle of every column."""
        return np.asarray((self.columns + 0.5) / self.camera.scale)

    @cached_property
    def y(self) -> NDArray[np.float64]:
        """The plane's y at the middle of every row."""
        return np.asarray((self.rows + 0.5) / self.camera.scale)

    @cached_property
    def across(self) -> Field:
        """The plane's x as one row, ready to be spread over the picture."""
        return self.x.astype(np.float32)[None, :]

    @cached_property
    def down(self) -> Field:
        """The plane's y as one column."""
        return self.y.astype(np.float32)[:, None]

    @property
    def shape(self) -> tuple[int, int]:
        return self.camera.height, self.camera.width

    def noise(self, seed: int, per_cell: float, stretch: float = 1.0) -> Field:
        """Return smooth noise from -1 to 1 with so many blotches per cell; it fades where they fall below a pixel.

        `stretch` draws the blotches out sideways. Textures share their noise, so what was read is kept.
        """
        return self.once((seed, per_cell, stretch), lambda whole: whole._read_noise(seed, per_cell, stretch))

    def _read_noise(self, seed: int, per_cell: float, stretch: float) -> Field:
        strength = min(max(self.camera.scale / per_cell / 2 - 0.4, 0.0), 1.0)
        if strength == 0:
            return np.zeros(self.shape, dtype=np.float32)
        rows = SamplePlaces.among(self.y * (_FEATURE * per_cell))
        columns = SamplePlaces.among(self.x * (_FEATURE * per_cell / stretch))
        return read_field(noise_field(seed), rows, columns) * np.float32(strength)

    def grain(self, seed: int) -> Field:
        """Return one number from -1 to 1 for each pixel, with nothing to do with its neighbours."""
        table = grain_field(seed)
        return table[np.ix_(self.rows % len(table), self.columns % len(table))]


def read_field(
    field: NDArray[np.uint8] | Field, rows: SamplePlaces, columns: SamplePlaces, *, repeats: bool = True
) -> Field:
    """Read a field between its samples; beyond its border it repeats, or its last sample goes on."""
    mode: Literal["wrap", "clip"] = "wrap" if repeats else "clip"
    if rows.crowded or columns.crowded:
        # More samples than pixels: the nearest sample is as good as any between, and takes a fraction of the time.
        near = field.take(rows.low, axis=0, mode=mode).take(columns.low, axis=1, mode=mode)
        return near.astype(np.float32)
    part = field.take(rows.needed, axis=0, mode=mode).take(columns.needed, axis=1, mode=mode).astype(np.float32)
    low = rows.low - rows.low[0]
    upper, lower = part.take(low, axis=0), part.take(low + 1, axis=0)
    level = upper + (lower - upper) * rows.share[:, None]
    low = columns.low - columns.low[0]
    left, right = level.take(low, axis=1), level.take(low + 1, axis=1)
    right -= left
    right *= columns.share[None, :]
    right += left
    return np.asarray(right, dtype=np.float32)


NOISES = tuple(range(1, 10))
"""The seeds of all noise in use."""


@lru_cache(maxsize=16)
def noise_field(seed: int) -> Field:
    """Return a field of smooth noise that repeats without a seam: white noise seen through a round blur."""
    white = np.random.default_rng(seed).standard_normal((_NOISE, _NOISE)).astype(np.float32)
    frequency = np.fft.fftfreq(_NOISE)[:, None] ** 2 + np.fft.rfftfreq(_NOISE)[None, :] ** 2
    blur = np.exp(-frequency * (_FEATURE * 1.5) ** 2)
    smooth = np.fft.irfft2(np.fft.rfft2(white) * blur, s=white.shape)
    return np.asarray(np.clip(smooth / (2.2 * smooth.std()), -1, 1), dtype=np.float32)


@lru_cache(maxsize=4)
def grain_field(seed: int) -> Field:
    """Return a field of unconnected numbers."""
    return np.random.default_rng(seed).uniform(-1, 1, (_NOISE, _NOISE)).astype(np.float32)
