"""Map files: TOML that a person can draw, read and compare.

What a file may hold stands in `model.py`, and `maps/README.md` explains it to those who draw maps. Reading goes
through the layers in the order in which they lie on each other:

    rows or fill, heights  ->  shapes, in file order  ->  edges, features, ways, places, areas

Mistakes are gathered on the way and told all at once. A part that cannot be understood is left out, and the rest is
looked at as well; only what everything else depends on (the grid, the size, the kinds) ends the reading.
"""

from __future__ import annotations

import os
from pathlib import PurePath

from pydantic import ValidationError

from sim.board.battlemap import BattleMap
from sim.board.findings import Findings
from sim.board.mapfile.draft import Draft
from sim.board.mapfile.marks import lay_edges, lay_features, lay_places, lay_ways
from sim.board.mapfile.model import HexTable, MapFile, SquareTable
from sim.board.mapfile.own_kinds import kinds_of, letters_of
from sim.board.mapfile.rows import drawn_heights, drawn_terrain
from sim.board.mapfile.shape_layers import lay_shapes
from sim.board.terrain import VOID
from sim.files import FileMistakes, Limits, TomlDocument, Way, parse_toml, read_toml, require_version
from sim.files.strict import validated
from sim.grid import Grid, HexGrid, SquareGrid

MAP_LIMITS = Limits(size=2 << 20, depth=16, values=60_000, tables=20_000)
"""How large a map file may be. The largest board, drawn with its heights, takes half a megabyte or, with heights
written as numbers, somewhat more than one; a text of escapes that is twice as large takes a second to parse."""

_OPTIONAL = frozenset(
    ("title", "notes", "heights", "height_base", "edges", "features", "ways", "places", "areas", "shape")
)
"""What can be left out when it is spoilt, without making anything else look wrong."""

_DRAWN = frozenset({"rows", "heights"})


def load_map(path: str | os.PathLike[str]) -> BattleMap:
    """Read a map file, or raise `FileMistakes` with every mistake in it."""
    return _map_of(read_toml(path, MAP_LIMITS))


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
    return _map_of(parse_toml(text, file, MAP_LIMITS))


def _map_of(document: TomlDocument) -> BattleMap:
    require_version(document)
    _refuse_misplaced(document)
    file, findings = _sound_part(document)
    kinds = kinds_of(file, findings)
    letters = letters_of(file, kinds, findings)
    width, height, terrain = drawn_terrain(file, kinds, letters, findings)
    heights = drawn_heights(file, width, height, findings)
    draft = Draft(file, findings, _grid_of(file.grid), kinds, width, height, terrain, heights)
    lay_shapes(draft)
    if (draft.terrain == VOID).all() and not findings:
        findings.add(("rows",), "holes only", "at least one cell that is part of the map")
    lay_edges(draft)
    lay_features(draft)
    lay_ways(draft)
    lay_places(draft)
    findings.settle()
    return draft.finished(PurePath(document.file).stem)


def _refuse_misplaced(document: TomlDocument) -> None:
    """Tell of drawings below the first table. TOML counts them to that table, which would be hard to guess."""
    findings = Findings(document)
    for section, value in document.data.items():
        listed = isinstance(value, list)
        tables = list(enumerate(value)) if isinstance(value, list) else [("", value)]
        for n, table in tables:
            if isinstance(table, dict) and section not in ("places", "areas"):
                for key in _DRAWN & table.keys():
                    path: Way = (section, n, key) if listed else (section, key)
                    below = f"[[{section}]]" if listed else f"[{section}]"
                    findings.add(path, f"{key} below {below}", f"{key} above the first table")
    findings.settle()


def _sound_part(document: TomlDocument) -> tuple[MapFile, Findings]:
    """Check a document against the model; return what can be worked with, and the mistakes in the rest."""
    try:
        return validated(MapFile, document), Findings(document)
    except FileMistakes as mistakes:
        earlier = mistakes
    spoilt = _spoilt_keys(document)
    known = {field.alias or key for key, field in MapFile.model_fields.items()}
    if spoilt & known - _OPTIONAL:
        raise earlier
    sound = {key: value for key, value in document.data.items() if key not in spoilt}
    return MapFile.model_validate({"title": "?", **sound}), Findings(document, earlier)


def _spoilt_keys(document: TomlDocument) -> set[str]:
    try:
        MapFile.model_validate(document.data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        return {str(detail["loc"][0]) for detail in details}
    return set()


def _grid_of(table: HexTable | SquareTable) -> Grid:
    match table:
        case HexTable():
            return HexGrid(table.top, table.shifted)
        case SquareTable():
            return SquareGrid(table.neighbours)
