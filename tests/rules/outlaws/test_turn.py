"""The action cup and the sequence of play."""

import pytest

from sim.engine.chance import ChanceRefused
from sim.engine.decks import Deck
from sim.engine.events import BattleEnded, CardTaken, DeckShuffled, Passed, TurnBegan
from sim.engine.orders import IllegalIntent
from sim.rules.outlaws.events import BlowStruck, CounterDrawn, CounterSpent, EnteredSquare, TurnedAround
from sim.rules.outlaws.orders.brawling import BodyBlow
from sim.rules.outlaws.orders.moving import HitTheDirt, Turnaround, Wait, Walk
from sim.rules.outlaws.orders.shooting import Shoot
from sim.rules.outlaws.state import ACTION, BRAWL, CUP, WOUNDS, OutlawsPosition
from tests.rules.outlaws.stage import CHITS, LAW, cell, character, position, way
from tests.rules.outlaws.table import counter

PAIR = (character("p1", "C10", "n", right="colt"), character("a1", "J2", "n", right="colt"))


def empty_cup(*characters: object, **words: object) -> OutlawsPosition:
    """Return a position in which the turn is over."""
    chits = tuple(sorted(chit.id for chit in CHITS.values() for _ in range(chit.count)))
    return position(*characters, decks=(Deck(CUP, ()), Deck(WOUNDS, chits)), **words)  # type: ignore[arg-type]


@pytest.mark.rule("OUT-CUP")
def test_an_empty_cup_begins_a_turn() -> None:
    """Every conscious character and every group has its counter put into the cup."""
    scene = empty_cup(
        *PAIR,
        character("p2", "A1", conscious=False),
        character("p3", None),
        character("folk", "F6", group=True),
    )
    played = counter(scene)
    assert played.of(TurnBegan) == [TurnBegan(2)]
    assert played.of(DeckShuffled) == [DeckShuffled(CUP, ("p1", "a1", "folk"))]


@pytest.mark.rule("OUT-CUP")
def test_a_counter_activates_its_character() -> None:
    """What is drawn says who acts, with all the actions of its card, player's and auto alike."""
    for who in ("p1", "a1"):
        played = counter(position(*PAIR), Wait(who), cards=[who])
        assert played.of(CounterDrawn) == [CounterDrawn(who, 3)]
        assert played.asked[0].unit == who and played.asked[0].occasion == ACTION
        assert played.events[-1] == CounterSpent(who)
        assert who not in played.state.deck(CUP).left


@pytest.mark.rule("OUT-CUP")
def test_between_counters_nobody_acts() -> None:
    """After a counter the state says that it is nobody's."""
    played = counter(position(*PAIR), Turnaround("p1", 2), Wait("p1"), cards=["p1"])
    assert (played.state.actor, played.state.actions) == ("", 0)


@pytest.mark.rule("OUT-CUP")
def test_a_character_spends_all_its_actions() -> None:
    """One order after the other, until nothing is left; then only what costs nothing is asked for."""
    scene = position(character("p1", "C10", "n"), PAIR[1])
    orders = (Turnaround("p1", 2), Walk("p1", way("D10 e", "E10 e")), HitTheDirt("p1"))
    played = counter(scene, *orders, cards=["p1"])
    assert [type(event) for event in played.events[2:]][:3] == [TurnedAround, EnteredSquare, EnteredSquare]
    assert played.state.unit("p1").prone


def test_no_order_is_taken_that_costs_more_than_is_left() -> None:
    """An order beyond the actions of the counter is illegal."""
    scene = position(character("p1", "C10", "n", actions=1), PAIR[1])
    with pytest.raises(IllegalIntent, match="takes 2 actions"):
        counter(scene, Walk("p1", way("C9 n", "C8 n")), cards=["p1"])


def test_grazes_are_owed_with_the_next_counter() -> None:
    """A graze takes an action off the next counter, and that one alone."""
    played = counter(position(character("p1", "C10", owed=1), PAIR[1]), Wait("p1"), cards=["p1"])
    assert played.of(CounterDrawn) == [CounterDrawn("p1", 2)]
    assert played.unit("p1").owed == 0


def test_who_has_no_actions_passes() -> None:
    """A counter that is all owed is drawn for nothing."""
    played = counter(position(character("p1", "C10", actions=1, owed=2), PAIR[1]), cards=["p1"])
    assert played.of(Passed) == [Passed(LAW, "p1", "has no actions left")]
    assert not played.asked


def test_a_run_lasts_until_the_next_counter() -> None:
    """Whoever ran is harder to hit until its own counter comes out again."""
    scene = position(character("p1", "C10", running=True), character("a1", "J2", running=True))
    played = counter(scene, Wait("p1"), cards=["p1"])
    assert not played.unit("p1").running
    assert played.unit("a1").running


def test_a_brawl_is_another_occasion() -> None:
    """Whoever has an enemy in the square is asked what it does in the brawl; once that is over, what it does."""
    scene = position(character("p1", "C10", brawl=3), character("a1", "C10", actions=1))
    played = counter(scene, BodyBlow("p1", "a1"), Wait("p1"), dice=[6, 1], cards=["p1"])
    assert [ask.occasion for ask in played.asked] == [BRAWL, ACTION]
    assert not played.unit("a1").conscious


def test_walking_into_an_enemy_starts_a_brawl() -> None:
    """Entering an enemy's square ends the movement; what is left is spent brawling."""
    scene = position(character("p1", "C10", "n"), character("a1", "C9", "n"))
    played = counter(scene, Walk("p1", way("C9 n")), BodyBlow("p1", "a1"), Wait("p1"), dice=[1, 6], cards=["p1"])
    assert [ask.occasion for ask in played.asked] == [ACTION, BRAWL]
    assert len(played.of(BlowStruck)) == 1


def test_a_plan_without_orders_does_nothing() -> None:
    """An automated side that finds nothing to do has an event to show for it."""
    played = counter(position(*PAIR), cards=["a1"], player="solo")
    assert played.of(Passed)[0].unit == "a1"


def test_a_plan_may_lie_down_with_no_actions_left() -> None:
    """Hit the Dirt costs nothing: "Shoot+; Prone 1-2" lies down after the last shot."""
    scene = position(character("a1", "C10", "n", actions=1, right="colt"), character("p1", "C4", "n"))
    orders = (Shoot("a1", "p1", "colt-a1"), HitTheDirt("a1"))
    played = counter(scene, *orders, dice=[1, 2], cards=["a1"], player="solo")
    assert played.unit("a1").prone


def test_the_shootout_ends_when_one_side_is_out() -> None:
    """Nobody draws a counter any more."""
    played = counter(position(PAIR[0], character("a1", "J2", dead=True, conscious=False)))
    assert [event.outcome.winner for event in played.of(BattleEnded)] == [LAW]


def test_the_last_turn_ends_with_its_last_counter() -> None:
    """With the limit reached the points decide, and no further turn begins."""
    assert counter(empty_cup(*PAIR, turns=1)).of(BattleEnded)
    assert not counter(empty_cup(*PAIR, turns=2)).of(BattleEnded)


# -- townsfolk ------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-FOLK")
def test_townsfolk_go_away_from_shots() -> None:
    """A group goes one square away from the last shot by itself: nobody is asked."""
    scene = position(*PAIR, character("folk", "F6", "n", group=True), gunfire=cell("F9"))
    played = counter(scene, dice=[2], cards=["folk"])
    assert played.of(EnteredSquare)[0].cell == cell("F5")
    assert not played.asked


@pytest.mark.parametrize(("die", "where"), [(1, "E5"), (3, "G5")])
def test_townsfolk_go_as_far_as_one_square_leads(die: int, where: str) -> None:
    """Of the three squares that are furthest from the shot a die chooses, and of no others."""
    scene = position(*PAIR, character("folk", "F6", "n", group=True), gunfire=cell("F9"))
    assert counter(scene, dice=[die], cards=["folk"]).of(EnteredSquare)[0].cell == cell(where)
    with pytest.raises(ChanceRefused):
        counter(scene, dice=[4], cards=["folk"])


def test_townsfolk_enter_nobodys_square() -> None:
    """Somebody stands in F5: two squares are left to choose from."""
    scene = position(*PAIR, character("folk", "F6", "n", group=True), character("a9", "F5"), gunfire=cell("F9"))
    assert counter(scene, dice=[2], cards=["folk"]).of(EnteredSquare)[0].cell == cell("G5")


def test_townsfolk_stay_while_nobody_fires() -> None:
    """Before the first shot a group has no reason to go."""
    played = counter(position(*PAIR, character("folk", "F6", group=True)), cards=["folk"])
    assert played.names() == ["CardTaken", "CounterDrawn", "Passed", "CounterSpent"]


def test_townsfolk_in_a_corner_stay() -> None:
    """Where every square is nearer, or as near, a group does not move."""
    scene = position(*PAIR, character("folk", "A1", group=True), gunfire=cell("L12"))
    assert counter(scene, cards=["folk"]).of(Passed)[0].why == "cannot get further away from the shots"


def test_the_counter_of_somebody_shot_down_is_out_of_the_cup() -> None:
    """Whoever falls before its counter came does not act any more this turn."""
    scene = position(character("p1", "C10", "n", right="colt"), character("a1", "C4", "n"), character("a2", "J2"))
    played = counter(scene, Shoot("p1", "a1", "colt-p1"), Wait("p1"), dice=[6, 6], cards=["p1", "dead"])
    assert played.of(CardTaken)[0] == CardTaken(CUP, "p1")
    assert played.state.deck(CUP).left == ("a2",)
