"""What other projects found out about hexes and squares, and hold to in their own tests.

Numbers and drawings are theirs; each docstring says whose. Wesnoth and MegaMek number flat hexes by column
and row from 0 and push odd columns down, which is our flat and odd.
"""

from functools import reduce
from itertools import combinations
from typing import Any

import pytest

from sim.grid import Cell, HexGrid

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


def test_wesnoth_places_are_vectors() -> None:
    """Wesnoth, `vector_negation`, `vector_sum` and `get_direction`: its arithmetic and walks are those of our cells."""
    a, b, c = (FLAT.at(*WESNOTH_PLACES[name]) for name in "abc")
    assert FLAT.offset(a.times(-1)) == WESNOTH_PLACES["minus a"]
    assert FLAT.offset(b.plus(c)) == WESNOTH_PLACES["b plus c"]
    assert FLAT.offset(a.minus(c)) == WESNOTH_PLACES["a minus c"]
    for walk in ("nw", "n ne", "s se", "sw se"):
        cell = reduce(FLAT.neighbour, walk.split(), FLAT.at(0, 0))
        assert FLAT.offset(cell) == WESNOTH_PLACES[walk]


# -- MegaMek ---------------------------------------------------------------------------------------------

MEGAMEK_DISTANCES = "13,6 15,1 6 | 12,2 9,2 3 | 7,1 6,1 1 | 6,1 7,1 1 | 6,2 7,2 1 | 13,5 5,6 8 | 2,16 14,10 12"
MEGAMEK_MOVES = """0,0 2 1 1,0 | 1,0 2 1 2,1 | 2,1 2 1 3,1 | 0,0 3 1 0,1 | 7,-2 5 1 6,-2 | 0,0 2 3 3,1
    | 10,4 0 2 10,2 | 10,4 3 5 10,9 | 10,4 4 3 7,5 | 8,9 4 1 7,9 | 8,9 5 1 7,8"""
"""From, direction, steps, to."""
MEGAMEK_ROWS = "3,7 3,5 0 | 3,7 3,-1 0 | 3,7 4,-1 -1 | 8,2 8,8 3 | 4,4 8,2 1 | 4,4 8,3 -1"
"""From, to, the direction in which that is a straight row of hexes, or -1."""


def megamek(table: str) -> list[list[Any]]:
    """Read a table of its tests: hexes by column and row, and numbers."""
    rows = [row.split() for row in table.split("|")]
    return [[FLAT.at(*map(int, word.split(","))) if "," in word else int(word) for word in row] for row in rows]


def test_megamek_hexes() -> None:
    """MegaMek, `CoordsTest`: distances, steps in its directions, which are ours, straight rows, neighbours."""
    assert all(FLAT.distance(one, other) == far for one, other, far in megamek(MEGAMEK_DISTANCES))
    for start, direction, steps, end in megamek(MEGAMEK_MOVES):
        assert start.plus(FLAT.steps[direction].times(steps)) == end
    for start, end, row in megamek(MEGAMEK_ROWS):
        rows = [direction for direction in range(6) if FLAT.in_arc(start, direction, end, 0)]
        assert rows == [row] * (row >= 0)
    places = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
    assert [FLAT.offset(cell) for cell in FLAT.neighbours(FLAT.at(0, 0))] == places
    # Seen from (5, 5) three neighbours lie in these directions; due east of it MegaMek says 2, we 1 and 2.
    towards = [FLAT.towards(FLAT.at(5, 5), FLAT.at(*place)) for place in ((5, 4), (6, 5), (6, 6), (7, 5))]
    assert towards == [(0,), (1,), (2,), (1, 2)]


def test_megamek_forward_arc() -> None:
    """MegaMek, `ComputeSecondaryTargetModTest`: which targets of (0, 3) facing 2 are in the forward arc.

    Its forward arc is 60 degrees either side, limits included: two of our compass points.
    """
    targets = ((1, 3), (1, 4), (-1, 2))
    assert [FLAT.in_arc(FLAT.at(0, 3), 2, FLAT.at(*place), 2) for place in targets] == [True, True, False]


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
