"""Candidate actions: the shapes in which every commander does what it has settled on."""

from dataclasses import dataclass

from sim.engine.chance import Scripted
from sim.engine.setup import Objective
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.commander import allowed, best, first_allowed, keeps_alone
from sim.solo.plans import Cannot
from sim.solo.priority import Priority, subject
from tests.picket.actions import ACTION, Stay
from tests.picket_positions import field

HERE = field().situation("red-1", Scripted(()), ACTION)


def test_the_first_order_that_the_rules_take_is_given() -> None:
    """Others before it are passed over; without one there is a reason."""
    nobody, somebody = Stay("nobody"), Stay("red-1")
    assert (allowed(HERE, nobody), allowed(HERE, somebody)) == (False, True)
    assert first_allowed(HERE, (nobody, somebody), "none is left") == somebody
    assert first_allowed(HERE, (nobody,), "none is left") == Cannot("none is left")


def test_candidates_may_say_why_nobody_need_look_for_any() -> None:
    """Then nothing is chosen, and no note of a choice is left."""
    inner, page = HERE.page()
    act = best(
        Priority[Unit]("HOUSE-WAIT", "who waits"), lambda _: Cannot("it is night"), "men", _stay, "nobody is left"
    )
    assert act(inner) == Cannot("it is night")
    assert not page.close()


def _stay(_: object, unit: Unit) -> Stay:
    return Stay(unit.id)


def test_a_unit_keeps_a_place_alone_where_no_friend_stands_in_it() -> None:
    """Whoever stands beside it, or in no such place, keeps none."""
    unit, friend = HERE.unit, HERE.unit.changed(id="red-2")
    place, other = Objective("a", "A", (unit.place,)), Objective("b", "B", (Cell(90, 90),))
    assert keeps_alone(unit, [unit], [other, place])
    assert not keeps_alone(unit, [unit], [other])
    assert not keeps_alone(unit, [unit, friend], [other, place])


def test_a_candidate_without_a_name_of_its_own_is_called_by_its_unit() -> None:
    """Most candidates are a unit and what it could do."""

    @dataclass(frozen=True)
    class Sent:
        unit: Unit

    assert subject(Sent(HERE.unit)) == "red-1"
