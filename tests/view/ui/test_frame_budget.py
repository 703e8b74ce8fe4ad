"""How long a picture may take, by a clock that is told what to show."""

from collections.abc import Callable

from sim.view.ui.frame_budget import FrameBudget


def clock(*times: float) -> Callable[[], float]:
    """Return a clock that shows these times, one after the other."""
    left = list(times)
    return lambda: left.pop(0)


def test_things_are_permitted_until_the_time_is_up() -> None:
    """Half a second from ten: at 10.4 there is time, at 10.5 there is none."""
    budget = FrameBudget(0.5, clock(10.0, 10.2, 10.4, 10.5))
    assert [budget.has_time() for _ in range(4)] == [True, True, True, False]


def test_the_first_thing_is_permitted_however_late_it_is() -> None:
    """Whoever has no time at all still comes to an end, one thing after the other."""
    budget = FrameBudget(0.0, clock(10.0, 99.0))
    assert [budget.has_time(), budget.has_time()] == [True, False]


def test_what_was_not_permitted_is_left_out() -> None:
    """Only a picture of which something is missing must be followed by another."""
    budget = FrameBudget(0.5, clock(10.0, 10.2, 11.0))
    told = []
    for _ in range(3):
        budget.has_time()
        told.append(budget.left_out)
    assert told == [False, False, True]


def test_without_an_end_nobody_looks_at_the_clock() -> None:
    """A picture in memory takes as long as it takes."""
    budget = FrameBudget(clock=clock())
    assert all(budget.has_time() for _ in range(1000))
    assert not budget.left_out


def test_less_than_no_time_permits_nothing() -> None:
    """Not even the first thing: it is left out."""
    budget = FrameBudget(-1.0, clock(10.0, 10.0))
    assert (budget.has_time(), budget.left_out) == (False, True)
