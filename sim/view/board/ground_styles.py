"""How each look of ground is coloured and patterned: the legend of the painter.

A ramp runs from the darkest to the lightest tone of a ground; its texture (`textures.py`) says which tone a pixel has.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.view.ui.palette import Colour


@dataclass(frozen=True)
class GroundStyle:
    """How one look of ground is painted."""

    ramp: tuple[Colour, ...]
    texture: str = "turf"
    softness: float = 0.16
    """How gently it gives way to its neighbours, as a part of its share of the surroundings."""
    wander: float = 0.13
    """How far noise pushes its border about."""
    blur: float = 0.24
    """How far its outline is rounded off, in cells: far for what nature laid out, little for what people did."""
    hard: bool = False
    """It ends exactly where its cells do: a floor, not a meadow."""
    wet: bool = False
    """Water: gets a shore line against everything dry, and none against other water."""
    built: bool = False
    """A floor that people laid: its height is that of a storey or a platform, and is not drawn as a hill."""
    sunken: float = 0.0
    """How deep it seems to lie below its surroundings; negative for a mound."""


GRASS = ((104, 116, 62), (126, 138, 76), (143, 152, 88), (161, 165, 103))
FOREST_FLOOR = ((66, 84, 46), (82, 100, 55), (98, 114, 64), (116, 128, 76))
DEEP_FOREST = ((46, 66, 38), (57, 78, 44), (70, 90, 51), (86, 104, 60))
SOIL = ((98, 76, 52), (119, 95, 67), (137, 112, 82), (157, 133, 103))
DUST = ((170, 139, 97), (188, 158, 114), (201, 172, 128), (214, 189, 147))
YARD = ((134, 122, 84), (150, 138, 98), (163, 150, 110), (177, 164, 126))
PRAIRIE = ((148, 136, 78), (169, 156, 95), (186, 172, 110), (202, 188, 130))
WATER = ((44, 84, 110), (62, 108, 132), (88, 136, 154), (132, 172, 178))
PALE_WATER = ((80, 124, 138), (104, 148, 154), (132, 168, 166), (164, 190, 180))
SHALLOWS = ((98, 132, 138), (126, 156, 152), (156, 176, 162), (186, 194, 172))
BOARDS = ((92, 66, 42), (128, 95, 62), (150, 114, 76), (172, 135, 93))
OLD_BOARDS = ((96, 82, 64), (128, 112, 90), (147, 131, 107), (166, 150, 126))
STONE = ((104, 101, 94), (128, 125, 116), (148, 144, 134), (170, 166, 155))

FALLBACK = GroundStyle(((120, 120, 120), (150, 150, 150), (170, 170, 170), (190, 190, 190)), "hatch", 0.05, 0.0, 0.05)
"""A neutral hatch for a look that nobody has drawn yet: plainly not terrain, and plainly there."""

_FIELD = 0.09
"""The blur of what was laid out with a line and stakes."""
_TRODDEN = GroundStyle(YARD, "dirt", 0.30, 0.14, 0.16)

GROUND_STYLES: dict[str, GroundStyle] = {
    # open country
    "grass": GroundStyle(GRASS),
    "brush": GroundStyle(((92, 110, 56), (111, 128, 66), (128, 142, 77), (146, 156, 92)), "turf", 0.22, 0.26),
    "scrub": GroundStyle(((118, 118, 66), (140, 138, 79), (158, 153, 92), (176, 169, 109)), "turf", 0.22, 0.28),
    "sand": GroundStyle(((196, 172, 124), (210, 188, 142), (221, 201, 158), (231, 214, 175)), "dirt", 0.30, 0.18),
    "rough": GroundStyle(((134, 118, 84), (154, 138, 101), (172, 156, 118), (190, 175, 138)), "stony", 0.25, 0.20),
    "rocks": GroundStyle(((128, 118, 98), (148, 138, 117), (166, 156, 135), (184, 175, 155)), "stony", 0.22, 0.20),
    "gully": GroundStyle(
        ((114, 94, 62), (136, 115, 78), (154, 133, 92), (172, 151, 109)), "dirt", 0.14, 0.16, sunken=1.0
    ),
    "rubble": GroundStyle(((112, 104, 92), (136, 127, 113), (156, 147, 132), (176, 167, 152)), "stony", 0.20, 0.16),
    # woods
    "light_woods": GroundStyle(FOREST_FLOOR, "forest", 0.22, 0.20),
    "heavy_woods": GroundStyle(DEEP_FOREST, "forest", 0.22, 0.20),
    "orchard": GroundStyle(
        ((102, 122, 58), (122, 141, 70), (138, 155, 80), (156, 168, 95)), "turf", 0.08, 0.04, _FIELD
    ),
    # fields
    "plowed": GroundStyle(SOIL, "furrows", 0.05, 0.03, _FIELD),
    "grain": GroundStyle(((146, 112, 34), (186, 148, 50), (212, 174, 68), (234, 202, 100)), "rows", 0.05, 0.03, _FIELD),
    # water
    "water": GroundStyle(WATER, "water", 0.05, 0.17, 0.29, wet=True),
    "shallow_water": GroundStyle(PALE_WATER, "water", 0.20, 0.17, 0.29, wet=True),
    "ford": GroundStyle(SHALLOWS, "ford", 0.20, 0.17, 0.29, wet=True),
    "riverbank": GroundStyle(((112, 116, 72), (138, 134, 90), (162, 152, 110), (184, 172, 132)), "dirt", 0.25, 0.20),
    "marsh": GroundStyle(((70, 98, 92), (96, 116, 78), (122, 137, 82), (148, 157, 100)), "marsh", 0.16, 0.20),
    # settlements; buildings stand on a trodden yard
    "wood_building": _TRODDEN,
    "stone_building": _TRODDEN,
    "building": _TRODDEN,
    "ruin": GroundStyle(((118, 106, 86), (140, 128, 106), (160, 148, 124), (180, 168, 144)), "stony", 0.25, 0.12),
    "dirt": GroundStyle(DUST, "dirt", 0.25, 0.16),
    "corral": GroundStyle(
        ((140, 108, 72), (158, 126, 86), (172, 141, 99), (187, 158, 116)), "stony", 0.20, 0.08, _FIELD
    ),
    "paving": GroundStyle(STONE, "flagstones", 0.05, 0.02, _FIELD, built=True),
    "planks": GroundStyle(OLD_BOARDS, "boardwalk", hard=True, built=True),
    "floor": GroundStyle(BOARDS, "planks", hard=True, built=True),
}

_DRY = GroundStyle(PRAIRIE)
THEMES: dict[str, dict[str, GroundStyle]] = {"tabletop": {"grass": _DRY}, "town": {"grass": _DRY}}
"""Looks that a terrain set paints in its own way, by the set's id: grass is greener in Normandy than in Sonora."""


BARE = "dirt"
"""What lies under an object of which nobody can tell where it stands."""
OBJECTS = frozenset(
    [
        "water_trough",
        "table",
        "bar",
        "counter",
        "bed",
        "crate",
        "barrel",
        "wardrobe",
        "boulder",
        "wagon",
        "stacked_crates",
        "overturned_table",
        "tree",
    ]
)
"""Looks of terrain that is a thing and not a ground: it fills its cell, and the ground around goes on beneath it."""


def ground_style(look: str, terrain_set: str = "") -> GroundStyle:
    """Return how a look of ground is painted on maps of a terrain set."""
    return THEMES.get(terrain_set, {}).get(look) or GROUND_STYLES.get(look, FALLBACK)
