"""Tiles of a Tiled map: the tilesets, and the layers that are painted with them."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.board.findings import Findings
from sim.board.mapfile.draft import Draft
from sim.board.mapfile.model import HIGHEST, LOWEST
from sim.board.mapfile.rows import UNREAD
from sim.board.terrain import VOID
from sim.board.tiled.document import TiledDocument
from sim.board.tiled.packed import CannotUnpack, unpacked
from sim.board.tiled.table import TiledTable, Unknown
from sim.board.tiled.xml import tables_of
from sim.files import FileLimits, FileMistakes, Mistake, counted, parse_json, path_within, read_text, shown

TILESET_LIMITS = FileLimits(size=512 << 10, depth=16, values=40_000, tables=8_000)
"""How large a tileset in a file of its own may be."""
MOST_TILESETS = 16
_MOST_TILES = 1 << 20
_TILE = (1 << 28) - 1
"""The part of a tile number that names the tile; the four bits above say how it is turned or mirrored."""
_TOLD = 40
"""How many bad tiles are told one by one."""


@dataclass(frozen=True)
class Tile:
    """What one tile stands for."""

    local: int
    """Its number in its tileset."""
    tileset: str
    kind: str = ""
    height: int | None = None


class Tilesets:
    """The tiles of all tilesets of a map by their numbers in its layers."""

    def __init__(self) -> None:
        self._sets: list[tuple[int, int, str, Mapping[int, Tile]]] = []
        self.mistakes: list[Mistake] = []
        """What is wrong in tilesets that are files of their own."""
        self.complete = True
        """Whether every tileset was read. If not, which is noted, tiles that none has are no mistakes of their own."""

    def tile(self, number: int) -> Tile | None:
        """Return the tile of a number, or None if no tileset has it."""
        n = bisect_right(self._sets, number, key=lambda known: known[0]) - 1
        if n < 0:
            return None
        first, count, name, tiles = self._sets[n]
        local = number - first
        return tiles.get(local, Tile(local, name)) if local < count else None

    def read(self, top: TiledTable, folder: Path | None) -> None:
        """Read the tilesets of a map, those beside it included."""
        tables = list(top.tables("tilesets"))
        if len(tables) > MOST_TILESETS:
            top.refuse("tilesets", f"{len(tables)} tilesets", f"at most {MOST_TILESETS}")
        for table in tables[:MOST_TILESETS]:
            first = table.whole("firstgid", 1, _TILE)
            content = self._external(table, folder) if table.has("source") else table
            if content is not None and first is not None:
                self._add(first, content)
            if content is not None and content is not table:
                self.mistakes += _mistakes_in(content.findings)
        listed = top.data.get("tilesets", [])
        self.complete = isinstance(listed, list) and len(listed) == len(self._sets)
        self._sets.sort(key=lambda known: known[0])
        for (first, count, name, _), (following, _, other, _) in pairwise(self._sets):
            if first + count > following:
                found = f"tiles {following} to {first + count - 1} both in {shown(name)} and {shown(other)}"
                top.refuse("tilesets", found, "numbers of its own for each tile")

    def _add(self, first: int, table: TiledTable) -> None:
        name = table.text("name")
        count = table.whole("tilecount", 0, _MOST_TILES)
        tiles: dict[int, Tile] = {}
        for tile in table.tables("tiles"):
            local = tile.whole("id", 0, _MOST_TILES)
            if local is not None:
                tiles[local] = _tile(local, name, tile)
        if count is not None:
            # Of tiles that are pictures of their own Tiled counts those that are left, and keeps their numbers.
            self._sets.append((first, max(count, 1 + max(tiles, default=-1)), name, tiles))

    def _external(self, table: TiledTable, folder: Path | None) -> TiledTable | None:
        """Read a tileset that is a file of its own, inside the folder of the map."""
        source, embed = table.text("source"), "or embed the tileset in the map"
        if not source.endswith((".tsx", ".tsj", ".json")):
            table.refuse("source", shown(source), "a tileset, as in tiles.tsx or tiles.tsj", embed.removeprefix("or "))
            return None
        if folder is None:
            table.refuse("source", shown(source), "a tileset embedded in the map")
            return None
        try:
            path = path_within(folder, source)
        except FileMistakes as mistakes:
            for mistake in mistakes.mistakes:
                table.refuse("source", mistake.found, mistake.expected, f"put it beside the map, {embed}")
            return None
        try:
            text = read_text(path, limit=TILESET_LIMITS.size)
            parse = tables_of if source.endswith(".tsx") else parse_json
            document = parse(text, os.fspath(folder / source), TILESET_LIMITS)
        except FileMistakes as mistakes:
            self.mistakes += mistakes.mistakes
            return None
        except OSError as error:
            found = f"{shown(source)}: {error.strerror or 'cannot be read'}"
            table.refuse("source", found, "a file that can be read", embed.removeprefix("or "))
            return None
        if not isinstance(document.data, dict):
            table.refuse("source", f"{shown(source)}, which is {shown(document.data)}", "a tileset")
            return None
        return TiledTable(document.data, (), Findings(TiledDocument(document.file, document.data)))


def _mistakes_in(findings: Findings) -> tuple[Mistake, ...]:
    try:
        findings.settle()
    except FileMistakes as mistakes:
        return mistakes.mistakes
    return ()


def _tile(local: int, tileset: str, table: TiledTable) -> Tile:
    properties = table.properties()
    kind, height = table.kind, None
    if "terrain" in properties:
        kind = properties["terrain"].text(40)
    if "height" in properties:
        value = properties["height"].value
        if isinstance(value, int) and not isinstance(value, bool) and LOWEST <= value <= HIGHEST:
            height = value
        else:
            properties["height"].refuse(f"a whole number from {LOWEST} to {HIGHEST}")
    return Tile(local, tileset, kind, height)


# -- layers -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Painted:
    """The tiles of a layer, each number once: there may be as many as cells, and most often there are few."""

    layer: TiledTable
    numbers: list[int]
    first: list[int]
    """The first cell with each number, in map order."""
    count: list[int]
    by_cell: NDArray[np.intp]
    """For every cell, in map order, which of the numbers it has."""


def painted(layer: TiledTable, width: int, height: int) -> Painted | None:
    """Return the tiles of a layer; None, and noted, if they cannot be had."""
    if layer.has("chunks"):
        layer.refuse("chunks", "the chunks of an infinite map", "a map of fixed size")
        return None
    data = layer.data.get("data")
    if isinstance(data, str):
        try:
            data = unpacked(
                data, layer.data.get("encoding", "csv"), layer.data.get("compression") or "", width * height
            )
        except CannotUnpack as error:
            layer.refuse("data", error.found, error.expected, _PLAIN)
            return None
    if not isinstance(data, list) or len(data) != width * height:
        expected = f"an array of {width * height}, which is {width} by {height}"
        layer.refuse("data", shown(data) if layer.has("data") else "nothing", expected)
        return None
    wrong = next((n for n, tile in enumerate(data) if type(tile) is not int or not 0 <= tile < 1 << 32), None)
    if wrong is not None:
        layer.findings.add((*layer.path, "data", wrong), shown(data[wrong]), "a tile number")
        return None
    tiles = np.array(data, dtype=np.int64) & _TILE
    numbers, first, by_cell, count = np.unique(tiles, return_index=True, return_inverse=True, return_counts=True)
    return Painted(layer, numbers.tolist(), first.tolist(), count.tolist(), by_cell.reshape(-1))


_PLAIN = 'in Tiled: Map > Map Properties > Tile Layer Format: "CSV", then save again'


class Painter:
    """Lays painted layers on a draft."""

    def __init__(self, draft: Draft, tilesets: Tilesets) -> None:
        self.draft, self.tilesets = draft, tilesets

    def lay_terrain(self, tiles: Painted) -> None:
        """Lay the ground. A cell without a tile is a hole in the map."""
        known = [kind for kind in self.draft.kinds.terrain if kind != VOID]
        # What names nothing is noted, and is no hole: that would make more mistakes of one.
        kinds = np.array([kind or UNREAD for kind in self._kinds(tiles, known, empty=VOID)], dtype=np.object_)
        self.draft.terrain[:] = kinds[tiles.by_cell]

    def lay_features(self, tiles: Painted) -> None:
        """Lay one feature into each cell that has a tile."""
        known = list(self.draft.kinds.features)
        kinds = self._kinds(tiles, known, empty=None)
        for kind in known:
            these = np.array([tile == kind for tile in kinds])
            self.draft.lay_feature(kind, np.flatnonzero(these[tiles.by_cell]))

    def lay_heights(self, tiles: Painted) -> None:
        """Lay the levels: a tile's property `height`, or of plain tiles the number in their tileset."""
        levels = [_level(self.tilesets.tile(number)) if number else 0 for number in tiles.numbers]
        wrong = [n for n, level in enumerate(levels) if level is None]
        self._refuse(tiles, wrong, "a tile with the whole-number property height, or a plain one")
        self.draft.heights[:] = np.array([level or 0 for level in levels], dtype=np.int64)[tiles.by_cell]

    def _kinds(self, tiles: Painted, known: Collection[str], empty: str | None) -> list[str | None]:
        """Return the kind that each tile of a layer means; None, and noted, for those that mean nothing."""
        kinds: list[str | None] = []
        unknown, wrong = Unknown(), []
        for n, number in enumerate(tiles.numbers):
            tile = self.tilesets.tile(number) if number else None
            fits = tile is not None and tile.kind in known
            kinds.append(tile.kind if tile and fits else empty if number == 0 else None)
            if tile is not None and tile.kind and not fits:
                unknown.note(tile.kind, (*tiles.layer.path, "data"), self._place(tiles, n), tiles.count[n])
            elif number and not fits:
                wrong.append(n)
        unknown.tell(known, tiles.layer.findings)
        self._refuse(tiles, wrong, "a tile of the map's tilesets that has a class, as in woods")
        return kinds

    def _refuse(self, tiles: Painted, wrong: Sequence[int], expected: str) -> None:
        """Note tiles that mean nothing, by their places among the numbers of a layer."""
        if not self.tilesets.complete:
            wrong = [n for n in wrong if self.tilesets.tile(tiles.numbers[n])]
        for n in wrong[:_TOLD]:
            tile = self.tilesets.tile(tiles.numbers[n])
            class_ = f", of class {shown(tile.kind)}" if tile and tile.kind else ""
            what = f"number {tile.local} of {shown(tile.tileset)}{class_}" if tile else "which no tileset has"
            times = f", the first of {tiles.count[n]}" if tiles.count[n] > 1 else ""
            tiles.layer.refuse("data", f"tile {tiles.numbers[n]}{self._place(tiles, n)}, {what}{times}", expected)
        if len(wrong) > _TOLD:
            tiles.layer.refuse("data", f"{counted(len(wrong) - _TOLD, 'more tile')} like that", "known ones")

    def _place(self, tiles: Painted, n: int) -> str:
        row, column = divmod(tiles.first[n], self.draft.width)
        return f" in {self.draft.grid.name(self.draft.grid.at(column, row))}"


def _level(tile: Tile | None) -> int | None:
    """Return the height that a tile means; None if it means none, as a picture of woods does."""
    if tile is None or (tile.height is None and (tile.kind or tile.local > HIGHEST)):
        return None
    return tile.local if tile.height is None else tile.height
