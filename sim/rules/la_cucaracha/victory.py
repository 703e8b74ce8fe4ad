"""Who has won a battle of La Cucaracha, and when it is over."""

from __future__ import annotations

from operator import attrgetter

from sim.engine.setup import Objective
from sim.engine.words import counted
from sim.play.tally import Reckoning
from sim.rules.la_cucaracha.scene import Scene


class CucReckoning(Reckoning):
    """Points for objectives, for units lost and for deeds; a side gives up when it has lost units enough."""

    stakes, fallen = attrgetter("battle.data.engagement"), attrgetter("lost")

    def holder(self, position: Scene, objective: Objective) -> str:
        """Return who was the last to be there alone."""
        return dict(position.state.holders).get(objective.id, "")

    def gave_up(self, position: Scene, side: str, lost: int) -> str:
        """Say that a side broke."""
        return f"{position.battle.side(side).mention} broke with {counted(lost, 'unit')} lost"


_COUNT = CucReckoning()
outcome, standing, gained, losses = _COUNT.outcome, _COUNT.standing, _COUNT.gained, _COUNT.losses
gone, is_to_come = _COUNT.lost, _COUNT.is_to_come
