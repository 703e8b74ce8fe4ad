"""LPG-CTRL, LPG-ROUT: men whom no leader controls: who is tested, who runs on, and what is repeated."""

from typing import Any

import pytest

from sim.engine.events import Passed
from sim.rules.la_petite_guerre.control import take_control_tests
from sim.rules.la_petite_guerre.events import Acted, ControlTested, Fired, Moved, MoveGivenUp, RanOff, Reloaded
from sim.rules.la_petite_guerre.repeating import repeat
from sim.rules.la_petite_guerre.units import Done
from tests.rules.la_petite_guerre.table import MILITIA, E, N, Placed, Played, W, gun, man, position, run, squares
from tests.rules.positions import names


def after_tests(*placed: Placed, dice: tuple[int, ...] = (), on: Any = None) -> Played:
    """Take the control tests of the militia, with an enemy who is far away unless another is placed."""
    there = placed if any(each.unit.side != MILITIA for each in placed) else (*placed, man("a1", "Z10", W))
    scene = position(*there, on=on, phase="control")
    return run(scene, lambda game: take_control_tests(game, MILITIA), dice)


# -- who is tested ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CTRL")
def test_guns_and_the_dead_throw_no_dice() -> None:
    """One die for the one man there is."""
    played = after_tests(man("p1", "C10", E), gun("gun", "D10", E, side=MILITIA), man("p2", None, dead=True), dice=(4,))
    assert [event.unit for event in played.of(ControlTested)] == ["p1"]


@pytest.mark.rule("LPG-CTRL", "LPG-ROUT")
@pytest.mark.parametrize(("die", "broken"), [(4, False), (3, True)])
def test_a_leader_who_has_run_is_tested_like_anybody(die: int, broken: bool) -> None:
    """Else he would need no test."""
    assert (
        after_tests(man("captain", "C10", E, command=2, broken=True, side=MILITIA), dice=(die,)).unit("captain").broken
        is broken
    )


@pytest.mark.rule("LPG-ROUT", "LPG-CTRL")
def test_who_runs_with_an_enemy_near_runs_on() -> None:
    """Without a test, and he does nothing else this turn."""
    played = after_tests(man("p1", "N10", E, broken=True), man("a1", "R10", W), dice=(3, 4))
    assert [event.gait for event in played.of(Moved)] == ["run"]
    assert (played.unit("p1").control, played.unit("p1").broken) == ("nothing", True)


@pytest.mark.rule("LPG-ROUT")
def test_of_who_has_run_off_the_table_nothing_more_is_told() -> None:
    """He is gone."""
    played = after_tests(man("p1", "B1", E, broken=True), man("a1", "E1", W), dice=(2, 2), on=squares("......"))
    assert played.of(RanOff) and not played.of(ControlTested)


@pytest.mark.rule("LPG-CTRL", "LPG-MOVE-3")
@pytest.mark.parametrize("words", [{"stunned": 4}, {"broken": True}])
def test_nobody_conforms_to_a_lead_who_is_not_himself(words: dict[str, Any]) -> None:
    """A die for each of them."""
    lead = man("p1", "D10", E, **words)
    played = after_tests(lead, man("p2", "C10", E, follows="p1"), dice=(2, 5))
    assert played.unit("p2").control == "free"


@pytest.mark.rule("LPG-CTRL", "LPG-ROUT")
def test_who_has_run_does_not_conform() -> None:
    """He comes to himself by his own die."""
    played = after_tests(man("p1", "D10", E), man("p2", "C10", E, follows="p1", broken=True), dice=(5, 3))
    assert (played.unit("p1").control, played.unit("p2").broken) == ("free", True)


@pytest.mark.rule("LPG-ROUT", "LPG-CTRL")
@pytest.mark.parametrize(("die", "fire"), [(3, 0), (1, 3)])
def test_who_has_halted_repeats_nothing_and_does_not_break_again(die: int, fire: int) -> None:
    """Below a four he stands where he is, whatever he did before."""
    played = after_tests(man("p1", "C10", E, broken=True, under_fire=fire, last=(Done("move", E),)), dice=(die,))
    assert (played.unit("p1").control, played.unit("p1").broken) == ("nothing", True)
    assert not played.of(Moved)


# -- what is repeated ---------------------------------------------------------------------------------------------


def again(*last: Done, at: str = "K10", dice: tuple[int, ...] = (), on: Any = None, **words: Any) -> Played:
    """Let a man in the middle of the table repeat what he did; an enemy is ten inches south of him."""
    words = {"control": "repeats", "last": last, **words}
    scene = position(man("p1", at, N, **words), man("a1", "K20", N), on=on)
    return run(scene, lambda game: repeat(game, "p1"), dice)


@pytest.mark.rule("LPG-CTRL")
def test_both_actions_are_repeated_in_their_order() -> None:
    """And cost what they cost."""
    played = again(Done("move", W), Done("move", N), dice=(2, 3))
    assert names(played.scene, [played.unit("p1").place]) == ["I7"]
    assert played.unit("p1").left == 0
    assert not played.of(Passed)


@pytest.mark.rule("LPG-CTRL", "LPG-WOUND")
def test_no_more_is_repeated_than_there_are_actions() -> None:
    """A man who was wounded since has one."""
    assert len(again(Done("move", W), Done("move", W), dice=(2,), left=1, wounded=True).of(Moved)) == 1


@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize(
    "done", [Done("fire", N, "a1"), Done("acquire", N, "gone"), Done("turn", E), Done("reload"), Done("crawl", W)]
)
def test_what_cannot_be_repeated_is_left_out(done: Done) -> None:
    """A target behind him or gone, a weapon that is loaded, a crawl of who stands: he does nothing, and it is told."""
    played = again(done)
    assert [event.why for event in played.of(Passed)] == ["has nothing that he can repeat"]
    assert not played.of(Acted)


@pytest.mark.rule("LPG-CTRL")
def test_what_was_seen_is_not_looked_for_again() -> None:
    """An enemy whom he has acquired."""
    assert not again(Done("acquire", N, "a1"), acquired=("a1",)).of(Acted)


@pytest.mark.rule("LPG-CTRL")
def test_looking_again_costs_the_action() -> None:
    """Whether he sees anything or not."""
    assert again(Done("acquire", N, "a1"), dice=(1,)).unit("p1").left == 1


@pytest.mark.rule("LPG-CTRL", "LPG-MOVE-1")
def test_a_crawl_is_repeated() -> None:
    """Two inches the same way, and he stays prone."""
    played = again(Done("crawl", W), prone=True)
    assert names(played.scene, [played.unit("p1").place]) == ["I10"]
    assert (played.unit("p1").prone, played.unit("p1").left) == (True, 1)


@pytest.mark.rule("LPG-CTRL")
def test_who_lies_down_does_not_walk_again() -> None:
    """Nor does he crawl instead."""
    assert not again(Done("move", W), prone=True).of(Moved)


@pytest.mark.rule("LPG-CTRL")
def test_where_there_is_no_way_the_move_is_given_up() -> None:
    """The dice were thrown, and the action is spent."""
    on = squares("\n".join(["." * 30] * 8 + ["~" * 30] * 3 + ["." * 30] * 9))
    played = again(Done("move", N), at="K12", dice=(3,), on=on)
    assert played.of(MoveGivenUp) and not played.of(Moved)
    assert played.unit("p1").left == 1


@pytest.mark.rule("LPG-CTRL", "LPG-MOVE-3")
def test_a_file_goes_along_with_a_lead_who_repeats_his_move() -> None:
    """On his roll."""
    lead = man("p1", "K10", N, control="repeats", last=(Done("move", W),))
    scene = position(lead, man("p2", "L10", N, control="repeats", follows="p1"), man("a1", "K20", N))
    played = run(scene, lambda game: repeat(game, "p1"), [3])
    assert names(scene, [played.unit(id_).place for id_ in ("p1", "p2")]) == ["H10", "I10"]


@pytest.mark.rule("LPG-CTRL", "LPG-WPN")
@pytest.mark.parametrize(("loading", "loaded"), [(0, False), (1, True)])
def test_loading_goes_on(loading: int, loaded: bool) -> None:
    """A musket takes two actions in all."""
    played = again(Done("reload"), weapon="musket", loaded=False, loading=loading)
    assert played.of(Reloaded)[0].loaded is loaded
    assert played.unit("p1").left == 1


@pytest.mark.rule("LPG-CTRL")
def test_two_shots_are_two() -> None:
    """With a repeater, the second worse."""
    scene = position(
        man("p1", "C10", E, control="repeats", acquired=("a1",), last=(Done("fire", E, "a1"), Done("fire", E, "a1"))),
        man("a1", "K10", W),
    )
    played = run(scene, lambda game: repeat(game, "p1"), [1, 5])
    assert [event.hit for event in played.of(Fired)] == [False, False]
    assert played.unit("p1").left == 0
