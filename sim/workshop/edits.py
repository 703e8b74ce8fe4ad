"""Edits: what a designer does to a map, each a small value that says what it changes.

An edit knows no mouse and no file. What it touches is named by cells and sides; `moved` says the same of other cells,
by which a drawing becomes symmetric. An edit that would change nothing gives an empty change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any, Literal, Protocol, TypeVar

from sim.board.battlemap import BattleMap, Scale
from sim.board.mapfile.model import HIGHEST, LOWEST, WIDEST
from sim.board.terrain import OFF_MAP, VOID, EdgeKind, FeatureKind, Kind, TerrainKind
from sim.board.transform import Placing, cropped, flipped, joined, mirrored, rotated
from sim.grid import Cell, Edge
from sim.workshop.change import Canvas, Change, whole_change
from sim.workshop.figures import steps_of

Table = Literal["places", "areas"]
Section = Literal["terrain", "feature_kinds", "edge_kinds"]
_FIELD: Mapping[Section, Literal["terrain", "features", "edges"]] = {
    "terrain": "terrain",
    "feature_kinds": "features",
    "edge_kinds": "edges",
}
KINDS: Mapping[Section, type[Kind]] = {"terrain": TerrainKind, "feature_kinds": FeatureKind, "edge_kinds": EdgeKind}


class Impossible(Exception):
    """Tell why an edit cannot be made, in a sentence."""


class Edit(Protocol):
    """Something that is done to a map."""

    def change(self, battle_map: BattleMap) -> Change:
        """Return what it changes; `Impossible` says why it cannot be done."""


class DrawnEdit(Edit, Protocol):
    """An edit that is drawn on cells and can be drawn on others in the same way."""

    def moved(self, place: Placing) -> DrawnEdit:
        """Return the same for other cells."""


E = TypeVar("E")
V = TypeVar("V")


def _moved(edit: E, place: Placing) -> E:
    """Return an edit of which every cell and side lies elsewhere."""

    def elsewhere(value: object) -> object:
        match value:
            case Edge(first, second):
                return Edge.between(place(first), place(second))
            case Cell():
                return place(value)
            case tuple():
                return tuple(map(elsewhere, value))
        return value

    named = {each.name: getattr(edit, each.name) for each in fields(edit)}  # type: ignore[arg-type]
    return replace(edit, **{name: elsewhere(value) for name, value in named.items()})  # type: ignore[type-var]


class _OnCells:
    def moved(self, place: Placing):  # type: ignore[no-untyped-def]  # each returns its own kind
        return _moved(self, place)


# -- drawing ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paint(_OnCells):
    """Give cells another ground; `void` makes holes of them."""

    cells: tuple[Cell, ...]
    kind: str

    def change(self, battle_map: BattleMap) -> Change:
        canvas = Canvas(battle_map)
        kind = OFF_MAP if self.kind == VOID else _known("terrain", battle_map, self.kind)
        canvas.paint(self.cells, self.kind)
        return canvas.change("holes" if self.kind == VOID else kind.name)


@dataclass(frozen=True)
class SetHeight(_OnCells):
    """Bring cells to a level, or raise them by some."""

    cells: tuple[Cell, ...]
    to: int | None = None
    by: int = 0

    def change(self, battle_map: BattleMap) -> Change:
        canvas, to, by = Canvas(battle_map), self.to, self.by
        canvas.level(self.cells, lambda level: min(max((level if to is None else to) + by, LOWEST), HIGHEST))
        return canvas.change(f"level {to}" if to is not None else "raise" if by > 0 else "lower")


@dataclass(frozen=True)
class SetSides(_OnCells):
    """Put a wall, a door, a hedge on sides; None clears them."""

    edges: tuple[Edge, ...]
    kind: str | None

    def change(self, battle_map: BattleMap) -> Change:
        canvas = Canvas(battle_map)
        name = "clear sides" if self.kind is None else _known("edges", battle_map, self.kind).name
        canvas.stand(self.edges, self.kind)
        return canvas.change(name)


@dataclass(frozen=True)
class DrawWay(_OnCells):
    """Have a road or a rail run along a chain of cells, straight from one to the next; None takes it up."""

    chain: tuple[Cell, ...]
    kind: str | None

    def change(self, battle_map: BattleMap) -> Change:
        canvas = Canvas(battle_map)
        if self.kind is not None and self.kind not in battle_map.terrain_set.ways:
            raise Impossible(f"the terrain set {battle_map.terrain_set.name} has no {self.kind}")
        for start, end in pairwise(self.chain):
            canvas.link((Edge.between(*step) for step in pairwise(steps_of(battle_map.grid, start, end))), self.kind)
        return canvas.change("take up ways" if self.kind is None else battle_map.terrain_set.ways[self.kind].name)


@dataclass(frozen=True)
class PutFeature(_OnCells):
    """Put a feature into cells, or take it out; without a kind, take out all."""

    cells: tuple[Cell, ...]
    kind: str | None
    is_there: bool = True

    def change(self, battle_map: BattleMap) -> Change:
        canvas, kind = Canvas(battle_map), self.kind
        if kind is None:
            canvas.put(self.cells, lambda there: ())
            return canvas.change("clear features")
        name = _known("features", battle_map, kind).name
        if self.is_there:
            canvas.put(self.cells, lambda there: (*there, kind))
        else:
            canvas.put(self.cells, lambda there: [other for other in there if other != kind])
        return canvas.change(name)


@dataclass(frozen=True)
class Together:
    """Several edits as one, each on what those before it have left."""

    edits: tuple[Edit, ...]

    def change(self, battle_map: BattleMap) -> Change:
        whole = Change("")
        for edit in self.edits:
            change = edit.change(battle_map)
            battle_map = change.applied(battle_map)
            whole = replace(whole.with_later(change), name=whole.name or change.name)
        return whole


# -- names -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NameCells:
    """Say which cells a place or an area has; without any, the name goes."""

    table: Table
    name: str
    cells: tuple[Cell, ...]

    def change(self, battle_map: BattleMap) -> Change:
        if not 1 <= len(self.name) <= 60:
            raise Impossible("a name has from 1 to 60 letters")
        canvas = Canvas(battle_map)
        names, cells = canvas.names(self.table), tuple(dict.fromkeys(filter(canvas.has, self.cells)))
        if cells:
            names[self.name] = cells
        else:
            names.pop(self.name, None)
        return canvas.change(self.name)


@dataclass(frozen=True)
class Rename:
    """Call a place or an area something else."""

    table: Table
    name: str
    new: str

    def change(self, battle_map: BattleMap) -> Change:
        canvas = Canvas(battle_map)
        names = canvas.names(self.table)
        if self.new in names and self.new != self.name:
            raise Impossible(f'there is a "{self.new}" already')
        if not 1 <= len(self.new) <= 60:
            raise Impossible("a name has from 1 to 60 letters")
        renamed = {self.new if name == self.name else name: cells for name, cells in names.items()}
        return canvas.change(f"rename {self.name}", **{self.table: renamed})


@dataclass(frozen=True)
class SetHead:
    """Change what a map says of itself: title, notes, and what a cell measures."""

    title: str | None = None
    notes: str | None = None
    scale: Scale | None = None

    def change(self, battle_map: BattleMap) -> Change:
        if self.title is not None and not 1 <= len(self.title) <= 200:
            raise Impossible("a title has from 1 to 200 letters")
        said = {name: new for name in ("title", "notes", "scale") if (new := getattr(self, name)) is not None}
        return Canvas(battle_map).change(" and ".join(said), **said)


@dataclass(frozen=True)
class OwnKind:
    """Add a kind of the map's own to its terrain set, or change one."""

    section: Section
    kind: Kind

    def change(self, battle_map: BattleMap) -> Change:
        kinds, part = battle_map.terrain_set, _FIELD[self.section]
        more: dict[str, Any] = {part: {**getattr(kinds, part), self.kind.id: self.kind}}
        after = replace(kinds, **more)
        return Canvas(battle_map).change(self.kind.name, terrain_set=after)


# -- the board -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnBoard:
    """Turn the board clockwise: by 60 degrees a turn on hexes and 90 on squares."""

    turns: int = 1

    def change(self, battle_map: BattleMap) -> Change:
        return _on_board(battle_map, "turn the map", lambda: rotated(battle_map, self.turns)[0])


@dataclass(frozen=True)
class MirrorBoard:
    """Exchange left and right."""

    def change(self, battle_map: BattleMap) -> Change:
        return _on_board(battle_map, "mirror the map", lambda: mirrored(battle_map)[0])


@dataclass(frozen=True)
class FlipBoard:
    """Exchange top and bottom."""

    def change(self, battle_map: BattleMap) -> Change:
        return _on_board(battle_map, "flip the map", lambda: flipped(battle_map)[0])


@dataclass(frozen=True)
class Crop:
    """Keep some cells, and the smallest board around them."""

    cells: tuple[Cell, ...]

    def change(self, battle_map: BattleMap) -> Change:
        return _on_board(battle_map, "crop the map", lambda: cropped(battle_map, self.cells)[0])


@dataclass(frozen=True)
class Resize:
    """Give the board so many columns and rows, at its right and lower end; new ground is of one kind."""

    columns: int
    rows: int
    kind: str

    def change(self, battle_map: BattleMap) -> Change:
        if not (1 <= self.columns <= WIDEST and 1 <= self.rows <= WIDEST):
            raise Impossible(f"a map has from 1 by 1 to {WIDEST} by {WIDEST} cells")
        _known("terrain", battle_map, self.kind)
        return _on_board(battle_map, "resize the map", lambda: _resized(battle_map, self.columns, self.rows, self.kind))


@dataclass(frozen=True)
class JoinBoard:
    """Lay another map of the same kind at the right or the lower end."""

    other: BattleMap
    below: bool = False

    def change(self, battle_map: BattleMap) -> Change:
        grid, alike = battle_map.grid, ("grid", "scale", "terrain_set")
        if any(getattr(battle_map, part) != getattr(self.other, part) for part in alike):
            raise Impossible("only maps with the same grid, scale and terrain set can be joined")
        step = grid.at(0, battle_map.height) if self.below else grid.at(battle_map.width, 0)
        away = step.minus(grid.at(0, 0))
        if grid.kind == "hex" and [grid.offset(grid.at(c, 0).plus(away)) for c in (0, 1)] != [
            (grid.offset(step)[0] + c, grid.offset(step)[1]) for c in (0, 1)
        ]:
            raise Impossible("boards of hexes fit together along an even number of columns and rows; resize one first")
        return _on_board(
            battle_map, f"join {self.other.title or self.other.name}", lambda: joined(battle_map, self.other, away)[0]
        )


def _on_board(battle_map: BattleMap, name: str, made: Callable[[], BattleMap]) -> Change:
    try:
        after = made()
    except ValueError as refused:
        raise Impossible(str(refused)) from None
    if max(after.width, after.height) > WIDEST:
        raise Impossible(f"the map would be larger than {WIDEST} by {WIDEST} cells")
    return whole_change(name, battle_map, after)


def _resized(battle_map: BattleMap, columns: int, rows: int, kind: str) -> BattleMap:
    grid, width = battle_map.grid, battle_map.width
    inside = range(min(columns, width)), range(min(rows, battle_map.height))
    kept = {grid.at(column, row) for row in inside[1] for column in inside[0]}
    if not any(cell in battle_map for cell in kept) and columns <= width and rows <= battle_map.height:
        raise ValueError("nothing of the map would be left")

    def layer(old: tuple[V, ...], new: V) -> tuple[V, ...]:
        return tuple(
            old[row * width + column] if column in inside[0] and row in inside[1] else new
            for row in range(rows)
            for column in range(columns)
        )

    def on_board(cell: Cell) -> bool:
        column, row = grid.offset(cell)
        return 0 <= column < columns and 0 <= row < rows

    def named(names: Mapping[str, tuple[Cell, ...]]) -> dict[str, tuple[Cell, ...]]:
        left = {name: tuple(filter(on_board, cells)) for name, cells in names.items()}
        return {name: cells for name, cells in left.items() if cells}

    return replace(
        battle_map,
        width=columns,
        height=rows,
        terrain=layer(battle_map.terrain, kind),
        heights=layer(battle_map.heights, 0),
        edges={
            edge: wall
            for edge, wall in battle_map.edges.items()
            if any(on_board(cell) and cell in battle_map for cell in edge)
        },
        features={cell: kinds for cell, kinds in battle_map.features.items() if on_board(cell)},
        ways={link: way for link, way in battle_map.ways.items() if all(map(on_board, link))},
        places=named(battle_map.places),
        areas=named(battle_map.areas),
    )


def _known(part: Literal["terrain", "features", "edges"], battle_map: BattleMap, kind: str) -> Kind:
    """Return a kind of the terrain set; a tool offers no other, but a map may have been changed under it."""
    kinds: Mapping[str, Kind] = getattr(battle_map.terrain_set, part)
    if kind not in kinds:
        raise Impossible(f"the terrain set {battle_map.terrain_set.name} has no {kind}")
    return kinds[kind]
