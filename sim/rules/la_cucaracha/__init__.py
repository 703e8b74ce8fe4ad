"""La Cucaracha and Beyond the Empire, with their solo rules, in inches on a grid.

Where the sections of the rules are:

    activation deck, nomination, the die   turn.py        the five tables, band by band   solo.py
    what may be ordered                    legality.py    what a cell of a table does     orders.py
    what comes of an order                 resolving.py   "if charged"                    reactions.py
    inches, sight, cover                   geometry.py    the player's stand-in           commander.py
    Advance, Rapid Advance, charge         walking.py
    shooting, as numbers and as dice       shooting.py, volleys.py
    charges and responses                  charging.py, responses.py
    close combat                           melee.py, fighting.py
    courage, the test to respond           courage.py, courage_tests.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sim.engine.battle import Battle, Position
from sim.engine.events import Event
from sim.engine.game import Game
from sim.engine.orders import Ask, Decider, Intent, Offer
from sim.engine.ruleset import COMMANDER, SOLO, Ruleset
from sim.engine.setup import Setup
from sim.play.house import system_rulebook
from sim.play.setup import BreakingVictory, TableExtras
from sim.rules.la_cucaracha import (
    actions,
    commander,
    events,
    legality,
    offers,
    resolving,
    scenario,
    solo,
    turn,
    words,
)
from sim.rules.la_cucaracha.figures import figures, troops
from sim.rules.la_cucaracha.insight import CucInsight
from sim.rules.la_cucaracha.scenario import CucData
from sim.rules.la_cucaracha.units import CucState, Troop
from sim.solo.plans import Automated, Plan


class LaCucaracha(Ruleset[CucState, CucData]):
    """The system."""

    id = "la_cucaracha"
    title = "La Cucaracha / Beyond the Empire, solo"
    rulebook = system_rulebook(__file__)
    state_type = CucState
    unit_type = Troop
    own_events = events.EVENTS
    intents = actions.INTENTS
    entry = scenario.TroopEntry
    settings = scenario.Settings
    victory = BreakingVictory
    extras = TableExtras
    insight = CucInsight()
    own_files = (figures, troops)

    def prepare(self, setup: Setup) -> tuple[Battle[CucData], CucState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Game[CucState, CucData]) -> None:
        """CUC-CARD: turn a card over, or begin a turn."""
        turn.play(game)

    def resolve(self, game: Game[CucState, CucData], ask: Ask, intent: Intent) -> None:
        """Carry out one order that is allowed."""
        resolving.resolve(game, ask, intent)

    def refusal(self, position: Position[CucState, CucData], ask: Ask, intent: Intent) -> str | None:
        """Say why an intent is not allowed."""
        return legality.refusal(position, ask, intent)

    def offers(self, position: Position[CucState, CucData], ask: Ask) -> Iterator[Offer]:
        """Yield what may be ordered."""
        return offers.offers(position, ask)

    def decider(self, player: str) -> Decider:
        """Return the solo rules, or the player's stand-in."""
        plans: dict[str, Mapping[str, Plan]] = {SOLO: solo.AUTO, COMMANDER: commander.COMMANDER}
        if player not in plans:
            raise LookupError(f"nobody called {player} plays this")
        return Automated(plans[player])

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name."""
        plans = {"auto": solo.AUTO, "commander": commander.COMMANDER}
        return {f"{who}, {occasion}": plan for who, own in plans.items() for occasion, plan in own.items()}

    def complaints(self, position: Position[CucState, CucData]) -> Iterator[str]:
        """Yield what is impossible about a position that somebody has edited by hand."""
        return legality.complaints(position)

    def told(self, position: Position[CucState, CucData], event: Event[CucState]) -> str:
        """Tell an event in a sentence."""
        return words.told(position, event) or super().told(position, event)

    def worded(self, position: Position[CucState, CucData], intent: Intent) -> str:
        """Put an order in words."""
        return words.worded(position, intent) or super().worded(position, intent)


LA_CUCARACHA = LaCucaracha()
