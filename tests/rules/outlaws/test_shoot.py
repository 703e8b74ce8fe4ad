"""Shoot and Shoot+: OUT-SHOOT-1 to OUT-SHOOT-9, OUT-SHOOT-plus, OUT-LOOP.

a1 stands in C8 and faces north; p1 stands in C4 and faces south, four squares ahead.
"""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.outlaws.solo.tables import Move, Shoot, ShootPlus
from sim.rules.outlaws.state import OutlawsPosition
from tests.rules.outlaws.deciding import MISS, followed
from tests.rules.outlaws.stage import cell, character, item, position, read, town


def face_to_face(
    *more: Any, actions: int = 4, at: str = "C4", towards: str = "n", on: Any = None, **auto: Any
) -> OutlawsPosition:
    """Return the scene."""
    return position(
        character("a1", "C8", towards, **{"actions": 4, **auto}),
        character("p1", at, "s"),
        *more,
        on=on,
        actor="a1",
        actions=actions,
    )


# -- turning -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-1")
def test_it_turns_so_that_the_target_is_in_view() -> None:
    """And then shoots."""
    orders = followed(face_to_face(right="colt", towards="s"), Shoot, *MISS).orders
    assert orders == ["Turnaround n", "Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-1")
@pytest.mark.parametrize("words", [{"mounted": True}, {"prone": True}], ids=["mounted", "prone"])
def test_riders_and_who_lies_turn_as_well(words: dict[str, Any]) -> None:
    """They take no step, but whom they could turn to see can be seen."""
    orders = followed(face_to_face(right="colt", towards="s", **words), Shoot, *MISS).orders
    assert orders == ["Turnaround n", "Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-1")
def test_it_does_not_turn_where_the_target_is_in_view() -> None:
    """45 degrees to the side are in view."""
    assert followed(face_to_face(right="colt", at="G4"), Shoot, *MISS).orders == ["Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-1")
def test_one_step_where_turning_cannot_help() -> None:
    """A wall ends beside it: from the next square p1 is in view."""
    wall = town(wall="A7/s B7/s C7/s")
    decision = followed(face_to_face(right="colt", at="C5", on=wall), Shoot, *MISS)
    assert decision.orders[0].startswith("Walk D")
    assert decision.orders[-1] == "Shoot p1 colt-a1 standard"


@pytest.mark.rule("OUT-SHOOT-1")
@pytest.mark.rule("OUT-SHOOT-3")
@pytest.mark.parametrize("words", [{"mounted": True, "actions": 1}, {"prone": True, "actions": 2}])
def test_riders_and_who_lies_take_no_step(words: dict[str, Any]) -> None:
    """From the next square p1 would be in view, but nobody walks there: it becomes a Move."""
    wall = town(wall="A7/s B7/s C7/s")
    decision = followed(face_to_face(right="colt", at="C5", on=wall, **words), Shoot, 1)
    assert decision.thrown[0].endswith("even towards, odd away")


# -- hands ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-2")
def test_without_a_weapon_in_hand_it_draws_one_that_could_wound() -> None:
    """The shotgun does not carry ten squares; the Winchester does."""
    scene = face_to_face(carried=("double_shotgun", "winchester"), at="C1")
    far = position(
        scene.state.unit("a1").changed(cell=scene.map.cell("C11")), scene.state.unit("p1"), actor="a1", actions=4
    )
    assert followed(far, Shoot, *MISS).orders == ["Draw winchester-a1", "Shoot p1 winchester-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-2")
def test_an_empty_weapon_is_stowed_and_another_drawn() -> None:
    """Actions left: then it shoots."""
    scene = face_to_face(right=item("colt", "a1", loaded=0), carried=("winchester",))
    assert followed(scene, Shoot, *MISS).orders == [
        "Stow right",
        "Draw winchester-a1",
        "Shoot p1 winchester-a1 standard",
    ]


@pytest.mark.rule("OUT-SHOOT-2")
def test_a_weapon_that_cannot_wound_is_stowed() -> None:
    """Eleven squares are too far for the shotgun. With one action it is only put away."""
    scene = face_to_face(right="shotgun", carried=("colt",), actions=1)
    far = position(
        scene.state.unit("a1").changed(cell=scene.map.cell("C12")),
        scene.state.unit("p1").changed(cell=scene.map.cell("C1")),
        actor="a1",
        actions=1,
    )
    assert followed(far, Shoot).orders == ["Stow right"]


@pytest.mark.rule("OUT-SHOOT-2")
def test_too_few_actions_after_drawing_leave_the_weapon_drawn() -> None:
    """The instruction ends there."""
    decision = followed(face_to_face(carried=("colt",), actions=1), Shoot)
    assert decision.orders == ["Draw colt-a1"]


@pytest.mark.rule("OUT-SHOOT-4")
@pytest.mark.parametrize(("die", "drawn"), [(1, "colt-a1"), (2, "bow-a1"), (3, "lance-a1")])
def test_an_unarmed_rider_draws_at_random(die: int, drawn: str) -> None:
    """A loaded handgun, a bow or a lance: not the rifle while there is one of those."""
    scene = face_to_face(carried=("winchester", "colt", "bow", "lance", "knife"), mounted=True, actions=1)
    assert followed(scene, Shoot, die).orders == [f"Draw {drawn}"]


@pytest.mark.rule("OUT-SHOOT-4")
def test_an_unarmed_rider_without_those_draws_rifle_or_shotgun() -> None:
    """An empty handgun is none; knives and tomahawks are for other occasions."""
    carried = (item("colt", "a1", loaded=0), "winchester", "knife", "tomahawk")
    scene = face_to_face(carried=carried, mounted=True, actions=1)
    assert followed(scene, Shoot).orders == ["Draw winchester-a1"]


@pytest.mark.rule("OUT-SHOOT-4")
def test_an_armed_rider_draws_nothing_more() -> None:
    """With a hand free for the lance."""
    scene = face_to_face(right="colt", carried=("lance",), mounted=True)
    assert followed(scene, Shoot, *MISS).orders == ["Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-4")
@pytest.mark.parametrize(("die", "drawn"), [(1, "winchester-a1"), (2, "shotgun-a1")])
def test_of_rifle_and_shotgun_an_unarmed_rider_draws_at_random(die: int, drawn: str) -> None:
    """Both are drawn only for want of something better."""
    scene = face_to_face(carried=("winchester", "shotgun"), mounted=True, actions=1)
    assert followed(scene, Shoot, die).orders == [f"Draw {drawn}"]


# -- the shot ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-5")
@pytest.mark.parametrize("weapon", ["colt", "winchester", "shotgun", "bow"])
def test_a_standard_shoot_is_one_standard_shot(weapon: str) -> None:
    """However many actions are left."""
    assert followed(face_to_face(right=weapon), Shoot, *MISS).orders == [f"Shoot p1 {weapon}-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-5")
@pytest.mark.rule("OUT-THROW")
@pytest.mark.parametrize("weapon", ["lance", "tomahawk", "knife"])
def test_a_lance_a_tomahawk_or_a_knife_in_hand_is_thrown(weapon: str) -> None:
    """That is their shot, within three squares."""
    assert followed(face_to_face(right=weapon, at="C5"), Shoot, *MISS).orders == [f"ThrowWeapon p1 {weapon}-a1"]


@pytest.mark.rule("OUT-THROW")
def test_a_knife_on_the_belt_is_drawn_to_be_thrown() -> None:
    """With empty hands and a target three squares away."""
    orders = followed(face_to_face(carried=("knife",), at="C5"), Shoot, *MISS).orders
    assert orders == ["Draw knife-a1", "ThrowWeapon p1 knife-a1"]


@pytest.mark.rule("OUT-THROW")
@pytest.mark.parametrize("held", [{"carried": ("knife", "colt")}, {"right": "knife", "left": "colt"}])
def test_a_gun_comes_before_what_is_thrown(held: dict[str, Any]) -> None:
    """Drawn from the belt, or in the other hand; no die is thrown for it."""
    orders = followed(face_to_face(at="C5", **held), Shoot, *MISS).orders
    assert orders[-1] == "Shoot p1 colt-a1 standard"


@pytest.mark.rule("OUT-SHOOT-3")
@pytest.mark.rule("OUT-MOVE-walk-fov")
@pytest.mark.parametrize("at", ["C3", "C4", "C5", "C6", "C7"])
def test_shoot_and_move_agree_on_what_could_wound(at: str) -> None:
    """A knife three squares away could wound for both, at four for neither: whoever is told to Shoot throws it there.

    Only further off does the Shoot become a Move, which goes on to three squares.
    """
    near = at >= "C5"
    decision = followed(face_to_face(right="knife", at=at, actions=1), Shoot, *(MISS if near else (2,)))
    assert decision.orders == (["ThrowWeapon p1 knife-a1"] if near else ["Walk C7 n", *["HitTheDirt"] * (at == "C4")])


@pytest.mark.rule("OUT-SHOOT-5")
def test_of_two_guns_the_one_in_the_better_hand_is_fired() -> None:
    """No die is thrown for it."""
    scene = face_to_face(right="colt", left=item("colt", "second"))
    assert followed(scene, Shoot, *MISS).orders == ["Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-6")
def test_a_rifle_with_one_action_takes_a_poor_shot() -> None:
    """A bow with one action shoots not at all."""
    assert followed(face_to_face(right="winchester", actions=1), Shoot, *MISS).orders == ["Shoot p1 winchester-a1 poor"]
    assert followed(face_to_face(right="bow", actions=1), Shoot).orders == []


@pytest.mark.rule("OUT-SHOOT-7")
@pytest.mark.parametrize(("die", "both"), [(1, " both"), (2, " both"), (3, ""), (6, "")])
def test_a_double_shotgun_fires_both_barrels_on_1_and_2(die: int, both: str) -> None:
    """By a die before the shot."""
    decision = followed(face_to_face(right="double_shotgun"), Shoot, die, *MISS)
    assert decision.orders == [f"Shoot p1 double_shotgun-a1 standard{both}"]


@pytest.mark.rule("OUT-SHOOT-7")
def test_one_barrel_left_asks_for_no_die() -> None:
    """Both barrels are not possible then."""
    scene = face_to_face(right=item("double_shotgun", "a1", loaded=1))
    assert followed(scene, Shoot, *MISS).orders == ["Shoot p1 double_shotgun-a1 standard"]


# -- bows ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-8")
def test_who_lies_with_a_bow_gets_up_to_shoot() -> None:
    """There are actions for both."""
    scene = face_to_face(right="bow", prone=True)
    assert followed(scene, Shoot, *MISS).orders == ["GetUp", "Shoot p1 bow-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-8")
def test_who_lies_gets_up_with_the_bow_that_he_has_just_drawn() -> None:
    """Armed with a bow is armed with a bow: one action to draw it, and two to get up."""
    assert followed(face_to_face(carried=("bow",), prone=True), Shoot).orders == ["Draw bow-a1", "GetUp"]


@pytest.mark.rule("OUT-READ-archer")
def test_who_lies_with_a_bow_gets_up_even_without_actions_to_shoot() -> None:
    """With three there is one left."""
    assert followed(face_to_face(right="bow", prone=True, actions=3), Shoot).orders == ["GetUp"]


@pytest.mark.rule("OUT-READ-archer")
def test_to_get_up_only_for_a_shot_is_the_other_reading() -> None:
    """Three actions are not enough for both."""
    scene = read(face_to_face(right="bow", prone=True, actions=3), prone_archer="gets up to shoot")
    assert followed(scene, Shoot).orders == []


@pytest.mark.rule("OUT-SHOOT-8")
@pytest.mark.rule("OUT-ARROW")
def test_an_arrow_is_put_on_the_string_as_part_of_the_shot() -> None:
    """A ruling: a bow with arrows left is not empty."""
    scene = face_to_face(right=item("bow", "a1", loaded=0, reloads=5))
    assert followed(scene, Shoot, *MISS).orders == ["Reload bow-a1", "Shoot p1 bow-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-8")
@pytest.mark.parametrize(
    ("carried", "drawn"),
    [
        (("knife", "lance", "winchester", "colt"), "colt-a1"),
        (("knife", "lance", "winchester"), "winchester-a1"),
        (("knife", "tomahawk", "lance"), "lance-a1"),
        (("knife", "tomahawk"), "tomahawk-a1"),
        (("knife",), "knife-a1"),
    ],
)
def test_with_one_action_for_good_the_bow_is_dropped_for_another_weapon(carried: tuple[str, ...], drawn: str) -> None:
    """Handgun, rifle, lance, tomahawk, knife, in this order."""
    scene = face_to_face(right="bow", carried=carried, actions=1, lost=3)
    assert followed(scene, Shoot).orders[:2] == ["Drop right", f"Draw {drawn}"]


@pytest.mark.rule("OUT-SHOOT-8")
def test_a_shotgun_is_not_among_what_is_drawn_instead_of_a_bow() -> None:
    """Nor would it carry eleven squares: the shot becomes a Move."""
    near = face_to_face(right="bow", carried=("shotgun",), actions=1, lost=3).state
    far = position(
        near.unit("a1").changed(cell=cell("C12")), near.unit("p1").changed(cell=cell("C1")), actor="a1", actions=1
    )
    orders = followed(far, Shoot, 1).orders
    assert orders[0] == "Drop right"
    assert "Draw shotgun-a1" not in orders


@pytest.mark.rule("OUT-SHOOT-8")
def test_an_empty_weapon_is_not_drawn_instead_of_a_bow() -> None:
    """The rifle is next."""
    empty = item("colt", "a1", loaded=0, reloads=0)
    scene = face_to_face(right="bow", carried=(empty, "winchester"), actions=1, lost=3)
    assert followed(scene, Shoot).orders[:2] == ["Drop right", "Draw winchester-a1"]


@pytest.mark.rule("OUT-SHOOT-8")
def test_to_get_up_for_a_shot_counts_the_arrow_as_well() -> None:
    """Two to get up, one for the arrow, two for the shot: four are not enough."""
    scene = face_to_face(right=item("bow", "a1", loaded=0, reloads=5), prone=True)
    assert "GetUp" not in followed(read(scene, prone_archer="gets up to shoot"), Shoot).orders


@pytest.mark.rule("OUT-SHOOT-8")
@pytest.mark.parametrize("lost", [0, 2])
def test_with_one_action_left_of_several_the_bow_is_kept(lost: int) -> None:
    """Only what is lost for good counts, and two actions are enough for a bow."""
    assert followed(face_to_face(right="bow", carried=("colt",), actions=1, lost=lost), Shoot).orders == []


# -- Shoot+ --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-plus")
@pytest.mark.parametrize(
    ("weapon", "actions", "aims"),
    [
        ("colt", 1, ["standard"]),
        ("colt", 2, ["best"]),
        ("colt", 3, ["steady"]),
        ("colt", 4, ["steady", "standard"]),
        ("winchester", 1, ["poor"]),
        ("winchester", 2, ["standard"]),
        ("winchester", 3, ["best"]),
        ("winchester", 4, ["steady"]),
        ("bow", 3, ["best"]),
    ],
)
def test_shoot_plus_spends_the_most_actions(weapon: str, actions: int, aims: list[str]) -> None:
    """Better aimed shots before more of them."""
    decision = followed(face_to_face(right=weapon, actions=actions), ShootPlus, *MISS * len(aims))
    assert decision.orders == [f"Shoot p1 {weapon}-a1 {aim}" for aim in aims]
    assert decision.state.actions == 0


@pytest.mark.rule("OUT-SHOOT-plus")
def test_shoot_plus_goes_as_far_as_the_rounds() -> None:
    """One round: Steady Aim, and no further shot."""
    scene = face_to_face(right=item("colt", "a1", loaded=1))
    assert followed(scene, ShootPlus, *MISS).orders == ["Shoot p1 colt-a1 steady"]


@pytest.mark.rule("OUT-SHOOT-plus")
def test_shoot_plus_stops_when_the_target_is_down() -> None:
    """The second shot is not fired at somebody else."""
    other = character("p2", "C3", "s")
    decision = followed(face_to_face(other, right="colt"), ShootPlus, 6, 6, cards=("dead",))
    assert decision.orders == ["Shoot p1 colt-a1 steady"]


# -- what becomes a Move -------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-3")
def test_without_a_weapon_that_could_wound_shoot_becomes_move() -> None:
    """Empty hands and pockets: the die of the Move is thrown, and it walks nearer."""
    decision = followed(face_to_face(), Shoot, 2)
    assert decision.thrown[0].endswith("even towards, odd away")
    assert decision.orders[0].startswith("Walk")
    assert decision.tried("no weapon could wound: Move instead").taken


@pytest.mark.rule("OUT-SHOOT-3")
def test_a_target_that_cannot_be_seen_makes_it_move() -> None:
    """The wall is too long for one step."""
    wall = town(wall="A6/s B6/s C6/s D6/s E6/s F6/s")
    decision = followed(face_to_face(right="colt", on=wall), Shoot, 2)
    assert decision.orders[0].startswith("Walk")
    assert decision.tried("the target cannot be seen: Move instead").taken


@pytest.mark.rule("OUT-SHOOT-9")
def test_a_friend_in_the_way_makes_it_move() -> None:
    """One who lies down is not in the way."""
    decision = followed(face_to_face(character("a2", "C6"), right="colt"), Shoot, 2)
    assert decision.tried("a friend is in the way: Move instead").taken
    assert not any(order.startswith("Shoot") for order in decision.orders)
    over = followed(face_to_face(character("a2", "C6", prone=True), right="colt"), Shoot, *MISS)
    assert over.orders == ["Shoot p1 colt-a1 standard"]


@pytest.mark.rule("OUT-SHOOT-9")
def test_nothing_is_drawn_for_a_shot_that_a_friend_blocks() -> None:
    """It becomes a Move at once."""
    decision = followed(face_to_face(character("a2", "C6"), carried=("colt",)), Shoot, 2)
    assert not decision.orders[0].startswith("Draw")


@pytest.mark.rule("OUT-SHOOT-5")
def test_who_has_run_makes_nothing_ready() -> None:
    """Not even what costs nothing: the chair leg stays in its hand."""
    scene = face_to_face(right="object", carried=("winchester",), actions=0)
    assert followed(type(scene)(scene.battle, scene.state.changed(ran=True)), Shoot).orders == []


@pytest.mark.rule("OUT-LOOP")
def test_a_shoot_that_became_move_does_not_shoot() -> None:
    """Even, in view, no cover about: it goes to where a weapon could wound and no friend is in the way."""
    decision = followed(face_to_face(character("a2", "C7"), right="colt"), Shoot, 2)
    assert decision.orders[-1] == "HitTheDirt"
    assert not any(order.startswith("Shoot") for order in decision.orders)
    assert len([asked for asked in decision.thrown if "even towards" in asked]) == 1


@pytest.mark.rule("OUT-LOOP")
def test_a_move_that_became_shoot_does_not_move_again() -> None:
    """Unarmed and in view: Move, no cover, the Shoot cannot be, and the next clause is walked; one die only."""
    decision = followed(face_to_face(), Move, 2)
    assert len(decision.thrown) == 1
    assert "OUT-LOOP: a Move does not become a Move" in decision.text
    assert decision.orders[0].startswith("Walk")


@pytest.mark.rule("OUT-LOOP")
def test_a_shoot_becomes_a_move_once_and_no_second_die_is_thrown() -> None:
    """No weapon, and a friend in the way as well; in the corner it can get no further away."""
    scene = position(
        character("a1", "L12", actions=4), character("a2", "K11"), character("p1", "A1"), actor="a1", actions=4
    )
    decision = followed(scene, Shoot, 1)
    assert decision.orders == []
    assert decision.tried("no weapon could wound: Move instead").taken


# -- no die that decides nothing -----------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-2")
def test_no_die_is_thrown_for_a_weapon_that_there_is_no_action_to_draw() -> None:
    """One action turns it; which of two guns it would draw is left for another counter."""
    scene = face_to_face(carried=("colt", "winchester"), towards="s", actions=1)
    assert followed(scene, Shoot).orders == ["Turnaround n"]


@pytest.mark.rule("OUT-SHOOT-2")
def test_no_die_is_thrown_between_two_guns_alike() -> None:
    """Two full Colts on one belt."""
    scene = face_to_face(carried=("colt", item("colt", "second")), actions=1)
    assert followed(scene, Shoot).orders == ["Draw colt-a1"]


@pytest.mark.rule("OUT-SHOOT-2")
def test_two_useless_guns_are_stowed_for_one_that_takes_both_hands() -> None:
    """As far as actions reach: two to stow, one to draw, and a Poor Shot."""
    empty = {"right": item("colt", "a1", loaded=0), "left": item("colt", "second", loaded=0)}
    orders = followed(face_to_face(carried=("winchester",), **empty), Shoot, *MISS).orders
    assert orders == ["Stow right", "Stow left", "Draw winchester-a1", "Shoot p1 winchester-a1 poor"]


@pytest.mark.rule("OUT-SHOOT-2")
def test_one_useless_gun_is_stowed_for_one_that_takes_a_hand() -> None:
    """The other stays where it is."""
    empty = {"right": item("colt", "a1", loaded=0), "left": item("colt", "second", loaded=0)}
    orders = followed(face_to_face(carried=(item("colt", "third"),), **empty), Shoot, *MISS).orders
    assert orders == ["Stow right", "Draw colt-third", "Shoot p1 colt-third standard"]
