"""What works beside a window, for all its screens: the process that plays and reads, and the one that paints."""

from __future__ import annotations

from dataclasses import dataclass

from sim.process import WorkerInProcess
from sim.view.board.board_picture import MapPainter, PainterAtOnce
from sim.view.worker.engine import EngineHandler, engine_process
from sim.view.worker.painter import PainterProcess
from sim.view.worker.shared import SharedWorker


@dataclass(frozen=True)
class Beside:
    """The helpers of a window."""

    worker: SharedWorker
    painter: MapPainter
    reads_ahead: bool = True
    """Whether scenarios are read that nobody has selected yet."""

    @classmethod
    def processes(cls) -> Beside:
        """Start a process for each."""
        return cls(SharedWorker(engine_process()), PainterProcess())

    @classmethod
    def in_process(cls) -> Beside:
        """Have everything done at once, in this process: for pictures and tests."""
        return cls(
            SharedWorker(WorkerInProcess(lambda: EngineHandler(packs=False))), PainterAtOnce(), reads_ahead=False
        )

    def close(self) -> None:
        """End them."""
        self.worker.close()
        if isinstance(self.painter, PainterProcess):
            self.painter.close()
