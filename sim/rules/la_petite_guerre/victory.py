"""Who has won a battle of 1885, and when it is over."""

from __future__ import annotations

from operator import attrgetter

from sim.engine.setup import Objective
from sim.play.tally import Reckoning
from sim.rules.la_petite_guerre.scene import Scene
from sim.rules.la_petite_guerre.units import Man


class LpgReckoning(Reckoning):
    """Points for objectives, for those lost and for deeds; a side gives up when enough men are dead or run.

    The end is asked for before every activation, but for charges that were declared and are still to be driven home.
    """

    stakes, fallen, left = attrgetter("battle.data.engagement"), attrgetter("dead"), attrgetter("gone")

    def holder(self, position: Scene, objective: Objective) -> str:
        """Return who has an objective: the side with more able men there.

        Where neither has more, because nobody is there or because they fight for it, it stays with the side that had it
        before the battle; empty for nobody.
        """
        able = (unit for unit in position.state.units if unit.able and self.fights(unit))
        there = [unit.side for unit in able if unit.cell in objective.ground]
        numbers = {side.id: there.count(side.id) for side in position.battle.sides}
        most = max(numbers.values())
        best = [side for side, number in numbers.items() if number == most]
        return best[0] if len(best) == 1 else objective.holder or ""

    def fights(self, unit: Man) -> bool:
        """Leave out guns, which are nothing without men."""
        return unit.profile.kind == "man"

    def lost(self, position: Scene, unit: Man) -> bool:
        """Say whether a man or a gun is lost to his side: a gun if it was put out of action or taken, or with the last
        of its crew.
        """
        own = [man for man in position.state.units if man.serves == unit.id] if unit.profile.kind == "gun" else []
        if own and unit.id not in position.state.gone and all(self.lost(position, man) for man in own):
            return True
        return super().lost(position, unit)

    def losses(self, position: Scene, side: str) -> int:
        """Return how many men of a side are dead, fled, or run at this moment."""
        own = (unit for unit in position.state.units if unit.side == side and self.fights(unit))
        return sum(self.lost(position, unit) or (unit.broken and not unit.out) for unit in own)

    def gave_up(self, position: Scene, side: str, lost: int) -> str:
        """Say that a side gave up."""
        return f"{position.battle.side(side).mention} gave up with {lost} dead or on the run"


_COUNT = LpgReckoning()
outcome, standing, gained, holder = _COUNT.outcome, _COUNT.standing, _COUNT.gained, _COUNT.holder
lost, losses, is_to_come = _COUNT.lost, _COUNT.losses, _COUNT.is_to_come
