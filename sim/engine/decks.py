"""Decks of cards, and cups of counters, which are the same thing: what is drawn is gone until it is put back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sim.engine.frozen import fast_frozen


@fast_frozen
@dataclass(frozen=True)
class Deck:
    """A deck by what is left to draw, what lies on the discard pile, and what has left the game.

    It keeps no order of the cards to come: each draw is a fresh choice among those left, which is what a good
    shuffle amounts to. So nobody can peek, a forecast sees every card, and typed-in cards need no trick.

    >>> deck = Deck("orders", ("1", "2", "3"))
    >>> deck.turned_up("2")
    Deck(name='orders', left=('1', '3'), discarded=('2',), removed=())
    >>> deck.turned_up("2").reshuffled().left
    ('1', '2', '3')
    """

    name: str
    left: tuple[str, ...]
    """Ids of cards; a card that is there twice stands here twice."""
    discarded: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def without(self, card: str) -> Deck:
        """Take a card out of those left, into somebody's hand."""
        # Written out here and below: `dataclasses.replace` takes twice as long, and most events move a card.
        return Deck(self.name, self._left_without(card), self.discarded, self.removed)

    def turned_up(self, card: str) -> Deck:
        """Take a card out of those left and lay it on the discard pile, as nearly every draw does, in one step."""
        return Deck(self.name, self._left_without(card), (*self.discarded, card), self.removed)

    def _left_without(self, card: str) -> tuple[str, ...]:
        if card not in self.left:
            raise ValueError(f'card "{card}" is not among those left in the deck "{self.name}"')
        place = self.left.index(card)
        return self.left[:place] + self.left[place + 1 :]

    def removing(self, card: str) -> Deck:
        """Put a card out of the game."""
        return Deck(self.name, self.left, self.discarded, (*self.removed, card))

    def putting_back(self, card: str) -> Deck:
        """Put a card back among those left: a marker that is taken off a counter."""
        return Deck(self.name, tuple(sorted((*self.left, card))), self.discarded, self.removed)

    def reshuffled(self) -> Deck:
        """Bring the discards back. In order: decks that hold the same cards are equal, however they came about."""
        return Deck(self.name, tuple(sorted((*self.left, *self.discarded))), (), self.removed)

    def refilled(self, cards: Iterable[str]) -> Deck:
        """Fill a cup anew."""
        return Deck(self.name, tuple(sorted(cards)), (), self.removed)
