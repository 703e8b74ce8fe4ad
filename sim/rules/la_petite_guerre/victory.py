"""Who has won a battle of 1885, and when it is over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sim.engine.setup import Objective
from sim.engine.state import Outcome
from sim.play.tally import Tally
from sim.rules.la_petite_guerre.scene import Scene, men
from sim.rules.la_petite_guerre.units import Man


def outcome(position: Scene, turn_ended: bool) -> Outcome | None:
    """Return how the battle ended; None while it goes on.

    Asked before every activation, but for charges that were declared and are still to be driven home. A side that has
    the points it needs wins at once, and one that has lost as many men as it bears gives up; else the battle is over
    when only one side has anybody left, and at the latest with the last turn, if `turn_ended`.
    """
    stakes, state = position.battle.data.engagement, position.state
    tally = Tally(partial(standing, position), stakes.tie)
    there = [side.id for side in position.battle.sides if _is_there(position, side.id)]
    return (
        tally.enough(stakes.needs, partial(gained, position))
        or tally.gave_up(stakes.breaks_at, partial(losses, position), partial(_broke, position))
        or tally.alone(there, lambda: any(unit.id in state.gone for unit in state.units if unit.side not in there))
        or (tally.time_is_up(state.turn, position.battle.turns) if turn_ended else None)
    )


def standing(position: Scene) -> Mapping[str, int]:
    """Return the points of every side as if the battle ended now: those gained for good, and its objectives."""
    points = {side.id: gained(position, side.id) for side in position.battle.sides}
    for objective in position.battle.data.engagement.objectives:
        if (side := holder(position, objective)) in points:
            points[side] += objective.points
    return points


def gained(position: Scene, side: str) -> int:
    """Return the points that nobody can take from a side: for what it did, and for enemies who are lost."""
    enemies = (unit for unit in position.state.units if unit.side != side)
    return position.state.score(side) + sum(unit.profile.points for unit in enemies if lost(position, unit))


def holder(position: Scene, objective: Objective) -> str:
    """Return who has an objective: the side with more able men there.

    Where neither has more, because nobody is there or because they fight for it, it stays with the side that had it
    before the battle; empty for nobody.
    """
    ground = objective.ground
    there = [
        unit.side for unit in position.state.units if unit.cell in ground and unit.able and unit.profile.kind == "man"
    ]
    numbers = {side.id: there.count(side.id) for side in position.battle.sides}
    most = max(numbers.values())
    best = [side for side, number in numbers.items() if number == most]
    return best[0] if len(best) == 1 else objective.holder or ""


def lost(position: Scene, unit: Man) -> bool:
    """Say whether a man or a gun is lost to his side: killed, or fled from the table; a gun if it was put out
    of action or taken, or with the last of its crew.

    Whoever has left on purpose is not, nor is whoever has not come yet.
    """
    if unit.id in position.state.gone:
        return False
    if unit.profile.kind == "gun":
        own = [man for man in position.state.units if man.serves == unit.id]
        return unit.dead or (bool(own) and all(lost(position, man) for man in own))
    return unit.dead or (unit.cell is None and unit.broken)


def losses(position: Scene, side: str) -> int:
    """Return how many men of a side are dead, fled, or run at this moment."""
    own = (unit for unit in position.state.units if unit.side == side and unit.profile.kind == "man")
    return sum(lost(position, unit) or (unit.broken and not unit.out) for unit in own)


def _broke(position: Scene, side: str, lost: int) -> str:
    return f"{position.battle.side(side).mention} gave up with {lost} dead or on the run"


def is_to_come(position: Scene, unit: Man) -> bool:
    """Say whether a man or a gun has not been on the table yet: who fled or left over its edge does not come back."""
    return unit.cell is None and not unit.dead and not unit.broken and unit.id not in position.state.gone


def _is_there(position: Scene, side: str) -> bool:
    """Say whether a side has any man on the table, or on the way to it."""
    if any(True for _ in men(position, side)):
        return True
    coming = (position.state.unit(arrival.unit) for arrival in position.battle.data.engagement.arrivals)
    return any(unit.side == side and unit.profile.kind == "man" and is_to_come(position, unit) for unit in coming)
