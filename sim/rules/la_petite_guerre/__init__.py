"""La Petite Guerre 1885: single men, simultaneous steps, guns with exact templates.

Where the sections of the rules are:

    sequence of play                turn.py                  the automated side        planner.py
    command, control, repeating     command.py, control.py,  its command points        plan_command.py
                                    repeating.py             its shots and looks       plan_shots.py
    moves, single file              walking.py, moving.py    its moves                 plan_steps.py, plan_moves.py
    target acquisition              acquiring.py             its guns                  plan_guns.py
    small arms, hits                shooting.py, firing.py,  its charges               plan_charges.py
                                    harming.py
    Gatling, canister, shells       gunnery.py, gun_fire.py
    charges, blows, pursuit         charging.py, melee.py
    rout, morale                    routing.py, morale.py, courage.py
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
from sim.play.setup import BreakingVictory
from sim.rules.la_petite_guerre import (
    actions,
    events,
    legality,
    offers,
    planner,
    resolving,
    scenario,
    turn,
    words,
)
from sim.rules.la_petite_guerre.figures import figures, men
from sim.rules.la_petite_guerre.insight import LpgInsight
from sim.rules.la_petite_guerre.scenario import LpgData
from sim.rules.la_petite_guerre.units import LpgState, Man
from sim.solo.plans import Automated


class LaPetiteGuerre(Ruleset[LpgState, LpgData]):
    """The system."""

    id = "la_petite_guerre"
    title = "La Petite Guerre 1885"
    rulebook = system_rulebook(__file__)
    state_type = LpgState
    unit_type = Man
    own_events = events.EVENTS
    intents = actions.INTENTS
    entry = scenario.ManEntry
    settings = scenario.Settings
    victory = BreakingVictory
    extras = scenario.Extras
    insight = LpgInsight()
    own_files = (figures, men)

    def prepare(self, setup: Setup) -> tuple[Battle[LpgData], LpgState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Game[LpgState, LpgData]) -> None:
        """LPG-SEQ: go on with the next step of the turn."""
        turn.play(game)

    def resolve(self, game: Game[LpgState, LpgData], ask: Ask, intent: Intent) -> None:
        """Carry out one order that is allowed."""
        resolving.resolve(game, ask, intent)

    def refusal(self, position: Position[LpgState, LpgData], ask: Ask, intent: Intent) -> str | None:
        """Say why an intent is not allowed."""
        return legality.refusal(position, ask, intent)

    def offers(self, position: Position[LpgState, LpgData], ask: Ask) -> Iterator[Offer]:
        """Yield what may be ordered."""
        return offers.offers(position, ask)

    def known(self, position: Position[LpgState, LpgData], side: str) -> LpgState:
        """Return the state without the men of the other side who lie hidden."""
        state = position.state
        return state.without_unit(*(man.id for man in state.units if man.hidden and man.side != side))

    def decider(self, player: str) -> Decider:
        """LPG-SOLO: return the planner, which plays either side, or both."""
        if player not in (SOLO, COMMANDER):
            raise LookupError(f"nobody called {player} plays this")
        return Automated(planner.PLANS)

    def tables(self) -> Mapping[str, Any]:
        """Return every plan by its name."""
        return {f"planner, {occasion}": plan for occasion, plan in planner.PLANS.items()}

    def complaints(self, position: Position[LpgState, LpgData]) -> Iterator[str]:
        """Yield what is impossible about a position that somebody has edited by hand."""
        return legality.complaints(position)

    def told(self, position: Position[LpgState, LpgData], event: Event[LpgState]) -> str:
        """Tell an event in a sentence."""
        return words.told(position, event) or super().told(position, event)

    def is_aside(self, event: Event[LpgState]) -> bool:
        """Say whether it is only somebody's turn, or no more: with forty men that is most of what happens."""
        return isinstance(event, events.ActorNamed | events.ActorDone)

    def worded(self, position: Position[LpgState, LpgData], intent: Intent) -> str:
        """Put an order in words."""
        return words.worded(position, intent) or super().worded(position, intent)


LA_PETITE_GUERRE = LaPetiteGuerre()
