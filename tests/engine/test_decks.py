"""Decks and cups: what is drawn is gone until it is put back."""

import pytest

from sim.engine.chance import DrawCard, Scripted, Seeded, Source
from sim.engine.decks import Deck

DECK = Deck("orders", ("1", "2", "2", "3"))


def test_a_card_that_is_taken_is_no_longer_left() -> None:
    """The others are, in their order; the deck before is as it was."""
    assert DECK.without("1").left == ("2", "2", "3")
    assert DECK.left == ("1", "2", "2", "3")


def test_of_a_card_that_is_there_twice_one_stays() -> None:
    """It can be drawn again, once."""
    once = DECK.without("2")
    assert once.left == ("1", "2", "3")
    assert once.without("2").left == ("1", "3")


def test_a_card_that_is_gone_cannot_be_taken() -> None:
    """The error names card and deck."""
    with pytest.raises(ValueError, match='card "3" is not among those left in the deck "orders"'):
        DECK.without("3").without("3")


def test_a_card_in_a_hand_lies_on_no_pile() -> None:
    """What is drawn is out of the deck's sight until somebody lays it down."""
    assert DECK.without("1") == Deck("orders", ("2", "2", "3"))


def test_discards_wait_for_the_shuffle() -> None:
    """A discarded card cannot be drawn; after the shuffle it can."""
    used = DECK.turned_up("3")
    assert (used.left, used.discarded) == (("1", "2", "2"), ("3",))
    assert used.reshuffled() == DECK


def test_a_removed_card_does_not_come_back() -> None:
    """A shuffle brings the discards and nothing else."""
    used = DECK.without("3").removing("3").turned_up("1").reshuffled()
    assert (used.left, used.removed) == (("1", "2", "2"), ("3",))


def test_decks_with_the_same_cards_are_equal_after_a_shuffle() -> None:
    """Nobody can tell from a shuffled deck in which order its cards were played."""
    one = DECK.turned_up("1").turned_up("3")
    other = DECK.turned_up("3").turned_up("1")
    assert one != other
    assert one.reshuffled() == other.reshuffled()


def test_a_card_that_is_put_back_can_be_drawn_again() -> None:
    """A second one of its kind too; the deck is then the one it was."""
    assert DECK.without("2").putting_back("2") == DECK
    assert DECK.without("2").without("2").putting_back("2").left == ("1", "2", "3")


def test_a_cup_is_filled_with_what_it_is_filled_with() -> None:
    """What was in it, and what lay beside it, is gone; what left the game stays out."""
    cup = Deck("cup", ("a",), ("b",), ("c",)).refilled(["e", "d"])
    assert cup == Deck("cup", ("d", "e"), (), ("c",))


@pytest.mark.parametrize("source", [Seeded(1), Scripted(cards=["1", "2", "3", "2"])])
def test_a_deck_is_drawn_to_its_end(source: Source) -> None:
    """Whoever draws: each card comes as often as it is there, and no more often."""
    deck, drawn = DECK, []
    for number in range(4):
        card = source.result(DrawCard(deck, "order"), number)
        assert isinstance(card, str)
        drawn.append(card)
        deck = deck.without(card)
    assert sorted(drawn) == ["1", "2", "2", "3"]
    assert deck.left == ()
