"""LPG-MOVE-3: men who go one behind the other, from falling in to falling out."""

import pytest

from sim.rules.la_petite_guerre.actions import ACTION, MOVING, Follow, LieDown, Move, RollMove, StandUp, Wait
from sim.rules.la_petite_guerre.combat_events import Broke
from sim.rules.la_petite_guerre.scene import Scene
from tests.rules.la_petite_guerre.table import (
    E,
    W,
    changed,
    man,
    names,
    order,
    play_on,
    position,
    refusal_of,
    run,
    way,
)


def pair() -> Scene:
    """Two men, one behind the other, who do not follow yet, and an enemy far away."""
    return position(man("p1", "F10", E, control="free"), man("p2", "E10", E, control="free"), man("a1", "Z1", W))


def led(scene: Scene) -> Scene:
    """Let the first of them go two inches east, and return what came of it."""
    going = [Move("p1", way(scene, "G10", "H10"))]
    return play_on(scene, {ACTION: [RollMove("p1"), Wait("p1")], MOVING: going}, [2]).scene


@pytest.mark.rule("LPG-MOVE-3", "LPG-ACT-1")
def test_who_falls_in_goes_along_in_the_same_turn() -> None:
    """It is no action, and does not end those that he has."""
    fallen_in = play_on(pair(), {ACTION: [Follow("p2", "p1")]}).scene
    assert (fallen_in.state.actor, fallen_in.state.unit("p2").left) == ("", 2)
    moved = led(fallen_in)
    assert names(moved, [moved.state.unit(id_).place for id_ in ("p1", "p2")]) == ["H10", "G10"]
    assert moved.state.unit("p2").left == 1


@pytest.mark.rule("LPG-MOVE-3")
def test_who_has_acted_may_fall_in_with_what_is_left() -> None:
    """One action spent, one for the move behind his lead."""
    scene = changed(pair(), "p2", prone=True)
    stood = play_on(scene, {ACTION: [StandUp("p2"), Follow("p2", "p1")]}).scene
    moved = led(stood)
    assert names(moved, [moved.state.unit("p2").place]) == ["G10"]
    assert moved.state.unit("p2").left == 0


@pytest.mark.rule("LPG-MOVE-3")
def test_who_falls_out_goes_on_with_his_actions() -> None:
    """Then he rolls for himself."""
    scene = changed(pair(), "p2", follows="p1")
    going = [Move("p2", way(scene, "E11", "E12"))]
    given = [Follow("p2", ""), RollMove("p2"), Wait("p2")]
    played = play_on(scene, {ACTION: given, MOVING: going}, [2])
    assert names(scene, [played.unit("p2").place]) == ["E12"]


@pytest.mark.rule("LPG-MOVE-3", "LPG-ACT-1")
def test_who_lies_down_does_not_get_up_for_nothing() -> None:
    """A prone man stays behind, and those who follow him."""
    scene = position(man("p1", "F10", E), man("p2", "E10", E, follows="p1"), man("p3", "D10", E, follows="p2"))
    down = order(scene, LieDown("p2")).scene
    played = order(down, RollMove("p1"), [2], {MOVING: [Move("p1", way(scene, "G10", "H10"))]})
    assert names(scene, [played.unit(id_).place for id_ in ("p2", "p3")]) == ["E10", "D10"]
    assert played.unit("p2").prone


@pytest.mark.rule("LPG-MOVE-3", "LPG-ROUT")
def test_nobody_follows_a_man_who_runs() -> None:
    """When the lead man breaks, the next one goes by himself."""
    scene = changed(pair(), "p2", follows="p1")
    after = run(scene, lambda game: game.happen(Broke("p1"))).scene
    assert after.state.unit("p2").follows == ""
    assert refusal_of(after, RollMove("p2")) is None
