"""A process beside this one that answers numbered questions, so that whoever asks never waits for an answer.

The window asks and goes on; what was answered it finds when it next looks. Whatever goes wrong on the other side is an
answer or a sentence, never a window that stands still::

    window                                        process
    ask(question) -> 7      ── (7, question) ──►  handler(question, meanwhile)
    answers() -> [(7, …)]   ◄── (7, answer) ────  any number of answers to each question

A process is started anew everywhere (`spawn`), takes nothing from the folder somebody works in, and ends when the
window ends, in whatever way. `WorkerInProcess` answers the same questions at once, for pictures and tests.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from time import monotonic
from types import ModuleType
from typing import Any, Protocol

from sim.startup import seldom_collected


class Meanwhile(Protocol):
    """What has come while a question is answered."""

    def __call__(self) -> Sequence[Any]:
        """Return the questions that have come, oldest first: whoever answers an older one may cut it short."""

    def attend(self) -> None:
        """Answer those questions now, and then go on with the one that is being answered."""


Handler = Callable[[Any, Meanwhile], Iterable[Any]]
"""Answers a question, bit by bit: every answer is sent when it is made."""

PATIENCE = 30.0
"""Seconds without an answer after which a process is taken to hang."""


@dataclass(frozen=True)
class Failure:
    """The answer to a question at which the handler failed: a bug, told in one line and as a traceback."""

    text: str
    trace: str

    @classmethod
    def of(cls, bug: BaseException) -> Failure:
        return cls(f"{type(bug).__name__}: {bug}".rstrip(": "), "".join(traceback.format_exception(bug)))


class Worker(Protocol):
    """Somebody who answers questions."""

    def ask(self, question: Any, /) -> int:
        """Put a question, without waiting; return its number."""

    def answers(self) -> list[tuple[int, Any]]:
        """Return what has been answered since the last look, each with the number of its question."""

    @property
    def is_busy(self) -> bool:
        """Whether a question is still being answered."""

    @property
    def fault(self) -> str:
        """Say what is wrong with the worker, in a sentence; nothing, if it is well."""

    def restart(self) -> None:
        """Begin anew: questions that were not answered are forgotten."""

    def close(self, wait: float = 0.0) -> None:
        """End it; what has been asked already may be finished for so many seconds."""


class _NothingElse:
    """What has come while a question is answered at once: nothing."""

    def __call__(self) -> Sequence[Any]:
        return ()

    def attend(self) -> None:
        """Do nothing."""


class WorkerInProcess:
    """Answers every question at once, in this process. A bug in the handler is raised where it was asked."""

    is_busy, fault = False, ""

    def __init__(self, make: Callable[..., Handler], *given: Any) -> None:
        self._make, self._given = make, given
        self._handler = make(*given)
        self._numbers, self._answers = count(1), list[tuple[int, Any]]()

    def ask(self, question: Any, /) -> int:
        number = next(self._numbers)
        for answer in self._handler(question, _NothingElse()):
            self._answers.append((number, answer))
        return number

    def answers(self) -> list[tuple[int, Any]]:
        found, self._answers = self._answers, []
        return found

    def restart(self) -> None:
        self._handler, self._answers = self._make(*self._given), []

    def close(self, wait: float = 0.0) -> None:
        self._answers = []


class WorkerProcess:
    """A process that answers questions. `make(*given)` makes its handler there: both go over as copies."""

    def __init__(self, name: str, make: Callable[..., Handler], *given: Any, patience: float = PATIENCE) -> None:
        self._name, self._made_of, self._patience = name, (make, given), patience
        self._numbers = count(1)
        self._life = _Life(self._made_of)

    @property
    def pid(self) -> int:
        """The number of the process, for whoever wants to see or stop it from outside."""
        return self._life.pid

    def ask(self, question: Any, /) -> int:
        number = next(self._numbers)
        self._life.ask(number, question)
        return number

    def answers(self) -> list[tuple[int, Any]]:
        return self._life.answers()

    @property
    def is_busy(self) -> bool:
        return bool(self._life.unanswered)

    @property
    def fault(self) -> str:
        life = self._life
        if life.is_closed:
            return ""
        if life.failure is not None:
            return f"The {self._name} has failed: {life.failure.text}"
        if life.is_over:
            return f"The {self._name} has ended unexpectedly."
        if life.unanswered and monotonic() - life.last_sign > self._patience:
            return f"The {self._name} has not answered for {self._patience:g} seconds."
        return ""

    def restart(self) -> None:
        self._life.end()
        self._life = _Life(self._made_of)

    def close(self, wait: float = 0.0) -> None:
        self._life.end(wait)


class _Life:
    """One process from its start to its end, and two threads that talk to it.

    To write into a full pipe waits, and so does reading half a message; a window must do neither.
    """

    def __init__(self, made_of: tuple[Callable[..., Handler], tuple[Any, ...]]) -> None:
        spawn = get_context("spawn")
        self._here, there = spawn.Pipe()
        self._process = spawn.Process(target=_run, args=(there,), daemon=True)
        with uninterrupted(), kept_apart():
            self._process.start()
        there.close()
        atexit.register(self.end)
        self.pid = self._process.pid or 0
        self.is_over = self.is_closed = False
        self.failure: Failure | None = None
        self.unanswered: set[int] = set()
        self.last_sign = monotonic()
        self._answers: deque[tuple[int, Any]] = deque()
        self._to_send: SimpleQueue[bytes] = SimpleQueue()
        # The first message, and no argument of the process: its start would wait until they are read.
        self._to_send.put(pickle.dumps(made_of))
        self._threads = [Thread(target=work, daemon=True) for work in (self._send, self._receive)]
        for thread in self._threads:
            thread.start()

    def ask(self, number: int, question: Any) -> None:
        if not self.unanswered:
            self.last_sign = monotonic()
        self._to_send.put(pickle.dumps((number, question)))
        self.unanswered.add(number)

    def answers(self) -> list[tuple[int, Any]]:
        found = []
        while self._answers:
            number, answer = self._answers.popleft()
            if isinstance(answer, _Answered):
                self.unanswered.discard(number)
            else:
                found.append((number, answer))
        return found

    def end(self, wait: float = 0.0) -> None:
        """Let the process finish what it was asked for so long, and end it."""
        if self.is_closed:
            return
        self.is_closed = True
        atexit.unregister(self.end)
        self._to_send.put(_LEAVE)
        if wait:
            self._process.join(wait)
        self._process.kill()
        self._process.join()
        self._process.close()
        for thread in self._threads:
            thread.join()
        self._here.close()

    def _send(self) -> None:
        with suppress(OSError):
            message = b""
            while message is not _LEAVE:
                message = self._to_send.get()
                self._here.send_bytes(message)

    def _receive(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                number, answer = self._here.recv()
                self.last_sign = monotonic()
                if number:
                    self._answers.append((number, answer))
                else:
                    self.failure = answer
        self.is_over = True


class _Answered:
    """Tells that all answers to a question have been sent."""


_LEAVE = pickle.dumps(None)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Have something done whole before Ctrl-C is answered.

    To hold the signal back would not do: any other thread may take it, and the main one is interrupted all the same.
    """
    if current_thread() is not main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def kept_apart() -> Iterator[None]:
    """Start processes that run nothing of the program's main module, nor of the folder somebody works in.

    The copy of the main module would import all commands. Ctrl-C belongs to the window alone, from the first moment on:
    where signals can be held back a process inherits that.
    """
    main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    hold, before = getattr(signal, "pthread_sigmask", None), None
    try:
        # The tracker of shared memory is a process, too: it must not run a module of the folder either.
        with _environment("PYTHONSAFEPATH", "1"):
            if hold is not None:
                from multiprocessing import resource_tracker

                # It would let the signals through again. When a window is killed it gives back what that had, without
                # a word.
                with _environment("PYTHONWARNINGS", "ignore:resource_tracker"):
                    resource_tracker.ensure_running()
                before = hold(signal.SIG_BLOCK, {signal.SIGINT})
            yield
    finally:
        if hold is not None and before is not None:
            hold(signal.SIG_SETMASK, before)
        sys.modules["__main__"] = main


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    """Start processes with another value in their environment."""
    before, os.environ[name] = os.environ.get(name), value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


# -- in the process ---------------------------------------------------------------------------------------


def _run(connection: Connection) -> None:
    """Make a handler, and serve. Ctrl-C and a request to end are for the window, which ends this process in time."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    questions = _Questions(connection)
    if (first := questions.take()) is None:
        return
    make, given = first
    try:
        handler = make(*given)
    except Exception as bug:
        connection.send((0, Failure.of(bug)))
        return
    with seldom_collected():
        serve(connection, questions, handler)


class _Questions:
    """The questions that have come and are not taken up yet.

    A thread takes them off the connection, also while one is answered; when the window is gone it ends the process,
    whatever that is doing.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._come: deque[Any] = deque()
        self._any = SimpleQueue[None]()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                self._come.append(self._connection.recv())
                self._any.put(None)
        except (EOFError, OSError):
            os._exit(0)
        except Exception as bug:  # something that cannot be read: nobody knows what was asked
            self._connection.send((0, Failure.of(bug)))
            os._exit(1)

    def take(self) -> Any:
        """Wait for a message, and take it."""
        self._any.get()
        return self._come.popleft()

    @property
    def waiting(self) -> list[Any]:
        """The messages that have come; the last may be that there will be no more."""
        return list(self._come)


class _Service:
    """Answers questions one after the other, or some while another is being answered."""

    def __init__(self, connection: Connection, questions: _Questions, handler: Handler) -> None:
        self._connection, self._questions, self._handler = connection, questions, handler

    def __call__(self) -> Sequence[Any]:
        return [message[1] for message in self._questions.waiting if message is not None]

    def attend(self) -> None:
        while (waiting := self._questions.waiting) and waiting[0] is not None:
            self.answer(*self._questions.take())

    def answer(self, number: int, question: Any) -> None:
        with suppress(OSError):  # the window is gone, and the thread that listens ends the process
            try:
                for answer in self._handler(question, self):
                    self._connection.send((number, answer))
            except Exception as bug:
                self._connection.send((number, Failure.of(bug)))
            self._connection.send((number, _Answered()))


def serve(connection: Connection, questions: _Questions, handler: Handler) -> None:
    """Answer questions until the window says that there will be no more."""
    service = _Service(connection, questions, handler)
    while (message := questions.take()) is not None:
        service.answer(*message)
