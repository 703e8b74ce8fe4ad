"""Events: what has happened. Past tense, results only, and the one way to a new state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal

from sim.engine.domains import SideId, UnitId
from sim.engine.frozen import Frozen
from sim.engine.state import Outcome, State, StateT
from sim.engine.words import UNSEEN, counted, fields_text, filled, outcome_text
from sim.grid import Cell

if TYPE_CHECKING:
    from sim.engine.battle import Position


class Event(Frozen, ABC, Generic[StateT]):
    """Something that has happened. A system's events derive from this."""

    says: ClassVar[str] = ""
    """The event in a sentence, with slots for what it holds: "{unit} {unit:digs|dig} in"."""

    aside: ClassVar[bool] = False
    """Whether it only opens or closes what somebody does, so that a log says nothing by telling it."""

    ordered: ClassVar[bool] = False
    """Whether it comes of an order to its unit: where several share a side, a log may say whose."""

    formerly: ClassVar[Mapping[str, str]] = {}
    """What it, or a field of it, was called in older files, and is called now; "cells[]" for what was one, and is a row
    now. They are read as ever."""

    @abstractmethod
    def apply(self, state: StateT) -> StateT:
        """Return the state after it."""

    def event_text(self, position: Position[Any, Any]) -> str:
        """Tell it in a sentence for the log; the position is the one after it. One without words lists its fields."""
        return filled(self.says, position, self) if self.says else fields_text(position, self)


class Began(Event[State[Any]]):
    """The battle began: the frame that holds the first state."""

    says = "the battle begins"

    def apply(self, state: State[Any]) -> State[Any]:
        """Change nothing."""
        return state


class TurnBegan(Event[State[Any]]):
    """A turn began."""

    says = "turn {turn} begins"
    turn: int

    def apply(self, state: State[Any]) -> State[Any]:
        """Count the turn."""
        return replace(state, turn=self.turn)


class CardTaken(Event[State[Any]]):
    """A card was drawn: onto the discard pile, out of the game (`removed`), or into a hand that the system keeps."""

    deck: str
    card: str
    to: Literal["discard", "removed", "hand"] = "discard"

    def apply(self, state: State[Any]) -> State[Any]:
        """Take the card out of the deck."""
        deck = state.deck(self.deck)
        match self.to:
            case "discard":
                return state.with_deck(deck.turned_up(self.card))
            case "removed":
                return state.with_deck(deck.without(self.card).removing(self.card))
            case "hand":
                return state.with_deck(deck.without(self.card))

    def event_text(self, position: Position[Any, Any]) -> str:
        """Say which card it was."""
        return f'"{self.card}" is drawn from the {self.deck}{", which leaves the game" if self.to == "removed" else ""}'


class DeckShuffled(Event[State[Any]]):
    """The discards went back into the deck; with `cards`, it was filled with those instead."""

    deck: str
    cards: tuple[str, ...] | None = None

    def apply(self, state: State[Any]) -> State[Any]:
        """Put the cards back."""
        deck = state.deck(self.deck)
        return state.with_deck(deck.reshuffled() if self.cards is None else deck.refilled(self.cards))

    def event_text(self, position: Position[Any, Any]) -> str:
        """Say how many cards there are, where they are others than before."""
        if self.cards is None:
            return f'the deck "{self.deck}" is shuffled'
        return f'the deck "{self.deck}" is filled with {counted(len(self.cards), "card")}'


class Arrived(Event[State[Any]]):
    """A unit came onto the map."""

    says = "{unit} {unit:arrives|arrive} in {cell}"
    unit: UnitId
    cell: Cell
    facing: int

    def apply(self, state: State[Any]) -> State[Any]:
        """Put the unit there."""
        return state.with_unit(replace(state.unit(self.unit), cell=self.cell, facing=self.facing))


class Passed(Event[State[Any]]):
    """Somebody did nothing, which is something that happened."""

    ordered = True
    side: SideId
    unit: UnitId | None = None
    why: str = ""
    """What is done instead, or how nothing is, said of one: "stays", "finds nothing to do"."""

    def apply(self, state: State[Any]) -> State[Any]:
        """Change nothing."""
        return state

    def event_text(self, position: Position[Any, Any]) -> str:
        """Say who did nothing, or nothing else."""
        ruleset, side = position.battle.ruleset, position.battle.side(self.side)
        who = ruleset.name(position, self.unit) if self.unit else side.mention
        return who.does(self.why or "does nothing")


class BattleEnded(Event[State[Any]]):
    """The battle is over."""

    outcome: Outcome

    def apply(self, state: State[Any]) -> State[Any]:
        """Write down how it ended."""
        return replace(state, outcome=self.outcome)

    def event_text(self, position: Position[Any, Any]) -> str:
        """Say who has won, and why."""
        return f"the battle ends: {outcome_text(position.battle, self.outcome)}"


class Unseen(Event[State[Any]]):
    """Something happened that the reader may not know of. It is in no log: only readers are told of it."""

    says = UNSEEN

    def apply(self, state: State[Any]) -> State[Any]:
        """Change nothing that can be seen."""
        return state


EVENTS: tuple[type[Event[Any]], ...] = (Began, TurnBegan, CardTaken, DeckShuffled, Arrived, Passed, BattleEnded)
"""The events that every system shares."""
