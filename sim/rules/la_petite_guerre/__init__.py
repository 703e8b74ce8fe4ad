"""La Petite Guerre 1885: single men, simultaneous steps, guns with exact templates.

Where the sections of the rules are:

    sequence of play                turn.py                  what may be ordered       orders/
    control, repeating              control.py               the automated side        planner.py
    moves, single file              walking.py, moving.py    its command points        plan_command.py
    target acquisition              acquiring.py             its shots and looks       plan_shots.py
    small arms, hits                shooting.py, harming.py  its moves                 plan_steps.py, plan_moves.py
    Gatling, canister, shells       gunnery.py               its guns                  plan_guns.py
    charges, blows, pursuit         charging.py, melee.py    its charges               plan_charges.py
    rout, morale                    routing.py, morale.py, courage.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sim.engine.battle import Battle, Position
from sim.engine.events import Event
from sim.engine.game import Game
from sim.engine.orders import Decider
from sim.engine.ruleset import COMMANDER, SOLO
from sim.engine.setup import Setup
from sim.play.house import system_rulebook
from sim.play.setup import BreakingVictory
from sim.play.system import System
from sim.rules.la_petite_guerre import events, planner, scenario, scene, turn, words
from sim.rules.la_petite_guerre.figures import figures, men
from sim.rules.la_petite_guerre.insight import LpgInsight
from sim.rules.la_petite_guerre.orders import BOOK
from sim.rules.la_petite_guerre.scenario import LpgData
from sim.rules.la_petite_guerre.units import LpgState, Man
from sim.solo.plans import Automated


class LaPetiteGuerre(System[LpgState, LpgData]):
    """The system."""

    id = "la_petite_guerre"
    title = "La Petite Guerre 1885"
    rulebook = system_rulebook(__file__)
    state_type = LpgState
    unit_type = Man
    own_events = events.EVENTS
    book = BOOK
    intents = book.kinds
    entry = scenario.ManEntry
    settings = scenario.Settings
    victory = BreakingVictory
    extras = scenario.Extras
    insight = LpgInsight(book)
    own_files = (figures, men)

    def prepare(self, setup: Setup) -> tuple[Battle[LpgData], LpgState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Game[LpgState, LpgData]) -> None:
        """LPG-SEQ: go on with the next step of the turn."""
        turn.play(game)

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
        return scene.complaints(position)

    def told(self, position: Position[LpgState, LpgData], event: Event[LpgState]) -> str:
        """Tell an event in a sentence."""
        return words.told(position, event) or super().told(position, event)

    def is_aside(self, event: Event[LpgState]) -> bool:
        """Say whether it is only somebody's turn, or no more: with forty men that is most of what happens."""
        return isinstance(event, events.ActorNamed | events.ActorDone)


LA_PETITE_GUERRE = LaPetiteGuerre()
