"""Overlays: which there are, and how what the engine answers is drawn over the map.

Nothing here works anything out: the answers are those of the system that plays the battle (`answers.py`), cell by cell.
No shade stands for anything by its colour alone: bands differ in hatching, and figures stand in the cells
(`figures.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.board.area import Area
from sim.engine.check import Check
from sim.engine.insight import Band, Reached
from sim.grid import Cell, Grid
from sim.view.battle.figures import signed
from sim.view.battle.layers import Layer, SameObject
from sim.view.battle.shades import Hatch, Shade, shade_steps, stamp
from sim.view.board.camera import Camera
from sim.view.board.layout import Layout
from sim.view.board.paint_grid import cell_name_steps, height_tint
from sim.view.board.picture_cache import PictureCache
from sim.view.ui.frame_budget import FrameBudget
from sim.view.ui.lettering import haloed, lettered
from sim.view.ui.palette import keeps_pictures, theme

Needs = Literal["place", "unit", "side", "nothing"]
"""What must be picked before there is anything to show; a place is a unit or a cell."""


@dataclass(frozen=True)
class OverlayKind:
    """Something that can be shown over the map."""

    name: str
    needs: Needs
    help: str
    dress: bool = False
    """Whether it is part of the picture of the board: see `Dress`."""
    heading: str = ""
    """What its legend begins with, where the words beside the shades are bare figures."""


OVERLAYS: tuple[OverlayKind, ...] = (
    OverlayKind("ruler", "place", "the line of sight to the cursor: what it meets, what blocks it, seen from the side"),
    OverlayKind("view", "place", "what can be seen from there, and what turning to another facing would change"),
    OverlayKind("fire zones", "side", "what the units of a side can fire at: short, normal and long range"),
    OverlayKind("threat", "side", "how many enemies can fire at each cell", heading="enemies who cover it:"),
    OverlayKind("reach", "unit", "where a unit can go, and what that costs"),
    OverlayKind("cover", "nothing", "what each cell adds to the defence of a unit in it", heading="adds to defence:"),
    OverlayKind("heights", "nothing", "the level of each cell", dress=True),
    OverlayKind("coordinates", "nothing", "the name of each cell, and the areas of the scenario", dress=True),
)


def overlay(name: str) -> OverlayKind:
    """Return an overlay by its name."""
    return next(kind for kind in OVERLAYS if kind.name == name)


# -- fire zones -------------------------------------------------------------------------------------------

RANGES = ("short", "normal", "long")
"""The bands that are told apart."""
_WORDS = {
    "short": ("short", "close", "point", "near", "adjacent"),
    "long": ("long", "extreme", "far", "extended"),
}


def range_of(name: str, number: int, count: int) -> int:
    """Return which of `RANGES` a band is shown as: by its name, or else by its place among the bands of a unit.

    >>> range_of("short range", 0, 2), range_of("range", 0, 1), range_of("6 to 12 inches", 2, 3)
    (0, 1, 2)
    """
    for n, kind in enumerate(RANGES):
        if any(word in name.lower().split() for word in _WORDS.get(kind, (kind,))):
            return n
    if count == 1:
        return 1
    return min(number, 2) if number < count - 1 or count > 2 else 1


def _range(band: Band, number: int, count: int) -> int:
    return RANGES.index(band.range) if band.range is not None else range_of(band.name, number, count)


def fire_shades() -> tuple[Shade, Shade, Shade]:
    """Return how short, normal and long range are shown, in the colours of the theme in use."""
    return (
        Shade(theme().fire_short, "crossed", 2),
        Shade(theme().fire_normal, "rising", 3),
        Shade(theme().fire_long, "falling", 2),
    )


def fire_levels(layout: Layout, bands_by_unit: Mapping[str, tuple[Band, ...]]) -> NDArray[np.int8]:
    """Return the band that each cell lies in, in map order: 1, 2, 3 as in `RANGES`, and 0 where nobody fires.

    Of several units the one with the shorter range counts: that is the fire to be afraid of.
    """
    levels = np.full(len(layout.map.cells), len(RANGES) + 1, dtype=np.int8)
    for bands in bands_by_unit.values():
        for number, band in enumerate(bands):
            level = _range(band, number, len(bands)) + 1
            levels[band.area.mask() & (levels > level)] = level
    levels[levels > len(RANGES)] = 0
    return levels


def fire_layer(layout: Layout, bands_by_unit: Mapping[str, tuple[Band, ...]]) -> Layer:
    """Show what the units of a side can fire at: crossed at short, rising at normal, falling at long range."""

    def paint(layer: pygame.Surface, view: Camera) -> Iterator[None]:
        yield from shade_steps(layer, layout, view, fire_shades(), fire_levels(layout, bands_by_unit))

    areas = tuple(tuple((band.name, band.range, band.area) for band in bands) for bands in bands_by_unit.values())
    return Layer(("fire", areas), paint)


def danger_layer(layout: Layout, area: Area) -> Layer:
    """Show the cells that an order would endanger: a beaten zone, a blast."""

    def paint(layer: pygame.Surface, view: Camera) -> Iterator[None]:
        yield from shade_steps(layer, layout, view, fire_shades()[:1], area.mask().astype(np.int8))

    return Layer(("danger", area), paint)


# -- threat -----------------------------------------------------------------------------------------------


def _ramp(tints: tuple[tuple[int, int, int, int], ...], hatch: Hatch) -> tuple[Shade, ...]:
    """Return the shades of a ramp: the more there is, the closer the hatching."""
    return tuple(Shade(tint, hatch, n) for n, tint in enumerate(tints, 1))


def threat_layer(layout: Layout, counts: NDArray[np.integer]) -> Layer:
    """Show how many enemies can fire at each cell, as a shade; `counts` is in map order."""

    def paint(layer: pygame.Surface, view: Camera) -> Iterator[None]:
        shades = _ramp(theme().threat, "rising")
        yield from shade_steps(layer, layout, view, shades, np.minimum(counts, len(shades)))

    return Layer(("threat", counts.tobytes()), paint)


# -- reach ------------------------------------------------------------------------------------------------


def reach_layer(layout: Layout, reach: Mapping[Cell, Reached]) -> Layer:
    """Show where a unit can get to."""

    def paint(layer: pygame.Surface, view: Camera) -> Iterator[None]:
        area = layout.map.area(*reach).mask()
        yield from shade_steps(layer, layout, view, (Shade(theme().reach),), area.astype(np.int8))

    return Layer(("reach", SameObject(reach)), paint)


# -- cover ------------------------------------------------------------------------------------------------


def cover_layer(layout: Layout, checks_by_cell: Mapping[Cell, Check]) -> Layer:
    """Show the defence modifier of every cell, as a shade; one that harms is crossed out in red."""

    def paint(layer: pygame.Surface, view: Camera) -> Iterator[None]:
        totals = np.zeros(len(layout.map.cells), dtype=np.int16)
        for cell, check in checks_by_cell.items():
            totals[layout.map.ordinal(cell)] = check.total
        yield
        shades = (*_ramp(theme().cover, "falling"), Shade(theme().removed, "crossed", 2))
        levels = np.where(totals < 0, len(shades), np.minimum(totals, len(theme().cover)))
        yield from shade_steps(layer, layout, view, shades, levels)

    return Layer(("cover", SameObject(checks_by_cell)), paint)


# -- view -------------------------------------------------------------------------------------------------


def view_layer(layout: Layout, seen: Area, turned: Area | None) -> Layer:
    """Darken what is not seen. With another facing: what would come into view and what would be lost by turning.

    What is seen both ways is left as it is, what would be won is light with rising lines, what would be lost is dark
    with falling ones.
    """

    def paint(layer: pygame.Surface, view: Camera) -> Iterator[None]:
        now = seen.mask()
        then = now if turned is None else turned.mask()
        levels = np.select([now & then, then, now], [1, 2, 3], 4)
        yield from shade_steps(layer, layout, view, _view_shades(), levels)

    return Layer(("view", seen, turned), paint)


def _view_shades() -> tuple[Shade, ...]:
    """Return how is shown what is seen both ways, what would be won, what would be lost, and what is never seen."""
    red, green, blue = theme().unseen
    return (
        Shade((*theme().mark, 0)),
        Shade((*theme().clear_line, 64), "rising", 3),
        Shade((*theme().blocked_line, 64), "falling", 3),
        Shade((red // 4, green // 4, blue // 4, 156), bordered=False),
    )


# -- what shades mean -------------------------------------------------------------------------------------


_VIEWS = ("seen", "seen after turning", "lost by turning", "not seen")
_LESS = "−"
"""What stands for all modifiers that harm."""


def _meanings(name: str) -> tuple[tuple[Shade, str], ...]:
    """Return the shades of an overlay, each with what it stands for."""
    match name:
        case "fire zones":
            return tuple(zip(fire_shades(), RANGES, strict=True))
        case "threat":
            return tuple(zip(_ramp(theme().threat, "rising"), ("1", "2", "3", "4", "5+"), strict=True))
        case "cover":
            words = ("+1", "+2", "+3", "+4", "+5")
            ramp = tuple(zip(_ramp(theme().cover, "falling"), words, strict=True))
            return ((Shade(theme().removed, "crossed", 2), _LESS), *ramp)
        case "reach":
            return ((Shade(theme().reach), "in reach, with the cost"),)
        case "view":
            return tuple(zip(_view_shades(), _VIEWS, strict=True))
        case _:
            return ()


_MEADOW = Shade((146, 160, 104, 255), bordered=False)
"""What the shades of a legend lie on: a panel is too dark to show them as they look on a map."""
_SWATCH = 28
"""Pixels per cell of the shades of a legend, at scale 1."""


def _swatch(grid: Grid, shade: Shade, ui: float, figure: str = "") -> pygame.Surface:
    """Return a cell of a shade, bordered all round, on a meadow, with a figure in it as on the map."""
    picture = stamp(grid, _SWATCH * ui, _MEADOW).copy()
    borders = (1 << len(grid.sides)) - 1 if shade.bordered else 0
    picture.blit(stamp(grid, _SWATCH * ui, shade, borders, theme().weight), (0, 0))
    if figure:
        written = haloed(figure, round(13 * ui), theme().map_ink, theme().map_halo, "bold")
        picture.blit(written, written.get_rect(center=picture.get_rect().center))
    return picture


def fire_words(bands_by_unit: Mapping[str, tuple[Band, ...]]) -> dict[str, str]:
    """Return which ranges of the legend occur in fire zones, each with what the system calls it."""
    found: dict[str, dict[str, None]] = {}
    for bands in bands_by_unit.values():
        for n, band in enumerate(bands):
            if band.area.bits:
                found.setdefault(RANGES[_range(band, n, len(bands))], {})[band.name] = None
    return {kind: " / ".join(names) for kind, names in found.items()}


def threat_words(counts: NDArray[np.integer]) -> frozenset[str]:
    """Return which numbers of the legend occur in a threat; the last stands for all that are larger.

    >>> sorted(threat_words(np.array([0, 1, 7])))
    ['1', '5+']
    """
    most = len(theme().threat)
    return frozenset(f"{most}+" if count >= most else str(count) for count in np.unique(counts).tolist() if count)


def cover_words(checks_by_cell: Mapping[Cell, Check]) -> frozenset[str]:
    """Return which modifiers of the legend occur on a map; the last stands for all that are larger."""
    totals = _totals(SameObject(checks_by_cell))
    return frozenset(_LESS if total < 0 else signed(min(total, len(theme().cover))) for total in totals if total)


@lru_cache(maxsize=8)
def _totals(checks: SameObject) -> frozenset[int]:
    """Return the modifiers of a map, added up once: a legend is drawn with every frame."""
    checks_by_cell: Mapping[Cell, Check] = checks.answer  # type: ignore[assignment]
    return frozenset(check.total for check in checks_by_cell.values())


def cell_names_layer(layout: Layout, ui: float) -> Layer:
    """Write the names of cells over shades, under which they could not be read."""

    def paint(layer: pygame.Surface, view: Camera) -> Iterator[None]:
        yield from cell_name_steps(layer, layout, view, ui)

    return Layer(("names of cells", ui), paint)


def view_words(turned: bool) -> frozenset[str]:
    """Return which words of the legend are needed for a field of view."""
    return frozenset(_VIEWS if turned else ("seen", "not seen"))


def legend(
    name: str,
    grid: Grid,
    ui: float,
    width: int,
    only: Collection[str] | Mapping[str, str] | None = None,
    budget: FrameBudget | None = None,
) -> pygame.Surface | None:
    """Return a picture of what the shades of an overlay mean, in as many rows as a width needs; None if it has none.

    `only` are those that occur, perhaps in other words: what is not on the map would be looked for in vain. None as
    well if a budget leaves no time to draw one.
    """
    words = only if isinstance(only, Mapping) else dict.fromkeys(only, "") if only is not None else None
    meanings = [
        (shade, words[text] or text if words is not None else text)
        for shade, text in _meanings(name)
        if words is None or text in words
    ]
    asked = (overlay(name).heading, tuple(meanings), grid, ui, width)
    known = _legends.known(asked)
    if known is None and (not meanings or (budget is not None and not budget.has_time())):
        return None
    return known or _legends(asked)


def heights_legend(layout: Layout, ui: float, width: int, budget: FrameBudget | None = None) -> pygame.Surface | None:
    """Return what the tints of heights mean: where cells are small, no figures stand in them."""
    heights = layout.map.height_array
    low, high = int(heights.min()), int(heights.max())
    levels = sorted({int(height) for height in heights[layout.present]})
    if len(levels) > _MOST_LEVELS:
        levels = [levels[n * (len(levels) - 1) // (_MOST_LEVELS - 1)] for n in range(_MOST_LEVELS)]
    meanings = tuple((Shade(height_tint(level, low, high)), str(level)) for level in levels)
    asked = ("level:", meanings, layout.map.grid, ui, width)
    if _legends.known(asked) is None and budget is not None and not budget.has_time():
        return None
    return _legends(asked)


_MOST_LEVELS = 7
"""Levels that are listed: of more, the lowest, the highest and some between."""


def _drawn_legend(asked: tuple[str, tuple[tuple[Shade, str], ...], Grid, float, int]) -> pygame.Surface:
    """Draw a legend: figures under a heading stand in their cells as on the map, words beside them."""
    heading, meanings, grid, ui, width = asked
    swatches = [
        (
            _swatch(grid, shade, ui, text if heading else ""),
            lettered("" if heading else text, round(14 * ui), theme().ink),
        )
        for shade, text in meanings
    ]
    gap, y, places = round(6 * ui), 0, []
    high = max(picture.get_height() for picture, _ in swatches)
    said = lettered(heading, round(14 * ui), theme().ink) if heading else None
    x = said.get_width() + 2 * gap if said is not None else 0
    for picture, words in swatches:
        wide = picture.get_width() + (gap if heading else words.get_width() + 3 * gap)
        if x and x + wide > width:
            x, y = 0, y + high + gap
        places.append((x, y))
        x += wide
    sheet = pygame.Surface((width, y + high), pygame.SRCALPHA, 32)
    if said is not None:
        sheet.blit(said, said.get_rect(midleft=(0, high // 2)))
    for (picture, words), (left, top) in zip(swatches, places, strict=True):
        sheet.blit(picture, (left, top))
        beside = (left + picture.get_width() + gap, top + high // 2)
        sheet.blit(words, words.get_rect(midleft=beside))
    return sheet


_legends = PictureCache(_drawn_legend, 32)
keeps_pictures(_legends.clear)
