"""A system whose orders stand in a book: what the engine and viewers ask of it is asked of the book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sim.engine.battle import Battle, DataT, Position
from sim.engine.insight import Danger, Insight, Odds, Scope, Sketch
from sim.engine.orders import Ask, Decider, Intent, Offer, Refusal
from sim.engine.ruleset import Ruleset
from sim.engine.setup import Setup
from sim.engine.state import StateT
from sim.engine.units import Unit
from sim.play.book import OrderBook, of_this_book
from sim.play.house import system_rulebook
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
        """Look up the orders and the rulebook."""
        cls.intents = cls.book.kinds
        if not hasattr(cls, "rulebook"):
            cls.rulebook = system_rulebook(cls.__module__)

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

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name; one that several go by is there once."""
        named = [(f"{who}, {occasion}", plan) for who, own in self.plans.items() for occasion, plan in own.items()]
        first = {id(plan): name for name, plan in reversed(named)}
        return {name: plan for name, plan in named if first[id(plan)] == name}

    def known(self, position: Position[StateT, DataT], side: str) -> StateT:
        """Return the state as far as a side may know it: without hidden units of others, in cups and decks too."""
        state = position.state
        unknown = [unit.id for unit in state.units if unit.side != side and getattr(unit, "hidden", False)]
        for deck in state.decks if unknown else ():
            state = state.with_deck(replace(deck, left=tuple(card for card in deck.left if card not in unknown)))
        return state.without_unit(*unknown)

    def refusal(self, position: Position[StateT, DataT], ask: Ask, intent: Intent) -> Refusal | None:
        """Say why an intent is not allowed as an answer; None if it is."""
        return self.book.refusal(position, ask, intent)

    def offers(self, position: Position[StateT, DataT], ask: Ask) -> Iterator[Offer]:
        """Yield what a player may answer, impossible orders with the reason."""
        return self.book.offers(position, ask)

    def resolve(self, game: Game[StateT, DataT], ask: Ask, intent: Intent) -> None:
        """Carry out an order that is allowed."""
        self.book.resolve(game, ask, intent)

    def worded(self, position: Position[StateT, DataT], intent: Intent) -> str:
        """Put an order in a sentence."""
        return of_this_book(intent).sentence(position)


class Show(Insight):
    """What viewers ask of orders, from the book. A system adds what it alone can say."""

    def __init__(self, book: OrderBook[Any, Any]) -> None:
        self.book = book

    def sketch(self, position: Position[Any, Any], intent: Intent) -> Sketch:
        """Return how an order looks on the map and in a menu."""
        return of_this_book(intent).sketch(position)

    def once_done(self, intent: Intent, unit: Unit) -> Unit:
        """Return a unit that stands and faces as an order leaves it with what else that does to it."""
        left: Unit = of_this_book(intent).once_done(unit)
        return left

    def danger(self, position: Position[Any, Any], intent: Intent) -> Danger | None:
        """Return what an order endangers besides its target."""
        return of_this_book(intent).danger(position)

    def scope(self, position: Position[Any, Any], intent: Intent) -> Scope | None:
        """Return whom an order reaches besides its target."""
        return of_this_book(intent).scope(position)

    def odds(self, position: Position[Any, Any], ask: Ask, intent: Intent) -> tuple[Odds, ...]:
        """Return how likely an order is to succeed; nothing of what may not be given, or needs no die."""
        return () if self.book.refusal(position, ask, intent) else of_this_book(intent).odds(position, ask)

    def passing(self, position: Position[Any, Any], ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done; None where something must be."""
        return self.book.passing(position, ask)

    def actors(self, position: Position[Any, Any], ask: Ask) -> tuple[str, ...]:
        """Return the units that may be given orders now, in roster order."""
        return tuple(unit.id for unit in self.book.actors(position, ask))

    def idle(self, position: Position[Any, Any], ask: Ask, unit: Unit) -> str:
        """Say in a sentence why a unit can be given no order now: what all of them are refused for, if that is one."""
        found = dict.fromkeys(self._refusals(position, ask, unit))
        reason = next(iter(found), "")
        return reason.cited if len(found) == 1 and isinstance(reason, Refusal) else ""

    def _refusals(self, position: Position[Any, Any], ask: Ask, unit: Unit) -> Iterator[Refusal | str]:
        for kind in self.book.kinds:
            for order in kind.candidates(position, ask, unit) if not kind.on or ask.occasion in kind.on else ():
                yield self.book.refusal(position, ask, order) or ""
