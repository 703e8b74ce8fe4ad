"""What the contract is checked on: every scenario of every system, those that are shipped and those of the tests.

Run as a program it prints a digest of the record of each battle: the test starts it under several hash seeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from sim.engine.chance import Seeded
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.engine.session import Session
from sim.resources import shipped_scenarios
from sim.scenario.records import Writer
from sim.scenario.scenario import Scenario, load_scenario
from sim.scenario.systems import adopt, systems
from tests.picket import PICKET, SCENARIOS

adopt(PICKET)

T = TypeVar("T")

FILES: tuple[Path, ...] = (*SCENARIOS, *shipped_scenarios())
SYSTEMS = systems()
SEEDS = range(1, 4)
"""Battles that each scenario of the tests is played for; a shipped one is played once, for there are many."""


def seeds(file: Path) -> range:
    """Return the seeds that a scenario is played with in the everyday run."""
    return SEEDS if file in SCENARIOS else SEEDS[:1]


def sampled(things: Iterable[T], file: Path, step: int = 7) -> Iterator[T]:
    """Yield all of a scenario of the tests, and one in so many of a shipped one, whose battles are long."""
    return islice(things, 0, None, 1 if file in SCENARIOS else step)


@cache
def scenario(file: Path) -> Scenario:
    """Return a scenario, loaded once."""
    return load_scenario(file)


def players(of: Scenario) -> dict[str, str]:
    """Return who plays when nobody does: the commander stands in for people."""
    return {side: COMMANDER if player == HUMAN else player for side, player in of.players.items()}


@cache
def battle(file: Path, seed: int) -> Session[Any, Any]:
    """Return a battle that was played to its end."""
    of = scenario(file)
    session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(seed))
    session.play_out()
    return session


def record(file: Path, seed: int) -> str:
    """Return the text of a battle's record."""
    session = battle(file, seed)
    return Writer(scenario(file), session, seed).text(session)


def main() -> None:
    """Print name and digest of every battle's record."""
    for file in FILES:
        for seed in seeds(file):
            print(file.stem, seed, sha256(record(file, seed).encode()).hexdigest())


if __name__ == "__main__":
    main()
