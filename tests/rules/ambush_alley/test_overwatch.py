"""Overwatch, and the answer of those who are fired at."""

import pytest

from sim.rules.ambush_alley.events import Fired, Moved, Pinned, Reacted, ReactionTested
from sim.rules.ambush_alley.orders.fighting import Fire, Watch
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import Stay
from sim.rules.ambush_alley.state import END_OF_TURN, OVERWATCH, RETURN_FIRE
from tests.rules.ambush_alley.alley import FIRE_AT_R1, FIRST, PASS, SECOND, alley, go_north, misses, says
from tests.rules.ambush_alley.table import Placed, ask_of, chief, order, play_step, position, refusal, team, vehicle
from tests.rules.positions import changed, names, way, with_state

SIX, FIVE = misses(6), misses(5)


@pytest.mark.rule("AAS-R-watch")
def test_to_watch_gives_up_the_activation() -> None:
    """Neither a move nor a shot, and the eyes open."""
    scene = position(team("r1", "C10"), team("i1", "T20"))
    played = play_step(scene, {"activate": [Watch("r1")]})
    assert played.unit("r1").overwatch
    assert played.unit("r1").acted


@pytest.mark.rule("AAS-R-watch")
@pytest.mark.parametrize(
    ("watcher", "why"),
    [
        (vehicle("r1", "C10"), "nothing to fire with"),
        (vehicle("r1", "C10", support=("heavy",), shaken=1), "shaken"),
        (team("r1", "C10", shots=2), "it has fired 2 times this turn"),
    ],
)
def test_who_could_not_fire_does_not_watch(watcher: Placed, why: str) -> None:
    """A truck without a gun sees no more than it did."""
    scene = position(watcher, team("i1", "H10"), actor="r1")
    assert refusal(scene, ask_of(scene, "r1"), Watch("r1")) == why


@pytest.mark.rule("AAS-R-watch")
def test_who_has_moved_cannot_watch() -> None:
    """It takes the whole activation."""
    scene = position(team("r1", "C10"), actor="r1", moved=True)
    assert refusal(scene, ask_of(scene, "r1"), Watch("r1")) == "r1 has moved or fired already"


@pytest.mark.rule("AAS-R-watch")
def test_a_unit_on_overwatch_may_shoot_before_an_interruption() -> None:
    """With the same test, before the Insurgent has his."""
    scene = alley(team("i1", "J4"), team("r2", "J10", overwatch=True))
    replies = says(interrupt=[FIRE_AT_R1], overwatch=[Fire("r2", "i1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, *SIX, *FIRST, *SIX), replies=replies)
    assert [(test.unit, test.how) for test in played.of(ReactionTested)] == [
        ("r2", "overwatch"),
        ("i1", "interruption"),
    ]
    assert [shot.unit for shot in played.of(Fired)] == ["r2", "i1"]


def test_the_shot_uses_the_overwatch_up() -> None:
    """Whatever came of the test."""
    scene = alley(team("i1", "J4"), team("r2", "J10", overwatch=True))
    replies = says(interrupt=[FIRE_AT_R1], overwatch=[Fire("r2", "i1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *FIRST, *SIX, *SIX), replies=replies)
    assert not played.unit("r2").overwatch


def test_who_is_too_slow_on_overwatch_fires_afterwards() -> None:
    """The interruption is carried out first."""
    scene = alley(team("i1", "J4"), team("r2", "J10", overwatch=True))
    replies = says(interrupt=[FIRE_AT_R1], overwatch=[Fire("r2", "i1")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *FIRST, *SIX, *SIX), replies=replies)
    assert [shot.unit for shot in played.of(Fired)] == ["i1", "r2"]


def test_who_is_too_slow_on_overwatch_fires_before_an_interruption_that_comes_later_still() -> None:
    """The Regular goes on before the Insurgent, who is in the open meanwhile."""
    scene = alley(team("i1", "J4"), team("r2", "J10", overwatch=True))
    replies = says(
        interrupt=[FIRE_AT_R1, FIRE_AT_R1],
        overwatch=[Fire("r2", "i1")],
        reaction=[Stay("r1")],
        return_fire=[Stay("r1")],
    )
    played = order(scene, go_north(scene), dice=(PASS, *SECOND, *SECOND, *SIX, *SIX), replies=replies)
    assert [type(event).__name__ for event in played.of(Fired, Moved)] == ["Moved", "Fired", "Moved", "Fired"]
    assert [shot.unit for shot in played.of(Fired)] == ["r2", "i1"]


def test_who_lets_it_be_goes_on_watching() -> None:
    """Nothing is used up."""
    scene = alley(team("i1", "J4"), team("r2", "J10", overwatch=True))
    replies = says(interrupt=[FIRE_AT_R1], overwatch=[Stay("r2")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, *SIX), replies=replies)
    assert played.unit("r2").overwatch


def test_a_unit_that_overwatch_drives_off_does_not_interrupt() -> None:
    """It pulls back, and does nothing more this turn."""
    scene = alley(team("i1", "J4"), team("r2", "J10", overwatch=True))
    replies = says(interrupt=[FIRE_AT_R1], overwatch=[Fire("r2", "i1")])
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, 8, *FIVE, *(2,) * 4, 1), replies=replies)
    assert played.unit("i1").barred
    assert [shot.unit for shot in played.of(Fired)] == ["r2"]


def test_a_move_at_the_end_of_the_turn_is_watched_at_its_first_step_in_sight() -> None:
    """Round the same corner, the other way."""
    scene = alley(team("i1", "J8", checked=True), regular={"overwatch": True}, phase="insurgents")
    scene = with_state(changed(scene, "r1", cell="C4"), actor="")
    move = Move("i1", way(scene, "J7", "J6", "J5", "J4", "J3"))
    given = {END_OF_TURN: [move], OVERWATCH: [Fire("r1", "i1")]}
    played = play_step(scene, given, dice=(*FIRST, *SIX))
    assert played.names()[:3] == ["Moved", "ReactionTested", "Fired"]
    assert [names(scene, part.way)[-1] for part in played.of(Moved)][-1] == "J3"
    assert [ask.number for ask in played.asked if ask.occasion == OVERWATCH] == [0]  # he moves


def test_who_watches_is_told_that_the_other_is_about_to_fire() -> None:
    """The number of the question is 2: at somebody else."""
    scene = alley(team("i1", "J4"), team("r2", "J10", overwatch=True))
    replies = says(interrupt=[FIRE_AT_R1], overwatch=[Stay("r2")], return_fire=[Stay("r1")])
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, *SIX), replies=replies)
    assert [ask.number for ask in played.asked if ask.occasion == OVERWATCH] == [2]


@pytest.mark.rule("AAS-R-watch")
def test_who_lets_a_move_be_is_not_asked_again_at_its_next_step() -> None:
    """Once for each thing that an Insurgent does."""
    scene = alley(team("i1", "J8", checked=True), regular={"overwatch": True}, phase="insurgents")
    scene = with_state(changed(scene, "r1", cell="C4"), actor="")
    move = Move("i1", way(scene, "J7", "J6", "J5", "J4", "J3"))
    played = play_step(scene, {END_OF_TURN: [move], OVERWATCH: [Stay("r1")]})
    assert [ask.unit for ask in played.asked if ask.occasion == OVERWATCH] == ["r1"]
    assert names(scene, [played.unit("i1").place]) == ["J3"]


def test_who_is_pinned_watches_no_longer() -> None:
    """It keeps its head down, and is not asked."""
    scene = alley(team("i1", "J4"), regular={"overwatch": True})
    assert not Pinned("r1", 2).apply(scene.state).unit("r1").overwatch


# -- answers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-answer")
def test_who_survives_may_fire_back() -> None:
    """A Regular at an Insurgent who has fired at it."""
    scene = alley()
    replies = says(interrupt=[FIRE_AT_R1], return_fire=[Fire("r1", "i1")])
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, *SIX, *SIX), replies=replies)
    assert [shot.unit for shot in played.of(Fired)] == ["i1", "r1"]
    assert played.of(Reacted) == [Reacted("r1", "i1")]


@pytest.mark.rule("AAS-R-answer")
def test_nobody_answers_twice_in_a_turn() -> None:
    """Who has reacted is not asked."""
    scene = alley(regular={"reacted": True})
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, *SIX), replies=says(interrupt=[FIRE_AT_R1]))
    assert RETURN_FIRE not in {ask.occasion for ask in played.asked}


def test_who_has_fired_twice_fires_no_more() -> None:
    """At most so many times a unit and turn."""
    scene = alley(regular={"shots": 2})
    played = order(scene, go_north(scene), dice=(PASS, *FIRST, *SIX), replies=says(interrupt=[FIRE_AT_R1]))
    assert RETURN_FIRE not in {ask.occasion for ask in played.asked}


def test_who_is_barred_does_not_answer() -> None:
    """It failed its check when the Regular fired."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1")
    played = order(scene, Fire("r1", "i1"), dice=(3, *SIX))
    assert RETURN_FIRE not in {ask.occasion for ask in played.asked}


def test_an_insurgent_who_is_fired_on_may_answer_or_go() -> None:
    """One that nothing made interrupt, and has not reacted."""
    scene = position(team("r1", "C10"), team("i1", "H10", checked=True), actor="r1")
    for answer, kind in ((Fire("i1", "r1"), Fired), (Move("i1", way(scene, "I10")), Moved)):
        dice = (*SIX, *SIX) if isinstance(answer, Fire) else SIX
        played = order(scene, Fire("r1", "i1"), dice=dice, replies=says(return_fire=[answer]))
        assert played.of(kind)[-1].unit == "i1"


def test_who_is_pinned_fires_back_with_a_die_less() -> None:
    """Pinned men do not move, and fire worse; nothing more is said of them."""
    scene = alley(regular={"pinned": 1})
    scene = with_state(changed(scene, "r1", cell="E4"), actor="", phase="insurgents")
    given = {END_OF_TURN: [FIRE_AT_R1], RETURN_FIRE: [Fire("r1", "i1")]}
    scene = changed(scene, "i1", checked=True)
    played = play_step(scene, given, dice=(*SIX, *FIVE))
    assert [shot.unit for shot in played.of(Fired)] == ["i1", "r1"]


def test_an_insurgent_vehicle_that_is_fired_on_may_answer() -> None:
    """A gun on a pick-up, as any other unit."""
    truck = vehicle("i1", "H10", soft_skinned=True, support=("heavy",), checked=True)
    scene = position(team("r1", "C10"), truck, actor="r1")
    replies = says(return_fire=[Fire("i1", "r1")])
    # At a vehicle four figures and the one for the range; the weapon has three, and two for range and the open.
    played = order(scene, Fire("r1", "i1"), dice=(*FIVE, *FIVE), replies=replies)
    assert [shot.unit for shot in played.of(Fired)] == ["r1", "i1"]


@pytest.mark.rule("AAS-N-6", "AAS-W-7")
def test_an_insurgent_who_can_fire_no_more_may_still_go() -> None:
    """It has fired twice; to leave the line of sight is its answer, and the one that it has this turn."""
    scene = position(team("r1", "C10"), team("i1", "H10", checked=True, shots=2), actor="r1")
    replies = says(return_fire=[Move("i1", way(scene, "I10"))])
    played = order(scene, Fire("r1", "i1"), dice=SIX, replies=replies)
    assert played.of(Moved)[-1].unit == "i1"
    assert played.of(Reacted) == [Reacted("i1", "r1")]
    assert played.unit("i1").reacted


@pytest.mark.rule("AAS-R-answer")
def test_nobody_answers_an_answer() -> None:
    """A shot, a shot back, and that is that."""
    scene = position(team("r1", "C10"), team("i1", "H10", checked=True), actor="r1")
    played = order(scene, Fire("r1", "i1"), dice=(*SIX, *SIX), replies=says(return_fire=[Fire("i1", "r1")]))
    assert len(played.of(Fired)) == 2


@pytest.mark.rule("AAS-SEQ")
def test_who_has_answered_does_not_act_at_the_end() -> None:
    """Only those act who have not reacted."""
    scene = position(team("r1", "C10", acted=True), chief("i1", "H10", reacted=True), phase="insurgents", turns=9)
    assert play_step(scene).names() == ["TurnBegan", "TurnReadied", "PhaseBegan"]


@pytest.mark.parametrize(("turn", "watches"), [(0, True), (1, False), (4, False)])
def test_an_overwatch_lasts_for_a_turn(turn: int, watches: bool) -> None:
    """It is over with the turn; who was set up so watches from the beginning of the first one."""
    scene = position(team("r1", "C10", overwatch=True), phase="insurgents" if turn else "hot spots", turn=turn)
    assert play_step(scene).unit("r1").overwatch == watches


def test_who_was_set_up_on_overwatch_and_acts_watches_no_longer() -> None:
    """Unless that is what it does."""
    scene = position(team("r1", "C10", overwatch=True), team("i1", "T20"))
    assert not play_step(scene, {"activate": [Stay("r1")]}).unit("r1").overwatch
    assert play_step(scene, {"activate": [Watch("r1")]}).unit("r1").overwatch
