"""What an auto does in a brawl: OUT-BRAWL-1 to OUT-BRAWL-4."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.outlaws.state import OutlawsPosition
from tests.rules.outlaws.deciding import decide
from tests.rules.outlaws.stage import cell, character, item, position

LOSE = (1, 1)
"""The dice of both for a blow that comes to nothing: the same for each."""


def brawl(
    *, objects: bool = False, actions: int = 1, opponent: dict[str, Any] | None = None, **auto: Any
) -> OutlawsPosition:
    """Return a1 and p1 in one square."""
    return position(
        character("a1", "C6", **auto),
        character("p1", "C6", "s", **(opponent or {})),
        actor="a1",
        actions=actions,
        shootout={"objects": (cell("C6"),)} if objects else None,
    )


def blows(scene: OutlawsPosition, *dice: int) -> list[str]:
    """Return what a1 orders."""
    return decide(scene, *dice, occasion="brawl").orders


@pytest.mark.rule("OUT-BRAWL-1")
@pytest.mark.parametrize("hand", [None, "colt", "lance"])
def test_body_blow_is_the_rule(hand: str | None) -> None:
    """Whatever else is in the hand."""
    assert blows(brawl(right=hand), *LOSE)[0] == "BodyBlow p1"


@pytest.mark.rule("OUT-BRAWL-1")
def test_blow_after_blow_while_actions_last() -> None:
    """Three actions, three blows."""
    assert blows(brawl(actions=3), *LOSE * 3)[:3] == ["BodyBlow p1"] * 3


@pytest.mark.rule("OUT-BRAWL-2")
@pytest.mark.parametrize("weapon", ["object", "winchester", "shotgun"])
def test_it_picks_up_an_object_against_one(weapon: str) -> None:
    """If there are objects in the square, and the opponent holds something to strike with."""
    assert blows(brawl(objects=True, opponent={"right": weapon}))[0] == "PickUp"
    assert blows(brawl(opponent={"right": weapon}), *LOSE)[0] == "BodyBlow p1"


@pytest.mark.rule("OUT-BRAWL-2")
def test_it_picks_up_nothing_against_bare_hands() -> None:
    """Nor against a knife or a handgun."""
    for hand in (None, "colt", "knife"):
        assert blows(brawl(objects=True, opponent={"right": hand}), *LOSE)[0] == "BodyBlow p1"


@pytest.mark.rule("OUT-BRAWL-3")
@pytest.mark.parametrize("weapon", ["object", "winchester", "shotgun"])
def test_it_strikes_with_what_it_holds(weapon: str) -> None:
    """Even if there are objects about, and the opponent has one."""
    scene = brawl(objects=True, right=weapon, opponent={"right": "object"})
    assert blows(scene, 2, 2)[0] == f"Strike p1 {weapon}-a1"


@pytest.mark.rule("OUT-BRAWL-4")
def test_with_a_knife_it_stabs() -> None:
    """A knife in the pocket is not in the hand."""
    assert blows(brawl(right="knife"), 1, 3)[0] == "Stab p1 knife-a1"
    assert blows(brawl(carried=("knife",)), *LOSE)[0] == "BodyBlow p1"


@pytest.mark.rule("OUT-BRAWL-4")
def test_prone_with_a_knife_it_gets_up_first() -> None:
    """Two actions to get up, one to stab."""
    assert blows(brawl(right="knife", prone=True, actions=3), 1, 3)[:2] == ["GetUp", "Stab p1 knife-a1"]


@pytest.mark.rule("OUT-BRAWL-4")
def test_prone_without_a_knife_it_strikes_from_the_ground() -> None:
    """Getting up is for the knife."""
    assert blows(brawl(prone=True, actions=2), *LOSE, *LOSE)[:2] == ["BodyBlow p1"] * 2


@pytest.mark.rule("OUT-BRAWL-2")
@pytest.mark.rule("OUT-BRAWL-4")
@pytest.mark.rule("OUT-BRAWL-order")
def test_an_object_comes_before_the_knife_against_one() -> None:
    """A ruling: with the other hand."""
    assert blows(brawl(objects=True, right="knife", opponent={"right": "object"}))[0] == "PickUp"


@pytest.mark.rule("OUT-BRAWL-2")
def test_it_picks_up_what_somebody_dropped() -> None:
    """A ruling: a chair leg that lies in the square is an object like those that are printed."""
    scene = brawl(opponent={"right": "object"})
    lying = scene.state.changed(lying=((cell("C6"), item("object", "lying")),))
    assert blows(type(scene)(scene.battle, lying))[0] == "PickUp"


@pytest.mark.rule("OUT-BRAWL-2")
def test_a_rifle_on_the_floor_keeps_nobody_from_the_chairs() -> None:
    """With a Colt in one hand there is none for a rifle, but one for the printed object."""
    scene = brawl(objects=True, right="colt", opponent={"right": "object"})
    lying = scene.state.changed(lying=((cell("C6"), item("winchester", "lying")),))
    decided = decide(type(scene)(scene.battle, lying), occasion="brawl")
    assert decided.orders[0] == "PickUp"
    assert decided.state.unit("a1").left == item("object", "C6", reloads=0)


@pytest.mark.rule("OUT-T-tie")
@pytest.mark.parametrize(("die", "who"), [(1, "p1"), (2, "p2")])
def test_of_several_opponents_a_die_chooses(die: int, who: str) -> None:
    """One blow for each."""
    scene = brawl()
    both = position(*scene.state.units, character("p2", "C6", "s"), actor="a1", actions=1)
    assert blows(both, die, *LOSE)[0] == f"BodyBlow {who}"


@pytest.mark.rule("OUT-T-groups")
def test_the_fallen_and_groups_are_no_opponents() -> None:
    """No die is thrown between them and p1."""
    others = (character("p2", "C6", "s", conscious=False), character("p3", "C6", "s", group=True))
    crowd = position(*brawl().state.units, *others, actor="a1", actions=1)
    assert blows(crowd, *LOSE)[0] == "BodyBlow p1"


@pytest.mark.rule("OUT-KNIFE")
def test_the_knife_on_the_belt_is_drawn_to_stab() -> None:
    """A Colt in one hand leaves the other free."""
    assert blows(brawl(right="colt", carried=("knife",), actions=2), 1, 6)[:2] == [
        "Draw knife-a1",
        "Stab p1 knife-a1",
    ]


@pytest.mark.rule("OUT-KNIFE")
@pytest.mark.parametrize(
    "words",
    [{"actions": 1}, {"actions": 3, "prone": True}, {"actions": 2, "right": "colt", "left": "lance"}],
    ids=["no action for the stab", "none after getting up", "no hand is free"],
)
def test_the_knife_stays_on_the_belt_where_no_stab_can_follow(words: dict[str, Any]) -> None:
    """Fists it is."""
    orders = blows(brawl(carried=("knife",), **words), *LOSE * words["actions"])
    assert orders[: words["actions"]] == ["BodyBlow p1"] * words["actions"]


@pytest.mark.rule("OUT-KNIFE")
@pytest.mark.rule("OUT-BRAWL-order")
def test_who_holds_something_to_strike_with_draws_no_knife() -> None:
    """OUT-BRAWL-3 comes first."""
    assert blows(brawl(right="object", carried=("knife",), actions=2), 2, 6, 2, 6)[0] == "Strike p1 object-a1"


@pytest.mark.rule("OUT-BRAWL-order")
def test_one_die_chooses_the_opponent_of_a_counter() -> None:
    """Of two the second, for all three blows."""
    scene = position(
        character("a1", "C6"), character("p1", "C6", "s"), character("p2", "C6", "s"), actor="a1", actions=3
    )
    assert blows(scene, 2, *LOSE * 3)[:3] == ["BodyBlow p2"] * 3


@pytest.mark.rule("OUT-BRAWL-order")
def test_with_one_opponent_out_the_next_is_struck_at() -> None:
    """A 6 against a 1 knocks p2 out."""
    scene = position(
        character("a1", "C6"), character("p1", "C6", "s"), character("p2", "C6", "s"), actor="a1", actions=2
    )
    assert blows(scene, 2, 6, 1, *LOSE)[:2] == ["BodyBlow p2", "BodyBlow p1"]
