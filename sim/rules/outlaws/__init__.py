"""OUTLAWS! Adventures in the Old West, with its solitaire rules, on squares.

An "auto" is a character that is run by the solitaire rules. Where the sections of the rules are:

    action cup, turns, townsfolk    turn.py                   the dice and their table      solo.py
    what may be ordered, what it    orders/going.py,          whom an auto reacts to        targets.py
      costs and what comes of it      handling.py, fighting.py  Prone, Shoot                prone.py, shoot.py
    field of view, cover            geometry.py               Advance, Move, out of ammo    advance.py, move.py, ammo.py
    gaits, hands                    walking.py, hands.py      what an auto does in a brawl  brawl_plan.py
    shots, snapshots                shooting.py, snapshots.py the player's stand-in         commander.py
    wounds, brawls                  wounds.py, brawling.py
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
from sim.play.system import System
from sim.rules.outlaws import commander, events, scenario, solo, turn, words
from sim.rules.outlaws.figures import cast, figures
from sim.rules.outlaws.hands import impossible_items
from sim.rules.outlaws.insight import OutInsight
from sim.rules.outlaws.orders import BOOK
from sim.rules.outlaws.scenario import OutData
from sim.rules.outlaws.units import CUP, WOUNDS, Character, OutState
from sim.rules.outlaws.wounds import TWO_CHITS
from sim.solo.plans import Automated, Plan


class Outlaws(System[OutState, OutData]):
    """The system."""

    id = "outlaws"
    title = "OUTLAWS!, solitaire"
    rulebook = system_rulebook(__file__)
    state_type = OutState
    unit_type = Character
    own_events = events.EVENTS
    book = BOOK
    intents = book.kinds
    entry = scenario.CharacterEntry
    settings = scenario.Settings
    victory = scenario.Victory
    extras = scenario.Extras
    insight = OutInsight(book)
    own_files = (figures, cast)

    def prepare(self, setup: Setup) -> tuple[Battle[OutData], OutState]:
        """Return the battle and its first state, or raise `SetupRefused`."""
        return scenario.Muster(self, setup).prepared()

    def play(self, game: Game[OutState, OutData]) -> None:
        """OUT-CUP: draw a counter, or begin a turn."""
        turn.play(game)

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
        """Yield what is impossible: too much in two hands, more rounds than fit, counters of nobody."""
        state = position.state
        for card in dict.fromkeys((*state.deck(CUP).left, *state.deck(CUP).discarded)):
            if card not in state.units:
                yield f'the cup has a counter "{card}", and there is nobody of that name'
        if len(state.deck(WOUNDS).left) < TWO_CHITS:
            yield f"the pool of wounds has {len(state.deck(WOUNDS).left)} chits left: expected {TWO_CHITS} or more"
        for unit in state.units:
            if unit.cell is not None and unit.cell not in position.map:
                yield f"{unit.id} is off the map"
            if unit.prone and unit.mounted:
                yield f"{unit.id} is prone in the saddle"
            yield from impossible_items(position, unit)

    def told(self, position: Position[OutState, OutData], event: Event[OutState]) -> str:
        """Tell an event in a sentence."""
        return words.told(position, event) or super().told(position, event)


OUTLAWS = Outlaws()
