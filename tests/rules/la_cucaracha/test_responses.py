"""Responses: of the charged, automated or not, and of units on Hold."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask, IllegalIntent, Intent
from sim.rules.la_cucaracha.events import OrdersRolled, Responded, RoundFought, Shot
from sim.rules.la_cucaracha.orders.fight import Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, StandFast
from sim.rules.la_cucaracha.state import ACTION, CHARGED, HOLD, CucPosition
from tests.rules.la_cucaracha.table import FEDERALES, REBELS, Placed, Played, order, play_card, position, troop
from tests.rules.positions import way

MISS, HIT, FELL, NEAR = 1, 10, 4, 3
BRAVE = 10
PASSES, FAILS = 5, 4
"""The test to respond."""
QUIET = [MISS, MISS]
"""A round of one man against one in which nobody is hurt."""
SOLO = {FEDERALES: "solo"}


def against(mine: dict[str, Any] | None = None, failing: str = "nothing", **theirs: Any) -> CucPosition:
    """Return p1, who acts, four inches from a1; a man each. `failing` is how a failed response is read."""
    return position(
        troop("p1", "L8", **{"figures": 1, **(mine or {})}),
        troop("a1", "L12", **{"figures": 1, **theirs}),
        actor="p1",
        readings={"failed_response": failing},
    )


def charged(scene: CucPosition, reply: Intent | None, *dice: int, players: dict[str, str] | None = None) -> Played:
    """Let p1 charge a1, whose courage holds, and whose answer is given."""
    intent = Charge("p1", "a1", way(scene, "L9", "L10", "L11"))
    replies = {CHARGED: [reply]} if reply is not None else {}
    return order(scene, intent, [BRAVE, *dice], replies=replies, players=players)  # type: ignore[arg-type]


# -- the automated side ------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-REACT")
def test_a_die_is_rolled_for_an_automated_unit_that_is_charged_and_has_none() -> None:
    """It is kept, and uses up no card."""
    played = charged(against(), StandFast("a1"), 6, *QUIET, players=SOLO)
    assert played.of(OrdersRolled) == [OrdersRolled("a1", 6)]
    assert played.asked == [Ask(FEDERALES, CHARGED, "a1", "p1", number=6)]
    assert not played.unit("a1").acted


@pytest.mark.rule("CUC-REACT")
def test_the_last_die_of_the_turn_counts_for_a_charged_unit() -> None:
    """No new one is rolled."""
    assert charged(against(score=3), StandFast("a1"), *QUIET, players=SOLO).of(OrdersRolled) == []


@pytest.mark.rule("CUC-REACT")
def test_an_automated_unit_without_an_option_fights_on_the_back_foot_by_a_one() -> None:
    """Eight is needed; by any other die it fights as it is."""
    played = charged(against(score=1), StandFast("a1"), MISS, 7, players=SOLO)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]
    assert played.unit("a1").back_foot
    assert not charged(against(score=2), StandFast("a1"), MISS, 7, NEAR, players=SOLO).unit("a1").back_foot


@pytest.mark.rule("CUC-S10")
def test_an_automated_unit_responds_without_a_test_by_a_ten() -> None:
    """It shoots at once."""
    reply = Respond("a1", "p1", "shoot", test=False)
    played = charged(against(score=10), reply, MISS, *QUIET, players=SOLO)
    assert played.of(Responded) == [Responded("a1", "p1", "shoot", True)]


@pytest.mark.rule("CUC-F1")
def test_a_hesitant_fighter_that_responds_fights_on_the_back_foot() -> None:
    """Its test succeeds, and it strikes by an eight."""
    reply = Respond("a1", "p1", "fight back", back_foot=True)
    played = charged(against(score=1, style="fighter"), reply, PASSES, MISS, 7, players=SOLO)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


@pytest.mark.rule("CUC-F1", "CUC-FAILED")
@pytest.mark.parametrize("failing", ["nothing", "back_foot"])
def test_a_hesitant_fighter_that_fails_strikes_no_blow(failing: str) -> None:
    """Only the charger throws in the first round, in either reading."""
    reply = Respond("a1", "p1", "fight back", back_foot=True)
    played = charged(against(score=1, style="fighter", failing=failing), reply, FAILS, MISS, players=SOLO)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


@pytest.mark.rule("CUC-F2", "CUC-FAILED")
def test_a_fighter_that_fails_to_fight_back_strikes_no_blow() -> None:
    """Only the charger throws, and nobody is on the Back Foot."""
    played = charged(against(score=3, style="fighter"), Respond("a1", "p1", "fight back"), FAILS, MISS, players=SOLO)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]
    assert not played.unit("a1").back_foot


@pytest.mark.rule("CUC-F2", "CUC-FAILED")
def test_in_the_other_reading_it_strikes_on_the_back_foot() -> None:
    """By an eight."""
    scene = against(score=3, style="fighter", failing="back_foot")
    played = charged(scene, Respond("a1", "p1", "fight back"), FAILS, MISS, 7, players=SOLO)
    assert played.unit("a1").back_foot


# -- the player's units ------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-HOLD")
def test_a_unit_that_has_not_acted_responds_in_haste() -> None:
    """It shoots by a nine; without haste it is not allowed."""
    played = charged(against(), Respond("a1", "p1", "shoot", hasty=True), PASSES, 8, *QUIET)
    assert played.of(Shot)[0].hits == 0
    with pytest.raises(IllegalIntent, match="it can only shoot in haste"):
        charged(against(), Respond("a1", "p1", "shoot"))


@pytest.mark.rule("CUC-HOLD")
@pytest.mark.rule("CUC-RESPOND")
def test_a_unit_on_hold_responds_without_haste() -> None:
    """Seven is enough; its Hold is used up then."""
    played = charged(against(holding=True, acted=True), Respond("a1", "p1", "shoot"), PASSES, 7, NEAR, *QUIET)
    assert played.of(Shot)[0].hits == 1
    assert not played.unit("a1").holding
    assert played.unit("a1").responded


@pytest.mark.rule("CUC-HOLD")
@pytest.mark.parametrize("words", [{"acted": True}, {"responded": True}])
def test_a_unit_that_has_acted_or_responded_is_not_asked(words: dict[str, Any]) -> None:
    """It fights as it is."""
    played = charged(against(**words), None, *QUIET)
    assert played.asked == []
    assert not played.unit("a1").back_foot


@pytest.mark.rule("CUC-RESPOND")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"acted": True}, "a1 has acted already, without a Hold"),
        ({"holding": True, "acted": True, "responded": True}, "a1 has responded already this turn"),
    ],
)
def test_of_a_charged_unit_that_may_not_respond_it_is_said_why(words: dict[str, Any], why: str) -> None:
    """Nobody is asked, and the log says for what reason."""
    (stood,) = [frame for frame in charged(against(**words), None, *QUIET).frames if isinstance(frame.event, Passed)]
    assert stood.why[-1:] == (Said(why, rule="CUC-RESPOND"),)


@pytest.mark.rule("CUC-HOLD", "CUC-FAILED")
@pytest.mark.parametrize(("failing", "caught"), [("nothing", False), ("back_foot", True)])
@pytest.mark.parametrize(
    ("how", "who"), [("shoot", {}), ("counter-attack", {"style": "fighter"}), ("evade", {"skirmisher": True})]
)
def test_who_fails_to_respond_does_nothing_of_it(how: Any, who: dict[str, Any], failing: str, caught: bool) -> None:
    """It neither shoots, charges nor goes, and fights as it stands; in the other reading on the Back Foot."""
    blows = (MISS, 7) if caught else QUIET
    played = charged(against(failing=failing, **who), Respond("a1", "p1", how, hasty=True), FAILS, *blows)
    assert played.of(Shot) == []
    assert played.scene.name(played.unit("a1").cell) == "L12"
    assert played.unit("a1").back_foot is caught


def test_a_person_cannot_do_without_the_test() -> None:
    """Only the best results of the tables do."""
    with pytest.raises(IllegalIntent, match="a response needs the test"):
        charged(against(), Respond("a1", "p1", "shoot", test=False, hasty=True))


def test_to_let_a_charge_come_costs_nothing() -> None:
    """Who stands fights as it is, and may respond later."""
    played = charged(against(), StandFast("a1"), *QUIET)
    assert not played.unit("a1").back_foot
    assert not played.unit("a1").responded


# -- counter-attacks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-F5")
def test_a_counter_attack_counts_as_charging() -> None:
    """Both strike by a five."""
    played = charged(against(style="fighter"), Respond("a1", "p1", "counter-attack"), PASSES, 5, NEAR, 5, NEAR)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


@pytest.mark.rule("CUC-F5")
def test_a_failed_counter_attack_does_not_count_as_charging() -> None:
    """Six is needed, and a five is not enough."""
    played = charged(against(style="fighter"), Respond("a1", "p1", "counter-attack"), FAILS, MISS, 5)
    assert played.of(RoundFought) == [RoundFought("p1", "a1", 0, 0)]


@pytest.mark.rule("CUC-RESPOND")
def test_only_fighters_and_the_mounted_counter_attack() -> None:
    """Shooters on foot do not."""
    with pytest.raises(IllegalIntent, match="only fighters and mounted troops"):
        charged(against(), Respond("a1", "p1", "counter-attack"))
    riders = against(style="shooter", troop="mounted")
    assert charged(riders, Respond("a1", "p1", "counter-attack"), PASSES, MISS, MISS).of(Responded)


# -- evading -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-S1")
def test_skirmishers_evade_by_the_test() -> None:
    """An Advance straight away from the attackers: here the charge reaches them all the same."""
    played = charged(against(skirmisher=True), Respond("a1", "p1", "evade"), PASSES, *QUIET)
    assert played.scene.name(played.unit("a1").cell) == "L18"


@pytest.mark.rule("CUC-S2")
def test_skirmishers_evade_without_a_test_by_two_to_four() -> None:
    """The table says so; by a five they cannot."""
    free = Respond("a1", "p1", "evade", test=False)
    assert charged(against(skirmisher=True, score=4), free, *QUIET, players=SOLO).unit("a1").back_foot
    with pytest.raises(IllegalIntent, match="a response needs the test"):
        charged(against(skirmisher=True, score=5), free, players=SOLO)


@pytest.mark.rule("CUC-RESPOND")
def test_only_skirmishers_evade() -> None:
    """Others stand."""
    with pytest.raises(IllegalIntent, match="only skirmishers evade"):
        charged(against(), Respond("a1", "p1", "evade"))


# -- Hold --------------------------------------------------------------------------------------------------------


def before(holder: Placed, *more: Placed) -> CucPosition:
    """Return p1, a man who acts, and somebody on Hold."""
    return position(troop("p1", "L8", figures=1), holder, *more, actor="p1")


def step(scene: CucPosition, held: list[Intent], *dice: int) -> Played:
    """Let p1 go one step, and the holders answer."""
    return order(scene, Advance("p1", way(scene, "L9")), dice, replies={HOLD: held})


@pytest.mark.rule("CUC-HOLD")
def test_a_unit_on_hold_may_shoot_at_an_enemy_that_moves_before_it() -> None:
    """By the test to respond; then its Hold is used up."""
    scene = before(troop("a1", "L16", figures=1, holding=True))
    played = step(scene, [Respond("a1", "p1", "shoot")], PASSES, MISS)
    assert played.asked == [Ask(FEDERALES, HOLD, "a1", "p1")]
    assert len(played.of(Shot)) == 1
    assert not played.unit("a1").holding


@pytest.mark.rule("CUC-HOLD")
def test_a_unit_on_hold_that_fails_the_test_does_not_shoot() -> None:
    """Its Hold is used up all the same."""
    played = step(before(troop("a1", "L16", figures=1, holding=True)), [Respond("a1", "p1", "shoot")], FAILS)
    assert played.of(Shot) == []
    assert not played.unit("a1").holding


@pytest.mark.rule("CUC-HOLD")
def test_a_unit_may_hold_on() -> None:
    """It waits for something better."""
    assert step(before(troop("a1", "L16", holding=True)), [StandFast("a1")]).unit("a1").holding


@pytest.mark.rule("CUC-HOLD")
def test_a_unit_on_hold_may_shoot_at_an_enemy_that_shoots_before_it() -> None:
    """After the shot."""
    scene = before(troop("a1", "L16", figures=1, holding=True))
    played = order(scene, Shoot("p1", "a1"), [MISS, PASSES, MISS], replies={HOLD: [Respond("a1", "p1", "shoot")]})
    assert [event.unit for event in played.of(Shot)] == ["p1", "a1"]


@pytest.mark.rule("CUC-HOLD")
@pytest.mark.parametrize("words", [{"holding": False}, {"loaded": False}, {"weapon": "pistol"}])
def test_who_does_not_hold_or_cannot_shoot_is_not_asked(words: dict[str, Any]) -> None:
    """Not holding, not loaded, or fifteen inches away with a pistol."""
    assert step(before(troop("a1", "L24", **{"holding": True, **words})), []).asked == []


@pytest.mark.rule("CUC-HOLD")
def test_a_target_that_is_gone_is_shot_at_by_nobody_further() -> None:
    """The first holder cuts it down; the second is not asked."""
    scene = before(troop("a1", "L16", figures=1, holding=True), troop("a2", "M16", figures=1, holding=True))
    played = step(scene, [Respond("a1", "p1", "shoot")], PASSES, HIT, 5)
    assert [ask.unit for ask in played.asked] == ["a1"]
    assert played.unit("a2").holding


@pytest.mark.rule("CUC-HOLD")
def test_who_is_shaken_by_a_response_in_mid_move_shoots_no_more() -> None:
    """It has advanced, is shot at and shaken: its card is over."""
    scene = position(troop("p1", "L8", figures=3), troop("a1", "L16", figures=1, holding=True))
    given = {ACTION: [Advance("p1", way(scene, "L9"))], HOLD: [Respond("a1", "p1", "shoot")]}
    played = play_card(scene, given, [PASSES, HIT, 5, 4], [REBELS])
    assert played.unit("p1").shaken
    assert [ask.occasion for ask in played.asked] == [ACTION, HOLD]


@pytest.mark.rule("CUC-HOLD")
def test_a_unit_that_is_shaken_holds_no_longer() -> None:
    """It was shot at while it waited."""
    scene = position(troop("p1", "L8", figures=1), troop("a1", "L16", figures=4, holding=True), actor="p1")
    assert not order(scene, Shoot("p1", "a1"), [HIT, 5, 5]).unit("a1").holding


@pytest.mark.rule("CUC-REACT", "CUC-HOLD")
def test_an_automated_unit_on_hold_lets_everything_but_a_charge_pass() -> None:
    """The tables tell what it does if charged, and nothing else: it is not asked, and nothing is told of it."""
    scene = against(holding=True, acted=True)
    played = order(scene, Advance("p1", way(scene, "L9")), players=SOLO)
    assert played.asked == []
    assert played.of(Passed) == []
    assert played.unit("a1").holding
