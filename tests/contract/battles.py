"""What the contract is checked on: every scenario of every system, those that are shipped and those of the tests.

A battle is played once and then asked everything; `tests/sharing.py` brings all that is asked of one scenario to the
same process. So a further scenario costs its battle, once more when its record is verified, and little besides: what
would play it a third time, or ask it everything, is asked of a spread of it here and of all of it under `-m long`.

Run as a program it prints a digest of the records of some scenarios: the test starts it under another hash seed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
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


def spread(things: Iterable[T], file: Path, most: int) -> list[T]:
    """Return all of a scenario of the tests, and so many of a shipped one at most, from its beginning to its end."""
    every = list(things)
    return every if file in SCENARIOS else every[:: -(-len(every) // most) or 1]


def few_of_each_system() -> tuple[Path, ...]:
    """Return two of each system's scenarios: the smallest, and one of middling size."""
    by_system: dict[str, list[Path]] = {}
    for file in FILES:
        by_system.setdefault(scenario(file).ruleset.id, []).append(file)
    few = []
    for own in by_system.values():
        own.sort(key=lambda file: len(scenario(file).setup.units))
        few += [own[0], own[len(own) // 2]]
    return tuple(few)


@cache
def scenario(file: Path) -> Scenario:
    """Return a scenario, loaded once."""
    return load_scenario(file)


def players(of: Scenario) -> dict[str, str]:
    """Return who plays when nobody does: the commander stands in for people."""
    return {side: COMMANDER if player == HUMAN else player for side, player in of.players.items()}


@lru_cache(maxsize=12)
def battle(file: Path, seed: int) -> Session[Any, Any]:
    """Return a battle that was played to its end. Few are kept: what is asked of one comes in one go."""
    of = scenario(file)
    session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(seed))
    session.play_out()
    return session


@lru_cache(maxsize=12)
def record(file: Path, seed: int) -> str:
    """Return the text of a battle's record."""
    session = battle(file, seed)
    return Writer(scenario(file), session, seed).text(session)


def digests(files: Iterable[Path]) -> list[str]:
    """Return name and digest of the record of each battle of some scenarios."""
    played = [(file, seed) for file in files for seed in seeds(file)]
    return [f"{file.stem} {seed} {sha256(record(file, seed).encode()).hexdigest()}" for file, seed in played]


if __name__ == "__main__":
    print(*digests(map(Path, sys.argv[1:])), sep="\n")
