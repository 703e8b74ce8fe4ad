"""Which looks the painters know: a terrain set whose every look is drawn leaves nothing to the grey fallback."""

from __future__ import annotations

from sim.board.terrain import VOID, TerrainSet
from sim.view.ground_styles import GROUND_STYLES, OBJECTS
from sim.view.paint_edges import EDGE_LOOKS
from sim.view.paint_features import FEATURE_LOOKS
from sim.view.paint_ways import WAY_STYLES
from sim.view.survey import look


def undrawn_looks(terrain_set: TerrainSet) -> dict[str, tuple[str, ...]]:
    """Return the looks of a terrain set that would be drawn as a neutral hatch, by what they are looks of."""
    terrain = {look(kind) for kind in terrain_set.terrain.values() if kind.id != VOID}
    unknown = {
        "terrain": terrain - {*GROUND_STYLES, *OBJECTS & FEATURE_LOOKS},
        "features": {look(kind) for kind in terrain_set.features.values()} - FEATURE_LOOKS,
        "edges": {look(kind) for kind in terrain_set.edges.values()} - EDGE_LOOKS,
        "ways": {look(kind) for kind in terrain_set.ways.values()} - {*WAY_STYLES},
    }
    return {part: tuple(sorted(names)) for part, names in unknown.items() if names}
