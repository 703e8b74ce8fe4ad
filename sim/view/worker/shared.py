"""One process for several who ask: the browser reads files in it, and the battle that it opens is played in it."""

from __future__ import annotations

from typing import Any

from sim.process import Worker


class SharedWorker:
    """A worker whose answers are sorted by who has asked."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.generation = 0
        """How often it was started again."""
        self._owners: dict[int, Extension] = {}

    def extension(self) -> Extension:
        """Return somebody else's way to ask."""
        return Extension(self)

    def ask(self, question: Any, owner: Extension) -> int:
        """Put a question for one of those who ask."""
        number = self.worker.ask(question)
        self._owners[number] = owner
        return number

    def sort(self) -> None:
        """Give everybody the answers that have come for him."""
        for number, answer in self.worker.answers():
            if (owner := self._owners.get(number)) is not None:
                owner.come.append((number, answer))

    def restart(self) -> None:
        """Begin anew for all: whoever waits for an answer must ask again."""
        self.worker.restart()
        self.generation += 1
        self._owners.clear()

    def close(self, wait: float = 0.0) -> None:
        """End it."""
        self.worker.close(wait)


class Extension:
    """A worker that others ask as well."""

    def __init__(self, shared: SharedWorker) -> None:
        self._shared = shared
        self.come: list[tuple[int, Any]] = []

    def ask(self, question: Any, /) -> int:
        """Put a question, without waiting; return its number."""
        return self._shared.ask(question, self)

    def answers(self) -> list[tuple[int, Any]]:
        """Return what has been answered since the last look."""
        self._shared.sort()
        found, self.come = self.come, []
        return found

    @property
    def is_busy(self) -> bool:
        """Whether anybody's question is still being answered."""
        return self._shared.worker.is_busy

    @property
    def fault(self) -> str:
        """Say what is wrong with the worker, in a sentence; nothing, if it is well."""
        return self._shared.worker.fault

    @property
    def generation(self) -> int:
        """How often it was started again: what was asked before that is not answered any more."""
        return self._shared.generation

    def restart(self) -> None:
        """Begin anew, for all who ask."""
        self._shared.restart()

    def close(self, wait: float = 0.0) -> None:
        """Ask no more; the worker goes on for the others."""
        self.come = []
