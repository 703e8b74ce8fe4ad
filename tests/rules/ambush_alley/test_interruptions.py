"""Interruptions in the middle of a Regular's move or fire: who checks, when, in which order, and who comes first."""

from typing import Any

import pytest

from sim.engine.chance import Scripted
from sim.engine.dice import D6
from sim.engine.events import Passed
from sim.engine.game import Game, Start
from sim.engine.notes import Rolled, Said
from sim.rules.ambush_alley.events import (
    ActionChecked,
    AssaultTested,
    Dispersed,
    Fired,
    Joined,
    Moved,
    ReactionTested,
    Searched,
)
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders.fighting import Assault, Fire, Watch
from sim.rules.ambush_alley.orders.moving import Move, Turn
from sim.rules.ambush_alley.orders.tasks import Disperse, Join, Search, Stay
from sim.rules.ambush_alley.scenario import Settings, Task
from sim.rules.ambush_alley.solo.tables import AUTO
from sim.rules.ambush_alley.state import ACTIVATE, ACTS, END_OF_TURN, FIRED_AT, INTERRUPT, MOVES, REACTION, HotSpot
from sim.solo.plans import Automated
from sim.tabletop.inches import sees
from tests.rules.ambush_alley.alley import FAIL, FIRE_AT_R1, FIRST, LET_BE, PASS, SECOND, alley, go_north, misses, says
from tests.rules.ambush_alley.deciding import Question, decide
from tests.rules.ambush_alley.rows import BEHIND, FAR, strip, table
from tests.rules.ambush_alley.table import (
    INSURGENTS,
    REGULARS,
    Played,
    ask_of,
    chief,
    order,
    play_step,
    position,
    refusal,
    squares,
    team,
    vehicle,
)
from tests.rules.playing import Hand
from tests.rules.positions import changed, names, way, with_state

CALM = Card("calm", "Calm", "Nothing happens at all.", "nothing")
SIX = misses(6)
"""The dice of four figures within optimum range at somebody in the open."""


def checked(played: Played) -> list[str]:
    """Return who had an action check, in order."""
    return [event.unit for event in played.of(ActionChecked)]


# -- when and who ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-step")
def test_the_first_step_in_sight_is_where_it_happens() -> None:
    """The move is walked up to there, and on from there."""
    scene = alley()
    played = order(scene, go_north(scene), dice=(PASS,), replies=says(interrupt=[LET_BE]))
    assert [names(scene, move.way)[-1] for move in played.of(Moved)] == ["E5", "E4"]
    assert played.names() == ["Moved", "ActionChecked", "Passed", "Moved"]


@pytest.mark.rule("AAS-R-step")
def test_a_move_out_of_sight_is_one_step_of_the_log() -> None:
    """Nobody sees it, nobody checks."""
    scene = alley()
    played = order(scene, go_north(scene, "E9", "E8"))
    assert played.names() == ["Moved"]
    assert not played.asked


@pytest.mark.rule("AAS-CHECK-1")
def test_who_stands_in_sight_is_met_before_the_first_step() -> None:
    """With the activation, if the unit is about to move."""
    scene = alley(team("i1", "E4"))
    played = order(scene, go_north(scene, "E9"), dice=(PASS,), replies=says(interrupt=[LET_BE]))
    assert played.names() == ["ActionChecked", "Passed", "Moved"]


@pytest.mark.rule("AAS-CHECK-1")
def test_the_nearest_checks_first() -> None:
    """By inches at that step, whatever the roster says."""
    scene = alley(team("i1", "N4"), team("i2", "J4"))
    played = order(scene, go_north(scene), dice=(PASS, PASS), replies=says(interrupt=[Stay("i2"), Stay("i1")]))
    assert checked(played) == ["i2", "i1"]


@pytest.mark.rule("AAS-CHECK-1")
def test_a_die_decides_between_two_who_are_equally_near() -> None:
    """In sight at the same distance."""
    scene = alley(team("i1", "J4"), team("i2", "J6"))
    played = order(scene, go_north(scene), dice=(2, PASS, PASS), replies=says(interrupt=[Stay("i2"), Stay("i1")]))
    assert checked(played) == ["i2", "i1"]


@pytest.mark.rule("AAS-CHECK-1")
def test_who_does_not_see_the_unit_does_not_check() -> None:
    """Only those in line of sight."""
    scene = alley(team("i1", "J4"), team("i2", "H12"))
    played = order(scene, go_north(scene), dice=(PASS,), replies=says(interrupt=[LET_BE]))
    assert checked(played) == ["i1"]


@pytest.mark.rule("AAS-CHECK-2")
@pytest.mark.parametrize(
    ("leader", "told"), [(team("i1", "J4", leader=8), "i1 has a leader"), (chief("i1", "J4"), "i1 is a leader")]
)
def test_a_leader_makes_the_check_without_a_die(leader: Any, told: str) -> None:
    """With his men, or alone, and the reason says which."""
    scene = alley(leader)
    played = order(scene, go_north(scene), replies=says(interrupt=[LET_BE]))
    assert played.of(ActionChecked) == [ActionChecked("i1", passed=True)]
    said = [note.text for frame in played.frames for note in frame.why if isinstance(note, Said)]
    assert f"{told}: no check is needed" in said


@pytest.mark.rule("AAS-CHECK-3")
def test_without_a_leader_a_quality_check_comes_first() -> None:
    """Who fails is not asked, and can do nothing more this turn."""
    scene = alley()
    played = order(scene, go_north(scene), dice=(FAIL,))
    assert played.of(ActionChecked) == [ActionChecked("i1", passed=False)]
    assert played.unit("i1").barred
    assert not played.asked


@pytest.mark.rule("AAS-CHECK-4")
def test_a_unit_has_one_check_a_turn() -> None:
    """Whoever has had it watches."""
    scene = alley(team("i1", "J4", checked=True))
    played = order(scene, go_north(scene))
    assert played.names() == ["Moved"]


@pytest.mark.rule("AAS-CHECK-4", "AAS-CHECK-3")
@pytest.mark.parametrize("fits", [True, False], ids=["it interrupts", "nothing fits"])
def test_a_unit_checks_once_however_many_regulars_pass_by(fits: bool) -> None:
    """Two activations in sight and the end of the turn take one die; the next turn takes one again."""
    scene = position(team("r1", "C10"), team("r2", "C14"), team("i1", "P12"), turns=9)
    answer = Move("i1", way(scene, "Q12")) if fits else LET_BE
    steps: list[tuple[dict[str, list[Any]], tuple[int, ...]]] = [
        ({ACTIVATE: [Move("r1", way(scene, "C9"))], INTERRUPT: [answer]}, (PASS, *FIRST) if fits else (PASS,)),
        ({ACTIVATE: [Stay("r1")]}, ()),
        ({ACTIVATE: [Move("r2", way(scene, "C13"))]}, ()),
        ({ACTIVATE: [Stay("r2")]}, ()),
        ({}, ()),
        *([] if fits else [({END_OF_TURN: [LET_BE]}, ())]),
    ]
    found = []
    for given, dice in steps:
        played = play_step(scene, given, dice=dice)
        scene, found = played.scene, found + checked(played)
    assert found == ["i1"]
    next_turn = play_step(scene).scene.state
    assert (next_turn.turn, next_turn.unit("i1").checked) == (2, False)


@pytest.mark.rule("AAS-R-nothing")
def test_nothing_fits_and_the_check_is_used_up() -> None:
    """It has not reacted, though: at the end of the turn it acts."""
    scene = alley()
    played = order(scene, go_north(scene), dice=(PASS,), replies=says(interrupt=[LET_BE]))
    assert played.unit("i1").checked
    assert not played.unit("i1").reacted


def test_who_has_reacted_makes_no_check() -> None:
    """It has had its turn."""
    assert not order(alley(team("i1", "J4", reacted=True)), go_north(alley())).of(ActionChecked)


def test_no_answer_is_no_interruption() -> None:
    """Whoever plays the Insurgents may say nothing."""
    scene = alley()
    assert order(scene, go_north(scene), dice=(PASS,)).of(Passed) == [Passed(INSURGENTS, "i1", "does not interrupt")]


@pytest.mark.parametrize(("target", "number"), [("i1", 1), ("i2", 2)])
def test_the_question_says_what_the_regular_does(target: str, number: int) -> None:
    """0 he moves, 1 he fires at this very unit, 2 he fires at another."""
    scene = position(team("r1", "C10"), team("i1", "H10"), team("i2", "P10", checked=True), actor="r1")
    dice = (PASS, *misses(6 if target == "i1" else 5))
    replies = says(interrupt=[LET_BE], return_fire=[Stay(target)])
    played = order(scene, Fire("r1", target), dice=dice, replies=replies)
    asked = next(ask for ask in played.asked if ask.occasion == INTERRUPT)
    assert asked.number == number


def test_civilians_do_not_interrupt() -> None:
    """A crowd in sight changes nothing."""
    scene = alley(team("m1", "J4"))
    assert order(scene, go_north(scene)).names() == ["Moved"]


# -- who comes first ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-CHECK-1")
def test_an_interruption_that_wins_comes_first() -> None:
    """4 or more, and more than the Regular: the shot falls before the next step."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, *SIX), replies=replies)
    assert played.names() == ["Moved", "ActionChecked", "ReactionTested", "Fired", "Passed", "Moved"]
    assert played.of(ReactionTested)[0].first
    assert played.unit("i1").reacted


@pytest.mark.rule("AAS-R-quick")
@pytest.mark.parametrize(("insurgent", "regular", "first"), [(4, 3, True), (4, 4, False), (3, 1, False), (8, 7, True)])
def test_it_needs_a_success_and_more_than_the_other(insurgent: int, regular: int, first: bool) -> None:
    """An equal score is the Regular's, and a 3 is nobody's."""
    fog = () if regular != 1 else ("calm",)
    scene = alley(fog=[CALM])
    # Who is slower fires after the move, if the Regular does not care.
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1], reaction=[] if first else [Stay("r1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, insurgent, regular, *SIX), cards=fog, replies=replies)
    assert played.of(ReactionTested)[0].first == first


@pytest.mark.rule("AAS-R-quick")
def test_the_regular_who_is_quicker_may_fire_first() -> None:
    """Then the interruption takes place, if there is anybody left for it."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1], reaction=[Fire("r1", "i1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *SIX, *SIX), replies=replies)
    assert [(shot.unit, shot.target) for shot in played.of(Fired)] == [("r1", "i1"), ("i1", "r1")]


def test_who_is_shot_down_does_not_interrupt_any_more() -> None:
    """Four hits, and no defence."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1], reaction=[Fire("r1", "i1")])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *(8,) * 6, *(2,) * 4), replies=replies)
    assert [shot.unit for shot in played.of(Fired)] == ["r1"]
    assert played.unit("i1").gone


def test_the_regular_who_is_quicker_may_finish_his_move() -> None:
    """The interruption comes when he has arrived."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1], reaction=[Stay("r1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *SIX), replies=replies)
    happened = ["Moved", "ActionChecked", "ReactionTested", "Passed", "Moved", "Fired", "Passed"]
    assert played.names() == happened


@pytest.mark.rule("AAS-R-quick")
def test_an_interruption_that_comes_too_late_is_lost() -> None:
    """He has gone on out of sight; the unit has reacted all the same."""
    scene = changed(alley(), "r1", cell="E6")
    past = Move("r1", way(scene, "E5", "D6", "E7"))
    replies = says(interrupt=[FIRE_AT_R1], reaction=[Stay("r1")])
    played = order(scene, past, dice=(PASS, *SECOND), replies=replies)
    assert played.of(Passed)[-1] == Passed(INSURGENTS, "i1", "can no longer interrupt")
    assert played.unit("i1").reacted


@pytest.mark.rule("AAS-R-step")
def test_the_regular_fires_and_then_the_interruption_comes() -> None:
    """Who is quicker finishes his fire as he would his move."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1")
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1], reaction=[Stay("r1")], return_fire=[Stay("r1")])
    played = order(scene, Fire("r1", "i1"), dice=(PASS, *SECOND, *SIX, *SIX), replies=replies)
    assert [shot.unit for shot in played.of(Fired)] == ["r1", "i1"]


def test_an_interrupting_unit_may_move() -> None:
    """Out of sight, before the Regular goes on."""
    scene = alley(team("i1", "H6"))
    away = Move("i1", way(scene, "H7", "H8"))
    played = order(scene, go_north(scene), dice=(PASS, *FIRST), replies=says(interrupt=[away]))
    assert [move.unit for move in played.of(Moved)] == ["r1", "i1", "r1"]
    assert names(scene, [played.unit("i1").place]) == ["H8"]


def test_a_leader_lends_his_die() -> None:
    """The reaction test of a unit of D6 with a leader of D8 is a D8, and so is no Quality check needed."""
    scene = alley(team("i1", "J4", quality=6, leader=8), regular={"quality": 6})
    replies = says(interrupt=[FIRE_AT_R1], return_fire=[Stay("r1")])
    # Five figures with the leader, seven dice; and D6 of their own.
    played = order(scene, go_north(scene), dice=(8, 2, *misses(7)), replies=replies)
    assert played.of(ReactionTested)[0].first
    thrown = [note.throw.die for frame in played.frames for note in frame.why if hasattr(note, "throw")]
    assert thrown[-1] == D6


def test_the_wounded_make_a_unit_slower() -> None:
    """The casualty penalty: a 5 counts as 4, and a 4 of the Insurgent is as much."""
    scene = alley(regular={"light": 1})
    replies = says(interrupt=[FIRE_AT_R1], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, 5, 5, *SIX), replies=replies)
    assert played.of(ReactionTested)[0].first


def test_who_is_pinned_on_the_way_goes_no_further() -> None:
    """A casualty, and a failed morale test."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1])
    dice = (PASS, *FIRST, 8, *misses(5), *(2,) * 4, FAIL)
    played = order(scene, go_north(scene), dice=dice, replies=replies)
    assert played.unit("r1").pinned == 2
    assert names(scene, [played.unit("r1").place]) == ["E5"]
    assert played.of(Passed)[-1] == Passed(REGULARS, "r1", "is stopped")


@pytest.mark.rule("AAS-R-quick")
def test_casualties_stop_a_rapid_move() -> None:
    """Who has somebody to carry does not run; a Cautious move goes on."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1], return_fire=[Stay("r1")])
    # One die more for a target that moved Rapid.
    dice = (PASS, *FIRST, 8, *misses(6), *(2,) * 4, PASS)
    rapid = Move("r1", go_north(scene).way, "rapid")
    played = order(scene, rapid, dice=dice, replies=replies)
    assert names(scene, [played.unit("r1").place]) == ["E5"]


def test_who_is_down_on_the_way_goes_no_further() -> None:
    """The last man of a unit: he lies where he was hit, and takes no hot spot there."""
    scene = alley(regular={"figures": 1})
    scene = with_state(scene, hot_spots=(HotSpot("1", scene.map.cell("E5")),))
    move = {ACTIVATE: [go_north(scene)], INTERRUPT: [FIRE_AT_R1]}
    played = play_step(scene, move, dice=(PASS, *FIRST, 8, *misses(5), 2))
    assert names(scene, [played.unit("r1").place]) == ["E5"]
    assert (played.unit("r1").figures, played.unit("r1").downed) == (0, 1)
    assert played.scene.state.hot_spots[0].active


def test_the_questions_name_who_is_asked_and_about_whom() -> None:
    """The Insurgent about the Regular, and the Regular about the Insurgent."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1], reaction=[Stay("r1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *SIX), replies=replies)
    told = [(ask.side, ask.occasion, ask.unit, ask.about) for ask in played.asked[:2]]
    assert told == [(INSURGENTS, INTERRUPT, "i1", "r1"), (REGULARS, REACTION, "r1", "i1")]


@pytest.mark.parametrize(("fires", "number"), [(True, 1), (False, 0)])
def test_a_regular_who_was_quicker_is_told_what_the_other_was_about_to_do(fires: bool, number: int) -> None:
    """0 to move, 1 to fire at him: whether to fire first hangs on it."""
    scene = alley()
    move = Move("i1", way(scene, "K4"))
    first = FIRE_AT_R1 if fires else move
    replies = says(interrupt=[first, first], reaction=[Stay("r1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *(SIX if fires else ())), replies=replies)
    assert [ask.number for ask in played.asked if ask.occasion == REACTION] == [number]


@pytest.mark.parametrize(
    ("dice", "needs"), [((6, 2), [4, 6]), ((5, 6), [4, 5]), ((3, 6), [4, None])], ids=["won", "lost", "no success"]
)
def test_a_reaction_test_says_what_each_needs(dice: tuple[int, int], needs: list[int | None]) -> None:
    """Four for who interrupts, and then as much for the other; who has no success is slower anyhow."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1], reaction=[Stay("r1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *dice, *SIX), replies=replies)
    frame = next(frame for frame in played.frames if isinstance(frame.event, ReactionTested))
    thrown = [note.throw for note in frame.why if isinstance(note, Rolled) and note.throw.purpose == "reaction test"]
    assert [throw.need and throw.need.low for throw in thrown] == needs


# -- what a reaction leaves of the activation ----------------------------------------------------------------------


@pytest.mark.rule("AAS-R-quick")
@pytest.mark.parametrize(
    ("dice", "replies"),
    [
        (FIRST, says(return_fire=[Fire("r1", "i1")])),
        (SECOND, says(reaction=[Fire("r1", "i1")], return_fire=[Stay("r1")])),
    ],
    ids=["an answer", "a shot before the interruption"],
)
def test_to_react_is_not_to_fire_with_the_activation(dice: tuple[int, ...], replies: dict[str, list[Any]]) -> None:
    """It counts among the two shots of the turn, and the unit that acts may still fire, or search in place of it."""
    scene = alley()
    played = order(
        scene, go_north(scene), dice=(PASS, *dice, *SIX, *SIX), replies={INTERRUPT: [FIRE_AT_R1, FIRE_AT_R1], **replies}
    )
    assert [shot.reacting for shot in played.of(Fired) if shot.unit == "r1"] == [True]
    assert (played.unit("r1").shots, played.scene.state.fired) == (1, False)
    assert refusal(played.scene, ask_of(played.scene, "r1"), Fire("r1", "i1")) is None


def test_the_shot_of_the_activation_is_one() -> None:
    """And no reaction."""
    scene = position(team("r1", "C10"), team("i1", "H10", checked=True, reacted=True), actor="r1")
    played = order(scene, Fire("r1", "i1"), dice=SIX)
    assert [shot.reacting for shot in played.of(Fired)] == [False]
    assert played.scene.state.fired


@pytest.mark.rule("AAS-R-quick")
def test_who_fires_at_the_one_that_interrupts_fires_once_and_first() -> None:
    """He was quicker: to fire at it, or to go on with his fire, is the same shot, so he is not asked."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1")
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1], reaction=[Fire("r1", "i1")], return_fire=[Stay("r1")])
    played = order(scene, Fire("r1", "i1"), dice=(PASS, *SECOND, *SIX, *SIX), replies=replies)
    assert [shot.unit for shot in played.of(Fired)] == ["r1", "i1"]
    assert REACTION not in {ask.occasion for ask in played.asked}


def test_who_fires_at_another_may_fire_at_the_one_that_interrupts_first() -> None:
    """And then at his target, with a die less."""
    scene = position(team("r1", "C10"), team("i1", "H10"), team("i2", "C15", checked=True, reacted=True), actor="r1")
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1], reaction=[Fire("r1", "i1")])
    played = order(scene, Fire("r1", "i2"), dice=(PASS, *SECOND, *SIX, *SIX, *misses(5)), replies=replies)
    assert [(shot.unit, shot.target) for shot in played.of(Fired)] == [("r1", "i1"), ("i1", "r1"), ("r1", "i2")]


# -- where a unit goes that was too late -----------------------------------------------------------------------------


def late(*replies: Any) -> Played:
    """Let r1 go round the corner before i1 in H6 does what it answers, and then answers again."""
    scene = alley(team("i1", "H6"))
    return order(
        scene, go_north(scene), dice=(PASS, *SECOND), replies=says(interrupt=list(replies), reaction=[Stay("r1")])
    )


@pytest.mark.rule("AAS-R-step")
def test_who_comes_after_the_regular_looks_again_where_to_go() -> None:
    """With the same question; the check is not made again."""
    scene = alley()
    played = late(Move("i1", way(scene, "H7", "H8")), Move("i1", way(scene, "I7", "J8")))
    assert names(scene, [played.unit("i1").place]) == ["J8"]
    asked = [ask for ask in played.asked if ask.occasion == INTERRUPT]
    assert len(asked) == 2 and asked[0] == asked[1]
    assert len(played.of(ActionChecked)) == 1


@pytest.mark.rule("AAS-R-step", "AAS-R-nothing")
def test_who_finds_nothing_then_has_lost_its_interruption() -> None:
    """It has reacted all the same."""
    played = late(Move("i1", way(alley(), "H7", "H8")), Stay("i1"))
    assert played.of(Passed)[-1] == Passed(INSURGENTS, "i1", "can no longer interrupt")
    assert played.unit("i1").reacted


@pytest.mark.rule("AAS-L-1", "AAS-R-step")
def test_a_leader_does_not_flee_to_where_the_regular_sees_him_by_then() -> None:
    """Two lanes and a wall between them: the Regular goes from the one into the other before the leader can."""
    lanes = squares("\n".join(["." * 12] * 7), wall=" ".join(f"{column}4/s" for column in "DEFGHIJ"))
    scene = position(team("r1", "A2"), chief("i1", "I3"), on=lanes, actor="r1")
    hand = Hand({ACTIVATE: [], REACTION: [Stay("r1")]})
    deciders: Any = {REGULARS: ("human", hand), INSURGENTS: ("solo", Automated(AUTO)), "civilians": ("human", hand)}
    # The reaction test, and a die between cells that are equally good by then.
    game: Any = Game(scene.battle, Start(scene.state), deciders, Scripted((*SECOND, 1), ()))
    Move("r1", way(scene, "A3", "A4", "A5", "A6")).resolve(game, ask_of(scene, "r1"))
    leader, regular = game.state.unit("i1"), game.state.unit("r1")
    assert leader.place != scene.map.cell("I3")
    assert not sees(game.position, regular, leader)


@pytest.mark.rule("AAS-R-late")
@pytest.mark.parametrize("first", [Fire("i1", "r1"), Move("i1", way(alley(), "H7", "H8"))], ids=["fire", "a move"])
def test_whoever_was_too_late_decides_anew(first: Any) -> None:
    """Be it that it wanted to fire, or to go somewhere: with the same question, and no other check."""
    played = late(first, Move("i1", way(alley(), "I7", "J8")))
    assert names(alley(), [played.unit("i1").place]) == ["J8"]
    assert not played.of(Fired)


@pytest.mark.rule("AAS-R-late")
def test_who_was_fired_at_first_is_fired_on_when_it_decides_anew() -> None:
    """The question says so: the entries for who is fired on are open to it."""
    scene = alley(team("i1", "H6"))
    replies = says(interrupt=[FIRE_AT_R1, Move("i1", way(scene, "H7"))], reaction=[Fire("r1", "i1")])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *SIX), replies=replies)
    assert [ask.number for ask in played.asked if ask.occasion == INTERRUPT] == [MOVES, FIRED_AT]
    assert names(scene, [played.unit("i1").place]) == ["H7"]


@pytest.mark.rule("AAS-R-late")
@pytest.mark.parametrize("reaction", [Stay("r1"), Fire("r1", "i1")], ids=["he goes on", "he fires first"])
def test_by_the_other_reading_it_keeps_what_it_decided(reaction: Any) -> None:
    """It is asked once."""
    scene = alley(team("i1", "H6"), readings=Settings(late_interruption="kept"))
    away = Move("i1", way(scene, "H7", "H8"))
    shot = SIX if isinstance(reaction, Fire) else ()
    replies = says(interrupt=[away, Stay("i1")], reaction=[reaction])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *shot), replies=replies)
    assert names(scene, [played.unit("i1").place]) == ["H8"]
    assert len([ask for ask in played.asked if ask.occasion == INTERRUPT]) == 1


# -- what calls for checks besides moves and fire --------------------------------------------------------------------

WELL = {"objectives": (Task("well", "The well", (squares().cell("C10"),), 2, kind="search"),)}


def watched(**more: Any) -> Any:
    """Return r1 at a well in C10 with a crowd and a friend beside it, and i1 who sees it from P10."""
    return position(
        team("r1", "C10"), team("r2", "C11"), team("m1", "D10"), team("i1", "P10"), actor="r1", mission=WELL, **more
    )


ON_THE_SPOT = [
    (Search("r1"), Searched, ()),
    (Disperse("r1", "m1"), Dispersed, (PASS,)),
    (Join("r1", "r2"), Joined, ()),
    (Assault("r1", "i1", ()), AssaultTested, ()),
]


def on_the_spot(scene: Any, intent: Any, dice: tuple[int, ...], replies: Any = None) -> Played:
    """Let r1 do something where it is; an assault fails at once, and i1 is near enough for it."""
    if isinstance(intent, Assault):
        scene, dice = changed(scene, "i1", cell="B10"), (FAIL, *dice)
    return order(scene, intent, dice=dice, replies=replies)


@pytest.mark.rule("AAS-R-active", "AAS-CHECK-1")
@pytest.mark.parametrize(("intent", "event", "dice"), ON_THE_SPOT, ids=[each[1].__name__ for each in ON_THE_SPOT])
def test_whatever_a_regular_does_in_sight_is_an_activation(intent: Any, event: Any, dice: tuple[int, ...]) -> None:
    """Search, disperse, join, fail to close: who sees it makes its check before, and is told that he does not move."""
    checking = (PASS, *dice)
    played = on_the_spot(watched(), intent, checking, says(interrupt=[LET_BE]))
    assert checked(played) == ["i1"]
    assert len(played.of(event)) == 1
    assert [ask.number for ask in played.asked] == [ACTS]


@pytest.mark.rule("AAS-R-active")
@pytest.mark.parametrize(("intent", "event", "dice"), ON_THE_SPOT, ids=[each[1].__name__ for each in ON_THE_SPOT])
def test_by_the_other_reading_only_moves_and_fire_are(intent: Any, event: Any, dice: tuple[int, ...]) -> None:
    """Nobody checks, and nobody is asked."""
    played = on_the_spot(watched(readings=Settings(action_checks="moves and fire")), intent, dice)
    assert not checked(played)
    assert len(played.of(event)) == 1


@pytest.mark.rule("AAS-R-late", "AAS-R-join")
@pytest.mark.parametrize("reading", ["anew", "kept"])
def test_who_was_too_late_for_a_unit_that_joined_another_meets_the_one_that_it_became(reading: Any) -> None:
    """It is asked about the one unit that is left; what it had decided about the other is lost."""
    scene = watched(readings=Settings(late_interruption=reading))
    replies = says(interrupt=[FIRE_AT_R1, Stay("i1")], reaction=[Stay("r1")])
    played = order(scene, Join("r1", "r2"), dice=(PASS, *SECOND), replies=replies)
    about = [ask.about for ask in played.asked if ask.occasion == INTERRUPT]
    assert about == (["r1", "r2"] if reading == "anew" else ["r1"])
    assert played.of(Passed)[-1] == Passed(INSURGENTS, "i1", "can no longer interrupt")


@pytest.mark.rule("AAS-R-active")
@pytest.mark.parametrize("intent", [Watch("r1"), Stay("r1")], ids=["overwatch", "stay"])
def test_to_give_an_activation_up_is_none(intent: Any) -> None:
    """Nobody checks on who waits."""
    assert not checked(order(watched(), intent))


@pytest.mark.rule("AAS-R-active")
def test_to_turn_a_vehicle_is_an_activation() -> None:
    """Who sees it makes its check."""
    scene = position(vehicle("r1", "C10"), team("i1", "P10"), actor="r1")
    assert checked(order(scene, Turn("r1", 2), dice=(FAIL,))) == ["i1"]


@pytest.mark.rule("AAS-R-active")
def test_who_is_shot_down_before_does_not_search() -> None:
    """The interruption comes first: four hits, and no defence."""
    played = order(
        watched(), Search("r1"), dice=(PASS, *FIRST, *(8,) * 5, *(2,) * 4), replies=says(interrupt=[FIRE_AT_R1])
    )
    assert played.unit("r1").figures == 0
    assert not played.of(Searched)
    assert played.of(Passed)[-1] == Passed(REGULARS, "r1", "can no longer do it")


@pytest.mark.rule("AAS-L-1", "AAS-R-active")
def test_a_leader_alone_does_not_run_from_who_searches() -> None:
    """His entry is for Regulars who move."""
    assert decide(Question(table(chief("i1", FAR), on=strip(wall=BEHIND)), number=ACTS)).rule == "AAS-R-nothing"
