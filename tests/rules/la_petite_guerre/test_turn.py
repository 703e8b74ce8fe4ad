"""LPG-SEQ: the steps of a turn as they are played: who is asked, what is remembered, and when it is over."""

from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.events import BattleEnded
from sim.play.tally import Arrival
from sim.rules.la_petite_guerre.events import (
    Broke,
    ChargeDeclared,
    ChargeFailed,
    ChargeTested,
    Hit,
    MoraleTested,
    Moved,
    Refrained,
    StepBegan,
    Struck,
    Stunned,
)
from sim.rules.la_petite_guerre.orders.commands import Encourage, GoFirst, Wait
from sim.rules.la_petite_guerre.orders.moves import Charge
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, LieDown
from sim.rules.la_petite_guerre.state import NO_CHARGES, ActionTaken, LpgPosition
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    E,
    Played,
    W,
    gun,
    man,
    play_on,
    position,
    run,
    squares,
    with_cells,
)
from tests.rules.positions import changed, names


def two(**state: Any) -> LpgPosition:
    """A man of each side, far from each other."""
    return position(man("p1", "C10", E), man("a1", "Z10", W), **state)


def after(scene: LpgPosition, **state: Any) -> LpgPosition:
    """Return a position in another step."""
    return Position(scene.battle, scene.state.changed(**state))


# -- beginning and end --------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-SEQ")
@pytest.mark.parametrize(
    ("phase", "turn", "over"), [("first move", 3, True), ("first move", 2, False), ("morale", 3, False)]
)
def test_a_battle_ends_with_its_last_turn(phase: str, turn: int, over: bool) -> None:
    """Not before all its steps have been taken."""
    scene = two(phase=phase, turn=turn, turns=3)
    given = {FIRST_MOVE: [GoFirst(MILITIA)]} if phase == "first move" and not over else {}
    played = play_on(scene, given, [5, 2] if given else [])
    assert bool(played.of(BattleEnded)) is over


@pytest.mark.rule("LPG-SEQ")
def test_before_the_first_turn_no_turn_is_over() -> None:
    """A battle of no turns yet is not one that has lasted too long."""
    scene = two(phase="first move", turn=0, turns=1)
    played = play_on(scene, {FIRST_MOVE: [GoFirst(MILITIA)]}, [5, 2])
    assert (played.scene.state.turn, played.scene.state.phase) == (1, "command")


@pytest.mark.rule("LPG-SEQ")
@pytest.mark.parametrize(
    ("turn", "words", "comes"),
    [
        (1, {}, False),
        (2, {}, True),
        (5, {}, True),
        (2, {"dead": True}, False),
        (2, {"broken": True}, False),
    ],
)
def test_who_comes_later(turn: int, words: dict[str, Any], comes: bool) -> None:
    """At the beginning of the third turn, or as soon after as he can; nobody comes twice."""
    arrival = Arrival("p2", 3, (squares().cell("A5"),))
    scene = position(
        man("p1", "C10", E), man("p2", None, E, **words), man("a1", "Z10", W), phase="first move", side="", turn=turn,
        engagement={"arrivals": (arrival,)},
    )  # fmt: skip
    played = play_on(scene, {FIRST_MOVE: [GoFirst(MILITIA)]}, [5, 2])
    assert (played.unit("p2").cell is not None) is comes
    left = after(scene, gone=("p2",))
    assert play_on(left, {FIRST_MOVE: [GoFirst(MILITIA)]}, [5, 2]).unit("p2").cell is None
    there = changed(scene, "p2", cell="M3", dead=False, broken=False)
    again = play_on(there, {FIRST_MOVE: [GoFirst(MILITIA)]}, [5, 2])
    assert names(scene, [again.unit("p2").place]) == ["M3"]


@pytest.mark.rule("LPG-ACQ", "LPG-SEQ")
def test_who_is_out_of_sight_at_the_end_of_a_turn_is_forgotten() -> None:
    """Others are kept, one by one."""
    on = squares(with_cells(H10="b", I10="b"))
    scene = position(
        man("p1", "C10", E, acquired=("a1", "a2")), man("p2", "C3", E, acquired=("a2",)), man("p3", None, dead=True),
        man("a1", "P10", W), man("a2", "P3", W), on=on, phase="end", side="",
    )  # fmt: skip
    ended = play_on(scene)
    assert [ended.unit(id_).acquired for id_ in ("p1", "p2")] == [("a2",), ("a2",)]


# -- command ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-CMD", "LPG-SEQ")
def test_one_leader_after_the_other_is_asked_and_nobody_twice() -> None:
    """Whoever waits has no points left; the side is tested, and only then does the other one command."""
    scene = position(
        man("p1", "C10", E, command=2), man("p2", "D10", E, command=1), man("a1", "Z10", W, command=1), phase="command"
    )
    first = play_on(scene, {COMMAND: [Encourage("p1"), Wait("p1")]})
    assert (first.unit("p1").spent, first.unit("p1").encourages, first.scene.state.actor) == (2, 1, "")
    second = play_on(first.scene, {COMMAND: [Wait("p2")]})
    steps = [play_on(second.scene)]
    steps.append(play_on(steps[-1].scene))
    assert not any(step.asked for step in steps)
    steps.append(play_on(steps[-1].scene, {COMMAND: [Wait("a1")]}))
    assert [ask.unit for ask in steps[-1].asked] == ["a1"]
    steps.append(play_on(steps[-1].scene))
    steps.append(play_on(steps[-1].scene))
    assert [(step.scene.state.phase, step.scene.state.side) for step in steps] == [
        ("control", MILITIA), ("command", METIS), ("command", METIS), ("control", METIS), ("actions", MILITIA),
    ]  # fmt: skip


# -- actions ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-SEQ", "LPG-ACT-1")
def test_who_is_named_acts_until_he_is_done() -> None:
    """Then another is asked for; who waits has nothing left; and nobody of the other side is meant."""
    scene = position(man("p1", "C10", E), man("p2", "D10", E), man("a1", "Z10", W, control="repeats"), phase="actions")
    one = play_on(scene, {ACTION: [LieDown("p1"), Wait("p1")]})
    assert [one.unit(id_).left for id_ in ("p1", "p2")] == [0, 2]
    assert one.scene.state.actor == ""
    rest = play_on(one.scene, {ACTION: [Wait("")]})
    assert rest.of(StepBegan)[-1].side == METIS


@pytest.mark.rule("LPG-SEQ")
def test_where_nobody_has_actions_nobody_is_asked() -> None:
    """The step goes on to the other side."""
    scene = changed(position(man("p1", "C10", E), man("a1", "Z10", W), phase="actions"), "p1", left=0)
    played = play_on(scene)
    assert not played.asked
    assert played.scene.state.side == METIS


@pytest.mark.rule("LPG-CTRL", "LPG-SEQ", "LPG-MOVE-3")
def test_those_who_repeat_go_first_and_unasked() -> None:
    """The head of a file before those behind, whatever their place in the roster."""
    last = (ActionTaken("move", E),)
    scene = position(
        man("p1", "C10", E, control="free"),
        man("p2", "I10", E, control="repeats", last=last, follows="p3"),
        man("p3", "J10", E, control="repeats", last=last),
        man("p4", "D18", E, control="repeats", last=last, stunned=4, left=1),
        man("a1", "Z3", W),
    )
    played = play_on(scene, dice=[3])
    assert not played.asked
    assert [(event.unit, event.gait) for event in played.of(Moved)] == [("p3", "walk"), ("p2", "follow")]
    assert (played.unit("p3").left, played.scene.state.actor) == (0, "")


@pytest.mark.rule("LPG-ACT-1", "LPG-STUN")
@pytest.mark.parametrize(
    ("words", "left"),
    [
        ({"stunned": 4, "mounted": True}, 2),
        ({"stunned": 4, "mounted": True, "wounded": True}, 1),
        ({"stunned": 4}, 1),
        ({"stunned": 4, "prone": True}, 0),
        ({"stunned": 4, "broken": True}, 0),
        ({"control": "repeats"}, 2),
    ],
)
def test_what_else_men_have(words: dict[str, Any], left: int) -> None:
    """A stunned rider may dismount and fall prone, unless wounded; who runs may do nothing; who repeats has two."""
    there = man("p1", "C10", E, **{"control": "free", **words})
    scene = position(there, man("a1", "Z10", W), phase="control", side=METIS)
    assert play_on(scene, dice=[4]).unit("p1").left == left


@pytest.mark.rule("LPG-ACT-1")
def test_the_crew_of_a_gun_that_cannot_act_has_its_own_actions() -> None:
    """One of two is left to himself: the gun stands idle, and the other has his rifle."""
    there = [
        gun("gun", "C10", E, side=MILITIA),
        man("p1", "C9", E, serves="gun", control="free"),
        man("p2", "C11", E, serves="gun", control="nothing"),
    ]
    begun = play_on(position(*there, man("a1", "Z10", W, left=7), phase="control", side=METIS), dice=[4])
    assert [begun.unit(id_).left for id_ in ("gun", "p1", "p2", "a1")] == [0, 2, 0, 7]


# -- charges and morale -------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-SEQ", "LPG-CHARGE", "LPG-MORALE")
def test_a_charge_and_the_morale_of_who_lost_a_man() -> None:
    """Declared, tested, fought; the dead man is remembered, and his company is tested in its turn, once."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W), man("a2", "T3", W), phase="charges")
    declared = play_on(scene, {CHARGES: [Charge("p1", "a1"), Wait("")]})
    fought = play_on(declared.scene, dice=[4, 4, 3, 6, 1, 1])
    assert fought.of(Struck) and fought.unit("a1").dead
    assert fought.scene.state.fallen == (("a1", scene.map.cell("M10")),)
    assert (fought.scene.state.phase, fought.scene.state.side) == ("charges", METIS)
    tested = play_on(after(fought.scene, phase="morale", side=METIS), dice=[6, 2])
    assert [(event.company, event.holds) for event in tested.of(MoraleTested)] == [("metis company", False)]
    assert tested.scene.state.phase == "end"
    ended = play_on(tested.scene).scene.state
    assert (ended.fallen, ended.tested, ended.phase, ended.order) == ((), (), "first move", ())


def two_at_one(**words: Any) -> LpgPosition:
    """Two of the militia have declared a charge at the same man; `words` are of the state."""
    scene = position(man("p1", "L10", E), man("p2", "L12", E), man("a1", "M11", W), phase="charges", **words)
    return play_on(scene, {CHARGES: [Charge("p1", "a1"), Charge("p2", "a1"), Wait("")]}).scene


@pytest.mark.rule("LPG-CHARGE-order")
@pytest.mark.rule("LPG-SEQ", "LPG-CHARGE")
def test_every_charge_is_an_activation_of_its_own() -> None:
    """First all are declared, then each is tested and driven home; after the last it is the other side's step."""
    declared = two_at_one()
    assert declared.state.charges.to_come == (("p1", "a1"), ("p2", "a1"))
    first = play_on(declared, dice=[4, 4, 3, 3, 4])
    assert [(event.unit, event.enemy) for event in first.of(Struck)] == [("p1", "a1")]
    assert (first.state.charges.to_come, first.state.side) == ((("p2", "a1"),), MILITIA)
    second = play_on(first.scene, dice=[4, 3, 3, 4])
    assert [(event.unit, event.enemy) for event in second.of(Struck)] == [("p2", "a1")]
    assert (second.state.charges, second.state.phase, second.state.side) == (NO_CHARGES, "charges", METIS)


@pytest.mark.rule("LPG-CHARGE-order")
@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(("die", "rest"), [(2, [3, 3, 4]), (1, [2, 2, 1, 1])])
def test_who_is_charged_is_tested_once(die: int, rest: list[int]) -> None:
    """Whether he stands or runs, he has no second die when the next one comes."""
    first = play_on(two_at_one(), dice=[4, die, *rest])
    second = play_on(first.scene, dice=[4, 3, 3, 4] if die > 1 else [4])
    assert [event.unit for event in second.of(ChargeTested)] == ["p2"]
    assert [event.why for event in second.of(ChargeFailed)] == ([] if die > 1 else ["a1 did not wait for it"])


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(("first", "second"), [([4, 4, 3, 3, 4], [3, 3, 3, 4]), ([1], [3])])
def test_who_loses_heart_heartens_nobody(first: list[int], second: list[int]) -> None:
    """With a friend two inches away who has charged a three is enough for B grade; without him it is not."""
    begun = play_on(two_at_one(), dice=first)
    assert [event.holds for event in begun.of(ChargeTested)][:1] == [len(first) > 1]
    followed = play_on(begun.scene, dice=second)
    assert [event.holds for event in followed.of(ChargeTested)] == [len(first) > 1]


@pytest.mark.rule("LPG-CHARGE")
def test_who_can_no_longer_charge_is_passed_over() -> None:
    """Whatever has befallen him since he declared it; the next one charges."""
    played = play_on(changed(two_at_one(), "p1", stunned=4), dice=[4, 4, 3, 3, 4])
    assert [event.unit for event in played.of(Struck)] == ["p2"]
    assert (played.state.phase, played.state.side) == ("charges", METIS)


@pytest.mark.rule("LPG-SEQ", "LPG-CHARGE")
def test_no_battle_ends_between_the_charges_of_a_side() -> None:
    """All that were declared are driven home: who has won is asked after the last of them."""
    declared = two_at_one(engagement={"breaks_at": {METIS: 1}})
    first = play_on(declared, dice=[4, 1, 2, 2, 1, 1])
    assert first.unit("a1").broken
    second = play_on(first.scene, dice=[4])
    assert not second.of(BattleEnded)
    assert play_on(second.scene).of(BattleEnded)


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize(
    ("charging", "holds", "text"),
    [
        (True, True, "p1 has the heart to charge"),
        (True, False, "p1 does not have the heart to charge"),
        (False, True, "p1 has the heart to stand"),
        (False, False, "p1 does not have the heart to stand"),
    ],
)
def test_a_test_in_words(charging: bool, holds: bool, text: str) -> None:
    """Of who charges, and of who is charged."""
    assert ChargeTested("p1", charging, holds).told(two()) == text


@pytest.mark.rule("LPG-MORALE")
def test_who_breaks_and_dies_has_fallen_once() -> None:
    """One friend less, not two; and nobody falls who is gone."""
    scene = position(man("p1", "C10", E), man("p2", "D10", E), man("p3", None, dead=True), man("a1", "Z10", W))

    def happen(game: Any) -> None:
        for event in (Broke("p1"), Hit("p1", "killed"), Broke("p2")):
            game.happen(event)

    assert [id_ for id_, _ in run(scene, happen).scene.state.fallen] == ["p1", "p2"]


# -- what befalls men ---------------------------------------------------------------------------------------------


def befallen(event: Any, **words: Any) -> Any:
    """Let something befall a man who has two actions left."""
    scene = position(man("p1", "C10", E, **words), man("a1", "Z10", W))
    return run(scene, lambda game: game.happen(event)).unit("p1")


@pytest.mark.rule("LPG-STUN", "LPG-WOUND", "LPG-HIT")
@pytest.mark.parametrize(
    "event", [Hit("p1", "stunned"), Hit("p1", "wounded"), Hit("p1", "thrown"), Stunned("p1"), Broke("p1")], ids=str
)
def test_who_is_stunned_or_breaks_acts_no_more(event: Any) -> None:
    """What he had left this turn is gone."""
    assert befallen(event).left == 0


@pytest.mark.rule("LPG-ROUT")
def test_who_breaks_gets_up_and_shows_himself() -> None:
    """He is stunned no longer, nor prone, nor hidden, and out of control."""
    ran = befallen(Broke("p1"), stunned=4, prone=True, hidden=True, follows="p9")
    assert (ran.stunned, ran.prone, ran.hidden, ran.control, ran.follows) == (0, False, False, "nothing", "")


@pytest.mark.rule("LPG-CHARGE")
def test_both_are_in_a_charge() -> None:
    """Who charges gives himself away, and charges nobody besides; of the other it is known that he was charged."""
    scene = position(man("p1", "C10", E, hidden=True), man("a1", "H10", W))
    played = run(scene, lambda game: game.happen(ChargeDeclared("p1", "a1")))
    assert [(played.unit(id_).charged, played.unit(id_).was_charged) for id_ in ("p1", "a1")] == [
        (True, False),
        (False, True),
    ]
    assert not played.unit("p1").hidden


def test_the_dead_hide_nowhere() -> None:
    """Nor have they anything left to do, and nobody else is let go of who followed others."""
    scene = position(man("p1", "C10", E, hidden=True), man("p2", "D10", E, follows="p3"), man("p3", "E10", E))
    played: Played = run(scene, lambda game: game.happen(Hit("p1", "killed")))
    dead = played.unit("p1")
    assert (dead.hidden, dead.left, dead.cell, played.unit("p2").follows) == (False, 0, None, "p3")


@pytest.mark.parametrize(
    ("unit", "text"), [(None, "the militia has nothing more to do"), ("p1", "p1 has nothing more to do")]
)
def test_who_does_nothing_is_named(unit: str | None, text: str) -> None:
    """The man; where none is settled, the side."""
    assert Refrained(MILITIA, unit, "has nothing more to do").told(two()) == text
