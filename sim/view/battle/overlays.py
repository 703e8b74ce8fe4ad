"""Overlays: how what the engine answers is drawn over the map.

Nothing here works anything out: the answers are those of the system that plays the battle (`Overlays`), cell by cell.
No shade stands for anything by its colour alone: bands differ in hatching, and figures stand in the cells. All of it is
plain data that becomes part of the look of the board, and is painted with it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np
import pygame
from numpy.typing import NDArray

from sim.board.area import Area
from sim.engine.insight import Band, Reached
from sim.grid import Cell, Grid
from sim.study.heatmap import STEPS, heat
from sim.view.board.board_look import CellNames, Eye, OnBoard
from sim.view.board.cell_figures import ROOM_FOR_NOUGHTS, CellFigures, figure, signed
from sim.view.board.layout import Layout
from sim.view.board.paint_grid import height_tint
from sim.view.board.picture_cache import PictureCache
from sim.view.board.shades import BorderLine, Hatch, Shade, ShadedCells, stamp
from sim.view.ui.lettering import haloed, lettered
from sim.view.ui.palette import keeps_pictures, theme
from sim.view.worker.questions import OverlayCells

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


def shaded_fire(layout: Layout, bands_by_unit: Mapping[str, tuple[Band, ...]]) -> ShadedCells:
    """Show what the units of a side can fire at: crossed at short, rising at normal, falling at long range."""
    return ShadedCells.of(fire_shades(), fire_levels(layout, bands_by_unit))


def shaded_danger(area: Area) -> ShadedCells:
    """Show the cells that an order would endanger: a beaten zone, a blast."""
    return ShadedCells.of(fire_shades()[:1], area.mask())


# -- threat -----------------------------------------------------------------------------------------------


def _ramp(tints: tuple[tuple[int, int, int, int], ...], hatch: Hatch) -> tuple[Shade, ...]:
    """Return the shades of a ramp: the more there is, the closer the hatching."""
    return tuple(Shade(tint, hatch, n) for n, tint in enumerate(tints, 1))


def shaded_threat(counts: NDArray[np.integer]) -> ShadedCells:
    """Show how many enemies can fire at each cell; `counts` is in map order."""
    shades = _ramp(theme().threat, "rising")
    return ShadedCells.of(shades, np.minimum(counts, len(shades)))


# -- heat -------------------------------------------------------------------------------------------------


def shaded_heat(layout: Layout, often: Mapping[Cell, float]) -> ShadedCells:
    """Show how often something happens in each cell, in the steps of a report."""
    levels, most = np.zeros(len(layout.map.cells), dtype=np.int16), max(often.values(), default=0.0)
    for cell, count in often.items():
        levels[layout.map.ordinal(cell)] = heat(count, most)
    return shaded_threat(levels)


def heat_words(often: Mapping[Cell, float]) -> dict[str, str]:
    """Return the steps that occur on a map, each with the most that it stands for.

    >>> heat_words({Cell(0, 0): 1.0, Cell(1, 0): 0.01})
    {'1': 'to 0.04 a game', '5+': 'to 1 a game'}
    """
    most = max(often.values(), default=0.0)
    steps = sorted({heat(count, most) for count in often.values() if count})
    return {f"{n}{'+' * (n == STEPS)}": f"to {most * (n / STEPS) ** 2:.2g} a game" for n in steps}


# -- reach ------------------------------------------------------------------------------------------------


def shaded_reach(layout: Layout, reach: Mapping[Cell, Reached]) -> ShadedCells:
    """Show where a unit can get to: a region for each way of moving, with a border of its own kind and colour."""
    ways = ways_of_moving(reach)
    levels = np.zeros(len(layout.map.cells), dtype=np.uint8)
    for cell, reached in reach.items():
        levels[layout.map.ordinal(cell)] = min(ways[_way_of_moving(reached)], len(_REACHES) - 1) + 1
    return ShadedCells.of(_reach_shades(), levels)


def ways_of_moving(reach: Mapping[Cell, Reached]) -> dict[str, int]:
    """Return in which ways a unit gets about, numbered in the order of the rules: "rapid", "crawling".

    >>> ways_of_moving({Cell(1, 0): Reached(3, '3"'), Cell(0, 0): Reached(6, '6", rapid')})
    {'': 0, 'rapid': 1}
    """
    return {way: n for n, way in enumerate(dict.fromkeys(map(_way_of_moving, reach.values())))}


def _way_of_moving(reached: Reached) -> str:
    """Return what the words of a cost say after the figure."""
    return reached.text.partition(", ")[2]


def _reach_shades() -> tuple[Shade, ...]:
    """Return how regions are shown that are got to in a first, second and third way: ever lighter, by another line."""
    *colour, opacity = theme().reach
    light = [tuple(round(part + (255 - part) * share) for part in colour) for share in (0.0, 0.4, 0.75)]
    lines: tuple[BorderLine, ...] = ("solid", "dashed", "dotted")
    return tuple(Shade((r, g, b, opacity * 2 // 3), border=line) for (r, g, b), line in zip(light, lines, strict=True))


# -- cover ------------------------------------------------------------------------------------------------


def shaded_cover(layout: Layout, cover: Mapping[Cell, int]) -> ShadedCells:
    """Show the defence modifier of every cell; one that harms is crossed out in red."""
    totals = np.zeros(len(layout.map.cells), dtype=np.int16)
    for cell, total in cover.items():
        totals[layout.map.ordinal(cell)] = total
    shades = (*_ramp(theme().cover, "falling"), Shade(theme().removed, "crossed", 2))
    return ShadedCells.of(shades, np.where(totals < 0, len(shades), np.minimum(totals, len(theme().cover))))


# -- view -------------------------------------------------------------------------------------------------


def shaded_view(seen: Area, turned: Area | None) -> ShadedCells:
    """Darken what is not seen. With another facing: what would come into view and what would be lost by turning.

    What is seen both ways is left as it is, what would be won is light with rising lines, what would be lost is dark
    with falling ones.
    """
    now = seen.mask()
    then = now if turned is None else turned.mask()
    return ShadedCells.of(_view_shades(), np.select([now & then, then, now], [1, 2, 3], 4))


def _view_shades() -> tuple[Shade, ...]:
    """Return how is shown what is seen both ways, what would be won, what would be lost, and what is never seen."""
    red, green, blue = theme().unseen
    return (
        Shade((*theme().mark, 0)),
        Shade((*theme().clear_line, 64), "rising", 3),
        Shade((*theme().blocked_line, 64), "falling", 3),
        Shade((red // 4, green // 4, blue // 4, 156), border="none"),
    )


# -- all of them ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Overlaid(OverlayCells):
    """All that lies over the board; what is None is not shown."""

    occupied: tuple[Cell, ...] = ()
    """Where counters would hide a figure: there it is written on a card over them."""
    danger: Area | None = None
    """What the order in hand endangers."""

    @cached_property
    def meanings(self) -> dict[str, Collection[str]]:
        """What is shown, by the names of its legends, each with what of its legend occurs on the map."""
        found: dict[str, Collection[str]] = {}
        if self.view is not None:
            found["view"] = view_words(self.view[0], self.view[2])
        if self.fire is not None:
            found["fire zones"] = fire_words(self.fire)
        if self.threat is not None:
            found["threat"] = threat_words(self.threat)
        if self.reach:
            found["reach"] = reach_words(self.reach)
        if self.cover is not None:
            found["cover"] = cover_words(self.cover)
        if self.heat is not None:
            found["heat"] = heat_words(self.heat)
        return found

    def figures(self, plan: Layout, ui: float) -> CellFigures:
        """Return what is written into cells."""
        order = plan.map.ordinal
        return CellFigures(
            None
            if self.threat is None
            else tuple((n, int(self.threat[n])) for n in np.flatnonzero(self.threat).tolist()),
            None if self.cover is None else tuple((order(cell), total) for cell, total in self.cover.items()),
            frozenset(map(order, self.occupied)),
            ui,
        )

    def tags(self, plan: Layout, scale: float) -> dict[Cell, str]:
        """Return the figures of the cells in which counters stand; of cells so small, noughts would hide them all."""
        found: dict[Cell, str] = {}
        for cell in self.occupied:
            figures = []
            if self.threat is not None and (count := int(self.threat[plan.map.ordinal(cell)])):
                figures.append(str(count))
            if self.cover is not None and cell in self.cover:
                total = self.cover[cell]
                figures += [signed(total)] if total or scale >= ROOM_FOR_NOUGHTS else []
            if figures:
                found[cell] = " ".join(figures)
        return found


def layers_over(plan: Layout, overlaid: Overlaid, ui: float, *, names: bool = False) -> tuple[OnBoard, ...]:
    """Return what lies over the board, from below; shades that darken the names of cells have these over them again."""
    layers: list[OnBoard] = []
    if overlaid.heat is not None:
        layers.append(shaded_heat(plan, overlaid.heat))
    if overlaid.cover is not None:
        layers.append(shaded_cover(plan, overlaid.cover))
    if overlaid.threat is not None:
        layers.append(shaded_threat(overlaid.threat))
    if overlaid.fire is not None:
        layers.append(shaded_fire(plan, overlaid.fire))
    if overlaid.reach is not None:
        layers.append(shaded_reach(plan, overlaid.reach))
    if overlaid.view is not None:
        layers.append(shaded_view(overlaid.view[0], overlaid.view[2]))
    if overlaid.danger is not None:
        layers.append(shaded_danger(overlaid.danger))
    if (figures := overlaid.figures(plan, ui)).rows:
        layers.append(figures)
    if layers and names:
        layers.append(CellNames(ui))
    return (*layers, Eye(overlaid.view[1])) if overlaid.view is not None else tuple(layers)


# -- what shades mean -------------------------------------------------------------------------------------


_VIEWS = ("seen", "seen after turning", "lost by turning", "not seen")
_REACHES = ("in reach", "in a second way", "in a third way")
_LESS = "−"
"""What stands for all modifiers that harm."""
_HEADINGS = {"threat": "enemies who cover it:", "cover": "adds to defence:"}
"""What a legend begins with, where the words beside the shades are bare figures."""


def _meanings(name: str) -> tuple[tuple[Shade, str], ...]:
    """Return the shades of an overlay, each with what it stands for."""
    match name:
        case "fire zones":
            return tuple(zip(fire_shades(), RANGES, strict=True))
        case "threat" | "heat":
            return tuple(zip(_ramp(theme().threat, "rising"), ("1", "2", "3", "4", "5+"), strict=True))
        case "cover":
            words = ("+1", "+2", "+3", "+4", "+5")
            ramp = tuple(zip(_ramp(theme().cover, "falling"), words, strict=True))
            return ((Shade(theme().removed, "crossed", 2), _LESS), *ramp)
        case "reach":
            return tuple(zip(_reach_shades(), _REACHES, strict=True))
        case "view":
            return tuple(zip(_view_shades(), _VIEWS, strict=True))
        case _:
            return ()


_MEADOW = Shade((146, 160, 104, 255), border="none")
"""What the shades of a legend lie on: a panel is too dark to show them as they look on a map."""
_SWATCH = 28
"""Pixels per cell of the shades of a legend, at scale 1."""


def _swatch(grid: Grid, shade: Shade, ui: float, figure: str = "") -> pygame.Surface:
    """Return a cell of a shade, bordered all round, on a meadow, with a figure in it as on the map."""
    picture = stamp(grid, _SWATCH * ui, _MEADOW).copy()
    borders = (1 << len(grid.sides)) - 1 if shade.border != "none" else 0
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


def cover_words(cover: Mapping[Cell, int]) -> frozenset[str]:
    """Return which modifiers of the legend occur on a map; the last stands for all that are larger."""
    totals = set(cover.values())
    return frozenset(_LESS if total < 0 else signed(min(total, len(theme().cover))) for total in totals if total)


def reach_words(reach: Mapping[Cell, Reached]) -> dict[str, str]:
    """Return which regions of the legend occur in a reach, each with the way in which it is got to, and its cost."""
    found: dict[str, list[Reached]] = {}
    for reached in reach.values():
        found.setdefault(_way_of_moving(reached), []).append(reached)
    return dict(zip(_REACHES, (f"{way or 'in reach'}: {_costs(each)}" for way, each in found.items()), strict=False))


def _costs(reached: list[Reached]) -> str:
    """Return the least and the most that a region costs, in words."""
    low, high = (end(reached, key=lambda each: each.cost).text.partition(", ")[0] for end in (min, max))
    return low if low == high else f"{figure(low)} to {high}"


def view_words(seen: Area, turned: Area | None) -> frozenset[str]:
    """Return which words of the legend are needed for a field of view: by turning all round, nothing is lost."""
    then = seen if turned is None else turned
    return frozenset(compress(_VIEWS, (True, then - seen, seen - then, True)))


def legend(
    name: str, grid: Grid, ui: float, width: int, only: Collection[str] | Mapping[str, str]
) -> pygame.Surface | None:
    """Return a picture of what the shades of an overlay mean, in as many rows as a width needs; None if none occurs.

    `only` are those that occur, perhaps in other words: what is not on the map would be looked for in vain.
    """
    words = only if isinstance(only, Mapping) else dict.fromkeys(only, "")
    meanings = tuple((shade, words[text] or text) for shade, text in _meanings(name) if text in words)
    return _legends((_HEADINGS.get(name, ""), meanings, grid, ui, width)) if meanings else None


def heights_legend(layout: Layout, ui: float, width: int) -> pygame.Surface:
    """Return what the tints of heights mean: where cells are small, no figures stand in them."""
    heights = layout.map.height_array
    low, high = int(heights.min()), int(heights.max())
    levels = sorted({int(height) for height in heights[layout.present]})
    if len(levels) > _MOST_LEVELS:
        levels = [levels[n * (len(levels) - 1) // (_MOST_LEVELS - 1)] for n in range(_MOST_LEVELS)]
    meanings = tuple((Shade(height_tint(level, low, high)), str(level)) for level in levels)
    return _legends(("level:", meanings, layout.map.grid, ui, width))


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
