"""What a map file may hold, key by key. What its words mean on the ground is worked out in `mapfile.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from sim.board.terrain_sets import TerrainSetId
from sim.board.terrain_sets.kind_tables import CellKindTable, EdgeKindTable, KindId, Letter
from sim.files.strict import Strict

WIDEST = 512
"""The most columns, and the most rows, of a map."""
MOST_KINDS = 200
"""The most kinds of terrain, features or edges that a map may bring along."""
LOWEST, HIGHEST = -99, 999
"""The heights a cell may have when all is laid."""

Coordinate = Annotated[float, Field(ge=-1_000_000, le=1_000_000)]
Point = tuple[Coordinate, Coordinate]
Extent = Annotated[int, Field(json_schema_extra={"minimum": 1, "maximum": WIDEST})]
"""Columns or rows. The bounds are for the schema: `map_rows` checks both together, to tell one mistake and not two."""
Height = Annotated[int, Field(ge=LOWEST, le=HIGHEST)]
Marks = dict[str, tuple[str, ...]]


class _GridTable(Strict):
    cell: float = Field(1.0, ge=0.001, le=100_000, description="Distance between the centres of neighbours")
    unit: Literal["inch", "metre"] = "inch"


class HexTable(_GridTable):
    """A board of hexes."""

    kind: Literal["hex"]
    top: Literal["flat", "pointy"] = Field("flat", description="What every hex has on its upper end")
    shifted: Literal["odd", "even"] = Field(
        "odd", description="Which columns (flat) or rows (pointy) lie half a hex further, counted from 0"
    )


class SquareTable(_GridTable):
    """A board of squares."""

    kind: Literal["square"]
    neighbours: Literal[4, 8] = Field(8, description="Whether one steps and faces diagonally, too")


class Shape(Strict):
    """Something drawn without regard to cells: exactly one figure, and what it lays on the cells it covers."""

    polygon: tuple[Point, ...] | None = None
    line: tuple[Point, ...] | None = None
    circle: tuple[Coordinate, Coordinate, Annotated[float, Field(gt=0, le=1_000_000)]] | None = Field(
        None, description="Centre and radius"
    )
    box: str | tuple[Coordinate, Coordinate, Coordinate, Coordinate] | None = Field(
        None, description='Cells as in "B2:F6", or left, top, right and bottom'
    )
    terrain: str | None = None
    height: Height | None = Field(None, description="The level its cells get")
    raise_: Annotated[int, Field(ge=-HIGHEST, le=HIGHEST)] | None = Field(
        None, alias="raise", description="What is added to the level of its cells"
    )
    feature: str | None = None
    edge: str | None = Field(None, description='The kind of edge around it or along it; "none" clears')
    way: str | None = Field(None, description="The kind of way that a line is")


class OwnCellKind(CellKindTable):
    """A kind of terrain or feature of the map's own."""

    like: str = Field("", description="The kind it starts from; its own id if the set has it")


class OwnEdgeKind(EdgeKindTable):
    """A kind of edge of the map's own."""

    like: str = Field("", description="The kind it starts from; its own id if the set has it")


NamedCells = dict[Annotated[str, StringConstraints(min_length=1, max_length=60)], str | tuple[str, ...]]


class MapFile(Strict):
    """A map of Sandtable."""

    format: Literal[1] = Field(description="The version of the format")
    title: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    notes: str = Field("", max_length=20_000, description="Whatever a reader should know")
    terrain_set: TerrainSetId
    grid: Annotated[HexTable | SquareTable, Field(discriminator="kind")]
    legend: dict[Letter, str] = Field(
        default_factory=dict, description="Letters for terrain, added to or instead of those of the set"
    )
    rows: str | None = Field(None, description="The map drawn row by row, one letter a cell")
    size: tuple[Extent, Extent] | None = Field(None, description="Columns and rows of a map that is not drawn in rows")
    fill: str | None = Field(None, description="The terrain of a map that is not drawn in rows")
    heights: str | None = Field(
        None, description='Levels drawn row by row: "." or 0 to 9, a to z for 10 to 35; or numbers with spaces'
    )
    height_base: int = Field(0, ge=0, le=-LOWEST, description="What is taken off every drawn level but dots")
    edges: Marks = Field(default_factory=dict, description='Sides by kind, as in "C2/se"; "none" clears')
    features: Marks = Field(default_factory=dict, description="Cells by kind of feature")
    ways: dict[str, tuple[tuple[str, ...], ...]] = Field(
        default_factory=dict, description="Chains of cells by kind of way, joined by straight lines"
    )
    places: NamedCells = Field(
        default_factory=dict,
        description='What is lettered on the map: names for a cell, a list of cells or a rectangle as "B2:F6"',
    )
    areas: NamedCells = Field(
        default_factory=dict, description="The same for what only scenarios name: entry edges, deployment zones"
    )
    shape: tuple[Shape, ...] = ()
    terrain: dict[KindId, OwnCellKind] = Field(
        default_factory=dict, max_length=MOST_KINDS, description="Terrain of the map's own"
    )
    feature_kinds: dict[KindId, OwnCellKind] = Field(
        default_factory=dict, max_length=MOST_KINDS, description="Features of the map's own"
    )
    edge_kinds: dict[KindId, OwnEdgeKind] = Field(
        default_factory=dict, max_length=MOST_KINDS, description="Edges of the map's own"
    )
