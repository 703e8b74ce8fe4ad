"""Conflict of Heroes with its solo expansion, on hexes.

"AI" is a counter run by the order deck, "Unit" one run by the player. Where the seed's sections are:

    3.0 player turn, passing, rounds     turn.py            4.3 mission track         track.py
    3.1-3.4 actions, cost, CAPs, cards   costs.py,          4.4, 5.0 orders           order_*.py, solo.py
                                         resolving.py       5.1-5.2 who and whom      choosing.py
    3.1.1 spent check                    resolving.py       5.3 hexes, Low Risk       choosing.py, solo.py
    4.0-4.2 AI turn, card colours        turn.py, solo.py   6.0 rumoured enemies      rumours.py
    7.3 losses                           losses.py          base game: fire           combat.py, spotting.py
    the player's stand-in                commander*.py      base game: recon by fire  recon_by_fire.py
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
from sim.rules.conflict_of_heroes import (
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
from sim.rules.conflict_of_heroes.insight import CohInsight
from sim.rules.conflict_of_heroes.units import SYSTEM, CohData, CohState, Counter
from sim.solo.plans import Automated


class ConflictOfHeroes(Ruleset[CohState, CohData]):
    """The system."""

    id = SYSTEM
    title = "Conflict of Heroes, solo expansion"
    rulebook = system_rulebook(__file__)
    state_type = CohState
    unit_type = Counter
    own_events = events.EVENTS
    intents = actions.INTENTS
    entry = scenario.CounterEntry
    settings = scenario.Settings
    victory = scenario.Victory
    extras = scenario.Mission
    insight = CohInsight()
    own_files = scenario.OWN_FILES

    def prepare(self, setup: Setup) -> tuple[Battle[CohData], CohState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Game[CohState, CohData]) -> None:
        """COH-3.0: play one single turn."""
        turn.play(game)

    def resolve(self, game: Game[CohState, CohData], ask: Ask, intent: Intent) -> None:
        """Carry out one order that is allowed."""
        resolving.resolve(game, ask, intent)

    def refusal(self, position: Position[CohState, CohData], ask: Ask, intent: Intent) -> str | None:
        """Say why an intent is not allowed."""
        reason = legality.refusal(position, ask, intent)
        return None if reason is None else words.of_counters(position, reason)

    def offers(self, position: Position[CohState, CohData], ask: Ask) -> Iterator[Offer]:
        """Yield what the player may order."""
        return offers.offers(position, ask)

    def known(self, position: Position[CohState, CohData], side: str) -> CohState:
        """Return the state as far as a side may know it."""
        return turn.known(position, side)

    def complaints(self, position: Position[CohState, CohData]) -> Iterator[str]:
        """Yield what is impossible about a position that somebody has edited."""
        return turn.complaints(position)

    def decider(self, player: str) -> Decider:
        """Return the order deck, or the player's stand-in."""
        if player not in (SOLO, COMMANDER):
            raise LookupError(f"nobody called {player} plays this")
        # Which side is the deck's is the mission's affair, so that each of the two knows both.
        return Automated({**solo.AI_PLANS, **commander.COMMANDER})

    def tables(self) -> Mapping[str, Any]:
        """Return the plans whose options can be walked; those of the cards depend on the deck."""
        return {f"commander, {occasion}": plan for occasion, plan in commander.COMMANDER.items()}

    def told(self, position: Position[CohState, CohData], event: Event[CohState]) -> str:
        """Tell an event in a sentence."""
        return words.told(position, event) or super().told(position, event)

    def worded(self, position: Position[CohState, CohData], intent: Intent) -> str:
        """Put an order in words."""
        return words.worded(position, intent) or super().worded(position, intent)


CONFLICT_OF_HEROES = ConflictOfHeroes()
