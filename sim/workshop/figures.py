"""Which cells and sides a stroke covers: discs, lines, rectangles, polygons, ground of one kind, mirror images."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from sim.board.battlemap import BattleMap
from sim.board.mapfile.shapes import DrawingSheet, ShapeFault
from sim.board.transform import Placing
from sim.grid import Cell, Edge, Grid, Point

Symmetry = Literal["none", "mirror", "flip", "turn", "four"]
"""Left and right alike, above and below, either turned by half, or all four quarters."""


# -- cells -----------------------------------------------------------------------------------------------


def is_on_board(battle_map: BattleMap, cell: Cell) -> bool:
    """Say whether a cell lies on the board, be it a hole."""
    column, row = battle_map.grid.offset(cell)
    return 0 <= column < battle_map.width and 0 <= row < battle_map.height


def disc_of(battle_map: BattleMap, centre: Cell, size: int) -> tuple[Cell, ...]:
    """Return the cells under a brush: 1 is a cell, 2 the cells around it as well."""
    around = battle_map.grid.disc(centre, size - 1)
    return tuple(cell for cell in around if is_on_board(battle_map, cell))


def line_of(battle_map: BattleMap, start: Cell, end: Cell, size: int = 1) -> tuple[Cell, ...]:
    """Return the cells of a straight line, as wide as the brush."""
    line = steps_of(battle_map.grid, start, end)
    cells = (cell for middle in line for cell in disc_of(battle_map, middle, size))
    return tuple(dict.fromkeys(cells))


def steps_of(grid: Grid, start: Cell, end: Cell) -> tuple[Cell, ...]:
    """Return the cells of a straight line, each a neighbour of the one before.

    Where the line passes exactly between two cells, one of them is among them: the first in the order of the grid.
    """
    line = grid.line(start, end)
    steps = [start]
    for cell in line[1:]:
        if not grid.adjacent(steps[-1], cell):
            steps.append(next(near for near in grid.neighbours(steps[-1]) if grid.adjacent(near, cell)))
        steps.append(cell)
    return tuple(dict.fromkeys(steps))


def rectangle_of(battle_map: BattleMap, one: Cell, other: Cell) -> tuple[Cell, ...]:
    """Return the cells of the columns and rows between two corners."""
    (a, b), (c, d) = battle_map.grid.offset(one), battle_map.grid.offset(other)
    columns = range(max(min(a, c), 0), min(max(a, c), battle_map.width - 1) + 1)
    rows = range(max(min(b, d), 0), min(max(b, d), battle_map.height - 1) + 1)
    return tuple(battle_map.grid.at(column, row) for row in rows for column in columns)


def polygon_of(battle_map: BattleMap, corners: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the cells of the polygon through the centres of some; empty where it crosses itself."""
    if len(corners) < 3:
        return line_of(battle_map, corners[0], corners[-1]) if corners else ()
    grid = battle_map.grid
    sheet = DrawingSheet(grid, battle_map.width, battle_map.height, 1.0)
    try:
        inside = sheet.in_polygon([sheet.centre(cell) for cell in corners])
    except ShapeFault:
        return ()
    return tuple(grid.at(n % battle_map.width, n // battle_map.width) for n in inside.tolist())


def filled_from(battle_map: BattleMap, start: Cell, by: Literal["terrain", "heights"] = "terrain") -> tuple[Cell, ...]:
    """Return the cells connected with one by sides that nothing stands on, all of its ground or of its level.

    Walls hold a fill back: a floor ends at the wall around it, though the street outside may be a floor as well.
    """
    grid, layer = battle_map.grid, getattr(battle_map, by)
    width = battle_map.width

    def value(cell: Cell) -> object:
        column, row = grid.offset(cell)
        return layer[row * width + column] if is_on_board(battle_map, cell) else None

    wanted, found, waiting = value(start), {start: None}, [start]
    while waiting and wanted is not None:
        cell = waiting.pop()
        for step in grid.side_steps:
            beyond = cell.plus(step)
            if beyond not in found and value(beyond) == wanted and Edge.between(cell, beyond) not in battle_map.edges:
                found[beyond] = None
                waiting.append(beyond)
    return tuple(found) if wanted is not None else ()


# -- sides -----------------------------------------------------------------------------------------------


def side_at(battle_map: BattleMap, point: Point) -> Edge | None:
    """Return the side that lies nearest to a point of the plane, of the cell that the point is in."""
    grid = battle_map.grid
    cell = grid.cell_at(point)
    sides = [
        (_away(grid, cell, n, point), Edge.between(cell, cell.plus(step))) for n, step in enumerate(grid.side_steps)
    ]
    edge = min(sides)[1]
    return edge if edge.first in battle_map or edge.second in battle_map else None


def _away(grid: Grid, cell: Cell, side: int, point: Point) -> float:
    """Return how far a point lies from a side, squared."""
    (ax, ay), (bx, by) = grid.side_points(cell, side)
    across, down = bx - ax, by - ay
    share = ((point[0] - ax) * across + (point[1] - ay) * down) / (across * across + down * down)
    share = min(max(share, 0.0), 1.0)
    return (ax + share * across - point[0]) ** 2 + (ay + share * down - point[1]) ** 2


def sides_around(battle_map: BattleMap, cells: Sequence[Cell]) -> tuple[Edge, ...]:
    """Return the sides between some cells and all others: the walls of a house."""
    inside = {cell for cell in cells if cell in battle_map}
    grid = battle_map.grid
    edges = (
        Edge.between(cell, cell.plus(step))
        for cell in inside
        for step in grid.side_steps
        if cell.plus(step) not in inside
    )
    return tuple(sorted(edges))


def sides_along(battle_map: BattleMap, start: Point, end: Point) -> tuple[Edge, ...]:
    """Return the sides that a stroke of the mouse passes, so that a quick one leaves no gap."""
    length = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    count = max(int(length / 0.2), 1)
    points = (
        (start[0] + (end[0] - start[0]) * n / count, start[1] + (end[1] - start[1]) * n / count)
        for n in range(count + 1)
    )
    found = (side_at(battle_map, point) for point in points)
    return tuple(dict.fromkeys(edge for edge in found if edge is not None))


# -- symmetry --------------------------------------------------------------------------------------------


def placings(battle_map: BattleMap, symmetry: Symmetry) -> Iterator[Placing]:
    """Yield where else a symmetric drawing puts what is drawn at a cell.

    Each takes the lattice to itself, and done twice it is as nothing. Hexes of an even number of columns (of rows, if
    they stand on a point) have no such mirror: theirs leaves out the last one.
    """
    mirror, flip, turn = (_PLACINGS[name](battle_map) for name in ("mirror", "flip", "turn"))
    match symmetry:
        case "mirror":
            yield mirror
        case "flip":
            yield flip
        case "turn":
            yield turn
        case "four":
            yield from (mirror, flip, lambda cell: mirror(flip(cell)))


def _half_turn(battle_map: BattleMap) -> Placing:
    grid = battle_map.grid
    ends = grid.at(0, 0).plus(grid.at(battle_map.width - 1, battle_map.height - 1))
    return ends.minus


def _mirror(battle_map: BattleMap) -> Placing:
    grid, last = battle_map.grid, battle_map.width - 1
    return _reflection(grid, grid.mirrored, [grid.at(column, row) for column in (last, last - 1) for row in (0, 1)])


def _flip(battle_map: BattleMap) -> Placing:
    grid, last = battle_map.grid, battle_map.height - 1
    return _reflection(grid, grid.flipped, [grid.at(column, row) for row in (last, last - 1) for column in (0, 1)])


def _reflection(grid: Grid, reflected: Placing, ends: Sequence[Cell]) -> Placing:
    """Return the reflection that brings the first cell to the first of some ends from which it also leads back."""
    first = grid.at(0, 0)
    for end in ends:
        shift = end.minus(reflected(first))

        def place(cell: Cell, shift: Cell = shift) -> Cell:
            return reflected(cell).plus(shift)

        if place(end) == first:
            return place
    raise AssertionError("of two neighbouring columns or rows one is a mirror image")


_PLACINGS: Mapping[str, Callable[[BattleMap], Placing]] = {"turn": _half_turn, "mirror": _mirror, "flip": _flip}
