"""What a system of rules must provide so that the rest of the program can play it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, SupportsIndex

from sim.engine.battle import Battle, DataT, Position
from sim.engine.events import EVENTS, Event
from sim.engine.insight import Insight
from sim.engine.orders import Ask, Decider, Intent, Offer, Refusal
from sim.engine.rulebook import Rulebook
from sim.engine.setup import NothingMore, Setup, UnitEntry
from sim.engine.state import State, StateT
from sim.engine.units import Unit
from sim.engine.words import Name, fields_text
from sim.files.strict import Strict, StrictTable

if TYPE_CHECKING:
    from sim.engine.game import Game

SOLO, COMMANDER, HUMAN = "solo", "commander", "human"
"""Who may play a side: the printed opponent, the plan that stands in for a player, a person."""


class OpenKind(NamedTuple):
    """A kind of order of which one is allowed at least."""

    kind: type[Intent]
    orders: Callable[[], Iterator[Intent]]
    """Yields all of them."""


class OpenActor(NamedTuple):
    """Somebody who can do something."""

    unit: str | None
    """None for the side itself."""
    kinds: Callable[[], Iterator[OpenKind]]
    """Yields all that it can do."""


class Ruleset(ABC, Generic[StateT, DataT]):
    """A system as a plug-in: its vocabulary, its sequence of play, and its plans.

    `play` runs one activation: from a checkpoint to the next. It asks by `game.order(Ask(…))` and changes the state by
    `game.happen(…)`. Between two activations the state says everything.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rulebook: Rulebook
    state_type: type[State[Any]]
    unit_type: type[Unit]
    own_events: tuple[type[Event[Any]], ...]
    intents: tuple[type[Intent], ...]
    entry: type[UnitEntry] = UnitEntry
    """What a scenario may say of a unit."""
    settings: type[Strict] = NothingMore
    """What a scenario may set: rules that can be read in two ways, who nominates, …"""
    victory: type[Strict | StrictTable] = NothingMore
    extras: type[Strict] = NothingMore
    """What else a scenario may say in this system's own words, in a table of the system's name."""
    insight: Insight = Insight()
    """What viewers show of a position besides its counters."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Let a system that stands in its module go into a pickle by its name there.

        So whoever reads the pickle has the very system of that process, as all that is asked of it expects.
        """
        named = vars(sys.modules[type(self).__module__]).items()
        return next((name for name, value in named if value is self), None) or super().__reduce_ex__(protocol)

    @property
    def events(self) -> tuple[type[Event[Any]], ...]:
        """Every kind of event that can happen."""
        return EVENTS + self.own_events

    @abstractmethod
    def prepare(self, setup: Setup) -> tuple[Battle[DataT], StateT]:
        """Return the battle and its first state, or raise `SetupRefused`."""

    @abstractmethod
    def play(self, game: Game[StateT, DataT]) -> None:
        """Run the sequence of play from one checkpoint to the next."""

    @abstractmethod
    def resolve(self, game: Game[StateT, DataT], ask: Ask, intent: Intent) -> None:
        """Carry out one order that is allowed."""

    @abstractmethod
    def refusal(self, position: Position[StateT, DataT], ask: Ask, intent: Intent) -> Refusal | None:
        """Say why an intent is not allowed as an answer; None if it is."""

    @abstractmethod
    def offers(self, position: Position[StateT, DataT], ask: Ask) -> Iterator[Offer]:
        """Yield what a player may answer, impossible orders with the reason."""

    def openings(self, position: Position[StateT, DataT], ask: Ask) -> Iterator[OpenActor]:
        """Yield who may do what as an answer, without words and no sooner than asked: for programs that read none."""
        found: dict[str | None, dict[type[Intent], list[Intent]]] = {}
        for offer in self.offers(position, ask):
            if offer.refusal is None:
                unit = next(iter(self.insight.drawn(position, offer.intent).units), None)
                found.setdefault(unit, {}).setdefault(type(offer.intent), []).append(offer.intent)
        for unit, kinds in found.items():
            yield OpenActor(unit, [OpenKind(kind, orders.__iter__) for kind, orders in kinds.items()].__iter__)

    @abstractmethod
    def decider(self, player: str) -> Decider:
        """Return the plan of SOLO or COMMANDER; a `LookupError` if the system has none."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who can play a side besides a person, by the names that `decider` knows."""
        return tuple(player for player in (SOLO, COMMANDER) if self._has(player))

    def _has(self, player: str) -> bool:
        try:
            self.decider(player)
        except LookupError:
            return False
        return True

    def known(self, position: Position[StateT, DataT], side: str) -> StateT:
        """Return the state as far as a side may know it."""
        return position.state

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name, so that all of its options can be walked through."""
        return {}

    def printed_tables(self) -> Mapping[str, Any]:
        """Return every plan that a player aid prints, by its name; a system whose cards are plans adds those."""
        return self.tables()

    def complaints(self, position: Position[StateT, DataT]) -> Iterator[str]:
        """Yield what is impossible about a position that somebody has edited by hand."""
        return iter(())

    def event_text(self, position: Position[StateT, DataT], event: Event[StateT]) -> str:
        """Tell an event in a sentence for the log; the position is the one after it."""
        return event.event_text(position)

    def name(self, position: Position[StateT, DataT], unit: str) -> Name:
        """Return the name of a unit, which knows whether it speaks of several; it may be gone from the battle."""
        units = position.state.units
        return units[unit].name if unit in units else Name(unit)

    def order_text(self, position: Position[StateT, DataT], intent: Intent) -> str:
        """Put an order in the words of the rulebook."""
        return fields_text(position, intent)
