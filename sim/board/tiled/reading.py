"""Maps of the Tiled editor: its XML (`.tmx`) and its JSON (`.tmj`), hexagonal or orthogonal.

What Tiled knows nothing of is carried by names:

    tile layer "terrain"       tiles whose class (or property `terrain`) is a kind of terrain; no tile is a hole
    tile layer "heights"       tiles with the whole-number property `height`; no tile is level 0
    tile layer "features"      tiles whose class is a kind of feature, one to a cell
    object layer "features"    points whose class is a kind of feature
    object layer "edges"       lines along sides, their class the kind of edge; or the property `side`
    object layer "ways"        lines from cell to cell, their class the kind of way
    object layer "places"      points and figures with a name that is lettered on the map
    object layer "areas"       the same for what only scenarios name
    map properties             terrain_set, title, notes, cell, unit, neighbours, own_kinds

A layer of another name is a mistake, because it is most often one of these misspelt; layers for the eye alone have
the boolean property `ignore`. Pictures are never opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePath

from sim.board.battlemap import BattleMap
from sim.board.findings import Findings
from sim.board.mapfile.draft import Draft
from sim.board.terrain import VOID
from sim.board.tiled.document import TiledDocument
from sim.board.tiled.head import Head, read_head
from sim.board.tiled.objects import Drafter, drawn_objects
from sim.board.tiled.table import TiledTable
from sim.board.tiled.tiles import Painter, Tilesets, painted
from sim.board.tiled.xml import tables_of
from sim.files import (
    FileLimits,
    FileLocation,
    FileMistakes,
    JsonDocument,
    did_you_mean,
    one_of,
    parse_json,
    read_text,
    shown,
)
from sim.grid import Cell

TILED_LIMITS = FileLimits(size=6 << 20, depth=32, values=850_000, tables=20_000)
"""How large a map may be: 512 by 512 cells in three layers, and some thousand objects."""
DEEPEST_GROUP = 4

Named = dict[str, tuple[Cell, ...]]

_TILE_LAYERS = ("terrain", "heights", "features")
_OBJECT_LAYERS = ("features", "edges", "ways", "places", "areas")


def load_tiled(path: str | os.PathLike[str]) -> BattleMap:
    """Read a Tiled map, or raise `FileMistakes` with every mistake in it. Tilesets are looked for beside it."""
    return parse_tiled(read_text(path, limit=TILED_LIMITS.size), os.fspath(path), Path(path).parent)


def parse_tiled(text: str, file: str = "map.tmj", folder: Path | None = None) -> BattleMap:
    """Read a Tiled map from text, XML if its file is called `.tmx`; without a folder, its tilesets must be embedded.

    >>> from sim.board.mapfile import parse_map
    >>> from sim.board.tiled import tiled_text
    >>> drawn = parse_map('format = 1\\ntitle = "Wood"\\nterrain_set = "town"\\nrows = "..s"\\ngrid.kind = "square"')
    >>> parse_tiled(tiled_text(drawn)).digest == drawn.digest
    True
    """
    parse = tables_of if file.lower().endswith(".tmx") else parse_json
    return _map_of(parse(text, file, TILED_LIMITS), folder)


def _map_of(document: JsonDocument, folder: Path | None) -> BattleMap:
    if not isinstance(document.data, dict):
        raise FileMistakes([FileLocation(document.file).mistake(shown(document.data), "a Tiled map")])
    findings = Findings(TiledDocument(document.file, document.data))
    top = TiledTable(document.data, (), findings)
    head = read_head(top)
    tilesets = Tilesets()
    tilesets.read(top, folder)
    layers = _layers_by_name(top)
    name = PurePath(document.file).stem
    if head.kinds is None:
        _look_at_tiles(head, layers)
        _settle(findings, tilesets)
        raise AssertionError("a mistake has been noted")
    draft = head.draft(head.kinds, findings, name)
    _lay(draft, head, layers, tilesets)
    _settle(findings, tilesets)
    return draft.finished(name)


def _settle(findings: Findings, tilesets: Tilesets) -> None:
    """Raise all that was found, in the map and in tilesets beside it."""
    try:
        findings.settle()
    except FileMistakes as mistakes:
        raise FileMistakes([*mistakes.mistakes, *tilesets.mistakes], mistakes.unlisted) from None
    if tilesets.mistakes:
        raise FileMistakes(tilesets.mistakes)


# -- layers ---------------------------------------------------------------------------------------------------


def _layers_by_name(top: TiledTable) -> dict[tuple[str, str], TiledTable]:
    """Return the layers that say something, by their sort and name."""
    known = {("tilelayer", name) for name in _TILE_LAYERS} | {("objectgroup", name) for name in _OBJECT_LAYERS}
    found: dict[tuple[str, str], TiledTable] = {}
    for layer in _all_layers(top):
        sort, name = layer.text("type"), layer.text("name")
        if (sort, name) not in known:
            names = _TILE_LAYERS if sort == "tilelayer" else _OBJECT_LAYERS
            hint = did_you_mean(name, names) or "give a layer for the eye alone the boolean property ignore"
            what = "tile layer" if sort == "tilelayer" else "object layer"
            layer.refuse("name", f"the {what} {shown(name)}", one_of(names), hint)
        elif (sort, name) in found:
            layer.refuse("name", f"a second layer {shown(name)}", "it once")
        found.setdefault((sort, name), layer)
    if ("tilelayer", "terrain") not in found:
        top.refuse("layers", "none of the name terrain", 'a tile layer "terrain"')
    return found


def _all_layers(parent: TiledTable, depth: int = 0) -> Iterator[TiledTable]:
    """Yield the tile and object layers, those in groups as well."""
    for layer in parent.tables("layers"):
        if "ignore" in (properties := layer.properties()) and properties["ignore"].value is True:
            continue
        sort = layer.text("type")
        if sort == "group" and depth == DEEPEST_GROUP:
            layer.refuse("layers", f"more than {DEEPEST_GROUP} groups within each other", "fewer")
        elif sort == "group":
            yield from _all_layers(layer, depth + 1)
        elif sort in ("tilelayer", "objectgroup"):
            yield layer
        elif sort != "imagelayer":
            layer.word("type", ("tilelayer", "objectgroup", "imagelayer", "group"))


def _lay(draft: Draft, head: Head, layers: dict[tuple[str, str], TiledTable], tilesets: Tilesets) -> None:
    """Lay all layers on the draft, the ground first: the others ask it what is part of the map."""
    painter = Painter(draft, tilesets)
    lay_tiles = (painter.lay_terrain, painter.lay_heights, painter.lay_features)
    for name, lay in zip(_TILE_LAYERS, lay_tiles, strict=True):
        layer = layers.get(("tilelayer", name))
        tiles = painted(layer, head.width, head.height) if layer else None
        if tiles is not None:
            lay(tiles)
    if (draft.terrain == VOID).all() and not draft.findings:
        draft.findings.add(layers["tilelayer", "terrain"].path, "no tiles at all", "at least one cell of the map")
    objects = {name: drawn_objects(layer, tilesets) for (sort, name), layer in layers.items() if sort == "objectgroup"}
    drafter = Drafter(draft, head.layout)
    drafter.lay_features(objects.get("features", ()))
    drafter.lay_edges(objects.get("edges", ()))
    drafter.lay_ways(objects.get("ways", ()))
    draft.places |= drafter.named_parts(objects.get("places", ()))
    draft.areas |= drafter.named_parts(objects.get("areas", ()))


def _look_at_tiles(head: Head, layers: dict[tuple[str, str], TiledTable]) -> None:
    """Note what is wrong with the layers of a map whose terrain set is not known."""
    for (sort, _), layer in layers.items():
        if sort == "tilelayer":
            painted(layer, head.width, head.height)
