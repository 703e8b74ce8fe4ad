"""Ambush Alley, with its solo and co-op rules, in inches on a grid.

Where the sections of the rules are:

    the thirteen steps                     turn.py             the four tables of motivations    solo.py
    who acts, whose unit it is             activations.py      what an entry of a table does     motivations.py
    what may be ordered                    legality.py         "safest way", "out of sight", …   searches.py
    what comes of an order                 resolving.py        hot spots placed automatically    hot_spots.py
    interruptions, overwatch, answers      interruptions.py, overwatch.py, return_fire.py
    reaction tests, Quality, morale        checks.py; tests_thrown.py, morale.py
    Cautious and Rapid                     walking.py; advancing.py, moving.py
    what enemies see, where cover is       geometry.py, watching.py
    fire, as numbers and as dice           fire.py; shooting.py
    vehicles and those aboard              vehicles.py; wrecks.py
    close assault                          assault.py; assaulting.py
    reinforcements, first aid              arrivals.py, first_aid.py
    fog-of-war and asset cards             cards.py, assets.py, marks.py, strikes.py
    the player's stand-in                  commander.py
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
from sim.rules.ambush_alley import actions, commander, legality, offers, resolving, scenario, solo, turn, words
from sim.rules.ambush_alley.card_events import EVENTS_OF_CARDS
from sim.rules.ambush_alley.events import EVENTS_OF_PLAY
from sim.rules.ambush_alley.figures import cards, figures, teams
from sim.rules.ambush_alley.harm import EVENTS_OF_HARM
from sim.rules.ambush_alley.insight import AasInsight
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.units import AasState, Team
from sim.solo.plans import Automated, Plan


class AmbushAlley(Ruleset[AasState, AasData]):
    """The system."""

    id = "ambush_alley"
    title = "Ambush Alley, solo and co-op"
    rulebook = system_rulebook(__file__)
    state_type = AasState
    unit_type = Team
    own_events = (*EVENTS_OF_PLAY, *EVENTS_OF_CARDS, *EVENTS_OF_HARM)
    intents = actions.INTENTS
    entry = scenario.TeamEntry
    settings = scenario.Settings
    victory = scenario.Victory
    extras = scenario.Extras
    insight = AasInsight()
    own_files = (figures, teams, cards)

    def prepare(self, setup: Setup) -> tuple[Battle[AasData], AasState]:
        """Return the mission and its first state, or raise `SetupRefused`."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Game[AasState, AasData]) -> None:
        """AAS-SEQ: take the next step of the sequence."""
        turn.play(game)

    def resolve(self, game: Game[AasState, AasData], ask: Ask, intent: Intent) -> None:
        """Carry out one order that is allowed."""
        resolving.resolve(game, ask, intent)

    def refusal(self, position: Position[AasState, AasData], ask: Ask, intent: Intent) -> str | None:
        """Say why an intent is not allowed."""
        return legality.refusal(position, ask, intent)

    def offers(self, position: Position[AasState, AasData], ask: Ask) -> Iterator[Offer]:
        """Yield what may be ordered."""
        return offers.offers(position, ask)

    def decider(self, player: str) -> Decider:
        """Return the solo rules, or the player's stand-in."""
        plans: dict[str, Mapping[str, Plan]] = {SOLO: solo.AUTO, COMMANDER: commander.COMMANDER}
        if player not in plans:
            raise LookupError(f"nobody called {player} plays this")
        return Automated(plans[player])

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name; what several occasions share is there once."""
        plans = {"auto": solo.BY_NAME, "commander": commander.BY_NAME}
        return {f"{who}, {name}": plan for who, own in plans.items() for name, plan in own.items()}

    def complaints(self, position: Position[AasState, AasData]) -> Iterator[str]:
        """Yield what is impossible about a position that somebody has edited by hand."""
        return legality.complaints(position)

    def told(self, position: Position[AasState, AasData], event: Event[AasState]) -> str:
        """Tell an event in a sentence."""
        return words.told(position, event) or super().told(position, event)

    def worded(self, position: Position[AasState, AasData], intent: Intent) -> str:
        """Put an order in words."""
        return words.worded(position, intent) or super().worded(position, intent)


AMBUSH_ALLEY = AmbushAlley()
