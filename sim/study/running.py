"""Play the games of a study, on as many processors as there are, and write them down as they come.

A process that dies or hangs is started again, and what it was to play is played by the next that is free. The results
are the same whoever plays them: a game hangs on its arm and its number alone.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Protocol

from sim.process import Failure, Meanwhile, Worker, WorkerInProcess, WorkerProcess
from sim.scenario.records import kept_after_crash
from sim.scenario.scenario import Scenario
from sim.startup import look_between_battles
from sim.study.plan import Arm, session_of
from sim.study.played import Played, played
from sim.study.store import Broken, GamePlayed, Store

CHUNK = 20
"""Games that a process plays before it hands them over, at most."""
PATIENCE = 600.0
"""Seconds that one game may take; then its process is taken to hang."""
LIVES = 5
"""How often the processes may die over one chunk before the run gives up: a game that kills its process every time."""
_LOOK = 0.02


@dataclass(frozen=True)
class Chunk:
    """Some games of one arm."""

    arm: Arm
    id: int
    """The number of the arm in the store."""
    base: int
    numbers: tuple[int, ...]


Plays = Generator[tuple[Chunk, list[GamePlayed]], None, None]
"""Chunks with their games, as they have been played."""


class ProcessKeepsDying(Exception):
    """Tell that a chunk cannot be played: whoever tries dies over it."""


@dataclass
class Progress:
    """How far a run has come."""

    wanted: int
    done: int = 0
    broken: int = 0
    begun: float = field(default_factory=monotonic)

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.done / max(monotonic() - self.begun, 1e-9)

    @property
    def left(self) -> float:
        """Seconds that the rest will take, as things go."""
        return (self.wanted - self.done) / self.rate if self.done else float("inf")


class Crew(Protocol):
    """Those who play."""

    @property
    def size(self) -> int:
        """How many chunks they play at once."""

    def plays(self, chunks: list[Chunk]) -> Plays:
        """Yield every chunk with its games once it has been played, in whatever order."""


@dataclass(frozen=True)
class Processes:
    """So many processes of this machine; a single one is the one that runs the study."""

    size: int

    def plays(self, chunks: list[Chunk]) -> Plays:
        """Yield every chunk once it has been played."""
        workers = [_worker(self.size) for _ in range(min(self.size, len(chunks)))]
        try:
            yield from _played_by(workers, deque(chunks))
        finally:
            for worker in workers:
                worker.close()


def run(
    store: Store, arms: list[Arm], games: int, crew: Crew, told: Callable[[Progress], object] = lambda _: None
) -> Progress:
    """Play what a study lacks of so many games of each arm; `told` hears of every chunk."""
    progress = Progress(0)
    for progress in coming(store, arms, games, crew):
        told(progress)
    return progress


def coming(store: Store, arms: list[Arm], games: int, crew: Crew, most: int = CHUNK) -> Iterator[Progress]:
    """Play what a study lacks, and yield how far it has come with every chunk, of so many games at most."""
    chunks = list(_chunks(store, arms, games, crew.size, most))
    progress = Progress(sum(len(chunk.numbers) for chunk in chunks))
    with closing(crew.plays(chunks)) as finished:
        for chunk, played_games in finished:
            store.add(chunk.id, played_games)
            progress.done += len(played_games)
            progress.broken += sum(isinstance(game.kept, Broken) for game in played_games)
            yield progress


def processors() -> int:
    """Return how many processes are worth starting here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _chunks(store: Store, arms: list[Arm], games: int, size_of_crew: int, most: int) -> Iterator[Chunk]:
    size = max(1, min(most, games * len(arms) // (8 * size_of_crew)))
    for arm in arms:
        id_ = store.arm(arm)
        missing = store.missing(id_, games)
        for start in range(0, len(missing), size):
            yield Chunk(arm, id_, store.base, tuple(missing[start : start + size]))


def _worker(processes: int) -> Worker:
    if processes == 1:
        return WorkerInProcess(Player)
    return WorkerProcess("player of battles", Player, patience=PATIENCE)


def _played_by(workers: list[Worker], chunks: deque[Chunk]) -> Iterator[tuple[Chunk, list[GamePlayed]]]:
    """Yield every chunk once it has been played."""
    at_work: dict[int, Chunk] = {}
    deaths: dict[tuple[int, ...], int] = {}
    games: dict[int, list[GamePlayed]] = {}
    while chunks or at_work:
        for n, worker in enumerate(workers):
            if n not in at_work and chunks:
                at_work[n], games[n] = chunks.popleft(), []
                worker.ask(at_work[n])
            games_now = games.get(n, [])
            for _, answer in worker.answers():
                if isinstance(answer, Failure):
                    raise RuntimeError(f"{answer.text}\n{answer.trace}")
                games_now.append(answer)
            if n in at_work and len(games_now) == len(at_work[n].numbers):
                yield at_work.pop(n), games.pop(n)
            elif n in at_work and worker.fault:
                chunk, fault = at_work.pop(n), worker.fault
                key = (chunk.id, *chunk.numbers)
                deaths[key] = deaths.get(key, 0) + 1
                if deaths[key] >= LIVES:
                    raise ProcessKeepsDying(f"{fault} It was to play games {span(chunk.numbers)} of {chunk.arm.name}.")
                chunks.appendleft(chunk)
                worker.restart()
        sleep(_LOOK)


def span(numbers: tuple[int, ...]) -> str:
    """Return the numbers of a chunk in words."""
    return f"{numbers[0]} to {numbers[-1]}"


# -- in the process -----------------------------------------------------------------------------------------------


class Player:
    """Plays chunks; a scenario is read once."""

    def __init__(self) -> None:
        self._scenarios: dict[str, Scenario] = {}

    def __call__(self, chunk: Chunk, meanwhile: Meanwhile | None = None) -> Iterator[GamePlayed]:
        arm = chunk.arm
        if arm.digest not in self._scenarios:
            self._scenarios = {arm.digest: arm.scenario()}
        for number in chunk.numbers:
            seed = arm.seed(chunk.base, number)
            yield GamePlayed(number, seed, _kept(self._scenarios[arm.digest], arm.players, seed))
            look_between_battles()


def _kept(scenario: Scenario, players: Mapping[str, str], seed: int) -> Played | Broken:
    session = session_of(scenario, players, seed)
    try:
        session.play_out()
        return played(session)
    except Exception as bug:
        return Broken(f"{type(bug).__name__}: {bug}", kept_after_crash(lambda: session, scenario, seed))
