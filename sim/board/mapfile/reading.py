"""Map files: TOML that a person can draw, read and compare.

What a file may hold stands in `model.py`, and `maps/README.md` explains it to those who draw maps. Reading goes
through the layers in the order in which they lie on each other:

    rows or fill, heights  ->  shapes, in file order  ->  edges, features, ways, places, areas

Mistakes are gathered on the way and told all at once. A part that cannot be understood is left out, or a stand-in takes
its place (see `mending.py`), and the rest is looked at as well. Three things end the reading, for nearly all else
depends on them: a format that is not known, a terrain set that is not known, and a board without a size. On a grid
that is not known the sides of cells, the links of ways and the figures of shapes are not looked at, and where only the
measure of a cell is not known, the figures.
"""

from __future__ import annotations

import os
from pathlib import PurePath

from sim.board.battlemap import BattleMap
from sim.board.mapfile.draft import Draft
from sim.board.mapfile.marks import lay_edges, lay_features, lay_places, lay_ways
from sim.board.mapfile.mending import sound_part
from sim.board.mapfile.model import HexTable, SquareTable
from sim.board.mapfile.own_kinds import kinds_of, letters_of
from sim.board.mapfile.rows import UNREAD, drawn_heights, drawn_terrain
from sim.board.mapfile.shape_layers import lay_shapes
from sim.board.terrain import VOID
from sim.files import FileLimits, FileLocation, FileMistakes, TomlDocument, parse_toml, read_toml, require_version
from sim.grid import Grid, HexGrid, SquareGrid

MAP_LIMITS = FileLimits(size=2 << 20, depth=16, values=60_000, tables=20_000)
"""How large a map file may be. The largest board, drawn with its heights, takes half a megabyte or, with heights
written as numbers, somewhat more than one; a text of escapes that is twice as large takes a second to parse."""


def load_map(path: str | os.PathLike[str]) -> BattleMap:
    """Read a map file, or raise `FileMistakes` with every mistake in it."""
    return _read(read_toml(path, MAP_LIMITS))


def parse_map(text: str, file: str = "map.toml") -> BattleMap:
    '''Read a map from text; `file` is the name that mistakes give, and names the map.

    >>> battle_map = parse_map("""
    ... format = 1
    ... title = "Two woods"
    ... terrain_set = "battlefield"
    ... rows = \'\'\'
    ... .w.
    ... ..w
    ... \'\'\'
    ... grid = { kind = "hex" }
    ... """)
    >>> [battle_map.grid.name(cell) for cell in battle_map.whole if battle_map.terrain_at(cell).blocks_sight]
    ['B1', 'C2']
    '''
    return _read(parse_toml(text, file, MAP_LIMITS))


def begun(document: TomlDocument) -> Draft:
    """Return a map of which the rows are laid and nothing else; its findings hold the mistakes so far."""
    if not document.text.strip():
        raise FileMistakes([FileLocation(document.file).mistake("", "the file is empty")])
    require_version(document)
    file, findings = sound_part(document)
    kinds = kinds_of(file, findings)
    letters = letters_of(file, kinds, findings)
    width, height, terrain = drawn_terrain(file, kinds, letters, findings)
    heights = drawn_heights(file, width, height, findings)
    return Draft(file, findings, _grid_of(file.grid), kinds, width, height, terrain, heights)


def _read(document: TomlDocument) -> BattleMap:
    draft = begun(document)
    findings = draft.findings
    lay_shapes(draft)
    if draft.has_doubtful_holes:
        draft.terrain[draft.terrain == VOID] = UNREAD
    if (draft.terrain == VOID).all() and not findings:
        findings.add(("rows",), "holes only", "at least one cell that is part of the map")
    lay_edges(draft)
    lay_features(draft)
    lay_ways(draft)
    lay_places(draft)
    findings.settle()
    return draft.finished(PurePath(document.file).stem)


def _grid_of(table: HexTable | SquareTable) -> Grid:
    match table:
        case HexTable():
            return HexGrid(table.top, table.shifted)
        case SquareTable():
            return SquareGrid(table.neighbours)
