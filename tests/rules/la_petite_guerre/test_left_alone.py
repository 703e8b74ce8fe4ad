"""LPG-CTRL, LPG-ROUT: men whom no leader controls: who is tested, who runs on, and what is repeated."""

from typing import Any

import pytest

from sim.engine.events import Passed
from sim.rules.la_petite_guerre.combat.morale import take_control_tests
from sim.rules.la_petite_guerre.events import (
    Acted,
    ControlTested,
    Fired,
    GunFired,
    Moved,
    MoveGivenUp,
    RanOff,
    Reloaded,
)
from sim.rules.la_petite_guerre.orders.moves import Face
from sim.rules.la_petite_guerre.state import ActionTaken
from sim.rules.la_petite_guerre.turn import repeat
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    E,
    N,
    Placed,
    Played,
    W,
    gun,
    man,
    order,
    play_on,
    position,
    run,
    squares,
)
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
    played = after_tests(man("p1", "C10", E, broken=True, under_fire=fire, last=(ActionTaken("move", E),)), dice=(die,))
    assert (played.unit("p1").control, played.unit("p1").broken) == ("nothing", True)
    assert not played.of(Moved)


# -- what is repeated ---------------------------------------------------------------------------------------------


def again(*last: ActionTaken, at: str = "K10", dice: tuple[int, ...] = (), on: Any = None, **words: Any) -> Played:
    """Let a man in the middle of the table repeat what he did; an enemy is ten inches south of him."""
    words = {"control": "repeats", "last": last, **words}
    scene = position(man("p1", at, N, **words), man("a1", "K20", N), on=on)
    return run(scene, lambda game: repeat(game, "p1"), dice)


@pytest.mark.rule("LPG-CTRL")
def test_both_actions_are_repeated_in_their_order() -> None:
    """And cost what they cost."""
    played = again(ActionTaken("move", W), ActionTaken("move", N), dice=(2, 3))
    assert names(played.scene, [played.unit("p1").place]) == ["I7"]
    assert played.unit("p1").left == 0
    assert not played.of(Passed)


@pytest.mark.rule("LPG-CTRL", "LPG-WOUND")
def test_no_more_is_repeated_than_there_are_actions() -> None:
    """A man who was wounded since has one."""
    assert len(again(ActionTaken("move", W), ActionTaken("move", W), dice=(2,), left=1, wounded=True).of(Moved)) == 1


@pytest.mark.rule("LPG-REPEAT")
@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize(
    "done",
    [
        ActionTaken("fire", N, "a1"),
        ActionTaken("acquire", N, "gone"),
        ActionTaken("turn", N),
        ActionTaken("reload"),
        ActionTaken("crawl", W),
    ],
)
def test_what_cannot_be_repeated_is_left_out(done: ActionTaken) -> None:
    """A target behind him or gone, a weapon that is loaded, a crawl of who stands: he does nothing, and it is told."""
    played = again(done)
    assert [event.why for event in played.of(Passed)] == ["has nothing he can repeat"]
    assert not played.of(Acted)


@pytest.mark.rule("LPG-CTRL")
def test_what_was_seen_is_not_looked_for_again() -> None:
    """An enemy whom he has acquired."""
    assert not again(ActionTaken("acquire", N, "a1"), acquired=("a1",)).of(Acted)


@pytest.mark.rule("LPG-CTRL")
def test_looking_again_costs_the_action() -> None:
    """Whether he sees anything or not."""
    assert again(ActionTaken("acquire", N, "a1"), dice=(1,)).unit("p1").left == 1


@pytest.mark.rule("LPG-CTRL", "LPG-MOVE-1")
def test_a_crawl_is_repeated() -> None:
    """Two inches the same way, and he stays prone."""
    played = again(ActionTaken("crawl", W), prone=True)
    assert names(played.scene, [played.unit("p1").place]) == ["I10"]
    assert (played.unit("p1").prone, played.unit("p1").left) == (True, 1)


@pytest.mark.rule("LPG-CTRL")
def test_who_lies_down_does_not_walk_again() -> None:
    """Nor does he crawl instead."""
    assert not again(ActionTaken("move", W), prone=True).of(Moved)


@pytest.mark.rule("LPG-CTRL")
def test_where_there_is_no_way_the_move_is_given_up() -> None:
    """The dice were thrown, and the action is spent."""
    on = squares("\n".join(["." * 30] * 8 + ["~" * 30] * 3 + ["." * 30] * 9))
    played = again(ActionTaken("move", N), at="K12", dice=(3,), on=on)
    assert played.of(MoveGivenUp) and not played.of(Moved)
    assert played.unit("p1").left == 1


@pytest.mark.rule("LPG-CTRL", "LPG-MOVE-3")
def test_a_file_goes_along_with_a_lead_who_repeats_his_move() -> None:
    """On his roll."""
    lead = man("p1", "K10", N, control="repeats", last=(ActionTaken("move", W),))
    scene = position(lead, man("p2", "L10", N, control="repeats", follows="p1"), man("a1", "K20", N))
    played = run(scene, lambda game: repeat(game, "p1"), [3])
    assert names(scene, [played.unit(id_).place for id_ in ("p1", "p2")]) == ["H10", "I10"]


@pytest.mark.rule("LPG-CTRL", "LPG-WPN")
@pytest.mark.parametrize(("loading", "loaded"), [(0, False), (1, True)])
def test_loading_goes_on(loading: int, loaded: bool) -> None:
    """A musket takes two actions in all."""
    played = again(ActionTaken("reload"), weapon="musket", loaded=False, loading=loading)
    assert played.of(Reloaded)[0].loaded is loaded
    assert played.unit("p1").left == 1


@pytest.mark.rule("LPG-CTRL")
def test_two_shots_are_two() -> None:
    """With a repeater, the second worse."""
    scene = position(
        man(
            "p1",
            "C10",
            E,
            control="repeats",
            acquired=("a1",),
            last=(ActionTaken("fire", E, "a1"), ActionTaken("fire", E, "a1")),
        ),
        man("a1", "K10", W),
    )
    played = run(scene, lambda game: repeat(game, "p1"), [1, 5])
    assert [event.hit for event in played.of(Fired)] == [False, False]
    assert played.unit("p1").left == 0


@pytest.mark.rule("LPG-REPEAT")
@pytest.mark.rule("LPG-CTRL")
@pytest.mark.parametrize(
    ("done", "before", "after"),
    [
        (ActionTaken("turn", E), {}, {"facing": E}),
        (ActionTaken("prone"), {}, {"prone": True}),
        (ActionTaken("stand"), {"prone": True}, {"prone": False}),
        (ActionTaken("mount"), {"rides": True}, {"mounted": True}),
        (ActionTaken("dismount"), {"mounted": True}, {"mounted": False}),
        (ActionTaken("weapon", target="sabre"), {"second": "sabre"}, {"weapon": "sabre"}),
        (ActionTaken("fix bayonet"), {"weapon": "snider_enfield"}, {"bayonet": True}),
        (ActionTaken("unfix bayonet"), {"weapon": "snider_enfield", "bayonet": True}, {"bayonet": False}),
    ],
)
def test_every_kind_of_action_is_repeated(done: ActionTaken, before: dict[str, Any], after: dict[str, Any]) -> None:
    """As an order would be carried out, for one action; and what is done already is not undone by doing it again."""
    played = again(done, **before)
    assert {key: getattr(played.unit("p1"), key) for key in after} == after
    assert played.unit("p1").left == 1
    if "facing" not in after:
        assert again(done, **{**before, **after}).of(Passed)


@pytest.mark.rule("LPG-CTRL", "LPG-MOVE-1")
@pytest.mark.parametrize(("what", "prone"), [("crawl", True), ("shuffle", False)])
def test_who_crawled_or_shuffled_does_it_again(what: Any, prone: bool) -> None:
    """The same way, and only in the posture that it takes."""
    played = again(ActionTaken(what, W), prone=prone)
    assert names(played.scene, [played.unit("p1").place]) == ["I10"]
    assert again(ActionTaken(what, W), prone=not prone).of(Passed)


@pytest.mark.rule("LPG-CTRL")
def test_a_turn_is_written_down_with_where_it_led() -> None:
    """So that it can be repeated."""
    scene = position(man("p1", "K10", N))
    assert order(scene, Face("p1", E)).unit("p1").did == (ActionTaken("turn", E),)


def battery(*last: ActionTaken, dice: tuple[int, ...] = (), **words: Any) -> Played:
    """Let a gun repeat what it did, with an enemy ten inches before it."""
    crew = [man(f"p{n}", f"J{9 + n}", N, serves="gun") for n in (0, 1, 2)]
    there = gun("gun", "K10", E, weapon="field_gun", side=MILITIA, control="repeats", last=last, **words)
    scene = position(there, *crew, man("a1", "U10", W))
    return run(scene, lambda game: repeat(game, "gun"), dice)


@pytest.mark.rule("LPG-CTRL", "LPG-SHELL", "LPG-ACT-1")
def test_a_gun_repeats_its_shot() -> None:
    """At the same place, with the same shot, and loads as it did."""
    (fired,) = battery(ActionTaken("fire gun", E, "U10"), dice=(6, 1)).of(GunFired)
    assert (fired.what, fired.cell) == ("shell", battery().scene.map.cell("U10"))
    assert battery(ActionTaken("fire canister", E, "U10"), dice=(1, 1)).of(GunFired)[0].what == "canister"
    assert battery(ActionTaken("reload"), loaded=False).of(Reloaded)


@pytest.mark.rule("LPG-CTRL", "LPG-ACT-1")
def test_a_gun_limbers_again_only_if_it_is_not() -> None:
    """And goes the way that it went."""
    assert battery(ActionTaken("limber")).unit("gun").limbered
    assert battery(ActionTaken("limber"), limbered=True).of(Passed)
    moved = battery(ActionTaken("move", N), limbered=True, dice=(3,))
    assert names(moved.scene, [moved.unit("gun").place]) == ["K7"]


@pytest.mark.rule("LPG-REPEAT")
@pytest.mark.rule("LPG-CTRL", "LPG-ACT-1")
@pytest.mark.parametrize(
    ("dice", "last", "control"),
    [
        ((4, 4), (ActionTaken("reload"),), ""),
        ((4, 3), (ActionTaken("reload"),), "repeats"),
        ((2, 3), (ActionTaken("reload"),), "repeats"),
        ((4, 3), (), ""),
        ((4, 1), (ActionTaken("reload"),), ""),
    ],
)
def test_a_gun_repeats_with_a_crew_that_repeats(
    dice: tuple[int, ...], last: tuple[ActionTaken, ...], control: str
) -> None:
    """Two of its crew under control serve it as they are told; with fewer, and two who go on, it does what it did."""
    there = gun("gun", "K10", E, side=MILITIA, last=last, loaded=False)
    crew = [man("p1", "J10", E, serves="gun"), man("p2", "J11", E, serves="gun")]
    assert after_tests(there, *crew, dice=dice).unit("gun").control == control


@pytest.mark.rule("LPG-CTRL", "LPG-ACT-1")
def test_a_gun_that_repeats_has_actions_and_its_crew_has_none() -> None:
    """It is worked by those who repeat, before anybody else acts."""
    there = gun("gun", "K10", E, side=MILITIA, control="repeats", last=(ActionTaken("reload"),), loaded=False)
    crew = [man(f"p{n}", f"J1{n}", E, serves="gun", control="repeats") for n in (0, 1)]
    scene = position(there, *crew, man("a1", "Z3", W), phase="control", side=METIS)
    given = play_on(scene, dice=[4])
    assert [given.unit(id_).left for id_ in ("gun", "p0", "p1")] == [2, 0, 0]
    assert play_on(given.scene).unit("gun").loaded
