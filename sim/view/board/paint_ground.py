"""The ground: every pixel mixed from the looks around it, then lit by the slope, with contour lines between levels."""

from __future__ import annotations

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.view.board.camera import Camera
from sim.view.board.landscape import Landscape
from sim.view.board.paint_ways import lay_ways
from sim.view.board.patch import Field, Patch
from sim.view.board.pixels import as_surface, flat, tones
from sim.view.board.textures import TEXTURES, Weave, cells_under, wetness
from sim.view.ui.palette import Colour, theme

SUN = (-0.62, -0.78)
"""Where the light comes from, on the plane: the upper left, as every draughtsman has it."""

_HIGH_TINT: Colour = (214, 186, 128)
_LOW_TINT: Colour = (86, 104, 72)
_CONTOUR: Colour = (104, 74, 40)
_SHORE: Colour = (52, 74, 78)
_LEAST_SHARE = 0.004
"""A look's part in a pixel below which it is not seen."""
_WATER_WANDER = 0.17
_WATER_LINE = 0.455
"""How much water around a point makes it wet: less than half, so that a creek runs on across a corner."""
_TINT = 0.38
_GRAIN = 5.0


def painted_ground(landscape: Landscape, camera: Camera) -> tuple[pygame.Surface, pygame.Surface | None]:
    """Paint the ground in view.

    Returned with it is a picture of all that lies off the map, to cover what reaches beyond the border (the crown of a
    tree); None where the whole view is on the map.
    """
    patch = Patch(camera)
    pixels = np.zeros((3, *patch.shape), dtype=np.float32)
    flat_pixels = pixels.reshape(3, -1)
    for index, weight in _mixture(landscape, patch):
        places = np.flatnonzero(weight > _LEAST_SHARE)
        if len(places) == weight.size:  # a look that is everywhere: without picking pixels that is far quicker
            flat_pixels += weight.ravel() * _painted(landscape, patch, index, places)
        else:
            flat_pixels[:, places] += weight.ravel()[places] * _painted(landscape, patch, index, places)
    _draw_shores(pixels, landscape, patch)
    _sink(pixels, landscape, patch)
    lay_ways(pixels, landscape, patch)
    _raise_relief(pixels, landscape, patch)
    pixels += np.float32(_GRAIN) * patch.grain(1)
    beyond = _beyond(landscape, patch) if landscape.survey.leaves_map(patch) else None
    return as_surface(pixels), beyond


def _beyond(landscape: Landscape, patch: Patch) -> pygame.Surface | None:
    """Return the table around the map as a picture that is clear over the map."""
    off = cells_under(landscape, patch) < 0
    if not off.any():
        return None
    pixels = np.empty((*off.shape, 4), dtype=np.uint8)
    pixels[..., :3] = theme().table
    pixels[..., 3] = off * np.uint8(255)
    return pygame.image.frombuffer(pixels.tobytes(), (off.shape[1], off.shape[0]), "RGBA")


def _mixture(landscape: Landscape, patch: Patch) -> list[tuple[int, Field]]:
    """Return the looks on a patch, each with its part in every pixel; the parts add up to 1."""
    looks = landscape.survey.present(patch)
    hard = [n for n in looks if landscape.styles[n].hard]
    soft = _wet_and_dry(landscape, patch, [n for n in looks if not landscape.styles[n].hard])
    if not hard:
        return soft
    cells = cells_under(landscape, patch)
    here = np.where(cells >= 0, landscape.survey.look_of_cell[cells], -1)
    parts = [(n, (here == n).astype(np.float32)) for n in hard]
    rest = 1 - np.add.reduce([part for _, part in parts])
    return parts + [(n, part * rest) for n, part in soft]


def _wet_and_dry(landscape: Landscape, patch: Patch, looks: list[int]) -> list[tuple[int, Field]]:
    """Part water from land first, and then the kinds of each: the shore line is drawn where they part."""
    wet = [n for n in looks if landscape.styles[n].wet]
    dry = [n for n in looks if not landscape.styles[n].wet]
    if not wet or not dry:
        return _soft_parts(landscape, patch, looks)
    water = np.clip(_shore(landscape, patch) / np.float32(max(2.2 / patch.camera.scale, 0.05)) + np.float32(0.5), 0, 1)
    parts = [(n, part * water) for n, part in _soft_parts(landscape, patch, wet)]
    return parts + [(n, part * (1 - water)) for n, part in _soft_parts(landscape, patch, dry)]


def _shore(landscape: Landscape, patch: Patch) -> Field:
    """Return how far each pixel is from the shore, as a share of the surroundings: positive in the water."""
    return wetness(landscape, patch) + np.float32(_WATER_WANDER) * _waver(patch) - np.float32(_WATER_LINE)


def _soft_parts(landscape: Landscape, patch: Patch, looks: list[int]) -> list[tuple[int, Field]]:
    """Return how looks with soft borders share each pixel: who has the greatest share wins, gently."""
    if len(looks) < 2:
        return [(n, np.ones(patch.shape, dtype=np.float32)) for n in looks]
    claims = []
    for place, n in enumerate(looks):
        wander = np.float32(landscape.styles[n].wander * (1 if place % 2 else -1))
        claims.append(landscape.survey.share(n, patch) + wander * _waver(patch, place // 2 % 2))
    greatest = np.maximum.reduce(claims)
    parts = []
    for n, claim in zip(looks, claims, strict=True):
        gentle = np.float32(max(landscape.styles[n].softness, 2.2 / patch.camera.scale))
        parts.append(np.clip(1 - (greatest - claim) / gentle, 0, 1))
    total = np.add.reduce(parts)
    return [(n, part / total) for n, part in zip(looks, parts, strict=True)]


def _waver(patch: Patch, which: int = 0) -> Field:
    """Return one of two noises that push borders about: wide bends, and small bays in them.

    Looks take turns with them and with their opposites: two neighbours that were pushed alike would part in a
    straight line.
    """
    return patch.once(("waver", which), _other_waver if which else _first_waver)


def _first_waver(patch: Patch) -> Field:
    wide, narrow, fine = patch.noise(6, 0.9), patch.noise(2, 2.0), patch.noise(3, 6.5)
    return np.asarray(0.6 * wide + 0.6 * narrow + 0.35 * fine, dtype=np.float32)


def _other_waver(patch: Patch) -> Field:
    wide, narrow, fine = patch.noise(8, 0.9), patch.noise(5, 3.2), patch.noise(4, 15.0)
    return np.asarray(0.6 * wide + 0.55 * narrow + 0.25 * fine, dtype=np.float32)


def _painted(landscape: Landscape, patch: Patch, index: int, places: NDArray[np.intp]) -> Field:
    """Return one look's own colours at some pixels of a patch."""
    style = landscape.styles[index]
    return tones(style.ramp, TEXTURES[style.texture](Weave(landscape, patch, places)))


def _draw_shores(pixels: Field, landscape: Landscape, patch: Patch) -> None:
    """Draw a dark line where water meets land; a pier hides it."""
    present = landscape.survey.present(patch)
    wet = [n for n in present if landscape.styles[n].wet]
    if not wet or len(wet) == len(present):
        return
    # Over a cell's width the share changes about twice; a shore line is a pixel or two wide.
    width = max(2.6 / patch.camera.scale, 0.035)
    line = np.clip(1 - np.abs(_shore(landscape, patch)) / width, 0, 1) * np.float32(0.75)
    if any(landscape.styles[n].hard for n in present):
        cells = cells_under(landscape, patch)
        hard = np.array([style.hard for style in landscape.styles] + [False])
        line = line * ~hard[np.where(cells >= 0, landscape.survey.look_of_cell[cells], -1)]
    pixels += (flat(_SHORE) - pixels) * line.astype(np.float32)


def _sink(pixels: Field, landscape: Landscape, patch: Patch) -> None:
    """Shade the banks of sunken ground: dark under the bank towards the sun, light on the far one."""
    for n in landscape.survey.present(patch):
        depth = landscape.styles[n].sunken
        if depth and min(patch.shape) > 1:
            down, across = np.gradient(landscape.survey.share(n, patch))
            lit = (across * SUN[0] + down * SUN[1]) * (patch.camera.scale * depth)
            pixels *= 1 - np.clip(-lit * 0.16, -0.25, 0.30)


def _raise_relief(pixels: Field, landscape: Landscape, patch: Patch) -> None:
    """Tint high ground, light the slopes from the sun, and draw contour lines between levels."""
    survey = landscape.survey
    span = max(float(survey.height.max()), 2.0)
    if survey.is_level(patch):
        level = survey.height_of(patch) / span
        tint, share = (_HIGH_TINT, level) if level > 0 else (_LOW_TINT, -level)
        if share > 0.01:
            pixels += (flat(tint) - pixels) * np.float32(_TINT * min(share, 1.0))
        return
    height = survey.read(survey.height, patch)
    across, down = survey.read(survey.slope_across, patch), survey.read(survey.slope_down, patch)
    share = np.clip(height / span, -1, 1) * np.float32(_TINT)
    pixels += (flat(_HIGH_TINT) - pixels) * np.maximum(share, 0)
    if float(share.min()) < -0.01:
        pixels += (flat(_LOW_TINT) - pixels) * np.maximum(-share, 0)
    facing = across * np.float32(SUN[0]) + down * np.float32(SUN[1])
    pixels *= 1 - np.float32(0.20) * np.clip(facing, -1.6, 1.6)
    _draw_contours(pixels, height, np.hypot(across, down), patch.camera.scale)


def _draw_contours(pixels: Field, height: Field, steep: Field, scale: float) -> None:
    """Draw a line wherever the ground passes half-way between two levels, as wide at every slope."""
    off = np.abs(height - np.floor(height) - np.float32(0.5))
    pixels_away = off / np.maximum(steep, 1e-3) * np.float32(scale)
    width = min(max(scale / 55, 0.7), 2.2)
    line = np.clip(width + 0.5 - pixels_away, 0, 1) * np.float32(0.62) * (steep > 0.15)
    pixels += (flat(_CONTOUR) - pixels) * line.astype(np.float32)
