"""Conflict of Heroes with its solo expansion, on hexes.

"AI" is a counter run by the order deck, "Unit" one run by the player. Where the seed's sections are:

    3.0 player turn, passing, rounds     turn.py             4.3 mission track         turn.py
    3.1-3.4 actions, cost, CAPs, cards   orders/             4.4, 5.0 orders           solo/grammar.py, solo/cards.py
    3.1.1 spent check                    orders/base.py      5.1-5.2 who and whom      solo/choosing.py
    3.3 cards that answer                combat/reactions.py 5.3 hexes, Low Risk       solo/hexes.py
    4.0-4.2 AI turn, card colours        turn.py, solo/      6.0 rumoured enemies      combat/hiding.py
    base game: fire                      combat/attacks.py   7.3 losses                combat/losses.py
    base game: zones, moves              ground/             the player's stand-in     commander.py

Besides: state.py, events.py, scenario.py, figures.py and show.py (what viewers ask).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.engine.battle import Position
from sim.engine.events import CardTaken, Event, Passed
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.words import Name
from sim.play.system import System
from sim.rules.conflict_of_heroes import commander, scenario, turn
from sim.rules.conflict_of_heroes.orders.cards import BOOK
from sim.rules.conflict_of_heroes.show import CohShow
from sim.rules.conflict_of_heroes.solo.cards import load_orders
from sim.rules.conflict_of_heroes.solo.turn import AI_PLANS, card_plan
from sim.rules.conflict_of_heroes.state import (
    ACTION_CARDS,
    ORDERS,
    RUMOUR,
    RUMOURS,
    SYSTEM,
    CohData,
    CohState,
    Counter,
    called,
)

PLANS = {player: {**AI_PLANS, **commander.COMMANDER} for player in (SOLO, COMMANDER)}
"""Which side is the deck's is the mission's affair, so that each of the two knows both."""


DEEDS = ("passes", "stalls", "keeps the cards", "lets the roll stand")
"""Ways to do nothing that are told as what somebody does; others are reasons."""


class ConflictOfHeroes(System[CohState, CohData]):
    """The system."""

    id = SYSTEM
    title = "Conflict of Heroes, solo expansion"
    state_type = CohState
    unit_type = Counter
    book = BOOK
    entry = scenario.CounterEntry
    settings = scenario.Settings
    victory = scenario.Victory
    extras = scenario.Mission
    insight = CohShow(BOOK)
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    impossible = staticmethod(turn.complaints)
    plans = PLANS

    def known(self, position: Position[CohState, CohData], side: str) -> CohState:
        """Return the state as a side may know it; the AI does not know the player's hand."""
        state = super().known(position, side)
        return state.changed(hand=()) if side == position.battle.data.ai and state.hand else state

    def tables(self) -> Mapping[str, Any]:
        """Return the plans that do not depend on the deck, as those of the order cards do."""
        return {f"commander, {occasion}": plan for occasion, plan in commander.COMMANDER.items()}

    def printed_tables(self) -> Mapping[str, Any]:
        """Return the order cards of the whole deck, and the other tables."""
        cards = load_orders().values()
        plans = {
            f"order card {card.id}, {card.colour}": card_plan(card.orders, card.colour == "blue") for card in cards
        }
        return {**plans, **self.tables()}

    def event_text(self, position: Position[CohState, CohData], event: Event[Any]) -> str:
        """Tell an event in a sentence; those that every system has in the words of this one."""
        match event:
            case Passed(side, unit, why):
                by = self.name(position, unit) if unit else position.battle.side(side).mention
                return by.does(why) if why in DEEDS else f"{by}: {why or 'nothing'}"
            case CardTaken(deck, card, to) if deck == ORDERS:
                gone = " and leaves the game" if to == "removed" else ""
                return f"order card {card} ({position.battle.data.orders[card].colour}) is drawn{gone}"
            case CardTaken(deck) if deck in (ACTION_CARDS, RUMOURS):
                return f"one of the {deck} is drawn"
        return event.event_text(position)

    def name(self, position: Position[CohState, CohData], unit: str) -> Name:
        """Return the name of a counter; that of a former rumour says what it turned out to be."""
        known = position.state.units[unit].profile if unit in position.state.units else None
        was_rumour = unit.startswith(f"{RUMOUR}-") and known is not None and known.id != RUMOUR
        return Name(f"{unit} ({known.name})") if was_rumour and known else called(unit)


CONFLICT_OF_HEROES = ConflictOfHeroes()
