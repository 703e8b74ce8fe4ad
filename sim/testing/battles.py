"""The battles that a contract is checked on: each is played once, and then asked everything.

Run as a program it prints a digest of the records of some battles: the contract starts it under another hash seed.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from sim.engine.chance import Seeded
from sim.engine.game import Answered, Frame, Ordered
from sim.engine.orders import Ask
from sim.engine.ruleset import COMMANDER, HUMAN, Ruleset
from sim.engine.session import Checkpoint, LogEntry, Session
from sim.engine.state import State
from sim.scenario.adopting import mistakes_of
from sim.scenario.records import Record, Writer, parse_record
from sim.scenario.scenario import Scenario, load_scenario
from sim.scenario.systems import SystemRefused, adopt, system_of_id

T = TypeVar("T")


@dataclass(frozen=True)
class Battles:
    """Some systems, and the scenarios that are played to prove them."""

    rulesets: tuple[Ruleset[Any, Any], ...]
    files: tuple[Path, ...]
    long_ones: frozenset[Path] = frozenset()
    """Those of which a sample is asked: there are many, or their battles are long."""

    def seeds(self, file: Path) -> range:
        """Return the seeds that a scenario is played with; a long one is played once."""
        return range(1, 2 if file in self.long_ones else 4)

    def sampled(self, things: Iterable[T], file: Path, step: int = 7) -> Iterator[T]:
        """Yield all of a scenario, and one in so many of a long one."""
        return islice(things, 0, None, step if file in self.long_ones else 1)

    def spread(self, things: Iterable[T], file: Path, most: int) -> list[T]:
        """Return all of a scenario, and so many of a long one at most, from its beginning to its end."""
        every = list(things)
        return every[:: -(-len(every) // most) or 1] if file in self.long_ones else every

    def of(self, ruleset: Ruleset[Any, Any]) -> list[Path]:
        """Return the scenarios of one of the systems."""
        return [file for file in self.files if scenario(file).ruleset is ruleset]

    def few_of_each_system(self) -> tuple[Path, ...]:
        """Return two scenarios of each: the smallest, and one of middling size."""
        few: list[Path] = []
        for ruleset in self.rulesets:
            own = sorted(self.of(ruleset), key=lambda file: len(scenario(file).setup.units))
            few += dict.fromkeys((own[0], own[len(own) // 2]))
        return tuple(few)

    def digests(self, files: Iterable[Path]) -> list[str]:
        """Return name and digest of the record of each battle of some scenarios."""
        return [digest(file, seed) for file in files for seed in self.seeds(file)]


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


@lru_cache(maxsize=3)
def read_back(file: Path, seed: int) -> Record:
    """Return a battle as its record tells it."""
    return parse_record(record(file, seed), "record")


def activations(session: Session[Any, Any]) -> Iterator[tuple[Checkpoint, int, list[LogEntry]]]:
    """Yield each checkpoint, the requests before it, and the entries of the activation that follows."""
    requests, start = 0, None
    entries: list[LogEntry] = []
    for entry in session.entries:
        if isinstance(entry, Checkpoint):
            if start is not None:
                yield start, requests, entries
                requests += sum(isinstance(done, Answered) for done in entries)
            start, entries = entry, []
        elif start is not None:
            entries.append(entry)


def asked(session: Session[Any, Any]) -> Iterator[tuple[State[Any], Ask]]:
    """Yield every question of a battle with the state in which it was asked."""
    state = session.frames[0].state
    for entry in session.entries:
        match entry:
            case Frame():
                state = entry.state
            case Ordered(ask=ask):
                yield state, ask


def digest(file: Path, seed: int) -> str:
    """Return name and digest of the record of a battle."""
    return f"{file.stem}:{seed}:{sha256(record(file, seed).encode()).hexdigest()}"


def digest_of(of: Scenario) -> str:
    """Play a scenario as it is here, and return the digest of its record."""
    session: Session[Any, Any] = Session(of.battle, of.state, players(of), Seeded(1))
    session.play_out()
    return sha256(Writer(of, session, 1).text(session).encode()).hexdigest()


def address(ruleset: Ruleset[Any, Any]) -> str:
    """Return where another process finds a system: its module, and what it is called there."""
    home = sys.modules[type(ruleset).__module__]
    for module in (home, *list(sys.modules.values())):
        for name, value in list(vars(module).items()):
            if value is ruleset and module.__name__ != "__main__":
                return f"{module.__name__}:{name}"
    raise LookupError(f"no module holds {ruleset.id}: write it as a name of one, as in RULESET = MySystem()")


def adopted(ruleset: Ruleset[Any, Any]) -> None:
    """Have scenarios of a system read, or say what is wrong with it; another one of the same id is no help."""
    if wrong := tuple(mistakes_of(ruleset)):
        raise SystemRefused(wrong)
    adopt(ruleset)
    if (found := system_of_id(ruleset.id)) is not ruleset:
        there = type(found).__module__
        raise LookupError(f"the system {ruleset.id} that is installed is that of {there}, not the one to be tested")


def main(words: Sequence[str]) -> None:
    """Print digests of battles: of each scenario that is named, with its seed, or with `-` of those in a pickle.

    Addresses of systems come first.
    """
    for word in words:
        where, _, name = word.rpartition(":")
        if word == "-":
            print(*map(digest_of, pickle.load(sys.stdin.buffer)), sep="\n")
        elif name.isdecimal():
            print(digest(Path(where), int(name)))
        else:
            adopted(getattr(import_module(where), name))


if __name__ == "__main__":
    main(sys.argv[1:])
