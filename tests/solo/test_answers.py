"""Answers before any card or die: what lists say of all candidates, in words; nothing is noted, and no die thrown."""

from typing import Any

import pytest

from sim.engine.chance import ChanceRefused
from sim.engine.dice import D6, Throw
from sim.solo.answers import Clause, asked_about, by_clauses, by_list
from sim.solo.priority import Measure, Measured, Priority, least, most, prefer, require
from tests.picket_positions import field

POSITION = field().game().position
HERE = asked_about(POSITION, POSITION.state.unit("red-1"))


def by(what: str, **values: Any) -> Measure[Any, str]:
    """Measure a candidate by a table."""
    return Measure(what, lambda _, candidate: values[candidate])


AWAY = by("hexes away", a=3, b=1, c=1, d=2)
OPEN = by("open to fire", a=True, b=Measured(False, "behind a wall"), c=True, d=True)


def test_the_answer_comes_first_then_the_runners_up_then_who_is_ruled_out() -> None:
    """Each with what was measured of it, and the rule of the line that rules it out."""
    order = Priority("PKT-FIRE", "whom", require(OPEN, "PKT-ZONE"), least(AWAY))
    answer = by_list("whom to fire at", HERE, order, "abcd")
    assert (answer.rule, answer.text, answer.best) == ("PKT-FIRE", "c: 1 hex away", ("c",))
    assert [(each.subject, each.place, each.text, each.rule) for each in answer.ranked] == [
        ("c", 1, "1 hex away", ""),
        ("d", 2, "2 hexes away", ""),
        ("a", 3, "3 hexes away", ""),
        ("b", 0, "open to fire: behind a wall", "PKT-ZONE"),
    ]


def test_who_is_level_shares_a_place_and_a_die_would_decide() -> None:
    """It is not thrown."""
    answer = by_list("nearest", HERE, Priority("PKT-FIRE", "whom", least(AWAY)), "abcd")
    assert (answer.text, answer.best) == ("b or c, by a die: 1 hex away", ("b", "c"))
    assert [each.place for each in answer.ranked] == [1, 1, 3, 4]


def test_nobody_is_left_or_there() -> None:
    """Which is said in words of the one who asks."""
    never = Priority("PKT-FIRE", "whom", require(by("red", a=False)))
    assert by_list("whom", HERE, never, "a", "nobody at all").text == "nobody at all"
    assert by_list("whom", HERE, never, "").text == "there is none"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (most(by("DM", a=Measured(2, "2 (woods)"))), "DM 2 (woods)"),
        (least(by("its AP to fire", a=3)), "its AP to fire 3"),
        (least(by("inches away", a=Measured(4, '2.0"'))), '2.0" away'),
        (least(by("Walk actions away", a=3)), "3 Walk actions away"),
        (prefer(by("mounted", a=False)), "nothing against it"),
        (require(by("in sight", a=Measured(True, "seen by turning"))), "seen by turning"),
    ],
)
def test_what_a_line_saw_is_said_as_people_would(line: Any, text: str) -> None:
    """Counts before what is counted, figures after their name, and nothing of what goes without saying."""
    assert by_list("x", HERE, Priority("PKT-FIRE", "whom", line), "a").ranked[0].text == text


def test_what_a_later_clause_permits_comes_after_all_of_an_earlier_one() -> None:
    """Who is ruled out by every clause is told why by each."""
    near = Priority("PKT-MOVE", "near", require(by("near", a=False, b=True, c=False), "PKT-ZONE"))
    high = Priority("PKT-MOVE", "high", require(by("high", a=False, b=True, c=True), "PKT-FIRE"))
    clauses = [
        Clause("PKT-MOVE", f"{n}. {order.what}", order, "abc", "", "") for n, order in enumerate((near, high), 1)
    ]
    found = [(each.subject, each.place, each.text, each.rule) for each in by_clauses(HERE, clauses)]
    assert found == [
        ("b", 1, "1. near: nothing against it", "PKT-MOVE"),
        ("c", 2, "2. high: nothing against it", "PKT-MOVE"),
        ("a", 0, "near: no; high: no", "PKT-FIRE"),
    ]


def test_a_situation_that_is_only_asked_has_no_dice() -> None:
    """And keeps to what the side knows."""
    with pytest.raises(ChanceRefused):
        HERE.throw(Throw(D6, "anything"))
    assert HERE.side == "raiders" and HERE.unit.id == "red-1"
