"""The line tracer, against drawings, against an oracle that clips polygons, and against its own symmetries.

The oracle knows nothing of walking from cell to cell. It cuts the whole line with every cell and every side
near it, in exact fractions, and sorts what it finds.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise
from typing import Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sim.grid import (
    Across,
    Bank,
    Between,
    Cell,
    Edge,
    Grid,
    HexGrid,
    Met,
    SquareGrid,
    Through,
    trace,
    trace_end,
    trace_from_origin,
)
from tests.grid.drawing import found

FLAT, POINTY = HexGrid("flat"), HexGrid("pointy")
FOUR, EIGHT = SquareGrid(4), SquareGrid(8)
GRIDS: tuple[Grid, ...] = (FLAT, POINTY, FOUR, EIGHT)
HERE = Cell(0, 0)
TOPS: tuple[Literal["flat"], Literal["pointy"]] = ("flat", "pointy")
SHIFTS: tuple[Literal["odd"], Literal["even"]] = ("odd", "even")

Span = tuple[Fraction, Fraction]

grids = st.sampled_from(GRIDS)
coordinates = st.integers(-25, 25)
small = st.integers(-6, 6)
# Lines at random seldom graze anything; those that repeat a short step do so again and again.
views = (
    st.builds(Cell, coordinates, coordinates) | st.builds(Cell.times, st.builds(Cell, small, small), st.integers(1, 4))
).filter(lambda view: view != HERE)
far = st.builds(Cell, st.integers(-60, 60), st.integers(-60, 60)).filter(lambda view: view != HERE)
places = st.builds(Cell, coordinates, coordinates)


# -- the oracle ------------------------------------------------------------------------------------------


class Cut:
    """Everything that a line has in common with the cells around it, found by cutting it with each."""

    def __init__(self, grid: Grid, start: Cell, end: Cell) -> None:
        self.grid, self.start, self.end = grid, start, end
        self.origin, target = start.times(grid.scale), end.times(grid.scale)
        self.run = target.minus(self.origin)
        self.inside: dict[Cell, Span] = {}
        self.crossed: dict[Edge, Fraction] = {}
        self.along: dict[Edge, Span] = {}
        self.touched: dict[Cell, Fraction] = {}
        self.sides: dict[Edge, tuple[Cell, Cell]] = {}
        outlines = {cell: self.outline(cell) for cell in self.cells_around()}
        self.outlines = {cell: outline for cell, outline in outlines.items() if self.meets(outline)}
        for cell, outline in self.outlines.items():
            self.cut_cell(cell, outline)
            self.cut_sides(cell, outline)

    def cells_around(self) -> Iterator[Cell]:
        """All cells of the box around the line, and one more on each side."""
        (q_one, q_other), (r_one, r_other) = zip(self.start, self.end, strict=True)
        for q in range(min(q_one, q_other) - 1, max(q_one, q_other) + 2):
            for r in range(min(r_one, r_other) - 1, max(r_one, r_other) + 2):
                yield Cell(q, r)

    def outline(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple(cell.times(self.grid.scale).plus(corner) for corner in self.grid.corners)

    def meets(self, outline: tuple[Cell, ...]) -> bool:
        """Say whether the line, drawn on for ever, touches a cell: not all its corners are on one hand."""
        hands = [self.hand(corner) for corner in outline]
        return min(hands) <= 0 <= max(hands)

    def hand(self, point: Cell) -> int:
        """Negative left of the line, positive right of it, y pointing down."""
        return self.run.q * (point.r - self.origin.r) - self.run.r * (point.q - self.origin.q)

    def way_to(self, q: Fraction | int, r: Fraction | int) -> Fraction:
        """How far along the line a point of it lies."""
        if self.run.q:
            return Fraction(q - self.origin.q) / self.run.q
        return Fraction(r - self.origin.r) / self.run.r

    def cut_cell(self, cell: Cell, outline: tuple[Cell, ...]) -> None:
        """Cut the line with one half-plane after the other; keep it if a piece is left and not on the rim."""
        begin, finish = Fraction(0), Fraction(1)
        for one, other in zip(outline, outline[1:] + outline[:1], strict=True):
            side = other.minus(one)

            def depth(point: Cell, one: Cell = one, side: Cell = side) -> int:
                return side.q * (point.r - one.r) - side.r * (point.q - one.q)

            inwards = 1 if depth(cell.times(self.grid.scale)) > 0 else -1
            before = inwards * depth(self.origin)
            gain = inwards * depth(self.origin.plus(self.run)) - before
            if gain > 0:
                begin = max(begin, Fraction(-before, gain))
            elif gain < 0:
                finish = min(finish, Fraction(-before, gain))
            elif before <= 0:
                return
        if begin < finish:
            self.inside[cell] = begin, finish

    def cut_sides(self, cell: Cell, outline: tuple[Cell, ...]) -> None:
        for k, step in enumerate(self.grid.side_steps):
            one, other = outline[k - 1], outline[k]
            edge = Edge.between(cell, cell.plus(step))
            self.sides[edge] = one, other
            hand_one, hand_other = self.hand(one), self.hand(other)
            for corner, hand in ((one, hand_one), (other, hand_other)):
                if hand == 0 and 0 <= self.way_to(*corner) <= 1:
                    self.touched[corner] = self.way_to(*corner)
            if hand_one == 0 == hand_other:
                begin, finish = sorted((self.way_to(*one), self.way_to(*other)))
                if begin < 1 and finish > 0:
                    self.along[edge] = begin, finish
            elif hand_one * hand_other < 0:
                share = Fraction(hand_one, hand_one - hand_other)
                way = self.way_to(one.q + share * (other.q - one.q), one.r + share * (other.r - one.r))
                if 0 <= way <= 1:
                    self.crossed[edge] = way

    def bank(self, corners: list[Cell], hand: int) -> Bank:
        """What lies at some corners on one hand: a cell that is not entered, and sides leading away."""
        beside = {
            cell
            for cell, outline in self.outlines.items()
            if all(corner in outline for corner in corners)
            and cell not in self.inside
            and self.hand(cell.times(self.grid.scale)) * hand > 0
        }
        edges = [
            (edge, self.touched[corner])
            for corner in corners
            for edge, ends in self.sides.items()
            if corner in ends and any(self.hand(end) * hand > 0 for end in ends)
        ]
        assert len(beside) <= 1
        return Bank(next(iter(beside), None), tuple(edges))

    def between(self, corners: list[Cell], along: Edge | None = None) -> Between:
        corners = sorted(corners, key=lambda corner: self.touched[corner])
        enters, leaves = self.touched[corners[0]], self.touched[corners[-1]]
        return Between(self.bank(corners, -1), self.bank(corners, 1), enters, leaves, along)

    def met(self) -> list[Met]:
        """Everything found, in order, as the tracer would tell it."""
        found: list[Met] = [
            Through(cell, *span) for cell, span in self.inside.items() if cell not in (self.start, self.end)
        ]
        found += [Across(edge, at) for edge, at in self.crossed.items()]
        found += [self.between(list(self.sides[edge]), edge) for edge in self.along]
        on_sides = {corner for edge in self.along for corner in self.sides[edge]}
        found += [self.between([corner]) for corner in self.touched if corner not in on_sides]
        return sorted(found, key=lambda met: sum(span(met)))


def span(met: Met) -> Span:
    """The part of its way on which the line meets something."""
    match met:
        case Across(_, at):
            return at, at
        case Through() | Between():
            return met.enters, met.leaves


def sorted_banks(met: Met) -> Met:
    """Put the sides of a bank in a fixed order; at a corner, both are met at once."""
    if not isinstance(met, Between):
        return met
    left, right = (Bank(bank.cell, tuple(sorted(bank.edges))) for bank in (met.left, met.right))
    return met._replace(left=left, right=right)


def assert_as_cut(grid: Grid, start: Cell, end: Cell) -> None:
    """Compare tracer and oracle for one line."""
    traced = [sorted_banks(met) for met in trace(grid, start, end)]
    assert traced == [sorted_banks(met) for met in Cut(grid, start, end).met()], (start, end)


@pytest.mark.parametrize("grid", [FLAT, FOUR, EIGHT], ids=str)
def test_short_lines_meet_what_cutting_finds(grid: Grid) -> None:
    """Lines of up to nine steps, all of them, meet exactly what cutting polygons finds."""
    for end in grid.disc(HERE, 9):
        if end != HERE:
            assert_as_cut(grid, HERE, end)


@settings(max_examples=60)
@given(grids, places, views)
@example(FLAT, HERE, Cell(4, -5).times(6))
@example(FLAT, Cell(-7, 3), Cell(-10, 20))
@example(EIGHT, Cell(5, 5), Cell(27, 9))
def test_long_lines_meet_what_cutting_finds(grid: Grid, start: Cell, view: Cell) -> None:
    """Lines of any length from anywhere meet exactly what cutting polygons finds."""
    assert_as_cut(grid, start, start.plus(view))


def test_short_lines_show_all_kinds_of_contact() -> None:
    """Up to nine steps lines pass corners with a cell on one hand and on both, and run along sides."""
    met = {
        (type(met), isinstance(met, Between) and (bool(met.left.cell), bool(met.right.cell), bool(met.along)))
        for grid in (FLAT, EIGHT)
        for end in grid.disc(HERE, 9)
        for met in trace(grid, HERE, end)
    }
    assert met == {
        (Through, False),
        (Across, False),
        (Between, (True, True, False)),
        (Between, (True, True, True)),
        (Between, (True, False, False)),
        (Between, (False, True, False)),
    }


# -- drawn by hand ---------------------------------------------------------------------------------------


def part(numerator: int, denominator: int) -> Fraction:
    """Write a fraction of the way."""
    return Fraction(numerator, denominator)


def edge_of(grid: Grid, picture: str, signs: str) -> Edge:
    """Find the edge between two drawn cells."""
    return Edge.between(*(found(grid, picture, sign) for sign in signs))


def bank(grid: Grid, picture: str, cell: str, **edges: Fraction) -> Bank:
    """Return a drawn cell on one hand of the line, and its sides there with how far along the line they are met."""
    return Bank(found(grid, picture, cell), tuple((edge_of(grid, picture, ends), at) for ends, at in edges.items()))


def traced(grid: Grid, picture: str) -> list[Met]:
    """Trace from A to B."""
    return list(trace(grid, found(grid, picture, "A"), found(grid, picture, "B")))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_the_ends_are_left_out(grid: Grid) -> None:
    """What lies between them is met; a line that goes nowhere meets nothing, and is its cell once."""
    start, end = Cell(2, -1), Cell(6, 1)
    assert not {start, end} & {met.cell for met in trace(grid, start, end) if isinstance(met, Through)}
    assert list(trace(grid, Cell(2, -1), Cell(2, -1))) == []
    assert grid.line(Cell(2, -1), Cell(2, -1)) == (Cell(2, -1),)


def test_squares_three_over_and_one_down() -> None:
    """The line slips through a corner halfway, from the first square to the second."""
    picture = """
    A 1 l .
    . r 2 B
    """
    half = part(1, 2)
    left = bank(EIGHT, picture, "l", l1=half, l2=half)
    right = bank(EIGHT, picture, "r", r1=half, r2=half)
    assert traced(EIGHT, picture) == [
        Across(edge_of(EIGHT, picture, "A1"), part(1, 6)),
        Through(found(EIGHT, picture, "1"), part(1, 6), half),
        Between(left, right, half, half),
        Through(found(EIGHT, picture, "2"), half, part(5, 6)),
        Across(edge_of(EIGHT, picture, "2B"), part(5, 6)),
    ]


def test_hexes_along_a_side() -> None:
    """Two columns over: the middle third of the line is the side between the hexes to its left and right."""
    grid = HexGrid("flat", "even")
    picture = """
      l
    A   B
      r
    """
    third, two_thirds = part(1, 3), part(2, 3)
    left = bank(grid, picture, "l", Al=third, lB=two_thirds)
    right = bank(grid, picture, "r", Ar=third, rB=two_thirds)
    along = edge_of(grid, picture, "lr")
    assert traced(grid, picture) == [Between(left, right, third, two_thirds, along)]


def test_hexes_through_corners() -> None:
    """Four columns over and three up: two corners, a hex on one hand, a side on the other; `line` names none grazed."""
    picture = """
            B
          4
        3
      l   r
        2
      1
    A
    """
    cell, edge = partial(found, FLAT, picture), partial(edge_of, FLAT, picture)
    third, half, two_thirds = part(1, 3), part(1, 2), part(2, 3)
    left_hex = Bank(cell("l"), ((edge("1l"), third), (edge("l2"), third)))
    right_side = Bank(None, ((edge("12"), third),))
    right_hex = Bank(cell("r"), ((edge("3r"), two_thirds), (edge("r4"), two_thirds)))
    left_side = Bank(None, ((edge("34"), two_thirds),))
    assert traced(FLAT, picture) == [
        Across(edge("A1"), part(1, 9)),
        Through(cell("1"), part(1, 9), third),
        Between(left_hex, right_side, third, third),
        Through(cell("2"), third, half),
        Across(edge("23"), half),
        Through(cell("3"), half, two_thirds),
        Between(left_side, right_hex, two_thirds, two_thirds),
        Through(cell("4"), two_thirds, part(8, 9)),
        Across(edge("4B"), part(8, 9)),
    ]
    assert FLAT.line(cell("A"), cell("B")) == tuple(map(cell, "A1234B"))


# -- symmetries ------------------------------------------------------------------------------------------


def backwards(met: Met) -> Met:
    """What the same thing is on the way back: left and right exchanged, counted from the other end."""

    def turned_round(bank: Bank) -> Bank:
        return Bank(bank.cell, tuple((edge, 1 - at) for edge, at in reversed(bank.edges)))

    match met:
        case Through(cell, enters, leaves):
            return Through(cell, 1 - leaves, 1 - enters)
        case Across(edge, at):
            return Across(edge, 1 - at)
        case Between(left, right, enters, leaves, along):
            return Between(turned_round(right), turned_round(left), 1 - leaves, 1 - enters, along)


@given(grids, places, views | far)
def test_the_way_back_is_the_way_there_backwards(grid: Grid, start: Cell, view: Cell) -> None:
    """Left and right exchanged, whatever the ends."""
    there, end = list(trace(grid, start, start.plus(view))), start.plus(view)
    assert list(trace(grid, end, start)) == [backwards(met) for met in reversed(there)]


@given(views)
def test_lines_of_like_grids_are_alike(view: Cell) -> None:
    """Pointy boards are flat ones turned by 30 degrees; squares have the same lines with four ways and eight."""
    assert trace_from_origin(POINTY, view) == trace_from_origin(FLAT, view)
    assert trace_from_origin(FOUR, view) == trace_from_origin(EIGHT, view)


@given(grids, views | far)
def test_nothing_of_the_way_is_left_out(grid: Grid, view: Cell) -> None:
    """From rim to rim there is no gap and no overlap, and no cell, which is convex, is entered twice."""
    spans = [span(met) for met in trace(grid, HERE, view)]
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert spans[0][0] == 1 - spans[-1][1] > 0
    cells = grid.line(HERE, view)
    assert len(set(cells)) == len(cells)


# -- boards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", [*(HexGrid(top, way) for top in TOPS for way in SHIFTS), EIGHT], ids=str)
def test_lines_stay_on_a_board(grid: Grid) -> None:
    """A line passes only through columns and rows between those of its ends: a board that holds both ends holds it."""

    @cache
    def passed(view: Cell) -> list[Cell]:
        return [met.cell for met in trace_from_origin(grid, view) if isinstance(met, Through)]

    for one, other in combinations(grid.rectangle(12, 10), 2):
        (left, top), (right, bottom) = grid.offset(one), grid.offset(other)
        left, right = min(left, right), max(left, right)
        for step in passed(other.minus(one)):
            column, row = grid.offset(one.plus(step))
            assert left <= column <= right, (one, other)
            assert top <= row <= bottom, (one, other)  # boards are read like a page: no row above the first


def test_a_line_may_graze_a_cell_off_the_board() -> None:
    """Along the jagged rim the line runs on the side of a hex that is not there.

      l           Row 1 of an odd board; l would lie in row 0.
    A   B
      .
    """
    (met,) = trace(FLAT, FLAT.cell("A1"), FLAT.cell("C1"))
    assert isinstance(met, Between)
    assert met.left.cell is not None
    assert FLAT.offset(met.left.cell) == (1, -1)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("count", [1, 2, 5])
def test_the_end_of_a_line_is_the_end_of_the_whole_line(grid: Grid, count: int) -> None:
    """Traced from its end alone it is the same, for every line about a cell: corners, sides, banks, fractions."""
    views = [Cell(q, r) for q in range(-9, 10) for r in range(-9, 10)]
    for view in views:
        assert trace_end(grid, view, count) == trace_from_origin(grid, view)[-count:]
