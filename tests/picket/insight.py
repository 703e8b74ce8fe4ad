"""What Picket tells of itself besides what holds for any system: the shots that enemies could fire."""

from __future__ import annotations

from sim.engine.insight import Odds, Scene
from sim.engine.orders import Ask
from sim.play.odds import worst_first
from sim.play.system import Show
from tests.picket.actions import ACTION, Shoot, can_shoot
from tests.picket.units import enemies


class PicketShow(Show):
    """The book of orders, and what men could do to each other."""

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return the shots that enemies could fire, the worst first."""
        target = position.state.unit(unit)
        able = [man for man in enemies(position, target.side) if can_shoot(position, man, target) is None]
        return worst_first(
            odds for man in able for odds in Shoot(man.id, unit).odds(position, Ask(man.side, ACTION, man.id))
        )
