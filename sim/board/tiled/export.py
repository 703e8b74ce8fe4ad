"""Write a map for the Tiled editor.

The map brings one tileset along, with a tile for every kind of terrain and feature that its terrain set has and for
every level, so that all of it can be painted. Opened in Tiled, saved and read again it is the same map.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from sim.board.battlemap import BattleMap
from sim.board.mapfile import map_text
from sim.board.polylines import chains, straightened
from sim.board.terrain import VOID
from sim.board.tiled.layout import PixelLayout
from sim.board.tiled.picture import COLUMNS, colour, drawn_tiles, tile_sizes
from sim.grid import Cell, Edge, HexGrid, Point

_MOST_LEVELS = 5
"""Levels that can be painted even if the map has none so high."""
_OWN_KINDS = re.compile(r"^\[(terrain|feature_kinds|edge_kinds)\.", re.MULTILINE)

Json = dict[str, Any]


def tiled_text(battle_map: BattleMap, picture: str = "") -> str:
    """Return a map as the text of a `.tmj` file.

    `picture` is the name of the file beside it that shows the tiles (see `tile_picture`). Without one the map is
    complete as well, but Tiled shows blank tiles.
    """
    layout = export_layout(battle_map)
    wide, high = layout.tile_width, layout.tile_height
    layers = list(_layers(battle_map, layout))
    document = {
        "type": "map",
        "version": "1.8",
        "compressionlevel": -1,
        "infinite": False,
        "renderorder": "right-down",
        **_orientation(battle_map, layout),
        "width": battle_map.width,
        "height": battle_map.height,
        "tilewidth": wide,
        "tileheight": high,
        "properties": _map_properties(battle_map),
        "tilesets": [_tileset(battle_map, layout, picture)],
        "layers": layers,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": 1 + sum(len(layer.get("objects", ())) for layer in layers),
    }
    return _written(document, battle_map.width)


def export_layout(battle_map: BattleMap) -> PixelLayout:
    """Return the pixels of an exported map: whole numbers everywhere, for Tiled keeps six digits of others."""
    wide, high, side = tile_sizes(battle_map.grid)
    return PixelLayout(battle_map.grid, wide, high, side)


def _written(document: Json, width: int) -> str:
    """Write the document with one value a line, but for the tiles of a layer: those a row of the map a line."""
    drawn = {f"rows {n}": layer["data"] for n, layer in enumerate(document["layers"]) if "data" in layer}
    layers = [
        {**layer, "data": f"rows {n}"} if "data" in layer else layer for n, layer in enumerate(document["layers"])
    ]
    text = json.dumps({**document, "layers": layers}, indent=1, ensure_ascii=False)
    for name, tiles in drawn.items():
        rows = (tiles[start : start + width] for start in range(0, len(tiles), width))
        lines = ",\n   ".join(", ".join(map(str, row)) for row in rows)
        text = text.replace(f'"data": "{name}"', f'"data": [\n   {lines}]', 1)
    return text + "\n"


# -- the head -------------------------------------------------------------------------------------------------


def _orientation(battle_map: BattleMap, layout: PixelLayout) -> Json:
    match battle_map.grid:
        case HexGrid(top, shifted):
            axis = "x" if top == "flat" else "y"
            stagger = {"staggeraxis": axis, "staggerindex": shifted}
            return {"orientation": "hexagonal", "hexsidelength": layout.side, **stagger}
        case _:
            return {"orientation": "orthogonal"}


def _property(name: str, value: object) -> Json:
    sorts = {bool: "bool", int: "int", float: "float", str: "string"}
    return {"name": name, "type": sorts[type(value)], "value": value}


def _map_properties(battle_map: BattleMap) -> list[Json]:
    size = battle_map.scale.per_cell
    # Tiled keeps fifteen digits of a number, and all of a text.
    cell: float | str = size if float(f"{size:.15g}") == size else repr(size)
    said: dict[str, object] = {
        "terrain_set": battle_map.terrain_set.id,
        "title": battle_map.title,
        "notes": battle_map.notes,
        "cell": cell,
        "unit": battle_map.scale.unit,
        "neighbours": len(battle_map.grid.steps) if battle_map.grid.kind == "square" else "",
        "own_kinds": _own_kinds(battle_map),
    }
    return [_property(name, value) for name, value in said.items() if value != ""]


def _own_kinds(battle_map: BattleMap) -> str:
    """Return the kinds of a map's own in the words of a map file: of one with a single cell, they are the rest."""
    ground = next(kind for kind in battle_map.terrain if kind != VOID)
    text = map_text(BattleMap("tiny", HexGrid(), 1, 1, battle_map.terrain_set, (ground,), (0,)))
    found = _OWN_KINDS.search(text)
    return text[found.start() :] if found else ""


# -- tiles ----------------------------------------------------------------------------------------------------


def tile_kinds(battle_map: BattleMap) -> list[str]:
    """Return the kinds that have a tile, in its order; what is both terrain and feature has one."""
    kinds = battle_map.terrain_set
    return [kind for kind in {**kinds.terrain, **kinds.features} if kind != VOID]


def tile_levels(battle_map: BattleMap) -> range:
    """Return the levels that have a tile, in its order after the kinds."""
    return range(min(0, *battle_map.heights), max(_MOST_LEVELS, *battle_map.heights) + 1)


def tile_picture(battle_map: BattleMap) -> bytes:
    """Return the picture of a map's tiles as a PNG file, to lie beside the map under the name given to it."""
    return drawn_tiles(battle_map.grid, tile_kinds(battle_map), tile_levels(battle_map))


def _tileset(battle_map: BattleMap, layout: PixelLayout, picture: str) -> Json:
    wide, high = layout.tile_width, layout.tile_height
    kinds, levels = tile_kinds(battle_map), tile_levels(battle_map)
    tiles: list[Json] = [
        {"id": n, "type": kind, "properties": [{"name": "colour", "type": "color", "value": f"#ff{colour(kind)}"}]}
        for n, kind in enumerate(kinds)
    ]
    tiles += [{"id": n, "properties": [_property("height", level)]} for n, level in enumerate(levels, len(kinds))]
    rows = -(-len(tiles) // COLUMNS)
    image = {"image": picture, "imagewidth": wide * COLUMNS, "imageheight": high * rows} if picture else {}
    return {
        "firstgid": 1,
        "name": battle_map.terrain_set.id,
        "tilecount": len(tiles),
        "columns": COLUMNS if picture else 0,
        "tilewidth": wide,
        "tileheight": high,
        "margin": 0,
        "spacing": 0,
        **image,
        "tiles": tiles,
    }


# -- layers ---------------------------------------------------------------------------------------------------


def _layers(battle_map: BattleMap, layout: PixelLayout) -> Iterator[Json]:
    kinds, levels = tile_kinds(battle_map), tile_levels(battle_map)
    numbers = {kind: n for n, kind in enumerate(kinds, start=1)} | {VOID: 0}
    size = {"width": battle_map.width, "height": battle_map.height}
    shown = {"opacity": 1, "visible": True, "x": 0, "y": 0}
    ground = [numbers[kind] for kind in battle_map.terrain]
    yield {"id": 1, "type": "tilelayer", "name": "terrain", **shown, **size, "data": ground}
    above = [1 + len(kinds) + levels.index(level) if level else 0 for level in battle_map.heights]
    yield {"id": 2, "type": "tilelayer", "name": "heights", **shown, **size, "data": above}
    following = count(1)
    objects = {
        "features": _features(battle_map, layout),
        "edges": _edges(battle_map, layout),
        "ways": _ways(battle_map, layout),
        "places": _named(battle_map, layout, battle_map.places),
        "areas": _named(battle_map, layout, battle_map.areas),
    }
    for n, (name, drawn) in enumerate(objects.items(), start=3):
        listed = [{"id": next(following), **_OBJECT, **fields} for fields in drawn]
        yield {"id": n, "type": "objectgroup", "name": name, "draworder": "index", **shown, "objects": listed}


_OBJECT: Json = {"name": "", "type": "", "width": 0, "height": 0, "rotation": 0, "visible": True}


def _point(place: Point, **fields: object) -> Json:
    return {"point": True, "x": _whole(place[0]), "y": _whole(place[1]), **fields}


def _polyline(places: list[Point], kind: str) -> Json:
    (x, y), *_ = places
    points = [{"x": _whole(across - x), "y": _whole(down - y)} for across, down in places]
    return {"type": kind, "x": _whole(x), "y": _whole(y), "polyline": points}


def _whole(figure: float) -> float:
    return int(figure) if figure == int(figure) else figure


def _features(battle_map: BattleMap, layout: PixelLayout) -> Iterator[Json]:
    for cell in battle_map.whole:
        for kind in battle_map.features.get(cell, ()):
            yield _point(layout.centre(cell), type=kind)


def _edges(battle_map: BattleMap, layout: PixelLayout) -> Iterator[Json]:
    grid = battle_map.grid
    by_kind: defaultdict[str, list[tuple[Cell, Cell]]] = defaultdict(list)
    for edge, kind in battle_map.edges.items():
        side, centre = grid.side_steps.index(edge.second.minus(edge.first)), grid.centre(edge.first)
        by_kind[kind].append((centre.plus(grid.corners[side - 1]), centre.plus(grid.corners[side])))
    yield from _lines(by_kind, layout.corner)


def _ways(battle_map: BattleMap, layout: PixelLayout) -> Iterator[Json]:
    by_kind: defaultdict[str, list[Edge]] = defaultdict(list)
    for link, kind in battle_map.ways.items():
        by_kind[kind].append(link)
    yield from _lines(by_kind, layout.centre)


def _lines(by_kind: dict[str, Any], place: Callable[[Cell], Point]) -> Iterator[Json]:
    for kind in sorted(by_kind):
        for chain in map(straightened, chains(by_kind[kind])):
            yield _polyline([place(point) for point in chain], kind)


def _named(battle_map: BattleMap, layout: PixelLayout, parts: Mapping[str, tuple[Cell, ...]]) -> Iterator[Json]:
    """Yield a rectangle for a part of the map that is one, else a point for each of its cells."""
    for name, cells in parts.items():
        box = _box(battle_map, layout, cells) if len(cells) > 1 else None
        if box is not None:
            yield {"name": name, **box}
        else:
            yield from (_point(layout.centre(cell), name=name) for cell in cells)


def _box(battle_map: BattleMap, layout: PixelLayout, cells: tuple[Cell, ...]) -> Json | None:
    """Return the rectangle around the centres of these cells and no others; None if there is none."""
    centres = [layout.centre(cell) for cell in cells]
    left, right = min(x for x, _ in centres), max(x for x, _ in centres)
    top, bottom = min(y for _, y in centres), max(y for _, y in centres)
    columns, rows = zip(*(battle_map.grid.offset(cell) for cell in cells), strict=True)
    wide, high = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
    around = (battle_map.grid.at(column, row) for row in high for column in wide)
    placed = [(*layout.centre(cell), cell) for cell in around if cell in battle_map]
    if tuple(cell for x, y, cell in placed if left <= x <= right and top <= y <= bottom) != cells:
        return None
    margin, border = layout.tile_width // 4, layout.tile_height // 4
    size = {"width": _whole(right - left + 2 * margin), "height": _whole(bottom - top + 2 * border)}
    return {"x": _whole(left - margin), "y": _whole(top - border), **size}
