"""Advice: the commander of a side answers for a player, and touches nothing."""

from typing import Any

import pytest

from sim.engine.advice import advised
from sim.engine.chance import Seeded
from sim.engine.orders import Ask
from sim.engine.session import Session
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario

BATTLES = (
    "la_petite_guerre/behaviour/stance_advance",
    "outlaws/street_gunfight",
    "conflict_of_heroes/farm_at_kamenka",
    "la_cucaracha/behaviour/nomination",
    "ambush_alley/airport_road",
)


def started(name: str, seed: int = 1) -> Session[Any, Any]:
    """Return a battle of a person against the AI, played to the first question."""
    scenario = load_scenario(find_scenario(name))
    players = scenario.players
    if "human" not in players.values():
        players = {side: "human" if player == "commander" else player for side, player in players.items()}
    session: Session[Any, Any] = Session(scenario.battle, scenario.state, players, Seeded(seed))
    session.play_out()
    return session


@pytest.mark.parametrize("name", BATTLES)
def test_whoever_takes_every_advice_plays_a_battle_to_its_end(name: str) -> None:
    """There is an answer to every question of every system, and it is allowed; when it is over nobody is advised."""
    session = started(name)
    given = 0
    while not session.over:
        intent = advised(session)
        assert intent is not None, session.wanted
        session.answer(intent)
        session.play_out()
        given += 1
    assert given
    assert advised(session) is None


def test_advice_changes_nothing() -> None:
    """Neither the log nor a die of the battle is touched, and the same question has the same answer."""
    session = started(BATTLES[0])
    before, wanted = list(session.entries), session.wanted
    assert isinstance(wanted, Ask)
    assert advised(session) == advised(session)
    assert session.entries == before and session.wanted == wanted
