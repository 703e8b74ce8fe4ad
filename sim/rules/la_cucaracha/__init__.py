"""La Cucaracha and Beyond the Empire, with their solo rules, in inches on a grid.

Where the sections of the rules are:

    activation deck, nomination, the die   turn.py        the five tables, band by band   solo.py
    what may be ordered, and what of it    orders.py      the player's stand-in           commander.py, prospects.py
    sight, cover, Advance, retreat         ground.py      chances                         chances.py
    shooting, charges, courage             combat.py      who has won                     state.py

Besides: state.py (a moment and who is in it), gates.py (what all orders have in common), events.py, scenario.py,
figures.py, and show.py (what viewers ask).
"""

from __future__ import annotations

from typing import Any

from sim.engine.battle import Position
from sim.engine.events import CardTaken, DeckShuffled, Event
from sim.engine.ruleset import COMMANDER, SOLO
from sim.play.setup import TableExtras
from sim.play.system import System
from sim.play.tally import BreakingVictory
from sim.rules.la_cucaracha import commander, ground, orders, scenario, solo, state, turn
from sim.rules.la_cucaracha.figures import figures, troops
from sim.rules.la_cucaracha.show import CucShow
from sim.rules.la_cucaracha.state import JOKER, CucData, CucState, Troop


class LaCucaracha(System[CucState, CucData]):
    """The system."""

    id = "la_cucaracha"
    title = "La Cucaracha / Beyond the Empire, solo"
    state_type = CucState
    unit_type = Troop
    book = orders.BOOK
    insight = CucShow(book)
    plans = {SOLO: solo.AUTO, COMMANDER: commander.COMMANDER}
    entry = scenario.TroopEntry
    settings = state.Settings
    victory = BreakingVictory
    extras = TableExtras
    own_files = (figures, troops)
    muster = scenario.Muster
    sequence = staticmethod(turn.play)
    impossible = staticmethod(ground.complaints)

    def told(self, position: Position[CucState, CucData], event: Event[Any]) -> str:
        """Tell an event in a sentence; the cards of the deck are those of the sides."""
        match event:
            case CardTaken(_, card):
                return "the joker" if card == JOKER else f"a card for {position.battle.side(card).mention}"
            case DeckShuffled(_, cards):
                return f"{len(cards or ())} cards are shuffled"
        return super().told(position, event)


LA_CUCARACHA = LaCucaracha()
