"""La Cucaracha and Beyond the Empire, with their solo rules, in inches on a grid.

Where the sections of the rules are:

    activation deck, nomination, the die   turn.py        the five tables, band by band   solo.py
    what may be ordered, and what of it    orders.py      what a cell of a table does     printed_orders.py
    sight, cover, Advance, retreat         ground.py      "nearest", "towards"            choices.py
    shooting                               shooting.py    the player's stand-in           commander*.py, prospects.py
    charges and responses                  charging.py    close combat                    melee.py
    chances                                chances.py     courage, the test to respond    courage.py
    who has won                            victory.py

Besides: scene.py (a moment and who is in it), gates.py (what all orders have in common), units.py, events.py,
scenario.py, figures.py, and insight.py (what viewers ask).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.engine.battle import Battle, Position
from sim.engine.events import CardTaken, DeckShuffled, Event
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.setup import Setup
from sim.play.house import system_rulebook
from sim.play.setup import BreakingVictory, TableExtras
from sim.play.system import System
from sim.rules.la_cucaracha import commander, events, ground, orders, scenario, solo, turn
from sim.rules.la_cucaracha.figures import figures, troops
from sim.rules.la_cucaracha.insight import CucInsight
from sim.rules.la_cucaracha.scenario import CucData
from sim.rules.la_cucaracha.scene import Play
from sim.rules.la_cucaracha.units import JOKER, CucState, Troop

PLANS = {SOLO: solo.AUTO, COMMANDER: commander.COMMANDER}


class LaCucaracha(System[CucState, CucData]):
    """The system."""

    id = "la_cucaracha"
    title = "La Cucaracha / Beyond the Empire, solo"
    rulebook = system_rulebook(__file__)
    state_type = CucState
    unit_type = Troop
    own_events = events.EVENTS
    book = orders.BOOK
    intents = book.kinds
    insight = CucInsight(book)
    plans = PLANS
    entry = scenario.TroopEntry
    settings = scenario.Settings
    victory = BreakingVictory
    extras = TableExtras
    own_files = (figures, troops)

    def prepare(self, setup: Setup) -> tuple[Battle[CucData], CucState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Play) -> None:
        """CUC-CARD: turn a card over, or begin a turn."""
        turn.play(game)

    def complaints(self, position: Position[CucState, CucData]) -> Iterator[str]:
        """Yield what is impossible about a position that somebody has edited by hand."""
        return ground.complaints(position)

    def told(self, position: Position[CucState, CucData], event: Event[Any]) -> str:
        """Tell an event in a sentence; the cards of the deck are those of the sides."""
        match event:
            case CardTaken(_, card):
                return "the joker" if card == JOKER else f"a card for {position.battle.side(card).mention}"
            case DeckShuffled(_, cards):
                return f"{len(cards or ())} cards are shuffled"
        return super().told(position, event)


LA_CUCARACHA = LaCucaracha()
