"""OUTLAWS! Adventures in the Old West, with its solitaire rules, on squares.

An "auto" is a character that is run by the solitaire rules. Where the sections of the rules are:

    action cup, turns, townsfolk       turn.py        the dice and their table       solo.py
    actions and what they cost         costs.py       whom an auto reacts to         targets.py
    what may be ordered                legality.py    Prone, Shoot                   prone.py, shoot.py
    what comes of an order             resolving.py   Advance, Move, out of ammo     advance.py, move.py, ammo.py
    field of view, cover               geometry.py    what an auto does in a brawl   brawl_plan.py
    moving, shooting                   walking.py,    snapshots                      snapshots.py, resolving.py
                                       shooting.py    the player's stand-in          commander.py
    wounds, brawls                     wounds.py, brawling.py
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
from sim.rules.outlaws import (
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
from sim.rules.outlaws.figures import cast, figures
from sim.rules.outlaws.insight import OutInsight
from sim.rules.outlaws.scenario import OutData
from sim.rules.outlaws.units import Character, OutState
from sim.solo.plans import Automated, Plan


class Outlaws(Ruleset[OutState, OutData]):
    """The system."""

    id = "outlaws"
    title = "OUTLAWS!, solitaire"
    rulebook = system_rulebook(__file__)
    state_type = OutState
    unit_type = Character
    own_events = events.EVENTS
    intents = actions.INTENTS
    entry = scenario.CharacterEntry
    settings = scenario.Settings
    victory = scenario.Victory
    extras = scenario.Extras
    insight = OutInsight()
    own_files = (figures, cast)

    def prepare(self, setup: Setup) -> tuple[Battle[OutData], OutState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Game[OutState, OutData]) -> None:
        """OUT-CUP: draw a counter, or begin a turn."""
        turn.play(game)

    def resolve(self, game: Game[OutState, OutData], ask: Ask, intent: Intent) -> None:
        """Carry out one order that is allowed."""
        resolving.resolve(game, ask, intent)

    def refusal(self, position: Position[OutState, OutData], ask: Ask, intent: Intent) -> str | None:
        """Say why an intent is not allowed."""
        return legality.refusal(position, ask, intent)

    def offers(self, position: Position[OutState, OutData], ask: Ask) -> Iterator[Offer]:
        """Yield what may be ordered."""
        return offers.offers(position, ask)

    def decider(self, player: str) -> Decider:
        """Return the solitaire rules, or the player's stand-in."""
        plans: dict[str, Mapping[str, Plan]] = {SOLO: solo.AUTO, COMMANDER: commander.COMMANDER}
        if player not in plans:
            raise LookupError(f"nobody called {player} plays this")
        return Automated(plans[player])

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name."""
        plans = {"auto": solo.AUTO, "commander": commander.COMMANDER}
        return {f"{who}, {occasion}": plan for who, own in plans.items() for occasion, plan in own.items()}

    def complaints(self, position: Position[OutState, OutData]) -> Iterator[str]:
        """Yield what is impossible about a position that somebody has edited by hand."""
        return legality.complaints(position)

    def told(self, position: Position[OutState, OutData], event: Event[OutState]) -> str:
        """Tell an event in a sentence."""
        return words.told(position, event) or super().told(position, event)

    def worded(self, position: Position[OutState, OutData], intent: Intent) -> str:
        """Put an order in words."""
        return words.worded(position, intent) or super().worded(position, intent)


OUTLAWS = Outlaws()
