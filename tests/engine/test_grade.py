"""How well a side has done: the grade of a battle, made of points and losses, in words."""

import pytest

from sim.engine.grade import grade_of, side_to_grade
from sim.engine.state import Outcome
from sim.engine.summary import Losses, Summary, summary_of
from sim.resources import find_scenario
from tests.contract.battles import battle, players, scenario

LAW, GANG, TOWN = "law", "gang", "town"


def ended(
    points: str, lost: str, winner: str | None = LAW, of: tuple[int, int] = (8, 8), town: tuple[int, int] = (0, 3)
) -> Summary:
    """Return a battle that the law won, or as is said, with points and losses as in "3:1"."""
    scores = tuple(zip((LAW, GANG), map(int, points.split(":")), strict=True)) if points else ()
    fallen = (*map(int, lost.split(":")), town[0])
    losses = tuple(
        Losses(side, fielded, tuple((f"{side}-{n}", n) for n in range(number)))
        for side, number, fielded in zip((LAW, GANG, TOWN), fallen, (*of, town[1]), strict=True)
    )
    return Summary(Outcome(winner, "", scores), 5, losses, (), ())


@pytest.mark.parametrize(
    ("points", "lost", "grade"),
    [
        ("6:3", "2:4", "decisive victory"),  # twice the points and three more, at half the price
        ("6:3", "3:4", "victory"),  # three eighths are more than half of four
        ("7:4", "2:4", "victory"),  # not twice the points
        ("6:3", "5:4", "victory"),  # far ahead, and dearly paid
        ("7:4", "4:4", "victory"),  # nothing to be said for it or against it
        ("7:4", "5:4", "narrow victory"),
        ("5:3", "4:4", "narrow victory"),  # two points are no clear lead in a small battle
        ("5:3", "2:4", "victory"),  # but they were cheap
        ("44:36", "4:4", "narrow victory"),  # 8 of 80 is a tenth
        ("45:36", "4:4", "victory"),
        ("2:0", "4:4", "narrow victory"),
        ("3:0", "4:4", "victory"),
        ("5:5", "4:4", "narrow victory"),  # by the clause for a tie
        ("5:9", "5:4", "narrow victory"),  # the other side gave up, though ahead
        ("0:0", "4:4", "victory"),  # points say nothing
        ("", "0:4", "victory"),  # a system that counts none
        ("6:3", "0:0", "victory"),  # nobody has paid anything
        ("6:3", "0:1", "decisive victory"),
    ],
)
def test_points_and_losses_of_the_winner_make_the_grade(points: str, lost: str, grade: str) -> None:
    """And the other side has the same as a defeat, from the same parts."""
    summary = ended(points, lost)
    won, beaten = grade_of(summary, LAW), grade_of(summary, GANG)
    assert won is not None and beaten is not None
    assert won.name == grade and beaten.name == grade.replace("victory", "defeat")
    assert won.check.total == -beaten.check.total
    assert [part.reason for part in won.check.parts[1:]] == [part.reason for part in beaten.check.parts[1:]]


def test_losses_count_by_their_share_and_bystanders_not_at_all() -> None:
    """Three of thirty are fewer than two of five; what befalls those who have no points to win is another matter."""
    grade = grade_of(ended("6:3", "3:2", of=(30, 5), town=(3, 3)), LAW)
    assert grade is not None and grade.name == "decisive victory"
    assert str(grade.check) == (
        "grade 4: +2 won, +1 the winner was far ahead on points, 6 to 3, "
        "+1 the winner lost 3 of 30 units, the other side 2 of 5 units"
    )


def test_a_draw_is_a_draw_and_a_battle_that_goes_on_has_no_grade() -> None:
    """Whatever it has cost; graded is the side that somebody plays against printed opponents, of two such none."""
    drawn = grade_of(ended("9:9", "8:0", winner=None), LAW)
    assert drawn is not None and (drawn.name, drawn.check.total) == ("draw", 0)
    assert grade_of(Summary(None, 1, (), (), ()), LAW) is None
    assert side_to_grade({LAW: "human", GANG: "solo", TOWN: "solo"}) == LAW
    assert side_to_grade({LAW: "solo", GANG: "commander"}) == GANG
    assert side_to_grade({LAW: "human", GANG: "commander"}) is None
    assert side_to_grade({LAW: "solo", GANG: "solo"}) is None


BATTLES = {
    "conflict_of_heroes/farm_at_kamenka": (4, "soviets", "victory", "4 to 0"),
    "outlaws/street_gunfight": (5, "law", "narrow defeat", "2 to 2"),
    "la_cucaracha/vespers_at_san_isidro": (3, "garrison", "narrow defeat", "10 to 18"),
    "ambush_alley/eleven_kilometres": (4, "convoy", "decisive defeat", "47 to 4"),
    "la_petite_guerre/rifle_pits_of_saint_damase": (1, "canada", "victory", "the winner lost 7 of 38 units"),
}


@pytest.mark.parametrize("name", BATTLES)
def test_every_system_is_graded_alike(name: str) -> None:
    """A battle of each: the grade stands to its points and its losses as in the table of `grade.py`."""
    seed, side, expected, told = BATTLES[name]
    file = find_scenario(name)
    assert side_to_grade(players(scenario(file))) == side
    grade = grade_of(summary_of(battle(file, seed)), side)
    assert grade is not None
    assert grade.name == expected and told in str(grade.check)
