"""What grows and lies about on each look of ground, where, and how it is drawn: trees, bushes, reeds, stones.

Plants stand on a lattice of their own that has nothing to do with cells, each pushed off its place by chance, and only
where their ground prevails. So a wood fills its outline to the edge, and shows no grid.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.view.board.camera import Camera
from sim.view.board.chance import shares
from sim.view.board.landscape import Landscape
from sim.view.board.paint_ways import FALLBACK, STREAMS, WAY_STYLES, stream_curves, way_curves
from sim.view.board.pen import SHADE, SHADOW
from sim.view.board.sprites import VARIANTS, sprite


@dataclass(frozen=True)
class Growth:
    """One kind of thing that stands about on a ground."""

    sprite: str
    spacing: float
    """Between neighbours, in cells."""
    smallest: float
    largest: float
    """Diameter in cells."""
    chance: float = 1.0
    """How many of the places are taken."""
    astray: float = 0.42
    """How far it is pushed off its place, as part of the spacing."""
    inside: float = 0.5
    """How much of the surroundings its ground must fill."""
    detail: float = 0.0
    """Pixels per cell below which it is left out."""
    tall: bool = True
    """Whether it throws a shadow."""


_TUFTS = Growth("reed", 0.43, 0.08, 0.14, 0.16, detail=60, tall=False)
GROWTH: dict[str, tuple[Growth, ...]] = {
    "light_woods": (
        Growth("bush", 0.30, 0.12, 0.20, 0.45, detail=30),
        Growth("tree", 0.37, 0.34, 0.50, 0.66, inside=0.52),
    ),
    "heavy_woods": (
        Growth("tree", 0.27, 0.32, 0.48, 0.90, inside=0.50),
        Growth("conifer", 0.40, 0.30, 0.42, 0.55, inside=0.55),
    ),
    "orchard": (Growth("fruit_tree", 0.345, 0.23, 0.29, 0.97, astray=0.06, inside=0.56),),
    "brush": (Growth("bush", 0.22, 0.11, 0.23, 0.74),),
    "scrub": (Growth("sage", 0.25, 0.09, 0.20, 0.55), _TUFTS),
    "marsh": (Growth("reed", 0.16, 0.13, 0.22, 0.62, detail=22, tall=False),),
    "riverbank": (
        Growth("reed", 0.17, 0.11, 0.19, 0.40, detail=22, tall=False),
        Growth("bush", 0.33, 0.1, 0.2, 0.4),
    ),
    "rough": (Growth("stone", 0.20, 0.05, 0.13, 0.60, detail=20), _TUFTS),
    "rocks": (Growth("stone", 0.18, 0.06, 0.12, 0.50, detail=20), Growth("boulder", 0.29, 0.15, 0.34, 0.72)),
    "rubble": (Growth("debris", 0.13, 0.07, 0.17, 0.80),),
    "ruin": (Growth("debris", 0.17, 0.05, 0.12, 0.50, detail=20),),
    "gully": (Growth("stone", 0.26, 0.05, 0.10, 0.35, detail=30), Growth("sage", 0.35, 0.1, 0.16, 0.4)),
    "ford": (Growth("stone", 0.19, 0.05, 0.11, 0.50, detail=20, tall=False),),
    "sand": (Growth("stone", 0.41, 0.03, 0.06, 0.30, detail=40, tall=False),),
    "grass": (_TUFTS,),
}
"""In the order in which they are drawn: what stands low first."""

_FROM_EDGES = 0.2
"""The width of the strip along walls and hedges, in cells, in which nothing grows."""
_LEAST = 9.0
"""Pixels per cell below which nothing is drawn but the ground: its texture reads as woods by itself."""


@dataclass(frozen=True, eq=False)
class Plants:
    """All that grows on a map, the nearer to the bottom the later; one entry each in every array."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    size: NDArray[np.float64]
    kind: NDArray[np.int16]
    """Which entry of `GROWTHS` it is."""
    variant: NDArray[np.int16]

    def among(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Plants:
        """Return some of them, or all in another order."""
        return Plants(self.x[chosen], self.y[chosen], self.size[chosen], self.kind[chosen], self.variant[chosen])


GROWTHS: tuple[Growth, ...] = tuple(dict.fromkeys(growth for kinds in GROWTH.values() for growth in kinds))
"""Every kind of growth there is."""
_DETAIL = np.array([growth.detail for growth in GROWTHS])
_WIDEST = max(growth.largest for growth in GROWTHS)


def plants_in_view(landscape: Landscape, camera: Camera, detail: float) -> Plants:
    """Return all that grows in view; `detail` is the zoom of the finished picture."""
    plants, view = all_plants(landscape), camera.view
    if detail < _LEAST:
        return plants.among(np.zeros(0, dtype=np.intp))
    left, right, top, bottom = (
        view.left - _WIDEST,
        view.right + _WIDEST,
        view.top - _WIDEST,
        view.bottom + _WIDEST,
    )
    rows = slice(*np.searchsorted(plants.y, (top, bottom)))
    near = (plants.x[rows] > left) & (plants.x[rows] < right) & (_DETAIL[plants.kind[rows]] <= detail)
    return plants.among(np.flatnonzero(near) + rows.start)


def all_plants(landscape: Landscape) -> Plants:
    """Return everything that grows on a landscape; planted when it is first asked for."""
    return landscape.once("plants", _all_planted)


def _all_planted(landscape: Landscape) -> Plants:
    """Plant a whole landscape."""
    parts = [
        _planted(landscape, index, growth)
        for index, name in enumerate(landscape.survey.looks)
        for growth in GROWTH.get(name, ())
    ]
    fields = [np.concatenate(part) for part in zip(*parts, strict=True)] if parts else [np.zeros(0)] * 5
    x, y, size, kind, variant = fields
    plants = Plants(x, y, size, kind.astype(np.int16), variant.astype(np.int16))
    return plants.among(np.argsort(plants.y, kind="stable"))


def _planted(landscape: Landscape, index: int, growth: Growth) -> tuple[NDArray[np.float64], ...]:
    """Return places, sizes, kind and variants of one growth, wherever its ground prevails and nothing runs through."""
    bounds, purpose = landscape.layout.bounds, 64 * GROWTHS.index(growth) + 7
    columns = np.arange(int(bounds.left / growth.spacing) - 2, int(bounds.right / growth.spacing) + 2)
    rows = np.arange(int(bounds.top / growth.spacing) - 2, int(bounds.bottom / growth.spacing) + 2)
    column, row = (part.ravel() for part in np.meshgrid(columns, rows))
    taken = shares(column, row, purpose) < growth.chance
    column, row = column[taken], row[taken]
    push_x, push_y = shares(column, row, purpose + 1) * 2 - 1, shares(column, row, purpose + 2) * 2 - 1
    x = (column + 0.5 * (row % 2) * (growth.astray > 0.1) + growth.astray * push_x) * growth.spacing
    y = (row + growth.astray * push_y) * growth.spacing
    here = (landscape.survey.share_at(index, x, y) > growth.inside) & ~_cleared_at(landscape, x, y)
    size = growth.smallest + (growth.largest - growth.smallest) * shares(column, row, purpose + 3)
    variant = np.floor(shares(column, row, purpose + 4) * VARIANTS)
    kind = np.full(int(here.sum()), GROWTHS.index(growth), dtype=np.float64)
    return x[here], y[here], size[here], kind, variant[here]


def _cleared_at(landscape: Landscape, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say which points lie where nothing grows."""
    cleared, survey = landscape.once("clearing", _clearing), landscape.survey
    rows, columns = cleared.shape
    row = np.clip(np.rint((y - survey.top) * survey.per_cell), 0, rows - 1).astype(np.intp)
    column = np.clip(np.rint((x - survey.left) * survey.per_cell), 0, columns - 1).astype(np.intp)
    return np.asarray(cleared[row, column])


def _clearing(landscape: Landscape) -> NDArray[np.bool_]:
    """Return, on the lattice of the survey, where nothing grows: on ways, in streams, along walls, off the map."""
    survey = landscape.survey
    rows, columns = survey.height.shape
    camera = Camera(survey.per_cell, survey.left * survey.per_cell, survey.top * survey.per_cell, columns, rows)
    surface = pygame.Surface((columns, rows), depth=32)
    widths = {name: WAY_STYLES.get(name, FALLBACK).width + 0.14 for name in way_curves(landscape)}
    widths |= {name: style.width + 0.10 for name, style in STREAMS.items()}
    for name, curves in (*way_curves(landscape).items(), *stream_curves(landscape).items()):
        curves.in_view(camera, 1.0).draw(surface, (255, 255, 255), widths[name] * camera.scale)
    for edge in landscape.edges:
        one, other = (camera.pixel(point) for point in landscape.side_points(edge))
        pygame.draw.line(surface, (255, 255, 255), one, other, max(1, round(_FROM_EDGES * camera.scale)))
    return np.asarray((pygame.surfarray.pixels_red(surface).T > 0) | ~survey.on_map)


# -- drawing ----------------------------------------------------------------------------------------------


def paint_plant_shadows(layer: pygame.Surface, plants: Plants, camera: Camera) -> None:
    """Draw the shadows of all that is tall, on a layer for shadows."""
    tall = np.array([growth.tall for growth in GROWTHS])[plants.kind]
    size = plants.size[tall] * camera.scale
    x = plants.x[tall] * camera.scale - camera.left + size * 0.15
    y = plants.y[tall] * camera.scale - camera.top + size * 0.19
    radius = np.maximum(size * 0.47, 1)
    colour = (*SHADOW, SHADE)
    for across, down, wide in zip(x.tolist(), y.tolist(), radius.tolist(), strict=True):
        pygame.draw.circle(layer, colour, (across, down), wide)


def paint_plants(surface: pygame.Surface, plants: Plants, camera: Camera) -> None:
    """Draw everything that grows."""
    size = plants.size * camera.scale
    step = np.maximum(1, size // 10)  # few different sizes, in steps of about a tenth, need few pictures
    wide = np.maximum(np.rint(size / step) * step, 2).astype(int)
    x = np.rint(plants.x * camera.scale - camera.left - wide / 2).astype(int)
    y = np.rint(plants.y * camera.scale - camera.top - wide / 2).astype(int)
    looks = list(zip(plants.kind.tolist(), plants.variant.tolist(), wide.tolist(), strict=True))
    pictures = {look: sprite(GROWTHS[look[0]].sprite, *look[1:]) for look in {*looks}}
    places = zip(x.tolist(), y.tolist(), strict=True)
    surface.blits([(pictures[look], place) for look, place in zip(looks, places, strict=True)], False)
