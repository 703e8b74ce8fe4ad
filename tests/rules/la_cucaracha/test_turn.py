"""The sequence of play: the deck, who is nominated, the die for orders, another order, what comes and when it ends."""

from __future__ import annotations

import pytest

from sim.engine.decks import Deck
from sim.engine.events import Arrived, BattleEnded, DeckShuffled, Passed, TurnBegan
from sim.engine.orders import Ask, IllegalIntent
from sim.engine.setup import Objective
from sim.play.tally import Arrival
from sim.rules.la_cucaracha import LA_CUCARACHA
from sim.rules.la_cucaracha.events import JokerTurned, Nominated, ObjectiveTaken, OrdersRolled
from sim.rules.la_cucaracha.orders.card import Accept, AnotherOrder, Nominate, RollAgain
from sim.rules.la_cucaracha.orders.fight import Deploy, Shoot
from sim.rules.la_cucaracha.orders.move import Advance
from sim.rules.la_cucaracha.orders.respond import StandFast
from sim.rules.la_cucaracha.state import ACTION, DECK, JOKER, NOMINATE, REROLL, CucPosition
from tests.rules.la_cucaracha.table import FEDERALES, REBELS, Placed, Played, hexes, play_card, position, squares, troop
from tests.rules.positions import way

AUTOMATED = {FEDERALES: "solo", REBELS: "commander"}


def deck(*cards: str, discarded: tuple[str, ...] = ()) -> tuple[Deck, ...]:
    """Return the activation deck with these cards left."""
    return (Deck(DECK, cards, discarded),)


def sparring(*more: Placed, **words: object) -> CucPosition:
    """Return a table with a unit of either side, far from each other, and whoever else is named."""
    assert LA_CUCARACHA.id
    return position(troop("p1", "A1"), troop("a1", "X24"), *more, **words)


# -- the deck ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-CARD")
def test_a_turn_begins_with_a_card_for_every_unit_on_the_table_and_the_joker() -> None:
    """The lost and those who are still to come have none."""
    scene = sparring(troop("p2", "C1"), troop("p3", None), troop("a2", None, figures=0), decks=deck())
    played = play_card(scene)
    assert played.of(DeckShuffled) == [DeckShuffled(DECK, (REBELS, REBELS, FEDERALES, JOKER))]


@pytest.mark.rule("CUC-CARD")
def test_a_new_turn_lets_everybody_act_again_and_ends_what_lasts_for_a_turn() -> None:
    """Acted, the die for orders, Hold, the response and the losses of the turn are forgotten; being shaken is not."""
    tired = troop("p2", "C1", acted=True, score=7, holding=True, responded=True, fallen=2, shaken=True)
    unit = play_card(sparring(tired, decks=deck(), turn=3)).unit("p2")
    assert (unit.acted, unit.score, unit.holding, unit.responded, unit.fallen) == (False, None, False, False, 0)
    assert unit.shaken


@pytest.mark.rule("CUC-CARD")
def test_the_card_that_is_turned_over_says_who_acts() -> None:
    """A card of a side lets one of its units act, and is gone then."""
    scene = sparring()
    played = play_card(scene, {ACTION: [StandFast("p1")]}, cards=[REBELS])
    assert played.asked == [Ask(REBELS, ACTION)]
    assert REBELS not in played.scene.state.deck(DECK).left


@pytest.mark.rule("CUC-CARD")
@pytest.mark.parametrize(("left", "ends"), [(2, True), (3, False)])
def test_the_joker_ends_a_turn_when_no_more_than_a_quarter_of_the_cards_is_left(left: int, ends: bool) -> None:
    """Of seven cards and the joker: with two left it ends the turn, with three it is nothing."""
    gone = (REBELS,) * (7 - left)
    played = play_card(sparring(decks=deck(*[FEDERALES] * left, JOKER, discarded=gone)), cards=[JOKER])
    assert played.of(JokerTurned) == [JokerTurned(ends)]
    assert bool(played.scene.state.deck(DECK).left) is not ends


@pytest.mark.rule("CUC-CARD")
def test_a_card_of_a_side_with_nobody_left_to_act_is_done_with() -> None:
    """Its unit was lost after the cards were dealt, or has acted: nobody is asked."""
    scene = sparring(troop("p2", "C1", acted=True), decks=deck(REBELS, JOKER))
    spent = scene.state.with_unit(scene.state.unit("p1").changed(acted=True))
    played = play_card(type(scene)(scene.battle, spent), cards=[REBELS])
    assert not played.asked
    assert played.scene.state.card == ""


# -- a person's card ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-CARD")
def test_the_first_order_names_the_unit_that_acts() -> None:
    """Which it is is not asked for by itself."""
    played = play_card(sparring(troop("p2", "C1")), {ACTION: [StandFast("p2")]}, cards=[REBELS])
    assert played.of(Nominated) == [Nominated("p2")]
    assert played.unit("p2").acted
    assert not played.unit("p1").acted


def test_a_unit_that_has_acted_cannot_be_named_again() -> None:
    """It has had its card this turn."""
    with pytest.raises(IllegalIntent, match="p2 has acted already this turn"):
        play_card(sparring(troop("p2", "C1", acted=True)), {ACTION: [StandFast("p2")]}, cards=[REBELS])


def test_a_card_may_be_let_go() -> None:
    """Then nobody has acted, and the card is done with."""
    played = play_card(sparring(), cards=[REBELS])
    assert played.of(Passed) == [Passed(REBELS, None, "lets the card go")]
    assert not played.unit("p1").acted
    assert played.scene.state.card == ""


def test_after_an_advance_a_unit_is_asked_again_if_it_can_shoot() -> None:
    """The second question is about this unit, and a hasty shot answers it."""
    scene = position(troop("p1", "C3"), troop("a1", "C14"))
    orders = [Advance("p1", way(scene, "C4")), Shoot("p1", "a1", hasty=True)]
    played = play_card(scene, {ACTION: orders}, dice=[1] * 6, cards=[REBELS])
    assert played.asked == [Ask(REBELS, ACTION), Ask(REBELS, ACTION, "p1")]
    assert played.unit("p1").acted


def test_after_an_advance_nothing_is_asked_where_nobody_can_be_shot() -> None:
    """There would be nothing to answer."""
    scene = position(troop("p1", "C3", weapon=""), troop("a1", "C14"))
    played = play_card(scene, {ACTION: [Advance("p1", way(scene, "C4"))]}, cards=[REBELS])
    assert len(played.asked) == 1


def test_a_rapid_advance_ends_the_card() -> None:
    """Nobody shoots after it."""
    scene = position(troop("p1", "C3"), troop("a1", "C14"))
    played = play_card(scene, {ACTION: [Advance("p1", way(scene, "C4"), "rapid")]}, cards=[REBELS])
    assert len(played.asked) == 1
    assert played.unit("p1").acted


def test_a_shaken_unit_that_has_gone_back_is_not_asked_again() -> None:
    """Half an Advance away is all that it can do."""
    scene = position(troop("p1", "C10", shaken=True), troop("a1", "C14"))
    played = play_card(scene, {ACTION: [Advance("p1", way(scene, "C9"), "half")]}, cards=[REBELS])
    assert len(played.asked) == 1


def test_a_plan_goes_on_where_it_was_and_is_asked_once() -> None:
    """Who is no person gives all orders of a card in a row."""
    scene = position(troop("p1", "C3"), troop("a1", "C14"))
    orders = [Advance("p1", way(scene, "C4")), Shoot("p1", "a1", hasty=True)]
    played = play_card(scene, {ACTION: orders}, dice=[1] * 6, cards=[REBELS], players=AUTOMATED)
    assert len(played.asked) == 1


# -- nomination --------------------------------------------------------------------------------------------------


def automated(scene: CucPosition, given: dict[str, list[object]], dice: list[int], players: dict[str, str]) -> Played:
    """Turn a card of the automated side over."""
    return play_card(scene, given, dice, [FEDERALES], players)  # type: ignore[arg-type]


@pytest.mark.rule("CUC-NOMINATE")
def test_the_person_who_plays_against_it_nominates_a_unit_of_the_automated_side() -> None:
    """That is the default where there is such a person."""
    scene = sparring(troop("a2", "V24"))
    played = automated(scene, {NOMINATE: [Nominate("a2")], ACTION: [StandFast("a2")]}, [5], {FEDERALES: "solo"})
    assert played.asked[0] == Ask(REBELS, NOMINATE, about=FEDERALES)
    assert played.unit("a2").acted


@pytest.mark.rule("CUC-NOMINATE")
def test_a_die_nominates_where_nobody_is_asked() -> None:
    """That is the default between two sides that the program plays."""
    played = automated(sparring(troop("a2", "V24")), {ACTION: [StandFast("a2")]}, [2, 5], AUTOMATED)
    assert played.of(Nominated) == [Nominated("a2")]


@pytest.mark.rule("CUC-NOMINATE")
def test_a_scenario_may_say_that_the_unit_nearest_to_an_enemy_acts() -> None:
    """Measured by inches, whoever plays the other side."""
    scene = sparring(troop("a2", "V23"), readings={"nominate": "nearest"})
    played = automated(scene, {ACTION: [StandFast("a2")]}, [5], {FEDERALES: "solo"})
    assert played.of(Nominated) == [Nominated("a2")]


@pytest.mark.rule("CUC-NEAREST")
def test_a_die_decides_between_units_that_are_equally_near_to_an_enemy() -> None:
    """Two of three are as near as each other: the die has two faces."""
    units = (troop("p1", "L12"), troop("a1", "L16"), troop("a2", "X24"), troop("a3", "L8"))
    scene = position(*units, readings={"nominate": "nearest"})
    played = automated(scene, {ACTION: [StandFast("a3")]}, [2, 5], AUTOMATED)
    assert played.of(Nominated) == [Nominated("a3")]


@pytest.mark.rule("CUC-NOMINATE")
def test_the_last_unit_that_has_not_acted_needs_no_nomination() -> None:
    """There is nothing to choose, and no die is thrown for it."""
    scene = sparring(troop("a2", "V24", acted=True))
    assert automated(scene, {ACTION: [StandFast("a1")]}, [5], {FEDERALES: "solo"}).unit("a1").acted


# -- the die for orders ------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-NOMINATE")
def test_a_die_for_orders_is_rolled_and_kept() -> None:
    """The reaction to a charge hangs on it for the rest of the turn."""
    played = automated(sparring(), {ACTION: [StandFast("a1")]}, [7], AUTOMATED)
    assert played.unit("a1").score == 7


@pytest.mark.rule("CUC-OVERRIDE")
@pytest.mark.parametrize("plight", [{"shaken": True}, {"fighting": ("p1",)}])
def test_nobody_rolls_for_a_unit_that_is_shaken_or_in_close_combat(plight: dict[str, object]) -> None:
    """What has befallen it says what it does."""
    fighting = ("a1",) if "fighting" in plight else ()
    scene = position(troop("p1", "X23", fighting=fighting), troop("a1", "X24", **plight))
    played = automated(scene, {ACTION: [StandFast("a1")]}, [], AUTOMATED)
    assert played.of(OrdersRolled) == []


@pytest.mark.rule("CUC-REROLL")
@pytest.mark.parametrize("known", ["drilled", "aggressive"])
def test_the_second_roll_of_the_drilled_and_the_aggressive_stands(known: str) -> None:
    """They are asked with what they rolled; even a worse die is kept then."""
    scene = position(troop("p1", "A1"), troop("a1", "X24", **{known: True}))
    played = automated(scene, {REROLL: [RollAgain("a1")], ACTION: [StandFast("a1")]}, [2, 1], AUTOMATED)
    assert played.asked[0] == Ask(FEDERALES, REROLL, "a1", number=2)
    assert played.unit("a1").score == 1


@pytest.mark.rule("CUC-REROLL")
def test_a_die_that_may_be_rolled_again_may_stand() -> None:
    """Nothing forces them."""
    scene = position(troop("p1", "A1"), troop("a1", "X24", drilled=True))
    played = automated(scene, {REROLL: [Accept("a1")], ACTION: [StandFast("a1")]}, [2], AUTOMATED)
    assert played.unit("a1").score == 2


# -- another order -----------------------------------------------------------------------------------------------


def rapid(scene: CucPosition) -> Advance:
    """Return a short Rapid Advance of a1 along the eastern edge."""
    return Advance("a1", way(scene, "X23"), "rapid")


@pytest.mark.rule("CUC-EXTRA")
def test_a_fighter_has_another_order_without_a_test() -> None:
    """A second die is rolled, and its orders are followed as well."""
    scene = position(troop("p1", "A1"), troop("a1", "X24", style="fighter"))
    orders = [rapid(scene), AnotherOrder("a1"), StandFast("a1")]
    played = automated(scene, {ACTION: orders}, [10, 4], AUTOMATED)
    assert [event.score for event in played.of(OrdersRolled)] == [10, 4]


@pytest.mark.rule("CUC-EXTRA")
def test_a_vehicle_tests_for_another_order() -> None:
    """A 5 passes the test to respond, and a new die is rolled."""
    scene = position(troop("p1", "A1"), troop("a1", "X24", troop="armoured_car"))
    orders = [rapid(scene), AnotherOrder("a1"), StandFast("a1")]
    played = automated(scene, {ACTION: orders}, [10, 5, 3], AUTOMATED)
    assert played.unit("a1").score == 3


@pytest.mark.rule("CUC-EXTRA")
def test_a_failed_test_for_another_order_ends_the_card() -> None:
    """No new die is rolled."""
    scene = position(troop("p1", "A1"), troop("a1", "X24", troop="armoured_car"))
    played = automated(scene, {ACTION: [rapid(scene), AnotherOrder("a1")]}, [10, 4], AUTOMATED)
    assert played.unit("a1").score == 10
    assert played.unit("a1").acted


@pytest.mark.rule("CUC-EXTRA")
def test_there_is_one_extra_order_a_card_and_no_more() -> None:
    """Not even with another 10."""
    scene = position(troop("p1", "A1"), troop("a1", "X24", style="fighter"))
    second = Advance("a1", way(scene, "X22"), "rapid")
    orders = [rapid(scene), AnotherOrder("a1"), second, AnotherOrder("a1")]
    with pytest.raises(IllegalIntent, match="only one extra order"):
        automated(scene, {ACTION: orders}, [10, 10], AUTOMATED)


@pytest.mark.rule("CUC-C5")
def test_a_crew_deploys_and_shoots_with_one_card() -> None:
    """In haste with a 5 to 9."""
    scene = position(troop("p1", "L12"), troop("a1", "X12", troop="crew"))
    orders = [Deploy("a1"), Shoot("a1", "p1", hasty=True)]
    played = automated(scene, {ACTION: orders}, [5, *[1] * 5], AUTOMATED)
    assert played.unit("a1").deployed


# -- arrivals, objectives, the end -------------------------------------------------------------------------------


def test_a_unit_comes_on_with_its_turn_at_one_of_its_cells() -> None:
    """A die says at which; it has a card of the new turn."""
    board = squares()
    coming = Arrival("p2", 2, tuple(map(board.cell, ("A5", "A6"))))
    scene = sparring(troop("p2", None), on=board, decks=deck(), turn=1, engagement={"arrivals": (coming,)})
    played = play_card(scene, dice=[2])
    assert played.of(Arrived)[0].cell == board.cell("A6")
    assert played.scene.state.deck(DECK).left.count(REBELS) == 2


def test_a_unit_does_not_come_on_before_its_turn() -> None:
    """It waits."""
    board = squares()
    coming = Arrival("p2", 3, (board.cell("A5"),))
    scene = sparring(troop("p2", None), on=board, decks=deck(), turn=1, engagement={"arrivals": (coming,)})
    assert play_card(scene).of(Arrived) == []


def test_a_unit_that_has_left_the_table_does_not_come_on_again() -> None:
    """It came with its turn and left over the edge."""
    board = squares()
    coming = Arrival("p2", 1, (board.cell("A5"),))
    words = {"decks": deck(), "turn": 1, "engagement": {"arrivals": (coming,)}}
    assert play_card(sparring(troop("p2", None), on=board, left=("p2",), **words)).of(Arrived) == []


def test_a_unit_that_fled_does_not_come_on_again() -> None:
    """Who breaks and runs off the table is lost."""
    board = squares()
    coming = Arrival("p2", 1, (board.cell("A5"),))
    words = {"decks": deck(), "turn": 1, "engagement": {"arrivals": (coming,)}}
    assert play_card(sparring(troop("p2", None, broken=1), on=board, **words)).of(Arrived) == []


def well(*cells: str) -> dict[str, object]:
    """Return an engagement for a well in some cells of a table of squares."""
    board = squares()
    return {"objectives": (Objective("well", "The well", tuple(map(board.cell, cells)), 2),)}


def test_an_objective_is_taken_by_whoever_ends_its_card_there_alone() -> None:
    """It is the side's until an enemy takes it."""
    scene = sparring(engagement=well("A2"))
    played = play_card(scene, {ACTION: [Advance("p1", way(scene, "A2"))]}, cards=[REBELS])
    assert played.of(ObjectiveTaken) == [ObjectiveTaken("well", REBELS)]


def test_an_objective_is_not_taken_beside_an_enemy() -> None:
    """Somebody of the other side is in one of its cells, if shaken."""
    scene = sparring(troop("a2", "B5", shaken=True), engagement=well("A2", "B5"))
    played = play_card(scene, {ACTION: [Advance("p1", way(scene, "A2")), StandFast("p1")]}, cards=[REBELS])
    assert played.of(ObjectiveTaken) == []


@pytest.mark.rule("CUC-AIR")
def test_an_aircraft_takes_no_objective() -> None:
    """It is above it."""
    scene = position(troop("p1", "A1", troop="aircraft"), troop("a1", "X24"), engagement=well("A2"))
    played = play_card(scene, {ACTION: [Advance("p1", way(scene, "A2"))]}, cards=[REBELS])
    assert played.of(ObjectiveTaken) == []


def test_the_battle_ends_when_only_one_side_is_left() -> None:
    """Nothing more is drawn then."""
    scene = position(troop("p1", "A1"), troop("a1", None, figures=0))
    assert play_card(scene).of(BattleEnded)[0].outcome.winner == REBELS


def test_the_battle_ends_with_its_last_turn() -> None:
    """When the deck is empty no further turn begins."""
    played = play_card(sparring(decks=deck(), turn=4, turns=4))
    assert played.of(TurnBegan) == []
    assert played.names() == ["BattleEnded"]


def test_hexes_are_played_on_as_well() -> None:
    """An Advance of foot is three hexes of two inches."""
    board = hexes()
    scene = position(troop("p1", "A1"), troop("a1", "X24"), on=board)
    played = play_card(scene, {ACTION: [Advance("p1", way(scene, "A2", "A3", "A4"))]}, cards=[REBELS])
    assert played.unit("p1").cell == board.cell("A4")
