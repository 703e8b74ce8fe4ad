"""Terrain sets as files: the figures of every kind of ground, edge, feature, way and mover, each with its source.

A set is data that scenario designers may read and compare with their rulebooks, so it is TOML beside the code and
not Python. Maps name the set they are drawn in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal, get_args

from pydantic import Field

from sim.board.convention import CONVENTIONS
from sim.board.findings import Findings
from sim.board.terrain import (
    OFF_MAP,
    VOID,
    EdgeKind,
    FeatureKind,
    MovementClass,
    TerrainKind,
    TerrainSet,
    WayKind,
)
from sim.board.terrain_sets.kind_tables import (
    CellKindTable,
    EdgeKindTable,
    KindId,
    KindTable,
    MoveFigure,
    Name,
    altered,
    check_kinds,
    move_cost,
    move_costs,
    spoken,
)
from sim.files import TomlDocument, did_you_mean, one_of, parse_toml, require_version
from sim.files.strict import Strict, validated

TerrainSetId = Literal["battlefield", "town", "tabletop"]
TERRAIN_SET_IDS: tuple[str, ...] = get_args(TerrainSetId)

_Steps = Annotated[tuple[Annotated[int, Field(ge=0, le=99)], ...], Field(min_length=1)]


class MovementTable(Strict):
    """How a movement class is written in a terrain set."""

    name: Name
    default: MoveFigure = 0
    up: _Steps = (0,)
    down: _Steps = (0,)
    corners: Literal["one", "both"] = "one"
    flies: bool = False
    source: str


class WayKindTable(Strict):
    """How a road, trail or railway is written in a terrain set."""

    name: Name
    move: dict[str, MoveFigure] = Field(default_factory=dict)
    look: str = ""
    source: str


class TerrainSetFile(Strict):
    """A terrain set as a file: everything a family of maps may be drawn with."""

    format: int
    name: Name
    sight: str
    cover_classes: Annotated[tuple[str, ...], Field(min_length=1)]
    traits: dict[KindId, Name] = Field(default_factory=dict)
    """What games ask of kinds beyond their figures: a word, and what it means."""
    movement: dict[KindId, MovementTable]
    terrain: dict[KindId, CellKindTable]
    objects: dict[KindId, CellKindTable] = Field(default_factory=dict)
    """Things that may fill a cell as its terrain or stand in it as a feature."""
    feature_kinds: dict[KindId, CellKindTable] = Field(default_factory=dict)
    edge_kinds: dict[KindId, EdgeKindTable] = Field(default_factory=dict)
    way_kinds: dict[KindId, WayKindTable] = Field(default_factory=dict)


@lru_cache
def terrain_set(id: str) -> TerrainSet:  # `id` as in the data model, where every kind has one
    """Return the terrain set that maps call by this id.

    >>> terrain_set("battlefield").terrain["light_woods"].defence
    1
    """
    if id not in TERRAIN_SET_IDS:
        expected, hint = one_of(TERRAIN_SET_IDS), did_you_mean(id, TERRAIN_SET_IDS)
        raise ValueError(f'no terrain set is called "{id}": expected {expected}' + (f"; {hint}" if hint else ""))
    text = files("sim.board.terrain_sets").joinpath(f"{id}.toml").read_text(encoding="utf-8")
    return read_terrain_set(parse_toml(text, f"terrain_sets/{id}.toml"), id)


def read_terrain_set(document: TomlDocument, id: str) -> TerrainSet:
    """Turn a document into a terrain set, or raise every mistake in it."""
    require_version(document)
    file = validated(TerrainSetFile, document)
    terrain, features = file.terrain | file.objects, file.objects | file.feature_kinds
    made = TerrainSet(
        id,
        file.name,
        file.sight,
        file.cover_classes,
        {VOID: OFF_MAP} | {key: altered(TerrainKind(key, spoken(key)), table) for key, table in terrain.items()},
        {key: altered(FeatureKind(key, spoken(key)), table) for key, table in features.items()},
        {key: altered(EdgeKind(key, spoken(key)), table) for key, table in file.edge_kinds.items()},
        {key: _way(key, table) for key, table in file.way_kinds.items()},
        {key: _movement(key, table) for key, table in file.movement.items()},
        file.traits,
    )
    _check(file, made, Findings(document))
    return made


def _movement(key: str, table: MovementTable) -> MovementClass:
    return MovementClass(
        key,
        table.name,
        move_cost(table.default),
        table.up,
        table.down,
        table.corners,
        table.flies,
        table.source,
    )


def _way(key: str, table: WayKindTable) -> WayKind:
    return WayKind(key, table.name, move_costs(table.move), table.look, table.source)


def _check(file: TerrainSetFile, made: TerrainSet, findings: Findings) -> None:
    """Raise what no single key can tell: words that name nothing, letters used twice, figures without a source."""
    if file.sight not in CONVENTIONS:
        findings.not_among(("sight",), file.sight, list(CONVENTIONS))
    check_kinds("terrain", file.terrain, made, findings)
    check_kinds("objects", file.objects, made, findings)
    check_kinds("feature_kinds", file.feature_kinds, made, findings)
    check_kinds("edge_kinds", file.edge_kinds, made, findings)
    for key, way in file.way_kinds.items():
        for movement in way.move:
            if movement not in made.movement:
                findings.not_among(("way_kinds", key, "move", movement), movement, list(made.movement))
    users: dict[str, str] = {}
    for section, key, table in _drawn(file):
        if not table.letter:
            findings.add((section, key), "nothing", "the letter that draws it")
        elif users.setdefault(table.letter, key) != key:
            found = f'"{table.letter}", which draws {users[table.letter]}'
            findings.add((section, key, "letter"), found, "a letter of its own")
    for section, key, source in _sources(file):
        if not source:
            findings.add((section, key), "nothing", "the source of its figures")
    findings.settle()


def _drawn(file: TerrainSetFile) -> Iterator[tuple[str, str, CellKindTable]]:
    """Yield what rows can draw."""
    yield from (("terrain", key, table) for key, table in file.terrain.items())
    yield from (("objects", key, table) for key, table in file.objects.items())


def _sources(file: TerrainSetFile) -> Iterator[tuple[str, str, str]]:
    sections: dict[str, Mapping[str, KindTable]] = {
        "terrain": file.terrain,
        "objects": file.objects,
        "feature_kinds": file.feature_kinds,
        "edge_kinds": file.edge_kinds,
    }
    yield from ((section, key, table.source) for section, tables in sections.items() for key, table in tables.items())
    yield from (("way_kinds", key, way.source) for key, way in file.way_kinds.items())
    yield from (("movement", key, movement.source) for key, movement in file.movement.items())
