"""La Cucaracha and Beyond the Empire, with their solo rules, in inches on a grid.

Where the sections of the rules are:

    activation deck, nomination, the die   turn.py             shooting                  combat/fire.py, combat/hits.py
    what may be ordered, and when          orders/             close combat              combat/melee.py
    a charge, step by step                 orders/move.py      courage, running          combat/courage.py
    sight, cover, range                    ground/sight.py     responses, Hold           combat/responses.py
    Advance, retreat, "nearer"             ground/moves.py     the five printed tables   solo/tables.py
    contact                                ground/charges.py   what the tables mean      solo/choosing.py
    who has won                            state.py            the player's stand-in     commander/

Besides: state.py (a moment and who is in it), events.py, scenario.py, figures.py, and show.py (what viewers ask).
"""

from __future__ import annotations

from typing import Any

from sim.engine.battle import Position
from sim.engine.events import CardTaken, DeckShuffled, Event
from sim.engine.ruleset import COMMANDER, SOLO
from sim.play.book import OrderBook
from sim.play.setup import TableExtras
from sim.play.system import System
from sim.play.tally import BreakingVictory
from sim.rules.la_cucaracha import scenario, state, turn
from sim.rules.la_cucaracha.commander import plans
from sim.rules.la_cucaracha.orders import base, card, fight, move, respond
from sim.rules.la_cucaracha.show import CucShow
from sim.rules.la_cucaracha.solo import tables
from sim.rules.la_cucaracha.state import JOKER, CucData, CucState, Troop

BOOK: OrderBook[CucState, CucData] = OrderBook(
    *fight.ORDERS, *card.ORDERS, *respond.ORDERS, *move.ORDERS, gates=(base.gate,), actors=base.actors
)


class LaCucaracha(System[CucState, CucData]):
    """The system."""

    id = "la_cucaracha"
    title = "La Cucaracha / Beyond the Empire, solo"
    state_type = CucState
    unit_type = Troop
    book = BOOK
    insight = CucShow(BOOK)
    plans = {SOLO: tables.AUTO, COMMANDER: plans.COMMANDER}
    entry = scenario.TroopEntry
    settings = state.Settings
    victory = BreakingVictory
    extras = TableExtras
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    impossible = staticmethod(scenario.complaints)

    def event_text(self, position: Position[CucState, CucData], event: Event[Any]) -> str:
        """Tell an event in a sentence; the cards of the deck are those of the sides."""
        match event:
            case CardTaken(_, card):
                return "the joker" if card == JOKER else f"a card for {position.battle.side(card).mention}"
            case DeckShuffled(_, cards):
                return f"{len(cards or ())} cards are shuffled"
        return super().event_text(position, event)


LA_CUCARACHA = LaCucaracha()
