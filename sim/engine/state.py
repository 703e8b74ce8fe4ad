"""The state of a battle: everything that play can change, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from sim.board.ground import NO_CHANGES, Changes
from sim.engine.decks import Deck
from sim.engine.frozen import FrozenByName, changed
from sim.engine.units import Roster, UnitT


@dataclass(frozen=True)
class Outcome:
    """How a battle ended."""

    winner: str | None
    """A side; None for a draw."""
    reason: str
    scores: tuple[tuple[str, int], ...] = ()
    """Points by side, where the system counts any."""


class State(FrozenByName, Generic[UnitT]):
    """A moment of a battle. A system adds its own fields in a subclass.

    Between two activations the state says everything: play can start from it. Only events make new ones.
    """

    units: Roster[UnitT]
    turn: int = 1
    changes: Changes = NO_CHANGES
    """What play has done to the ground."""
    decks: tuple[Deck, ...] = ()
    outcome: Outcome | None = None
    """None while the battle goes on."""

    def changed(self, **changes: Any) -> Self:
        """Return the state with some fields changed."""
        return changed(self, changes)

    def unit(self, id_: str) -> UnitT:
        """Return a unit by its id."""
        # Straight out of the roster's dictionary: nothing is asked of a state more often.
        return self.units._by_id[id_]

    def with_unit(self, unit: UnitT) -> Self:
        """Return the state with a unit as it now is."""
        return self.changed(units=self.units.with_unit(unit))

    def without_unit(self, *ids: str) -> Self:
        """Return the state without some units; the same state if there are none."""
        return self.changed(units=self.units.without(*ids)) if ids else self

    def deck(self, name: str) -> Deck:
        """Return a deck by its name."""
        for deck in self.decks:
            if deck.name == name:
                return deck
        raise LookupError(f'there is no deck "{name}" in this battle')

    def with_deck(self, changed: Deck) -> Self:
        """Return the state with a deck as it now is, which must be one of this battle."""
        decks = self.decks
        for place, deck in enumerate(decks):
            if deck.name == changed.name:
                return self.changed(decks=(*decks[:place], changed, *decks[place + 1 :]))
        raise LookupError(f'there is no deck "{changed.name}" in this battle')


StateT = TypeVar("StateT", bound=State[Any])
