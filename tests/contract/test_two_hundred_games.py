"""Every set battle over two hundred games, the commander against the automated side; a long soak.

It takes an hour. One system alone: `python3 tools/test.py -m long tests/contract/test_two_hundred_games.py -k outlaws`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.session import Session
from sim.resources import scenarios_folder, shipped_scenarios
from tests.contract.battles import players, scenario

GAMES = range(200)
TUTORIAL = "tutorial"
"""Meant to be won."""
SET_BATTLES = [
    file
    for file in shipped_scenarios()
    if file.parent.parent == scenarios_folder() and file.stem != TUTORIAL  # scenes of one behaviour lie deeper
]


@cache
def winners(file: Path) -> Counter[str | None]:
    """Play a battle two hundred times, and count who won.

    A session raises what goes wrong: an exception of a rule, an order that is not allowed, a battle that stands still.
    """
    of = scenario(file)
    found: Counter[str | None] = Counter()
    for seed in GAMES:
        session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(seed))
        session.play_out()
        assert session.over
        found[session.state.outcome.winner] += 1
    return found


each_set_battle = pytest.mark.parametrize("file", SET_BATTLES, ids=lambda file: f"{file.parent.name}-{file.stem}")


def test_every_system_has_set_battles() -> None:
    """At least three each."""
    count = Counter(file.parent.name for file in SET_BATTLES)
    assert len(count) == 5 and min(count.values()) >= 3


@pytest.mark.long
@each_set_battle
def test_two_hundred_games_end(file: Path) -> None:
    """Without an exception, an order that is not allowed, or an endless loop of instructions."""
    assert sum(winners(file).values()) == len(GAMES)


@pytest.mark.long
@each_set_battle
def test_neither_side_wins_more_than_eighty_five_of_a_hundred(file: Path) -> None:
    """A battle that only one side can win is no contest."""
    assert max(winners(file).values()) <= 0.85 * len(GAMES)


@pytest.mark.long
@each_set_battle
def test_every_battle_is_decided(file: Path) -> None:
    """Each names who wins if the points are equal, or counts so that they are not."""
    assert winners(file)[None] == 0
