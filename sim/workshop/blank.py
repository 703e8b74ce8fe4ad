"""Begin maps: an empty board of some terrain set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.board.battlemap import BattleMap, Scale
from sim.board.mapfile.model import WIDEST
from sim.board.terrain_sets import TerrainSetId, terrain_set
from sim.grid import Grid, HexGrid, SquareGrid

Form = Literal["hex", "pointy_hex", "square", "square_of_four"]

FORMS: dict[Form, tuple[str, Grid]] = {
    "hex": ("hexes, flat top", HexGrid("flat", "odd")),
    "pointy_hex": ("hexes, pointy top", HexGrid("pointy", "odd")),
    "square": ("squares", SquareGrid(8)),
    "square_of_four": ("squares, no diagonal steps", SquareGrid(4)),
}
"""The forms of a board, each with what it is called."""
SCALES: dict[TerrainSetId, tuple[Form, Scale, str]] = {
    "battlefield": ("hex", Scale(1.0, "inch"), "open"),
    "town": ("square", Scale(2.0, "metre"), "street"),
    "tabletop": ("square", Scale(1.0, "inch"), "open"),
}
"""What a map of a terrain set usually has: its form, its measure, and the ground that it begins with."""


@dataclass(frozen=True)
class BlankMap:
    """What an empty map shall be like."""

    terrain_set: TerrainSetId = "battlefield"
    form: Form = "hex"
    columns: int = 20
    rows: int = 20
    title: str = "New map"

    def map(self) -> BattleMap:
        """Return it."""
        if not (1 <= self.columns <= WIDEST and 1 <= self.rows <= WIDEST):
            raise ValueError(f"a map has from 1 by 1 to {WIDEST} by {WIDEST} cells, not {self.columns} by {self.rows}")
        _, scale, ground = SCALES[self.terrain_set]
        count = self.columns * self.rows
        return BattleMap(
            self.title,
            FORMS[self.form][1],
            self.columns,
            self.rows,
            terrain_set(self.terrain_set),
            (ground,) * count,
            (0,) * count,
            scale=scale,
            title=self.title,
        )


def base_ground(battle_map: BattleMap) -> str:
    """Return the ground that an empty map of the terrain set has: what an eraser leaves."""
    return next(ground for key, (_, _, ground) in SCALES.items() if key == battle_map.terrain_set.id)
