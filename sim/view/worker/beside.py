"""What works beside a window, for all its screens: the process that plays and reads, and the one that paints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.process import Worker, WorkerInProcess
from sim.view.board.board_picture import MapPainter, PainterAtOnce
from sim.view.worker.engine import EngineHandler, engine_process
from sim.view.worker.painter import PainterProcess
from sim.view.worker.shared import SharedWorker
from sim.view.worker.studying import study_at_once, study_process


@dataclass(frozen=True)
class Beside:
    """The helpers of a window."""

    worker: SharedWorker
    painter: MapPainter
    studies: Callable[[], Worker] = study_process
    """Starts a process that plays studies."""
    reads_ahead: bool = True
    """Whether scenarios are read that nobody has selected yet."""

    @classmethod
    def processes(cls) -> Beside:
        """Start a process for each."""
        return cls(SharedWorker(engine_process()), PainterProcess())

    @classmethod
    def in_process(cls) -> Beside:
        """Have everything done at once, in this process: for pictures and tests."""
        engine = SharedWorker(WorkerInProcess(lambda: EngineHandler(packs=False)))
        return cls(engine, PainterAtOnce(), study_at_once, reads_ahead=False)

    def close(self) -> None:
        """End them."""
        self.worker.close()
        if isinstance(self.painter, PainterProcess):
            self.painter.close()
