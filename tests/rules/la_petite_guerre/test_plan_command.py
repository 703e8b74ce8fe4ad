"""LPG-CMD: what an automated leader does with his command points."""

from typing import Any

import pytest

from sim.rules.la_petite_guerre.orders.order import COMMAND
from sim.rules.la_petite_guerre.solo.planner import TO_HEAR_OF, TO_INDICATE
from sim.rules.la_petite_guerre.state import Company, LpgPosition, Stance
from tests.rules.la_petite_guerre.deciding import COMPANY, Decision, decide, stage
from tests.rules.la_petite_guerre.table import METIS, E, Placed, W, man, with_cells

pytestmark = [pytest.mark.rule("LPG-SOLO"), pytest.mark.rule("LPG-CMD")]


def led(*placed: Placed, stance: Stance = "defend", first: bool = True, **words: Any) -> Decision:
    """Let the leader a1 spend his first point, or all of them."""
    companies = {COMPANY: Company(COMPANY, METIS, "The company", stance)}
    scene: LpgPosition = stage(*placed, companies=companies, phase="command", actor="a1", **words)
    return decide(scene, occasion=COMMAND, first=first)


def leader(at: str = "A10", command: int = 2, **more: Any) -> Placed:
    """A leader who faces east."""
    return man("a1", at, E, command=command, **more)


FREE = {"control": "free"}


@pytest.mark.rule("HOUSE-LEAD")
def test_he_controls_his_men() -> None:
    """Men near him who would have to test are controlled first."""
    assert led(leader(), man("a2", "B10", E), man("p1", "Z10", W)).orders == ["Control"]


def test_he_spends_no_point_on_men_under_control() -> None:
    """Who is free already need not be controlled."""
    assert led(leader(), man("a2", "B10", E, **FREE), man("p1", "Z10", W)).why_not("control the troops") == (
        "nobody near him needs it"
    )


def test_he_spends_no_point_on_men_who_run() -> None:
    """Who runs with the enemy near does not listen."""
    found = led(leader(), man("a2", "B10", E, broken=True), man("p1", "H10", W))
    assert found.why_not("control the troops") == "nobody near him needs it"


@pytest.mark.rule("HOUSE-LEAD")
def test_he_points_out_an_enemy() -> None:
    """An enemy whom he has acquired and a man near him has not is pointed out."""
    found = led(leader(acquired=("p1",)), man("a2", "B10", E, **FREE), man("p1", "K10", W))
    assert found.orders == ["Indicate p1"]


def test_he_points_out_nobody_whom_all_have_seen() -> None:
    """An enemy whom everybody near him has acquired is not pointed out."""
    found = led(leader(acquired=("p1",)), man("a2", "B10", E, acquired=("p1",), **FREE), man("p1", "K10", W))
    assert found.orders == ["Wait"]


def test_he_hears_a_report() -> None:
    """A leader who has acquired nobody listens to a man who has, to point it out to another."""
    found = led(
        leader(), man("a2", "B10", E, acquired=("p1",), **FREE), man("a3", "B11", E, **FREE), man("p1", "K10", W)
    )
    assert found.orders == ["HearReport a2 p1"]


def test_a_report_that_helps_nobody_is_not_heard() -> None:
    """With nobody to point the enemy out to he looks himself."""
    found = led(leader(), man("a2", "B10", E, acquired=("p1",), **FREE), man("p1", "K10", W))
    assert found.orders == ["Assess p1"]


def test_he_looks_out_himself() -> None:
    """A leader who has acquired nobody looks out."""
    assert led(leader(), man("a2", "B10", E, **FREE), man("p1", "K10", W)).orders == ["Assess p1"]


def test_he_encourages_where_blows_are_near() -> None:
    """With an enemy within six inches he encourages his men."""
    found = led(leader(acquired=("p1",)), man("a2", "B10", E, acquired=("p1",), **FREE), man("p1", "F10", W))
    assert found.orders == ["Encourage"]


def test_he_encourages_men_under_fire() -> None:
    """With men under fire near him he encourages them."""
    found = led(
        leader(acquired=("p1",)), man("a2", "B10", E, acquired=("p1",), under_fire=3, **FREE), man("p1", "K10", W)
    )
    assert found.orders == ["Encourage"]


def test_he_encourages_nobody_for_nothing() -> None:
    """With the enemy far and nobody under fire the point is kept."""
    found = led(leader(acquired=("p1",)), man("a2", "B10", E, acquired=("p1",), **FREE), man("p1", "K10", W))
    assert found.why_not("encourage the troops") == "no enemy is near, and nobody is under fire"


def test_he_encourages_nobody_alone() -> None:
    """With nobody to hear him he does not."""
    found = led(leader(acquired=("p1",)), man("p1", "F10", W))
    assert found.why_not("encourage the troops") == "there is nobody to hear him"


@pytest.mark.rule("HOUSE-LEAD")
def test_he_goes_to_his_men_first() -> None:
    """A leader with two points whose men do not hear him moves before he controls them."""
    found = led(leader(), man("a2", "H10", E), man("p1", "Z10", W), stance="advance")
    assert found.orders == ["RollMove 1"]


def test_one_point_is_for_control() -> None:
    """A leader with one point keeps it."""
    found = led(leader(command=1), man("a2", "H10", E), man("p1", "Z10", W), stance="advance")
    assert found.why_not("go to his men") == "he has no point to spare"


def test_he_stays_where_most_hear_him() -> None:
    """With half of his men within four inches he stays."""
    found = led(leader(), man("a2", "H10", E), man("a3", "B10", E), man("p1", "Z10", W), stance="advance")
    assert found.why_not("go to his men") == "most of his men hear him"


def test_a_defender_stays_in_his_pit() -> None:
    """A leader who defends does not leave his place."""
    assert led(leader(), man("a2", "H10", E), man("p1", "Z10", W)).why_not("go to his men") == "he stays where he is"


def test_he_spends_point_after_point() -> None:
    """With two points he controls and then points out."""
    found = led(leader(acquired=("p1",)), man("a2", "B10", E), man("p1", "K10", W), first=False)
    assert found.orders == ["Control", "Indicate p1"]


def test_a_stunned_leader_is_left_alone() -> None:
    """LPG-CMD: a stunned leader has no points, and the planner asks for nothing."""
    assert led(leader(stunned=4), man("a2", "B10", E), man("p1", "K10", W)).orders == ["Wait"]


# -- whom to point out -----------------------------------------------------------------------------------------------


def pointed(*placed: Placed, **words: Any) -> tuple[list[str], str]:
    """Return the order, and the line that decided whom to point out."""
    found = led(*placed, **words)
    return found.orders, found.decided_by("whom to point out")


def test_only_whom_he_has_seen() -> None:
    """He points out nobody whom he has not acquired, though nearer."""
    found = pointed(leader(acquired=("p1",)), man("a2", "B10", E, **FREE), man("p1", "K10", W), man("p2", "J10", W))
    assert found == (["Indicate p1"], "acquired by the leader")


def test_only_whom_it_helps() -> None:
    """He points out nobody whom his men have seen already."""
    found = pointed(
        leader(acquired=("p1", "p2")), man("a2", "B10", E, acquired=("p2",), **FREE),
        man("p1", "K10", W), man("p2", "J10", W),
    )  # fmt: skip
    assert found == (["Indicate p1"], "news to somebody")


def test_rather_whom_it_helps_most() -> None:
    """Of two the one whom more men have yet to see."""
    found = pointed(
        leader(acquired=("p1", "p2")), man("a2", "B10", E, acquired=("p2",), **FREE), man("a3", "B11", E, **FREE),
        man("p1", "K10", W), man("p2", "J10", W),
    )  # fmt: skip
    assert found == (["Indicate p1"], "men nearby who could see him and have not")


def test_rather_the_nearer_to_point_out() -> None:
    """Of two alike the nearer."""
    found = pointed(
        leader(acquired=("p1", "p2")), man("a2", "B10", E, **FREE), man("p1", "K10", W), man("p2", "J10", W)
    )
    assert found == (["Indicate p2"], "inches away")


def test_the_lists_of_whom_to_point_out() -> None:
    """These are all lines of the two lists."""
    assert [[line.measure.what for line in each.lines] for each in (TO_INDICATE, TO_HEAR_OF)] == [
        ["acquired by the leader", "news to somebody", "men nearby who could see him and have not", "inches away"],
        ["news to somebody", "men nearby who could see him and have not", "inches away"],
    ]


def test_who_could_not_see_the_enemy_does_not_count() -> None:
    """A man behind a wood is not helped by having somebody pointed out."""
    rows = with_cells(**{f"{column}{row}": "w" for column in "CDEF" for row in (11, 12, 13, 14)})
    found = led(leader(acquired=("p1",)), man("a2", "B13", E, **FREE), man("p1", "K9", W), rows=rows)
    assert found.why_not("indicate a target") == "there is nobody to point out"


# -- of whom to hear -------------------------------------------------------------------------------------------------


def heard(*placed: Placed, **words: Any) -> tuple[list[str], str]:
    """Return the order of a leader who has seen nobody, and the line that decided of whom he hears."""
    found = led(leader(), *placed, **words)
    return found.orders, found.decided_by("whom to hear about")


def test_he_hears_of_whom_others_have_not_seen() -> None:
    """Of whom all men near him have seen already he need not hear, though nearer."""
    both = ("p1", "p2")
    one, other = man("a2", "B10", E, acquired=both, **FREE), man("a3", "B11", E, acquired=("p2",), **FREE)
    assert heard(one, other, man("p1", "K10", W), man("p2", "J10", W)) == (["HearReport a2 p1"], "news to somebody")


def test_he_hears_of_whom_most_have_not_seen() -> None:
    """Of two the one whom more men have yet to see, though further away."""
    men = (
        man("a2", "B10", E, acquired=("p1", "p2"), **FREE),
        man("a3", "B11", E, acquired=("p2",), **FREE),
        man("a4", "B9", E, **FREE),
    )
    found = heard(*men, man("p1", "K10", W), man("p2", "J10", W))
    assert found == (["HearReport a2 p1"], "men nearby who could see him and have not")


def test_he_hears_of_the_nearer() -> None:
    """Of two alike the nearer, whichever comes first in the roll."""
    men = (man("a2", "B10", E, acquired=("p1", "p2"), **FREE), man("a3", "B11", E, **FREE))
    assert heard(*men, man("p1", "K10", W), man("p2", "J10", W)) == (["HearReport a2 p2"], "inches away")


def test_he_hears_nothing_of_whom_he_could_not_see() -> None:
    """A report of an enemy behind a wood is of no use to him."""
    rows = with_cells(**{f"{column}{row}": "w" for column in "CDEF" for row in (9, 10, 11)})
    men = (man("a2", "A14", E, acquired=("p1",), **FREE), man("a3", "B14", E, **FREE))
    found = led(leader(), *men, man("p1", "K10", W), rows=rows)
    assert found.why_not("hear a report") == "there is nothing to report"


def test_he_looks_out_before_he_encourages() -> None:
    """With men under fire and nobody seen he looks for the enemy first."""
    found = led(leader(), man("a2", "B10", E, acquired=("p1",), under_fire=3, **FREE), man("p1", "K10", W))
    assert found.orders == ["Assess p1"]


@pytest.mark.parametrize(("at", "orders"), [("G10", ["Encourage"]), ("H10", ["Wait"])])
def test_blows_are_near_within_six_inches(at: str, orders: list[str]) -> None:
    """At six inches he encourages them, at seven not yet."""
    found = led(leader(acquired=("p1",)), man("a2", "B10", E, acquired=("p1",), **FREE), man("p1", at, W))
    assert found.orders == orders
