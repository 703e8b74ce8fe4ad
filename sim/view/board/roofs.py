r"""Where the roofs of a map are: blocks, each a rectangle with a ridge.

    one hex        two hexes            squares: a stretch of building is cut into
     _____          _____  _____        rectangles, the largest first, each under
    |  |  |        |-----------|        its own roof
    |__|__|        |_____|_____|

On hexes a building has a block in its cell and a wing towards each neighbour that is built of the same, so that a row
of hexes becomes one long house.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from sim.grid import Cell, Point
from sim.view.board.chance import PlaceNumbers
from sim.view.board.landscape import Landscape
from sim.view.board.survey import look

ROOFED = frozenset({"wood_building", "stone_building", "building", "ruin"})
"""Looks of terrain that stand under a roof, or once did."""


@dataclass(frozen=True)
class Block:
    """A rectangular part of a building, in cells; `angle` is the direction of its ridge."""

    x: float
    y: float
    length: float
    width: float
    angle: float
    look: str
    seed: int
    chimney: bool = False
    wing: bool = False
    """Part of a longer house: its ends are open to the next block."""

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, clockwise from the one at the back left of the ridge's direction."""
        c, s = cos(self.angle) / 2, sin(self.angle) / 2
        ax, ay, bx, by = c * self.length, s * self.length, -s * self.width, c * self.width
        return (
            (self.x - ax - bx, self.y - ay - by),
            (self.x + ax - bx, self.y + ay - by),
            (self.x + ax + bx, self.y + ay + by),
            (self.x - ax + bx, self.y - ay + by),
        )


def blocks(landscape: Landscape) -> tuple[Block, ...]:
    """Return the blocks of all buildings of a landscape, in the order in which they are drawn."""
    return landscape.once("blocks", _blocks)


def _blocks(landscape: Landscape) -> tuple[Block, ...]:
    ground = landscape.ground
    looks = {cell: look(ground.terrain_at(cell)) for cell in ground.map.cells if cell in ground.map}
    built = {cell: name for cell, name in looks.items() if name in ROOFED}
    return tuple(_on_squares(built) if ground.map.grid.cells_at_corner == 4 else _on_hexes(landscape, built))


# -- hexes -----------------------------------------------------------------------------------------------


def _on_hexes(landscape: Landscape, built: dict[Cell, str]) -> list[Block]:
    wings, houses = [], []
    for cell, name in built.items():
        joined = [step for step in landscape.ground.map.grid.side_steps if built.get(cell.plus(step)) == name]
        wings += [_wing(landscape, cell, step, name) for step in joined]
        houses += _joined(landscape, cell, joined, name) if joined else _alone(landscape, cell, name)
    return wings + houses


def _wing(landscape: Landscape, cell: Cell, step: Cell, name: str) -> Block:
    """Return the half of a connection that lies in this cell: from the centre to the side."""
    (x, y), (a, b) = landscape.ground.map.grid.point(cell), landscape.ground.map.grid.point(cell.plus(step))
    angle = atan2(b - y, a - x)
    half = hypot(a - x, b - y) / 2
    return Block(x + (a - x) / 4, y + (b - y) / 4, half + 0.01, 0.42, angle, name, 0, wing=True)


def _joined(landscape: Landscape, cell: Cell, joined: list[Cell], name: str) -> list[Block]:
    """Return the main block of a cell that belongs to a longer house: along its first connection."""
    grid, chance = landscape.ground.map.grid, PlaceNumbers(*cell, 51)
    x, y = grid.point(cell)
    a, b = grid.point(cell.plus(joined[0]))
    angle = atan2(b - y, a - x)
    return [Block(x, y, 0.60, 0.50, angle, name, chance.below(1000), chimney=chance.share() < 0.7)]


def _alone(landscape: Landscape, cell: Cell, name: str) -> list[Block]:
    """Return the blocks of a house that stands by itself: a house, one with a wing, or one with a shed."""
    chance = PlaceNumbers(*cell, 52)
    x, y = landscape.ground.map.grid.point(cell)
    angle = chance.below(6) * pi / 6 + chance.between(-0.08, 0.08)
    c, s = cos(angle), sin(angle)
    main = Block(x, y, 0.66, 0.44, angle, name, chance.below(1000), chimney=True)
    match chance.below(3):
        case 0:
            return [main]
        case 1:
            side = 1 if chance.share() < 0.5 else -1
            wing = Block(
                x + 0.17 * c - 0.17 * s * side,
                y + 0.17 * s + 0.17 * c * side,
                0.44,
                0.30,
                angle + pi / 2,
                name,
                1,
            )
            return [wing, Block(x, y, 0.70, 0.36, angle, name, chance.below(1000), chimney=True)]
        case _:
            shed = Block(x - 0.02 * c + 0.30 * s, y - 0.02 * s - 0.30 * c, 0.30, 0.17, angle, name, 2)
            return [
                shed,
                Block(x - 0.05 * s, y + 0.05 * c, 0.62, 0.38, angle, name, chance.below(1000), chimney=True),
            ]


# -- squares ---------------------------------------------------------------------------------------------


def _on_squares(built: dict[Cell, str]) -> list[Block]:
    """Cut each stretch of building into rectangles."""
    left, made = dict(built), []
    while left:
        start = next(iter(left))
        stretch = _stretch(left, start)
        while stretch:
            column, row, wide, tall = _largest_rectangle(stretch)
            taken = {Cell(column + i, row + j) for i in range(wide) for j in range(tall)}
            made.append(_rectangle(column, row, wide, tall, built[start]))
            stretch -= taken
            for cell in taken:
                del left[cell]
    return made


def _stretch(built: dict[Cell, str], start: Cell) -> set[Cell]:
    """Return all cells of one look that hang together with a cell."""
    found, queue = {start}, [start]
    while queue:
        cell = queue.pop()
        for step in (Cell(1, 0), Cell(-1, 0), Cell(0, 1), Cell(0, -1)):
            other = cell.plus(step)
            if other not in found and built.get(other) == built[start]:
                found.add(other)
                queue.append(other)
    return found


def _largest_rectangle(cells: set[Cell]) -> tuple[int, int, int, int]:
    """Return column, row, width and height of the largest rectangle of cells; the first in map order among equals."""
    best = (0, 0, 0, 0)
    for cell in sorted(cells, key=lambda c: (c.r, c.q)):
        wide, widest = 0, 10**9
        while Cell(cell.q + wide, cell.r) in cells:
            wide += 1
        tall = 0
        while (run := _run(cells, cell, tall, min(wide, widest))) > 0:
            widest, tall = run, tall + 1
            if widest * tall > best[2] * best[3]:
                best = (cell.q, cell.r, widest, tall)
    return best


def _run(cells: set[Cell], corner: Cell, down: int, most: int) -> int:
    """Return how many cells in a row belong, counted from below a corner."""
    run = 0
    while run < most and Cell(corner.q + run, corner.r + down) in cells:
        run += 1
    return run


def _rectangle(column: int, row: int, wide: int, tall: int, name: str) -> Block:
    x, y = column + (wide - 1) / 2, row + (tall - 1) / 2
    chance = PlaceNumbers(column, row, 53)
    seed, chimney = chance.below(1000), wide * tall > 3
    if wide >= tall:
        return Block(x, y, wide - 0.10, tall - 0.10, 0.0, name, seed, chimney)
    return Block(x, y, tall - 0.10, wide - 0.10, pi / 2, name, seed, chimney)
