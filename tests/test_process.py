"""A process beside another: it answers, and whatever befalls it is said and harms nobody else."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from time import monotonic, sleep
from typing import Any

import pytest

from sim.process import Failure, Meanwhile, Worker, WorkerInProcess, WorkerProcess
from sim.startup import SELDOM

HERE = Path(__file__).parent


def some_answers(most: int) -> Any:
    """Make a handler that does as it is told."""

    def handler(question: Any, newer: Meanwhile) -> Iterator[Any]:
        match question:
            case int():
                yield from range(min(question, most))
            case "raise":
                yield "before"
                raise ValueError("a bug")
            case "hang":
                sleep(60)
            case "unheard of":
                yield lambda: None
            case "until newer":
                while not newer():
                    sleep(0.01)
                yield list(newer())
            case "garbage":
                yield gc.get_threshold()
            case "who":
                yield {"pygame", "sim.cli"} & {*sys.modules}
            case ("slowly", path):
                sleep(0.3)
                Path(path).write_text("done", encoding="utf-8")

    return handler


def cannot_start() -> Any:
    """Make no handler."""
    raise RuntimeError("no paint")


def until(answered: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait for something, but not for ever."""
    end = monotonic() + seconds
    while not answered():
        assert monotonic() < end, "nothing came of it"
        sleep(0.01)


def all_answers(worker: Worker) -> list[tuple[int, Any]]:
    """Return all that is answered to what was asked."""
    found: list[tuple[int, Any]] = []

    def is_over() -> bool:
        found.extend(worker.answers())
        return not worker.is_busy or bool(worker.fault)

    until(is_over)
    return found


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    """Start a process that does as it is told."""
    made = WorkerProcess("clerk", some_answers, 3)
    yield made
    made.close()


def lives(pid: int) -> bool:
    """Say whether a process is there and is no mere entry in a table."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return False


def test_every_question_has_a_number_and_as_many_answers_as_it_takes(worker: WorkerProcess) -> None:
    """Answers come under the number of their question, in order; none is an answer, too."""
    assert [worker.ask(2), worker.ask(0), worker.ask(9)] == [1, 2, 3]
    assert all_answers(worker) == [(1, 0), (1, 1), (3, 0), (3, 1), (3, 2)]


def test_a_bug_in_the_handler_is_an_answer(worker: WorkerProcess) -> None:
    """What was answered before stands, the bug has its traceback, and the next question is answered; if there is no
    handler at all, the sentence says why."""
    worker.ask("raise")
    worker.ask("unheard of")
    worker.ask(1)
    (_, before), (_, bug), (_, not_sent), last = all_answers(worker)
    assert (before, bug.text, last) == ("before", "ValueError: a bug", (3, 0))
    assert "in handler" in bug.trace
    assert isinstance(not_sent, Failure) and worker.fault == ""
    none = WorkerProcess("clerk", cannot_start)
    until(lambda: bool(none.fault))
    assert none.fault == "The clerk has failed: RuntimeError: no paint"
    none.close()


def test_whoever_answers_sees_what_was_asked_since(worker: WorkerProcess) -> None:
    """A long answer can be cut short when something newer is wanted."""
    worker.ask("until newer")
    worker.ask(1)
    assert all_answers(worker) == [(1, [1]), (2, 0)]


def test_garbage_is_looked_for_seldom_in_the_process(worker: WorkerProcess) -> None:
    """No answer waits for the collector; the window's own process is left as it is."""
    before = gc.get_threshold()
    worker.ask("garbage")
    assert all_answers(worker) == [(1, SELDOM)] and gc.get_threshold() == before != SELDOM


def test_to_ask_never_waits(worker: WorkerProcess) -> None:
    """A question that is larger than any pipe is asked at once, though nobody reads it yet."""
    start = monotonic()
    worker.ask("hang")
    worker.ask(b"x" * 50_000_000)
    assert monotonic() - start < 30  # the process reads nothing for a minute


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_process_that_is_killed_is_missed_and_can_be_started_again(worker: WorkerProcess) -> None:
    """That it is gone is said in a sentence, and a new one answers under new numbers."""
    worker.ask("hang")
    os.kill(worker.pid, signal.SIGKILL)
    until(lambda: bool(worker.fault))
    assert worker.fault == "The clerk has ended unexpectedly."
    worker.restart()
    assert (worker.fault, worker.is_busy) == ("", False)
    worker.ask(1)
    assert all_answers(worker) == [(2, 0)]


def test_a_process_that_hangs_is_noticed_and_can_be_ended(worker: WorkerProcess) -> None:
    """One that has nothing to do does not hang, however long it is silent."""
    worker.ask(1)
    assert all_answers(worker) == [(1, 0)]
    worker._patience = 0.5
    sleep(0.6)
    assert worker.fault == ""
    worker.ask("hang")
    until(lambda: bool(worker.fault))
    assert worker.fault == "The clerk has not answered for 0.5 seconds."
    start, pid = monotonic(), worker.pid
    worker.close()
    assert monotonic() - start < 20  # it hangs for a minute
    assert not lives(pid)
    assert worker.fault == ""


def test_closing_can_wait_for_what_was_asked(worker: WorkerProcess, tmp_path: Path) -> None:
    """A file that is being written is finished."""
    worker.ask(("slowly", str(tmp_path / "saved")))
    worker.close(wait=20)
    assert (tmp_path / "saved").read_text(encoding="utf-8") == "done"


def test_a_process_takes_nothing_from_the_folder_somebody_works_in(tmp_path: Path) -> None:
    """A file there that is called as a module of Python is not run, nor is the program a second time."""
    for name in ("pickle", "multiprocessing", "signal"):
        (tmp_path / f"{name}.py").write_text(f"print('{name} of the folder')", encoding="utf-8")
    (tmp_path / "program").mkdir()
    lines = "print('program')\nworker.ask('who')\nprint(all_answers(worker)[0][1])"
    assert run(tmp_path / "program" / "main.py", lines, cwd=tmp_path) == "program\nset()\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
@pytest.mark.parametrize("how", ["os.kill(os.getpid(), 9)", "os._exit(0)", "sys.exit()", "raise SystemExit(1)"])
def test_no_process_outlives_the_window(tmp_path: Path, how: str) -> None:
    """However the window ends, a process that is in the middle of something ends with it."""
    pid = int(run(tmp_path / "main.py", f"worker.ask('hang')\nprint(worker.pid, flush=True)\n{how}"))
    until(lambda: not lives(pid))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_ctrl_c_is_for_the_window_alone(tmp_path: Path) -> None:
    """The terminal sends it to both, at whatever moment: the process says nothing of it and goes on."""
    main = """\
    signal.signal(signal.SIGINT, lambda *_: print("window", flush=True))
    os.setpgrp()
    os.killpg(0, signal.SIGINT)
    worker.ask(1)
    all_answers(worker)
    os.killpg(0, signal.SIGINT)
    worker.ask(1)
    print(all_answers(worker))
    """
    assert run(tmp_path / "main.py", dedent(main)) == "window\nwindow\n[(2, 0)]\n"


def run(script: Path, lines: str, cwd: Path | None = None) -> str:
    """Run a program that has a process beside it; return all that either says."""
    head = f"""\
        import sys
        sys.path[:0] = {[str(HERE), str(HERE.parent)]}
        import os, signal
        from test_process import *
        worker = WorkerProcess("clerk", some_answers, 3)
        """
    script.write_text(dedent(head) + lines, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False
    )
    return done.stdout.decode()


def test_in_process_the_same_is_answered_at_once() -> None:
    """Pictures and tests need no process; there a bug is raised where it is."""
    worker = WorkerInProcess(some_answers, 3)
    assert worker.ask(2) == 1
    assert (worker.answers(), worker.answers()) == ([(1, 0), (1, 1)], [])
    with pytest.raises(ValueError, match="a bug"):
        worker.ask("raise")
