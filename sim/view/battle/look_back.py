"""Looking back on a battle: losses, luck and turning points, gathered a little in every tick."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from sim.engine.summary import Summary, summary_steps
from sim.view.battle.core import Core, Window
from sim.view.battle.summary import summary_blocks
from sim.view.steps import Job
from sim.view.ui.blocks import Button, Do, Title

_NAME = "summary"
_CLOSE = Button("Close", Do("close_window"), "Esc")


class LookBackCommands(Core):
    """Shows what became of a battle."""

    _looking_back: Job[Summary] | None = None
    """The look back that is under way: a battle of single men has thousands of frames."""

    def show_summary(self) -> None:
        """Show what became of the battle so far: losses, luck, turning points."""
        self.window = Window(_NAME, (Title("Looking back on the battle …"), _CLOSE), wide=760)
        self._looking_back = Job(summary_steps(self.session, self.model.reader))
        if self.stage.patience == inf:
            self.work_on_summary(inf)

    def work_on_summary(self, until: float) -> None:
        """Go on looking back; what comes of it is shown if anybody still waits for it."""
        if self._looking_back is None or not self._looking_back.work(until):
            return
        summary, self._looking_back = self._looking_back.result, None
        if summary is not None and self.window is not None and self.window.name == _NAME:
            blocks = summary_blocks(summary, self.model.naming, self.model.side_name, self.model.told)
            self.window = replace(self.window, blocks=(*blocks, _CLOSE))
