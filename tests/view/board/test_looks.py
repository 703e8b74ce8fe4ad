from dataclasses import replace

import numpy as np
import pytest

from sim.board.mapfile import load_map
from sim.board.terrain import TerrainKind
from sim.board.terrain_sets import terrain_set
from sim.resources import map_name, shipped_maps
from sim.view.board.paint_board import undrawn_looks
from tests.view.drawn import colour_at, drawn, picture

FAMILIES = ("battlefield", "town", "tabletop")


@pytest.mark.parametrize("family", FAMILIES)
def test_every_look_of_a_terrain_set_is_drawn(family: str) -> None:
    """No terrain, feature, edge or way of the shipped sets falls back on the grey hatch."""
    assert undrawn_looks(terrain_set(family)) == {}


@pytest.mark.parametrize("file", shipped_maps(), ids=map_name)
def test_every_look_of_a_shipped_map_is_drawn(file) -> None:  # type: ignore[no-untyped-def]
    """Nor does any kind that a map adds of its own."""
    assert undrawn_looks(load_map(file).terrain_set) == {}


def test_an_unknown_look_is_named() -> None:
    """A look that nobody draws is found out."""
    kinds = terrain_set("battlefield")
    odd = {**kinds.terrain, "lava": TerrainKind("lava", "lava", letter="L")}
    assert undrawn_looks(replace(kinds, terrain=odd)) == {"terrain": ("lava",)}


def test_an_unknown_look_is_hatched_in_grey() -> None:
    """It is drawn all the same, as something plainly not terrain."""
    battle_map = drawn("...\n...\n...")
    odd = {**battle_map.terrain_set.terrain, "lava": TerrainKind("lava", "lava")}
    strange = replace(
        battle_map,
        terrain_set=replace(battle_map.terrain_set, terrain=odd),
        terrain=tuple("lava" if n == 4 else kind for n, kind in enumerate(battle_map.terrain)),
    )
    red, green, blue = colour_at(picture(strange), strange, "B2")
    assert max(red, green, blue) - min(red, green, blue) < 16
    assert np.abs(colour_at(picture(strange), strange, "A1") - (red, green, blue)).sum() > 20


def test_unknown_edges_features_and_ways_are_drawn_too() -> None:
    """A map with looks of its own opens, and they can be seen."""
    kinds = terrain_set("battlefield")
    kinds = replace(
        kinds,
        features={**kinds.features, "mines": replace(kinds.features["mines"], look="bees")},
        edges={**kinds.edges, "wall": replace(kinds.edges["wall"], look="silk")},
        ways={**kinds.ways, "road": replace(kinds.ways["road"], look="rainbow")},
    )
    plain = drawn("...\n...\n...")
    cell, edge = plain.cell("B2"), plain.grid.edge(plain.cell("B2"), "n")
    more = {"features": {cell: ("mines",)}, "edges": {edge: "wall"}, "ways": {edge: "road"}}
    assert (np.abs(picture(plain) - picture(replace(plain, terrain_set=kinds, **more))).sum(axis=2) > 40).sum() > 200
