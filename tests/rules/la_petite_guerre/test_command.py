"""LPG-CMD: what a leader does with his command points."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.orders import Ask, Intent
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.events import Commanded
from sim.rules.la_petite_guerre.orders.commands import Assess, Control, Encourage, HearReport, Indicate
from sim.rules.la_petite_guerre.orders.moves import Move, RollMove
from sim.rules.la_petite_guerre.orders.order import COMMAND, MOVING
from sim.rules.la_petite_guerre.state import ActionTaken, LpgPosition
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    E,
    W,
    man,
    order,
    play_on,
    position,
    refusal_of,
    squares,
    with_cells,
)
from tests.rules.positions import changed, way


def commanding(intent: Any) -> Ask:
    """Return what a leader is asked."""
    return Ask(MILITIA, COMMAND, intent.unit)


def led() -> LpgPosition:
    """A captain with two men within four inches of him, one beyond, and an enemy in sight."""
    return position(
        man("captain", "C10", E, command=2, side=MILITIA),
        man("p1", "C6", E),
        man("p2", "G10", E),
        man("p3", "C5", E),
        man("a1", "P10", W),
        phase="command",
    )


@pytest.mark.rule("LPG-CMD")
def test_control_reaches_four_inches() -> None:
    """And costs a point."""
    played = order(led(), Control("captain"), ask=commanding(Control("captain")))
    assert [played.unit(id_).control for id_ in ("captain", "p1", "p2", "p3")] == ["free", "free", "free", ""]
    assert played.unit("captain").spent == 1


@pytest.mark.rule("LPG-CMD")
def test_assessing_acquires_a_target() -> None:
    """On the die of anybody who looks."""
    assess = Assess("captain", "a1")
    assert order(led(), assess, [2], ask=commanding(assess)).unit("captain").acquired == ("a1",)
    assert order(led(), assess, [1], ask=commanding(assess)).unit("captain").acquired == ()


@pytest.mark.rule("LPG-CMD", "LPG-ACQ")
def test_a_target_is_pointed_out_to_those_near_him() -> None:
    """Whoever of them sees it has it, without a die; the captain must have it himself."""
    indicate = Indicate("captain", "a1")
    assert refusal_of(led(), indicate, commanding(indicate)) == "captain has not acquired a1 himself"
    played = order(changed(led(), "captain", acquired=("a1",)), indicate, ask=commanding(indicate))
    assert [played.unit(id_).acquired for id_ in ("p1", "p2", "p3")] == [("a1",), ("a1",), ()]


@pytest.mark.rule("LPG-CMD")
def test_a_report_is_heard_of_a_man_near_him() -> None:
    """The captain has what that man has."""
    report = HearReport("captain", "p1", "a1")
    assert refusal_of(led(), report, commanding(report)) == "p1 has nothing to report about a1"
    played = order(changed(led(), "p1", acquired=("a1",)), report, ask=commanding(report))
    assert played.unit("captain").acquired == ("a1",)
    far = HearReport("captain", "p3", "a1")
    assert refusal_of(led(), far, commanding(far)) == "p3 is not near captain"


@pytest.mark.rule("LPG-CMD")
def test_encouraging_is_counted_by_the_point() -> None:
    """Two points are two."""
    once = order(led(), Encourage("captain"), ask=commanding(Encourage("captain"))).scene
    twice = order(once, Encourage("captain"), ask=commanding(Encourage("captain"))).unit("captain")
    assert (twice.encourages, twice.spent) == (2, 2)


@pytest.mark.rule("LPG-CMD")
def test_a_leader_moves_with_a_point_and_keeps_his_actions() -> None:
    """He may move again later."""
    scene = led()
    move = RollMove("captain")
    going = Move("captain", way(scene, "C11", "C12"))
    moved = order(scene, move, [2], {MOVING: [going]}, commanding(move)).unit("captain")
    assert (moved.spent, moved.left) == (1, 2)


@pytest.mark.rule("LPG-CMD", "LPG-WOUND")
def test_a_wounded_leaders_move_is_his_only_action() -> None:
    """A command does not give him a second one."""
    scene = changed(led(), "captain", wounded=True, control="free", did=(ActionTaken("move"),))
    begun = play_on(
        type(scene)(scene.battle, scene.state.changed(phase="control", side=METIS, order=(MILITIA, METIS))),
        dice=[4],
    )
    assert begun.scene.state.phase == "actions"
    assert begun.unit("captain").left == 0


@pytest.mark.rule("LPG-CMD", "LPG-STUN")
def test_a_stunned_leader_has_no_command() -> None:
    """He is not asked, and could not."""
    scene = changed(led(), "captain", stunned=4)
    assert refusal_of(scene, Control("captain"), commanding(Control("captain"))) == "captain is in no state to command"
    assert play_on(scene).asked == []


@pytest.mark.rule("LPG-CMD")
def test_a_leader_is_asked_until_his_points_are_spent() -> None:
    """Two points, two orders."""
    given: list[Intent] = [Control("captain"), Encourage("captain")]
    assert play_on(led(), {COMMAND: given}).unit("captain").spent == 2


@pytest.mark.rule("LPG-CMD", "LPG-ROUT")
def test_who_runs_is_not_controlled_before_he_is_away() -> None:
    """Beyond twelve inches from the enemy he is."""
    control = commanding(Control("captain"))
    near = changed(changed(led(), "p1", broken=True), "a1", cell="K10")
    assert order(near, Control("captain"), ask=control).unit("p1").broken
    far = changed(near, "a1", cell="Q10")
    assert not order(far, Control("captain"), ask=control).unit("p1").broken


@pytest.mark.rule("LPG-CMD", "LPG-ACQ")
def test_who_could_not_see_what_was_pointed_out_looks_for_it() -> None:
    """His attention is drawn to it, for this turn."""
    indicate = Indicate("captain", "a1")
    rows = with_cells(D6="b", E6="b", D7="b", E7="b", D5="b", E5="b")
    scene = position(
        man("captain", "C10", E, command=2, side=MILITIA, acquired=("a1",)),
        man("p1", "C6", E),
        man("p2", "G10", E),
        man("a1", "P10", W),
        on=squares(rows),
        phase="command",
    )
    played = order(scene, indicate, ask=commanding(indicate))
    assert [played.unit(id_).acquired for id_ in ("p1", "p2")] == [(), ("a1",)]
    assert [played.unit(id_).shown for id_ in ("p1", "p2")] == [("a1",), ()]
    ended = play_on(Position(played.scene.battle, played.scene.state.changed(phase="end", side="")))
    assert ended.unit("p1").shown == ()


@pytest.mark.rule("LPG-CMD")
def test_nobody_points_out_anything_to_himself() -> None:
    """Somebody has to be within four inches."""
    scene = changed(changed(changed(led(), "captain", acquired=("a1",)), "p1", cell="C1"), "p2", cell="C19")
    indicate = Indicate("captain", "a1")
    assert refusal_of(scene, indicate, commanding(indicate)) == "nobody is near captain"
    assert refusal_of(changed(scene, "p1", cell="C6"), indicate, commanding(indicate)) is None


@pytest.mark.rule("LPG-CMD", "LPG-ACQ")
def test_what_a_man_cannot_help_seeing_is_reported_too() -> None:
    """It is offered, and nothing is reported of friends."""
    scene = changed(led(), "a1", cell="L10")
    offered = [offer.intent for offer in LA_PETITE_GUERRE.offers(scene, Ask(MILITIA, COMMAND, "captain"))]
    report = HearReport("captain", "p2", "a1")
    assert [intent for intent in offered if isinstance(intent, HearReport)] == [report]
    assert order(scene, report, ask=commanding(report)).unit("captain").acquired == ("a1",)
    friend = HearReport("captain", "p1", "p3")
    assert refusal_of(scene, friend, commanding(friend)) == "p1 has nothing to report about p3"


@pytest.mark.rule("LPG-CMD")
def test_everything_that_a_leader_does_costs_a_point() -> None:
    """Whether he sees anything or not."""
    scene = changed(changed(led(), "p1", acquired=("a1",)), "a1", cell="M10")
    looked = order(scene, Assess("captain", "a1"), [1], ask=commanding(Assess("captain", "a1")))
    assert (looked.unit("captain").spent, looked.names()[-1]) == (1, "Looked")
    heard = HearReport("captain", "p1", "a1")
    assert order(scene, heard, ask=commanding(heard)).unit("captain").spent == 1
    indicate = Indicate("captain", "a1")
    seen = changed(scene, "captain", acquired=("a1",))
    assert order(seen, indicate, ask=commanding(indicate)).unit("captain").spent == 1


@pytest.mark.rule("LPG-CMD")
def test_nothing_is_said_of_men_who_have_seen_nobody() -> None:
    """Where none of those near him could see it, nobody has acquired it."""
    indicate = Indicate("captain", "a1")
    scene = position(
        man("captain", "C10", E, command=2, side=MILITIA, acquired=("a1",)),
        man("p1", "C6", E),
        man("a1", "P10", W),
        on=squares(with_cells(D6="b", E6="b", D7="b", E7="b", D5="b", E5="b")),
        phase="command",
    )
    assert order(scene, indicate, ask=commanding(indicate)).names() == ["Commanded", "TargetIndicated"]


@pytest.mark.rule("LPG-CMD")
@pytest.mark.parametrize(
    ("how", "text"),
    [("assess", "p1 assesses the situation"), ("report", "p1 hears a report"), ("encourage", "p1 encourages his men")],
)
def test_a_command_point_in_words(how: Any, text: str) -> None:
    """As one says it."""
    assert Commanded("p1", how).told(position(man("p1", "C10", E, command=2))) == text


NOBODY = "nobody within 4 inches of captain can be brought under control"


@pytest.mark.rule("LPG-CMD")
def test_no_second_point_is_spent_on_the_same_men() -> None:
    """The first has reached all who are near; another leader's men, or one who comes near, may be reached again."""
    again = commanding(Control("captain"))
    first = order(led(), Control("captain"), ask=again).game.position
    assert refusal_of(first, Control("captain"), again) == NOBODY
    assert refusal_of(changed(first, "p2", control=""), Control("captain"), again) is None
    assert refusal_of(first, Encourage("captain"), again) is None


@pytest.mark.rule("LPG-CMD")
def test_nobody_is_controlled_where_nobody_is_near() -> None:
    """Himself he controls anyway; who still runs cannot be stopped."""
    alone = position(man("captain", "C10", E, command=2, side=MILITIA), man("a1", "P10", W), phase="command")
    assert refusal_of(alone, Control("captain"), commanding(Control("captain"))) == NOBODY
    running = position(
        man("captain", "C10", E, command=2, side=MILITIA), man("p1", "D10", E, broken=True), man("a1", "H10", W),
        phase="command",
    )  # fmt: skip
    assert refusal_of(running, Control("captain"), commanding(Control("captain"))) == NOBODY
