"""Maps turned, mirrored, cut and joined.

Designers build big boards from small ones, and the tests use the same functions to prove that none of this ever
changes a verdict on a line of sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from sim.board.battlemap import BattleMap
from sim.board.terrain import VOID
from sim.grid import Cell, Edge, Grid, HexGrid

Placing = Callable[[Cell], Cell]
"""Says where a cell of the old map lies on the new one."""


def rotated(battle_map: BattleMap, turns: int) -> tuple[BattleMap, Placing]:
    """Turn a map clockwise, by 60 degrees a turn on hexes and 90 on squares.

    A rectangle of hexes turned is no rectangle: what it does not fill is void.
    """
    return _placed(battle_map, lambda cell: battle_map.grid.rotated(cell, turns))


def mirrored(battle_map: BattleMap) -> tuple[BattleMap, Placing]:
    """Exchange left and right."""
    return _reflected(battle_map, battle_map.grid.mirrored)


def flipped(battle_map: BattleMap) -> tuple[BattleMap, Placing]:
    """Exchange top and bottom."""
    return _reflected(battle_map, battle_map.grid.flipped)


def moved(battle_map: BattleMap, step: Cell) -> tuple[BattleMap, Placing]:
    """Move a map down and right on its sheet; the room that this leaves is void."""
    if min(min(battle_map.grid.offset(cell.plus(step))) for cell in battle_map.whole) < 0:
        raise ValueError(f"moved by {step}, the map {battle_map.name} would leave its sheet")
    pieces = _pieces(battle_map, lambda cell: cell.plus(step))
    return pieces.assembled(battle_map, battle_map.name), lambda cell: cell.plus(step)


def cropped(battle_map: BattleMap, cells: Iterable[Cell]) -> tuple[BattleMap, Placing]:
    """Keep only some cells."""
    kept = frozenset(cell for cell in cells if cell in battle_map)
    if not kept:
        raise ValueError(f"nothing of the map {battle_map.name} is left")
    return _placed(battle_map, lambda cell: cell, kept)


def joined(one: BattleMap, other: BattleMap, step: Cell) -> tuple[BattleMap, Placing, Placing]:
    """Lay another map of the same kind beside one, moved by a step; where they overlap, the first one counts.

    Returns the new map and where the cells of both lie on it.
    """
    if one.grid != other.grid or one.terrain_set is not other.terrain_set or one.scale != other.scale:
        raise ValueError("only maps with the same grid, scale and terrain set can be joined")
    shift = _to_corner(one.grid, [*one.whole, *(cell.plus(step) for cell in other.whole)])

    def first(cell: Cell) -> Cell:
        return cell.plus(shift)

    def second(cell: Cell) -> Cell:
        return cell.plus(step).plus(shift)

    both = _pieces(other, second).under(_pieces(one, first))
    return both.assembled(one, f"{one.name}+{other.name}"), first, second


def _reflected(battle_map: BattleMap, place: Placing) -> tuple[BattleMap, Placing]:
    """Reflect a map. Of hexes the other columns (or rows) are the pushed ones then, where that keeps it a rectangle."""
    grid = battle_map.grid
    grids = [grid]
    if isinstance(grid, HexGrid):
        grids.append(replace(grid, shifted="even" if grid.shifted == "odd" else "odd"))
    return min(
        (_placed(battle_map, place, grid=each) for each in grids), key=lambda placed: placed[0].width * placed[0].height
    )


def _placed(
    battle_map: BattleMap, place: Placing, kept: frozenset[Cell] | None = None, grid: Grid | None = None
) -> tuple[BattleMap, Placing]:
    grid = grid or battle_map.grid
    cells = [place(cell) for cell in battle_map.whole if kept is None or cell in kept]
    shift = _to_corner(grid, cells)

    def placing(cell: Cell) -> Cell:
        return place(cell).plus(shift)

    return _pieces(battle_map, placing, kept).assembled(battle_map, battle_map.name, grid), placing


def _to_corner(grid: Grid, cells: list[Cell]) -> Cell:
    """Return the step that brings cells into the first column and row.

    On hexes moving along one axis can change the other one's rows by half: measuring again settles it.
    """
    shift, out = Cell(0, 0), Cell(1, 1)
    while out != Cell(0, 0):
        places = [grid.offset(cell.plus(shift)) for cell in cells]
        out = Cell(min(column for column, _ in places), min(row for _, row in places))
        shift = shift.minus(out)
    return shift


@dataclass(frozen=True)
class _Pieces:
    """A map taken apart, each piece by where it lies."""

    terrain: Mapping[Cell, str]
    heights: Mapping[Cell, int]
    edges: Mapping[Edge, str]
    features: Mapping[Cell, tuple[str, ...]]
    ways: Mapping[Edge, str]
    places: Mapping[str, tuple[Cell, ...]]
    areas: Mapping[str, tuple[Cell, ...]]

    def under(self, top: _Pieces) -> _Pieces:
        """Lay other pieces over these, which then show only where the others leave room."""
        hidden = top.terrain.keys()
        return _Pieces(
            {**self.terrain, **top.terrain},
            {**self.heights, **top.heights},
            {**{edge: kind for edge, kind in self.edges.items() if not hidden >= {*edge}}, **top.edges},
            {**{cell: kinds for cell, kinds in self.features.items() if cell not in hidden}, **top.features},
            {**{way: kind for way, kind in self.ways.items() if not hidden >= {*way}}, **top.ways},
            _united(self.places, top.places),
            _united(self.areas, top.areas),
        )

    def assembled(self, model: BattleMap, name: str, grid: Grid | None = None) -> BattleMap:
        """Put a map together again, with everything else as on the model."""
        grid = grid or model.grid
        columns_rows = [grid.offset(cell) for cell in self.terrain]
        width, height = (max(ends) + 1 for ends in zip(*columns_rows, strict=True))
        cells = tuple(grid.rectangle(width, height))
        return replace(
            model,
            name=name,
            grid=grid,
            width=width,
            height=height,
            terrain=tuple(self.terrain.get(cell, VOID) for cell in cells),
            heights=tuple(self.heights.get(cell, 0) for cell in cells),
            edges=self.edges,
            features=self.features,
            ways=self.ways,
            places=self.places,
            areas=self.areas,
        )


def _united(lower: Mapping[str, tuple[Cell, ...]], top: Mapping[str, tuple[Cell, ...]]) -> dict[str, tuple[Cell, ...]]:
    """A name that both boards have stands for the cells of both."""
    names = dict.fromkeys((*top, *lower))
    return {name: tuple(dict.fromkeys((*top.get(name, ()), *lower.get(name, ())))) for name in names}


def _pieces(battle_map: BattleMap, place: Placing, kept: frozenset[Cell] | None = None) -> _Pieces:
    """Take a map apart and say where each piece goes. An edge is kept if a cell beside it is, a way if both are."""

    def stays(cell: Cell) -> bool:
        return cell in battle_map and (kept is None or cell in kept)

    def link(edge: Edge) -> Edge:
        return Edge.between(place(edge.first), place(edge.second))

    def named(cells_by_name: Mapping[str, tuple[Cell, ...]]) -> dict[str, tuple[Cell, ...]]:
        placed = {name: tuple(place(cell) for cell in cells if stays(cell)) for name, cells in cells_by_name.items()}
        return {name: cells for name, cells in placed.items() if cells}

    cells = [cell for cell in battle_map.whole if stays(cell)]
    return _Pieces(
        {place(cell): battle_map.terrain[battle_map.ordinal(cell)] for cell in cells},
        {place(cell): battle_map.height_at(cell) for cell in cells},
        {link(edge): kind for edge, kind in battle_map.edges.items() if any(map(stays, edge))},
        {place(cell): kinds for cell, kinds in battle_map.features.items() if stays(cell)},
        {link(way): kind for way, kind in battle_map.ways.items() if all(map(stays, way))},
        named(battle_map.places),
        named(battle_map.areas),
    )
