"""Battles of the test system for the tests of records, saves and positions."""

from __future__ import annotations

from functools import cache
from typing import Any

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.scenario.records import Writer
from sim.scenario.scenario import Scenario, load_scenario
from sim.scenario.systems import adopt
from tests.picket import PICKET, SCENARIOS

adopt(PICKET)

AUTOMATED = {"picket": "commander", "raiders": "solo"}
WITH_A_PERSON = {"picket": "human", "raiders": "solo"}


@cache
def ford() -> Scenario:
    """Return the scenario at the ford."""
    return load_scenario(SCENARIOS[0])


def begun(players: dict[str, str] | None = None, seed: int = 1) -> Session[Any, Any]:
    """Return a battle at its beginning."""
    return Session(ford().battle, ford().state, players or AUTOMATED, Seeded(seed))


def played(seed: int = 1) -> Session[Any, Any]:
    """Return a battle that is over."""
    session = begun(seed=seed)
    session.play_out()
    return session


def text_of(session: Session[Any, Any], seed: int | None = 1) -> str:
    """Return the record of a battle as it is now."""
    return Writer(ford(), session, seed).text(session)
