"""What a system has is looked up: orders in its book, events among all that are defined, its rules beside it."""

from __future__ import annotations

import pytest

from sim.play.happening import Left, PointsWon
from sim.rules import shipped
from tests.picket import PICKET, Picket
from tests.picket.rules import Found, MoodSet, Rested, Shot, Stepped


def test_the_events_of_a_system_are_those_that_its_modules_define() -> None:
    """None has to be listed, so none can be forgotten."""
    assert {*PICKET.own_events} == {Stepped, Shot, Found, MoodSet, Rested}


@pytest.mark.parametrize(
    ("system", "shared"),
    [("la_cucaracha", {PointsWon, Left}), ("la_petite_guerre", {PointsWon}), ("conflict_of_heroes", set())],
)
def test_a_shared_event_is_had_where_the_state_keeps_what_it_changes(system: str, shared: set[object]) -> None:
    """A file cannot make it happen to a state without such a field; an event of the system's own goes before it."""
    assert {PointsWon, Left}.intersection(shipped(system).own_events) == shared


def test_what_events_have_in_common_is_none_itself() -> None:
    """A base without words, such as `Paid` of OUTLAWS!, cannot happen."""
    names = [event.__name__ for event in shipped("outlaws").own_events]
    assert "EnteredSquare" in names and "Paid" not in names
    assert len({*names}) == len(names)


def test_a_system_that_derives_from_another_has_its_events() -> None:
    """It may stand in a module of its own, and plays by the rules of the other."""

    class Variant(Picket):
        id = "variant"

    assert Variant().own_events == PICKET.own_events
