"""What happens with the cards of both decks."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.events import Event
from sim.grid import Cell
from sim.rules.ambush_alley.units import ASSETS, AasState

SMOKE = "smoke"
"""The feature of the terrain set that a smoke card lays."""


@dataclass(frozen=True)
class AssetDealt(Event[AasState]):
    """The Regulars got an asset card."""

    card: str

    def apply(self, state: AasState) -> AasState:
        """Take it out of the deck, if it is there, into the hand."""
        deck = state.deck(ASSETS)
        if self.card in deck.left:
            state = state.with_deck(deck.without(self.card))
        return state.changed(hand=(*state.hand, self.card))


@dataclass(frozen=True)
class AssetPlayed(Event[AasState]):
    """An asset card was played."""

    card: str
    unit: str = ""
    cell: Cell | None = None
    player: str = ""
    """AAS-COOP: who played it, for all."""

    def apply(self, state: AasState) -> AasState:
        """Take it out of the hand."""
        place = state.hand.index(self.card)
        return state.changed(hand=state.hand[:place] + state.hand[place + 1 :])


@dataclass(frozen=True)
class CardLaid(Event[AasState]):
    """A card came into force: on one unit, or on everybody it speaks of."""

    card: str
    unit: str = ""

    def apply(self, state: AasState) -> AasState:
        """Lay it with the unit, or beside the table."""
        if not self.unit:
            return state.changed(in_force=(*state.in_force, self.card))
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(marks=(*unit.marks, self.card)))


@dataclass(frozen=True)
class CardLifted(Event[AasState]):
    """A card is no longer in force."""

    card: str
    unit: str = ""

    def apply(self, state: AasState) -> AasState:
        """Take it away."""
        if not self.unit:
            return state.changed(in_force=tuple(card for card in state.in_force if card != self.card))
        unit = state.unit(self.unit)
        return state.with_unit(unit.changed(marks=tuple(card for card in unit.marks if card != self.card)))


@dataclass(frozen=True)
class SmokeLaid(Event[AasState]):
    """Smoke covers some cells."""

    cells: tuple[Cell, ...]

    def apply(self, state: AasState) -> AasState:
        """Put it there."""
        changes = state.changes
        for cell in self.cells:
            changes = changes.with_feature(cell, SMOKE)
        return state.changed(changes=changes)


@dataclass(frozen=True)
class SmokeCleared(Event[AasState]):
    """The smoke has drifted away."""

    cells: tuple[Cell, ...]

    def apply(self, state: AasState) -> AasState:
        """Take it away."""
        changes = state.changes
        for cell in self.cells:
            changes = changes.without_feature(cell, SMOKE)
        return state.changed(changes=changes)


@dataclass(frozen=True)
class Reactivated(Event[AasState]):
    """A unit that has acted may act again."""

    unit: str

    def apply(self, state: AasState) -> AasState:
        """Let it."""
        return state.with_unit(state.unit(self.unit).changed(acted=False, only_reacts=0))


EVENTS_OF_CARDS: tuple[type[Event[AasState]], ...] = (
    AssetDealt, AssetPlayed, CardLaid, CardLifted, SmokeLaid, SmokeCleared, Reactivated,
)  # fmt: skip
