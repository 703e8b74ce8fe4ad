"""An engine whose answers come only when they are let through: what a window shows meanwhile."""

from typing import Any

from sim.engine.chance import Seeded
from sim.process import WorkerInProcess
from sim.view.worker.engine import Engine, EngineHandler, StartBattle
from tests.picket_positions import HOTSEAT, Field
from tests.view.battle.bot import picket_scenario


class Late(WorkerInProcess):
    """Works at once, tells of it when it is let, and counts what it is asked."""

    comes, count = True, 0

    def ask(self, question: object, /) -> int:
        self.count += 1
        return super().ask(question)

    def answers(self) -> list[tuple[int, Any]]:
        return super().answers() if self.comes else []


def late(start: Field) -> tuple[Late, Engine]:
    """Return a battle of two people with such an engine."""
    worker = Late(EngineHandler)
    return worker, Engine.beside(worker, StartBattle(picket_scenario(start), HOTSEAT, Seeded(1), 1, None))
