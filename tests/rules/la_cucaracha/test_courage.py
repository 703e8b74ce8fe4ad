"""La Cucaracha: courage, and the test to respond."""

from fractions import Fraction
from typing import Any

import pytest

from sim.rules.la_cucaracha.combat.courage import courage_check, courage_needed, courage_number, nerve
from sim.rules.la_cucaracha.combat.responses import respond_check, respond_needed
from sim.rules.la_cucaracha.commander.values import nerve_odds, respond_chance
from sim.rules.la_cucaracha.state import CucPosition
from tests.rules.la_cucaracha.table import position, troop, unit


def alone(*, leader_at: str | None = None, **more: Any) -> CucPosition:
    """One unit, and perhaps another with a leader."""
    others = [troop("p2", leader_at, leader=True)] if leader_at else []
    return position(troop("p1", "A1", **more), *others)


def needed(minus: int = 0, **more: Any) -> int:
    """What the bare die of its courage test must show."""
    scene = alone(**more)
    return courage_needed(scene, unit(scene, "p1"), minus)


# -- courage -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("quality", "number"), [("elite", 3), ("veteran", 4), ("average", 5), ("raw", 6)])
def test_courage_goes_by_quality(quality: str, number: int) -> None:
    """Elite troops need 3, raw ones 6."""
    scene = alone(quality=quality)
    assert courage_number(scene, unit(scene, "p1")) == number
    assert needed(quality=quality) == number


@pytest.mark.parametrize(("at", "number"), [("I1", 4), ("J1", 5)])
def test_a_leader_within_eight_inches_helps(at: str, number: int) -> None:
    """Eight inches help and nine do not."""
    assert needed(leader_at=at) == number


@pytest.mark.parametrize(("fallen", "number"), [(0, 5), (1, 6), (3, 8), (4, 8), (6, 8)])
def test_figures_lost_this_turn_count_up_to_three(fallen: int, number: int) -> None:
    """One worse for each, and never more than three."""
    assert needed(fallen=fallen) == number


def test_a_lost_round_counts_by_its_difference() -> None:
    """Two figures worse are two worse."""
    assert (needed(0), needed(2)) == (5, 7)


def test_a_courage_test_tells_its_parts() -> None:
    """Leader, losses and the lost round, each with its figure."""
    scene = alone(leader=True, fallen=2)
    parts = [str(part) for part in courage_check(scene, unit(scene, "p1"), 1).parts]
    assert parts == ["+1 leader near", "-2 lost this turn", "-1 worse in close combat"]


@pytest.mark.parametrize(
    ("die", "shaken", "result"),
    [
        (6, False, "passed"),
        (5, False, "shaken"),
        (3, False, "shaken"),
        (2, False, "broken"),
        (1, False, "broken"),
        (6, True, "passed"),
        (5, True, "broken"),
    ],
)
@pytest.mark.rule("CUC-COURAGE")
def test_a_test_that_fails_shakes_or_breaks(die: int, shaken: bool, result: str) -> None:
    """By one to three it leaves a unit shaken, by more it breaks; the shaken break at once."""
    scene = alone(quality="raw", shaken=shaken)
    assert nerve(scene, unit(scene, "p1"), die) == result


def test_the_chances_of_courage_count_the_faces() -> None:
    """Raw troops: five faces pass, three shake, two break; of the shaken all that fail break."""
    scene = alone(quality="raw")
    assert nerve_odds(scene, unit(scene, "p1")) == {
        "passed": Fraction(1, 2),
        "shaken": Fraction(3, 10),
        "broken": Fraction(1, 5),
    }
    scene = alone(quality="raw", shaken=True)
    assert nerve_odds(scene, unit(scene, "p1")) == {"passed": Fraction(1, 2), "shaken": 0, "broken": Fraction(1, 2)}


# -- the test to respond -----------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-HOLD")
@pytest.mark.parametrize(
    ("more", "number"),
    [
        ({}, 5),
        ({"leader": True}, 4),
        ({"leader_at": "I1"}, 4),
        ({"leader_at": "J1"}, 5),
        ({"quality": "raw"}, 6),
        ({"quality": "elite"}, 5),
        ({"shaken": True}, 7),
        ({"fallen": 3}, 5),
        ({"leader": True, "quality": "raw", "shaken": True}, 7),
    ],
)
def test_each_thing_counts_by_itself_in_a_response(more: dict[str, Any], number: int) -> None:
    """A leader helps, being raw or shaken does not, and losses do not count."""
    scene = alone(**more)
    assert respond_needed(scene, unit(scene, "p1")) == number


@pytest.mark.rule("CUC-HOLD")
def test_a_response_tells_its_parts() -> None:
    """Each with its figure and its rule."""
    scene = alone(leader=True, quality="raw", shaken=True)
    parts = respond_check(scene, unit(scene, "p1")).parts
    assert [str(part) for part in parts] == ["+1 leader near", "-1 raw", "-2 shaken"]
    assert {part.rule for part in parts} == {"CUC-HOLD"}


@pytest.mark.rule("CUC-HOLD")
@pytest.mark.parametrize(("drilled", "chance"), [(False, Fraction(6, 10)), (True, Fraction(84, 100))])
def test_the_drilled_try_twice(drilled: bool, chance: Fraction) -> None:
    """Six tenths, or a second try at the rest of them."""
    scene = alone(drilled=drilled)
    assert respond_chance(scene, unit(scene, "p1")) == chance
