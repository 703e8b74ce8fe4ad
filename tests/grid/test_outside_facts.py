"""What other projects found out about hexes and squares, and hold to in their own tests.

Numbers and drawings are theirs; each docstring says whose. Wesnoth and MegaMek number flat hexes by column
and row from 0 and push odd columns down, which is our flat and odd. rot.js keeps pointy hexes in doubled
columns, two to a step: column c of a row stands at 2c, and one further right in odd rows, which is our pointy
and odd.
"""

from itertools import combinations, pairwise
from typing import NamedTuple

import pytest

from sim.grid import Cell, Grid, HexGrid, SquareGrid
from tests.grid.drawing import drawn, found

FLAT, POINTY = HexGrid("flat", "odd"), HexGrid("pointy", "odd")

Place = tuple[int, int]


# -- Wesnoth ---------------------------------------------------------------------------------------------

# The eleven places of `src/tests/test_map_location.cpp`, by column and row.
WESNOTH_PLACES: dict[str, Place] = {
    "a": (3, 4),
    "b": (10, 8),
    "c": (0, 9),
    "zero": (0, 0),
    "minus a": (-3, -5),
    "b plus c": (10, 17),
    "a minus c": (3, -5),
    "nw": (-1, -1),
    "n ne": (1, -2),
    "s se": (1, 1),
    "sw se": (0, 1),
}
# How far, and in which direction, from each place to those after it (its test of the radial mode).
WESNOTH_FAR = """
7 se | 6 sw | 6 n  | 12 n  | 16 s  | 9 n  | 7 nw  | 7 n   | 4 n   | 5 nw
     10 sw | 13 nw | 19 nw | 9 s   | 16 n | 14 nw | 14 nw | 11 nw | 12 nw
             9 n   | 15 n  | 13 se | 15 n | 10 n  | 11 n  | 8 n   | 8 n
                     6 n   | 22 s  | 6 ne | 1 nw  | 2 ne  | 2 s   | 1 s
                             28 s  | 6 se | 5 s   | 5 se  | 8 s   | 7 s
                                     25 n | 23 n  | 23 n  | 20 n  | 21 n
                                            6 sw  | 4 sw  | 7 s   | 7 s
                                                    2 ne  | 3 se  | 2 s
                                                            3 s   | 3 s
                                                                    1 nw
"""


def wesnoth_pairs() -> list[tuple[str, str, int, str]]:
    """Read the table: two places, the distance between them and the direction from the first."""
    answers = [answer.split() for answer in WESNOTH_FAR.replace("\n", "|").split("|") if answer.strip()]
    pairs = combinations(WESNOTH_PLACES, 2)
    return [(one, other, int(far), way) for (one, other), (far, way) in zip(pairs, answers, strict=True)]


@pytest.mark.parametrize(("one", "other", "far", "way"), wesnoth_pairs())
def test_wesnoth_distances_and_directions(one: str, other: str, far: int, way: str) -> None:
    """Wesnoth, `distance_between` and radial `get_relative_dir`: its direction is ours, of a tie the clockwise one."""
    here, there = FLAT.at(*WESNOTH_PLACES[one]), FLAT.at(*WESNOTH_PLACES[other])
    chosen = FLAT.directions.index(way)
    assert FLAT.distance(here, there) == far
    assert FLAT.towards(here, there) in ((chosen,), tuple(sorted((chosen, FLAT.turned(chosen, -1)))))


@pytest.mark.parametrize(("walk", "place"), [("nw", "nw"), ("n ne", "n ne"), ("s se", "s se"), ("sw se", "sw se")])
def test_wesnoth_walks_from_the_origin(walk: str, place: str) -> None:
    """Wesnoth, `get_direction`: four short walks from the origin end in the places named after them."""
    cell = FLAT.at(0, 0)
    for direction in walk.split():
        cell = FLAT.neighbour(cell, direction)
    assert FLAT.offset(cell) == WESNOTH_PLACES[place]


def test_wesnoth_places_are_vectors() -> None:
    """Wesnoth, `vector_negation` and `vector_sum`: its arithmetic of places is that of our cells."""
    a, b, c = (FLAT.at(*WESNOTH_PLACES[name]) for name in "abc")
    assert FLAT.offset(a.times(-1)) == WESNOTH_PLACES["minus a"]
    assert FLAT.offset(b.plus(c)) == WESNOTH_PLACES["b plus c"]
    assert FLAT.offset(a.minus(c)) == WESNOTH_PLACES["a minus c"]


# -- MegaMek ---------------------------------------------------------------------------------------------

MEGAMEK_DISTANCES: tuple[tuple[Place, Place, int], ...] = (
    ((13, 6), (15, 1), 6),
    ((12, 2), (9, 2), 3),
    ((7, 1), (6, 1), 1),
    ((6, 1), (7, 1), 1),
    ((6, 2), (7, 2), 1),
    ((13, 5), (5, 6), 8),
    ((2, 16), (14, 10), 12),
)
# From, direction, steps, to.
MEGAMEK_MOVES: tuple[tuple[Place, int, int, Place], ...] = (
    ((0, 0), 2, 1, (1, 0)),
    ((1, 0), 2, 1, (2, 1)),
    ((2, 1), 2, 1, (3, 1)),
    ((0, 0), 3, 1, (0, 1)),
    ((7, -2), 5, 1, (6, -2)),
    ((0, 0), 2, 3, (3, 1)),
    ((10, 4), 0, 2, (10, 2)),
    ((10, 4), 3, 5, (10, 9)),
    ((10, 4), 4, 3, (7, 5)),
    ((8, 9), 4, 1, (7, 9)),
    ((8, 9), 5, 1, (7, 8)),
)
# From, to, the direction in which that is a straight row of hexes, or none.
MEGAMEK_ROWS: tuple[tuple[Place, Place, int | None], ...] = (
    ((3, 7), (3, 5), 0),
    ((3, 7), (3, -1), 0),
    ((3, 7), (4, -1), None),
    ((8, 2), (8, 8), 3),
    ((4, 4), (8, 2), 1),
    ((4, 4), (8, 3), None),
)


@pytest.mark.parametrize(("one", "other", "far"), MEGAMEK_DISTANCES)
def test_megamek_distances(one: Place, other: Place, far: int) -> None:
    """MegaMek, `CoordsTest`: distances between hexes."""
    assert FLAT.distance(FLAT.at(*one), FLAT.at(*other)) == far


@pytest.mark.parametrize(("start", "direction", "steps", "end"), MEGAMEK_MOVES)
def test_megamek_moves(start: Place, direction: int, steps: int, end: Place) -> None:
    """MegaMek, `CoordsTest`: where some steps in one direction lead; its directions are numbered as ours."""
    assert FLAT.at(*start).plus(FLAT.steps[direction].times(steps)) == FLAT.at(*end)


def test_megamek_rings() -> None:
    """MegaMek, `CoordsTest`: hexes one and two steps from (0, 0); due east of (5, 5) it says 2, we 1 and 2."""
    places = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
    assert [FLAT.offset(cell) for cell in FLAT.neighbours(FLAT.at(0, 0))] == places
    right = {(1, -2), (2, -1), (2, 0), (2, 1), (1, 1)}
    left = {(-column, row) for column, row in right}
    ring = {FLAT.offset(cell) for cell in FLAT.ring(FLAT.at(0, 0), 2)}
    assert ring == right | left | {(0, -2), (0, 2)}
    assert FLAT.towards(FLAT.at(5, 5), FLAT.at(7, 5)) == (1, 2)


@pytest.mark.parametrize(
    ("column", "heights"),
    [
        # Lowest and highest row, counted from that of the centre, for the columns 0, 1 and 2 beside it.
        (6, [(-2, 2), (-2, 1), (-1, 1)]),
        (7, [(-2, 2), (-1, 2), (-1, 1)]),
    ],
    ids=["even column", "odd column"],
)
def test_megamek_disc_of_two(column: int, heights: list[Place]) -> None:
    """MegaMek, `CoordsTest`: the nineteen hexes up to two steps from (6, 7) and from (7, 7)."""
    expected = {
        (column + side * away, 7 + row)
        for away, (top, bottom) in enumerate(heights)
        for side in (-1, 1)
        for row in range(top, bottom + 1)
    }
    assert {FLAT.offset(cell) for cell in FLAT.disc(FLAT.at(column, 7), 2)} == expected
    assert len(expected) == 19


@pytest.mark.parametrize(("start", "end", "row"), MEGAMEK_ROWS)
def test_megamek_rows_of_hexes(start: Place, end: Place, row: int | None) -> None:
    """MegaMek, `CoordsTest`: on which straight row a hex lies, if any; ours is an arc without spread."""
    one, other = FLAT.at(*start), FLAT.at(*end)
    rows = [direction for direction in range(6) if FLAT.in_arc(one, direction, other, 0)]
    assert rows == ([] if row is None else [row])


@pytest.mark.parametrize(("target", "direction"), [((5, 4), 0), ((6, 5), 1), ((6, 6), 2)])
def test_megamek_directions(target: Place, direction: int) -> None:
    """MegaMek, `CoordsTest`: seen from (5, 5), three neighbours and their directions."""
    assert FLAT.towards(FLAT.at(5, 5), FLAT.at(*target)) == (direction,)


@pytest.mark.parametrize(("target", "forward"), [((1, 3), True), ((1, 4), True), ((-1, 2), False)])
def test_megamek_forward_arc(target: Place, forward: bool) -> None:
    """MegaMek, `ComputeSecondaryTargetModTest`: which targets of (0, 3) facing 2 are in the forward arc.

    Its forward arc is 60 degrees either side, limits included: two of our compass points.
    """
    assert FLAT.in_arc(FLAT.at(0, 3), 2, FLAT.at(*target), 2) == forward


# -- Red Blob Games --------------------------------------------------------------------------------------

# Column and row, and the axial coordinates of the same hex.
RED_BLOB_OFFSETS: tuple[tuple[HexGrid, Place, Place], ...] = (
    (HexGrid("pointy", "odd"), (-2, 2), (-3, 2)),
    (HexGrid("pointy", "odd"), (1, -1), (2, -1)),
    (HexGrid("pointy", "even"), (-2, 2), (-3, 2)),
    (HexGrid("pointy", "even"), (2, -1), (2, -1)),
    (HexGrid("flat", "odd"), (-2, 2), (-2, 3)),
    (HexGrid("flat", "odd"), (-1, -2), (-1, -1)),
    (HexGrid("flat", "even"), (-2, 2), (-2, 3)),
    (HexGrid("flat", "even"), (-1, -1), (-1, -1)),
)


@pytest.mark.parametrize(("grid", "offset", "axial"), RED_BLOB_OFFSETS, ids=str)
def test_red_blob_offsets(grid: HexGrid, offset: Place, axial: Place) -> None:
    """Red Blob Games, tests of its hexagon library: column and row to axial and back in all four layouts."""
    assert grid.at(*offset) == Cell(*axial)
    assert grid.offset(Cell(*axial)) == offset


def test_red_blob_hexes() -> None:
    """Red Blob Games, tests of its hexagon library: a distance, turns, a line, a doubled column."""
    assert FLAT.distance(Cell(3, -7), Cell(0, 0)) == 7
    cell = Cell(1, -3)
    assert (FLAT.rotated(cell, 1), FLAT.rotated(cell, -1)) == (Cell(3, -2), Cell(-2, -1))
    line = [(0, 0), (0, -1), (0, -2), (1, -3), (1, -4), (1, -5)]
    assert list(FLAT.line(Cell(0, 0), Cell(1, -5))) == line
    column, row = POINTY.offset(Cell(1, 2))
    assert (2 * column + row % 2, row) == (4, 2)


# -- rot.js ----------------------------------------------------------------------------------------------

# The maps of its path tests: # is a wall, Z is where the ways lead to, X is walled in.
ROT_SQUARES = """
. . . . . . . .
A # # # . # # #
. . B # . # X #
. # # # . # # #
. . . . Z . . .
"""
ROT_HEXES = """
. . A # . B
 . # # . .
. . # . . .
 # . . # .
X # # # Z .
"""


class Walk(NamedTuple):
    """How many steps lead from a letter of a drawn map to its Z, and a way that takes them, if any."""

    grid: Grid
    picture: str
    start: str
    steps: int | None
    way: tuple[Place, ...] = ()
    """Columns and rows, both ends included."""


ROT_WALKS = (
    Walk(SquareGrid(8), ROT_SQUARES, "A", 6, ((0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4), (4, 4))),
    Walk(SquareGrid(8), ROT_SQUARES, "B", 6, ((2, 2), (1, 2), (0, 3), (1, 4), (2, 4), (3, 4), (4, 4))),
    Walk(SquareGrid(8), ROT_SQUARES, "X", None),
    Walk(SquareGrid(4), ROT_SQUARES, "A", 7, ((0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4), (4, 4))),
    Walk(SquareGrid(4), ROT_SQUARES, "B", 8, ((2, 2), (1, 2), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4), (4, 4))),
    Walk(SquareGrid(4), ROT_SQUARES, "X", None),
    Walk(POINTY, ROT_HEXES, "A", 9, ((2, 0), (1, 0), (0, 1), (1, 2), (1, 3), (2, 3), (3, 2), (4, 2), (4, 3), (4, 4))),
    Walk(POINTY, ROT_HEXES, "B", 4, ((5, 0), (4, 1), (4, 2), (4, 3), (4, 4))),
    Walk(POINTY, ROT_HEXES, "X", None),
)
WALK_NAMES = [f"{walk.grid.kind} {len(walk.grid.steps)} from {walk.start}" for walk in ROT_WALKS]


def steps_to(grid: Grid, open_cells: set[Cell], start: Cell, end: Cell) -> int | None:
    """Spread out from the start until the end is reached; None if it cannot be."""
    front, reached, steps = {start}, {start}, 0
    while front:
        if end in front:
            return steps
        front = {cell for here in front for cell in grid.neighbours(here) if cell in open_cells} - reached
        reached |= front
        steps += 1
    return None


@pytest.mark.parametrize("walk", ROT_WALKS, ids=WALK_NAMES)
def test_rot_js_ways(walk: Walk) -> None:
    """rot.js, `tests/spec/path.js`: lengths with 8, 4 and 6 neighbours, over open cells, no shorter than distances."""
    open_cells = {cell for cell, sign in drawn(walk.grid, walk.picture).items() if sign != "#"}
    start, end = (found(walk.grid, walk.picture, letter) for letter in (walk.start, "Z"))
    assert steps_to(walk.grid, open_cells, start, end) == walk.steps
    cells = [walk.grid.at(*place) for place in walk.way]
    signs = drawn(walk.grid, walk.picture)
    assert all(signs[cell] != "#" for cell in cells)
    assert all(walk.grid.adjacent(one, other) for one, other in pairwise(cells))
    assert walk.steps is None or walk.grid.distance(start, end) <= walk.steps
