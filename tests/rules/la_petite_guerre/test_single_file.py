"""LPG-MOVE-3: men who go one behind the other, from falling in to falling out."""

from typing import Any

import pytest

from sim.engine.events import Event
from sim.rules.la_petite_guerre.combat.morale import take_control_tests
from sim.rules.la_petite_guerre.events import Broke, Gait, Hit, Moved, PostureChanged
from sim.rules.la_petite_guerre.orders.commands import Wait
from sim.rules.la_petite_guerre.orders.moves import Follow, Move, RollMove
from sim.rules.la_petite_guerre.orders.order import ACTION, MOVING, LieDown, StandUp
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import MILITIA, E, W, man, order, play_on, position, refusal_of, run, unit
from tests.rules.positions import changed, names, way


def pair() -> LpgPosition:
    """Two men, one behind the other, who do not follow yet, and an enemy far away."""
    return position(man("p1", "F10", E, control="free"), man("p2", "E10", E, control="free"), man("a1", "Z1", W))


def led(scene: LpgPosition) -> LpgPosition:
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


def riders() -> LpgPosition:
    """Three riders, one behind the other."""
    return position(
        man("p1", "F10", E, mounted=True),
        man("p2", "E10", E, mounted=True, follows="p1"),
        man("p3", "D10", E, mounted=True, follows="p2"),
        man("a1", "Z1", W),
    )


@pytest.mark.rule("LPG-MOVE-3", "LPG-MOVE-1")
@pytest.mark.parametrize("event", [PostureChanged("p2", mounted=False), Hit("p2", "thrown")])
def test_who_loses_his_seat_keeps_up_with_no_rider(event: Event[Any]) -> None:
    """On foot he would go six inches on the dice of a horse; who rode behind him follows him no longer."""
    scene = riders()
    after = run(scene, lambda game: game.happen(event)).scene
    assert [unit(after, id_).follows for id_ in ("p2", "p3")] == ["", ""]
    going = [Move("p1", way(scene, *(f"{column}10" for column in "GHIJKL")))]
    played = order(after, RollMove("p1", 2), [3, 3], {MOVING: going})
    assert names(scene, [played.unit(id_).place for id_ in ("p1", "p2", "p3")]) == ["L10", "E10", "D10"]


@pytest.mark.rule("LPG-MOVE-3")
@pytest.mark.parametrize(("gait", "left"), [("crawl", True), ("charge", True), ("retire", True), ("follow", False)])
def test_who_goes_his_own_way_has_left_the_file(gait: Gait, left: bool) -> None:
    """He and whoever came behind him; those who follow do not leave it by that."""
    scene = changed(riders(), "p1", follows="")
    after = run(scene, lambda game: game.happen(Moved("p2", way(scene, "E11"), E, gait))).scene
    assert [unit(after, id_).follows for id_ in ("p2", "p3")] == (["", ""] if left else ["p1", "p2"])


@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize(("at", "dice"), [("E10", [4]), ("D10", [4, 5])])
def test_who_has_been_left_behind_tests_himself(at: str, dice: list[int]) -> None:
    """One die for the file; with a gap between them a second one."""
    scene = position(man("p1", "F10", E), man("p2", at, E, follows="p1"), man("a1", "Z1", W), phase="control")
    played = run(scene, lambda game: take_control_tests(game, MILITIA), dice)
    assert [played.unit(id_).control for id_ in ("p1", "p2")] == ["free", "free"]


@pytest.mark.rule("LPG-CTRL")
def test_it_is_the_head_of_the_file_whom_all_conform_to() -> None:
    """The man between them is stunned and tests for himself; the last one does as the first."""
    scene = position(
        man("p1", "F10", E),
        man("p2", "E10", E, follows="p1", stunned=4),
        man("p3", "D10", E, follows="p2"),
        man("a1", "Z1", W),
        phase="control",
    )
    played = run(scene, lambda game: take_control_tests(game, MILITIA), [4])
    assert [played.unit(id_).control for id_ in ("p1", "p2", "p3")] == ["free", "free", "free"]
