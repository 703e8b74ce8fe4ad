"""Candidate actions: the shapes in which every commander does what it has settled on."""

from dataclasses import dataclass
from fractions import Fraction

from sim.engine.chance import Scripted
from sim.engine.setup import Objective
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.commander import (
    Acting,
    Again,
    allowed,
    at,
    best,
    choosing,
    chosen,
    does,
    first_allowed,
    goes,
    hundredths,
    keeps_alone,
    mean,
    plan_of,
    possible,
    some,
    to,
    unless,
)
from sim.solo.moves import Going
from sim.solo.plans import Cannot, Option, options
from sim.solo.priority import Measure, Measured, Priority, least, subject
from tests.picket.men import reach_of
from tests.picket.rules import ACTION, Stay, Walk
from tests.picket_positions import field

HERE = field().situation("red-1", Scripted(()), ACTION)


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


def test_an_action_is_taken_unless_there_is_a_reason_against_it() -> None:
    """Of a table the first that holds is told; a function says it in words."""
    reasons = {"it is night": lambda _: False, "it rains": lambda here: here.unit.id == "red-1", "it is late": bool}
    assert unless(reasons, does(Stay))(HERE) == Cannot("it rains")
    assert unless({"it is night": lambda _: False}, does(Stay))(HERE) == Stay("red-1")
    assert unless(lambda _: "", does(Stay))(HERE) == Stay("red-1")
    assert unless(lambda _: "it is dark", does(Stay))(HERE) == Cannot("it is dark")


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


def test_whoever_acts_is_ordered_by_his_name_alone_or_against_another() -> None:
    """The first order that the rules take; those before it are passed over, and without one there is a reason."""
    assert does(Stay)(HERE) == Stay("red-1")
    assert isinstance(does(lambda _: Stay("nobody"))(HERE), Cannot)
    assert at(lambda one, other: Stay(f"{one} {other}"))(HERE, HERE.unit) == Stay("red-1 red-1")
    nobody, somebody = Stay("nobody"), Stay("red-1")
    assert (allowed(HERE, nobody), allowed(HERE, somebody)) == (False, True)
    assert first_allowed(HERE, (nobody, somebody), "none is left") == somebody
    assert first_allowed(HERE, (nobody,), "none is left") == Cannot("none is left")


def test_a_plan_is_followed_again_while_it_has_orders_and_something_is_left() -> None:
    """Never for ever, and until somebody passes; a function is a plan, whose parts can be walked through."""
    stay = Option("HOUSE-WAIT", "stay", does(Stay))
    nothing = Option("HOUSE-WAIT", "nothing", lambda _: Cannot("no"))
    assert list(Again(stay, most=3).orders(HERE)) == [Stay("red-1")]
    assert not list(Again(nothing).orders(HERE))
    assert not list(Again(stay, able=lambda _: False).orders(HERE))
    assert list(Again(stay).parts()) == [stay]
    plan = plan_of(stay)(lambda here: stay.orders(here))
    assert list(plan.orders(HERE)) == [Stay("red-1")]
    assert list(options(plan)) == [stay]


def test_something_is_there_where_it_is_counted() -> None:
    """A count may be shown in words; a mean is weighed by the chances."""
    counts: dict[int, object] = {0: 0, 1: 2, 2: Measured(0, "none"), 3: Measured(1, "one")}
    there = some("any", Measure[object, int]("how many", lambda _, each: counts[each]))
    assert [there.of(HERE, each) for each in counts] == [False, True, False, True]
    assert mean({0: Fraction(3, 4), 2: Fraction(1, 4)}) == Fraction(1, 2)


def test_the_best_of_some_candidates_is_found_for_a_plan_against_it() -> None:
    """None where there are none; an option goes by the idea of its list, and gives the order of whoever is chosen."""
    shortest = Priority[str]("HOUSE-WAIT", "which", least(Measure("length", lambda _, word: len(word))))
    assert chosen(shortest, lambda _: ["ford", "oak", "bridge"], "places")(HERE) == "oak"
    assert chosen(shortest, lambda _: [], "places")(HERE) is None
    choice = Priority[Unit]("HOUSE-WAIT", "who waits")
    option = choosing("wait", choice, lambda here: [here.unit], "men", _stay, "nobody is left")
    assert (option.rule, option.text) == ("HOUSE-WAIT", "wait")
    assert list(option.orders(HERE)) == [Stay("red-1")]


def test_whoever_acts_goes_along_the_way_that_a_search_has_found() -> None:
    """To a cell that was chosen, or where a move leads; a move that cannot be made says why."""
    run = reach_of(HERE.position, HERE.unit)
    end = next(cell for cell in run.area if run.cost(cell) == 2)
    way = run.way(end)[1:]
    assert to(Walk, lambda _: run)(HERE, end) == Walk("red-1", way)
    assert goes(Walk, lambda _: Going(end, way, 2))(HERE) == Walk("red-1", way)
    assert isinstance(goes(Walk, lambda _: Going(end, way[1:], 1))(HERE), Cannot)
    assert goes(Walk, lambda _: Cannot("it is dark"))(HERE) == Cannot("it is dark")


def test_a_side_follows_a_plan_for_the_unit_that_it_has_settled_on() -> None:
    """The plan stands elsewhere, so it is no part of this one."""
    plan = Acting("red-1", Option("HOUSE-WAIT", "stay", does(Stay)))
    side = field().situation("red-1", Scripted(()), ACTION)
    assert list(plan.orders(side)) == [Stay("red-1")] and not list(plan.parts())


def test_what_a_candidate_cannot_do_is_shown_with_the_reason() -> None:
    """And what it can as yes; a hope is shown in hundredths."""
    can: Measure[object, str] = possible("can be shot", lambda _, name: "" if name == "red" else "he is out of sight")
    assert [can.of(HERE, name) for name in ("red", "blue")] == [
        Measured(True, "yes"),
        Measured(False, "he is out of sight"),
    ]
    hope = hundredths(Fraction(1, 3))
    assert (hope.key, hope.text) == (Fraction(1, 3), "0.33")
