"""Kinds that a map brings along, and the letters that its rows are drawn with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sim.board.findings import Findings
from sim.board.mapfile.model import MapFile, OwnCellKind, OwnEdgeKind
from sim.board.terrain import OFF_MAP, VOID, CellKind, EdgeKind, FeatureKind, TerrainKind, TerrainSet
from sim.board.terrain_sets import terrain_set
from sim.board.terrain_sets.kind_tables import AnyKind, altered, check_kinds, spoken


def kinds_of(file: MapFile, findings: Findings) -> TerrainSet:
    """Return the terrain set of a map: the one it names, with its own kinds added."""
    base = terrain_set(file.terrain_set)
    if not (file.terrain or file.feature_kinds or file.edge_kinds):
        return base
    known = {key: kind for key, kind in base.terrain.items() if key != VOID}
    whole = replace(
        base,
        terrain={VOID: OFF_MAP} | _with_own(known, "terrain", file.terrain, _blank_terrain, findings),
        features=_with_own(base.features, "feature_kinds", file.feature_kinds, _blank_feature, findings),
        edges=_with_own(base.edges, "edge_kinds", file.edge_kinds, _blank_edge, findings),
    )
    check_kinds("terrain", file.terrain, whole, findings)
    check_kinds("feature_kinds", file.feature_kinds, whole, findings)
    check_kinds("edge_kinds", file.edge_kinds, whole, findings)
    return whole


def _blank_terrain(key: str) -> TerrainKind:
    return TerrainKind(key, spoken(key), source="map")


def _blank_feature(key: str) -> FeatureKind:
    return FeatureKind(key, spoken(key), source="map")


def _blank_edge(key: str) -> EdgeKind:
    return EdgeKind(key, spoken(key), source="map")


def _with_own(
    known: Mapping[str, AnyKind],
    section: str,
    tables: Mapping[str, OwnCellKind] | Mapping[str, OwnEdgeKind],
    blank: Callable[[str], AnyKind],
    findings: Findings,
) -> dict[str, AnyKind]:
    """Add a map's kinds to those of the set, each made from the kind it is like; an earlier own kind will do."""
    kinds = dict(known)
    for key, table in tables.items():
        like = table.like or key
        if table.like and like not in kinds:
            findings.not_among((section, key, "like"), like, list(kinds))
        kinds[key] = altered(_renamed(kinds.get(like, blank(key)), key), table)
    return kinds


def _renamed(model: AnyKind, key: str) -> AnyKind:
    """Return a kind under another id. It looks like its model, but a letter draws one kind only."""
    if model.id == key:
        return model
    kind = replace(model, id=key, name=spoken(key), look=model.look or model.id, source="map")
    return replace(kind, letter="") if isinstance(kind, CellKind) else kind


def letters_of(file: MapFile, kinds: TerrainSet, findings: Findings) -> dict[str, str]:
    """Return what each letter draws: what the legend says, else an own kind, else a kind of the set."""
    base = terrain_set(file.terrain_set)
    letters = {kind.letter: key for key, kind in base.terrain.items()}
    own: dict[str, str] = {}
    for key in file.terrain:
        letter = kinds.terrain[key].letter
        if letter and own.setdefault(letter, key) != key:
            found = f'"{letter}", which draws {own[letter]}'
            findings.add(("terrain", key, "letter"), found, "a letter of its own")
    for letter, key in file.legend.items():
        if key not in kinds.terrain:
            findings.not_among(("legend", letter), key, list(kinds.terrain))
    return {**letters, **own, **file.legend, OFF_MAP.letter: VOID}
