"""What the tests of the insight ask, and the moments of play that they ask about."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Intent
from sim.engine.session import Session
from sim.resources import shipped_scenarios
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.orders.base import TURN
from sim.scenario.scenario import load_scenario
from tests.rules.conflict_of_heroes.stage import REDS, Stage

INSIGHT = CONFLICT_OF_HEROES.insight
ASK = Ask(REDS, TURN)
SCENARIOS = [path for path in shipped_scenarios() if "conflict_of_heroes" in path.parts]


def of36(ways_: int) -> Fraction:
    """Return the chance of so many of the 36 rolls of two dice."""
    return Fraction(ways_, 36)


def odds(field: Stage, intent: Intent, ask: Ask = ASK) -> tuple[Odds, ...]:
    """Return the odds of an order."""
    return INSIGHT.odds(field.position, ask, intent)


@cache
def positions(file: Path) -> tuple[Any, ...]:
    """Return two moments of a scenario: its first turn, and the last turn of the player in a short while of play."""
    loaded = load_scenario(file)
    players = {side.id: "solo" if side.id == loaded.battle.data.ai else "commander" for side in loaded.battle.sides}
    session: Session[Any, Any] = Session(loaded.battle, loaded.state, players, Seeded(7))
    found = []
    for _ in range(40):
        if session.state.outcome is not None:
            break
        session.advance()
        if session.state.stage == "turn" and session.state.mover == loaded.battle.data.player:
            found.append(session.state)
    found = [found[0], found[-1]] if found else [loaded.state]
    return tuple(Position(loaded.battle, state) for state in found)
