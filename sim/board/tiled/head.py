"""The head of a Tiled map: its grid, its size, and the map properties that say what Tiled has no word for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.board.findings import Findings
from sim.board.mapfile import parse_map
from sim.board.mapfile.draft import Draft
from sim.board.mapfile.model import WIDEST, MapFile
from sim.board.mapfile.rows import UNREAD
from sim.board.terrain import VOID, TerrainSet
from sim.board.terrain_sets import TERRAIN_SET_IDS, terrain_set
from sim.board.tiled.layout import PixelLayout
from sim.board.tiled.table import Property, TiledTable
from sim.files import FileMistakes, did_you_mean, one_of, shown
from sim.grid import Grid, HexGrid, SquareGrid

_LARGEST_TILE = 4096
_LONGEST_TITLE, _LONGEST_NOTES, _LONGEST_KINDS = 200, 20_000, 60_000
_UNITS = ("inch", "metre")
_PROPERTIES = ("terrain_set", "title", "notes", "cell", "unit", "neighbours", "own_kinds")
_TINY_MAP = """\
format = 1
title = "?"
terrain_set = "{terrain_set}"
size = [1, 1]
fill = "{fill}"
grid.kind = "hex"
"""
_SHIFTED = {("x", "odd"): HexGrid("flat", "odd"), ("x", "even"): HexGrid("flat", "even")}
_SHIFTED |= {("y", "odd"): HexGrid("pointy", "odd"), ("y", "even"): HexGrid("pointy", "even")}


@dataclass(frozen=True, eq=False)
class Head:
    """What must be known of a map before its layers can be read."""

    layout: PixelLayout
    width: int
    height: int
    kinds: TerrainSet | None
    """None where the terrain set could not be had, which is noted."""
    said: dict[str, Any]
    """Title, notes and grid as a map file has them."""

    def draft(self, kinds: TerrainSet, findings: Findings, name: str) -> Draft:
        """Return an empty draft of the map; one without a title is called by its name."""
        title = self.said["title"] or name[:_LONGEST_TITLE] or "?"
        file = MapFile.model_validate({"format": 1, "terrain_set": kinds.id, **self.said, "title": title})
        cells = self.width * self.height
        terrain = np.full(cells, UNREAD, dtype=np.object_)
        levels = np.zeros(cells, dtype=np.int64)
        return Draft(file, findings, self.layout.grid, kinds, self.width, self.height, terrain, levels)


def read_head(top: TiledTable) -> Head:
    """Read the head; a map whose size or grid cannot be had is given up at once."""
    if top.text("type", "map") != "map":
        top.refuse("type", shown(top.data["type"]), '"map": this is another file of Tiled')
    if top.flag("infinite"):
        hint = "in Tiled: Map > Map Properties > Infinite: off, then save again"
        top.refuse("infinite", "an infinite map", "a map of fixed size", hint)
    width, height = top.whole("width", 1, WIDEST), top.whole("height", 1, WIDEST)
    properties = top.properties()
    for name in properties:
        # Others may have properties of their own; what looks like one of ours is one misspelt.
        if name not in _PROPERTIES and (hint := did_you_mean(name, _PROPERTIES)):
            top.refuse("properties", f"the property {shown(name)}", one_of(_PROPERTIES), hint)
    layout = _layout(top, properties)
    if width is None or height is None or layout is None or top.data.get("infinite"):
        top.findings.settle()
        raise AssertionError("a mistake has been noted")
    return Head(layout, width, height, _kinds(top, properties), _said(layout.grid, properties))


def _layout(top: TiledTable, properties: dict[str, Property]) -> PixelLayout | None:
    orientation = top.word("orientation", ("hexagonal", "orthogonal"))
    wide, high = (top.whole(key, 1, _LARGEST_TILE) for key in ("tilewidth", "tileheight"))
    if orientation is None or wide is None or high is None:
        return None
    if orientation == "orthogonal":
        return PixelLayout(SquareGrid(8 if _neighbours(properties) == 8 else 4), wide, high)
    axis, index = top.word("staggeraxis", ("x", "y")), top.word("staggerindex", ("odd", "even"))
    if axis is None or index is None:
        return None
    # Tiled draws hexes in boxes of an even size, whatever the map says.
    wide, high = max(2, wide & ~1), max(2, high & ~1)
    side = top.whole("hexsidelength", 0, wide if axis == "x" else high)
    return None if side is None else PixelLayout(_SHIFTED[axis, index], wide, high, side)


def _neighbours(properties: dict[str, Property]) -> int:
    said = properties.get("neighbours")
    if said is None:
        return 8
    if said.value not in (4, 8) or isinstance(said.value, bool | float):
        said.refuse("4 or 8")
    return 4 if said.value == 4 else 8


def _kinds(top: TiledTable, properties: dict[str, Property]) -> TerrainSet | None:
    """Return the terrain set that the map names, with the kinds that it brings along."""
    said = properties.get("terrain_set")
    if said is None:
        hint = "in Tiled: Map > Map Properties > Custom Properties, a string"
        top.refuse("properties", "no terrain_set", f"the property terrain_set, {one_of(TERRAIN_SET_IDS)}", hint)
        return None
    if said.value not in TERRAIN_SET_IDS:
        said.not_among(TERRAIN_SET_IDS)
        return None
    own = properties.get("own_kinds")
    return terrain_set(said.value) if own is None else _with_own_kinds(said.value, own)


def _with_own_kinds(terrain_set_id: str, own: Property) -> TerrainSet | None:
    """Read the kinds of a map's own. They are written as in a map file, and read as part of a tiny one."""
    ground = next(kind for kind in terrain_set(terrain_set_id).terrain if kind != VOID)
    head = _TINY_MAP.format(terrain_set=terrain_set_id, fill=ground)
    try:
        return parse_map(head + own.text(_LONGEST_KINDS), "own_kinds").terrain_set
    except FileMistakes as mistakes:
        for mistake in mistakes.mistakes:
            line = f"line {mistake.line - head.count(chr(10))}: " if mistake.line else ""
            own.refuse_part(f"{line}{mistake.where}", mistake.found, mistake.expected, mistake.hint)
        return None


def _said(grid: Grid, properties: dict[str, Property]) -> dict[str, Any]:
    """Return title, notes and grid in the words of a map file, with what was wrong left out."""
    table: dict[str, Any] = {"kind": grid.kind, "cell": _cell_size(properties), "unit": _unit(properties)}
    match grid:
        case HexGrid(top, shifted):
            table |= {"top": top, "shifted": shifted}
        case SquareGrid(ways):
            table |= {"neighbours": ways}
    title = properties["title"].text(_LONGEST_TITLE) if "title" in properties else ""
    notes = properties["notes"].text(_LONGEST_NOTES) if "notes" in properties else ""
    return {"title": title, "notes": notes, "grid": table}


def _cell_size(properties: dict[str, Property]) -> float:
    """Return the distance between neighbours: a number, or a text of one where Tiled would round it."""
    said = properties.get("cell")
    if said is None:
        return 1.0
    try:
        size = 0.0 if isinstance(said.value, bool) or len(str(said.value)) > 40 else float(said.value)
    except (TypeError, ValueError):
        size = 0.0
    if 0 < size <= 100_000:
        return size
    said.refuse("a number above 0 and up to 100000")
    return 1.0


def _unit(properties: dict[str, Property]) -> str:
    said = properties.get("unit")
    if said is None or said.value in _UNITS:
        return "inch" if said is None else str(said.value)
    said.not_among(_UNITS)
    return "inch"
