"""LPG-MOVE-3: ways are kept by what they depend on, and everything that they depend on changes them."""

import pytest

from sim.board.ground import Changes
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.ground.ways import _hindering, _near, allowance, full_ways, way_refusal
from sim.rules.la_petite_guerre.solo.moves import _ways_from
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.deciding import goes_to, ordered, stage
from tests.rules.la_petite_guerre.table import E, W, man, position, squares, unit, with_cells
from tests.rules.positions import changed, names

pytestmark = pytest.mark.rule("LPG-MOVE-3")


def scene() -> LpgPosition:
    """A man beside a wood, with a friend and an enemy far away."""
    table = squares(with_cells(C12="w"))
    return position(man("p1", "C10", E, rides=True), man("p2", "C2", E), man("a1", "M10", W), on=table)


def ends(of: LpgPosition, inches: int = 3, id_: str = "p1") -> set[str]:
    """Return where the ways of a man end."""
    return set(names(of, full_ways(of, unit(of, id_), inches)))


def test_every_way_that_is_kept_is_allowed() -> None:
    """And stays so when it is asked for again."""
    table = position(man("p1", "C10", E), man("p2", "D10", E), on=squares(with_cells(D9="w", D11="s", E10="w")))
    for _ in range(2):
        ways = full_ways(table, unit(table, "p1"), 3)
        assert ways and all(way_refusal(table, unit(table, "p1"), way, 3) is None for way in ways.values())


@pytest.mark.parametrize(
    ("id_", "words", "end"),
    [
        ("p2", {"cell": "F10"}, "F10"),
        ("a1", {"cell": "G10"}, "F10"),
        ("p1", {"mounted": True}, "C12"),
        ("p1", {"cell": "C4"}, "F10"),
    ],
)
def test_what_happens_changes_the_ways(id_: str, words: dict[str, object], end: str) -> None:
    """A friend in the way, an enemy who stops him, a horse, another place: what was kept before is not used then."""
    table = scene()
    assert end in ends(table)
    assert end not in ends(changed(table, id_, **words))
    assert end in ends(table)


def test_the_inches_change_the_ways() -> None:
    """Four inches lead elsewhere than three."""
    assert ends(scene(), 3) != ends(scene(), 4)


@pytest.mark.rule("LPG-MOVE-2")
def test_woods_and_scrub_take_an_inch_once() -> None:
    """However many of them a way enters."""
    table = position(man("p1", "C10", E), on=squares(with_cells(D10="w", E10="s")))
    way = tuple(map(table.map.cell, ("D10", "E10", "F10")))
    assert (allowance(table, way, 4), allowance(table, way[2:], 4)) == (6, 8)


@pytest.mark.rule("LPG-MOVE-2")
def test_a_table_may_have_holes() -> None:
    """Which are no ground that could hinder anybody."""
    table = position(man("p1", "C10", E), on=squares(with_cells(D9="_", D11="w")))
    assert allowance(table, (table.map.cell("D11"),), 4) == 6
    assert {"D9"}.isdisjoint(ends(table))


@pytest.mark.rule("LPG-MOVE-2")
def test_ground_that_has_changed_hinders_as_it_is_now() -> None:
    """A wood that is gone does not, and one that has come does."""
    table = squares(with_cells(D10="w"))
    there = tuple(map(table.cell, ("D10", "E10")))
    now = position(on=table, changes=Changes(terrain=tuple(zip(there, ("open", "woods"), strict=True))))
    assert [allowance(now, (cell,), 4) for cell in there] == [8, 6]


def test_whoever_looked_around_finds_everything_there() -> None:
    """Bit by bit, before anybody decides: the first move asks for all of it at once."""
    table = stage(man("a1", "C10", E, rides=True), man("p1", "AA10", W), stance="advance", goal="T10")
    parts = sum(1 for _ in LA_PETITE_GUERRE.insight.look_around(table))
    assert parts >= len(table.state.units) + 3

    def known() -> dict[str, int]:
        kept = {**vars(table.lines), **vars(table.ground)}
        shelves = [f"answers of {each.__module__}.{each.__qualname__}" for each in (_near, _hindering, _ways_from)]
        return {shelf: len(kept[shelf]) for shelf in shelves}

    before = known()
    assert ordered(table) == "Mount" and goes_to(table, 3)
    assert known() == before
