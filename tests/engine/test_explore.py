"""Exploring: every way a battle can go, exact, and the same as when it is played."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from sim.engine.chance import DrawCard, Typed, outcomes
from sim.engine.decks import Deck
from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import BattleEnded, Passed, TurnBegan
from sim.engine.explore import ChanceNode, ChoiceNode, EndNode, Node, explore
from sim.engine.game import Game
from sim.engine.orders import DONE, Ask, IllegalIntent
from sim.engine.session import Session
from sim.engine.state import Outcome
from tests.picket.rules import ACTION, Stay, Walk
from tests.picket_positions import AMES, AUTOMATED, HOTSEAT, HUMAN_PICKET, RED, Field, Odd, field

GOOD = 5


def daring(game: Game[Any, Any]) -> None:
    """Ask to stay or to try: whoever tries wins on 5 or 6, and may do so twice; whoever stays has lost.

    Worked by hand: 1 - (2/3) ** 2 = 5/9 for whoever tries as often as possible.
    """
    if game.state.turn > 2:
        game.happen(BattleEnded(Outcome("raiders", "too late")))
        return
    tries = not isinstance(game.order(Ask("picket", ACTION, "ames")), Stay)
    met = tries and game.met(Throw(D6, "dare", need=at_least(GOOD)))
    game.happen(BattleEnded(Outcome("picket", "it dared")) if met else TurnBegan(game.state.turn + 1))


def best(node: Node) -> Fraction:
    """Return how likely the picket is to win, if it chooses well."""

    @cache
    def value(node: Node) -> Fraction:
        match node:
            case EndNode():
                return Fraction(node.outcome.winner == "picket")
            case ChanceNode():
                return sum((share * value(then) for _, share, then in node.ways), Fraction(0))
            case ChoiceNode():
                return max(value(then) for _, then in node.choices)
        raise TypeError(node)

    return value(node)


def test_best_play_is_a_maximum_over_choices_and_a_mean_over_ways() -> None:
    """The value of a game that can be worked out by hand."""
    dare = field(AMES, RED, ruleset=Odd(daring))
    assert best(explore(dare.battle, dare.state, HUMAN_PICKET)) == Fraction(5, 9)


def test_only_results_that_rules_tell_apart_are_ways() -> None:
    """Six faces of which the rules learn whether they are good enough are two ways; what is sure is none."""
    dare = field(AMES, RED, ruleset=Odd(daring))
    choice = explore(dare.battle, dare.state, HUMAN_PICKET)
    assert isinstance(choice, ChoiceNode)
    thrown = next(then for offer, then in choice.choices if isinstance(offer.intent, Walk))
    assert isinstance(thrown, ChanceNode)
    assert sorted(share for _, share, _ in thrown.ways) == [Fraction(1, 3), Fraction(2, 3)]


Step = tuple[Node, Session[Any, Any]]


def walks(battlefield: Field, players: dict[str, str], seed: int, most: int = 40) -> Iterator[Step]:
    """Go a way at random through the tree, and yield each node with the session that went the same way."""
    chance, node = Random(seed), explore(battlefield.battle, battlefield.state, players)
    session = battlefield.session(Typed(), players)
    for _ in range(most):
        session.play_out()
        while isinstance(session.wanted, Throw | DrawCard) and session.wanted != getattr(node, "request", None):
            session.answer(next(outcomes(session.wanted))[0])  # the walk does not stop where nothing can part
            session.play_out()
        yield node, session
        match node:
            case ChanceNode():
                result = chance.choice([each for each, _ in node.results])
                session.answer(result)
                node = node.after(result)
            case ChoiceNode():
                order = chance.choice(node.offers).intent
                session.answer(order)
                node = node.after(order)
            case _:
                return


@pytest.mark.parametrize("seed", range(3))
def test_a_way_through_the_tree_is_a_battle(seed: int) -> None:
    """With the same dice, cards and orders a session comes to the same state at every node."""
    for node, session in walks(field(AMES, RED), HOTSEAT, seed):
        assert node.state == session.state
        if isinstance(node, ChoiceNode):
            assert (session.wanted, session.is_owed) == (node.ask, node.is_owed)
            assert [offer for offer in session.offers() if not offer.refusal] == [*node.offers]


def test_chances_of_every_throw_add_up() -> None:
    """Down the first ways of a battle that plays itself; there is nothing to choose in it."""
    battlefield = field(AMES, RED)
    node = explore(battlefield.battle, battlefield.state, AUTOMATED)
    met = 0
    while isinstance(node, ChanceNode):
        assert sum(share for _, share in node.results) == 1
        *_, (_, _, node) = node.ways
        met += 1
    assert isinstance(node, EndNode) and met > 5


def test_nodes_are_equal_where_all_that_can_come_is() -> None:
    """Between activations that is the state alone: whoever comes to it by another way meets the same node."""
    red_only = field(AMES, RED)
    state = red_only.state.with_deck(Deck("cup", ("ames", "red-1")))
    one = explore(red_only.battle, state, HOTSEAT)
    assert isinstance(one, ChanceNode)
    drawn = {result: then for result, _, then in one.ways}
    assert len({*drawn.values(), *(then for _, _, then in one.ways)}) == len(drawn)
    assert drawn["ames"] != drawn["red-1"]


def test_done_is_offered_where_nothing_need_be_ordered() -> None:
    """Where several may be given in a row it is the last offer; where one is owed it is none, and is refused."""

    def several(game: Game[Any, Any]) -> None:
        for _ in game.orders(Ask("picket", ACTION, "ames")):
            game.happen(Passed("picket", why="one more"))
        game.happen(BattleEnded(Outcome(None, "enough")))

    free = field(AMES, RED, ruleset=Odd(several))
    choice = explore(free.battle, free.state, HUMAN_PICKET)
    assert isinstance(choice, ChoiceNode)
    assert choice.offers[-1] == DONE
    assert isinstance(choice.after(DONE.intent), EndNode)
    owed = field(AMES, RED, ruleset=Odd(daring))
    session = owed.session(players=HUMAN_PICKET)
    session.play_out()
    assert DONE not in session.offers()
    with pytest.raises(IllegalIntent, match="an order is needed"):
        session.answer(DONE.intent)
