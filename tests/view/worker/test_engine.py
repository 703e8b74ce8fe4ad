"""A battle beside the window: whatever befalls its process is said in a sentence, and nothing is lost by it."""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.engine.chance import Seeded
from sim.engine.game import Ordered
from sim.engine.orders import Ask, Intent
from sim.process import PATIENCE, WorkerProcess
from sim.resources import find_scenario
from sim.scenario.scenario import load_scenario
from sim.view.app import App, CrashPage
from sim.view.battle.screen import BattleScreen
from sim.view.settings import ViewSettings
from sim.view.window import MemoryStage
from sim.view.worker.engine import Engine, EngineFailed, StartBattle, engine_process
from sim.view.worker.questions import Moment, Question
from tests.test_process import until

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")


@dataclass(frozen=True)
class Odd(Question[str]):
    """A question that nobody can answer."""

    hangs: bool = False

    def answer(self, table: object, pause: Callable[[], None]) -> str:
        """Take for ever, or fail."""
        if self.hangs:
            sleep(60)
        raise ValueError("a bug")


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    """Start an engine."""
    made = engine_process()
    yield made
    made.close()


@pytest.fixture
def engine(worker: WorkerProcess) -> Engine:
    """Begin a battle, and play it up to the first question to a person."""
    scenario = load_scenario(find_scenario("conflict_of_heroes/tutorial"))
    engine = Engine.beside(worker, StartBattle(scenario, scenario.players, Seeded(7), 7, None))
    engine.advance(20)
    return done(engine)


def done(engine: Engine) -> Engine:
    """Wait until nothing is waited for."""

    def is_done() -> bool:
        engine.tick()
        return not engine.is_waited_for

    until(is_done)
    return engine


def kill(worker: WorkerProcess) -> None:
    """End the process, and wait until that is noticed."""
    os.kill(worker.pid, signal.SIGKILL)
    until(lambda: bool(worker.fault))


def first_order(engine: Engine) -> Intent:
    """Return an order that can be given."""
    ask, session = engine.session.wanted, engine.session
    assert isinstance(ask, Ask)
    return next(each.intent for each in session.ruleset.offers(session.known_to(ask.side), ask) if not each.refusal)


def happened(engine: Engine) -> list[Any]:
    """Return all that has happened, and what is asked."""
    return [*engine.session.entries, engine.session.wanted]


@pytest.mark.parametrize("how", ["dies", "hangs"])
def test_an_engine_that_dies_or_hangs_is_started_again_where_it_was(
    worker: WorkerProcess, engine: Engine, how: str
) -> None:
    """In a process of its own; the other lines are there as well, and what was being asked is asked again."""
    engine.give(first_order(done(engine)))
    left = len(done(engine).session.frames)
    engine.branch(0, left - 1)
    engine.advance(20)
    before, pid = happened(done(engine)), worker.pid
    if how == "dies":
        kill(worker)
    else:
        engine.answer("odd", Odd(Moment(engine.session.line, 0, ()), hangs=True))
        worker._patience = 0.5
        until(lambda: bool(worker.fault))
    engine.tick()
    worker._patience = PATIENCE
    why = "ended unexpectedly" if how == "dies" else "not answered for 0.5 seconds"
    assert engine.said() == f"The engine has {why}. It was started again from the last checkpoint; nothing is lost."
    assert happened(done(engine)) == before and worker.pid != pid
    engine.switch(0, 0)
    assert len(done(engine).session.frames) == left
    assert engine.said() == ""


def test_an_engine_that_dies_again_soon_and_got_no_further_is_not_started_once_more(
    worker: WorkerProcess, engine: Engine
) -> None:
    """One that has played on meanwhile is; of the other there is one clear message, and no process is left."""
    kill(worker)
    engine.give(first_order(done(engine)))
    done(engine)
    kill(worker)
    assert "nothing is lost" in done(engine).said()
    kill(worker)
    sentence = "The engine has ended unexpectedly. It was started again before, and could not go on."
    with pytest.raises(EngineFailed, match=sentence):
        engine.tick()


def test_a_question_that_fails_ends_the_battle_with_a_page_and_all_of_it_is_kept(
    engine: Engine, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The page names the bug, the traceback is that of the engine, and the record beside it can be verified."""
    app = App(MemoryStage((800, 500)), BattleScreen(MemoryStage((800, 500)), engine, ViewSettings()))
    frames = len(engine.session.frames)
    engine.answer("odd", Odd(Moment(engine.session.line, 0, ())))
    until(lambda: app.tick([]) and isinstance(app.screen, CrashPage))
    assert isinstance(app.screen, CrashPage) and "EngineFailed: ValueError: a bug" in app.screen.report
    [trace] = (home / "logs").glob("crash-*.txt")
    assert "in the engine:" in trace.read_text(encoding="utf-8") and 'raise ValueError("a bug")' in trace.read_text()
    [record] = (home / "logs").glob("crash-*-battle.jsonl")
    assert main(["replay", str(record), "--verify"]) == ExitCode.OK
    assert f"{frames} frames" in capfd.readouterr().out


def test_an_order_lines_and_new_luck_outlive_the_engine(engine: Engine, worker: WorkerProcess) -> None:
    """A line that was branched with new luck goes on with its own dice, and the one that was left is still there. An
    order is carried out once, and whoever plays is told that nothing is lost."""
    engine.branch(0, 0, new_luck=True)
    luck, left = done(engine).session.dice, engine.branches
    assert isinstance(luck, Seeded) and luck.new_luck
    engine.advance(20)
    order = first_order(done(engine))
    kill(worker)
    engine.give(order)
    assert "nothing is lost" in engine.said()
    orders = [each.intent for each in done(engine).session.entries if isinstance(each, Ordered)]
    assert orders.count(order) == 1 and engine.session.dice == luck
    engine.switch(0, 0)
    assert done(engine).session.dice == Seeded(7)
    assert len(engine.branches) == len(left) == 1
