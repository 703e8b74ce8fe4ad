"""LPG-CHARGE: whom an automated side charges, and who does."""

from typing import Any

import pytest

from sim.rules.la_petite_guerre.orders.order import CHARGES
from sim.rules.la_petite_guerre.solo.planner import TARGET
from sim.rules.la_petite_guerre.state import Charges
from tests.rules.la_petite_guerre.deciding import Decision, decide, stage
from tests.rules.la_petite_guerre.table import MILITIA, E, Placed, W, gun, man

pytestmark = [pytest.mark.rule("LPG-SOLO"), pytest.mark.rule("LPG-CHARGE")]


def charges(*placed: Placed, stance: Any = "advance", **words: Any) -> Decision:
    """Let the Métis declare their first charge."""
    return decide(stage(*placed, stance=stance, phase="charges", **words), unit=None, occasion=CHARGES)


def brave(at: str = "A10", id_: str = "a1", **more: Any) -> Placed:
    """A man of A grade, who charges three times out of four and more."""
    return man(id_, at, E, grade="A", **more)


def decided(found: Decision) -> tuple[list[str], str]:
    """Return the charges, and the line that decided."""
    return found.orders, found.decided_by("whom to charge")


@pytest.mark.rule("HOUSE-STORM")
def test_a_man_charges_who_has_the_nerve_and_the_edge() -> None:
    """An enemy within a usual charge is charged."""
    assert charges(brave(), man("p1", "D10", W)).orders == ["a1 Charge p1"]


@pytest.mark.parametrize("stance", ["defend", "skirmish", "delay"])
def test_only_who_advances_charges(stance: Any) -> None:
    """Who was told to stay, to skirmish or to delay the enemy does not charge."""
    assert charges(brave(), man("p1", "D10", W), stance=stance).orders == []


@pytest.mark.parametrize(("at", "orders"), [("B11", []), ("A17", ["a1 Charge p1"])])
def test_nobody_leaves_a_gun_that_he_serves(at: str, orders: list[str]) -> None:
    """Who stands beside it does not charge; who has lost it does."""
    crew = [brave(serves="agun"), man("a2", "A12", E, grade="C", serves="agun")]
    assert charges(*crew, gun("agun", at, E), man("p1", "D10", W)).orders == orders


def test_nobody_charges_without_nerve() -> None:
    """A man of C grade, who goes once out of three times, does not."""
    assert charges(man("a1", "A10", E, grade="C"), man("p1", "D10", W)).orders == []


def test_a_coward_charges_the_helpless() -> None:
    """A man of C grade charges a stunned man: three is enough for that."""
    assert charges(man("a1", "A10", E, grade="C"), man("p1", "D10", W, stunned=4)).orders == ["a1 Charge p1"]


def test_friends_who_charge_give_heart() -> None:
    """A man of C grade goes with a friend who charges within two inches."""
    friend = man("a2", "A11", E, grade="A", charged=True)
    going = Charges((("a2", "p1"),), ("a2",))
    told = charges(man("a1", "A10", E, grade="C"), friend, man("p1", "D10", W), charges=going).orders
    assert told == ["a1 Charge p1"]


def test_who_is_wounded_and_under_fire_stays() -> None:
    """Wounds and fire take the heart out of a man of B grade."""
    assert charges(man("a1", "A10", E, wounded=True, under_fire=3), man("p1", "D10", W)).orders == []


def test_prone_men_do_not_charge() -> None:
    """Who lies does not charge."""
    assert charges(brave(prone=True), man("p1", "D10", W)).orders == []


def test_who_has_charged_does_not_charge_again() -> None:
    """One charge a turn."""
    assert charges(brave(charged=True), man("p1", "D10", W)).orders == []


def test_who_is_out_of_control_does_not_charge() -> None:
    """Who repeats his last move charges nobody."""
    assert charges(brave(control="repeats"), man("p1", "D10", W)).orders == []


def test_hidden_men_are_not_charged() -> None:
    """Nobody charges whom his side does not know of."""
    assert charges(brave(), man("p1", "D10", W, hidden=True)).orders == []


# -- whom to charge --------------------------------------------------------------------------------------------------


def test_only_whom_a_usual_charge_reaches() -> None:
    """Of two the one whom the average of the dice reaches."""
    assert decided(charges(brave(), man("p1", "D10", W), man("p2", "G12", W, wounded=True))) == (
        ["a1 Charge p1"], "within reach of a usual charge"
    )  # fmt: skip


def test_riders_reach_further() -> None:
    """A rider charges an enemy eight inches away."""
    assert charges(brave(mounted=True), man("p1", "I10", W)).orders == ["a1 Charge p1"]


def test_only_where_it_is_likely_enough() -> None:
    """Of two the one whom he dares to charge: the other looks at him."""
    coward = man("a1", "A10", E, grade="C")
    found = charges(coward, man("p1", "D10", W), man("p2", "D12", W, prone=True))
    assert decided(found) == (["a1 Charge p2"], "likely enough")


def test_rather_whom_he_beats_more_easily() -> None:
    """Of two the one against whom the edge is greater: he cannot strike back."""
    found = charges(brave(), man("p1", "D10", W), man("p2", "D12", W, stunned=4))
    assert decided(found) == (["a1 Charge p2"], "chance to win minus chance to lose")


def test_rather_who_is_nearer() -> None:
    """Of two alike the nearer."""
    found = charges(brave(), man("p1", "D11", W), man("p2", "D10", W))
    assert decided(found) == (["a1 Charge p2"], "inches away")


def test_the_list_of_whom_to_charge_has_five_lines() -> None:
    """These are all lines of the list."""
    assert [line.measure.what for line in TARGET.lines] == [
        "within reach of a usual charge", "likely enough", "not charged by enough men already",
        "chance to win minus chance to lose", "inches away",
    ]  # fmt: skip


@pytest.mark.rule("LPG-SOLO-men")
@pytest.mark.parametrize(("upon", "goes"), [(1, True), (2, False)])
def test_two_are_enough_for_one_enemy(upon: int, goes: bool) -> None:
    """The first may kill him or put him to flight: a third would run at nobody, and goes for another or stays."""
    friends = [brave(f"A{12 + n}", f"a{2 + n}", charged=True) for n in range(upon)]
    going = Charges(tuple((each.unit.id, "p1") for each in friends), tuple(each.unit.id for each in friends))
    there = (brave(), *friends, man("p1", "D10", W))
    assert charges(*there, charges=going).orders == (["a1 Charge p1"] if goes else [])
    assert charges(*there, man("p2", "D8", W), charges=going).orders == [f"a1 Charge {'p1' if goes else 'p2'}"]


@pytest.mark.rule("LPG-GUNS")
@pytest.mark.parametrize(("crew", "goes"), [((), True), (("D11",), False)])
def test_a_gun_that_nobody_defends_is_taken(crew: tuple[str, ...], goes: bool) -> None:
    """A man who advances charges it; where its crew is with it he charges them, or nobody."""
    there = [man(f"p{n}", at, W, serves="pgun", grade="A") for n, at in enumerate(crew, 1)]
    orders = charges(brave(), gun("pgun", "D10", W, side=MILITIA), *there).orders
    assert ("a1 Charge pgun" in orders) is goes
