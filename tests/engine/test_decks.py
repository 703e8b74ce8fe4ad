"""Decks and cups: what is drawn is gone until it is put back."""

import pytest

from sim.engine.chance import DrawCard, Scripted, Seeded, Source
from sim.engine.decks import Deck

DECK = Deck("orders", ("1", "2", "2", "3"))


def test_a_card_that_is_taken_is_no_longer_left() -> None:
    """Of two alike one stays; one that is gone cannot be taken, one in a hand lies on no pile."""
    assert DECK.without("1").left == ("2", "2", "3")
    assert DECK.left == ("1", "2", "2", "3")
    once = DECK.without("2")
    assert once.left == ("1", "2", "3")
    assert once.without("2").left == ("1", "3")
    with pytest.raises(ValueError, match='card "3" is not among those left in the deck "orders"'):
        DECK.without("3").without("3")
    assert DECK.without("1") == Deck("orders", ("2", "2", "3"))


def test_discards_wait_for_the_shuffle() -> None:
    """A removed card does not come back, and nobody can tell in which order cards were played."""
    used = DECK.turned_up("3")
    assert (used.left, used.discarded) == (("1", "2", "2"), ("3",))
    assert used.reshuffled() == DECK
    used = DECK.without("3").removing("3").turned_up("1").reshuffled()
    assert (used.left, used.removed) == (("1", "2", "2"), ("3",))
    one = DECK.turned_up("1").turned_up("3")
    other = DECK.turned_up("3").turned_up("1")
    assert one != other
    assert one.reshuffled() == other.reshuffled()


def test_a_card_that_is_put_back_can_be_drawn_again() -> None:
    """A second one of its kind too; a cup is filled anew, and what left the game stays out."""
    assert DECK.without("2").putting_back("2") == DECK
    assert DECK.without("2").without("2").putting_back("2").left == ("1", "2", "3")
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
