"""LPG-SEQ, LPG-CMD, LPG-CTRL, LPG-STUN, LPG-WOUND: the steps of a turn, leaders, and men left to themselves."""

from typing import Any

import pytest

from sim.engine.orders import Intent
from sim.rules.la_petite_guerre.combat.morale import control_check, control_result, take_control_tests
from sim.rules.la_petite_guerre.events import Broke, ControlTested, Fired, Moved, Reloaded, Stunned
from sim.rules.la_petite_guerre.orders.commands import GoFirst, Wait
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire
from sim.rules.la_petite_guerre.orders.moves import Face, Move, RollMove
from sim.rules.la_petite_guerre.orders.order import (
    ACTION,
    FIRST_MOVE,
    MOVING,
    ChangeWeapon,
    FixBayonet,
    LieDown,
    Mount,
    Reload,
    StandUp,
)
from sim.rules.la_petite_guerre.state import ActionTaken, LpgPosition
from sim.rules.la_petite_guerre.turn import STEPS, repeat
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    E,
    N,
    W,
    man,
    order,
    play_on,
    position,
    refusal_of,
    run,
    squares,
    unit,
)
from tests.rules.positions import changed, names, way

# -- the turn -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-SEQ")
def test_the_steps() -> None:
    """Command, control, actions, charges, morale, and the end of the turn."""
    assert STEPS == ("command", "control", "actions", "charges", "morale", "end")


@pytest.mark.rule("LPG-SEQ")
@pytest.mark.parametrize(("dice", "first", "order_"), [
    ([5, 2], True, (MILITIA, METIS)),
    ([5, 2], False, (METIS, MILITIA)),
    ([3, 3, 1, 6], True, (METIS, MILITIA)),
])  # fmt: skip
def test_the_higher_die_chooses(dice: list[int], first: bool, order_: tuple[str, ...]) -> None:
    """Ties are thrown again."""
    winner = MILITIA if dice[-2] > dice[-1] else METIS
    scene = position(man("p1", "C10"), man("a1", "Z10"), phase="first move", side="", turn=2)
    played = play_on(scene, {FIRST_MOVE: [GoFirst(winner, first)]}, dice)
    assert played.scene.state.order == order_
    assert (played.scene.state.turn, played.scene.state.phase) == (3, "command")


@pytest.mark.rule("LPG-SEQ")
def test_one_side_takes_a_step_and_then_the_other() -> None:
    """Before the next step begins."""
    scene = position(man("p1", "C10"), man("a1", "Z10"), phase="morale")
    other = play_on(scene).scene
    assert (other.state.phase, other.state.side) == ("morale", METIS)
    assert play_on(other).scene.state.phase == "end"


@pytest.mark.rule("LPG-SEQ", "LPG-STUN")
@pytest.mark.parametrize(("until", "left"), [(3, 0), (4, 4)])
def test_expired_stunned_markers_go(until: int, left: int) -> None:
    """At the end of turn three those of turn three."""
    scene = position(man("p1", "C10", stunned=until), man("a1", "Z10"), phase="end", side="")
    assert play_on(scene).unit("p1").stunned == left


@pytest.mark.rule("LPG-CTRL")
def test_the_end_of_a_turn_keeps_what_was_done() -> None:
    """For who has to repeat it."""
    scene = position(man("p1", "C10", did=(ActionTaken("move", E),)), man("a1", "Z10"), phase="end", side="")
    rested = play_on(scene).unit("p1")
    assert (rested.last, rested.did) == ((ActionTaken("move", E),), ())


# -- control tests ------------------------------------------------------------------------------------------------


def left_alone(**words: Any) -> LpgPosition:
    """One man without a leader, and an enemy far away."""
    return position(man("p1", "C10", E, **words), man("a1", "Z10", W), phase="control")


def after_tests(scene: LpgPosition, *dice: int) -> Any:
    """Take the control tests of the militia."""
    return run(scene, lambda game: take_control_tests(game, MILITIA), dice)


@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize(("grade", "worth"), [("A", 1), ("B", 0), ("C", -1)])
def test_grades(grade: str, worth: int) -> None:
    """One more, or one less."""
    scene = left_alone(grade=grade)
    assert control_check(scene, unit(scene, "p1")).total == worth


@pytest.mark.rule("LPG-CTRL")
def test_defending_in_cover_adds_one() -> None:
    """A rifle pit is cover."""
    scene = position(man("p1", "C10", E), man("a1", "Z10", W), on=squares(rifle_pit="C10"))
    assert control_check(scene, unit(scene, "p1")).total == 1


@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize("fire", [0, 2])
def test_every_face(fire: int) -> None:
    """Four and more free, two and three repeat; a one breaks who is under fire, and stuns who is not."""
    scene = left_alone(under_fire=fire)
    found = [control_result(scene, unit(scene, "p1"), die) for die in range(1, 7)]
    assert found == ["breaks" if fire else "stunned", "repeats", "repeats", "free", "free", "free"]


@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize(("fire", "under"), [(3, True), (2, True), (1, False), (0, False)])
def test_under_fire_is_this_turn_or_the_last(fire: int, under: bool) -> None:
    """Not the one before."""
    scene = left_alone(under_fire=fire)
    assert (control_result(scene, unit(scene, "p1"), 1) == "breaks") is under


@pytest.mark.rule("LPG-CTRL")
def test_four_is_free() -> None:
    """He does as he is told."""
    assert after_tests(left_alone(), 4).unit("p1").control == "free"


@pytest.mark.rule("LPG-CTRL")
def test_three_repeats_what_was_done() -> None:
    """Who did nothing does nothing."""
    assert after_tests(left_alone(last=(ActionTaken("move", E),)), 3).unit("p1").control == "repeats"
    assert after_tests(left_alone(), 3).unit("p1").control == "nothing"


@pytest.mark.rule("LPG-CTRL", "LPG-STUN")
def test_one_without_fire_stuns() -> None:
    """Until the end of the next turn."""
    played = after_tests(left_alone(), 1)
    assert played.of(Stunned) and played.unit("p1").stunned == 4


@pytest.mark.rule("LPG-CTRL", "LPG-ROUT")
def test_one_under_fire_breaks_even_the_stunned() -> None:
    """He runs at once if an enemy is near."""
    scene = changed(changed(left_alone(under_fire=3, stunned=3), "a1", cell="U10"), "p1", cell="N10")
    played = after_tests(scene, 1, 3, 4)
    assert played.of(Broke)
    assert [event.gait for event in played.of(Moved)] == ["run"]


@pytest.mark.rule("LPG-CTRL", "LPG-PURSUE")
@pytest.mark.parametrize(("cell", "die", "pursues"), [("S10", 4, True), ("S10", 3, False), ("U10", None, False)])
def test_who_breaks_left_to_himself_is_pursued(cell: str, die: int | None, pursues: bool) -> None:
    """By enemies against six inches with a four, as one who breaks in a charge is; nobody comes from further."""
    scene = changed(changed(left_alone(under_fire=3), "a1", cell=cell), "p1", cell="N10")
    dice = [1, 3, 4] + ([] if die is None else [die]) + ([2] if pursues else [])
    played = after_tests(scene, *dice)
    assert played.of(Broke)
    assert [event.gait for event in played.of(Moved)] == ["run", *(["pursue"] if pursues else [])]


@pytest.mark.rule("LPG-CTRL")
def test_leaders_look_after_themselves() -> None:
    """They are free without a die."""
    assert after_tests(left_alone(command=1)).unit("p1").control == "free"


@pytest.mark.rule("LPG-CTRL", "LPG-CMD")
def test_who_is_controlled_is_not_tested() -> None:
    """There is no die for him."""
    assert not after_tests(left_alone(control="free")).of(ControlTested)


@pytest.mark.rule("LPG-CTRL", "LPG-MOVE-3")
def test_a_file_conforms_to_its_lead() -> None:
    """One die for both, wherever he is in the roster."""
    scene = position(man("p1", "C10", E, follows="p2"), man("p2", "D10", E), man("a1", "Z10", W), phase="control")
    played = after_tests(scene, 5)
    assert [played.unit(id_).control for id_ in ("p1", "p2")] == ["free", "free"]


@pytest.mark.rule("LPG-CTRL")
def test_who_has_run_and_halted_comes_to_himself_on_a_four() -> None:
    """Else he stays as he is."""
    scene = left_alone(broken=True)
    assert not after_tests(scene, 4).unit("p1").broken
    assert after_tests(scene, 3).unit("p1").broken


# -- repeating ----------------------------------------------------------------------------------------------------


def repeating(last: tuple[ActionTaken, ...], **words: Any) -> LpgPosition:
    """A man who repeats, in the step of actions."""
    return position(man("p1", "C10", N, control="repeats", last=last, **words), man("a1", "K10", W))


@pytest.mark.rule("LPG-CTRL")
def test_a_move_is_repeated_in_its_direction() -> None:
    """Whichever way he looks."""
    scene = repeating((ActionTaken("move", W),))
    played = run(changed(scene, "p1", cell="J3"), lambda game: repeat(game, "p1"), [3])
    assert names(scene, [played.unit("p1").place]) == ["G3"]


@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize("dice", [1, 2])
def test_a_rider_repeats_his_pace(dice: int) -> None:
    """Who walked his horse walks it, and who spurred it on does so."""
    scene = changed(repeating((ActionTaken("move", W, dice=dice),), mounted=True), "p1", cell="T3")
    assert run(scene, lambda game: repeat(game, "p1"), [3] * dice).unit("p1").did[-1].dice == dice
    spurred = position(man("p1", "C10", E, mounted=True))
    going = Move("p1", way(spurred, *(f"{column}10" for column in "DEFG"[: 2 * dice])))
    assert order(spurred, RollMove("p1", dice), [2] * dice, {MOVING: [going]}).unit("p1").did[-1].dice == dice


@pytest.mark.rule("LPG-CTRL")
def test_a_shot_is_repeated_at_its_target() -> None:
    """If it can be."""
    scene = changed(repeating((ActionTaken("fire", E, "a1"),), acquired=("a1",)), "p1", facing=E)
    assert run(scene, lambda game: repeat(game, "p1"), [1]).of(Fired)[0].target == "a1"
    assert not run(changed(scene, "p1", facing=W), lambda game: repeat(game, "p1")).of(Fired)


@pytest.mark.rule("LPG-CTRL")
def test_reloading_is_repeated() -> None:
    """If there is something to load."""
    scene = repeating((ActionTaken("reload"),), weapon="musket", loaded=False)
    assert run(scene, lambda game: repeat(game, "p1")).of(Reloaded)


@pytest.mark.rule("LPG-CTRL")
def test_looking_out_is_repeated() -> None:
    """For the same target."""
    scene = repeating((ActionTaken("acquire", N, "a1"),))
    assert run(scene, lambda game: repeat(game, "p1"), [2]).unit("p1").acquired == ("a1",)


@pytest.mark.rule("LPG-CTRL")
def test_a_move_is_remembered_by_where_it_went() -> None:
    """Not by where he looked before it."""
    scene = position(man("p1", "C10", N))
    played = order(scene, RollMove("p1"), [2], {MOVING: [Move("p1", way(scene, "D10", "E10"))]})
    assert played.unit("p1").did == (ActionTaken("move", E),)


# -- actions ------------------------------------------------------------------------------------------------------


def given(*men: Any) -> Any:
    """Begin the step of actions, and return what everybody has."""
    scene = position(*men, man("a1", "Z10", W), phase="control", side=METIS)
    return play_on(scene, dice=[4])


@pytest.mark.rule("LPG-ACT-1", "LPG-WOUND", "LPG-STUN")
@pytest.mark.parametrize(
    ("words", "left"),
    [
        ({}, 2),
        ({"wounded": True}, 1),
        ({"stunned": 4}, 1),
        ({"stunned": 4, "prone": True}, 0),
        ({"control": "nothing"}, 0),
        ({"broken": True}, 0),
    ],
)
def test_actions_of_a_turn(words: dict[str, Any], left: int) -> None:
    """Two; one for the wounded; the stunned may fall prone; nothing for who runs or is out of control."""
    assert given(man("p1", "C10", **{"control": "free", **words})).unit("p1").left == left


@pytest.mark.rule("LPG-STUN")
def test_the_stunned_fall_prone_or_dismount_and_nothing_else() -> None:
    """Every other order is refused."""
    scene = position(man("p1", "C10", E, stunned=4, left=1), man("a1", "F10", W))
    assert refusal_of(scene, LieDown("p1")) is None
    for intent in (Fire("p1", "a1"), RollMove("p1"), Face("p1", N), Acquire("p1", "a1")):
        assert "stunned" in (refusal_of(scene, intent) or "")
    assert refusal_of(changed(scene, "p1", mounted=True), Mount("p1")) is None


@pytest.mark.rule("LPG-WOUND")
def test_a_second_wound_kills() -> None:
    """The first stuns for a turn, and stays."""
    scene = position(man("p1", "C10", E, acquired=("a1",)), man("a1", "K10", W))
    once = order(scene, Fire("p1", "a1"), [5, 2])
    assert (once.unit("a1").wounded, once.unit("a1").stunned, once.unit("a1").dead) == (True, 4, False)
    twice = order(changed(once.scene, "p1", fired=0, left=2), Fire("p1", "a1"), [5, 3])
    assert twice.unit("a1").dead and twice.unit("a1").cell is None


@pytest.mark.rule("LPG-STUN")
def test_being_stunned_again_begins_anew() -> None:
    """Until the end of the turn after this."""
    scene = position(man("p1", "C10", E, acquired=("a1",)), man("a1", "K10", W, stunned=3))
    assert order(scene, Fire("p1", "a1"), [5, 4]).unit("a1").stunned == 4


@pytest.mark.rule("LPG-ACT-1")
@pytest.mark.parametrize(
    ("words", "intent", "after"),
    [
        ({}, LieDown("p1"), {"prone": True}),
        ({"prone": True}, StandUp("p1"), {"prone": False}),
        ({"rides": True}, Mount("p1"), {"mounted": True}),
        ({"mounted": True}, Mount("p1"), {"mounted": False}),
        ({}, Face("p1", W), {"facing": W}),
        ({"second": "revolver"}, ChangeWeapon("p1"), {"weapon": "revolver"}),
        ({"second": "revolver", "bayonet": True}, ChangeWeapon("p1"), {"weapon": "revolver", "bayonet": False}),
        ({"weapon": "snider_enfield"}, FixBayonet("p1"), {"bayonet": True}),
        ({"weapon": "snider_enfield", "bayonet": True}, FixBayonet("p1"), {"bayonet": False}),
        ({"weapon": "snider_enfield", "loaded": False}, Reload("p1"), {"loaded": True}),
    ],
)
def test_what_an_action_does(words: dict[str, Any], intent: Intent, after: dict[str, Any]) -> None:
    """And it costs one."""
    done = order(position(man("p1", "C10", E, **words)), intent).unit("p1")
    assert {key: getattr(done, key) for key in after} == after
    assert done.left == 1


@pytest.mark.rule("LPG-ACT-2")
def test_a_man_may_move_twice() -> None:
    """A second die for the second action."""
    scene = position(man("p1", "C10", E))
    once = order(scene, RollMove("p1"), [2], {MOVING: [Move("p1", way(scene, "D10", "E10"))]}).scene
    twice = order(once, RollMove("p1"), [2], {MOVING: [Move("p1", way(scene, "F10", "G10"))]})
    assert twice.unit("p1").left == 0
    assert refusal_of(twice.scene, RollMove("p1")) == "p1 has no actions left"


@pytest.mark.rule("LPG-HIT")
def test_who_has_lost_his_horse_cannot_mount() -> None:
    """It is dead."""
    scene = position(man("p1", "C10", E, rides=True, unhorsed=True))
    assert refusal_of(scene, Mount("p1")) == "p1 has no horse"


@pytest.mark.rule("LPG-ACT-1")
def test_a_side_names_its_men_one_by_one() -> None:
    """By the first order; then that man is asked until he waits."""
    scene = position(man("p1", "C10", E), man("p2", "C12", E, left=0), man("a1", "Z10", W))
    played = play_on(scene, {ACTION: [LieDown("p1"), Wait("p1")]})
    assert [ask.unit for ask in played.asked] == [None, "p1"]
    assert played.unit("p1").left == 0
