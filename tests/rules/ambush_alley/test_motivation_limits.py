"""Where the rows of the tables of motivations begin and end: Firepower 5, 6 and 7, inches, ranges, dice and words."""

from typing import Any

import pytest

from sim.rules.ambush_alley.scenario import Settings
from sim.rules.ambush_alley.state import RETURN_FIRE, AasPosition, HotSpot
from tests.rules.ambush_alley.deciding import Question, decide
from tests.rules.ambush_alley.rows import (
    ACROSS,
    BEHIND,
    DOUBLE,
    FAR,
    armed,
    asked_at_end,
    dug_in,
    hidden,
    strip,
    table,
)
from tests.rules.ambush_alley.table import Placed, chief, squares, team, with_cells
from tests.rules.positions import with_state


def rule(question: Question) -> str:
    """Return the row that fits."""
    return decide(question).rule


def open_ground(power: int, *, led: bool = False) -> AasPosition:
    """Far away in the open, with a pit to get into, a wall to get behind, and friends."""
    return table(armed(FAR, power, led=led), team("i2", "BH2"), on=strip(rifle_pit="BD5", wall=BEHIND))


# -- Firepower 5, 6 and 7 ------------------------------------------------------------------------------------------

POWERS = [
    ("AAS-N-2 and 3, not in cover", lambda power: Question(open_ground(power)), ("AAS-N-3", "AAS-N-2", "AAS-N-2")),
    (
        "AAS-N-6 and 7, fired on",
        lambda power: Question(dug_in(FAR, power), number=1),
        ("AAS-N-6", "AAS-N-7", "AAS-N-7"),
    ),
    (
        "AAS-N-6 and 7, in answer to fire",
        lambda power: Question(dug_in(FAR, power), occasion=RETURN_FIRE),
        ("AAS-N-6", "AAS-N-7", "AAS-N-7"),
    ),
    (
        "AAS-W-2 and 3, not in cover",
        lambda power: Question(open_ground(power, led=True)),
        ("AAS-W-3", "AAS-W-2", "AAS-W-2"),
    ),
    (
        "AAS-W-4, within double optimum range",
        lambda power: Question(dug_in(DOUBLE, power, led=True), dice=(4,) if power == 5 else ()),
        ("AAS-W-4", "AAS-W-6", "AAS-W-6"),
    ),
    (
        "AAS-W-6, not in optimum range",
        lambda power: Question(dug_in(FAR, power, led=True)),
        ("AAS-R-nothing", "AAS-W-6", "AAS-W-6"),
    ),
    (
        "AAS-W-7, fired on",
        lambda power: Question(dug_in(FAR, power, led=True), number=1),
        ("AAS-W-7", "AAS-W-6", "AAS-W-6"),
    ),
    (
        "AAS-W-7 and 8, in answer to fire",
        lambda power: Question(dug_in(FAR, power, led=True), occasion=RETURN_FIRE),
        ("AAS-W-7", "AAS-W-8", "AAS-W-8"),
    ),
]


@pytest.mark.rule("AAS-R-six")
@pytest.mark.parametrize("power", [5, 6, 7])
@pytest.mark.parametrize(("row", "ask", "rules"), POWERS, ids=[each[0] for each in POWERS])
def test_six_counts_as_more_than_six(row: str, ask: Any, rules: tuple[str, str, str], power: int) -> None:
    """Five flees where six and seven stand."""
    assert rule(ask(power)) == rules[power - 5]


@pytest.mark.rule("AAS-R-firepower")
@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        (team("i1", FAR, figures=5), "AAS-N-6"),
        (team("i1", FAR, figures=5, support=("lmg",)), "AAS-N-7"),
        (team("i1", FAR, figures=4, support=("lmg",)), "AAS-N-6"),
        (team("i1", FAR, figures=6, leader=8), "AAS-W-6"),
        (team("i1", FAR, figures=5, leader=8), "AAS-W-7"),
        (team("i1", FAR, figures=5, leader=8, support=("lmg",)), "AAS-W-6"),
    ],
)
def test_firepower_is_figures_and_support_dice(placed: Placed, expected: str) -> None:
    """Without dice for range or situation, and without that of a leader."""
    scene = table(placed, on=strip(rifle_pit=FAR, wall=BEHIND))
    assert rule(Question(scene, number=1)) == expected


@pytest.mark.rule("AAS-R-firepower")
@pytest.mark.parametrize(("figures", "expected"), [(5, "AAS-W-6"), (4, "AAS-W-7")])
def test_by_the_other_reading_the_leader_counts(figures: int, expected: str) -> None:
    """Five men and their leader are six."""
    placed = team("i1", FAR, figures=figures, leader=8)
    scene = table(placed, on=strip(rifle_pit=FAR, wall=BEHIND), readings=Settings(listed_firepower="with leader"))
    assert rule(Question(scene, number=1)) == expected


# -- ranges ----------------------------------------------------------------------------------------------------------

RANGES = [
    ("I3", "AAS-{}-5"),  # 8 inches
    ("I4", "AAS-{}-4"),  # 8.1
    ("J3", "AAS-{}-4"),  # 9
    ("Q3", "AAS-{}-4"),  # 16
    ("Q4", "AAS-R-nothing"),  # 16.03
    ("R3", "AAS-R-nothing"),  # 17
]


@pytest.mark.rule("AAS-R-optimum")
@pytest.mark.parametrize("led", [False, True], ids=["leaderless", "led"])
@pytest.mark.parametrize(("at", "expected"), RANGES)
def test_optimum_range_ends_at_the_die_and_double_at_twice_that(at: str, expected: str, led: bool) -> None:
    """Eight and sixteen inches for a D8, to the inch."""
    dice = (6,) if expected.endswith("4") else ()
    question = Question(table(armed(at, 5, led=led), on=strip(rifle_pit=at)), dice=dice)
    assert rule(question) == expected.format("W" if led else "N")


@pytest.mark.rule("AAS-R-support")
@pytest.mark.parametrize(("at", "expected"), [("I3", "AAS-N-5"), ("I4", "AAS-N-4"), ("Q3", "AAS-N-4")])
def test_a_support_weapon_leaves_the_ranges_of_the_lists_to_the_men(at: str, expected: str) -> None:
    """Eight and sixteen inches, with a machine gun or without."""
    scene = table(team("i1", at, figures=5, support=("lmg",)), on=strip(rifle_pit=at))
    assert rule(Question(scene, dice=(6,) if expected == "AAS-N-4" else ())) == expected


@pytest.mark.rule("AAS-R-support", "AAS-R-optimum")
@pytest.mark.parametrize(("at", "expected"), [("Q3", "AAS-N-5"), ("Q4", "AAS-N-4"), ("AG3", "AAS-N-4")])
def test_by_the_other_reading_a_support_weapon_doubles_both(at: str, expected: str) -> None:
    """Sixteen and thirty-two inches."""
    men, whole = team("i1", at, figures=5, support=("lmg",)), Settings(support_range="whole unit")
    scene = table(men, on=strip(rifle_pit=at), readings=whole)
    assert rule(Question(scene, dice=(6,) if expected == "AAS-N-4" else ())) == expected


@pytest.mark.rule("AAS-N-4")
@pytest.mark.parametrize(("face", "fires"), [(1, False), (2, False), (3, True), (4, True), (5, True), (6, True)])
def test_without_a_leader_one_and_two_close_in(face: int, fires: bool) -> None:
    """And three or more fires."""
    decision = decide(Question(dug_in(DOUBLE, 7), dice=(face,)))
    assert decision.rule == "AAS-N-4"
    assert decision.order == ("i1 fires at r1" if fires else "rapid to I3")


@pytest.mark.rule("AAS-W-4", "AAS-R-three")
@pytest.mark.parametrize(("face", "fires"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_with_a_leader_one_to_three_closes_in(face: int, fires: bool) -> None:
    """And four or more fires."""
    decision = decide(Question(dug_in(DOUBLE, 5, led=True), dice=(face,)))
    assert decision.rule == "AAS-W-4"
    assert decision.order == ("i1 fires at r1" if fires else "rapid to I3")


@pytest.mark.rule("AAS-N-4")
def test_the_die_is_in_the_trace() -> None:
    """With the row that it leads to."""
    decision = decide(Question(dug_in(DOUBLE, 7), dice=(2,)))
    assert "AAS-N-4: closer, or fire: 2, row 1-2 (D6 for i1: closer, or fire: 2)" in decision.text


@pytest.mark.rule("AAS-N-4", "AAS-R-nothing")
def test_who_cannot_get_into_range_goes_on_down_the_list() -> None:
    """The die says closer, water is in the way: fired on, it fires by a later row."""
    ground = with_cells("\n".join(["." * 60] * 6), **{f"K{row}": "~" for row in range(1, 7)})
    scene = table(armed("Q3", 7), on=squares(ground, rifle_pit="Q3"))
    assert rule(Question(scene, dice=(1,), number=1)) == "AAS-N-7"


# -- combat within 6 and 10 inches, a hot spot within 3 --------------------------------------------------------------


def after_combat(combat: str, *, led: bool, covered: bool, seen: bool) -> Question:
    """AM3 after combat somewhere, with a pit in AM5, or in one."""
    laid = {"rifle_pit": "AM3" if covered else "AM5"}
    scene = table(armed("AM3", 5, led=led), combat=combat, on=strip(**laid, **({} if seen else {"wall": ACROSS})))
    return asked_at_end(scene)


@pytest.mark.rule("AAS-N-8", "AAS-N-9", "AAS-W-9", "AAS-W-10")
@pytest.mark.parametrize(
    ("near", "led", "covered", "seen"),
    [
        ("AAS-N-8", False, False, False),
        ("AAS-N-9", False, True, False),
        ("AAS-W-9", True, False, True),
        ("AAS-W-10", True, True, True),
    ],
)
def test_combat_near_by_is_within_six_inches(near: str, led: bool, covered: bool, seen: bool) -> None:
    """Six inches to the east, and not a tenth more."""
    assert rule(after_combat("AS3", led=led, covered=covered, seen=seen)) == near
    beyond = rule(after_combat("AS4", led=led, covered=covered, seen=seen))
    assert beyond == ("AAS-R-gap" if led else "AAS-R-nothing")


@pytest.mark.rule("AAS-CIV-4")
@pytest.mark.parametrize(("combat", "expected"), [("AS3", "AAS-CIV-4"), ("AS4", "AAS-CIV-3")])
def test_a_mob_hears_combat_within_six_inches(combat: str, expected: str) -> None:
    """And goes on to the objective where it was further off."""
    assert rule(asked_at_end(hidden(team("m1", "AM3"), combat=combat, objective="BC3"), "m1")) == expected


@pytest.mark.rule("AAS-W-11", "AAS-W-12")
@pytest.mark.parametrize(("combat", "expected"), [("AW3", "AAS-W-12"), ("AW4", "AAS-W-11"), ("AX3", "AAS-W-11")])
def test_combat_about_is_within_ten_inches(combat: str, expected: str) -> None:
    """Ten inches to the east, and not a tenth more."""
    scene = hidden(armed("AM3", 5, led=True), combat=combat, objective="BC3")
    assert rule(asked_at_end(scene)) == expected


@pytest.mark.rule("AAS-W-12")
def test_in_cover_after_combat_without_sight_it_looks_for_the_enemy() -> None:
    """Combat within six inches is combat within ten (ruling 3.3.13)."""
    assert rule(after_combat("AS3", led=True, covered=True, seen=False)) == "AAS-W-12"


@pytest.mark.rule("AAS-L-4", "AAS-L-5")
@pytest.mark.parametrize(("spot", "expected"), [("AP3", "AAS-L-5"), ("AP4", "AAS-L-4"), ("AQ3", "AAS-L-4")])
def test_a_leader_lies_low_within_three_inches_of_a_hot_spot(spot: str, expected: str) -> None:
    """And goes there from further away, although that row comes first on the printed page."""
    assert rule(asked_at_end(hidden(chief("i1", "AM3"), hot_spot=spot, laid={"rifle_pit": "AM5"}))) == expected


@pytest.mark.rule("AAS-L-5")
def test_a_leader_in_cover_by_a_hot_spot_stays() -> None:
    """He has what he came for."""
    decision = decide(asked_at_end(hidden(chief("i1", "AM3"), hot_spot="AN3", laid={"rifle_pit": "AM3"})))
    assert (decision.rule, decision.order) == ("AAS-L-5", "stays")


@pytest.mark.rule("AAS-L-4")
def test_a_hot_spot_that_is_out_of_action_draws_nobody() -> None:
    """Nothing fits."""
    scene = hidden(chief("i1", "AM3"))
    scene = with_state(scene, hot_spots=(HotSpot("1", scene.map.cell("BC3"), active=False),))
    assert rule(asked_at_end(scene)) == "AAS-R-nothing"
