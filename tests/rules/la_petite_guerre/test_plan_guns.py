"""LPG-GATLING, LPG-SHELL: what an automated gun does."""

from typing import Any

import pytest

from sim.rules.la_petite_guerre.solo.planner import LAID
from sim.rules.la_petite_guerre.state import ActionTaken, Stance
from tests.rules.la_petite_guerre.deciding import Decision, decide, goes_to, stage
from tests.rules.la_petite_guerre.table import E, Placed, W, gun, man, with_cells
from tests.rules.positions import names

pytestmark = pytest.mark.rule("LPG-SOLO")


def served(*others: Placed, stance: Stance = "defend", weapon: str = "gatling", **more: Any) -> Decision:
    """Let a gun at B10 with a crew of two decide, which has acquired everybody unless said otherwise."""
    seen = more.pop("seen", tuple(each.unit.id for each in others))
    crew = [man(f"a{n}", f"A{8 + n}", E, serves="a1", control="free", acquired=seen) for n in (2, 3)]
    more.setdefault("acquired", seen)
    return decide(stage(gun("a1", "B10", E, weapon=weapon, **more), *crew, *others, stance=stance))


@pytest.mark.rule("LPG-GATLING")
def test_a_gatling_fires() -> None:
    """A Gatling fires at an enemy before it."""
    assert served(man("p1", "K10", W)).orders == ["FireGun K10"]


@pytest.mark.rule("LPG-SHELL")
def test_a_field_gun_fires_shell() -> None:
    """A field gun fires shell at an enemy beyond ten inches."""
    assert served(man("p1", "Q10", W), weapon="field_gun").orders == ["FireGun Q10"]


@pytest.mark.rule("LPG-GATLING")
def test_a_field_gun_fires_canister_when_near() -> None:
    """A field gun fires canister at an enemy within ten inches."""
    assert served(man("p1", "K10", W), weapon="field_gun").orders == ["FireGun K10 canister"]


def test_an_empty_gun_is_loaded() -> None:
    """An empty gun is loaded."""
    assert served(man("p1", "K10", W), loaded=False).orders == ["Reload"]


def test_a_limbered_gun_is_unlimbered() -> None:
    """A limbered gun is made ready."""
    assert served(man("p1", "K10", W), limbered=True).orders == ["Limber"]


def limbered(at: str, stance: Stance, goal: str = "") -> list[str]:
    """Let a limbered Gatling at B10 decide, with an enemy somewhere."""
    crew = [man(f"a{n}", f"A{8 + n}", E, serves="a1", control="free") for n in (2, 3)]
    return decide(stage(gun("a1", "B10", E, limbered=True), *crew, man("p1", at, W), stance=stance, goal=goal)).orders


@pytest.mark.rule("LPG-MOVE-1")
def test_a_limbered_gun_goes_along_with_an_advance() -> None:
    """Out of range it is drawn on; in range it is unlimbered."""
    assert limbered("AD10", "advance") == ["RollMove 1"]
    assert limbered("K10", "advance") == ["Limber"]


def unlimbered(at: str, stance: Stance, goal: str = "", **more: Any) -> list[str]:
    """Let a Gatling that stands ready at B10 decide, with an enemy somewhere of whom the crew knows."""
    crew = [man(f"a{n}", f"A{8 + n}", E, serves="a1", control="free") for n in (2, 3)]
    return decide(stage(gun("a1", "B10", E, **more), *crew, man("p1", at, W), stance=stance, goal=goal)).orders


@pytest.mark.rule("LPG-ACT-1")
def test_a_gun_is_limbered_again_when_it_is_left_behind() -> None:
    """With nobody within twenty-four inches any more, whatever its company does; in range it stays ready."""
    assert unlimbered("AD10", "advance") == ["Limber"]
    assert unlimbered("AD10", "defend") == ["Limber"]
    assert unlimbered("Z10", "advance") != ["Limber"]
    assert unlimbered("Z10", "defend") != ["Limber"]


@pytest.mark.rule("LPG-ACT-1")
@pytest.mark.parametrize("done", ["fire gun", "unlimber"])
def test_a_gun_that_was_just_fired_stays(done: Any) -> None:
    """Or made ready: enemies step out of cover and back, and it takes a turn each way."""
    assert unlimbered("AD10", "defend", last=(ActionTaken(done),)) == ["Wait"]


WOOD = with_cells(**{f"{column}{row}": "w" for column in "FGHI" for row in range(5, 16)})
"""A wood before the gun: who stands behind it is in range, and not in sight."""


@pytest.mark.rule("LPG-SOLO-men")
@pytest.mark.rule("LPG-ACT-1", "LPG-MOVE-1")
def test_a_gun_that_sees_nobody_is_brought_to_where_it_does() -> None:
    """An enemy in range behind a wood is no target from here: it is limbered, drawn out, and made ready there."""
    crew = [man(f"a{n}", f"A{8 + n}", E, serves="a1", control="free") for n in (2, 3)]
    hidden_from = (*crew, man("p1", "T10", W))
    assert decide(stage(gun("a1", "B10", E), *hidden_from, rows=WOOD)).orders == ["Limber"]
    hooked_up = stage(gun("a1", "B10", E, limbered=True), *hidden_from, rows=WOOD)
    assert decide(hooked_up).orders == ["RollMove 1"]
    ends = [hooked_up.map.cell(goes_to(hooked_up, inches).split()[-1]) for inches in (3, 5)]
    assert all(abs(end.r - 9) >= 3 for end in ends), names(hooked_up, ends)


@pytest.mark.rule("LPG-ACT-1")
def test_a_gun_that_could_fire_from_nowhere_stays() -> None:
    """With the enemy shut in all round."""
    walls = with_cells(
        **{f"{column}{row}": "b" for column in "STU" for row in (9, 10, 11) if (column, row) != ("T", 10)}
    )
    crew = [man(f"a{n}", f"A{8 + n}", E, serves="a1", control="free") for n in (2, 3)]
    found = decide(stage(gun("a1", "B10", E), *crew, man("p1", "T10", W), rows=walls))
    assert found.orders == ["Wait"]
    assert found.why_not("limber to go where it can fire") == "there is no place near from which it could fire"


@pytest.mark.rule("LPG-ACT-1")
def test_a_gun_with_one_action_left_is_not_limbered() -> None:
    """It takes two."""
    assert unlimbered("AD10", "advance", left=1) != ["Limber"]


def test_a_limbered_gun_that_is_to_stay_is_unlimbered() -> None:
    """With a company that has an enemy in range, or nobody to go for."""
    assert limbered("K10", "defend") == ["Limber"]
    crew = [man(f"a{n}", f"A{8 + n}", E, serves="a1", control="free") for n in (2, 3)]
    assert decide(stage(gun("a1", "B10", E, limbered=True), *crew)).orders == ["Limber"]


def test_a_gun_is_turned_to_the_enemy() -> None:
    """With nobody before it a gun is turned to an enemy in range."""
    assert served(man("p1", "B18", W)).orders == ["Face s"]


def test_a_gun_is_turned_to_the_nearest() -> None:
    """Of two enemies who are not before it to the nearer."""
    assert served(man("p1", "B18", W), man("p2", "B3", W)).orders == ["Face n"]


def test_an_empty_gun_is_loaded_before_it_is_turned() -> None:
    """It can be turned when there is something to fire."""
    assert served(man("p1", "B18", W), loaded=False).orders == ["Reload"]


@pytest.mark.rule("LPG-ACQ", "LPG-BLIND")
def test_a_gun_looks_before_it_fires() -> None:
    """The crew looks for an enemy whom it has not seen, and fires with the second action, blind or not."""
    assert served(man("p1", "K10", W), seen=()).orders == ["Acquire p1"]
    assert served(man("p1", "K10", W), seen=(), left=1).orders == ["FireGun K10"]


@pytest.mark.rule("LPG-ACQ", "LPG-BLIND")
def test_a_gun_does_not_look_for_who_can_hardly_be_seen() -> None:
    """One who lies far away is fired at blind: two times out of three they would not see him."""
    found = served(man("p1", "AC10", W, prone=True), seen=(), weapon="field_gun")
    assert "the crew is unlikely to see p1" in found.text
    assert found.orders == ["FireGun AC10"]


def test_a_gun_does_not_do_what_men_do() -> None:
    """With nothing to lay it on it waits, and neither lies down nor looks out."""
    assert served(man("p1", "K10", W, hidden=True), stance="advance").taken[-1][1] == "nothing for the gun to do: wait"


def test_a_gun_with_an_enemy_before_it_is_not_turned() -> None:
    """A gun that has something before it stays as it is."""
    assert served(man("p1", "B18", W), man("p2", "K10", W)).orders == ["FireGun K10"]


def test_a_gun_with_nothing_to_do_waits() -> None:
    """With nobody known a gun waits."""
    assert served(man("p1", "K10", W, hidden=True)).orders == ["Wait"]


def test_no_gun_is_fired_into_its_own_men() -> None:
    """A gun with more friends than enemies in its wedge holds its fire."""
    friends = [man(f"a{n}", f"{column}10", E, left=0) for n, column in ((5, "G"), (6, "H"))]
    assert served(man("p1", "K10", W), *friends).orders == ["Wait"]


# -- what to lay the gun on ------------------------------------------------------------------------------------------


def decided(found: Decision) -> tuple[list[str], str]:
    """Return the order, and the line that decided."""
    return found.orders, found.decided_by("what to lay the gun on")


def test_only_what_it_can_be_laid_on() -> None:
    """An enemy behind the gun is no target."""
    assert decided(served(man("p1", "K10", W), man("p2", "B18", W))) == (["FireGun K10"], "a target for the gun")


def test_only_where_it_harms_enemies_more() -> None:
    """An enemy behind friends is left for another."""
    friends = [man(f"a{n}", f"{column}10", E, left=0) for n, column in ((5, "G"), (6, "H"))]
    found = served(man("p1", "K10", W), man("p2", "K14", W), *friends)
    assert decided(found) == (["FireGun K14"], "worse for enemies than for friends")


def test_rather_where_there_are_more_of_them() -> None:
    """Of two targets the one with another enemy behind him."""
    found = served(man("p1", "K10", W), man("p2", "K14", W), man("p3", "M10", W))
    assert found.counted("what to lay the gun on") == ["enemies it would hit, minus friends", "inches away"]


def test_rather_what_is_nearer() -> None:
    """Of two targets alike the nearer: both wedges have the same men in them."""
    found = served(man("p1", "K10", W), man("p2", "M10", W))
    assert decided(found) == (["FireGun K10"], "inches away")


def test_the_list_of_what_to_lay_on_has_four_lines() -> None:
    """These are all lines of the list."""
    assert [line.measure.what for line in LAID.lines] == [
        "a target for the gun", "worse for enemies than for friends", "enemies it would hit, minus friends",
        "inches away",
    ]  # fmt: skip


# -- those who serve it -------------------------------------------------------------------------------------------


def gunner(*others: Placed, at: str = "A9") -> Decision:
    """Let a gunner of a company that advances decide, with an enemy far away; `others` are the rest of the crew."""
    there = [gun("agun", "B10", E), man("a1", at, E, serves="agun", control="free"), *others, man("p1", "Z10", W)]
    return decide(stage(*there, stance="advance"))


def test_a_gunner_stays_with_his_gun() -> None:
    """Also where it cannot be served today: his mate comes to himself again, and then it wants two."""
    mate = man("a2", "A11", E, serves="agun", stunned=4)
    assert gunner(mate).why_not("go for the goal, or for the enemy") == "he stays with his gun"


@pytest.mark.parametrize(("mates", "at"), [(0, "A9"), (1, "F10")])
def test_a_gunner_without_a_gun_goes_with_his_company(mates: int, at: str) -> None:
    """Where nobody is left to serve it with, or where it is not with him."""
    found = gunner(*[man("a2", "A11", E, serves="agun", stunned=4)][:mates], at=at)
    assert found.orders == ["RollMove 1"]


@pytest.mark.rule("LPG-CMD", "LPG-SOLO-men")
@pytest.mark.parametrize(("at", "serves", "goes"), [("A10", "agun", True), ("F10", "agun", False), ("A10", "", False)])
def test_an_officer_goes_after_his_gun(at: str, serves: str, goes: bool) -> None:
    """Where most of its crew do not hear him any more; who has no gun to look after defends where he is."""
    crew = [man(f"a{n}", f"J{8 + n}", E, serves=serves, left=0) for n in (2, 3)]
    officer = man("a1", at, E, command=1, control="free")
    scene = stage(gun("agun", "I10", E, left=0), officer, *crew, man("p1", "AD18", W))
    assert (decide(scene).orders == ["RollMove 1"]) is goes
    if goes:
        assert scene.map.cell(goes_to(scene, 4).split()[-1]).q > scene.map.cell(at).q


@pytest.mark.rule("LPG-SOLO")
def test_one_die_says_which_of_two_alike() -> None:
    """The one that is looked for is the one that is fired at, and no other die is thrown for it."""
    crew = [man(f"a{n}", f"A{8 + n}", E, serves="a1", control="free", acquired=("p1", "p2")) for n in (2, 3)]
    scene = stage(gun("a1", "B10", E), *crew, man("p1", "K8", W), man("p2", "K12", W))
    assert decide(scene, 2).orders == ["FireGun K12"]
