"""Rules 3.0 to 3.5: one action a turn, turn about; stalling and passing."""

import pytest

from sim.engine.events import BattleEnded
from sim.engine.orders import Ask
from sim.rules.conflict_of_heroes.events import (
    Attacked,
    CapsChanged,
    InitiativeTaken,
    RoundBegan,
    SpentChecked,
    TurnTaken,
)
from sim.rules.conflict_of_heroes.orders.cards import Pass, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire
from sim.rules.conflict_of_heroes.orders.move import Pivot
from sim.rules.conflict_of_heroes.orders.rally import Rally
from tests.rules.conflict_of_heroes.stage import (
    AGAINST_DECK,
    ALWAYS_SPENT,
    GREYS,
    NEVER_SPENT,
    ORDER,
    REDS,
    ai,
    stage,
    unit,
)

PAIR = (unit("u1", "C7"), ai("a1", "C4"))


@pytest.mark.rule("COH-3.0")
def test_the_player_takes_exactly_one_action() -> None:
    """After one action the turn is over, and the AIs are next."""
    played = stage(*PAIR).play(Pivot("u1", 1), cards=(NEVER_SPENT,))
    assert played.session.checkpoint.number == 1
    assert played.of(TurnTaken) == [TurnTaken(REDS, GREYS)]
    assert played.state.mover == GREYS


@pytest.mark.rule("COH-3.0")
def test_the_ais_hand_the_turn_back() -> None:
    """After the AIs' turn the player is next."""
    played = stage(*PAIR).ai_play(Pivot("a1", 2), cards=(NEVER_SPENT,))
    assert played.of(TurnTaken) == [TurnTaken(GREYS, REDS)]
    assert played.state.mover == REDS


@pytest.mark.rule("COH-3.0")
def test_turns_alternate_through_a_round() -> None:
    """Player, AIs, player, AIs: whoever has acted waits for the other."""
    session = stage(*PAIR).session(cards=(ORDER, NEVER_SPENT, ALWAYS_SPENT))
    asked = []
    for intent in (Stall(), Pivot("a1", 2), Stall(), Pass()):
        session.advance()
        assert isinstance(session.wanted, Ask)
        asked.append(session.wanted.side)
        session.answer(intent)
    assert asked == [REDS, GREYS, REDS, GREYS]


@pytest.mark.rule("COH-3.0")
def test_nobody_acts_twice_in_one_action() -> None:
    """A counter cannot support itself, nor rally twice."""
    field = stage(*PAIR)
    assert field.refusal(Fire("u1", "a1", ("u1",))) == "a unit cannot act twice in one order"


@pytest.mark.rule("COH-3.0")
def test_counters_of_the_other_side_cannot_be_ordered() -> None:
    """The player orders Units, and Units that are there."""
    field = stage(*PAIR, unit("u2", "A1", turn=3))
    assert field.refusal(Pivot("a1", 1)) == "a1 does not belong to the reds"
    assert field.refusal(Pivot("u9", 1)) == "there is no u9"
    assert field.refusal(Pivot("u2", 1)) == "u2 is not on the map"


@pytest.mark.rule("COH-3.0")
def test_an_ai_turn_is_handed_on_even_if_none_is_on_the_map() -> None:
    """AIs that are still to come have a turn all the same: they pass, and the player is next."""
    field = stage(unit("u1", "C7"), ai("a1", "C1", turn=3)).changed(mover=GREYS)
    played = field.play(cards=(NEVER_SPENT,), players=AGAINST_DECK)
    assert played.of(TurnTaken) == [TurnTaken(GREYS, REDS, True)]


@pytest.mark.rule("COH-3.1")
def test_a_unit_action_is_paid_in_ap_and_checked() -> None:
    """A fresh Unit acts, and a spent check follows."""
    played = stage(*PAIR).play(Fire("u1", "a1"), dice=(1, 1), cards=(ALWAYS_SPENT,))
    assert played.of(SpentChecked) == [SpentChecked(("u1",), True)]
    assert played.state.unit("u1").spent


@pytest.mark.rule("COH-3.1")
def test_a_spent_unit_does_not_act_for_ap() -> None:
    """Only fresh Units spend AP; the reason says how many CAPs it would take."""
    field = stage(unit("u1", "C7", spent=True), ai("a1", "C4"), caps=0)
    reason = "u1 is spent: the action would have to be paid wholly in CAPs (4 more)"
    assert field.refusal(Fire("u1", "a1")) == reason


@pytest.mark.rule("COH-3.1")
def test_any_fresh_unit_may_act_again() -> None:
    """Who acted last and remained fresh may act once more."""
    first = stage(*PAIR).play(Pivot("u1", 1), cards=(NEVER_SPENT,))
    again = stage(*PAIR).changed(units=first.state.units)
    assert again.refusal(Pivot("u1", 0)) is None


@pytest.mark.rule("COH-3.4")
def test_a_stall_for_ap_is_checked() -> None:
    """A fresh Unit stalls for 1 AP, nothing else happens, and the check follows."""
    played = stage(*PAIR).play(Stall("u1"), cards=(ALWAYS_SPENT,))
    assert played.names() == ["TurnStarted", "Passed", "CardTaken", "SpentChecked", "TurnTaken"]
    assert played.state.unit("u1").spent
    assert played.state.caps == 5


@pytest.mark.rule("COH-3.4")
def test_a_stall_costs_one_ap() -> None:
    """Against a 2 it leaves the Unit fresh: card 06 has that number."""
    played = stage(*PAIR).play(Stall("u1"), cards=("06",))
    assert played.of(SpentChecked) == [SpentChecked(("u1",), False)]


@pytest.mark.rule("COH-3.4")
def test_a_stall_for_a_cap_needs_no_check() -> None:
    """One CAP is gone, nobody is checked, and no Unit need be fresh."""
    field = stage(unit("u1", "C7", spent=True), ai("a1", "C4"), caps=1)
    played = field.play(Stall())
    assert played.of(CapsChanged) == [CapsChanged(-1)]
    assert (played.state.caps, played.of(SpentChecked)) == (0, [])


@pytest.mark.rule("COH-3.4")
def test_without_a_cap_there_is_no_stall_for_one() -> None:
    """With none left the stall for a CAP is refused."""
    assert stage(*PAIR, caps=0).refusal(Stall()) == "that takes 1 CAP, and you have 0"


@pytest.mark.rule("COH-3.4")
def test_a_spent_unit_does_not_stall() -> None:
    """It has no AP to spend."""
    field = stage(unit("u1", "C7", spent=True), ai("a1", "C4"))
    assert (field.refusal(Stall("u1")) or "").startswith("u1 is spent")


@pytest.mark.rule("COH-3.4")
def test_a_stall_is_no_pass() -> None:
    """After a pass of the AIs a stall keeps the round going."""
    played = stage(*PAIR).changed(passed=True).play(Stall())
    assert (played.state.stage, played.state.passed) == ("turn", False)


@pytest.mark.rule("COH-3.4")
def test_ais_do_not_stall() -> None:
    """Stalling is an action of the player."""
    assert stage(*PAIR).refusal(Stall("a1"), GREYS) == "AIs do not stall"
    assert stage(*PAIR).refusal(Stall(), GREYS) == "AIs do not stall"


@pytest.mark.rule("COH-3.5")
def test_a_pass_spends_nothing() -> None:
    """No AP, no CAP, no check."""
    played = stage(*PAIR).play(Pass())
    assert played.names() == ["TurnStarted", "Passed", "TurnTaken"]
    assert played.state.caps == 5


@pytest.mark.rule("COH-3.5")
def test_one_pass_does_not_end_the_round() -> None:
    """The AIs have their turn first."""
    played = stage(*PAIR).play(Pass())
    assert (played.state.stage, played.state.passed, played.state.mover) == ("turn", True, GREYS)


@pytest.mark.rule("COH-3.5")
def test_a_pass_of_the_ais_after_one_of_the_player_ends_the_round() -> None:
    """Two passes one after the other."""
    played = stage(*PAIR).changed(passed=True).ai_play(Pass())
    assert played.of(TurnTaken) == [TurnTaken(GREYS, REDS, True, True)]
    assert played.state.stage == "round"


@pytest.mark.rule("COH-3.5")
def test_a_pass_of_the_player_after_one_of_the_ais_ends_the_round() -> None:
    """The order does not matter."""
    assert stage(*PAIR).changed(passed=True).play(Pass()).state.stage == "round"


@pytest.mark.rule("COH-3.5")
def test_an_ai_that_can_do_nothing_passes_and_that_counts() -> None:
    """No order of the card can be carried out: with the player's pass before it the round is over."""
    field = stage(unit("u1", "C7"), ai("a1", "C1", turn=3)).changed(mover=GREYS, passed=True)
    assert field.play(cards=(NEVER_SPENT,), players=AGAINST_DECK).state.stage == "round"


@pytest.mark.rule("COH-3.5")
def test_a_pass_followed_by_an_action_does_not_end_the_round() -> None:
    """The AI acts, and then a pass of the player is the first of two again."""
    acted = stage(*PAIR).changed(passed=True).ai_play(Pivot("a1", 2), cards=(NEVER_SPENT,))
    assert (acted.state.stage, acted.state.passed) == ("turn", False)
    again = stage(*PAIR).changed(passed=acted.state.passed).play(Pass())
    assert again.state.stage == "turn"


@pytest.mark.rule("COH-3.5")
def test_whoever_has_passed_may_act_later_in_the_round() -> None:
    """A pass gives up one turn and no more."""
    session = stage(*PAIR).session(cards=(ORDER, NEVER_SPENT, ALWAYS_SPENT))
    for intent in (Pass(), Pivot("a1", 2), Pivot("u1", 1)):
        session.advance()
        session.answer(intent)
    assert session.state.unit("u1").facing == 1


@pytest.mark.rule("COH-3.5")
def test_the_next_round_begins_after_two_passes() -> None:
    """The activation after them is the beginning of round two."""
    field = stage(*PAIR).changed(stage="round")
    played = field.play(dice=(3, 4), cards=("luck-1",))
    assert [type(event) for event in played.of(RoundBegan, InitiativeTaken)] == [RoundBegan, InitiativeTaken]


@pytest.mark.rule("COH-4.2")
def test_a_green_card_is_for_fresh_ais() -> None:
    """A spent AI is refused on it, and the same AI is welcome on a blue one."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", spent=True))
    assert field.refusal(Pivot("a1", 1), GREYS, NEVER_SPENT) == "a1 is spent"
    assert field.refusal(Pivot("a1", 1), GREYS, "02") is None


@pytest.mark.rule("COH-4.1")
def test_no_check_follows_a_command_order() -> None:
    """A fresh AI that acts on a blue card remains fresh, without a card being drawn for it."""
    played = stage(*PAIR).ai_play(Pivot("a1", 2), card="02")
    assert played.of(SpentChecked) == []
    assert played.state.unit("a1").fresh


@pytest.mark.rule("COH-4.1")
def test_a_spent_ai_stays_spent_after_a_command_order() -> None:
    """A blue card does not change fresh or spent."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", spent=True))
    assert field.ai_play(Pivot("a1", 2), card="02").state.unit("a1").spent


@pytest.mark.rule("COH-4.2")
def test_ais_have_neither_caps_nor_cards() -> None:
    """CAPs and action cards are the player's."""
    field = stage(*PAIR, hand=("careful_aiming",))
    for intent in (Pivot("a1", 1, caps=1), Fire("a1", "u1", dice_caps=1), Fire("a1", "u1", card="careful_aiming")):
        assert field.refusal(intent, GREYS) == "AIs have neither CAPs nor cards"


@pytest.mark.rule("COH-4.4")
def test_the_fire_of_a_unit_is_remembered_for_the_next_ai_turn() -> None:
    """Counteractions may ask whether a Unit has just fired."""
    assert stage(*PAIR).play(Fire("u1", "a1"), dice=(1, 1), cards=(NEVER_SPENT,)).state.fired
    assert not stage(*PAIR).changed(fired=True).play(Pass()).state.fired


@pytest.mark.rule("COH-4.4")
def test_the_fire_of_an_ai_is_no_fire_of_a_unit() -> None:
    """An AI with several turns in a row does not take its own fire for the player's."""
    played = stage(*PAIR).ai_play(Fire("a1", "u1"), dice=(1, 1), cards=(NEVER_SPENT,))
    assert played.of(Attacked)[0].by_unit is False
    assert not played.state.fired


@pytest.mark.rule("COH-3.6")
def test_nobody_plays_on_when_a_side_is_gone() -> None:
    """The battle is over before another turn is taken."""
    played = stage(unit("u1", "C7")).play()
    assert isinstance(played.events[-1], BattleEnded)
    assert played.state.outcome is not None
    assert played.state.outcome.winner == REDS


@pytest.mark.rule("COH-3.1")
def test_a_group_rallies_only_together() -> None:
    """Counters that stand apart make no group."""
    hit = {"hit": "soft_pinned"}
    field = stage(unit("u1", "C7", **hit), unit("u2", "C8", **hit), unit("u3", "F7", **hit), ai("a1", "C1"))
    assert field.refusal(Rally(("u1", "u2"))) is None
    assert (field.refusal(Rally(("u1", "u3"))) or "").startswith("a group stands")
    assert field.refusal(Rally(())) == "nobody rallies"
