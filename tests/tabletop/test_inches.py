"""Inches on a grid: what every game that measures with a ruler asks of cells."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sim.board.area import Area
from sim.board.convention import TABLETOP
from sim.board.ground import NO_CHANGES, Ground
from sim.board.paths import Limits, reach
from sim.board.sight import lines_of_sight
from sim.engine.battle import Battle, Position
from sim.engine.state import State
from sim.engine.units import Profile, Roster, Unit
from sim.grid import Cell, Grid
from sim.tabletop.inches import (
    area_near,
    area_up_to,
    contact_refusal,
    contact_ways,
    covers,
    half_inch_mover,
    kept_leads,
    kept_reach,
    misplaced,
    near_line,
    nearer_than,
    nearest,
    squared_from,
    taken_cells,
    within,
)
from tests.board.drawn import GRIDS, random_map
from tests.rules.tabletop import squares

FOOT = half_inch_mover("foot", 1)
TABLE = squares(
    """
    ......
    ......
    ..~...
    """,
    low_wall="C1/e",
)
CELL, GROUND = TABLE.cell, Ground(TABLE)


def scene(**men: str) -> Position[State[Unit], None]:
    """Put men on the table."""
    profile = Profile("man", "Man")
    units = Roster(Unit(id=id_, side="reds", profile=profile, cell=CELL(at)) for id_, at in men.items())
    return Position(Battle(cast(Any, None), TABLE, TABLETOP, (), None), State(units=units))


def test_the_nearest_are_all_those_who_are_equally_near() -> None:
    """One to the south and one to the east; whoever has to choose throws a die."""
    position = scene(a="D1", b="A2", c="C3", d="B1")
    found = nearest(position, CELL("A1"), position.state.units)
    assert [man.id for man in found] == ["b", "d"]


def test_nobody_is_nearest_among_none() -> None:
    """There is nothing to choose."""
    assert nearest(scene(), CELL("A1"), ()) == ()


def test_the_cells_of_others_are_taken_if_they_are_in_the_way() -> None:
    """Nobody is in his own way."""
    position = scene(a="A1", b="B1", c="C1")
    found = taken_cells(position, position.state.unit("a"), lambda position, unit, other: other.id != "c")
    assert list(found) == [CELL("B1")]


def test_two_in_a_cell_are_misplaced_unless_they_are_in_different_layers() -> None:
    """Whoever flies is in nobody's place; who is off the map is in none."""
    position = scene(a="A1", b="B1", c="A1")
    assert list(misplaced(position)) == ["c and a are both in A1"]
    assert not list(misplaced(position, lambda position, unit: unit.id))
    away = position.state.with_unit(position.state.unit("c").changed(cell=Cell(99, 99)))
    assert list(misplaced(Position(position.battle, away))) == ["c stands off the map"]


def test_a_way_into_contact_ends_beside_the_target_where_nothing_bars_the_last_step() -> None:
    """The cheapest first; none where even open ground is too far, and then nobody searches."""
    position = scene(a="A1", b="D1")
    target = position.state.unit("b")

    def ways(most: int) -> list[str]:
        run = kept_reach(position.ground, FOOT, CELL("A1"), Limits(most))
        found = contact_ways(position, FOOT, CELL("A1"), target, most, lambda: run)
        return [position.name(cell) for cell in found]

    assert (ways(3), ways(4), ways(5)) == ([], ["C1"], ["C1", "C2"])


def test_nobody_comes_into_contact_where_the_last_step_is_barred() -> None:
    """Beside a target in the water stands whoever likes, and cannot get at him; he is told why."""
    position = scene(a="A1", b="C3")
    target, run = position.state.unit("b"), kept_reach(GROUND, FOOT, CELL("A1"), Limits(20))
    assert CELL("B2") in run.area
    assert list(contact_ways(position, FOOT, CELL("A1"), target, 20, lambda: run)) == []
    refused = contact_refusal(position, FOOT, CELL("B2"), target, "ANY-1")
    assert refused is not None and refused.startswith("no way to b from B2: ")


def test_who_is_not_in_contact_is_told_why() -> None:
    """Too far, or by nothing at all."""
    position = scene(a="A1", b="D1")
    target = position.state.unit("b")
    refused = contact_refusal(position, FOOT, CELL("A1"), target, "ANY-1")
    assert refused == "A1 is not beside b" and refused.rule == "ANY-1"
    assert contact_refusal(position, FOOT, CELL("D2"), target, "ANY-1") is None


def test_within_a_length_includes_the_length() -> None:
    """Nearer than it does not."""
    position = scene()
    assert within(position, CELL("A1"), CELL("D1"), 3)
    assert not nearer_than(position, CELL("A1"), CELL("D1"), 3)


@pytest.mark.parametrize("grid", GRIDS)
def test_many_lengths_are_those_of_each(grid: Grid) -> None:
    """Of some cells from one, and of the cells up to a squared length."""
    battle_map = random_map(grid, 7, 6, 2)
    one, *others = battle_map.whole
    squared = [grid.squared(one, other) for other in others]
    assert squared_from(battle_map, one, others) == squared
    near = [other for other, length in zip(others, squared, strict=True) if length <= 4]
    assert [*area_up_to(battle_map, one, 4)] == [one, *near]


def test_near_a_line_is_between_its_ends_or_about_the_far_one() -> None:
    """An inch beside it is within one, a square behind its start is not."""
    position, line = scene(), (CELL("B2"), CELL("E2"))
    assert [name for name in ("A2", "B1", "C1", "C3", "E1", "F2") if near_line(position, line, CELL(name), 1)] == [
        "C1", "C3", "E1", "F2",
    ]  # fmt: skip


def test_cover_needs_a_line_of_sight() -> None:
    """Whoever is not seen at all is not said to be covered."""
    thicket = squares(".wwwww.")
    ends = thicket.cell("A1"), thicket.cell("G1")
    lines = lines_of_sight(thicket, TABLETOP, NO_CHANGES)
    assert not lines.sees(*ends)
    assert covers(lines, *ends) == ()


def test_what_stands_before_a_target_covers_it() -> None:
    """A wall at its side, from the one who shoots over it; from the other side nothing does."""
    lines = lines_of_sight(TABLE, TABLETOP, NO_CHANGES)
    assert [cover.kind for cover in covers(lines, CELL("A1"), CELL("D1"))] == ["low_wall"]
    assert covers(lines, CELL("F1"), CELL("D1")) == ()


def test_a_search_that_is_asked_again_is_kept() -> None:
    """Cells that are closed, and one in which movement ends, are part of the question."""
    run, again = (
        kept_reach(GROUND, FOOT, CELL("A1"), Limits(4, Area.of(TABLE, [CELL("B1")]), Area.of(TABLE, [CELL("A2")])))
        for _ in range(2)
    )
    assert again is run
    assert run.cost(CELL("B1")) is None
    assert (run.cost(CELL("A2")), run.cost(CELL("A3"))) == (2, None)


def test_who_is_too_far_to_be_in_the_way_changes_no_search() -> None:
    """The same answer serves when he moves about there; and it is what a search with everybody in the way finds."""
    start, near, far, further = map(CELL, ("A1", "B1", "E1", "F3"))
    one, other = (Limits(4, Area.of(TABLE, [near, there])) for there in (far, further))
    assert kept_reach(GROUND, FOOT, start, one) is kept_reach(GROUND, FOOT, start, other)
    for limits in (one, Limits(4, Area.of(TABLE, [near]), passing=Area.of(TABLE, [far])), Limits(4), Limits()):
        found, whole = kept_reach(GROUND, FOOT, start, limits), reach(GROUND, FOOT, start, limits)
        assert found.spent.tolist() == whole.spent.tolist()
        assert found.area <= area_near(GROUND, FOOT, start, limits.budget)


def test_a_first_step_may_be_dearer_than_the_budget() -> None:
    """Where the pace says so: nobody is held fast by what his move is too short for."""
    steps = [kept_reach(GROUND, FOOT, CELL("A1"), Limits(1, one_step=one)).cost(CELL("A2")) for one in (True, False)]
    assert steps == [2, None]


def test_how_far_it_is_to_a_goal_from_everywhere() -> None:
    """In half inches, around what cannot be entered."""
    left = kept_leads(GROUND, FOOT, CELL("D3"))
    assert (left.cost(CELL("D2")), left.cost(CELL("B3"))) == (2, 6)
