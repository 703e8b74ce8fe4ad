"""A system whose orders stand in a book: what the engine and viewers ask of it is asked of the book."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from inspect import isabstract
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.engine.battle import Battle, DataT, Position
from sim.engine.events import Event
from sim.engine.orders import Ask, Decider, Intent, Offer, Refusal
from sim.engine.ruleset import OpenActor, Ruleset
from sim.engine.setup import Setup
from sim.engine.state import StateT
from sim.play.book import OrderBook, of_this_book
from sim.play.happening import SHARED
from sim.play.rulebooks import rulebook_in
from sim.play.setup import Preparation
from sim.solo.plans import Automated, Plan

if TYPE_CHECKING:
    from sim.engine.game import Game


class System(Ruleset[StateT, DataT]):
    """A ruleset that has an order book. Its orders are those of the book, and its rulebook lies beside it."""

    book: OrderBook[StateT, DataT]
    muster: type[Preparation[StateT, DataT]]
    """How the first state comes of a scenario: the system's own `Preparation`."""
    sequence: Callable[[Game[StateT, DataT]], None]
    """The sequence of play, from one checkpoint to the next: `sequence = staticmethod(turn.play)`."""
    plans: Mapping[str, Mapping[str, Plan]]
    """Who can play a side (`SOLO`, `COMMANDER`), and what they go by on each occasion."""

    impossible: Callable[[Position[StateT, DataT]], Iterator[str]] = staticmethod(lambda position: iter(()))
    """What is wrong with a position that somebody has edited by hand."""

    def __init_subclass__(cls) -> None:
        """Look up the orders, the events and the rulebook."""
        cls.intents = cls.book.kinds
        # A system that derives from another has its events, too.
        found = (*getattr(cls, "own_events", ()), *_events_of(cls.__module__, cls.state_type))
        cls.own_events = tuple(dict.fromkeys(found))
        if not hasattr(cls, "rulebook"):
            cls.rulebook = rulebook_in(Path(sys.modules[cls.__module__].__file__ or "").parent)

    def prepare(self, setup: Setup) -> tuple[Battle[DataT], StateT]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        return self.muster(self, setup).prepared()

    def play(self, game: Game[StateT, DataT]) -> None:
        """Run the sequence of play from one checkpoint to the next."""
        self.sequence(game)

    def complaints(self, position: Position[StateT, DataT]) -> Iterator[str]:
        """Yield what is impossible about a position that somebody has edited by hand."""
        return self.impossible(position)

    def decider(self, player: str) -> Decider:
        """Return who goes by the plans of a player."""
        if player not in self.plans:
            raise LookupError(f"nobody called {player} plays this")
        return Automated(self.plans[player])

    @property
    def players(self) -> tuple[str, ...]:
        """Who can play a side besides a person: whoever there are plans of."""
        return tuple(player for player in self.plans if self._has(player))

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name; one that several go by is there once."""
        named = [(f"{who}, {occasion}", plan) for who, own in self.plans.items() for occasion, plan in own.items()]
        first = {id(plan): name for name, plan in reversed(named)}
        return {name: plan for name, plan in named if first[id(plan)] == name}

    def known(self, position: Position[StateT, DataT], side: str) -> StateT:
        """Return the state as far as a side may know it: without hidden units of others, in cups and decks too."""
        state = position.state
        unknown = [unit.id for unit in state.units.hidden if unit.side != side]
        if not unknown:
            return state
        for deck in state.decks:
            state = state.with_deck(replace(deck, left=tuple(card for card in deck.left if card not in unknown)))
        return state.without_unit(*unknown)

    def refusal(self, position: Position[StateT, DataT], ask: Ask, intent: Intent) -> Refusal | None:
        """Say why an intent is not allowed as an answer; None if it is."""
        return self.book.refusal(position, ask, intent)

    def offers(self, position: Position[StateT, DataT], ask: Ask) -> Iterator[Offer]:
        """Yield what a player may answer, impossible orders with the reason."""
        return self.book.offers(position, ask)

    def openings(self, position: Position[StateT, DataT], ask: Ask) -> Iterator[OpenActor]:
        """Yield who may do what as an answer, without words."""
        return self.book.openings(position, ask)

    def resolve(self, game: Game[StateT, DataT], ask: Ask, intent: Intent) -> None:
        """Carry out an order that is allowed."""
        self.book.resolve(game, ask, intent)

    def order_text(self, position: Position[StateT, DataT], intent: Intent) -> str:
        """Put an order in a sentence."""
        return of_this_book(intent).sentence(position)


def _events_of(package: str, state: Any) -> tuple[type[Event[Any]], ...]:
    """Return the events that a system defines, and those shared ones for which its state keeps what they change.

    A class without words from which others derive is only what they have in common.
    """
    found = [event for event in _deriving(Event) if f"{event.__module__}.".startswith(f"{package}.")]
    own = [event for event in found if not isabstract(event) and (event.says or not event.__subclasses__())]
    named, kept = {event.__name__ for event in own}, {each.name for each in fields(state)}
    shared = [event for field, event in SHARED.items() if field in kept and event.__name__ not in named]
    return (*shared, *own)


def _deriving(kind: type[Any]) -> Iterator[Any]:
    for each in kind.__subclasses__():
        yield each
        yield from _deriving(each)
