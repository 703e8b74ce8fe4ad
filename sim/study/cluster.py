"""Play the games of a study on a cluster, by dask.distributed: `sandtable study run … --cluster ADDRESS`.

The scheduler of dask hands out chunks, and what a worker was to play when it was lost it hands to another. Whoever
plays, the games are the same, and the process that runs the study is the only one that writes its file.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from socket import gethostname
from threading import Lock
from typing import Any

from sim import __version__
from sim.process import kept_apart
from sim.startup import seldom_collected
from sim.study.running import LIVES, Chunk, Player, Plays, ProcessKeepsDying, span
from sim.study.store import Broken, GamePlayed

LOCAL = "local"
"""The address of a cluster that is begun for this run alone, on this machine."""
SOON = 10
"""Seconds in which a scheduler has to answer, and a worker to be there."""
AHEAD = 2
"""Chunks that lie with the scheduler for each thread: enough that nobody waits, few enough for its memory."""


class NoCluster(Exception):
    """Tell why nothing can be played on a cluster."""


@dataclass(frozen=True)
class Cluster:
    """The workers of a cluster, as those who play a study."""

    client: Any
    address: str

    @property
    def size(self) -> int:
        """How many chunks are played at once."""
        return max(1, len(self.client.nthreads()))

    def plays(self, chunks: list[Chunk]) -> Plays:
        """Yield every chunk once it has been played."""
        from distributed import as_completed

        waiting, at_work = iter(chunks), dict[Any, Chunk]()
        finished = as_completed(())

        def hand_over(count: int) -> None:
            for chunk in islice(waiting, count):
                future = self.client.submit(_play, chunk, self.address, __version__, pure=False)
                at_work[future] = chunk
                finished.add(future)

        hand_over(AHEAD * self.size)
        for future in finished:
            chunk = at_work.pop(future)
            yield chunk, self._played(chunk, future)
            hand_over(1 + AHEAD * self.size - len(at_work))

    def _played(self, chunk: Chunk, future: Any) -> list[GamePlayed]:
        from distributed import KilledWorker

        try:
            played: list[GamePlayed] = future.result()
        except KilledWorker:
            which = f"games {span(chunk.numbers)} of {chunk.arm.name}"
            raise ProcessKeepsDying(f"{LIVES} workers of the cluster ended while they played {which}.") from None
        except ImportError as missing:
            raise NoCluster(f"a worker of {self.address} lacks what it takes to play: {missing}") from None
        return played


@contextmanager
def cluster(address: str, processes: int) -> Iterator[Cluster]:
    """Give the cluster at an address, or one of so many processes on this machine."""
    try:
        import dask
        import distributed
    except ImportError:
        told = 'dask.distributed is not installed; `pip install "sandtable[cluster]"` brings it'
        raise NoCluster(f"nothing can be played on a cluster: {told}") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # a worker that is lost is no news to whoever studies
    with dask.config.set({"distributed.scheduler.allowed-failures": LIVES, "distributed.comm.timeouts.connect": SOON}):
        if address == LOCAL:
            with kept_apart():
                own = distributed.LocalCluster(
                    n_workers=processes, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
                )
            with own, distributed.Client(own) as client:
                yield Cluster(client, address)
        else:
            with _connected(address) as client:
                yield Cluster(client, address)


def _connected(address: str) -> Any:
    from distributed import Client

    try:
        client = Client(address, timeout=SOON)
    except ValueError as wrong:
        raise NoCluster(f"{address} is no address of a cluster: {wrong}; expected one like tcp://host:8786") from None
    except OSError:
        told = f"no scheduler of dask has answered there for {SOON} seconds"
        raise OSError(errno.EHOSTUNREACH, told, address) from None
    try:
        client.wait_for_workers(1, timeout=SOON)
    except TimeoutError:
        client.close()
        raise NoCluster(f"the scheduler at {address} has had no worker for {SOON} seconds") from None
    return client


# -- on a worker ------------------------------------------------------------------------------------------------------

_player, _one_at_a_time = Player(), Lock()


def _play(chunk: Chunk, address: str, release: str) -> list[GamePlayed]:
    """Play a chunk; the threads of a worker take turns, for Python lets only one of them play anyway."""
    if release != __version__:
        raise NoCluster(f"a worker of {address} has Sandtable {__version__}, and this is {release}")
    with _one_at_a_time, seldom_collected():
        return [_placed(game, address) for game in _player(chunk)]


def _placed(game: GamePlayed, address: str) -> GamePlayed:
    """Return a game; of one that broke it is said on which machine its record lies."""
    if address == LOCAL or not isinstance(game.kept, Broken):
        return game
    return replace(game, kept=replace(game.kept, bundle=f"on {gethostname()}: {game.kept.bundle}"))
