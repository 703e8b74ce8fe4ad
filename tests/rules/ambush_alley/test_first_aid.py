"""First aid: what becomes of those who went down."""

from typing import Any

import pytest

from sim.engine.notes import Rolled
from sim.rules.ambush_alley.events import OnlyReacts, Treated
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.ground.moves import rapid_refusal
from sim.rules.ambush_alley.orders.tasks import Stay
from sim.rules.ambush_alley.state import AasPosition
from tests.rules.ambush_alley.table import Placed, ask_of, play_step, position, refusal, team, unit
from tests.rules.positions import with_state

NOBODY_COMES = 6


def wounded(*more: Placed, **words: Any) -> AasPosition:
    """Return r1 with one man down at the beginning of turn 2."""
    card = {"figures": 3, "full": 4, "downed": 1, **words}
    return position(team("r1", "C10", **card), *more, phase="arrivals", turn=2, level=1)


@pytest.mark.rule("AAS-R-aid")
@pytest.mark.parametrize(
    ("die", "result", "figures"),
    [(2, "serious", 3), (3, "serious", 3), (4, "light", 4), (5, "light", 4), (6, "fine", 4)],
)
def test_a_die_for_each(die: int, result: str, figures: int) -> None:
    """Two and three are serious, four and five light, six is fine."""
    played = play_step(wounded(), dice=(NOBODY_COMES, die))
    assert [event.result for event in played.of(Treated)] == [result]
    assert (played.unit("r1").figures, played.unit("r1").downed) == (figures, 0)


@pytest.mark.rule("AAS-R-aid", "AAS-SEQ")
def test_who_went_down_before_the_first_turn_is_seen_to_in_it() -> None:
    """By a card, say: that is the next turn. Nobody rolls for new Insurgents then."""
    played = play_step(with_state(wounded(), turn=1), dice=(6,))
    assert [event.result for event in played.of(Treated)] == ["fine"]


@pytest.mark.parametrize(("check", "only_reacts"), [(4, False), (3, True)])
def test_a_death_takes_a_quality_check(check: int, only_reacts: bool) -> None:
    """Who fails only reacts this turn."""
    played = play_step(wounded(), dice=(NOBODY_COMES, 1, check))
    assert played.of(OnlyReacts) == ([OnlyReacts("r1", 2)] if only_reacts else [])
    assert played.unit("r1").figures == 3


@pytest.mark.rule("AAS-R-aid")
def test_a_serious_wound_keeps_the_unit_from_acting() -> None:
    """It can react, and nothing else this turn."""
    played = play_step(wounded(), dice=(NOBODY_COMES, 2))
    assert played.of(OnlyReacts) == [OnlyReacts("r1", 2)]
    told = refusal(played.scene, ask_of(played.scene, "r1"), Stay("r1"))
    assert told == "r1 looks after its casualties, and can only react this turn"


def test_in_the_turn_after_it_acts_again() -> None:
    """With the penalty, until the wounded are taken away."""
    played = play_step(wounded(), dice=(NOBODY_COMES, 2))
    assert played.unit("r1").penalty
    later = position(team("r1", "C10", serious=1, only_reacts=2), turn=3)
    assert refusal(later, ask_of(later, "r1"), Stay("r1")) is None


@pytest.mark.parametrize(("check", "event"), [(4, "Passed"), (3, "OnlyReacts")])
def test_the_check_after_a_death_is_told_by_itself(check: int, event: str) -> None:
    """Whatever comes of it: its die belongs to no other event."""
    played = play_step(wounded(), dice=(NOBODY_COMES, 1, check))
    assert played.names()[1:3] == ["Treated", event]
    thrown = [note for note in played.frames[2].why if isinstance(note, Rolled)]
    assert [note.throw.purpose for note in thrown] == ["to go on after a death"]


def test_a_unit_that_only_reacts_already_makes_no_check_after_a_death() -> None:
    """It has somebody to carry, and nothing to lose by it."""
    played = play_step(wounded(figures=2, downed=2), dice=(NOBODY_COMES, 2, 1))
    assert [event.result for event in played.of(Treated)] == ["serious", "dead"]
    assert len(played.of(OnlyReacts)) == 1


@pytest.mark.rule("AAS-R-aid")
def test_the_penalty_forbids_rapid_moves() -> None:
    """Somebody has to be carried."""
    scene = wounded()
    assert rapid_refusal(scene, unit(scene, "r1")) is not None


@pytest.mark.rule("AAS-R-aid")
@pytest.mark.parametrize("at", ["C10", "C12"])
def test_a_medic_adds_one(at: str) -> None:
    """With the unit, or in cohesion with it: a 1 is a 2."""
    near = (team("r2", at, medic=True),) if at != "C10" else ()
    scene = wounded(*near, **({"medic": True} if not near else {}))
    played = play_step(scene, dice=(NOBODY_COMES, 1))
    assert played.of(Treated)[0].result == "serious"


def test_a_medic_who_is_too_far_away_does_not_help() -> None:
    """Further than cohesion."""
    played = play_step(wounded(team("r2", "C13", medic=True)), dice=(NOBODY_COMES, 1, 4))
    assert played.of(Treated)[0].result == "dead"


def test_a_card_may_help() -> None:
    """While it is in force."""
    card = Card("aid", "A doctor", "Better first aid this turn.", "extra aid", 2, "regulars", "this turn")
    down = team("r1", "C10", figures=3, full=4, downed=1)
    scene = position(down, phase="arrivals", turn=2, level=1, assets=[card], in_force=("aid",))
    assert play_step(scene, dice=(NOBODY_COMES, 2)).of(Treated)[0].result == "light"


def test_everybody_who_is_down_is_seen_to() -> None:
    """Two dice for two."""
    played = play_step(wounded(figures=2, downed=2), dice=(NOBODY_COMES, 6, 4))
    assert [event.result for event in played.of(Treated)] == ["fine", "light"]
    assert played.unit("r1").figures == 4


def test_a_unit_of_which_nobody_is_left_is_gone() -> None:
    """The last of them dies."""
    played = play_step(wounded(team("r2", "T20"), figures=0), dice=(NOBODY_COMES, 1))
    assert played.unit("r1").gone
    assert played.unit("r1").cell is None
