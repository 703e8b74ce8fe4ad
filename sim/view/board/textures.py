"""Textures: which tone of its ramp each pixel of a ground has, from 0 (dark) to 1 (light).

Every texture is a function of the plane alone, so that tiles fit together and a map looks the same each time. What is
too fine for the zoom fades away by itself (`Patch.noise`), or is left out here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.view.board.chance import shares
from sim.view.board.landscape import Landscape
from sim.view.board.patch import Field, Patch

FURROWS = 7.0
"""Furrows per cell."""
PLANKS = 4.0
"""Planks per cell."""


@dataclass(frozen=True, eq=False)
class Weave:
    """What a texture may read at some pixels of a patch: noise, where they lie, how their plots run, how wet it is.

    Everything is one row of as many numbers as there are pixels: a look that fills a corner of a tile is woven there
    and nowhere else.
    """

    landscape: Landscape
    patch: Patch
    places: NDArray[np.intp]
    """The pixels, counted row by row."""

    def noise(self, seed: int, per_cell: float, stretch: float = 1.0) -> Field:
        """Return smooth noise from -1 to 1 (see `Patch.noise`)."""
        return self._at(self.patch.noise(seed, per_cell, stretch))

    @cached_property
    def across(self) -> Field:
        """The plane's x at each pixel."""
        return np.asarray(self.patch.across[0, self.places % self.patch.camera.width])

    @cached_property
    def down(self) -> Field:
        """The plane's y at each pixel."""
        return np.asarray(self.patch.down[self.places // self.patch.camera.width, 0])

    @cached_property
    def depth(self) -> Field:
        """How much of the surroundings is water: 0.5 at the shore, 1 far out."""
        return self._at(wetness(self.landscape, self.patch))

    @cached_property
    def cells(self) -> NDArray[np.int32]:
        """Which cell each pixel lies in; the first one for those off the map, which nobody will see."""
        return np.maximum(cells_under(self.landscape, self.patch).ravel()[self.places], 0)

    @cached_property
    def along(self) -> Field:
        """How far each pixel lies along the rows of its plot, in cells."""
        cos, sin = self._turn
        return np.asarray(self.across * cos + self.down * sin, dtype=np.float32)

    @cached_property
    def aside(self) -> Field:
        """How far each pixel lies across the rows of its plot."""
        cos, sin = self._turn
        return np.asarray(self.down * cos - self.across * sin, dtype=np.float32)

    @cached_property
    def tone(self) -> Field:
        """The tone of each pixel's plot."""
        return self.landscape.plots.tone[self.cells]

    @cached_property
    def _turn(self) -> tuple[Field, Field]:
        angle = self.landscape.plots.angle
        return np.cos(angle)[self.cells], np.sin(angle)[self.cells]

    def _at(self, field: Field) -> Field:
        return field.ravel() if len(self.places) == field.size else field.ravel()[self.places]

    def room(self, per_cell: float) -> float:
        """Return how much room there is to draw so many lines per cell: 0 too little, 1 plenty."""
        return min(max(self.patch.camera.scale / per_cell / 2.5 - 0.6, 0.0), 1.0)


def cells_under(landscape: Landscape, patch: Patch) -> NDArray[np.int32]:
    """Return which cell each pixel lies in, by map order; -1 off the map."""
    return patch.once("cells", lambda whole: landscape.layout.ordinals_at(whole.across, whole.down))


def wetness(landscape: Landscape, patch: Patch) -> Field:
    """Return how much of the surroundings is water of any kind."""
    return patch.once("wetness", lambda whole: _wetness(landscape, whole))


def _wetness(landscape: Landscape, patch: Patch) -> Field:
    total = np.zeros(patch.shape, dtype=np.float32)
    for n in landscape.survey.present(patch):
        if landscape.styles[n].wet:
            total += landscape.survey.share(n, patch)
    return total


def _tone(*parts: NDArray[np.floating[Any]] | float) -> Field:
    total: Any = parts[0]
    for part in parts[1:]:
        total = total + part
    return np.asarray(total, dtype=np.float32)


def turf(weave: Weave) -> Field:
    """Meadow: broad patches, tufts, and blades."""
    noise = weave.noise
    fine = 0.10 * noise(4, 15.0) + 0.10 * noise(3, 34.0)
    return _tone(0.5, 0.22 * noise(1, 0.4), 0.16 * noise(2, 2.0), 0.14 * noise(3, 6.5), fine)


def forest(weave: Weave) -> Field:
    """Woodland floor: blotches of undergrowth, dense enough to read as woods when no tree can be drawn."""
    noise = weave.noise
    return _tone(0.45, 0.16 * noise(1, 0.4), 0.26 * noise(5, 3.2), 0.22 * noise(3, 6.5))


def dirt(weave: Weave) -> Field:
    """Trodden earth: faint patches and fine grain."""
    noise = weave.noise
    return _tone(0.5, 0.20 * noise(6, 0.9), 0.12 * noise(2, 2.0), 0.11 * noise(4, 15.0), 0.08 * noise(3, 34.0))


def stony(weave: Weave) -> Field:
    """Broken ground: sharp little lumps, light on one side."""
    noise = weave.noise
    return _tone(0.5, 0.18 * noise(6, 0.9), 0.20 * noise(5, 3.2), 0.24 * noise(7, 10.0))


def furrows(weave: Weave) -> Field:
    """Ploughed field: ridges along the plot, a little unsteady."""
    sway = 0.30 * weave.noise(6, 0.9)
    ridges = np.sin(2 * np.pi * (FURROWS * weave.aside + sway))
    return _tone(0.48, 0.30 * weave.room(FURROWS) * ridges, 0.10 * weave.tone, dirt(weave) * 0.5 - 0.25)


def rows(weave: Weave) -> Field:
    """Standing crops: rows that are broken into plants."""
    ridges = np.sin(2 * np.pi * (FURROWS * weave.aside + 0.2 * weave.noise(6, 0.9)))
    plants = 0.5 + 0.5 * weave.noise(7, 10.0)
    return _tone(0.5, 0.36 * weave.room(FURROWS) * ridges * plants, 0.12 * weave.tone, 0.3 * (turf(weave) - 0.5))


def planks(weave: Weave) -> Field:
    """Floorboards: each board with its own tone and dark joints."""
    return _boards(weave, PLANKS, 1.9)


def boardwalk(weave: Weave) -> Field:
    """Short boards laid across the walk."""
    return _boards(weave, 5.0, 40.0)


def _boards(weave: Weave, per_cell: float, length: float) -> Field:
    """Boards of a length in cells, the joints of neighbours staggered."""
    place = weave.aside * np.float32(per_cell) + np.float32(per_cell / 2)
    board = np.floor(place)
    run = weave.along / np.float32(length) + (board * np.float32(0.381)) % 1.0
    tint = shares(board.astype(np.int64), np.floor(run).astype(np.int64), 23).astype(np.float32)
    pixel = np.float32(per_cell / weave.patch.camera.scale)
    joint = _near_whole(place, pixel, 0.045) + _near_whole(run, pixel / np.float32(per_cell * length), 0.011 / length)
    wood = 0.10 * weave.noise(3, 6.5) + 0.08 * weave.noise(4, 15.0)
    clear = weave.room(per_cell)
    return _tone(0.62, clear * 0.34 * (tint - 0.5), -0.62 * clear * np.minimum(joint, 1), wood)


def _near_whole(place: Field, pixel: np.float32, least: float) -> Field:
    """Return 1 where a place is whole, 0 a pixel (or a least width) away: a thin line that stays thin."""
    off = np.abs(place - np.rint(place))
    return np.asarray(np.clip(1.2 - off / np.maximum(pixel, np.float32(least)), 0, 1), dtype=np.float32)


def water(weave: Weave) -> Field:
    """Water: light over the shallows, dark in the deep, with short ripples."""
    noise = weave.noise
    shallow = np.clip((0.92 - weave.depth) / 0.42, 0, 1) ** 1.3
    ripples = np.clip(weave.noise(9, 6.5, 3.6) - 0.42, 0, 1)
    return _tone(0.22, 0.62 * shallow, 0.10 * noise(1, 0.4), 0.06 * noise(2, 2.0), 0.9 * ripples)


def ford(weave: Weave) -> Field:
    """Shallow water over gravel."""
    ripples = np.clip(weave.noise(9, 6.5, 3.6) - 0.40, 0, 1)
    return _tone(0.42, 0.22 * weave.noise(7, 10.0), 0.14 * weave.noise(5, 3.2), 0.7 * ripples)


def marsh(weave: Weave) -> Field:
    """Marsh: pools between cushions of reed."""
    pools = np.clip(weave.noise(8, 2.0, 1.8) * 2.2 + 0.25, -1, 1)
    return _tone(0.42, 0.38 * pools, 0.16 * weave.noise(3, 6.5), 0.10 * weave.noise(4, 15.0))


def flagstones(weave: Weave) -> Field:
    """Square slabs, each with its own tone."""
    across, down = (
        weave.across * np.float32(3) + np.float32(1.5),
        weave.down * np.float32(3) + np.float32(1.5),
    )
    tint = shares(np.floor(across).astype(np.int64), np.floor(down).astype(np.int64), 29).astype(np.float32)
    pixel = np.float32(3 / weave.patch.camera.scale)
    joint = np.maximum(_near_whole(across, pixel, 0.04), _near_whole(down, pixel, 0.04))
    clear = weave.room(3)
    return _tone(0.55, 0.3 * clear * (tint - 0.5), -0.36 * clear * joint, 0.12 * weave.noise(3, 6.5))


def hatch(weave: Weave) -> Field:
    """Slanted lines: ground of a look that nobody has drawn."""
    return _tone(0.55, 0.4 * np.sin(2 * np.pi * 4 * (weave.across + weave.down)))


TEXTURES: dict[str, Callable[[Weave], Field]] = {
    texture.__name__: texture
    for texture in (
        turf, forest, dirt, stony, furrows, rows, planks, boardwalk, water, ford, marsh, flagstones, hatch
    )
}  # fmt: skip
